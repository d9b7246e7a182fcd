"""Nippon: Zaibatsu: factories, ships and trains of Meiji Japan, for two to four players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zashiki.core.contract import Game, Kernels, Line, Option, Prompt, named_features
from zashiki.core.edition import Edition
from zashiki.games.nippon import judge, rules, scoring
from zashiki.games.nippon.edition import EDITIONS, load_edition, make_rules
from zashiki.games.nippon.moves import CODEC, MAX_LEGAL
from zashiki.games.nippon.state import (
    AREA,
    CITIES,
    CITY_SPACES,
    COLOURS,
    PIECES,
    REGIONS,
    ROWS,
    RULES_DTYPE,
    SEATS,
    SECTIONS,
    SLOTS,
    STATE_DTYPE,
    TOKENS_A,
    TRAIN_SPACES,
    TYPES,
    Task,
)
from zashiki.games.nippon.tasks import FACES

if TYPE_CHECKING:
    from zashiki.core.position import Position

__all__ = ["GAME", "Nippon"]

OPTIONS = (
    Option(
        "late_factories",
        ("off", "on"),
        "off",
        "Whether some Factories of the late game, the fifth of their type, are on display.",
        {"off": "four Factories of each type", "on": "one more Factory per player, and one"},
    ),
    Option(
        "contest",
        ("lower", "off"),
        "lower",
        "Whether an Influence token may drive out another one.",
        {"lower": "a token drives out one of lower value", "off": "only empty spaces can be taken"},
    ),
    Option(
        "market_region",
        ("any", "same", "different"),
        "any",
        "Where the sales of one Local Market action may go.",
        {"any": "to any Regions", "same": "all to one Region", "different": "each to another Region"},
    ),
    Option(
        "queue_rows",
        (2, 1),
        2,
        "Rows of Workers in each queue area.",
        {2: "two rows", 1: "one row: a shorter game"},
    ),
)


class Nippon(Game):
    """Nippon: Zaibatsu; the one instance is `GAME`."""

    name = "nippon"
    title = "Nippon: Zaibatsu"
    summary = (
        "Hire Workers, build Factories, Ships and Trains, and lead a family of companies into a new age."
    )
    rules_version = 1
    players = (2, 3, 4)
    minutes = 120
    options = OPTIONS
    editions = EDITIONS
    codec = CODEC
    state_dtype = STATE_DTYPE
    rules_dtype = RULES_DTYPE
    max_legal = MAX_LEGAL
    breakdown = scoring.BREAKDOWN
    observation_size = judge.OBSERVATION_SIZE
    features = named_features(
        judge.COMMON,
        hiring=(len(SECTIONS), len(COLOURS)),
        queue=(ROWS, len(COLOURS)),
        display=(TYPES, FACES),
        wanted=(len(CITIES), len(CITY_SPACES), TYPES),
        tokens=(len(CITIES), len(CITY_SPACES), SEATS),
        overseas=(len(CITIES), len(CITY_SPACES)),
        trains=(len(REGIONS), TRAIN_SPACES, SEATS),
        free_track=(len(REGIONS), TRAIN_SPACES),
        pairs=(SLOTS, 2, len(TOKENS_A)),
    )
    seat_features = named_features(judge.PERSONAL, area=(AREA, len(COLOURS) + 1), faces=(TYPES, FACES))
    kernels = Kernels(
        setup=rules.setup,
        mover=rules.mover,
        legal=rules.legal,
        weights=rules.weights,
        apply=rules.apply,
        standings=scoring.standings,
        observe=judge.observe,
        evaluate=judge.evaluate,
        suggest=judge.suggest,
    )

    def load_edition(self, source: str | Path | None = None) -> Edition:
        return load_edition(source)

    def make_rules(self, edition: Edition, options: Mapping[str, str | int]) -> Any:
        return make_rules(edition.values, options)

    def step_bound(self, rules: Any) -> int:
        """Every turn hires a Worker, sends back one hired earlier (or an Expert a Ship brought), or is idle.

        So many idle turns in a row end a round. No turn has more steps than three activations, each with its goods,
        rewards and chains of bonuses, and the Silk that all of it and earlier turns brought.
        """
        players, row = int(rules.players), int(rules.rows * rules.queue_row)
        sections = len(rules.section)
        hires = int(rules.rounds) * (sections * int(rules.hiring_space) + 2 * row)
        busy = 2 * hires + players * (2 * int(rules.final_turns) + PIECES + 1)
        turns = (busy + int(rules.rounds)) * (int(rules.idle) + 1)
        draws = 64 + (int(rules.rounds) + 1) * (sections * int(rules.hiring_space) + 2 * row)
        return draws + turns * STEPS_OF_A_TURN

    def phase(self, state: Any) -> str:
        return Task(int(state.stack[state.depth - 1].kind)).name.lower()

    def broken_laws(self, state: Any, rules: Any) -> list[str]:
        from zashiki.games.nippon.laws import broken_laws

        return broken_laws(state, rules)

    # The words and the view are loaded when they are first needed: simulations do without them.

    def describe(self, position: Position) -> str:
        from zashiki.games.nippon.wording import describe

        return describe(position)

    def say(self, position: Position, action: int) -> str:
        from zashiki.games.nippon.wording import say

        return say(position, action)

    def why_not(self, position: Position, action: int) -> str:
        from zashiki.games.nippon.reasons import why_not

        return why_not(position, action)

    def blocked(self, position: Position) -> dict[str, str]:
        from zashiki.games.nippon.reasons import blocked

        return blocked(position)

    def prompt(self, position: Position) -> Prompt:
        from zashiki.games.nippon.wording import prompt

        return prompt(position)

    def log_lines(self, before: Position, action: int, after: Position) -> list[Line]:
        from zashiki.games.nippon.wording import log_lines

        return log_lines(before, action, after)

    def result_lines(self, position: Position) -> list[Line]:
        from zashiki.games.nippon.wording import result_lines

        return result_lines(position)

    def targets(self, position: Position, action: int) -> tuple[str, ...]:
        from zashiki.games.nippon.view import targets

        return targets(position, action)

    def view(self, position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
        from zashiki.games.nippon.view import view

        return view(position, seat, drafted)

    def preview(self, position: Position, action: int) -> dict[str, Any]:
        from zashiki.games.nippon.preview import preview

        return preview(position, action)

    def rulebook(self, edition: Edition) -> dict[str, Any]:
        from zashiki.games.nippon.wording import rulebook

        return rulebook(
            edition.values, self.make_rules(edition, self.complete_options(max(self.players), {}))
        )


STEPS_OF_A_TURN = 200
"""More steps than any turn has on average over a game."""

GAME = Nippon()
