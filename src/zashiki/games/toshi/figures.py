"""The numbers behind the words and the view: what a square brings and why, expected income, what may be built why not.

Plain Python over the state record, for people only. It explains what the kernels of `rules.py` decide; tests hold
the two together. `wording.py` turns the explanations into sentences, `view.py` into data for the page.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np

from zashiki.games.toshi.state import (
    APART,
    AREA,
    NEIGHBOURS,
    NONE,
    OFF_BOARD,
    REGULAR,
    RULES_DTYPE,
    SEAT_DTYPE,
    SIDE,
    STATE_DTYPE,
    TYPES,
    Building,
    Kind,
    Phase,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

FARMS = (Building.NOKA, Building.SILKWORM_FARM)
"""The buildings that earn when an empty square in line with them is rolled."""

NEIGHBOUR_SETS: list[int] = NEIGHBOURS.tolist()
APART_SETS: list[int] = APART.tolist()


# Attributes of NumPy records are slow to read from Python, so records are read once, as a whole.


def _plain(record: np.void, dtype: np.dtype) -> SimpleNamespace:
    return SimpleNamespace(**{name: record[name].tolist() for name in dtype.names or ()})


@functools.lru_cache(maxsize=64)
def _numbers(record: bytes) -> SimpleNamespace:
    return _plain(np.frombuffer(record, RULES_DTYPE)[0], RULES_DTYPE)


@functools.lru_cache(maxsize=256)
def _state(record: bytes) -> SimpleNamespace:
    made = np.frombuffer(record, STATE_DTYPE)[0]
    state = _plain(made, STATE_DTYPE)
    state.seats = [_plain(seat, SEAT_DTYPE) for seat in made["seats"]]
    return state


def numbers_of(position: Position) -> SimpleNamespace:
    """The rules record as plain integers and lists, by the names of its fields; to be read only."""
    return _numbers(position.rules.tobytes())


def state_of(position: Position) -> SimpleNamespace:
    """The state record as plain integers and lists, by the names of its fields; to be read only."""
    return _state(position.key)


@dataclass(frozen=True)
class City:
    """One seat's board and purse, as plain Python.

    Attributes:
        rules: see `numbers_of`.
        tiles: for each square its Building, or NONE.
        koku: the purse.
        special: the special owned, or NONE.
        counts: number of squares of each type.
    """

    rules: SimpleNamespace
    tiles: tuple[int, ...]
    koku: int
    special: int
    counts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        counts = [0] * TYPES
        for tile in self.tiles:
            if tile != NONE:
                counts[tile] += 1
        object.__setattr__(self, "counts", tuple(counts))

    @property
    def houses(self) -> int:
        """Nagaya and Machiya tiles; a Machiya is one house, whatever it covers."""
        return self.counts[Building.NAGAYA] - (-self.counts[Building.MACHIYA] // self.rules.machiya_squares)

    @property
    def empty(self) -> list[int]:
        """The empty squares, in listing order."""
        return [square for square, tile in enumerate(self.tiles) if tile == NONE]

    @property
    def empty_price(self) -> int:
        """What each empty square costs at the end."""
        castle = self.special == Building.SHIRO
        return self.rules.shiro_empty_square if castle else self.rules.empty_square

    @property
    def kabuki_bonus(self) -> int:
        """What the Kabuki adds at the end."""
        return self.rules.kabuki_score_per_house * self.houses if self.special == Building.KABUKI else 0

    def price(self, building: int) -> int:
        """What a type costs this seat; negative is money received."""
        reduced = self.special == Building.MAGISTRATE
        return self.rules.reduced_price[building] if reduced else self.rules.price[building]

    def with_tile(self, square: int, building: int) -> City:
        """The same city with one more tile, nothing paid."""
        tiles = list(self.tiles)
        tiles[square] = int(building)
        return replace(self, tiles=tuple(tiles))


def city_of(position: Position, seat: int) -> City:
    """The city of a seat as it is now."""
    record = state_of(position).seats[seat]
    return City(numbers_of(position), tuple(record.tiles), record.koku, record.special)


def cities_of(position: Position) -> list[City]:
    """The cities of all seats."""
    return [city_of(position, seat) for seat in range(position.players)]


def line_of(square: int) -> list[int]:
    """The other squares in the row and in the column of a square, in listing order."""
    row, column = divmod(square, SIDE)
    return [s for s in range(AREA) if (s // SIDE == row) != (s % SIDE == column)]


# -- income


@dataclass(frozen=True)
class Effect:
    """What a roll of a square does to one seat, and why.

    Attributes:
        tile: the Building on the square, or NONE.
        delta: change of Koku.
        extra: extra builds.
        count, each: for tiles that earn per something: how many there are, and Koku for each.
        due: for tiles that cost: what should be paid (delta says what is).
        noka, farm: empty square: how many of each are in line.
        farm_koku: the part of delta that comes from the farm.
        helped: whether a special of the seat raises what each one brings.
    """

    tile: int
    delta: int = 0
    extra: int = 0
    count: int = 0
    each: int = 0
    due: int = 0
    noka: int = 0
    farm: int = 0
    farm_koku: int = 0
    helped: bool = False


def effect(city: City, square: int) -> Effect:
    """What a roll of a square does to a city as it lies (specification 5.3 and 5.5)."""
    rules, tile = city.rules, city.tiles[square]
    if tile == NONE:
        around = [city.tiles[s] for s in line_of(square)]
        noka, farm = around.count(Building.NOKA), around.count(Building.SILKWORM_FARM)
        silk = rules.farm_in_line * farm
        return Effect(NONE, delta=rules.noka_in_line * noka + silk, noka=noka, farm=farm, farm_koku=silk)
    return tile_effect(city, tile)


def tile_effect(city: City, tile: int) -> Effect:
    """What a roll of a square with a certain tile does to a city."""
    rules = city.rules
    extra = rules.extra_builds[tile]
    if tile in (Building.NAGAYA, Building.MACHIYA):
        each = rules.nagaya_per_mise if tile == Building.NAGAYA else rules.machiya_per_mise
        helped = city.special == Building.HONJIN
        if helped:
            each = rules.honjin_per_mise
        return _earning(tile, city.counts[Building.MISE], each, extra, helped)
    if tile == Building.KOBA:
        helped = city.special == Building.GAKUMONJO
        each = rules.gakumonjo_per_house if helped else rules.koba_per_house
        return _earning(tile, city.houses, each, extra, helped)
    if tile == Building.BELL_TOWER:
        return _earning(tile, city.counts[Building.TEIEN], rules.tower_per_teien, extra)
    if tile == Building.KABUKI:
        return _earning(tile, city.houses, rules.kabuki_per_house, extra)
    if tile == Building.SHIRO:
        return Effect(tile, delta=rules.shiro_income, extra=extra)
    if tile == Building.KURA:
        return _paying(city, tile, rules.kura_interest, False, extra)
    if tile == Building.MISE:
        return _paying(city, tile, rules.mise_upkeep, False, extra)
    if tile == Building.EXCHANGE_OFFICE:
        return _paying(city, tile, rules.exchange_interest, rules.partial, extra)
    if tile == Building.HONJIN:
        mise = city.counts[Building.MISE]
        paid = _paying(city, tile, rules.honjin_upkeep_per_mise * mise, rules.partial, extra)
        return replace(paid, count=mise, each=rules.honjin_upkeep_per_mise)
    return Effect(tile, extra=extra)


def _earning(tile: int, count: int, each: int, extra: int, helped: bool = False) -> Effect:
    return Effect(tile, delta=count * each, extra=extra, count=count, each=each, helped=helped)


def _paying(city: City, tile: int, due: int, partial: int, extra: int) -> Effect:
    paid = due if city.koku >= due else city.koku if partial else 0
    return Effect(tile, delta=-paid, extra=extra, due=due)


def line_income(city: City) -> list[int]:
    """For every square what it brings while it is empty, whether it is or not."""
    rows, columns = [0] * SIDE, [0] * SIDE
    for square, tile in enumerate(city.tiles):
        if tile in FARMS:
            each = city.rules.noka_in_line if tile == Building.NOKA else city.rules.farm_in_line
            rows[square // SIDE] += each
            columns[square % SIDE] += each
    return [rows[square // SIDE] + columns[square % SIDE] for square in range(AREA)]


def expected(city: City) -> int:
    """The sum of the income over the 36 squares, all taken with the present purse."""
    lines = line_income(city)
    total = sum(lines[square] for square in city.empty)
    return total + sum(n * tile_effect(city, tile).delta for tile, n in enumerate(city.counts) if n)


def extra_squares(city: City) -> int:
    """Number of squares whose roll gives extra builds."""
    return sum(n for tile, n in enumerate(city.counts) if city.rules.extra_builds[tile])


# -- what may be built, and what is in the way


@dataclass(frozen=True)
class Obstacle:
    """Why a type cannot be chosen.

    Attributes:
        kind: `off` specials are not played · `out` not offered in this solo game · `sold` bought by seat ·
            `owned` bought by the seat itself · `owner` the seat owns another special · `none` none left in the supply · `banned` through a seat · `cost` needs more Koku
            than have · `teien` the limit of the turn · `full` no empty square · `second`, `towers` no room.
        seat: the seat it is through, where there is one.
        need, have: Koku.
    """

    kind: str
    seat: int = NONE
    need: int = 0
    have: int = 0


def owner_of(position: Position, special: int) -> int:
    """The seat that bought a special, or NONE."""
    for seat in range(position.players):
        if state_of(position).seats[seat].special == special:
            return seat
    return NONE


def banned_by(position: Position, seat: int, building: int, kind: int) -> int:
    """The first seat whose builds of this turn forbid a type to a seat, or NONE (specification 5.4)."""
    rules, state = numbers_of(position), state_of(position)
    if (kind == Kind.EXTRA and not rules.ban_extra) or state.active == NONE:
        return NONE
    for other in seat_order(position):
        binds = rules.ban_by_all or other == state.active
        if other != seat and binds and state.seats[other].built & rules.category[building]:
            return other
    return NONE


def bans(position: Position) -> list[tuple[int, int]]:
    """What has been built in this turn that other seats may not build now: (type, seat), in seat order."""
    rules, state = numbers_of(position), state_of(position)
    if position.players == 1 or state.active == NONE:
        return []
    found = []
    for seat in seat_order(position):
        if not rules.ban_by_all and seat != state.active:
            continue
        built, special = state.seats[seat].built, state.seats[seat].special
        for building in Building:
            if built & rules.category[building] and (building < REGULAR or building == special):
                found.append((int(building), seat))
    return found


def seat_order(position: Position) -> list[int]:
    """The seats in the order of the turn; of the seat numbers while no turn is in progress."""
    first = max(state_of(position).active, 0)
    return [(first + step) % position.players for step in range(position.players)]


def unavailable(position: Position, seat: int | None, building: int) -> Obstacle | None:
    """What keeps a type from a seat for longer than this turn, or None; for a spectator: from everybody."""
    state, rules = state_of(position), numbers_of(position)
    if building < REGULAR:
        return None if state.supply[building] > 0 else Obstacle("none")
    owner = owner_of(position, building)
    if owner != NONE:
        return Obstacle("owned" if owner == seat else "sold", owner)
    if not state.table >> (building - REGULAR) & 1:
        return Obstacle("out" if rules.offers else "off")
    if seat is not None and state.seats[seat].special != NONE:
        return Obstacle("owner", seat)
    return None


def obstacle(position: Position, seat: int, building: int, kind: int) -> Obstacle | None:
    """The first thing in the way of choosing a type for a build, or None if it may be chosen.

    Args:
        position: a position in a turn, the square of which is rolled.
        seat: the seat that would build.
        building: the type.
        kind: a normal or an extra build.
    """
    found = unavailable(position, seat, building)
    if found:
        return found
    city, rules = city_of(position, seat), numbers_of(position)
    through = banned_by(position, seat, building, kind)
    if through != NONE:
        return Obstacle("banned", through)
    if city.koku < city.price(building):
        return Obstacle("cost", need=city.price(building), have=city.koku)
    if building == Building.TEIEN and state_of(position).seats[seat].teien_placed >= rules.teien_per_turn:
        return Obstacle("teien", need=rules.teien_per_turn)
    if building in OFF_BOARD:
        return None
    squares = [state_of(position).rolled] if kind == Kind.BUILD else city.empty
    if not any(is_valid_first(city, building, square) for square in squares):
        if not any(city.tiles[square] == NONE for square in squares):
            return Obstacle("full")
        return Obstacle("towers" if building == Building.BELL_TOWER else "second")
    return None


def squares_of(building: int, rules: SimpleNamespace) -> int:
    """How many squares one purchase of a type fills (a Teien: at least)."""
    if building in OFF_BOARD:
        return 0
    if building == Building.BELL_TOWER:
        return rules.towers
    return rules.machiya_squares if building == Building.MACHIYA else 1


def is_valid_first(city: City, building: int, square: int) -> bool:
    """Whether a type can be completed on a city that begins on a square."""
    return city.tiles[square] == NONE and next(completions(city, building, (square,)), None) is not None


def completions(city: City, building: int, placed: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All sets of squares that complete a building of several squares, given those placed (Teien: nothing more).

    Args:
        city: the board; whether it holds the placed tiles already does not matter.
        building: the type.
        placed: squares taken so far, in any order; () for all places there are.
    """
    wanted = squares_of(building, city.rules) - len(placed)
    if building == Building.BELL_TOWER:
        allowed = APART_SETS
    else:
        allowed = NEIGHBOUR_SETS
    free = sum(1 << square for square in city.empty)
    for square in placed:
        free = free & allowed[square]
    yield from _choose(tuple(placed), free, wanted, allowed)


