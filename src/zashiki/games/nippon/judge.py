"""A quick judgement of Nippon: Zaibatsu: how good a state is for each seat, which moves are sensible, what a learner sees.

The judgement adds up what a seat has and what it may expect of it, in points: Influence by the scorings to come,
objectives by Favors and columns, tracks by the Consolidations to come, Factories by the time left to use them, stocks
by what they buy. What still lies on the stack counts by what it will bring: a Worker just taken for an action is worth
the best the action can do. The weights were found by self-play.
"""

from __future__ import annotations

import math

from zashiki.core.kernel import kernel
from zashiki.games.nippon.actions import (
    CITY_COUNT,
    can_produce,
    coal_price,
    contract_open,
    discount,
    goods_types,
    investable,
    region_allowed,
    sellable,
    silk_help,
    top_level,
    wanted,
)
from zashiki.games.nippon.moves import BUILD, CONSOLIDATE, DEPT, FAVOR, MARKET, SKIP, STEP, STOP, TAKE
from zashiki.games.nippon.moves import SILK as TURN_SILK
from zashiki.games.nippon.rounds import ACTION_COUNT, COLOUR_COUNT, colour_on, colours_employed, held
from zashiki.games.nippon.scoring import (
    LAST_PERIOD,
    count_contracts,
    influence,
    leftover_points,
    objective_points,
    overseas,
    region_points,
)
from zashiki.games.nippon.state import (
    AREA,
    CITY_SPACES,
    CONTRACTS,
    EFFECTS,
    EXPERT,
    LAST_DECISION,
    LAST_DRAW,
    NONE,
    NUMBERS,
    OLD,
    PIECES,
    PLACES,
    ROWS,
    SEATS,
    SECTIONS,
    SLOTS,
    TOKENS_A,
    TOP_TOKEN,
    TRAIN_SPACES,
    TYPES,
    Action,
    Line,
    Piece,
    Stock,
    Task,
    Track,
    When,
)
from zashiki.games.nippon.tasks import (
    DESTINATION_COUNT,
    FACES,
    LINE_COUNT,
    REGION_COUNT,
    fits,
    line,
    output,
    stock,
)

SECTION_COUNT = len(SECTIONS)
SPACE_COUNT = len(CITY_SPACES)
TRACK_COUNT = len(Track)
PIECE_COUNT = len(Piece)
TOKEN_COUNT = len(TOKENS_A)

# -- weights

MONEY = 0.18
"""A unit of Money that can still be spent, up to PLENTY of them; what is beyond counts SURPLUS."""

PLENTY = 7
SURPLUS = 0.12
COAL = 0.66
IRON = 1.1
SILK = 0.28
GOOD = 1.37
GOOD_LEVEL = 0.35
"""A good is worth GOOD, and for each Level GOOD_LEVEL; the third and fourth on a Factory half of it."""

STEP_VALUE = 1.68
FREE_CHOICE = 2.58
TOKEN = 0.13
"""Each point of a token in the supply."""

INCOME_MONEY = 0.21
INCOME_COAL = 1.04
"""A unit of income, for each Consolidation to come."""

RESEARCH = 0.16
"""A level of R&D up to what the highest Factories need, for each turn to come."""

FACTORY = 0.04
FACTORY_LEVEL = 0.052
MACHINES = 0.3
UPGRADE = 0.12
"""For each turn to come."""

SHIP_VALUE = 3.21
TRAIN_VALUE = 6.66
"""What a piece brings beside objectives, upgrades and Influence, while there is much of the game to come."""

SCORING_NOW = 0.86
SCORING_LATER = 0.75
SHARE = 0.47
"""Weight of the next scoring and of each later one; part of it that goes by share of Influence, not by place."""

PARTLY = 1.11
"""Credit for the way to the next column of an objective."""

FAVOR_TO_COME = 0.95
"""What an objective is worth, in parts of its lowest Favor, before it has one."""

WORKERS = (0.0, 0.9, -0.2, 1.2, 0.5, 5.5, 5.1)
"""Occupied spaces of the Workers area: Favors come nearer, but fewer actions are left before a Consolidation."""

SALARY = 0.6
"""A colour in the area."""

LAST_ACTION = 0.55
NO_ACTION = 0.05
"""What Money and Coal are worth with one free space and with none, in parts of their worth."""

SECOND_SALE = 0.37
INFLUENCE_POINT = 0.027
"""A point of Influence, for each point the scorings to come are worth."""

TURNS_PER_TAKE = 1.27
LEFT_BEHIND = 8
CONSOLIDATIONS = 0.25
"""Turns for each Worker taken; Workers that stay on the Hiring spaces at a round's end; Consolidations per turn."""


# -- time


@kernel
def turns_to_come(state, rules):
    """Turns each player may still expect."""
    if state.current_round > rules.rounds:
        return state.turns_left / rules.players
    there = -LEFT_BEHIND
    for section in range(SECTION_COUNT):
        there += held(state.hiring[section])
    for row in range(ROWS):
        there += held(state.queue[row])
    fresh = SECTION_COUNT + rules.rows * rules.queue_row
    takes = max(there, 0) + fresh * (rules.rounds - max(state.current_round, 1))
    return takes * TURNS_PER_TAKE / rules.players + rules.final_turns


@kernel
def next_period(state, rules):
    """The next Period to be scored: 0, 1 or 2."""
    if state.current_round <= rules.scored[0]:
        return 0
    return 1 if state.current_round <= rules.scored[1] else 2


