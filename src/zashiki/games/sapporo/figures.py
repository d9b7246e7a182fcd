"""The numbers behind the words and the view: what can be raised and paid, what a place offers, what a step did.

For people only. Whatever the rules decide is asked of their kernels; here it is put together and explained.
`wording.py` turns it into sentences, `view.py` into data for the page.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from zashiki.games.sapporo import rules
from zashiki.games.sapporo.moves import (
    DONE,
    EDUCATE,
    PAY,
    PAY_ANY,
    PAY_PART,
    PIECE_WORDS,
    USE,
    USE_WITH,
    YEN_WORDS,
)
from zashiki.games.sapporo.state import (
    BENCHES,
    BUILDINGS,
    COLUMNS,
    NONE,
    PERSONS,
    RULES_DTYPE,
    SEATS,
    SPOTS,
    STATE_DTYPE,
    Kind,
    Phase,
    Track,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

YEN = COLUMNS
"""In lists of pieces, the number that stands for yen; lower ones are resources."""


class Look(Protocol):
    """What can be looked at: a position, or a moment inside a step."""

    @property
    def state(self) -> Any: ...

    @property
    def key(self) -> bytes: ...

    rules: Any


# Attributes of NumPy records are slow to read from Python, so records are read once, as a whole.


def _plain(value: Any) -> Any:
    if value.dtype.names is None:
        return value.tolist()
    if value.shape:
        return [_plain(item) for item in value]
    return SimpleNamespace(**{name: _plain(value[name]) for name in value.dtype.names})


@functools.lru_cache(maxsize=64)
def _numbers(record: bytes) -> SimpleNamespace:
    return _plain(np.frombuffer(record, RULES_DTYPE)[0])


@functools.lru_cache(maxsize=256)
def _state(record: bytes) -> SimpleNamespace:
    return _plain(np.frombuffer(record, STATE_DTYPE)[0])


def numbers_of(look: Look) -> SimpleNamespace:
    """The rules record as plain integers and lists, by the names of its fields; to be read only."""
    return _numbers(look.rules.tobytes())


def state_of(look: Look) -> SimpleNamespace:
    """The state record as plain integers and lists, by the names of its fields; to be read only."""
    return _state(look.key)


def tiles(members: int, count: int) -> list[int]:
    """The numbers in a set of tiles."""
    return [number for number in range(count) if members >> number & 1]


def owner_of_person(look: Look, person: int) -> int:
    """The seat that owns a person tile, or NONE."""
    owners = [n for n, seat in enumerate(state_of(look).seats) if seat.persons >> person & 1]
    return owners[0] if owners else NONE


def owner_of_building(look: Look, building: int) -> int:
    """The seat that owns a building tile, or NONE."""
    owners = [n for n, seat in enumerate(state_of(look).seats) if seat.buildings >> building & 1]
    return owners[0] if owners else NONE


# ---- action points


@dataclass(frozen=True)
class Piece:
    """A kind of piece that pays somewhere.

    Attributes:
        kind: a resource, or YEN.
        held: how many a seat has.
        ap: what one is worth there.
    """

    kind: int
    held: int
    ap: int


def pieces(look: Look, number: int, spot: int) -> list[Piece]:
    """What a seat can pay with at a spot, or with NONE for the action of a building, in the order of payments."""
    seat, numbers = state_of(look).seats[number], numbers_of(look)
    if spot == NONE:
        kinds = [Piece(k, seat.goods[k], numbers.any_ap) for k in range(COLUMNS)]
    else:
        place = numbers.spots[spot]
        kinds = [
            Piece(place.high, seat.goods[place.high], place.high_ap),
            Piece(place.low, seat.goods[place.low], place.low_ap),
        ]
    return [*kinds, Piece(YEN, seat.yen, numbers.yen_ap)]


def raisable(look: Look, number: int, spot: int) -> int:
    """The AP a seat could pay in all at a spot, or with NONE for the action of a building."""
    return int(rules.raisable(look.rules, look.state.seats[number], np.int64(spot)))


def place_of_job(look: Look) -> int:
    """The spot at which the action under way is paid, or NONE for the action of a building."""
    state = state_of(look)
    return state.pawn if state.job.building == NONE else NONE


def spare(look: Look) -> int:
    """The AP the performing seat could still spend in the action under way."""
    state = state_of(look)
    return raisable(look, state.mover, place_of_job(look)) - state.job.cost


# ---- payments


@dataclass(frozen=True)
class Payment:
    """A legal payment.

    Attributes:
        action: its id.
        parts: (kind, number) of each kind of piece used, in the order of the move; YEN comes last.
        total: AP it is worth.
        lost: AP beyond the cost.
    """

    action: int
    parts: tuple[tuple[int, int], ...]
    total: int
    lost: int

    @property
    def size(self) -> int:
        """Number of pieces."""
        return sum(number for _, number in self.parts)

    @property
    def yen(self) -> int:
        """Number of yen."""
        return sum(number for kind, number in self.parts if kind == YEN)


def parts_of(look: Look, action: int) -> list[tuple[Piece, int]]:
    """The numbers a `pay` or `pay-any` names, each with the piece it counts, as the seat to move would pay them."""
    state = state_of(look)
    rest = action - (PAY_ANY if action >= PAY_ANY else PAY)
    rest, yen = divmod(rest, YEN_WORDS)
    found = [yen]
    for _ in range(COLUMNS if action >= PAY_ANY else 2):
        rest, tokens = divmod(rest, PIECE_WORDS)
        found.append(tokens)
    spot = NONE if action >= PAY_ANY else state.pawn
    return list(zip(pieces(look, state.mover, spot), reversed(found), strict=True))


def payment(look: Look, action: int) -> Payment:
    """A payment by its id."""
    parts = parts_of(look, action)
    total = sum(piece.ap * number for piece, number in parts)
    used = tuple((piece.kind, number) for piece, number in parts if number)
    return Payment(action, used, total, total - state_of(look).job.cost)


def payments(position: Position) -> list[Payment]:
    """The legal payments, best first: least lost, then fewest pieces, then most yen kept."""
    found = [payment(position, move.id) for move in position.legal_moves if move.id >= PAY]
    return sorted(found, key=lambda p: (p.lost, p.size, p.yen))


def part_resource(look: Look) -> int:
    """The resource whose number is fixed next in a wide payment."""
    return int(rules.part_resource(look.state, look.rules))


# ---- the tracks


def icons_passed(look: Look, track: int) -> int:
    """How often the event of a track has happened or become due."""
    steps = state_of(look).tracks[track]
    return sum(numbers_of(look).icons[track][: steps + 1])


def steps_to_event(look: Look, track: int) -> int:
    """Steps of a marker to its next icon; 0 if it stands on its last one, as it can at the end of a game."""
    steps = int(state_of(look).tracks[track])
    ahead = [space for space, icon in enumerate(numbers_of(look).icons[track]) if icon and space > steps]
    return ahead[0] - steps if ahead else 0


def event_history(position: Position) -> list[int]:
    """The events so far, in order, each as its Track; one that is due counts.

    The order is read from the steps played; where these do not tell, harvests come first.
    """
    numbers, at, found = numbers_of(position), [0] * len(Track), []
    for step in position.steps:
        verb, *words = step.move.text.split(" ")
        if verb == "move":
            track = numbers.spots[SPOTS.index(words[0])].track
            at[track] += 1
            if numbers.icons[track][at[track]]:
                found.append(track)
    counted = [icons_passed(position, track) for track in range(len(Track))]
    if [found.count(track) for track in range(len(Track))] != counted:
        found = [track for track in range(len(Track)) for _ in range(counted[track])]
    return found


def turns_left(look: Look) -> tuple[int, int]:
    """The fewest and the most turns until the end of the game, a turn under way counting as one."""
    state, numbers = state_of(look), numbers_of(look)
    if state.phase == Phase.OVER:
        return 0, 0
    missing = numbers.events_to_end - state.events
    under_way = 0 if state.phase <= Phase.MOVE or _before_move(state) else 1
    if state.pending != NONE:
        missing -= 1
    if missing <= 0:
        return under_way, under_way
    ahead = [
        [at - state.tracks[t] for at, icon in enumerate(numbers.icons[t]) if icon and at > state.tracks[t]]
        for t in range(len(Track))
    ]
    fewest = min(
        (ahead[0][h - 1] if h else 0) + (ahead[1][missing - h - 1] if missing - h else 0)
        for h in range(missing + 1)
        if len(ahead[0]) >= h and len(ahead[1]) >= missing - h
    )
    most = max(
        ahead[0][h] - 1 + ahead[1][missing - 1 - h] - 1 + 1
        for h in range(missing)
        if len(ahead[0]) > h and len(ahead[1]) > missing - 1 - h
    )
    return under_way + fewest, under_way + most


def _before_move(state: SimpleNamespace) -> bool:
    return state.phase in (Phase.TILE_ACT, Phase.TILE_PAY) and state.job.back == Phase.MOVE


def is_last_turn(look: Look) -> bool:
    """Whether the last event has happened or is due in this turn."""
    state = state_of(look)
    return state.events + (state.pending != NONE) >= numbers_of(look).events_to_end


# ---- harvest, council, persons


def harvest_of(look: Look, number: int) -> tuple[list[int], int]:
    """What the columns of a seat would yield at a harvest now: tokens of each resource, and yen."""
    seat, numbers = state_of(look).seats[number], numbers_of(look)
    tokens = [numbers.columns[k].goods[seat.levels[k]] for k in range(COLUMNS)]
    return tokens, sum(numbers.columns[k].yen[seat.levels[k]] for k in range(COLUMNS))


@dataclass(frozen=True)
class Standing:
    """How a column of the council stands.

    Attributes:
        workers: number of workers of each seat.
        fame: what each seat would gain in a settlement.
        leader: the seat that gains the higher fame; NONE if nobody sits there.
        by_height: whether the numbers are equal and the topmost worker decides.
    """

    workers: tuple[int, int]
    fame: tuple[int, int]
    leader: int
    by_height: bool


def council_standing(look: Look, bench: int) -> Standing:
    """How a column of the council stands now."""
    row = state_of(look).council[bench]
    own, other = row.count(1), row.count(2)
    fame = [
        int(rules.settlement_fame(look.state, look.rules, np.int64(bench), np.int64(number)))
        for number in range(SEATS)
    ]
    sitting = [sitter - 1 for sitter in row if sitter]
    if own == other:
        leader = sitting[-1] if sitting else NONE
    else:
        leader = 0 if own > other else 1
    return Standing((own, other), (fame[0], fame[1]), leader, own == other > 0)


def fame_after_appointment(look: Look, number: int, bench: int, space: int) -> list[int]:
    """What a settlement would give each seat in a column once a seat had a worker on a space."""
    then = Moment(look, look.key)
    then.state.council[bench, space] = 1 + number
    return list(council_standing(then, bench).fame)


def person_points(look: Look, number: int, person: int) -> int:
    """The points a person gives a seat as things stand, if it owns or owned the tile."""
    return int(rules.person_points(look.state, look.rules, np.int64(number), np.int64(person)))


# ---- what a step did


class Moment:
    """The state between two things that happen in one step."""

    def __init__(self, look: Look, key: bytes) -> None:
        self.rules = look.rules
        self._buffer = np.frombuffer(bytearray(key), STATE_DTYPE).view(np.recarray)

    @property
    def state(self) -> Any:
        """The state record."""
        return self._buffer[0]

    @property
    def key(self) -> bytes:
        """The state as bytes."""
        return self._buffer.tobytes()


def moments(before: Look, action: int) -> Iterator[tuple[Look, Look]]:
    """What one step goes through: pairs of states, first around the move itself, then around each silent step."""
    last: Look = before
    now = Moment(before, before.key)
    rules.play_move(now.state, now.rules, np.int64(action))
    while True:
        yield last, now
        last, now = now, Moment(now, now.key)
        if not rules.pass_over(now.state, now.rules):
            return


def taken(position: Position) -> list[int]:
    """The actions by which the things of the action under way were taken, in order; fewer if the steps do not tell."""
    wanted = state_of(position).job.taken
    found: list[int] = []
    for step in reversed(position.steps):
        action = step.move.id
        if len(found) == wanted:
            break
        if EDUCATE <= action < USE:
            found.append(action)
        elif action != DONE and not PAY_PART <= action < PAY:
            break
    return found[::-1]


# ---- what a place offers


@dataclass(frozen=True)
class Offer:
    """What a seat could take at a spot.

    Attributes:
        ap: the AP it could raise there.
        kind: the action.
        costs: of educate and pioneer: the sums of AP of the next things, cheapest first, as far as they can be paid;
            of invest and appoint: the prices that can be paid, ascending.
        cheapest: AP of the cheapest thing, whether it can be paid or not; 0 if there is none.
        dearest: of invest: the dearest tile that can be paid, as an index (persons, then buildings); of appoint: the
            bench and space as bench * 100 + space; NONE if there is none.
        needs_worker: a free worker is missing.
    """

    ap: int
    kind: int
    costs: tuple[int, ...]
    cheapest: int
    dearest: int
    needs_worker: bool


def offer(look: Look, number: int, spot: int, extra_yen: int = 0) -> Offer:
    """What a seat could take at a spot as things stand, with some more yen."""
    numbers = numbers_of(look)
    kind = numbers.spots[spot].kind
    ap = raisable(look, number, spot) + extra_yen * numbers.yen_ap
    if kind in (Kind.EDUCATE, Kind.PIONEER):
        steps = _education(look, number) if kind == Kind.EDUCATE else _pioneering(look, number)
        sums = [sum(steps[: n + 1]) for n in range(len(steps))]
        lacking = kind == Kind.PIONEER and not steps
        return Offer(ap, kind, tuple(s for s in sums if s <= ap), steps[0] if steps else 0, NONE, lacking)
    prices = _tile_prices(look) if kind == Kind.INVEST else _space_prices(look)
    lacking = kind == Kind.APPOINT and state_of(look).seats[number].area == 0
    paid = sorted((price, -place) for place, price in prices.items() if price <= ap and not lacking)
    cheapest = min(prices.values(), default=0)
    return Offer(ap, kind, tuple(p for p, _ in paid), cheapest, -paid[-1][1] if paid else NONE, lacking)


def _education(look: Look, number: int) -> list[int]:
    """AP of the next things at the academy: the workers left, then fame three times."""
    numbers, left = numbers_of(look), state_of(look).seats[number].academy
    return [numbers.educate_ap[n] for n in range(left, 0, -1)] + [numbers.fame_ap] * 3


def _pioneering(look: Look, number: int) -> list[int]:
    """AP of the steps that can be made one after the other, always the cheapest next."""
    numbers, seat = numbers_of(look), state_of(look).seats[number]
    levels, area, steps = list(seat.levels), seat.area, []
    while True:
        open_columns = [
            (numbers.columns[k].ap[levels[k] + 1], k)
            for k in range(COLUMNS)
            if levels[k] < numbers.columns[k].spaces and (levels[k] or area)
        ]
        if not open_columns:
            return steps
        ap, column = min(open_columns)
        area -= levels[column] == 0
        levels[column] += 1
        steps.append(ap)


def _tile_prices(look: Look) -> dict[int, int]:
    state, numbers = state_of(look), numbers_of(look)
    prices = {p: numbers.persons[p].price for p in tiles(state.persons, len(PERSONS))}
    for building in tiles(state.buildings, len(BUILDINGS)):
        prices[len(PERSONS) + building] = numbers.buildings[building].price
    return prices


def _space_prices(look: Look) -> dict[int, int]:
    state, numbers = state_of(look), numbers_of(look)
    return {
        bench * 100 + space: numbers.benches[bench].ap[space]
        for bench in range(len(BENCHES))
        for space in range(numbers.benches[bench].spaces)
        if state.council[bench][space] == 0
    }


# ---- buildings


def wants_resource(look: Look, building: int) -> bool:
    """Whether a use of a building names a resource."""
    tile = numbers_of(look).buildings[building]
    return tile.pay_any > 0 or tile.gain_any > 0


def used_building(action: int) -> tuple[int, int]:
    """The building a `use` puts a worker on, and the resource it names (NONE)."""
    if action < USE_WITH:
        return action - USE, NONE
    return (action - USE_WITH) // COLUMNS, (action - USE_WITH) % COLUMNS


def use_effect(
    look: Look, building: int, resource: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int]:
    """What a use of a building takes, what it gives, each as (kind, number), and the fame it gives."""
    tile = numbers_of(look).buildings[building]
    pays = [(resource, tile.pay_any)] if tile.pay_any else []
    if tile.pay_yen:
        pays.append((YEN, tile.pay_yen))
    gains = [(k, n) for k, n in enumerate(tile.gain_goods) if n]
    if tile.gain_any:
        gains.append((resource, tile.gain_any))
    if tile.gain_yen:
        gains.append((YEN, tile.gain_yen))
    return pays, gains, tile.gain_fame


def returns_free(look: Look, number: int) -> int:
    """How many workers would come back free of charge at a harvest: one, if any stands on a building."""
    return 1 if state_of(look).seats[number].occupied else 0