def _choose(placed: tuple[int, ...], free: int, wanted: int, allowed: list[int]) -> Iterator[tuple[int, ...]]:
    """Add `wanted` (at most three) squares of a set, each allowed by all before it, in ascending order."""
    if wanted <= 0:
        yield placed
        return
    while free:
        square = (free & -free).bit_length() - 1
        free &= free - 1
        yield from _choose((*placed, square), free & allowed[square], wanted - 1, allowed)


def squares_in(squares: int) -> list[int]:
    """The squares of a set, in listing order."""
    return [square for square in range(AREA) if squares >> square & 1]


# -- the run of a turn


@dataclass(frozen=True)
class Slot:
    """A point of the turn at which a seat may have to decide: `extra`, `build`, `umaya`, `remove`."""

    kind: str
    seat: int


def slots(position: Position) -> list[Slot]:
    """All points of a turn in their order (specification 5.2), whether a decision arises there or not."""
    order = seat_order(position)
    found = [Slot("extra", seat) for seat in order]
    for seat in order:
        found += [Slot("build", seat), Slot("umaya", seat)]
    if position.players == 1:
        found.append(Slot("remove", 0))
    return found


def slot_now(position: Position) -> Slot | None:
    """The point of the turn at which the position waits; None outside a turn."""
    state = state_of(position)
    phase = Phase(state.phase)
    if phase == Phase.AT:
        phase = Phase.EXTRA if state.kind == Kind.EXTRA else Phase.BUILD
    if phase not in (Phase.EXTRA, Phase.BUILD, Phase.UMAYA, Phase.REMOVE):
        return None
    return Slot(phase.name.lower(), state.mover)


