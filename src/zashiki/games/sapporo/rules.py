"""The rules of Sapporo 1876 as kernels, in the order of a game: set-up, turn, actions, payment, events, scoring.

`apply` carries out one move (`play_move`) and then everything that happens by itself (`pass_over`), until somebody has
to decide. Which texts the action ids stand for is in `moves.py`; the numbers come from the rules record.
"""

from __future__ import annotations

import numpy as np

from zashiki.core.contract import CHANCE, OVER
from zashiki.core.kernel import kernel
from zashiki.games.sapporo.moves import (
    APPOINT,
    BOARD_BUILDING,
    BUY,
    CONTINUE,
    DONE,
    EDUCATE,
    END,
    FAME,
    FIRST,
    FREE,
    INVEST,
    INVEST_BUILDING,
    KEEP,
    MAX_PAYMENTS,
    MOVE,
    OFFER,
    PAY,
    PAY_ANY,
    PAY_PART,
    PERSON,
    PIECE_WORDS,
    PIONEER,
    SETTLE,
    USE,
    USE_WITH,
    YEN_WORDS,
)
from zashiki.games.sapporo.state import (
    BENCHES,
    BUILDINGS,
    COLUMNS,
    MAX_COUNCIL_SPACES,
    NONE,
    PERSONS,
    SEATS,
    SPOTS,
    TIERS,
    TRACKS,
    Count,
    Kind,
    Phase,
    Track,
)

PERSON_COUNT = len(PERSONS)
BUILDING_COUNT = len(BUILDINGS)
SPOT_COUNT = len(SPOTS)
TIER_COUNT = len(TIERS)
TRACK_COUNT = len(TRACKS)
BENCH_COUNT = len(BENCHES)
BEYOND = 1 << 20
"""More AP than any piece is worth."""


# ---- sets of tiles


@kernel
def has(tiles, number):
    """Whether a set contains a tile."""
    return (tiles >> number) & 1 == 1


@kernel
def size(tiles):
    """Number of tiles in a set."""
    total = 0
    while tiles:
        tiles &= tiles - 1
        total += 1
    return total


# ---- phases


@kernel
def mover(state):
    """Who moves: a seat, CHANCE or OVER."""
    return state.mover


@kernel
def enter(state, phase, who):
    """Wait for a decision (or an outcome) of a phase."""
    state.phase = phase
    state.mover = who


@kernel
def clear_job(job):
    """Forget the action that was under way."""
    job.kind = NONE
    job.building = NONE
    job.back = NONE
    job.taken = 0
    job.cost = 0
    job.column = NONE
    job.tiers = 0
    job.fixed = 0
    for k in range(COLUMNS):
        job.parts[k] = 0


@kernel
def legal(state, rules, out):
    """The ids of all legal actions, ascending, into out; returns how many."""
    phase = state.phase
    if phase <= Phase.DRAW_START:
        return legal_deal(state, out)
    if phase == Phase.BUY:
        return legal_buy(state, rules, out)
    if phase == Phase.SETTLE:
        return legal_settle(state, out)
    if phase == Phase.MOVE:
        return legal_move(state, rules, out)
    if phase <= Phase.TILE_ACT:
        return legal_act(state, rules, out)
    if phase <= Phase.TILE_PAY:
        return legal_pay(state, rules, out)
    if phase <= Phase.GAP_END:
        return legal_gap(state, rules, out)
    if phase <= Phase.FREE_MORE:
        return legal_free(state, out)
    return 0


@kernel
def weights(state, rules, out):
    """The weight of each legal outcome: all draws are uniform."""
    n = legal_deal(state, out)
    for i in range(n):
        out[i] = 1
    return n


@kernel
def apply(state, rules, action):
    """Play a legal action and everything that follows by itself."""
    # Of one type from here on, so that nothing below is compiled twice.
    play_move(state, rules, np.int64(action))
    while pass_over(state, rules):
        pass


@kernel
def play_move(state, rules, action):
    """Play a legal action, and nothing that follows it."""
    phase = state.phase
    if phase <= Phase.DRAW_START:
        apply_deal(state, rules, action)
    elif phase == Phase.BUY:
        apply_buy(state, rules, action)
    elif phase == Phase.SETTLE:
        apply_settle(state, rules, action)
    elif USE <= action < FREE:
        use_building(state, rules, action)
    elif phase == Phase.MOVE:
        apply_move(state, rules, action)
    elif phase <= Phase.TILE_ACT:
        apply_act(state, rules, action)
    elif phase <= Phase.TILE_PAY:
        apply_pay(state, rules, action)
    elif phase <= Phase.GAP_END:
        apply_gap(state, rules)
    else:
        apply_free(state, rules, action)


