"""The rules of Toshi as kernels, in the order of a game: setup, roll and income, building, end, scoring.

Each awaited step (`Phase`) has a `legal_...` and an `apply_...`; between two steps `advance` (or `advance_setup`)
runs everything that needs nobody's decision. Sets of squares are integers with one bit per square. Section numbers
are those of the specification (`rules/toshi.md` of the design).
"""

from __future__ import annotations

from zashiki.core.contract import CHANCE, OVER
from zashiki.core.kernel import kernel
from zashiki.games.toshi.moves import (
    AT,
    BUILD,
    BUILD_BASE,
    BUILD_OFF_BOARD,
    BY_BUILD_ID,
    EXTRA,
    FIRST,
    OFF_BOARD_BY_PLACE,
    OFFER,
    ON_BOARD_BY_PLACE,
    PASS,
    REMOVE,
    ROLL,
    START,
    STOP,
    UMAYA,
)
from zashiki.games.toshi.state import (
    ALL_SQUARES,
    APART,
    AREA,
    BIT,
    NEIGHBOURS,
    NONE,
    REGULAR,
    SEATS,
    SIDE,
    SPECIALS,
    TYPES,
    Building,
    Kind,
    Phase,
)

LEFT_COLUMN = sum(1 << (SIDE * row) for row in range(SIDE))
RIGHT_COLUMN = LEFT_COLUMN << (SIDE - 1)
OFFERS = len(SPECIALS)


# -- sets of squares


@kernel
def size(squares):
    """Number of squares in a set."""
    n = 0
    while squares:
        squares &= squares - 1
        n += 1
    return n


@kernel
def neighbours_of(squares):
    """All orthogonal neighbours of the squares of a set."""
    across = ((squares & ~RIGHT_COLUMN) << 1) | ((squares & ~LEFT_COLUMN) >> 1)
    return (across | (squares << SIDE) | (squares >> SIDE)) & ALL_SQUARES


@kernel
def list_squares(squares, base, out):
    """Write `base + square` for each square of a set to out; returns how many."""
    n = 0
    for square in range(AREA):
        out[n] = base + square
        n += (squares >> square) & 1
    return n


# -- a seat's board


@kernel
def count(seat, building):
    """Number of squares of a seat's board that hold a type."""
    n = 0
    for square in range(AREA):
        n += seat.tiles[square] == building
    return n


@kernel
def houses(rules, seat):
    """Nagaya and Machiya tiles of a seat; a Machiya is one house, whatever it covers."""
    halves = count(seat, Building.MACHIYA)
    return count(seat, Building.NAGAYA) + (halves + rules.machiya_squares - 1) // rules.machiya_squares


@kernel
def in_line(seat, square, building):
    """Squares with a type in the row of a square plus those in its column."""
    row = square // SIDE * SIDE
    column = square % SIDE
    n = 0
    for step in range(SIDE):
        n += seat.tiles[row + step] == building
        n += seat.tiles[column + SIDE * step] == building
    return n


@kernel
def fill(seat, square, building):
    """Lay a tile on an empty square."""
    seat.tiles[square] = building
    seat.empty &= ~BIT[square]


@kernel
def earn(state, rules, seat, amount):
    """Give Koku to a seat, or take them, and note when the sum that ends the game is reached (5.1)."""
    seat.koku += amount
    if rules.latched and seat.koku >= rules.end_koku:
        state.latch = 1


@kernel
def price(rules, seat, building):
    """What a type costs a seat; negative where it is paid for taking it (2.2)."""
    if seat.special == Building.MAGISTRATE:
        return rules.reduced_price[building]
    return rules.price[building]


# -- setup (4)


@kernel
def setup(state, rules):
    """The state before the first step."""
    for number in range(SEATS):
        seat = state.seats[number]
        for square in range(AREA):
            seat.tiles[square] = NONE
        seat.empty = ALL_SQUARES
        seat.special = NONE
        if number < rules.players:
            seat.koku = rules.start_koku
    for building in range(REGULAR):
        state.supply[building] = rules.copies[building]
    if rules.solo:
        state.aside = rules.residence_umaya
    state.table = rules.table
    state.start_seat = NONE
    state.active = NONE
    state.rolled = NONE
    state.building = NONE
    advance_setup(state, rules)


