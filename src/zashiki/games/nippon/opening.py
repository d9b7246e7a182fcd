"""Setup: the draws that lay out the table, the pairs of starting tokens, and the first turn."""

from __future__ import annotations

from zashiki.core.kernel import kernel
from zashiki.games.nippon.moves import FACE, FIRST, LATE, PICK, ROTATE, SIDE, TILE, TOKEN_A, TOKEN_B, WORKER
from zashiki.games.nippon.state import (
    AREA,
    CITIES,
    CITY_SPACES,
    COLOURS,
    DESTINATIONS,
    EFFECTS,
    NONE,
    NUMBERS,
    OLD,
    PLACES,
    REGIONS,
    SEATS,
    SECTIONS,
    SLOTS,
    TILES,
    TOKENS_A,
    TOP_TOKEN,
    TRAIN_SPACES,
    TYPES,
    Task,
    Track,
)
from zashiki.games.nippon.tasks import empty_space, pop, push, push_effect

CITY_COUNT = len(CITIES)
SPACE_COUNT = len(CITY_SPACES)
COLOUR_COUNT = len(COLOURS)
TILE_COUNT = len(TILES)
TRACK_COUNT = len(Track)
SECTION_COUNT = len(SECTIONS)
REGION_COUNT = len(REGIONS)
DESTINATION_COUNT = len(DESTINATIONS)
TOKEN_COUNT = len(TOKENS_A)


# -- the state before the first draw


@kernel
def lay_out(state, rules):
    """The empty table, every Worker in the bag, and on the stack all that setup consists of."""
    state.action = NONE
    state.worker = NONE
    for city in range(CITY_COUNT):
        state.tile[city] = NONE
        for space in range(SPACE_COUNT):
            state.token_seat[city, space] = NONE
    for type_ in range(TYPES):
        for number in range(NUMBERS):
            state.display[type_, number] = NONE
    for region in range(REGION_COUNT):
        for space in range(TRAIN_SPACES):
            state.train[region, space] = NONE
    for slot in range(SLOTS):
        state.pair_a[slot] = NONE
        state.pair_b[slot] = NONE
    for destination in range(DESTINATION_COUNT):
        state.expert[destination] = 1
    for colour in range(COLOUR_COUNT):
        state.bag[colour] = rules.workers
    for seat in range(SEATS):
        clear_player(state.players[seat])
        if seat < rules.players:
            seat_player(rules, state.players[seat])
    push_setup(state, rules)


@kernel
def clear_player(player):
    """A seat nobody sits on."""
    for space in range(AREA):
        player.area[space] = NONE
    for factory in range(PLACES):
        player.factories[factory].face = NONE


@kernel
def seat_player(rules, player):
    """What every player starts with."""
    player.money = rules.money
    player.coal = rules.coal
    player.silk = rules.silk
    player.iron = rules.iron
    for track in range(TRACK_COUNT):
        player.track[track] = rules.start[track]
    player.finance_reached = rules.start[Track.FINANCE]
    for value in range(TOP_TOKEN + 1):
        player.supply[value] = rules.supply[value]
        player.locked[value] = rules.locked[value]


@kernel
def push_setup(state, rules):
    """The steps of setup, the first one on top."""
    push(state, Task.START, 0, 0, 0)
    push(state, Task.PICK, 0, 0, 0)
    push(state, Task.TOKEN_A, 0, 0, 0)
    for row in range(rules.rows - 1, -1, -1):
        push(state, Task.QUEUE, row, rules.queue_row, 0)
    for section in range(SECTION_COUNT - 1, -1, -1):
        push(state, Task.HIRE, section, rules.hiring_space, 0)
    push(state, Task.LATE, rules.late, 0, 0)
    push(state, Task.FACE, 0, 0, 0)
    push(state, Task.TILE, 0, 0, 0)
    push(state, Task.FIRST, 0, 0, 0)


# -- draws


@kernel
def taken(places, count, what):
    """Whether a thing is in one of the first places."""
    for i in range(count):  # noqa: SIM110 (Numba compiles no generator)
        if places[i] == what:
            return True
    return False


