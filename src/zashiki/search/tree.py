"""The tree and its one kernel: from the root down to a leaf, a playout to the end, and what it was worth back up.

Nodes are states in which a seat decides, found by a hash of the state, so that a state reached in two ways is one
node. Edges are its moves. Chance has no nodes: where a move hands over to chance, the outcomes are drawn by their
weights until a seat decides again (a long set-up costs no more than one roll), and the state that comes out is looked
up. A state is not stored: every visit plays its way down from the root again, which costs little beside a playout.

Everything lies in arrays made beforehand (`zashiki.search.engine`); nothing is allocated here, and the GIL is free.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import float64, int32, int64

from zashiki.core.kernel import generic, kernel
from zashiki.core.prepare import FLOAT32S, INT32S, register
from zashiki.core.rng import below, next_word, weighted

# The contract's kernels are put into the globals by `specialise`.
mover: Any = None
legal: Any = None
weights: Any = None
apply: Any = None
standings: Any = None
evaluate: Any = None
suggest: Any = None
CHANCE = -1
OVER = -2

NONE = -1
"""No node; in an edge: its node is not known, or chance decides which it is."""

WAIT = -1
"""The action of the only edge of a root at which chance is to move: nothing is played, chance is drawn."""

NODE_DTYPE = np.dtype(
    [
        ("key", np.int64),  # two hashes of the state
        ("check", np.int64),
        ("value", np.float64),  # sum of its mover's utility over the visits
        ("visits", np.int32),
        ("first", np.int32),  # its first edge, NONE as long as it has none
        ("count", np.int32),  # number of its edges
        ("mover", np.int32),  # a seat or OVER; CHANCE only at a root
    ],
    align=True,
)

EDGE_DTYPE = np.dtype(
    [
        ("value", np.float64),  # sum of the mover's utility over the visits
        ("action", np.int32),
        ("child", np.int32),
        ("visits", np.int32),
        ("prior", np.float32),
    ],
    align=True,
)

MAX_SEATS = 4

PARAMS_DTYPE = np.dtype(
    [
        ("puct", np.int64),  # whether priors steer (PUCT), or all moves are alike (UCT)
        ("policy", np.int64),  # how playouts choose: AT_RANDOM, SUGGESTED, GREEDY
        ("cut", np.int64),  # steps after which a playout is judged at the next change of mover; NONE: never
        ("quiet", np.int64),  # whether it is judged only where chance is to move
        ("expand_at", np.int64),  # visits at which a node gets its edges
        ("even", np.int64),  # whether the open moves of the root take turns
        ("common", np.int64),  # whether the n-th visit of every move of the root meets the same chance
        ("limit", np.int64),  # most steps of a playout
        ("seed", np.int64),
        ("exploration", np.float64),
        ("urgency", np.float64),  # how far below its node's mean a move not yet tried is taken to be
        ("evenness", np.float64),  # share of the prior spread over all moves
        ("widen_base", np.float64),  # moves considered at first; 0: all at once
        ("widen_power", np.float64),
        ("win_weight", np.float64),  # of the win share in the utility; the rest is the score margin
        ("spread", np.float64),  # of final score margins
        ("centre", np.float64, (MAX_SEATS,)),  # the margin that is worth one half
    ],
    align=True,
)

# Places in `head`
NODES, EDGES, ROOT, FROZEN, DRAWN = range(5)
HEAD_SIZE = 5

# Columns of `tally`, one row per move of the root, over the visits of this search
OPEN, VISITS, WINS = range(3)
"""Whether the move may be visited when moves take turns; its visits; from WINS on, the win shares of the seats, then
their scores."""

UTILITY, WIN, SCORE = range(3)
"""Rows of `outcome`."""

AT_RANDOM, SUGGESTED, GREEDY = range(3)
"""Whether a playout takes any move, one by the weights of `suggest`, or the one `evaluate` likes best at once."""

# Rows of `rngs`: choices of seats in playouts, and chance.
CHOICES, DICE = range(2)

M32 = 0xFFFFFFFF
M63 = 0x7FFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B9
"""2**32 over the golden ratio: multiples of it, modulo 2**32, are spread evenly however many there are."""


@kernel
def mixed(word):
    """The 32-bit finaliser of MurmurHash3: neighbouring words become unrelated."""
    word = int(word) & M32
    word ^= word >> 16
    word = (word * 0x85EBCA6B) & M32
    word ^= word >> 13
    word = (word * 0xC2B2AE35) & M32
    return word ^ (word >> 16)


@kernel
def start_stream(rng, seed, stream, number):
    """Set a generator to the number-th of a seed's sequences."""
    base = mixed(seed & M32) ^ mixed((seed >> 32) + 0x51ED27 * (stream + 1))
    rng[0] = mixed(base + number)
    rng[1] = mixed(rng[0] ^ (base + 0x2545F491))
    rng[2] = mixed(rng[1] + GOLDEN)
    rng[3] = 1
    for _ in range(4):
        next_word(rng)


