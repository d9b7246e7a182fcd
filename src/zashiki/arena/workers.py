"""Processes that play games, leave Ctrl-C to the one that started them, and end with it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from typing import Any


class Workers(ProcessPoolExecutor):
    """A pool of new processes.

    A terminal sends Ctrl-C to the whole process group, and the parent decides what to do about it. So workers are
    started with that signal held back: one that got it while it still starts would break the pool. A worker ends as
    soon as its parent is gone, even if that was killed.

    Args:
        jobs: at most so many processes.
        start: called in each, with `given`, before its first task.
    """

    def __init__(
        self, jobs: int, start: Callable[..., None] | None = None, given: tuple[Any, ...] = ()
    ) -> None:
        super().__init__(jobs, get_context("spawn"), _start, (start, given))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a task over; this is when processes are started."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(start: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if start is not None:
        start(*given)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
