"""What the database holds: tables with their seats, links and settings, the log, and what is derived from it.

The log is the truth of a game. The snapshot beside it lets a game be opened without checking every move again, and
the lines are the log in words; both can be made anew from the log at any time.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, Index, LargeBinary, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """Base of all models; constraints have fixed names so that later migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def _table_key() -> Mapped[str]:
    return mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


class Table(Base):
    """A game being played.

    Attributes:
        id: short random word, part of every address.
        options: all options of the game, players included.
        edition_digest: hash of the printed numbers played with.
        rules_version: version of the game's rules the log was played under.
        listed: whether the start page shows the table.
        real_dice: whether people type in what chance did.
        auto_roll: whether the server throws for people as well.
        help_allowed: whether hints may be asked for.
        created, touched: seconds since 1970; touched by every change.
        version: counts every change anybody can see.
        log_version: the version at which the log changed last; moves made since then are not stale.
        steps: length of the log.
        mover: `*`, a seat digit, or empty when the game is over.
        awaited: the seat that decides or throws; None if nobody in particular, or over.
        snapshot: the state after the log, as bytes.
        again: the table made from this one with the same seats.
    """

    __tablename__ = "tables"
    __table_args__ = (Index("ix_tables_listed", "listed", "touched"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    edition: Mapped[str] = mapped_column(String(80))
    edition_digest: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[int]
    listed: Mapped[bool]
    real_dice: Mapped[bool]
    auto_roll: Mapped[bool]
    help_allowed: Mapped[bool]
    created: Mapped[float] = mapped_column(Float(53))
    touched: Mapped[float] = mapped_column(Float(53))
    version: Mapped[int]
    log_version: Mapped[int]
    steps: Mapped[int]
    mover: Mapped[str] = mapped_column(String(1))
    awaited: Mapped[int | None]
    snapshot: Mapped[bytes] = mapped_column(LargeBinary)
    again: Mapped[str | None] = mapped_column(String(16))


class Seat(Base):
    """A seat of a table: its name and who sits there (`person` at the host's page, `link`, `bot`)."""

    __tablename__ = "seats"

    table_id: Mapped[str] = _table_key()
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(10))
    bot: Mapped[str | None] = mapped_column(String(80))


class Link(Base):
    """A secret that opens a table as its host, as one seat, or as a spectator; revoked links stay for the record."""

    __tablename__ = "links"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    seat: Mapped[int | None]
    token: Mapped[str] = mapped_column(String(40), unique=True)
    created: Mapped[float] = mapped_column(Float(53))
    revoked: Mapped[float | None] = mapped_column(Float(53))


class Entry(Base):
    """One step of a table's log."""

    __tablename__ = "log"

    table_id: Mapped[str] = _table_key()
    step: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mover: Mapped[str] = mapped_column(String(1))
    move: Mapped[str] = mapped_column(String(120))
    time: Mapped[float] = mapped_column(Float(53))


class Lines(Base):
    """What one step did, in the words of a language.

    `basis` is a hash of everything beside the log that the words depend on; lines of another basis are not used.
    """

    __tablename__ = "lines"

    table_id: Mapped[str] = _table_key()
    language: Mapped[str] = mapped_column(String(16), primary_key=True)
    step: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    basis: Mapped[str] = mapped_column(String(40))
    lines: Mapped[str] = mapped_column(Text)


class Event(Base):
    """Something that happened at a table beside the moves, as records carry it."""

    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    at: Mapped[int]
    kind: Mapped[str] = mapped_column(String(60))
    seat: Mapped[int | None]
    text: Mapped[str] = mapped_column(String(400))
    time: Mapped[float] = mapped_column(Float(53))


class Post(Base):
    """A confirmed post of moves, by the id its client made: a repeated post is recognised and changes nothing."""

    __tablename__ = "posts"

    table_id: Mapped[str] = _table_key()
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    link_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))


class Draft(Base):
    """The turn unit a seat is composing; it counts only while the log is as long as `steps`."""

    __tablename__ = "drafts"

    table_id: Mapped[str] = _table_key()
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    steps: Mapped[int]
    moves: Mapped[list[str]] = mapped_column(JSON)


class Upload(Base):
    """A record somebody uploaded to look at; its id is a hash of its text."""

    __tablename__ = "uploads"

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    record: Mapped[str] = mapped_column(Text)
    created: Mapped[float] = mapped_column(Float(53))


class Setting(Base):
    """A value of this server, such as the key its forms are signed with."""

    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
