"""What is said when a framework is not installed."""

from __future__ import annotations

from zashiki.core.errors import MissingExtraError


def missing(what: str) -> MissingExtraError:
    """The error for a framework of the `research` extra that is not installed."""
    return MissingExtraError(f"{what} is not installed: python -m pip install 'zashiki[research]'")
