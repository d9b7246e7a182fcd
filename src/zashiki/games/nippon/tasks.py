"""The stack of tasks and what each effect does: one small function per effect, shared by everything that has it.

A task that brings further tasks puts them on top, the first to be done last, so that they are all finished before
anything older goes on. The player concerned is always the one whose turn (or setup pick) it is.
"""

from __future__ import annotations

from zashiki.core.kernel import kernel
from zashiki.games.nippon.state import (
    AREA,
    DESTINATIONS,
    EFFECTS,
    EXPERT,
    NONE,
    NUMBERS,
    OLD,
    PIECES,
    PLACES,
    REGIONS,
    TYPES,
    Action,
    Line,
    Piece,
    Stock,
    Task,
    Track,
    When,
)

DESTINATION_COUNT = len(DESTINATIONS)
REGION_COUNT = len(REGIONS)
LINE_COUNT = int(Line.CONTRACTS)
"""The six lines with scoring columns."""

FACES = 2 * NUMBERS
EACH_PRODUCTION = int(When.EACH + Action.PRODUCTION)


# -- the stack


@kernel
def push(state, kind, a, b, c):
    """Put a task on the stack."""
    task = state.stack[state.depth]
    task.kind = kind
    task.a = a
    task.b = b
    task.c = c
    state.depth += 1


@kernel
def push_effect(state, effect):
    """Put an effect of the rules record on the stack, unless it is none."""
    if effect.kind != Task.NOTHING:
        push(state, effect.kind, effect.a, effect.b, effect.c)


@kernel
def pop(state):
    """Take the topmost task off the stack."""
    state.depth -= 1
    task = state.stack[state.depth]
    task.kind = 0
    task.a = 0
    task.b = 0
    task.c = 0


# -- what others ask about a player


@kernel
def stock(player, good):
    """Goods of a type in all Factories that make it."""
    old = player.factories[OLD]
    return player.factories[good].goods + (old.goods if old.face == good else 0)


@kernel
def modifier(rules, player, kind, when):
    """The sum of a standing rule over the Factories of a player."""
    total = 0
    for type_ in range(TYPES):
        face = player.factories[type_].face
        if face != NONE:
            total += face_modifier(rules, type_, face, kind, when)
    return total


@kernel
def face_modifier(rules, type_, face, kind, when):
    """A standing rule of one Factory face; 0 if it does not have it."""
    total = 0
    entry = rules.faces[type_, face]
    if entry.when == when:
        for i in range(EFFECTS):
            if entry.effects[i].kind == kind:
                total += entry.effects[i].a
    return total


@kernel
def line(player, which):
    """How far a player's line has come: pieces built, or the space of the marker."""
    if which < Line.RND:
        return player.built[which]
    return player.track[which - Line.RND]


@kernel
def columns(rules, player, which):
    """Scoring columns a line has reached: 0, 1 or 2."""
    reached = line(player, which)
    return int(reached >= rules.lower[which]) + int(reached >= rules.higher[which])


@kernel
def empty_space(player):
    """The lowest empty space of the Workers area, or NONE."""
    for space in range(AREA):
        if player.area[space] == NONE:
            return space
    return NONE


@kernel
def fits(rules, player, factory, left_out):
    """Whether a Machine can be placed on a Factory that is not in the set left out."""
    place = player.factories[factory]
    return place.face != NONE and place.machines < rules.machines[factory] and not (left_out >> factory) & 1


@kernel
def machine_possible(rules, player, left_out):
    """Whether a Machine is left and has a place outside the set left out."""
    if player.built[Piece.MACHINE] < PIECES:
        for factory in range(PLACES):
            if fits(rules, player, factory, left_out):
                return True
    return False


@kernel
def ship_possible(player):
    """Whether a Ship is left; as each destination takes one, there is a free one then."""
    return player.built[Piece.SHIP] < PIECES


@kernel
def train_possible(state, rules, player, left_out):
    """Whether a Train is left and a Train space is free in a Region outside the set left out."""
    if player.built[Piece.TRAIN] < PIECES:
        for region in range(REGION_COUNT):
            if not (left_out >> region) & 1:
                for space in range(rules.train_spaces):
                    if state.train[region, space] == NONE:
                        return True
    return False


@kernel
def piece_possible(state, rules, player, pieces, left_out):
    """Whether a piece of a set can be built (left out: Factories that take no Machine)."""
    if (pieces >> Piece.MACHINE) & 1 and machine_possible(rules, player, left_out):
        return True
    if (pieces >> Piece.SHIP) & 1 and ship_possible(player):
        return True
    return bool((pieces >> Piece.TRAIN) & 1) and train_possible(state, rules, player, 0)


# -- gains, tracks, Departments


@kernel
def gain(player, what, amount):
    """Gain an amount; Coal is ordinary Coal."""
    if what == Stock.MONEY:
        player.money += amount
    elif what == Stock.COAL:
        player.coal += amount
    elif what == Stock.STORED:
        player.stored += amount
    elif what == Stock.SILK:
        player.silk += amount
    elif what == Stock.IRON:
        player.iron += amount
    else:
        player.vp += amount


