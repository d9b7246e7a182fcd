"""What can be done at a table: make it, look at it, compose, confirm, change its seats and links, play it again.

Every change reads the table, works out the new state on a copy, and writes it in one short transaction that goes
through only if nobody else changed the table meanwhile. What a transaction wrote is on disk before anybody hears of
it; what it did not write never happened. Callers are the routes and the bot runner.
"""

from __future__ import annotations

import hashlib
import random
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from zashiki.core.contract import Game, Line
from zashiki.core.errors import IllegalMoveError, ZashikiError
from zashiki.core.i18n import _
from zashiki.core.position import Position
from zashiki.core.record import Event as RecordEvent
from zashiki.core.record import Record
from zashiki.drawing import SEAT_COLOURS
from zashiki.games import NAMES, get
from zashiki.table.courses import Course, Courses, packed, words_basis
from zashiki.table.models import Draft, Entry, Event, Lines, Link, Post, Seat, Table
from zashiki.table.refusals import Refused, refusal_of
from zashiki.table.sitters import checked_spelling

ROLL = "roll"
"""Posted by a person whose throw it is; the server draws the outcome."""

MAX_TABLES = 20_000
MAX_LISTED = 60
NAME_LENGTH = 40
_ID = re.compile(r"[a-z0-9]{4,16}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,40}")
_PERSON_BEFORE = re.compile(r"\((?:person|link)\) → ")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_DICE = random.SystemRandom()
_ATTEMPTS = 8

Kind = Literal["person", "link", "bot"]
Role = Literal["host", "seat", "spectator"]
T = TypeVar("T")


