"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from zashiki.core.errors import ZashikiError


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