@kernel
def advance_marker(state, rules, track, steps):
    """The marker moves at once, lost steps have no effect; then the bonuses it has reached or passed."""
    player = state.players[state.seat]
    before = player.track[track]
    after = min(before + steps, rules.last)
    player.track[track] = after
    if track == Track.FINANCE:
        before = max(before, player.finance_reached)
        player.finance_reached = max(after, player.finance_reached)
    track_bonuses(state, rules, track, before + 1, after)


@kernel
def track_bonuses(state, rules, track, first, last):
    """The bonuses of the spaces from first to last, in ascending order."""
    for space in range(first, last + 1):
        if rules.track_bonus[track, space].kind != Task.NOTHING:
            if space < last:
                push(state, Task.BONUSES, track, space + 1, last)
            push_effect(state, rules.track_bonus[track, space])
            return


@kernel
def departments_again(state, rules, track, first):
    """The Department bonuses on the spaces of a track its marker has reached, from first on."""
    for space in range(first, state.players[state.seat].track[track] + 1):
        bonus = rules.track_bonus[track, space]
        if bonus.kind == Task.DEPARTMENT or bonus.kind == Task.DEPT:
            push(state, Task.AGAIN, track, space + 1, 0)
            push_effect(state, bonus)
            return


@kernel
def department(state, rules, colour):
    """The bonus of a Department, at the upgraded amount if it is upgraded."""
    upgraded = state.players[state.seat].upgraded[colour]
    push_effect(state, rules.department[colour, upgraded])


@kernel
def unlock(player, value):
    """A locked Influence token joins the supply."""
    if player.locked[value] > 0:
        player.locked[value] -= 1
        player.supply[value] += 1


@kernel
def by_favor(state, colour, which):
    """A Department bonus as many times as the level of the Favor on an objective minus 1."""
    for _ in range(state.players[state.seat].favor[which] - 1):
        push(state, Task.DEPARTMENT, colour, 0, 0)


# -- points and Money for what one has


@kernel
def vp_per_good(player, points):
    """Points for each different good among one's Factories, the Old Factory included."""
    for good in range(TYPES):
        if player.factories[good].face != NONE or player.factories[OLD].face == good:
            player.vp += points


@kernel
def vp_per_lower(rules, player, points):
    """Points for each of the six lines that has reached its lower column."""
    for which in range(LINE_COUNT):
        if columns(rules, player, which) > 0:
            player.vp += points


@kernel
def vp_per_column(rules, player, points, lines):
    """Points for each scoring column reached by a set of lines."""
    for which in range(LINE_COUNT):
        if (lines >> which) & 1:
            player.vp += points * columns(rules, player, which)


# -- goods


@kernel
def store(rules, player, factory, amount):
    """Goods go to a Factory; those that find no room are lost."""
    place = player.factories[factory]
    place.goods = min(place.goods + amount, rules.storage[factory])


@kernel
def output(rules, player, factory, in_action):
    """Goods a Factory makes in one production, before its room is looked at."""
    place = player.factories[factory]
    goods = rules.output + place.machines
    if factory != OLD:
        goods += face_modifier(rules, factory, place.face, Task.MORE_GOODS, When.HERE_PRODUCTION)
    if in_action:
        goods += modifier(rules, player, Task.MORE_GOODS, EACH_PRODUCTION)
    return goods


@kernel
def produce(state, rules, factory, in_action):
    """One production, if the Factory has room; then its own effect."""
    player = state.players[state.seat]
    if player.factories[factory].goods < rules.storage[factory]:
        store(rules, player, factory, output(rules, player, factory, in_action))
        push(state, Task.TRIGGER, When.HERE_PRODUCTION, factory, 0)


@kernel
def room(rules, player, factory):
    """Whether an own Factory can take a good."""
    place = player.factories[factory]
    return place.face != NONE and place.goods < rules.storage[factory]


@kernel
def with_room(rules, player, last):
    """How many own Factories behind the last one (in Factory order) can take a good."""
    count = 0
    for factory in range(last + 1, PLACES):
        if room(rules, player, factory):
            count += 1
    return count


@kernel
def good_to_all(rules, player, last):
    """A good for every own Factory with room behind the last one."""
    for factory in range(last + 1, PLACES):
        if room(rules, player, factory):
            player.factories[factory].goods += 1


# -- pieces


@kernel
def row_bonus(state, rules, row, column):
    """The bonus between two rows of pieces, if the pieces above and below it have been built.

    Row 0 lies between Ships and Machines, row 1 between Machines and Trains.
    """
    built = state.players[state.seat].built
    if built[row] >= column and built[row + 1] >= column:
        push_effect(state, rules.row_bonus[row, column])


