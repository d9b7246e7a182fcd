"""A quick judgement of Sapporo 1876: how good a state is for each seat, which moves are sensible, what a learner sees.

The judgement adds up what a seat has and what it may expect of it: goods by what they may still buy, columns by
the harvests to come, workers and buildings by their uses, the council by the settlements to come, and, in the middle
of a turn, the best of what either seat can still take. All values are in fame; the weights were found by self-play.
"""

from __future__ import annotations

import numpy as np

from zashiki.core.kernel import kernel
from zashiki.games.sapporo.moves import (
    APPOINT,
    DONE,
    FREE,
    INVEST,
    INVEST_BUILDING,
    MOVE,
    PAY,
    PAY_ANY,
    PIECE_WORDS,
    USE,
    YEN_WORDS,
)
from zashiki.games.sapporo.rules import (
    BENCH_COUNT,
    BUILDING_COUNT,
    PERSON_COUNT,
    SPOT_COUNT,
    TIER_COUNT,
    TRACK_COUNT,
    academy_fame,
    column_fame,
    council_fame,
    council_workers,
    goods_of,
    has,
    person_fame,
    person_points,
    raisable,
    settlement_fame,
    size,
    spare_ap,
)
from zashiki.games.sapporo.state import (
    COLUMNS,
    KINDS,
    MAX_COUNCIL_SPACES,
    NONE,
    PHASES,
    SEATS,
    Kind,
    Phase,
    Track,
)

HARVEST_SHARE = 0.6
"""Share of harvests among the events that are far away."""

HOARD = 12.0
"""Goods beyond this number are worth only what they give at the end."""

YEN_VALUE = 0.25
PIECE_VALUE = 0.6
"""What a yen and a token are worth beyond their fame at the end, while there is much of the game to come."""

WORKER_VALUE = 2.0
"""What a first free worker is worth while there is much of the game to come."""

ACTION_VALUE = 0.8
"""What the private action of a building is worth beyond its yen."""

GROWTH = 1.5
"""What a person may still gain in points while there is much of the game to come."""


# ---- what is to come


@kernel
def steps_to_event(state, rules, track):
    """Steps of a marker to its next icon."""
    steps = 1
    last = rules.icons.shape[1] - 1
    while state.tracks[track] + steps < last and not rules.icons[track, state.tracks[track] + steps]:
        steps += 1
    return steps


@kernel
def outlook(state, rules):
    """Harvests and settlements to come, by expectation, and how much of the game is to come (1 much, 0 nothing)."""
    events = rules.events_to_end - state.events
    harvests = settlements = 0.0
    if state.pending != NONE:
        events -= 1
        if state.pending == Track.HARVEST:
            harvests += 1.0
        else:
            settlements += 1.0
    if events > 0:
        to_harvest = steps_to_event(state, rules, Track.HARVEST)
        to_settlement = steps_to_event(state, rules, Track.SETTLEMENT)
        share = to_settlement / (to_harvest + to_settlement)
        harvests += share + (events - 1) * HARVEST_SHARE
        settlements += 1.0 - share + (events - 1) * (1.0 - HARVEST_SHARE)
    return harvests, settlements, min(1.0, events / 3.0)


# ---- what things are worth


@kernel
def yen_value(rules, ahead):
    """What one yen is worth."""
    return 1.0 / rules.leftovers_per_fame + YEN_VALUE * ahead


@kernel
def piece_value(rules, ahead):
    """What one resource token is worth."""
    return 1.0 / rules.leftovers_per_fame + PIECE_VALUE * ahead


@kernel
def worker_value(workers, ahead):
    """What a number of free workers is worth: each further one a little less."""
    return WORKER_VALUE * ahead * workers / (1.0 + 0.2 * workers)