@kernel
def pass_over(state, rules):
    """Pass over a decision in which nothing can be done; returns whether there was one.

    An opponent who could not do anything at all has changed nothing since the active seat last declined to use
    buildings, so the gap after such an action is passed over as well.
    """
    phase = state.phase
    if phase == Phase.ACT or phase == Phase.OPP_ACT or phase == Phase.TILE_ACT:
        if can_take(state, rules) or (can_use_in_act(state) and can_use(state, rules)):
            return False
        if phase == Phase.OPP_ACT and state.job.taken == 0:
            clear_job(state.job)
            after_opponent(state, rules, False)
        else:
            end_taking(state, rules)
        return True
    if phase == Phase.GAP_ACT or phase == Phase.GAP_EVENT or phase == Phase.GAP_END:
        if can_use(state, rules):
            return False
        apply_gap(state, rules)
        return True
    if phase == Phase.FREE_MORE:
        seat = state.seats[state.mover]
        if seat.occupied != 0 and seat.yen >= rules.removal_yen:
            return False
        end_removal(state)
        return True
    return False


# ---- set-up


@kernel
def setup(state, rules):
    """The table as it is before the first tile is drawn."""
    for number in range(SEATS):
        seat = state.seats[number]
        seat.yen = rules.start_yen
        for k in range(COLUMNS):
            seat.goods[k] = rules.start_goods[k]
        seat.area = rules.start_area
        seat.academy = rules.academy
    clear_job(state.job)
    state.active = NONE
    state.start = NONE
    state.pawn = NONE
    state.pending = NONE
    for spot in range(SPOT_COUNT):
        state.spots[spot] = rules.spot_yen
    next_draw(state, rules)


@kernel
def next_draw(state, rules):
    """What is drawn next: persons, buildings of the board, buildings on offer, the start seat; then purchases."""
    if size(state.persons) < rules.deal_persons:
        enter(state, Phase.DEAL_PERSON, CHANCE)
    elif size(state.buildings) < rules.deal_buildings:
        enter(state, Phase.DEAL_BUILDING, CHANCE)
    elif size(state.offer) < rules.deal_offers:
        enter(state, Phase.DEAL_OFFER, CHANCE)
    elif rules.draw_start:
        enter(state, Phase.DRAW_START, CHANCE)
    else:
        name_start(state, 0)


@kernel
def name_start(state, seat):
    """The start seat is known; the other one buys first."""
    state.start = seat
    enter(state, Phase.BUY, 1 - seat)


@kernel
def legal_deal(state, out):
    """Every tile that has not been drawn yet, or either seat."""
    phase = state.phase
    n = 0
    if phase == Phase.DRAW_START:
        for seat in range(SEATS):
            out[n] = FIRST + seat
            n += 1
    elif phase == Phase.DEAL_PERSON:
        for person in range(PERSON_COUNT):
            if not has(state.persons, person):
                out[n] = PERSON + person
                n += 1
    else:
        first = BOARD_BUILDING if phase == Phase.DEAL_BUILDING else OFFER
        drawn = state.buildings | state.offer
        for building in range(BUILDING_COUNT):
            if not has(drawn, building):
                out[n] = first + building
                n += 1
    return n


@kernel
def apply_deal(state, rules, action):
    """A tile is laid out, or the start seat is drawn."""
    phase = state.phase
    if phase == Phase.DRAW_START:
        name_start(state, action - FIRST)
        return
    if phase == Phase.DEAL_PERSON:
        state.persons |= 1 << (action - PERSON)
    elif phase == Phase.DEAL_BUILDING:
        state.buildings |= 1 << (action - BOARD_BUILDING)
    else:
        state.offer |= 1 << (action - OFFER)
    next_draw(state, rules)


@kernel
def legal_buy(state, rules, out):
    """The offered buildings the seat can pay for in yen."""
    n = 0
    for building in range(BUILDING_COUNT):
        if has(state.offer, building) and rules.buildings[building].price <= state.seats[state.mover].yen:
            out[n] = BUY + building
            n += 1
    return n


@kernel
def apply_buy(state, rules, action):
    """A seat buys one of the offered buildings; after the second purchase the rest leaves the game."""
    building = action - BUY
    seat = state.seats[state.mover]
    seat.yen -= rules.buildings[building].price
    seat.buildings |= 1 << building
    state.offer &= ~(1 << building)
    if state.mover == state.start:
        state.offer = 0
        enter(state, Phase.SETTLE, state.start)
    else:
        enter(state, Phase.BUY, state.start)


@kernel
def legal_settle(state, out):
    """Any column, but not the one the start seat chose."""
    n = 0
    for column in range(COLUMNS):
        if state.seats[state.start].levels[column] == 0:
            out[n] = SETTLE + column
            n += 1
    return n


