"""What a person sees of Sapporo 1876, as plain data: the view, and for each move its places on the page.

Nothing is drawn here and no rule is decided here; the sentences come from `wording.py`, the numbers from `figures.py`.
All data is dicts, lists, strings, integers, booleans and None, so that it can be JSON. Every text is ready to show in
the current language. Seats are numbers; spots, resources, persons, buildings and spaces are ids (`college`, `wheat`,
`dunn`, `b7`, `left-3`); pieces that pay are resource ids or `yen`. Nothing is hidden in this game: every seat and every
spectator sees the same, and only what is addressed to a seat differs.

The view, `view(position, seat)`; `seat` is whose eyes it is seen with, None for a spectator:

```
seat        the seat, or None
phase       as in the rules: move act opp-act tile-act pay ... over
mover       seat, "*" or None
turn        {"number" (0 in the set-up), "active" seat or None, "start_seat" or None,
             "first_end", "last_end": the turns with which the game can end, "words": "Turn 7", "note": "ends in turn 11-14"}
events      {"done", "of", "lamps": one per event of the game: {"kind": "harvest", "settlement" or None, "state":
             "done", "due" or "open", "words"}, "last": whether this is the last turn, "words": "2 of 5"}
tracks      harvest, then settlement:
            {"track", "steps", "icons": spaces with an icon, "next": steps to the next one, "due": bool, "words":
             "Harvest in 2 steps", "gives": what it would give each seat now ("2 wheat and 1 yen"), "pieces": the same as
             [{"kind" (or "fame"), "n"}] for each seat, "assumed"}
spots       the four places (below)
council     {"benches": left, middle, right (below), "assumed"}
persons     the six persons of this game, owned ones too (tiles, below)
buildings   the buildings of the board of this game, then during the set-up those on offer (tiles, below)
seats       both personal boards (below)
job         the action under way, or None: {"kind", "name", "building": id or None, "seat", "taken", "owed", "spare",
             "things": what was taken, in words, "next": what the seat could still take at least, "words"}
payment     while paying, else None (below)
follows     what comes after this decision, in order: [{"key": "gap", "act", "event", "gap-end", "turn", "end",
             "seat" or None, "words", "brief": the same where the seat's crest stands beside it}]
score       the parts of a score: [{"key": "fame", "name": "Fame", "values": [14, 9]}], and "total" last
unit        what the draft, or the run of decisions that ends this position, changed, or None: see preview.py
```

A spot:

```
spot, name, short, action, action_name, row, col, track, target "spot:college"
yen         lying there
pawn        whether the pawn stands there
pays        [{"kind": "wheat", "ap": 3}, ..., {"kind": "yen", "ap": 1}]
allowed     whether the viewer may move there now, None if that is not the question
why_not     the reason if not allowed
preview     what a move of the pawn there would bring, for the seat that moves it next:
            {"yen": picked up, "laid": ids of the spots that get yen, "event": "then harvest in 1 step" in words,
             "event_brief": the same beside the sign of the event: "then in 1 step",
             "triggers": bool, "last": bool, "offers": for each seat {"seat", "ap", "words", "able": bool}}
assumed     what of it is assumed, as a sentence; empty if nothing is
```

A bench of the council:

```
bench, name, high, low, end
standing    {"workers": [2, 1], "fame": [3, 1], "leader": seat or None, "words": "2 : 1"}
spaces      from the bottom up: {"space": "left-1", "ap", "seat": who sits there or None, "target": "council:left-1",
             "allowed": True or False if it is the viewer's question, else None, "why_not",
             "then": what the column would pay as [seat 0, seat 1] after the awaited seat sat there}
```

A tile:

```
tile        "dunn" or "b7"         kind   "person" or "building"      target   "person:dunn", "building:b7"
name        "E. Dunn"              effect "1 point per space reached in your columns (sheep and cattle)"
short       the name where there is little room: "Wheat & Sheep"
brief       the effect for a small card, lines of parts: {"text"} or {"icon": a piece, "any" or "fame", "label"}
price       AP, or yen during the set-up
place       "board", "offer" or the number of its owner
points      persons: [points now for seat 0, for seat 1]; cap or None
occupied    buildings: whether a worker stands on it; bought: whether it was bought at the set-up
state_words buildings: "free to use", "until the next harvest", "needs 2 yen"; may be empty
allowed, why_not   as above: to take or buy it, or to use or clear it
assumed
```

A seat:

```
seat, name, yours, active, score, rank
fame        gained so far
goods       [{"kind": "yen", "n": 4, "pays": whether it could pay in the decision now open}, wheat ...]
raise       AP at each spot, in the order of `spots`, and last for the action of a building
harvest     {"pieces": [{"kind", "n"}], "words", "returns": workers that come back free of charge}
columns     [{"column", "target": "column:0:wheat", "level", "spaces": from the bottom {"ap", "yield": words, "pieces", "end"},
             "next": AP of the next space or None, "gain": yield there, in words, "allowed", "why_not"}]
academy     {"left", "tiers": from the bottom {"tier", "name", "workers", "of", "ap", "now": words, "end", "pieces": both, "done"},
             "next": AP of the next worker or of fame, "fame": bool: it is fame, "target": "academy:0", "allowed", "why_not"}
area        free workers
buildings   own buildings (tiles)
persons     own persons (tiles)
parts       the six parts of the score
```

The payment:

```
seat, owed, pays: [{"kind", "ap", "held"}]
rows        all legal payments, best first: {"action", "move", "target": "payment:2-1-4", "pieces": [{"kind", "n"}],
             "sum": "3 + 3 + 1 = 7", "lost", "keep": [{"kind", "n"}], "words", "suggested": the first}
stepper     for a wide payment: {"kind": the resource whose number is fixed next, "choices": [{"n", "action", "move",
             "target": "part:wheat:3"}], "fixed": [{"kind", "n"}]}, else None
```

Targets: `spot:college` a place, `person:dunn` `building:b7` tiles, `council:left-3` a space, `column:0:wheat` and
`academy:0` parts of a personal board, `resource:wheat` the resource a building is used with and `use:b1-wheat` both,
`payment:2-1-4` a row of the payment, `part:wheat:3` a number of its stepper, `seat:1` a seat, `verb:done` `verb:continue` `verb:end` `verb:keep`
buttons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zashiki.games.sapporo import figures, wording
from zashiki.games.sapporo.figures import YEN, Payment, numbers_of, state_of, tiles
from zashiki.games.sapporo.moves import (
    APPOINT,
    BUY,
    CODEC,
    EDUCATE,
    FAME,
    FREE,
    INVEST,
    INVEST_BUILDING,
    MOVE,
    PIONEER,
    SPACES,
    USE,
    USE_WITH,
)
from zashiki.games.sapporo.preview import unit
from zashiki.games.sapporo.state import (
    BENCHES,
    BUILDINGS,
    COLUMNS,
    KINDS,
    MAX_COUNCIL_SPACES,
    NO_CAP,
    NONE,
    PERSONS,
    RESOURCES,
    SEATS,
    SPOTS,
    TIERS,
    TRACKS,
    Kind,
    Phase,
    Track,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

PIECES = (*RESOURCES, "yen")


def view(position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
    """Everything a seat (None: a spectator) may see, as plain data; see the top of this file."""
    asked = seat is not None and position.mover == seat
    legal = {move.id for move in position.legal_moves} if asked else None
    return {
        "seat": seat,
        "phase": position.phase,
        "mover": position.mover,
        "turn": _turn(position),
        "events": _events(position),
        "tracks": [_track(position, track) for track in range(len(TRACKS))],
        "spots": [_spot(position, spot, legal) for spot in range(len(SPOTS))],
        "council": {
            "benches": [_bench(position, bench, legal) for bench in range(len(BENCHES))],
            "assumed": _assumed(position, "council"),
        },
        "persons": [_person(position, person, legal) for person in _persons_in_play(position)],
        "buildings": [_building(position, building, legal) for building in _buildings_in_play(position)],
        "seats": [_seat(position, number, seat, legal) for number in range(SEATS)],
        "job": _job(position),
        "payment": _payment(position),
        "follows": follows(position),
        "score": _score(position),
        "unit": unit(position, drafted),
    }


def _seat_or_none(seat: int) -> int | None:
    return seat if seat != NONE else None


def _may(legal: set[int] | None, *actions: int) -> bool | None:
    """Whether the viewer may play any of some actions; None if it is not for the viewer to move."""
    return None if legal is None else any(action in legal for action in actions)


def _reason(position: Position, legal: set[int] | None, action: int) -> str:
    """Why the viewer may not play an action; empty if it may, or is not to move."""
    return "" if legal is None or action in legal else wording.why_not(position, action)


def _piece(kind: int, n: int) -> dict[str, Any]:
    return {"kind": PIECES[kind], "n": n}


def _assumed(position: Position, *paths: str) -> str:
    """That numbers below some paths of the edition are assumed; empty if none is."""
    marks = [
        provenance
        for path, provenance in position.edition.provenance.items()
        if provenance.source == "A" and any(path == p or path.startswith(f"{p}.") for p in paths)
    ]
    return (
        wording.assumed_words(list(dict.fromkeys(mark.note for mark in marks if mark.note))) if marks else ""
    )


# -- the course of the game


def _turn(position: Position) -> dict[str, Any]:
    state = state_of(position)
    fewest, most = figures.turns_left(position)
    first = max(state.turn, 1) + max(fewest, 1) - 1
    last = max(state.turn, 1) + max(most, 1) - 1
    return {
        "number": state.turn,
        "active": _seat_or_none(state.active),
        "start_seat": _seat_or_none(state.start),
        "first_end": first,
        "last_end": last,
        "words": wording.turn_words(position),
        "note": wording.end_words(first, last),
    }


def _events(position: Position) -> dict[str, Any]:
    state, of = state_of(position), numbers_of(position).events_to_end
    lamps = []
    for number, track in enumerate(figures.event_history(position)[:of]):
        due = number >= state.events
        lamps.append(
            {
                "kind": TRACKS[track],
                "state": "due" if due else "done",
                "words": wording.lamp_words(track, due),
            }
        )
    while len(lamps) < of:
        lamps.append({"kind": None, "state": "open", "words": wording.lamp_words(NONE, False)})
    return {
        "done": state.events,
        "of": of,
        "lamps": lamps,
        "last": figures.is_last_turn(position),
        "words": wording.events_words(state.events, of),
    }


def _track(position: Position, track: int) -> dict[str, Any]:
    state, numbers = state_of(position), numbers_of(position)
    return {
        "track": TRACKS[track],
        "steps": state.tracks[track],
        "icons": [space for space, icon in enumerate(numbers.icons[track]) if icon],
        "next": figures.steps_to_event(position, track),
        "due": state.pending == track,
        "words": wording.distance_words(position, track),
        "gives": [wording.event_gives(position, track, number) for number in range(SEATS)],
        "pieces": [_event_pieces(position, track, number) for number in range(SEATS)],
        "assumed": _assumed(position, f"tracks.{TRACKS[track]}"),
    }


def _event_pieces(position: Position, track: int, number: int) -> list[dict[str, Any]]:
    """What an event would give a seat as things stand."""
    if track == Track.HARVEST:
        tokens, money = figures.harvest_of(position, number)
        return [_piece(kind, n) for kind, n in [*enumerate(tokens), (YEN, money)] if n]
    paid = sum(figures.council_standing(position, bench).fame[number] for bench in range(len(BENCHES)))
    return [{"kind": "fame", "n": paid}] if paid else []


def follows(position: Position) -> list[dict[str, Any]]:
    """What comes after the decision now open, in the order of a turn; a stage that may turn out silent is listed."""
    state = state_of(position)
    phase = Phase(state.phase)
    if phase < Phase.MOVE or phase == Phase.OVER:
        return []
    inner = Phase(state.job.back) if state.job.building != NONE else phase
    order = [
        Phase.MOVE,
        Phase.ACT,
        Phase.GAP_ACT,
        Phase.OPP_ACT,
        Phase.GAP_EVENT,
        Phase.FREE_FIRST,
        Phase.GAP_END,
    ]
    at = {
        Phase.PAY: Phase.ACT,
        Phase.OPP_PAY: Phase.OPP_ACT,
        Phase.FREE_MORE: Phase.FREE_FIRST,
    }.get(inner, inner)
    seat = state.seats[state.active]
    buildings = bool(seat.buildings & ~seat.occupied) and seat.area > 0
    found = []
    for stage in order[order.index(at) + 1 :]:
        if stage == Phase.ACT:
            found.append({"key": "act", "seat": state.active})
        elif stage == Phase.OPP_ACT:
            found.append({"key": "act", "seat": 1 - state.active})
        elif stage == Phase.FREE_FIRST and state.pending != NONE:
            found.append({"key": "event", "seat": None})
        elif stage in (Phase.GAP_ACT, Phase.GAP_END) and buildings:
            found.append({"key": "gap", "seat": state.active})
    over = figures.is_last_turn(position)
    found.append({"key": "end" if over else "turn", "seat": None if over else 1 - state.active})
    for entry in found:
        entry["words"] = wording.follow_words(position, entry["key"], entry["seat"])
        entry["brief"] = wording.follow_brief(position, entry["key"])
    return found


# -- the main board


def _spot(position: Position, spot: int, legal: set[int] | None) -> dict[str, Any]:
    state, numbers = state_of(position), numbers_of(position)
    place, name = numbers.spots[spot], SPOTS[spot]
    values = getattr(position.edition.values.spots, name.replace("-", "_"))
    asking = legal is not None and state.phase == Phase.MOVE
    return {
        "spot": name,
        "name": wording.spot_name(spot),
        "short": wording.spot_short(spot),
        "action": KINDS[place.kind],
        "action_name": wording.kind_name(place.kind),
        "row": values.row,
        "col": values.col,
        "track": TRACKS[place.track],
        "target": f"spot:{name}",
        "yen": state.spots[spot],
        "pawn": state.pawn == spot,
        "pays": [
            {"kind": RESOURCES[place.high], "ap": place.high_ap},
            {"kind": RESOURCES[place.low], "ap": place.low_ap},
            {"kind": "yen", "ap": numbers.yen_ap},
        ],
        "allowed": _may(legal, MOVE + spot) if asking else None,
        "why_not": _reason(position, legal, MOVE + spot) if asking else "",
        "preview": spot_preview(position, spot),
        "assumed": _assumed(position, f"spots.{name}.ap"),
    }


def spot_preview(position: Position, spot: int) -> dict[str, Any] | None:
    """What a move of the pawn to a spot would bring; None where it stands, and outside the game."""
    state, numbers = state_of(position), numbers_of(position)
    if spot == state.pawn or state.turn == 0 or state.phase == Phase.OVER:
        return None
    before = state.phase == Phase.MOVE or (state.job.back == Phase.MOVE and state.job.building != NONE)
    mover = state.active if before else 1 - state.active
    track = numbers.spots[spot].track
    triggers = figures.steps_to_event(position, track) == 1
    events = state.events + (state.pending != NONE)
    offers = []
    for number in range(SEATS):
        offer = figures.offer(position, number, spot, state.spots[spot] if number == mover else 0)
        offers.append(
            {
                "seat": number,
                "ap": offer.ap,
                "words": wording.offer_words(position, offer),
                "able": bool(offer.costs),
            }
        )
    return {
        "yen": state.spots[spot],
        "laid": [name for name, next_to in zip(SPOTS, numbers.spots[spot].adjacent, strict=True) if next_to],
        "event": wording.step_words(position, track),
        "event_brief": wording.step_brief(position, track),
        "triggers": triggers,
        "last": triggers and events + 1 >= numbers.events_to_end,
        "offers": offers,
    }


def _bench(position: Position, bench: int, legal: set[int] | None) -> dict[str, Any]:
    state, column = state_of(position), numbers_of(position).benches[bench]
    standing = figures.council_standing(position, bench)
    appointing = legal is not None and state.job.kind == Kind.APPOINT
    spaces = []
    for space in range(column.spaces):
        action = APPOINT + bench * MAX_COUNCIL_SPACES + space
        sitter = state.council[bench][space]
        spaces.append(
            {
                "space": SPACES[bench * MAX_COUNCIL_SPACES + space],
                "ap": column.ap[space],
                "seat": sitter - 1 if sitter else None,
                "target": f"council:{SPACES[bench * MAX_COUNCIL_SPACES + space]}",
                "allowed": _may(legal, action) if appointing else None,
                "why_not": _reason(position, legal, action) if appointing else "",
                "then": figures.fame_after_appointment(position, state.mover, bench, space)
                if state.mover >= 0 and not sitter
                else None,
            }
        )
    return {
        "bench": BENCHES[bench],
        "name": wording.bench_name(bench),
        "high": column.high,
        "low": column.low,
        "end": column.end,
        "standing": {
            "workers": list(standing.workers),
            "fame": list(standing.fame),
            "leader": _seat_or_none(standing.leader),
            "words": wording.standing_words(standing),
        },
        "spaces": spaces,
    }


def _persons_in_play(position: Position) -> list[int]:
    state = state_of(position)
    return tiles(state.persons | state.seats[0].persons | state.seats[1].persons, len(PERSONS))


def _buildings_in_play(position: Position) -> list[int]:
    state = state_of(position)
    owned = state.seats[0].buildings | state.seats[1].buildings
    return tiles(state.buildings | state.offer | owned, len(BUILDINGS))


def _person(position: Position, person: int, legal: set[int] | None) -> dict[str, Any]:
    state, tile = state_of(position), numbers_of(position).persons[person]
    owner = figures.owner_of_person(position, person)
    investing = legal is not None and state.job.kind == Kind.INVEST
    return {
        "tile": PERSONS[person],
        "kind": "person",
        "target": f"person:{PERSONS[person]}",
        "name": wording.person_name(person),
        "short": wording.person_short(person),
        "effect": wording.person_effect(position, person),
        "brief": wording.person_brief(position, person),
        "price": tile.price,
        "place": "board" if owner == NONE else owner,
        "points": [figures.person_points(position, number, person) for number in range(SEATS)],
        "cap": None if tile.cap == NO_CAP else tile.cap,
        "allowed": _may(legal, INVEST + person) if investing else None,
        "why_not": _reason(position, legal, INVEST + person) if investing else "",
        "assumed": _assumed(position, f"persons.{PERSONS[person]}"),
    }


def _building(position: Position, building: int, legal: set[int] | None) -> dict[str, Any]:
    state, tile = state_of(position), numbers_of(position).buildings[building]
    owner = figures.owner_of_building(position, building)
    allowed, why_not = _building_question(position, building, owner, legal)
    place: str | int = owner if owner != NONE else "offer" if state.offer >> building & 1 else "board"
    occupied = owner != NONE and bool(state.seats[owner].occupied >> building & 1)
    return {
        "tile": BUILDINGS[building],
        "kind": "building",
        "target": f"building:{BUILDINGS[building]}",
        "name": wording.building_name(building),
        "short": wording.building_short(building),
        "effect": wording.building_effect(position, building),
        "brief": wording.building_brief(position, building),
        "price": tile.price,
        "place": place,
        "occupied": occupied,
        "bought": owner != NONE
        and any(step.move.text == f"buy {BUILDINGS[building]}" for step in position.steps),
        "state_words": wording.building_state(position, building, owner),
        "allowed": allowed,
        "why_not": why_not,
        "assumed": _assumed(position, f"buildings.{BUILDINGS[building]}"),
    }


def _building_question(
    position: Position, building: int, owner: int, legal: set[int] | None
) -> tuple[bool | None, str]:
    """Whether the viewer may now take, use or clear a building, if that is the question, and why not."""
    state = state_of(position)
    if legal is None:
        return None, ""
    if state.phase == Phase.BUY:
        action = BUY + building
    elif state.phase in (Phase.FREE_FIRST, Phase.FREE_MORE):
        if owner != state.mover:
            return None, ""
        action = FREE + building
    elif owner == NONE:
        if state.job.kind != Kind.INVEST:
            return None, ""
        action = INVEST_BUILDING + building
    elif owner == state.mover:
        uses = [USE + building, *(USE_WITH + building * COLUMNS + k for k in range(COLUMNS))]
        if any(action in legal for action in uses):
            return True, ""
        action = uses[1] if figures.wants_resource(position, building) else uses[0]
    else:
        return None, ""
    return action in legal, _reason(position, legal, action)


# -- a personal board


def _seat(position: Position, number: int, eyes: int | None, legal: set[int] | None) -> dict[str, Any]:
    state, seat = state_of(position), state_of(position).seats[number]
    standing = position.standings[number]
    mine = legal if state.mover == number else None
    tokens, yen = figures.harvest_of(position, number)
    paying = _paying_kinds(position) if state.mover == number else set()
    return {
        "seat": number,
        "name": position.seats[number],
        "yours": number == eyes,
        "active": number == state.active,
        "score": standing.score,
        "rank": standing.rank,
        "fame": seat.fame,
        "goods": [
            {**_piece(kind, n), "pays": kind in paying}
            for kind, n in [(YEN, seat.yen), *enumerate(seat.goods)]
        ],
        "raise": [figures.raisable(position, number, spot) for spot in (*range(len(SPOTS)), NONE)],
        "harvest": {
            "pieces": [_piece(kind, n) for kind, n in [*enumerate(tokens), (YEN, yen)] if n],
            "words": wording.goods_list([*enumerate(tokens), (YEN, yen)]),
            "returns": figures.returns_free(position, number),
        },
        "columns": [_column(position, number, column, mine) for column in range(COLUMNS)],
        "academy": _academy(position, number, mine),
        "area": seat.area,
        "buildings": [_building(position, b, legal) for b in tiles(seat.buildings, len(BUILDINGS))],
        "persons": [_person(position, p, legal) for p in tiles(seat.persons, len(PERSONS))],
        "parts": dict(standing.breakdown),
    }


def _paying_kinds(position: Position) -> set[int]:
    """The kinds of pieces that can pay in the action under way."""
    state = state_of(position)
    if state.job.kind == NONE or state.mover < 0:
        return set()
    return {p.kind for p in figures.pieces(position, state.mover, figures.place_of_job(position))}


def _column(position: Position, number: int, column: int, legal: set[int] | None) -> dict[str, Any]:
    state, numbers = state_of(position), numbers_of(position).columns[column]
    level = state.seats[number].levels[column]
    pioneering = legal is not None and state.job.kind == Kind.PIONEER
    top = level >= numbers.spaces
    return {
        "column": RESOURCES[column],
        "name": wording.resource_name(column),
        "target": f"column:{number}:{RESOURCES[column]}",
        "level": level,
        "spaces": [
            {
                "ap": numbers.ap[space],
                "yield": wording.space_yield(position, column, space),
                "pieces": [
                    _piece(kind, n)
                    for kind, n in (
                        (column, numbers.goods[space] - numbers.goods[space - 1]),
                        (YEN, numbers.yen[space] - numbers.yen[space - 1]),
                    )
                    if n
                ],
                "end": numbers.end[space],
            }
            for space in range(1, numbers.spaces + 1)
        ],
        "next": None if top else numbers.ap[level + 1],
        "gain": "" if top else wording.yields(position, column, level + 1),
        "allowed": _may(legal, PIONEER + column) if pioneering else None,
        "why_not": _reason(position, legal, PIONEER + column) if pioneering else "",
        "assumed": _assumed(position, f"columns.{RESOURCES[column]}"),
    }


def _rewards(tier: Any) -> list[dict[str, Any]]:
    """What a tier gives at once, and at the end of the game, as pieces and fame."""
    given = [_piece(YEN, tier.yen), *(_piece(k, n) for k, n in enumerate(tier.goods))]
    return [piece for piece in [*given, {"kind": "fame", "n": tier.fame + tier.end}] if piece["n"]]


def _academy(position: Position, number: int, legal: set[int] | None) -> dict[str, Any]:
    state, numbers = state_of(position), numbers_of(position)
    left, before = state.seats[number].academy, numbers.academy
    educating = legal is not None and state.job.kind == Kind.EDUCATE
    action = EDUCATE if left else FAME
    found = []
    for tier in range(len(TIERS)):
        record = numbers.tiers[tier]
        found.append(
            {
                "tier": TIERS[tier],
                "name": wording.tier_name(tier),
                "workers": min(max(left - record.left, 0), before - record.left),
                "of": before - record.left,
                "ap": numbers.educate_ap[before],
                "now": wording.tier_reward(position, tier),
                "pieces": _rewards(record),
                "end": record.end,
                "done": left <= record.left,
            }
        )
        before = record.left
    return {
        "left": left,
        "tiers": found,
        "next": numbers.educate_ap[left] if left else numbers.fame_ap,
        "fame": left == 0,
        "target": f"academy:{number}",
        "allowed": _may(legal, action) if educating else None,
        "why_not": _reason(position, legal, action) if educating else "",
        "assumed": _assumed(position, "academy"),
    }


# -- the action under way


def _job(position: Position) -> dict[str, Any] | None:
    state = state_of(position)
    job = state.job
    if job.kind == NONE:
        return None
    return {
        "kind": KINDS[job.kind],
        "name": wording.kind_name(job.kind),
        "building": None if job.building == NONE else BUILDINGS[job.building],
        "seat": state.mover,
        "taken": job.taken,
        "owed": job.cost,
        "spare": figures.spare(position),
        "things": [wording.thing_words(action) for action in figures.taken(position)],
        "words": wording.job_words(position),
    }


def _payment(position: Position) -> dict[str, Any] | None:
    state = state_of(position)
    if state.phase not in (Phase.PAY, Phase.OPP_PAY, Phase.TILE_PAY):
        return None
    kinds = figures.pieces(position, state.mover, figures.place_of_job(position))
    rows = [payment_row(position, payment) for payment in figures.payments(position)]
    if rows:
        rows[0]["suggested"] = True
    fixed = state.job.parts[: state.job.fixed]
    stepper = None
    if not rows:
        stepper = {
            "kind": RESOURCES[figures.part_resource(position)],
            "choices": [
                {
                    "n": int(CODEC.fields(move.id)["pieces"]),
                    "action": move.id,
                    "move": move.text,
                    "target": targets(position, move.id)[0],
                }
                for move in position.legal_moves
            ],
            "fixed": [_piece(piece.kind, n) for piece, n in zip(kinds, fixed, strict=False)],
        }
    return {
        "seat": state.mover,
        "owed": state.job.cost,
        "pays": [{"kind": PIECES[p.kind], "ap": p.ap, "held": p.held} for p in kinds],
        "rows": rows,
        "stepper": stepper,
    }


def payment_row(position: Position, payment: Payment) -> dict[str, Any]:
    parts = figures.parts_of(position, payment.action)
    each = [piece.ap for piece, n in parts for _ in range(n) if piece.kind != YEN]
    each += [piece.ap * n for piece, n in parts if piece.kind == YEN and n]
    return {
        "action": payment.action,
        "move": CODEC.text(payment.action),
        "target": targets(position, payment.action)[0],
        "pieces": [_piece(kind, n) for kind, n in payment.parts],
        "sum": wording.summed(each),
        "lost": payment.lost,
        "keep": [_piece(piece.kind, piece.held - n) for piece, n in parts],
        "words": wording.say(position, payment.action),
        "suggested": False,
    }


def _score(position: Position) -> list[dict[str, Any]]:
    standings = position.standings
    rows = [
        {"key": key, "name": wording.score_name(key), "values": [s.breakdown[key] for s in standings]}
        for key in standings[0].breakdown
    ]
    return [
        *rows,
        {"key": "total", "name": wording.score_name("total"), "values": [s.score for s in standings]},
    ]


# -- moves on the page


def targets(position: Position, action: int) -> tuple[str, ...]:
    """The path of places on the page a move concerns; see the top of this file."""
    fields = CODEC.fields(action)
    verb = fields["verb"]
    mover = max(state_of(position).mover, 0)
    if verb in ("pay", "pay-any"):
        numbers = [word for name, word in fields.items() if name != "verb"]
        return (f"payment:{'-'.join(numbers)}",)
    if verb == "pay-part":
        return (f"part:{fields['resource']}:{fields['pieces']}",)
    if verb == "use" and "resource" in fields:
        building, resource = fields["building"], fields["resource"]
        return (f"building:{building}", f"resource:{resource}", f"use:{building}-{resource}")
    if verb == "invest":
        tile = fields["tile"]
        return (f"person:{tile}" if tile in PERSONS else f"building:{tile}",)
    simple = {
        "first": "seat:{seat}",
        "person": "person:{person}",
        "settle": "column:{mover}:{column}",
        "pioneer": "column:{mover}:{column}",
        "move": "spot:{spot}",
        "educate": "academy:{mover}",
        "fame": "academy:{mover}",
        "appoint": "council:{space}",
    }
    if verb in simple:
        return (simple[verb].format(mover=mover, **fields),)
    if "building" in fields:
        return (f"building:{fields['building']}",)
    return (f"verb:{verb}",)
