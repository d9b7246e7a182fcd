"""Bots against each other: who plays whom on which dice, results that survive a kill, and what they say.

A *round* is one set of chance seeds: every line-up of the bots on the seats plays one game with the same dice and
draws, so that luck falls to all alike. Results are appended to a JSONL file, one game per line; whoever starts the
same match again continues after what is there.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from zashiki.arena.games import Player, Series
from zashiki.arena.workers import Workers
from zashiki.core.edition import Edition
from zashiki.core.errors import ResultsError
from zashiki.core.files import locked

PLAYERS_KEPT = 8
"""Line-ups a process keeps ready."""

LINE_START = b'{"terms"'
"""How every line of a results file begins."""


@dataclass(frozen=True)
class Terms:
    """What every game of a match has in common.

    Attributes:
        game: name of the game.
        options: its complete options.
        edition: the printed numbers.
        seed: with the number of a round it determines the round's dice.
    """

    game: str
    options: Mapping[str, str | int]
    edition: Edition
    seed: int

    @property
    def seats(self) -> int:
        """Number of seats."""
        return int(self.options["players"])

    @property
    def key(self) -> str:
        """What tells results of these terms from others."""
        edition = self.edition.name if self.edition.packaged else self.edition.digest
        options = " ".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.game} {edition} {options}"


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a match, as a line of the results file.

    Attributes:
        terms: game, edition and options (`Terms.key`).
        seed: the seed of the match.
        round: which set of dice.
        bots: the bot of each seat.
        scores: final scores by seat.
        ranks: places by seat, 1 is best; shared places are equal.
        steps: decisions and chance.
        moves: decisions each seat's bot thought about (none for bots that are kernels).
        seconds: how long it thought in all.
    """

    terms: str
    seed: int
    round: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    steps: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]

    def __post_init__(self) -> None:
        seats = len(self.bots)
        for name in ("scores", "ranks", "moves", "seconds"):
            if len(getattr(self, name)) != seats:
                raise ValueError(f"{len(getattr(self, name))} {name} for {seats} bots")
        if not self.ranks or min(self.ranks) != 1:
            raise ValueError("no bot has rank 1, or one is ranked before it")

    @property
    def shares(self) -> tuple[float, ...]:
        """The win share of each seat: 1 for the only winner, equal parts for a shared victory."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)


def lineups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """The line-ups of one round: every choice of bots for the seats, each turned round all seats.

    With fewer bots than seats they fill the seats in turn, and every bot leads once.

    >>> lineups(["A", "B"], 2)
    [('A', 'B'), ('B', 'A')]
    >>> lineups(["A", "B"], 3)
    [('A', 'B', 'A'), ('B', 'A', 'B')]
    >>> len(lineups(["A", "B", "C", "D"], 2))
    12
    """
    if len(bots) < seats:
        return [tuple(bots[(seat + lead) % len(bots)] for seat in range(seats)) for lead in range(len(bots))]
    return [
        tuple(chosen[(seat + turn) % seats] for seat in range(seats))
        for chosen in itertools.combinations(bots, seats)
        for turn in range(seats)
    ]


@dataclass(frozen=True, order=True)
class Task:
    """One game to be played: the round first, so that tasks sort by round."""

    round: int
    bots: tuple[str, ...]


class Results:
    """A results file: what was played before, and a place for what is played now.

    A game that stands there twice counts once. Reading changes nothing in the file.

    Args:
        path: the JSONL file, made when it is first held; None keeps nothing.

    Raises:
        ResultsError: it cannot be read, a line of it is no result, or its folder does not exist.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.games: list[Played] = []
        if path is not None and path.exists():
            self._read(path)
        elif path is not None and not path.parent.is_dir():
            raise ResultsError(f"{path}: cannot be written (there is no folder {path.parent})")

    def _read(self, path: Path) -> int:
        """Read all games; returns how many bytes they are, without a last one cut short by the end of a program."""
        decoder = msgspec.json.Decoder(Played)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ResultsError(f"{path}: cannot be read ({error.strerror or error})") from None
        whole = data.rfind(b"\n") + 1
        lines, rest = data[:whole].split(b"\n")[:-1], data[whole:]
        games: dict[tuple[str, int, int, tuple[str, ...]], Played] = {}
        for number, line in enumerate(lines, 1):
            try:
                game = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise ResultsError(f"{path}, line {number}: not a result of a game ({error})") from None
            games.setdefault((game.terms, game.seed, game.round, game.bots), game)
        if not (rest.startswith(LINE_START) or LINE_START.startswith(rest)):
            raise ResultsError(
                f"{path}, line {len(lines) + 1}: not a result of a game, nor the beginning of one"
            )
        self.games = list(games.values())
        return whole

    @contextmanager
    def held(self) -> Iterator[None]:
        """For as long as games are added: nobody else adds any, and what others added before is known.

        Raises:
            ResultsError: another program holds the file, or it cannot be written.
        """
        if self.path is None:
            yield
            return
        with locked(self.path, ResultsError):
            whole = self._read(self.path)
            if whole < self.path.stat().st_size:
                os.truncate(self.path, whole)
            yield

    def of(self, terms: Terms, bots: Iterable[str] | None = None, any_seed: bool = False) -> list[Played]:
        """The games under some terms, between some bots only, of one seed or any."""
        wanted = None if bots is None else set(bots)
        return [
            game
            for game in self.games
            if game.terms == terms.key
            and (any_seed or game.seed == terms.seed)
            and (wanted is None or wanted.issuperset(game.bots))
        ]

    def add(self, game: Played) -> None:
        """Note a game, in the file at once.

        Raises:
            ResultsError: it cannot be written.
        """
        self.games.append(game)
        if self.path is None:
            return
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
        except OSError as error:
            raise ResultsError(f"{self.path}: cannot be written ({error.strerror or error})") from None


