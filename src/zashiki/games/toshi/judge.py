"""A quick judgement of Toshi: what a state promises each seat, which moves are sensible, what a learner sees.

The judgement follows the money. From a board comes what an average roll brings now and what the tiles that feed each
other (houses and Mise, Kōba and houses) will find more of; from that, how many turns are left until somebody has the
sum that ends the game or a board is full; and from both, what everybody will hold by then and what gaps remain.
Income is counted per 36 rolls, that is for one roll of every square.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from zashiki.core.kernel import kernel
from zashiki.games.toshi.moves import (
    AT,
    BUILD,
    BUILD_OFF_BOARD,
    EXTRA,
    OFF_BOARD_BY_PLACE,
    ON_BOARD_BY_PLACE,
    PASS,
    REMOVE,
    STOP,
)
from zashiki.games.toshi.rules import (
    count,
    empty_square_price,
    houses,
    kabuki_bonus,
    price,
    size,
    supply_bonus,
    supply_tiles,
)
from zashiki.games.toshi.state import (
    AREA,
    IN_LINE,
    NONE,
    REGULAR,
    SEATS,
    SIDE,
    TYPES,
    Building,
    Phase,
)


class Coefficients(NamedTuple):
    """What the judgement assumes about the rest of a game; found by letting greedy players of varied values play.

    Attributes:
        further_mise: how many more Mise a house can count on.
        further_houses: how many more houses a Kōba can count on, or the Kabuki.
        houses_for_mise: how many more houses a Mise can count on.
        in_line: share of the present income of Nōka and farm that remains while squares in line fill up.
        income: weight of the expected income.
        group: Koku that each Teien which may still join a group being placed is worth.
        residence: points that an Umaya on the residence is worth (with several seats: per point it will save).
    """

    further_mise: float
    further_houses: float
    houses_for_mise: float
    in_line: float
    income: float
    group: float
    residence: float


SOLO = Coefficients(4.7, 1.0, 4.5, 0.8, 1.65, 1.0, 6.0)
SEVERAL = Coefficients(2.5, 2.0, 3.5, 1.0, 1.0, 0.5, 0.7)

IDLE = 2.5
"""Solo: tiles lost per turn and share of squares that bring no build. Above 1, as lost turns also cost income."""

SUPPLY_TURNS = 2.0
"""Solo: turns per tile in the supply beyond which nobody need look."""

GLOOM, GLOOM_TURNS = 480.0, 6.3
"""Solo: by so many points the sum of the above is too low at the start; the error fades within so many turns."""

FILLING = 2.0
"""Several seats: how fast an empty square fills, in squares' worth of rolls."""

FILLING_BY_EXTRA = 1.25
"""The same for each extra build among 36 rolls, shared by all empty squares."""

FILLING_PRICE = 2.0
"""Koku that filling an empty square will cost."""

LEAST_INCOME = 11.0
"""Koku per 36 rolls that a seat is expected to make at least, however poor its board looks."""

NEVER_FULL = 2.0
"""Squares' worth of extra builds that keep the last gaps from being forgotten when a full board is foreseen."""

LINE_SHARE = 2 * (SIDE - 1) / (AREA - 1)
"""Part of all other squares that lie in line with one."""


# -- what a board promises


class Tally(NamedTuple):
    """What lies on a seat's board, a building in progress counted as if it stood.

    Attributes:
        nagaya, machiya, koba, teien, kura, mise, special: squares with these; machiya in tiles.
        empty: empty squares.
        in_line: Koku per 36 rolls from Nōka and the farm.
        extra: extra builds per 36 rolls.
        building: the type in progress, or NONE.
    """

    nagaya: int
    machiya: int
    koba: int
    teien: int
    kura: int
    mise: int
    special: int
    empty: int
    in_line: float
    extra: int
    building: int


