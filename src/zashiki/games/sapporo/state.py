"""What a game of Sapporo 1876 consists of: pieces, phases, the two records, and the laws a state obeys.

The state record is canonical: two states are the same position exactly if their bytes are equal. Whatever a phase
does not need is reset (to 0, or NONE). Sets of tiles are bit sets. The rules record holds the edition's numbers and
the options, ready for use.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from zashiki.core.contract import CHANCE, OVER
from zashiki.games.sapporo.edition import (
    COUNTS_OF,
    LAST_ICON,
    MAX_COUNCIL_SPACES,
    MAX_RESOURCE,
    MAX_SPACES,
    MAX_YEN,
    WORKERS,
    Numbers,
    most_turns,
)

NONE = -1
"""No spot, no seat, no column, no tile, no event."""

SEATS = 2


class Resource(IntEnum):
    """The resources; a pioneering column has the number of its resource."""

    WHEAT = 0
    RICE = 1
    SHEEP = 2
    CATTLE = 3


class Spot(IntEnum):
    """The action spots."""

    COLLEGE = 0
    CITY_HALL = 1
    VILLAGE = 2
    FOREIGN_RESIDENCE = 3


class Kind(IntEnum):
    """The four actions."""

    EDUCATE = 0
    PIONEER = 1
    INVEST = 2
    APPOINT = 3


class Track(IntEnum):
    """The event tracks, and the events their icons stand for."""

    HARVEST = 0
    SETTLEMENT = 1


class Tier(IntEnum):
    """The tiers of an academy, in the order in which they are left."""

    BOTTOM = 0
    MIDDLE = 1
    TOP = 2


class Bench(IntEnum):
    """The columns of the city council."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


class Count(IntEnum):
    """What a person tile counts."""

    LEFTOVERS = 0
    YEN = 1
    RESOURCES = 2
    COLUMN_STEPS = 3
    COLUMNS_STARTED = 4
    COLUMNS_TOPPED = 5
    WORKERS_EDUCATED = 6
    WORKERS_IN_AREA = 7
    WORKERS_ON_BUILDINGS = 8
    WORKERS_IN_COUNCIL = 9
    BUILDINGS_OWNED = 10
    PERSONS_OWNED = 11
    TILES_OWNED = 12


class Phase(IntEnum):
    """The step that is awaited."""

    DEAL_PERSON = 0
    DEAL_BUILDING = 1
    DEAL_OFFER = 2
    DRAW_START = 3
    BUY = 4
    SETTLE = 5
    MOVE = 6
    ACT = 7
    OPP_ACT = 8
    TILE_ACT = 9
    PAY = 10
    OPP_PAY = 11
    TILE_PAY = 12
    GAP_ACT = 13
    GAP_EVENT = 14
    GAP_END = 15
    FREE_FIRST = 16
    FREE_MORE = 17
    OVER = 18


