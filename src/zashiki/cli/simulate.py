"""`zashiki simulate`: many games between bots, and what came out of them."""

from __future__ import annotations

import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import (
    GAMES_LIMIT,
    EditionOption,
    GameArgument,
    GameOptions,
    PlayersOption,
    SeedOption,
    add,
    console,
    new_seed,
    read_bots,
    read_options,
    writing,
)
from zashiki.core.errors import OptionError
from zashiki.core.prepare import ensure_prepared
from zashiki.games import get

if TYPE_CHECKING:
    from rich.table import Table

    from zashiki.arena.games import Batch, Series
    from zashiki.arena.summary import Summary

JOBS_LIMIT = 256


def simulate(
    game: GameArgument,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=GAMES_LIMIT, metavar="N", help="How many games.")
    ] = 100,
    players: PlayersOption = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="BOT,...",
            help="The bot of each seat, or one for all: random, greedy, ...",
        ),
    ] = "random",
    seed: SeedOption = None,
    option: GameOptions = None,
    edition: EditionOption = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the games down, one record per line.", show_default=False),
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Add all legal moves to the records.")] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", min=1, max=JOBS_LIMIT, metavar="J", help="Processes; the games stay the same."
        ),
    ] = 1,
) -> None:
    """Play many games between bots and print scores, wins and lengths."""
    from zashiki.arena.games import Series
    from zashiki.arena.summary import summarise
    from zashiki.bots import make_bot

    found = get(game)
    specs, players = read_bots(found, bots, players)
    options = read_options(found, players, option)
    specs *= int(options["players"]) // len(specs)
    for spec in specs:
        make_bot(spec, found)
    if legal and records is None:
        raise OptionError("--legal adds to the records: give --records FILE as well")
    series = Series(
        game=found.name,
        options=options,
        edition=found.load_edition(edition),
        bots=tuple(specs),
        seed=new_seed(seed),
        records=records is not None,
        legal=legal,
    )
    ensure_prepared(found, "bots")
    start = time.perf_counter()
    batches = _play(series, games, jobs, records)
    took = time.perf_counter() - start
    console().print(_table(series, summarise(batches), took))


def _play(series: Series, games: int, jobs: int, records: Path | None) -> list[Batch]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from zashiki.arena.games import play_series

    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=screen, transient=True) if screen.is_terminal else None
    batches: list[Batch] = []
    with writing(records) as file, bar or nullcontext():
        task = bar.add_task("Playing", total=games) if bar else None
        for batch in play_series(series, games, jobs):
            if file is not None:
                file.writelines(line + "\n" for line in batch.records)
                batch.records.clear()
            batches.append(batch)
            if bar is not None and task is not None:
                bar.advance(task, len(batch.steps))
    return batches


def _table(series: Series, summary: Summary, took: float) -> Table:
    from rich import box
    from rich.table import Table

    several = len(summary.seats) > 1
    made = [f"{name}={value}" for name, value in series.options.items() if name != "players"]
    defaults = {f"{o.name}={o.default}" for o in get(series.game).options}
    changed = [text for text in made if text not in defaults]
    title = ", ".join(
        [
            get(series.game).title,
            f"{len(summary.seats)} player{'s' if several else ''}",
            *changed,
            *([] if series.edition.packaged else [f"edition {series.edition.name}"]),
        ]
    )
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    table.add_column("seat", justify="right")
    table.add_column("bot")
    for heading in ("mean score", "sd", "lowest", "highest"):
        table.add_column(heading, justify="right")
    if several:
        for heading in ("wins", "share", "95 % interval"):
            table.add_column(heading, justify="right")
    for number, (bot, seat) in enumerate(zip(series.bots, summary.seats, strict=True)):
        row = [str(number), bot, f"{seat.mean:.2f}", f"{seat.deviation:.2f}", str(seat.low), str(seat.high)]
        if several:
            low, high = seat.interval
            row += [f"{seat.wins:.1f}", f"{seat.share:.1%}", f"{low:.1%} - {high:.1%}"]
        table.add_row(*row)
    table.caption = (
        f"{summary.games} game{'' if summary.games == 1 else 's'} of {summary.steps:.1f} steps (sd {summary.steps_deviation:.1f}, "
        f"{summary.shortest} to {summary.longest}); seed {series.seed}; {summary.games / took:,.0f} games/s"
        + ("; a shared victory counts in parts" if several else "")
    )
    table.caption_justify = "left"
    return table


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(
        app,
        simulate,
        "zashiki simulate toshi --games 1000 --players 2 --bots greedy,random --seed 1\n"
        "zashiki simulate toshi -n 500 -p 3 -o specials=on --records games.jsonl --legal --jobs 2",
    )
