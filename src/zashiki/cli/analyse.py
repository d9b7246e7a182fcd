"""`zashiki analyse`: where a game was won and lost, and what a position is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zashiki.cli.common import EditionOption, add, console
from zashiki.core.errors import OptionError, RecordError, SettingsError

if TYPE_CHECKING:
    from rich.table import Table

    from zashiki.core.position import Position
    from zashiki.search import Analysis, Budget, Judged

WORST_SHOWN = 5
MOVES_SHOWN = 8
LINE_SHOWN = 6
THREADS_LIMIT = 256


def analyse(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record of one game.")],
    move: Annotated[
        int | None,
        typer.Option(
            "--move",
            "-m",
            metavar="N",
            min=0,
            help="Look at the position after N steps of the log instead of the whole game.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        str,
        typer.Option(
            "--time", "-t", metavar="T", help="Per decision: a time (2s, 300ms) or iterations (4000)."
        ),
    ] = "500ms",
    threads: Annotated[
        int, typer.Option(min=1, max=THREADS_LIMIT, metavar="T", help="Trees grown side by side.")
    ] = 1,
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="S", help="With iterations: the same analysis again.")
    ] = 1,
    edition: EditionOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Say where a finished game was won and lost, move by move; or, with --move, what a position is worth."""
    from zashiki.core.record import load
    from zashiki.search import Budget

    budget = Budget.parse(time)
    position = load(record, edition)
    if move is None:
        _whole_game(record, position, budget, threads, seed, json)
    else:
        _one_position(record, position, move, budget, threads, seed, json)


def _whole_game(
    record: Path, position: Position, budget: Budget, threads: int, seed: int, json: bool
) -> None:
    from zashiki.bots.thinking import advising_settings
    from zashiki.search import analyse_record
    from zashiki.search.review import decisions

    if not position.is_over:
        raise RecordError(
            f"{record}: {_unfinished(position)}; `--move {len(position)}` looks at where it stands"
        )
    steps = decisions(position)
    stream = analyse_record(position, budget, seed, threads, advising_settings(position.game), steps)
    judged = list(_with_progress(stream, len(steps)))
    if json:
        _print_json(
            {"decisions": [_judged_data(entry, position) for entry in judged], **_result_data(position)}
        )
    else:
        _print_game(position, judged)


def _unfinished(position: Position) -> str:
    """How an unfinished record stops."""
    mover = position.mover
    last = position.steps[-1].mover if len(position) else None
    if mover == "*":
        where = "before chance moves"
    else:
        assert isinstance(mover, int)
        where = (
            f"{'in the middle of a turn' if mover == last else 'before a move'} of {position.seats[mover]}"
        )
    return f"the game is not over, it stops after {len(position)} steps {where}"


def _one_position(
    record: Path, position: Position, move: int, budget: Budget, threads: int, seed: int, json: bool
) -> None:
    from zashiki.bots.thinking import advising_settings
    from zashiki.search import as_data, by_worth, search

    if move > len(position):
        raise OptionError(f"--move {move}: {record} has {len(position)} steps")
    there = position.at(move)
    if there.is_over:
        raise SettingsError(f"after {move} steps the game is over: there is nothing to look for")
    found = by_worth(search(there, budget, seed, threads, advising_settings(there.game)))
    if json:
        _print_json({"step": move, "phase": there.phase, **as_data(found, there)})
        return
    screen = console()
    screen.print(str(there), markup=False)
    screen.print(_outlook(there, found.wins, found.scores), markup=False)
    if found.seat is None:
        screen.print("Chance moves: there is nothing to choose.")
        return
    screen.print(candidates_table(there, found, MOVES_SHOWN))
    screen.print(
        f"{found.iterations + found.kept} visits in {found.seconds:.1f} s"
        + ("; memory was full" if found.full else ""),
        style="dim",
    )


# -- telling