@kernel
def apply_settle(state, rules, action):
    """A seat's first worker goes to the lowest space of a column, free of charge; after both, turn 1 begins."""
    seat = state.seats[state.mover]
    seat.area -= 1
    seat.levels[action - SETTLE] = 1
    if state.mover == state.start:
        enter(state, Phase.SETTLE, 1 - state.start)
    else:
        state.turn = 1
        state.active = state.start
        enter(state, Phase.MOVE, state.active)


# ---- moving the pawn


@kernel
def legal_move(state, rules, out):
    """Every spot but the pawn's own, and uses of buildings."""
    n = 0
    for spot in range(SPOT_COUNT):
        if spot != state.pawn:
            out[n] = MOVE + spot
            n += 1
    return list_uses(state, rules, out, n)


@kernel
def apply_move(state, rules, action):
    """The pawn moves: its seat takes the yen there, the neighbouring spots get yen, a marker advances."""
    spot = action - MOVE
    place = rules.spots[spot]
    state.pawn = spot
    state.seats[state.active].yen += state.spots[spot]
    state.spots[spot] = 0
    for other in range(SPOT_COUNT):
        if place.adjacent[other]:
            state.spots[other] += rules.spot_yen
    state.tracks[place.track] += 1
    if rules.icons[place.track, state.tracks[place.track]]:
        state.pending = place.track
    open_act(state, rules)


# ---- using buildings


@kernel
def may_use(rules, seat, building):
    """Whether a seat can place a worker on a building and pay its yen; the building must be its own and free."""
    return seat.area >= 1 and seat.yen >= rules.buildings[building].pay_yen


@kernel
def may_pay_with(rules, seat, building, resource):
    """Whether a seat holds the tokens of one resource that a building asks for."""
    return seat.goods[resource] >= rules.buildings[building].pay_any


@kernel
def names_resource(rules, building):
    """Whether a use of a building names a resource, to be paid or to be gained."""
    tile = rules.buildings[building]
    return tile.pay_any > 0 or tile.gain_any > 0


@kernel
def can_use(state, rules):
    """Whether the active seat can use any of its buildings."""
    seat = state.seats[state.active]
    free = seat.buildings & ~seat.occupied
    if seat.area == 0 or free == 0:
        return False
    for building in range(BUILDING_COUNT):
        if has(free, building) and may_use(rules, seat, building):
            for resource in range(COLUMNS):
                if may_pay_with(rules, seat, building, resource):
                    return True
    return False


@kernel
def list_uses(state, rules, out, n):
    """Add the legal uses of buildings by the active seat to a list of n actions."""
    seat = state.seats[state.active]
    free = seat.buildings & ~seat.occupied
    if seat.area == 0 or free == 0:
        return n
    for building in range(BUILDING_COUNT):
        if has(free, building) and may_use(rules, seat, building) and not names_resource(rules, building):
            out[n] = USE + building
            n += 1
    for building in range(BUILDING_COUNT):
        if has(free, building) and may_use(rules, seat, building) and names_resource(rules, building):
            for resource in range(COLUMNS):
                if may_pay_with(rules, seat, building, resource):
                    out[n] = USE_WITH + building * COLUMNS + resource
                    n += 1
    return n


@kernel
def use_building(state, rules, action):
    """A worker goes onto a building, its cost is paid, its gain received; then its action begins, if it has one."""
    if action < USE_WITH:
        building, resource = action - USE, 0
    else:
        building, resource = (action - USE_WITH) // COLUMNS, (action - USE_WITH) % COLUMNS
    tile = rules.buildings[building]
    seat = state.seats[state.active]
    seat.area -= 1
    seat.occupied |= 1 << building
    seat.yen += tile.gain_yen - tile.pay_yen
    seat.goods[resource] += tile.gain_any - tile.pay_any
    for k in range(COLUMNS):
        seat.goods[k] += tile.gain_goods[k]
    seat.fame += tile.gain_fame
    if tile.kind != NONE:
        back = state.phase
        clear_job(state.job)
        state.job.kind = tile.kind
        state.job.building = building
        state.job.back = back
        enter(state, Phase.TILE_ACT, state.active)


# ---- actions: what is taken


@kernel
def open_act(state, rules):
    """The active seat's action at the pawn's spot begins."""
    clear_job(state.job)
    state.job.kind = rules.spots[state.pawn].kind
    enter(state, Phase.ACT, state.active)


@kernel
def open_opponent(state, rules):
    """The other seat performs the same action."""
    clear_job(state.job)
    state.job.kind = rules.spots[state.pawn].kind
    enter(state, Phase.OPP_ACT, 1 - state.active)


