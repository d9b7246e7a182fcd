"""Bots as kernels: the choices of `random` and `greedy`, and whole games between such bots, in machine code.

Every array argument is made by `Workspace`, once for many games. Nothing here knows a game: the algorithms are
written over the contract's kernels and specialised per game (`zashiki.core.prepare`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, int64
from numpy.typing import NDArray

from zashiki.core.contract import Game
from zashiki.core.kernel import generic
from zashiki.core.prepare import FLOAT32S, INT32S, INT64S, RNG, register
from zashiki.core.rng import below, weighted

# The contract's kernels are put into the globals by `specialise`.
mover: Any = None
legal: Any = None
weights: Any = None
apply: Any = None
evaluate: Any = None
CHANCE = -1
OVER = -2

ASK = -1
"""In place of a kind of kernel bot: the seat's bot is not a kernel; `advance_game` stops, and it must be asked."""

RANDOM = 0
GREEDY = 1

RNGS = int64[:, ::1]
LOG = int32[:, ::1]


@register(lambda state, rules: (state[::1], rules, INT32S, int64, int64, FLOAT32S, FLOAT32S))
@generic
def judge_moves(states, rules, ids, n, seat, values, worth):
    """What each legal action is worth to a seat by the game's `evaluate`, looking one step ahead.

    Args:
        states: record[2]; the first is judged and left as it is, the second is overwritten.
        rules: the rules record.
        ids: int32[max_legal]; the first n are the legal actions.
        n: number of legal actions.
        seat: whose view is taken: its prospects less those of the best other seat.
        values: float32[seats], overwritten.
        worth: float32[max_legal]; the first n are set, in score points.
    """
    for i in range(n):
        states[1] = states[0]
        apply(states[1], rules, np.int64(ids[i]))
        evaluate(states[1], rules, values)
        best = np.float32(0.0)
        others = 0
        for other in range(len(values)):
            if other != seat:
                if others == 0 or values[other] > best:
                    best = values[other]
                others += 1
        worth[i] = values[seat] - best


@register(lambda state, rules: (state[::1], rules, int64, INT32S, int64, int64, RNG, FLOAT32S, FLOAT32S))
@generic
def choose_action(states, rules, kind, ids, n, seat, rng, values, worth):
    """The index among the n legal actions in ids that a kernel bot of a kind plays; ties are broken by rng."""
    if n == 1:
        return 0
    if kind == RANDOM:
        return below(rng, n)
    judge_moves(states, rules, ids, n, seat, values, worth)
    choice = 0
    equal = 1
    for i in range(1, n):
        if worth[i] > worth[choice]:
            choice = i
            equal = 1
        elif worth[i] == worth[choice]:
            equal += 1
            if below(rng, equal) == 0:
                choice = i
    return choice


@register(
    lambda state, rules: (
        *(state[::1], rules, INT64S, RNGS, INT32S, INT32S, FLOAT32S, FLOAT32S),
        *(LOG, int64),
    )
)
@generic
def advance_game(states, rules, kinds, rngs, ids, chances, values, worth, log, done):
    """Play on: chance by its weights, kernel bots by their choice, until the game is over or somebody must be asked.

    Args:
        states: record[2]; the first is played on in place, the second is overwritten.
        rules: the rules record.
        kinds: int64[seats]; RANDOM, GREEDY or ASK.
        rngs: int64[1 + seats, 4]; random states of chance and of each seat, advanced.
        ids: int32[max_legal], overwritten.
        chances: int32[max_legal], overwritten.
        values: float32[seats], overwritten.
        worth: float32[max_legal], overwritten.
        log: int32[capacity, 2]; from row `done` on, mover and action of each step are written.
        done: number of steps already in the log.

    Returns:
        The number of steps now in the log. The game is over, or an ASK seat is to move, or the log is full; or, if
        none of these, a decision had no legal move.
    """
    while done < len(log):
        who = mover(states[0])
        if who == OVER:
            return done
        if who != CHANCE and kinds[who] == ASK:
            return done
        n = legal(states[0], rules, ids)
        if n == 0:
            return done
        if who == CHANCE:
            weights(states[0], rules, chances)
            choice = weighted(rngs[0], chances, n)
        else:
            choice = choose_action(states, rules, kinds[who], ids, n, who, rngs[who + 1], values, worth)
        log[done, 0] = who
        log[done, 1] = ids[choice]
        apply(states[0], rules, np.int64(ids[choice]))
        done += 1
    return done


class Workspace:
    """The arrays that the kernels of this module work in, for one game and number of seats.

    Attributes:
        states: record[2]; the position, and a scratch copy.
        ids, chances: int32[max_legal].
        values: float32[seats].
        worth: float32[max_legal].
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.states: Any = np.zeros(2, game.state_dtype).view(np.recarray)
        self.ids: NDArray[np.int32] = np.zeros(game.max_legal, np.int32)
        self.chances: NDArray[np.int32] = np.zeros(game.max_legal, np.int32)
        self.values: NDArray[np.float32] = np.zeros(seats, np.float32)
        self.worth: NDArray[np.float32] = np.zeros(game.max_legal, np.float32)


__all__ = ["ASK", "GREEDY", "RANDOM", "Workspace", "advance_game", "choose_action", "judge_moves"]
