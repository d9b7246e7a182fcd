"""Series of games between bots: the same games whatever the number of processes that play them.

Game g of a series with seed S is driven by `game_seed(S, g)`: chance has stream 0 of it, seat s stream s + 1.
Seats with kernel bots are played in machine code (`zashiki.bots.machine.advance_game`); any other bot is asked for
its move whenever its seat is to move. There is no other way in which games are played here.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.arena.workers import Workers
from zashiki.bots import ASK, Bot, make_bot
from zashiki.bots.machine import Workspace
from zashiki.core.contract import OVER, Game
from zashiki.core.edition import Edition
from zashiki.core.position import Position
from zashiki.core.prepare import algorithm
from zashiki.core.record import Record, Result
from zashiki.core.rng import new_rng
from zashiki.games import get

FIRST_CAPACITY = 1024
LARGEST_BATCH = 200
BATCHES_PER_JOB = 16


@dataclass(frozen=True)
class Series:
    """What is to be played.

    Attributes:
        game: name of the game.
        options: its complete options.
        edition: the printed numbers.
        bots: the spec of the bot on each seat.
        seed: any integer; with the number of a game it determines that game.
        records: whether the games are written down.
        legal: whether the records list all legal moves at every step.
    """

    game: str
    options: Mapping[str, str | int]
    edition: Edition
    bots: tuple[str, ...]
    seed: int
    records: bool = False
    legal: bool = False


@dataclass(frozen=True)
class Batch:
    """The outcome of consecutive games.

    Attributes:
        scores: int32[games, seats].
        ranks: int32[games, seats]; 1 is best, shared places are equal.
        steps: int32[games]; decisions and chance.
        moves: int32[games, seats]; decisions of bots that are no kernels, those with a single legal move left out.
        seconds: float64[games, seats]; what these took.
        records: one JSON line per game, if asked for.
    """

    scores: NDArray[np.int32]
    ranks: NDArray[np.int32]
    steps: NDArray[np.int32]
    moves: NDArray[np.int32]
    seconds: NDArray[np.float64]
    records: list[str] = field(default_factory=list)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a series: 64 bits that look unrelated for neighbouring numbers and seeds.

    The mixing is that of Steele, Lea and Flood's SplitMix64, once for the seed and once for the number.
    """
    return _mix(_mix(seed) + (number + 1) * 0x9E3779B97F4A7C15)


def _mix(word: int) -> int:
    word &= 2**64 - 1
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & (2**64 - 1)
    return word ^ (word >> 31)


