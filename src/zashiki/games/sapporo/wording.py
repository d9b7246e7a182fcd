"""Sapporo 1876 in words: names, the prompt, the log, reasons, moves, results, and the table as plain text.

Every sentence is one translatable message with named placeholders. The numbers come from `figures.py`. Seats are
called by their names only; reasons and questions address the seat they are for as "you".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from zashiki.core.contract import Line, Prompt
from zashiki.core.i18n import _, ngettext
from zashiki.games.sapporo import figures
from zashiki.games.sapporo.edition import Numbers
from zashiki.games.sapporo.figures import YEN, Look, numbers_of, state_of, tiles
from zashiki.games.sapporo.moves import (
    APPOINT,
    CODEC,
    DONE,
    EDUCATE,
    FAME,
    FREE,
    INVEST,
    MAX_PAYMENTS,
    PAY,
    PAY_ANY,
    PIONEER,
    USE,
)
from zashiki.games.sapporo.state import (
    BENCHES,
    BUILDINGS,
    COLUMNS,
    COUNTS,
    MAX_COUNCIL_SPACES,
    NONE,
    PERSONS,
    RESOURCES,
    SEATS,
    SPOTS,
    TIERS,
    Kind,
    Phase,
    Tier,
    Track,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position


def N_(message: str) -> str:
    """Mark a message for translation that is translated where it is used."""
    return message


# -- names

SPOT_NAMES = {
    "college": (N_("Agricultural College"), N_("College"), N_("the College")),
    "city-hall": (N_("Central City Hall"), N_("City Hall"), N_("the City Hall")),
    "village": (N_("Pioneer Village"), N_("Village"), N_("the Village")),
    "foreign-residence": (N_("Foreign Residence"), N_("Residence"), N_("the Foreign Residence")),
}
"""Full name, short name, and the name inside a sentence."""

PERSON_NAMES = {
    "boehmer": "L. Boehmer",
    "brooks": "W. P. Brooks",
    "capron": "H. Capron",
    "clark": "W. S. Clark",
    "dunn": "E. Dunn",
    "kuroda": "K. Kuroda",
    "penhallow": "D. P. Penhallow",
    "ryan": "B. Ryan",
    "shima": "Y. Shima",
    "wheeler": "W. Wheeler",
}

BUILDING_NAMES = {
    "b1": N_("Import Office"),
    "b2": N_("Exhibition Hall"),
    "b3": N_("Night School"),
    "b4": N_("Investment Office"),
    "b5": N_("Rice and Cattle Office"),
    "b6": N_("Wheat and Sheep Office"),
    "b7": N_("Wheat Dealer"),
    "b8": N_("Rice Dealer"),
    "b9": N_("Sheep Dealer"),
    "b10": N_("Cattle Dealer"),
    "b11": N_("Appointment Office"),
    "b12": N_("Export Office"),
    "b13": N_("Savings Bank"),
}

SHORT_NAMES = {
    "b4": N_("Investment"),
    "b5": N_("Rice & Cattle"),
    "b6": N_("Wheat & Sheep"),
    "b11": N_("Appointment"),
}

KIND_NAMES = {
    Kind.EDUCATE: N_("Educate"),
    Kind.PIONEER: N_("Pioneer"),
    Kind.INVEST: N_("Invest"),
    Kind.APPOINT: N_("Appoint"),
}

RESOURCE_NAMES = {"wheat": N_("wheat"), "rice": N_("rice"), "sheep": N_("sheep"), "cattle": N_("cattle")}
BENCH_NAMES = {"left": N_("left"), "middle": N_("middle"), "right": N_("right")}
TIER_NAMES = {"bottom": N_("lowest tier"), "middle": N_("middle tier"), "top": N_("top tier")}

COUNT_WORDS = {
    "leftovers": N_("yen or resource left"),
    "yen": N_("yen left"),
    "resources": N_("resource left"),
    "column-steps": N_("space reached in your columns"),
    "columns-started": N_("column with a worker of yours"),
    "columns-topped": N_("column of yours at its top"),
    "workers-educated": N_("worker that has left your academy"),
    "workers-in-area": N_("free worker of yours"),
    "workers-on-buildings": N_("worker of yours on a building"),
    "workers-in-council": N_("worker of yours in the council"),
    "buildings-owned": N_("building of yours"),
    "persons-owned": N_("adviser of yours"),
    "tiles-owned": N_("tile of yours"),
}

SCORE_NAMES = {
    "fame": N_("fame"),
    "academy": N_("academy"),
    "columns": N_("columns"),
    "persons": N_("advisers"),
    "council": N_("council"),
    "leftovers": N_("leftovers"),
}


def spot_name(spot: int) -> str:
    """The full name of a spot ("Agricultural College")."""
    return _(SPOT_NAMES[SPOTS[spot]][0])


def spot_short(spot: int) -> str:
    """The short name of a spot ("College")."""
    return _(SPOT_NAMES[SPOTS[spot]][1])


def the_spot(spot: int) -> str:
    """A spot inside a sentence ("the College")."""
    return _(SPOT_NAMES[SPOTS[spot]][2])


def person_name(person: int) -> str:
    """The name of a person tile ("B. Ryan")."""
    return PERSON_NAMES[PERSONS[person]]


def person_short(person: int) -> str:
    """The name of a person tile where there is little room ("Ryan")."""
    return person_name(person).split()[-1]


def building_name(building: int) -> str:
    """The name of a building tile ("Savings Bank")."""
    return _(BUILDING_NAMES[BUILDINGS[building]])


def building_short(building: int) -> str:
    """The name of a building tile where there is little room ("Wheat & Sheep")."""
    return _(SHORT_NAMES.get(BUILDINGS[building], BUILDING_NAMES[BUILDINGS[building]]))


def tile_name(tile: int) -> str:
    """The name of what can be invested in: persons, then buildings."""
    return person_name(tile) if tile < len(PERSONS) else building_name(tile - len(PERSONS))


def kind_name(kind: int) -> str:
    """The name of an action ("Educate")."""
    return _(KIND_NAMES[Kind(kind)])


def resource_name(resource: int) -> str:
    """The name of a resource, of one or many ("wheat")."""
    return _(RESOURCE_NAMES[RESOURCES[resource]])


def bench_name(bench: int) -> str:
    """The name of a column of the council ("left")."""
    return _(BENCH_NAMES[BENCHES[bench]])


def space_name(bench: int, space: int) -> str:
    """The name of a space of the council ("left-3")."""
    return f"{bench_name(bench)}-{space + 1}"


def tier_name(tier: int) -> str:
    """The name of a tier of the academy ("lowest tier")."""
    return _(TIER_NAMES[TIERS[tier]])


def yen(n: int) -> str:
    """An amount of money."""
    return ngettext("{n} yen", "{n} yen", n).format(n=n)


def points(n: int) -> str:
    """A number of points."""
    return ngettext("{n} point", "{n} points", n).format(n=n)


def workers(n: int) -> str:
    """A number of workers."""
    return ngettext("{n} worker", "{n} workers", n).format(n=n)


def steps(n: int) -> str:
    """A number of steps of a marker."""
    return ngettext("{n} step", "{n} steps", n).format(n=n)


def amount(kind: int, n: int) -> str:
    """A number of pieces of a kind ("2 wheat", "4 yen")."""
    if kind == YEN:
        return yen(n)
    texts = (
        ngettext("{n} wheat", "{n} wheat", n),
        ngettext("{n} rice", "{n} rice", n),
        ngettext("{n} sheep", "{n} sheep", n),
        ngettext("{n} cattle", "{n} cattle", n),
    )
    return texts[kind].format(n=n)


def listed(words: Sequence[str]) -> str:
    """Words as a list: "2 wheat, 1 sheep and 4 yen"."""
    if len(words) < 2:
        return "".join(words)
    return _("{words} and {last}").format(words=_(", ").join(words[:-1]), last=words[-1])


def goods_list(pieces: Iterable[tuple[int, int]]) -> str:
    """Numbers of pieces as a list; "nothing" if there are none."""
    return listed([amount(kind, n) for kind, n in pieces if n]) or _("nothing")


def summed(parts: Sequence[int]) -> str:
    """A sum with its parts: "3 + 3 + 4 = 10", or just "3"."""
    if len(parts) == 1:
        return str(parts[0])
    return f"{' + '.join(str(part) for part in parts)} = {sum(parts)}"


def raised(look: Look, number: int, spot: int) -> str:
    """Where the AP a seat can raise come from: "2 rice = 6, 4 yen = 4"; empty if there is nothing."""
    parts = [p for p in figures.pieces(look, number, spot) if p.held]
    text = _("{pieces} = {ap}")
    return _(", ").join(text.format(pieces=amount(p.kind, p.held), ap=p.held * p.ap) for p in parts)


# -- what tiles and places do


def person_effect(look: Look, person: int) -> str:
    """What a person gives at the end ("1 point per worker that has left your academy")."""
    tile = numbers_of(look).persons[person]
    what = _(COUNT_WORDS[COUNTS[tile.count]])
    names = _counted(tile.count, tile.of)
    if names and tile.every > 1:
        text = _("{points} for every {every}: {what} ({names})")
    elif names:
        text = _("{points} per {what} ({names})")
    elif tile.every > 1:
        text = _("{points} for every {every}: {what}")
    else:
        text = _("{points} per {what}")
    text = text.format(points=points(tile.per), every=tile.every, what=what, names=names)
    if tile.cap < 1000:
        text = _("{effect}, at most {cap}").format(effect=text, cap=tile.cap)
    return text


def _counted(count: int, of: int) -> str:
    """The names a person's count is narrowed to; empty if it is not narrowed, or cannot be."""
    if COUNTS[count] == "workers-in-council":
        names = [bench_name(b) for b in tiles(of, len(BENCHES))]
        return listed(names) if len(names) < len(BENCHES) else ""
    names = [resource_name(k) for k in tiles(of, COLUMNS)]
    return listed(names) if 0 < len(names) < COLUMNS else ""


