"""The rules of Nippon: Zaibatsu as kernels over the state and rules records.

The topmost task of the stack says what is awaited. `apply` plays a move and carries out tasks until the topmost one is
a draw, a decision that offers something, or the end. The parts, in the order of a game:

    opening    setup: draws, starting tokens
    rounds     the turn, Consolidations, Hiring area, rounds
    actions    the nine actions and their activations
    choices    decisions inside activations and effects
    tasks      the stack, and what each effect does
    scoring    Influence, objectives, leftovers
"""

from __future__ import annotations

from zashiki.core.contract import CHANCE, OVER
from zashiki.core.kernel import kernel
from zashiki.games.nippon.actions import apply_act, legal_act, possible
from zashiki.games.nippon.choices import apply_choice, asks, legal_choice
from zashiki.games.nippon.moves import HIRE, QUEUE
from zashiki.games.nippon.opening import (
    apply_setup,
    apply_setup_draw,
    lay_out,
    legal_setup,
    legal_setup_draw,
    picker,
    start,
)
from zashiki.games.nippon.rounds import (
    apply_draw,
    apply_turn,
    held,
    legal_draw,
    legal_turn,
    run_turn,
    weights_draw,
)
from zashiki.games.nippon.state import LAST_DECISION, LAST_DRAW, Task
from zashiki.games.nippon.tasks import pop, run_effect


@kernel
def setup(state, rules):
    """The state before the first draw; it arrives all zero."""
    lay_out(state, rules)


@kernel
def mover(state):
    """The seat that decides, CHANCE or OVER."""
    kind = state.stack[state.depth - 1].kind
    if kind <= LAST_DRAW:
        return CHANCE
    if kind == Task.OVER:
        return OVER
    return int(state.seat)


@kernel
def legal(state, rules, out):
    """Write the ids of all legal moves (at chance: possible outcomes), ascending, to the front of out.

    Returns:
        How many there are, at most MAX_LEGAL.
    """
    task = state.stack[state.depth - 1]
    kind = task.kind
    if kind == Task.HIRE:
        return legal_draw(state, HIRE, task.a, out)
    if kind == Task.QUEUE:
        return legal_draw(state, QUEUE, task.a, out)
    if kind == Task.TURN:
        return legal_turn(state, rules, out)
    if kind == Task.ACT:
        return legal_act(state, rules, out)
    if kind <= LAST_DRAW:
        return legal_setup_draw(state, rules, task, out)
    if kind < Task.TURN:
        return legal_setup(state, rules, task, out)
    return legal_choice(state, rules, task, out)


@kernel
def weights(state, rules, out):
    """Write, at chance, the weight of each outcome in the order of `legal` to the front of out.

    Returns:
        How many there are.
    """
    task = state.stack[state.depth - 1]
    if task.kind == Task.HIRE or task.kind == Task.QUEUE:
        return weights_draw(state, out)
    n = legal_setup_draw(state, rules, task, out)
    for i in range(n):
        out[i] = 1
    return n


@kernel
def apply(state, rules, action):
    """Play a legal move, and everything that follows without a decision."""
    answer(state, rules, action)
    while not awaited(state, rules):
        carry_out(state, rules)
    seat_picker(state, rules)


@kernel
def answer(state, rules, action):
    """Play a legal move: what is topmost on the stack is decided or drawn, what it brings is put there."""
    kind = state.stack[state.depth - 1].kind
    if kind == Task.HIRE or kind == Task.QUEUE:
        apply_draw(state, action)
    elif kind == Task.TURN:
        apply_turn(state, rules, action)
    elif kind == Task.ACT:
        apply_act(state, rules, action)
    elif kind <= LAST_DRAW:
        apply_setup_draw(state, rules, action)
    elif kind < Task.TURN:
        apply_setup(state, rules, action)
    else:
        apply_choice(state, rules, action)


@kernel
def awaited(state, rules):
    """Whether the topmost task waits for chance or for a seat (or the game is over)."""
    task = state.stack[state.depth - 1]
    kind = task.kind
    if kind > LAST_DECISION:
        return kind == Task.OVER
    if kind == Task.HIRE or kind == Task.QUEUE:
        return task.b > 0 and held(state.bag) > 0
    if kind == Task.LATE:
        return task.a > 0
    if kind == Task.ACT:
        player = state.players[state.seat]
        return state.made < rules.activations[state.action] and possible(
            state, rules, player, state.action, True
        )
    if kind > Task.ACT:
        return asks(state, rules, task)
    return True


@kernel
def carry_out(state, rules):
    """Take the topmost task off the stack and carry it out."""
    task = state.stack[state.depth - 1]
    kind, a, b, c = task.kind, task.a, task.b, task.c
    pop(state)
    if kind == Task.START:
        start(state)
    elif kind >= Task.INVESTED or kind == Task.ACT or kind == Task.KEEP or kind == Task.QUEUE:
        run_turn(state, rules, kind, a, b)
    else:
        run_effect(state, rules, kind, a, b, c)


@kernel
def seat_picker(state, rules):
    """When the next pair is to be picked, it is the turn of the seat to the right of the last one."""
    task = state.stack[state.depth - 1]
    if task.kind == Task.PICK:
        state.seat = picker(state, rules, task.a)