@kernel
def legal_setup_draw(state, rules, task, out):
    """The possible outcomes of a draw of setup; all are equally likely."""
    kind = task.kind
    n = 0
    if kind == Task.FIRST:
        for seat in range(rules.players):
            out[seat] = FIRST + seat
        return rules.players
    if kind == Task.TILE:
        for tile in range(TILE_COUNT):
            if not taken(state.tile, CITY_COUNT, tile):
                out[n] = TILE + task.a * TILE_COUNT + tile
                n += 1
    elif kind == Task.ROTATE:
        for turns in range(4):
            out[turns] = ROTATE + task.a * 4 + turns
        return 4
    elif kind == Task.FACE:
        for side in range(2):
            out[side] = FACE + (task.a * NUMBERS + task.b) * 2 + side
        return 2
    elif kind == Task.LATE:
        for type_ in range(TYPES):
            if state.display[type_, NUMBERS - 1] == NONE:
                out[n] = LATE + type_
                n += 1
    else:
        places = state.pair_a if kind == Task.TOKEN_A else state.pair_b
        start = TOKEN_A if kind == Task.TOKEN_A else TOKEN_B
        for token in range(TOKEN_COUNT):
            if not taken(places, SLOTS, token):
                out[n] = start + token
                n += 1
    return n


@kernel
def apply_setup_draw(state, rules, action):
    """Lay out what has been drawn, and go on to the next draw."""
    task = state.stack[state.depth - 1]
    kind, a, b = task.kind, task.a, task.b
    pop(state)
    if kind == Task.FIRST:
        state.first = action - FIRST
    elif kind == Task.TILE:
        state.tile[a] = (action - TILE) % TILE_COUNT
        push(state, Task.ROTATE, a, 0, 0)
    elif kind == Task.ROTATE:
        state.rotation[a] = (action - ROTATE) % 4
        if a + 1 < CITY_COUNT:
            push(state, Task.TILE, a + 1, 0, 0)
    elif kind == Task.FACE:
        state.display[a, b] = (action - FACE) % 2
        next_face(state, a, b)
    elif kind == Task.LATE:
        if a > 1:
            push(state, Task.LATE, a - 1, 0, 0)
        push(state, Task.FACE, action - LATE, NUMBERS - 1, 0)
    elif kind == Task.TOKEN_A:
        state.pair_a[a] = action - TOKEN_A
        push(state, Task.TOKEN_B, a, 0, 0)
    else:
        state.pair_b[a] = action - TOKEN_B
        if a < rules.players:
            push(state, Task.TOKEN_A, a + 1, 0, 0)


@kernel
def next_face(state, type_, number):
    """After one of the tokens 1 to 4 the next of them is turned up; the late ones are drawn one by one."""
    if number + 2 < NUMBERS:
        push(state, Task.FACE, type_, number + 1, 0)
    elif number + 1 < NUMBERS and type_ + 1 < TYPES:
        push(state, Task.FACE, type_ + 1, 0, 0)


# -- decisions


@kernel
def picker(state, rules, turn):
    """The seat that picks a pair: from the first player's right backwards, the first player last."""
    return (state.first - 1 - turn) % rules.players


@kernel
def legal_setup(state, rules, task, out):
    """`pick K`, `side GOOD` or `worker COLOUR`."""
    n = 0
    if task.kind == Task.PICK:
        for slot in range(SLOTS):
            if state.pair_a[slot] != NONE:
                out[n] = PICK + slot
                n += 1
    elif task.kind == Task.SIDE:
        out[0] = SIDE
        out[1] = SIDE + 1
        n = 2
    else:
        for colour in range(COLOUR_COUNT):
            if state.bag[colour] > 0:
                out[n] = WORKER + colour
                n += 1
    return n


@kernel
def apply_setup(state, rules, action):
    """Play a decision of setup."""
    player = state.players[state.seat]
    task = state.stack[state.depth - 1]
    kind, a = task.kind, task.a
    pop(state)
    if kind == Task.PICK:
        if a + 1 < rules.players:
            push(state, Task.PICK, a + 1, 0, 0)
        take_pair(state, rules, player, action - PICK)
    elif kind == Task.SIDE:
        player.factories[OLD].face = action - SIDE
    else:
        state.bag[action - WORKER] -= 1
        player.area[empty_space(player)] = action - WORKER


@kernel
def take_pair(state, rules, player, slot):
    """A pair of starting tokens: points, the effect of the A token, then that of the B token."""
    a, b = state.pair_a[slot], state.pair_b[slot]
    state.pair_a[slot] = NONE
    state.pair_b[slot] = NONE
    player.vp += rules.token_vp[a]
    for i in range(EFFECTS - 1, -1, -1):
        push_effect(state, rules.token_b[b, i])
    for i in range(EFFECTS - 1, -1, -1):
        push_effect(state, rules.token_a[a, i])


@kernel
def start(state):
    """The pair left over goes out of the game, and the first player takes the first turn."""
    for slot in range(SLOTS):
        state.pair_a[slot] = NONE
        state.pair_b[slot] = NONE
    state.seat = state.first
    state.first = 0
    state.current_round = 1
    push(state, Task.TURN, 0, 0, 0)
