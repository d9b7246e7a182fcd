"""Games in progress, held in memory: the position after the log, and the log in words.

Everything here can be made anew from the database; a course in memory only saves that work. Positions held here are
never played on: whoever wants to change one takes a copy.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import threading
import tomllib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from zashiki.core import i18n
from zashiki.core.contract import Game, Line
from zashiki.core.edition import Edition
from zashiki.core.errors import EditionError, InvalidMoveError, ZashikiError
from zashiki.core.i18n import _
from zashiki.core.position import Position
from zashiki.games import NAMES, get
from zashiki.table.models import Entry, Lines, Table
from zashiki.table.refusals import Refused

log = logging.getLogger("zashiki.table")

KEPT = 96
"""Games held in memory."""


class Editions:
    """The editions this server plays: those of the package and files of its owner.

    Args:
        files: edition files; each says which game it is for.
    """

    def __init__(self, files: Sequence[str | Path] = ()) -> None:
        self._own: dict[tuple[str, str], Edition] = {}
        for file in files:
            edition = _load_own(file)
            self._own[edition.game, edition.name] = edition

    def names(self, game: Game) -> list[str]:
        """Names of a game's editions, the standard one first."""
        return [*game.editions, *(name for owner, name in self._own if owner == game.name)]

    def get(self, game: Game, name: str | None) -> Edition:
        """The edition of a name; None is the standard edition."""
        name = name or game.editions[0]
        own = self._own.get((game.name, name))
        if own is None and name not in game.editions:
            raise Refused(
                422, "edition", f"this server has no edition {name[:80]!r} of {game.title}", field="edition"
            )
        return own or _packaged(game.name, name)

    def own(self, game: Game, name: str | None) -> Edition | None:
        """The owner's edition of a name, if there is one."""
        return self._own.get((game.name, name or ""))


def _load_own(file: str | Path) -> Edition:
    try:
        game = tomllib.loads(Path(file).read_text("utf-8")).get("game")
    except (OSError, ValueError):
        # The loader says better what is wrong with the file.
        game = NAMES[0]
    if game not in NAMES:
        games = " or ".join(f'game = "{name}"' for name in NAMES)
        raise EditionError(f"{file}: must say which game it is for ({games})")
    return get(game).load_edition(file)


@functools.cache
def _packaged(game: str, name: str) -> Edition:
    return get(game).load_edition(name)


