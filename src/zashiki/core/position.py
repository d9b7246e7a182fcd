"""Positions: a game in progress that one can look at, play on, take back and write down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from zashiki.core import playout as _registered  # noqa: F401 (registers the algorithm)
from zashiki.core.contract import CHANCE, OVER, Game
from zashiki.core.edition import Edition
from zashiki.core.errors import IllegalMoveError, InvalidMoveError
from zashiki.core.moves import Move
from zashiki.core.prepare import algorithm, ensure_prepared
from zashiki.core.rng import Rng, below, new_rng, weighted

if TYPE_CHECKING:
    from zashiki.core.record import Record

Mover = int | Literal["*"] | None
"""A seat number, `"*"` for chance, None when the game is over."""


@dataclass(frozen=True)
class Standing:
    """The standing of one seat.

    Attributes:
        seat: seat number.
        score: final score; while the game runs, the score if it ended now.
        rank: 1 is best; shared places have equal ranks (1, 1, 3).
        breakdown: the parts the score is the sum of.
    """

    seat: int
    score: int
    rank: int
    breakdown: Mapping[str, int]


@dataclass(frozen=True)
class Step:
    """One played step: who moved (`"*"` for chance) and the move."""

    mover: int | Literal["*"]
    move: Move

    def __str__(self) -> str:
        return f"{self.mover} {self.move}"


class Position:
    """A game at one point of its course, with the steps that led there.

    Args:
        game: which game.
        options: complete options (see `Game.complete_options`).
        edition: the printed numbers.
        seed: drives chance in `roll`; None takes entropy from the system.
        seats: names of the seats; by default `Player 1`, `Player 2`, ...

    >>> import zashiki
    >>> position = zashiki.new("toshi", players=1, seed=7)
    >>> position.mover
    '*'
    >>> len(position.legal_moves)
    36
    >>> position.play("start 3C").play("start 5A").play("roll 4D").mover
    0
    >>> position.legal_moves[0]
    Move('build nagaya 4D')
    >>> position.undo()
    Move('roll 4D')
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, str | int],
        edition: Edition,
        seed: int | None = None,
        seats: Sequence[str] | None = None,
    ) -> None:
        ensure_prepared(game)
        self.game = game
        self.options = dict(options)
        self.edition = edition
        self.rules: Any = game.make_rules(edition, options)
        self.seats = list(seats) if seats else [f"Player {i + 1}" for i in range(int(options["players"]))]
        self._buffer = np.zeros(1, game.state_dtype).view(np.recarray)
        self._rng = new_rng(seed)
        self._steps: list[Step] = []
        self._past: list[bytes] = []
        self._ids = np.zeros(game.max_legal, np.int32)
        self._weights = np.zeros(game.max_legal, np.int32)
        self._legal: list[Move] | None = None
        game.kernels.setup(self.state, self.rules)

    # -- looking

    @property
    def state(self) -> Any:
        """The state record itself; kernels and games read it. Change it only through `play` and `undo`."""
        return self._buffer[0]

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.options["players"])

    @property
    def mover(self) -> Mover:
        """Who moves now: a seat number, `"*"` for chance, None when the game is over."""
        who = int(self.game.kernels.mover(self.state))
        return "*" if who == CHANCE else None if who == OVER else who

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.mover is None

    @property
    def phase(self) -> str:
        """The name of the decision or event the game waits for."""
        return self.game.phase(self.state)

    @property
    def steps(self) -> Sequence[Step]:
        """All steps played so far."""
        return tuple(self._steps)

    def __len__(self) -> int:
        """Number of steps played so far."""
        return len(self._steps)

    def __bool__(self) -> bool:
        return True

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in the order of their ids; at chance, all possible outcomes; none when over."""
        if self._legal is None:
            n = 0 if self.is_over else self.game.kernels.legal(self.state, self.rules, self._ids)
            self._legal = [self.game.codec.move(i) for i in self._ids[:n].tolist()]
        return list(self._legal)

    @property
    def outcomes(self) -> list[tuple[Move, int]]:
        """At chance: every outcome with its integer weight; elsewhere nothing."""
        if self.mover != "*":
            return []
        moves = self.legal_moves
        n = self.game.kernels.weights(self.state, self.rules, self._weights)
        return list(zip(moves, self._weights[:n].tolist(), strict=True))

    @property
    def standings(self) -> list[Standing]:
        """Score, rank and breakdown of each seat, in seat order; as if the game ended now while it runs."""
        table = np.zeros((self.players, 2 + len(self.game.breakdown)), np.int32)
        self.game.kernels.standings(self.state, self.rules, table)
        return [
            Standing(seat, row[0], row[1], dict(zip(self.game.breakdown, row[2:], strict=True)))
            for seat, row in enumerate(table.tolist())
        ]

    # -- playing

    def find(self, move: str | int | Move) -> Move:
        """The legal move meant by a text, an action id or a `Move`.

        Raises:
            InvalidMoveError: it cannot be read.
            IllegalMoveError: it is not legal now; carries the reason and the legal texts.
        """
        codec = self.game.codec
        if isinstance(move, Move):
            move = move.text
        if isinstance(move, bool) or not isinstance(move, str | int | np.integer):
            raise InvalidMoveError(f"{move!r} is not a move: give a text, a Move or an action id")
        action = codec.action(move) if isinstance(move, str) else int(move)
        wanted = codec.move(action)
        if wanted not in self.legal_moves:
            if self.is_over:
                reason = "the game is over"
            else:
                reason = self.game.why_not(self, action)
            raise IllegalMoveError(wanted.text, reason, [m.text for m in self.legal_moves])
        return wanted

    def play(self, move: str | int | Move) -> Position:
        """Play one legal step, a seat's or chance's; a refused move changes nothing.

        Returns:
            This position, so that calls can be chained.

        Raises:
            InvalidMoveError, IllegalMoveError: see `find`.
        """
        return self.play_unchecked(self.find(move))

    def play_unchecked(self, move: Move) -> Position:
        """Play a step that is known to be legal, for instance one of `legal_moves` or of a log checked before.

        An illegal move leaves a state that means nothing.
        """
        mover = self.mover
        assert mover is not None
        self._past.append(self._buffer.tobytes())
        self.game.kernels.apply(self.state, self.rules, move.id)
        self._steps.append(Step(mover, move))
        self._legal = None
        return self

    def roll(self, rng: Any = None) -> Move:
        """Let chance move once, by its weights.

        Args:
            rng: anything with a method `random()` giving a float in [0, 1), such as `random.Random` or a NumPy
                generator; by default the position's own generator, which its seed started.

        Raises:
            IllegalMoveError: it is not chance's turn.
            TypeError, ValueError: `rng` is no such generator.
        """
        outcomes = self.outcomes
        if not outcomes:
            raise IllegalMoveError("roll", "it is not for chance to move", [m.text for m in self.legal_moves])
        if rng is None:
            choice = int(weighted(self._rng, self._weights, len(outcomes)))
        else:
            if not hasattr(rng, "random"):
                raise TypeError(
                    f"{rng!r} is not a generator: it needs a method random() giving a float in [0, 1)"
                )
            share = rng.random()
            if not 0 <= share < 1:
                raise ValueError(f"the generator's random() gave {share!r}, which is not in [0, 1)")
            mark = share * sum(weight for _, weight in outcomes)
            choice = 0
            while choice < len(outcomes) - 1 and mark >= outcomes[choice][1]:
                mark -= outcomes[choice][1]
                choice += 1
        move = outcomes[choice][0]
        self.play(move)
        return move

    def undo(self) -> Move:
        """Take back the last step and return it.

        Raises:
            IndexError: nothing has been played.
        """
        if not self._steps:
            raise IndexError("nothing to undo")
        self._set(self._past.pop())
        return self._steps.pop().move

    def copy(self) -> Position:
        """An independent position with the same history; its chance generator continues from the same point."""
        return self.at(len(self))

    def at(self, count: int) -> Position:
        """An independent position as it was after the first `count` steps."""
        if not 0 <= count <= len(self):
            raise IndexError(f"no position after {count} steps: {len(self)} have been played")
        twin = Position.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin._buffer = np.zeros(1, self.game.state_dtype).view(np.recarray)
        twin._ids, twin._weights = self._ids.copy(), self._weights.copy()
        twin._rng = self._rng.copy()
        twin._steps, twin._past = self._steps[:count], self._past[:count]
        twin._set(self._buffer.tobytes() if count == len(self) else self._past[count])
        return twin

    def unit_start(self, drafted: int = 0) -> int:
        """Number of steps before the turn unit that ends this position; all of them if chance moved last.

        Args:
            drafted: how many steps the unit has; by default it is the whole run of one seat's decisions.
        """
        if drafted:
            return len(self) - drafted
        start = len(self)
        while start and self._steps[start - 1].mover == self._steps[-1].mover != "*":
            start -= 1
        return start

    def put(self, state: bytes) -> Position:
        """Make this the position of another state of the same rules, such as a `key`; the steps so far are forgotten.

        Returns:
            This position.

        Raises:
            ValueError: so many bytes are no state of this game.
        """
        if len(state) != self.game.state_dtype.itemsize:
            raise ValueError(f"{len(state)} bytes are no state: it has {self.game.state_dtype.itemsize}")
        self._set(state)
        self._steps, self._past = [], []
        return self

    def _set(self, state: bytes) -> None:
        self._buffer.view(np.uint8)[:] = np.frombuffer(state, np.uint8)
        self._legal = None

    def random_move(self, rng: Rng) -> Move:
        """A uniformly random legal move (by weights at chance), not yet played."""
        moves = self.legal_moves
        if self.mover == "*":
            self.game.kernels.weights(self.state, self.rules, self._weights)
            return moves[int(weighted(rng, self._weights, len(moves)))]
        return moves[int(below(rng, len(moves)))]

    def playout(self, rng: Rng | None = None) -> list[Standing]:
        """The standings at the end of one random game from here, played in machine code; nothing changes here.

        Args:
            rng: generator state (`zashiki.core.rng.new_rng`); by default the position's own.

        >>> import zashiki
        >>> start = zashiki.new("toshi", players=2, seed=7)
        >>> sorted(s.rank for s in start.playout()), len(start)
        ([1, 2], 0)
        """
        end = self.copy()
        limit = self.game.step_bound(self.rules)
        generator = self._rng if rng is None else rng
        algorithm(self.game, "playout")(end.state, self.rules, end._ids, end._weights, generator, limit)
        return end.standings

    # -- writing down

    def record(self) -> Record:
        """The game so far as a record; with its result if it is over."""
        from zashiki.core.record import Record, Result

        result = None
        if self.is_over:
            standings = self.standings
            result = Result([s.score for s in standings], [s.rank for s in standings])
        return Record(
            game=self.game.name,
            edition=self.edition.name,
            edition_digest=None if self.edition.packaged else self.edition.digest,
            rules=self.game.rules_version,
            options=dict(self.options),
            seats=list(self.seats),
            log=[(step.mover, step.move.text) for step in self._steps],
            result=result,
        )

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        self.record().save(path)

    # -- comparing, showing

    @property
    def key(self) -> bytes:
        """The state as bytes: equal exactly for equal states of the same rules."""
        return self._buffer.tobytes()

    def __eq__(self, other: object) -> bool:
        """Whether the states are equal under the same rules; how they were reached does not matter."""
        if not isinstance(other, Position):
            return NotImplemented
        same_rules = self.game is other.game and self.rules.tobytes() == other.rules.tobytes()
        return same_rules and self.key == other.key

    def __hash__(self) -> int:
        return hash((self.game.name, self.key))

    def __reduce__(self) -> tuple[Any, ...]:
        from zashiki.core.record import restore

        return restore, (self.game.name, self.options, self.edition, self.seats, self._steps, self._rng)

    def describe(self) -> str:
        """The whole position as plain text, what is asked, and all legal moves, numbered from 1 in their order.

        Meant for whoever plays by text, a language model for instance; `zashiki.envs.text` reads its answer.

        >>> import zashiki
        >>> position = zashiki.new("toshi", players=1, seed=7).play("start 3C").play("start 5A").play("roll 4D")
        >>> print(position.describe().splitlines()[-1])
        9. pass: Build nothing
        """
        shown = str(self)
        lines = [shown, ""]
        if self.is_over:
            return shown
        if self.mover == "*":
            lines.append("Chance is to move:")
            lines += [f"{n}. {move} ({weight})" for n, (move, weight) in enumerate(self.outcomes, 1)]
            return "\n".join(lines)
        assert isinstance(self.mover, int)
        asked = self.game.prompt(self)
        words = [text for text in (asked.question, asked.detail) if text and text not in shown]
        lines.append(" ".join([f"{self.seats[self.mover]} is to move.", *words]))
        lines += [
            f"{n}. {move}: {self.game.say(self, move.id)}" for n, move in enumerate(self.legal_moves, 1)
        ]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.game.describe(self)

    def __repr__(self) -> str:
        mover = {"*": "chance", None: "over"}.get(self.mover, f"seat {self.mover}")
        return f"<{self.game.title}, {self.players} players, {len(self)} steps, {mover}>"

    def _repr_svg_(self) -> str:
        from zashiki.drawing import board_svg

        return board_svg(self)
