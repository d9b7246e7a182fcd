"""`zashiki replay`: check records, move by move."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zashiki.cli.common import EditionOption, add, complain, console
from zashiki.core.errors import RecordError
from zashiki.games import get

if TYPE_CHECKING:
    from zashiki.core.edition import Edition
    from zashiki.core.position import Position
    from zashiki.core.record import Record

EXIT_WRONG = 1
LEGAL_SHOWN = 60


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record, or a file with one record per line.")
    ],
    edition: EditionOption = None,
) -> None:
    """Replay records: is every move legal, does the result agree?

    Leaves with 0 if so; with 1 and the first wrong entry if not; with 2 if the file cannot be read as records.
    """
    from zashiki.core.record import read_file

    editions: dict[tuple[str, str | None], Edition | str | None] = {}
    counts: Counter[str] = Counter()
    steps = 0
    last: Position | None = None
    for place, record in read_file(file):
        loaded = _edition(record, edition, editions)
        try:
            record.start(loaded)
        except RecordError as error:
            raise RecordError(f"{place}: {error}") from None
        try:
            last = record.replay(loaded)
        except RecordError as error:
            complain(f"{place}: {error}")
            if error.legal:
                complain(f"legal there: {_some(error.legal)}")
            raise typer.Exit(EXIT_WRONG) from None
        steps += len(last)
        counts[f"{last.game.title}, {last.players} player{'' if last.players == 1 else 's'}"] += 1
    assert last is not None
    _report(counts, steps, last)


def _edition(
    record: Record, given: str | None, cache: dict[tuple[str, str | None], Edition | str | None]
) -> Edition | str | None:
    """The edition to replay with; each file is read once, however many records there are."""
    key = record.game, record.edition
    if key not in cache:
        game = get(record.game)
        if given is not None:
            cache[key] = game.load_edition(given)
        elif record.edition is None or record.edition in game.editions:
            cache[key] = game.load_edition(record.edition)
        else:
            cache[key] = None
    return cache[key]


def _some(legal: list[str]) -> str:
    rest = len(legal) - LEGAL_SHOWN
    return ", ".join(legal[:LEGAL_SHOWN]) + (f", and {rest} more" if rest > 0 else "")


def _report(counts: Counter[str], steps: int, last: Position) -> None:
    screen = console()
    total = sum(counts.values())
    if total > 1:
        screen.print(f"{total} records, {steps} steps: every move is legal, every result agrees")
        for kind, number in counts.items():
            screen.print(f"  {number} × {kind}")
        return
    screen.print(f"{next(iter(counts))}, {steps} steps: every move is legal")
    if last.is_over:
        for standing in sorted(last.standings, key=lambda s: s.rank):
            screen.print(f"  {standing.rank}. {last.seats[standing.seat]}: {standing.score}", markup=False)
    else:
        screen.print("  the game is not over")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    add(app, replay, "zashiki replay games.jsonl\nzashiki replay mine.json --edition my.toml")
