"""`zashiki serve`: the web table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zashiki.cli.common import add


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            help="Where tables are kept: an SQLite file, or the URL of a database; by default a file in your data folder.",
            show_default=False,
        ),
    ] = None,
    edition: Annotated[
        list[Path] | None,
        typer.Option(
            "--edition",
            "-e",
            metavar="FILE",
            help="Your own edition, offered beside the packaged ones; may be given several times.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Open the table: a web page where people and bots play."""
    from zashiki.table import serve as serve_table

    serve_table(host, port, db, edition or ())


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(app, serve, "zashiki serve --port 8080 --db tables.db")
