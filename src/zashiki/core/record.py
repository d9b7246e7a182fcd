"""Records: games written down as JSON, the whole truth about a game.

The log holds every decision and every outcome of chance, so replaying it needs no seed. The JSON Schema of the
format is in the package (`zashiki/core/record.schema.json`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from zashiki.core.contract import Game
from zashiki.core.edition import Edition
from zashiki.core.errors import EditionError, IllegalMoveError, InvalidMoveError, RecordError, ZashikiError
from zashiki.core.files import replaced
from zashiki.core.moves import Move
from zashiki.core.position import Position, Step

FORMAT = "zashiki.record/1"
SCHEMA_FILE = Path(__file__).with_name("record.schema.json")
MAX_BYTES = 16 * 1024 * 1024

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Mover = Literal["*"] | Seat
Name = Annotated[str, msgspec.Meta(max_length=80)]
Word = Annotated[str, msgspec.Meta(max_length=60)]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class Result(msgspec.Struct, frozen=True):
    """The outcome of a finished game: one score and one rank per seat."""

    scores: list[int]
    ranks: list[Annotated[int, msgspec.Meta(ge=1, le=4)]]


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a table did beside the moves: a take-back, a change of seat, a time-out.

    Attributes:
        at: number of log entries it came after.
        kind: what happened.
        seat: whom it concerns.
        text: a remark for people.
        time: seconds since 1970.
    """

    at: Annotated[int, msgspec.Meta(ge=0)]
    kind: Word
    seat: Seat | None = None
    text: Annotated[str, msgspec.Meta(max_length=400)] = ""
    time: float | None = None


