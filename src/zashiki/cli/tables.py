"""Tables of measurements on a terminal, and what is said while one is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from zashiki.cli.common import console

if TYPE_CHECKING:
    from rich.table import Table


@contextmanager
def saying(what: str) -> Iterator[None]:
    """Say on a terminal what is being measured, without disturbing it much."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield
        return
    screen.print(f"{what} ...", end="\r", style="dim")
    try:
        yield
    finally:
        screen.print(" " * (len(what) + 4), end="\r")


def table(title: str, first: str, *headings: str) -> Table:
    """An empty table; all columns but the first and those that say how are of numbers."""
    from rich import box
    from rich.table import Table

    made = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    made.add_column(first)
    for heading in headings:
        made.add_column(heading, justify="left" if heading in ("how", "rules in") else "right")
    return made
