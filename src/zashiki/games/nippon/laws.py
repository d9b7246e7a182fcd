"""What every sound state of Nippon: Zaibatsu obeys: conservation of pieces, bounds, and what is kept for whom.

The laws are a kernel, so that whole games can be checked step by step; their sentences are made only when one is broken.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numba import int64

from zashiki.core.contract import CHANCE, OVER
from zashiki.core.kernel import compiler_is_on, kernel
from zashiki.core.rng import below, weighted
from zashiki.games.nippon.rules import apply, legal, mover, weights
from zashiki.games.nippon.state import (
    AREA,
    CITIES,
    CITY_SPACES,
    COLOURS,
    CONTRACTS,
    DESTINATIONS,
    EXPERT,
    FACTORIES,
    GOODS,
    LAST_DECISION,
    LAST_DRAW,
    LEVELS,
    LINES,
    NONE,
    NUMBERS,
    OLD,
    PIECES,
    PLACES,
    REGIONS,
    ROWS,
    SEATS,
    SECTIONS,
    SLOTS,
    STACK,
    STOCKS,
    TOP_TOKEN,
    TRACKS,
    TRAIN_SPACES,
    Piece,
    Task,
    Track,
)

CITY_COUNT, SPACE_COUNT, REGION_COUNT = len(CITIES), len(CITY_SPACES), len(REGIONS)
COLOUR_COUNT, SECTION_COUNT, GOOD_COUNT = len(COLOURS), len(SECTIONS), len(GOODS)
DESTINATION_COUNT, TRACK_COUNT, LINE_COUNT = len(DESTINATIONS), len(TRACKS), len(LINES)


class Law(IntEnum):
    """The laws; `SENTENCES` says what is wrong where one is broken."""

    STACK = 0
    MOVER = 1
    UNUSED_SEAT = 2
    WORKERS = 3
    EXPERTS = 4
    HIRING = 5
    ROW = 6
    BAG = 7
    REFILL = 8
    OWED = 9
    FACTORIES = 10
    TILES = 11
    UNUSED_SPACE = 12
    HALF_TOKEN = 13
    TOKEN_OWNER = 14
    TRAIN_SPACES = 15
    STOCK = 16
    TRACK = 17
    FINANCE = 18
    TOKENS = 19
    SUPPLY = 20
    PIECES = 21
    SHIPS = 22
    UPGRADES = 23
    MACHINES = 24
    TRAINS = 25
    GOODS = 26
    PLACED = 27
    OWNED = 28
    AREA = 29
    FAVOR = 30
    DEPTH = 31
    DECIDED = 32
    SEAT = 33
    ROUND = 34
    FIRST = 35
    PAIR = 36
    FINAL = 37
    TURNS = 38
    IDLE = 39
    ACTION = 40
    WORKER = 41
    FINISHED = 42
    CHANCE = 43
    TURN = 44
    EMPTY = 45
    UNLOCKED = 46
    NEVER_FALLS = 47


GROWING = ("vp", "built", "fulfilled", "favor", "upgraded", "finance_reached", "ship_at", "R&D and Mining")
"""What never falls for any player; of the tracks only Finance may."""

SENTENCES: dict[Law, tuple[str, tuple[tuple[str, ...] | None, ...]]] = {
    Law.STACK: ("the stack is untidy", ()),
    Law.MOVER: ("a seat nobody sits on is to move", ()),
    Law.UNUSED_SEAT: ("a seat nobody sits on has something", ()),
    Law.WORKERS: ("there are {0} {1} Workers instead of {2}", (None, COLOURS)),
    Law.EXPERTS: ("the Expert of {0} is in {1} places", (DESTINATIONS,)),
    Law.HIRING: ("{0} holds {1} Workers", (SECTIONS,)),
    Law.ROW: ("row {0} holds {1} Workers and is owed {2}", ()),
    Law.BAG: ("a number of Workers is negative", ()),
    Law.REFILL: ("the bag holds {0} Workers, the Hiring spaces are still to get {1}", ()),
    Law.OWED: ("{0} Workers are owed, though the bag holds {1}", ()),
    Law.FACTORIES: ("there are {0} Factories instead of {1}", ()),
    Law.TILES: ("a city has no demand tile of its own", ()),
    Law.UNUSED_SPACE: ("{0} {1} is not in use, yet holds a token", (CITIES, CITY_SPACES)),
    Law.HALF_TOKEN: ("{0} {1} holds half a token", (CITIES, CITY_SPACES)),
    Law.TOKEN_OWNER: ("{0} {1} holds a token of nobody", (CITIES, CITY_SPACES)),
    Law.TRAIN_SPACES: ("{0} has a Train beside its spaces", (REGIONS,)),
    Law.STOCK: ("seat {0} has {1} {2}", (None, None, STOCKS)),
    Law.TRACK: ("{0} of seat {1} is not on its track", (TRACKS,)),
    Law.FINANCE: ("Finance of seat {0} lies beyond what it ever reached", ()),
    Law.TOKENS: ("seat {0} has {1} tokens of value {2} instead of {3}", ()),
    Law.SUPPLY: ("seat {0} owes a token", ()),
    Law.PIECES: ("seat {0} has built more pieces than it has", ()),
    Law.SHIPS: ("seat {0} has {1} Ships out, but not as many destinations and upgrades", ()),
    Law.UPGRADES: ("the Ships and upgrades of seat {0} do not match", ()),
    Law.MACHINES: ("seat {0} has {1} of {2} Machines placed", ()),
    Law.TRAINS: ("seat {0} has {1} of {2} Trains on the map", ()),
    Law.GOODS: ("{0} of seat {1} holds {2} goods", (FACTORIES,)),
    Law.PLACED: ("{0} of seat {1} has {2} Machines", (FACTORIES,)),
    Law.OWNED: ("seat {0} has something on a Factory it does not own", ()),
    Law.AREA: ("the Workers of seat {0} leave a gap", ()),
    Law.FAVOR: ("the Favor of seat {0} on {1} has no such level", (None, LINES)),
    Law.DEPTH: ("nothing is to be done, yet the game is not over", ()),
    Law.DECIDED: ("a task waits that nobody decides", ()),
    Law.SEAT: ("nobody's turn it is", ()),
    Law.ROUND: ("there is no such round", ()),
    Law.FIRST: ("the first player is remembered beyond setup", ()),
    Law.PAIR: ("a pair is left after setup", ()),
    Law.FINAL: ("turns are counted off outside the final rounds", ()),
    Law.TURNS: ("there are too many final turns", ()),
    Law.IDLE: ("the round should have ended", ()),
    Law.ACTION: ("an action is remembered that is not going on", ()),
    Law.WORKER: ("the Worker taken is remembered beyond the action", ()),
    Law.FINISHED: ("a finished action is remembered", ()),
    Law.CHANCE: ("chance is to move in the middle of an action", ()),
    Law.TURN: ("a turn begins before the last one is finished", ()),
    Law.EMPTY: ("a Hiring space is empty at the beginning of a turn", ()),
    Law.UNLOCKED: ("a token of value {1} of seat {0} is locked or free against its bonus", ()),
    Law.NEVER_FALLS: ("what seat {0} has of {1} has fallen", (None, GROWING)),
}
"""What is wrong where a law is broken, and the names that its numbers stand for."""

MOST_BROKEN = 200


class _Plain:
    """A record read field by field, each once: numbers as int, arrays as lists, records as this.

    Reading a field of a NumPy record is slow, and laws read the same ones again and again; compiled code does without.
    """

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = self._record[name]
        if value.dtype.names is not None:
            value = _plain_all(value)
        else:
            value = value.tolist()
        setattr(self, name, value)
        return value


def _plain_all(records: Any) -> Any:
    """A record, or a (nested) list of them."""
    return _Plain(records) if records.ndim == 0 else [_plain_all(entry) for entry in records]


def broken_laws(state: Any, rules: Any) -> list[str]:
    """Every law a state breaks, in words; empty for a sound state."""
    out = np.zeros((MOST_BROKEN, 5), np.int64)
    if compiler_is_on():
        n = broken(state, rules, out)
    else:
        n = broken(_Plain(state), _Plain(rules), out)
    return [law_words(*map(int, found)) for found in out[:n]]


def law_words(law: int, *numbers: int) -> str:
    """What is wrong where a law is broken, from the numbers `broken` writes."""
    text, names = SENTENCES[Law(law)]
    told = [names[i][n] if i < len(names) and names[i] is not None else n for i, n in enumerate(numbers)]  # type: ignore[index]
    return text.format(*told)


@kernel
def unless(holds, out, n, law, a=0, b=0, c=0, d=0):
    """Note a law with its numbers unless it holds; how many are noted then."""
    if holds or n >= MOST_BROKEN:
        return n
    out[n][0] = law
    out[n][1] = a
    out[n][2] = b
    out[n][3] = c
    out[n][4] = d
    return n + 1


@kernel
def broken(state, rules, out):
    """Write every law a state breaks to the front of out: the law and up to four numbers for its sentence.

    Args:
        state: the state record; nested fields are indexed one by one, so that plain lists will do as well.
        rules: the rules record.
        out: int64[MOST_BROKEN, 5].

    Returns:
        How many laws are broken.
    """
    n = laws_of_records(state, rules, out, 0)
    n = laws_of_workers(state, rules, out, n)
    n = laws_of_the_map(state, rules, out, n)
    for seat in range(rules.players):
        n = laws_of_a_player(state, rules, seat, out, n)
        n = laws_of_boards(state.players[seat], rules, seat, out, n)
    n = laws_of_the_flow(state, rules, out, n)
    if state.stack[state.depth - 1].kind == Task.TURN:
        n = laws_of_a_turn(state, rules, out, n)
    return n


@kernel
def total(counts, size):
    """The sum of the first numbers."""
    found = 0
    for i in range(size):
        found += counts[i]
    return found


@kernel
def how_often(places, size, what):
    """In how many of the first places a thing is."""
    found = 0
    for i in range(size):
        found += places[i] == what
    return found


@kernel
def laws_of_records(state, rules, out, n):
    """What is not in use is in its first state."""
    tidy = True
    for i in range(state.depth, STACK):
        task = state.stack[i]
        tidy = tidy and task.kind == 0 and task.a == 0 and task.b == 0 and task.c == 0
    n = unless(tidy, out, n, Law.STACK)
    n = unless(state.seat < rules.players, out, n, Law.MOVER)
    for seat in range(rules.players, SEATS):
        n = unless(nothing_there(state.players[seat]), out, n, Law.UNUSED_SEAT)
    return n


@kernel
def nothing_there(player):
    """Whether a seat is as one is that nobody sits on."""
    found = abs(player.vp) + abs(player.money) + abs(player.coal) + abs(player.stored)
    found += abs(player.silk) + abs(player.iron) + abs(player.finance_reached) + abs(player.waiting)
    for i in range(TRACK_COUNT):
        found += abs(player.track[i]) + abs(player.built[i])
    for i in range(DESTINATION_COUNT):
        found += abs(player.ship_at[i])
    for i in range(COLOUR_COUNT):
        found += abs(player.upgraded[i])
    for i in range(AREA):
        found += player.area[i] != NONE
    for i in range(TOP_TOKEN + 1):
        found += abs(player.supply[i]) + abs(player.locked[i])
    for i in range(CONTRACTS):
        found += abs(player.fulfilled[i])
    for i in range(LINE_COUNT):
        found += abs(player.favor[i])
    for i in range(PLACES):
        place = player.factories[i]
        found += (place.face != NONE) + abs(place.machines) + abs(place.goods)
    return found == 0


@kernel
def in_areas(state, rules, what):
    """How many Workers of a colour, or Experts of a destination, stand in the areas."""
    found = 0
    for seat in range(rules.players):
        found += how_often(state.players[seat].area, AREA, what)
    return found


@kernel
def laws_of_workers(state, rules, out, n):
    """Every Worker and Expert is in one place; what lies on a space fits there; the bag suffices."""
    least = 0
    for colour in range(COLOUR_COUNT):
        there = state.bag[colour] + in_areas(state, rules, colour)
        least = min(least, state.bag[colour])
        for section in range(SECTION_COUNT):
            there += state.hiring[section][colour]
            least = min(least, state.hiring[section][colour])
        for row in range(ROWS):
            there += state.queue[row][colour]
            least = min(least, state.queue[row][colour])
        n = unless(there == rules.workers, out, n, Law.WORKERS, there, colour, rules.workers)
    for destination in range(DESTINATION_COUNT):
        there = state.expert[destination] + in_areas(state, rules, EXPERT + destination)
        n = unless(there == 1, out, n, Law.EXPERTS, destination, there)
    for section in range(SECTION_COUNT):
        held = total(state.hiring[section], COLOUR_COUNT)
        n = unless(held <= max(rules.hiring_space, rules.queue_row), out, n, Law.HIRING, section, held)
    for row in range(ROWS):
        held, owed = total(state.queue[row], COLOUR_COUNT), state.owed[row]
        most = rules.queue_row if row < rules.rows else 0
        n = unless(held + owed <= most, out, n, Law.ROW, row + 1, held, owed)
        least = min(least, owed)
    n = unless(least >= 0, out, n, Law.BAG)
    bag, due = total(state.bag, COLOUR_COUNT), 0
    for i in range(state.depth):
        if state.stack[i].kind == Task.HIRE:
            due += state.stack[i].b
    return unless(due <= bag, out, n, Law.REFILL, bag, due)


@kernel
def laws_of_the_map(state, rules, out, n):
    """Every Factory and tile is in one place; tokens and Trains lie where they can."""
    shown = built = 0
    for type_ in range(GOOD_COUNT):
        shown += NUMBERS - how_often(state.display[type_], NUMBERS, NONE)
    for seat in range(rules.players):
        for factory in range(OLD):
            built += state.players[seat].factories[factory].face != NONE
    if state.current_round > 0:
        wanted = GOOD_COUNT * (NUMBERS - 1) + rules.late
        n = unless(shown + built == wanted, out, n, Law.FACTORIES, shown + built, wanted)
        own = True
        for city in range(CITY_COUNT):
            own = own and state.tile[city] != NONE
            own = own and how_often(state.tile, CITY_COUNT, state.tile[city]) == 1
        n = unless(own, out, n, Law.TILES)
    for city in range(CITY_COUNT):
        for space in range(SPACE_COUNT):
            seat, value = state.token_seat[city][space], state.token_value[city][space]
            used = space < rules.city_spaces
            n = unless(seat == NONE or used, out, n, Law.UNUSED_SPACE, city, space)
            n = unless((seat == NONE) == (value == 0), out, n, Law.HALF_TOKEN, city, space)
            n = unless(NONE <= seat < rules.players, out, n, Law.TOKEN_OWNER, city, space)
    for region in range(REGION_COUNT):
        for space in range(rules.train_spaces, TRAIN_SPACES):
            n = unless(state.train[region][space] == NONE, out, n, Law.TRAIN_SPACES, region)
    return n


@kernel
def laws_of_a_player(state, rules, seat, out, n):
    """What a player has, and what of it lies on the map."""
    player = state.players[seat]
    for stock in range(len(STOCKS)):
        have = held_of(player, stock)
        n = unless(have >= 0, out, n, Law.STOCK, seat, have, stock)
    for track in range(TRACK_COUNT):
        on = 1 <= player.track[track] <= rules.last
        n = unless(on, out, n, Law.TRACK, track, seat)
    reached = player.track[Track.FINANCE] <= player.finance_reached <= rules.last
    n = unless(reached, out, n, Law.FINANCE, seat)
    for value in range(TOP_TOKEN + 1):
        laid = 0
        for city in range(CITY_COUNT):
            for space in range(SPACE_COUNT):
                mine = state.token_seat[city][space] == seat
                laid += mine and state.token_value[city][space] == value
        there = player.supply[value] + player.locked[value] + laid
        due = rules.supply[value] + rules.locked[value]
        n = unless(there == due or value == 0, out, n, Law.TOKENS, seat, there, value, due)
        n = unless(player.supply[value] >= 0 and player.locked[value] >= 0, out, n, Law.SUPPLY, seat)
    trains, laid = player.built[Piece.TRAIN], 0
    for region in range(REGION_COUNT):
        laid += how_often(state.train[region], TRAIN_SPACES, seat)
    return unless(trains == laid, out, n, Law.TRAINS, seat, laid, trains)


@kernel
def held_of(player, stock):
    """How much of a stock a player has."""
    if stock == 0:
        return player.money
    if stock == 1:
        return player.coal
    if stock == 2:
        return player.stored
    if stock == 3:
        return player.silk
    if stock == 4:
        return player.iron
    return player.vp


@kernel
def laws_of_boards(player, rules, seat, out, n):
    """What lies on a player's own boards."""
    ships, machines = player.built[Piece.SHIP], player.built[Piece.MACHINE]
    most = max(ships, machines, player.built[Piece.TRAIN])
    n = unless(most <= PIECES, out, n, Law.PIECES, seat)
    out_there = total(player.ship_at, DESTINATION_COUNT)
    match = ships == out_there and ships == total(player.upgraded, COLOUR_COUNT)
    n = unless(match, out, n, Law.SHIPS, seat, ships)
    for destination in range(DESTINATION_COUNT):
        same = player.ship_at[destination] == player.upgraded[rules.colour[destination]]
        n = unless(same, out, n, Law.UPGRADES, seat)
    placed = 0
    for factory in range(PLACES):
        place = player.factories[factory]
        placed += place.machines
        n = unless(0 <= place.goods <= rules.storage[factory], out, n, Law.GOODS, factory, seat, place.goods)
        fits = 0 <= place.machines <= rules.machines[factory]
        n = unless(fits, out, n, Law.PLACED, factory, seat, place.machines)
        owned = place.face != NONE or (place.goods == 0 and place.machines == 0)
        n = unless(owned, out, n, Law.OWNED, seat)
    n = unless(machines == placed + player.waiting, out, n, Law.MACHINES, seat, placed, machines)
    gap = False
    for space in range(1, AREA):
        gap = gap or (player.area[space] != NONE and player.area[space - 1] == NONE)
    n = unless(not gap, out, n, Law.AREA, seat)
    for line in range(LINE_COUNT):
        n = unless(0 <= player.favor[line] <= LEVELS, out, n, Law.FAVOR, seat, line)
    return n


