"""One game driven step by step from Python, chance included, with one kernel call per step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, int32, int64, uint8
from numpy.typing import NDArray

from zashiki.core.contract import CHANCE, OVER
from zashiki.core.kernel import generic
from zashiki.core.prepare import FLOAT32S, INT32S, INT64S, algorithm, register
from zashiki.core.rng import weighted
from zashiki.envs.task import NOBODY, Task, write_rewards

# The contract's kernels are put into the globals by `specialise`.
setup: Any = None
mover: Any = None
legal: Any = None
weights: Any = None
observe: Any = None
standings: Any = None
apply: Any = None
STATE: Any = None
RULES: Any = None

BEGIN = -1
"""In place of an action id: set up a new game."""

MOST = 1 << 32
"""More than the number of legal actions ever is."""


@register(lambda state, rules: (uint8[::1], uint8[::1], int64, INT32S, INT32S))
@generic
def take_step(state_bytes, rules_bytes, action, ids, chances):
    """Apply an action and list what is legal then.

    Args:
        state_bytes: the state as bytes; played on in place; all zero for BEGIN.
        rules_bytes: the rules record as bytes.
        action: a legal action id, or BEGIN.
        ids: int32[max_legal]; the ids that are legal after it.
        chances: int32[max_legal]; at chance their weights.

    Returns:
        MOST times the mover (a seat, CHANCE or OVER) plus the number of legal ids.
    """
    states = state_bytes.view(STATE)
    rules = rules_bytes.view(RULES)[0]
    if action == BEGIN:
        setup(states[0], rules)
    else:
        apply(states[0], rules, action)
    who = mover(states[0])
    n = 0
    if who != OVER:
        n = legal(states[0], rules, ids)
        if who == CHANCE:
            weights(states[0], rules, chances)
    return MOST * who + n


@register(lambda state, rules: (uint8[::1], uint8[::1], int64, FLOAT32S))
@generic
def see(state_bytes, rules_bytes, seat, out):
    """Write what a seat sees.

    Args:
        state_bytes: the state as bytes.
        rules_bytes: the rules record as bytes.
        seat: who looks.
        out: float32[observation_size], overwritten.
    """
    observe(state_bytes.view(STATE)[0], rules_bytes.view(RULES)[0], seat, out)


DESK_HEAD = 13
RNG = slice(4)
COMBINED, STATE_AT, STATE_END, RULES_AT, RULES_END, IDS_AT, IDS_END, CHANCES_AT, CHANCES_END = range(
    4, DESK_HEAD
)
"""Places in the head of a desk: the random state; the first combined action; the bytes where each part begins and ends."""


def new_desk(task: Task) -> NDArray[np.int64]:
    """All that `decide` works with in one array, because each further one costs as much as a step of a small game.

    It holds its head, the state, the rules and room for the legal ids and the weights of chance.
    """
    game = task.game
    sizes = game.state_dtype.itemsize, game.rules_dtype.itemsize, 4 * game.max_legal, 4 * game.max_legal
    ends = [8 * DESK_HEAD]
    for size in sizes:
        start = -(-ends[-1] // 8) * 8
        ends += [start, start + size]
    desk = np.zeros(-(-ends[-1] // 8), np.int64)
    desk[COMBINED] = task.combined_from
    desk[STATE_AT:DESK_HEAD] = ends[1:]
    desk.view(np.uint8)[desk[RULES_AT] : desk[RULES_END]] = task.rules_bytes
    return desk


def state_on(desk: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The state on a desk, uint8[itemsize], as a view."""
    return desk.view(np.uint8)[desk[STATE_AT] : desk[STATE_END]]


@register(lambda state, rules: (INT64S, FLOAT32S, boolean[::1], int64))
@generic
def decide(desk, seen, mask, action):
    """Apply an action and let chance move until the next decision; write what its seat sees and may do.

    Args:
        desk: see `new_desk`; its state is played on in place, and all zero for BEGIN.
        seen: float32[observation_size], overwritten.
        mask: bool[action_count], overwritten.
        action: a legal action, or BEGIN.

    Returns:
        The mover: a seat, or OVER, whose observation is that of the first seat.
    """
    room = desk.view(np.uint8)
    states = room[desk[STATE_AT] : desk[STATE_END]].view(STATE)
    rules = room[desk[RULES_AT] : desk[RULES_END]].view(RULES)[0]
    ids = room[desk[IDS_AT] : desk[IDS_END]].view(np.int32)
    chances = room[desk[CHANCES_AT] : desk[CHANCES_END]].view(np.int32)
    combined = desk[COMBINED]
    if action == BEGIN:
        setup(states[0], rules)
    elif action < combined:
        apply(states[0], rules, action)
    else:
        apply(states[0], rules, np.int64(ids[action - combined]))
    who = mover(states[0])
    while who == CHANCE:
        n = legal(states[0], rules, ids)
        weights(states[0], rules, chances)
        apply(states[0], rules, np.int64(ids[weighted(desk, chances, n)]))
        who = mover(states[0])
    for k in range(len(mask)):
        mask[k] = False
    if who != OVER:
        for place in range(legal(states[0], rules, ids)):
            mask[ids[place] if ids[place] < combined else combined + place] = True
    observe(states[0], rules, np.int64(max(who, 0)), seen)
    return who


