"""A game small enough to be solved: take one to three stones, and luck may add to what you took.

Its name carries a hash of this file, so that compiled code of an earlier version is never used.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from zashiki.core.contract import CHANCE, OVER, Game, Kernels, Line, Prompt
from zashiki.core.edition import Edition
from zashiki.core.kernel import kernel
from zashiki.core.moves import Codec, Verb
from zashiki.core.position import Position

MOST = 3
LUCK = 3
LUCK_WEIGHTS = (3, 2, 1)
LAST_STONE = 2
CODEC = Codec([Verb("take", {"stones": "123"}), Verb("luck", {"points": "012"})])

STATE = np.dtype([("pile", np.int16), ("mover", np.int16), ("next", np.int16), ("scores", np.int16, (5,))])
RULES = np.dtype([("players", np.int32), ("pile", np.int32), ("lucky", np.int32)])


@kernel
def setup(state, rules):
    state.pile = rules.pile


@kernel
def mover(state):
    return state.mover


@kernel
def legal(state, rules, out):
    if state.mover == CHANCE:
        for points in range(LUCK):
            out[points] = MOST + points
        return LUCK
    n = min(MOST, state.pile)
    for stones in range(n):
        out[stones] = stones
    return n


@kernel
def weights(state, rules, out):
    out[0] = 3
    out[1] = 2
    out[2] = 1
    return LUCK


@kernel
def apply(state, rules, action):
    if action >= MOST:
        state.scores[state.next] += action - MOST
        state.mover = (state.next + 1) % rules.players
        state.next = 0
    else:
        state.pile -= action + 1
        state.scores[state.mover] += action + 1
        if state.pile == 0:
            state.scores[state.mover] += LAST_STONE
            state.mover = OVER
        elif rules.lucky:
            state.next = state.mover
            state.mover = CHANCE
        else:
            state.mover = (state.mover + 1) % rules.players


@kernel
def standings(state, rules, out):
    for seat in range(rules.players):
        out[seat, 0] = state.scores[seat]
        out[seat, 2] = state.scores[seat]
        out[seat, 1] = 1
        for other in range(rules.players):
            if state.scores[other] > state.scores[seat]:
                out[seat, 1] += 1


@kernel
def observe(state, rules, seat, out):
    out[0] = state.pile


class Stones(Game):
    """The toy game; it supplies neither `evaluate` nor `suggest`."""

    name = f"stones{zlib.crc32(Path(__file__).read_bytes()):08x}"
    title = "Stones"
    summary = "Take stones."
    rules_version = 1
    players = (1, 2, 3, 4)
    minutes = 1
    options = ()
    editions = ("standard",)
    codec = CODEC
    state_dtype = STATE
    rules_dtype = RULES
    max_legal = 3
    breakdown = ("points",)
    observation_size = 1
    kernels = Kernels(setup, mover, legal, weights, apply, standings, observe)

    def __init__(self, pile: int, lucky: bool) -> None:
        self.pile, self.lucky = pile, lucky

    def load_edition(self, source: str | Path | None = None) -> Edition:
        return Edition(self.name, "standard", "Standard", None, {}, {}, True)

    def make_rules(self, edition: Edition, options: Mapping[str, str | int]) -> Any:
        rules = np.zeros(1, RULES).view(np.recarray)[0]
        rules.players, rules.pile, rules.lucky = options["players"], self.pile, self.lucky
        return rules

    def step_bound(self, rules: Any) -> int:
        return 2 * self.pile

    def phase(self, state: Any) -> str:
        return "take"

    def broken_laws(self, state: Any, rules: Any) -> list[str]:
        return []

    def describe(self, position: Position) -> str:
        return f"{position.state.pile} stones"

    def say(self, position: Position, action: int) -> str:
        return f"Take {action + 1}"

    def why_not(self, position: Position, action: int) -> str:
        return "there are not so many"

    def prompt(self, position: Position) -> Prompt:
        return Prompt("How many?", "", "")

    def log_lines(self, before: Position, action: int, after: Position) -> list[Line]:
        return []

    def result_lines(self, position: Position) -> list[Line]:
        return []

    def targets(self, position: Position, action: int) -> tuple[str, ...]:
        return (str(action),)

    def view(self, position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
        return {}


def stones(pile: int, players: int = 2, lucky: bool = True) -> Position:
    """A new game of so many stones."""
    game = Stones(pile, lucky)
    return Position(game, {"players": players}, game.load_edition(), seed=1)


@cache
def win_share(pile: int, lead: int, lucky: bool = True) -> float:
    """The exact win share, for two, of the seat to move with its lead in points, if both play their best."""
    return max(share_of(pile, lead, take, lucky) for take in range(1, min(MOST, pile) + 1))


def share_of(pile: int, lead: int, take: int, lucky: bool = True) -> float:
    """The same of one move."""
    if take == pile:
        final = lead + take + LAST_STONE
        return 1.0 if final > 0 else 0.5 if final == 0 else 0.0
    if not lucky:
        return 1 - win_share(pile - take, -(lead + take), lucky)
    total = sum(LUCK_WEIGHTS)
    return sum(
        weight / total * (1 - win_share(pile - take, -(lead + take + points), lucky))
        for points, weight in enumerate(LUCK_WEIGHTS)
    )