# -- stocks and effects


@kernel
def unit_worth(what):
    """A unit of a stock."""
    if what == Stock.MONEY:
        return MONEY
    if what == Stock.COAL or what == Stock.STORED:
        return COAL
    if what == Stock.SILK:
        return SILK
    return IRON if what == Stock.IRON else 1.0


@kernel
def money_worth(money):
    """Money: what is beyond plenty counts little."""
    return MONEY * min(money, PLENTY) + SURPLUS * max(0, money - PLENTY)


@kernel
def good_worth(rules, good):
    """One good of a type."""
    return GOOD + GOOD_LEVEL * rules.level[good]


@kernel
def payment_worth(effect):
    """An amount of a stock, or free steps."""
    if effect.kind == Task.GAIN:
        return unit_worth(effect.a) * effect.b
    return STEP_VALUE * effect.a


@kernel
def colour_worth(rules, player, colour):
    """The bonus of a Department."""
    return payment_worth(rules.department[colour, player.upgraded[colour]])


@kernel
def effect_worth(rules, player, effect, left):
    """What an effect will bring, roughly."""
    kind = effect.kind
    if kind == Task.GAIN or kind == Task.STEP:
        return payment_worth(effect)
    if kind == Task.ADVANCE:
        return STEP_VALUE * effect.b
    if kind == Task.DEPARTMENT:
        return colour_worth(rules, player, effect.a)
    if kind == Task.DEPT or kind == Task.WORKER_COLOUR or kind == Task.REGION:
        return FREE_CHOICE
    if kind == Task.UNLOCK:
        return TOKEN * effect.a
    if kind == Task.FREE:
        return piece_worth(rules, player, effect.a, left)
    if kind == Task.GOODS_HERE or kind == Task.GOOD or kind == Task.MORE_GOODS:
        return (GOOD + GOOD_LEVEL) * effect.a
    if kind == Task.LESS_COAL:
        return COAL * effect.a
    if kind == Task.KEEPING:
        return MONEY * effect.a
    if kind == Task.BY_FAVOR:
        return colour_worth(rules, player, effect.a) * max(player.favor[effect.b] - 1, 0)
    if kind == Task.MONEY_PER_MACHINE:
        return MONEY * min(effect.a * player.built[Piece.MACHINE], effect.b)
    if kind == Task.VP_PER_GOOD or kind == Task.VP_PER_LOWER or kind == Task.VP_PER_COLUMN:
        return 2.0 * effect.a
    if kind == Task.MACHINE or kind == Task.SHIP or kind == Task.TRAIN or kind == Task.AGAIN:
        return STEP_VALUE
    return 0.0


@kernel
def times(when, left):
    """How often effects of a Factory face will apply, roughly."""
    if when == When.NOW:
        return 1.0
    if when == When.HERE_MACHINE:
        return min(1.5, 0.08 * left)
    return 0.08 * left


@kernel
def lasting_worth(rules, player, type_, face, left):
    """What a face will still bring after it has been built."""
    entry = rules.faces[type_, face]
    if entry.when == When.NOW:
        return 0.0
    return effects_worth(rules, player, entry, left)


@kernel
def effects_worth(rules, player, entry, left):
    """What the effects of a face will bring in all."""
    total = 0.0
    for i in range(EFFECTS):
        total += effect_worth(rules, player, entry.effects[i], left)
    return total * times(entry.when, left)


# -- lines and pieces


@kernel
def objective_worth(rules, which, level, reached, left):
    """A Personal Objective of a line that has come so far: points by its Favor, and credit for the way on."""
    low = rules.line_points[max(level, 1), 0]
    high = rules.line_points[max(level, 1), 1]
    lower, higher = rules.lower[which], rules.higher[which]
    if reached >= higher:
        points, sure = 1.0 * high, 1.0 * high
    elif reached >= lower:
        points, sure = low + PARTLY * (reached - lower) / (higher - lower) * (high - low), 1.0 * low
    else:
        points, sure = PARTLY * reached / lower * low, 0.0
    return hoped(level, points, sure, left)


@kernel
def contracts_worth(rules, level, count, left):
    """The objective of the contracts, with so many fulfilled."""
    points = 1.0 * rules.contract_points[max(level, 1), count]
    return hoped(level, points, points, left)


@kernel
def hoped(level, points, sure, left):
    """Points that may become sure in the turns to come; without a Favor they need one."""
    hope = min(1.0, left / 6)
    worth = hope * points + (1 - hope) * sure
    return worth if level > 0 else worth * FAVOR_TO_COME * min(1.0, left / 8)


@kernel
def favored_worth(rules, player, which, level, left):
    """A Personal Objective as it stands, if it had a Favor of a level."""
    if which == Line.CONTRACTS:
        return contracts_worth(rules, level, count_contracts(player), left)
    return objective_worth(rules, which, level, line(player, which), left)


@kernel
def line_step(rules, player, which, left):
    """What one more piece or step of a line adds to its objective."""
    level = player.favor[which]
    reached = line(player, which)
    now = objective_worth(rules, which, level, reached, left)
    return objective_worth(rules, which, level, reached + 1, left) - now