def candidates_table(position: Position, found: Analysis, most: int) -> Table:
    """The best moves with their visit share, winning chance, score margin, and main line in words."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from zashiki.search import continuation

    assert found.seat is not None
    several = position.players > 1
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("move")
    table.add_column("visits", justify="right")
    if several:
        table.add_column("wins", justify="right")
    table.add_column("margin" if several else "score", justify="right")
    table.add_column("and then")
    for candidate in found.candidates[:most]:
        row: list[str] = [candidate.move.text, f"{candidate.share:.0%}"]
        if several:
            row.append("-" if candidate.wins is None else f"{candidate.wins[found.seat]:.0%}")
        margin = candidate.margin(found.seat)
        row.append("-" if margin is None else f"{margin:+.1f}" if several else f"{margin:.1f}")
        table.add_row(*row, escape(continuation(position, candidate, LINE_SHOWN)))
    return table


def _outlook(position: Position, wins: Sequence[float], scores: Sequence[float]) -> str:
    parts = []
    for name, win, score in zip(position.seats, wins, scores, strict=True):
        chance = f"wins {win:.0%}, " if position.players > 1 else ""
        parts.append(f"{name}: {chance}expects {score:.0f} points")
    return "; ".join(parts)


def _print_game(position: Position, judged: Sequence[Judged]) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from zashiki.search import largest_losses

    screen = console()
    several = position.players > 1
    title = f"{position.game.title}: " + ("winning chances" if several else "expected score")
    curve = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    curve.add_column("step", justify="right")
    for name in position.seats:
        curve.add_column(escape(name), justify="right")
    curve.add_column("move")
    curve.add_column("gave away", justify="right")
    for entry in judged:
        values = entry.analysis.wins if several else entry.analysis.scores
        shown = [f"{value:.0%}" if several else f"{value:.0f}" for value in values]
        curve.add_row(
            str(entry.step),
            *shown,
            f"{position.seats[entry.seat]}: {entry.move}",
            _given_away(entry, several),
        )
    screen.print(curve)
    for standing in sorted(position.standings, key=lambda s: (s.rank, s.seat)):
        screen.print(f"{standing.rank}. {position.seats[standing.seat]}: {standing.score}", markup=False)
    worst = largest_losses(judged, WORST_SHOWN)
    if not worst:
        screen.print("Nobody gave anything away.")
        return
    screen.print("\nThe largest losses", style="bold")
    for entry in worst:
        for line in _loss_in_words(position, entry, several):
            screen.print(line, markup=False)


def _given_away(entry: Judged, several: bool) -> str:
    from zashiki.search import largest_losses

    if not largest_losses([entry], 1):
        return ""
    return f"{entry.loss:.0%}, {entry.points:.1f}" if several else f"{entry.points:.1f}"


def _loss_in_words(position: Position, entry: Judged, several: bool) -> Iterator[str]:
    from zashiki.search import continuation

    before = position.at(entry.step)
    name = position.seats[entry.seat]
    say = position.game.say
    lost = f"{entry.points:.1f} points"
    if several:
        lost = f"{entry.loss:.0%} of winning chance and {lost}"
    yield f"after step {entry.step}, {name} gave away {lost}"
    yield f"  played: {say(before, entry.move.id)} ({entry.move})"
    yield f"  better: {say(before, entry.best.move.id)} ({entry.best.move})"
    then = continuation(before, entry.best, LINE_SHOWN)
    if then:
        yield f"  and then: {then}"


def _judged_data(entry: Judged, position: Position) -> dict[str, Any]:
    from zashiki.search import as_data

    return {
        "step": entry.step,
        "move": entry.move.text,
        "loss": round(entry.loss, 4),
        "points": round(entry.points, 2),
        **as_data(entry.analysis, position.at(entry.step)),
    }


def _result_data(position: Position) -> dict[str, Any]:
    standings = position.standings
    return {
        "seats": list(position.seats),
        "result": {"scores": [s.score for s in standings], "ranks": [s.rank for s in standings]},
    }


def _print_json(data: dict[str, Any]) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=1).decode())


def _with_progress(stream: Iterable[Judged], total: int) -> Iterator[Judged]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(stderr=True)
    if not screen.is_terminal:
        yield from stream
        return
    columns = (TextColumn("Thinking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("", total=total)
        for entry in stream:
            progress.advance(task)
            yield entry


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(
        app,
        analyse,
        "zashiki analyse game.json\nzashiki analyse game.json --move 57 --time 3s\nzashiki analyse game.json --json > analysis.json",
    )