@kernel
def raisable(rules, seat, spot):
    """The AP a seat could pay in all at a spot; with NONE for a spot, for the action of a building."""
    if spot == NONE:
        pieces = 0
        for k in range(COLUMNS):
            pieces += seat.goods[k]
        return pieces * rules.any_ap + seat.yen * rules.yen_ap
    place = rules.spots[spot]
    return (
        seat.goods[place.high] * place.high_ap
        + seat.goods[place.low] * place.low_ap
        + seat.yen * rules.yen_ap
    )


@kernel
def spare_ap(state, rules):
    """The AP the performing seat could still spend in the action under way."""
    spot = state.pawn if state.job.building == NONE else NONE
    return raisable(rules, state.seats[state.mover], spot) - state.job.cost


@kernel
def may_educate(rules, seat, ap):
    """A worker can leave the academy: the lowest tier first."""
    return seat.academy > 0 and rules.educate_ap[seat.academy] <= ap


@kernel
def may_buy_fame(rules, seat, ap):
    """An empty academy turns AP into fame."""
    return seat.academy == 0 and rules.fame_ap <= ap


@kernel
def may_pioneer(rules, seat, job, column, ap):
    """A column can be entered with a free worker, or its worker can climb; farm buildings limit which."""
    level = seat.levels[column]
    if level >= rules.columns[column].spaces or rules.columns[column].ap[level + 1] > ap:
        return False
    if level == 0 and seat.area == 0:
        return False
    if job.building != NONE:
        columns = rules.buildings[job.building].columns
        if columns and not has(columns, column):
            return False
    return job.column == NONE or job.column == column


@kernel
def may_invest_in_person(state, rules, person, ap):
    """A person on the board can be won over, one tile per action."""
    return state.job.taken == 0 and has(state.persons, person) and rules.persons[person].price <= ap


@kernel
def may_invest_in_building(state, rules, building, ap):
    """A building on the board can be acquired, one tile per action."""
    return state.job.taken == 0 and has(state.buildings, building) and rules.buildings[building].price <= ap


@kernel
def may_appoint(state, rules, bench, space, ap):
    """A free worker can take an empty space of the council, one per action."""
    return (
        state.job.taken == 0
        and space < rules.benches[bench].spaces
        and state.council[bench, space] == 0
        and rules.benches[bench].ap[space] <= ap
        and state.seats[state.mover].area >= 1
    )


@kernel
def can_use_in_act(state):
    """Buildings can be used in the own action until something is taken."""
    return state.phase == Phase.ACT and state.job.taken == 0


@kernel
def can_take(state, rules):
    """Whether the performing seat can take anything (more)."""
    seat, job, ap = state.seats[state.mover], state.job, spare_ap(state, rules)
    if job.kind == Kind.EDUCATE:
        return may_educate(rules, seat, ap) or may_buy_fame(rules, seat, ap)
    if job.kind == Kind.PIONEER:
        for column in range(COLUMNS):
            if may_pioneer(rules, seat, job, column, ap):
                return True
    elif job.kind == Kind.INVEST:
        for person in range(PERSON_COUNT):
            if may_invest_in_person(state, rules, person, ap):
                return True
        for building in range(BUILDING_COUNT):
            if may_invest_in_building(state, rules, building, ap):
                return True
    else:
        for bench in range(BENCH_COUNT):
            for space in range(rules.benches[bench].spaces):
                if may_appoint(state, rules, bench, space, ap):
                    return True
    return False


@kernel
def legal_act(state, rules, out):
    """Everything that can be taken; before the first thing of the own action also uses; and to stop."""
    seat, job, ap = state.seats[state.mover], state.job, spare_ap(state, rules)
    n = 0
    if job.kind == Kind.EDUCATE:
        if may_educate(rules, seat, ap):
            out[n] = EDUCATE
            n += 1
        if may_buy_fame(rules, seat, ap):
            out[n] = FAME
            n += 1
    elif job.kind == Kind.PIONEER:
        for column in range(COLUMNS):
            if may_pioneer(rules, seat, job, column, ap):
                out[n] = PIONEER + column
                n += 1
    elif job.kind == Kind.INVEST:
        for person in range(PERSON_COUNT):
            if may_invest_in_person(state, rules, person, ap):
                out[n] = INVEST + person
                n += 1
        for building in range(BUILDING_COUNT):
            if may_invest_in_building(state, rules, building, ap):
                out[n] = INVEST_BUILDING + building
                n += 1
    else:
        for bench in range(BENCH_COUNT):
            for space in range(rules.benches[bench].spaces):
                if may_appoint(state, rules, bench, space, ap):
                    out[n] = APPOINT + bench * MAX_COUNCIL_SPACES + space
                    n += 1
    if can_use_in_act(state):
        n = list_uses(state, rules, out, n)
    out[n] = DONE
    return n + 1


