"""Random games of Toshi under random options, for checks that must hold at every position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import zashiki
from zashiki.core.position import Position
from zashiki.games.toshi import GAME

NAMES = ["Ann", "Ben", "Chiyo", "Dan"]


def walk(
    games: int, seed: int, edition: str | Path | None = None
) -> Iterator[tuple[Position, int, Position]]:
    """Every step of some games as (before, action, after); seats and options differ from game to game."""
    rng = random.Random(seed)
    for number in range(games):
        seats = number % 4 + 1
        options = {option.name: rng.choice(option.values) for option in GAME.options[:-1]}
        if number % 3 == 2:
            options["turn_cap"] = rng.randint(3, 30)
        else:
            options["specials"] = "on"
        position = zashiki.new("toshi", players=seats, edition=edition, seed=rng.randrange(2**31), **options)
        position.seats[:] = NAMES[:seats]
        while not position.is_over:
            before = position.copy()
            if position.mover == "*":
                move = position.roll()
            else:
                move = rng.choice(position.legal_moves)
                position.play(move)
            yield before, move.id, position


def positions(games: int, seed: int) -> Iterator[Position]:
    """Every position of some games, finished ones included."""
    for before, _, after in walk(games, seed):
        yield before
        if after.is_over:
            yield after