def building_effect(look: Look, building: int) -> str:
    """What a worker on a building does ("pay 1 yen, gain 1 wheat")."""
    tile = numbers_of(look).buildings[building]
    pays = [amount(YEN, tile.pay_yen)] if tile.pay_yen else []
    if tile.pay_any:
        pays.append(any_resource(tile.pay_any))
    gains = [amount(k, n) for k, n in enumerate(tile.gain_goods) if n]
    if tile.gain_any:
        gains.append(any_resource(tile.gain_any))
    if tile.gain_yen:
        gains.append(amount(YEN, tile.gain_yen))
    if tile.gain_fame:
        gains.append(fame(tile.gain_fame))
    what = {
        "pay": listed(pays),
        "gain": listed(gains) or _("nothing"),
        "action": _building_action(look, building),
    }
    if pays and tile.kind != NONE:
        text = _("pay {pay}, gain {gain}, then {action}")
    elif pays:
        text = _("pay {pay}, gain {gain}")
    elif tile.kind != NONE:
        text = _("gain {gain}, then {action}")
    else:
        text = _("gain {gain}")
    return text.format(**what)


BRIEF_COUNTS = {
    "leftovers": N_("piece"),
    "yen": N_("yen left"),
    "resources": N_("resource left"),
    "column-steps": N_("step"),
    "columns-started": N_("column"),
    "columns-topped": N_("column top"),
    "workers-educated": N_("graduate"),
    "workers-in-area": N_("free worker"),
    "workers-on-buildings": N_("busy worker"),
    "workers-in-council": N_("councillor"),
    "buildings-owned": N_("building"),
    "persons-owned": N_("adviser"),
    "tiles-owned": N_("tile"),
}


def _icon(kind: int | str, n: int = 1) -> list[dict[str, str]]:
    """A number of pieces as parts: the number, unless it is one of a resource, and the picture."""
    if kind == "any":
        return [{"text": f"{n}\u2009"}] * (n > 1) + [{"icon": "any", "label": _("resource of your choice")}]
    if kind == "fame":
        return [{"text": f"{n}\u2009"}, {"icon": "fame", "label": _("fame")}]
    name = _("yen") if kind == YEN else resource_name(int(kind))
    icon = {"icon": "yen" if kind == YEN else RESOURCES[int(kind)], "label": name}
    return [{"text": f"{n}\u2009"}, icon] if n > 1 or kind == YEN else [icon]


def person_brief(look: Look, person: int) -> list[list[dict[str, str]]]:
    """What a person gives, for a small card: lines of parts."""
    tile = numbers_of(look).persons[person]
    what = _(BRIEF_COUNTS[COUNTS[tile.count]])
    every = f"{tile.every} " if tile.every > 1 else ""
    lines = [[*_icon("fame", tile.per), {"text": f" / {every}{what}"}]]
    if _counted(tile.count, tile.of) and COUNTS[tile.count] != "workers-in-council":
        lines.append([part for k in tiles(tile.of, COLUMNS) for part in _icon(k)])
    elif _counted(tile.count, tile.of):
        lines.append([{"text": _counted(tile.count, tile.of)}])
    return lines


BRIEF_ACTIONS = {
    Kind.EDUCATE: N_("educate"),
    Kind.PIONEER: N_("pioneer"),
    Kind.INVEST: N_("invest"),
    Kind.APPOINT: N_("appoint"),
}


def building_brief(look: Look, building: int) -> list[list[dict[str, str]]]:
    """What a worker on a building does, for a small card: lines of parts."""
    tile = numbers_of(look).buildings[building]
    pays = (_icon(YEN, tile.pay_yen) if tile.pay_yen else []) + (
        _icon("any", tile.pay_any) if tile.pay_any else []
    )
    gains = [part for k, n in enumerate(tile.gain_goods) if n for part in _icon(k, n)]
    gains += _icon("any", tile.gain_any) if tile.gain_any else []
    gains += _icon(YEN, tile.gain_yen) if tile.gain_yen else []
    if tile.gain_fame:
        gains += [{"text": " "}, *_icon("fame", tile.gain_fame)]
    lines = [[*pays, {"text": " → "}, *gains] if pays else gains]
    if tile.kind != NONE:
        line: list[dict[str, str]] = [{"text": _(BRIEF_ACTIONS[Kind(tile.kind)])}]
        if tile.kind == Kind.PIONEER and tile.columns:
            line.append({"text": " "})
            line += [part for k in tiles(tile.columns, COLUMNS) for part in _icon(k)]
        lines.append(line)
    return lines


def any_resource(n: int) -> str:
    """A number of tokens of one kind that the user of a building names."""
    return ngettext("{n} resource of your choice", "{n} resources of one kind of your choice", n).format(n=n)


def _building_action(look: Look, building: int) -> str:
    tile = numbers_of(look).buildings[building]
    if tile.kind == NONE:
        return ""
    if tile.kind == Kind.PIONEER and tile.columns:
        columns = [resource_name(k) for k in tiles(tile.columns, COLUMNS)]
        text = _("pioneer {column} or {other}") if len(columns) == 2 else _("pioneer ({columns})")
        return text.format(column=columns[0], other=columns[-1], columns=listed(columns))
    return {
        Kind.EDUCATE: _("educate for yourself"),
        Kind.PIONEER: _("pioneer for yourself"),
        Kind.INVEST: _("invest for yourself"),
        Kind.APPOINT: _("appoint for yourself"),
    }[Kind(tile.kind)]


def fame(n: int) -> str:
    """An amount of fame."""
    return ngettext("{n} fame", "{n} fame", n).format(n=n)


def yields(look: Look, column: int, level: int) -> str:
    """What a column with its worker on a space gives per harvest ("2 cattle and 1 yen")."""
    numbers = numbers_of(look).columns[column]
    return goods_list([(column, numbers.goods[level]), (YEN, numbers.yen[level])])


def event_name(track: int) -> str:
    """The name of an event, in a sentence."""
    return _("harvest") if track == Track.HARVEST else _("settlement")


def distance_words(look: Look, track: int) -> str:
    """How far an event is: "Harvest in 2 steps"."""
    state = state_of(look)
    harvest = track == Track.HARVEST
    if state.phase == Phase.OVER:
        return _("No further harvest") if harvest else _("No further settlement")
    if state.pending == track:
        if figures.is_last_turn(look):
            return _("The last harvest follows") if harvest else _("The last settlement follows")
        return _("Harvest follows this turn") if harvest else _("Settlement follows this turn")
    n = figures.steps_to_event(look, track)
    if n == 0:
        return _("No further harvest") if harvest else _("No further settlement")
    text = _("Harvest in {steps}") if harvest else _("Settlement in {steps}")
    return text.format(steps=steps(n))


def event_gives(look: Look, track: int, number: int) -> str:
    """What an event would give a seat as things stand."""
    if track == Track.HARVEST:
        tokens, money = figures.harvest_of(look, number)
        return goods_list([*enumerate(tokens), (YEN, money)])
    return fame(sum(figures.council_standing(look, bench).fame[number] for bench in range(len(BENCHES))))


def turn_words(look: Look) -> str:
    """Which turn it is."""
    turn = state_of(look).turn
    return _("Turn {turn}").format(turn=turn) if turn else _("Set-up")


def end_words(first: int, last: int) -> str:
    """With which turns the game can end."""
    if first == last:
        return _("ends in turn {turn}").format(turn=first)
    return _("ends in turn {first}–{last}").format(first=first, last=last)


def events_words(done: int, of: int) -> str:
    """How many events have happened."""
    return _("{n} of {of}").format(n=done, of=of)


def lamp_words(track: int, due: bool) -> str:
    """What the lamp of an event says; NONE for one still open."""
    if track == NONE:
        return _("still to come")
    if due:
        return _("harvest due this turn") if track == Track.HARVEST else _("settlement due this turn")
    return _("harvest, done") if track == Track.HARVEST else _("settlement, done")


def step_words(look: Look, track: int) -> str:
    """What one more step of a marker does."""
    n, numbers = figures.steps_to_event(look, track), numbers_of(look)
    state = state_of(look)
    if n > 1:
        text = _("then harvest in {steps}") if track == Track.HARVEST else _("then settlement in {steps}")
        return text.format(steps=steps(n - 1))
    if state.events + (state.pending != NONE) + 1 >= numbers.events_to_end:
        text = (
            _("harvest, and the last turn") if track == Track.HARVEST else _("settlement, and the last turn")
        )
    else:
        text = _("harvest follows") if track == Track.HARVEST else _("settlement follows")
    return text


def step_brief(look: Look, track: int) -> str:
    """What one more step of a marker does, in few words beside the sign of its event."""
    n, state = figures.steps_to_event(look, track), state_of(look)
    if n > 1:
        return _("then in {steps}").format(steps=steps(n - 1))
    last = state.events + (state.pending != NONE) + 1 >= numbers_of(look).events_to_end
    return _("and the last turn") if last else _("follows")


