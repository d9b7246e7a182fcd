"""The decisions inside activations and effects: when each has to be asked, what it offers, what the answer does."""

from __future__ import annotations

from zashiki.core.kernel import kernel
from zashiki.games.nippon.actions import (
    HOWS,
    goods_types,
    list_machines,
    list_ships,
    list_trains,
    spend_good,
    top_level,
    turn_silk,
)
from zashiki.games.nippon.moves import (
    ACCEPT,
    DEPT,
    EXTRA,
    FAVOR,
    FREE,
    GOOD,
    KEEP,
    MACHINE,
    MOST_KEPT,
    REGION,
    REWARD,
    SHIP,
    SILK,
    SKIP,
    SPEND,
    STEP,
    TRAIN,
)
from zashiki.games.nippon.state import (
    COLOURS,
    PLACES,
    TYPES,
    Follow,
    Line,
    Piece,
    Task,
    Track,
    When,
)
from zashiki.games.nippon.tasks import (
    FACES,
    REGION_COUNT,
    advance_marker,
    modifier,
    offer_possible,
    piece_possible,
    pop,
    push,
    push_effect,
    room,
    with_room,
)

COLOUR_COUNT = len(COLOURS)
TRACK_COUNT = len(Track)
OBJECTIVES = len(Line)
FREELY = 1 << FREE
EXTRA_WAY = 1 << EXTRA
KEPT_WORDS = MOST_KEPT + 1


# -- whether a decision has to be asked


@kernel
def some_track_short(rules, player):
    """Whether any marker can still advance."""
    for track in range(TRACK_COUNT):  # noqa: SIM110 (Numba compiles no generator)
        if player.track[track] < rules.last:
            return True
    return False


@kernel
def favor_welcome(player, level):
    """Whether an objective has no Favor of a level or a higher one."""
    for which in range(OBJECTIVES):  # noqa: SIM110 (Numba compiles no generator)
        if player.favor[which] < level:
            return True
    return False


@kernel
def least_kept_coal(player, kept):
    """The least Coal among the units of Coal and Money kept in a Consolidation."""
    return max(0, kept - player.money)


@kernel
def asks(state, rules, task):
    """Whether the decision on top of the stack offers anything; if not, it is skipped or settled silently."""
    player = state.players[state.seat]
    kind = task.kind
    if kind == Task.SPEND:
        return task.a > 0
    if kind == Task.STEP:
        return task.a > 0 and some_track_short(rules, player)
    if kind == Task.FREE:
        return piece_possible(state, rules, player, task.a, task.c if task.b == Follow.NOTHING else 0)
    if kind == Task.EXTRA:
        offer = rules.faces[task.a, task.b].offer
        return offer_possible(state, rules, player, offer, task.c, True)
    if kind == Task.GOOD:
        return with_room(rules, player, task.b) > task.a
    if kind == Task.REGION:
        return state.used & (state.used - 1) != 0
    if kind == Task.FAVOR:
        return favor_welcome(player, task.a)
    if kind == Task.KEEP:
        kept = modifier(rules, player, Task.KEEPING, When.ALWAYS)
        if player.coal + player.money <= kept:
            return False
        return least_kept_coal(player, kept) < min(kept, player.coal)
    return True


# -- what it offers


@kernel
def list_goods(rules, player, task, out):
    """`spend G` for goods after the last one that leave enough later ones, and one of the Level asked for."""
    n = 0
    for good in range(task.b + 1, TYPES):
        if goods_types(player, good - 1) < task.a:
            break
        if goods_types(player, good - 1) == goods_types(player, good):
            continue
        if rules.level[good] >= task.c or (task.a > 1 and top_level(rules, player, good) >= task.c):
            out[n] = SPEND + good
            n += 1
    return n


@kernel
def list_free(state, rules, player, task, out):
    """The free builds of a set of pieces."""
    n = 0
    if (task.a >> Piece.MACHINE) & 1:
        n = list_machines(rules, player, task.c if task.b == Follow.NOTHING else 0, out, n)
    if (task.a >> Piece.SHIP) & 1:
        n = list_ships(player, FREELY, out, n)
    if (task.a >> Piece.TRAIN) & 1:
        n = list_trains(state, rules, player, 0, FREELY, out, n)
    return n


@kernel
def list_extra(state, rules, player, task, out):
    """What a face's offer brings, if it is payable now; `silk` if the price contains Money; `skip`."""
    offer = rules.faces[task.a, task.b].offer
    n = 0
    if player.silk > 0 and offer.money > 0:
        out[n] = SILK
        n += 1
    if offer_possible(state, rules, player, offer, task.c, False):
        if offer.piece == Piece.SHIP:
            n = list_ships(player, EXTRA_WAY, out, n)
        elif offer.piece == Piece.TRAIN:
            n = list_trains(state, rules, player, task.c, EXTRA_WAY, out, n)
        else:
            out[n] = ACCEPT
            n += 1
    out[n] = SKIP
    return n + 1


@kernel
def list_rooms(rules, player, task, out):
    """`good F` for Factories with room after the last one that leave enough later ones with room."""
    n = 0
    for factory in range(task.b + 1, PLACES):
        if room(rules, player, factory) and with_room(rules, player, factory) >= task.a - 1:
            out[n] = GOOD + factory
            n += 1
    return n


