"""Making the games ready before they are asked for: compiling them once per machine, loading them once per start.

Compiling takes from half a minute to a few minutes per game, so only the first game is waited for; the others are
compiled by a process of their own while people already play. `python -m zashiki.table.warm GAME` is that process.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading

from zashiki.bots import entries, make_bot
from zashiki.core.contract import Game
from zashiki.core.position import Position
from zashiki.core.prepare import ensure_prepared, is_prepared
from zashiki.core.rng import new_rng
from zashiki.games import all_games, get
from zashiki.table.courses import Course
from zashiki.table.pages import page_data
from zashiki.table.rendering import render
from zashiki.table.uploads import as_table

log = logging.getLogger("zashiki.table")

ROOMS = ("core", "bots", "search")
STEPS = 40


class WarmUp:
    """The games that are not ready yet; `unready` is shared with those who open games.

    Args:
        unready: names of games that must not be opened now.
    """

    def __init__(self, unready: set[str]) -> None:
        self._unready = unready
        self._compiling: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._starting = threading.Lock()

    def stop(self) -> None:
        """End the process that compiles, if there is one, and wait for its end; what it has finished is kept."""
        with self._starting:
            self._stopped = True
        if self._compiling is not None:
            self._compiling.terminate()
            self._compiling.wait()

    def start(self) -> None:
        """Make one game ready, or all if they have been compiled before; the rest follow in the background."""
        waiting = [game for game in all_games() if not _is_ready(game)]
        ready = [game for game in all_games() if game not in waiting]
        if not ready:
            make_ready(waiting[0])
            ready, waiting = waiting[:1], waiting[1:]
        self._unready.update(game.name for game in waiting)
        for game in ready:
            load(game)
        if waiting:
            threading.Thread(target=self._follow, args=(waiting,), name="warm-up", daemon=True).start()

    def _follow(self, games: list[Game]) -> None:
        for game in games:
            # In this process the compiler would hold up everybody who plays.
            command = [sys.executable, "-m", __name__, game.name]
            with self._starting:
                if self._stopped:
                    return
                self._compiling = subprocess.Popen(command, start_new_session=True)
            if self._compiling.wait() == 0:
                load(game)
                log.info("%s is ready", game.title)
            elif not self._stopped:
                log.error("%s could not be compiled ahead; it will be when somebody plays it", game.title)
            self._unready.discard(game.name)


def _is_ready(game: Game) -> bool:
    return all(is_prepared(game, room) for room in ROOMS)


def make_ready(game: Game) -> None:
    """Compile whatever the cache does not hold of a game, showing progress on a terminal."""
    for room in ROOMS:
        ensure_prepared(game, room)


def load(game: Game, steps: int = STEPS) -> None:
    """Play a little, so that everything is loaded before the first page."""
    options = game.complete_options(game.players[-1], {})
    position, rng = Position(game, options, game.load_edition()), new_rng(1)
    while not position.is_over and (len(position) < steps or not isinstance(position.mover, int)):
        position.play(position.random_move(rng))
    show(position)
    if not position.is_over:
        for name in ("random", "greedy"):
            if any(entry.name == name for entry in entries(game)):
                make_bot(name, game, 1).choose(position)


def show(position: Position) -> None:
    """Draw the pages of a position, as a spectator would see them."""
    course = Course(position)
    seen = as_table("warm", 0.0, course)
    page = page_data(seen, course.lines("en", seen.names), None)
    render("record.html", page=page, game=position.game, base="/r/warm", api="/api/records/warm", token=None)


if __name__ == "__main__":
    make_ready(get(sys.argv[1]))