def follow_words(position: Position, key: str, seat: int | None) -> str:
    """What comes later in a turn."""
    state = state_of(position)
    name = position.seats[seat] if seat is not None else ""
    if key == "event":
        return _("Harvest") if state.pending == Track.HARVEST else _("Settlement")
    if key == "turn":
        return _("{name}’s turn {n}").format(name=name, n=state.turn + 1)
    if key == "end":
        return _("End of the game")
    if key == "gap":
        return _("{name}’s buildings").format(name=name)
    return _("{name}’s action").format(name=name)


def follow_brief(position: Position, key: str) -> str:
    """What comes later in a turn, in few words beside the crest of the seat whose it is."""
    if key in ("event", "end"):
        return follow_words(position, key, None)
    if key == "turn":
        return _("turn {n}").format(n=state_of(position).turn + 1)
    return _("buildings") if key == "gap" else _("action")


def offer_words(look: Look, offer: figures.Offer) -> str:
    """What a seat could take at a spot."""
    costs = _(", ").join(str(cost) for cost in offer.costs[:4])
    if offer.needs_worker:
        return _("{ap} AP, but no free worker").format(ap=offer.ap)
    if not offer.costs:
        if not offer.cheapest:
            return _("{ap} AP, nothing left to take").format(ap=offer.ap)
        return _("{ap} AP, the cheapest costs {cost}").format(ap=offer.ap, cost=offer.cheapest)
    if offer.kind == Kind.EDUCATE:
        text = _("{ap} AP: training for {costs}")
    elif offer.kind == Kind.PIONEER:
        text = _("{ap} AP: pioneering for {costs}")
    elif offer.kind == Kind.INVEST:
        text = _("{ap} AP: up to {tile} ({cost})")
    else:
        text = _("{ap} AP: up to {space} ({cost})")
    return text.format(
        ap=offer.ap,
        costs=costs,
        cost=offer.costs[-1],
        tile=tile_name(offer.dearest) if offer.kind == Kind.INVEST else "",
        space=space_name(*divmod(offer.dearest, 100)) if offer.kind == Kind.APPOINT else "",
    )


def standing_words(standing: figures.Standing) -> str:
    """How a column of the council stands, the leader's workers first; who leads is told beside it."""
    if standing.leader == NONE:
        return _("empty")
    own, other = standing.workers[standing.leader], standing.workers[1 - standing.leader]
    if not other:
        return _("alone")
    text = _("{own} : {other}, higher seat") if standing.by_height else _("{own} : {other}")
    return text.format(own=own, other=other)


def building_state(position: Position, building: int, owner: int) -> str:
    """Whether a building can be used, for its owner; empty if it has none."""
    if owner == NONE:
        return ""
    seat, tile = state_of(position).seats[owner], numbers_of(position).buildings[building]
    if seat.occupied >> building & 1:
        return _("until the next harvest")
    if seat.area == 0:
        return _("needs a free worker")
    if seat.yen < tile.pay_yen:
        return _("needs {yen}").format(yen=yen(tile.pay_yen))
    if tile.pay_any > max(seat.goods):
        return _("needs a resource")
    return _("free to use")


def space_yield(look: Look, column: int, space: int) -> str:
    """What one space of a column adds to its harvest."""
    numbers = numbers_of(look).columns[column]
    tokens = numbers.goods[space] - numbers.goods[space - 1]
    return goods_list([(column, tokens), (YEN, numbers.yen[space] - numbers.yen[space - 1])])


def tier_reward(look: Look, tier: int) -> str:
    """What a tier gives at once when it is empty; empty if nothing."""
    record = numbers_of(look).tiers[tier]
    now = [amount(YEN, record.yen)] if record.yen else []
    now += [amount(k, n) for k, n in enumerate(record.goods) if n]
    now += [fame(record.fame)] if record.fame else []
    return listed(now)


def thing_words(action: int) -> str:
    """What was taken by an action, in a few words."""
    if action == EDUCATE:
        return _("a worker trained")
    if action == FAME:
        return _("fame bought")
    if action < INVEST:
        return _("{column} pioneered").format(column=resource_name(action - PIONEER))
    if action < APPOINT:
        return tile_name(action - INVEST)
    return space_name(*divmod(action - APPOINT, MAX_COUNCIL_SPACES))


def job_words(position: Position) -> str:
    """How an action under way stands."""
    state = state_of(position)
    text = _("{cost} AP owed, {spare} to spare")
    return text.format(cost=state.job.cost, spare=figures.spare(position))


def score_name(key: str) -> str:
    """The name of a part of the score."""
    return _("total") if key == "total" else _(SCORE_NAMES[key])


def assumed_words(notes: Sequence[str]) -> str:
    """That a printed number is not known, and what is known of it."""
    text = _("The printed number is not publicly known; this one is assumed.")
    if not notes:
        return text
    return _("{text} Known: {notes}.").format(text=text, notes="; ".join(notes))


# -- reasons


def too_dear(look: Look, number: int, spot: int, ap: int, spent: int = 0) -> str:
    """That something costs more AP than a seat can raise; empty if it does not."""
    left = figures.raisable(look, number, spot) - spent
    if ap <= left:
        return ""
    if spent:
        return _("costs {ap} AP, {left} are left").format(ap=ap, left=left)
    sources = raised(look, number, spot)
    if sources:
        return _("costs {ap} AP, you can raise {left} ({sources})").format(ap=ap, left=left, sources=sources)
    return _("costs {ap} AP, you can raise none").format(ap=ap)


def why_not(position: Position, action: int) -> str:
    """Why a move that can be read is not legal now: the first reason that applies (specification 9.2)."""
    state = state_of(position)
    if state.phase == Phase.OVER:
        return _("the game is over")
    fields = CODEC.fields(action)
    verb = fields["verb"]
    if verb in ("person", "board-building", "offer", "first"):
        return _why_not_drawn(position, fields)
    if state.mover < 0:
        return _awaited(position)
    reason = _WHY_NOT[verb](position, action) if verb in _WHY_NOT else ""
    return reason or _awaited(position)


def _awaited(position: Position) -> str:
    """What is awaited instead of a move of another kind."""
    state = state_of(position)
    phase = Phase(state.phase)
    name = position.seats[state.mover] if state.mover >= 0 else ""
    texts = {
        Phase.DEAL_PERSON: _("the advisers are drawn first"),
        Phase.DEAL_BUILDING: _("the buildings of the board are drawn first"),
        Phase.DEAL_OFFER: _("the buildings on offer are drawn first"),
        Phase.DRAW_START: _("the start seat is drawn first"),
        Phase.BUY: _("{name} first buys a building"),
        Phase.SETTLE: _("{name} first chooses a column for the first settlers"),
        Phase.MOVE: _("{name} first moves the pawn"),
        Phase.ACT: _("{name} first performs the action"),
        Phase.OPP_ACT: _("{name} first performs the action"),
        Phase.TILE_ACT: _("{name} first performs the action of the building"),
        Phase.PAY: _("{name} first pays {cost} AP"),
        Phase.OPP_PAY: _("{name} first pays {cost} AP"),
        Phase.TILE_PAY: _("{name} first pays {cost} AP"),
        Phase.GAP_ACT: _("{name} first uses buildings, or goes on"),
        Phase.GAP_EVENT: _("{name} first uses buildings, or goes on"),
        Phase.GAP_END: _("{name} first uses buildings, or ends the turn"),
        Phase.FREE_FIRST: _("{name} first takes a worker back from a building"),
        Phase.FREE_MORE: _("{name} first takes workers back, or leaves them"),
    }
    return texts[phase].format(name=name, cost=state.job.cost)


def _why_not_drawn(position: Position, fields: dict[str, str]) -> str:
    state, verb = state_of(position), fields["verb"]
    now = {
        Phase.DEAL_PERSON: "person",
        Phase.DEAL_BUILDING: "board-building",
        Phase.DEAL_OFFER: "offer",
        Phase.DRAW_START: "first",
    }.get(state.phase)
    if verb == now:
        return _("it has been drawn already")
    if now is None:
        return _("this is drawn only at the set-up")
    return _awaited(position)


def _why_not_buy(position: Position, action: int) -> str:
    state, building = state_of(position), BUILDINGS.index(CODEC.fields(action)["building"])
    if state.phase != Phase.BUY:
        return _("buildings are bought for yen only at the set-up")
    if not state.offer >> building & 1:
        return _("it is not on offer")
    price = numbers_of(position).buildings[building].price
    return _("costs {price}, you have {yen}").format(price=yen(price), yen=state.seats[state.mover].yen)


def _why_not_settle(position: Position, action: int) -> str:
    if state_of(position).phase != Phase.SETTLE:
        return _("first settlers are placed only at the set-up")
    return _("the first settlers of both seats must choose different columns")


def _why_not_move(position: Position, action: int) -> str:
    if state_of(position).phase != Phase.MOVE:
        return ""
    return _("the pawn is already here")