def _words(names: type[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", "-") for member in names)


RESOURCES = _words(Resource)
SPOTS = _words(Spot)
KINDS = _words(Kind)
TRACKS = _words(Track)
TIERS = _words(Tier)
BENCHES = _words(Bench)
COUNTS = _words(Count)
PHASES = _words(Phase)

PERSONS = (
    "boehmer",
    "brooks",
    "capron",
    "clark",
    "dunn",
    "kuroda",
    "penhallow",
    "ryan",
    "shima",
    "wheeler",
)
"""Ids of the person tiles."""

BUILDINGS = tuple(f"b{number}" for number in range(1, 14))
"""Ids of the building tiles."""

COLUMNS = len(RESOURCES)
RYAN = PERSONS.index("ryan")
NO_CAP = np.iinfo(np.int32).max


SEAT_DTYPE = np.dtype(
    [
        ("fame", np.int32),  # gained so far
        ("yen", np.int16),
        ("goods", np.int16, (COLUMNS,)),  # tokens of each resource
        ("area", np.int16),  # free workers
        ("academy", np.int16),  # workers left in it
        ("levels", np.int16, (COLUMNS,)),  # space of the worker in each column, 0 is none
        ("buildings", np.int16),  # set of own buildings
        ("occupied", np.int16),  # set of own buildings with a worker on them
        ("persons", np.int16),  # set of own persons
    ],
    align=True,
)

JOB_DTYPE = np.dtype(
    [
        ("kind", np.int16),  # the Kind of action under way, or NONE
        ("building", np.int16),  # whose effect it is, or NONE for a spot
        ("back", np.int16),  # for a building: the Phase it was used in, else NONE
        ("taken", np.int16),  # number of things taken so far
        ("cost", np.int16),  # AP owed for them
        ("column", np.int16),  # the only column still open to this use of a building, or NONE
        ("tiers", np.int16),  # set of tiers whose last worker left in this job
        ("fixed", np.int16),  # number of parts of a wide payment fixed so far
        ("parts", np.int16, (COLUMNS,)),  # the fixed parts
    ],
    align=True,
)

STATE_DTYPE = np.dtype(
    [
        ("seats", SEAT_DTYPE, (SEATS,)),
        ("job", JOB_DTYPE),
        ("turn", np.int32),  # 0 during the set-up
        ("phase", np.int16),
        ("mover", np.int16),  # seat, CHANCE or OVER
        ("active", np.int16),  # the seat whose turn it is, NONE during the set-up
        ("start", np.int16),  # the start seat, NONE until known
        ("pawn", np.int16),  # its Spot, or NONE
        ("events", np.int16),  # number of events carried out
        ("pending", np.int16),  # the Track whose event is due in this turn, or NONE
        ("persons", np.int16),  # set of persons on the board
        ("buildings", np.int16),  # set of buildings on the board
        ("offer", np.int16),  # set of buildings offered at the set-up
        ("spots", np.int16, (len(SPOTS),)),  # yen lying on each
        ("tracks", np.int16, (len(TRACKS),)),  # steps of each marker
        ("council", np.int16, (len(BENCHES), MAX_COUNCIL_SPACES)),  # 0 empty, 1 + seat
    ],
    align=True,
)

SPOT_DTYPE = np.dtype(
    [
        ("kind", np.int32),
        ("track", np.int32),
        ("high", np.int32),  # the resource worth more
        ("low", np.int32),  # the resource worth less
        ("high_ap", np.int32),
        ("low_ap", np.int32),
        ("adjacent", np.int32, (len(SPOTS),)),  # whether it shares an edge with each spot
    ],
    align=True,
)

COLUMN_DTYPE = np.dtype(
    [
        ("spaces", np.int32),
        ("ap", np.int32, (MAX_SPACES + 1,)),  # of entering each space; index 0 unused
        ("goods", np.int32, (MAX_SPACES + 1,)),  # of a harvest with the worker on each space, 0 without one
        ("yen", np.int32, (MAX_SPACES + 1,)),
        ("end", np.int32, (MAX_SPACES + 1,)),
    ],
    align=True,
)

TIER_DTYPE = np.dtype(
    [
        ("left", np.int32),  # workers left in the academy when the tier has just been emptied
        ("yen", np.int32),
        ("goods", np.int32, (COLUMNS,)),
        ("fame", np.int32),
        ("end", np.int32),
    ],
    align=True,
)

BENCH_DTYPE = np.dtype(
    [
        ("spaces", np.int32),
        ("ap", np.int32, (MAX_COUNCIL_SPACES,)),
        ("high", np.int32),
        ("low", np.int32),
        ("end", np.int32),
    ],
    align=True,
)

BUILDING_DTYPE = np.dtype(
    [
        ("price", np.int32),
        ("pay_yen", np.int32),
        ("pay_any", np.int32),  # tokens of one resource of choice
        ("gain_yen", np.int32),
        ("gain_goods", np.int32, (COLUMNS,)),
        ("gain_fame", np.int32),
        ("gain_any", np.int32),
        ("kind", np.int32),  # the Kind of its action, or NONE
        ("columns", np.int32),  # set of the columns its action is limited to; 0 is no limit
    ],
    align=True,
)

PERSON_DTYPE = np.dtype(
    [
        ("price", np.int32),
        ("per", np.int32),
        ("every", np.int32),
        ("cap", np.int32),
        ("count", np.int32),
        ("of", np.int32),  # set of the resources, columns or benches counted
    ],
    align=True,
)

RULES_DTYPE = np.dtype(
    [
        ("draw_start", np.int32),  # whether chance names the start seat
        ("one_column", np.int32),  # whether a use of a farm building keeps to one column
        ("events_to_end", np.int32),
        ("spot_yen", np.int32),
        ("yen_ap", np.int32),
        ("any_ap", np.int32),
        ("removal_yen", np.int32),
        ("leftovers_per_fame", np.int32),
        ("fame_ap", np.int32),
        ("fame", np.int32),
        ("start_yen", np.int32),
        ("start_goods", np.int32, (COLUMNS,)),
        ("start_area", np.int32),
        ("academy", np.int32),  # workers in a full academy
        ("educate_ap", np.int32, (WORKERS + 1,)),  # of the next worker, by the number left
        ("deal_persons", np.int32),
        ("deal_buildings", np.int32),
        ("deal_offers", np.int32),
        ("most_turns", np.int32),
        ("spots", SPOT_DTYPE, (len(SPOTS),)),
        ("tiers", TIER_DTYPE, (len(TIERS),)),
        ("columns", COLUMN_DTYPE, (COLUMNS,)),
        ("benches", BENCH_DTYPE, (len(BENCHES),)),
        ("icons", np.int32, (len(TRACKS), LAST_ICON + 1)),  # whether each space shows an icon
        ("buildings", BUILDING_DTYPE, (len(BUILDINGS),)),
        ("persons", PERSON_DTYPE, (len(PERSONS),)),
    ],
    align=True,
)


def make_rules(numbers: Numbers, options: Mapping[str, str | int]) -> Any:
    """The rules record of an edition's numbers and complete options."""
    rules = np.zeros(1, RULES_DTYPE).view(np.recarray)[0]
    rules.draw_start = options["start_player"] == "random"
    rules.one_column = options["farm_buildings"] == "one_column"
    rules.events_to_end = numbers.events_to_end
    rules.spot_yen = numbers.spot_yen
    rules.yen_ap = numbers.yen_ap
    rules.any_ap = numbers.any_ap
    rules.removal_yen = numbers.removal_yen
    rules.leftovers_per_fame = numbers.leftovers_per_fame
    rules.fame_ap = numbers.fame_purchase.ap
    rules.fame = numbers.fame_purchase.fame
    rules.start_yen = numbers.start.yen
    rules.start_goods[:] = [getattr(numbers.start, name) for name in RESOURCES]
    rules.start_area = numbers.start.area
    rules.deal_persons = numbers.deal.persons
    rules.deal_buildings = numbers.deal.buildings
    rules.deal_offers = numbers.deal.offers
    rules.most_turns = most_turns(numbers)
    for track, name in enumerate(TRACKS):
        rules.icons[track][list(getattr(numbers.tracks, name))] = 1
    _spot_rules(rules, numbers)
    _academy_rules(rules, numbers)
    _column_rules(rules, numbers)
    _tile_rules(rules, numbers, options)
    return rules


def _spot_rules(rules: Any, numbers: Numbers) -> None:
    spots = [getattr(numbers.spots, name.replace("-", "_")) for name in SPOTS]
    for number, spot in enumerate(spots):
        record = rules.spots[number]
        record.kind = KINDS.index(spot.action)
        record.track = TRACKS.index(spot.track)
        worth = [getattr(spot.ap, name) for name in RESOURCES]
        record.high_ap, record.low_ap = sorted(filter(None, worth), reverse=True)
        record.high, record.low = worth.index(record.high_ap), worth.index(record.low_ap)
        record.adjacent[:] = [abs(spot.row - other.row) + abs(spot.col - other.col) == 1 for other in spots]


def _academy_rules(rules: Any, numbers: Numbers) -> None:
    tiers = [getattr(numbers.academy, name) for name in TIERS]
    left = rules.academy = sum(tier.workers for tier in tiers)
    for number, tier in enumerate(tiers):
        record = rules.tiers[number]
        rules.educate_ap[left - tier.workers + 1 : left + 1] = tier.ap
        left -= tier.workers
        record.left = left
        record.yen, record.fame, record.end = tier.now.yen, tier.now.fame, tier.end
        record.goods[:] = [getattr(tier.now, name) for name in RESOURCES]


def _column_rules(rules: Any, numbers: Numbers) -> None:
    for number, name in enumerate(RESOURCES):
        column, record = getattr(numbers.columns, name), rules.columns[number]
        record.spaces = spaces = len(column.ap)
        record.ap[1 : spaces + 1] = column.ap
        record.goods[1 : spaces + 1] = np.cumsum(column.res)
        record.yen[1 : spaces + 1] = np.cumsum(column.yen)
        record.end[1 : spaces + 1] = column.end
    for number, name in enumerate(BENCHES):
        bench, record = getattr(numbers.council, name), rules.benches[number]
        record.spaces = len(bench.ap)
        record.ap[: len(bench.ap)] = bench.ap
        record.high, record.low, record.end = bench.high, bench.low, bench.end


def _tile_rules(rules: Any, numbers: Numbers, options: Mapping[str, str | int]) -> None:
    for number, name in enumerate(BUILDINGS):
        tile, record = getattr(numbers.buildings, name), rules.buildings[number]
        record.price = tile.price
        record.pay_yen, record.pay_any = tile.pay.yen, tile.pay.any
        record.gain_yen, record.gain_fame, record.gain_any = tile.gain.yen, tile.gain.fame, tile.gain.any
        record.gain_goods[:] = [getattr(tile.gain, resource) for resource in RESOURCES]
        record.kind = KINDS.index(tile.action) if tile.action else NONE
        record.columns = sum(1 << RESOURCES.index(column) for column in tile.columns)
    for number, name in enumerate(PERSONS):
        person, record = getattr(numbers.persons, name), rules.persons[number]
        record.price, record.per, record.every = person.price, person.per, person.every
        record.cap = NO_CAP if person.cap is None else person.cap
        record.count = COUNTS.index(person.count)
        names = COUNTS_OF.get(person.count, ())
        record.of = sum(1 << names.index(word) for word in (names if person.of is None else set(person.of)))
    if options["ryan_cap"] == "none":
        rules.persons[RYAN].cap = NO_CAP


def members(tiles: int, names: tuple[str, ...]) -> list[str]:
    """The names in a set of tiles."""
    return [name for number, name in enumerate(names) if int(tiles) >> number & 1]


def most_steps(rules: Any) -> int:
    """A number of steps no game can exceed.

    Every use of a building needs a removal before its next one, and removals happen only at harvests. Every payment
    has at most one part per resource before it is made. Fame is bought with AP that a seat has received before.
    """
    turns = int(rules.most_turns)
    uses = len(BUILDINGS) * (int(rules.events_to_end) + 1)
    actions = SEATS * turns + uses
    piece_ap = max(int(rules.any_ap), *(int(spot.high_ap) for spot in rules.spots))
    raised = MAX_RESOURCE * COLUMNS * piece_ap + MAX_YEN * int(rules.yen_ap)
    taken = (
        SEATS * (int(rules.academy) + sum(int(column.spaces) for column in rules.columns))
        + SEATS * (raised // int(rules.fame_ap))
        + int(rules.deal_persons + rules.deal_buildings)
        + sum(int(bench.spaces) for bench in rules.benches)
    )
    setup = int(rules.deal_persons + rules.deal_buildings + rules.deal_offers) + 1 + 2 * SEATS
    null_moves = actions + 3 * turns + SEATS * turns
    return setup + turns + 2 * uses + taken + null_moves + actions * (COLUMNS + 1)


def broken_laws(state: Any, rules: Any) -> list[str]:
    """Every invariant of the game that a state breaks, in words; empty for a sound state."""
    return (
        _broken_holdings(state, rules)
        + _broken_tiles(state, rules)
        + _broken_course(state, rules)
        + _broken_flow(state)
        + _broken_job(state, rules)
    )


class _Laws(list[str]):
    """Collects the sentences of the laws that do not hold."""

    def check(self, holds: object, sentence: str) -> None:
        if not holds:
            self.append(sentence)


def _broken_holdings(state: Any, rules: Any) -> list[str]:
    """Workers and goods of each seat, the council and the yen on the spots."""
    laws = _Laws()
    sitting = [int(sitter) for row in state.council for sitter in row]
    laws.check(all(0 <= sitter <= SEATS for sitter in sitting), "the council seats somebody unknown")
    for bench, row in zip(rules.benches, state.council, strict=True):
        laws.check(not any(row[int(bench.spaces) :]), "a worker sits on a council space that does not exist")
    for number, seat in enumerate(state.seats):
        who = f"seat {number}"
        workers = (
            int(seat.academy)
            + int(seat.area)
            + sum(int(level) > 0 for level in seat.levels)
            + int(seat.occupied).bit_count()
            + sitting.count(1 + number)
        )
        laws.check(workers == WORKERS, f"{who} has {workers} workers instead of {WORKERS}")
        laws.check(0 <= seat.academy <= rules.academy, f"{who} has {seat.academy} workers in the academy")
        laws.check(seat.area >= 0, f"{who} has {seat.area} free workers")
        laws.check(seat.fame >= 0, f"{who} has {seat.fame} fame")
        laws.check(0 <= seat.yen <= MAX_YEN, f"{who} has {seat.yen} yen")
        for name, tokens in zip(RESOURCES, seat.goods, strict=True):
            laws.check(0 <= tokens <= MAX_RESOURCE, f"{who} has {tokens} {name}")
        for name, level, column in zip(RESOURCES, seat.levels, rules.columns, strict=True):
            laws.check(0 <= level <= column.spaces, f"{who} stands on space {level} of the {name} column")
    moves = int(sum(state.tracks))
    laid = int(rules.spot_yen) * (len(SPOTS) + 2 * moves)
    laws.check(0 <= int(sum(state.spots)) <= laid, f"{int(sum(state.spots))} yen lie on the spots")
    laws.check(all(yen >= 0 for yen in state.spots), "a spot holds less than nothing")
    laws.check(state.pawn == NONE or state.spots[state.pawn] == 0, "yen lie on the pawn's own spot")
    return laws


def _broken_tiles(state: Any, rules: Any) -> list[str]:
    """Each tile is in one place, and none is lost."""
    laws = _Laws()
    for what, places in (
        ("person", [state.persons, *(seat.persons for seat in state.seats)]),
        ("building", [state.buildings, state.offer, *(seat.buildings for seat in state.seats)]),
    ):
        together, total = 0, 0
        for place in places:
            together |= int(place)
            total += int(place).bit_count()
        laws.check(together.bit_count() == total, f"a {what} is in two places")
        if state.turn > 0:
            dealt = int(rules.deal_persons) if what == "person" else int(rules.deal_buildings) + SEATS
            laws.check(total == dealt, f"there are {total} {what} tiles instead of {dealt}")
    for number, seat in enumerate(state.seats):
        laws.check(
            not int(seat.occupied) & ~int(seat.buildings), f"seat {number} occupies what it does not own"
        )
    laws.check(state.turn == 0 or state.offer == 0, "buildings are still on offer after the set-up")
    return laws


def _broken_course(state: Any, rules: Any) -> list[str]:
    """Turn number, markers and events agree with each other."""
    laws = _Laws()
    before_move = state.phase == Phase.MOVE or (
        state.phase in (Phase.TILE_ACT, Phase.TILE_PAY) and state.job.back == Phase.MOVE
    )
    moves = int(sum(state.tracks))
    laws.check(state.turn == 0 or state.turn == moves + before_move, f"{moves} moves in turn {state.turn}")
    passed = sum(int(rules.icons[t][: int(steps) + 1].sum()) for t, steps in enumerate(state.tracks))
    laws.check(
        passed == state.events + (state.pending != NONE), f"{state.events} events at {passed} icons passed"
    )
    if state.pending != NONE:
        laws.check(
            rules.icons[state.pending][state.tracks[state.pending]], "an event is due without an icon reached"
        )
    laws.check((state.turn == 0) == (state.active == NONE), "the active seat is wrong for the turn")
    laws.check((moves == 0) == (state.pawn == NONE), "the pawn is not where the markers say")
    laws.check(
        state.phase == Phase.OVER or state.events <= rules.events_to_end, "the game goes on after its end"
    )
    laws.check(state.phase != Phase.OVER or state.events == rules.events_to_end, "the game ended too early")
    return laws


def _broken_flow(state: Any) -> list[str]:
    """Whose step it is."""
    laws = _Laws()
    phase, mover, active = int(state.phase), int(state.mover), int(state.active)
    if phase == Phase.OVER:
        laws.check(mover == OVER, "the game is over, yet somebody is to move")
    elif phase <= Phase.DRAW_START:
        laws.check(mover == CHANCE, "chance is to move, yet somebody else is awaited")
    elif phase in (Phase.OPP_ACT, Phase.OPP_PAY):
        laws.check(mover == 1 - active, "the other seat is to act, yet it is not awaited")
    elif phase in (Phase.BUY, Phase.SETTLE, Phase.FREE_FIRST, Phase.FREE_MORE):
        laws.check(mover in (0, 1), "a seat is to decide, yet none is awaited")
    else:
        laws.check(mover == active, "the active seat is to decide, yet it is not awaited")
    laws.check((state.turn == 0) == (phase <= Phase.SETTLE), "the turn number is wrong for the phase")
    laws.check((state.start == NONE) == (phase <= Phase.DRAW_START), "the start seat is wrong for the phase")
    if state.pending != NONE:
        laws.check(Phase.ACT <= phase <= Phase.GAP_EVENT, "an event is due outside its turn")
    return laws


def _broken_job(state: Any, rules: Any) -> list[str]:
    """What is kept about an action under way."""
    laws = _Laws()
    job, phase = state.job, int(state.phase)
    if not Phase.ACT <= phase <= Phase.TILE_PAY:
        empty = (NONE, NONE, NONE, 0, 0, NONE, 0, 0, 0, 0, 0, 0)
        kept = (
            job.kind,
            job.building,
            job.back,
            job.taken,
            job.cost,
            job.column,
            job.tiers,
            job.fixed,
            *job.parts,
        )
        laws.check(kept == empty, "a finished action is remembered")
        return laws
    by_tile = phase in (Phase.TILE_ACT, Phase.TILE_PAY)
    paying = phase >= Phase.PAY
    laws.check((job.building != NONE) == by_tile, "the action's source is wrong for the phase")
    laws.check((job.back != NONE) == by_tile, "the phase to return to is wrong")
    kind = rules.buildings[job.building].kind if by_tile else rules.spots[state.pawn].kind
    laws.check(job.kind == kind, "the wrong action is under way")
    laws.check(job.cost > 0 or not paying, "nothing is owed, yet a payment is awaited")
    laws.check(job.taken > 0 or not (job.cost or job.tiers), "AP are owed for nothing")
    laws.check(job.fixed == 0 or paying, "a part of a payment is fixed before it is due")
    laws.check(not any(job.parts[int(job.fixed) :]), "a part of a payment is fixed out of order")
    seat = state.seats[state.mover]
    if by_tile:
        limit = int(sum(seat.goods)) * int(rules.any_ap) + int(seat.yen) * int(rules.yen_ap)
    else:
        place = rules.spots[state.pawn]
        limit = (
            int(seat.goods[place.high]) * int(place.high_ap)
            + int(seat.goods[place.low]) * int(place.low_ap)
            + int(seat.yen) * int(rules.yen_ap)
        )
    laws.check(0 <= job.cost <= limit, f"{job.cost} AP are owed, {limit} can be raised")
    return laws
