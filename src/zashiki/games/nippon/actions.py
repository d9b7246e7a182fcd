"""The nine actions: when each is possible, what an activation costs, and what it does.

A Worker is taken for an action, then it is activated once to three times. Whether an action is *possible* counts Silk
as Money; whether an activation is *payable now* does not. Each condition is written once and is told whether to count Silk.
"""

from __future__ import annotations

from zashiki.core.kernel import kernel
from zashiki.games.nippon.moves import (
    BUILD,
    BY_IRON,
    BY_MONEY,
    CONTRACT,
    INVEST,
    MACHINE,
    MARKET,
    MINE,
    PRODUCE,
    RESEARCH,
    SHIP,
    SILK,
    STOP,
    TRAIN,
)
from zashiki.games.nippon.state import (
    CITIES,
    CONTRACTS,
    DIFFERENT_REGION,
    HELP,
    NONE,
    NUMBERS,
    OLD,
    PIECES,
    PLACES,
    SAME_REGION,
    TYPES,
    Action,
    Piece,
    Task,
    Track,
    When,
)
from zashiki.games.nippon.tasks import (
    DESTINATION_COUNT,
    REGION_COUNT,
    fits,
    machine_possible,
    modifier,
    pop,
    purse,
    push,
    push_effect,
    room,
    ship_possible,
    stock,
    train_possible,
)

CITY_COUNT = len(CITIES)
HOWS = 4
FIRST_PRODUCTION = int(When.FIRST + Action.PRODUCTION)


# -- prices and targets of the single actions


@kernel
def silk_help(rules, player, type_):
    """Silk that makes up for the R&D levels a Factory type needs; NONE if it is out of reach."""
    missing = max(0, rules.research[type_] - player.track[Track.RND])
    return rules.silk_help[missing] if missing <= HELP else NONE


@kernel
def buildable(state, rules, player, type_, with_silk):
    """Whether some Factory of a type can be built; Silk needed as help does not count as Money as well."""
    if player.factories[type_].face != NONE:
        return False
    needed = silk_help(rules, player, type_)
    if needed == NONE or player.silk < needed:
        return False
    if purse(player, with_silk) - (needed if with_silk else 0) < rules.factory_price:
        return False
    for number in range(NUMBERS):  # noqa: SIM110 (Numba compiles no generator)
        if state.display[type_, number] != NONE:
            return True
    return False


@kernel
def discount(state, rules, player):
    """Coal by which the next activation of Production is cheaper."""
    return modifier(rules, player, Task.LESS_COAL, FIRST_PRODUCTION) if state.made == 0 else 0


@kernel
def coal_price(rules, factory, less):
    """Coal of one production; a discount leaves at least 1 to pay."""
    return max(rules.burns[factory] - less, min(rules.burns[factory], 1))


@kernel
def can_produce(rules, player, factory, used, less):
    """Whether a Factory outside the set of used ones can produce."""
    if not room(rules, player, factory) or (used >> factory) & 1:
        return False
    return player.coal + player.stored >= coal_price(rules, factory, less)


@kernel
def piece_payable(rules, player, how, with_silk):
    """Whether a Ship or Train can be paid for by Iron, or by Money and Iron."""
    if how == BY_IRON:
        return player.iron >= rules.piece_iron
    return player.iron >= rules.piece_money_iron and purse(player, with_silk) >= rules.piece_money


@kernel
def wanted(state, rules, city, space):
    """The good that an Influence space of a city wants: its side of the turned demand tile."""
    return rules.tile_goods[state.tile[city], (space - state.rotation[city]) % 4]


@kernel
def region_allowed(rules, used, region):
    """Whether a Local Market activation may go to a Region, by the option market_region."""
    if rules.market_region == SAME_REGION:
        return used == 0 or (used >> region) & 1 == 1
    if rules.market_region == DIFFERENT_REGION:
        return (used >> region) & 1 == 0
    return True


@kernel
def sellable(state, rules, player, city, space, count):
    """Whether a number of goods buys a token for an Influence space that may be placed there."""
    good = wanted(state, rules, city, space)
    if stock(player, good) < count:
        return False
    value = rules.influence[good, count]
    if player.supply[value] == 0:
        return False
    if state.token_seat[city, space] == NONE:
        return True
    return rules.displace and state.token_value[city, space] < value