@kernel
def laws_of_the_flow(state, rules, out, n):
    """Whose step it is, and what is kept for it."""
    depth, kind = state.depth, state.stack[state.depth - 1].kind
    setup, final = state.current_round == 0, state.current_round > rules.rounds
    n = unless(depth >= 1, out, n, Law.DEPTH)
    n = unless(kind <= LAST_DECISION or kind == Task.OVER, out, n, Law.DECIDED)
    n = unless(0 <= state.seat < rules.players, out, n, Law.SEAT)
    n = unless(0 <= state.current_round <= rules.rounds + rules.final_turns, out, n, Law.ROUND)
    n = unless(setup or state.first == 0, out, n, Law.FIRST)
    pairs = how_often(state.pair_a, SLOTS, NONE) + how_often(state.pair_b, SLOTS, NONE)
    n = unless(setup or pairs == 2 * SLOTS, out, n, Law.PAIR)
    n = unless((state.turns_left > 0) == final or kind == Task.OVER, out, n, Law.FINAL)
    n = unless(state.turns_left <= rules.final_turns * rules.players, out, n, Law.TURNS)
    n = unless(final or state.idle < rules.idle, out, n, Law.IDLE)
    acting = False
    for i in range(depth):
        acting = acting or state.stack[i].kind == Task.END_ACTION
    n = unless((state.action != NONE) == acting, out, n, Law.ACTION)
    n = unless((state.worker != NONE) == acting, out, n, Law.WORKER)
    kept = state.made != 0 or state.used != 0 or state.contracts != 0
    n = unless(acting or not kept, out, n, Law.FINISHED)
    return unless(kind > LAST_DRAW or setup or not acting, out, n, Law.CHANCE)