@kernel
def piece_worth(rules, player, pieces, left):
    """What the best of a set of pieces adds, built for nothing."""
    best = 0.0
    early = min(1.0, left / 8)
    if (pieces >> Piece.SHIP) & 1 and player.built[Piece.SHIP] < PIECES:
        best = SHIP_VALUE * early + UPGRADE * left + line_step(rules, player, Line.SHIPS, left)
    if (pieces >> Piece.MACHINE) & 1 and player.built[Piece.MACHINE] < PIECES:
        best = max(best, MACHINES * left + line_step(rules, player, Line.MACHINES, left))
    if (pieces >> Piece.TRAIN) & 1 and player.built[Piece.TRAIN] < PIECES:
        best = max(best, TRAIN_VALUE + line_step(rules, player, Line.TRAINS, left))
    return best


@kernel
def track_worth(rules, player, track, space, left):
    """What standing on a space of a track is worth, objective included."""
    which = Line.RND + track
    worth = objective_worth(rules, which, player.favor[which], space, left)
    if track == Track.RND:
        return worth + RESEARCH * left * min(space, rules.research[TYPES - 1])
    if track == Track.MINING:
        return worth + INCOME_COAL * CONSOLIDATIONS * left * rules.mining_coal[space]
    return worth + INCOME_MONEY * CONSOLIDATIONS * left * rules.finance_money[space]


@kernel
def step_worth(rules, player, track, space, left):
    """What a step on a track adds, from a space on."""
    now = track_worth(rules, player, track, space, left)
    return track_worth(rules, player, track, space + 1, left) - now


# -- what an action may still bring


@kernel
def steps_prospect(rules, player, track, prices, made, most, left):
    """Paid steps on a track, as long as they pay; at least one if none has been made."""
    budget = player.money + player.silk
    space = player.track[track]
    total = 0.0
    best = -9.0 if made == 0 else 0.0
    for n in range(made, most):
        budget -= prices[n]
        if budget < 0 or space >= rules.last:
            break
        total += step_worth(rules, player, track, space, left) - MONEY * prices[n]
        space += 1
        if rules.track_bonus[track, space].kind != Task.NOTHING:
            total += effect_worth(rules, player, rules.track_bonus[track, space], left)
        best = max(best, total)
    return best


@kernel
def factory_worth(rules, type_, left):
    """What owning a Factory of a type is worth besides its face."""
    return (FACTORY + FACTORY_LEVEL * rules.level[type_]) * left


@kernel
def face_worth(state, rules, player, type_, number, left):
    """What a Factory on display will bring."""
    entry = rules.faces[type_, 2 * number + state.display[type_, number]]
    return effects_worth(rules, player, entry, left) + factory_worth(rules, type_, left)


@kernel
def factory_prospect(state, rules, player, left):
    """The best Factory that can be built."""
    best = -9.0
    for type_ in range(TYPES):
        needed = silk_help(rules, player, type_)
        if player.factories[type_].face != NONE or needed == NONE or player.silk < needed:
            continue
        if player.money + player.silk - needed < rules.factory_price:
            continue
        price = MONEY * rules.factory_price + SILK * needed
        for number in range(NUMBERS):
            if state.display[type_, number] != NONE:
                best = max(best, face_worth(state, rules, player, type_, number, left) - price)
    return best


@kernel
def production_prospect(state, rules, player, left):
    """The productions the Coal allows, dearer goods first."""
    coal = player.coal + player.stored
    less = discount(state, rules, player)
    chances = rules.activations[Action.PRODUCTION] - state.made
    total = 0.0
    for factory in range(TYPES - 1, -2, -1):
        where = factory if factory >= 0 else OLD
        if chances > 0 and can_produce(rules, player, where, state.used, less):
            price = coal_price(rules, where, less)
            room = rules.storage[where] - player.factories[where].goods
            made = min(room, output(rules, player, where, 1))
            good = where if where < OLD else max(player.factories[OLD].face, 0)
            gain = made * good_worth(rules, good) - price * COAL
            if price <= coal and gain > 0:
                coal -= price
                chances -= 1
                total += gain
                less = 0
    return total


