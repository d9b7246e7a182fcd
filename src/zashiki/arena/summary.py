"""What came out of a series of games, in figures with their uncertainty."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from zashiki.arena.games import Batch

Z95 = 1.959963984540054
"""97.5 % quantile of the normal distribution: bounds of a two-sided 95 % interval."""


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share; wins may be fractional (a victory shared by two counts half for each).

    >>> low, high = wilson(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class SeatSummary:
    """The figures of one seat.

    Attributes:
        mean, deviation: of its scores (sample standard deviation, 0 for one game).
        low, high: its lowest and highest score.
        wins: games won, shared victories counted in equal parts.
        share: wins per game.
        interval: 95 % interval of the share.
    """

    mean: float
    deviation: float
    low: int
    high: int
    wins: float
    share: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Summary:
    """The figures of a series.

    Attributes:
        games: number of games.
        seats: one summary per seat.
        steps, steps_deviation, shortest, longest: of the number of steps per game, decisions and chance.
    """

    games: int
    seats: list[SeatSummary]
    steps: float
    steps_deviation: float
    shortest: int
    longest: int


def summarise(batches: list[Batch]) -> Summary:
    """The figures of the games of some batches (at least one game)."""
    scores = np.concatenate([batch.scores for batch in batches])
    ranks = np.concatenate([batch.ranks for batch in batches])
    steps = np.concatenate([batch.steps for batch in batches])
    games = len(scores)
    first = ranks == 1
    shares = first / first.sum(axis=1, keepdims=True)
    seats = []
    for seat in range(scores.shape[1]):
        own, wins = scores[:, seat], float(shares[:, seat].sum())
        seats.append(
            SeatSummary(
                mean=float(own.mean()),
                deviation=_deviation(own),
                low=int(own.min()),
                high=int(own.max()),
                wins=wins,
                share=wins / games,
                interval=wilson(wins, games),
            )
        )
    return Summary(games, seats, float(steps.mean()), _deviation(steps), int(steps.min()), int(steps.max()))


def _deviation(values: np.ndarray) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0