@kernel
def laws_of_a_turn(state, rules, out, n):
    """What holds whenever a turn begins."""
    n = unless(state.depth == 1, out, n, Law.TURN)
    if state.current_round <= rules.rounds:
        for section in range(SECTION_COUNT):
            n = unless(total(state.hiring[section], COLOUR_COUNT) > 0, out, n, Law.EMPTY)
    owed, bag = total(state.owed, ROWS), total(state.bag, COLOUR_COUNT)
    n = unless(owed == 0 or bag == 0, out, n, Law.OWED, owed, bag)
    for seat in range(rules.players):
        player = state.players[seat]
        for value in range(1, TOP_TOKEN + 1):
            freed = unlocked(player, rules, value)
            right = player.locked[value] == rules.locked[value] - freed
            n = unless(right, out, n, Law.UNLOCKED, seat, value)
    return n


@kernel
def unlocked(player, rules, value):
    """How many tokens of a value the bonuses a player has gained have freed."""
    freed = 0
    for track in range(TRACK_COUNT):
        reached = player.finance_reached if track == Track.FINANCE else player.track[track]
        for space in range(rules.start[track] + 1, reached + 1):
            bonus = rules.track_bonus[track][space]
            freed += bonus.kind == Task.UNLOCK and bonus.a == value
    for row in range(2):
        for column in range(1, min(player.built[row], player.built[row + 1]) + 1):
            bonus = rules.row_bonus[row][column]
            freed += bonus.kind == Task.UNLOCK and bonus.a == value
    return freed