@kernel
def tally(state, rules, number):
    """The `Tally` of a seat."""
    seat = state.seats[number]
    building, missing = NONE, 0
    if state.phase == Phase.AT and state.mover == number:
        building, missing = int(state.building), squares_missing(state, rules)
    nagaya = missing * (building == Building.NAGAYA)
    machiya = missing * (building == Building.MACHIYA)
    koba = missing * (building == Building.KOBA)
    teien = missing * (building == Building.TEIEN)
    kura = missing * (building == Building.KURA)
    mise = missing * (building == Building.MISE)
    special = missing * (building >= REGULAR)
    empty, extra, in_line = -missing, 0, 0.0
    for square in range(AREA):
        tile = seat.tiles[square]
        if tile == NONE:
            empty += 1
            continue
        extra += rules.extra_builds[tile]
        nagaya += tile == Building.NAGAYA
        machiya += tile == Building.MACHIYA
        koba += tile == Building.KOBA
        teien += tile == Building.TEIEN
        kura += tile == Building.KURA
        mise += tile == Building.MISE
        special += tile >= REGULAR
        if tile == Building.NOKA:
            in_line += rules.noka_in_line * size(seat.empty & IN_LINE[square])
        elif tile == Building.SILKWORM_FARM:
            in_line += rules.farm_in_line * size(seat.empty & IN_LINE[square])
    if building != NONE and state.filled == 0:
        extra += rules.extra_builds[building]
        if building == Building.NOKA:
            in_line += rules.noka_in_line * LINE_SHARE * empty
        elif building == Building.SILKWORM_FARM:
            in_line += rules.farm_in_line * LINE_SHARE * empty
    tiles = (machiya + rules.machiya_squares - 1) // rules.machiya_squares
    return Tally(nagaya, tiles, koba, teien, kura, mise, special, empty, in_line, extra, building)


@kernel
def squares_missing(state, rules):
    """Squares that the building in progress still has to fill."""
    if state.building == Building.BELL_TOWER:
        return rules.towers - size(state.filled)
    if state.building == Building.MACHIYA:
        return rules.machiya_squares - size(state.filled)
    return 1 if state.filled == 0 else 0


class Outlook(NamedTuple):
    """What a seat's board promises.

    Attributes:
        koku: the purse, once the building in progress is paid.
        empty: number of empty squares.
        income: Koku per 36 rolls, as the board lies.
        to_come: the same, on average until the end.
        extra: extra builds per 36 rolls.
        bonus: points besides: Kabuki, and Teien that may still join.
        special: the special owned, or NONE.
        ordered: tiles of the supply already chosen but not yet taken.
    """

    koku: float
    empty: float
    income: float
    to_come: float
    extra: float
    bonus: float
    special: int
    ordered: int


@kernel
def outlook(state, rules, number, c):
    """The `Outlook` of a seat under the coefficients c."""
    seat = state.seats[number]
    t = tally(state, rules, number)
    koku, bonus, special, ordered = float(seat.koku), 0.0, int(seat.special), 0
    if t.building != NONE and state.filled == 0:
        koku -= price(rules, seat, t.building)
        ordered = int(t.building < REGULAR)
    if t.building >= REGULAR:
        special = t.building
    if t.building == Building.TEIEN:
        bonus = c.group * (rules.teien_per_turn - seat.teien_placed - squares_missing(state, rules))

    houses_there = t.nagaya + t.machiya
    per_nagaya, per_machiya, per_house = rules.nagaya_per_mise, rules.machiya_per_mise, rules.koba_per_house
    fixed = -rules.kura_interest * t.kura - rules.mise_upkeep * t.mise
    if special == Building.HONJIN:
        per_nagaya = per_machiya = rules.honjin_per_mise
        fixed -= rules.honjin_upkeep_per_mise * t.mise
    elif special == Building.GAKUMONJO:
        per_house = rules.gakumonjo_per_house
    elif special == Building.EXCHANGE_OFFICE:
        fixed -= rules.exchange_interest
    elif special == Building.BELL_TOWER:
        fixed += t.special * rules.tower_per_teien * t.teien
    elif special == Building.SHIRO:
        fixed += rules.shiro_income
    per_mise = t.nagaya * per_nagaya + t.machiya * rules.machiya_squares * per_machiya
    by_houses = t.koba * per_house
    if special == Building.KABUKI:
        by_houses += rules.kabuki_per_house
        bonus += rules.kabuki_score_per_house * houses_there
    built = float(per_mise * t.mise + by_houses * houses_there + fixed)
    further = per_mise * c.further_mise + by_houses * c.further_houses
    further += t.mise * per_nagaya * c.houses_for_mise
    to_come = t.in_line * c.in_line + built + further
    return Outlook(koku, float(t.empty), t.in_line + built, to_come, float(t.extra), bonus, special, ordered)