@kernel
def market_possible(state, rules, player):
    """Whether any goods can be sold."""
    for city in range(CITY_COUNT):
        if region_allowed(rules, state.used, city >> 1):
            for space in range(rules.city_spaces):
                for count in range(1, 4):
                    if sellable(state, rules, player, city, space, count):
                        return True
    return False


@kernel
def goods_types(player, last):
    """How many different goods behind the last one (in goods order) a player has."""
    count = 0
    for good in range(last + 1, TYPES):
        if stock(player, good) > 0:
            count += 1
    return count


@kernel
def top_level(rules, player, last):
    """The highest Level among the goods behind the last one that a player has; 0 if there are none."""
    for good in range(TYPES - 1, last, -1):
        if stock(player, good) > 0:
            return rules.level[good]
    return 0


@kernel
def investable(rules, player):
    """Whether Finance can still advance by an investment."""
    return player.track[Track.FINANCE] < rules.last


@kernel
def contract_open(rules, player, contract, top):
    """Whether a contract can be fulfilled when the best good in stock has a certain Level."""
    return player.fulfilled[contract] == 0 and rules.contract_level[contract] <= top


@kernel
def contracts_possible(state, rules, player):
    """Whether an investment or a contract is possible."""
    if goods_types(player, NONE) <= state.made:
        return False
    if investable(rules, player):
        return True
    top = top_level(rules, player, NONE)
    for contract in range(CONTRACTS):  # noqa: SIM110 (Numba compiles no generator)
        if contract_open(rules, player, contract, top):
            return True
    return False


@kernel
def possible(state, rules, player, action, with_silk):
    """Whether an action can be activated (again), counting Silk as Money or not."""
    if action == Action.RND:
        price = rules.research_price[state.made]
        return player.track[Track.RND] < rules.last and purse(player, with_silk) >= price
    if action == Action.MINING:
        price = rules.mining_price[state.made]
        return player.track[Track.MINING] < rules.last and purse(player, with_silk) >= price
    if action == Action.FACTORY:
        for type_ in range(TYPES):  # noqa: SIM110 (Numba compiles no generator)
            if buildable(state, rules, player, type_, with_silk):
                return True
        return False
    if action == Action.MACHINES:
        payable = purse(player, with_silk) >= rules.machine_price
        return payable and machine_possible(rules, player, state.used)
    if action == Action.PRODUCTION:
        less = discount(state, rules, player)
        for factory in range(PLACES):  # noqa: SIM110 (Numba compiles no generator)
            if can_produce(rules, player, factory, state.used, less):
                return True
        return False
    if action == Action.MARKET:
        return market_possible(state, rules, player)
    if action == Action.CONTRACTS:
        return contracts_possible(state, rules, player)
    by_iron = piece_payable(rules, player, BY_IRON, with_silk)
    if not by_iron and not piece_payable(rules, player, BY_MONEY, with_silk):
        return False
    if action == Action.SHIPS:
        return ship_possible(player)
    return train_possible(state, rules, player, state.used)


# -- the decision act: listing


@kernel
def list_machines(rules, player, left_out, out, n):
    """Add `machine F` for every Factory that can take one."""
    if player.built[Piece.MACHINE] < PIECES:
        for factory in range(PLACES):
            if fits(rules, player, factory, left_out):
                out[n] = MACHINE + factory
                n += 1
    return n


@kernel
def list_ships(player, ways, out, n):
    """Add `ship D HOW` for every free destination and each way to pay in a set."""
    if player.built[Piece.SHIP] < PIECES:
        for destination in range(DESTINATION_COUNT):
            if player.ship_at[destination] == 0:
                for how in range(HOWS):
                    if (ways >> how) & 1:
                        out[n] = SHIP + destination * HOWS + how
                        n += 1
    return n


@kernel
def list_trains(state, rules, player, left_out, ways, out, n):
    """Add `train R K HOW` for every free space outside the Regions left out and each way to pay in a set."""
    if player.built[Piece.TRAIN] < PIECES:
        for region in range(REGION_COUNT):
            if not (left_out >> region) & 1:
                for space in range(rules.train_spaces):
                    if state.train[region, space] == NONE:
                        for how in range(HOWS):
                            if (ways >> how) & 1:
                                out[n] = TRAIN + (region * 7 + space) * HOWS + how
                                n += 1
    return n


