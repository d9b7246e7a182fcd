"""How fast a game goes: compiling, random playouts, and what one copy, legal list and step cost.

Everything is measured in this process on one core, save the start, which needs fresh processes. So that other
programs on the machine disturb as little as possible, speeds are per second of processor time, and medians over
several runs; what a person waits for is given by the clock on the wall as well.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import int64

from zashiki.core.contract import Game
from zashiki.core.kernel import generic
from zashiki.core.playout import playout
from zashiki.core.position import Position
from zashiki.core.prepare import INT32S, RNG, algorithm, ensure_prepared, register
from zashiki.core.rng import below, new_rng, weighted
from zashiki.search import Settings, search

# The contract's kernels are put into the globals by `specialise`.
setup: Any = None
mover: Any = None
legal: Any = None
weights: Any = None
apply: Any = None
CHANCE = -1
OVER = -2

clock = time.process_time

RUNS = 5
SCRATCH = 8
REPEATS = 16
SEED = 1


@register(lambda state, rules: (state[::1], rules, INT32S, INT32S, RNG, int64, int64))
@generic
def play_many(states, rules, ids, chances, rng, games, limit):
    """Play a number of random games from the beginning; the number of steps played.

    Args:
        states: record[2]; the first is overwritten, the second is all zero.
        rules: the rules record.
        ids: int32[max_legal], overwritten.
        chances: int32[max_legal], overwritten.
        rng: random state, advanced.
        games: how many games.
        limit: at most this many steps per game.
    """
    steps = 0
    for _ in range(games):
        states[0] = states[1]
        setup(states[0], rules)
        steps += playout(states[0], rules, ids, chances, rng, limit)
    return steps


@register(lambda state, rules: (state[::1], rules, INT32S, INT32S, RNG, int64, int64, int64, int64, int64))
@generic
def play_with_extra_work(states, rules, ids, chances, rng, games, limit, copies, legals, steps):
    """`play_many` with superfluous work at each step, whose cost is the difference in time; the steps played.

    Args:
        states: record[2 + SCRATCH]; all but the second, which is all zero, are overwritten.
        rules: the rules record.
        ids: int32[max_legal], overwritten.
        chances: int32[max_legal], overwritten.
        rng: random state, advanced.
        games: how many games.
        limit: at most this many steps per game.
        copies: how many copies of the state are made at each step.
        legals: how many times more the legal list is made.
        steps: how many copies are made on which the chosen action is applied as well.
    """
    played = 0
    for _ in range(games):
        states[0] = states[1]
        setup(states[0], rules)
        for _ in range(limit):
            who = mover(states[0])
            if who == OVER:
                break
            n = legal(states[0], rules, ids)
            for _ in range(legals):
                n = legal(states[0], rules, ids)
            if who == CHANCE:
                weights(states[0], rules, chances)
                choice = weighted(rng, chances, n)
            else:
                choice = below(rng, n)
            # The source changes, or the compiler would read it once and write it field by field.
            for i in range(copies):
                states[2 + i % SCRATCH] = states[2 + (i + 1) % SCRATCH]
            for i in range(steps):
                states[2 + i % SCRATCH] = states[0]
                apply(states[2 + i % SCRATCH], rules, np.int64(ids[choice]))
            apply(states[0], rules, np.int64(ids[choice]))
            played += 1
    return played


@dataclass(frozen=True)
class Throughput:
    """Random play on one core.

    Attributes:
        steps: steps per second of processor time, decisions and chance.
        games: games per second of processor time.
    """

    steps: float
    games: float

    @property
    def length(self) -> float:
        """Steps per game."""
        return self.steps / self.games


@dataclass(frozen=True)
class Costs:
    """Mean cost of one operation over whole random games, in nanoseconds."""

    copy: float
    legal: float
    apply: float


@dataclass(frozen=True)
class Start:
    """What a person waits for: each time in seconds on the wall and of processor time.

    Attributes:
        kernels: how many kernels the game and the playout have.
        compile: compiling them all, the first time ever.
        bots: compiling the kernel bots for the game after that, the first time they are asked for.
        imports: `import zashiki` in a later process.
        playout: after that, a new position and a random game to its end.
    """

    kernels: int
    compile: tuple[float, float]
    bots: tuple[float, float]
    imports: tuple[float, float]
    playout: tuple[float, float]


class Bench:
    """Measures one game with its default options at one number of players.

    Args:
        game: the game.
        players: number of seats.
        seconds: how long one run takes, about.
    """

    def __init__(self, game: Game, players: int, seconds: float = 0.4) -> None:
        ensure_prepared(game)
        self.game = game
        self.players = players
        self.options = game.complete_options(players, {})
        self._rules: Any = game.make_rules(game.load_edition(), self.options)
        self._states: Any = np.zeros(2 + SCRATCH, game.state_dtype).view(np.recarray)
        self._ids = np.zeros(game.max_legal, np.int32)
        self._chances = np.zeros(game.max_legal, np.int32)
        self._rng = new_rng(SEED)
        self._seconds = seconds

    def playouts(self) -> Throughput:
        """Random playouts in machine code."""
        play = algorithm(self.game, "play_many")
        return self._throughput(lambda games: self._run(play, games))

    def python_playouts(self) -> Throughput:
        """The same from Python, move by move through `Position`."""
        rng = new_rng(SEED)

        def play(games: int) -> int:
            steps = 0
            for _ in range(games):
                position = self._position()
                while not position.is_over:
                    position.play(position.random_move(rng))
                steps += len(position)
            return steps

        return self._throughput(play)

    def simulations(self) -> float:
        """Visits per second of processor time of a tree search with random playouts to the end, from a new game."""
        settings = Settings(decide=False, reuse=False)
        position = self._position()
        ensure_prepared(self.game, "search")

        def play(visits: int) -> int:
            search(position, visits, SEED, settings=settings)
            return visits

        return self._throughput(play).games

    def costs(self) -> Costs:
        """Cost of each kernel of a search, in machine code."""
        play = algorithm(self.game, "play_with_extra_work")
        games = max(1, int(self._seconds * self.playouts().games / REPEATS))
        plain, copies, legals, steps = (
            statistics.median(self._time_per_step(play, games, work) for _ in range(RUNS))
            for work in ((0, 0, 0), (REPEATS, 0, 0), (0, REPEATS, 0), (0, 0, REPEATS))
        )
        return Costs(
            copy=(copies - plain) / REPEATS * 1e9,
            legal=(legals - plain) / REPEATS * 1e9,
            apply=(steps - copies) / REPEATS * 1e9,
        )

    def python_costs(self, games: int = 20) -> Costs:
        """Cost of `copy`, `legal_moves` and `play` of a `Position`."""
        rng = new_rng(SEED)
        spent = np.zeros(3)
        steps = 0
        for _ in range(games):
            position = self._position()
            while not position.is_over:
                start = clock()
                moves = position.legal_moves
                listed = clock()
                position.copy()
                copied = clock()
                move = position.random_move(rng)
                assert move in moves
                chosen = clock()
                position.play(move)
                spent += (copied - listed, listed - start, clock() - chosen)
            steps += len(position)
        return Costs(*(spent / steps * 1e9))

    def _position(self) -> Position:
        return Position(self.game, self.options, self.game.load_edition(), seed=SEED)

    def _run(self, play: Any, games: int, *work: int) -> int:
        limit = min(self.game.step_bound(self._rules), 2**62)
        buffers = self._states, self._rules, self._ids, self._chances, self._rng
        return int(play(*buffers, games, limit, *work))

    def _time_per_step(self, play: Any, games: int, work: tuple[int, int, int]) -> float:
        start = clock()
        steps = self._run(play, games, *work)
        return (clock() - start) / steps

    def _throughput(self, play: Callable[[int], int]) -> Throughput:
        return measure(play, self._seconds)


def measure(play: Callable[[int], int], seconds: float) -> Throughput:
    """The median throughput of RUNS runs of about so many seconds; `play(games)` returns the steps it played."""
    # The first call loads compiled code.
    play(1)
    games = 1
    while True:
        start = clock()
        play(games)
        took = clock() - start
        if took > seconds / 4:
            break
        games *= 2
    games = max(1, round(games * seconds / took))
    runs = []
    for _ in range(RUNS):
        start = clock()
        steps = play(games)
        took = clock() - start
        runs.append(Throughput(steps / took, games / took))
    return sorted(runs, key=lambda run: run.steps)[RUNS // 2]


_CHILD = """
import json, sys, time
def now():
    return time.perf_counter(), time.process_time()