def _why_not_use(position: Position, action: int) -> str:
    state = state_of(position)
    fields = CODEC.fields(action)
    building = BUILDINGS.index(fields["building"])
    seat, tile = state.seats[state.mover], numbers_of(position).buildings[building]
    if state.turn == 0:
        return ""
    if state.mover != state.active:
        return _("buildings work in your own turn only")
    if not seat.buildings >> building & 1:
        owner = figures.owner_of_building(position, building)
        return _owned_by(position, owner) if owner != NONE else _("it is not yours")
    if seat.occupied >> building & 1:
        return _("already used; a harvest will clear it")
    if state.phase not in (Phase.MOVE, Phase.ACT, Phase.GAP_ACT, Phase.GAP_EVENT, Phase.GAP_END):
        return _("buildings cannot be used in the middle of something else")
    if state.phase == Phase.ACT and state.job.taken:
        return _("buildings can be used again after the payment")
    if seat.area == 0:
        return _("no worker in your area")
    name = building_name(building)
    if seat.yen < tile.pay_yen:
        return _("the {building} needs {yen}").format(building=name, yen=yen(tile.pay_yen))
    if figures.wants_resource(position, building) != ("resource" in fields):
        if "resource" in fields:
            return _("the {building} works without naming a resource").format(building=name)
        return _("name a resource for the {building}").format(building=name)
    resource = RESOURCES.index(fields["resource"])
    return _("the {building} needs {goods}").format(building=name, goods=amount(resource, tile.pay_any))


def _owned_by(position: Position, owner: int) -> str:
    if owner == state_of(position).mover:
        return _("it is yours already")
    return _("taken by {name}").format(name=position.seats[owner])


def _why_not_taken(position: Position, kind: Kind) -> str:
    """Reasons that hold for everything an action can take."""
    state = state_of(position)
    if state.phase in (Phase.PAY, Phase.OPP_PAY, Phase.TILE_PAY) and state.job.kind == kind:
        if kind == Kind.INVEST:
            return _("only one tile per action")
        if kind == Kind.APPOINT:
            return _("only one worker per action")
        return _("the taking has ended: {cost} AP are to be paid").format(cost=state.job.cost)
    if state.phase not in (Phase.ACT, Phase.OPP_ACT, Phase.TILE_ACT):
        return _awaited(position)
    if state.job.kind == kind:
        return ""
    texts = {
        Kind.EDUCATE: _("this action is to educate"),
        Kind.PIONEER: _("this action is to pioneer"),
        Kind.INVEST: _("this action is to invest"),
        Kind.APPOINT: _("this action is to appoint"),
    }
    return texts[Kind(state.job.kind)]


def _dear_now(position: Position, ap: int) -> str:
    """That something costs more AP than the performing seat has to spare."""
    state = state_of(position)
    return too_dear(position, state.mover, figures.place_of_job(position), ap, state.job.cost)


def _why_not_educate(position: Position, action: int) -> str:
    reason = _why_not_taken(position, Kind.EDUCATE)
    if reason:
        return reason
    state, numbers = state_of(position), numbers_of(position)
    academy = state.seats[state.mover].academy
    if action == FAME:
        return _("the academy must be empty first") if academy else _dear_now(position, numbers.fame_ap)
    return _dear_now(position, numbers.educate_ap[academy]) if academy else _("the academy is empty")


def _why_not_pioneer(position: Position, action: int) -> str:
    reason = _why_not_taken(position, Kind.PIONEER)
    return reason or pioneer_reason(position, action - PIONEER)


def pioneer_reason(position: Position, column: int) -> str:
    """Why the performing seat cannot pioneer a column now; empty if it can."""
    state, numbers = state_of(position), numbers_of(position)
    seat, job = state.seats[state.mover], state.job
    level = seat.levels[column]
    if level >= numbers.columns[column].spaces:
        return _("your worker of this column is at the top")
    if job.building != NONE:
        columns = numbers.buildings[job.building].columns
        if columns and not columns >> column & 1:
            return _("the {building} does not work here").format(building=building_name(job.building))
        if job.column not in (NONE, column):
            return _("one use keeps to one column, here {column}").format(column=resource_name(job.column))
    if level == 0 and seat.area == 0:
        return _("no worker in your area")
    return _dear_now(position, numbers.columns[column].ap[level + 1])


def _why_not_invest(position: Position, action: int) -> str:
    reason = _why_not_taken(position, Kind.INVEST)
    return reason or invest_reason(position, action - INVEST)


def invest_reason(position: Position, tile: int) -> str:
    """Why the performing seat cannot take a tile now; empty if it can."""
    state, numbers = state_of(position), numbers_of(position)
    if tile < len(PERSONS):
        there, owner = state.persons >> tile & 1, figures.owner_of_person(position, tile)
        price = numbers.persons[tile].price
    else:
        building = tile - len(PERSONS)
        there, owner = state.buildings >> building & 1, figures.owner_of_building(position, building)
        price = numbers.buildings[building].price
    if not there:
        return _owned_by(position, owner) if owner != NONE else _("it is not in this game")
    return _dear_now(position, price)


def _why_not_appoint(position: Position, action: int) -> str:
    reason = _why_not_taken(position, Kind.APPOINT)
    return reason or appoint_reason(position, *divmod(action - APPOINT, MAX_COUNCIL_SPACES))


def appoint_reason(position: Position, bench: int, space: int) -> str:
    """Why the performing seat cannot appoint a worker to a space now; empty if it can."""
    state, column = state_of(position), numbers_of(position).benches[bench]
    if space >= column.spaces:
        return _("the council has no such space")
    sitter = state.council[bench][space]
    if sitter:
        return _owned_by(position, sitter - 1)
    if state.seats[state.mover].area == 0:
        return _("no worker in your area")
    return _dear_now(position, column.ap[space])


def _why_not_pay(position: Position, action: int) -> str:
    state = state_of(position)
    if state.phase not in (Phase.PAY, Phase.OPP_PAY, Phase.TILE_PAY):
        return ""
    any_resource = state.phase == Phase.TILE_PAY
    if any_resource != (action >= PAY_ANY):
        if any_resource:
            return _("for a building every resource pays: name wheat, rice, sheep, cattle and yen")
        return _("here only the two resources of the spot and yen pay")
    payment = figures.payment(position, action)
    parts = figures.parts_of(position, action)
    for piece, number in parts:
        if number > piece.held:
            return _("you have only {goods}").format(goods=amount(piece.kind, piece.held))
    if payment.lost < 0:
        return _("{total} AP do not cover the {cost} AP owed").format(
            total=payment.total, cost=state.job.cost
        )
    cheapest = min((piece for piece, number in parts if number), key=lambda piece: piece.ap)
    if payment.lost >= cheapest.ap:
        return _("{total} AP for {cost}: {goods} can be left out").format(
            total=payment.total, cost=state.job.cost, goods=amount(cheapest.kind, 1)
        )
    for (piece, number), fixed in zip(parts, state.job.parts[: state.job.fixed], strict=False):
        if number != fixed:
            return _("{goods} are fixed already").format(goods=amount(piece.kind, fixed))
    return _("there are more than {most} ways to pay: fix the parts one by one").format(most=MAX_PAYMENTS)


def _why_not_part(position: Position, action: int) -> str:
    state = state_of(position)
    if state.phase not in (Phase.PAY, Phase.OPP_PAY, Phase.TILE_PAY):
        return ""
    if any(move.id >= PAY for move in position.legal_moves):
        return _("the ways to pay are few enough: choose one of them")
    fields, resource = CODEC.fields(action), figures.part_resource(position)
    if RESOURCES.index(fields["resource"]) != resource:
        return _("the number of {resource} is fixed first").format(resource=resource_name(resource))
    held = state.seats[state.mover].goods[resource]
    if int(fields["pieces"]) > held:
        return _("you have only {goods}").format(goods=amount(resource, held))
    return _("no payment goes with this number")


def _why_not_free(position: Position, action: int) -> str:
    state = state_of(position)
    if state.phase not in (Phase.FREE_FIRST, Phase.FREE_MORE):
        return _("workers come back from buildings only at a harvest")
    return _("no worker of yours stands there")


def _why_not_done(position: Position, action: int) -> str:
    if state_of(position).phase == Phase.FREE_FIRST:
        return _("one worker must come back, free of charge")
    return ""


_WHY_NOT = {
    "buy": _why_not_buy,
    "settle": _why_not_settle,
    "move": _why_not_move,
    "use": _why_not_use,
    "educate": _why_not_educate,
    "fame": _why_not_educate,
    "pioneer": _why_not_pioneer,
    "invest": _why_not_invest,
    "appoint": _why_not_appoint,
    "pay": _why_not_pay,
    "pay-any": _why_not_pay,
    "pay-part": _why_not_part,
    "free": _why_not_free,
    "keep": _why_not_done,
}


# -- moves in words


def say(position: Position, action: int) -> str:
    """A move in words, as a button or a list shows it."""
    fields = CODEC.fields(action)
    return _SAY[fields["verb"]](position, action, fields)


def _say_drawn(position: Position, action: int, fields: dict[str, str]) -> str:
    if fields["verb"] == "person":
        return _("{tile} lies on the board").format(tile=person_name(PERSONS.index(fields["person"])))
    building = building_name(BUILDINGS.index(fields["building"]))
    if fields["verb"] == "offer":
        return _("{tile} is on offer").format(tile=building)
    return _("{tile} lies on the board").format(tile=building)


def _say_first(position: Position, action: int, fields: dict[str, str]) -> str:
    return _("{name} starts").format(name=position.seats[int(fields["seat"])])


