"""What stands in for the judgement of a game that supplies none: its score as if it ended now, and no preference."""

from __future__ import annotations

import functools
from dataclasses import fields, replace
from typing import Any

import numpy as np

from zashiki.core.contract import Game, Kernels
from zashiki.core.kernel import generic, specialise

# Put into the globals by `specialise`.
standings: Any = None
PARTS = 0


@generic
def evaluate_by_score(state, rules, out):
    """Prospects of each seat: its score if the game ended now."""
    board = np.zeros((len(out), 2 + PARTS), np.int32)
    standings(state, rules, board)
    for seat in range(len(out)):
        out[seat] = board[seat, 0]


@generic
def suggest_evenly(state, rules, ids, n, out):
    """All legal moves alike."""
    for i in range(n):
        out[i] = 1.0


@functools.cache
def complete_kernels(game: Game) -> Kernels:
    """The kernels of a game, with `evaluate` and `suggest` filled in where it has none."""
    given = game.kernels
    names = {field.name: getattr(given, field.name) for field in fields(Kernels)}
    missing = {"evaluate": evaluate_by_score, "suggest": suggest_evenly}
    made = {
        name: specialise(source, game.name, {**names, "PARTS": len(game.breakdown)})
        for name, source in missing.items()
        if names[name] is None
    }
    return replace(given, **made)
