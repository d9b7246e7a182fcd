"""`zashiki export`: records as data for learning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import EditionOption, add, console
from zashiki.core.errors import ZashikiError

if TYPE_CHECKING:
    from zashiki.core.record import Record


class Format(StrEnum):
    """The formats there are."""

    PARQUET = "parquet"


def export(
    records: Annotated[
        list[Path], typer.Argument(metavar="RECORDS...", help="Records, or files with one record per line.")
    ],
    to: Annotated[Format, typer.Option("--to", help="The format.")] = Format.PARQUET,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Where it goes; by default beside the first file of records.",
            show_default=False,
        ),
    ] = None,
    reward: Annotated[
        str | None,
        typer.Option(
            "--reward",
            metavar="R",
            help="What the outcome is: rank, margin or score; by default rank, and score in solo games.",
            show_default=False,
        ),
    ] = None,
    edition: EditionOption = None,
) -> None:
    """Write games as a table: one row per decision, with observation, mask, action and outcome.

    All games of a file must have one number of seats. Every record is replayed and checked.
    """
    from zashiki.envs.data import write_parquet

    if records[0].is_dir():
        raise ZashikiError(f"{records[0]}: is a folder, not a file of records")
    path = out or records[0].with_suffix(f".{to}")
    if any(path.exists() and file.exists() and path.samefile(file) for file in records):
        raise ZashikiError(f"{path}: holds the records that are read; name another file with --out")
    screen = console(stderr=True)
    with screen.status("Reading") if screen.is_terminal else nullcontext() as status:

        def tell(games: int) -> None:
            if status is not None and games % 10 == 0:
                status.update(f"{games} games")

        written = write_parquet(_records(records), path, edition=edition, reward=reward, told=tell)
    without = f" ({written.unfinished} unfinished, without outcome)" if written.unfinished else ""
    console().print(
        f"{path}: {written.games} game{'' if written.games == 1 else 's'}{without}, {written.decisions} decisions, "
        f"{path.stat().st_size / 2**20:.1f} MiB",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


def _records(files: list[Path]) -> Iterator[tuple[str, Record]]:
    from zashiki.core.record import read_file

    for file in files:
        yield from read_file(file)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(
        app,
        export,
        "zashiki export games.jsonl --to parquet\nzashiki export games.jsonl --out toshi.parquet --reward score",
    )