def _say_buy(position: Position, action: int, fields: dict[str, str]) -> str:
    building = BUILDINGS.index(fields["building"])
    price = numbers_of(position).buildings[building].price
    return _("Buy the {building} for {yen}").format(building=building_name(building), yen=yen(price))


def _say_settle(position: Position, action: int, fields: dict[str, str]) -> str:
    return _("First settlers grow {column}").format(column=resource_name(RESOURCES.index(fields["column"])))


def _say_move(position: Position, action: int, fields: dict[str, str]) -> str:
    spot = SPOTS.index(fields["spot"])
    there = state_of(position).spots[spot]
    if there:
        return _("Pawn to {spot}, take {yen}").format(spot=the_spot(spot), yen=yen(there))
    return _("Pawn to {spot}").format(spot=the_spot(spot))


def _say_educate(position: Position, action: int, fields: dict[str, str]) -> str:
    numbers, state = numbers_of(position), state_of(position)
    if action == FAME:
        return _("Buy {fame} ({ap} AP)").format(fame=fame(numbers.fame), ap=numbers.fame_ap)
    academy = state.seats[max(state.mover, 0)].academy
    return _("Train a worker ({ap} AP)").format(ap=numbers.educate_ap[academy])


def _say_pioneer(position: Position, action: int, fields: dict[str, str]) -> str:
    state, column = state_of(position), RESOURCES.index(fields["column"])
    numbers = numbers_of(position).columns[column]
    space = min(state.seats[max(state.mover, 0)].levels[column] + 1, numbers.spaces)
    text = (
        _("Open the {column} column ({ap} AP)")
        if space == 1
        else _("Climb the {column} column to space {space} ({ap} AP)")
    )
    return text.format(column=resource_name(column), space=space, ap=numbers.ap[space])


def _say_invest(position: Position, action: int, fields: dict[str, str]) -> str:
    tile, numbers = action - INVEST, numbers_of(position)
    if tile < len(PERSONS):
        return _("Win over {person} ({ap} AP)").format(
            person=person_name(tile), ap=numbers.persons[tile].price
        )
    building = tile - len(PERSONS)
    return _("Acquire the {building} ({ap} AP)").format(
        building=building_name(building), ap=numbers.buildings[building].price
    )


def _say_appoint(position: Position, action: int, fields: dict[str, str]) -> str:
    bench, space = divmod(action - APPOINT, MAX_COUNCIL_SPACES)
    ap = numbers_of(position).benches[bench].ap[space]
    return _("Appoint a worker to {space} ({ap} AP)").format(space=space_name(bench, space), ap=ap)


def _say_use(position: Position, action: int, fields: dict[str, str]) -> str:
    building, resource = figures.used_building(action)
    pays, gains, famed = figures.use_effect(position, building, max(resource, 0))
    gained = [amount(kind, n) for kind, n in gains] + ([fame(famed)] if famed else [])
    what = {
        "building": building_name(building),
        "pay": goods_list(pays),
        "gain": listed(gained) or _("nothing"),
    }
    kind = numbers_of(position).buildings[building].kind
    if pays and kind != NONE:
        text = _("Use the {building}: {pay} → {gain}, then {action}")
    elif pays:
        text = _("Use the {building}: {pay} → {gain}")
    elif kind != NONE:
        text = _("Use the {building}: {gain}, then {action}")
    else:
        text = _("Use the {building}: {gain}")
    return text.format(**what, action=_building_action(position, building))


def _say_pay(position: Position, action: int, fields: dict[str, str]) -> str:
    payment = figures.payment(position, action)
    if payment.lost > 0:
        return _("Pay {goods} ({n} AP lost)").format(goods=goods_list(payment.parts), n=payment.lost)
    return _("Pay {goods}").format(goods=goods_list(payment.parts))


def _say_part(position: Position, action: int, fields: dict[str, str]) -> str:
    return _("Pay with {goods}, the rest follows").format(
        goods=amount(RESOURCES.index(fields["resource"]), int(fields["pieces"]))
    )


def _say_free(position: Position, action: int, fields: dict[str, str]) -> str:
    building = building_name(action - FREE)
    if state_of(position).phase == Phase.FREE_MORE:
        price = numbers_of(position).removal_yen
        return _("Clear the {building} for {yen}").format(building=building, yen=yen(price))
    return _("Clear the {building} free of charge").format(building=building)


def _say_null(position: Position, action: int, fields: dict[str, str]) -> str:
    verb, state = fields["verb"], state_of(position)
    if verb == "done":
        return _("That is all") if state.job.taken else _("Do nothing here")
    if verb == "keep":
        return _("Leave the other workers where they are")
    return _("End the turn") if verb == "end" else _("Go on")


_SAY = {
    "person": _say_drawn,
    "board-building": _say_drawn,
    "offer": _say_drawn,
    "first": _say_first,
    "buy": _say_buy,
    "settle": _say_settle,
    "move": _say_move,
    "educate": _say_educate,
    "fame": _say_educate,
    "pioneer": _say_pioneer,
    "invest": _say_invest,
    "appoint": _say_appoint,
    "use": _say_use,
    "pay": _say_pay,
    "pay-any": _say_pay,
    "pay-part": _say_part,
    "free": _say_free,
    "done": _say_null,
    "continue": _say_null,
    "end": _say_null,
    "keep": _say_null,
}


# -- the prompt


def prompt(position: Position) -> Prompt:
    """What the awaited seat is asked, and what the others are told."""
    phase, mover = Phase(state_of(position).phase), state_of(position).mover
    name = position.seats[mover] if mover >= 0 else ""
    return _PROMPTS[phase](position, name)


def _prompt_draw(position: Position, name: str) -> Prompt:
    state, numbers = state_of(position), numbers_of(position)
    place = {
        Phase.DEAL_PERSON: (state.persons, numbers.deal_persons, _("Adviser {n} of {of} is drawn.")),
        Phase.DEAL_BUILDING: (state.buildings, numbers.deal_buildings, _("Building {n} of {of} is drawn.")),
        Phase.DEAL_OFFER: (state.offer, numbers.deal_offers, _("Building {n} of {of} on offer is drawn.")),
    }
    members, of, text = place[Phase(state.phase)]
    text = text.format(n=members.bit_count() + 1, of=of)
    return Prompt(text, "", text)


def _prompt_start(position: Position, name: str) -> Prompt:
    text = _("The start seat is drawn.")
    return Prompt(text, "", text)


def _prompt_buy(position: Position, name: str) -> Prompt:
    state = state_of(position)
    return Prompt(
        _("Which building do you buy?"),
        _("You have {yen}. One building must be bought; resources cannot pay for it.").format(
            yen=yen(state.seats[state.mover].yen)
        ),
        _("{name} buys a building.").format(name=name),
    )


def _prompt_settle(position: Position, name: str) -> Prompt:
    state = state_of(position)
    detail = _("One worker takes its lowest space, free of charge.")
    if state.mover != state.start:
        column = state.seats[state.start].levels.index(1)
        detail = _(
            "One worker takes its lowest space, free of charge; not {column}, which {name} chose."
        ).format(column=resource_name(column), name=position.seats[state.start])
    return Prompt(
        _("Which column do your first settlers open?"),
        detail,
        _("{name} chooses a column for the first settlers.").format(name=name),
    )


def _prompt_move(position: Position, name: str) -> Prompt:
    return Prompt(
        _("Where does the pawn go?"),
        _("You take the yen there, then both of you may act. {harvest}. {settlement}.").format(
            harvest=distance_words(position, Track.HARVEST),
            settlement=distance_words(position, Track.SETTLEMENT),
        ),
        _("{name} moves the pawn.").format(name=name),
    )


_ACT_QUESTIONS = {
    Kind.EDUCATE: N_("How many workers do you train?"),
    Kind.PIONEER: N_("Which columns do you pioneer?"),
    Kind.INVEST: N_("Which tile do you take?"),
    Kind.APPOINT: N_("Where do you appoint a worker?"),
}


def _prompt_act(position: Position, name: str) -> Prompt:
    state = state_of(position)
    spot = figures.place_of_job(position)
    if state.job.taken:
        detail = _("You owe {cost} AP and can spend {spare} more.").format(
            cost=state.job.cost, spare=figures.spare(position)
        )
    else:
        detail = _("You can raise {ap} AP: {sources}.").format(
            ap=figures.raisable(position, state.mover, spot),
            sources=raised(position, state.mover, spot) or _("nothing"),
        )
    if spot == NONE:
        waiting = _("{name} uses the {building}.").format(
            name=name, building=building_name(state.job.building)
        )
    else:
        waiting = {
            Kind.EDUCATE: _("{name} may educate at {spot}."),
            Kind.PIONEER: _("{name} may pioneer at {spot}."),
            Kind.INVEST: _("{name} may invest at {spot}."),
            Kind.APPOINT: _("{name} may appoint at {spot}."),
        }[Kind(state.job.kind)].format(name=name, spot=the_spot(spot))
    return Prompt(_(_ACT_QUESTIONS[Kind(state.job.kind)]), detail, waiting)