class Record(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A game written down.

    Attributes:
        format: the name and version of the format.
        game: name of the game.
        edition: name of the edition played with.
        edition_digest: digest of its numbers, for an edition that is not in the package.
        rules: the rules version it was written under.
        options: the choices made before the game, `players` among them; defaults may be left out.
        seats: names of the seats.
        log: every step as [mover, move], mover `"*"` for chance.
        result: scores and ranks of a finished game.
        legal: optionally, for every log entry, all legal move texts at that point, sorted; at chance as
            [text, weight] pairs.
        events: optionally, what a table did beside the moves.
    """

    format: Literal["zashiki.record/1"] = msgspec.field(default=FORMAT)
    game: Word
    edition: Name | None = None
    edition_digest: Word | None = None
    rules: Annotated[int, msgspec.Meta(ge=1)] | None = None
    options: dict[Word, Word | int]
    seats: Annotated[list[Name], msgspec.Meta(max_length=4)] = msgspec.field(default_factory=list)
    log: list[tuple[Mover, MoveText]]
    result: Result | None = None
    # Plain `str`: a constrained text in one union with a tuple crashes msgspec 0.21-0.23 at garbage collection.
    legal: list[list[str | tuple[str, int]]] | None = None
    events: list[Event] = msgspec.field(default_factory=list)

    def to_json(self) -> str:
        """The record as JSON on one line."""
        return msgspec.json.encode({"format": self.format, **msgspec.to_builtins(self)}).decode()

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all.

        Raises:
            RecordError: it cannot be written.
        """
        with replaced(Path(path), RecordError) as part:
            part.write_text(self.to_json() + "\n", "utf-8")

    def replay(self, edition: str | Path | Edition | None = None) -> Position:
        """Replay the record, checking every entry and the result.

        Args:
            edition: the edition file, needed for a record of an edition that is not in the package.

        Raises:
            RecordError: names the first wrong entry, what was legal there, and why.
        """
        position = self.start(edition)
        if self.legal is not None and len(self.legal) != len(self.log):
            raise RecordError(f"'legal' has {len(self.legal)} lists for {len(self.log)} log entries")
        for index, (mover, text) in enumerate(self.log):
            if self.legal is not None:
                _check_legal(self.legal[index], position, index)
            play_entry(position, index, mover, text)
        self.check_result(position)
        return position

    def start(self, edition: str | Path | Edition | None = None) -> Position:
        """The position before the first log entry.

        Raises:
            RecordError, OptionError, EditionError, UnknownGameError: say what is wrong with the head.
        """
        from zashiki.games import get

        game = get(self.game)
        loaded = self._edition(game, edition)
        if self.rules is not None and self.rules != game.rules_version:
            raise RecordError(
                f"written under version {self.rules} of the rules of {game.title}; this is version {game.rules_version}"
            )
        given = {name: value for name, value in self.options.items() if name != "players"}
        options = game.complete_options(self.options.get("players"), given)
        if self.seats and len(self.seats) != options["players"]:
            raise RecordError(f"{len(self.seats)} seat names for {options['players']} players")
        return Position(game, options, loaded, seats=self.seats or None)

    def _edition(self, game: Game, given: str | Path | Edition | None) -> Edition:
        wanted = self.edition or game.editions[0]
        if given is None:
            if wanted not in game.editions:
                raise RecordError(f"played with the edition {wanted!r}: give that edition's file")
            return game.load_edition(wanted)
        loaded = given if isinstance(given, Edition) else game.load_edition(given)
        if loaded.name != wanted:
            raise RecordError(f"played with the edition {wanted!r}, not {loaded.name!r}")
        if self.edition_digest not in (None, loaded.digest):
            raise RecordError(
                f"the edition {wanted!r} it was played with had other numbers than the one given"
            )
        return loaded

    def check_result(self, position: Position) -> None:
        """Check that the position after the last entry has the result that is written down, if one is.

        Raises:
            RecordError: it has not.
        """
        if self.result is None:
            return
        if not position.is_over:
            raise RecordError("has a result, but the game is not over after the last log entry")
        standings = position.standings
        scores, ranks = [s.score for s in standings], [s.rank for s in standings]
        if list(self.result.scores) != scores or list(self.result.ranks) != ranks:
            raise RecordError(
                f"its result (scores {self.result.scores}, ranks {self.result.ranks}) is not the game's "
                f"(scores {scores}, ranks {ranks})"
            )


def play_entry(position: Position, index: int, mover: object, text: str) -> None:
    """Play one log entry.

    Raises:
        RecordError: the mover or the move is not legal at this point.
    """
    legal = [str(m) for m in position.legal_moves]
    if position.mover is None:
        raise RecordError(f"log entry {index} ({mover} {text}) comes after the end of the game", index, legal)
    if mover != position.mover:
        raise RecordError(
            f"log entry {index} ({mover} {text}) has the wrong mover: it is for {position.mover} to move",
            index,
            legal,
        )
    try:
        position.play(text)
    except IllegalMoveError as error:
        raise RecordError(
            f"log entry {index} ({mover} {text}) is illegal: {error.reason}", index, legal
        ) from None
    except InvalidMoveError as error:
        raise RecordError(f"log entry {index}: {error}", index, legal) from None


def _check_legal(written: Sequence[Any], position: Position, index: int) -> None:
    if [entry if isinstance(entry, str) else tuple(entry) for entry in written] != legal_list(position):
        legal = [str(m) for m in position.legal_moves]
        raise RecordError(f"log entry {index}: its list of legal moves is not the game's", index, legal)


def legal_list(position: Position) -> list[Any]:
    """The legal moves at a position as records carry them: sorted texts; at chance [text, weight] pairs."""
    if position.mover == "*":
        return sorted((move.text, weight) for move, weight in position.outcomes)
    return sorted(move.text for move in position.legal_moves)


def parse(text: str | bytes) -> Record:
    """Read one record from JSON text.

    Raises:
        RecordError: says what is wrong and where.
    """
    if len(text) > MAX_BYTES:
        raise RecordError(f"too large for a record ({len(text)} bytes)")
    try:
        record = msgspec.json.decode(text, type=Record)
        if msgspec.json.decode(text, type=dict).get("format") != FORMAT:
            raise RecordError(f"is not a Zashiki record: 'format' must be {FORMAT!r}")
    except msgspec.ValidationError as error:
        raise RecordError(f"is not a valid record: {str(error).replace('`', '')}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"is not JSON: {error}") from None
    return record


def read_file(path: str | Path) -> Iterator[tuple[str, Record]]:
    """The records of a file, each with its place for messages: one JSON document, a list of them, or one per line.

    Raises:
        RecordError: the file cannot be read, or a line of it is no record.
    """
    try:
        text = Path(path).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(f"{path}: cannot be read (not a text file)") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file name"
        raise RecordError(f"{path}: cannot be read ({reason})") from None
    if not text.strip():
        raise RecordError(f"{path}: is empty")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    try:
        whole = msgspec.json.decode(text) if len(lines) > 1 or text.lstrip().startswith("[") else None
    except (msgspec.DecodeError, RecursionError):
        whole = None
    if isinstance(whole, list):
        for number, entry in enumerate(whole, 1):
            place = f"{path}, record {number}"
            yield place, _named(place, msgspec.json.encode(entry))
        return
    if len(lines) == 1 or whole is not None:
        yield str(path), _named(str(path), text)
        return
    for number, line in lines:
        place = f"{path}, line {number}"
        yield place, _named(place, line)


def _named(place: str, text: str | bytes) -> Record:
    try:
        return parse(text)
    except RecordError as error:
        raise RecordError(f"{place}: {error}") from None


def load(source: str | bytes | Path, edition: str | Path | Edition | None = None) -> Position:
    """Replay and verify a record.

    Args:
        source: path of a file, or the JSON text itself.
        edition: the edition file, for a record of an edition that is not in the package.

    Raises:
        RecordError: it cannot be read or does not replay; says which entry and why.
    """
    if isinstance(source, bytes) or (isinstance(source, str) and source.lstrip()[:1] in ("{", "[", "")):
        record = parse(source)
    elif not isinstance(source, str | os.PathLike):
        raise RecordError(f"{source!r} is not a record: give the path of a file or its JSON text")
    else:
        records = list(read_file(source))
        if len(records) != 1:
            raise RecordError(
                f"{source}: holds {len(records)} records, where one is wanted (`zashiki.load_all` reads them all)"
            )
        record = records[0][1]
    return record.replay(edition)


def load_all(path: str | Path, edition: str | Path | Edition | None = None) -> Iterator[Position]:
    """Replay and verify every record of a JSONL file, one after the other."""
    for place, record in read_file(path):
        try:
            yield record.replay(edition)
        except ZashikiError as error:
            raise RecordError(f"{place}: {error}", getattr(error, "entry", None)) from None


def schema() -> dict[str, Any]:
    """The JSON Schema of the record format."""
    made = msgspec.json.schema(Record)
    body = made["$defs"].pop("Record")
    body["required"] = ["format", *body["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game record of Zashiki",
        **{key: value for key, value in body.items() if key != "title"},
        "$defs": made["$defs"],
    }


def restore(
    game: str,
    options: Mapping[str, str | int],
    edition: Edition,
    seats: Sequence[str],
    steps: Sequence[Step],
    rng: np.ndarray,
) -> Position:
    """Rebuild a pickled position."""
    from zashiki.games import get

    position = Position(get(game), options, edition, seats=seats)
    for step in steps:
        position.play(Move(step.move.id, step.move.text))
    position._rng = rng
    return position


__all__ = [
    "FORMAT",
    "EditionError",
    "Event",
    "Record",
    "Result",
    "legal_list",
    "load",
    "load_all",
    "parse",
    "read_file",
    "schema",
]