@kernel
def advance_setup(state, rules):
    """Find the next step of the setup, or begin the first turn."""
    state.mover = CHANCE
    if AREA - size(state.seats[0].empty) < rules.start_noka:
        state.phase = Phase.START
    elif size(state.table) < rules.offers:
        state.phase = Phase.OFFER
        if rules.choose_offers:
            state.mover = 0
    elif rules.random_start:
        state.phase = Phase.FIRST
    else:
        begin_game(state, 0)


@kernel
def apply_start(state, rules, square):
    """A free Nōka for everybody on the same square."""
    for number in range(rules.players):
        fill(state.seats[number], square, Building.NOKA)
    state.supply[Building.NOKA] -= rules.players
    advance_setup(state, rules)


@kernel
def legal_offer(state, out):
    """Solo: the specials that are not on the table yet."""
    n = 0
    for special in range(OFFERS):
        if not state.table & BIT[special]:
            out[n] = OFFER + special
            n += 1
    return n


@kernel
def apply_offer(state, rules, special):
    """Solo: one more special lies on the table."""
    state.table |= BIT[special]
    advance_setup(state, rules)


@kernel
def begin_game(state, seat):
    """The start seat is known: turn 1 begins."""
    state.start_seat = seat
    state.active = seat
    state.turn = 1
    await_roll(state)


# -- roll and income (5.2, 5.3)


@kernel
def await_roll(state):
    """The dice are to be rolled."""
    state.phase = Phase.ROLL
    state.mover = CHANCE
    state.rolled = NONE


@kernel
def apply_roll(state, rules, square):
    """All seats collect and pay at once, then the extra builds begin with the active seat."""
    state.rolled = square
    for number in range(rules.players):
        seat = state.seats[number]
        earn(state, rules, seat, income(rules, seat, square))
    state.mover = state.active
    state.phase = Phase.EXTRA
    state.due = due(rules, state.seats[state.active], square)


@kernel
def income(rules, seat, square):
    """By how much a roll of a square changes a seat's Koku, from its board as it lies."""
    tile = seat.tiles[square]
    if tile == NONE:
        amount = rules.noka_in_line * in_line(seat, square, Building.NOKA)
        if seat.special == Building.SILKWORM_FARM:
            amount += rules.farm_in_line * in_line(seat, square, Building.SILKWORM_FARM)
        return amount
    if tile == Building.NAGAYA or tile == Building.MACHIYA:
        return per_mise(rules, seat, tile) * count(seat, Building.MISE)
    if tile == Building.KOBA:
        return per_house(rules, seat) * houses(rules, seat)
    if tile == Building.KURA:
        return payment(seat, rules.kura_interest, False)
    if tile == Building.MISE:
        return payment(seat, rules.mise_upkeep, False)
    if tile == Building.BELL_TOWER:
        return rules.tower_per_teien * count(seat, Building.TEIEN)
    if tile == Building.KABUKI:
        return rules.kabuki_per_house * houses(rules, seat)
    if tile == Building.HONJIN:
        return payment(seat, rules.honjin_upkeep_per_mise * count(seat, Building.MISE), rules.partial)
    if tile == Building.SHIRO:
        return rules.shiro_income
    if tile == Building.EXCHANGE_OFFICE:
        return payment(seat, rules.exchange_interest, rules.partial)
    return 0


@kernel
def per_mise(rules, seat, house):
    """What a Nagaya or Machiya earns for each Mise."""
    if seat.special == Building.HONJIN:
        return rules.honjin_per_mise
    if house == Building.NAGAYA:
        return rules.nagaya_per_mise
    return rules.machiya_per_mise


@kernel
def per_house(rules, seat):
    """What a Kōba earns for each house."""
    if seat.special == Building.GAKUMONJO:
        return rules.gakumonjo_per_house
    return rules.koba_per_house


@kernel
def payment(seat, amount, partial):
    """A payment, as a negative number: all of it, or if the seat has less, nothing (or all it has)."""
    if seat.koku >= amount:
        return -amount
    if partial:
        return -seat.koku
    return 0


@kernel
def due(rules, seat, square):
    """Extra builds due to a seat when a square is rolled (5.5)."""
    tile = seat.tiles[square]
    if tile == NONE:
        return 0
    return rules.extra_builds[tile]


# -- the run of a turn (5.2)