@kernel
def apply_act(state, rules, action):
    """One thing is taken, or the taking ends; an investment or an appointment ends it by itself."""
    if action == DONE:
        end_taking(state, rules)
    elif action == EDUCATE:
        educate(state, rules)
    elif action == FAME:
        state.seats[state.mover].fame += rules.fame
        owe(state.job, rules.fame_ap)
    elif action < INVEST:
        pioneer(state, rules, action - PIONEER)
    elif action < APPOINT:
        invest(state, rules, action - INVEST)
        end_taking(state, rules)
    else:
        appoint(
            state, rules, (action - APPOINT) // MAX_COUNCIL_SPACES, (action - APPOINT) % MAX_COUNCIL_SPACES
        )
        end_taking(state, rules)


@kernel
def owe(job, ap):
    """Something has been taken, to be paid for at the end of the action."""
    job.cost += ap
    job.taken += 1


@kernel
def educate(state, rules):
    """A worker moves from the academy into the area; the last one of a tier completes it."""
    seat = state.seats[state.mover]
    owe(state.job, rules.educate_ap[seat.academy])
    seat.academy -= 1
    seat.area += 1
    for tier in range(TIER_COUNT):
        if rules.tiers[tier].left == seat.academy:
            state.job.tiers |= 1 << tier


@kernel
def pioneer(state, rules, column):
    """A worker enters a column or climbs one space; some buildings then keep to this column."""
    seat, job = state.seats[state.mover], state.job
    if seat.levels[column] == 0:
        seat.area -= 1
    seat.levels[column] += 1
    owe(job, rules.columns[column].ap[seat.levels[column]])
    if rules.one_column and job.building != NONE and rules.buildings[job.building].columns:
        job.column = column


@kernel
def invest(state, rules, tile):
    """A person or a building moves from the board to the seat; nothing is refilled."""
    seat = state.seats[state.mover]
    if tile < PERSON_COUNT:
        state.persons &= ~(1 << tile)
        seat.persons |= 1 << tile
        owe(state.job, rules.persons[tile].price)
    else:
        building = tile - PERSON_COUNT
        state.buildings &= ~(1 << building)
        seat.buildings |= 1 << building
        owe(state.job, rules.buildings[building].price)


@kernel
def appoint(state, rules, bench, space):
    """A worker takes a space of the council for the rest of the game."""
    state.seats[state.mover].area -= 1
    state.council[bench, space] = 1 + state.mover
    owe(state.job, rules.benches[bench].ap[space])


@kernel
def end_taking(state, rules):
    """What was taken is paid for; if it cost nothing, the action is finished."""
    phase = state.phase
    if state.job.cost == 0:
        finish_job(state, rules)
    elif phase == Phase.ACT:
        enter(state, Phase.PAY, state.mover)
    elif phase == Phase.OPP_ACT:
        enter(state, Phase.OPP_PAY, state.mover)
    else:
        enter(state, Phase.TILE_PAY, state.mover)


@kernel
def finish_job(state, rules):
    """Completed tiers give their rewards, and the turn goes on where the action belongs in it."""
    job, seat = state.job, state.seats[state.mover]
    for tier in range(TIER_COUNT):
        if has(job.tiers, tier):
            seat.yen += rules.tiers[tier].yen
            seat.fame += rules.tiers[tier].fame
            for k in range(COLUMNS):
                seat.goods[k] += rules.tiers[tier].goods[k]
    building, back, taken = job.building, job.back, job.taken
    clear_job(job)
    if building != NONE:
        if back == Phase.ACT:
            open_act(state, rules)
        else:
            enter(state, back, state.active)
    elif state.mover != state.active:
        after_opponent(state, rules, True)
    elif taken > 0:
        enter(state, Phase.GAP_ACT, state.active)
    else:
        # To take nothing has just declined the same uses of buildings as the gap would offer.
        open_opponent(state, rules)


# ---- actions: payment


@kernel
def part(slot, fixed, number, probe, otherwise):
    """A bound of one part of a payment: the number fixed so far, or as probed for the next part, or otherwise."""
    if slot < fixed:
        return number
    if slot == fixed and probe != NONE:
        return probe
    return otherwise