@kernel
def ship_arrives(state, rules, destination):
    """A Ship reaches a destination: Expert, upgrade, row bonus."""
    player = state.players[state.seat]
    player.built[Piece.SHIP] += 1
    player.ship_at[destination] = 1
    space = empty_space(player)
    if state.expert[destination] and space != NONE:
        state.expert[destination] = 0
        player.area[space] = EXPERT + destination
    player.upgraded[rules.colour[destination]] = 1
    row_bonus(state, rules, 0, player.built[Piece.SHIP])


@kernel
def place_machine(state, rules, factory):
    """A Machine goes onto a Factory: row bonuses, then the Factory's own effect."""
    player = state.players[state.seat]
    player.built[Piece.MACHINE] += 1
    player.factories[factory].machines += 1
    column = player.built[Piece.MACHINE]
    push(state, Task.TRIGGER, When.HERE_MACHINE, factory, 0)
    row_bonus(state, rules, 1, column)
    row_bonus(state, rules, 0, column)


@kernel
def waiting_machine(state, rules):
    """A Machine counts as built and waits for the first Factory."""
    player = state.players[state.seat]
    player.built[Piece.MACHINE] += 1
    player.waiting = 1
    row_bonus(state, rules, 1, player.built[Piece.MACHINE])
    row_bonus(state, rules, 0, player.built[Piece.MACHINE])


@kernel
def lay_train(state, rules, region, space, twice):
    """A Train goes onto the map: the reward of its space, then the row bonus."""
    player = state.players[state.seat]
    player.built[Piece.TRAIN] += 1
    state.train[region, space] = state.seat
    row_bonus(state, rules, 1, player.built[Piece.TRAIN])
    push_effect(state, rules.train_reward[space])
    if twice:
        push_effect(state, rules.train_reward[space])


# -- Factory faces


@kernel
def trigger(state, rules, when, only):
    """The effects of the own Factories that apply now, in Factory order; of only one, or of all if NONE."""
    player = state.players[state.seat]
    for type_ in range(TYPES - 1, -1, -1):
        face = player.factories[type_].face
        if face != NONE and only in (NONE, type_) and rules.faces[type_, face].when == when:
            entry = rules.faces[type_, face]
            for i in range(EFFECTS - 1, -1, -1):
                if entry.effects[i].kind < Task.MORE_GOODS:
                    push_effect(state, entry.effects[i])


@kernel
def purse(player, with_silk):
    """Money to count: what there is, or also what Silk can become."""
    return player.money + (player.silk if with_silk else 0)


@kernel
def offer_possible(state, rules, player, offer, left_out, with_silk):
    """Whether an offered exchange can be made, counting Silk or not (left out: Regions that take no Train)."""
    if player.iron < offer.iron or purse(player, with_silk) < offer.money:
        return False
    if offer.finance > 0 and player.track[Track.FINANCE] <= offer.finance:
        return False
    if offer.piece == Piece.SHIP:
        return ship_possible(player)
    if offer.piece == Piece.TRAIN:
        return train_possible(state, rules, player, left_out)
    after = player.track[offer.track]
    if offer.track == Track.FINANCE:
        after -= offer.finance
    return after < rules.last


# -- carrying out


@kernel
def run_effect(state, rules, kind, a, b, c):
    """Carry out an effect that has been taken off the stack."""
    player = state.players[state.seat]
    if kind == Task.GAIN:
        gain(player, a, b)
    elif kind == Task.ADVANCE:
        advance_marker(state, rules, a, b)
    elif kind == Task.BONUSES:
        track_bonuses(state, rules, a, b, c)
    elif kind == Task.DEPARTMENT:
        department(state, rules, a)
    elif kind == Task.WORKER_COLOUR:
        department(state, rules, state.worker)
    elif kind == Task.UNLOCK:
        unlock(player, a)
    elif kind == Task.SHIP:
        ship_arrives(state, rules, a)
    elif kind == Task.MACHINE:
        place_machine(state, rules, a)
    elif kind == Task.TRAIN:
        lay_train(state, rules, a, b, c)
    elif kind == Task.PRODUCE:
        produce(state, rules, a, b)
    elif kind == Task.TRIGGER:
        trigger(state, rules, a, b)
    elif kind == Task.WAITING_MACHINE:
        waiting_machine(state, rules)
    elif kind == Task.GOODS_HERE:
        store(rules, player, b, a)
    elif kind == Task.GOOD:
        good_to_all(rules, player, b)
    elif kind == Task.REGION:
        only_region(state, rules)
    elif kind == Task.BY_FAVOR:
        by_favor(state, a, b)
    elif kind == Task.AGAIN:
        departments_again(state, rules, a, b)
    elif kind == Task.VP_PER_GOOD:
        vp_per_good(player, a)
    elif kind == Task.VP_PER_LOWER:
        vp_per_lower(rules, player, a)
    elif kind == Task.VP_PER_COLUMN:
        vp_per_column(rules, player, a, b)
    elif kind == Task.MONEY_PER_MACHINE:
        player.money += min(a * player.built[Piece.MACHINE], b)


@kernel
def only_region(state, rules):
    """The reward of the one Region this action has used."""
    for region in range(REGION_COUNT):
        if state.used >> region == 1:
            push_effect(state, rules.region_reward[region])