@kernel
def advance(state, rules):
    """Run on until somebody has something to decide: a decision without a real choice is skipped."""
    while not is_awaited(state, rules):
        if state.phase == Phase.EXTRA:
            leave_extra_builds(state, rules)
        elif state.phase == Phase.BUILD:
            state.phase = Phase.UMAYA
        elif state.phase == Phase.UMAYA:
            leave_build_phase(state, rules)
        else:
            end_turn(state, rules)


@kernel
def is_awaited(state, rules):
    """Whether the step of the present phase really is to be taken by somebody."""
    phase = state.phase
    if phase == Phase.EXTRA or phase == Phase.BUILD:
        seat = state.seats[state.mover]
        if phase == Phase.EXTRA:
            has_right = state.due > 0 and seat.empty != 0
        else:
            has_right = seat.empty & BIT[state.rolled] != 0
        return has_right and may_choose_any(state, rules, seat)
    if phase == Phase.UMAYA:
        seat = state.seats[state.mover]
        return seat.residence > 0 and not seat.umaya_used and seat.empty != 0
    if phase == Phase.REMOVE:
        return rules.solo != 0 and not state.busy
    return True


@kernel
def next_seat(state, rules):
    """The next seat in order is concerned."""
    state.mover += 1
    if state.mover == rules.players:
        state.mover = 0


@kernel
def leave_extra_builds(state, rules):
    """A seat is done with its extra builds: the next one has its own, or the build phase begins."""
    next_seat(state, rules)
    if state.mover == state.active:
        state.due = 0
        state.phase = Phase.BUILD
    else:
        state.due = due(rules, state.seats[state.mover], state.rolled)


@kernel
def leave_build_phase(state, rules):
    """A seat is done with its build and its free Umaya: the next one builds, or the turn comes to its end."""
    next_seat(state, rules)
    if state.mover == state.active:
        state.phase = Phase.REMOVE
    else:
        state.phase = Phase.BUILD


# -- which types may be chosen (5.4)


@kernel
def banned_categories(state, rules):
    """The categories that other seats' builds of this turn forbid to the awaited seat."""
    if state.phase == Phase.EXTRA and not rules.ban_extra:
        return 0
    banned = 0
    if rules.ban_by_all:
        for number in range(rules.players):
            if number != state.mover:
                banned |= state.seats[number].built
    elif state.mover != state.active:
        banned |= state.seats[state.active].built
    return banned


@kernel
def may_choose(state, rules, seat, banned, building):
    """Whether the awaited seat may choose a type: available, affordable, not banned, and there is room."""
    if building < REGULAR:
        if state.supply[building] == 0:
            return False
    elif seat.special != NONE or state.table & BIT[building - REGULAR] == 0:
        return False
    if seat.koku < price(rules, seat, building) or banned & rules.category[building]:
        return False
    if building == Building.TEIEN:
        return seat.teien_placed < rules.teien_per_turn
    if building == Building.BELL_TOWER or (building == Building.MACHIYA and rules.machiya_squares > 1):
        return has_room(state, rules, seat, building)
    return True


@kernel
def may_buy_special(state, seat):
    """Whether a seat could buy any special at all."""
    return seat.special == NONE and state.table != 0


@kernel
def may_choose_any(state, rules, seat):
    """Whether the awaited seat may choose at least one type."""
    banned = banned_categories(state, rules)
    for building in range(REGULAR):
        if may_choose(state, rules, seat, banned, building):
            return True
    if may_buy_special(state, seat):
        for building in range(REGULAR, TYPES):
            if may_choose(state, rules, seat, banned, building):
                return True
    return False


@kernel
def has_room(state, rules, seat, building):
    """Whether a type that needs several squares fits on the board."""
    if state.phase == Phase.BUILD:
        return is_valid_first(rules, seat.empty, building, state.rolled)
    for square in range(AREA):
        if seat.empty & BIT[square] and is_valid_first(rules, seat.empty, building, square):
            return True
    return False


@kernel
def is_valid_first(rules, empty, building, square):
    """Whether a set of Bell Towers, or a Machiya of two squares, can be completed that begins on an empty square."""
    if building == Building.BELL_TOWER:
        return fits_apart(rules.towers - 1, empty & APART[square])
    return empty & NEIGHBOURS[square] != 0


