"""What the tests of the research interfaces share."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def strict() -> Iterator[None]:
    """Every warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
