"""`zashiki tables`: which tables a server keeps, and the deleting of those nobody needs any more."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import add, console, listing
from zashiki.core.errors import OptionError

if TYPE_CHECKING:
    from zashiki.table.keeping import Kept
    from zashiki.table.store import Store

SECONDS = {"h": 3600, "d": 86400, "w": 7 * 86400}

DbOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        help="Where the tables are kept; by default the file `zashiki serve` uses.",
        show_default=False,
    ),
]
YesOption = Annotated[bool, typer.Option("--yes", help="Delete them; without it the tables are only listed.")]
FinishedOption = Annotated[
    bool | None,
    typer.Option(
        "--finished/--running", help="Only finished games, or only running ones.", show_default=False
    ),
]
AgeOption = Annotated[
    str | None,
    typer.Option(
        metavar="AGE",
        help="Only tables nobody has touched for so long: hours, days or weeks (12h, 90d, 8w).",
        show_default=False,
    ),
]


def list_tables(db: DbOption = None, finished: FinishedOption = None, older_than: AgeOption = None) -> None:
    """List the tables that are kept, the one touched last first."""
    before = _before(older_than)
    with _database(db) as store:
        from zashiki.table.keeping import kept_tables

        _show(kept_tables(store, before, finished), "kept")


def delete(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of tables, as `list` shows them.")],
    db: DbOption = None,
    yes: YesOption = False,
) -> None:
    """Delete single tables with their logs, links and seats. What is deleted cannot be had back."""
    with _database(db) as store:
        from zashiki.table.keeping import delete_tables, kept_tables

        there = {table.id: table for table in kept_tables(store)}
        unknown = [table for table in ids if table not in there]
        if unknown:
            raise OptionError(f"there is no table {', '.join(unknown)} (see `zashiki tables list`)")
        doomed = [there[table] for table in dict.fromkeys(ids)]
        if yes:
            _told(delete_tables(store, [table.id for table in doomed]))
        else:
            _show(doomed, "to be deleted")


def prune(
    older_than: Annotated[
        str,
        typer.Option(
            metavar="AGE",
            help="How long nobody has touched the tables: hours, days or weeks (12h, 90d, 8w).",
            show_default=False,
        ),
    ],
    finished: Annotated[
        bool, typer.Option("--finished/--any", help="Only finished games, or running ones as well.")
    ] = True,
    db: DbOption = None,
    yes: YesOption = False,
) -> None:
    """Delete all tables that have not been touched for a long time, finished ones unless told otherwise."""
    before = _before(older_than)
    over = True if finished else None
    with _database(db) as store:
        from zashiki.table.keeping import delete_tables, kept_tables

        doomed = kept_tables(store, before, over)
        if yes:
            # Looked at again while deleting: somebody may sit down at one of them just now.
            _told(delete_tables(store, [table.id for table in doomed], before, over))
        else:
            _show(doomed, "to be deleted")


def _before(age: str | None) -> float | None:
    """The time before which a table was touched that is older than an age."""
    if age is None:
        return None
    found = re.fullmatch(r"(\d{1,5})([hdw])", age)
    if not found:
        raise OptionError(f"--older-than {age!r} is no age: give hours, days or weeks, as in 12h, 90d, 8w")
    return time.time() - int(found[1]) * SECONDS[found[2]]


@contextmanager
def _database(db: str | None) -> Iterator[Store]:
    """A database that is there already.

    Raises:
        StoreError: there is none, or it cannot be opened.
    """
    from zashiki.table import default_database
    from zashiki.table.store import Store, StoreError, database_file

    place = db if db is not None else default_database()
    file = database_file(place)
    if file is not None and not file.is_file():
        raise StoreError(f"{file}: there is no such file; no tables are kept there")
    store = Store(place)
    try:
        yield store
    finally:
        store.close()


def _show(tables: Sequence[Kept], what: str) -> None:
    from rich.text import Text

    title = f"{_counted(len(tables))} {what}"
    shown = listing(title, "id", "game", "name", "seats", "steps", "state", "touched")
    for table in tables:
        words = (
            table.id,
            table.game,
            table.name,
            ", ".join(table.seats),
            str(table.steps),
            "finished" if table.over else "running",
            time.strftime("%Y-%m-%d %H:%M", time.localtime(table.touched)),
        )
        # Names are what people typed: no markup, and nothing that moves a terminal's cursor.
        shown.add_row(*(Text("".join(c for c in word if c.isprintable())) for word in words))
    console().print(shown)
    if what != "kept" and tables:
        typer.echo("Nothing is deleted yet: add --yes.")


def _counted(n: int) -> str:
    return f"{n} {'table' if n == 1 else 'tables'}"


def _told(gone: int) -> None:
    typer.echo(f"{_counted(gone)} deleted")


def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        help="The tables a server keeps: list them, delete what nobody needs any more.",
        invoke_without_command=True,
    )
    group.callback()(_start)
    add(group, list_tables, "zashiki tables list --running\nzashiki tables list --db tables.db", name="list")
    add(group, delete, "zashiki tables delete k7m2qd\nzashiki tables delete k7m2qd --yes")
    add(group, prune, "zashiki tables prune --older-than 90d\nzashiki tables prune --older-than 90d --yes")
    app.add_typer(group, name="tables")