@kernel
def list_payments(state, rules, probe, most, out):
    """The legal payments that agree with the parts fixed so far, ascending, up to a limit.

    A payment covers the cost, and none of its pieces could be left out: its excess is less than its cheapest piece.
    So the number of yen follows from the tokens. Tokens that cannot be completed, or are too many, are passed over
    before the tokens of later kinds are tried.

    Args:
        state: in a phase of payment.
        rules: the rules record.
        probe: the next part to be fixed is this number; NONE leaves it open.
        most: ids are written up to this number.
        out: int32, room for `most` ids.

    Returns:
        The number of payments; `most` + 1 if there are more.
    """
    job, seat = state.job, state.seats[state.mover]
    at_spot = job.building == NONE
    held_2 = held_3 = np.int64(0)
    if at_spot:
        place = rules.spots[state.pawn]
        held_0, held_1 = np.int64(seat.goods[place.high]), np.int64(seat.goods[place.low])
        worth_0, worth_1 = np.int64(place.high_ap), np.int64(place.low_ap)
    else:
        held_0, held_1 = np.int64(seat.goods[0]), np.int64(seat.goods[1])
        held_2, held_3 = np.int64(seat.goods[2]), np.int64(seat.goods[3])
        worth_0 = worth_1 = np.int64(rules.any_ap)
    worth_2 = worth_3 = worth_1
    fixed, none = np.int64(job.fixed), np.int64(0)
    part_0, part_1 = np.int64(job.parts[0]), np.int64(job.parts[1])
    part_2, part_3 = np.int64(job.parts[2]), np.int64(job.parts[3])
    slot_0, slot_1, slot_2, slot_3 = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
    min_0, max_0 = part(slot_0, fixed, part_0, probe, none), part(slot_0, fixed, part_0, probe, held_0)
    min_1, max_1 = part(slot_1, fixed, part_1, probe, none), part(slot_1, fixed, part_1, probe, held_1)
    min_2, max_2 = part(slot_2, fixed, part_2, probe, none), part(slot_2, fixed, part_2, probe, held_2)
    min_3, max_3 = part(slot_3, fixed, part_3, probe, none), part(slot_3, fixed, part_3, probe, held_3)
    cost, yen, yen_ap = np.int64(job.cost), np.int64(seat.yen), np.int64(rules.yen_ap)
    after_2 = yen * yen_ap + max_3 * worth_3
    after_1 = after_2 + max_2 * worth_2
    after_0 = after_1 + max_1 * worth_1
    count = 0
    for a in range(min_0, max_0 + 1):
        paid_0 = a * worth_0
        least_0 = worth_0 if a else BEYOND
        if paid_0 + after_0 < cost:
            continue
        if paid_0 - least_0 >= cost:
            break
        for b in range(min_1, max_1 + 1):
            paid_1 = paid_0 + b * worth_1
            least_1 = min(least_0, worth_1) if b else least_0
            if paid_1 + after_1 < cost:
                continue
            if paid_1 - least_1 >= cost:
                break
            for c in range(min_2, max_2 + 1):
                paid_2 = paid_1 + c * worth_2
                least_2 = min(least_1, worth_2) if c else least_1
                if paid_2 + after_2 < cost:
                    continue
                if paid_2 - least_2 >= cost:
                    break
                for d in range(min_3, max_3 + 1):
                    paid = paid_2 + d * worth_3
                    least = min(least_2, worth_3) if d else least_2
                    if paid - least >= cost:
                        break
                    y = 0
                    if paid < cost:
                        y = (cost - paid + yen_ap - 1) // yen_ap
                        paid += y * yen_ap
                        least = min(least, yen_ap)
                    if y <= yen and paid - least < cost:
                        if count < most:
                            if at_spot:
                                out[count] = PAY + (a * PIECE_WORDS + b) * YEN_WORDS + y
                            else:
                                tokens = ((a * PIECE_WORDS + b) * PIECE_WORDS + c) * PIECE_WORDS + d
                                out[count] = PAY_ANY + tokens * YEN_WORDS + y
                        count += 1
                        if count > most:
                            return count
    return count


@kernel
def part_resource(state, rules):
    """The resource whose number of tokens is fixed next in a wide payment."""
    if state.job.building != NONE:
        return state.job.fixed
    place = rules.spots[state.pawn]
    return place.high if state.job.fixed == 0 else place.low


@kernel
def legal_pay(state, rules, out):
    """All legal payments; if they are too many, the possible numbers of the next part."""
    n = list_payments(state, rules, np.int64(NONE), np.int64(MAX_PAYMENTS), out)
    if n <= MAX_PAYMENTS:
        return n
    resource = part_resource(state, rules)
    n = 0
    for pieces in range(state.seats[state.mover].goods[resource] + 1):
        if list_payments(state, rules, np.int64(pieces), np.int64(0), out):
            out[n] = PAY_PART + resource * PIECE_WORDS + pieces
            n += 1
    return n