@register(lambda state, rules: (uint8[::1], uint8[::1], int64, int64, int32[:, ::1], FLOAT32S))
@generic
def settle(state_bytes, rules_bytes, kind, forfeiter, board, out):
    """Write the rewards of all seats of a finished game, or of one that a seat forfeits.

    Args:
        state_bytes: the state as bytes.
        rules_bytes: the rules record as bytes.
        kind: a Reward.
        forfeiter: the seat that forfeits the game, or NOBODY.
        board: int32[seats, 2 + len(breakdown)]; overwritten with the standings.
        out: float32[seats], overwritten.
    """
    standings(state_bytes.view(STATE)[0], rules_bytes.view(RULES)[0], board)
    write_rewards(kind, board, forfeiter, out)


def rewards_of(task: Task, state: NDArray[np.uint8], forfeiter: int = NOBODY) -> NDArray[np.float32]:
    """The rewards of all seats of a finished game, or of one that a seat forfeits, float32[seats].

    Args:
        task: what is played.
        state: the state as bytes, uint8[itemsize].
        forfeiter: the seat that forfeits the game, or NOBODY.
    """
    board = np.zeros((task.players, 2 + len(task.game.breakdown)), np.int32)
    out = np.zeros(task.players, np.float32)
    algorithm(task.game, "settle")(state, task.rules_bytes, int(task.reward), forfeiter, board, out)
    return out


class Course:
    """A game in progress: its state, who is to move, and what is legal. Copies are cheap; there is no undo.

    Args:
        task: what is played.

    Attributes:
        task: what is played.
        state: the state as bytes, uint8[itemsize].
        mover: the seat to move, CHANCE or OVER.
        ids: the legal action ids, ascending.
    """

    __slots__ = ("_chances", "_ids", "_see", "_step", "ids", "mover", "state", "task")

    def __init__(self, task: Task) -> None:
        self.task = task
        self.state: NDArray[np.uint8] = np.zeros(task.game.state_dtype.itemsize, np.uint8)
        self._ids = np.zeros(task.game.max_legal, np.int32)
        self._chances = np.zeros(task.game.max_legal, np.int32)
        self._step = algorithm(task.game, "take_step")
        self._see = algorithm(task.game, "see")
        self.mover: int
        self.ids: list[int]
        self._note(BEGIN)

    def _note(self, id_: int) -> None:
        packed = self._step(self.state, self.task.rules_bytes, id_, self._ids, self._chances)
        self.mover, n = divmod(packed, MOST)
        self.ids = self._ids[:n].tolist()

    def copy(self) -> Course:
        """An independent game at the same point."""
        twin = Course.__new__(Course)
        twin.task, twin._step, twin._see = self.task, self._step, self._see
        twin.mover, twin.ids = self.mover, self.ids
        twin.state, twin._ids, twin._chances = self.state.copy(), self._ids.copy(), self._chances.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self.copy()

    def actions(self) -> list[int]:
        """The legal actions, ascending; at chance the outcomes."""
        if self.ids and self.ids[-1] >= self.task.combined_from:
            return [self.task.action(place, id_) for place, id_ in enumerate(self.ids)]
        return self.ids

    def outcomes(self) -> list[tuple[int, float]]:
        """At chance: each outcome with its probability."""
        chances = self._chances[: len(self.ids)].tolist()
        total = sum(chances)
        return [(id_, chance / total) for id_, chance in zip(self.ids, chances, strict=True)]

    def id_of(self, action: int) -> int:
        """The action id a legal action stands for."""
        combined = self.task.combined_from
        return action if action < combined else self.ids[action - combined]

    def is_legal(self, action: int) -> bool:
        """Whether an action can be played now; at chance, whether it is an outcome."""
        place = action - self.task.combined_from
        if place >= 0:
            return place < len(self.ids) and self.ids[place] >= self.task.combined_from
        return action in self.ids

    def apply(self, action: int) -> None:
        """Play a step that is known to be legal."""
        self._note(self.id_of(action))

    def observe(self, seat: int, out: NDArray[np.float32]) -> None:
        """Write what a seat sees, float32[observation_size]."""
        self._see(self.state, self.task.rules_bytes, seat, out)

    def rewards(self) -> NDArray[np.float32]:
        """The rewards of all seats of a finished game, float32[seats]."""
        return rewards_of(self.task, self.state)

    @property
    def key(self) -> bytes:
        """The state as bytes."""
        return self.state.tobytes()