class Player:
    """Plays the games of a series, one after the other, in this process.

    Raises:
        UnknownBotError, UnknownGameError: the series names a bot or game there is not.
    """

    def __init__(self, series: Series) -> None:
        self.series = series
        self.game: Game = get(series.game)
        self.rules: Any = self.game.make_rules(series.edition, series.options)
        seats = len(series.bots)
        self._kinds = np.array(
            [make_bot(spec, self.game, series.seed).kind for spec in series.bots], np.int64
        )
        self._space = Workspace(self.game, seats)
        self._log = np.zeros((FIRST_CAPACITY, 2), np.int32)
        self._table = np.zeros((seats, 2 + len(self.game.breakdown)), np.int32)
        self._moves = np.zeros(seats, np.int32)
        self._seconds = np.zeros(seats)
        self._advance = algorithm(self.game, "advance_game")

    @property
    def names(self) -> list[str]:
        """The seat names records carry: the bots, numbered where two would have the same name."""
        return seat_names(self.series.bots)

    def play(self, first: int, count: int) -> Batch:
        """Games first, first + 1, ..., first + count - 1 of the series."""
        seats = len(self.series.bots)
        batch = Batch(
            scores=np.zeros((count, seats), np.int32),
            ranks=np.zeros((count, seats), np.int32),
            steps=np.zeros(count, np.int32),
            moves=np.zeros((count, seats), np.int32),
            seconds=np.zeros((count, seats)),
        )
        for row in range(count):
            done = self._play_game(game_seed(self.series.seed, first + row))
            self.game.kernels.standings(self._space.states[0], self.rules, self._table)
            batch.scores[row] = self._table[:, 0]
            batch.ranks[row] = self._table[:, 1]
            batch.steps[row] = done
            batch.moves[row] = self._moves
            batch.seconds[row] = self._seconds
            if self.series.records:
                batch.records.append(self._record(done).to_json())
        return batch

    def _play_game(self, seed: int) -> int:
        """Play one game; its steps are then in the log, their number is returned."""
        game, space, rules = self.game, self._space, self.rules
        rngs = np.stack([new_rng(seed, stream) for stream in range(1 + len(self._kinds))])
        asked: dict[int, Bot] = {}
        position: Position | None = None
        space.states.view(np.uint8)[:] = 0
        game.kernels.setup(space.states[0], rules)
        self._moves[:] = 0
        self._seconds[:] = 0
        done = 0
        while True:
            done = self._advance(
                *(space.states, rules, self._kinds, rngs, space.ids, space.chances),
                *(space.values, space.worth, self._log, done),
            )
            who = int(game.kernels.mover(space.states[0]))
            if who == OVER:
                return done
            if done > game.step_bound(rules):
                raise RuntimeError(f"{game.title}: no end after {done} steps of the game with seed {seed}")
            if done == len(self._log):
                self._log = np.concatenate([self._log, np.zeros_like(self._log)])
            elif who >= 0 and self._kinds[who] == ASK:
                bot = asked.setdefault(who, make_bot(self.series.bots[who], game, seed))
                position = position or self._position()
                for action in self._log[len(position) : done, 1].tolist():
                    position.play_unchecked(game.codec.move(action))
                action = self._ask(bot, who, position)
                game.kernels.apply(space.states[0], rules, action)
                self._log[done] = who, action
                done += 1
            else:
                raise RuntimeError(
                    f"{game.title}: no legal move after {done} steps of the game with seed {seed}"
                )

    def _ask(self, bot: Bot, seat: int, position: Position) -> int:
        start = time.perf_counter()
        action = position.find(bot.choose(position)).id
        if len(position.legal_moves) > 1:
            self._moves[seat] += 1
            self._seconds[seat] += time.perf_counter() - start
        return action

    def _position(self) -> Position:
        series = self.series
        return Position(self.game, series.options, series.edition, seats=self.names)

    def _record(self, done: int) -> Record:
        series, codec = self.series, self.game.codec
        steps = self._log[:done].tolist()
        return Record(
            game=series.game,
            edition=series.edition.name,
            edition_digest=None if series.edition.packaged else series.edition.digest,
            rules=self.game.rules_version,
            options=dict(series.options),
            seats=self.names,
            log=[("*" if who < 0 else who, codec.move(action).text) for who, action in steps],
            result=Result(self._table[:, 0].tolist(), self._table[:, 1].tolist()),
            legal=self._legal([action for _, action in steps]) if series.legal else None,
        )

    def _legal(self, actions: Sequence[int]) -> list[Any]:
        """All legal moves at every step, as records carry them."""
        kernels, codec, space = self.game.kernels, self.game.codec, self._space
        space.states.view(np.uint8)[:] = 0
        state = space.states[1]
        kernels.setup(state, self.rules)
        lists: list[Any] = []
        for action in actions:
            n = kernels.legal(state, self.rules, space.ids)
            texts = [codec.move(i).text for i in space.ids[:n].tolist()]
            if kernels.mover(state) < 0:
                kernels.weights(state, self.rules, space.chances)
                lists.append(sorted(zip(texts, space.chances[:n].tolist(), strict=True)))
            else:
                lists.append(sorted(texts))
            kernels.apply(state, self.rules, action)
        return lists


def seat_names(bots: Sequence[str]) -> list[str]:
    """A name for each seat: the bot's spec, numbered where several seats have the same one.

    >>> seat_names(["greedy", "random", "random"])
    ['greedy', 'random 1', 'random 2']
    """
    return [
        spec if bots.count(spec) == 1 else f"{spec} {bots[: seat + 1].count(spec)}"
        for seat, spec in enumerate(bots)
    ]


def play_series(series: Series, games: int, jobs: int = 1) -> Iterator[Batch]:
    """Play games 0 to games - 1 of a series; batches come in order, the same for any number of jobs.

    With more than one job, new processes are started that import the caller's main module: a script that calls
    this needs the usual `if __name__ == "__main__":`.

    Args:
        series: what is played.
        games: how many games.
        jobs: number of processes; 1 plays here.
    """
    size = max(1, min(LARGEST_BATCH, games // (jobs * BATCHES_PER_JOB)))
    spans = [(first, min(size, games - first)) for first in range(0, games, size)]
    if jobs == 1:
        player = Player(series)
        for first, count in spans:
            yield player.play(first, count)
        return
    # Compile once here, so that the workers find the kernels in the cache.
    Player(series)
    with Workers(jobs, _start_worker, (series,)) as pool:
        waiting: deque[Future[Batch]] = deque()
        try:
            for span in spans:
                waiting.append(pool.submit(_work, *span))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_player: Player


def _start_worker(series: Series) -> None:
    global _player
    _player = Player(series)


def _work(first: int, count: int) -> Batch:
    return _player.play(first, count)
