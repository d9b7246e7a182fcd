"""Running a search: its arrays, its budget, its threads, and what it found.

A `Searcher` keeps its trees from one position of a game to the next; `search` is one search and nothing kept.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zashiki.core.contract import Game
from zashiki.core.errors import SearchError, SettingsError
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.core.prepare import algorithm
from zashiki.core.rng import new_rng
from zashiki.search.settings import POLICIES, Budget, Settings
from zashiki.search.tree import (
    CHOICES,
    DICE,
    DRAWN,
    EDGE_DTYPE,
    EDGES,
    FROZEN,
    HEAD_SIZE,
    MAX_SEATS,
    NODE_DTYPE,
    NODES,
    NONE,
    OPEN,
    PARAMS_DTYPE,
    ROOT,
    VISITS,
    WAIT,
    WINS,
    find_node,
    word_type,
)

FIRST_NODES = 1 << 10
EDGES_PER_NODE = 6
DEEPEST = 256
SOUNDINGS = 64
"""Playouts before a search that say where the score margins lie and how far they spread."""

WORTH_KEEPING = 16
"""Visits from which on what is known of a position is worth more than a fresh start."""

FIRST_CHUNK = 64
CHUNK_SECONDS = 0.05
DECIDE_EVERY = 256
MOST_THREADS = 256
LONGEST_LINE = 40

COMPARED = 0.25
"""Part of the budget that goes to the comparison of one move with the best."""


@dataclass(frozen=True)
class Candidate:
    """What a search found out about one legal move.

    Attributes:
        move: the move.
        visits: how often it was looked at.
        share: its part of all visits, 0 to 1.
        value: the mover's mean utility, 0 to 1 (see `Settings`).
        wins: expected win share of each seat, in parts of 1; None if this search did not look at it.
        scores: expected final score of each seat; None likewise.
        line: the main line: this move and the most visited moves after it, up to the next chance.
    """

    move: Move
    visits: int
    share: float
    value: float
    wins: tuple[float, ...] | None
    scores: tuple[float, ...] | None
    line: tuple[Move, ...]

    def margin(self, seat: int) -> float | None:
        """The expected score of a seat less that of the best other seat; solo: its score."""
        return None if self.scores is None else margin(self.scores, seat)


@dataclass(frozen=True)
class Analysis:
    """What a search found out about a position.

    Attributes:
        seat: whose decision it is, None at chance.
        candidates: every legal move, the best first: most visits, then highest value. At chance there are none.
        wins: expected win share of each seat when the mover plays the best move, in parts of 1.
        scores: expected final score of each seat, likewise.
        iterations: visits made by this search.
        kept: visits found from earlier searches.
        seconds: how long it took.
        ended: why it ended: `budget`, or `decided` (nothing could change the first choice any more).
        full: whether memory ran out, so that the tree stopped growing.
    """

    seat: int | None
    candidates: tuple[Candidate, ...]
    wins: tuple[float, ...]
    scores: tuple[float, ...]
    iterations: int
    kept: int
    seconds: float
    ended: str
    full: bool

    @property
    def best(self) -> Move:
        """The move to play.

        Raises:
            SearchError: chance is to move.
        """
        if not self.candidates:
            raise SearchError("chance is to move: there is nothing to choose")
        return self.candidates[0].move

    def of(self, move: Move) -> Candidate:
        """What was found out about a legal move."""
        return next(candidate for candidate in self.candidates if candidate.move == move)


def margin(scores: tuple[float, ...], seat: int) -> float:
    """The score of a seat less that of the best other seat; solo: its score.

    >>> margin((50.0, 41.5), 1)
    -8.5
    """
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others) if others else scores[seat]


class Tree:
    """The arrays of one thread's tree; see `zashiki.search.tree.grow` for what each is."""

    def __init__(self, game: Game, seats: int, settings: Settings) -> None:
        size = game.state_dtype.itemsize
        words = {64: np.int64, 32: np.int32, 16: np.int16}[word_type(size).bitwidth]
        rows = max(game.max_legal, SOUNDINGS)
        self.game = game
        self.settings = settings
        self.states: Any = np.zeros(3, game.state_dtype).view(np.recarray)
        self.words: NDArray[Any] = self.states.view(np.uint8).view(words).reshape(3, -1)
        self.params: Any = np.zeros(1, PARAMS_DTYPE).view(np.recarray)
        self.head = np.zeros(HEAD_SIZE, np.int64)
        self.ids = np.zeros(game.max_legal, np.int32)
        self.chances = np.zeros(game.max_legal, np.int32)
        self.policy = np.zeros(game.max_legal, np.float32)
        self.prospects = np.zeros(seats, np.float32)
        self.board = np.zeros((seats, 2 + len(game.breakdown)), np.int32)
        self.outcome = np.zeros((3, seats))
        self.path = np.zeros((2, DEEPEST if settings.deep else 1), np.int32)
        self.rngs = np.zeros((2, 4), np.int64)
        self.tally = np.zeros((rows, WINS + 2 * seats))
        odd = np.random.Generator(np.random.PCG64(1876)).integers(0, 2**62, (2, 2 * self.words.shape[1]))
        self.mix = (odd * 2 + 1).astype(np.int64)
        per_node = NODE_DTYPE.itemsize + EDGES_PER_NODE * EDGE_DTYPE.itemsize + 4 * 4
        self.most_nodes = max(FIRST_NODES, settings.megabytes * 2**20 // per_node)
        self._grow = algorithm(game, "grow")
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.head[:] = 0
        self._allocate(FIRST_NODES)

    def _allocate(self, nodes: int) -> None:
        edges = max(nodes * EDGES_PER_NODE, 2 * self.game.max_legal)
        self.nodes: Any = np.zeros(nodes, NODE_DTYPE).view(np.recarray)
        self.edges: Any = np.zeros(edges, EDGE_DTYPE).view(np.recarray)
        self._index(nodes)

    def _index(self, nodes: int) -> None:
        """A new hash table for so many nodes, with those in use entered."""
        self.table = np.full(1 << (2 * nodes - 1).bit_length(), NONE, np.int32)
        mask = len(self.table) - 1
        used = int(self.head[NODES])
        keys = self.nodes["key"][:used]
        places = ((keys ^ (keys >> 31)) & mask).tolist()
        for node, place in enumerate(places):
            while self.table[place] != NONE:
                place = (place + 1) & mask
            self.table[place] = node

    def set_root(self, state: Any, seat: int) -> int:
        """Make a state the root.

        Returns:
            How often it has been visited before.
        """
        self.words[0] = np.frombuffer(state, self.words.dtype)
        node = self._find(seat)
        if node == NONE or not self._is_worth_keeping(node) or not self._has_room():
            self.clear()
            node = self._find(seat)
        self.head[ROOT] = node
        self.head[FROZEN] = 0
        self.head[DRAWN] = 0
        self.tally[:] = 0.0
        self.tally[:, OPEN] = 1.0
        return int(self.nodes[node].visits)

    def _find(self, seat: int) -> int:
        return int(find_node(self.words, 0, seat, self.nodes, self.table, self.head, self.mix))

    def _is_worth_keeping(self, node: int) -> bool:
        """Whether enough is known of a node's moves."""
        return bool(self.nodes[node].first != NONE and self.nodes[node].visits >= WORTH_KEEPING)

    def _has_room(self) -> bool:
        """Whether at least half the memory is left for another search."""
        return (
            2 * self.head[NODES] < self.most_nodes and 2 * self.head[EDGES] < self.most_nodes * EDGES_PER_NODE
        )

    def run(self, rules: Any, count: int) -> int:
        """Visit the root so many times, making room as needed while memory allows.

        Returns:
            The number of visits made, always `count` unless that is negative (see `grow`).
        """
        done = self._call(rules, count)
        while 0 <= done < count:
            if not self._enlarge():
                self.head[FROZEN] = 1
            done += self._call(rules, count - done)
        return done

    def _call(self, rules: Any, count: int) -> int:
        return self._grow(
            *(self.states, self.words, rules, self.nodes, self.edges, self.table, self.head, self.params[0]),
            *(self.mix, self.ids, self.chances, self.policy, self.prospects, self.board, self.outcome),
            *(self.path, self.rngs, self.tally, count),
        )

    def _enlarge(self) -> bool:
        """Twice as many nodes and edges, as far as memory allows."""
        nodes = min(2 * len(self.nodes), self.most_nodes)
        if nodes == len(self.nodes):
            return False
        old_nodes, old_edges = self.nodes, self.edges
        self.nodes = np.zeros(nodes, NODE_DTYPE).view(np.recarray)
        self.nodes[: len(old_nodes)] = old_nodes
        edges = max(nodes * EDGES_PER_NODE, 2 * self.game.max_legal, len(old_edges))
        self.edges = np.zeros(edges, EDGE_DTYPE).view(np.recarray)
        self.edges[: len(old_edges)] = old_edges
        self._index(nodes)
        return True

    @property
    def root_edges(self) -> Any:
        """The edges of the root."""
        root = self.nodes[int(self.head[ROOT])]
        return self.edges[int(root.first) : int(root.first) + int(root.count)]

    def line(self, rules: Any, edge: Any, most: int = LONGEST_LINE) -> list[int]:
        """The actions of the main line from one of the root's edges on, up to the next chance."""
        actions = [int(edge.action)]
        child = int(edge.child)
        while child != NONE and len(actions) < most:
            node = self.nodes[child]
            first, count = int(node.first), int(node.count)
            if first == NONE or count == 0:
                break
            visits = self.edges["visits"][first : first + count]
            place = int(visits.argmax())
            if visits[place] == 0:
                break
            actions.append(int(self.edges["action"][first + place]))
            child = int(self.edges["child"][first + place])
        return actions


class Searcher:
    """Searches the positions of a game one after the other, keeping what stays of use.

    Args:
        position: any position of the game to be played: its options and edition are those of all others.
        settings: how to search.
        seed: drives everything random in the search; None takes entropy from the system. With a budget of
            iterations, the same seed and the same positions in the same order give the same results, on every
            machine and for every given number of threads.
        threads: number of trees grown side by side and merged (root parallelism).
    """

    def __init__(
        self,
        position: Position,
        settings: Settings | None = None,
        seed: int | None = None,
        threads: int = 1,
    ) -> None:
        if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
            raise SettingsError(f"threads is {threads!r}: it must be 1 to {MOST_THREADS}")
        self.settings = settings or Settings()
        self.seats = position.players
        if self.seats > MAX_SEATS:
            raise SettingsError(f"a search is for at most {MAX_SEATS} seats")
        self.game = position.game
        self.rules = position.rules
        self.trees = [Tree(self.game, self.seats, self.settings) for _ in range(threads)]
        self._rng = new_rng(seed)
        self._seeds = np.random.Generator(np.random.PCG64([int(word) for word in self._rng]))
        self._current: _Search | None = None

    def search(self, position: Position, budget: Budget | str | int, compare: Move | None = None) -> Analysis:
        """Search a position where a seat or chance is to move, until the budget is spent.

        Args:
            position: any position of the game.
            budget: when to stop; a `Budget`, its text, or a number of iterations.
            compare: a legal move that is to be judged as carefully as the best: the last quarter of the budget goes
                to the two of them, whichever has been visited less.

        Raises:
            BudgetError: the budget is nonsense; says what would be right.
            SearchError: the game is over.
        """
        start, budget = time.perf_counter(), Budget.of(budget)
        if position.is_over:
            raise SearchError("the game is over: there is nothing to search")
        seat = position.mover if isinstance(position.mover, int) else None
        kept = self._set_root(position, seat)
        deadline = math.inf if budget.seconds is None else start + budget.seconds
        if compare is None:
            ended = self._spend(budget, kept, deadline)
        else:
            ended = self._compare(budget, kept, start, compare)
        self._current = _Search(seat, kept, time.perf_counter() - start)
        return self._analysis(self._current, ended)

    def resume(self, budget: Budget) -> Analysis:
        """Go on with the last search, so that what was found about its position becomes surer.

        Args:
            budget: when to stop this time; its iterations come on top of those made before.

        Returns:
            What all parts of the search found together.

        Raises:
            ValueError: nothing has been searched yet, or the settings share out the root's visits in rounds.
        """
        if self._current is None:
            raise ValueError("there is no search to go on with")
        if self.settings.root == "halving":
            raise ValueError("sequential halving ends when its budget is spent")
        start = time.perf_counter()
        deadline = math.inf if budget.seconds is None else start + budget.seconds
        ended = self._visit(
            budget.iterations, deadline, self.settings.decide and self.settings.root == "tree"
        )
        self._current.seconds += time.perf_counter() - start
        return self._analysis(self._current, ended)

    # -- preparing

    def _set_root(self, position: Position, seat: int | None) -> int:
        state = position.key
        kept = 0
        for tree in self.trees:
            if not self.settings.reuse:
                tree.clear()
            visits = tree.set_root(state, -1 if seat is None else seat)
            # Utilities measured by another scale could not be compared with those that are kept.
            self._set_params(tree, position, sound=visits == 0)
            kept += visits
        return kept

    def _set_params(self, tree: Tree, position: Position, sound: bool) -> None:
        """Numbers for the kernel; the first tree's playouts tell where the margins lie, if they are to be sounded."""
        chosen, params = self.settings, tree.params[0]
        params.puct = chosen.puct
        params.policy = POLICIES.index(chosen.policy)
        params.cut = NONE
        params.quiet = chosen.quiet
        params.expand_at = chosen.expand_at
        params.even = chosen.root != "tree"
        params.common = chosen.common
        params.limit = self.game.step_bound(self.rules)
        params.seed = int(self._seeds.integers(0, 2**62))
        params.exploration = chosen.exploration
        params.urgency = chosen.urgency
        params.evenness = chosen.evenness
        params.widen_base = chosen.widening or 0.0
        params.widen_power = chosen.widening_power
        params.win_weight = chosen.win_weight if self.seats > 1 else 0.0
        first = self.trees[0]
        if tree is first and sound:
            tree.run(self.rules, -SOUNDINGS)
            scores = tree.tally[:SOUNDINGS, WINS + self.seats : WINS + 2 * self.seats]
            margins = np.array([[margin(tuple(row), seat) for seat in range(self.seats)] for row in scores])
            params.centre[: self.seats] = margins.mean(axis=0)
            params.spread = chosen.spread * max(1.0, float(margins.std(axis=0).mean()))
            tree.tally[:] = 0.0
            tree.tally[:, OPEN] = 1.0
        elif tree is not first:
            params.centre[:] = first.params[0].centre
            params.spread = first.params[0].spread
        params.cut = NONE if chosen.cut is None else chosen.cut

    # -- spending the budget

    def _compare(self, budget: Budget, kept: int, start: float, move: Move) -> str:
        """Spend three quarters of the budget freely, the rest on the best move and another."""
        part = 1 - COMPARED
        iterations = None if budget.iterations is None else math.ceil(budget.iterations * part)
        seconds = None if budget.seconds is None else budget.seconds * part
        deadline = math.inf if seconds is None else start + seconds
        self._spend(Budget(iterations, seconds), kept, deadline)
        merged = self._merge()
        best = min(merged, key=lambda action: (-merged[action].visits, -merged[action].mean, action))
        for tree in self.trees:
            tree.params[0].even = True
            for row, action in enumerate(tree.root_edges["action"].tolist()):
                tree.tally[row, OPEN] = action in (best, move.id)
        rest = None if budget.iterations is None else max(1, int(budget.iterations * COMPARED))
        deadline = math.inf if budget.seconds is None else start + budget.seconds
        return self._visit(rest, deadline, decide=False)

    def _spend(self, budget: Budget, kept: int, deadline: float) -> str:
        """Search until the budget is spent; returns why it ended."""
        total = None
        if budget.iterations is not None:
            total = max(budget.iterations - kept, budget.iterations // 4, 1)
        if self.settings.root == "halving":
            return self._halve(total, deadline)
        decide = self.settings.decide and self.settings.root == "tree"
        return self._visit(total, deadline, decide)

    def _visit(self, total: int | None, deadline: float, decide: bool) -> str:
        """Visit the root `total` times in all (None: until the deadline)."""
        threads = len(self.trees)
        if total is None:
            shares: list[int | None] = [None] * threads
        else:
            shares = [total // threads + (number < total % threads) for number in range(threads)]
        if threads == 1:
            return self._work(self.trees[0], shares[0], deadline, decide)
        with ThreadPoolExecutor(threads) as pool:
            jobs = [
                pool.submit(self._work, tree, share, deadline, decide)
                for tree, share in zip(self.trees, shares, strict=True)
            ]
            reasons = [job.result() for job in jobs]
        return "budget" if "budget" in reasons else "decided"

    def _work(self, tree: Tree, total: int | None, deadline: float, decide: bool) -> str:
        """One thread's part, in chunks short enough to watch the clock."""
        timed = deadline < math.inf
        done, chunk = 0, FIRST_CHUNK
        speed = 0.0
        while total is None or done < total:
            now = time.perf_counter()
            if timed and done > 0 and now >= deadline:
                break
            count = chunk if total is None else min(chunk, total - done)
            tree.run(self.rules, count)
            done += count
            if timed:
                speed = count / max(time.perf_counter() - now, 1e-9)
                left = speed * (deadline - time.perf_counter())
                chunk = max(1, int(min(max(16, speed * CHUNK_SECONDS), 4 * chunk, left)))
            else:
                chunk = DECIDE_EVERY
            rest = total - done if total is not None else math.inf
            if timed:
                rest = min(rest, speed * (deadline - time.perf_counter()))
            if decide and _is_decided(tree, rest):
                return "decided"
        return "budget"

    def _halve(self, total: int | None, deadline: float) -> str:
        """Sequential halving: in every round the open moves share the same part of the budget, then half remain."""
        for tree in self.trees:
            tree.run(self.rules, 1)
        count = len(self.trees[0].root_edges)
        rounds = max(1, math.ceil(math.log2(count)))
        begun = time.perf_counter()
        for number in range(rounds):
            part = None if total is None else max(1, total // rounds)
            until = deadline
            if deadline < math.inf:
                until = begun + (deadline - begun) * (number + 1) / rounds
            self._visit(part, until, decide=False)
            if number + 1 < rounds:
                self._close_worse_half()
            if time.perf_counter() >= deadline:
                break
        return "budget"

    def _close_worse_half(self) -> None:
        """Close the worse half of the root's open moves, by what all trees found."""
        merged = self._merge()
        still = [action for action in merged if merged[action].open]
        still.sort(key=lambda action: -merged[action].mean)
        closed = set(still[(len(still) + 1) // 2 :])
        for tree in self.trees:
            for row, action in enumerate(tree.root_edges["action"].tolist()):
                if action in closed:
                    tree.tally[row, OPEN] = 0.0

    # -- telling what was found

    def _merge(self) -> dict[int, _Merged]:
        """Per action at the root, what all trees together found."""
        merged: dict[int, _Merged] = {}
        for tree in self.trees:
            edges = tree.root_edges
            for row, edge in enumerate(edges):
                entry = merged.setdefault(int(edge.action), _Merged(self.seats))
                entry.visits += int(edge.visits)
                entry.value += float(edge.value)
                entry.counted += float(tree.tally[row, VISITS])
                entry.sums += tree.tally[row, WINS:]
                entry.open = bool(tree.tally[row, OPEN])
                if entry.longest is None or edge.visits > entry.longest[0]:
                    entry.longest = (int(edge.visits), tree, edge)
        return merged

    def _analysis(self, current: _Search, ended: str) -> Analysis:
        seat, merged = current.seat, self._merge()
        visits = sum(entry.visits for entry in merged.values())
        done = int(sum(entry.counted for entry in merged.values()))
        full = any(bool(tree.head[FROZEN]) for tree in self.trees)
        by_value = self.settings.root != "tree"

        def rank(action: int) -> tuple[float, ...]:
            entry = merged[action]
            first = (entry.open, entry.mean) if by_value else (entry.visits, entry.mean)
            return (-first[0], -first[1], action)

        ordered = sorted(merged, key=rank)
        best = merged[ordered[0]]
        if not best.counted:
            best = max(merged.values(), key=lambda entry: entry.counted)
        means = best.sums / best.counted
        candidates = []
        if seat is not None:
            for action in ordered:
                candidates.append(self._candidate(action, merged[action], visits))
        return Analysis(
            seat=seat,
            candidates=tuple(candidates),
            wins=tuple(means[: self.seats].tolist()),
            scores=tuple(means[self.seats :].tolist()),
            iterations=done,
            kept=current.kept,
            seconds=current.seconds,
            ended=ended,
            full=full,
        )

    def _candidate(self, action: int, entry: _Merged, visits: int) -> Candidate:
        codec = self.game.codec
        means = entry.sums / entry.counted if entry.counted else None
        assert entry.longest is not None
        _, tree, edge = entry.longest
        return Candidate(
            move=codec.move(action),
            visits=entry.visits,
            share=entry.visits / max(1, visits),
            value=entry.mean,
            wins=None if means is None else tuple(means[: self.seats].tolist()),
            scores=None if means is None else tuple(means[self.seats :].tolist()),
            line=tuple(codec.move(step) for step in tree.line(self.rules, edge)),
        )


@dataclass
class _Search:
    """The search of one position: whose decision it is, visits found there, time spent."""

    seat: int | None
    kept: int
    seconds: float


class _Merged:
    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.value = 0.0
        self.counted = 0.0
        self.sums = np.zeros(2 * seats)
        self.open = True
        self.longest: tuple[int, Tree, Any] | None = None

    @property
    def mean(self) -> float:
        return self.value / self.visits if self.visits else 0.0


def _is_decided(tree: Tree, rest: float) -> bool:
    """Whether so many further visits cannot make another move the most visited."""
    visits = tree.root_edges["visits"]
    if len(visits) < 2:
        return False
    second, first = np.partition(visits, -2)[-2:]
    return first - second > rest


def search(
    position: Position,
    budget: Budget | str | int,
    seed: int | None = None,
    threads: int = 1,
    settings: Settings | None = None,
) -> Analysis:
    """Search one position and say what each legal move is worth.

    Args:
        position: where a seat or chance is to move; it is left as it is.
        budget: a `Budget`, its text (`"4000"`, `"2s"`), or a number of iterations.
        seed: makes the same search again, given a budget of iterations and the same number of threads.
        threads: number of trees grown side by side.
        settings: how to search.

    Raises:
        BudgetError, SettingsError: one of the arguments is nonsense; says what would be right.
        SearchError: the game is over.
    """
    return Searcher(position, settings, seed, threads).search(position, budget)


__all__ = [
    "CHOICES",
    "DICE",
    "WAIT",
    "Analysis",
    "Candidate",
    "Searcher",
    "Tree",
    "margin",
    "search",
]
