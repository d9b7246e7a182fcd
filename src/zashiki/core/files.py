"""Writing files so that nobody ever finds half of one, and so that only one program writes at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from zashiki.core.errors import ZashikiError

if sys.platform == "win32":
    import msvcrt

    FAR = 2**31 - 2
    """A byte no file of ours has: what is locked can be read by nobody else."""

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(path: Path, error: type[ZashikiError] = ZashikiError) -> Iterator[None]:
    """Hold a file against other programs that want to write to it in the same way; it is made if need be.

    Where the file system knows no locks, nothing is held.

    Args:
        path: the file.
        error: what is raised if another program holds it, or if it cannot be written.
    """
    try:
        file = path.open("ab")
    except OSError as found:
        raise error(f"{path}: cannot be written ({found.strerror or found})") from None
    with file:
        try:
            _lock(file.fileno())
        except (BlockingIOError, PermissionError):
            raise error(
                f"{path}: another program is writing to it; wait for it, or take another file"
            ) from None
        except OSError:
            pass
        yield


@contextmanager
def replaced(path: Path, error: type[ZashikiError] = ZashikiError) -> Iterator[Path]:
    """A path to write to that takes the place of `path` only when all has gone well.

    What exists and is not a regular file (a pipe, /dev/null) is written to directly.

    Args:
        path: where the file shall be.
        error: what is raised if it cannot be written.
    """
    special = path.exists() and not path.is_file()
    part = path if special else path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        if path.is_dir():
            raise IsADirectoryError(None, "is a folder")
        yield part
        if not special:
            part.replace(path)
    except OSError as found:
        raise error(f"{path}: cannot be written ({found.strerror or found})") from None
    finally:
        if not special:
            with suppress(OSError):
                part.unlink()