@kernel
def copy_state(words, to, of):
    """Copy one scratch state over another."""
    for i in range(words.shape[1]):
        words[to, i] = words[of, i]


@kernel
def hashed(words, which, mix, row):
    """A 63-bit hash of a scratch state: its 32-bit halves of words times random odd numbers, summed up."""
    total = 0
    for i in range(words.shape[1]):
        word = int(words[which, i])
        low, high = word & M32, (word >> 32) & M32
        total = (total + low * int(mix[row, 2 * i]) + high * int(mix[row, 2 * i + 1])) & M63
    return total


@kernel
def find_node(words, which, who, nodes, table, head, mix):
    """The node of a scratch state; a new one if there is none yet, NONE if there is no room for one."""
    key = hashed(words, which, mix, 0)
    check = hashed(words, which, mix, 1)
    mask = len(table) - 1
    place = (key ^ (key >> 31)) & mask
    while table[place] != NONE:
        node = table[place]
        if nodes[node].key == key and nodes[node].check == check:
            return node
        place = (place + 1) & mask
    if head[FROZEN] or head[NODES] >= len(nodes):
        return NONE
    node = head[NODES]
    head[NODES] += 1
    table[place] = node
    spot = nodes[node]
    spot.key = key
    spot.check = check
    spot.value = 0.0
    spot.visits = 0
    spot.first = NONE
    spot.count = 0
    spot.mover = who
    return node


@generic
def draw(state, rules, ids, chances, rng, first):
    """Let chance move until a seat decides or the game is over; returns who.

    The 32 bits of `first` decide the first outcome; NONE leaves it to the generator, like all others.
    """
    who = mover(state)
    while who == CHANCE:
        n = legal(state, rules, ids)
        weights(state, rules, chances)
        if first == NONE:
            choice = weighted(rng, chances, n)
        else:
            total = 0
            for i in range(n):
                total += int(chances[i])
            mark = (first * total) >> 32
            choice = 0
            while mark >= chances[choice]:
                mark -= chances[choice]
                choice += 1
            first = NONE
        apply(state, rules, np.int64(ids[choice]))
        who = mover(state)
    return who


@generic
def expand(state, rules, nodes, edges, node, head, params, ids, policy, rng):
    """Give a node its edges, the likeliest first, equal ones in random order."""
    spot = nodes[node]
    first = head[EDGES]
    spot.first = first
    if spot.mover == CHANCE:
        ids[0] = WAIT
        policy[0] = 1.0
        n = 1
    else:
        n = legal(state, rules, ids)
        suggest(state, rules, ids, n, policy)
    total = 0.0
    for i in range(n):
        total += policy[i]
    for i in range(n):
        even = 1.0 / n
        share = policy[i] / total if total > 0.0 else even
        prior = np.float32((1.0 - params.evenness) * share + params.evenness * even)
        # Where this edge belongs: after all likelier ones, anywhere among its equals.
        place = first + i
        while place > first and edges[place - 1].prior < prior:
            edges[place] = edges[place - 1]
            place -= 1
        equal = 0
        while place - equal > first and edges[place - equal - 1].prior == prior:
            equal += 1
        if equal:
            other = place - below(rng, equal + 1)
            if other != place:
                edges[place] = edges[other]
                place = other
        edge = edges[place]
        edge.action = ids[i]
        edge.prior = prior
        edge.value = 0.0
        edge.visits = 0
        edge.child = NONE
    spot.count = n
    head[EDGES] = first + n


