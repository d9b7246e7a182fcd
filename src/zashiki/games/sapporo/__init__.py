"""Sapporo 1876: the duel of four actions and two approaching events, for two players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zashiki.core.contract import Game, Kernels, Line, Option, Prompt, named_features
from zashiki.core.edition import Edition
from zashiki.games.sapporo import judge, rules
from zashiki.games.sapporo.edition import EDITIONS, MAX_COUNCIL_SPACES, load_edition
from zashiki.games.sapporo.moves import CODEC, MAX_LEGAL, PAY
from zashiki.games.sapporo.state import (
    BENCHES,
    BUILDINGS,
    PERSONS,
    PHASES,
    RESOURCES,
    RULES_DTYPE,
    STATE_DTYPE,
    broken_laws,
    make_rules,
    most_steps,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

__all__ = ["GAME", "Sapporo"]

OPTIONS = (
    Option(
        "start_player",
        ("random", "seat0"),
        "random",
        "Who is active in the first turn.",
        {"random": "drawn by chance", "seat0": "the first seat"},
    ),
    Option(
        "farm_buildings",
        ("one_column", "both"),
        "one_column",
        "Which columns one use of a farm building may pioneer.",
        {"one_column": "all steps in one of its two columns", "both": "its two columns freely mixed"},
    ),
    Option(
        "ryan_cap",
        ("edition", "none"),
        "edition",
        "How many points B. Ryan can give for goods left over.",
        {"edition": "at most what the edition says", "none": "any number"},
    ),
)


class Sapporo(Game):
    """Sapporo 1876; the one instance is `GAME`."""

    name = "sapporo"
    title = "Sapporo 1876"
    summary = "Choose an action for both of you, and make sure that it serves your own clan better."
    rules_version = 1
    players = (2,)
    minutes = 50
    options = OPTIONS
    editions = EDITIONS
    codec = CODEC
    state_dtype = STATE_DTYPE
    rules_dtype = RULES_DTYPE
    max_legal = MAX_LEGAL
    breakdown = ("fame", "academy", "columns", "persons", "council", "leftovers")
    observation_size = judge.OBSERVATION_SIZE
    features = named_features(
        judge.COMMON,
        council=(len(BENCHES), MAX_COUNCIL_SPACES, 2),
        persons=(len(PERSONS), 3),
        buildings=(len(BUILDINGS), 6),
        columns=(len(RESOURCES), 2),
    )
    seat_features = named_features(judge.PERSONAL, goods=(len(RESOURCES), 3))
    combined_from = PAY
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
        return most_steps(rules)

    def phase(self, state: Any) -> str:
        return PHASES[int(state.phase)]

    def broken_laws(self, state: Any, rules: Any) -> list[str]:
        return broken_laws(state, rules)

    # The words and the view are loaded when they are first needed: simulations do without them.

    def describe(self, position: Position) -> str:
        from zashiki.games.sapporo.wording import describe

        return describe(position)

    def say(self, position: Position, action: int) -> str:
        from zashiki.games.sapporo.wording import say

        return say(position, action)

    def why_not(self, position: Position, action: int) -> str:
        from zashiki.games.sapporo.wording import why_not

        return why_not(position, action)

    def prompt(self, position: Position) -> Prompt:
        from zashiki.games.sapporo.wording import prompt

        return prompt(position)

    def log_lines(self, before: Position, action: int, after: Position) -> list[Line]:
        from zashiki.games.sapporo.wording import log_lines

        return log_lines(before, action, after)

    def result_lines(self, position: Position) -> list[Line]:
        from zashiki.games.sapporo.wording import result_lines

        return result_lines(position)

    def targets(self, position: Position, action: int) -> tuple[str, ...]:
        from zashiki.games.sapporo.view import targets

        return targets(position, action)

    def view(self, position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
        from zashiki.games.sapporo.view import view

        return view(position, seat, drafted)

    def blocked(self, position: Position) -> dict[str, str]:
        from zashiki.games.sapporo.preview import blocked

        return blocked(position)

    def preview(self, position: Position, action: int) -> dict[str, Any]:
        from zashiki.games.sapporo.preview import preview

        return preview(position, action)

    def rulebook(self, edition: Edition) -> dict[str, Any]:
        from zashiki.games.sapporo.wording import rulebook

        return rulebook(edition.values, self.make_rules(edition, self.complete_options(None, {})))


GAME = Sapporo()