@kernel
def use_value(rules, building, ahead):
    """What one use of a building is worth."""
    tile = rules.buildings[building]
    tokens = tile.gain_any - tile.pay_any
    for k in range(COLUMNS):
        tokens += tile.gain_goods[k]
    value = (
        tokens * piece_value(rules, ahead)
        + (tile.gain_yen - tile.pay_yen) * yen_value(rules, ahead)
        + tile.gain_fame
    )
    if tile.kind != NONE:
        value += ACTION_VALUE * ahead
    return max(value, 0.0)


@kernel
def yield_value(rules, column, level, harvests, ahead):
    """What a column is worth with its worker on a space: the harvests to come, and the fame at the end."""
    each = rules.columns[column].goods[level] * piece_value(rules, 0.5 * ahead)
    each += rules.columns[column].yen[level] * yen_value(rules, 0.5 * ahead)
    return harvests * each + rules.columns[column].end[level]


@kernel
def tier_progress(rules, academy):
    """What a tier that is only partly left is worth of its fame."""
    value, before = 0.0, rules.academy
    for tier in range(TIER_COUNT):
        left = rules.tiers[tier].left
        if left < academy < before:
            worth = rules.tiers[tier].end + rules.tiers[tier].fame + 0.6 * rules.tiers[tier].yen
            value = 0.4 * worth * (before - academy) / (before - left)
        before = left
    return value


@kernel
def cost_value(rules, seat, spot, cost, ahead):
    """What it costs a seat in fame to pay AP at a spot (NONE: for a building): the dearest pieces first."""
    token, yen = piece_value(rules, ahead), yen_value(rules, ahead)
    if spot == NONE:
        tokens = 0
        for k in range(COLUMNS):
            tokens += seat.goods[k]
        used = min(1.0 * tokens, cost / rules.any_ap)
        return used * token + (cost - used * rules.any_ap) / rules.yen_ap * yen
    place = rules.spots[spot]
    high = min(1.0 * seat.goods[place.high], cost / place.high_ap)
    rest = cost - high * place.high_ap
    low = min(1.0 * seat.goods[place.low], rest / place.low_ap)
    rest -= low * place.low_ap
    return (high + low) * token + rest / rules.yen_ap * yen


@kernel
def holdings_value(state, rules, number, harvests, settlements, ahead):
    """What a seat has, by what it may be expected to give until the end of the game."""
    seat = state.seats[number]
    value = 1.0 * (seat.fame + academy_fame(rules, seat) + person_fame(state, rules, number))
    value += council_fame(state, rules, number) + tier_progress(rules, seat.academy)
    value += GROWTH * ahead * size(seat.persons)
    for bench in range(BENCH_COUNT):
        value += settlements * settlement_fame(state, rules, bench, number)
    for column in range(COLUMNS):
        value += yield_value(rules, column, seat.levels[column], harvests, ahead)
    goods = goods_of(seat)
    use = min(1.0, HOARD / goods) if goods > 0 else 0.0
    value += seat.yen * yen_value(rules, use * ahead) + (goods - seat.yen) * piece_value(rules, use * ahead)
    occupied = size(seat.occupied)
    back = 0.7 if harvests > 0.5 else 0.0
    value += worker_value(seat.area + back * occupied, ahead)
    for building in range(BUILDING_COUNT):
        if has(seat.buildings, building):
            uses = harvests if has(seat.occupied, building) else harvests + ahead
            value += 0.35 * uses * use_value(rules, building, ahead)
    return value


# ---- what can still be taken


@kernel
def pioneer_prospect(rules, seat, columns, ap, price, harvests, ahead):
    """The best climb a seat can still make in a set of columns with some AP, less what it costs."""
    gained, paid = 0.0, 0.0
    best_gain = 0.0
    area = seat.area
    levels = (seat.levels[0], seat.levels[1], seat.levels[2], seat.levels[3])
    for column in range(COLUMNS):
        if not has(columns, column):
            continue
        level = levels[column]
        start = yield_value(rules, column, level, harvests, ahead)
        cost, top = 0, 0.0
        top_cost = 0
        entry = 0.0
        if level == 0:
            if area == 0:
                continue
            entry = worker_value(area, ahead) - worker_value(area - 1, ahead)
        for space in range(level + 1, rules.columns[column].spaces + 1):
            cost += rules.columns[column].ap[space]
            if cost > ap:
                break
            gain = yield_value(rules, column, space, harvests, ahead) - start - entry - cost * price
            if gain > top:
                top, top_cost = gain, cost
        if top > 0.0 and paid + top_cost <= ap:
            gained += top
            paid += top_cost
            if level == 0:
                area -= 1
        best_gain = max(best_gain, top)
    return max(gained, best_gain)