def _prompt_pay(position: Position, name: str) -> Prompt:
    state = state_of(position)
    kinds = figures.pieces(position, state.mover, figures.place_of_job(position))
    if figures.place_of_job(position) == NONE:
        detail = _("Here every resource pays {ap} AP, a yen {yen}.").format(ap=kinds[0].ap, yen=kinds[-1].ap)
    else:
        detail = _("Here {high} pays {high_ap} AP, {low} {low_ap}, a yen {yen}.").format(
            high=resource_name(kinds[0].kind),
            high_ap=kinds[0].ap,
            low=resource_name(kinds[1].kind),
            low_ap=kinds[1].ap,
            yen=kinds[-1].ap,
        )
    question = _("How do you pay {cost} AP?").format(cost=state.job.cost)
    if not any(move.id >= PAY for move in position.legal_moves):
        question = _("You pay {cost} AP: with how many {resource}?").format(
            cost=state.job.cost, resource=resource_name(figures.part_resource(position))
        )
    return Prompt(question, detail, _("{name} pays {cost} AP.").format(name=name, cost=state.job.cost))


def _prompt_gap(position: Position, name: str) -> Prompt:
    state = state_of(position)
    other = position.seats[1 - state.active]
    if state.phase == Phase.GAP_ACT:
        question = _("Use a building, or go on?")
        detail = _("Next {name} may act.").format(name=other)
    elif state.phase == Phase.GAP_EVENT:
        harvest = state.pending == Track.HARVEST
        question = (
            _("Use a building before the harvest?") if harvest else _("Use a building before the settlement?")
        )
        detail = _("Next comes the harvest.") if harvest else _("Next comes the settlement.")
    else:
        question = _("Use a building, or end your turn?")
        detail = _("Next is {name}’s turn.").format(name=other)
        if figures.is_last_turn(position):
            detail = _("The game ends with this turn.")
    return Prompt(question, detail, _("{name} may use buildings.").format(name=name))


def _prompt_free(position: Position, name: str) -> Prompt:
    state = state_of(position)
    if state.phase == Phase.FREE_FIRST:
        question = _("Which worker comes back free of charge?")
        detail = _("The building can then be used again.")
    else:
        price = numbers_of(position).removal_yen
        question = _("Take another worker back for {yen}?").format(yen=yen(price))
        detail = _("You have {yen}.").format(yen=yen(state.seats[state.mover].yen))
    return Prompt(question, detail, _("{name} takes workers back from buildings.").format(name=name))


def _prompt_over(position: Position, name: str) -> Prompt:
    text = verdict(position)
    return Prompt(text, "", text)


_PROMPTS = {
    Phase.DEAL_PERSON: _prompt_draw,
    Phase.DEAL_BUILDING: _prompt_draw,
    Phase.DEAL_OFFER: _prompt_draw,
    Phase.DRAW_START: _prompt_start,
    Phase.BUY: _prompt_buy,
    Phase.SETTLE: _prompt_settle,
    Phase.MOVE: _prompt_move,
    Phase.ACT: _prompt_act,
    Phase.OPP_ACT: _prompt_act,
    Phase.TILE_ACT: _prompt_act,
    Phase.PAY: _prompt_pay,
    Phase.OPP_PAY: _prompt_pay,
    Phase.TILE_PAY: _prompt_pay,
    Phase.GAP_ACT: _prompt_gap,
    Phase.GAP_EVENT: _prompt_gap,
    Phase.GAP_END: _prompt_gap,
    Phase.FREE_FIRST: _prompt_free,
    Phase.FREE_MORE: _prompt_free,
    Phase.OVER: _prompt_over,
}


# -- the log


def log_lines(before: Position, action: int, after: Position) -> list[Line]:
    """What happened in one step, one line per effect (specification 9.1).

    Things taken are told when their action is paid for; a decision that was passed over is told as such.
    """
    lines: list[Line] = []
    tell = _LOG.get(CODEC.fields(action)["verb"])
    for part, (last, now) in enumerate(figures.moments(before, action)):
        moved = part == 0
        if moved and tell:
            lines += tell(before, action, now)
        if not moved:
            lines += _passed_over(before, last)
        lines += _finished(before, action, last, now, moved)
        lines += _event(before, last, now)
        lines += _came_back(before, action if moved else NONE, last, now)
    state = state_of(after)
    if after.is_over:
        lines += result_lines(after)
    elif state.turn != state_of(before).turn:
        text = _("{turn}: {name}").format(turn=turn_words(after), name=after.seats[state.active])
        lines.append(Line(text, state.active, kind="turn"))
    return lines


def _log_drawn(before: Position, action: int, now: Look) -> list[Line]:
    """The deal is told when it is complete."""
    was, state, numbers = state_of(before), state_of(now), numbers_of(before)
    lines = []
    if was.phase == Phase.DEAL_BUILDING and state.phase != was.phase:
        text = _("{persons} advisers and {buildings} buildings are laid out.")
        text = text.format(persons=numbers.deal_persons, buildings=numbers.deal_buildings)
        lines.append(Line(text, kind="setup"))
    if was.phase == Phase.DEAL_OFFER and state.phase != was.phase:
        offered = [building_name(building) for building in tiles(state.offer, len(BUILDINGS))]
        lines.append(Line(_("On offer: {buildings}.").format(buildings=listed(offered)), kind="setup"))
    if was.start == NONE and state.start != NONE:
        text = _("{name} starts.").format(name=before.seats[state.start])
        lines.append(Line(text, state.start, kind="setup"))
    return lines


def _log_buy(before: Position, action: int, now: Look) -> list[Line]:
    seat, building = state_of(before).mover, BUILDINGS.index(CODEC.fields(action)["building"])
    price = numbers_of(before).buildings[building].price
    text = _("{name} buys the {building} for **{yen}**.").format(
        name=before.seats[seat], building=building_name(building), yen=yen(price)
    )
    return [Line(text, seat, kind="build")]


def _log_settle(before: Position, action: int, now: Look) -> list[Line]:
    seat, column = state_of(before).mover, RESOURCES.index(CODEC.fields(action)["column"])
    text = _("{name}’s first settlers grow {column}.").format(
        name=before.seats[seat], column=resource_name(column)
    )
    return [Line(text, seat, kind="setup")]


def _log_move(before: Position, action: int, now: Look) -> list[Line]:
    was, state, numbers = state_of(before), state_of(now), numbers_of(before)
    seat, spot = was.mover, SPOTS.index(CODEC.fields(action)["spot"])
    found = was.spots[spot]
    text = _("{name} goes to {spot} and picks up **{yen}**.") if found else _("{name} goes to {spot}.")
    lines = [
        Line(text.format(name=before.seats[seat], spot=the_spot(spot), yen=yen(found)), seat, kind="move")
    ]
    if numbers.spot_yen:
        text = ngettext(
            "{n} yen is laid on {spot} and on {other}.",
            "{n} yen are laid on {spot} and on {other}.",
            numbers.spot_yen,
        )
        laid = [the_spot(other) for other in range(len(SPOTS)) if numbers.spots[spot].adjacent[other]]
        text = text.format(n=numbers.spot_yen, spot=laid[0], other=laid[1])
        lines.append(Line(text, depth=1, kind="note"))
    track = numbers.spots[spot].track
    if state.pending == NONE:
        lines.append(Line(_("{distance}.").format(distance=distance_words(now, track)), depth=1, kind="note"))
        return lines
    harvest = track == Track.HARVEST
    text = _("A harvest will follow this turn.") if harvest else _("A settlement will follow this turn.")
    lines.append(Line(text, depth=1, kind="event"))
    if figures.is_last_turn(now):
        text = _("The last event happens this turn: the game ends after it.")
        lines.append(Line(text, kind="end"))
    return lines


def _log_use(before: Position, action: int, now: Look) -> list[Line]:
    seat = state_of(before).mover
    building, resource = figures.used_building(action)
    pays, gains, famed = figures.use_effect(before, building, max(resource, 0))
    gained = [amount(kind, n) for kind, n in gains] + ([fame(famed)] if famed else [])
    what = {
        "name": before.seats[seat],
        "building": building_name(building),
        "pay": goods_list(pays),
        "gain": listed(gained) or _("nothing"),
    }
    kind = numbers_of(before).buildings[building].kind
    if pays:
        text = _("{name} puts a worker on the {building}: {pay} goes, **{gain}** comes.")
    elif kind == Kind.EDUCATE:
        text = _("{name} puts a worker on the {building}: **{gain}**, and a private lesson.")
    elif kind == Kind.PIONEER:
        text = _("{name} puts a worker on the {building}: **{gain}**, and pioneers alone.")
    elif kind == Kind.INVEST:
        text = _("{name} puts a worker on the {building}: **{gain}**, and invests alone.")
    elif kind == Kind.APPOINT:
        text = _("{name} puts a worker on the {building}: **{gain}**, and appoints alone.")
    else:
        text = _("{name} puts a worker on the {building}: **{gain}** comes.")
    return [Line(text.format(**what), seat, kind="use")]


def _log_pay(before: Position, action: int, now: Look) -> list[Line]:
    """What was taken, and what it was paid with."""
    seat, name = state_of(before).mover, before.seats[state_of(before).mover]
    payment = figures.payment(before, action)
    lines = _told(before, figures.taken(before), now)
    if payment.lost:
        text = ngettext(
            "{name} pays **{goods}** ({ap} AP); {lost} AP is lost.",
            "{name} pays **{goods}** ({ap} AP); {lost} AP are lost.",
            payment.lost,
        )
    else:
        text = _("{name} pays **{goods}** ({ap} AP).")
    text = text.format(name=name, goods=goods_list(payment.parts), ap=payment.total, lost=payment.lost)
    return [*lines, Line(text, seat, 1, "pay")]