@kernel
def least_visited(edges, first, n, tally):
    """The open move of the root with the fewest visits in this search."""
    best = NONE
    for i in range(n):
        if tally[i, OPEN] > 0.0 and (best == NONE or tally[i, VISITS] < tally[best, VISITS]):
            best = i
    return first + best


@kernel
def choose_edge(nodes, edges, node, params):
    """The edge to go down: by UCB1, or by PUCT with the priors."""
    spot = nodes[node]
    first, n = spot.first, spot.count
    if n == 1:
        return first
    if params.widen_base > 0.0:
        wide = int(params.widen_base + spot.visits**params.widen_power)
        n = min(n, max(2, wide))
    best = first
    best_value = -1.0e9
    if params.puct:
        mean = spot.value / spot.visits if spot.visits > 0 else 0.5
        untried = mean - params.urgency
        scale = params.exploration * np.sqrt(spot.visits + 1.0)
        for place in range(first, first + n):
            edge = edges[place]
            value = edge.value / edge.visits if edge.visits > 0 else untried
            value += scale * edge.prior / (1.0 + edge.visits)
            if value > best_value:
                best_value = value
                best = place
    else:
        scale = params.exploration * params.exploration * np.log(spot.visits + 1.0)
        for place in range(first, first + n):
            edge = edges[place]
            if edge.visits == 0:
                return place
            value = edge.value / edge.visits + np.sqrt(scale / edge.visits)
            if value > best_value:
                best_value = value
                best = place
    return best


@kernel
def logistic(x):
    """A number between 0 and 1 that grows with x, one half at 0."""
    return 1.0 / (1.0 + np.exp(-x))


@kernel
def set_utility(outcome, params):
    """The utility of each seat from its win share and its score; see `zashiki.search.settings.Settings`."""
    seats = outcome.shape[1]
    for seat in range(seats):
        margin = outcome[SCORE, seat]
        if seats > 1:
            best = -1.0e9
            for other in range(seats):
                if other != seat and outcome[SCORE, other] > best:
                    best = outcome[SCORE, other]
            margin -= best
        worth = logistic((margin - params.centre[seat]) / params.spread)
        outcome[UTILITY, seat] = params.win_weight * outcome[WIN, seat] + (1.0 - params.win_weight) * worth


@generic
def judge_end(state, rules, board, outcome):
    """Win shares and scores as the standings have them."""
    standings(state, rules, board)
    seats = outcome.shape[1]
    winners = 0
    for seat in range(seats):
        if board[seat, 1] == 1:
            winners += 1
    for seat in range(seats):
        outcome[SCORE, seat] = board[seat, 0]
        outcome[WIN, seat] = 1.0 / winners if board[seat, 1] == 1 else 0.0


@generic
def judge_early(state, rules, params, prospects, outcome):
    """Win shares and scores as `evaluate` expects them: a margin of one spread makes a win likely.

    The win shares are those of a logistic distribution of the prospects (Bradley and Terry's).
    """
    evaluate(state, rules, prospects)
    seats = outcome.shape[1]
    best = prospects[0]
    for seat in range(1, seats):
        best = max(best, prospects[seat])
    total = 0.0
    for seat in range(seats):
        outcome[SCORE, seat] = prospects[seat]
        outcome[WIN, seat] = np.exp((prospects[seat] - best) / params.spread)
        total += outcome[WIN, seat]
    for seat in range(seats):
        outcome[WIN, seat] /= total


@kernel
def by_policy(policy, n, rng):
    """An index below n, chosen in proportion to the policy's weights."""
    total = 0.0
    for i in range(n):
        total += policy[i]
    mark = next_word(rng) * (total / 4294967296.0)
    for i in range(n):
        mark -= policy[i]
        if mark < 0.0:
            return i
    return below(rng, n)


