"""What the results of matches say about strength: Elo with its uncertainty, ratings of many, sequential tests.

Games of one round share their dice, so they are not independent; rounds are. All uncertainty is therefore taken from
the spread between rounds. Few rounds that all ended alike have no spread and are no certainty: half a round lost and
half a round won are always added.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zashiki.arena.match import Played
from zashiki.arena.summary import wilson
from zashiki.core.errors import ResultsError

ELO_PER_NAT = 400 / math.log(10)
RESAMPLES = 400
CONFIDENCE = 0.95
PRIOR_GAMES = 0.5
"""Every bot has drawn so much of a game against an average one: keeps the rating of one that always wins finite."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


def elo_of(share: float) -> float:
    """The Elo difference at which a bot takes this share against another; infinite for all or nothing.

    >>> round(elo_of(0.75))
    191
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return ELO_PER_NAT * math.log(share / (1 - share))


def share_of(elo: float) -> float:
    """The share a bot takes that is better by so much Elo."""
    return 1 / (1 + math.exp(-elo / ELO_PER_NAT))


def duel_shares(rounds: Sequence[Sequence[Played]], bot: str) -> NDArray[np.float64]:
    """Per round, the mean share of a bot against everybody else at its tables, a comparison of two at a time.

    It is 1 where it is placed before the other, 0 where behind, one half for a shared place.
    """
    return np.array([_mean([_against(game, bot) for game in games if bot in game.bots]) for games in rounds])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _against(game: Played, bot: str) -> float:
    own = [rank for rank, name in zip(game.ranks, game.bots, strict=True) if name == bot]
    others = [rank for rank, name in zip(game.ranks, game.bots, strict=True) if name != bot]
    if not others:
        return 0.5
    return _mean([0.5 if a == b else float(a < b) for a in own for b in others])


def share_estimate(shares: NDArray[np.float64]) -> Estimate:
    """The mean share over independent rounds with its 95 % interval.

    The interval is Wilson's, for as many games won or lost as would leave the same standard error. Half a round lost
    and half a round won are added to the spread, so that few rounds which all ended alike do not pass for certainty.
    """
    rounds = len(shares)
    if rounds == 0:
        return Estimate(0.5, 0.0, 1.0)
    mean = float(shares.mean())
    variance = (float(((shares - mean) ** 2).sum()) + 0.25) / rounds**2
    games = max(1, round(mean * (1 - mean) / variance) if 0 < mean < 1 else rounds)
    low, high = wilson(mean * games, games)
    return Estimate(mean, min(low, mean), max(high, mean))


def elo_estimate(shares: NDArray[np.float64]) -> Estimate:
    """The Elo difference that a bot's shares over rounds stand for."""
    share = share_estimate(shares)
    return Estimate(elo_of(share.value), elo_of(share.low), elo_of(share.high))


# -- ratings of many bots


def pair_counts(games: Sequence[Played], bots: Sequence[str]) -> NDArray[np.float64]:
    """How much of a game each bot has won from each other: float64[bots, bots].

    A game among n seats is n (n - 1) / 2 comparisons, each worth 1 / (n - 1), so that a seat counts one game.
    """
    place = {bot: number for number, bot in enumerate(bots)}
    counts = np.zeros((len(bots), len(bots)))
    for game in games:
        seats = len(game.bots)
        for one in range(seats):
            for other in range(seats):
                a, b = game.bots[one], game.bots[other]
                if one != other and a != b:
                    better = game.ranks[one] < game.ranks[other]
                    won = 1.0 if better else 0.5 if game.ranks[one] == game.ranks[other] else 0.0
                    counts[place[a], place[b]] += won / (seats - 1)
    return counts


def bradley_terry(counts: NDArray[np.float64], sweeps: int = 500) -> NDArray[np.float64]:
    """Elo ratings with mean 0 that make the counted wins likeliest (Hunter's minorise-maximise steps)."""
    bots = len(counts)
    wins = counts.sum(axis=1) + PRIOR_GAMES
    met = counts + counts.T
    strength = np.ones(bots)
    for _ in range(sweeps):
        against = (met / (strength[:, None] + strength[None, :])).sum(axis=1)
        fresh = wins / (against + 2 * PRIOR_GAMES / (strength + 1.0))
        fresh /= np.exp(np.log(fresh).mean())
        settled = bool(np.abs(np.log(fresh / strength)).max() < 1e-7)
        strength = fresh
        if settled:
            break
    return ELO_PER_NAT * np.log(strength)


@dataclass(frozen=True)
class Rating:
    """The rating of one bot in a ladder.

    Attributes:
        bot: its spec.
        elo: rating with its 95 % interval, relative to the anchor; an end is infinite where no result bounds it.
        games: games it played.
        share: its mean share against those it met (pairwise).
        seconds: mean time per decision it thought about; None where it did not think.
        is_anchor: whether its rating is 0 by definition, so that there is no interval.
    """

    bot: str
    elo: Estimate
    games: int
    share: float
    seconds: float | None
    is_anchor: bool = False


