"""The turn as a whole: the decision turn, Consolidations, the Hiring area, rounds and final rounds."""

from __future__ import annotations

from zashiki.core.kernel import kernel
from zashiki.games.nippon.actions import end_action, fulfil, possible, turn_silk
from zashiki.games.nippon.choices import keep_silently
from zashiki.games.nippon.moves import CONSOLIDATE, HIRE, QUEUE, SILK, TAKE
from zashiki.games.nippon.scoring import score_regions
from zashiki.games.nippon.state import (
    AREA,
    COLOURS,
    EXPERT,
    NONE,
    ROWS,
    SECTIONS,
    Action,
    Task,
    Track,
)
from zashiki.games.nippon.tasks import (
    advance_marker,
    empty_space,
    pop,
    push,
)

SECTION_COUNT = len(SECTIONS)
ACTION_COUNT = len(Action)
COLOUR_COUNT = len(COLOURS)


# -- the decision turn


@kernel
def possible_actions(state, rules, player):
    """The set of actions that can be activated at least once."""
    found = 0
    for action in range(ACTION_COUNT):
        if possible(state, rules, player, action, True):
            found |= 1 << action
    return found


@kernel
def legal_turn(state, rules, out):
    """`take` for every Worker and possible action of its section if the area has room; `consolidate`; `silk`."""
    player = state.players[state.seat]
    n = 0
    if empty_space(player) != NONE:
        actions = possible_actions(state, rules, player)
        for section in range(SECTION_COUNT):
            there = actions & rules.section[section]
            if there == 0:
                continue
            for colour in range(COLOUR_COUNT):
                if state.hiring[section, colour] > 0:
                    for action in range(ACTION_COUNT):
                        if (there >> action) & 1:
                            out[n] = TAKE + (section * COLOUR_COUNT + colour) * ACTION_COUNT + action
                            n += 1
    out[n] = CONSOLIDATE
    n += 1
    if player.silk > 0:
        out[n] = SILK
        n += 1
    return n


@kernel
def apply_turn(state, rules, action):
    """Play `take`, `consolidate` or `silk`."""
    player = state.players[state.seat]
    if action == SILK:
        turn_silk(player)
    elif action == CONSOLIDATE:
        pop(state)
        consolidate(state, rules, player)
    else:
        pop(state)
        hire(state, player, action - TAKE)