@generic
def liked_best(states, words, rules, ids, n, seat, prospects, rng):
    """The index of the action after which `evaluate` puts a seat furthest ahead; equal ones are drawn from."""
    choice, equal = 0, 1
    best = -1.0e9
    for i in range(n):
        copy_state(words, 2, 1)
        apply(states[2], rules, np.int64(ids[i]))
        evaluate(states[2], rules, prospects)
        rival = -1.0e9
        for other in range(len(prospects)):
            if other != seat and prospects[other] > rival:
                rival = prospects[other]
        worth = prospects[seat] - rival if len(prospects) > 1 else float(prospects[seat])
        if worth > best:
            best = worth
            choice, equal = i, 1
        elif worth == best:
            equal += 1
            if below(rng, equal) == 0:
                choice = i
    return choice


@generic
def play_out(states, words, rules, params, ids, chances, policy, prospects, board, outcome, rngs):
    """Play on from the second state until the end, or the cut, and judge what is reached; the third is scratch."""
    state = states[1]
    last = mover(state)
    for step in range(params.limit):
        who = mover(state)
        if who == OVER:
            break
        still = who == CHANCE if params.quiet else who != last or params.cut == 0
        if still and params.cut != NONE and step >= params.cut:
            judge_early(state, rules, params, prospects, outcome)
            return
        last = who
        n = legal(state, rules, ids)
        if n == 0:
            break
        if who == CHANCE:
            weights(state, rules, chances)
            choice = weighted(rngs[DICE], chances, n)
        elif n == 1:
            choice = 0
        elif params.policy == GREEDY:
            choice = liked_best(states, words, rules, ids, n, who, prospects, rngs[CHOICES])
        elif params.policy == SUGGESTED:
            suggest(state, rules, ids, n, policy)
            choice = by_policy(policy, n, rngs[CHOICES])
        else:
            choice = below(rngs[CHOICES], n)
        apply(state, rules, np.int64(ids[choice]))
    judge_end(state, rules, board, outcome)


@generic
def iterate(
    states,
    words,
    rules,
    nodes,
    edges,
    table,
    head,
    params,
    mix,
    ids,
    chances,
    policy,
    prospects,
    board,
    outcome,
    path,
    rngs,
    tally,
):
    """One visit: down the tree, a playout from the leaf, and the utilities back up."""
    copy_state(words, 1, 0)
    state = states[1]
    root = head[ROOT]
    node = root
    depth = 0
    while depth < path.shape[1]:
        spot = nodes[node]
        if spot.mover == OVER:
            break
        if spot.first == NONE:
            if head[FROZEN] or (node != root and spot.visits < params.expand_at):
                break
            expand(state, rules, nodes, edges, node, head, params, ids, policy, rngs[CHOICES])
            if spot.count == 0:
                break
        if depth == 0:
            if params.even:
                edge = least_visited(edges, spot.first, spot.count, tally)
            else:
                edge = choose_edge(nodes, edges, node, params)
            number = tally[edge - spot.first, VISITS] if params.common else head[DRAWN]
            start_stream(rngs[CHOICES], params.seed, CHOICES, int(number))
            start_stream(rngs[DICE], params.seed, DICE, int(number))
            head[DRAWN] += 1
        else:
            edge = choose_edge(nodes, edges, node, params)
        path[0, depth] = node
        path[1, depth] = edge
        depth += 1
        if edges[edge].action != WAIT:
            apply(state, rules, np.int64(edges[edge].action))
        node = edges[edge].child
        if node == NONE:
            who = mover(state)
            if who == CHANCE:
                # The visits of an edge share out the outcomes evenly, and those of sister edges meet the same.
                first = (int(edges[edge].visits) * GOLDEN + mixed(params.seed + depth)) & M32
                who = draw(state, rules, ids, chances, rngs[DICE], first)
                node = find_node(words, 1, who, nodes, table, head, mix)
            else:
                node = find_node(words, 1, who, nodes, table, head, mix)
                edges[edge].child = node
        if node == NONE or nodes[node].visits == 0:
            break
    play_out(states, words, rules, params, ids, chances, policy, prospects, board, outcome, rngs)
    set_utility(outcome, params)
    if node != NONE:
        leaf = nodes[node]
        leaf.visits += 1
        if leaf.mover >= 0:
            leaf.value += outcome[UTILITY, leaf.mover]
    for step in range(depth):
        spot, edge = nodes[path[0, step]], edges[path[1, step]]
        spot.visits += 1
        edge.visits += 1
        if spot.mover >= 0:
            spot.value += outcome[UTILITY, spot.mover]
            edge.value += outcome[UTILITY, spot.mover]
    if depth > 0:
        row = path[1, 0] - nodes[root].first
        seats = outcome.shape[1]
        tally[row, VISITS] += 1.0
        for seat in range(seats):
            tally[row, WINS + seat] += outcome[WIN, seat]
            tally[row, WINS + seats + seat] += outcome[SCORE, seat]


