"""Figures of a series and their uncertainty."""

from __future__ import annotations

import numpy as np
import pytest

from zashiki.arena.games import Batch
from zashiki.arena.summary import summarise, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_agree_with_published_ones(wins: int, games: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_nothing_is_known_without_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def batch(scores: list[list[int]], ranks: list[list[int]], steps: list[int]) -> Batch:
    nothing = np.zeros((len(scores), len(scores[0])))
    return Batch(
        scores=np.array(scores, np.int32),
        ranks=np.array(ranks, np.int32),
        steps=np.array(steps, np.int32),
        moves=nothing.astype(np.int32),
        seconds=nothing,
    )


def test_shared_victories_count_in_equal_parts() -> None:
    first = batch([[5, 3, 3], [4, 4, 1]], [[1, 2, 2], [1, 1, 3]], [10, 20])
    second = batch([[2, 2, 2], [0, 1, 9]], [[1, 1, 1], [3, 2, 1]], [30, 60])
    summary = summarise([first, second])
    assert [seat.wins for seat in summary.seats] == pytest.approx(
        [1 + 1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3 + 1]
    )
    assert sum(seat.share for seat in summary.seats) == pytest.approx(1)
    assert summary.games == 4
    assert (summary.steps, summary.shortest, summary.longest) == (30, 10, 60)
    seat = summary.seats[0]
    assert (seat.mean, seat.low, seat.high) == (2.75, 0, 5)
    assert seat.deviation == pytest.approx(2.2173557826)
    assert seat.interval[0] < seat.share < seat.interval[1]


def test_one_game_has_no_deviation() -> None:
    summary = summarise([batch([[7]], [[1]], [42])])
    assert (summary.seats[0].deviation, summary.steps_deviation) == (0.0, 0.0)
    assert summary.seats[0].wins == 1
