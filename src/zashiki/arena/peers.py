"""Other people's engines, timed the same way as ours: random games, one core, as their users drive them.

None of them is needed for anything else, and none is a dependency; each is timed if it is installed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any

from zashiki.arena.speed import SEED, Throughput, measure


@dataclass(frozen=True)
class Peer:
    """Another engine's game.

    Attributes:
        name: engine and game.
        module: what has to be importable.
        package: the distribution it is in.
        how: how the games are played.
        load: gives `play(games) -> steps`; a step is a move, a roll or a draw.
    """

    name: str
    module: str
    package: str
    how: str
    load: Callable[[], Callable[[int], int]]

    @property
    def installed(self) -> bool:
        """Whether it can be timed here."""
        return find_spec(self.module) is not None

    @property
    def version(self) -> str:
        """Version of the installed package."""
        return metadata.version(self.package)

    def throughput(self, seconds: float = 0.4) -> Throughput:
        """Random games per second."""
        return measure(self.load(), seconds)


def open_spiel_play(name: str) -> Callable[[int], int]:
    """Random games of OpenSpiel, as `play(games) -> steps`; `name` is what `pyspiel.load_game` takes."""
    game = import_module("pyspiel").load_game(name)
    rng = random.Random(SEED)

    def play(games: int) -> int:
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def _catanatron() -> Callable[[int], int]:
    catanatron: Any = import_module("catanatron")
    colours = (catanatron.Color.RED, catanatron.Color.BLUE)
    seeds = iter(range(SEED, 2**31))

    def play(games: int) -> int:
        steps = 0
        for _ in range(games):
            game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=next(seeds))
            while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
                game.play_tick()
                steps += 1
        return steps

    return play


TURNS_LIMIT = 1000
"""Where `catanatron` itself gives up on a game."""

PEERS = (
    Peer(
        "OpenSpiel backgammon",
        "pyspiel",
        "open-spiel",
        "C++, driven from Python",
        lambda: open_spiel_play("backgammon"),
    ),
    Peer(
        "OpenSpiel connect_four",
        "pyspiel",
        "open-spiel",
        "C++, driven from Python",
        lambda: open_spiel_play("connect_four"),
    ),
    Peer("catanatron", "catanatron", "catanatron", "Python, two random players", _catanatron),
)
