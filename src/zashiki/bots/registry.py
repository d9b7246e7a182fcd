"""The list of bots: one name, one spelling, one way to make each.

A bot is written as `name` or `name:argument` (`greedy`, `mcts:4000`). A module that brings a bot calls `register`
when it is imported; `zashiki.bots` imports them all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from zashiki.bots.machine import ASK
from zashiki.core.contract import Game
from zashiki.core.errors import IllegalMoveError, UnknownBotError
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.core.rng import Rng, new_rng


class Bot(ABC):
    """A player that is a program. One bot may play any number of seats and games of its game.

    Args:
        spec: how it was asked for, `name` or `name:argument`.
        game: the game it plays.
        seed: drives its own choices; None takes entropy from the system.

    Attributes:
        kind: which of the kernel bots of `zashiki.bots.machine` it is, or ASK.
        most_megabytes: most memory it may use for each seat it plays; None: what its settings say.
    """

    kind: ClassVar[int] = ASK

    def __init__(self, spec: str, game: Game, seed: int | None = None) -> None:
        self.spec = spec
        self.game = game
        self.most_megabytes: int | None = None
        self._seed = seed
        self._rngs: dict[int, Rng] = {}

    def rng(self, seat: int) -> Rng:
        """The random state for the choices of a seat: a stream of the seed that nobody else uses."""
        if seat not in self._rngs:
            self._rngs[seat] = new_rng(self._seed, seat + 1)
        return self._rngs[seat]

    def seat_to_decide(self, position: Position) -> int:
        """The seat whose decision it is.

        Raises:
            IllegalMoveError: the game is over, or chance is to move.
        """
        seat = position.mover
        if not isinstance(seat, int):
            reason = "the game is over" if seat is None else "chance is to move"
            raise IllegalMoveError(self.spec, f"a bot has nothing to choose: {reason}")
        return seat

    @property
    def is_slow(self) -> bool:
        """Whether a decision may take longer than people notice."""
        return False

    @abstractmethod
    def choose(self, position: Position) -> Move:
        """A legal move for the seat that is to move; the position is left as it is."""

    def __repr__(self) -> str:
        return f"<bot {self.spec} for {self.game.title}>"


Maker = Callable[[str, Game, int | None, str | None], Bot]
"""Makes a bot of `(spec, game, seed, argument)`; raises UnknownBotError for an argument it cannot take."""


@dataclass(frozen=True)
class Entry:
    """One bot of the list.

    Attributes:
        name: what it is called.
        summary: how it plays, in one sentence for people.
        make: makes one.
        form: how it is written, `greedy` or `mcts:<playouts or seconds>`.
        takes_argument: whether an argument may follow the name.
        plays: whether it can play a game.
    """

    name: str
    summary: str
    make: Maker
    form: str
    takes_argument: bool = False
    plays: Callable[[Game], bool] = lambda game: True


_entries: dict[str, Entry] = {}


def register(entry: Entry) -> None:
    """Add a bot to the list.

    Raises:
        ValueError: its name is taken or cannot be written in a spec.
    """
    if entry.name in _entries or not entry.name.replace("-", "").isalnum():
        raise ValueError(f"no bot can be called {entry.name!r}: taken, or not a plain word")
    _entries[entry.name] = entry


def entries(game: Game) -> list[Entry]:
    """The bots that play a game, the weakest first."""
    return [entry for entry in _entries.values() if entry.plays(game)]


def names(game: Game) -> list[str]:
    """The names of the bots that play a game, the weakest first.

    >>> import zashiki
    >>> names(zashiki.get("toshi"))[:2]
    ['random', 'greedy']
    """
    return [entry.name for entry in entries(game)]


def make_bot(spec: str, game: Game, seed: int | None = None) -> Bot:
    """The bot a spec asks for.

    Args:
        spec: `name` or `name:argument`.
        game: the game it is to play.
        seed: drives its own choices; seat s uses stream s + 1 of it (chance has stream 0).

    Raises:
        UnknownBotError: no such bot, or no such argument; the message lists the bots there are.

    >>> import zashiki
    >>> position = zashiki.new("toshi", players=1, seed=7)
    >>> bot = make_bot("greedy", position.game, seed=7)
    >>> while position.mover == "*":
    ...     _ = position.roll()
    >>> bot.choose(position) in position.legal_moves
    True
    """
    name, colon, argument = str(spec).partition(":")
    entry = _entries.get(name)
    if entry is None or not entry.plays(game):
        forms = ", ".join(e.form for e in entries(game))
        raise UnknownBotError(f"no bot {_short(name)!r} for {game.title} (bots: {forms})")
    if colon and not entry.takes_argument:
        raise UnknownBotError(f"the bot {name} takes no argument: write {entry.form!r}")
    return entry.make(str(spec), game, seed, argument if colon else None)


def _short(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text[:40])