@kernel
def educate_prospect(rules, seat, ap, price, ahead):
    """The best a seat can still make of some AP in its academy, less what it costs."""
    best, cost = 0.0, 0
    start = tier_progress(rules, seat.academy)
    value = -start
    academy = seat.academy
    while academy > 0 and cost + rules.educate_ap[academy] <= ap:
        cost += rules.educate_ap[academy]
        academy -= 1
        for tier in range(TIER_COUNT):
            if rules.tiers[tier].left == academy:
                value += rules.tiers[tier].end + rules.tiers[tier].fame + 0.6 * rules.tiers[tier].yen
        free = seat.area + seat.academy - academy
        gain = value + tier_progress(rules, academy) - cost * price
        gain += worker_value(free, ahead) - worker_value(seat.area, ahead)
        best = max(best, gain)
    if academy == 0:
        bought = (ap - cost) // rules.fame_ap
        if rules.fame > rules.fame_ap * price:
            best = max(best, 0.0) + bought * (rules.fame - rules.fame_ap * price)
    return best


@kernel
def invest_prospect(state, rules, number, ap, price, harvests, ahead):
    """The best tile on the board a seat could take with some AP, less what it costs."""
    best = 0.0
    for person in range(PERSON_COUNT):
        tile = rules.persons[person]
        if has(state.persons, person) and tile.price <= ap:
            gain = person_points(state, rules, number, person) + GROWTH * ahead - tile.price * price
            best = max(best, gain)
    for building in range(BUILDING_COUNT):
        tile = rules.buildings[building]
        if has(state.buildings, building) and tile.price <= ap:
            gain = 0.35 * (harvests + ahead) * use_value(rules, building, ahead) - tile.price * price
            best = max(best, gain)
    return best


@kernel
def appoint_prospect(state, rules, number, ap, price, settlements, ahead):
    """The best space of the council a seat could take with some AP, less what it costs."""
    seat = state.seats[number]
    if seat.area == 0:
        return 0.0
    best = 0.0
    worker = worker_value(seat.area, ahead) - worker_value(seat.area - 1, ahead)
    for bench in range(BENCH_COUNT):
        column = rules.benches[bench]
        own = council_workers(state, rules, bench, number)
        other = council_workers(state, rules, bench, 1 - number)
        now = settlement_fame(state, rules, bench, number)
        for space in range(column.spaces):
            if state.council[bench, space] == 0 and column.ap[space] <= ap:
                then = column.low
                if own + 1 > other or (own + 1 == other and space == column.spaces - 1):
                    then = column.high
                gain = column.end + settlements * (then - now) - worker - column.ap[space] * price
                best = max(best, gain)
    return best