@functools.cache
def words_digest(game: Game) -> str:
    """Hash of everything in a game's folder that its words can depend on."""
    digest = hashlib.sha256()
    folder = resources.files(f"zashiki.games.{game.name}")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".py"):
            digest.update(file.read_bytes())
    for file in sorted(i18n.LOCALE_FOLDER.rglob("*.mo")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def words_basis(game: Game, names: Sequence[str]) -> str:
    """Hash of what a log's words depend on beside the log itself."""
    return hashlib.sha256(msgspec.json.encode([words_digest(game), list(names)])).hexdigest()[:40]


@dataclass(frozen=True)
class Course:
    """A game up to the end of its log.

    Attributes:
        position: the position there; take a copy before playing on.
        words: for each (language, names of the seats) the lines of each step, as far as they are known.
    """

    position: Position
    words: dict[tuple[str, tuple[str, ...]], list[list[Line]]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def steps(self) -> int:
        """Length of the log."""
        return len(self.position)

    def at(self, count: int, names: Sequence[str]) -> Position:
        """A position of one's own after the first `count` steps, with the given names on its seats."""
        position = self.position.at(count)
        position.seats = list(names)
        return position

    def lines(self, language: str, names: Sequence[str]) -> list[list[Line]]:
        """The log in words: a list of lines for each step."""
        known = self.words.setdefault((language, tuple(names)), [])
        if len(known) < self.steps:
            with self.lock:
                known.extend(self.new_lines(language, names, len(known)))
        return known[: self.steps]

    def new_lines(self, language: str, names: Sequence[str], first: int) -> list[list[Line]]:
        """The log in words from a step on, made anew."""
        game, steps, made = self.position.game, self.position.steps, []
        with i18n.language(language):
            before = self.at(first, names)
            for index in range(first, self.steps):
                after = self.at(index + 1, names)
                made.append(list(game.log_lines(before, steps[index].move.id, after)))
                before = after
        return made


class Courses:
    """The games opened last.

    Args:
        editions: the editions this server plays.

    Attributes:
        unready: names of games that are still being compiled.
    """

    def __init__(self, editions: Editions) -> None:
        self.editions = editions
        self.unready: set[str] = set()
        self._kept: OrderedDict[str, Course] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, table_id: str, course: Course) -> None:
        """Hold a course for the next one who asks."""
        with self._lock:
            known = self._kept.get(table_id)
            if known is None or known.steps <= course.steps:
                self._kept[table_id] = course
            self._kept.move_to_end(table_id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def held(self, key: str) -> Course | None:
        """A course that is held in memory."""
        with self._lock:
            return self._kept.get(key)

    def forget(self) -> None:
        """Hold nothing any more."""
        with self._lock:
            self._kept.clear()

    def open(self, session: Session, row: Table) -> Course:
        """The course of a table, from memory as far as it is there.

        Raises:
            Refused: the table cannot be opened under the rules or editions there are now.
        """
        with self._lock:
            known = self._kept.get(row.id)
        if known is not None and known.position.game.rules_version != row.rules_version:
            known = None
        if known is not None and known.steps == row.steps:
            return known
        start = known.steps if known is not None and known.steps < row.steps else 0
        entries = session.execute(
            select(Entry.mover, Entry.move)
            .where(Entry.table_id == row.id, Entry.step >= start, Entry.step < row.steps)
            .order_by(Entry.step)
        ).all()
        if start and known is not None:
            course = Course(known.position.copy(), known.words, known.lock)
        else:
            course = Course(self._begin(row))
        if not _continue(course.position, entries) or course.position.key != row.snapshot:
            log.warning("table %s: the log does not lead to the snapshot; checking every move", row.id)
            course = Course(self._begin(row))
            _check(course.position, session, row)
        self.keep(row.id, course)
        return course

    def load_lines(
        self, session: Session, row: Table, course: Course, language: str, names: Sequence[str]
    ) -> None:
        """Take over the lines the database holds, so that they need not be made again."""
        known = course.words.setdefault((language, tuple(names)), [])
        if len(known) >= row.steps:
            return
        stored = session.execute(
            select(Lines.step, Lines.lines)
            .where(
                Lines.table_id == row.id,
                Lines.language == language,
                Lines.basis == words_basis(course.position.game, names),
                Lines.step >= len(known),
                Lines.step < row.steps,
            )
            .order_by(Lines.step)
        ).all()
        with course.lock:
            for step, text in stored:
                if step == len(known):
                    known.append(msgspec.json.decode(text, type=list[Line]))

    def check_ready(self, game: Game) -> None:
        """Whether a game can be opened now.

        Raises:
            Refused: it is still being compiled.
        """
        if game.name in self.unready:
            text = _("{game} is being made ready on this computer, once; try again in a minute or two.")
            raise Refused(503, "not-ready", text.format(game=game.title), field="game")

    def _begin(self, row: Table) -> Position:
        game = get(row.game)
        self.check_ready(game)
        if row.rules_version != game.rules_version:
            raise Refused(
                409,
                "rules",
                f"this table was played under version {row.rules_version} of the rules of {game.title}; "
                f"the server has version {game.rules_version}",
            )
        edition = self.editions.get(game, row.edition)
        if edition.digest != row.edition_digest:
            raise Refused(
                409, "edition", f"the edition {row.edition!r} has other numbers than when this table began"
            )
        return Position(game, row.options, edition)


def _continue(position: Position, entries: Sequence[Any]) -> bool:
    """Play entries that were checked when they were written; whether they can be read at all.

    The snapshot tells whether they are intact.
    """
    codec = position.game.codec
    for _mover, text in entries:
        try:
            move = codec.move(codec.action(text))
        except InvalidMoveError:
            return False
        if position.mover is None:
            return False
        position.play_unchecked(move)
    return True


def _check(position: Position, session: Session, row: Table) -> None:
    entries = session.execute(
        select(Entry.mover, Entry.move)
        .where(Entry.table_id == row.id, Entry.step < row.steps)
        .order_by(Entry.step)
    ).all()
    try:
        for mover, text in entries:
            if str(position.mover) != mover:
                raise Refused(500, "damaged", f"the log of this table is damaged at step {len(position)}")
            position.play(text)
    except ZashikiError:
        raise Refused(500, "damaged", f"the log of this table is damaged at step {len(position)}") from None
    if len(position) != row.steps:
        raise Refused(500, "damaged", f"the log of this table ends at step {len(position)} of {row.steps}")


def packed(lines: Sequence[Line]) -> str:
    """The lines of one step as the database holds them."""
    return msgspec.json.encode(list(lines)).decode()