# -- whole games, checked after every step


@kernel
def fallen(before, after, seat, out, n):
    """What of a player has fallen that never falls, as `broken` writes it."""
    was, now = before.players[seat], after.players[seat]
    n = unless(now.vp >= was.vp, out, n, Law.NEVER_FALLS, seat, 0)
    for i in range(TRACK_COUNT):
        n = unless(now.built[i] >= was.built[i], out, n, Law.NEVER_FALLS, seat, 1)
    for i in range(CONTRACTS):
        n = unless(now.fulfilled[i] >= was.fulfilled[i], out, n, Law.NEVER_FALLS, seat, 2)
    for i in range(LINE_COUNT):
        n = unless(now.favor[i] >= was.favor[i], out, n, Law.NEVER_FALLS, seat, 3)
    for i in range(COLOUR_COUNT):
        n = unless(now.upgraded[i] >= was.upgraded[i], out, n, Law.NEVER_FALLS, seat, 4)
    n = unless(now.finance_reached >= was.finance_reached, out, n, Law.NEVER_FALLS, seat, 5)
    for i in range(DESTINATION_COUNT):
        n = unless(now.ship_at[i] >= was.ship_at[i], out, n, Law.NEVER_FALLS, seat, 6)
    for track in range(Track.FINANCE):
        n = unless(now.track[track] >= was.track[track], out, n, Law.NEVER_FALLS, seat, 7)
    return n


@kernel
def checked_playout(states, rules, ids, chances, rng, limit, out):
    """Play uniformly random moves, chance by its weights, until the game is over or a law is broken.

    Args:
        states: two state records; the game goes on from the first, the second is overwritten.
        rules: the rules record.
        ids: int32[max_legal], overwritten.
        chances: int32[max_legal], overwritten.
        rng: random state, advanced.
        limit: at most this many steps.
        out: int64[MOST_BROKEN, 5]: the laws broken, as `broken` writes them.

    Returns:
        The steps played, and how many laws are broken; -1 of them if a decision had no legal move.
    """
    state = states[0]
    for steps in range(limit):
        who = mover(state)
        if who == OVER:
            return steps, 0
        count = legal(state, rules, ids)
        if count == 0:
            return steps, -1
        if who == CHANCE:
            weights(state, rules, chances)
            choice = weighted(rng, chances, count)
        else:
            choice = below(rng, count)
        states[1] = state
        apply(state, rules, int64(ids[choice]))
        n = broken(state, rules, out)
        for seat in range(rules.players):
            n = fallen(states[1], state, seat, out, n)
        if n > 0:
            return steps + 1, n
    return limit, 0