@kernel
def turns_left(state, rules, c):
    """About how many turns are to come: until somebody has the sum that ends the game, or no square is left."""
    turns = float(rules.turn_cap - state.turn)
    if state.latch:
        return 0.0
    for number in range(rules.players):
        view = outlook(state, rules, number, c)
        needed = max(rules.end_koku - view.koku, 0.0)
        turns = min(turns, AREA * needed / max(view.to_come, LEAST_INCOME))
        spare = view.extra + NEVER_FULL
        turns = min(turns, AREA * math.log((max(view.empty, 0.0) + spare) / spare))
        if rules.solo:
            turns = min(turns, SUPPLY_TURNS * (supply_tiles(state) - view.ordered))
    return max(turns, 0.0)


@kernel
def evaluate(state, rules, out):
    """What each seat can hope for, in score points.

    Args:
        state: the state record.
        rules: the rules record.
        out: float32[seats]. Once the game is over: the scores.
    """
    if state.phase == Phase.OVER:
        for number in range(rules.players):
            seat = state.seats[number]
            gaps = empty_square_price(rules, seat) * size(seat.empty)
            out[number] = seat.koku - gaps + kabuki_bonus(rules, seat) + supply_bonus(state, rules)
        return
    c = SOLO if rules.solo else SEVERAL
    rounds = turns_left(state, rules, c) / AREA
    for number in range(rules.players):
        view = outlook(state, rules, number, c)
        loss = float(rules.empty_square)
        if view.special == Building.SHIRO:
            loss = float(rules.shiro_empty_square)
        worth = view.koku + view.bonus + rounds * c.income * view.to_come
        waiting = state.seats[number].residence
        if rules.solo:
            # Every tile built saves as much as its leaving the supply costs; only idle turns are lost.
            idle = IDLE * rounds * max(AREA - view.extra, 0.0)
            worth += rules.supply_tile * (supply_tiles(state) - view.ordered - idle) - loss * view.empty
            worth += c.residence * waiting
            # States between which one decision chooses have finished equally many turns: their order stays.
            finished = state.turn - (state.phase == Phase.ROLL)
            worth += GLOOM * math.exp(-finished / GLOOM_TURNS)
        else:
            pace = FILLING + FILLING_BY_EXTRA * view.extra / (view.empty + 1.0)
            remains = math.exp(-rounds * pace)
            worth -= view.empty * (FILLING_PRICE + (loss - FILLING_PRICE) * remains)
            worth += c.residence * waiting * remains
        out[number] = worth


# -- sensible moves

LIKING = np.array(
    [
        # anyway, per house, per Mise, on an empty board
        [8.0, 0.0, 4.0, 0.0],  # nagaya
        [0.1, 0.0, 0.2, 0.0],  # machiya
        [5.0, 0.0, 0.0, 20.0],  # noka
        [1.0, 0.5, 0.0, 0.0],  # koba
        [0.2, 0.0, 0.0, 0.0],  # teien
        [1.0, 0.0, 0.0, 0.0],  # kura
        [1.0, 2.0, 0.0, 0.0],  # mise
        [0.5, 0.0, 0.0, 0.5],  # umaya
        [1.5, 0.0, 0.0, 0.0],  # bell-tower
        [0.5, 0.1, 0.0, 0.0],  # kabuki
        [0.5, 0.0, 0.3, 0.0],  # honjin
        [0.5, 0.2, 0.0, 0.0],  # gakumonjo
        [0.5, 0.0, 0.0, 1.0],  # magistrate
        [0.5, 0.0, 0.0, 0.5],  # kawaramono
        [1.0, 0.0, 0.0, 0.0],  # shiro
        [0.5, 0.0, 0.0, 0.5],  # silkworm-farm
        [1.0, 0.0, 0.0, 0.0],  # exchange-office
        [1.0, 0.0, 0.0, 1.0],  # daimyo-residence
    ]
)
"""How gladly each type is built: a sum of four parts. Found as the coefficients were, but kept mild for variety."""

RELUCTANCE = 0.05
"""Weight of `pass` and `stop`."""