@kernel
def fits_apart(towers, free):
    """Whether so many towers (at most two) fit on free squares without touching each other."""
    if towers < 2:
        return towers == 0 or free != 0
    for square in range(AREA):  # noqa: SIM110 (Numba compiles no generator)
        if free & BIT[square] and free & APART[square]:
            return True
    return False


# -- extra builds (5.5) and the normal build (5.6)


@kernel
def legal_extra(state, rules, out):
    """Each type that may be built anywhere, or `pass`."""
    seat = state.seats[state.mover]
    banned = banned_categories(state, rules)
    n = 0
    for building in range(REGULAR):
        if may_choose(state, rules, seat, banned, building):
            out[n] = EXTRA + building
            n += 1
    if may_buy_special(state, seat):
        for building in range(REGULAR, TYPES):
            if may_choose(state, rules, seat, banned, building):
                out[n] = EXTRA + building
                n += 1
    out[n] = PASS
    return n + 1


@kernel
def apply_extra(state, rules, building):
    """Choose a type for an extra build; where it goes is the next step."""
    state.building = building
    state.kind = Kind.EXTRA
    if building == Building.MAGISTRATE or building == Building.DAIMYO_RESIDENCE:
        acquire(state, rules)
        finish_building(state, rules)
    else:
        state.phase = Phase.AT


@kernel
def legal_build(state, rules, out):
    """Each type that may be built on the rolled square, off-board ones, or `pass`."""
    seat = state.seats[state.mover]
    banned = banned_categories(state, rules)
    n = 0
    for building in range(REGULAR):
        if may_choose(state, rules, seat, banned, building):
            out[n] = BUILD_BASE[building] + state.rolled
            n += 1
    if may_buy_special(state, seat):
        for place in range(REGULAR, TYPES):
            building = BY_BUILD_ID[place]
            if may_choose(state, rules, seat, banned, building):
                off_board = place >= len(ON_BOARD_BY_PLACE)
                out[n] = BUILD_BASE[building] + (0 if off_board else state.rolled)
                n += 1
    out[n] = PASS
    return n + 1


@kernel
def apply_build(state, rules, building):
    """Build on the rolled square, or acquire an off-board special."""
    state.building = building
    state.kind = Kind.BUILD
    if building == Building.MAGISTRATE or building == Building.DAIMYO_RESIDENCE:
        acquire(state, rules)
        finish_building(state, rules)
    else:
        put(state, rules, state.rolled)


# -- placing (5.7)


@kernel
def acquire(state, rules):
    """Pay for the building in progress and take its tile (of the Teien: one tile) or the special."""
    building = state.building
    seat = state.seats[state.mover]
    earn(state, rules, seat, -price(rules, seat, building))
    if building < REGULAR:
        state.supply[building] -= 1
    else:
        state.table &= ~BIT[building - REGULAR]
        seat.special = building
        if building == Building.DAIMYO_RESIDENCE:
            stock_residence(state, rules, seat)
    if state.kind == Kind.BUILD or rules.ban_extra:
        seat.built |= rules.category[building]
    if rules.solo:
        state.busy = 1


@kernel
def stock_residence(state, rules, seat):
    """Umaya move onto a new residence: what the supply has, solo those of the second colour."""
    if rules.solo:
        seat.residence = state.aside
        state.aside = 0
    else:
        seat.residence = min(rules.residence_umaya, state.supply[Building.UMAYA])
        state.supply[Building.UMAYA] -= seat.residence


@kernel
def put(state, rules, square):
    """Fill one square with the building in progress; it ends when nothing more can be placed."""
    seat = state.seats[state.mover]
    if state.filled == 0 or state.building == Building.TEIEN:
        acquire(state, rules)
    if state.building == Building.TEIEN:
        seat.teien_placed += 1
    fill(seat, square, state.building)
    state.filled |= BIT[square]
    if further_squares(state, rules, seat) == 0:
        finish_building(state, rules)
    else:
        state.phase = Phase.AT


@kernel
def further_squares(state, rules, seat):
    """Where the next tile of a begun building may be placed."""
    building = state.building
    if building == Building.TEIEN:
        if (
            seat.teien_placed < rules.teien_per_turn
            and state.supply[building] > 0
            and seat.koku >= price(rules, seat, building)
        ):
            return seat.empty & neighbours_of(state.filled)
    elif building == Building.MACHIYA:
        if size(state.filled) < rules.machiya_squares:
            return seat.empty & neighbours_of(state.filled)
    elif building == Building.BELL_TOWER:
        return squares_for_towers(rules.towers - size(state.filled), state.filled, seat.empty)
    return 0


