"""What a game of Toshi consists of: squares, buildings, phases, the two records, and the laws a state obeys.

The state record is canonical: two states are the same position exactly if their bytes are equal. Whatever a phase
does not need is reset (to 0, or NONE). The rules record holds the edition's numbers and the options, ready for use.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from zashiki.core.contract import CHANCE, OVER
from zashiki.games.toshi.edition import Numbers

NONE = -1
"""No square, no building, no seat; also what an empty square holds."""

SEATS = 4
SIDE = 6
AREA = SIDE * SIDE
SQUARES = tuple(f"{column}{row}" for row in "ABCDEF" for column in "123456")
"""Names of the squares in listing order: 1A 2A ... 6A 1B ... 6F."""


class Building(IntEnum):
    """The building types: eight regular ones, then the ten specials."""

    NAGAYA = 0
    MACHIYA = 1
    NOKA = 2
    KOBA = 3
    TEIEN = 4
    KURA = 5
    MISE = 6
    UMAYA = 7
    BELL_TOWER = 8
    KABUKI = 9
    HONJIN = 10
    GAKUMONJO = 11
    MAGISTRATE = 12
    KAWARAMONO = 13
    SHIRO = 14
    SILKWORM_FARM = 15
    EXCHANGE_OFFICE = 16
    DAIMYO_RESIDENCE = 17


BUILDINGS = tuple(building.name.lower().replace("_", "-") for building in Building)
"""Ids of the building types as moves spell them."""

TYPES = len(BUILDINGS)
REGULAR = 8
"""Number of regular types; the specials' numbers begin here."""

SPECIALS = BUILDINGS[REGULAR:]
OFF_BOARD = (Building.MAGISTRATE, Building.DAIMYO_RESIDENCE)
ON_BOARD = tuple(building for building in Building if building not in OFF_BOARD)


class Phase(IntEnum):
    """The step that is awaited."""

    START = 0
    OFFER = 1
    FIRST = 2
    ROLL = 3
    EXTRA = 4
    BUILD = 5
    AT = 6
    UMAYA = 7
    REMOVE = 8
    OVER = 9


class Kind(IntEnum):
    """By which right a building is put up."""

    BUILD = 0
    EXTRA = 1


BIT = np.array([1 << i for i in range(AREA)], np.int64)
"""The bit that stands for a square in a set of squares (or for a building in a set of buildings)."""

ALL_SQUARES = (1 << AREA) - 1


