"""Random play to the end, written once for every game: the measure of speed, and a check of every rule."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from zashiki.core.kernel import generic
from zashiki.core.prepare import INT32S, RNG, register
from zashiki.core.rng import below, weighted

# The contract's kernels are put into the globals by `specialise`.
mover: Any = None
legal: Any = None
weights: Any = None
apply: Any = None
CHANCE = -1
OVER = -2


@register(lambda state, rules: (state, rules, INT32S, INT32S, RNG, int64))
@generic
def playout(state, rules, ids, chances, rng, limit):
    """Play uniformly random legal moves (chance by its weights) until the game is over.

    Args:
        state: played on in place.
        rules: the rules record.
        ids: int32[max_legal], overwritten.
        chances: int32[max_legal], overwritten.
        rng: random state, advanced.
        limit: at most this many steps.

    Returns:
        The number of steps played, decisions and chance; negative if a decision had no legal move.
    """
    for steps in range(limit):
        who = mover(state)
        if who == OVER:
            return steps
        n = legal(state, rules, ids)
        if n == 0:
            return -steps - 1
        if who == CHANCE:
            weights(state, rules, chances)
            choice = weighted(rng, chances, n)
        else:
            choice = below(rng, n)
        apply(state, rules, np.int64(ids[choice]))
    return limit