@kernel
def suggest(state, rules, ids, n, out):
    """Weights of the legal actions: build rather than pass, and build what the board makes pay.

    Args:
        state: the state record.
        rules: the rules record.
        ids: int32[>= n]; the legal actions.
        n: how many there are.
        out: float32[>= n]; the weight of each.
    """
    mise, all_houses, empty = 0, 0, 0
    if state.mover >= 0 and state.phase != Phase.AT and state.phase != Phase.UMAYA:
        seat = state.seats[state.mover]
        mise = count(seat, Building.MISE)
        all_houses = houses(rules, seat)
        empty = count(seat, NONE)
    for i in range(n):
        action = ids[i]
        if action in (PASS, STOP):
            out[i] = RELUCTANCE
        elif EXTRA <= action < AT:
            out[i] = liking(chosen_building(action), all_houses, mise, empty)
        elif action >= REMOVE:
            # What would be built least gladly is missed least.
            out[i] = 1.0 / (RELUCTANCE + liking(action - REMOVE, all_houses, mise, empty))
        else:
            out[i] = 1.0


@kernel
def chosen_building(action):
    """The type that an `extra` or `build` action chooses."""
    if action < BUILD:
        return action - EXTRA
    if action < BUILD_OFF_BOARD:
        return ON_BOARD_BY_PLACE[(action - BUILD) // AREA]
    return OFF_BOARD_BY_PLACE[action - BUILD_OFF_BOARD]


@kernel
def liking(building, all_houses, mise, empty):
    """How gladly a type is built on a board with so many houses, Mise and empty squares."""
    return (
        LIKING[building, 0]
        + LIKING[building, 1] * all_houses
        + LIKING[building, 2] * mise
        + LIKING[building, 3] * empty / AREA
    )


# -- what a learner sees

PHASES = len(Phase)
LONG_GAME = 50
"""Turns of a long game, for scaling."""

OBSERVATION_LAYOUT: tuple[tuple[str, int, str], ...] = (
    ("phase", PHASES, f"1 for the awaited step: {', '.join(phase.name.lower() for phase in Phase)}"),
    ("mover", SEATS, "1 for the seat to decide; 0 everywhere at chance"),
    ("active", SEATS, "1 for the active seat"),
    ("start_seat", SEATS, "1 for the start seat"),
    ("players", SEATS, "1 for the number of seats, from 1 to 4"),
    ("options", 8, "type_ban=all, extra_builds_ban=subject, special_category=one, machiya_squares=2, "
                   "end_check=latched, daimyo_round=circle, short_payment=partial, solo_offer=choose"),
    ("turn", 2, "turn number / 50; turns up to the cap / 50, at most 1"),
    ("latch", 1, "1 once the sum that ends the game was reached"),
    ("due", 1, "extra builds due / 2"),
    ("busy", 1, "solo: 1 once something was built in this turn"),
    ("rolled", AREA, "1 for the rolled square"),
    ("building", TYPES, "1 for the type in progress"),
    ("filled", AREA, "1 for each square of it that is filled"),
    ("supply", REGULAR, "tiles in the supply / tiles in the game, per type"),
    ("removed", REGULAR, "solo: tiles removed / tiles in the game"),
    ("table", TYPES - REGULAR, "1 for each special for sale"),
)  # fmt: skip
"""Features of the whole table: name, entries, meaning. Then follow those of `SEAT_LAYOUT` for each seat."""

SEAT_LAYOUT: tuple[tuple[str, int, str], ...] = (
    ("there", 1, "1 if somebody sits here"),
    ("koku", 1, "Koku / 100"),
    ("score", 1, "score if the game ended now / 100"),
    ("income", 1, "expected income per roll / 5"),
    ("extra", 1, "expected extra builds per roll"),
    ("empty", 1, "empty squares / 36"),
    ("special", TYPES - REGULAR, "1 for the special owned"),
    ("residence", 2, "Umaya on the residence / 6; 1 if the free Umaya of this round is used"),
    ("built", TYPES, "1 for each category built in this turn"),
    ("teien_placed", 1, "Teien placed in this turn / 3"),
    ("tiles", (REGULAR + 1) * AREA, "for each regular type its squares, then the squares of specials"),
)
"""Features of one seat; the observer comes first, then the others in seat order, four in all."""

SEAT_SIZE = sum(n for _, n, _ in SEAT_LAYOUT)
OBSERVATION_SIZE = sum(n for _, n, _ in OBSERVATION_LAYOUT) + SEATS * SEAT_SIZE


@kernel
def observe(state, rules, seat, out):
    """The features of a state as one seat sees it, about 0 to 1 each; seats count from the observer.

    Args:
        state: the state record.
        rules: the rules record.
        seat: the observer.
        out: laid out as `OBSERVATION_LAYOUT`, then `SEAT_LAYOUT` for each seat of the game; float32 of that length
            or more, up to OBSERVATION_SIZE, where places nobody sits at are all 0.
    """
    for i in range(len(out)):
        out[i] = 0.0
    k = one_hot(out, 0, PHASES, state.phase)
    k = one_hot(out, k, SEATS, seen_from(seat, state.mover, rules.players))
    k = one_hot(out, k, SEATS, seen_from(seat, state.active, rules.players))
    k = one_hot(out, k, SEATS, seen_from(seat, state.start_seat, rules.players))
    k = one_hot(out, k, SEATS, rules.players - 1)
    out[k] = rules.ban_by_all
    out[k + 1] = rules.ban_extra
    out[k + 2] = rules.category[TYPES - 1] == rules.category[REGULAR]
    out[k + 3] = rules.machiya_squares > 1
    out[k + 4] = rules.latched
    out[k + 5] = rules.circle
    out[k + 6] = rules.partial
    out[k + 7] = rules.choose_offers
    out[k + 8] = state.turn / LONG_GAME
    out[k + 9] = min((rules.turn_cap - state.turn) / LONG_GAME, 1.0)
    out[k + 10] = state.latch
    out[k + 11] = state.due / 2
    out[k + 12] = state.busy
    k = one_hot(out, k + 13, AREA, state.rolled)
    k = one_hot(out, k, TYPES, state.building)
    k = members(out, k, AREA, state.filled)
    for building in range(REGULAR):
        out[k + building] = state.supply[building] / max(rules.copies[building], 1)
        out[k + REGULAR + building] = state.removed[building] / max(rules.copies[building], 1)
    k = members(out, k + 2 * REGULAR, TYPES - REGULAR, state.table)
    for step in range(rules.players):
        k = observe_seat(state, rules, (seat + step) % rules.players, out, k)


@kernel
def observe_seat(state, rules, number, out, k):
    """The features of one seat, from place k on; returns the next place."""
    seat = state.seats[number]
    c = SOLO if rules.solo else SEVERAL
    view = outlook(state, rules, number, c)
    empty = size(seat.empty)
    score = seat.koku - empty_square_price(rules, seat) * empty
    out[k] = 1.0
    out[k + 1] = seat.koku / 100
    out[k + 2] = (score + kabuki_bonus(rules, seat) + supply_bonus(state, rules)) / 100
    out[k + 3] = view.income / AREA / 5
    out[k + 4] = view.extra / AREA
    out[k + 5] = empty / AREA
    k = one_hot(out, k + 6, TYPES - REGULAR, seat.special - REGULAR)
    out[k] = seat.residence / 6
    out[k + 1] = seat.umaya_used
    k = members(out, k + 2, TYPES, seat.built)
    out[k] = seat.teien_placed / 3
    k += 1
    for square in range(AREA):
        # Without a branch: what stands where is not to be foretold.
        tile = seat.tiles[square]
        out[k + min(max(tile, 0), REGULAR) * AREA + square] = tile != NONE
    return k + (REGULAR + 1) * AREA


@kernel
def seen_from(seat, other, players):
    """Places after one seat at which another sits; NONE for nobody."""
    if other < 0:
        return NONE
    return other - seat if other >= seat else other - seat + players


@kernel
def one_hot(out, k, n, which):
    """Mark one of n features, or none; returns the next place."""
    if 0 <= which < n:
        out[k + which] = 1.0
    return k + n


@kernel
def members(out, k, n, numbers):
    """Write n features, 1 for each member of a set; returns the next place."""
    part = out[k : k + n]
    for i in range(n):
        part[i] = (numbers >> i) & 1
    return k + n
