"""stub"""

from zashiki.core.kernel import kernel

OBSERVATION_SIZE = 4


@kernel
def observe(state, rules, seat, out):
    """x."""
    out[0] = 0


@kernel
def evaluate(state, rules, out):
    """x."""
    out[0] = 0


@kernel
def suggest(state, rules, ids, n, out):
    """x."""
    for i in range(n):
        out[i] = 1
