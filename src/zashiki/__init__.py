"""Zashiki: modern board games about building Japan, as a library at machine speed.

>>> import zashiki
>>> position = zashiki.new("toshi", players=2, seed=7)
>>> while position.mover == "*":
...     _ = position.roll()
>>> position.play("pass").mover is not None
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from zashiki.core.contract import Game
    from zashiki.core.edition import Edition
    from zashiki.core.errors import (
        BudgetError,
        EditionError,
        IllegalMoveError,
        InvalidMoveError,
        MissingExtraError,
        OptionError,
        RecordError,
        ResultsError,
        SearchError,
        SettingsError,
        UnknownBotError,
        UnknownGameError,
        ZashikiError,
    )
    from zashiki.core.moves import Move
    from zashiki.core.position import Position, Standing, Step
    from zashiki.core.record import Record, load, load_all
    from zashiki.games import all_games, get

__version__ = "0.1.0"

__all__ = [
    "BudgetError",
    "Edition",
    "EditionError",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "MissingExtraError",
    "Move",
    "OptionError",
    "Position",
    "Record",
    "RecordError",
    "ResultsError",
    "SearchError",
    "SettingsError",
    "Standing",
    "Step",
    "UnknownBotError",
    "UnknownGameError",
    "ZashikiError",
    "all_games",
    "get",
    "load",
    "load_all",
    "new",
]


# The compiler alone takes longer to import than a command should take to answer, or to stop: so everything is looked
# up where it is first asked for.
_HOMES = {
    "zashiki.core.contract": ("Game",),
    "zashiki.core.edition": ("Edition",),
    "zashiki.core.errors": tuple(name for name in __all__ if name.endswith("Error")),
    "zashiki.core.moves": ("Move",),
    "zashiki.core.position": ("Position", "Standing", "Step"),
    "zashiki.core.record": ("Record", "load", "load_all"),
    "zashiki.games": ("all_games", "get"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in ("core", "games"):
        return import_module(f"zashiki.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'zashiki' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOME[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def new(
    game: str,
    players: int | None = None,
    edition: str | Path | Edition | None = None,
    seed: int | None = None,
    seats: Sequence[str] | None = None,
    **options: str | int,
) -> Position:
    """A new game before its first step.

    Args:
        game: name of a game of the catalogue.
        players: number of seats; may be left out where a game has only one.
        edition: name of a packaged edition, path of an edition file, or a loaded edition; None is the standard.
        seed: drives chance in `Position.roll` only; None takes entropy from the system.
        seats: names of the seats.
        options: the game's options; those left out have their defaults.

    Raises:
        UnknownGameError, OptionError, EditionError: say what is wrong and what would be right.

    >>> new("toshi", players=3, seed=1, specials="on")
    <Toshi, 3 players, 0 steps, chance>
    """
    import numpy as np

    from zashiki.core.edition import Edition
    from zashiki.core.errors import EditionError, OptionError
    from zashiki.core.position import Position
    from zashiki.games import get

    found = get(game)
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | np.integer)):
        raise OptionError(f"the seed must be an integer, not {seed!r}")
    complete = found.complete_options(players, options)
    loaded = edition if isinstance(edition, Edition) else found.load_edition(edition)
    if loaded.game != found.name:
        raise EditionError(f"the edition {loaded.name!r} is for the game {loaded.game!r}, not {found.name!r}")
    if seats is not None and len(seats) != complete["players"]:
        raise OptionError(f"{len(seats)} seat names for {complete['players']} players")
    return Position(found, complete, loaded, seed=seed, seats=seats)
