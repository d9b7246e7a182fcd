"""The contract of a game: what a game's folder supplies, and what everything else relies on.

A game is a pure state machine over one fixed-size NumPy record (the state) and one constant record (the rules:
edition and options). Kernels do the machine's work; plain Python beside them does the words.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zashiki.core.errors import OptionError
from zashiki.core.moves import Codec

if TYPE_CHECKING:
    from pathlib import Path

    from zashiki.core.edition import Edition
    from zashiki.core.position import Position

CHANCE = -1
"""What `mover` returns when chance moves; written `*` in texts."""

OVER = -2
"""What `mover` returns when the game is over."""


@dataclass(frozen=True)
class Kernels:
    """The compiled functions of a game. `state` and `rules` are NumPy records of the game's two dtypes.

    Attributes:
        setup: `(state, rules)`; state arrives all zero and leaves as it is before the first step.
        mover: `(state) -> int`; a seat, CHANCE or OVER.
        legal: `(state, rules, out: int32[max_legal]) -> n`; ids of the legal actions, ascending (also at chance).
        weights: `(state, rules, out: int32[max_legal]) -> n`; at chance, the integer weight of each legal outcome.
        apply: `(state, rules, action)`; the action must be legal.
        standings: `(state, rules, out: int32[seats, 2 + len(breakdown)])`; per seat score, rank (1 = best, equal
            ranks for a shared place) and the parts the score is the sum of, in the order of `Game.breakdown`.
            While the game runs: as if it ended now.
        observe: `(state, rules, seat, out: float32[n])`; what one seat sees, for learning: `Game.features` of the
            table, then `Game.seat_features` for each seat in order, the observer first. n is `observation_size`, or
            just what the seats of the game need; places nobody sits at are all 0.
        evaluate: `(state, rules, out: float32[seats])`; quick judgement of each seat's prospects, in score points.
        suggest: `(state, rules, ids: int32[max_legal], n, out: float32[max_legal])`; a non-negative weight for each
            of the n legal actions in ids: the game's light playout policy.

    `evaluate` and `suggest` may be left out: bots then go by the score as if the game ended now, and like all moves
    alike (`zashiki.core.fallback`).
    """

    setup: Callable[..., Any]
    mover: Callable[..., Any]
    legal: Callable[..., Any]
    weights: Callable[..., Any]
    apply: Callable[..., Any]
    standings: Callable[..., Any]
    observe: Callable[..., Any]
    evaluate: Callable[..., Any] | None = None
    suggest: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Feature:
    """Consecutive entries of an observation that belong together.

    Attributes:
        name: lower case with underscores; no two features of the table, or of a seat, have the same.
        shape: their shape, in C order; most are one-dimensional.
        meaning: what an entry tells, and by what it is divided.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many entries they are."""
        return math.prod(self.shape)


def named_features(layout: Sequence[tuple[str, int, str]], **shapes: tuple[int, ...]) -> tuple[Feature, ...]:
    """Features of a layout of names, sizes and meanings; `shapes` gives those with several dimensions."""
    made = tuple(Feature(name, shapes.get(name, (size,)), meaning) for name, size, meaning in layout)
    assert [feature.size for feature in made] == [size for _, size, _ in layout]
    assert shapes.keys() <= {feature.name for feature in made}
    return made


@dataclass(frozen=True)
class Symmetry:
    """A change of a game's squares that leaves its rules as they are; whoever learns may learn from both pictures.

    Attributes:
        name: what it does.
        sources: int64[observation_size]; entry i of the changed observation is entry sources[i] of the original.
        actions: int64[codec.size]; what each action id becomes.
    """

    name: str
    sources: NDArray[np.int64]
    actions: NDArray[np.int64]


@dataclass(frozen=True)
class Option:
    """A choice made before a game.

    Attributes:
        name: lower case with underscores.
        values: the allowed words or integers, the default first; for a free integer, `range(low, high)`.
        default: the value taken when the option is not given; None means it must be given.
        summary: what it decides, one sentence for people.
        labels: a short explanation of each value, for people.
        solo_only, several_only: whether it can matter only with one seat, or only with more.
    """

    name: str
    values: Sequence[str] | Sequence[int] | range
    default: str | int | None
    summary: str
    labels: Mapping[str | int, str] = field(default_factory=dict)
    solo_only: bool = False
    several_only: bool = False

    def check(self, value: object) -> str | int:
        """The value, if it is allowed.

        Raises:
            OptionError: it is not; the message lists what is.
        """
        numeric = isinstance(self.values, range) or isinstance(self.values[0], int)
        if (
            isinstance(value, bool)
            or not isinstance(value, int if numeric else str)
            or value not in self.values
        ):
            if isinstance(self.values, range):
                allowed = f"an integer from {self.values.start} to {self.values.stop - 1}"
            else:
                allowed = " or ".join(str(v) for v in self.values)
            raise OptionError(f"option {self.name} cannot be {value!r}: it takes {allowed}")
        return value  # type: ignore[return-value]

    def parse(self, text: str) -> str | int:
        """The value written as `text` (on a command line, in a form)."""
        numeric = isinstance(self.values, range) or isinstance(self.values[0], int)
        if numeric:
            try:
                return self.check(int(text))
            except ValueError as error:
                if isinstance(error, OptionError):
                    raise
                return self.check(text)
        return self.check(text)


@dataclass(frozen=True)
class Line:
    """One line of a game's log, in words.

    Attributes:
        text: the sentence; `**...**` marks the amount. Built with named placeholders from translated strings.
        seat: whose event it is, or None.
        depth: how far it is indented under the line that caused it.
        kind: `roll`, `gain`, `pay`, `build`, `note`, `end`, ...: a word the table may give a look to.
    """

    text: str
    seat: int | None = None
    depth: int = 0
    kind: str = "note"


@dataclass(frozen=True)
class Prompt:
    """What is asked of whom.

    Attributes:
        question: the question in one sentence, to the seat that decides ("4D is empty in your city: build there?").
        detail: what it costs, leaves, or follows from; may be empty.
        waiting: the same told to the others ("Ann may build on 4D").
    """

    question: str
    detail: str
    waiting: str


class Game(ABC):
    """One game: its name, its records, its kernels, its moves, its words. There is one instance per game.

    Attributes:
        name: the id used everywhere (`toshi`).
        title: the name people read.
        summary: one sentence about the game.
        rules_version: counts up whenever states or action ids change their meaning.
        players: the possible numbers of seats.
        minutes: usual length of a game, for people.
        options: all options besides `players`.
        editions: names of the editions in the package, the standard one first.
        codec: the game's moves.
        state_dtype, rules_dtype: dtypes of the two records.
        max_legal: an upper bound of the number of legal actions at any state.
        step_bound: an upper bound of the number of steps of any game, given the rules record.
        breakdown: names of the parts of a score, in the order `standings` writes them.
        observation_size: number of entries `observe` writes, for the most seats the game has.
        features: what the entries for the whole table are, in order.
        seat_features: what the entries for each seat are, in order.
        combined_from: the first id of moves that combine several numbers, of which there are too many for an action
            space; interfaces for learning number those by their place among the legal moves. None: there are none.
        kernels: the compiled functions.
    """

    name: str
    title: str
    summary: str
    rules_version: int
    players: tuple[int, ...]
    minutes: int
    options: tuple[Option, ...]
    editions: tuple[str, ...]
    codec: Codec
    state_dtype: np.dtype
    rules_dtype: np.dtype
    max_legal: int
    breakdown: tuple[str, ...]
    observation_size: int
    features: tuple[Feature, ...] = ()
    seat_features: tuple[Feature, ...] = ()
    combined_from: int | None = None
    kernels: Kernels

    # -- before a game

    @abstractmethod
    def load_edition(self, source: str | Path | None = None) -> Edition:
        """The edition of a name in the package, or of a TOML file; None is the standard edition."""

    @abstractmethod
    def make_rules(self, edition: Edition, options: Mapping[str, str | int]) -> np.record:
        """The rules record of an edition and complete options (players included)."""

    @abstractmethod
    def step_bound(self, rules: Any) -> int:
        """A number of steps no game under these rules can exceed."""

    def check_players(self, players: object) -> int:
        """The number of players, if the game has it; None stands for the only one there is.

        Raises:
            OptionError: it has not; the message lists what is possible.
        """
        counts = " or ".join(str(n) for n in self.players)
        if players is None and len(self.players) == 1:
            players = self.players[0]
        if players is None:
            raise OptionError(f"{self.title} needs the number of players: {counts}")
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            raise OptionError(f"{self.title} is for {counts} players, not {players!r}")
        return players

    def complete_options(self, players: object, given: Mapping[str, object]) -> dict[str, str | int]:
        """All options of a game, `players` first, defaults filled in.

        Raises:
            OptionError: an unknown option or value, or a number of players the game does not have.
        """
        complete: dict[str, str | int] = {"players": self.check_players(players)}
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(f"{self.title} has no option {name!r} (options: {', '.join(known)})")
        for option in self.options:
            if option.name in given:
                complete[option.name] = option.check(given[option.name])
            elif option.default is None:
                raise OptionError(f"option {option.name} must be given")
            else:
                complete[option.name] = option.default
        return complete

    # -- about a state

    @abstractmethod
    def phase(self, state: Any) -> str:
        """The name of the decision a state waits for (`roll`, `build`, ..., `over`)."""

    @abstractmethod
    def broken_laws(self, state: Any, rules: Any) -> list[str]:
        """Every conservation law or bound of the game that a state breaks, in words; empty for a sound state."""

    # -- for people

    @abstractmethod
    def describe(self, position: Position) -> str:
        """The whole position as plain text, for a terminal."""

    @abstractmethod
    def say(self, position: Position, action: int) -> str:
        """A move in words, as a button or a list would show it ("Kōba on 4D for 6 Koku")."""

    @abstractmethod
    def why_not(self, position: Position, action: int) -> str:
        """Why a move that can be read is not legal now: the first reason that applies, naming the rule."""

    @abstractmethod
    def prompt(self, position: Position) -> Prompt:
        """What the awaited seat is asked, and what the others are told."""

    @abstractmethod
    def log_lines(self, before: Position, action: int, after: Position) -> list[Line]:
        """What happened in one step, in words, one line per effect with its numbers and why."""

    @abstractmethod
    def result_lines(self, position: Position) -> list[Line]:
        """The outcome of a finished game in words, one line per seat and the verdict."""

    @abstractmethod
    def targets(self, position: Position, action: int) -> tuple[str, ...]:
        """The path of places on the page a move concerns, e.g. `("type:koba", "square:0:4D")`.

        Two legal moves never have the same set of targets.
        """

    @abstractmethod
    def view(self, position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
        """Everything a seat (None: a spectator) may see, as plain data that JSON can hold; what is drawn.

        Args:
            position: what is looked at.
            seat: who looks.
            drafted: how many of the last steps are the seat's draft; what it changes is shown as such
                (`Position.unit_start`).
        """

    def blocked(self, position: Position) -> dict[str, str]:
        """For targets the awaited seat may want to press though no legal move has them: why not, in words.

        Args:
            position: a position in which a seat decides.

        Returns:
            Target to the first reason that applies, e.g. `{"type:kura": "none left in the supply"}`.
        """
        return {}

    def preview(self, position: Position, action: int) -> dict[str, Any]:
        """What a legal move would change, in numbers, as plain data the game's page shows on hover or focus."""
        return {}

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the game, without the one that changes nothing."""
        return ()

    def rulebook(self, edition: Edition) -> Mapping[str, Any]:
        """What the game's `rules.md` needs besides the edition's own numbers (`zashiki.rulebook`): names, effects in words.

        Args:
            edition: whose numbers the text tells.
        """
        return {}

    def roller(self, position: Position) -> int | None:
        """At chance: the seat whose person makes the throw; None where chance moves by itself (set-up draws)."""
        return None
