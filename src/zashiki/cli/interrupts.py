"""Ctrl-C: whatever it interrupts, a command ends without a traceback and with exit code 130.

Python raises KeyboardInterrupt wherever the program happens to be. In the middle of compiling that may be a function
called back by the compiler, which loses the exception, and the compiler then fails for a reason of its own.
"""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import Any

EXIT_STOPPED = 130
"""Exit code of a command stopped by Ctrl-C."""

AGAIN_SECONDS = 0.05

_stopped = False


def stopped() -> bool:
    """Whether Ctrl-C was pressed: whatever went wrong since then is a consequence of it."""
    return _stopped


def leave_at_once() -> bool:
    """For as long as nothing has to be put away: Ctrl-C ends the process.

    Returns:
        Whether this process listens to Ctrl-C at all; a background job of a shell does not.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return False
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(EXIT_STOPPED))
    # What is registered first runs last, when threads have ended and everything has been put away.
    atexit.register(_end)
    return True


def listen() -> None:
    """From now on: Ctrl-C raises KeyboardInterrupt, again if that was lost, and is remembered."""
    signal.signal(signal.SIGINT, _stop)
    sys.unraisablehook = _lost


def no_more() -> None:
    """The command has ended; nothing may interrupt what the interpreter still puts away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(number: int, frame: FrameType | None) -> None:
    global _stopped
    _stopped = True
    raise KeyboardInterrupt


def _lost(found: Any) -> None:
    if not _stopped:
        sys.__unraisablehook__(found)
    elif issubclass(found.exc_type, KeyboardInterrupt):
        # Not from here: it would be lost once more.
        again = threading.Timer(AGAIN_SECONDS, _press)
        again.daemon = True
        again.start()


def _press() -> None:
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _end() -> None:
    """Leave with the exit code of Ctrl-C, whatever the interpreter remembers of it.

    Where it was raised inside `exec` or `eval`, Python would end by the signal instead, though it was caught since.
    """
    if _stopped:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(EXIT_STOPPED)