@kernel
def prospect(state, rules, number, kind, spot, spent, harvests, settlements, ahead):
    """The best a seat can still take in an action, less what it costs, in fame; never negative.

    Args:
        state: the state.
        rules: the rules record.
        number: the seat.
        kind: the Kind of action.
        spot: where it pays; NONE for the action of a building.
        spent: AP already owed in this action.
        harvests: see `outlook`.
        settlements: see `outlook`.
        ahead: see `outlook`.
    """
    seat, job = state.seats[number], state.job
    ap = raisable(rules, seat, spot) - spent
    if ap <= 0:
        return 0.0
    everything = cost_value(rules, seat, spot, 1.0 * (ap + spent), ahead)
    price = (everything - cost_value(rules, seat, spot, 1.0 * spent, ahead)) / ap
    if kind == Kind.EDUCATE:
        return educate_prospect(rules, seat, ap, price, ahead)
    if kind == Kind.INVEST:
        return invest_prospect(state, rules, number, ap, price, harvests, ahead)
    if kind == Kind.APPOINT:
        return appoint_prospect(state, rules, number, ap, price, settlements, ahead)
    columns = (1 << COLUMNS) - 1
    if spot == NONE and rules.buildings[job.building].columns:
        columns = rules.buildings[job.building].columns
    if spot == NONE and job.column != NONE:
        columns = 1 << job.column
    return pioneer_prospect(rules, seat, columns, ap, price, harvests, ahead)


@kernel
def final_score(state, rules, number):
    """The score of a seat in a finished game; a quarter more for the seat that would win a tie."""
    seat = state.seats[number]
    score = seat.fame + academy_fame(rules, seat) + column_fame(rules, seat)
    score += person_fame(state, rules, number) + council_fame(state, rules, number)
    score += goods_of(seat) // rules.leftovers_per_fame
    return score + 0.25 if number == state.active else 1.0 * score


@kernel
def evaluate(state, rules, out):
    """Prospects of each seat in score points."""
    if state.phase == Phase.OVER:
        for number in range(SEATS):
            out[number] = final_score(state, rules, number)
        return
    harvests, settlements, ahead = outlook(state, rules)
    for number in range(SEATS):
        out[number] = holdings_value(state, rules, number, harvests, settlements, ahead)
    if state.turn == 0:
        return
    phase, active = state.phase, np.int64(state.active)
    job = state.job
    if job.kind != NONE:
        spot = np.int64(state.pawn if job.building == NONE else NONE)
        owner, kind = np.int64(state.mover), np.int64(job.kind)
        out[owner] -= cost_value(rules, state.seats[owner], spot, 1.0 * job.cost, ahead)
        single = job.kind == Kind.INVEST or job.kind == Kind.APPOINT
        if phase <= Phase.TILE_ACT and not (single and job.taken > 0):
            out[owner] += prospect(
                state, rules, owner, kind, spot, np.int64(job.cost), harvests, settlements, ahead
            )
    inner = job.back if job.building != NONE else phase
    if inner == Phase.ACT or inner == Phase.PAY or inner == Phase.GAP_ACT:
        spot, kind, nothing = np.int64(state.pawn), np.int64(rules.spots[state.pawn].kind), np.int64(0)
        if phase != Phase.ACT and inner == Phase.ACT:
            out[active] += prospect(state, rules, active, kind, spot, nothing, harvests, settlements, ahead)
        out[1 - active] += prospect(
            state, rules, 1 - active, kind, spot, nothing, harvests, settlements, ahead
        )
    # Whoever moves the pawn next takes the yen of a spot: the most, unless the pawn stands there.
    after = active if inner == Phase.MOVE else 1 - active
    most = 0
    for spot in range(SPOT_COUNT):
        if spot != state.pawn:
            most = max(most, state.spots[spot])
    out[after] += 0.5 * most * yen_value(rules, ahead)


# ---- a light policy


