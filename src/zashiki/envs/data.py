"""Games as data: records written to Parquet, one row per decision, for learning from games that were played.

The columns are those of `schema`; its metadata, under the key `zashiki`, tells the game, the layout of the observation
and what the outcome is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from zashiki.core.edition import Edition
from zashiki.core.errors import OptionError, RecordError, ZashikiError
from zashiki.core.files import replaced
from zashiki.core.position import Position
from zashiki.core.record import Record, play_entry
from zashiki.envs.extras import missing
from zashiki.envs.task import Task

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise missing("PyArrow") from None

ROWS = 4096
"""Rows per row group."""


@dataclass
class Written:
    """What an export wrote.

    Attributes:
        games: number of games.
        unfinished: how many of them have no end, and therefore no outcome.
        decisions: number of rows.
    """

    games: int = 0
    unfinished: int = 0
    decisions: int = 0


def schema(task: Task) -> pa.Schema:
    """The columns of a task.

    * `record`: number of the game in the file; `step`: number of the entry in its log.
    * `seat`, `phase`, `move`: who decided, what was asked, the move as text.
    * `observation`: what the seat saw (`Task`); `mask`: what it could choose; `action`: what it chose.
    * `outcome`: the reward of the seat at the end; `scores`, `ranks`: the standings of all seats at the end. Null for
      games without an end.
    """
    told = {
        "game": task.game.name,
        "rules": task.game.rules_version,
        "players": task.players,
        "reward": task.reward.name.lower(),
        "features": [
            {"start": start, "seat": place, "name": feature.name, "shape": list(feature.shape)}
            for start, place, feature in task.layout()
        ],
    }
    columns = {
        "record": pa.int64(),
        "step": pa.int32(),
        "seat": pa.int8(),
        "phase": pa.string(),
        "move": pa.string(),
        "observation": pa.list_(pa.float32(), task.observation_size),
        "mask": pa.list_(pa.bool_(), task.action_count),
        "action": pa.int32(),
        "outcome": pa.float32(),
        "scores": pa.list_(pa.int32(), task.players),
        "ranks": pa.list_(pa.int8(), task.players),
    }
    return pa.schema(list(columns.items()), metadata={"zashiki": json.dumps(told)})


def decisions(task: Task, number: int, record: Record, position: Position) -> Iterator[dict[str, Any]]:
    """The rows of one game.

    Args:
        task: what is played.
        number: which game it is.
        record: the game.
        position: its start; played on to its end.

    Raises:
        RecordError: it does not replay.
    """
    rows: list[dict[str, Any]] = []
    for index, (mover, text) in enumerate(record.log):
        if not isinstance(position.mover, int):
            play_entry(position, index, mover, text)
            continue
        row = {
            "record": number,
            "step": index,
            "seat": position.mover,
            "phase": position.phase,
            "observation": task.observation(position, position.mover),
            "mask": task.mask(position).view(np.bool_),
        }
        moves = position.legal_moves
        play_entry(position, index, mover, text)
        move = position.steps[-1].move
        rows.append({**row, "move": move.text, "action": task.action(moves.index(move), move.id)})
    record.check_result(position)
    over = position.is_over
    rewards = task.rewards(position)
    ends = {
        "scores": [standing.score for standing in position.standings] if over else None,
        "ranks": [standing.rank for standing in position.standings] if over else None,
    }
    for row in rows:
        yield {**row, "outcome": float(rewards[row["seat"]]) if over else None, **ends}


def write_parquet(
    records: Iterable[tuple[str, Record]],
    path: str | Path,
    *,
    edition: str | Path | Edition | None = None,
    reward: str | None = None,
    told: Callable[[int], None] = lambda games: None,
) -> Written:
    """Write games to a Parquet file that appears under its name only when all has gone well.

    Args:
        records: the games, each with where it comes from (for messages); all of one game and number of seats.
        path: the file.
        edition: the edition file, for records of an edition that is not in the package.
        reward: what the outcome is; see `Task`.
        told: called with the number of games after each.

    Raises:
        ZashikiError: a record does not replay, or is of another game than the first; there is none; the file cannot
            be written.
    """
    path = Path(path)
    with replaced(path) as part:
        with _Writer(part, edition, reward) as writer:
            for place, record in records:
                writer.add(place, record)
                told(writer.written.games)
        if not writer.written.games:
            raise ZashikiError(f"{path}: there are no records to write")
    return writer.written


class _Writer:
    """Writes games, one after the other."""

    def __init__(self, path: Path, edition: str | Path | Edition | None, reward: str | None) -> None:
        self.written = Written()
        self._path, self._edition, self._reward = path, edition, reward
        self._editions: dict[tuple[str, str | None], Edition] = {}
        self._tasks: dict[bytes, Task] = {}
        self._schema: pa.Schema | None = None
        self._kind: tuple[str, int] | None = None
        self._stream: BinaryIO | None = None
        self._file: pq.ParquetWriter | None = None
        self._waiting: list[dict[str, Any]] = []

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if self._file is not None:
                if kind is None and self._waiting:
                    self._put(len(self._waiting))
                self._file.close()
        finally:
            if self._stream is not None:
                self._stream.close()

    def add(self, place: str, record: Record) -> None:
        """Write one game."""
        try:
            position = self._start(record)
            task = self._task(place, position)
            rows = list(decisions(task, self.written.games, record, position))
        except RecordError as error:
            raise RecordError(f"{place}: {error}", error.entry, error.legal) from None
        if self._file is None:
            self._schema = schema(task)
            self._stream = self._path.open("wb")
            self._file = pq.ParquetWriter(self._stream, self._schema, compression="zstd")
        self.written.games += 1
        self.written.decisions += len(rows)
        self.written.unfinished += not position.is_over
        self._waiting += rows
        while len(self._waiting) >= ROWS:
            self._put(ROWS)

    def _start(self, record: Record) -> Position:
        """The start of a game; each edition is read once, however many records there are."""
        key = record.game, record.edition
        position = record.start(self._editions.get(key, self._edition))
        self._editions.setdefault(key, position.edition)
        return position

    def _task(self, place: str, position: Position) -> Task:
        kind = position.game.name, position.players
        self._kind = self._kind or kind
        if kind != self._kind:
            raise OptionError(
                f"{place}: {kind[0]} with {kind[1]} seats after {self._kind[0]} with {self._kind[1]}: "
                "a file holds one game with one number of seats"
            )
        key = position.rules.tobytes()
        if key not in self._tasks:
            options = {name: value for name, value in position.options.items() if name != "players"}
            self._tasks[key] = Task(
                position.game, position.players, position.edition, self._reward, **options
            )
        return self._tasks[key]

    def _put(self, count: int) -> None:
        assert self._file is not None
        assert self._schema is not None
        self._file.write_table(_table(self._waiting[:count], self._schema))
        del self._waiting[:count]


def _table(rows: list[dict[str, Any]], columns: pa.Schema) -> pa.Table:
    """Rows as a table; the two wide columns are handed over as whole arrays."""
    made: list[pa.Array] = []
    for column in columns:
        values = [row[column.name] for row in rows]
        if column.name in ("observation", "mask"):
            flat = pa.array(np.concatenate(values))
            made.append(pa.FixedSizeListArray.from_arrays(flat, column.type.list_size))
        else:
            made.append(pa.array(values, column.type))
    return pa.table(made, schema=columns)