def _log_done(before: Position, action: int, now: Look) -> list[Line]:
    state = state_of(before)
    if state.job.taken:
        return []
    text = _("{name} lets the action pass.").format(name=before.seats[state.mover])
    return [Line(text, state.mover, kind="pass")]


def _log_free(before: Position, action: int, now: Look) -> list[Line]:
    seat, phase = state_of(before).mover, state_of(before).phase
    what: dict[str, Any] = {"name": before.seats[seat], "building": building_name(action - FREE)}
    if phase == Phase.FREE_FIRST:
        text = _("{name} clears the {building} free of charge.")
    else:
        text = _("{name} pays **{yen}** to clear the {building}.")
        what["yen"] = yen(numbers_of(before).removal_yen)
    return [Line(text.format(**what), seat, 1, "free")]


def _log_keep(before: Position, action: int, now: Look) -> list[Line]:
    seat = state_of(before).mover
    left = state_of(before).seats[seat].occupied.bit_count()
    text = ngettext(
        "{name} leaves {n} worker where it is.", "{name} leaves {n} workers where they are.", left
    )
    return [Line(text.format(name=before.seats[seat], n=left), seat, 1, "pass")]


_LOG = {
    "person": _log_drawn,
    "board-building": _log_drawn,
    "offer": _log_drawn,
    "first": _log_drawn,
    "buy": _log_buy,
    "settle": _log_settle,
    "move": _log_move,
    "use": _log_use,
    "pay": _log_pay,
    "pay-any": _log_pay,
    "done": _log_done,
    "free": _log_free,
    "keep": _log_keep,
}


def _passed_over(before: Position, last: Look) -> list[Line]:
    """That a seat could do nothing where it would have had to decide."""
    state = state_of(last)
    if state.phase not in (Phase.ACT, Phase.OPP_ACT) or state.job.taken:
        return []
    text = _("{name} cannot act here.").format(name=before.seats[state.mover])
    return [Line(text, state.mover, kind="skip")]


def _finished(before: Position, action: int, last: Look, now: Look, moved: bool) -> list[Line]:
    """What an action that is finished had to tell: things that cost nothing, and rewards of the academy.

    Args:
        before: the position before the step.
        action: the move of the step.
        last: the state before the part of the step that is looked at.
        now: the state after it.
        moved: whether that part is the move itself.
    """
    was, phase = state_of(last), state_of(now).phase
    if moved and action >= PAY:
        return _tier_lines(before, was.mover, was.job.tiers)
    took = EDUCATE <= action < USE
    ends = not moved or action == DONE or (took and action >= INVEST)
    paying = phase in (Phase.PAY, Phase.OPP_PAY, Phase.TILE_PAY)
    if not ends or paying or was.phase not in (Phase.ACT, Phase.OPP_ACT, Phase.TILE_ACT):
        return []
    if not (was.job.taken or (moved and took)):
        return []
    told = figures.taken(before) + ([action] if took else [])
    return _told(before, told, now) + _tier_lines(before, was.mover, was.job.tiers)


def _tier_lines(before: Position, seat: int, tier_bits: int) -> list[Line]:
    lines = []
    name, numbers = before.seats[seat], numbers_of(before)
    for tier in tiles(tier_bits, len(TIERS)):
        record = numbers.tiers[tier]
        now = tier_reward(before, tier)
        what = {"name": name, "now": now, "end": fame(record.end)}
        which = Tier(tier)
        if now and record.end:
            text = {
                Tier.BOTTOM: _("The lowest tier is empty: {name} receives **{now}**, and {end} at the end."),
                Tier.MIDDLE: _("The middle tier is empty: {name} receives **{now}**, and {end} at the end."),
                Tier.TOP: _("The top tier is empty: {name} receives **{now}**, and {end} at the end."),
            }[which]
        elif now:
            text = {
                Tier.BOTTOM: _("The lowest tier is empty: {name} receives **{now}**."),
                Tier.MIDDLE: _("The middle tier is empty: {name} receives **{now}**."),
                Tier.TOP: _("The top tier is empty: {name} receives **{now}**."),
            }[which]
        elif record.end:
            text = {
                Tier.BOTTOM: _("The lowest tier is empty: {end} at the end."),
                Tier.MIDDLE: _("The middle tier is empty: {end} at the end."),
                Tier.TOP: _("The top tier is empty: {end} at the end."),
            }[which]
        else:
            continue
        lines.append(Line(text.format(**what), seat, 1, "gain"))
    return lines


def _told(before: Position, actions: Sequence[int], now: Look) -> list[Line]:
    """Lines for the things a seat has taken in an action; `now` is how things stand with them."""
    seat = state_of(before).mover
    lines: list[Line] = []
    trained = sum(action == EDUCATE for action in actions)
    bought = sum(action == FAME for action in actions)
    if trained:
        lines.append(_told_training(before, seat, trained, state_of(now).seats[seat].academy))
    if bought:
        numbers = numbers_of(before)
        text = _("{name} turns {ap} AP into **{fame}**.").format(
            name=before.seats[seat], ap=bought * numbers.fame_ap, fame=fame(bought * numbers.fame)
        )
        lines.append(Line(text, seat, kind="gain"))
    columns = [action - PIONEER for action in actions if PIONEER <= action < INVEST]
    for column in dict.fromkeys(columns):
        lines.append(_told_pioneering(before, seat, column, columns.count(column), now))
    for action in actions:
        if INVEST <= action < APPOINT:
            lines.append(_told_investment(before, seat, action - INVEST, now))
        elif action >= APPOINT:
            lines.append(_told_appointment(before, seat, *divmod(action - APPOINT, MAX_COUNCIL_SPACES), now))
    return lines


def _told_training(before: Position, seat: int, count: int, left: int) -> Line:
    costs = [numbers_of(before).educate_ap[n] for n in range(left + count, left, -1)]
    text = ngettext("{name} trains {n} worker ({sum} AP).", "{name} trains {n} workers ({sum} AP).", count)
    return Line(text.format(name=before.seats[seat], n=count, sum=summed(costs)), seat, kind="educate")


def _told_pioneering(before: Position, seat: int, column: int, count: int, now: Look) -> Line:
    level = state_of(now).seats[seat].levels[column]
    costs = numbers_of(before).columns[column].ap[level - count + 1 : level + 1]
    what = {
        "name": before.seats[seat],
        "column": resource_name(column),
        "space": level,
        "sum": summed(costs),
        "yield": yields(before, column, level),
    }
    if count < level:
        text = _("{name} climbs to space {space} of the {column} column ({sum} AP): {yield} per harvest.")
    elif count == 1:
        text = _("{name} opens the {column} column ({sum} AP): {yield} per harvest.")
    else:
        text = _(
            "{name} opens the {column} column and climbs to space {space} ({sum} AP): {yield} per harvest."
        )
    return Line(text.format(**what), seat, kind="pioneer")


def _told_investment(before: Position, seat: int, tile: int, now: Look) -> Line:
    numbers, name = numbers_of(before), before.seats[seat]
    if tile < len(PERSONS):
        worth = figures.person_points(now, seat, tile)
        text = _("{name} wins over {person} ({ap} AP): {points} as things stand.").format(
            name=name, person=person_name(tile), ap=numbers.persons[tile].price, points=points(worth)
        )
    else:
        building = tile - len(PERSONS)
        text = _("{name} acquires the {building} ({ap} AP).").format(
            name=name, building=building_name(building), ap=numbers.buildings[building].price
        )
    return Line(text, seat, kind="invest")


def _told_appointment(before: Position, seat: int, bench: int, space: int, now: Look) -> Line:
    standing = figures.council_standing(now, bench)
    what = {
        "name": before.seats[seat],
        "space": space_name(bench, space),
        "ap": numbers_of(before).benches[bench].ap[space],
        "column": bench_name(bench),
        "own": standing.workers[seat],
        "other": standing.workers[1 - seat],
        "rival": before.seats[1 - seat],
    }
    if standing.leader == seat and standing.by_height:
        text = _(
            "{name} sends a worker to {space} ({ap} AP) and leads the {column} column {own} : {other}, by the higher seat."
        )
    elif standing.leader == seat:
        text = _("{name} sends a worker to {space} ({ap} AP) and leads the {column} column {own} : {other}.")
    else:
        text = _(
            "{name} sends a worker to {space} ({ap} AP); {rival} leads the {column} column {other} : {own}."
        )
    return Line(text.format(**what), seat, kind="appoint")


def _event(before: Position, last: Look, now: Look) -> list[Line]:
    """The harvest or the settlement that happened between two moments."""
    was = state_of(last)
    if state_of(now).events == was.events:
        return []
    order = (was.active, 1 - was.active)
    if was.pending == Track.HARVEST:
        lines = [Line(_("Harvest!"), kind="event")]
        return lines + [_harvested(before, seat, last) for seat in order]
    lines = [Line(_("The council settles."), kind="event")]
    benches = [bench for bench in range(len(BENCHES)) if any(state_of(last).council[bench])]
    if not benches:
        return [*lines, Line(_("Nobody sits there."), depth=1, kind="note")]
    return lines + [_settled(before, bench, last) for bench in benches]