@kernel
def list_factories(state, rules, player, out, n):
    """Add `build T` for every token of the display that can be built now."""
    for type_ in range(TYPES):
        if buildable(state, rules, player, type_, False):
            for number in range(NUMBERS):
                if state.display[type_, number] != NONE:
                    out[n] = BUILD + type_ * NUMBERS + number
                    n += 1
    return n


@kernel
def list_market(state, rules, player, out, n):
    """Add `market C S COUNT` for everything that can be sold now."""
    for city in range(CITY_COUNT):
        if region_allowed(rules, state.used, city >> 1):
            for space in range(rules.city_spaces):
                for count in range(1, 4):
                    if sellable(state, rules, player, city, space, count):
                        out[n] = MARKET + (city * 4 + space) * 3 + count - 1
                        n += 1
    return n


@kernel
def list_contracts(state, rules, player, out, n):
    """Add `invest` and `contract K` for everything the goods suffice for."""
    if goods_types(player, NONE) > state.made:
        if investable(rules, player):
            out[n] = INVEST
            n += 1
        top = top_level(rules, player, NONE)
        for contract in range(CONTRACTS):
            if contract_open(rules, player, contract, top):
                out[n] = CONTRACT + contract
                n += 1
    return n


@kernel
def silk_useful(state, rules, player):
    """Whether Silk may be turned into Money during the action going on.

    Only where its price contains Money, and only if the action stays possible: help with a Factory is Silk too.
    """
    action = state.action
    if player.silk == 0 or action == Action.PRODUCTION or action == Action.MARKET:
        return False
    if action == Action.CONTRACTS:
        return False
    if action != Action.FACTORY:
        return True
    for type_ in range(TYPES):
        if silk_help(rules, player, type_) < player.silk and buildable(state, rules, player, type_, True):
            return True
    return False


@kernel
def legal_act(state, rules, out):
    """The activations payable now, `silk`, `stop`."""
    player = state.players[state.seat]
    action = state.action
    n = 0
    if silk_useful(state, rules, player):
        out[0] = SILK
        n = 1
    if action == Action.RND or action == Action.MINING:
        if possible(state, rules, player, action, False):
            out[n] = RESEARCH if action == Action.RND else MINE
            n += 1
    elif action == Action.FACTORY:
        n = list_factories(state, rules, player, out, n)
    elif action == Action.MACHINES:
        if player.money >= rules.machine_price:
            n = list_machines(rules, player, state.used, out, n)
    elif action == Action.PRODUCTION:
        less = discount(state, rules, player)
        for factory in range(PLACES):
            if can_produce(rules, player, factory, state.used, less):
                out[n] = PRODUCE + factory
                n += 1
    elif action == Action.SHIPS or action == Action.TRAINS:
        ways = 0
        for how in range(BY_IRON, BY_MONEY + 1):
            if piece_payable(rules, player, how, False):
                ways |= 1 << how
        if action == Action.SHIPS:
            n = list_ships(player, ways, out, n)
        else:
            n = list_trains(state, rules, player, state.used, ways, out, n)
    elif action == Action.MARKET:
        n = list_market(state, rules, player, out, n)
    else:
        n = list_contracts(state, rules, player, out, n)
    if state.made > 0:
        out[n] = STOP
        n += 1
    return n


# -- the decision act: playing


@kernel
def burn(player, amount):
    """Pay Coal: ordinary Coal first, then stored Coal."""
    ordinary = min(player.coal, amount)
    player.coal -= ordinary
    player.stored -= amount - ordinary


@kernel
def spend_good(player, good):
    """One good leaves the Factory of its type that holds more of it, in a tie the Old Factory."""
    own = player.factories[good]
    old = player.factories[OLD]
    if old.face == good and old.goods >= own.goods:
        old.goods -= 1
    else:
        own.goods -= 1


@kernel
def pay_piece(rules, player, how):
    """Pay for a Ship or Train of an action."""
    if how == BY_IRON:
        player.iron -= rules.piece_iron
    else:
        player.iron -= rules.piece_money_iron
        player.money -= rules.piece_money


@kernel
def build_factory(state, rules, player, token):
    """Pay, put the token among one's Factories, place the waiting Machine, then the face's own effect."""
    type_ = token // NUMBERS
    number = token % NUMBERS
    player.silk -= silk_help(rules, player, type_)
    player.money -= rules.factory_price
    place = player.factories[type_]
    place.face = 2 * number + state.display[type_, number]
    state.display[type_, number] = NONE
    push(state, Task.TRIGGER, When.NOW, type_, 0)
    if player.waiting:
        player.waiting = 0
        place.machines += 1
        push(state, Task.TRIGGER, When.HERE_MACHINE, type_, 0)