@kernel
def apply_pay(state, rules, action):
    """The pieces go to the supply and the action is finished; or one part of a wide payment is fixed."""
    job, seat = state.job, state.seats[state.mover]
    if action < PAY:
        job.parts[job.fixed] = (action - PAY_PART) % PIECE_WORDS
        job.fixed += 1
        return
    if action < PAY_ANY:
        place = rules.spots[state.pawn]
        rest = action - PAY
        seat.yen -= rest % YEN_WORDS
        rest //= YEN_WORDS
        seat.goods[place.low] -= rest % PIECE_WORDS
        seat.goods[place.high] -= rest // PIECE_WORDS
    else:
        rest = action - PAY_ANY
        seat.yen -= rest % YEN_WORDS
        rest //= YEN_WORDS
        for back in range(COLUMNS):
            seat.goods[COLUMNS - 1 - back] -= rest % PIECE_WORDS
            rest //= PIECE_WORDS
    finish_job(state, rules)


# ---- gaps between the steps of a turn


@kernel
def legal_gap(state, rules, out):
    """Uses of buildings, and to go on."""
    n = list_uses(state, rules, out, 0)
    out[n] = END if state.phase == Phase.GAP_END else CONTINUE
    return n + 1


@kernel
def apply_gap(state, rules):
    """The active seat goes on."""
    if state.phase == Phase.GAP_ACT:
        open_opponent(state, rules)
    elif state.phase == Phase.GAP_EVENT:
        hold_event(state, rules)
    else:
        end_turn(state, rules)


@kernel
def after_opponent(state, rules, decided):
    """Both actions are done: an event follows if one is due, then the end of the turn.

    The gap before either exists only if the other seat had anything to decide.
    """
    if state.pending != NONE:
        enter(state, Phase.GAP_EVENT, state.active)
        if not decided:
            hold_event(state, rules)
    else:
        enter(state, Phase.GAP_END, state.active)
        if not decided:
            end_turn(state, rules)


@kernel
def end_turn(state, rules):
    """The game ends if the last event has happened; otherwise the other seat becomes active."""
    if state.events >= rules.events_to_end:
        enter(state, Phase.OVER, OVER)
        return
    state.active = 1 - state.active
    state.turn += 1
    enter(state, Phase.MOVE, state.active)


# ---- events


@kernel
def hold_event(state, rules):
    """The event that is due happens."""
    event = state.pending
    state.events += 1
    state.pending = NONE
    if event == Track.HARVEST:
        for number in range(SEATS):
            gather(rules, state.seats[number])
        open_removals(state, 0)
    else:
        settle_council(state, rules)
        enter(state, Phase.GAP_END, state.active)


@kernel
def gather(rules, seat):
    """Each column yields what all spaces up to its worker show."""
    for column in range(COLUMNS):
        level = seat.levels[column]
        seat.goods[column] += rules.columns[column].goods[level]
        seat.yen += rules.columns[column].yen[level]


@kernel
def open_removals(state, done):
    """Each seat gets one worker back from a building, the active seat first; a choice only if there are several.

    Args:
        state: after the yields of a harvest.
        done: number of seats that have had their removal.
    """
    for place in range(done, SEATS):
        number = state.active if place == 0 else 1 - state.active
        seat = state.seats[number]
        if size(seat.occupied) > 1:
            enter(state, Phase.FREE_FIRST, number)
            return
        if seat.occupied:
            seat.occupied = 0
            seat.area += 1
    enter(state, Phase.GAP_END, state.active)


@kernel
def end_removal(state):
    """The seat keeps its other workers where they are."""
    open_removals(state, 1 if state.mover == state.active else SEATS)


@kernel
def legal_free(state, out):
    """Each occupied building; beyond the first, also to keep the rest."""
    n = 0
    for building in range(BUILDING_COUNT):
        if has(state.seats[state.mover].occupied, building):
            out[n] = FREE + building
            n += 1
    if state.phase == Phase.FREE_MORE:
        out[n] = KEEP
        n += 1
    return n


@kernel
def apply_free(state, rules, action):
    """A worker returns from a building: the first one free of charge, every further one for yen."""
    if action == KEEP:
        end_removal(state)
        return
    seat = state.seats[state.mover]
    if state.phase == Phase.FREE_MORE:
        seat.yen -= rules.removal_yen
    seat.occupied &= ~(1 << (action - FREE))
    seat.area += 1
    enter(state, Phase.FREE_MORE, state.mover)


@kernel
def settle_council(state, rules):
    """Each column of the council gives fame to the seats in it, more to the one with more workers."""
    for bench in range(BENCH_COUNT):
        for number in range(SEATS):
            state.seats[number].fame += settlement_fame(state, rules, bench, number)


