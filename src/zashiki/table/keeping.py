"""What is kept in a database, and the deleting of it: for whoever runs a server, not for its viewers.

Works beside a running server too: a table that is gone is simply not there for the next one who asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, select, update

from zashiki.table.models import Seat, Table
from zashiki.table.store import Store


@dataclass(frozen=True)
class Kept:
    """A table in the database.

    Attributes:
        id: its id, the first part of its links.
        game: name of the game.
        name: what it is called; may be empty.
        seats: names of those who sit there.
        steps: length of the log.
        over: whether the game is finished.
        touched: when it was changed last, in seconds since 1970.
    """

    id: str
    game: str
    name: str
    seats: tuple[str, ...]
    steps: int
    over: bool
    touched: float


def _conditions(untouched_since: float | None, over: bool | None) -> list[ColumnElement[bool]]:
    """What the rows of tables not changed since a time, and finished or not, have in common; None: whichever."""
    found: list[ColumnElement[bool]] = []
    if untouched_since is not None:
        found.append(Table.touched < untouched_since)
    if over is not None:
        found.append((Table.mover == "") if over else (Table.mover != ""))
    return found


def kept_tables(store: Store, untouched_since: float | None = None, over: bool | None = None) -> list[Kept]:
    """The tables of a database, the one touched last first.

    Args:
        store: the database.
        untouched_since: only those last changed before this time.
        over: only finished ones, or only running ones.
    """
    wanted = select(Table.id, Table.game, Table.name, Table.steps, Table.mover, Table.touched)
    wanted = wanted.where(*_conditions(untouched_since, over))
    with store.reading() as session:
        rows = session.execute(wanted.order_by(Table.touched.desc(), Table.id)).all()
        names: dict[str, list[str]] = {}
        for table, name in session.execute(
            select(Seat.table_id, Seat.name).order_by(Seat.table_id, Seat.seat)
        ):
            names.setdefault(table, []).append(name)
    return [
        Kept(
            row.id, row.game, row.name, tuple(names.get(row.id, ())), row.steps, row.mover == "", row.touched
        )
        for row in rows
    ]


def delete_tables(
    store: Store, ids: Sequence[str], untouched_since: float | None = None, over: bool | None = None
) -> int:
    """Delete tables with all that belongs to them.

    Args:
        store: the database.
        ids: which ones.
        untouched_since: spare those that have been changed since.
        over: spare those that are not finished (or are, if false).

    Returns:
        How many are gone.
    """
    gone = 0
    with store.writing() as session:
        for table in ids:
            doomed = delete(Table).where(Table.id == table, *_conditions(untouched_since, over))
            if session.execute(doomed).rowcount:  # type: ignore[attr-defined]
                session.execute(update(Table).where(Table.again == table).values(again=None))
                gone += 1
    return gone
