"""What a person sees of Toshi, as plain data: the view, and for each move its places on the page and its numbers.

Nothing is drawn here and no rule is decided here; the sentences come from `wording.py`, the numbers from `figures.py`.
All data is dicts, lists, strings, integers, floats, booleans and None, so that it can be JSON. Every text is ready to
show in the current language. Seats are numbers, buildings are ids (`koba`), squares are names (`4D`).

The view, `view(position, seat)`; `seat` is whose eyes it is seen with, None for a spectator:

```
seat        the seat, or None
players     number of seats
solo        whether it is the game for one
specials    whether the game is played with specials
phase       start offer first roll extra build at umaya remove over
mover       seat, "*" or None
rules       anchor in rules.md of what is awaited: "step-build"
turn        {"number" (0 in set-up), "active" seat or None, "start_seat" or None, "cap",
             "words": "Turn 28", "note": "Ann rolled"}
roll        the latest roll, None before the first:
            {"square": "4D", "column": "4", "row": "D", "seat": who rolled, "turn": 28,
             "done": whether its turn is finished (the next roll is awaited, or the game is over)}
cities      one per seat, in seat order (below)
pool        what can be built (below)
bans        types built in this turn that other seats may not build now: [{"type", "seat", "words"}]
placing     the building in progress, or None: {"type", "name", "seat", "squares": placed so far,
            "wanted": number of squares of the whole (Teien: the most there can be), "left": still to place,
            "words": "Garden 1 of at most 3"}
end         {"koku": 100, "words": "Ends at 100 Koku or a full city.",
             "nearest": {"seat", "koku" still missing, "words": "Ben needs 57 more", "brief": "57 to go", to stand
             beside the seat's crest} or None,
             "emptiest": {"seat", "empty", "words": "Ben has 3 empty squares", "brief": "3 empty"}: the fullest city,
             "last_turn": bool, "reasons": ["Ann has reached 100 Koku: this is the last turn.", ...], "over": bool}
lone        solo only, else None: {"supply": tiles left, "start": tiles at the start, "removed": tiles removed,
             "bonus": Koku for the supply, "score", "title": id, "title_words", "next": {"title", "title_words",
             "score" it takes, "words": "24 more for: City in bloom"} or None, "built": built in this turn yet}
unit        what the draft, or the run of decisions that ends this position, changed; or None:
            {"seat", "steps": number of decisions, "squares": filled by it, and as [before, now]:
             "koku", "empty", "income" (per 36 rolls), "extra" (squares with an extra build), "score"}
```

A city:

```
seat, name, yours
koku        the purse
empty       number of empty squares
penalty     {"each": 5, "total": 80, "words": "16 × 5", "because": "Castle" or None}
bonus       Koku added at the end (Kabuki, solo supply)
score, rank if the game ended now
income      expected: {"sum": over the 36 rolls, "mean": 3.61, "words": "130 per 36 rolls (3.61)"}
extra       {"squares": 6, "words": "6 of 36 squares"}: squares whose roll gives extra builds
houses, mise, teien, noka    tiles that others count
special     the special owned: {"type", "name"}, or None
residence   {"left": Umaya on it, "used": whether this round's was placed, "target": "residence:0"}, or None
state       "now" decides · "next" or "later" still has to act · "done" has acted · "cannot" had nothing to do ·
            "none" no turn is in progress
state_words "builds next", "4D is built", ...; may be empty
delta       Koku the latest roll brought this seat
squares     36, in listing order 1A 2A ... 6F:
            {"square": "4D", "column", "row", "target": "square:0:4D", "type": id or None,
             "label": "4D: Kōba. If rolled: +14 (7 houses × 2)": the whole square for a screen reader,
             "now": what a roll of it would do: {"delta": 14, "extra": 0, "text": "+14 (7 houses × 2)"},
             "badge": what it contributed to the latest roll, or None: {"amount": 3, "text": "+3"},
             "rolled": is the latest rolled square, "line": in its row or column,
             "changed": filled in this turn or the one before, "fresh": filled in the current unit}
```

The pool:

```
choice      "open" the seat chooses a type now · "made" it has just chosen, and allowed/why_not/price are those of
            that choice · None it has no choice
kind        "build", "extra", "remove", "offer" or None: what the choice is for
regular     8 cards          specials    10 cards, fewer solo, none if there are no specials
```

A card:

```
type        "koba"           target   "type:koba"            rules   anchor in rules.md, "koba"
name        "Kōba"           short    for narrow rows         gloss   "workshop"     japanese, kanji "Kōba", "工場"
price       for this seat (a spectator: as printed); negative is money received
old_price   the printed price if this seat pays less, else None
left, start tiles in the supply now and at the start of the game (specials: 1 or 0, and 1)
effects     lines of parts: [[{"icon": "die", "label": "when its square is rolled"}, {"text": " +2 per "},
            {"icon": "house", "label": "house"}], ...]; icons: die house mise teien empty build
words       the same effects as one text for tooltips and screen readers
now         what it would earn with what the seat has, or None: {"count": 7, "icon": "house", "amount": 14,
            "text": "7 now: +14", "words": "+14 with 7 houses now"}
allowed     True or False if there is a choice, else None
why_not     the reason if not allowed, or if nobody could have it now; else ""
why_brief   the same for a small card: {"words": "built it this turn", "seat": whose crest stands before it, or None}
chosen      whether it is the one just chosen
owner       specials: the seat that bought it, or None
banned_by   the seat whose build forbids it to this seat in this turn, or None
```

Targets: `type:koba` a card, `square:0:4D` a square of a city, `die:4` `die:D` the two dice, `seat:1` a seat,
`verb:pass` `verb:stop` buttons.

A preview, `preview(position, action)`; keys that do not apply are missing, pairs are [before, after]:

```
words       the whole as one or two sentences, for the prompt bar and screen readers
type        the building meant
price, old_price, koku
empty       empty squares
penalty     what empty squares would cost
saved       penalty saved
score       if the game ended now
income      {"before": 130, "low": 139, "high": 139, "words": "+9 per 36 rolls"}: expected income; low and high differ
            where the square is still to be chosen
extra       squares with an extra build
square      what a roll of the square does: {"square": "4D", "before": 9, "after": 14, "extra": 0,
            "text": "7 houses × 2", "words": "4D rolled: +9 → +14"}
last_turn   "last turn: ..." if the move reaches the sum that ends the game or completes the city
line        a Nōka or farm: the empty squares in its row and column
impossible  Bell Towers: squares no further tower can go to
left        Teien: tiles still allowed in this turn · Umaya: left on the residence · removal: left in the supply
```
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from zashiki.games.toshi import figures, wording
from zashiki.games.toshi.edition import title
from zashiki.games.toshi.figures import City, city_of, numbers_of, state_of
from zashiki.games.toshi.moves import CODEC
from zashiki.games.toshi.state import (
    AREA,
    BUILDINGS,
    NONE,
    OFF_BOARD,
    REGULAR,
    SQUARES,
    Building,
    Kind,
    Phase,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

REGULAR_CARDS = (
    Building.NAGAYA,
    Building.MACHIYA,
    Building.MISE,
    Building.KOBA,
    Building.NOKA,
    Building.UMAYA,
    Building.TEIEN,
    Building.KURA,
)
"""The regular buildings in the order of their cards: the town, then the land."""

TYPE_VERBS = ("build", "extra", "remove", "offer", "pass")
"""Verbs of decisions in which a card is chosen (or none)."""


def view(position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
    """Everything a seat (None: a spectator) may see, as plain data; see the top of this file."""
    rules = numbers_of(position)
    return {
        "seat": seat,
        "players": position.players,
        "solo": position.players == 1,
        "specials": bool(rules.table or rules.offers),
        "phase": position.phase,
        "mover": position.mover,
        "rules": f"step-{position.phase}",
        "turn": _turn(position),
        "roll": _roll(position),
        "cities": _cities(position, seat, drafted),
        "pool": _pool(position, seat),
        "bans": _bans(position),
        "placing": _placing(position),
        "end": _end(position),
        "lone": _lone(position) if position.players == 1 else None,
        "unit": _unit(position, drafted),
    }


def _seat_or_none(seat: int) -> int | None:
    return int(seat) if seat != NONE else None


def _turn(position: Position) -> dict[str, Any]:
    return {
        "number": state_of(position).turn,
        "active": _seat_or_none(state_of(position).active),
        "start_seat": _seat_or_none(state_of(position).start_seat),
        "cap": numbers_of(position).turn_cap,
        "words": wording.turn_words(position),
        "note": wording.turn_note(position),
    }


def _roll(position: Position) -> dict[str, Any] | None:
    index = figures.last_roll(position)
    if index is None:
        if state_of(position).rolled == NONE:
            return None
        square, seat, turn = (
            SQUARES[state_of(position).rolled],
            state_of(position).active,
            state_of(position).turn,
        )
    else:
        state = state_of(position.at(index))
        square = CODEC.fields(position.steps[index].move.id)["square"]
        seat, turn = state.active, state.turn
    return {
        "square": square,
        "column": square[0],
        "row": square[1],
        "seat": int(seat),
        "turn": turn,
        "done": position.phase in ("roll", "over"),
    }


# -- cities


def _cities(position: Position, eyes: int | None, drafted: int) -> list[dict[str, Any]]:
    standings = position.standings
    states = _states(position)
    roll = _roll(position)
    rolled = SQUARES.index(roll["square"]) if roll else NONE
    badges = [_badges(position, seat) for seat in range(position.players)]
    fresh, changed = _filled_lately(position, drafted)
    return [
        _city(position, seat, rolled, badges[seat], fresh[seat], changed[seat])
        | {
            "yours": seat == eyes,
            "score": standings[seat].score,
            "rank": standings[seat].rank,
            "state": states[seat],
            "state_words": wording.state_words(position, seat, states[seat], rolled),
        }
        for seat in range(position.players)
    ]


def _city(
    position: Position,
    seat: int,
    rolled: int,
    badges: tuple[int, dict[int, int]],
    fresh: set[int],
    changed: set[int],
) -> dict[str, Any]:
    city, record = city_of(position, seat), state_of(position).seats[seat]
    each, empty, total = city.empty_price, len(city.empty), figures.expected(city)
    bonus = figures.score(position, city) - city.koku + each * empty
    residence = None
    if city.special == Building.DAIMYO_RESIDENCE:
        residence = {
            "left": record.residence,
            "used": bool(record.umaya_used),
            "target": f"residence:{seat}",
        }
    special = None
    if city.special != NONE:
        special = {"type": BUILDINGS[city.special], "name": wording.name_of(city.special)}
    line = set(figures.line_of(rolled)) if rolled != NONE else set()
    delta, marks = badges
    return {
        "seat": seat,
        "name": position.seats[seat],
        "koku": city.koku,
        "empty": empty,
        "penalty": {
            "each": each,
            "total": each * empty,
            "words": wording.times(empty, each),
            "because": wording.name_of(Building.SHIRO) if city.special == Building.SHIRO else None,
        },
        "bonus": bonus,
        "income": {"sum": total, "mean": round(total / AREA, 2), "words": wording.income_words(total)},
        "extra": {
            "squares": figures.extra_squares(city),
            "words": wording.extra_words(figures.extra_squares(city)),
        },
        "houses": city.houses,
        "mise": city.counts[Building.MISE],
        "teien": city.counts[Building.TEIEN],
        "noka": city.counts[Building.NOKA],
        "special": special,
        "residence": residence,
        "delta": delta,
        "squares": [
            _square(city, seat, square)
            | {
                "badge": {"amount": marks[square], "text": wording.signed(marks[square])}
                if marks.get(square)
                else None,
                "rolled": square == rolled,
                "line": square in line,
                "changed": square in changed,
                "fresh": square in fresh,
            }
            for square in range(AREA)
        ],
    }


def _square(city: City, seat: int, square: int) -> dict[str, Any]:
    found, tile = figures.effect(city, square), city.tiles[square]
    return {
        "square": SQUARES[square],
        "column": SQUARES[square][0],
        "row": SQUARES[square][1],
        "target": f"square:{seat}:{SQUARES[square]}",
        "type": BUILDINGS[tile] if tile != NONE else None,
        "label": wording.square_label(square, found),
        "now": {"delta": found.delta, "extra": found.extra, "text": wording.effect_text(found)},
    }


def _badges(position: Position, seat: int) -> tuple[int, dict[int, int]]:
    """What the latest roll brought a seat, and which squares of its city it came from."""
    index = figures.last_roll(position)
    if index is None:
        return 0, {}
    square = SQUARES.index(CODEC.fields(position.steps[index].move.id)["square"])
    city = city_of(position.at(index), seat)
    found = figures.effect(city, square)
    if found.tile != NONE:
        return found.delta, {square: found.delta}
    each = {
        int(Building.NOKA): city.rules.noka_in_line,
        int(Building.SILKWORM_FARM): city.rules.farm_in_line,
    }
    line = figures.line_of(square)
    return found.delta, {s: each[city.tiles[s]] for s in line if city.tiles[s] in each}


def _filled_lately(position: Position, drafted: int) -> tuple[list[set[int]], list[set[int]]]:
    """Per seat, the squares filled in the current unit, and those filled before it in this turn or the last."""
    rolls = [i for i, step in enumerate(position.steps) if step.move.text.startswith("roll ")]
    nothing = [set() for _ in range(position.players)]
    if not rolls:
        return nothing, nothing
    unit = position.at(position.unit_start(drafted))
    earlier = position.at(rolls[-2] if len(rolls) > 1 else rolls[-1])

    def filled(since: Position, until: Position) -> list[set[int]]:
        return [
            set(figures.squares_in(old.empty & ~new.empty))
            for old, new in zip(
                state_of(since).seats[: position.players],
                state_of(until).seats[: position.players],
                strict=True,
            )
        ]

    return filled(unit, position), filled(earlier, unit)


def _states(position: Position) -> list[str]:
    """For each seat, where it is in this turn: now, next, later, done, cannot or none."""
    here = figures.slot_now(position)
    if here is None:
        return ["none"] * position.players
    slots = figures.slots(position)
    ahead: list[int] = []
    for slot in slots[slots.index(here) + 1 :]:
        if slot.seat not in ahead and slot.seat != here.seat and _may_arise(position, slot):
            ahead.append(slot.seat)
    roll = figures.last_roll(position)
    acted = {step.mover for step in position.steps[roll + 1 :]} if roll is not None else set()
    states = []
    for seat in range(position.players):
        if seat == here.seat:
            states.append("now")
        elif seat in ahead:
            states.append("next" if seat == ahead[0] else "later")
        else:
            states.append("done" if seat in acted else "cannot")
    return states


def _may_arise(position: Position, slot: figures.Slot) -> bool:
    """Whether a decision may still arise at a later point of this turn, as far as it can be known now."""
    city, record = city_of(position, slot.seat), state_of(position).seats[slot.seat]
    tile = city.tiles[state_of(position).rolled]
    if slot.kind == "extra":
        return tile != NONE and city.rules.extra_builds[tile] > 0
    if slot.kind == "build":
        return tile == NONE
    return slot.kind == "umaya" and record.residence > 0 and not record.umaya_used and bool(city.empty)


# -- the pool


def _special_cards(position: Position) -> list[Building]:
    """The specials that have a card: all for sale or bought; all that may be offered while that is settled."""
    rules, state = numbers_of(position), state_of(position)

    def is_there(special: int) -> bool:
        if rules.table or state.phase == Phase.OFFER or state.table >> (special - REGULAR) & 1:
            return True
        return figures.owner_of(position, special) != NONE

    specials = [building for building in Building if building >= REGULAR and is_there(building)]
    return sorted(specials, key=lambda building: (rules.price[building] < 0, rules.price[building]))


def _pool(position: Position, seat: int | None) -> dict[str, Any]:
    choice, at = None, position
    if (
        seat is not None
        and position.mover == seat
        and position.phase in ("extra", "build", "remove", "offer")
    ):
        choice = "open"
    elif seat is not None and position.steps and position.steps[-1].mover == seat:
        last = position.at(len(position) - 1)
        verb = CODEC.fields(position.steps[-1].move.id)["verb"]
        if verb in TYPE_VERBS and last.phase != "umaya":
            choice, at = "made", last
    allowed = {_type_of(move.id) for move in at.legal_moves} if choice else None
    chosen = _type_of(position.steps[-1].move.id) if choice == "made" else None
    return {
        "choice": choice,
        "kind": at.phase if choice else None,
        "regular": [_card(position, at, seat, b, allowed, chosen) for b in REGULAR_CARDS],
        "specials": [_card(position, at, seat, b, allowed, chosen) for b in _special_cards(position)],
    }


def _type_of(action: int) -> int:
    """The building a move chooses, or NONE."""
    fields = CODEC.fields(action)
    name = fields.get("type") or fields.get("special")
    return BUILDINGS.index(name) if name else NONE


def _card(
    position: Position,
    at: Position,
    seat: int | None,
    building: int,
    allowed: set[int] | None,
    chosen: int | None,
) -> dict[str, Any]:
    rules, state = numbers_of(position), state_of(position)
    city = city_of(at, seat) if seat is not None else None
    name = wording.NAMES[Building(building)]
    price = city.price(building) if city else rules.price[building]
    lines = wording.card_lines(building, position)
    regular = building < REGULAR
    is_allowed = None if allowed is None else building in allowed
    why_not, brief = "", ("", NONE)
    if is_allowed is False:
        why_not, brief = wording.type_reason(at, building), wording.type_brief(at, building)
    elif allowed is None and position.phase != "offer":
        found = figures.unavailable(at, seat, building)
        if found:
            why_not, brief = (
                wording.obstacle_text(at, building, found),
                wording.obstacle_brief(building, found),
            )
    now = None
    if city and wording.now_icon(building):
        found = figures.tile_effect(city, building)
        icon = wording.now_icon(building)
        now = {
            "count": found.count,
            "icon": icon,
            "amount": found.delta,
            "text": wording.now_text(found),
            "words": wording.now_words(found),
        }
    banned = NONE
    if seat is not None and at.phase in ("build", "extra"):
        kind = Kind.EXTRA if at.phase == "extra" else Kind.BUILD
        banned = figures.banned_by(at, seat, building, kind)
    return {
        "type": BUILDINGS[building],
        "target": f"type:{BUILDINGS[building]}",
        "rules": BUILDINGS[building],
        "name": wording.name_of(building),
        "short": wording.short_of(building),
        "gloss": wording.gloss_of(building),
        "japanese": name.japanese,
        "kanji": name.kanji,
        "price": price,
        "old_price": rules.price[building] if price != rules.price[building] else None,
        "left": state.supply[building] if regular else state.table >> (building - REGULAR) & 1,
        "start": rules.copies[building] if regular else 1,
        "effects": [line.parts for line in lines],
        "words": " ".join(line.words for line in lines),
        "now": now,
        "allowed": is_allowed,
        "why_not": why_not,
        "why_brief": {"words": brief[0], "seat": _seat_or_none(brief[1])},
        "chosen": chosen == building,
        "owner": None if regular else _seat_or_none(figures.owner_of(position, building)),
        "banned_by": _seat_or_none(banned),
    }


def _bans(position: Position) -> list[dict[str, Any]]:
    return [
        {"type": BUILDINGS[building], "seat": seat, "words": wording.ban_words(position, building, seat)}
        for building, seat in figures.bans(position)
    ]


def _placing(position: Position) -> dict[str, Any] | None:
    state = state_of(position)
    if state.phase != Phase.AT:
        return None
    building = state.building
    placed = wording.placed_squares(position)
    wanted = figures.squares_of(building, numbers_of(position))
    if building == Building.TEIEN:
        wanted = len(placed) + _teien_left(position)
    return {
        "type": BUILDINGS[building],
        "name": wording.name_of(building),
        "seat": state.mover,
        "squares": [SQUARES[square] for square in placed],
        "wanted": wanted,
        "left": wanted - len(placed),
        "words": wording.placing_words(building, len(placed) + 1, wanted),
    }


def _teien_left(position: Position) -> int:
    """Teien the awaited seat may still place in this turn, by the limit, the supply and its purse."""
    state, city = state_of(position), city_of(position, state_of(position).mover)
    left = city.rules.teien_per_turn - state.seats[state.mover].teien_placed
    left = min(left, state.supply[Building.TEIEN])
    price = city.price(Building.TEIEN)
    return min(left, city.koku // price) if price > 0 else left


# -- the end


def _end(position: Position) -> dict[str, Any]:
    rules, seats = numbers_of(position), state_of(position).seats[: position.players]
    richest = max(range(position.players), key=lambda seat: seats[seat].koku)
    missing = rules.end_koku - seats[richest].koku
    fullest = min(range(position.players), key=lambda seat: seats[seat].empty.bit_count())
    gaps = seats[fullest].empty.bit_count()
    reasons = last_turn_reasons(position)
    return {
        "koku": rules.end_koku,
        "words": wording.end_words(position),
        "nearest": None
        if position.is_over or missing <= 0
        else {
            "seat": richest,
            "koku": missing,
            "words": wording.nearest_words(position, richest, missing),
            "brief": wording.nearest_brief(missing),
        },
        "emptiest": {
            "seat": fullest,
            "empty": gaps,
            "words": wording.fullest_words(position, fullest, gaps),
            "brief": wording.fullest_brief(gaps),
        },
        "last_turn": bool(reasons),
        "reasons": reasons,
        "over": position.is_over,
    }


def last_turn_reasons(position: Position) -> list[str]:
    """Why the turn in progress is the last, in sentences; empty if it need not be, or if the game is over."""
    rules, state = numbers_of(position), state_of(position)
    if position.is_over or state.turn == 0:
        return []
    reasons = (
        [wording.latch_sentence(position, seat) for seat in _latched_by(position)] if state.latch else []
    )
    for seat in range(position.players):
        if not state.seats[seat].empty:
            reasons.append(wording.complete_sentence(position, seat))
    if position.players == 1 and not sum(state.supply):
        reasons.append(wording.supply_sentence())
    if state.turn >= rules.turn_cap:
        reasons.append(wording.cap_sentence())
    return reasons


def _latched_by(position: Position) -> list[int]:
    """The seats that were the first to reach the sum that ends the game; it may be spent again by now."""
    end = numbers_of(position).end_koku
    for count in range((figures.last_roll(position) or 0) + 1, len(position) + 1):
        seats = state_of(position.at(count)).seats[: position.players]
        reached = [seat for seat in range(position.players) if seats[seat].koku >= end]
        if reached:
            return reached
    return [seat for seat in range(position.players) if state_of(position).seats[seat].koku >= end]


def _lone(position: Position) -> dict[str, Any]:
    rules, values = numbers_of(position), position.edition.values
    supply, score = sum(state_of(position).supply), position.standings[0].score
    now = title(score, values)
    limits = msgspec.structs.asdict(values.solo.titles)
    higher = [(name.replace("_", "-"), limit) for name, limit in limits.items() if limit > score]
    following = None
    if higher:
        name, limit = min(higher, key=lambda pair: pair[1])
        following = {
            "title": name,
            "title_words": wording.title_name(name),
            "score": limit,
            "words": wording.next_title_words(limit - score, name),
        }
    return {
        "supply": supply,
        "start": sum(rules.copies) - rules.start_noka,
        "removed": sum(state_of(position).removed),
        "bonus": rules.supply_tile * supply,
        "score": score,
        "title": now,
        "title_words": wording.title_name(now),
        "next": following,
        "built": bool(state_of(position).busy),
    }


def _unit(position: Position, drafted: int) -> dict[str, Any] | None:
    start = position.unit_start(drafted)
    if start == len(position):
        return None
    seat = int(position.steps[-1].mover)
    first = position.at(start)
    before, after = city_of(first, seat), city_of(position, seat)
    return {
        "seat": seat,
        "steps": len(position) - start,
        "squares": [SQUARES[s] for s in before.empty if after.tiles[s] != NONE],
        "koku": [before.koku, after.koku],
        "empty": [len(before.empty), len(after.empty)],
        "income": [figures.expected(before), figures.expected(after)],
        "extra": [figures.extra_squares(before), figures.extra_squares(after)],
        "score": [figures.score(first, before), figures.score(position, after)],
    }


# -- moves on the page


def targets(position: Position, action: int) -> tuple[str, ...]:
    """The path of places on the page a move concerns; no two legal moves have the same."""
    fields = CODEC.fields(action)
    verb = fields["verb"]
    if verb in ("start", "roll"):
        return f"die:{fields['square'][0]}", f"die:{fields['square'][1]}"
    if verb == "first":
        return (f"seat:{fields['seat']}",)
    path: list[str] = []
    kind = fields.get("type") or fields.get("special")
    if kind:
        path.append(f"type:{kind}")
    if "square" in fields:
        path.append(f"square:{state_of(position).mover}:{fields['square']}")
    return tuple(path) or (f"verb:{verb}",)


def roller(position: Position) -> int | None:
    """The active seat when the dice are awaited; None for the draws of the setup."""
    return state_of(position).active if state_of(position).phase == Phase.ROLL else None


def blocked(position: Position) -> dict[str, str]:
    """For the cards and own squares that no legal move of the awaited seat has: why not."""
    seat = position.mover
    if not isinstance(seat, int):
        return {}
    legal = {target for move in position.legal_moves for target in targets(position, move.id)}
    found: dict[str, str] = {}
    if position.phase in ("extra", "build", "remove", "offer"):
        for building in (*REGULAR_CARDS, *_special_cards(position)):
            found[f"type:{BUILDINGS[building]}"] = wording.type_reason(position, building)
    if position.phase in ("extra", "build", "at", "umaya"):
        for square in range(AREA):
            found[f"square:{seat}:{SQUARES[square]}"] = wording.square_reason(position, square)
    if position.phase in ("at", "remove"):
        found["verb:pass"] = wording.why_not(position, CODEC.action("pass"))
    return {target: reason for target, reason in found.items() if target not in legal}


# -- previews


def preview(position: Position, action: int) -> dict[str, Any]:
    """What a legal move of a seat would change, in numbers; see the top of this file."""
    fields = CODEC.fields(action)
    seat = position.mover
    if not isinstance(seat, int) or fields["verb"] not in _PREVIEWS:
        return {}
    return _PREVIEWS[fields["verb"]](position, fields, seat)


def _preview_type(position: Position, fields: dict[str, str], seat: int) -> dict[str, Any]:
    """A normal or an extra build: the type is chosen, its first square given or not."""
    building = BUILDINGS.index(fields["type"])
    city = city_of(position, seat)
    square = SQUARES.index(fields["square"]) if "square" in fields else None
    if building in OFF_BOARD:
        ways: Sequence[tuple[int, ...]] = [()]
    else:
        ways = list(figures.completions(city, building, () if square is None else (square,)))
    taken = 1 if building < REGULAR else 0
    change = figures.change(city, building, ways, city.price(building), taken)
    data = _purchase(position, seat, building, change)
    full = city.rules.price[building]
    data |= {"price": change.price, "old_price": full if full != change.price else None}
    if square is not None:
        data["square"] = _square_change(change, square)
        data |= _surroundings(position, seat, building, change.after, [square])
    sentences = [wording.purchase_words(building, square, change.price, change.after.koku)]
    sentences.append(_ban_sentence(position, seat, building, fields["verb"] == "extra"))
    return _worded(data, sentences)


def _preview_at(position: Position, fields: dict[str, str], seat: int) -> dict[str, Any]:
    """The next tile of a building in progress."""
    state, city = state_of(position), city_of(position, seat)
    building, square = state.building, SQUARES.index(fields["square"])
    placed = figures.squares_in(state.filled)
    ways = [way[len(placed) :] for way in figures.completions(city, building, (*placed, square))]
    pays = not placed or building == Building.TEIEN
    price = city.price(building) if pays else 0
    change = figures.change(city, building, ways, price, int(pays and building < REGULAR))
    data = _purchase(position, seat, building, change)
    data["square"] = _square_change(change, square)
    data |= _surroundings(position, seat, building, change.after, [*placed, square])
    sentences = [wording.placed_words(building, square, price, change.after.koku)]
    return _worded(data, sentences)


def _preview_umaya(position: Position, fields: dict[str, str], seat: int) -> dict[str, Any]:
    city, square = city_of(position, seat), SQUARES.index(fields["square"])
    change = figures.change(city, Building.UMAYA, [(square,)], 0, 0)
    left = state_of(position).seats[seat].residence - 1
    data = _purchase(position, seat, Building.UMAYA, change)
    data |= {"square": _square_change(change, square), "left": left}
    return _worded(data, [wording.free_umaya_words(square, left)])


def _preview_remove(position: Position, fields: dict[str, str], seat: int) -> dict[str, Any]:
    building, city = BUILDINGS.index(fields["type"]), city_of(position, seat)
    left = state_of(position).supply[building] - 1
    data = {
        "type": fields["type"],
        "left": left,
        "score": [figures.score(position, city), figures.score(position, city, 1)],
    }
    return _worded(data, [wording.removal_words(building, left)])


def _preview_pass(position: Position, fields: dict[str, str], seat: int) -> dict[str, Any]:
    city = city_of(position, seat)
    data: dict[str, Any] = {"koku": [city.koku, city.koku]}
    sentences = [wording.kept_words(city.koku)]
    may_still_build = position.phase != "umaya" and _may_arise(position, figures.Slot("umaya", seat))
    if position.players == 1 and not state_of(position).busy and not may_still_build:
        now = figures.score(position, city)
        data["score"] = [now, now - city.rules.supply_tile]
        sentences.append(wording.must_remove_words(city.rules.supply_tile))
    return _worded(data, sentences)


def _preview_stop(position: Position, fields: dict[str, str], seat: int) -> dict[str, Any]:
    placed = len(figures.squares_in(state_of(position).filled))
    koku = state_of(position).seats[seat].koku
    return _worded({"koku": [koku, koku]}, [wording.stopped_words(placed)])


def _preview_offer(position: Position, fields: dict[str, str], seat: int) -> dict[str, Any]:
    building = BUILDINGS.index(fields["special"])
    lines = wording.card_lines(building, position)
    return {"type": fields["special"], "words": " ".join(line.words for line in lines)}


_PREVIEWS = {
    "build": _preview_type,
    "extra": _preview_type,
    "at": _preview_at,
    "umaya": _preview_umaya,
    "remove": _preview_remove,
    "pass": _preview_pass,
    "stop": _preview_stop,
    "offer": _preview_offer,
}


def _purchase(position: Position, seat: int, building: int, change: figures.Change) -> dict[str, Any]:
    """The numbers every build has."""
    before, after = change.before, change.after
    penalties = [len(city.empty) * city.empty_price for city in (before, after)]
    income = figures.expected(before)
    return {
        "type": BUILDINGS[building],
        "koku": [before.koku, after.koku],
        "empty": [len(before.empty), len(after.empty)],
        "penalty": penalties,
        "saved": penalties[0] - penalties[1],
        "score": [figures.score(position, before), figures.score(position, after, change.taken)],
        "income": {
            "before": income,
            "low": change.low,
            "high": change.high,
            "words": wording.income_change_words(change.low - income, change.high - income),
        },
        "extra": [figures.extra_squares(before), figures.extra_squares(after)],
        "last_turn": wording.last_turn_warning(position, before, after),
    }


def _square_change(change: figures.Change, square: int) -> dict[str, Any]:
    before, after = figures.effect(change.before, square), figures.effect(change.after, square)
    return {
        "square": SQUARES[square],
        "before": before.delta,
        "after": after.delta,
        "extra": after.extra,
        "text": wording.effect_reason(after),
        "words": wording.square_change_words(square, before, after),
    }


def _surroundings(
    position: Position, seat: int, building: int, after: City, placed: Sequence[int]
) -> dict[str, Any]:
    """What placing shows around a square: the line of a Nōka, squares towers cannot take, Teien still allowed."""
    if building in figures.FARMS:
        line = figures.line_of(placed[-1])
        return {"line": [SQUARES[s] for s in line if after.tiles[s] == NONE]}
    if building == Building.TEIEN:
        here = state_of(position).seats[seat].teien_placed
        return {"left": after.rules.teien_per_turn - here - 1}
    if building == Building.BELL_TOWER and len(placed) < after.rules.towers:
        city = city_of(position, seat)
        possible = {
            s for way in figures.completions(city, building, tuple(placed)) for s in way[len(placed) :]
        }
        return {"impossible": [SQUARES[s] for s in city.empty if s not in possible and s not in placed]}
    return {}


def _ban_sentence(position: Position, seat: int, building: int, extra: bool) -> str:
    """Which later seats a build keeps from building the same; empty if none."""
    rules, state = numbers_of(position), state_of(position)
    if position.players == 1 or (building >= REGULAR and rules.category[building] == 1 << building):
        return ""
    if (extra and not rules.ban_extra) or not (rules.ban_by_all or seat == state.active):
        return ""
    here = figures.slot_now(position)
    assert here is not None
    slots = figures.slots(position)
    kinds = ("extra", "build") if rules.ban_extra else ("build",)
    later = [
        slot.seat
        for slot in slots[slots.index(here) + 1 :]
        if slot.seat != seat and slot.kind in kinds and _may_arise(position, slot)
    ]
    names = [position.seats[other] for other in dict.fromkeys(later)]
    return wording.ban_warning(names, building) if names else ""


def _worded(data: dict[str, Any], sentences: list[str]) -> dict[str, Any]:
    warning = data.pop("last_turn", "")
    if warning:
        data["last_turn"] = warning
        sentences = [*sentences, warning]
    return {"words": " ".join(sentence for sentence in sentences if sentence), **data}
