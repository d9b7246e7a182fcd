"""`zashiki bench`: how fast this machine plays, and how that compares."""

from __future__ import annotations

import os
import platform
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import add, complete_game, console
from zashiki.cli.tables import saying, table
from zashiki.games import NAMES, get

if TYPE_CHECKING:
    from rich.table import Table

    from zashiki.arena.speed import Throughput
    from zashiki.core.contract import Game


def bench(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help=f"Which game: {', '.join(NAMES)}; by default all of them.",
            show_default=False,
            autocompletion=complete_game,
        ),
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Time OpenSpiel and catanatron as well, if they are installed.")
    ] = False,
    research: Annotated[
        bool,
        typer.Option(
            "--research",
            help="Measure the research interfaces instead: batches, PettingZoo and OpenSpiel, beside others.",
        ),
    ] = False,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=60, metavar="T", help="Length of one run; each is made five times.")
    ] = 0.4,
) -> None:
    """Measure speed: compiling, random play, and what one copy, legal list and step cost."""
    games = [get(name) for name in (NAMES if game is None else (game,))]
    screen = console()
    screen.print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; one core is used. "
        "Medians of five runs, per second of processor time."
    )
    if research:
        from zashiki.cli.bench_research import research_tables

        for made in research_tables(games, seconds):
            screen.print(made, markup=False)
        return
    fastest: dict[str, Throughput] = {}
    for found in games:
        screen.print(_start_table(found))
        made, fastest[found.name] = _throughput_table(found, seconds)
        screen.print(made)
        screen.print(_cost_table(found, seconds))
    if peers:
        screen.print(_peer_table(games, fastest, seconds))


def _start_table(game: Game) -> Table:
    from zashiki.arena.speed import measure_start

    with saying(f"{game.title}: compiling in an empty cache"):
        start = measure_start(game)
    made = table(f"{game.title}: from the start", "", "s", "of processor, s")
    for name, (wall, processor) in (
        (f"compile {start.kernels} kernels, once", start.compile),
        ("compile the bots, once", start.bots),
        ("import zashiki, later", start.imports),
        ("first position and playout after that", start.playout),
    ):
        made.add_row(name, f"{wall:.2f}", f"{processor:.2f}")
    return made


def _throughput_table(game: Game, seconds: float) -> tuple[Table, Throughput]:
    """Random play for every number of players, and simulations: tree search with random playouts to the end.

    Returned with it: the throughput of random play at two players, or the nearest number there is.
    """
    from zashiki.arena.speed import Bench

    made = table(
        f"{game.title}: random play",
        *("players", "steps/s", "games/s", "steps/game", "simulations/s", "Python steps/s", "Python games/s"),
    )
    usual = min(game.players, key=lambda players: abs(players - 2))
    measured = {}
    for players in game.players:
        with saying(f"{game.title}: random play, {players} players"):
            bench = Bench(game, players, seconds)
            machine, python, searched = bench.playouts(), bench.python_playouts(), bench.simulations()
        measured[players] = machine
        row = f"{machine.steps:,.0f}", f"{machine.games:,.0f}", f"{machine.length:.1f}", f"{searched:,.0f}"
        made.add_row(str(players), *row, f"{python.steps:,.0f}", f"{python.games:,.1f}")
    return made, measured[usual]


def _cost_table(game: Game, seconds: float) -> Table:
    from zashiki.arena.speed import Bench

    players = max(game.players)
    with saying(f"{game.title}: costs"):
        bench = Bench(game, players, seconds)
        machine, python = bench.costs(), bench.python_costs()
    title = f"{game.title}: state of {game.state_dtype.itemsize} bytes; one operation, {players} players"
    made = table(title, "", "kernel, ns", "Python, µs")
    for name, inside, outside in (
        ("copy", machine.copy, python.copy),
        ("legal list", machine.legal, python.legal),
        ("apply", machine.apply, python.apply),
    ):
        made.add_row(name, f"{inside:.1f}", f"{outside / 1000:.1f}")
    return made


def _peer_table(games: list[Game], fastest: dict[str, Throughput], seconds: float) -> Table:
    from zashiki.arena.peers import PEERS

    ratios = [
        heading
        for game in games
        for heading in (f"{game.title}: steps/s ratio", f"{game.title}: games/s ratio")
    ]
    made = table("Others, in the same run", "", "how", "steps/s", "games/s", "steps/game", *ratios)
    for peer in PEERS:
        if not peer.installed:
            made.add_row(peer.name, "not installed")
            continue
        with saying(peer.name):
            other = peer.throughput(seconds)
        row = [
            f"{peer.name} {peer.version}",
            peer.how,
            f"{other.steps:,.0f}",
            f"{other.games:,.1f}",
            f"{other.length:.1f}",
        ]
        for game in games:
            own = fastest[game.name]
            row += [f"{own.steps / other.steps:,.0f}×", f"{own.games / other.games:,.0f}×"]
        made.add_row(*row)
    return made


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(app, bench, "zashiki bench toshi\nzashiki bench --peers\nzashiki bench --research")
