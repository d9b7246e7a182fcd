"""Telling open pages that a table has changed: a stream per page that carries version numbers and nothing else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

from zashiki.core.i18n import _
from zashiki.table.refusals import Refused

KEEP_ALIVE_SECONDS = 20.0
MAX_STREAMS = 4000
MAX_STREAMS_PER_TABLE = 200


class _Stream:
    """One open page. There is no queue: a slow page skips what it missed and hears the newest version."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self.news = loop, asyncio.Event()
        self.closed = False


class Hub:
    """All open streams, by table."""

    def __init__(self) -> None:
        self._streams: dict[str, set[_Stream]] = {}
        # Closing happens in a signal handler, which may interrupt a holder of the lock.
        self._lock = threading.RLock()
        self._closed = False

    def changed(self, table_id: str) -> None:
        """Tell everybody at a table that it has a new version; may be called from any thread."""
        with self._lock:
            streams = list(self._streams.get(table_id, ()))
        for stream in streams:
            _wake(stream)

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        with self._lock:
            self._closed = True
            streams = [stream for group in self._streams.values() for stream in group]
        for stream in streams:
            stream.closed = True
            _wake(stream)

    def check_room(self, table_id: str) -> None:
        """Whether another page may follow a table.

        Raises:
            Refused: too many pages are open.
        """
        with self._lock:
            here, everywhere = len(self._streams.get(table_id, ())), sum(map(len, self._streams.values()))
        if here >= MAX_STREAMS_PER_TABLE or everywhere >= MAX_STREAMS:
            raise Refused(503, "busy", _("Too many pages are open; try again later."))

    async def follow(self, table_id: str, version_now: Callable[[], int | None]) -> AsyncIterator[bytes]:
        """The messages of one stream: the version now and each later one, and a comment while nothing happens.

        Args:
            table_id: which table.
            version_now: gives the table's version, None once the viewer's link does not open it any more.
        """
        stream = _Stream(asyncio.get_running_loop())
        with self._lock:
            self._streams.setdefault(table_id, set()).add(stream)
        stream.news.set()
        try:
            while not (stream.closed or self._closed):
                try:
                    await asyncio.wait_for(stream.news.wait(), KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                stream.news.clear()
                version = await asyncio.to_thread(version_now)
                if version is None:
                    yield b"event: closed\ndata: {}\n\n"
                    return
                yield b'data: {"version": %d}\n\n' % version
        finally:
            with self._lock:
                group = self._streams.get(table_id, set())
                group.discard(stream)
                if not group:
                    self._streams.pop(table_id, None)


def _wake(stream: _Stream) -> None:
    try:
        stream.loop.call_soon_threadsafe(stream.news.set)
    except RuntimeError:
        # The loop of that page has ended with its server.
        return
