"""Influence scoring of the Regions, Personal Objectives, leftovers, and the standings made of them."""

from __future__ import annotations

from zashiki.core.kernel import kernel
from zashiki.games.nippon.state import (
    CONTRACTS,
    NONE,
    OLD,
    PLACES,
    Line,
    Task,
    When,
)
from zashiki.games.nippon.tasks import LINE_COUNT, REGION_COUNT, columns, modifier

LAST_PERIOD = 2

BREAKDOWN = (
    "points",
    "influence",
    "ships",
    "machines",
    "trains",
    "rnd",
    "mining",
    "finance",
    "contracts",
    "leftovers",
)
"""Parts of a score: points on the track, the last Influence scoring, seven objectives, leftovers."""

OBJECTIVES_AT = 4
"""Where the objectives begin in a row of the standings: score, rank, points and influence come first."""


# -- Influence


@kernel
def influence(state, rules, region, seat):
    """Influence of a seat in a Region: its tokens, and its Trains if it has a token; 0 without one."""
    total = 0
    for city in range(2 * region, 2 * region + 2):
        for space in range(rules.city_spaces):
            if state.token_seat[city, space] == seat:
                total += state.token_value[city, space]
    if total == 0:
        return 0
    trains = 0
    for space in range(rules.train_spaces):
        if state.train[region, space] == seat:
            trains += 1
    return total + trains * train_counts(rules, state.players[seat])


@kernel
def train_counts(rules, player):
    """Influence that each Train of a player counts."""
    return max(rules.train_influence, modifier(rules, player, Task.TRAINS_COUNT, When.ALWAYS))


@kernel
def overseas(state, rules, region):
    """Influence of the Overseas companies in a Region: the numbers still to be seen on usable spaces."""
    total = 0
    for city in range(2 * region, 2 * region + 2):
        for space in range(rules.city_spaces):
            if state.token_seat[city, space] == NONE:
                total += rules.overseas[space]
    return total


@kernel
def competitor(state, rules, region, who):
    """Influence of a seat, or of the Overseas companies behind the last seat."""
    if who == rules.players:
        return overseas(state, rules, region)
    return influence(state, rules, region, who)


@kernel
def region_points(state, rules, region, seat, period):
    """What a scoring of a Region brings a seat: its place's points; those tied share theirs, rounded down."""
    own = influence(state, rules, region, seat)
    if own == 0:
        return 0
    ahead = 0
    tied = 0
    for who in range(rules.players + 1):
        other = competitor(state, rules, region, who)
        if other > own:
            ahead += 1
        elif other == own:
            tied += 1
    total = 0
    for place in range(ahead, ahead + tied):
        total += rules.places[period, place]
    return total // tied


@kernel
def score_regions(state, rules, period):
    """Influence scoring at the end of a Period."""
    for seat in range(rules.players):
        for region in range(REGION_COUNT):
            state.players[seat].vp += region_points(state, rules, region, seat, period)


# -- at the end


@kernel
def count_contracts(player):
    """Contracts a player has fulfilled."""
    total = 0
    for contract in range(CONTRACTS):
        total += player.fulfilled[contract]
    return total


@kernel
def count_factories(player):
    """Factories of a player, the Old Factory included."""
    total = 0
    for factory in range(PLACES):
        if player.factories[factory].face != NONE:
            total += 1
    return total


@kernel
def objective_points(rules, player, which):
    """What a Personal Objective is worth now; nothing without a Favor."""
    level = player.favor[which]
    if which == Line.CONTRACTS:
        return rules.contract_points[level, count_contracts(player)]
    reached = columns(rules, player, which)
    return rules.line_points[level, reached - 1] if reached > 0 else 0


@kernel
def leftover_points(rules, player):
    """Leftover resources and goods, and Money, with as much Silk turned into Money as is best."""
    pool = player.coal + player.stored + player.silk + player.iron
    for factory in range(OLD + 1):
        pool += player.factories[factory].goods
    best = 0
    for turned in range(player.silk + 1):
        points = (pool - turned) // rules.goods_per_vp + (player.money + turned) // rules.money_per_vp
        best = max(best, points)
    return best


@kernel
def standings(state, rules, out):
    """Score, rank and the parts of the score (see BREAKDOWN) of each seat, as if the game ended now.

    One row per seat; out is int32[seats, 2 + len(BREAKDOWN)].
    """
    for seat in range(rules.players):
        player = state.players[seat]
        row = out[seat]
        row[2] = player.vp
        row[3] = 0
        for region in range(REGION_COUNT):
            row[3] += region_points(state, rules, region, seat, LAST_PERIOD)
        for which in range(LINE_COUNT + 1):
            row[OBJECTIVES_AT + which] = objective_points(rules, player, which)
        row[OBJECTIVES_AT + LINE_COUNT + 1] = leftover_points(rules, player)
        row[0] = 0
        for part in range(2, len(row)):
            row[0] += row[part]
    for seat in range(rules.players):
        out[seat, 1] = 1
        for other in range(rules.players):
            if better(state, out, other, seat):
                out[seat, 1] += 1


@kernel
def better(state, out, one, other):
    """Whether a seat ranks strictly above another: score, then contracts, Factories, Money."""
    if out[one, 0] != out[other, 0]:
        return out[one, 0] > out[other, 0]
    a, b = state.players[one], state.players[other]
    if count_contracts(a) != count_contracts(b):
        return count_contracts(a) > count_contracts(b)
    if count_factories(a) != count_factories(b):
        return count_factories(a) > count_factories(b)
    return a.money > b.money
