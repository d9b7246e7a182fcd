"""Moving bots, and throwing dice where the server does it: a few threads for all tables of the server.

A table is in the queue at most once. Who waits longest moves next, so that no table can starve another. Nothing is
remembered here that matters: at start the queue is filled from the database.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import logging
import threading
import time
from typing import Any

from zashiki.core.position import Position
from zashiki.games import get
from zashiki.table.refusals import Refused
from zashiki.table.tables import Tables

log = logging.getLogger("zashiki.table")

PACE_SECONDS = 0.5
"""Between two moves of the server at one table, so that people can follow."""

FIRST_RETRY_SECONDS = 2.0
LAST_RETRY_SECONDS = 300.0


class Runner:
    """The threads that move bots.

    Args:
        tables: the tables.
        workers: number of threads; 0 moves no bots at all.
        pace: seconds between two moves of the server at one table.
    """

    def __init__(self, tables: Tables, workers: int = 2, pace: float = PACE_SECONDS) -> None:
        self.tables, self.pace = tables, pace
        self._due: list[tuple[float, int, str]] = []
        self._queued: set[str] = set()
        self._again: set[str] = set()
        self._failures: dict[str, int] = {}
        self._count = itertools.count()
        self._news = threading.Condition()
        self._stopped = False
        self._threads = [
            threading.Thread(target=self._work, name=f"bots-{i}", daemon=True) for i in range(workers)
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
            self._put(table_id, self.pace)

    def _put(self, table_id: str, delay: float) -> None:
        self._queued.add(table_id)
        heapq.heappush(self._due, (time.monotonic() + delay, next(self._count), table_id))
        self._news.notify()

    def _take(self) -> str | None:
        with self._news:
            while not self._stopped:
                wait = self._due[0][0] - time.monotonic() if self._due else None
                if wait is not None and wait <= 0:
                    table_id = heapq.heappop(self._due)[2]
                    self._again.discard(table_id)
                    return table_id
                self._news.wait(wait)
        return None

    def _work(self) -> None:
        while (table_id := self._take()) is not None:
            delay = self._advance(table_id)
            with self._news:
                self._queued.discard(table_id)
                if delay is None and table_id in self._again:
                    delay = self.pace
                self._again.discard(table_id)
                if delay is not None:
                    self._put(table_id, delay)

    def _advance(self, table_id: str) -> float | None:
        """Move at a table; the seconds until the next time, None if nothing more is to be done."""
        try:
            more = self.tables.advance(table_id, choose)
        except Exception as error:
            # A table that cannot go on must not stop the others.
            failures = self._failures[table_id] = self._failures.get(table_id, 0) + 1
            if isinstance(error, Refused) and error.status in (404, 409):
                log.warning("table %s: no bot can move: %s", table_id, error.message)
                return None
            log.exception("table %s: a bot failed for the %d. time", table_id, failures)
            return min(FIRST_RETRY_SECONDS * 2 ** (failures - 1), LAST_RETRY_SECONDS)
        self._failures.pop(table_id, None)
        return self.pace if more else None


def choose(spelling: str, position: Position) -> Any:
    """The move a bot chooses; each thread has bots of its own."""
    return _bot(threading.get_ident(), spelling, position.game.name).choose(position)


@functools.lru_cache(maxsize=12)
def _bot(thread: int, spelling: str, game: str) -> Any:
    from zashiki.bots import make_bot

    return make_bot(spelling, get(game))
