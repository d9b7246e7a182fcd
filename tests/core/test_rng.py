"""The generator gives the published numbers of sfc32, fair choices, and independent streams."""

from __future__ import annotations

import numpy as np

from zashiki.core.rng import below, new_rng, next_word, weighted


def reference_sfc32(a: int, b: int, c: int, counter: int, n: int) -> list[int]:
    """Doty-Humphrey's definition, in plain Python integers."""
    words = []
    for _ in range(n):
        t = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = ((c << 21 | c >> 11) + t) % 2**32
        words.append(t)
    return words


def test_words_are_those_of_sfc32() -> None:
    rng = new_rng(2026)
    start = [int(word) for word in rng]
    assert [int(next_word(rng)) for _ in range(500)] == reference_sfc32(*start, n=500)


def test_first_words_of_a_seed_never_change() -> None:
    rng = new_rng(7)
    assert [int(next_word(rng)) for _ in range(4)] == [501424643, 4148996474, 3073809858, 2555403295]


def test_below_is_fair_and_in_range() -> None:
    rng = new_rng(1)
    counts = np.bincount([int(below(rng, 36)) for _ in range(36_000)], minlength=36)
    assert counts.size == 36
    chi2 = float(((counts - 1000.0) ** 2 / 1000.0).sum())
    assert chi2 < 70, "35 degrees of freedom: the 99.9 % quantile is 66.6"


def test_weighted_follows_the_weights() -> None:
    rng = new_rng(2)
    weights = np.array([1, 0, 3, 6], np.int32)
    counts = np.bincount([int(weighted(rng, weights, 4)) for _ in range(20_000)], minlength=4)
    assert counts[1] == 0
    assert abs(counts[3] / 20_000 - 0.6) < 0.02
    assert abs(counts[0] / 20_000 - 0.1) < 0.02


def test_streams_and_signs_of_a_seed_differ() -> None:
    firsts = {int(next_word(new_rng(seed, stream))) for seed in (5, -5, 6, 2**70) for stream in (0, 1, 2)}
    assert len(firsts) == 12


def test_no_seed_means_fresh_entropy() -> None:
    assert int(next_word(new_rng())) != int(next_word(new_rng()))
