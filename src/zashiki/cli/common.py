"""What the commands share: consoles, the reading of games, options, editions and bots, and the writing of files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from zashiki.core.contract import Game
from zashiki.core.errors import OptionError
from zashiki.core.files import replaced
from zashiki.games import NAMES

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

GAMES_LIMIT = 10**9
"""Most games a command plays: more than years would be enough for."""

PIPE_WIDTH = 120
"""Columns of tables that go to a file or a pipe."""


def complete_game(incomplete: str) -> list[str]:
    return [name for name in NAMES if name.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"Which game: {', '.join(NAMES)}.",
        show_default=False,
        autocompletion=complete_game,
    ),
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", "-p", metavar="N", help="Number of seats.", show_default=False)
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game; may be given several times.",
        show_default=False,
    ),
]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        "-e",
        metavar="NAME|FILE",
        help="A packaged edition or your own TOML file; by default the standard edition.",
        show_default=False,
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="S",
        help="Makes the same games again; by default a new one.",
        show_default=False,
    ),
]


def add(app: typer.Typer, function: object, example: str, name: str | None = None) -> None:
    """Add a command with its example at the end of its help; it is called as its function is, or by `name`."""
    lines = "\n\n".join(f"  {line}" for line in example.splitlines())
    app.command(name, epilog=f"[bold]Example:[/bold]\n\n{lines}")(function)  # type: ignore[arg-type]


def console(stderr: bool = False) -> Console:
    """A console on stdout or stderr as they are now; wide enough for tables when nobody is looking."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False, soft_wrap=False)


def listing(title: str, *headings: str) -> Table:
    """An empty table of words; long ones are broken, not cut."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    return table


def complain(message: str) -> None:
    """Print an error as one line on stderr."""
    line = "".join(c if c.isprintable() else " " for c in " ".join(message.split()))
    print(f"zashiki: {line}", file=sys.stderr)


def read_options(game: Game, players: int | None, texts: Sequence[str] | None) -> dict[str, str | int]:
    """Complete options from `--players` and the texts of `--option name=value`.

    Raises:
        OptionError: says which one is wrong and what would be right.
    """
    known = {option.name: option for option in game.options}
    given: dict[str, str | int] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option {text!r} is not of the form name=value")
        if name == "players":
            raise OptionError("the number of players is given by --players, not by --option")
        if name in given:
            raise OptionError(f"option {name} is given twice")
        given[name] = known[name].parse(value) if name in known else value
    return game.complete_options(players, given)


def read_bots(game: Game, text: str, players: int | None) -> tuple[list[str], int | None]:
    """The bots of `--bots a,b,...` (one alone sits on every seat), and the number of players if that follows."""
    specs = [spec.strip() for spec in text.split(",")]
    if players is not None:
        game.check_players(players)
    if len(specs) > 1 and players is None:
        players = len(specs)
    if len(specs) == 1 and players is not None:
        specs *= players
    if players is not None and len(specs) != players:
        raise OptionError(f"{len(specs)} bots for {players} players")
    return specs, players


def new_seed(seed: int | None) -> int:
    """The given seed, or a new short one that can be typed again."""
    return int.from_bytes(os.urandom(4)) if seed is None else seed


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "round"), counted(2, "round")
    ('1 round', '2 rounds')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def check_outputs(**paths: Path | None) -> None:
    """Nothing, if these options name different files that can be written.

    Raises:
        OptionError: says which cannot, before any work is done.
    """
    seen: dict[Path, str] = {}
    for name, path in paths.items():
        if path is None or (path.exists() and not path.is_file() and not path.is_dir()):
            continue
        reason = None
        if path.is_dir():
            reason = "it is a folder"
        elif not path.parent.is_dir():
            reason = f"there is no folder {path.parent}"
        elif not os.access(path if path.exists() else path.parent, os.W_OK):
            reason = "permission denied"
        if reason:
            raise OptionError(f"{path}: cannot be written ({reason})")
        other = seen.setdefault(path.resolve(), name)
        if other != name:
            raise OptionError(f"--{other} and --{name} are the same file {path}")


@contextmanager
def writing(path: Path | None) -> Iterator[TextIO | None]:
    """A file to write to that appears under its name only when all has gone well (`replaced`); None for no path.

    Raises:
        ZashikiError: it cannot be written.
    """
    if path is None:
        yield None
        return
    with replaced(path) as part, part.open("w", encoding="utf-8") as file:
        yield file
