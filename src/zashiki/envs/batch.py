"""Many games stepped at once, in machine code, on plain arrays: the fast path for learning.

`Batch.step` plays one decision in every game: it applies the actions, lets chance and the machine's bots move until
somebody must decide again, starts finished games anew, and writes what there is to see. The arrays are made once and
written in place; docs/research/batch.md gives their layout to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numba import boolean, float32, int32, int64, uint8
from numpy.typing import ArrayLike, NDArray

from zashiki.bots import ASK, make_bot
from zashiki.bots.machine import RANDOM, choose_action
from zashiki.core.contract import Game
from zashiki.core.edition import Edition
from zashiki.core.errors import IllegalMoveError, OptionError
from zashiki.core.kernel import generic, kernel
from zashiki.core.position import Position
from zashiki.core.prepare import FLOAT32S, INT32S, INT64S, algorithm, register
from zashiki.core.rng import below, new_rng, next_word, weighted
from zashiki.envs.task import NOBODY, ON_ILLEGAL, OnIllegal, Task, check_seat, write_rewards

# The contract's kernels are put into the globals by `specialise`.
setup: Any = None
mover: Any = None
legal: Any = None
weights: Any = None
apply: Any = None
standings: Any = None
observe: Any = None
CHANCE = -1
OVER = -2
STATE: Any = None
RULES: Any = None


class Autoreset(IntEnum):
    """When a finished game is started anew; the names are Gymnasium's.

    DISABLED: by `reset` only; until then its actions are ignored.
    NEXT_STEP: by the step after the one that ended it, whose action for it is ignored.
    SAME_STEP: by the step that ended it; what is seen is the new game already.
    """

    DISABLED = 0
    NEXT_STEP = 1
    SAME_STEP = 2


DISABLED, NEXT_STEP, SAME_STEP = (int(mode) for mode in Autoreset)

BOOLS, BITS = 0, 1

SETTINGS = 5
REWARD, AUTORESET, SEAT, COMBINED, MASKS = range(SETTINGS)
"""Places in the array of settings: the Reward, the Autoreset, the seat that learns (NOBODY: whoever is to move),
the first combined action, and whether masks are BOOLS or BITS."""

INT32_TABLE = int32[:, ::1]
INT64_TABLE = int64[:, ::1]
FLOAT32_TABLE = float32[:, ::1]
UINT8_TABLE = uint8[:, ::1]
BYTES = uint8[::1]
FLAGS = boolean[::1]


@kernel
def find_place(ids, n, combined, action):
    """The place of an action among the n legal ids of a game, or -1 if it stands for none of them."""
    if action >= combined:
        place = action - combined
        return place if place < n and ids[place] >= combined else -1
    for place in range(n):
        if ids[place] == action:
            return place
    return -1


@kernel
def find_illegal(actions, ids, counts, over, combined):
    """The first game whose action is illegal, or -1.

    Args:
        actions: int64[games].
        ids: int32[games, max_legal]; the legal ids of each game.
        counts: int32[games]; how many there are.
        over: bool[games]; games whose action does not count.
        combined: the first combined action.
    """
    for i in range(len(actions)):
        if not over[i] and find_place(ids[i], counts[i], combined, actions[i]) < 0:
            return i
    return -1


@kernel
def draw_actions(ids, counts, combined, rngs, actions):
    """For each game a random legal action, all equally likely; 0 where there is none.

    Args:
        ids: int32[games, max_legal]; the legal ids of each game.
        counts: int32[games]; how many there are.
        combined: the first combined action.
        rngs: int64[1, 4]; random state, advanced.
        actions: int64[games], overwritten.
    """
    for i in range(len(actions)):
        actions[i] = 0
        if counts[i] > 0:
            place = below(rngs[0], counts[i])
            id_ = ids[i, place]
            actions[i] = id_ if id_ < combined else combined + place


@generic
def run_to_decision(states, i, scratch, rules, kinds, rng, ids, chances, values, worth, counts):
    """Let chance and kernel bots move in game i until somebody must be asked or the game is over; who that is."""
    while True:
        who = mover(states[i])
        if who == OVER:
            counts[i] = 0
            return who
        n = legal(states[i], rules, ids[i])
        if who == CHANCE:
            weights(states[i], rules, chances)
            choice = weighted(rng, chances, n)
        elif kinds[who] == ASK:
            counts[i] = n
            return who
        elif kinds[who] == RANDOM:
            choice = below(rng, n)
        else:
            scratch[0] = states[i]
            choice = choose_action(scratch, rules, kinds[who], ids[i], n, who, rng, values, worth)
        apply(states[i], rules, np.int64(ids[i, choice]))


@generic
def show_game(states, i, rules, settings, who, ids, counts, movers, observations, masks):
    """Write whose decision game i waits for, what that seat (or the learning one) sees, and what is legal."""
    movers[i] = who
    seat = settings[SEAT]
    if seat == NOBODY:
        seat = max(who, 0)
    observe(states[i], rules, np.int64(seat), observations[i])
    mask = masks[i]
    for k in range(len(mask)):
        mask[k] = 0
    combined = settings[COMBINED]
    for place in range(counts[i]):
        action = np.int64(ids[i, place])
        if action >= combined:
            action = combined + place
        if settings[MASKS] == BITS:
            mask[action >> 3] |= np.uint8(1 << (action & 7))
        else:
            mask[action] = 1


@register(
    lambda state, rules: (
        *(BYTES, BYTES, BYTES, BYTES, INT64S, INT64S, INT64_TABLE, INT64S),
        *(INT32_TABLE, INT32S, INT32S, FLOAT32S, FLOAT32S),
        *(INT32S, FLOAT32_TABLE, FLOAT32_TABLE, UINT8_TABLE, FLOAT32_TABLE, FLAGS, int32[:, :, ::1]),
        *(int64, int64),
    )
)
@generic
def step_games(
    state_bytes,
    scratch_bytes,
    blank_bytes,
    rules_bytes,
    settings,
    kinds,
    rngs,
    actions,
    ids,
    counts,
    chances,
    values,
    worth,
    movers,
    observations,
    last_observations,
    masks,
    rewards,
    ended,
    boards,
    first,
    end,
):
    """Play one decision in each of the games from `first` to before `end`.

    Args:
        state_bytes: the states, record[games], as bytes; played on in place.
        scratch_bytes: record[2] as bytes, overwritten.
        blank_bytes: record[1] as bytes, all zero.
        rules_bytes: the rules record as bytes.
        settings: int64[SETTINGS].
        kinds: int64[seats]; kind of the kernel bot on each seat, or ASK.
        rngs: int64[games, 4]; random state of each game, advanced.
        actions: int64[games]; an illegal one forfeits the game.
        ids: int32[games, max_legal]; the legal ids of each game now; rewritten.
        counts: int32[games]; how many there are; rewritten.
        chances: int32[max_legal], overwritten.
        values: float32[seats], overwritten.
        worth: float32[max_legal], overwritten.
        movers: int32[games]; who decides in each game: a seat, or OVER.
        observations: float32[games, observation_size].
        last_observations: float32[games or 0, observation_size]; what was seen at the end of the games that ended.
        masks: uint8[games, action_count or bytes of as many bits].
        rewards: float32[games, seats].
        ended: bool[games]; whether this step ended the game.
        boards: int32[games, seats, 2 + len(breakdown)]; standings of the games that ended.
        first: the first of the games.
        end: the game after the last one.
    """
    states, scratch, blank = state_bytes.view(STATE), scratch_bytes.view(STATE), blank_bytes.view(STATE)
    rules = rules_bytes.view(RULES)[0]
    for i in range(first, end):
        for seat in range(len(kinds)):
            rewards[i, seat] = 0.0
        if movers[i] == OVER:
            ended[i] = False
            if settings[AUTORESET] == NEXT_STEP:
                states[i] = blank[0]
                setup(states[i], rules)
                who = run_to_decision(
                    states, i, scratch, rules, kinds, rngs[i], ids, chances, values, worth, counts
                )
                show_game(states, i, rules, settings, who, ids, counts, movers, observations, masks)
            continue
        place = find_place(ids[i], counts[i], settings[COMBINED], actions[i])
        forfeiter = NOBODY
        if place < 0:
            forfeiter = movers[i]
            who = OVER
            counts[i] = 0
        else:
            apply(states[i], rules, np.int64(ids[i, place]))
            who = run_to_decision(
                states, i, scratch, rules, kinds, rngs[i], ids, chances, values, worth, counts
            )
        ended[i] = who == OVER
        if who == OVER:
            standings(states[i], rules, boards[i])
            write_rewards(settings[REWARD], boards[i], forfeiter, rewards[i])
            if settings[AUTORESET] == SAME_STEP:
                if len(last_observations) > 0:
                    observe(states[i], rules, np.int64(max(settings[SEAT], 0)), last_observations[i])
                states[i] = blank[0]
                setup(states[i], rules)
                who = run_to_decision(
                    states, i, scratch, rules, kinds, rngs[i], ids, chances, values, worth, counts
                )
        show_game(states, i, rules, settings, who, ids, counts, movers, observations, masks)


@register(
    lambda state, rules: (
        *(BYTES, BYTES, BYTES, BYTES, INT64S, INT64S, INT64_TABLE),
        *(INT32_TABLE, INT32S, INT32S, FLOAT32S, FLOAT32S),
        *(INT32S, FLOAT32_TABLE, UINT8_TABLE, FLAGS),
    )
)
@generic
def begin_games(
    state_bytes,
    scratch_bytes,
    blank_bytes,
    rules_bytes,
    settings,
    kinds,
    rngs,
    ids,
    counts,
    chances,
    values,
    worth,
    movers,
    observations,
    masks,
    which,
):
    """Start those games anew that are marked in `which`, bool[games]; the other arguments are those of `step_games`."""
    states, scratch, blank = state_bytes.view(STATE), scratch_bytes.view(STATE), blank_bytes.view(STATE)
    rules = rules_bytes.view(RULES)[0]
    for i in range(len(states)):
        if which[i]:
            states[i] = blank[0]
            setup(states[i], rules)
            who = run_to_decision(
                states, i, scratch, rules, kinds, rngs[i], ids, chances, values, worth, counts
            )
            show_game(states, i, rules, settings, who, ids, counts, movers, observations, masks)


class _Desk:
    """What one thread works with."""

    def __init__(self, task: Task) -> None:
        game = task.game
        self.scratch = np.zeros(2 * game.state_dtype.itemsize, np.uint8)
        self.chances = np.zeros(game.max_legal, np.int32)
        self.values = np.zeros(task.players, np.float32)
        self.worth = np.zeros(game.max_legal, np.float32)


class Batch:
    """Many games of one kind, stepped together.

    Args:
        game: a game of the catalogue, its name, or a `Task`, which has the next four arguments already.
        count: how many games.
        players, edition, reward, options: see `Task`.
        seat: the seat that learns; None means that every decision of every seat is asked for.
        bots: who sits on the other seats beside a seat that learns, `random` (as if left out) or `greedy`: one for
            all, or one for each in seat order.
        masks: `bool` for one byte per action, `bits` for one bit, the lowest bit of a byte first.
        autoreset: an `Autoreset` or its name in lower case.
        on_illegal: `raise` refuses a step with an illegal action, and nothing changes; `lose` lets the seat that
            chose it forfeit its game.
        last_observations: whether to keep what was seen at the end of games that `SAME_STEP` has started anew.
        threads: how many threads share the games.
        seed: drives chance and bots, one for all or one for each game; the games of a seed are the same for every
            number of threads. None takes entropy from the system.

    Attributes:
        task: the Task.
        states: record[count]; the states themselves.
        observations: float32[count, observation_size]; what the learning seat (or the one to move) sees.
        masks: bool[count, action_count], or uint8[count, ceil(action_count / 8)] of bits; what it may choose.
        movers: int32[count]; the seat whose action is awaited, or OVER (-2).
        rewards: float32[count, seats]; what the last step paid each seat.
        terminated: bool[count]; whether the last step ended the game.
        boards: int32[count, seats, 2 + parts]; standings (score, rank, breakdown) of each game that ended last.
        last_observations: float32[count, observation_size], or nothing; see above.
        legal_ids, legal_counts: int32[count, max_legal], int32[count]; the legal action ids of the game, ascending.
        actions: int64[count]; filled by `sample`.

    Raises:
        OptionError, EditionError, UnknownBotError: say what is wrong and what would be right.

    >>> batch = Batch("toshi", 4, players=2, seed=1)
    >>> for _ in range(100):
    ...     batch.step(batch.sample())
    >>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
    ((4, 877), (4, 764), (4, 2))
    """

    def __init__(
        self,
        game: str | Game | Task,
        count: int,
        players: int | None = None,
        *,
        edition: str | Path | Edition | None = None,
        reward: str | None = None,
        seat: int | None = None,
        bots: str | Sequence[str] | None = None,
        masks: Literal["bool", "bits"] = "bool",
        autoreset: Autoreset | str = Autoreset.SAME_STEP,
        on_illegal: OnIllegal = "raise",
        last_observations: bool = False,
        threads: int = 1,
        seed: int | Sequence[int] | None = None,
        **options: str | int,
    ) -> None:
        if isinstance(game, Task):
            if players is not None or edition is not None or reward is not None or options:
                raise OptionError("a task has its players, edition, reward and options already")
            self.task = game
        else:
            self.task = Task(game, players, edition, reward, **options)
        task = self.task
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
            raise OptionError(f"a batch cannot have {count!r} games: it takes at least 1")
        count = int(count)
        if masks not in ("bool", "bits"):
            raise OptionError(f"masks cannot be {masks!r}: it takes bool or bits")
        if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or not 1 <= threads <= 256:
            raise OptionError(f"threads cannot be {threads!r}: it takes 1 to 256")
        self._arguments = {
            "seat": seat,
            "bots": bots,
            "masks": masks,
            "autoreset": autoreset,
            "on_illegal": on_illegal,
            "last_observations": last_observations,
            "threads": threads,
        }
        self.count = count
        self.seat = None if seat is None else check_seat(task, seat)
        self.on_illegal = check_on_illegal(on_illegal)
        self.autoreset = read_autoreset(autoreset)
        self.kinds = np.full(task.players, ASK, np.int64)
        if seat is not None:
            self._seat_bots(seat, "random" if bots is None else bots)
        elif bots is not None:
            raise OptionError("bots sit beside a seat that learns: seat says which, as in seat=0")
        self._settings = np.zeros(SETTINGS, np.int64)
        self._settings[REWARD] = task.reward
        self._settings[AUTORESET] = self.autoreset
        self._settings[SEAT] = NOBODY if seat is None else seat
        self._settings[COMBINED] = task.combined_from
        self._settings[MASKS] = BITS if masks == "bits" else BOOLS

        found, seats = task.game, task.players
        self.states: Any = np.zeros(count, found.state_dtype).view(np.recarray)
        self._state_bytes = self.states.view(np.uint8).view(np.ndarray)
        self._blank = np.zeros(found.state_dtype.itemsize, np.uint8)
        self.observations: NDArray[np.float32] = np.zeros((count, task.observation_size), np.float32)
        self.last_observations: NDArray[np.float32] = np.zeros(
            (count if last_observations else 0, task.observation_size), np.float32
        )
        width = task.action_count if masks == "bool" else -(-task.action_count // 8)
        self._mask_bytes = np.zeros((count, width), np.uint8)
        self.masks: NDArray[Any] = self._mask_bytes.view(np.bool_) if masks == "bool" else self._mask_bytes
        self.movers: NDArray[np.int32] = np.zeros(count, np.int32)
        self.rewards: NDArray[np.float32] = np.zeros((count, seats), np.float32)
        self.terminated: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.boards: NDArray[np.int32] = np.zeros((count, seats, 2 + len(found.breakdown)), np.int32)
        self.legal_ids: NDArray[np.int32] = np.zeros((count, found.max_legal), np.int32)
        self.legal_counts: NDArray[np.int32] = np.zeros(count, np.int32)
        self.actions: NDArray[np.int64] = np.zeros(count, np.int64)
        self._rngs = np.zeros((count, 4), np.int64)
        self._sampler = np.zeros((1, 4), np.int64)

        self._step = algorithm(found, "step_games")
        self._begin = algorithm(found, "begin_games")
        self._ends = np.linspace(0, count, min(threads, count) + 1).astype(int).tolist()
        self._desks = [_Desk(task) for _ in self._ends[1:]]
        self._pool = ThreadPoolExecutor(len(self._desks)) if len(self._desks) > 1 else None
        self._calls = self._bind()
        self.reset(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _batch, (
            self.task,
            self.count,
            self._arguments,
            {name: getattr(self, name) for name in WRITTEN},
        )

    def _seat_bots(self, seat: int, bots: str | Sequence[str]) -> None:
        game = self.task.game
        others = [other for other in range(self.task.players) if other != seat]
        for other, spec in zip(others, bots_of(bots, len(others)), strict=True):
            kind = make_bot(spec, game).kind
            if kind == ASK:
                raise OptionError(
                    f"a batch cannot seat the bot {spec}: it takes random and greedy; "
                    "other bots play in the one-seat environment of Gymnasium"
                )
            self.kinds[other] = kind

    def _bind(self) -> list[Callable[[NDArray[np.int64]], None]]:
        """For each thread the call that steps its share of the games."""
        calls, task = [], self.task
        for desk, first, end in zip(self._desks, self._ends[:-1], self._ends[1:], strict=True):
            before = (
                self._state_bytes,
                desk.scratch,
                self._blank,
                task.rules_bytes,
                self._settings,
                self.kinds,
                self._rngs,
            )
            after = (
                *(self.legal_ids, self.legal_counts, desk.chances, desk.values, desk.worth),
                *(self.movers, self.observations, self.last_observations, self._mask_bytes, self.rewards),
                *(self.terminated, self.boards, first, end),
            )
            calls.append(partial(_call, self._step, before, after))
        return calls

    def reset(self, seed: int | Sequence[int] | None = None, which: ArrayLike | None = None) -> None:
        """Start games anew.

        Args:
            seed: drives chance, bots and `sample` from now on; one for all, or one for each game, which then does not
                depend on the others. Without it, everything is driven as before.
            which: bool[count]; only these games; by default all.
        """
        if seed is not None or not self._sampler.any():
            self._seed(seed)
        chosen = np.ones(self.count, np.bool_) if which is None else np.asarray(which)
        if chosen.dtype != np.bool_:
            raise TypeError(f"which is of type {chosen.dtype}: it takes a bool for each game")
        if chosen.shape != (self.count,):
            raise ValueError(f"which has shape {chosen.shape} instead of ({self.count},)")
        desk, task = self._desks[0], self.task
        self.rewards[chosen] = 0.0
        self.terminated[chosen] = False
        self._begin(
            *(
                self._state_bytes,
                desk.scratch,
                self._blank,
                task.rules_bytes,
                self._settings,
                self.kinds,
                self._rngs,
            ),
            *(self.legal_ids, self.legal_counts, desk.chances, desk.values, desk.worth),
            *(self.movers, self.observations, self._mask_bytes, np.ascontiguousarray(chosen)),
        )

    def _seed(self, seed: Any) -> None:
        if isinstance(seed, list | tuple | range | np.ndarray):
            seeds = list(seed)
            if len(seeds) != self.count:
                raise ValueError(f"{len(seeds)} seeds for {self.count} games")
            self._rngs[:] = [new_rng(each) for each in seeds]
            self._sampler[0] = new_rng(seeds[0], 1)
            return
        source = new_rng(seed)
        self._sampler[0] = new_rng(int(next_word(source)), 1)
        base = int(next_word(source)) << 32 | int(next_word(source))
        self._rngs[:] = [new_rng(base, game) for game in range(self.count)]

    def step(self, actions: ArrayLike) -> None:
        """Play one decision in every game; all arrays of the batch are rewritten.

        Args:
            actions: [count]; an int64 array is used as it is.

        Raises:
            IllegalMoveError: with `on_illegal="raise"`, an action is illegal; it names the game. Nothing has changed.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are of type {given.dtype}: they must be integers")
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.count,):
            raise ValueError(f"actions have shape {chosen.shape} instead of ({self.count},)")
        if self.on_illegal == "raise":
            over = self.movers < 0
            bad = find_illegal(chosen, self.legal_ids, self.legal_counts, over, self.task.combined_from)
            if bad >= 0:
                self._refuse(int(bad), int(chosen[bad]))
        if self._pool is None:
            self._calls[0](chosen)
        else:
            for done in [self._pool.submit(call, chosen) for call in self._calls]:
                done.result()

    def _refuse(self, i: int, action: int) -> None:
        try:
            self.task.move_of(self.position(i), action)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"game {i}: {error.move}", error.reason, error.legal) from None

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, all equally likely; int64[count], written over by the next call."""
        draw_actions(self.legal_ids, self.legal_counts, self.task.combined_from, self._sampler, self.actions)
        return self.actions

    def position(self, i: int) -> Position:
        """Game i as a position of its own, to look at, draw or describe; it does not know how it came about."""
        return self.task.new_position().put(self.states[i].tobytes())

    @property
    def nbytes(self) -> int:
        """How much memory the batch takes."""
        arrays = (
            value for value in vars(self).values() if isinstance(value, np.ndarray) and value.base is None
        )
        desks = (value for desk in self._desks for value in vars(desk).values())
        return sum(array.nbytes for array in (*arrays, *desks)) + self.states.nbytes


WRITTEN = (
    *("states", "observations", "last_observations", "masks", "movers", "rewards", "terminated", "boards"),
    *("legal_ids", "legal_counts", "actions", "_rngs", "_sampler"),
)
"""The arrays that games write."""


def _batch(task: Task, count: int, arguments: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Batch:
    """A batch with the same games."""
    batch = Batch(task, count, **arguments)
    for name, array in arrays.items():
        getattr(batch, name)[...] = array
    return batch


def _call(step: Any, before: tuple[Any, ...], after: tuple[Any, ...], actions: NDArray[np.int64]) -> None:
    step(*before, actions, *after)


def check_on_illegal(on_illegal: str) -> OnIllegal:
    """What to do about an illegal action, if it is one of the possibilities."""
    for known in ON_ILLEGAL:
        if on_illegal == known:
            return known
    raise OptionError(f"on_illegal cannot be {on_illegal!r}: it takes {' or '.join(ON_ILLEGAL)}")


def read_autoreset(mode: Autoreset | str) -> Autoreset:
    """The Autoreset of a name."""
    if isinstance(mode, Autoreset):
        return mode
    names = [known.name.lower() for known in Autoreset]
    if mode not in names:
        raise OptionError(f"autoreset cannot be {mode!r}: it takes {', '.join(names)}")
    return Autoreset[mode.upper()]


def check_bots(bots: Any) -> None:
    """Refuse what is neither a bot nor a list of them."""
    if not isinstance(bots, Sequence) or not all(isinstance(spec, str) for spec in bots):
        raise OptionError(f"bots cannot be {bots!r}: it takes the name of a bot, or a list of names")


def bots_of(bots: str | Sequence[str], count: int) -> list[str]:
    """The bots of so many seats: one named for all, or each by itself."""
    check_bots(bots)
    if isinstance(bots, str):
        return [bots] * count
    specs = list(bots)
    if len(specs) == 1 and count:
        specs *= count
    if len(specs) != count:
        raise OptionError(f"{len(specs)} bots for {count} other seats")
    return specs
