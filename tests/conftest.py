"""Shared by all tests: Hypothesis profiles, and what "every game" and "every option" mean."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator

from hypothesis import HealthCheck, settings

from zashiki.core.contract import Game

common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "derandomize": True}
settings.register_profile("compiled", max_examples=60, **common)
settings.register_profile("interpreted", max_examples=8, **common)
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
settings.load_profile("interpreted" if INTERPRETED else "compiled")


def option_sets(game: Game) -> Iterator[dict[str, str | int]]:
    """For every player count: the defaults, each single option at each other value, and everything at its last value.

    With the compiler off, where whole games take long, single options are left to the compiled run.
    """
    for players in game.players:
        yield {"players": players}
        for option in game.options if not INTERPRETED else ():
            for value in itertools.islice(option.values, 1, 12):
                yield {"players": players, option.name: value}
        yield {"players": players, **{o.name: list(o.values)[-1] for o in game.options if len(o.values) < 12}}