@kernel
def list_kept(rules, player, out):
    """`keep C M` for every way to keep that many units of Coal and Money."""
    kept = modifier(rules, player, Task.KEEPING, When.ALWAYS)
    n = 0
    for coal in range(least_kept_coal(player, kept), min(kept, player.coal) + 1):
        out[n] = KEEP + coal * KEPT_WORDS + kept - coal
        n += 1
    return n


@kernel
def legal_choice(state, rules, task, out):
    """The answers to the decision on top of the stack."""
    player = state.players[state.seat]
    kind = task.kind
    n = 0
    if kind == Task.SPEND:
        return list_goods(rules, player, task, out)
    if kind == Task.FREE:
        return list_free(state, rules, player, task, out)
    if kind == Task.EXTRA:
        return list_extra(state, rules, player, task, out)
    if kind == Task.GOOD:
        return list_rooms(rules, player, task, out)
    if kind == Task.KEEP:
        return list_kept(rules, player, out)
    if kind == Task.REWARD:
        out[0] = REWARD
        out[1] = REWARD + 1
        return 2
    if kind == Task.DEPT:
        for colour in range(COLOUR_COUNT):
            if (task.a >> colour) & 1:
                out[n] = DEPT + colour
                n += 1
    elif kind == Task.STEP:
        for track in range(TRACK_COUNT):
            if player.track[track] < rules.last:
                out[n] = STEP + track
                n += 1
    elif kind == Task.REGION:
        for region in range(REGION_COUNT):
            if (state.used >> region) & 1:
                out[n] = REGION + region
                n += 1
    elif kind == Task.FAVOR:
        for which in range(OBJECTIVES):
            if player.favor[which] < task.a:
                out[n] = FAVOR + which
                n += 1
    return n


# -- what the answer does


@kernel
def keep(player, coal, money):
    """Discard all Coal and Money but so much of each; stored Coal is not touched."""
    player.coal = coal
    player.money = money


@kernel
def keep_silently(rules, player):
    """Discard Coal and Money where there is nothing to choose."""
    kept = modifier(rules, player, Task.KEEPING, When.ALWAYS)
    if player.coal + player.money > kept:
        coal = least_kept_coal(player, kept)
        keep(player, coal, kept - coal)


@kernel
def build_piece(state, rules, action, follow, c):
    """A piece is built without an action of its own; what follows comes after everything it brings.

    What follows is a Follow; if it is an offer, c is the face that makes it.
    """
    if action < SHIP:
        factory = action - MACHINE
        if follow == Follow.ELSEWHERE:
            push(state, Task.FREE, 1 << Piece.MACHINE, Follow.NOTHING, 1 << factory)
        elif follow == Follow.PRODUCE:
            push(state, Task.PRODUCE, factory, 0, 0)
        push(state, Task.MACHINE, factory, 0, 0)
    elif action < TRAIN:
        destination = (action - SHIP) // HOWS
        if follow == Follow.OFFER:
            push(state, Task.EXTRA, c // FACES, c % FACES, 0)
        elif follow == Follow.DEPARTMENT:
            push(state, Task.DEPARTMENT, rules.colour[destination], 0, 0)
        push(state, Task.SHIP, destination, 0, 0)
    else:
        region = (action - TRAIN) // HOWS // 7
        if follow == Follow.OFFER:
            push(state, Task.EXTRA, c // FACES, c % FACES, 1 << region)
        push(state, Task.TRAIN, region, (action - TRAIN) // HOWS % 7, follow == Follow.TWICE)


@kernel
def take_offer(state, rules, player, type_, face, action):
    """Pay what a face's offer costs and get what it brings."""
    offer = rules.faces[type_, face].offer
    player.money -= offer.money
    player.iron -= offer.iron
    player.track[Track.FINANCE] -= offer.finance
    if action == ACCEPT:
        advance_marker(state, rules, offer.track, offer.steps)
    else:
        build_piece(state, rules, action, Follow.NOTHING, 0)


@kernel
def apply_choice(state, rules, action):
    """Play an answer to the decision on top of the stack."""
    player = state.players[state.seat]
    task = state.stack[state.depth - 1]
    kind, a, b, c = task.kind, task.a, task.b, task.c
    if action == SILK:
        turn_silk(player)
        return
    pop(state)
    if kind == Task.REWARD:
        if action == REWARD:
            player.vp += rules.market_vp
        else:
            push_effect(state, rules.region_reward[a])
    elif kind == Task.SPEND:
        spend_good(player, action - SPEND)
        if a > 1:
            push(state, Task.SPEND, a - 1, action - SPEND, c)
    elif kind == Task.DEPT:
        push(state, Task.DEPARTMENT, action - DEPT, 0, 0)
    elif kind == Task.STEP:
        if a > 1:
            push(state, Task.STEP, a - 1, 0, 0)
        advance_marker(state, rules, action - STEP, 1)
    elif kind == Task.FREE:
        build_piece(state, rules, action, b, c)
    elif kind == Task.EXTRA:
        if action != SKIP:
            take_offer(state, rules, player, a, b, action)
    elif kind == Task.GOOD:
        player.factories[action - GOOD].goods += 1
        if a > 1:
            push(state, Task.GOOD, a - 1, action - GOOD, 0)
    elif kind == Task.REGION:
        push_effect(state, rules.region_reward[action - REGION])
    elif kind == Task.FAVOR:
        player.favor[action - FAVOR] = a
    elif kind == Task.KEEP:
        keep(player, (action - KEEP) // KEPT_WORDS, (action - KEEP) % KEPT_WORDS)