@kernel
def sell(state, rules, player, place, count):
    """Spend goods and put the token on an Influence space; a displaced one returns to its owner's supply."""
    city = place // 4
    space = place % 4
    good = wanted(state, rules, city, space)
    for _ in range(count):
        spend_good(player, good)
    value = rules.influence[good, count]
    if state.token_seat[city, space] != NONE:
        state.players[state.token_seat[city, space]].supply[state.token_value[city, space]] += 1
    player.supply[value] -= 1
    state.token_seat[city, space] = state.seat
    state.token_value[city, space] = value
    state.used |= 1 << (city >> 1)
    push(state, Task.REWARD, city >> 1, 0, 0)


@kernel
def ask_goods(state, rules, least):
    """Let the goods of an investment or contract be chosen: one more different good each activation."""
    push(state, Task.SPEND, state.made, NONE, least)


@kernel
def activate(state, rules, player, action):
    """Pay for one activation of the action going on and put what it brings on the stack."""
    if action == RESEARCH:
        player.money -= rules.research_price[state.made - 1]
        push(state, Task.ADVANCE, Track.RND, 1, 0)
    elif action == MINE:
        player.money -= rules.mining_price[state.made - 1]
        push(state, Task.ADVANCE, Track.MINING, 1, 0)
    elif action < MACHINE:
        build_factory(state, rules, player, action - BUILD)
    elif action < PRODUCE:
        player.money -= rules.machine_price
        state.used |= 1 << (action - MACHINE)
        push(state, Task.MACHINE, action - MACHINE, 0, 0)
    elif action < SHIP:
        factory = action - PRODUCE
        less = modifier(rules, player, Task.LESS_COAL, FIRST_PRODUCTION) if state.made == 1 else 0
        burn(player, coal_price(rules, factory, less))
        state.used |= 1 << factory
        push(state, Task.PRODUCE, factory, 1, 0)
    elif action < TRAIN:
        pay_piece(rules, player, (action - SHIP) % HOWS)
        push(state, Task.SHIP, (action - SHIP) // HOWS, 0, 0)
    elif action < MARKET:
        pay_piece(rules, player, (action - TRAIN) % HOWS)
        place = (action - TRAIN) // HOWS
        state.used |= 1 << (place // 7)
        push(state, Task.TRAIN, place // 7, place % 7, 0)
    elif action < INVEST:
        sell(state, rules, player, (action - MARKET) // 3, (action - MARKET) % 3 + 1)
    elif action == INVEST:
        push(state, Task.INVESTED, 0, 0, 0)
        ask_goods(state, rules, 1)
    else:
        contract = action - CONTRACT
        push(state, Task.FULFIL, contract, 0, 0)
        ask_goods(state, rules, rules.contract_level[contract])


@kernel
def turn_silk(player):
    """1 Silk becomes 1 Money."""
    player.silk -= 1
    player.money += 1


@kernel
def apply_act(state, rules, action):
    """Play `silk`, `stop` or an activation; what it brings comes first, then the Factories that join in."""
    player = state.players[state.seat]
    if action == SILK:
        turn_silk(player)
    elif action == STOP:
        pop(state)
        end_action(state)
    else:
        state.made += 1
        if state.made == 1:
            push(state, Task.TRIGGER, When.FIRST + state.action, NONE, 0)
        push(state, Task.TRIGGER, When.EACH + state.action, NONE, 0)
        activate(state, rules, player, action)


@kernel
def end_action(state):
    """The action ends: Factories that look back on it, then the end of the turn."""
    push(state, Task.TRIGGER, When.AFTER + state.action, NONE, 0)


@kernel
def fulfil(state, rules, contract):
    """A contract is fulfilled: its reward, then the Factories that wait for contracts."""
    state.players[state.seat].fulfilled[contract] = 1
    state.contracts += 1
    push(state, Task.TRIGGER, When.CONTRACT + state.contracts, NONE, 0)
    push(state, Task.TRIGGER, When.EACH_CONTRACT, NONE, 0)
    push_effect(state, rules.contract_reward[contract])
