"""The catalogue: the only list of the games there are. A game is loaded when it is first asked for."""

from __future__ import annotations

import functools
from importlib import import_module

from zashiki.core.contract import Game
from zashiki.core.errors import UnknownGameError

NAMES: tuple[str, ...] = ("toshi", "sapporo", "nippon")
"""Names of all games, in the order people see them."""


@functools.cache
def get(name: str) -> Game:
    """The game of a name.

    Raises:
        UnknownGameError: there is none; the message lists those that exist.
    """
    if name not in NAMES:
        raise UnknownGameError(f"no game {str(name)[:40]!r} (games: {', '.join(NAMES)})")
    return import_module(f"zashiki.games.{name}").GAME


def all_games() -> list[Game]:
    """Every game of the catalogue."""
    return [get(name) for name in NAMES]
