"""`zashiki components`: the printed numbers of a game, and where each one is known from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zashiki.cli.common import EditionOption, GameArgument, add, console, listing
from zashiki.games import get

if TYPE_CHECKING:
    from rich.table import Table

    from zashiki.core.edition import Edition


def components(
    game: GameArgument,
    edition: EditionOption = None,
    diff: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE", help="Show only where this other edition differs.", show_default=False
        ),
    ] = None,
) -> None:
    """Print a game's numbers with their provenance, or the difference between two editions."""
    found = get(game)
    shown = found.load_edition(edition)
    other = None if diff is None else found.load_edition(diff)
    screen = console()
    if other is None:
        screen.print(_listing(shown))
    elif not shown.differences(other):
        screen.print(f"{shown.name} and {other.name}: no difference", markup=False)
    else:
        screen.print(_difference(shown, other))


def _listing(edition: Edition) -> Table:
    from rich.text import Text

    table = listing(f"{edition.title} ({edition.name})", "number", "value", "known from")
    section = None
    for path, value, provenance in edition.rows():
        if section is not None and path.rpartition(".")[0] != section:
            table.add_section()
        section = path.rpartition(".")[0]
        table.add_row(Text(path), Text(_words(value)), Text(provenance.words))
    return table


def _difference(edition: Edition, other: Edition) -> Table:
    from rich.text import Text

    table = listing(
        f"{edition.name} and {other.name}", "number", edition.name, other.name, "there known from"
    )
    there = {path: provenance for path, _, provenance in other.rows()}
    for path, value, changed in edition.differences(other):
        source = there[path].words if path in there else ""
        table.add_row(Text(path), Text(_words(value)), Text(_words(changed), "bold"), Text(source))
    return table


def _words(value: Any) -> str:
    """A value as it stands in an edition file; `-` where there is none."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(_words(v) for v in value) or "none"
    return str(value)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(app, components, "zashiki components toshi\nzashiki components toshi --diff my.toml")