def rate(games: Sequence[Played], anchor: str | None = None, seed: int = 1) -> list[Rating]:
    """Ratings of all bots that played, the strongest first: those of the model of Bradley and Terry.

    Intervals are those of Rubin's Bayesian bootstrap over rounds: ratings are found again and again with rounds of
    random weights, to which every two bots that met add half a round won and half a round lost. For two bots and
    rounds that are won or lost this is Jeffreys' interval of the share. It is open towards where nothing bounds a
    rating: upwards if no chain of games won or shared leads from the anchor (or, without one, from each other bot)
    to this bot, downwards if none leads back.

    Args:
        games: of the same terms; games of the same seed and round count as one observation.
        anchor: the bot whose rating is 0; by default the mean is.
        seed: of the resampling.

    Raises:
        ResultsError: the anchor has played no game.
    """
    bots = sorted({bot for game in games for bot in game.bots})
    if anchor is not None and anchor not in bots:
        raise ResultsError(f"the anchor {anchor} has played none of the games (bots: {', '.join(bots)})")
    if not bots:
        return []
    rounds: dict[tuple[int, int], list[Played]] = {}
    for game in games:
        rounds.setdefault((game.seed, game.round), []).append(game)
    per_round = np.array([pair_counts(group, bots) for group in rounds.values()])
    counts = per_round.sum(axis=0)
    zero = None if anchor is None else bots.index(anchor)

    def ratings(counts: NDArray[np.float64]) -> NDArray[np.float64]:
        found = bradley_terry(counts)
        return found if zero is None else found - found[zero]

    best = ratings(counts)
    generator = np.random.default_rng(seed)
    resampled = [ratings(reweighted(per_round, generator)) for _ in range(RESAMPLES)]
    low, high = np.quantile(resampled, ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2), axis=0)
    led = _leads_to(counts)
    others = slice(None) if zero is None else zero
    low = np.where(led[:, others].reshape(len(bots), -1).all(axis=1), np.minimum(low, best), -np.inf)
    high = np.where(led[others, :].reshape(-1, len(bots)).all(axis=0), np.maximum(high, best), np.inf)
    result = []
    for number, bot in enumerate(bots):
        won, lost = counts[number].sum(), counts[:, number].sum()
        result.append(
            Rating(
                bot=bot,
                elo=Estimate(float(best[number]), float(low[number]), float(high[number])),
                games=sum(bot in game.bots for game in games),
                share=float(won / (won + lost)) if won + lost else 0.5,
                seconds=thinking_time(games, bot),
                is_anchor=number == zero,
            )
        )
    return sorted(result, key=lambda rating: -rating.elo.value)


def reweighted(per_round: NDArray[np.float64], generator: np.random.Generator) -> NDArray[np.float64]:
    """The counted wins of rounds with random weights, and a random part of a round won and lost for every pair.

    Args:
        per_round: float64[rounds, bots, bots], the `pair_counts` of each.
        generator: where the weights come from: the exponential distribution for rounds, the gamma distribution with
            mean one half for what is added.
    """
    counts = np.tensordot(generator.standard_exponential(len(per_round)), per_round, 1)
    met = per_round + per_round.transpose(0, 2, 1)
    usual = met.sum(axis=0) / np.maximum((met > 0).sum(axis=0), 1)
    return counts + usual * generator.standard_gamma(0.5, usual.shape)


def _leads_to(counts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether a chain of games won or shared leads from one bot to another: bool[bots, bots]."""
    led = (counts > 0) | np.eye(len(counts), dtype=bool)
    for _ in range(len(counts)):
        led = led @ led
    return led


def thinking_time(games: Sequence[Played], bot: str) -> float | None:
    """Mean seconds per decision a bot thought about; None if it never did."""
    moves = seconds = 0.0
    for game in games:
        for name, count, took in zip(game.bots, game.moves, game.seconds, strict=True):
            if name == bot:
                moves += count
                seconds += took
    return seconds / moves if moves else None


# -- sequential test


@dataclass(frozen=True)
class Hypotheses:
    """What a sequential test decides between: the difference is at most elo0, or at least elo1.

    Attributes:
        elo0, elo1: the two differences, elo0 the smaller.
        alpha: chance of accepting elo1 where elo0 is true.
        beta: chance of accepting elo0 where elo1 is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: at the lower elo0 is accepted, at the upper elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, shares: NDArray[np.float64]) -> float:
        """The log-likelihood ratio of elo1 to elo0 after some rounds.

        The generalised ratio for a mean with unknown spread, in the normal approximation: rounds may have any
        number of results. Two imaginary rounds, all lost and all won, keep the spread from being 0 at first.
        """
        if len(shares) < 2:
            return 0.0
        spread = float(np.concatenate([shares, [0.0, 1.0]]).var())
        low, high = share_of(self.elo0), share_of(self.elo1)
        return len(shares) * (high - low) * (2 * float(shares.mean()) - low - high) / (2 * spread)

    def verdict(self, shares: NDArray[np.float64]) -> int | None:
        """0 or 1 if that hypothesis is accepted, None as long as neither is."""
        low, high = self.bounds
        ratio = self.ratio(shares)
        return 0 if ratio <= low else 1 if ratio >= high else None


def crosstable(games: Sequence[Played], bots: Sequence[str]) -> Mapping[tuple[str, str], tuple[float, float]]:
    """For each ordered pair of bots that met: how much the first won from the second, and out of how much."""
    counts = pair_counts(games, bots)
    table = {}
    for one, a in enumerate(bots):
        for other, b in enumerate(bots):
            met = counts[one, other] + counts[other, one]
            if one != other and met:
                table[a, b] = float(counts[one, other]), float(met)
    return table