@kernel
def suggest(state, rules, ids, n, out):
    """Weights for the legal actions: take rather than decline, pay with few pieces, prefer what gives more fame."""
    phase = state.phase
    if phase == Phase.MOVE:
        suggest_moves(state, rules, ids, n, out)
    elif Phase.PAY <= phase <= Phase.TILE_PAY:
        suggest_payments(ids, n, out)
    else:
        taken = state.job.taken if phase <= Phase.TILE_ACT else 0
        for i in range(n):
            action = ids[i]
            weight = 1.0
            if INVEST <= action < INVEST_BUILDING:
                weight = 1.0 + person_points(state, rules, np.int64(state.mover), action - INVEST)
            elif APPOINT <= action < USE:
                weight = 1.0 * rules.benches[(action - APPOINT) // MAX_COUNCIL_SPACES].end
            elif USE <= action < FREE:
                weight = 2.0
            elif action == DONE:
                weight = 0.5 if taken else 0.2
            out[i] = weight


@kernel
def suggest_moves(state, rules, ids, n, out):
    """Spots with yen, where the own seat can raise more than the other one; and buildings."""
    own, other = state.seats[state.active], state.seats[1 - state.active]
    for i in range(n):
        weight = 1.0
        if ids[i] < USE:
            spot = ids[i] - MOVE
            yen = state.spots[spot]
            lead = raisable(rules, own, spot) + yen - raisable(rules, other, spot)
            weight = 1.0 + yen + max(0.0, 0.5 * lead)
        out[i] = weight


@kernel
def suggest_payments(ids, n, out):
    """The fewer pieces, the better."""
    for i in range(n):
        pieces = 1
        if ids[i] >= PAY:
            rest = ids[i] - PAY if ids[i] < PAY_ANY else ids[i] - PAY_ANY
            pieces += rest % YEN_WORDS
            rest //= YEN_WORDS
            while rest > 0:
                pieces += rest % PIECE_WORDS
                rest //= PIECE_WORDS
        out[i] = 1.0 / (pieces * pieces)


# ---- what a learner sees

COMMON: tuple[tuple[str, int, str], ...] = (
    ("phase", len(PHASES), f"which decision or event is awaited, one-hot: {', '.join(PHASES)}"),
    ("roles", 3, "whether the observing seat is to move, is active, is the start seat"),
    ("progress", 2, "turn / most turns; events / events to the end"),
    ("due", TRACK_COUNT, "whether a harvest, a settlement is due in this turn"),
    ("steps_to_event", TRACK_COUNT, "steps of the two markers to their next icon / 4"),
    ("pawn", SPOT_COUNT, "spot of the pawn, one-hot; all 0 while it stands on none"),
    ("spots", SPOT_COUNT, "yen on each spot / 5"),
    (
        "council",
        BENCH_COUNT * MAX_COUNCIL_SPACES * 2,
        "for each bench and space: an own worker, another worker there",
    ),
    ("persons", PERSON_COUNT * 3, "for each: on the board, own, the other's"),
    (
        "buildings",
        BUILDING_COUNT * 6,
        "for each: on the board, on offer, own, the other's, own worker on it, other worker on it",
    ),
    (
        "job",
        len(KINDS),
        f"what the action under way does, one-hot: {', '.join(KINDS)}; it and the rest are 0 without one",
    ),
    ("job_progress", 4, "whether it is of a building; things taken / 4; AP owed / 10; AP to spare / 10"),
    ("tiers", TIER_COUNT, "whether it completed the tier"),
    ("columns", COLUMNS * 2, "for each: whether only it is open; pieces of a payment fixed so far / 5"),
    ("fixed", 1, "parts of the payment fixed so far / 4"),
    ("job_building", BUILDING_COUNT, "the building it is of, one-hot"),
)
"""Parts of an observation that both seats share: name, size, meaning. Then follow those of `PERSONAL`, twice."""

PERSONAL: tuple[tuple[str, int, str], ...] = (
    ("fame", 1, "fame / 30"),
    ("yen", 1, "yen / 10"),
    ("workers", 1, "free workers / 5"),
    ("academy", 1, "workers in the academy / 6"),
    ("goods", COLUMNS * 3, "for each resource: tokens / 5, level / 4, whether the column is at its top"),
    ("raisable", SPOT_COUNT, "AP the seat could raise at each spot / 10"),
)
"""Parts of an observation for each seat, the observing one first: name, size, meaning."""

OBSERVATION_SIZE = sum(n for _, n, _ in COMMON) + SEATS * sum(n for _, n, _ in PERSONAL)


@kernel
def observe(state, rules, seat, out):
    """The features of one seat, float32[OBSERVATION_SIZE]; `COMMON` and `PERSONAL` describe them."""
    for i in range(len(out)):
        out[i] = 0.0
    k = observe_table(state, rules, seat, out)
    k = observe_tiles(state, seat, out, k)
    k = observe_job(state, rules, out, k)
    k = observe_seat(state, rules, seat, out, k)
    observe_seat(state, rules, 1 - seat, out, k)


@kernel
def observe_table(state, rules, seat, out):
    """Features of the course of the game, the spots and the council; returns how many."""
    out[state.phase] = 1.0
    k = len(PHASES)
    out[k] = state.mover == seat
    out[k + 1] = state.active == seat
    out[k + 2] = state.start == seat
    out[k + 3] = state.turn / rules.most_turns
    out[k + 4] = state.events / rules.events_to_end
    k += 5
    if state.pending != NONE:
        out[k + state.pending] = 1.0
    k += TRACK_COUNT
    for track in range(TRACK_COUNT):
        out[k] = steps_to_event(state, rules, track) / 4.0
        k += 1
    if state.pawn != NONE:
        out[k + state.pawn] = 1.0
    k += SPOT_COUNT
    for spot in range(SPOT_COUNT):
        out[k] = state.spots[spot] / 5.0
        k += 1
    for bench in range(BENCH_COUNT):
        for space in range(MAX_COUNCIL_SPACES):
            sitter = state.council[bench, space]
            out[k] = sitter == 1 + seat
            out[k + 1] = sitter == 2 - seat
            k += 2
    return k


@kernel
def observe_tiles(state, seat, out, k):
    """Features of where every tile is, from feature k on; returns where they end."""
    own, other = state.seats[seat], state.seats[1 - seat]
    for person in range(PERSON_COUNT):
        out[k] = has(state.persons, person)
        out[k + 1] = has(own.persons, person)
        out[k + 2] = has(other.persons, person)
        k += 3
    for building in range(BUILDING_COUNT):
        out[k] = has(state.buildings, building)
        out[k + 1] = has(state.offer, building)
        out[k + 2] = has(own.buildings, building)
        out[k + 3] = has(other.buildings, building)
        out[k + 4] = has(own.occupied, building)
        out[k + 5] = has(other.occupied, building)
        k += 6
    return k


@kernel
def observe_seat(state, rules, number, out, k):
    """Features of the goods and workers of a seat, from feature k on; returns where they end."""
    seat = state.seats[number]
    out[k] = seat.fame / 30.0
    out[k + 1] = seat.yen / 10.0
    out[k + 2] = seat.area / 5.0
    out[k + 3] = seat.academy / 6.0
    k += 4
    for column in range(COLUMNS):
        out[k] = seat.goods[column] / 5.0
        out[k + 1] = seat.levels[column] / 4.0
        out[k + 2] = seat.levels[column] == rules.columns[column].spaces
        k += 3
    for spot in range(SPOT_COUNT):
        out[k] = raisable(rules, seat, spot) / 10.0
        k += 1
    return k


@kernel
def observe_job(state, rules, out, k):
    """Features of the action under way, from feature k on; returns where they end."""
    job = state.job
    end = k + len(KINDS) + 4 + TIER_COUNT + 2 * COLUMNS + 1 + BUILDING_COUNT
    if job.kind == NONE:
        return end
    out[k + job.kind] = 1.0
    k += len(KINDS)
    out[k] = job.building != NONE
    out[k + 1] = job.taken / 4.0
    out[k + 2] = job.cost / 10.0
    out[k + 3] = spare_ap(state, rules) / 10.0
    k += 4
    for tier in range(TIER_COUNT):
        out[k] = has(job.tiers, tier)
        k += 1
    for column in range(COLUMNS):
        out[k] = job.column == column
        out[k + 1] = job.parts[column] / 5.0
        k += 2
    out[k] = job.fixed / COLUMNS
    if job.building != NONE:
        out[k + 1 + job.building] = 1.0
    return end