@generic
def sound_out(
    states, words, rules, params, ids, chances, policy, prospects, board, outcome, rngs, tally, row
):
    """One playout from the root, by the policy of the search, into a row of `tally`."""
    copy_state(words, 1, 0)
    play_out(states, words, rules, params, ids, chances, policy, prospects, board, outcome, rngs)
    seats = outcome.shape[1]
    for seat in range(seats):
        tally[row, WINS + seat] = outcome[WIN, seat]
        tally[row, WINS + seats + seat] = outcome[SCORE, seat]


def _signature(state: Any, rules: Any) -> tuple[Any, ...]:
    record = numba.from_dtype
    return (
        *(state[::1], word_type(state.size)[:, ::1], rules),
        *(record(NODE_DTYPE)[::1], record(EDGE_DTYPE)[::1], INT32S, int64[::1], record(PARAMS_DTYPE)),
        *(int64[:, ::1], INT32S, INT32S, FLOAT32S, FLOAT32S, int32[:, ::1], float64[:, ::1]),
        *(int32[:, ::1], int64[:, ::1], float64[:, ::1], int64),
    )


def word_type(size: int) -> Any:
    """The widest integers that a record of so many bytes is a whole number of, as a Numba type."""
    return int64 if size % 8 == 0 else int32 if size % 4 == 0 else numba.int16


@register(_signature)
@generic
def grow(
    states,
    words,
    rules,
    nodes,
    edges,
    table,
    head,
    params,
    mix,
    ids,
    chances,
    policy,
    prospects,
    board,
    outcome,
    path,
    rngs,
    tally,
    count,
):
    """Visit the root so many times.

    Args:
        states: record[3]; the root's state, and two scratch copies.
        words: the same memory as integers, [3, words].
        rules: the rules record.
        nodes: NODE_DTYPE[capacity].
        edges: EDGE_DTYPE[capacity].
        table: int32[power of two, at least twice the nodes]; hash table of nodes, NONE where free.
        head: int64[HEAD_SIZE]; numbers of nodes and edges in use, the root, whether the tree may not grow any more,
            and the number of visits so far.
        params: record of PARAMS_DTYPE.
        mix: int64[2, 2 * words]; random odd numbers for hashing.
        ids: int32[max_legal], overwritten.
        chances: int32[max_legal], overwritten.
        policy: float32[max_legal], overwritten.
        prospects: float32[seats], overwritten.
        board: int32[seats, 2 + parts of a score], overwritten.
        outcome: float64[3, seats], overwritten.
        path: int32[2, deepest], overwritten.
        rngs: int64[2, 4], overwritten.
        tally: float64[rows, 2 + 2 * seats], at least max_legal rows; per move of the root what its visits brought.
        count: number of visits; negative: so many playouts from the root without a tree, one per row of `tally`.

    Returns:
        The number of visits made: fewer than `count` if nodes or edges have run out and head[FROZEN] is not set.
    """
    if count < 0:
        for number in range(-count):
            start_stream(rngs[CHOICES], params.seed, CHOICES, number)
            start_stream(rngs[DICE], params.seed, DICE, number)
            sound_out(
                states,
                words,
                rules,
                params,
                ids,
                chances,
                policy,
                prospects,
                board,
                outcome,
                rngs,
                tally,
                number,
            )
        return -count
    for done in range(count):
        full = head[NODES] >= len(nodes) or head[EDGES] + len(ids) > len(edges)
        if full and not head[FROZEN]:
            return done
        iterate(
            states,
            words,
            rules,
            nodes,
            edges,
            table,
            head,
            params,
            mix,
            ids,
            chances,
            policy,
            prospects,
            board,
            outcome,
            path,
            rngs,
            tally,
        )
    return count