def between(start, end):
    return end[0] - start[0], end[1] - start[1]
start = now()
import zashiki
imported = now()
game = zashiki.get(sys.argv[1])
if sys.argv[2] == "cold":
    import zashiki.bots
    from zashiki.core.prepare import prepare
    kernels = prepare(game)
    compiled = now()
    prepare(game, room="bots")
    times = {"compile": between(imported, compiled), "bots": between(compiled, now())}
    print(json.dumps({"kernels": kernels, **times}))
else:
    zashiki.new(game.name, game.players[-1]).playout()
    print(json.dumps({"imports": between(start, imported), "playout": between(imported, now())}))
"""


def measure_start(game: Game) -> Start:
    """Compile a game in an empty cache, then start again: both in processes of their own."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "ZASHIKI_CACHE": cache}
        cold = _child(game, "cold", environment)
        # Once unmeasured: it leaves Python's own byte code and the file cache as they usually are.
        _child(game, "warm", environment)
        warm = _child(game, "warm", environment)
    times = {
        name: (wall, processor) for name, (wall, processor) in {**cold["times"], **warm["times"]}.items()
    }
    return Start(cold["kernels"], **times)


def _child(game: Game, how: str, environment: Mapping[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-c", _CHILD, game.name, how]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    said = json.loads(done.stdout)
    return {"kernels": said.pop("kernels", 0), "times": said}