def _harvested(before: Position, seat: int, last: Look) -> Line:
    tokens, money = figures.harvest_of(last, seat)
    levels = state_of(last).seats[seat].levels
    columns = [f"{resource_name(k)} {levels[k]}" for k in range(COLUMNS) if levels[k]]
    text = _("{name}: **{goods}** ({columns}).") if columns else _("{name}: nothing.")
    goods = goods_list([*enumerate(tokens), (YEN, money)])
    return Line(
        text.format(name=before.seats[seat], goods=goods, columns=_(", ").join(columns)), seat, 1, "gain"
    )


def _settled(before: Position, bench: int, last: Look) -> Line:
    standing = figures.council_standing(last, bench)
    leader = standing.leader
    other = 1 - leader
    what = {
        "name": before.seats[leader],
        "fame": standing.fame[leader],
        "own": standing.workers[leader],
        "other": standing.workers[other],
        "rival": before.seats[other],
        "less": standing.fame[other],
    }
    if not standing.workers[other]:
        text = {
            "left": _("Left: {name} **{fame}** (alone)."),
            "middle": _("Middle: {name} **{fame}** (alone)."),
            "right": _("Right: {name} **{fame}** (alone)."),
        }
    elif standing.by_height:
        text = {
            "left": _("Left: {name} **{fame}** ({own} : {other}, higher seat), {rival} **{less}**."),
            "middle": _("Middle: {name} **{fame}** ({own} : {other}, higher seat), {rival} **{less}**."),
            "right": _("Right: {name} **{fame}** ({own} : {other}, higher seat), {rival} **{less}**."),
        }
    else:
        text = {
            "left": _("Left: {name} **{fame}** ({own} : {other}), {rival} **{less}**."),
            "middle": _("Middle: {name} **{fame}** ({own} : {other}), {rival} **{less}**."),
            "right": _("Right: {name} **{fame}** ({own} : {other}), {rival} **{less}**."),
        }
    return Line(text[BENCHES[bench]].format(**what), leader, 1, "gain")


def _came_back(before: Position, action: int, last: Look, now: Look) -> list[Line]:
    """Workers that came back from buildings without a choice."""
    lines = []
    for seat in range(SEATS):
        gone = state_of(last).seats[seat].occupied & ~state_of(now).seats[seat].occupied
        for building in tiles(gone, len(BUILDINGS)):
            if action != FREE + building or seat != state_of(last).mover:
                text = _("{name} clears the {building} free of charge.").format(
                    name=before.seats[seat], building=building_name(building)
                )
                lines.append(Line(text, seat, 1, "free"))
    return lines


# -- the result


def verdict(position: Position) -> str:
    """Who has won, and how clearly."""
    standings = position.standings
    winner = next(standing for standing in standings if standing.rank == 1)
    loser = standings[1 - winner.seat]
    name = position.seats[winner.seat]
    if winner.score == loser.score:
        return _("{score} : {score} — {name} moved last and wins.").format(score=winner.score, name=name)
    return _("{score} : {less} — {name} wins.").format(score=winner.score, less=loser.score, name=name)


def score_words(position: Position, number: int) -> str:
    """The score of a seat as a sum with its parts."""
    standing = position.standings[number]
    parts = dict(standing.breakdown)
    return _(
        "{name}: {fame} + academy {academy} + columns {columns} + advisers {persons} + council {council} "
        "+ leftovers {leftovers} = **{score}**."
    ).format(name=position.seats[number], score=standing.score, **parts)


def result_lines(position: Position) -> list[Line]:
    """The outcome of a finished game: the sum of each seat, and the verdict."""
    lines = [Line(score_words(position, number), number, kind="end") for number in range(SEATS)]
    return [*lines, Line(verdict(position), kind="end")]


# -- the table as plain text


def describe(position: Position) -> str:
    """The whole position as plain text, for a terminal."""
    parts = [_head(position), _spots_text(position), _council_text(position), _board_text(position)]
    parts += [_seat_text(position, number) for number in range(SEATS)]
    if state_of(position).mover >= 0 or position.is_over:
        ask = prompt(position)
        parts.append(" ".join(filter(None, [ask.question, ask.detail])))
    return "\n\n".join(part for part in parts if part)


def _head(position: Position) -> str:
    state, numbers = state_of(position), numbers_of(position)
    if state.turn == 0:
        return _("Sapporo 1876, set-up")
    return _(
        "Sapporo 1876, turn {turn}, {name} is active. Events: {n} of {of}. {harvest}. {settlement}."
    ).format(
        turn=state.turn,
        name=position.seats[state.active],
        n=state.events,
        of=numbers.events_to_end,
        harvest=distance_words(position, Track.HARVEST),
        settlement=distance_words(position, Track.SETTLEMENT),
    )


def _spots_text(position: Position) -> str:
    state, numbers = state_of(position), numbers_of(position)
    rows = []
    for spot in range(len(SPOTS)):
        place = numbers.spots[spot]
        mark = "*" if state.pawn == spot else " "
        pays = f"{resource_name(place.high)} {place.high_ap}, {resource_name(place.low)} {place.low_ap}"
        rows.append(
            f"{mark} {spot_name(spot):<22} {kind_name(place.kind):<9} {pays:<20} {yen(state.spots[spot]):>6}"
        )
    return "\n".join(rows)


def _council_text(position: Position) -> str:
    state, numbers = state_of(position), numbers_of(position)
    rows = []
    for bench in range(len(BENCHES)):
        column = numbers.benches[bench]
        seats = " ".join(
            position.seats[state.council[bench][space] - 1]
            if state.council[bench][space]
            else f"({column.ap[space]})"
            for space in range(column.spaces)
        )
        rows.append(f"  {bench_name(bench):<7} {column.high}/{column.low}, {column.end}: {seats}")
    return "\n".join([_("Council (settlement high/low, end: spaces from the bottom, AP)"), *rows])


def _board_text(position: Position) -> str:
    state, numbers = state_of(position), numbers_of(position)
    rows = [
        f"  {person_name(p):<16} {numbers.persons[p].price} AP  {person_effect(position, p)}"
        for p in tiles(state.persons, len(PERSONS))
    ]
    rows += [
        f"  {building_name(b):<22} {numbers.buildings[b].price} AP  {building_effect(position, b)}"
        for b in tiles(state.buildings, len(BUILDINGS))
    ]
    rows += [
        f"  {building_name(b):<22} {yen(numbers.buildings[b].price)}  {building_effect(position, b)}"
        for b in tiles(state.offer, len(BUILDINGS))
    ]
    return "\n".join([_("On the board"), *rows]) if rows else ""


def _seat_text(position: Position, number: int) -> str:
    state, numbers = state_of(position), numbers_of(position)
    seat = state.seats[number]
    standing = position.standings[number]
    goods = goods_list([(YEN, seat.yen), *enumerate(seat.goods)])
    rows = [
        _("{name}: {fame} so far, {score} if the game ended now").format(
            name=position.seats[number], fame=fame(seat.fame), score=standing.score
        ),
        "  " + _("Goods: {goods}").format(goods=goods),
        "  "
        + _("Workers: {free} free, {academy} in the academy").format(free=seat.area, academy=seat.academy),
        "  "
        + _("Columns: {columns}").format(
            columns=", ".join(
                f"{resource_name(k)} {seat.levels[k]}/{numbers.columns[k].spaces}" for k in range(COLUMNS)
            )
        ),
    ]
    owned = [
        _("{building} (used)").format(building=building_name(b))
        if seat.occupied >> b & 1
        else building_name(b)
        for b in tiles(seat.buildings, len(BUILDINGS))
    ]
    owned += [
        _("{person} ({points} now)").format(
            person=person_name(p), points=points(figures.person_points(position, number, p))
        )
        for p in tiles(seat.persons, len(PERSONS))
    ]
    if owned:
        rows.append("  " + _("Tiles: {tiles}").format(tiles=", ".join(owned)))
    return "\n".join(rows)


# -- the rules text


def rulebook(numbers: Numbers, rules: Any) -> dict[str, Any]:
    """What `rules.md` tells besides the edition's numbers: places, tiers and columns in order, and what tiles do."""
    look: Any = SimpleNamespace(rules=rules)

    def paid(spot: str) -> str:
        rates = {name: getattr(getattr(numbers.spots, spot.replace("-", "_")).ap, name) for name in RESOURCES}
        best = sorted(filter(rates.__getitem__, rates), key=lambda name: -rates[name])
        return ", ".join(f"{_(RESOURCE_NAMES[name])} {rates[name]}" for name in best)

    def tier(name: str) -> dict[str, Any]:
        printed = getattr(numbers.academy, name)
        now = tier_reward(look, TIERS.index(name))
        words = tier_name(TIERS.index(name))
        return {"name": words, "path": f"academy.{name}", "now": now} | {
            part: getattr(printed, part) for part in ("workers", "ap", "end")
        }

    def column(name: str) -> dict[str, Any]:
        printed = getattr(numbers.columns, name)
        return {"name": _(RESOURCE_NAMES[name]), "path": f"columns.{name}"} | {
            part: getattr(printed, part) for part in ("ap", "res", "yen", "end")
        }

    return {
        "spots_paid": [
            {"name": spot_name(number), "path": f"spots.{spot}.ap", "pays": paid(spot)}
            for number, spot in enumerate(SPOTS)
        ],
        "tiers": [tier(name) for name in TIERS],
        "farmed": [column(name) for name in RESOURCES],
        "building_effect": lambda name: building_effect(look, BUILDINGS.index(name)),
        "adviser_effect": lambda name: person_effect(look, PERSONS.index(name)),
    }
