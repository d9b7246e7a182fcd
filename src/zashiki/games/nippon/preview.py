"""What a move of Nippon: Zaibatsu would change, and what the turn unit so far has changed, as plain data for the page.

Nothing is decided here: a move is played on a copy, and what differs is told. See `view.py` for the ids.

A preview, `preview(position, action)`:

```
words       the lines of the log the move would write, as one text
lines       the same: [{"text", "depth"}]
label       the move in a few words, for a list that shows its numbers as well
warn        for `take`: that the round would end
numbers     what changes, as [before, after]: the purse and `vp`, `track:rnd` ..., `income_coal`, `income_money`,
            `salary` (what the Workers cost), and for each Region `influence:kansai`, `points:kansai`, what a scoring
            would pay, and `place:kansai`, the place in the ranking with Overseas
goes_on     whether the same seat decides next
```

The turn unit, `unit(position, drafted)`: the draft, or the run of decisions of one seat that ends a position; None
without one:

```
seat        whose
trail       one entry per step: {"move", "label": in two or three words, "icon": "" or a sign, "changes": [{"kind", "n"}],
            "bonuses": signs of what it brought along, "lines": [{"text", "depth"}]}
words       what it has come to, in one sentence
ended       once it is complete, what its end brought: {"rows": [{"row", "section"}], "round_ends"}, else None
was         before it: {"purse", "vp", "tracks": {name: space}, "area": occupied spaces, "due": salary,
            "consolidation": as in the view, "influence", "points": {region: of that seat}}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zashiki.games.nippon import figures, wording
from zashiki.games.nippon.moves import CODEC
from zashiki.games.nippon.state import ACTIONS, COLOURS, REGIONS, SECTIONS, TRACKS, Task, Track

if TYPE_CHECKING:
    from zashiki.core.position import Position

PURSE = ("money", "coal", "stored", "silk", "iron", "vp")


def preview(position: Position, action: int) -> dict[str, Any]:
    """What a legal move would do; see the top of this file."""
    seat = int(position.state.seat)
    after = position.copy().play(action)
    lines = wording.log_lines(position, action, after)
    found = {
        "words": " ".join(line.text for line in lines if line.kind != "turn"),
        "lines": _lines(lines),
        "label": wording.choice_words(position, action),
        "numbers": _numbers(position, after, seat),
        "goes_on": after.mover == seat,
    }
    for region, name in enumerate(REGIONS):
        if f"influence:{name}" in found["numbers"]:
            found["words"] += " " + _region_words(position, after, region, found["numbers"])
    fields = CODEC.fields(action)
    if fields["verb"] == "take":
        section = SECTIONS.index(fields["section"])
        found["words"] = wording.hire_words(position, section, COLOURS.index(fields["colour"]))
        if figures.would_end_round(position, section):
            found["warn"] = wording.round_would_end()
    return found


def _region_words(before: Position, after: Position, region: int, numbers: dict[str, list[int]]) -> str:
    name, period = REGIONS[region], figures.period_of(before.state, before.rules)
    now = figures.region_now(after.state, after.rules, region, period)
    place, points = now.place(int(before.state.seat)), now.points[int(before.state.seat)]
    return wording.region_words(
        region,
        numbers[f"influence:{name}"],
        numbers.get(f"place:{name}", [place, place]),
        numbers.get(f"points:{name}", [points, points]),
    )


def _lines(lines: Any) -> list[dict[str, Any]]:
    return [{"text": line.text, "depth": line.depth} for line in lines if line.kind != "turn"]


def _numbers(before: Position, after: Position, seat: int) -> dict[str, list[int]]:
    """What changes for a seat, before and after."""
    found = [_holdings(position, seat) for position in (before, after)]
    period = figures.period_of(before.state, before.rules)
    for region in figures.changed_regions(before.state, after.state):
        name = REGIONS[region]
        for place, position in enumerate((before, after)):
            now = figures.region_now(position.state, position.rules, region, period)
            found[place][f"influence:{name}"] = now.influence[seat]
            found[place][f"points:{name}"] = now.points[seat]
            found[place][f"place:{name}"] = now.place(seat)
    return {key: [found[0][key], found[1][key]] for key in found[0] if found[0][key] != found[1][key]}


def _holdings(position: Position, seat: int) -> dict[str, int]:
    rules, player = position.rules, position.state.players[seat]
    track = [int(space) for space in player.track]
    return {
        **figures.purse(player),
        **{f"track:{name}": track[t] for t, name in enumerate(TRACKS)},
        "income_coal": int(rules.mining_coal[track[Track.MINING]]),
        "income_money": int(rules.finance_money[track[Track.FINANCE]]),
        "salary": int(rules.salary) * len(figures.colours_of(rules, player)),
    }


# -- the turn unit so far


def unit(position: Position, drafted: int) -> dict[str, Any] | None:
    """What the turn unit that ends a position (of a draft: its steps) has changed; see the top of this file."""
    start = position.unit_start(drafted)
    if start == len(position):
        return None
    seat = int(position.steps[-1].mover)  # type: ignore[arg-type]
    before = position.at(start)
    return {
        "seat": seat,
        "trail": [_step(position, index, seat) for index in range(start, len(position))],
        "words": wording.unit_words(
            [
                (position.at(index), position.steps[index].move.id, position.at(index + 1))
                for index in range(start, len(position))
            ]
        ),
        "ended": _ended(position) if position.mover != seat else None,
        "was": _was(before, seat),
    }


def _ended(position: Position) -> dict[str, Any]:
    last = position.at(len(position) - 1)
    for event in figures.trace(last, position.steps[-1].move.id):
        if event.kind == Task.END_TURN:
            end = figures.turn_end(position.rules, event.before, event.after)
            rows = [{"row": row + 1, "section": SECTIONS[section]} for row, section in end.rows]
            return {"rows": rows, "round_ends": end.round_ends}
    return {"rows": [], "round_ends": False}


def _was(before: Position, seat: int) -> dict[str, Any]:
    from zashiki.games.nippon.view import consolidation

    state, rules, player = before.state, before.rules, before.state.players[seat]
    period = figures.period_of(state, rules)
    regions = figures.regions_now(state, rules, period)
    holds = _holdings(before, seat)
    return {
        "purse": {name: holds[name] for name in PURSE if name != "vp"},
        "vp": holds["vp"],
        "tracks": {name: holds[f"track:{name}"] for name in TRACKS},
        "area": len(figures.occupied(player)),
        "due": holds["salary"],
        "consolidation": consolidation(before, seat),
        "influence": {name: regions[r].influence[seat] for r, name in enumerate(REGIONS)},
        "points": {name: regions[r].points[seat] for r, name in enumerate(REGIONS)},
    }


def _step(position: Position, index: int, seat: int) -> dict[str, Any]:
    before, after = position.at(index), position.at(index + 1)
    move = position.steps[index].move
    old, new = _holdings(before, seat), _holdings(after, seat)
    fields = CODEC.fields(move.id)
    changed = (*PURSE, "income_coal", "income_money", *(["salary"] if fields["verb"] == "take" else []))
    bonuses = [
        sign
        for event in figures.trace(before, move.id)[1:]
        if (sign := _bonus(before.rules, event, seat)) is not None
    ]
    return {
        "move": move.text,
        "label": wording.step_label(before, move.id, after),
        "icon": _icon(before, fields),
        "changes": [{"kind": kind, "n": new[kind] - old[kind]} for kind in changed if new[kind] != old[kind]],
        "bonuses": bonuses,
        "lines": _lines(wording.log_lines(before, move.id, after)),
    }


def _bonus(rules: Any, event: figures.Event, seat: int) -> dict[str, Any] | None:
    """The sign of a bonus that came along, None for what is no bonus."""
    if event.kind in (Task.DEPARTMENT, Task.WORKER_COLOUR):
        colour = event.a if event.kind == Task.DEPARTMENT else int(event.before.worker)
        player = event.before.players[seat]
        return {
            **figures.sign(rules.department[colour, player.upgraded[colour]]),
            "colour": COLOURS[colour],
            "words": wording.department_words(rules, player, colour),
        }
    if event.kind == Task.UNLOCK:
        return {
            "icon": "inf",
            "n": str(event.a),
            "colour": None,
            "words": wording.unlocked_words(event.a),
        }
    return None


def _icon(position: Position, fields: dict[str, str]) -> str:
    """The sign of a move: the Worker taken, the action, the good, the Department."""
    verb = fields["verb"]
    if verb in ("take", "worker", "dept"):
        return f"w-{fields['colour']}"
    if verb == "silk":
        return "silk"
    if verb == "market":
        return "stall"
    icons = {"research": "rnd", "mine": "mining", "build": "factory", "machine": "machines"}
    icons |= {"produce": "production", "ship": "ships", "train": "trains", "contract": "contracts"}
    icons |= {"invest": "contracts"}
    return ACTION_ICONS[icons[verb]] if verb in icons else ""


ACTION_ICONS = dict(
    zip(ACTIONS, ("rd", "prod", "fac", "scroll", "pick", "ship", "gear", "train", "stall"), strict=True)
)
"""Signs of the actions; their drawings are in the page's folder."""
