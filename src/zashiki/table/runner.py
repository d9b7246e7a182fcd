"""Moving bots, and throwing dice where the server does it: a few threads for all tables of the server.

There are two lanes. In the quick one dice are thrown and bots move that need no time; a table whose bot has to think
goes over to the slow one, where it thinks about one decision and then lets the others have their turn. A table is in
one lane at most, once, and who waits longest comes next: no table can starve another, and none waits for a slow bot
elsewhere. Nothing is remembered here that matters: at start the queue is filled from the database.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from zashiki.core.contract import Game
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.table.refusals import Refused
from zashiki.table.sitters import seated_bot
from zashiki.table.tables import Tables
from zashiki.table.thinkers import give_way

log = logging.getLogger("zashiki.table")

PACE_SECONDS = 0.5
"""Between two moves of the server at one table, so that people can follow."""

FIRST_RETRY_SECONDS = 2.0
LAST_RETRY_SECONDS = 300.0

BOTS_KEPT = 16
"""Bots of tables that stay in memory with what they found out; others begin anew."""

NICENESS = 10
QUICK, SLOW = 0, 1


class NeedsTime(Exception):
    """The bot awaited at a table has to think, which the quick lane has no time for."""


class TurnOver(Exception):
    """A table has had its turn in the slow lane: one decision; its bot is not through with its moves."""


class Runner:
    """The threads that move bots.

    Args:
        tables: the tables.
        workers: number of threads for bots that think; with any, there is one more for everything quick. 0 moves no
            bots at all.
        pace: seconds between two moves of the server at one table.
    """

    def __init__(self, tables: Tables, workers: int = 2, pace: float = PACE_SECONDS) -> None:
        self.tables, self.pace = tables, pace
        self._players = Players()
        self._due: tuple[list[tuple[float, int, str]], ...] = ([], [])
        self._queued: set[str] = set()
        self._again: set[str] = set()
        self._failures: dict[str, int] = {}
        self._count = itertools.count()
        self._news = threading.Condition()
        self._stopped = False
        lanes = [QUICK, *[SLOW] * workers] if workers else []
        self._threads = [
            threading.Thread(target=self._work, args=(lane,), name=f"bots-{i}", daemon=True)
            for i, lane in enumerate(lanes)
        ]

    def start(self) -> None:
        """Start, taking up every table where the server has to move."""
        for thread in self._threads:
            thread.start()
        if self._threads:
            for table_id in self.tables.waiting_for_server():
                self.wake(table_id)

    def stop(self) -> None:
        """Stop after the moves now being made."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=10)

    def wake(self, table_id: str) -> None:
        """Look at a table soon: the server may have to move there."""
        with self._news:
            if table_id in self._queued:
                self._again.add(table_id)
                return
            self._put(table_id, QUICK, self.pace)

    def _put(self, table_id: str, lane: int, delay: float) -> None:
        self._queued.add(table_id)
        heapq.heappush(self._due[lane], (time.monotonic() + delay, next(self._count), table_id))
        self._news.notify_all()

    def _take(self, lane: int) -> str | None:
        due = self._due[lane]
        with self._news:
            while not self._stopped:
                wait = due[0][0] - time.monotonic() if due else None
                if wait is not None and wait <= 0:
                    table_id = heapq.heappop(due)[2]
                    self._again.discard(table_id)
                    return table_id
                self._news.wait(wait)
        return None

    def _work(self, lane: int) -> None:
        if lane == SLOW:
            give_way(NICENESS)
        while (table_id := self._take(lane)) is not None:
            after = self._advance(table_id, lane)
            with self._news:
                self._queued.discard(table_id)
                if after is None and table_id in self._again:
                    after = QUICK, self.pace
                self._again.discard(table_id)
                if after is not None:
                    self._put(table_id, *after)

    def _advance(self, table_id: str, lane: int) -> tuple[int, float] | None:
        """Move at a table; the lane and the seconds until its next turn, None if nothing more is to be done."""
        try:
            more = self.tables.advance(table_id, self._players.chooser(table_id, lane))
        except (NeedsTime, TurnOver):
            return SLOW, 0.0
        except Exception as error:
            # A table that cannot go on must not stop the others.
            self._players.forget_moves(table_id)
            failures = self._failures[table_id] = self._failures.get(table_id, 0) + 1
            if isinstance(error, Refused) and error.status in (404, 409):
                log.warning("table %s: no bot can move: %s", table_id, error.message)
                return None
            log.exception("table %s: a bot failed for the %d. time", table_id, failures)
            return QUICK, min(FIRST_RETRY_SECONDS * 2 ** (failures - 1), LAST_RETRY_SECONDS)
        self._players.forget_moves(table_id)
        self._failures.pop(table_id, None)
        return (QUICK, self.pace) if more else None


class Players:
    """The bots of the tables, and what they have decided of moves that are not complete yet."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self._moves: dict[str, dict[tuple[str, bytes], Move]] = {}
        self._lock = threading.Lock()

    def chooser(self, table_id: str, lane: int) -> Callable[[str, Position], Move]:
        """What chooses the moves of a table's bots for one turn in a lane.

        It raises NeedsTime where the bot has to think and the lane is the quick one, TurnOver at the second decision
        that a bot has to think about; the moves chosen before are remembered.
        """
        thinks_on = lane == SLOW

        def choose(spelling: str, position: Position) -> Move:
            nonlocal thinks_on
            moves = self._moves.setdefault(table_id, {})
            key = spelling, position.key
            if key not in moves:
                bot = self._bot(table_id, spelling, position.game)
                if bot.is_slow and len(position.legal_moves) > 1:
                    if not thinks_on:
                        raise NeedsTime if lane == QUICK else TurnOver
                    thinks_on = False
                moves[key] = bot.choose(position)
            return moves[key]

        return choose

    def forget_moves(self, table_id: str) -> None:
        """A table's bot has made its moves, or must think again."""
        self._moves.pop(table_id, None)

    def _bot(self, table_id: str, spelling: str, game: Game) -> Any:
        key = table_id, spelling
        with self._lock:
            if key not in self._bots:
                self._bots[key] = seated_bot(spelling, game)
            self._bots.move_to_end(key)
            while len(self._bots) > BOTS_KEPT:
                self._bots.popitem(last=False)
            return self._bots[key]