def _around(square: int, touching: bool) -> int:
    """The set of squares that share an edge (or, if touching, at least a corner) with a square."""
    found = 0
    for other in range(AREA):
        down, across = abs(other // SIDE - square // SIDE), abs(other % SIDE - square % SIDE)
        if (max(down, across) if touching else down + across) == 1:
            found |= 1 << other
    return found


NEIGHBOURS = np.array([_around(square, touching=False) for square in range(AREA)], np.int64)
"""For each square the set of its orthogonal neighbours."""

APART = np.array([ALL_SQUARES & ~_around(s, touching=True) & ~(1 << s) for s in range(AREA)], np.int64)
"""For each square the set of squares that neither are it nor touch it."""

IN_LINE = np.array(
    [
        sum(1 << o for o in range(AREA) if o != s and (o // SIDE == s // SIDE or o % SIDE == s % SIDE))
        for s in range(AREA)
    ],
    np.int64,
)
"""For each square the set of the other squares of its row and column."""

SEAT_DTYPE = np.dtype(
    [
        ("empty", np.int64),  # set of empty squares
        ("built", np.int32),  # this turn: set of the categories built that count for the type ban
        ("tiles", np.int16, (AREA,)),  # the Building on each square, or NONE
        ("koku", np.int16),
        ("special", np.int16),  # the special bought, or NONE
        ("residence", np.int16),  # Umaya left on the Daimyo Residence
        ("umaya_used", np.int16),  # whether the free Umaya of this round has been placed
        ("teien_placed", np.int16),  # this turn
    ],
    align=True,
)

STATE_DTYPE = np.dtype(
    [
        ("seats", SEAT_DTYPE, (SEATS,)),
        ("filled", np.int64),  # building in progress: set of the squares filled so far
        ("turn", np.int32),  # 0 during setup
        ("phase", np.int16),
        ("mover", np.int16),  # seat, CHANCE or OVER
        ("start_seat", np.int16),  # NONE until known and once over
        ("active", np.int16),  # the seat whose turn it is, or NONE
        ("rolled", np.int16),  # the rolled square, or NONE
        ("latch", np.int16),  # whether the sum that ends the game has been reached (option end_check)
        ("due", np.int16),  # extra builds still due to the awaited seat
        ("busy", np.int16),  # solo: whether anything was built in this turn
        ("building", np.int16),  # building in progress, or NONE
        ("kind", np.int16),  # its Kind
        ("supply", np.int16, (REGULAR,)),
        ("removed", np.int16, (REGULAR,)),  # solo
        ("table", np.int16),  # set of the specials for sale; bit 0 is the first special
        ("aside", np.int16),  # solo: Umaya of the second colour
    ],
    align=True,
)

RULES_DTYPE = np.dtype(
    [
        ("turn_cap", np.int32),
        ("category", np.int32, (TYPES,)),  # the set that holds just the type's category for the ban
        ("players", np.int16),
        ("solo", np.int16),
        ("random_start", np.int16),
        ("offers", np.int16),  # solo: number of specials to be offered
        ("choose_offers", np.int16),  # whether seat 0 names them
        ("table", np.int16),  # specials on the table from the start
        ("ban_by_all", np.int16),
        ("ban_extra", np.int16),
        ("machiya_squares", np.int16),
        ("latched", np.int16),
        ("circle", np.int16),
        ("partial", np.int16),
        ("copies", np.int16, (REGULAR,)),  # for all seats together
        ("price", np.int16, (TYPES,)),
        ("reduced_price", np.int16, (TYPES,)),  # for the owner of the magistrate
        ("extra_builds", np.int16, (TYPES,)),  # due when its square is rolled
        ("start_koku", np.int16),
        ("start_noka", np.int16),
        ("end_koku", np.int16),
        ("empty_square", np.int16),
        ("shiro_empty_square", np.int16),
        ("supply_tile", np.int16),
        ("nagaya_per_mise", np.int16),
        ("machiya_per_mise", np.int16),
        ("honjin_per_mise", np.int16),
        ("noka_in_line", np.int16),
        ("farm_in_line", np.int16),
        ("koba_per_house", np.int16),
        ("gakumonjo_per_house", np.int16),
        ("teien_per_turn", np.int16),
        ("kura_interest", np.int16),
        ("mise_upkeep", np.int16),
        ("towers", np.int16),
        ("tower_per_teien", np.int16),
        ("kabuki_per_house", np.int16),
        ("kabuki_score_per_house", np.int16),
        ("honjin_upkeep_per_mise", np.int16),
        ("shiro_income", np.int16),
        ("exchange_interest", np.int16),
        ("residence_umaya", np.int16),
    ],
    align=True,
)


def make_rules(numbers: Numbers, options: Mapping[str, str | int]) -> Any:
    """The rules record of an edition's numbers and complete options."""
    rules = np.zeros(1, RULES_DTYPE).view(np.recarray)[0]
    players = int(options["players"])
    specials = options["specials"] == "on"
    rules.players = players
    rules.solo = players == 1
    rules.random_start = players > 1 and options["start_player"] == "random"
    rules.offers = numbers.solo.offers if specials and players == 1 else 0
    rules.choose_offers = options["solo_offer"] == "choose"
    rules.table = (1 << len(SPECIALS)) - 1 if specials and players > 1 else 0
    rules.ban_by_all = options["type_ban"] == "all"
    rules.ban_extra = options["extra_builds_ban"] == "subject"
    rules.machiya_squares = options["machiya_squares"]
    rules.latched = options["end_check"] == "latched"
    rules.circle = options["daimyo_round"] == "circle"
    rules.partial = options["short_payment"] == "partial"
    # No game lives to see a cap beyond the field's range.
    rules.turn_cap = min(int(options["turn_cap"]), np.iinfo(np.int32).max)

    b = numbers.buildings
    discounted = b.magistrate.discounted
    for building, name in zip(Building, BUILDINGS, strict=True):
        tile = getattr(b, name.replace("-", "_"))
        special = building >= REGULAR
        one_for_all = special and options["special_category"] == "one"
        rules.category[building] = 1 << (REGULAR if one_for_all else building)
        rules.price[building] = tile.price
        cut = b.magistrate.discount if name in discounted else 0
        rules.reduced_price[building] = max(tile.price - cut, min(tile.price, 0))
        rules.extra_builds[building] = getattr(tile, "extra_builds", 0)
        if not special:
            rules.copies[building] = tile.copies * players

    rules.start_koku = numbers.start.koku
    rules.start_noka = numbers.start.noka
    rules.end_koku = numbers.end.koku
    rules.empty_square = numbers.scoring.empty_square
    rules.shiro_empty_square = b.shiro.empty_square
    rules.supply_tile = numbers.scoring.solo_supply_tile
    rules.nagaya_per_mise = b.nagaya.income_per_mise
    rules.machiya_per_mise = b.machiya.income_per_mise
    rules.honjin_per_mise = b.honjin.income_per_mise
    rules.noka_in_line = b.noka.income_in_line
    rules.farm_in_line = b.silkworm_farm.income_in_line
    rules.koba_per_house = b.koba.income_per_house
    rules.gakumonjo_per_house = b.gakumonjo.income_per_house
    rules.teien_per_turn = b.teien.per_turn
    rules.kura_interest = b.kura.interest
    rules.mise_upkeep = b.mise.upkeep
    rules.towers = b.bell_tower.towers
    rules.tower_per_teien = b.bell_tower.income_per_teien
    rules.kabuki_per_house = b.kabuki.income_per_house
    rules.kabuki_score_per_house = b.kabuki.score_per_house
    rules.honjin_upkeep_per_mise = b.honjin.upkeep_per_mise
    rules.shiro_income = b.shiro.income
    rules.exchange_interest = b.exchange_office.interest
    rules.residence_umaya = b.daimyo_residence.umaya
    return rules


def tiles_of(state: Any, rules: Any, building: int) -> int:
    """Number of tiles of a type on all boards (a Machiya on two squares is one tile)."""
    total = 0
    for seat in range(rules.players):
        squares = int(np.count_nonzero(state.seats[seat].tiles == building))
        total += -(-squares // int(rules.machiya_squares)) if building == Building.MACHIYA else squares
    return total


def broken_laws(state: Any, rules: Any) -> list[str]:
    """Every invariant of the game that a state breaks, in words; empty for a sound state."""
    broken: list[str] = []

    def law(holds: object, sentence: str) -> None:
        if not holds:
            broken.append(sentence)

    players, solo = int(rules.players), bool(rules.solo)
    seats = [state.seats[s] for s in range(players)]
    for building in list(Building)[:REGULAR]:
        name = BUILDINGS[building]
        there = int(state.supply[building]) + tiles_of(state, rules, building) + int(state.removed[building])
        due = int(rules.copies[building])
        if building == Building.UMAYA:
            there += sum(int(seat.residence) for seat in seats) + int(state.aside)
            due += int(rules.residence_umaya) if solo else 0
        law(there == due, f"there are {there} {name} tiles instead of {due}")
        law(state.supply[building] >= 0, f"the supply of {name} is negative")
        law(state.removed[building] == 0 or solo, f"{name} was removed although nobody plays solo")

    owned = [int(seat.special) for seat in seats if seat.special != NONE]
    law(len(set(owned)) == len(owned), "a special is owned twice")
    for special in range(REGULAR, TYPES):
        for_sale = bool(int(state.table) & (1 << (special - REGULAR)))
        law(not (for_sale and special in owned), f"{BUILDINGS[special]} is both for sale and owned")
        if rules.table and state.turn > 0:
            law(for_sale or special in owned, f"{BUILDINGS[special]} is neither for sale nor owned")

    for number, seat in enumerate(seats):
        law(seat.koku >= 0, f"seat {number} has {seat.koku} Koku")
        law(seat.residence >= 0, f"the residence of seat {number} holds {seat.residence} Umaya")
        law(
            seat.special == Building.DAIMYO_RESIDENCE or not (seat.residence or seat.umaya_used),
            f"seat {number} uses a residence it does not own",
        )
        law(0 <= seat.teien_placed <= rules.teien_per_turn, f"seat {number} placed too many Teien in a turn")
        empty = sum(1 << square for square in range(AREA) if seat.tiles[square] == NONE)
        law(int(seat.empty) == empty, f"the set of empty squares of seat {number} does not match its board")
        for special in range(REGULAR, TYPES):
            squares = int(np.count_nonzero(seat.tiles == special))
            in_progress = state.building == special and state.mover == number
            wanted = 0 if special in OFF_BOARD or special != seat.special else 1
            if wanted and special == Building.BELL_TOWER and not in_progress:
                wanted = int(rules.towers)
            law(
                squares == wanted or (in_progress and squares <= rules.towers),
                f"seat {number} has {squares} squares of {BUILDINGS[special]} instead of {wanted}",
            )

    for number in range(players, SEATS):
        seat = state.seats[number]
        law(seat.empty == ALL_SQUARES and seat.koku == 0, f"seat {number}, where nobody sits, has something")
    return broken + _broken_flow(state, rules)


def _broken_flow(state: Any, rules: Any) -> list[str]:
    """The laws about whose step it is and what is kept for it."""
    broken: list[str] = []

    def law(holds: object, sentence: str) -> None:
        if not holds:
            broken.append(sentence)

    phase = int(state.phase)
    chance = phase in (Phase.START, Phase.FIRST, Phase.ROLL) or (
        phase == Phase.OFFER and not rules.choose_offers
    )
    if phase == Phase.OVER:
        law(state.mover == OVER, "the game is over, yet somebody is to move")
    elif chance:
        law(state.mover == CHANCE, "chance is to move, yet somebody else is awaited")
    else:
        law(0 <= state.mover < rules.players, "a seat is to decide, yet none is awaited")
    law((state.building != NONE) == (phase == Phase.AT), "a building is in progress outside its placing")
    law(phase == Phase.AT or (state.filled == 0 and state.kind == 0), "a finished building is remembered")
    law(
        state.due == 0 or phase == Phase.EXTRA or (phase == Phase.AT and state.kind == Kind.EXTRA),
        "extra builds are due outside their phase",
    )
    law(not state.latch or rules.latched, "the latch is kept although the end is checked only after building")
    law(not state.busy or rules.solo, "the solo mark is set although nobody plays solo")
    in_turn = phase in (Phase.EXTRA, Phase.BUILD, Phase.AT, Phase.UMAYA, Phase.REMOVE)
    law((state.rolled != NONE) == in_turn, "a rolled square is remembered outside its turn")
    if not in_turn:
        for seat in state.seats:
            law(not (seat.built or seat.teien_placed), "what was built is remembered beyond the turn")
    law((state.turn == 0) == (phase in (Phase.START, Phase.OFFER, Phase.FIRST)), "the turn number is wrong")
    return broken
