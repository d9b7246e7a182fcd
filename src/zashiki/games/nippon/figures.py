"""Numbers for people: what a step did and why, what a Consolidation or a scoring would bring, what is in the way.

Plain Python for the words and the view. Rules are not repeated here: steps are played by the kernels on a copy, one
task of the stack after the other, and looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from zashiki.games.nippon import actions, rounds, scoring, tasks
from zashiki.games.nippon import rules as kernels
from zashiki.games.nippon.moves import CODEC, MAX_LEGAL
from zashiki.games.nippon.state import (
    AREA,
    CITIES,
    COLOURS,
    EXPERT,
    LINES,
    NONE,
    OLD,
    REGIONS,
    ROWS,
    SECTIONS,
    STATE_DTYPE,
    Action,
    Line,
    Piece,
    Stock,
    Task,
    Track,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

PERIODS = ("I", "II", "III")


def state_of(position: Position) -> Any:
    """The state record of a position."""
    return position.state


def copy_of(state: Any) -> Any:
    """An independent copy of a state record."""
    twin = np.zeros(1, STATE_DTYPE).view(np.recarray)
    twin[0] = state
    return twin[0]


# -- what a step did


@dataclass
class Event:
    """One thing that happened in a step: the answer itself, or a task carried out after it.

    Attributes:
        kind: the Task; of the answer, the decision or draw it answered.
        a, b, c: what the task held.
        parent: the event that brought it, None for the answer and for what lay on the stack before.
        before, after: the states around it.
        place: how many tasks its parent had brought before it.
    """

    kind: int
    a: int
    b: int
    c: int
    parent: Event | None
    before: Any
    after: Any
    place: int = 0
    children: list[Event] = field(default_factory=list)


def _top(state: Any) -> tuple[int, int, int, int]:
    task = state.stack[state.depth - 1]
    return int(task.kind), int(task.a), int(task.b), int(task.c)


def trace(position: Position, action: int) -> list[Event]:
    """Everything a legal step does, in order; the first event is the answer or draw itself."""
    state, rules = copy_of(position.state), position.rules
    depth = int(state.depth)
    kind, a, b, c = _top(state)
    before = copy_of(state)
    kernels.answer(state, rules, action)
    events = [Event(kind, a, b, c, None, before, copy_of(state))]
    stays = int(state.depth) >= depth and int(state.stack[depth - 1].kind) == kind
    kept = depth if stays else depth - 1
    owners: list[Event | None] = [None] * kept + [events[0]] * (int(state.depth) - kept)
    while not kernels.awaited(state, rules):
        kind, a, b, c = _top(state)
        before = copy_of(state)
        kernels.carry_out(state, rules)
        parent = owners.pop()
        event = Event(kind, a, b, c, parent, before, copy_of(state), len(parent.children) if parent else 0)
        if parent:
            parent.children.append(event)
        owners += [event] * (int(state.depth) - len(owners))
        events.append(event)
    return events


# -- what there is


def purse(player: Any) -> dict[str, int]:
    """Money, Coal, stored Coal, Silk, Iron, points of a player."""
    return {stock.name.lower(): int(player[stock.name.lower()]) for stock in Stock}


def occupied(player: Any) -> list[int]:
    """What is in the Workers area, in its order."""
    return [int(there) for there in player.area if there != NONE]


def workers(player: Any) -> list[int]:
    """Colours of the hired Workers in the area."""
    return [there for there in occupied(player) if there < EXPERT]


def experts(player: Any) -> list[int]:
    """Destinations whose Expert is in the area."""
    return [there - EXPERT for there in occupied(player) if there >= EXPERT]


def colour_of(rules: Any, there: int) -> int:
    """The colour of a Worker or an Expert."""
    return int(rules.colour[there - EXPERT]) if there >= EXPERT else there


def colours_of(rules: Any, player: Any) -> list[int]:
    """The different colours in the area, in colour order."""
    return sorted({colour_of(rules, there) for there in occupied(player)})


def good_of(player: Any, factory: int) -> int:
    """The good a Factory of a player makes."""
    return int(player.factories[OLD].face) if factory == OLD else factory


def stock_of(player: Any, good: int) -> int:
    """Goods of a type a player has."""
    return int(actions.stock(player, good))


def output_of(rules: Any, player: Any, factory: int, in_action: bool) -> int:
    """Goods of one production of a Factory, without regard to its room."""
    return int(tasks.output(rules, player, factory, int(in_action)))


def wanted(state: Any, rules: Any, city: int, space: int) -> int:
    """The good an Influence space wants, or NONE while its tile is not laid."""
    return int(actions.wanted(state, rules, city, space)) if state.tile[city] != NONE else NONE


def line_value(player: Any, line: int) -> int:
    """How far a line of objectives has come: pieces, space, contracts."""
    if line == Line.CONTRACTS:
        return int(player.fulfilled.sum())
    return int(player.built[line] if line < Line.RND else player.track[line - Line.RND])


def in_turn(position: Position) -> bool:
    """Whether the game is past its setup and not over."""
    return int(position.state.current_round) > 0 and not position.is_over


# -- Influence


@dataclass(frozen=True)
class RegionNow:
    """How a Region stands.

    Attributes:
        influence: of each seat.
        overseas: of the Overseas companies.
        points: what a scoring would bring each seat now.
    """

    influence: list[int]
    overseas: int
    points: list[int]

    def place(self, seat: int) -> int:
        """The place of a seat in the ranking, Overseas included; 0 without Influence."""
        own = self.influence[seat]
        return 1 + sum(value > own for value in (*self.influence, self.overseas)) if own else 0


def period_of(state: Any, rules: Any) -> int:
    """The next Period to be scored: 0, 1, 2."""
    return sum(int(state.current_round) > int(last) for last in rules.scored)


def region_now(state: Any, rules: Any, region: int, period: int) -> RegionNow:
    """How a Region stands, with the points of a Period."""
    seats = range(int(rules.players))
    return RegionNow(
        [int(scoring.influence(state, rules, region, seat)) for seat in seats],
        int(scoring.overseas(state, rules, region)),
        [int(scoring.region_points(state, rules, region, seat, period)) for seat in seats],
    )


def regions_now(state: Any, rules: Any, period: int) -> list[RegionNow]:
    """All Regions, with the points of a Period."""
    return [region_now(state, rules, region, period) for region in range(len(REGIONS))]


def changed_regions(before: Any, after: Any) -> list[int]:
    """The Regions whose Influence may differ between two states: by tokens, Trains or what Trains count."""
    if (before.players["factories"]["face"] != after.players["factories"]["face"]).any():
        return list(range(len(REGIONS)))
    tokens = (before.token_seat != after.token_seat) | (before.token_value != after.token_value)
    trains = (before.train != after.train).any(axis=1)
    for city in range(len(CITIES)):
        trains[city_region(city)] |= tokens[city].any()
    return [region for region in range(len(REGIONS)) if trains[region]]


# -- the Consolidation a seat could make now

Span = tuple[int, int]
"""The least and the most a number can become by the choices that are still open."""

HELD = (Stock.MONEY, Stock.COAL, Stock.STORED, Stock.SILK, Stock.IRON, Stock.VP)

MOST_WAYS = 1000
"""States looked at before only the first of several choices is followed."""


@dataclass(frozen=True)
class Consolidation:
    """What a Consolidation would bring.

    Steps of the white Department and a free choice of the Department come before the income: where they are open,
    numbers after them are spans.

    Attributes:
        workers: hired Workers, by whose number the Favor goes.
        level: level of the Favor.
        more: hired Workers needed for the next higher level, None if there is none.
        favors: objectives it could be placed on.
        coal, money: dropped.
        kept: units of Coal and Money that could be kept.
        grey: for each grey space of the area the colour whose Department pays, None while the space is empty.
        income_coal, income_money: income.
        colours: different colours in the area.
        salary: what they cost.
        paid: what of it can be paid.
        after: what the seat holds at the end, by the name of the stock.
    """

    workers: int
    level: int
    more: int | None
    favors: list[int]
    coal: int
    money: int
    kept: int
    grey: list[int | None]
    income_coal: Span
    income_money: Span
    colours: list[int]
    salary: int
    paid: Span
    after: dict[str, Span]


def consolidation(state: Any, rules: Any, seat: int) -> Consolidation:
    """What a Consolidation of a seat would bring now; of what can be kept, Money is kept first."""
    player = state.players[seat]
    hired = len(workers(player))
    level = int(rules.favor_level[hired])
    more = next((n for n in range(hired, AREA + 1) if rules.favor_level[n] > level), None)
    favors = [line for line in range(len(LINES)) if player.favor[line] < level]
    kept = min(kept_units(rules, player), int(player.coal + player.money))
    kept_money = min(kept, int(player.money))
    grey = [
        colour_of(rules, int(player.area[space])) if player.area[space] != NONE else None
        for space in range(AREA)
        if rules.bonus_space[space]
    ]
    coal, money, paid, after = [], [], [], {stock: [] for stock in HELD}
    for end in _paid_by_grey_spaces(state, rules, seat, kept - kept_money, kept_money):
        held = int(end.coal), int(end.money)
        rounds.income(rules, end)
        coal.append(int(end.coal) - held[0])
        money.append(int(end.money) - held[1])
        before = int(end.money)
        rounds.pay_salaries(rules, end)
        paid.append(before - int(end.money))
        for stock in HELD:
            after[stock].append(int(end[stock.name.lower()]))
    colours = colours_of(rules, player)
    return Consolidation(
        hired,
        level,
        more,
        favors,
        int(player.coal) - (kept - kept_money),
        int(player.money) - kept_money,
        kept,
        grey,
        _span(coal),
        _span(money),
        colours,
        int(rules.salary) * len(colours),
        _span(paid),
        {stock.name.lower(): _span(numbers) for stock, numbers in after.items()},
    )


def _span(numbers: list[int]) -> Span:
    return min(numbers), max(numbers)


def _paid_by_grey_spaces(state: Any, rules: Any, seat: int, coal: int, money: int) -> list[Any]:
    """A seat as it stands right before the income of its Consolidation: once for each way it can choose until then."""
    start = copy_of(state)
    start.seat = seat
    start.players[seat].coal, start.players[seat].money = coal, money
    start.depth = 0
    tasks.push(start, Task.INCOME, 0, 0, 0)
    tasks.push(start, Task.SPACES, 0, 0, 0)
    ends, seen, waiting = [], set(), [start]
    moves = np.zeros(MAX_LEGAL, np.int32)
    while waiting:
        now = waiting.pop()
        while _top(now)[0] != Task.INCOME and not kernels.awaited(now, rules):
            kernels.carry_out(now, rules)
        key = now.tobytes()
        if key in seen:
            continue
        seen.add(key)
        if _top(now)[0] == Task.INCOME:
            ends.append(now.players[seat])
            continue
        count = kernels.legal(now, rules, moves)
        for action in moves[: count if len(seen) < MOST_WAYS else 1]:
            after = copy_of(now)
            kernels.answer(after, rules, int(action))
            waiting.append(after)
    return ends


def kept_units(rules: Any, player: Any) -> int:
    """Units of Coal and Money a player may keep in a Consolidation."""
    return sum(
        int(effect.a)
        for type_ in range(OLD)
        if player.factories[type_].face != NONE
        for effect in rules.faces[type_, player.factories[type_].face].effects
        if effect.kind == Task.KEEPING
    )


# -- Hiring area


def next_row(state: Any) -> int:
    """The topmost queue row with a Worker, or NONE."""
    return next((row for row in range(ROWS) if state.queue[row].sum() > 0), NONE)


def section_of(rules: Any, action: int) -> int:
    """The section an action belongs to."""
    return next(s for s in range(len(SECTIONS)) if int(rules.section[s]) >> action & 1)


@dataclass(frozen=True)
class TurnEnd:
    """What the end of a turn brings.

    Attributes:
        rows: the queue rows that move, with the section each comes to.
        round_ends: whether a round ends.
    """

    rows: list[tuple[int, int]]
    round_ends: bool


def turn_end(rules: Any, before: Any, after: Any) -> TurnEnd:
    """What happened between the states around the end of a turn."""
    waiting = [row for row in range(int(rules.rows)) if before.queue[row].sum() > 0]
    rows = [
        (waiting.pop(0), section)
        for section in range(len(SECTIONS))
        if before.hiring[section].sum() == 0 and after.hiring[section].sum() > 0
    ]
    ended = before.current_round != after.current_round and before.current_round <= rules.rounds
    return TurnEnd(rows, bool(ended))


def would_end_round(position: Position, section: int) -> bool:
    """Whether a round would end if the last Worker of a section were taken now."""
    state, rules = position.state, position.rules
    return bool(
        state.hiring[section].sum() == 1
        and next_row(state) == NONE
        and 0 < state.current_round <= rules.rounds
    )


# -- effects as signs

_STOCK_SIGNS = ("money", "coal", "coal", "silk", "iron", "vp")
_TRACK_SIGNS = ("rd", "pick", "bank")
_PIECE_SIGNS = ("ship", "gear", "train")


def sign(effect: Any) -> dict[str, str]:
    """An effect as a sign: `icon`, the name of a drawing (empty if there is none), and `n`, its number or nothing."""
    kind, a, b = int(effect.kind), int(effect.a), int(effect.b)
    if kind == Task.GAIN:
        return {"icon": _STOCK_SIGNS[a], "n": str(b)}
    if kind == Task.ADVANCE:
        return {"icon": _TRACK_SIGNS[a], "n": f"+{b}"}
    if kind == Task.DEPARTMENT:
        return {"icon": f"w-{COLOURS[a]}", "n": ""}
    if kind == Task.DEPT:
        return {"icon": "any", "n": ""}
    if kind == Task.STEP:
        return {"icon": "step", "n": str(a)}
    if kind == Task.UNLOCK:
        return {"icon": "inf", "n": str(a)}
    if kind == Task.FREE and a in (1, 2, 4):
        return {"icon": _PIECE_SIGNS[a.bit_length() - 1], "n": ""}
    return {"icon": "", "n": ""}


# -- what is in the way of an action


@dataclass(frozen=True)
class Obstacle:
    """Why an action cannot be activated, or not go on.

    Attributes:
        kind: `last` a marker is at the end · `money` so much is short, Silk counted · `coal`, `iron` likewise ·
            `pieces` none left · `places` no Factory takes a Machine · `spaces` no free Train space · `full` every
            Factory is full · `none` no Factory at all · `display` nothing that could be built · `goods` too few
            different goods · `contracts` nothing to use them for · `city` no city takes what is there · `most` it has
            been activated as often as it can be.
        need: the number needed.
        have: the number there is.
    """

    kind: str
    need: int = 0
    have: int = 0


def obstacle(state: Any, rules: Any, seat: int, action: int) -> Obstacle | None:
    """The first reason why a seat cannot activate an action now; None if it can."""
    player = state.players[seat]
    acting = state.action == action and state.seat == seat
    made = int(state.made) if acting else 0
    used = int(state.used) if acting else 0
    if made >= rules.activations[action]:
        return Obstacle("most", made)
    both = int(player.money + player.silk)
    if action in (Action.RND, Action.MINING):
        track, prices = (
            (Track.RND, rules.research_price) if action == Action.RND else (Track.MINING, rules.mining_price)
        )
        if player.track[track] >= rules.last:
            return Obstacle("last")
        return Obstacle("money", int(prices[made]), both) if both < prices[made] else None
    if action == Action.MACHINES:
        if player.built[Piece.MACHINE] >= len(rules.row_bonus[0]) - 1:
            return Obstacle("pieces")
        if not actions.machine_possible(rules, player, used):
            return Obstacle("places")
        price = int(rules.machine_price)
        return Obstacle("money", price, both) if both < price else None
    if action in (Action.SHIPS, Action.TRAINS):
        return _piece_obstacle(state, rules, player, action, used)
    if action == Action.FACTORY:
        return _factory_obstacle(state, rules, player)
    if action == Action.PRODUCTION:
        return _production_obstacle(state, rules, player, made, used)
    if action == Action.CONTRACTS:
        types = sum(stock_of(player, good) > 0 for good in range(OLD))
        if types <= made:
            return Obstacle("goods", made + 1, types)
        fits = actions.contracts_possible(state, rules, player)
        return None if fits else Obstacle("contracts")
    if not any(stock_of(player, good) for good in range(OLD)):
        return Obstacle("goods", 1, 0)
    return None if actions.market_possible(state, rules, player) else Obstacle("city")


def _piece_obstacle(state: Any, rules: Any, player: Any, action: int, used: int) -> Obstacle | None:
    piece = Piece.SHIP if action == Action.SHIPS else Piece.TRAIN
    if player.built[piece] >= len(rules.row_bonus[0]) - 1:
        return Obstacle("pieces")
    if piece == Piece.TRAIN and not actions.train_possible(state, rules, player, used):
        return Obstacle("spaces")
    both = int(player.money + player.silk)
    if player.iron >= rules.piece_iron:
        return None
    if player.iron < rules.piece_money_iron:
        return Obstacle("iron", int(rules.piece_money_iron), int(player.iron))
    price = int(rules.piece_money)
    return Obstacle("money", price, both) if both < price else None


def _factory_obstacle(state: Any, rules: Any, player: Any) -> Obstacle | None:
    open_types = [
        type_
        for type_ in range(OLD)
        if player.factories[type_].face == NONE and (state.display[type_] != NONE).any()
    ]
    helps = [int(actions.silk_help(rules, player, type_)) for type_ in open_types]
    silk = [needed for needed in helps if needed != NONE]
    if not silk:
        return Obstacle("display")
    if min(silk) > player.silk:
        return Obstacle("silk", min(silk), int(player.silk))
    need = int(rules.factory_price) + min(silk)
    both = int(player.money + player.silk)
    return Obstacle("money", need, both) if both < need else None


def _production_obstacle(state: Any, rules: Any, player: Any, made: int, used: int) -> Obstacle | None:
    owned = [f for f in range(OLD + 1) if player.factories[f].face != NONE and not used >> f & 1]
    if not owned:
        return Obstacle("none")
    with_room = [f for f in owned if player.factories[f].goods < rules.storage[f]]
    if not with_room:
        return Obstacle("full")
    less = int(actions.discount(state, rules, player)) if made == 0 else 0
    cheapest = min(int(actions.coal_price(rules, f, less)) for f in with_room)
    coal = int(player.coal + player.stored)
    return Obstacle("coal", cheapest, coal) if coal < cheapest else None


# -- words of the moves already made


def spent_goods(position: Position) -> list[str]:
    """The goods spent by the latest run of `spend` moves."""
    found: list[str] = []
    for step in reversed(position.steps):
        fields = CODEC.fields(step.move.id)
        if fields["verb"] != "spend":
            break
        found.insert(0, fields["good"])
    return found


def city_region(city: int) -> int:
    """The Region of a city."""
    return city // (len(CITIES) // len(REGIONS))