@kernel
def squares_for_towers(towers, filled, empty):
    """Where the next of so many towers may stand, so that the others still fit."""
    free = empty
    for square in range(AREA):
        if filled & BIT[square]:
            free &= APART[square]
    found = 0
    if towers > 0:
        for square in range(AREA):
            if free & BIT[square] and fits_apart(towers - 1, free & APART[square]):
                found |= BIT[square]
    return found


@kernel
def first_squares(rules, empty, building):
    """Where a building chosen for an extra build may begin."""
    if building == Building.BELL_TOWER:
        return squares_for_towers(rules.towers, 0, empty)
    if building == Building.MACHIYA and rules.machiya_squares > 1:
        return empty & neighbours_of(empty)
    return empty


@kernel
def legal_at(state, rules, out):
    """The squares for the next tile, and `stop` once a Teien lies."""
    seat = state.seats[state.mover]
    if state.filled == 0:
        return list_squares(first_squares(rules, seat.empty, state.building), AT, out)
    n = list_squares(further_squares(state, rules, seat), AT, out)
    if state.building == Building.TEIEN:
        out[n] = STOP
        n += 1
    return n


@kernel
def finish_building(state, rules):
    """The building is complete: the turn goes on after the build it was."""
    if state.kind == Kind.EXTRA:
        state.due -= 1
        state.phase = Phase.EXTRA
    else:
        state.phase = Phase.UMAYA
    state.building = NONE
    state.kind = Kind.BUILD
    state.filled = 0


# -- free Umaya (5.8) and solo removal (5.9)


@kernel
def legal_umaya(state, out):
    """Every empty square, or `pass`."""
    n = list_squares(state.seats[state.mover].empty, UMAYA, out)
    out[n] = PASS
    return n + 1


@kernel
def apply_umaya(state, rules, square):
    """An Umaya goes from the residence onto the board, free."""
    seat = state.seats[state.mover]
    seat.residence -= 1
    seat.umaya_used = 1
    fill(seat, square, Building.UMAYA)
    if rules.solo:
        state.busy = 1


@kernel
def legal_remove(state, out):
    """Each type the supply still has."""
    n = 0
    for building in range(REGULAR):
        if state.supply[building] > 0:
            out[n] = REMOVE + building
            n += 1
    return n


@kernel
def apply_remove(state, rules, building):
    """A tile leaves the game, because nothing was built."""
    state.supply[building] -= 1
    state.removed[building] += 1
    end_turn(state, rules)


@kernel
def apply_pass(state, rules):
    """Decline a normal build, a free Umaya, or all extra builds still due."""
    if state.phase == Phase.EXTRA:
        state.due = 0
    elif state.phase == Phase.BUILD:
        state.phase = Phase.UMAYA
    else:
        leave_build_phase(state, rules)


# -- end (5.10)


@kernel
def end_turn(state, rules):
    """All seats have finished the turn: the game is over, or the next seat is active and rolls."""
    over = is_over(state, rules)
    for number in range(rules.players):
        seat = state.seats[number]
        seat.built = 0
        seat.teien_placed = 0
    state.due = 0
    state.busy = 0
    if over:
        state.phase = Phase.OVER
        state.mover = OVER
        state.start_seat = NONE
        state.active = NONE
        state.rolled = NONE
        state.latch = 0
        return
    state.turn += 1
    state.active += 1
    if state.active == rules.players:
        state.active = 0
    if not rules.circle or state.active == state.start_seat:
        for number in range(rules.players):
            state.seats[number].umaya_used = 0
    await_roll(state)


@kernel
def is_over(state, rules):
    """Whether the turn just finished was the last."""
    if state.latch or state.turn >= rules.turn_cap:
        return True
    for number in range(rules.players):
        seat = state.seats[number]
        if seat.empty == 0 or seat.koku >= rules.end_koku:
            return True
    return bool(rules.solo) and supply_tiles(state) == 0


