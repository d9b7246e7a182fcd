"""What is to be learnt: a game with its options, seen as an action space, an observation and a reward.

Every environment of this room is made of a task, so all of them number actions alike, show the same observation and
pay the same reward.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from zashiki.core.contract import Feature, Game
from zashiki.core.edition import Edition
from zashiki.core.errors import IllegalMoveError, OptionError
from zashiki.core.kernel import kernel
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.games import get


class Reward(IntEnum):
    """What a seat gets when the game is over; before that, 0.

    RANK: 1 for the first place down to -1 for the last in equal steps, shared places the mean of theirs: zero-sum.
    MARGIN: own score less the best other one, in points; alone, the score.
    SCORE: the final score, in points.
    """

    RANK = 0
    MARGIN = 1
    SCORE = 2


RANK, MARGIN, SCORE = (int(kind) for kind in Reward)

REWARDS = tuple(kind.name.lower() for kind in Reward)

OnIllegal = Literal["raise", "lose"]
ON_ILLEGAL: tuple[OnIllegal, ...] = ("raise", "lose")

NOBODY = -1
"""In place of the seat that forfeited the game."""

BOUND = 1000.0
"""No entry of an observation is further from 0; nearly all are from 0 to 1."""

SCORE_BOUND = 2.0**15
"""No score or margin is further from 0."""


@kernel
def write_rewards(kind, board, forfeiter, out):
    """The rewards of all seats at the end of a game.

    Args:
        kind: a Reward.
        board: int32[seats, 2 or more]; score and rank of each seat.
        forfeiter: the seat that lost by an illegal action, or NOBODY. It comes last, and its points, if it has any,
            count as 0.
        out: float32[seats].
    """
    seats = len(out)
    for seat in range(seats):
        points = board[seat, 0]
        if seat == forfeiter:
            points = min(points, 0)
        if kind == SCORE or (kind == MARGIN and seats == 1):
            out[seat] = points
            continue
        better = 0
        equal = 0
        best = 0
        known = False
        for other in range(seats):
            if other == seat:
                continue
            score = board[other, 0]
            if other == forfeiter:
                score = min(score, 0)
            if not known or score > best:
                best = score
                known = True
            if seat == forfeiter or (other != forfeiter and board[other, 1] < board[seat, 1]):
                better += 1
            elif other != forfeiter and board[other, 1] == board[seat, 1]:
                equal += 1
        out[seat] = points - best if kind == MARGIN else 1.0 - (2.0 * better + equal) / (seats - 1)


class Task:
    """A game set up for learning.

    Args:
        game: a game of the catalogue, or its name.
        players: number of seats; may be left out where a game has only one.
        edition: name of a packaged edition, path of an edition file, or a loaded edition; None is the standard.
        reward: `rank`, `margin` or `score`; by default `rank`, and `score` for one seat alone, which has no rank.
        options: the game's options; those left out have their defaults.

    Attributes:
        game, players, options, edition, rules: as in `zashiki.Position`.
        rules_bytes: the rules record as bytes, uint8[itemsize], as the kernels of this room take it.
        reward: the Reward.
        action_count: number of actions, numbered from 0. Most are the action ids of the game. Moves that combine
            several numbers (the payments of Sapporo) are too many for that: they share the actions from
            `Game.combined_from` on, numbered by their place among the legal ones.
        observation_size: entries of an observation.

    Raises:
        OptionError, EditionError: say what is wrong and what would be right.

    >>> task = Task("toshi", players=2)
    >>> task.action_count, task.observation_size, task.reward.name
    (764, 877, 'RANK')
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        edition: str | Path | Edition | None = None,
        reward: str | None = None,
        **options: str | int,
    ) -> None:
        self.game = game if isinstance(game, Game) else get(game)
        self.options = self.game.complete_options(players, options)
        self.players = int(self.options["players"])
        self.edition = edition if isinstance(edition, Edition) else self.game.load_edition(edition)
        self.rules: Any = self.game.make_rules(self.edition, self.options)
        self.rules_bytes: NDArray[np.uint8] = np.frombuffer(bytearray(self.rules.tobytes()), np.uint8)
        self.reward = self._reward(reward)
        combined = self.game.combined_from
        self.combined_from = self.game.codec.size if combined is None else combined
        self.action_count = self.combined_from + (0 if combined is None else self.game.max_legal)
        self.observation_size = (
            sum(feature.size for _, _, feature in self.layout())
            if self.game.features
            else self.game.observation_size
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Task:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        options = {name: value for name, value in self.options.items() if name != "players"}
        return _task, (self.game.name, self.players, self.edition, self.reward.name.lower(), options)

    def _reward(self, name: str | None) -> Reward:
        if name is None:
            return Reward.SCORE if self.players == 1 else Reward.RANK
        if name not in REWARDS:
            raise OptionError(f"reward cannot be {name!r}: it takes {' or '.join(REWARDS)}")
        if name == "rank" and self.players == 1:
            raise OptionError("one seat alone has no rank: reward is score or margin")
        return Reward[name.upper()]

    def _check(self, position: Position) -> None:
        """Refuse positions that kernels would read wrong.

        Raises:
            OptionError: the position is of another game, or has another number of seats.
        """
        if position.game is not self.game or position.players != self.players:
            raise OptionError(
                f"a position of {position.game.title} with {position.players} seats, "
                f"where {self.game.title} with {self.players} is played"
            )

    @property
    def reward_bound(self) -> float:
        """No reward is further from 0."""
        return 1.0 if self.reward == Reward.RANK else 2 * SCORE_BOUND

    def layout(self) -> Iterator[tuple[int, int | None, Feature]]:
        """The features of an observation in order, as `(first entry, place, feature)`.

        The place is None for features of the table; seats are counted from the observer, whose place is 0.
        """
        start = 0
        for place in (None, *range(self.players)):
            for feature in self.game.features if place is None else self.game.seat_features:
                yield start, place, feature
                start += feature.size

    def structured(self, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """An observation by the names of its features, as views of it.

        Args:
            observation: float32[..., observation_size].

        Returns:
            For each feature of the table an array [..., *shape]; for each feature of the seats, its name prefixed with
            `seat_`, an array [..., seats, *shape], the observer first.
        """
        lead = observation.shape[:-1]
        named: dict[str, NDArray[np.float32]] = {}
        start = 0
        for feature in self.game.features:
            entries = observation[..., start : start + feature.size]
            named[feature.name] = entries.reshape(*lead, *feature.shape)
            start += feature.size
        seats = observation[..., start:].reshape(*lead, self.players, -1)
        start = 0
        for feature in self.game.seat_features:
            entries = seats[..., start : start + feature.size]
            named[f"seat_{feature.name}"] = entries.reshape(*lead, self.players, *feature.shape)
            start += feature.size
        return named

    def new_position(self, seed: int | None = None) -> Position:
        """A new game before its first step."""
        return Position(self.game, self.options, self.edition, seed=seed)

    def actions(self, position: Position) -> list[int]:
        """The actions that are legal in a position, in the order of `position.legal_moves`."""
        return [self.action(place, move.id) for place, move in enumerate(position.legal_moves)]

    def action_of(self, position: Position, move: Move) -> int:
        """The action that stands for a legal move.

        Raises:
            IllegalMoveError: it is not legal; carries the reason and the legal texts.
        """
        self._check(position)
        move = position.find(move)
        return self.action(position.legal_moves.index(move), move.id)

    def action(self, place: int, id_: int) -> int:
        """The action that stands for the legal id at a place of the legal list."""
        return id_ if id_ < self.combined_from else self.combined_from + place

    def move_of(self, position: Position, action: int) -> Move:
        """The legal move an action stands for in a position.

        Raises:
            IllegalMoveError: it stands for none; carries the reason and the legal texts.
        """
        self._check(position)
        moves = position.legal_moves
        action = read_action(action)
        for place, move in enumerate(moves):
            if self.action(place, move.id) == action:
                return move
        legal = [move.text for move in moves]
        if 0 <= action < self.combined_from:
            reason = "the game is over" if position.is_over else self.game.why_not(position, action)
            raise IllegalMoveError(self.game.codec.text(action), reason, legal)
        raise IllegalMoveError(f"action {action}", "no legal move has this number", legal)

    def mask(self, position: Position) -> NDArray[np.int8]:
        """int8[action_count], 1 for each action a seat may choose now; all 0 at chance and when the game is over."""
        self._check(position)
        mask = np.zeros(self.action_count, np.int8)
        if isinstance(position.mover, int):
            mask[self.actions(position)] = 1
        return mask

    def observation(self, position: Position, seat: int) -> NDArray[np.float32]:
        """What a seat sees, float32[observation_size]."""
        self._check(position)
        check_seat(self, seat)
        out = np.zeros(self.observation_size, np.float32)
        self.game.kernels.observe(position.state, position.rules, seat, out)
        return out

    def rewards(self, position: Position, forfeiter: int = NOBODY) -> NDArray[np.float32]:
        """The rewards of all seats, float32[seats]: 0 before the end, unless a seat forfeits the game."""
        self._check(position)
        out = np.zeros(self.players, np.float32)
        if position.is_over or forfeiter != NOBODY:
            board = np.array([(s.score, s.rank) for s in position.standings], np.int32)
            write_rewards(int(self.reward), board, forfeiter, out)
        return out


def check_seat(task: Task, seat: Any) -> int:
    """The seat, if the game has it.

    Raises:
        OptionError: it has not.
    """
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < task.players:
        raise OptionError(f"seat cannot be {seat!r}: {task.game.title} has seats 0 to {task.players - 1}")
    return int(seat)


def read_action(action: Any) -> int:
    """An action as a number.

    Raises:
        IllegalMoveError: it is none.
    """
    try:
        if isinstance(action, bool | np.bool_):
            raise TypeError
        return operator.index(action)
    except TypeError:
        raise IllegalMoveError(f"action {action!r}", "an action is a whole number") from None


def _task(game: str, players: int, edition: Edition, reward: str, options: dict[str, str | int]) -> Task:
    return Task(game, players, edition, reward, **options)