@kernel
def settlement_fame(state, rules, bench, number):
    """The fame a settlement gives a seat in one column: by number of workers, equal numbers by the higher seat."""
    own = other = 0
    own_top = other_top = NONE
    for space in range(rules.benches[bench].spaces):
        sitter = state.council[bench, space]
        if sitter == 1 + number:
            own += 1
            own_top = space
        elif sitter:
            other += 1
            other_top = space
    if own == 0:
        return 0
    if own > other or (own == other and own_top > other_top):
        return rules.benches[bench].high
    return rules.benches[bench].low


# ---- scoring


@kernel
def council_workers(state, rules, bench, number):
    """Number of workers a seat has in one column of the council."""
    total = 0
    for space in range(rules.benches[bench].spaces):
        if state.council[bench, space] == 1 + number:
            total += 1
    return total


@kernel
def goods_of(seat):
    """Yen and resource tokens together."""
    total = int(seat.yen)
    for k in range(COLUMNS):
        total += seat.goods[k]
    return total


@kernel
def person_count(state, rules, number, person):
    """How often a seat has what a person tile counts."""
    seat, tile = state.seats[number], rules.persons[person]
    count = tile.count
    if count == Count.LEFTOVERS:
        return goods_of(seat)
    if count == Count.YEN:
        return int(seat.yen)
    if count == Count.WORKERS_EDUCATED:
        return int(rules.academy - seat.academy)
    if count == Count.WORKERS_IN_AREA:
        return int(seat.area)
    if count == Count.WORKERS_ON_BUILDINGS:
        return size(int(seat.occupied))
    if count == Count.BUILDINGS_OWNED:
        return size(int(seat.buildings))
    if count == Count.PERSONS_OWNED:
        return size(int(seat.persons))
    if count == Count.TILES_OWNED:
        return size(int(seat.buildings)) + size(int(seat.persons))
    total = 0
    if count == Count.WORKERS_IN_COUNCIL:
        for bench in range(BENCH_COUNT):
            if has(tile.of, bench):
                total += council_workers(state, rules, bench, number)
        return total
    for k in range(COLUMNS):
        if has(tile.of, k):
            level = seat.levels[k]
            if count == Count.RESOURCES:
                total += int(seat.goods[k])
            elif count == Count.COLUMN_STEPS:
                total += int(level)
            elif count == Count.COLUMNS_STARTED:
                total += 1 if level > 0 else 0
            else:
                total += 1 if level == rules.columns[k].spaces else 0
    return total


@kernel
def person_points(state, rules, number, person):
    """The fame a person tile gives a seat as things stand."""
    tile = rules.persons[person]
    points = int(tile.per) * (person_count(state, rules, number, person) // int(tile.every))
    return min(int(tile.cap), points)


@kernel
def academy_fame(rules, seat):
    """Each tier of the academy whose workers have all left gives its fame."""
    total = 0
    for tier in range(TIER_COUNT):
        if seat.academy <= rules.tiers[tier].left:
            total += rules.tiers[tier].end
    return total


@kernel
def column_fame(rules, seat):
    """Each column gives the fame of the space its worker stands on."""
    total = 0
    for column in range(COLUMNS):
        total += rules.columns[column].end[seat.levels[column]]
    return total


@kernel
def person_fame(state, rules, number):
    """The points of all person tiles of a seat."""
    total = 0
    for person in range(PERSON_COUNT):
        if has(state.seats[number].persons, person):
            total += person_points(state, rules, number, person)
    return total


@kernel
def council_fame(state, rules, number):
    """Each worker in the council gives the fame of its column."""
    total = 0
    for bench in range(BENCH_COUNT):
        total += rules.benches[bench].end * council_workers(state, rules, bench, number)
    return total


@kernel
def standings(state, rules, out):
    """Score, rank and parts of each seat; a tie goes to the seat that was active last.

    Before the first turn nobody has been active, and equal scores share the first rank.
    """
    for number in range(SEATS):
        seat = state.seats[number]
        out[number, 2] = seat.fame
        out[number, 3] = academy_fame(rules, seat)
        out[number, 4] = column_fame(rules, seat)
        out[number, 5] = person_fame(state, rules, number)
        out[number, 6] = council_fame(state, rules, number)
        out[number, 7] = goods_of(seat) // rules.leftovers_per_fame
        total = 0
        for k in range(2, out.shape[1]):
            total += out[number, k]
        out[number, 0] = total
    for number in range(SEATS):
        own, other = out[number, 0], out[1 - number, 0]
        behind = own < other or (own == other and state.active == 1 - number)
        out[number, 1] = 2 if behind else 1