@kernel
def supply_tiles(state):
    """Number of regular tiles in the supply."""
    total = 0
    for building in range(REGULAR):
        total += state.supply[building]
    return total


# -- scoring (6)


@kernel
def empty_square_price(rules, seat):
    """What each empty square costs a seat at the end."""
    if seat.special == Building.SHIRO:
        return rules.shiro_empty_square
    return rules.empty_square


@kernel
def kabuki_bonus(rules, seat):
    """What the Kabuki brings its owner at the end."""
    if seat.special == Building.KABUKI:
        return rules.kabuki_score_per_house * houses(rules, seat)
    return 0


@kernel
def supply_bonus(state, rules):
    """Solo: what the tiles left in the supply bring at the end."""
    if rules.solo:
        return rules.supply_tile * supply_tiles(state)
    return 0


@kernel
def standings(state, rules, out):
    """Score, rank, and the parts of the score: Koku, empty squares, Kabuki, solo supply."""
    for number in range(rules.players):
        seat = state.seats[number]
        out[number, 2] = seat.koku
        out[number, 3] = -empty_square_price(rules, seat) * size(seat.empty)
        out[number, 4] = kabuki_bonus(rules, seat)
        out[number, 5] = supply_bonus(state, rules)
        out[number, 0] = out[number, 2] + out[number, 3] + out[number, 4] + out[number, 5]
    for number in range(rules.players):
        out[number, 1] = 1
        for other in range(rules.players):
            if is_better(state, out, other, number):
                out[number, 1] += 1


@kernel
def is_better(state, out, one, other):
    """Whether one seat is placed before another: by score, then by fewer empty squares."""
    if out[one, 0] != out[other, 0]:
        return out[one, 0] > out[other, 0]
    return size(state.seats[one].empty) < size(state.seats[other].empty)


# -- the contract's kernels


@kernel
def mover(state):
    """The seat that decides, CHANCE or OVER."""
    return state.mover


@kernel
def legal(state, rules, out):
    """The ids of all legal moves, ascending."""
    phase = state.phase
    if phase == Phase.ROLL:
        return list_squares(ALL_SQUARES, ROLL, out)
    if phase == Phase.BUILD:
        return legal_build(state, rules, out)
    if phase == Phase.AT:
        return legal_at(state, rules, out)
    if phase == Phase.EXTRA:
        return legal_extra(state, rules, out)
    if phase == Phase.UMAYA:
        return legal_umaya(state, out)
    if phase == Phase.REMOVE:
        return legal_remove(state, out)
    if phase == Phase.START:
        return list_squares(state.seats[0].empty, START, out)
    if phase == Phase.OFFER:
        return legal_offer(state, out)
    if phase == Phase.FIRST:
        for number in range(rules.players):
            out[number] = FIRST + number
        return rules.players
    return 0


@kernel
def weights(state, rules, out):
    """At chance all outcomes are equally likely."""
    n = 0
    if state.phase == Phase.ROLL:
        n = AREA
    elif state.phase == Phase.START:
        n = size(state.seats[0].empty)
    elif state.phase == Phase.OFFER:
        n = OFFERS - size(state.table)
    else:
        n = rules.players
    for outcome in range(n):
        out[outcome] = 1
    return n


@kernel
def apply(state, rules, action):
    """Play one legal move, and run on to the next step."""
    if action == PASS:
        apply_pass(state, rules)
    elif action >= REMOVE:
        apply_remove(state, rules, action - REMOVE)
    elif action >= UMAYA:
        apply_umaya(state, rules, action - UMAYA)
    elif action == STOP:
        finish_building(state, rules)
    elif action >= AT:
        put(state, rules, action - AT)
    elif action >= BUILD_OFF_BOARD:
        apply_build(state, rules, OFF_BOARD_BY_PLACE[action - BUILD_OFF_BOARD])
    elif action >= BUILD:
        apply_build(state, rules, ON_BOARD_BY_PLACE[(action - BUILD) // AREA])
    elif action >= EXTRA:
        apply_extra(state, rules, action - EXTRA)
    elif action >= OFFER:
        apply_offer(state, rules, action - OFFER)
    elif action >= FIRST:
        begin_game(state, action - FIRST)
    elif action >= ROLL:
        apply_roll(state, rules, action - ROLL)
    else:
        apply_start(state, rules, action - START)
    advance(state, rules)
