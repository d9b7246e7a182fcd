"""A quick judgement of Nippon: Zaibatsu: how good a state is for each seat, which moves are sensible, what a learner sees."""

from __future__ import annotations

from zashiki.core.kernel import kernel

OBSERVATION_SIZE = 1


@kernel
def evaluate(state, rules, out):
    """Prospects of each seat in score points."""
    for seat in range(rules.players):
        out[seat] = state.players[seat].vp


@kernel
def suggest(state, rules, ids, n, out):
    """Weights of the legal actions."""
    for i in range(n):
        out[i] = 1.0


@kernel
def observe(state, rules, seat, out):
    """Features of one seat."""
    out[0] = state.current_round
