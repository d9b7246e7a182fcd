"""Toshi: a dice game about a growing city, for one to four players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zashiki.core.contract import Game, Kernels, Line, Option, Prompt, Symmetry
from zashiki.core.edition import Edition
from zashiki.games.toshi import judge, rules
from zashiki.games.toshi.edition import EDITIONS, load_edition, title
from zashiki.games.toshi.moves import CODEC, MAX_LEGAL
from zashiki.games.toshi.state import AREA, RULES_DTYPE, STATE_DTYPE, Phase, broken_laws, make_rules
from zashiki.games.toshi.symmetry import FEATURES, SEAT_FEATURES, symmetries

if TYPE_CHECKING:
    from zashiki.core.position import Position

__all__ = ["GAME", "Toshi", "title"]

OPTIONS = (
    Option(
        "specials",
        ("off", "on"),
        "off",
        "Whether the special buildings are in the game.",
        {"off": "without special buildings", "on": "with special buildings"},
    ),
    Option(
        "solo_offer",
        ("draw", "choose"),
        "draw",
        "How the two special buildings on offer in a solo game are found.",
        {"draw": "drawn by chance", "choose": "chosen by the player"},
        solo_only=True,
    ),
    Option(
        "type_ban",
        ("active", "all"),
        "active",
        "Whose builds forbid their type to the other seats in the same turn.",
        {"active": "only those of the active seat", "all": "those of every other seat"},
        several_only=True,
    ),
    Option(
        "extra_builds_ban",
        ("exempt", "subject"),
        "exempt",
        "Whether extra builds obey and feed the ban on types.",
        {"exempt": "they have nothing to do with it", "subject": "they obey and feed it"},
        several_only=True,
    ),
    Option(
        "special_category",
        ("each", "one"),
        "each",
        "Whether the special buildings count as one type for the ban.",
        {"each": "each is a type of its own", "one": "all are one type"},
        several_only=True,
    ),
    Option(
        "machiya_squares",
        (1, 2),
        1,
        "How many squares a Machiya covers.",
        {1: "one square", 2: "two neighbouring squares"},
    ),
    Option(
        "end_check",
        ("latched", "after_build"),
        "latched",
        "When the sum that ends the game must be held.",
        {"latched": "at any moment of the turn", "after_build": "at the end of the turn"},
    ),
    Option(
        "daimyo_round",
        ("turn", "circle"),
        "turn",
        "How often the Daimyo Residence gives a free Umaya.",
        {"turn": "once in every turn", "circle": "once until the start seat is active again"},
        several_only=True,
    ),
    Option(
        "short_payment",
        ("nothing", "partial"),
        "nothing",
        "What is paid for the Honjin and the Exchange Office by a seat that cannot pay in full.",
        {"nothing": "nothing", "partial": "all it has"},
    ),
    Option(
        "start_player",
        ("random", "seat0"),
        "random",
        "Who is active in the first turn.",
        {"random": "drawn by chance", "seat0": "the first seat"},
        several_only=True,
    ),
    Option(
        "turn_cap",
        range(1, 2**63),
        500,
        "The game ends at the latest at the end of this turn.",
    ),
)


class Toshi(Game):
    """Toshi; the one instance is `GAME`."""

    name = "toshi"
    title = "Toshi"
    summary = (
        "Roll the dice, build where they fall, and let your city flourish before the gaps grow too expensive."
    )
    rules_version = 1
    players = (1, 2, 3, 4)
    minutes = 45
    options = OPTIONS
    editions = EDITIONS
    codec = CODEC
    state_dtype = STATE_DTYPE
    rules_dtype = RULES_DTYPE
    max_legal = MAX_LEGAL
    breakdown = ("koku", "empty", "kabuki", "supply")
    observation_size = judge.OBSERVATION_SIZE
    features = FEATURES
    seat_features = SEAT_FEATURES
    kernels = Kernels(
        setup=rules.setup,
        mover=rules.mover,
        legal=rules.legal,
        weights=rules.weights,
        apply=rules.apply,
        standings=rules.standings,
        observe=judge.observe,
        evaluate=judge.evaluate,
        suggest=judge.suggest,
    )

    def load_edition(self, source: str | Path | None = None) -> Edition:
        return load_edition(source)

    def make_rules(self, edition: Edition, options: Mapping[str, str | int]) -> Any:
        return make_rules(edition.values, options)

    def step_bound(self, rules: Any) -> int:
        """Per turn a roll, a removal, and of each seat its extra builds, a build and a free Umaya; every further
        step (`at`, `stop`) fills a square or follows one that did.
        """
        per_turn = 2 + int(rules.players) * (int(max(rules.extra_builds)) + 2)
        setup = int(rules.start_noka) + int(rules.offers) + 1
        return setup + int(rules.turn_cap) * per_turn + int(rules.players) * 2 * AREA

    def symmetries(self) -> tuple[Symmetry, ...]:
        return symmetries()

    def phase(self, state: Any) -> str:
        return Phase(int(state.phase)).name.lower()

    def broken_laws(self, state: Any, rules: Any) -> list[str]:
        return broken_laws(state, rules)

    # The words and the view are loaded when they are first needed: simulations do without them.

    def describe(self, position: Position) -> str:
        from zashiki.games.toshi.wording import describe

        return describe(position)

    def say(self, position: Position, action: int) -> str:
        from zashiki.games.toshi.wording import say

        return say(position, action)

    def why_not(self, position: Position, action: int) -> str:
        from zashiki.games.toshi.wording import why_not

        return why_not(position, action)

    def prompt(self, position: Position) -> Prompt:
        from zashiki.games.toshi.wording import prompt

        return prompt(position)

    def log_lines(self, before: Position, action: int, after: Position) -> list[Line]:
        from zashiki.games.toshi.wording import log_lines

        return log_lines(before, action, after)

    def result_lines(self, position: Position) -> list[Line]:
        from zashiki.games.toshi.wording import result_lines

        return result_lines(position)

    def targets(self, position: Position, action: int) -> tuple[str, ...]:
        from zashiki.games.toshi.view import targets

        return targets(position, action)

    def view(self, position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
        from zashiki.games.toshi.view import view

        return view(position, seat, drafted)

    def blocked(self, position: Position) -> dict[str, str]:
        from zashiki.games.toshi.view import blocked

        return blocked(position)

    def preview(self, position: Position, action: int) -> dict[str, Any]:
        from zashiki.games.toshi.view import preview

        return preview(position, action)

    def rulebook(self, edition: Edition) -> dict[str, Any]:
        from zashiki.games.toshi.wording import rulebook

        return rulebook(edition.values)

    def roller(self, position: Position) -> int | None:
        from zashiki.games.toshi.view import roller

        return roller(position)


GAME = Toshi()