@dataclass
class Match:
    """Rounds of games between bots, continued from what is in the results.

    Attributes:
        terms: what the games have in common.
        lineups: what is played in each round.
        results: where games are found and added.
        records: whether each game's record is handed out with it.
    """

    terms: Terms
    lineups: Sequence[tuple[str, ...]]
    results: Results
    records: bool = False

    def tasks(self, rounds: Iterable[int]) -> Iterator[Task]:
        """The games of some rounds that have not been played when this is called."""
        known = {Task(game.round, game.bots) for game in self.results.of(self.terms)}
        return (
            Task(number, bots)
            for number in rounds
            for bots in self.lineups
            if Task(number, bots) not in known
        )

    def complete_rounds(self) -> list[list[Played]]:
        """The rounds of which every line-up has been played, in their order."""
        wanted = set(self.lineups)
        by_round: dict[int, dict[tuple[str, ...], Played]] = {}
        for game in self.results.of(self.terms):
            if game.bots in wanted:
                by_round.setdefault(game.round, {})[game.bots] = game
        return [list(games.values()) for _, games in sorted(by_round.items()) if len(games) == len(wanted)]

    def play(self, rounds: Iterable[int], jobs: int = 1) -> Generator[tuple[Played, str | None], None, None]:
        """Play what is missing of some rounds; games come as they end, with their record if asked for.

        Each game is the same whatever the number of jobs, as long as the bots do not look at the clock. Whoever
        stops iterating stops the match. With more than one job new processes are started: see `play_series`.

        Raises:
            ResultsError: another program plays into the same file, or it cannot be written.
        """
        with self.results.held():
            for played, record in _play(self.terms, self.tasks(rounds), self.records, jobs):
                self.results.add(played)
                yield played, record


def _play(
    terms: Terms, tasks: Iterator[Task], records: bool, jobs: int
) -> Generator[tuple[Played, str | None], None, None]:
    if jobs == 1:
        for task in tasks:
            yield _play_one(terms, task, records)
        return
    with Workers(jobs) as pool:
        waiting: set[Future[tuple[Played, str | None]]] = set()
        done: deque[Future[tuple[Played, str | None]]] = deque()
        try:
            while True:
                waiting |= {
                    pool.submit(_play_one, terms, task, records)
                    for task in itertools.islice(tasks, 2 * jobs - len(waiting))
                }
                if not waiting:
                    return
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                done.extend(finished)
                while done:
                    yield done.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _play_one(terms: Terms, task: Task, records: bool) -> tuple[Played, str | None]:
    series = Series(terms.game, terms.options, terms.edition, task.bots, terms.seed, records)
    batch = _player(_Hashable(series)).play(task.round, 1)
    played = Played(
        terms=terms.key,
        seed=terms.seed,
        round=task.round,
        bots=task.bots,
        scores=tuple(batch.scores[0].tolist()),
        ranks=tuple(batch.ranks[0].tolist()),
        steps=int(batch.steps[0]),
        moves=tuple(batch.moves[0].tolist()),
        seconds=tuple(round(seconds, 4) for seconds in batch.seconds[0].tolist()),
    )
    return played, batch.records[0] if records else None


class _Hashable:
    """A series as a key: options are a mapping, which has no hash."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.key = (
            *(series.game, tuple(sorted(series.options.items())), series.edition.digest),
            *(series.bots, series.seed, series.records),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hashable) and self.key == other.key


@functools.lru_cache(PLAYERS_KEPT)
def _player(series: _Hashable) -> Player:
    return Player(series.series)