def last_roll(position: Position) -> int | None:
    """Index of the latest roll among the steps, or None."""
    steps = position.steps
    for index in range(len(steps) - 1, -1, -1):
        if steps[index].move.text.startswith("roll "):
            return index
    return None


# -- what a purchase changes


@dataclass(frozen=True)
class Change:
    """A city before and after some tiles are put, and its expected income over all ways to finish the build.

    Attributes:
        before, after: the city; where squares are still to be chosen, after holds one of the ways.
        price: what is paid; negative is received.
        taken: regular tiles that leave the supply.
        low, high: the least and the greatest expected income there can be.
    """

    before: City
    after: City
    price: int
    taken: int
    low: int
    high: int


def change(city: City, building: int, ways: Sequence[tuple[int, ...]], price: int, taken: int) -> Change:
    """What it changes to put tiles of a type on one of several sets of squares.

    Args:
        city: the city before.
        building: the type.
        ways: the sets of squares that may be filled; `[()]` for a building beside the board.
        price: what is paid for it in all.
        taken: regular tiles it takes from the supply.
    """

    def after(squares: tuple[int, ...]) -> City:
        tiles = list(city.tiles)
        for square in squares:
            tiles[square] = int(building)
        special = int(building) if building >= REGULAR else city.special
        return City(city.rules, tuple(tiles), city.koku - price, special)

    example = after(ways[0])
    if building in FARMS:
        sums = [expected(after(squares)) for squares in ways]
    else:
        # Wherever the tiles go, they bring the same; what differs is the income of the squares they fill.
        lost = line_income(city)
        losses = [sum(lost[square] for square in squares) for squares in ways]
        base = expected(example) + losses[0]
        sums = [base - max(losses), base - min(losses)]
    return Change(city, example, price, taken, min(sums), max(sums))


def score(position: Position, city: City, taken: int = 0) -> int:
    """The score of a city if the game ended now, after so many tiles more have left the supply."""
    bonus = 0
    if position.players == 1:
        bonus = city.rules.supply_tile * (sum(state_of(position).supply) - taken)
    return city.koku - city.empty_price * len(city.empty) + city.kabuki_bonus + bonus