class NewSeat(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who is to sit on a seat: a person at the host's page, a person by link, or a bot."""

    kind: Kind = "person"
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    bot: Annotated[str, msgspec.Meta(max_length=80)] | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A table to be made.

    Attributes:
        game: name of the game.
        players: number of seats; by default as many as `seats`.
        seats: who sits where; seats left out are people at the host's page.
        options: the game's options; those left out have their defaults.
        edition: name of an edition this server has.
        first: who begins: `random`, a place in `seats`, or as the options say.
        name: what the table is called.
        listed: whether the start page shows it.
        real_dice: whether people type in what the dice did.
        auto_roll: whether the server throws for people as well.
        help_allowed: whether hints may be asked for.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: int | None = None
    seats: Annotated[list[NewSeat], msgspec.Meta(max_length=4)] = []
    options: dict[str, str | int] = {}
    edition: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    first: Literal["random"] | Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    listed: bool = True
    real_dice: bool = False
    auto_roll: bool = False
    help_allowed: bool = True


class SeatChange(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A new name or a new sitter for a seat; what is left out stays."""

    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    kind: Kind | None = None
    bot: Annotated[str, msgspec.Meta(max_length=80)] | None = None


class LinkChange(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A link to make anew (the old one stops working) or to revoke."""

    role: Role
    action: Literal["new", "revoke"] = "new"
    seat: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None


class SettingsChange(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Settings of a table; what is left out stays."""

    auto_roll: bool | None = None
    help_allowed: bool | None = None
    listed: bool | None = None
    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class DraftChange(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One step of composing a turn unit.

    Attributes:
        version: version of the table the client shows.
        move: a move to add.
        replace: how many of the last moves it takes the place of; true is one.
        take_back: how many moves to take back, or `all`.
        length: number of moves the client shows in its draft; refused as stale if there are not so many.
    """

    version: int
    move: Annotated[str, msgspec.Meta(max_length=120)] | None = None
    replace: bool | Annotated[int, msgspec.Meta(ge=0, le=10_000)] = False
    take_back: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | Literal["all"] | None = None
    length: Annotated[int, msgspec.Meta(ge=0)] | None = None


class NewMoves(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Moves to confirm.

    Attributes:
        version: version of the table they were made at.
        id: made by the client; the same id again changes nothing.
        moves: moves of one seat; or `roll` alone for a throw; or, with real dice, one outcome.
    """

    version: int
    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
    moves: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=120)]], msgspec.Meta(min_length=1, max_length=1000)
    ]


@dataclass(frozen=True)
class Seen:
    """A table as it was at one moment, and who looks at it.

    Attributes:
        row: the table.
        seats: its seats, in order.
        links: its links that are not revoked.
        link: the viewer's own link; None for the server itself.
        course: the game so far.
        draft: moves the awaited seat has composed, if that seat is the viewer's.
    """

    row: Table
    seats: list[Seat]
    links: list[Link]
    link: Link | None
    course: Course
    draft: list[str] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.course.position.game

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def role(self) -> Role:
        return self.link.role if self.link else "spectator"  # type: ignore[return-value]

    @property
    def yours(self) -> list[int]:
        """The seats the viewer plays."""
        if self.role == "host":
            return [seat.seat for seat in self.seats if seat.kind == "person"]
        if self.role == "seat" and self.link is not None and self.link.seat is not None:
            return [self.link.seat]
        return []

    @property
    def may_have_help(self) -> bool:
        """Whether the viewer may have advice: where it is allowed, about records, and once a game is over."""
        return self.link is None or self.row.help_allowed or self.course.position.is_over

    def position(self, count: int | None = None) -> Position:
        """A position of one's own after the first `count` steps (all, if not given)."""
        return self.course.at(self.course.steps if count is None else count, self.names)

    def composed(self) -> Position:
        """The position with the viewer's draft played."""
        position = self.position()
        for text in self.draft:
            position.play(text)
        return position

    def may_roll(self) -> bool:
        """Whether the viewer may let chance move now."""
        position = self.course.position
        if position.mover != "*" or self.link is None or self.role == "spectator":
            return False
        roller = self.game.roller(position)
        if self.row.real_dice:
            nobody = roller is None or self.seats[roller].kind == "bot"
            return nobody or self.role == "host" or roller in self.yours
        return roller in self.yours


def awaited(position: Position) -> int | None:
    """The seat that decides or throws at a position; None if no seat does."""
    mover = position.mover
    return position.game.roller(position) if mover == "*" else mover


def path_of(link: Link) -> str:
    """The address a link opens."""
    return f"/t/{link.table_id}/{link.token}"


class Tables:
    """All tables of a server.

    Args:
        store: the database.
        courses: games held in memory.
        changed: called with a table's id after every change.
        wake: called with a table's id when the server itself has to move there.
    """

    def __init__(
        self,
        store: Any,
        courses: Courses,
        changed: Callable[[str], None] = lambda table_id: None,
        wake: Callable[[str], None] = lambda table_id: None,
    ) -> None:
        self.store, self.courses = store, courses
        self.changed, self.wake = changed, wake

    # -- looking

    def see(self, table_id: str, token: str | None) -> Seen:
        """A table with the eyes of the holder of a token.

        Raises:
            Refused: no such table, or the token does not open it.
        """
        with self.store.reading() as session:
            return self._see(session, table_id, token)

    def version(self, table_id: str, token: str) -> int | None:
        """The version of a table, None if the token does not open it."""
        with self.store.reading() as session:
            found = session.execute(
                select(Table.version)
                .join(Link, Link.table_id == Table.id)
                .where(Table.id == table_id, Link.token == token, Link.revoked.is_(None))
            ).first()
        return found[0] if found else None

    def open_lines(self, seen: Seen, language: str) -> list[list[Line]]:
        """The whole log in words; what had to be made anew is kept in the database."""
        course, names = seen.course, seen.names
        missing = course.steps - len(course.words.get((language, tuple(names)), ()))
        if missing:
            with self.store.reading() as session:
                self.courses.load_lines(session, seen.row, course, language, names)
            first = len(course.words[language, tuple(names)])
            lines = course.lines(language, names)
            if first < course.steps:
                self._keep_lines(seen, language, first, lines)
            return lines
        return course.lines(language, names)

    def listing(self) -> list[dict[str, Any]]:
        """The running tables the start page shows, the one touched last first."""
        with self.store.reading() as session:
            rows = session.scalars(
                select(Table)
                .where(Table.listed, Table.mover != "", Table.game.in_(NAMES))
                .order_by(Table.touched.desc())
                .limit(MAX_LISTED)
            ).all()
            ids = [row.id for row in rows]
            seats = session.scalars(
                select(Seat).where(Seat.table_id.in_(ids)).order_by(Seat.table_id, Seat.seat)
            ).all()
            links = session.scalars(
                select(Link).where(Link.table_id.in_(ids), Link.role == "spectator", Link.revoked.is_(None))
            ).all()
        urls = {link.table_id: path_of(link) for link in links}
        return [
            {
                "id": row.id,
                "name": row.name,
                "game": row.game,
                "title": get(row.game).title,
                "status": "running",
                "steps": row.steps,
                "players": int(row.options["players"]),
                "seats": [
                    {
                        "seat": s.seat,
                        "name": s.name,
                        "kind": s.kind,
                        "bot": s.bot,
                        "colour": SEAT_COLOURS[s.seat],
                    }
                    for s in seats
                    if s.table_id == row.id
                ],
                "url": urls.get(row.id),
                "touched": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(row.touched)),
            }
            for row in rows
        ]

    def record(self, seen: Seen) -> Record:
        """The game so far as a record, with what happened at the table beside the moves."""
        record = seen.position().record()
        with self.store.reading() as session:
            events = session.scalars(
                select(Event).where(Event.table_id == seen.row.id).order_by(Event.id)
            ).all()
        record.events = [
            RecordEvent(at=e.at, kind=e.kind, seat=e.seat, text=e.text, time=round(e.time, 3))
            for e in events
            if e.at <= len(record.log)
        ]
        return record

    def waiting_for_server(self) -> list[str]:
        """Ids of all tables where a bot, or the server for a person, may have to move."""
        with self.store.reading() as session:
            return list(
                session.scalars(
                    select(Table.id)
                    .outerjoin(Seat, (Seat.table_id == Table.id) & (Seat.seat == Table.awaited))
                    .where(
                        Table.mover != "",
                        (Seat.kind == "bot")
                        | ((Table.mover == "*") & (Table.auto_roll | Table.awaited.is_(None))),
                    )
                ).all()
            )

    def _see(self, session: Session, table_id: str, token: str | None) -> Seen:
        row = session.get(Table, table_id) if _ID.fullmatch(table_id) else None
        if row is None:
            raise Refused(404, "unknown-table", _("There is no such table."))
        links = list(
            session.scalars(
                select(Link).where(Link.table_id == table_id, Link.revoked.is_(None)).order_by(Link.id)
            )
        )
        own = _holder(links, token) if token is not None else None
        seats = list(session.scalars(select(Seat).where(Seat.table_id == table_id).order_by(Seat.seat)))
        course = self.courses.open(session, row)
        seen = Seen(row, seats, links, own, course)
        if row.awaited is not None and row.awaited in seen.yours:
            draft = session.get(Draft, (table_id, row.awaited))
            if draft is not None and draft.steps == row.steps:
                seen = replace(seen, draft=list(draft.moves))
        return seen

    # -- making

    def create(self, wanted: NewTable) -> str:
        """Make a table.

        Returns:
            The path of the host's link.

        Raises:
            Refused: says which of the wishes cannot be met, and why.
        """
        with self.store.writing() as session:
            host = self._create(session, wanted)
        self.wake(host.table_id)
        return path_of(host)

    def _create(self, session: Session, wanted: NewTable) -> Link:
        try:
            game = get(wanted.game)
        except ZashikiError as error:
            raise _at_field(error, "game") from None
        self.courses.check_ready(game)
        players = wanted.players if wanted.players is not None else len(wanted.seats) or None
        chosen = dict(wanted.options)
        try:
            options = game.complete_options(players, {})
        except ZashikiError as error:
            raise _at_field(error, "players") from None
        count = int(options["players"])
        if len(wanted.seats) > count:
            raise Refused(422, "seats", _("There are more seats than players."), field="players")
        sitters = [*wanted.seats, *(NewSeat() for _seat in range(count - len(wanted.seats)))]
        if wanted.first is not None:
            sitters = _begin_with(game, wanted.first, sitters, chosen)
        try:
            options = game.complete_options(players, chosen)
        except ZashikiError as error:
            raise _at_field(error, "options") from None
        edition = self.courses.editions.get(game, wanted.edition)
        if session.scalar(select(func.count()).select_from(Table)) >= MAX_TABLES:  # type: ignore[operator]
            raise Refused(503, "full", _("This server holds as many tables as it can."))
        table_id = _new_id()
        seats = _new_seats(game, table_id, sitters)
        position = Position(game, options, edition, seats=[seat.name for seat in seats])
        if not wanted.real_dice:
            _settle(position)
        now = time.time()
        session.add(
            Table(
                id=table_id,
                game=game.name,
                name=clean_name(wanted.name),
                options=options,
                edition=edition.name,
                edition_digest=edition.digest,
                rules_version=game.rules_version,
                listed=wanted.listed,
                real_dice=wanted.real_dice,
                auto_roll=wanted.auto_roll and not wanted.real_dice,
                help_allowed=wanted.help_allowed,
                created=now,
                touched=now,
                version=len(position),
                log_version=len(position),
                again=None,
                **_outline(position),
            )
        )
        session.flush()
        session.add_all(seats)
        host = _new_link(table_id, "host")
        session.add_all(
            [
                host,
                _new_link(table_id, "spectator"),
                *(_new_link(table_id, "seat", seat.seat) for seat in seats if seat.kind == "link"),
            ]
        )
        _add_entries(session, table_id, position, 0, now)
        session.flush()
        self.courses.keep(table_id, Course(position))
        return host

    def again(self, table_id: str, token: str) -> str:
        """A new table with the same seats, options and settings; made once, whoever asks first.

        Returns:
            The path of the link the asker has there.
        """
        seen = self.see(table_id, token)
        if seen.row.again is None:
            if seen.role == "spectator":
                raise Refused(403, "not-yours", _("Only those who play here can start the next game."))
            if seen.row.mover:
                raise Refused(409, "running", _("This game is not over yet."))
            row = seen.row
            wanted = NewTable(
                game=row.game,
                seats=[NewSeat(s.kind, s.name, s.bot) for s in seen.seats],  # type: ignore[arg-type]
                options={name: value for name, value in row.options.items() if name != "players"},
                edition=row.edition,
                name=row.name,
                listed=row.listed,
                real_dice=row.real_dice,
                auto_roll=row.auto_roll,
                help_allowed=row.help_allowed,
            )
            version = self._again(table_id, wanted)
            if version is not None:
                self.changed(table_id)
            seen = self.see(table_id, token)
        path = self.path_again(seen)
        if path is None:
            raise Refused(404, "unknown-table", _("The next table is not there any more."))
        return path

    def _again(self, table_id: str, wanted: NewTable) -> None:
        with self.store.writing() as session:
            session.execute(select(Table.id).where(Table.id == table_id).with_for_update())
            if session.scalar(select(Table.again).where(Table.id == table_id)) is not None:
                return
            host = self._create(session, wanted)
            session.execute(
                update(Table)
                .where(Table.id == table_id)
                .values(again=host.table_id, version=Table.version + 1)
            )
        self.wake(host.table_id)

    def path_again(self, seen: Seen) -> str | None:
        """The viewer's own link at the table made from this one, if there is one."""
        if seen.row.again is None:
            return None
        with self.store.reading() as session:
            links = session.scalars(
                select(Link).where(Link.table_id == seen.row.again, Link.revoked.is_(None)).order_by(Link.id)
            ).all()
        seat = seen.link.seat if seen.link else None
        for link in links:
            if (link.role, link.seat) == (seen.role, seat):
                return path_of(link)
        return next((path_of(link) for link in links if link.role == "spectator"), None)

    # -- composing and confirming

    def compose(self, table_id: str, token: str, change: DraftChange) -> None:
        """Change the draft of the awaited seat; nobody else sees it.

        Raises:
            Refused: the table moved on, the seat is not the viewer's, or the move is not legal.
        """
        if (change.move is None) == (change.take_back is None):
            raise Refused(422, "invalid", _("A draft takes either a move or a number of moves to take back."))

        def attempt() -> None:
            seen = self.see(table_id, token)
            _check_fresh(seen.row, change.version)
            seat = _composing_seat(seen)
            if change.length is not None and change.length != len(seen.draft):
                raise Refused(409, "stale", _("Your draft was changed on another page."))
            moves = _changed_draft(seen, seat, change)
            with self.store.writing() as session:
                steps = session.scalar(select(Table.steps).where(Table.id == table_id).with_for_update())
                if steps != seen.row.steps:
                    raise _MovedOn
                session.merge(Draft(table_id=table_id, seat=seat, steps=steps, moves=moves))

        _persist(attempt)

    def confirm(self, table_id: str, token: str, post: NewMoves, language: str = "en") -> None:
        """Confirm moves: once this returns, they are on disk.

        Raises:
            Refused: stale, not the viewer's, not legal, or the id was used for other moves.
        """
        digest = hashlib.sha256("\n".join(post.moves).encode()).hexdigest()

        def attempt() -> None:
            seen = self.see(table_id, token)
            assert seen.link is not None
            if self._repeated(seen, post.id, digest):
                return
            _check_fresh(seen.row, post.version)
            position = _played(seen, post.moves)
            if not seen.row.real_dice:
                _settle(position)
            self._append(
                seen,
                position,
                language,
                Post(table_id=table_id, id=post.id, link_id=seen.link.id, digest=digest),
            )

        _persist(attempt)

    def _repeated(self, seen: Seen, post_id: str, digest: str) -> bool:
        assert seen.link is not None
        with self.store.reading() as session:
            known = session.get(Post, (seen.row.id, post_id))
        if known is None:
            return False
        if known.link_id != seen.link.id or known.digest != digest:
            raise Refused(409, "id-used", _("This id was used for other moves before."))
        return True

    def advance(self, table_id: str, choose: Callable[[str, Position], Any]) -> bool:
        """Let the server make its next move at a table: a throw, or the whole turn unit of a bot.

        Args:
            table_id: the table.
            choose: gives a legal move for the spelling of a bot and a position.

        Returns:
            Whether the server has to move again.
        """

        def attempt() -> bool:
            seen = self.see(table_id, None)
            position = seen.position()
            if not _server_moves(seen, position):
                return False
            seat = position.mover
            if seat == "*":
                position.roll(_DICE)
            else:
                assert isinstance(seat, int)
                spelling = seen.seats[seat].bot or "random"
                while position.mover == seat:
                    position.play(choose(spelling, position.copy()))
            _settle(position)
            self._append(seen, position, "en", None)
            return _server_moves(seen, position)

        return _persist(attempt)

    def _append(self, seen: Seen, position: Position, language: str, post: Post | None) -> None:
        """Write the steps by which a position is longer than the log, all or none."""
        row, names = seen.row, seen.names
        first = seen.course.steps
        course = Course(position, seen.course.words, seen.course.lock)
        # Made apart from the shared lines: these steps have not happened before the transaction went through.
        lines = Course(position).new_lines(language, names, first)
        basis = words_basis(seen.game, names)
        now = time.time()
        with self.store.writing() as session:
            done = session.execute(
                update(Table)
                .where(Table.id == row.id, Table.version == row.version)
                .values(
                    version=row.version + 1, log_version=row.version + 1, touched=now, **_outline(position)
                )
            )
            if done.rowcount != 1:  # type: ignore[attr-defined]
                raise _MovedOn
            _add_entries(session, row.id, position, first, now)
            session.execute(
                insert(Lines),
                [
                    {
                        "table_id": row.id,
                        "language": language,
                        "step": first + i,
                        "basis": basis,
                        "lines": packed(step),
                    }
                    for i, step in enumerate(lines)
                ],
            )
            session.execute(delete(Draft).where(Draft.table_id == row.id))
            if post is not None:
                session.add(post)
        with course.lock:
            known = course.words.setdefault((language, tuple(names)), [])
            if len(known) == first:
                known.extend(lines)
        self.courses.keep(row.id, course)
        self.changed(row.id)
        if _server_moves(seen, position):
            self.wake(row.id)

    def _keep_lines(self, seen: Seen, language: str, first: int, lines: Sequence[Sequence[Line]]) -> None:
        basis = words_basis(seen.game, seen.names)
        with self.store.writing() as session:
            session.execute(
                delete(Lines).where(
                    Lines.table_id == seen.row.id, Lines.language == language, Lines.step >= first
                )
            )
            session.execute(
                insert(Lines),
                [
                    {
                        "table_id": seen.row.id,
                        "language": language,
                        "step": step,
                        "basis": basis,
                        "lines": packed(lines[step]),
                    }
                    for step in range(first, len(lines))
                ],
            )

    # -- seats, links, settings

    def change_seat(self, table_id: str, token: str, seat: int, change: SeatChange) -> None:
        """Rename a seat (its own holder or the host), or let somebody else sit there (the host)."""

        def alter(session: Session, seen: Seen) -> None:
            if not 0 <= seat < len(seen.seats):
                raise Refused(404, "unknown-seat", _("There is no such seat."))
            if seen.role != "host" and (seat not in seen.yours or change.kind or change.bot):
                raise Refused(403, "not-yours", _("Only the host can change this seat."))
            before = seen.seats[seat]
            after = _changed_seat(seen, before, change)
            if (after.name, after.kind, after.bot) == (before.name, before.kind, before.bot):
                return
            was, text = before.kind, f"{_sitter(before)} → {_sitter(after)}"
            session.merge(after)
            if after.kind != was:
                # What one was composing is not for the next who sits here.
                session.execute(delete(Draft).where(Draft.table_id == table_id, Draft.seat == seat))
            if was == "link" and after.kind != "link":
                _revoke(session, table_id, "seat", seat)
            if after.kind == "link" and was != "link":
                session.add(_new_link(table_id, "seat", seat))
            session.add(
                Event(
                    table_id=table_id, at=seen.row.steps, kind="seat", seat=seat, text=text, time=time.time()
                )
            )

        self._change(table_id, token, alter)
        self.wake(table_id)

    def change_link(self, table_id: str, token: str, change: LinkChange) -> str | None:
        """Revoke a link, or make it anew so that the old one stops working (the host).

        Returns:
            The path of the new link.
        """
        made: list[Link] = []

        def alter(session: Session, seen: Seen) -> None:
            _needs_host(seen)
            seat = change.seat if change.role == "seat" else None
            if change.role == "seat" and not any(s.seat == seat and s.kind == "link" for s in seen.seats):
                raise Refused(422, "seat", _("Nobody sits there by link."))
            if change.role == "host" and change.action == "revoke":
                raise Refused(422, "role", _("The host's link can be made anew, not only revoked."))
            _revoke(session, table_id, change.role, seat)
            if change.action == "new":
                made[:] = [_new_link(table_id, change.role, seat)]
                session.add_all(made)

        self._change(table_id, token, alter)
        return path_of(made[0]) if made else None

    def change_settings(self, table_id: str, token: str, change: SettingsChange) -> None:
        """Change settings of a table (the host)."""

        def alter(session: Session, seen: Seen) -> None:
            _needs_host(seen)
            values: dict[str, Any] = {
                name: value for name, value in msgspec.structs.asdict(change).items() if value is not None
            }
            if "name" in values:
                values["name"] = clean_name(values["name"])
            if values.get("auto_roll") and seen.row.real_dice:
                raise Refused(422, "real-dice", _("With real dice people type in each throw."))
            if values.get("help_allowed", seen.row.help_allowed) != seen.row.help_allowed:
                _allow_help(session, seen, values["help_allowed"])
            if values:
                session.execute(update(Table).where(Table.id == table_id).values(**values))

        self._change(table_id, token, alter)
        self.wake(table_id)

    def _change(self, table_id: str, token: str, alter: Callable[[Session, Seen], None]) -> None:
        """Change something beside the log; what is stale about moves stays as it is."""
        with self.store.writing() as session:
            session.execute(select(Table.id).where(Table.id == table_id).with_for_update())
            seen = self._see(session, table_id, token)
            alter(session, seen)
            version = seen.row.version + 1
            session.execute(
                update(Table).where(Table.id == table_id).values(version=version, touched=time.time())
            )
        self.changed(table_id)


class _MovedOn(Exception):
    """Somebody else changed the table between reading it and writing to it."""


def _persist(attempt: Callable[[], T]) -> T:
    for _attempt in range(_ATTEMPTS):
        try:
            return attempt()
        except _MovedOn:
            continue
        except ZashikiError as error:
            raise refusal_of(error) from None
    raise Refused(503, "busy", _("The table changes too fast; try again."))


def _holder(links: Sequence[Link], token: str) -> Link:
    """The link of a token; compared with all, so that the time taken tells nothing."""
    found = None
    for link in links:
        if secrets.compare_digest(link.token.encode(), token.encode("utf-8", "replace")):
            found = link
    if found is None or not _TOKEN.fullmatch(token):
        raise Refused(403, "bad-link", _("This link does not open the table; it may have been revoked."))
    return found


def _check_fresh(row: Table, version: int) -> None:
    if not row.log_version <= version <= row.version:
        raise Refused(
            409,
            "stale",
            _("The table has moved on: you were at version {seen}, it is at {now}.").format(
                seen=version, now=row.version
            ),
        )


def _composing_seat(seen: Seen) -> int:
    mover = seen.course.position.mover
    if mover is None:
        raise Refused(409, "over", _("The game is over."))
    if mover not in seen.yours:
        raise _not_yours(seen)
    assert isinstance(mover, int)
    return mover


def _not_yours(seen: Seen) -> Refused:
    who = awaited(seen.course.position)
    if who is None:
        return Refused(403, "not-yours", _("It is not for you to move."))
    return Refused(403, "not-yours", _("It is for {name} to move.").format(name=seen.names[who]))


def _changed_draft(seen: Seen, seat: int, change: DraftChange) -> list[str]:
    moves = list(seen.draft)
    if change.take_back == "all":
        return []
    if change.take_back is not None:
        if change.take_back > len(moves):
            raise Refused(409, "nothing", _("There is nothing to take back."))
        return moves[: len(moves) - change.take_back]
    if change.replace:
        count = int(change.replace)
        if count > len(moves):
            raise Refused(409, "nothing", _("There is no move to replace."))
        moves = moves[: len(moves) - count]
    position = replace(seen, draft=moves).composed()
    if position.mover != seat:
        raise Refused(409, "complete", _("Your turn is complete: confirm it or take something back."))
    assert change.move is not None
    position.play(change.move)
    return [*moves, change.move]


def _played(seen: Seen, moves: Sequence[str]) -> Position:
    """The position with posted moves played, if this viewer may play them."""
    position = seen.position()
    mover = position.mover
    if mover is None:
        raise Refused(409, "over", _("The game is over."))
    if mover == "*":
        if not seen.may_roll():
            raise _not_yours(seen)
        if len(moves) != 1:
            raise Refused(422, "invalid", _("A throw is posted alone."))
        if seen.row.real_dice:
            position.play(moves[0])
        elif moves[0] == ROLL:
            position.roll(_DICE)
        else:
            raise Refused(403, "no-real-dice", _("The server throws the dice at this table."))
        return position
    if mover not in seen.yours:
        raise _not_yours(seen)
    for text in moves:
        if position.mover != mover:
            raise IllegalMoveError(text, _("the turn is complete before this move"), [])
        position.play(text)
    return position


def _settle(position: Position) -> None:
    """Let chance move as long as nobody's hand is needed for it."""
    while position.mover == "*" and position.game.roller(position) is None:
        position.roll(_DICE)


def _server_moves(seen: Seen, position: Position) -> bool:
    mover = position.mover
    if mover is None:
        return False
    if mover != "*":
        return seen.seats[mover].kind == "bot"
    if seen.row.real_dice:
        return False
    roller = position.game.roller(position)
    return roller is None or seen.row.auto_roll or seen.seats[roller].kind == "bot"


def _outline(position: Position) -> dict[str, Any]:
    """What the table's row repeats of the state after the log."""
    mover = position.mover
    return {
        "steps": len(position),
        "mover": "" if mover is None else str(mover),
        "awaited": awaited(position),
        "snapshot": position.key,
    }


def _add_entries(session: Session, table_id: str, position: Position, first: int, now: float) -> None:
    entries = [
        {"table_id": table_id, "step": index, "mover": str(step.mover), "move": step.move.text, "time": now}
        for index, step in enumerate(position.steps)
        if index >= first
    ]
    if entries:
        session.execute(insert(Entry), entries)


def clean_name(text: str) -> str:
    """A name people gave, without line breaks, invisible characters and excess length."""
    visible = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(visible.split())[:NAME_LENGTH].strip()


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _letter in range(10))


def _new_link(table_id: str, role: Role, seat: int | None = None) -> Link:
    return Link(
        table_id=table_id,
        role=role,
        seat=seat,
        token=secrets.token_urlsafe(16),
        created=time.time(),
        revoked=None,
    )


def _revoke(session: Session, table_id: str, role: Role, seat: int | None) -> None:
    session.execute(
        update(Link)
        .where(Link.table_id == table_id, Link.role == role, Link.revoked.is_(None))
        .where(Link.seat.is_(None) if seat is None else Link.seat == seat)
        .values(revoked=time.time())
    )


def _needs_host(seen: Seen) -> None:
    if seen.role != "host":
        raise Refused(403, "not-host", _("Only the host of the table can do this."))


def _allow_help(session: Session, seen: Seen, allowed: bool) -> None:
    """Note in the record that advice is switched on or off; people who began without it keep to that."""
    if allowed and seen.row.mover and len(_seats_of_people(session, seen)) > 1:
        raise Refused(
            409,
            "no-help",
            _("Advice was switched off for this game between people; it stays off until the end."),
        )
    session.add(
        Event(
            table_id=seen.row.id,
            at=seen.row.steps,
            kind="advice",
            seat=None,
            text="on" if allowed else "off",
            time=time.time(),
        )
    )


def _seats_of_people(session: Session, seen: Seen) -> set[int]:
    """The seats where a person sits, or has sat before somebody else took over."""
    changes = session.execute(
        select(Event.seat, Event.text).where(Event.table_id == seen.row.id, Event.kind == "seat")
    )
    before = {seat for seat, text in changes if seat is not None and _PERSON_BEFORE.search(text)}
    return before | {seat.seat for seat in seen.seats if seat.kind != "bot"}


def _at_field(error: ZashikiError, field_name: str) -> Refused:
    refused = refusal_of(error)
    refused.field = field_name
    return refused


def _begin_with(
    game: Game, first: str | int, sitters: list[NewSeat], options: dict[str, str | int]
) -> list[NewSeat]:
    """Let chance or a chosen seat begin; seats keep their order around the table."""
    if not can_choose_first(game):
        raise Refused(422, "first", _("In this game the rules say who begins."), field="first")
    if first == "random":
        options["start_player"] = "random"
        return sitters
    assert isinstance(first, int)
    if first >= len(sitters):
        raise Refused(422, "first", _("There is no such seat."), field="first")
    options["start_player"] = "seat0"
    return sitters[first:] + sitters[:first]


def can_choose_first(game: Game) -> bool:
    """Whether a game lets one choose who begins: by its option `start_player`, as all games here spell it."""
    return any(o.name == "start_player" and {"random", "seat0"} <= set(o.values) for o in game.options)


def _new_seats(game: Game, table_id: str, sitters: Sequence[NewSeat]) -> list[Seat]:
    seats: list[Seat] = []
    for number, sitter in enumerate(sitters):
        bot = _checked_bot(game, sitter.bot, f"seat{number}") if sitter.kind == "bot" else None
        name = clean_name(sitter.name) or _free_name([s.name for s in seats], number, bot)
        seats.append(Seat(table_id=table_id, seat=number, name=name, kind=sitter.kind, bot=bot))
    return seats


def _free_name(taken: Sequence[str], number: int, bot: str | None) -> str:
    if bot is None:
        return _("Player {number}").format(number=number + 1)
    title = bot.split(":")[0].capitalize()
    count = sum(name.split(" ")[0] == title for name in taken)
    return f"{title} {count + 1}" if count else title


def _checked_bot(game: Game, spelling: str | None, field_name: str) -> str:
    try:
        return checked_spelling(game, spelling)
    except ZashikiError as error:
        raise _at_field(error, field_name) from None
    except Refused as refused:
        refused.field = field_name
        raise


def _changed_seat(seen: Seen, before: Seat, change: SeatChange) -> Seat:
    kind = change.kind or ("bot" if change.bot else before.kind)
    bot = None
    if kind == "bot":
        bot = _checked_bot(seen.game, change.bot or before.bot, f"seat{before.seat}")
    others = [s.name for s in seen.seats if s.seat != before.seat]
    name = before.name if change.name is None else clean_name(change.name)
    if not name or (change.name is None and kind != before.kind and "bot" in (kind, before.kind)):
        name = _free_name(others, before.seat, bot)
    return Seat(table_id=before.table_id, seat=before.seat, name=name, kind=kind, bot=bot)


def _sitter(seat: Seat) -> str:
    return f"{seat.name} ({seat.bot if seat.kind == 'bot' else seat.kind})"
