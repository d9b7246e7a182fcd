"""What a move of Sapporo 1876 would change, why other places lead nowhere, and what a turn unit has changed so far.

For the page, as plain data that JSON can hold; see `view.py` for its ids. Nothing is decided here: a move is tried on
a copy of the state by the rules' own kernels, and what differs is told.

A preview, `preview(position, action)`; keys that do not apply are missing:

```
words       the whole in one or a few sentences, for tooltips, the prompt bar and screen readers
warn        an event, or the last turn, that the move brings
ap          AP owed for the thing taken
price       yen paid at the set-up
note        the gist in a few words, for a row in a list
spot        the spot's preview of the view, for moves of the pawn
payment     the row of the payment, as in the view, and "order": its place, best first
gain        what one harvest would give more: [{"kind", "n"}]
end         fame at the end of the game that is added
council     [before, after] of what the column would pay each seat in a settlement
pays, gets  what a use of a building takes and gives: [{"kind", "n"}]; kind may be "fame"
next        what the seat could do next with it, for buildings with an action
next_ap     AP it could raise for that action
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from zashiki.core.i18n import _
from zashiki.games.sapporo import figures, rules, wording
from zashiki.games.sapporo.figures import YEN, Moment, numbers_of, state_of
from zashiki.games.sapporo.moves import (
    APPOINT,
    BUY,
    CODEC,
    EDUCATE,
    FAME,
    FREE,
    INVEST,
    MOVE,
    PAY,
    PAY_PART,
    PIONEER,
    SETTLE,
    USE,
    USE_WITH,
)
from zashiki.games.sapporo.state import (
    BENCHES,
    BUILDINGS,
    COLUMNS,
    MAX_COUNCIL_SPACES,
    NONE,
    PERSONS,
    RESOURCES,
    SPOTS,
    TIERS,
    Phase,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

PIECES = (*RESOURCES, "yen")


def _pieces(pairs: list[tuple[int, int]]) -> list[dict[str, Any]]:
    return [{"kind": PIECES[kind], "n": n} for kind, n in pairs if n]


def _tried(position: Position, action: int) -> Moment:
    """The state right after a move, before anything that follows by itself."""
    then = Moment(position, position.key)
    rules.play_move(then.state, then.rules, np.int64(action))
    return then


# -- previews


def preview(position: Position, action: int) -> dict[str, Any]:
    """What a legal move would change; see the top of this file."""
    verb = CODEC.fields(action)["verb"]
    return _PREVIEWS[verb](position, action) if verb in _PREVIEWS else {}


def _buy(position: Position, action: int) -> dict[str, Any]:
    building, state = action - BUY, state_of(position)
    price = numbers_of(position).buildings[building].price
    keep = wording.yen(state.seats[state.mover].yen - price)
    effect = wording.building_effect(position, building)
    text = _("The {building}: {effect}. You keep **{yen}**.")
    return {
        "words": text.format(building=wording.building_name(building), effect=effect, yen=keep),
        "price": price,
        "note": effect,
    }


def _settle(position: Position, action: int) -> dict[str, Any]:
    column = action - SETTLE
    gives = wording.yields(position, column, 1)
    text = _("Each harvest then gives you **{gives}**; climbing on costs {ap} AP.")
    ap = numbers_of(position).columns[column].ap[2] if numbers_of(position).columns[column].spaces > 1 else 0
    return {
        "words": text.format(gives=gives, ap=ap) if ap else _("Each harvest then gives you it once."),
        "note": _("{gives} per harvest").format(gives=gives),
    }


def _move(position: Position, action: int) -> dict[str, Any]:
    from zashiki.games.sapporo.view import spot_preview

    state, spot = state_of(position), action - MOVE
    found = spot_preview(position, spot)
    assert found is not None
    seat = state.mover
    laid = wording.listed([wording.the_spot(SPOTS.index(name)) for name in found["laid"]])
    sentences = [_("You pick up **{yen}**.").format(yen=wording.yen(found["yen"]))] if found["yen"] else []
    if numbers_of(position).spot_yen:
        sentences.append(
            _("{yen} each is laid at {spots}.").format(
                yen=wording.yen(numbers_of(position).spot_yen), spots=laid
            )
        )
    for number in (seat, 1 - seat):
        sentences.append(
            _("{name}: {offer}.").format(name=position.seats[number], offer=found["offers"][number]["words"])
        )
    data: dict[str, Any] = {"words": " ".join(sentences), "note": found["event"], "spot": found}
    if found["triggers"]:
        data["warn"] = _("{event}.").format(event=found["event"][:1].upper() + found["event"][1:])
    return data


def _educate(position: Position, action: int) -> dict[str, Any]:
    numbers, state = numbers_of(position), state_of(position)
    if action == FAME:
        gist = _("+{fame}").format(fame=wording.fame(numbers.fame))
        return {"words": _("**{gist}** at once.").format(gist=gist), "ap": numbers.fame_ap, "note": gist}
    left = state.seats[state.mover].academy
    sentences = [_("One worker more is free: **{n}** then.").format(n=state.seats[state.mover].area + 1)]
    note = _("one worker more")
    for tier in range(len(TIERS)):
        record = numbers.tiers[tier]
        if record.left != left - 1:
            continue
        now = wording.tier_reward(position, tier)
        if now:
            sentences.append(_("The tier is empty: you receive {now} after paying.").format(now=now))
            note = _("and {now}").format(now=now)
        if record.end:
            sentences.append(_("The tier is empty: {fame} at the end.").format(fame=wording.fame(record.end)))
            note = _("and {fame} at the end").format(fame=wording.fame(record.end))
    return {"words": " ".join(sentences), "ap": numbers.educate_ap[left], "note": note}


def _pioneer(position: Position, action: int) -> dict[str, Any]:
    state, column = state_of(position), action - PIONEER
    numbers, level = numbers_of(position).columns[column], state.seats[state.mover].levels[column]
    gain = [
        (column, numbers.goods[level + 1] - numbers.goods[level]),
        (YEN, numbers.yen[level + 1] - numbers.yen[level]),
    ]
    end = numbers.end[level + 1] - numbers.end[level]
    sentences = [
        _("Each harvest gives **{more}** more: {all} in all from this column.").format(
            more=wording.goods_list(gain), all=wording.yields(position, column, level + 1)
        )
    ]
    note = _("{goods} per harvest").format(goods=wording.goods_list(gain))
    if end:
        sentences.append(_("{fame} more at the end.").format(fame=wording.fame(end)))
        note = _("{note}, {fame} at the end").format(note=note, fame=wording.fame(end))
    if level == 0:
        sentences.append(_("A worker leaves your area for good."))
    return {
        "words": " ".join(sentences),
        "ap": numbers.ap[level + 1],
        "note": note,
        "gain": _pieces(gain),
        "end": end,
    }


def _invest(position: Position, action: int) -> dict[str, Any]:
    state, tile, numbers = state_of(position), action - INVEST, numbers_of(position)
    if tile < len(PERSONS):
        worth = figures.person_points(_tried(position, action), state.mover, tile)
        effect = wording.person_effect(position, tile)
        gist = _("{points} as things stand").format(points=wording.points(worth))
        words = _("{effect}. **{gist}**.").format(effect=effect, gist=gist)
        return {"words": words, "ap": numbers.persons[tile].price, "note": gist, "end": worth}
    building = tile - len(PERSONS)
    effect = wording.building_effect(position, building)
    words = _("For a worker on it: {effect}.").format(effect=effect)
    return {"words": words, "ap": numbers.buildings[building].price, "note": effect}


def _appoint(position: Position, action: int) -> dict[str, Any]:
    state, seat = state_of(position), state_of(position).mover
    bench, space = divmod(action - APPOINT, MAX_COUNCIL_SPACES)
    column = numbers_of(position).benches[bench]
    before = list(figures.council_standing(position, bench).fame)
    after = figures.fame_after_appointment(position, seat, bench, space)
    name, other = position.seats[seat], position.seats[1 - seat]
    text = _(
        "A settlement would pay {name} **{own}** and {other} {rest} here (now {was} and {were}). "
        "{end} at the end. The worker stays for good."
    )
    words = text.format(
        name=name,
        own=after[seat],
        other=other,
        rest=after[1 - seat],
        was=before[seat],
        were=before[1 - seat],
        end=wording.fame(column.end),
    )
    note = _("settlement {own} : {rest}, {end} at the end").format(
        own=after[seat], rest=after[1 - seat], end=column.end
    )
    return {
        "words": words,
        "ap": column.ap[space],
        "note": note,
        "end": column.end,
        "council": [before, after],
        "area": state.seats[seat].area - 1,
    }


def _use(position: Position, action: int) -> dict[str, Any]:
    state = state_of(position)
    building, resource = figures.used_building(action)
    pays, gains, famed = figures.use_effect(position, building, max(resource, 0))
    gets = _pieces(gains) + ([{"kind": "fame", "n": famed}] if famed else [])
    workers = state.seats[state.mover].area - 1
    data: dict[str, Any] = {"pays": _pieces(pays), "gets": gets}
    sentences = [_("{what}.").format(what=wording.say(position, action))]
    kind = numbers_of(position).buildings[building].kind
    if kind != NONE:
        then = figures.raisable(_tried(position, action), state.mover, NONE)
        data["next_ap"] = then
        data["next"] = _("every resource pays {ap} AP there: {sum} AP in all").format(
            ap=numbers_of(position).any_ap, sum=then
        )
        sentences.append(_("There {next}.").format(next=data["next"]))
    sentences.append(
        _("Your worker stays there until a harvest; {workers} left.").format(workers=wording.workers(workers))
    )
    return {"words": " ".join(sentences), "note": wording.building_effect(position, building), **data}


def _pay(position: Position, action: int) -> dict[str, Any]:
    from zashiki.games.sapporo.view import payment_row

    payment = figures.payment(position, action)
    row = payment_row(position, payment)
    keep = wording.goods_list(
        [(piece.kind, piece.held - n) for piece, n in figures.parts_of(position, action)]
    )
    words = _("You keep **{goods}**.").format(goods=keep)
    data = {"note": row["sum"], "payment": {**row, "order": [payment.lost, payment.size, payment.yen]}}
    if payment.lost:
        return {"words": words, "warn": _("{n} AP lost").format(n=payment.lost), **data}
    return {"words": words, **data}


def _pay_part(position: Position, action: int) -> dict[str, Any]:
    resource, n = divmod(action - PAY_PART, (PAY - PAY_PART) // COLUMNS)
    state = state_of(position)
    left = state.seats[state.mover].goods[resource] - n
    return {"words": _("You keep **{goods}**.").format(goods=wording.amount(resource, left))}


def _free(position: Position, action: int) -> dict[str, Any]:
    state, building = state_of(position), action - FREE
    effect = wording.building_effect(position, building)
    words = _("The worker is free again, and so is the {building}: {effect}.").format(
        building=wording.building_name(building), effect=effect
    )
    if state.phase == Phase.FREE_MORE:
        price = numbers_of(position).removal_yen
        keep = wording.yen(state.seats[state.mover].yen - price)
        words = _("{words} You keep **{yen}**.").format(words=words, yen=keep)
    return {"words": words, "note": effect}


def _null(position: Position, action: int) -> dict[str, Any]:
    from zashiki.games.sapporo.view import follows

    state = state_of(position)
    if state.job.taken:
        return {"words": _("Then you pay **{cost} AP**.").format(cost=state.job.cost)}
    coming = follows(position)
    if not coming:
        return {}
    return {"words": _("Then: {next}.").format(next=coming[0]["words"])}


_PREVIEWS = {
    "buy": _buy,
    "settle": _settle,
    "move": _move,
    "educate": _educate,
    "fame": _educate,
    "pioneer": _pioneer,
    "invest": _invest,
    "appoint": _appoint,
    "use": _use,
    "pay": _pay,
    "pay-any": _pay,
    "pay-part": _pay_part,
    "free": _free,
    "done": _null,
    "continue": _null,
    "end": _null,
}


# -- why not


def blocked(position: Position) -> dict[str, str]:
    """For places no legal move of the awaited seat leads to: why not, the first reason that applies."""
    state = state_of(position)
    if state.mover < 0:
        return {}
    open_targets = {t for move in position.legal_moves for t in position.game.targets(position, move.id)}
    found: dict[str, str] = {}
    for target, action in _places(position):
        if target not in open_targets and target not in found:
            reason = wording.why_not(position, action)
            if reason:
                found[target] = reason
    return found


def _places(position: Position) -> list[tuple[str, int]]:
    """Every place somebody may press, with the move they would mean by it."""
    state, numbers = state_of(position), numbers_of(position)
    seat = state.mover
    academy = EDUCATE if state.seats[seat].academy else FAME
    column = SETTLE if state.phase == Phase.SETTLE else PIONEER
    places = [(f"spot:{name}", MOVE + spot) for spot, name in enumerate(SPOTS)]
    places += [(f"column:{seat}:{name}", column + k) for k, name in enumerate(RESOURCES)]
    places.append((f"academy:{seat}", academy))
    places += [(f"person:{name}", INVEST + person) for person, name in enumerate(PERSONS)]
    for building, name in enumerate(BUILDINGS):
        places.append((f"building:{name}", _meant(position, building)))
    for bench, name in enumerate(BENCHES):
        places += [
            (f"council:{name}-{space + 1}", APPOINT + bench * MAX_COUNCIL_SPACES + space)
            for space in range(numbers.benches[bench].spaces)
        ]
    return places


def _meant(position: Position, building: int) -> int:
    """What pressing a building means: to buy, clear, use or acquire it."""
    state = state_of(position)
    owner = figures.owner_of_building(position, building)
    if state.phase == Phase.BUY:
        return BUY + building
    if owner == state.mover and state.phase in (Phase.FREE_FIRST, Phase.FREE_MORE):
        return FREE + building
    if owner == state.mover or (owner != NONE and state.phase != Phase.ACT):
        wants = figures.wants_resource(position, building)
        return USE_WITH + building * COLUMNS if wants else USE + building
    return INVEST + len(PERSONS) + building


# -- the turn unit so far


def unit(position: Position, drafted: int) -> dict[str, Any] | None:
    """What the draft, or the run of decisions that ends a position, changed; None if chance moved last.

    {"seat", "steps", "spot": the pawn's new spot or None, "took": yen picked up there, "levels": of the columns before
    it, "academy", "area", "yen" before it, "goods" before it, "score": [before, after], "harvest": what the next harvest
    gives more [{"kind", "n"}], "end": fame at the end added by columns and academy, "council": ids of spaces taken,
    "tiles": ids of tiles taken}
    """
    start = position.unit_start(drafted)
    if start == len(position):
        return None
    steps = position.steps[start:]
    seat = int(steps[0].mover)
    first = position.at(start)
    was = state_of(first).seats[seat]
    texts = [step.move.text.split() for step in steps]
    spots = [words[1] for words in texts if words[0] == "move"]
    before, after = first.standings[seat], position.standings[seat]
    old, old_yen = figures.harvest_of(first, seat)
    new, new_yen = figures.harvest_of(position, seat)
    more = [(k, new[k] - old[k]) for k in range(COLUMNS)] + [(YEN, new_yen - old_yen)]
    return {
        "seat": seat,
        "steps": len(steps),
        "spot": spots[-1] if spots else None,
        "took": state_of(first).spots[SPOTS.index(spots[-1])] if spots else 0,
        "levels": list(was.levels),
        "academy": was.academy,
        "area": was.area,
        "yen": was.yen,
        "goods": list(was.goods),
        "score": [before.score, after.score],
        "harvest": _pieces(more),
        "end": sum(after.breakdown[part] - before.breakdown[part] for part in ("academy", "columns")),
        "council": [words[1] for words in texts if words[0] == "appoint"],
        "tiles": [words[1] for words in texts if words[0] in ("invest", "buy")],
    }