@kernel
def machines_prospect(state, rules, player, left):
    """Machines the Money allows, on different Factories."""
    places = 0
    for factory in range(PLACES):
        if fits(rules, player, factory, state.used):
            places += 1
    count = min(places, PIECES - player.built[Piece.MACHINE])
    count = min(count, rules.activations[Action.MACHINES] - state.made)
    if rules.machine_price > 0:
        count = min(count, (player.money + player.silk) // rules.machine_price)
    each = piece_worth(rules, player, 1 << Piece.MACHINE, left) - MONEY * rules.machine_price
    return each * count if state.made == 0 else max(0.0, each * count)


@kernel
def pieces_prospect(state, rules, player, piece, most, each):
    """Ships or Trains that can be paid for, each worth so much."""
    iron, money = player.iron, player.money + player.silk
    total = 0.0
    best = -9.0 if state.made == 0 else 0.0
    for _ in range(min(most, PIECES - player.built[piece])):
        if iron >= rules.piece_iron:
            iron -= rules.piece_iron
            total += each - IRON * rules.piece_iron
        elif iron >= rules.piece_money_iron and money >= rules.piece_money:
            iron -= rules.piece_money_iron
            money -= rules.piece_money
            total += each - IRON * rules.piece_money_iron - MONEY * rules.piece_money
        else:
            break
        best = max(best, total)
    return best


@kernel
def influence_worth(state, rules, left):
    """A point of Influence in a Region, by the scorings to come."""
    total = 0.0
    first = next_period(state, rules)
    for period in range(first, 3):
        values = 0.0
        for place in range(rules.players):
            values += rules.places[period, place]
        total += values * (SCORING_NOW if period == first else SCORING_LATER)
    return INFLUENCE_POINT * total


@kernel
def market_prospect(state, rules, player, left):
    """The best sale, and a part of the second best in another city."""
    each = influence_worth(state, rules, left)
    best, second = -9.0, 0.0
    for city in range(CITY_COUNT):
        here = -9.0
        if region_allowed(rules, state.used, city >> 1):
            for space in range(rules.city_spaces):
                good = wanted(state, rules, city, space)
                if stock(player, good) == 0:
                    continue
                for count in range(1, 4):
                    if sellable(state, rules, player, city, space, count):
                        taken = state.token_value[city, space]
                        gain = rules.influence[good, count] + 0.5 * taken
                        if taken == 0:
                            gain += 0.5 * rules.overseas[space]
                        here = max(here, each * gain - count * good_worth(rules, good))
        if here > best:
            best, second = here, best
        else:
            second = max(second, here)
    best += rules.market_vp
    if state.made > 0:
        return max(best, 0.0)
    return best + SECOND_SALE * max(second + rules.market_vp, 0.0)


@kernel
def contract_step(rules, player, left):
    """What one more contract adds to its objective."""
    level = player.favor[Line.CONTRACTS]
    done = count_contracts(player)
    if done == CONTRACTS:
        return 0.0
    return contracts_worth(rules, level, done + 1, left) - contracts_worth(rules, level, done, left)


@kernel
def contracts_prospect(state, rules, player, left):
    """The best investment or contract the goods allow."""
    best = -9.0 if state.made == 0 else 0.0
    if goods_types(player, NONE) <= state.made:
        return best
    price = (state.made + 1) * (GOOD + GOOD_LEVEL)
    if investable(rules, player):
        space = player.track[Track.FINANCE]
        after = min(rules.last, space + rules.invest_steps)
        gain = track_worth(rules, player, Track.FINANCE, after, left)
        gain -= track_worth(rules, player, Track.FINANCE, space, left)
        best = max(best, gain - price)
    step = contract_step(rules, player, left)
    top = top_level(rules, player, NONE)
    for contract in range(CONTRACTS):
        if contract_open(rules, player, contract, top):
            best = max(
                best, effect_worth(rules, player, rules.contract_reward[contract], left) + step - price
            )
    return best


@kernel
def action_prospect(state, rules, player, action, left):
    """What an action may still bring, its prices paid; at least one activation must be made."""
    most = rules.activations[action] - state.made
    if most <= 0:
        return 0.0
    made = state.made
    if action == Action.RND:
        return steps_prospect(rules, player, Track.RND, rules.research_price, made, made + most, left)
    if action == Action.MINING:
        return steps_prospect(rules, player, Track.MINING, rules.mining_price, made, made + most, left)
    if action == Action.FACTORY:
        return factory_prospect(state, rules, player, left)
    if action == Action.PRODUCTION:
        return production_prospect(state, rules, player, left)
    if action == Action.MACHINES:
        return machines_prospect(state, rules, player, left)
    if action == Action.SHIPS:
        return pieces_prospect(
            state, rules, player, Piece.SHIP, most, piece_worth(rules, player, 1 << Piece.SHIP, left)
        )
    if action == Action.TRAINS:
        each = piece_worth(rules, player, 1 << Piece.TRAIN, left)
        return pieces_prospect(state, rules, player, Piece.TRAIN, most, each)
    if action == Action.MARKET:
        return market_prospect(state, rules, player, left)
    return contracts_prospect(state, rules, player, left)


# -- what still lies on the stack


@kernel
def favor_gain(rules, player, which, level, left):
    """What a Favor adds to an objective."""
    now = favored_worth(rules, player, which, player.favor[which], left)
    return favored_worth(rules, player, which, level, left) - now


@kernel
def favor_worth(rules, player, level, left):
    """The best place for a Favor."""
    best = 0.0
    for which in range(LINE_COUNT + 1):
        if player.favor[which] < level:
            best = max(best, favor_gain(rules, player, which, level, left))
    return best


@kernel
def stack_worth(state, rules, player, left):
    """What the tasks on the stack will bring the player whose turn it is."""
    total = 0.0
    for i in range(state.depth):
        task = state.stack[i]
        kind = task.kind
        if kind == Task.ACT:
            total += action_prospect(state, rules, player, state.action, left)
        elif kind == Task.FAVOR:
            total += favor_worth(rules, player, task.a, left)
        elif kind == Task.REWARD:
            total += rules.market_vp
        elif kind == Task.SPEND:
            total -= task.a * (GOOD + GOOD_LEVEL)
        elif kind == Task.INVESTED:
            total += STEP_VALUE * rules.invest_steps
        elif kind == Task.FULFIL:
            total += effect_worth(rules, player, rules.contract_reward[task.a], left)
            total += contract_step(rules, player, left)
        elif kind == Task.EXTRA:
            total += 0.5
        else:
            total += effect_worth(rules, player, task, left)
    return total


@kernel
def consolidating(state):
    """Whether the turn is a Consolidation whose income is still to come."""
    for i in range(state.depth):  # noqa: SIM110 (Numba compiles no generator)
        if state.stack[i].kind == Task.INCOME:
            return True
    return False


@kernel
def discarding(state):
    """Whether the turn is a Consolidation whose discard is still to come."""
    for i in range(state.depth):  # noqa: SIM110 (Numba compiles no generator)
        if state.stack[i].kind == Task.KEEP:
            return True
    return False


# -- the whole


@kernel
def area_worth(player, occupied):
    """What so many occupied spaces of the Workers area promise, and the Money and Coal as far as there is use for them."""
    use = 1.0
    if occupied == AREA:
        use = NO_ACTION
    elif occupied == AREA - 1:
        use = LAST_ACTION
    return WORKERS[occupied] + use * (money_worth(player.money) + COAL * player.coal)


@kernel
def income_worth(rules, player, money, coal):
    """Money and Coal after the income and salaries of a Consolidation that begins them with so much."""
    coal += rules.mining_coal[player.track[Track.MINING]]
    money += rules.finance_money[player.track[Track.FINANCE]]
    money -= min(rules.salary * colours_employed(rules, player), max(0, money - rules.spared))
    return money_worth(money) + COAL * coal


@kernel
def consolidation_worth(rules, player, occupied, left):
    """What a Consolidation leaves: its Favor, a Department's bonus, and the purse after it."""
    workers = 0
    for space in range(AREA):
        workers += NONE < player.area[space] < EXPERT
    total = income_worth(rules, player, 0, 0)
    if rules.favor_level[workers] > 0:
        total += favor_worth(rules, player, rules.favor_level[workers], left)
    return total + (FREE_CHOICE if occupied > 0 else 0.0)


@kernel
def purse_worth(state, rules, player, mine, left):
    """Stocks, and the Workers area with what it will cost and bring."""
    total = IRON * player.iron + SILK * player.silk + COAL * player.stored
    occupied = 0
    for space in range(AREA):
        if player.area[space] != NONE:
            occupied += 1
    if mine and consolidating(state):
        if not discarding(state):
            return total + income_worth(rules, player, player.money, player.coal)
        return total + income_worth(rules, player, 0, 0) + (FREE_CHOICE if occupied > 0 else 0.0)
    if occupied > 0:
        total -= SALARY * colours_employed(rules, player)
    return total + area_worth(player, occupied)


@kernel
def factories_worth(rules, player, left):
    """Factories, Machines, goods."""
    total = 0.0
    for factory in range(PLACES):
        place = player.factories[factory]
        if place.face == NONE:
            continue
        good = factory if factory < OLD else place.face
        total += factory_worth(rules, good, left) + MACHINES * left * place.machines
        total += good_worth(rules, good) * (min(place.goods, 2) + 0.5 * max(0, place.goods - 2))
        if factory < OLD:
            total += lasting_worth(rules, player, factory, place.face, left)
    return total


@kernel
def boards_worth(rules, player, left):
    """Tracks, objectives, upgrades, pieces, tokens."""
    total = 0.0
    for which in range(LINE_COUNT + 1):
        if Line.RND <= which <= Line.FINANCE:
            track = which - Line.RND
            total += track_worth(rules, player, track, player.track[track], left)
        else:
            total += favored_worth(rules, player, which, player.favor[which], left)
    early = min(1.0, left / 8)
    total += (SHIP_VALUE * early + UPGRADE * left) * player.built[Piece.SHIP]
    if player.waiting:
        total += MACHINES * left
    for value in range(1, TOP_TOKEN + 1):
        total += TOKEN * value * player.supply[value] * early
    return total


@kernel
def ending_worth(rules, player):
    """What a seat has besides points and Influence if the game ends now."""
    total = 1.0 * leftover_points(rules, player)
    for which in range(LINE_COUNT + 1):
        total += objective_points(rules, player, which)
    return total


@kernel
def regions_worth(state, rules, out, left):
    """Add to each seat what its Influence may bring in the scorings to come, by place and by share."""
    first = next_period(state, rules)
    for region in range(REGION_COUNT):
        foreign = overseas(state, rules, region)
        total = foreign
        for seat in range(rules.players):
            total += influence(state, rules, region, seat)
        for seat in range(rules.players):
            own = influence(state, rules, region, seat)
            if own == 0:
                continue
            ahead, tied = (1 if foreign > own else 0), (1 if foreign == own else 0)
            for other in range(rules.players):
                there = influence(state, rules, region, other)
                ahead += int(there > own)
                tied += int(there == own)
            for period in range(first, 3):
                places = 0.0
                values = 0.0
                for place in range(SEATS + 1):
                    values += rules.places[period, place]
                    if ahead <= place < ahead + tied:
                        places += rules.places[period, place]
                weight = SCORING_NOW if period == first else SCORING_LATER
                share = SHARE
                if left < 4 and period == first:
                    weight += (1 - SCORING_NOW) * (4 - left) / 4
                    share *= left / 4
                out[seat] += weight * ((1 - share) * (places // tied) + share * values * own / total)


@kernel
def evaluate(state, rules, out):
    """Prospects of each seat in score points.

    The nearer the end, the more what things are worth at the end counts.
    """
    left = turns_to_come(state, rules)
    fade = min(1.0, left / 3)
    if state.stack[state.depth - 1].kind == Task.OVER:
        left, fade = 0.0, 0.0
    for seat in range(rules.players):
        player = state.players[seat]
        mine = seat == state.seat
        worth = purse_worth(state, rules, player, mine, left)
        worth += factories_worth(rules, player, left) + boards_worth(rules, player, left)
        if mine:
            worth += stack_worth(state, rules, player, left)
        out[seat] = player.vp + fade * worth + (1 - fade) * ending_worth(rules, player)
    regions_worth(state, rules, out, left)


# -- the light policy

EAGER = 1.4
"""How strongly a prospect in points makes an action likelier."""

NEW_COLOUR = 0.5
STOPPING = 0.15
TURNING = 0.2
DECLINING = 0.3
"""Weights of a Worker of a colour not yet in the area, of `stop`, `silk` and `skip`; an ordinary move has 1."""


@kernel
def eagerness(prospect):
    """The weight of a move with a prospect."""
    return math.exp(EAGER * min(max(prospect, -8.0), 20.0))


@kernel
def suggest_turn(state, rules, player, ids, n, out):
    """Weights at the decision turn: by what the actions promise, which is worked out once for each."""
    left = turns_to_come(state, rules)
    occupied, employed = 0, 0
    for space in range(AREA):
        if player.area[space] != NONE:
            occupied += 1
            employed |= 1 << colour_on(rules, player, space)
    now = area_worth(player, occupied)
    salaries = SALARY * colours_employed(rules, player)
    for action in range(ACTION_COUNT):
        out[n + action] = -1.0
    for i in range(n):
        if ids[i] == CONSOLIDATE:
            out[i] = eagerness(consolidation_worth(rules, player, occupied, left) - now + salaries)
        elif ids[i] == TURN_SILK:
            out[i] = TURNING * eagerness(-8.0)
        else:
            choice = ids[i] - TAKE
            action = choice % ACTION_COUNT
            if out[n + action] < 0:
                worth = action_prospect(state, rules, player, action, left)
                out[n + action] = eagerness(worth + area_worth(player, occupied + 1) - now)
            known = (employed >> (choice // ACTION_COUNT % COLOUR_COUNT)) & 1
            out[i] = out[n + action] * (1.0 if known else NEW_COLOUR)


@kernel
def suggest(state, rules, ids, n, out):
    """Weights of the legal actions: a light playout policy that builds, sells and consolidates at sensible times.

    Besides the first n entries of out it uses some behind them.
    """
    kind = state.stack[state.depth - 1].kind
    player = state.players[state.seat]
    if kind == Task.TURN:
        suggest_turn(state, rules, player, ids, n, out)
        return
    left = turns_to_come(state, rules)
    for i in range(n):
        action = ids[i]
        if action == STOP:
            out[i] = STOPPING
        elif action == TURN_SILK:
            out[i] = TURNING
        elif action == SKIP:
            out[i] = DECLINING
        elif kind == Task.FAVOR:
            level = state.stack[state.depth - 1].a
            out[i] = eagerness(favor_gain(rules, player, action - FAVOR, level, left))
        elif kind == Task.DEPT:
            out[i] = eagerness(colour_worth(rules, player, action - DEPT))
        elif kind == Task.STEP:
            out[i] = eagerness(step_worth(rules, player, action - STEP, player.track[action - STEP], left))
        elif kind == Task.ACT and state.action == Action.FACTORY:
            type_, number = (action - BUILD) // NUMBERS, (action - BUILD) % NUMBERS
            out[i] = eagerness(face_worth(state, rules, player, type_, number, left))
        elif kind == Task.ACT and state.action == Action.MARKET:
            place = (action - MARKET) // 3
            good = wanted(state, rules, place // SPACE_COUNT, place % SPACE_COUNT)
            out[i] = rules.influence[good, (action - MARKET) % 3 + 1]
        else:
            out[i] = 1.0


# -- what a learner sees

DECISIONS = LAST_DECISION - LAST_DRAW
COLOURS_AND_EXPERT = COLOUR_COUNT + 1

COMMON: tuple[tuple[str, int, str], ...] = (
    (
        "phase",
        DECISIONS,
        f"which decision is awaited, one-hot: {', '.join(task.name.lower() for task in list(Task)[LAST_DRAW + 1 : LAST_DECISION + 1])}",
    ),
    ("mover", SEATS, "whose decision it is, one-hot"),
    ("task", 3, "what the topmost task holds: its a, b, c, each / 8"),
    ("round", 1, "round / (rounds + final rounds)"),
    ("turns_left", 1, "turns left in the final rounds / all of them"),
    ("idle", 1, "idle Consolidations in a row / those that end a round"),
    ("options", 5, "contest lower; market_region any, same, different; queue rows in use / 6"),
    ("action", ACTION_COUNT, "the action going on, one-hot"),
    ("made", 1, "its activations / 3"),
    ("used", PLACES, "Factories or Regions it has used"),
    ("worker", COLOUR_COUNT, "colour of the Worker taken for it, one-hot"),
    ("contracts", 1, "contracts it has fulfilled / 3"),
    ("bag", COLOUR_COUNT, "Workers in the bag / 8"),
    ("hiring", SECTION_COUNT * COLOUR_COUNT, "Workers on each Hiring space / 3"),
    ("queue", ROWS * COLOUR_COUNT, "Workers in each queue row / 3"),
    ("owed", ROWS, "Workers owed to each row / 3"),
    ("display", TYPES * FACES, "faces on display, by type 1a 1b ... 5a 5b"),
    (
        "wanted",
        CITY_COUNT * SPACE_COUNT * TYPES,
        "good each Influence space wants, one-hot; 0 where not in use",
    ),
    ("tokens", CITY_COUNT * SPACE_COUNT * SEATS, "value / 7 of the token there, at the place of its owner"),
    ("overseas", CITY_COUNT * SPACE_COUNT, "Overseas Influence to be seen there / 4"),
    ("trains", REGION_COUNT * TRAIN_SPACES * SEATS, "Train there, one-hot of its owner"),
    ("free_track", REGION_COUNT * TRAIN_SPACES, "whether the Train space is in use and free"),
    ("foreign", REGION_COUNT, "Influence of the Overseas companies in each Region / 20"),
    ("experts", DESTINATION_COUNT, "whether the Expert is at the destination"),
    ("pairs", SLOTS * 2 * TOKEN_COUNT, "starting pairs still to be picked: A token, B token, one-hot"),
)
"""Parts of an observation that all seats share: name, size, meaning. Owners are seat-relative."""

PERSONAL: tuple[tuple[str, int, str], ...] = (
    ("seated", 1, "whether somebody sits there"),
    ("first", 1, "whether the seat is the first player; known during setup only"),
    ("points", 1, "points / 100"),
    ("purse", 5, "Money / 20, Coal, stored Coal, Silk, Iron / 10"),
    ("tracks", TRACK_COUNT, "space / last space"),
    ("reached", 1, "highest Finance space ever reached / last space"),
    ("built", PIECE_COUNT, "Ships, Machines, Trains / 6"),
    ("waiting", 1, "whether a Machine waits"),
    ("ships", DESTINATION_COUNT, "own Ship at the destination"),
    ("upgraded", COLOUR_COUNT, "upgraded Departments"),
    ("area", AREA * COLOURS_AND_EXPERT, "each space: colour one-hot, and whether it is an Expert"),
    ("supply", TOP_TOKEN, "tokens of each value in the supply / 2"),
    ("locked", TOP_TOKEN, "locked tokens of each value"),
    ("contracts", CONTRACTS, "fulfilled contracts"),
    ("favors", LINE_COUNT + 1, "level of the Favor / 3"),
    ("objectives", LINE_COUNT + 1, "what the objective is worth now / 20"),
    ("faces", TYPES * FACES, "face of each Factory, one-hot"),
    ("old", 2, "Old Factory: cotton, paper"),
    ("machines", PLACES, "Machines on each Factory / 2"),
    ("goods", PLACES, "goods in each Factory / 4"),
    ("influence", REGION_COUNT, "Influence in each Region / 20"),
    ("scoring", REGION_COUNT, "what the last scoring would pay now in each Region / 26"),
)
"""Parts of an observation for each seat, the observing seat first, then to the left: name, size, meaning."""

OBSERVATION_SIZE = sum(size for _, size, _ in COMMON) + SEATS * sum(size for _, size, _ in PERSONAL)


THIRD, TENTH, TWENTIETH = 1 / 3, 1 / 10, 1 / 20
"""Features are multiplied by these: a division takes the time of several products, and as float32 all come out the same."""


@kernel
def one_hot(out, at, size, which):
    """Mark one of some features, or none if it is out of range; returns where the next ones begin."""
    if 0 <= which < size:
        out[at + which] = 1.0
    return at + size


@kernel
def relative(rules, seat, other):
    """The place of a seat counted from the observing one; NONE stays NONE."""
    if other == NONE:
        return NONE
    return other - seat if other >= seat else other - seat + rules.players


@kernel
def observe_decision(state, rules, seat, out, at):
    """phase ... contracts of COMMON."""
    task = state.stack[state.depth - 1]
    decided = LAST_DRAW < task.kind <= LAST_DECISION
    at = one_hot(out, at, DECISIONS, task.kind - LAST_DRAW - 1)
    at = one_hot(out, at, SEATS, relative(rules, seat, state.seat) if decided else NONE)
    out[at] = task.a / 8
    out[at + 1] = task.b / 8
    out[at + 2] = task.c / 8
    out[at + 3] = state.current_round / (rules.rounds + rules.final_turns)
    out[at + 4] = state.turns_left / (rules.final_turns * rules.players)
    out[at + 5] = state.idle / rules.idle
    out[at + 6] = rules.displace
    at = one_hot(out, at + 7, 3, rules.market_region)
    out[at] = rules.rows / ROWS
    at = one_hot(out, at + 1, ACTION_COUNT, state.action)
    out[at] = state.made * THIRD
    for i in range(PLACES):
        out[at + 1 + i] = (state.used >> i) & 1
    at = one_hot(out, at + 1 + PLACES, COLOUR_COUNT, state.worker)
    out[at] = state.contracts * THIRD
    return at + 1


@kernel
def scaled(out, at, numbers, scale):
    """Write numbers times a scale; returns where the next features begin."""
    part = out[at : at + len(numbers)]
    for i in range(len(numbers)):
        part[i] = numbers[i] * scale
    return at + len(numbers)


@kernel
def observe_workers(state, rules, out, at):
    """bag ... display of COMMON."""
    at = scaled(out, at, state.bag, 1 / 8)
    at = scaled(out, at, state.hiring.reshape(SECTION_COUNT * COLOUR_COUNT), THIRD)
    at = scaled(out, at, state.queue.reshape(ROWS * COLOUR_COUNT), THIRD)
    at = scaled(out, at, state.owed, THIRD)
    for type_ in range(TYPES):
        for number in range(NUMBERS):
            side = state.display[type_, number]
            out[at] = side == 0
            out[at + 1] = side == 1
            at += 2
    return at


@kernel
def observe_map(state, rules, seat, out, at):
    """wanted ... pairs of COMMON."""
    spaces = CITY_COUNT * SPACE_COUNT
    tokens = at + spaces * TYPES
    free = tokens + spaces * SEATS
    for city in range(CITY_COUNT):
        for space in range(rules.city_spaces):
            place = city * SPACE_COUNT + space
            if state.tile[city] != NONE:
                out[at + place * TYPES + wanted(state, rules, city, space)] = 1.0
            owner = state.token_seat[city, space]
            if owner == NONE:
                out[free + place] = rules.overseas[space] / 4
            else:
                out[tokens + place * SEATS + relative(rules, seat, owner)] = (
                    state.token_value[city, space] / 7
                )
    at = free + spaces
    free = at + REGION_COUNT * TRAIN_SPACES * SEATS
    for region in range(REGION_COUNT):
        for space in range(rules.train_spaces):
            place = region * TRAIN_SPACES + space
            owner = state.train[region, space]
            if owner == NONE:
                out[free + place] = 1.0
            else:
                out[at + place * SEATS + relative(rules, seat, owner)] = 1.0
    at = free + REGION_COUNT * TRAIN_SPACES
    for region in range(REGION_COUNT):
        out[at + region] = overseas(state, rules, region) * TWENTIETH
    at += REGION_COUNT
    for destination in range(DESTINATION_COUNT):
        out[at + destination] = state.expert[destination]
    at += DESTINATION_COUNT
    for slot in range(SLOTS):
        if state.pair_a[slot] != NONE:
            out[at + 2 * slot * TOKEN_COUNT + state.pair_a[slot]] = 1.0
        if state.pair_b[slot] != NONE:
            out[at + (2 * slot + 1) * TOKEN_COUNT + state.pair_b[slot]] = 1.0
    return at + 2 * SLOTS * TOKEN_COUNT


@kernel
def observe_player(state, rules, seat, out, at):
    """seated ... contracts of PERSONAL."""
    player = state.players[seat]
    out[at] = 1.0
    drawn = state.stack[0].kind == Task.START and state.stack[state.depth - 1].kind != Task.FIRST
    out[at + 1] = drawn and state.first == seat
    out[at + 2] = player.vp / 100
    out[at + 3] = player.money * TWENTIETH
    out[at + 4] = player.coal * TENTH
    out[at + 5] = player.stored * TENTH
    out[at + 6] = player.silk * TENTH
    out[at + 7] = player.iron * TENTH
    at += 8
    for track in range(TRACK_COUNT):
        out[at + track] = player.track[track] / rules.last
    out[at + TRACK_COUNT] = player.finance_reached / rules.last
    at += TRACK_COUNT + 1
    for piece in range(PIECE_COUNT):
        out[at + piece] = player.built[piece] / PIECES
    out[at + PIECE_COUNT] = player.waiting
    at += PIECE_COUNT + 1
    for destination in range(DESTINATION_COUNT):
        out[at + destination] = player.ship_at[destination]
    at += DESTINATION_COUNT
    for colour in range(COLOUR_COUNT):
        out[at + colour] = player.upgraded[colour]
    at += COLOUR_COUNT
    for space in range(AREA):
        at = one_hot(out, at, COLOUR_COUNT, colour_on(rules, player, space))
        out[at] = player.area[space] >= EXPERT
        at += 1
    for value in range(TOP_TOKEN):
        out[at + value] = player.supply[value + 1] / 2
        out[at + TOP_TOKEN + value] = player.locked[value + 1]
    at += 2 * TOP_TOKEN
    for contract in range(CONTRACTS):
        out[at + contract] = player.fulfilled[contract]
    return at + CONTRACTS


@kernel
def observe_works(state, rules, seat, out, at):
    """favors ... scoring of PERSONAL."""
    player = state.players[seat]
    objectives = LINE_COUNT + 1
    for which in range(objectives):
        out[at + which] = player.favor[which] * THIRD
        out[at + objectives + which] = objective_points(rules, player, which) * TWENTIETH
    at += 2 * objectives
    for type_ in range(TYPES):
        at = one_hot(out, at, FACES, player.factories[type_].face)
    at = one_hot(out, at, 2, player.factories[OLD].face)
    for factory in range(PLACES):
        out[at + factory] = player.factories[factory].machines / 2
        out[at + PLACES + factory] = player.factories[factory].goods / 4
    at += 2 * PLACES
    for region in range(REGION_COUNT):
        out[at + region] = influence(state, rules, region, seat) * TWENTIETH
        out[at + REGION_COUNT + region] = region_points(state, rules, region, seat, LAST_PERIOD) / 26
    return at + 2 * REGION_COUNT


@kernel
def observe(state, rules, seat, out):
    """What a seat sees, for learning: COMMON once, then PERSONAL for each place at the table, the own one first.

    Everything is in the open in this game, so all seats see the same in another order. Entries are float32, mostly
    from 0 to 1; places nobody sits at are all 0.
    """
    for i in range(len(out)):
        out[i] = 0.0
    at = observe_decision(state, rules, seat, out, 0)
    at = observe_workers(state, rules, out, at)
    at = observe_map(state, rules, seat, out, at)
    for place in range(rules.players):
        other = (seat + place) % rules.players
        at = observe_player(state, rules, other, out, at)
        at = observe_works(state, rules, other, out, at)
