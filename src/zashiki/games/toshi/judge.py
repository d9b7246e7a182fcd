"""A quick judgement of Toshi: how good a state is for each seat, which moves are sensible, what a learner sees."""

from __future__ import annotations

from zashiki.core.kernel import kernel
from zashiki.games.toshi.rules import empty_square_price, size
from zashiki.games.toshi.state import AREA

OBSERVATION_SIZE = 1


@kernel
def evaluate(state, rules, out):
    """Prospects of each seat in score points."""
    for number in range(rules.players):
        seat = state.seats[number]
        out[number] = seat.koku - empty_square_price(rules, seat) * size(seat.empty)


@kernel
def suggest(state, rules, ids, n, out):
    """Weights of the legal actions."""
    for i in range(n):
        out[i] = 1.0


@kernel
def observe(state, rules, seat, out):
    """Features of one seat."""
    out[0] = state.turn / AREA
