"""`zashiki bench --research`: how fast the research interfaces are, beside others of their kind."""

from __future__ import annotations

import io
import re
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib import import_module, metadata
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from zashiki.cli.tables import saying, table
from zashiki.core.errors import MissingExtraError

if TYPE_CHECKING:
    from rich.table import Table

    from zashiki.core.contract import Game

GAMES = 1024
"""Games of the batch that is measured."""

SEED = 1


def research_tables(games: list[Game], seconds: float) -> Iterator[Table | str]:
    """One table for batches, one for PettingZoo, one for OpenSpiel; for one that is not installed, how to get it.

    Args:
        games: which games.
        seconds: length of one run, about; PettingZoo's own benchmark takes five seconds each time.
    """
    yield _batch_table(games, seconds)
    for make in (lambda: _zoo_table(games), lambda: _spiel_table(games, seconds)):
        try:
            yield make()
        except MissingExtraError as error:
            yield str(error)


def batch_play(game: Game, players: int, masks: str = "bool") -> Callable[[int], int]:
    """Steps of a batch with random legal actions, as `play(steps) -> decisions`; all on one core."""
    from zashiki.envs import Batch

    batch = Batch(game, GAMES, players, masks=masks, seed=SEED)  # type: ignore[arg-type]

    def play(steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * GAMES

    return play


def batch_memory(game: Game, players: int) -> int:
    """How many bytes a batch takes in all, with everything it makes while it plays."""
    batch_play(game, players)(1)
    tracemalloc.start()
    try:
        play = batch_play(game, players)
        play(10)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def zoo_speed(env: Any) -> float:
    """Turns per second of processor time by PettingZoo's own `performance_benchmark`, which prints them.

    Only its clock is another one: on the wall's, whatever else the machine does would be measured as well.
    """
    module = import_module("pettingzoo.test.performance_benchmark")
    said = io.StringIO()
    with redirect_stdout(said), patch.object(module, "time", SimpleNamespace(time=time.process_time)):
        module.performance_benchmark(env)
    found = re.search(r"([\d.]+) turns per second", said.getvalue())
    assert found is not None
    return float(found[1])


def _usual(game: Game) -> int:
    return min(game.players, key=lambda players: abs(players - 2))


def _batch_table(games: list[Game], seconds: float) -> Table:
    from zashiki.arena.speed import measure

    made = table(
        f"Batches of {GAMES:,} games, random legal actions, observations and masks written; one core",
        "",
        *("players", "decisions/s", "with masks of bits", "bytes seen per game", "MiB in all"),
    )
    for game in games:
        for players in sorted({_usual(game), max(game.players)}):
            with saying(f"{game.title}: batches, {players} players"):
                bools, bits = (
                    measure(batch_play(game, players, masks), seconds).steps for masks in ("bool", "bits")
                )
                size, memory = _seen(game, players), batch_memory(game, players)
            row = f"{bools:,.0f}", f"{bits:,.0f}", f"{size:,}", f"{memory / 2**20:.1f}"
            made.add_row(game.title, str(players), *row)
    return made


def _seen(game: Game, players: int) -> int:
    from zashiki.envs import Task

    task = Task(game, players)
    return 4 * task.observation_size + task.action_count


def _zoo_table(games: list[Game]) -> Table:
    from zashiki.envs import zoo

    made = table(
        "PettingZoo's performance_benchmark, by the clock of the processor",
        "",
        "turns/s",
        "× connect_four_v3",
    )
    name = f"connect_four_v3 of PettingZoo {metadata.version('pettingzoo')}"
    with saying(name), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other = zoo_speed(zoo.pettingzoo.make("aec", "classic/connect_four_v3"))
    made.add_row(name, f"{other:,.0f}", "1.0")
    for game in games:
        with saying(f"{game.title}: PettingZoo"):
            own = zoo_speed(zoo.MODULES[f"{game.name}_v{zoo.VERSION}"].env(_usual(game)))
        made.add_row(f"{game.title}, {_usual(game)} players", f"{own:,.0f}", f"{own / other:.1f}")
    return made


def _spiel_table(games: list[Game], seconds: float) -> Table:
    from zashiki.arena.peers import open_spiel_play
    from zashiki.arena.speed import measure
    from zashiki.envs import spiel

    import_module("open_spiel.python.games")
    made = table(
        "OpenSpiel, random games driven from Python", "", "rules in", "steps/s", "games/s", "steps/game"
    )
    entries = [("python_tic_tac_toe", "Python"), ("backgammon", "C++")]
    entries += [(f"{spiel.PREFIX}{game.name}(players={_usual(game)})", "machine code") for game in games]
    for name, how in entries:
        with saying(name):
            speed = measure(open_spiel_play(name), seconds)
        row = f"{speed.steps:,.0f}", f"{speed.games:,.1f}", f"{speed.length:.1f}"
        made.add_row(name, how, *row)
    return made