@kernel
def hire(state, player, choice):
    """A Worker goes from its Hiring space onto the lowest empty space; then the action."""
    place = choice // ACTION_COUNT
    colour = place % COLOUR_COUNT
    state.hiring[place // COLOUR_COUNT, colour] -= 1
    player.area[empty_space(player)] = colour
    state.action = choice % ACTION_COUNT
    state.worker = colour
    push(state, Task.END_TURN, 0, 0, 0)
    push(state, Task.END_ACTION, 0, 0, 0)
    push(state, Task.ACT, 0, 0, 0)


@kernel
def action_over(state):
    """Nothing of an action is remembered beyond it."""
    state.action = NONE
    state.made = 0
    state.used = 0
    state.worker = NONE
    state.contracts = 0


# -- Consolidation


@kernel
def consolidate(state, rules, player):
    """The steps of a Consolidation: Favor, discard, grey spaces, income and salaries, return, owed Workers."""
    idle = player.area[0] == NONE
    workers = 0
    for space in range(AREA):
        if NONE < player.area[space] < EXPERT:
            workers += 1
    push(state, Task.END_TURN, int(idle), 0, 0)
    push(state, Task.OWED, 0, 0, 0)
    push(state, Task.INCOME, 0, 0, 0)
    push(state, Task.SPACES, 0, 0, 0)
    push(state, Task.KEEP, 0, 0, 0)
    level = rules.favor_level[workers]
    if level > 0:
        push(state, Task.FAVOR, level, 0, 0)


@kernel
def colour_on(rules, player, space):
    """The colour on a space of the Workers area, of a Worker or of an Expert; NONE if it is empty."""
    there = player.area[space]
    return rules.colour[there - EXPERT] if there >= EXPERT else there


@kernel
def grey_spaces(state, rules, player, first):
    """The Department bonuses of the grey spaces that are occupied, from a space on."""
    for space in range(first, AREA):
        if rules.bonus_space[space] and player.area[space] != NONE:
            push(state, Task.SPACES, space + 1, 0, 0)
            push(state, Task.DEPARTMENT, colour_on(rules, player, space), 0, 0)
            return


@kernel
def income(rules, player):
    """Coal by Mining, Money by Finance."""
    player.coal += rules.mining_coal[player.track[Track.MINING]]
    player.money += rules.finance_money[player.track[Track.FINANCE]]


@kernel
def colours_employed(rules, player):
    """How many different colours are in the Workers area, Experts included."""
    colours = 0
    for space in range(AREA):
        if player.area[space] != NONE:
            colours |= 1 << colour_on(rules, player, space)
    count = 0
    for colour in range(COLOUR_COUNT):
        count += (colours >> colour) & 1
    return count


@kernel
def pay_salaries(rules, player):
    """So much per different colour; what is spared is never paid, and nothing is owed."""
    due = rules.salary * colours_employed(rules, player)
    player.money -= min(due, max(0, player.money - rules.spared))


@kernel
def send_back(state, player):
    """Workers return to the bag, Experts to their destinations."""
    for space in range(AREA):
        there = player.area[space]
        if there >= EXPERT:
            state.expert[there - EXPERT] = 1
        elif there != NONE:
            state.bag[there] += 1
        player.area[space] = NONE


# -- the bag and the rows


@kernel
def held(counts):
    """Workers of all colours."""
    total = 0
    for colour in range(COLOUR_COUNT):
        total += counts[colour]
    return total


@kernel
def legal_draw(state, start, place, out):
    """One outcome for each colour in the bag."""
    n = 0
    for colour in range(COLOUR_COUNT):
        if state.bag[colour] > 0:
            out[n] = start + place * COLOUR_COUNT + colour
            n += 1
    return n


@kernel
def weights_draw(state, out):
    """The number of Workers of each colour in the bag."""
    n = 0
    for colour in range(COLOUR_COUNT):
        if state.bag[colour] > 0:
            out[n] = state.bag[colour]
            n += 1
    return n


@kernel
def apply_draw(state, action):
    """A Worker comes from the bag to a Hiring space or a queue row."""
    task = state.stack[state.depth - 1]
    hiring = task.kind == Task.HIRE
    colour = (action - (HIRE if hiring else QUEUE)) % COLOUR_COUNT
    state.bag[colour] -= 1
    if hiring:
        state.hiring[task.a, colour] += 1
    else:
        state.queue[task.a, colour] += 1
        if state.owed[task.a] > 0:
            state.owed[task.a] -= 1
    task.b -= 1


@kernel
def pay_owed(state):
    """While the bag is not empty, the topmost row that is owed a Worker gets one."""
    if held(state.bag) > 0:
        for row in range(ROWS):
            if state.owed[row] > 0:
                push(state, Task.OWED, 0, 0, 0)
                push(state, Task.QUEUE, row, 1, 0)
                return


@kernel
def topmost_row(state):
    """The topmost queue row with at least one Worker, or NONE."""
    for row in range(ROWS):
        if held(state.queue[row]) > 0:
            return row
    return NONE


@kernel
def move_rows(state):
    """Fill each empty Hiring space with the topmost row; true if there was none left for one."""
    short = False
    for section in range(SECTION_COUNT):
        if held(state.hiring[section]) == 0:
            row = topmost_row(state)
            if row == NONE:
                short = True
            else:
                for colour in range(COLOUR_COUNT):
                    state.hiring[section, colour] = state.queue[row, colour]
                    state.queue[row, colour] = 0
                state.owed[row] = 0
    return short


# -- ends of turns and rounds


@kernel
def end_turn(state, rules, idle):
    """Rows move, the idle are counted; the round may end; then the seat to the left."""
    ended = move_rows(state)
    state.idle = state.idle + 1 if idle else 0
    if state.current_round > rules.rounds:
        state.turns_left -= 1
        if state.turns_left == 0:
            game_over(state)
            return
        turns = rules.final_turns * rules.players
        state.current_round = rules.rounds + 1 + (turns - state.turns_left) // rules.players
    else:
        if state.idle >= rules.idle:
            state.idle = 0
            ended = True
        if ended:
            end_round(state, rules)
            return
    next_turn(state, rules)


@kernel
def next_turn(state, rules):
    """The seat to the left has the next turn."""
    state.seat = (state.seat + 1) % rules.players
    push(state, Task.TURN, 0, 0, 0)


@kernel
def end_round(state, rules):
    """Influence scoring at the end of a Period; the next round or the final rounds; refill."""
    for period in range(2):
        if state.current_round == rules.scored[period]:
            score_regions(state, rules, period)
    if state.current_round == rules.rounds:
        state.turns_left = rules.final_turns * rules.players
    state.current_round += 1
    push(state, Task.NEXT_TURN, 0, 0, 0)
    for row in range(rules.rows - 1, -1, -1):
        push(state, Task.QUEUE, row, rules.queue_row - held(state.queue[row]), 0)
    for section in range(SECTION_COUNT - 1, -1, -1):
        if held(state.hiring[section]) < rules.hiring_space:
            push(state, Task.HIRE, section, 1, 0)
    for row in range(ROWS):
        state.owed[row] = 0


@kernel
def game_over(state):
    """Nobody moves any more."""
    state.seat = 0
    state.idle = 0
    push(state, Task.OVER, 0, 0, 0)


@kernel
def run_turn(state, rules, kind, a, b):
    """Carry out a part of the course of a turn that has been taken off the stack."""
    player = state.players[state.seat]
    if kind == Task.ACT:
        end_action(state)
    elif kind == Task.INVESTED:
        advance_marker(state, rules, Track.FINANCE, rules.invest_steps)
    elif kind == Task.FULFIL:
        fulfil(state, rules, a)
    elif kind == Task.END_ACTION:
        action_over(state)
    elif kind == Task.KEEP:
        keep_silently(rules, player)
    elif kind == Task.SPACES:
        grey_spaces(state, rules, player, a)
    elif kind == Task.INCOME:
        income(rules, player)
        pay_salaries(rules, player)
        send_back(state, player)
    elif kind == Task.QUEUE:
        state.owed[a] += b
    elif kind == Task.OWED:
        pay_owed(state)
    elif kind == Task.END_TURN:
        end_turn(state, rules, a)
    elif kind == Task.NEXT_TURN:
        next_turn(state, rules)
