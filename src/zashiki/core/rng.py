"""Random numbers that are the same everywhere: a small generator (sfc32) kept in the caller's buffer.

Chris Doty-Humphrey's sfc32, counter-based with 128 bits of state, passes PractRand. It is written in 64-bit
integers with masks, so that it gives the same numbers with the compiler on and off.
"""

from __future__ import annotations

import operator
import os
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from zashiki.core.errors import OptionError
from zashiki.core.kernel import kernel

Rng: TypeAlias = NDArray[np.int64]
"""Four 32-bit words of generator state in an int64 array."""


def new_rng(seed: int | None = None, stream: int = 0) -> Rng:
    """A generator for a seed; streams of one seed are independent of each other.

    Args:
        seed: any integer; None takes entropy from the operating system.
        stream: which of the seed's streams (0 is chance; seat s uses s + 1).

    Raises:
        OptionError: the seed is no whole number.
    """
    try:
        entropy = int.from_bytes(os.urandom(16)) if seed is None else operator.index(seed)
    except TypeError:
        raise OptionError(f"seed cannot be {seed!r}: it takes a whole number") from None
    words = np.random.SeedSequence([entropy & (2**128 - 1), stream, int(entropy < 0)]).generate_state(3)
    rng = np.array([*words, 1], dtype=np.int64)
    for _ in range(12):
        next_word(rng)
    return rng


@kernel
def next_word(rng):
    """The next 32 random bits, as a non-negative int64."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + counter) & 0xFFFFFFFF
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & 0xFFFFFFFF
    rng[2] = ((((c << 21) & 0xFFFFFFFF) | (c >> 11)) + word) & 0xFFFFFFFF
    rng[3] = (counter + 1) & 0xFFFFFFFF
    return word


@kernel
def below(rng, n):
    """A random integer from 0 to n - 1; n at most 2**31."""
    return (next_word(rng) * n) >> 32


@kernel
def weighted(rng, weights, n):
    """An index below n, chosen in proportion to the first n integer weights (their sum at most 2**31)."""
    total = 0
    for i in range(n):
        total += weights[i]
    mark = below(rng, total)
    for i in range(n):
        mark -= weights[i]
        if mark < 0:
            return i
    return n - 1
