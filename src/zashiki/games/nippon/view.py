"""What a person sees of Nippon: Zaibatsu, as plain data: the view, and the places of a move on the page.

Nothing is drawn here and no rule is decided here; sentences come from `wording.py`, numbers from `figures.py`. All data
is dicts, lists, strings, integers, booleans and None, so that it can be JSON. Seats are numbers; everything else is
called by the ids of the specification (`cotton-2`, `osaka-4`, `kanto-3`); `target` is what a press on it names.

The view, `view(position, seat)`; `seat` is whose eyes it is seen with, None for a spectator:

```
seat, players, phase, mover    the awaited decision or draw (`turn`, `act`, `favor`, ..., `over`); mover may be "*"
edition     title of the edition, "" if the game itself is called so
options     the options of the game
round       {"number": 1 ... 5, then 6, 7, 8 (0 in setup), "final": bool, "period": 0, 1, 2, "turns_left", "words",
            "headline" and "note": the same in two parts,
            "track": [{"round", "period", "state": "past" "now" "coming", "final": bool, "scored": first place or None}]}
turn        the turn going on: {"seat", "action" or None, "made", "most", "worker" colour or None, "section" or None}
unit        what the draft, or the run of decisions that ends this position, has changed; see `preview.py`
ending      what follows when this turn ends: {"rows": [{"row", "section"}], "round_ends": bool, "next": seat or None}
sections    five: {"section", "number", "workers": [colour, ...], "actions": [{"action", "name", "icon", "target",
            "possible", "why_not", "price": words, "cost": parts {"n", "icon"} or {"text"}, "most",
            "sign": "≠", "=" or "": whether activations must differ, "differ": in words, in what, "assumed"}]}
queue       rows: {"row", "workers", "owed", "next": whether it moves first}
idle        {"made": idle Consolidations in a row, "most": so many end a round}
assumed     for each panel of the page (the keys of `_PANELS`) what of it is assumed, as a sentence; panels of which
            nothing is are missing
bag         Workers of each colour, and "total"
regions     four: {"region", "name", "short", "reward", "target", "cities": [{"city", "name", "tile", "rotation",
            "spaces": [{"space": "osaka-4", "target", "good", "good_name", "overseas", "seat", "value"}]}],
            "trains": [{"space": "kanto-3", "target", "reward", "seat"}],
            "influence": per seat, "overseas", "points": per seat if the coming Period were scored now}
            beside each `reward`, in words, stands its `sign`: {"icon", "n"}; so it does beside every bonus below
overseas    the lowest printed number in use
scoring     {"period", "values", "train": Influence of a Train, "totals": per seat}
destinations  six: {"destination", "name", "target", "colour", "department", "expert": "home" or the seat that has it,
            "ships": [seat, ...]}
display     six types: {"type", "name", "level", "research", "burns", "influence", "reach": Silk needed as help, or
            None if out of reach or owned (for the seat looking), "owned", "tokens": [token, ...]}
pairs       starting pairs still to be picked: {"slot", "target", "a", "b", "words", "vp", "first", "second": what each token brings}
seats       one per seat, in seat order (below)
```

A token of the display, or the face of a built Factory:

```
token       "cotton-2"     target  "token:cotton-2"     face  "2a"     name  "Cotton 2 (a)"
when        "When built"   words   the whole effect      assumed  that its effect is assumed, as a sentence, or ""
```

A seat:

```
seat, name, yours, vp, score, rank, breakdown
purse       money, coal, stored, silk, iron
tracks      three: {"track", "name", "target", "space", "reached", "spaces": [{"space", "income", "bonus", "column",
            "level": of the Factories it gives access to, or None}]}
pieces      {"rows": [{"line", "name", "built", "left"}], "between": [[{"column", "words", "gained"}] x 2],
            "lower", "higher"}
objectives  seven: {"objective", "name", "target", "level", "points", "lower", "higher": points of the columns or None,
            "value", "to_lower", "to_higher": what is still missing}
departments six: {"colour", "name", "target", "upgraded", "words"}
area        six: {"colour", "expert": destination or None, "grey": bool} or {"colour": None, ...}
salary      {"colours": [...], "due", "each", "more": the other colours, each of which would add to it}
tokens      {"supply": [value, ...], "locked": [{"value", "words": where it is freed}], "placed": number}
factories   those built, in Factory order: {"factory", "name", "target", "good", "face": see above or None for the Old
            Factory, "goods", "storage", "machines", "most", "output", "burns", "assumed": what of it is, or ""}
reach       Levels of which a Factory could still be built: {"level", "silk": needed as help, None if out of reach}
contracts   eight: {"contract", "target", "reward", "level", "fulfilled"}
waiting     whether a Machine waits
consolidation  what a Consolidation would do now: {"workers", "level", "more": Workers for the next level or None,
            "favors", "coal", "money": dropped, "kept", "bonuses": one for each grey space: {"space", "colour" or None,
            "name", "words"}, "income_coal", "income_money", "colours", "salary", "paid", "after": {stock: [least, most]}};
            income and what is paid are [least, most] too: steps of a grey space come before the income
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zashiki.games.nippon import actions, figures, wording
from zashiki.games.nippon.moves import CODEC
from zashiki.games.nippon.preview import ACTION_ICONS, unit
from zashiki.games.nippon.state import (
    ACTIONS,
    AREA,
    CITIES,
    CITY_SPACES,
    COLOURS,
    CONTRACTS,
    DESTINATIONS,
    DIFFERENT_REGION,
    EXPERT,
    FACTORIES,
    GOODS,
    LINES,
    NONE,
    NUMBERS,
    OLD,
    PIECES,
    PLACES,
    REGIONS,
    SAME_REGION,
    SECTIONS,
    SIDES,
    SLOTS,
    TILES,
    TOKENS_A,
    TOKENS_B,
    TRACKS,
    Action,
    Line,
    Piece,
    Task,
    Track,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position


def view(position: Position, seat: int | None, drafted: int = 0) -> dict[str, Any]:
    """Everything a seat (None: a spectator) may see, as plain data; see the top of this file."""
    return {
        "seat": seat,
        "players": position.players,
        "phase": position.phase,
        "mover": position.mover,
        "edition": "" if position.edition.title == position.game.title else position.edition.title,
        "options": dict(position.options),
        "round": _round(position),
        "turn": _turn(position),
        "unit": unit(position, drafted),
        "ending": _ending(position),
        "sections": _sections(position),
        "queue": _queue(position),
        "idle": {"made": int(position.state.idle), "most": int(position.rules.idle)},
        "assumed": _assumed_panels(position),
        "bag": {**_counts(position.state.bag), "total": int(position.state.bag.sum())},
        "regions": _regions(position),
        "overseas": int(min(position.rules.overseas[: position.rules.city_spaces])),
        "scoring": _scoring(position),
        "destinations": _destinations(position),
        "display": _display(position, seat),
        "pairs": _pairs(position),
        "seats": [_seat(position, number, seat) for number in range(position.players)],
    }


def _counts(counts: Any) -> dict[str, int]:
    return {name: int(counts[colour]) for colour, name in enumerate(COLOURS)}


def _colours(counts: Any) -> list[str]:
    return [name for colour, name in enumerate(COLOURS) for _n in range(int(counts[colour]))]


def _owner(seat: int) -> int | None:
    return int(seat) if seat != NONE else None


def _reward(rules: Any, effect: Any) -> dict[str, Any]:
    """An effect in words and as a sign."""
    return {"reward": wording.effect_words(rules, effect), "sign": figures.sign(effect)}


_PANELS = {
    "round": (
        "rounds.count",
        "rounds.scored",
        "rounds.final-turns",
        "rounds.period-1",
        "rounds.period-2",
        "rounds.period-3",
        "rounds.two-player-places",
    ),
    "idle": ("rounds.idle",),
    "map": ("regions", "trains", "cities", "tiles"),
    "abroad": ("destinations",),
    "sections": ("sections", "workers.per-colour", "workers.hiring-space", "workers.queue-row"),
    "display": ("factory", "goods"),
    "tracks": ("tracks", "favors.lower", "favors.higher"),
    "pieces": ("pieces",),
    "tokens": ("tokens",),
    "departments": ("departments",),
    "area": ("workers.bonus-spaces", "workers.salary"),
    "favors": ("favors.levels", "workers.spared"),
    "contracts": ("contracts", "favors.contracts-1", "favors.contracts-2", "favors.contracts-3"),
    "pairs": ("start", "tokens-a", "tokens-b", "old-factory"),
    "standings": ("leftovers",),
}
"""What of the edition each panel of the page shows. Actions and Factories are marked one by one; see `_PRICES`."""

_PRICES = {
    "rnd": ("prices.research",),
    "mining": ("prices.mining",),
    "machines": ("prices.machine",),
    "ships": ("prices.piece-iron", "prices.piece-money", "prices.piece-money-iron"),
    "trains": ("prices.piece-iron", "prices.piece-money", "prices.piece-money-iron"),
    "contracts": ("contracts.invest-steps",),
}
"""What of the edition the tile of an action shows, beside how often it can be activated."""


def _assumed(position: Position, *paths: str) -> str:
    """What of the numbers below some paths of the edition is assumed, as a sentence; empty if nothing is."""
    found = {
        path: known
        for path, known in position.edition.provenance.items()
        if known.source == "A" and any(path == p or path.startswith(f"{p}.") for p in paths)
    }
    return wording.assumed_words(found) if found else ""


def _assumed_panels(position: Position) -> dict[str, str]:
    found = {panel: _assumed(position, *paths) for panel, paths in _PANELS.items()}
    return {panel: words for panel, words in found.items() if words}


# -- the course of the game


def _round(position: Position) -> dict[str, Any]:
    state, rules = position.state, position.rules
    now, count = int(state.current_round), int(rules.rounds)
    last = count + int(rules.final_turns)
    scored = {int(rules.scored[0]): 0, int(rules.scored[1]): 1, last: 2}
    over = position.is_over
    track = []
    period = 0
    for number in range(1, last + 1):
        state_word = "past" if over or number < now else "now" if number == now else "coming"
        track.append(
            {
                "round": number,
                "period": period,
                "state": state_word,
                "final": number > count,
                "scored": int(rules.places[scored[number], 0]) if number in scored else None,
            }
        )
        period += number in scored
    headline, note = wording.round_parts(position)
    return {
        "headline": headline,
        "note": note,
        "number": now,
        "final": now > count,
        "period": figures.period_of(state, rules),
        "turns_left": int(state.turns_left),
        "words": wording.round_words(position),
        "track": track,
    }


def _turn(position: Position) -> dict[str, Any]:
    state, rules = position.state, position.rules
    action = int(state.action)
    return {
        "seat": position.mover if isinstance(position.mover, int) else None,
        "action": ACTIONS[action] if action != NONE else None,
        "section": SECTIONS[figures.section_of(rules, action)] if action != NONE else None,
        "made": int(state.made),
        "most": int(rules.activations[action]) if action != NONE else None,
        "worker": COLOURS[int(state.worker)] if state.worker != NONE else None,
    }


def _ending(position: Position) -> dict[str, Any]:
    state, rules = position.state, position.rules
    if not figures.in_turn(position) or position.mover == "*":
        return {"rows": [], "round_ends": False, "next": None}
    rows = [row for row in range(int(rules.rows)) if state.queue[row].sum() > 0]
    moves, short = [], False
    for section, name in enumerate(SECTIONS):
        if state.hiring[section].sum() == 0:
            if rows:
                moves.append({"row": rows.pop(0) + 1, "section": name})
            else:
                short = True
    final = state.current_round > rules.rounds
    last = final and state.turns_left == 1
    return {
        "rows": moves,
        "round_ends": bool(short and not final),
        "next": None if last else (int(state.seat) + 1) % position.players,
    }


# -- hiring


def _sections(position: Position) -> list[dict[str, Any]]:
    state, rules = position.state, position.rules
    found = []
    for section, name in enumerate(SECTIONS):
        here = [action for action in range(len(ACTIONS)) if int(rules.section[section]) >> action & 1]
        found.append(
            {
                "section": name,
                "number": wording.section_number(section),
                "workers": _colours(state.hiring[section]),
                "actions": [_action(position, action) for action in here],
            }
        )
    return found


def _action(position: Position, action: int) -> dict[str, Any]:
    state, rules = position.state, position.rules
    obstacle = None
    if figures.in_turn(position):
        obstacle = figures.obstacle(state, rules, int(state.seat), action)
    return {
        "action": ACTIONS[action],
        "name": wording.action_name(action),
        "icon": ACTION_ICONS[ACTIONS[action]],
        "target": f"action:{ACTIONS[action]}",
        "possible": figures.in_turn(position) and obstacle is None,
        "why_not": wording.obstacle_words(action, obstacle) if obstacle else "",
        "price": wording.action_price(rules, action),
        "cost": _cost(rules, action),
        "most": int(rules.activations[action]),
        "sign": _sign(rules, action),
        "differ": wording.differ_words(rules, action),
        "assumed": _assumed(position, f"activations.{ACTIONS[action]}", *_PRICES.get(ACTIONS[action], ())),
    }


def _sign(rules: Any, action: int) -> str:
    """Whether the activations of an action must differ (≠), be alike (=), or are free."""
    if action == Action.MARKET:
        return {SAME_REGION: "=", DIFFERENT_REGION: "≠"}.get(int(rules.market_region), "")
    return "≠" if wording.differ_words(rules, action) else ""


def _cost(rules: Any, action: int) -> list[dict[str, str]]:
    """What the activations of an action cost, as numbers with signs."""
    if action in (Action.RND, Action.MINING):
        prices = rules.research_price if action == Action.RND else rules.mining_price
        return [{"n": " · ".join(str(int(price)) for price in prices), "icon": "money"}]
    if action in (Action.FACTORY, Action.MACHINES):
        price = rules.factory_price if action == Action.FACTORY else rules.machine_price
        return [{"n": str(int(price)), "icon": "money"}]
    if action == Action.PRODUCTION:
        burns = [int(n) for n in rules.burns]
        return [{"n": f"{min(burns)} – {max(burns)}", "icon": "coal"}]
    if action in (Action.CONTRACTS, Action.MARKET):
        return [{"text": wording.goods_price(action)}]
    return [
        {"n": str(int(rules.piece_iron)), "icon": "iron"},
        {"text": wording.either()},
        {"n": str(int(rules.piece_money)), "icon": "money"},
        {"n": str(int(rules.piece_money_iron)), "icon": "iron"},
    ]


def _queue(position: Position) -> list[dict[str, Any]]:
    state = position.state
    first = figures.next_row(state)
    return [
        {
            "row": row + 1,
            "workers": _colours(state.queue[row]),
            "owed": int(state.owed[row]),
            "next": row == first,
        }
        for row in range(int(position.rules.rows))
    ]


# -- the map


def _regions(position: Position) -> list[dict[str, Any]]:
    state, rules = position.state, position.rules
    now = figures.regions_now(state, rules, figures.period_of(state, rules))
    found = []
    for region, name in enumerate(REGIONS):
        found.append(
            {
                "region": name,
                "name": wording.region_name(region),
                "short": wording.region_short(region),
                "target": f"region:{name}",
                **_reward(rules, rules.region_reward[region]),
                "cities": [
                    _city(position, city)
                    for city in range(len(CITIES))
                    if figures.city_region(city) == region
                ],
                "trains": [
                    {
                        "space": f"{name}-{space + 1}",
                        "target": f"train:{name}-{space + 1}",
                        **_reward(rules, rules.train_reward[space]),
                        "seat": _owner(state.train[region, space]),
                    }
                    for space in range(int(rules.train_spaces))
                ],
                "influence": now[region].influence,
                "overseas": now[region].overseas,
                "points": now[region].points,
            }
        )
    return found


def _city(position: Position, city: int) -> dict[str, Any]:
    state, rules = position.state, position.rules
    name = CITIES[city]
    spaces = []
    for space in range(int(rules.city_spaces)):
        good = figures.wanted(state, rules, city, space)
        spaces.append(
            {
                "space": f"{name}-{CITY_SPACES[space]}",
                "target": f"space:{name}-{CITY_SPACES[space]}",
                "good": GOODS[good] if good != NONE else None,
                "good_name": wording.good_name(good) if good != NONE else "",
                "overseas": int(rules.overseas[space]),
                "seat": _owner(state.token_seat[city, space]),
                "value": int(state.token_value[city, space]),
            }
        )
    laid = state.tile[city] != NONE
    return {
        "city": name,
        "name": wording.city_name(city),
        "tile": TILES[int(state.tile[city])] if laid else None,
        "rotation": int(state.rotation[city]),
        "spaces": spaces,
    }


def _scoring(position: Position) -> dict[str, Any]:
    state, rules = position.state, position.rules
    period = figures.period_of(state, rules)
    now = figures.regions_now(state, rules, period)
    return {
        "period": period,
        "values": [int(value) for value in rules.places[period] if value],
        "train": int(rules.train_influence),
        "totals": [sum(region.points[seat] for region in now) for seat in range(position.players)],
    }


def _destinations(position: Position) -> list[dict[str, Any]]:
    state, rules = position.state, position.rules
    found = []
    for destination, name in enumerate(DESTINATIONS):
        colour = int(rules.colour[destination])
        holder = next(
            (seat for seat in range(position.players) if destination in figures.experts(state.players[seat])),
            None,
        )
        found.append(
            {
                "destination": name,
                "name": wording.destination_name(destination),
                "target": f"destination:{name}",
                "colour": COLOURS[colour],
                "department": wording.department_name(colour),
                "expert": "home" if state.expert[destination] else holder,
                "ships": [
                    seat for seat in range(position.players) if state.players[seat].ship_at[destination]
                ],
            }
        )
    return found


# -- Factories on display, starting pairs


def _face(position: Position, type_: int, face: int) -> dict[str, Any]:
    token = f"{GOODS[type_]}-{face // 2 + 1}"
    entry = position.rules.faces[type_, face]
    return {
        "token": token,
        "target": f"token:{token}",
        "face": f"{face // 2 + 1}{SIDES[face % 2]}",
        "name": wording.face_id(type_, face),
        "when": wording.when_words(int(entry.when)),
        "words": wording.face_words(position.rules, type_, face),
        "assumed": _assumed(position, f"faces.{token}.{SIDES[face % 2]}"),
    }


def _display(position: Position, seat: int | None) -> list[dict[str, Any]]:
    state, rules = position.state, position.rules
    player = state.players[seat if seat is not None else int(state.seat)]
    found = []
    for type_, name in enumerate(GOODS):
        owned = player.factories[type_].face != NONE
        reach = int(actions.silk_help(rules, player, type_))
        found.append(
            {
                "type": name,
                "name": wording.good_name(type_),
                "target": f"type:{name}",
                "level": int(rules.level[type_]),
                "research": int(rules.research[type_]),
                "burns": int(rules.burns[type_]),
                "influence": [int(value) for value in rules.influence[type_, 1:]],
                "price": int(rules.factory_price),
                "reach": None if owned or reach == NONE else reach,
                "owned": bool(owned),
                "tokens": [
                    _face(position, type_, 2 * number + int(state.display[type_, number]))
                    for number in range(NUMBERS)
                    if state.display[type_, number] != NONE
                ],
            }
        )
    return found


def _pairs(position: Position) -> list[dict[str, Any]]:
    state = position.state
    return [
        {
            "slot": slot + 1,
            "target": f"pair:{slot + 1}",
            "a": TOKENS_A[int(state.pair_a[slot])],
            "b": TOKENS_B[int(state.pair_b[slot])],
            "words": wording.pair_words(position.rules, int(state.pair_a[slot]), int(state.pair_b[slot])),
            "vp": int(position.rules.token_vp[state.pair_a[slot]]),
            "first": wording.effects_words(position.rules, position.rules.token_a[state.pair_a[slot]]),
            "second": wording.effects_words(position.rules, position.rules.token_b[state.pair_b[slot]]),
        }
        for slot in range(SLOTS)
        if state.pair_a[slot] != NONE and state.pair_b[slot] != NONE
    ]


# -- a seat


def _seat(position: Position, seat: int, eyes: int | None) -> dict[str, Any]:
    rules, player = position.rules, position.state.players[seat]
    standing = position.standings[seat]
    purse = figures.purse(player)
    colours = figures.colours_of(rules, player)
    return {
        "seat": seat,
        "name": position.seats[seat],
        "yours": seat == eyes,
        "vp": purse.pop("vp"),
        "score": standing.score,
        "rank": standing.rank,
        "breakdown": dict(standing.breakdown),
        "purse": purse,
        "tracks": [_track(rules, player, seat, track) for track in range(len(TRACKS))],
        "pieces": _pieces(rules, player),
        "objectives": [
            _objective(rules, player, seat, line, standing.breakdown) for line in range(len(LINES))
        ],
        "departments": [
            {
                "colour": name,
                "name": wording.department_name(colour),
                "target": f"department:{seat}:{name}",
                "upgraded": bool(player.upgraded[colour]),
                "words": wording.department_words(rules, player, colour),
                "sign": figures.sign(rules.department[colour, player.upgraded[colour]]),
            }
            for colour, name in enumerate(COLOURS)
        ],
        "area": [_area_space(rules, player, space) for space in range(AREA)],
        "salary": {
            "colours": [COLOURS[c] for c in colours],
            "due": int(rules.salary) * len(colours),
            "each": int(rules.salary),
            "more": [name for c, name in enumerate(COLOURS) if c not in colours],
        },
        "tokens": _tokens(position, player, seat),
        "factories": [
            _factory(position, player, seat, factory)
            for factory in range(PLACES)
            if player.factories[factory].face != NONE
        ],
        "reach": _reach(position, player),
        "contracts": [
            {
                "contract": contract + 1,
                "target": f"contract:{seat}:{contract + 1}",
                **_reward(rules, rules.contract_reward[contract]),
                "level": int(rules.contract_level[contract]),
                "fulfilled": bool(player.fulfilled[contract]),
            }
            for contract in range(CONTRACTS)
        ],
        "waiting": bool(player.waiting),
        "consolidation": consolidation(position, seat),
    }


def _reach(position: Position, player: Any) -> list[dict[str, Any]]:
    """For each Level a Factory could still be built of: the Silk needed as help."""
    rules, found = position.rules, {}
    for type_ in range(len(GOODS)):
        if player.factories[type_].face == NONE and (position.state.display[type_] != NONE).any():
            needed = int(actions.silk_help(rules, player, type_))
            found.setdefault(int(rules.level[type_]), []).append(needed)
    return [
        {"level": level, "silk": min((n for n in needed if n != NONE), default=None)}
        for level, needed in sorted(found.items())
    ]


def _track(rules: Any, player: Any, seat: int, track: int) -> dict[str, Any]:
    income = {Track.MINING: rules.mining_coal, Track.FINANCE: rules.finance_money}.get(Track(track))
    line = Line.RND + track
    levels = {int(space): int(level) for space, level in zip(rules.research, rules.level, strict=True)}
    spaces = []
    for space in range(1, int(rules.last) + 1):
        bonus = rules.track_bonus[track, space]
        column = {int(rules.lower[line]): "lower", int(rules.higher[line]): "higher"}.get(space)
        spaces.append(
            {
                "space": space,
                "income": int(income[space]) if income is not None else None,
                "bonus": wording.effect_words(rules, bonus) if bonus.kind != Task.NOTHING else "",
                "sign": figures.sign(bonus),
                "column": column,
                "level": levels.get(space) if track == Track.RND else None,
            }
        )
    at = int(player.track[track])
    return {
        "track": TRACKS[track],
        "name": wording.track_name(track),
        "target": f"track:{seat}:{TRACKS[track]}",
        "space": at,
        "reached": int(player.finance_reached) if track == Track.FINANCE else at,
        "spaces": spaces,
    }


def _pieces(rules: Any, player: Any) -> dict[str, Any]:
    built = [int(n) for n in player.built]
    between = [
        [
            {
                "column": column,
                "words": wording.effect_words(rules, rules.row_bonus[row, column]),
                "sign": figures.sign(rules.row_bonus[row, column]),
                "gained": min(built[row], built[row + 1]) >= column,
            }
            for column in range(1, PIECES + 1)
            if rules.row_bonus[row, column].kind != Task.NOTHING
        ]
        for row in range(2)
    ]
    return {
        "rows": [
            {
                "line": LINES[piece],
                "name": wording.line_name(piece),
                "built": built[piece],
                "left": PIECES - built[piece],
            }
            for piece in Piece
        ],
        "between": between,
        "lower": int(rules.lower[Line.SHIPS]),
        "higher": int(rules.higher[Line.SHIPS]),
    }


def _objective(rules: Any, player: Any, seat: int, line: int, breakdown: Any) -> dict[str, Any]:
    level, value = int(player.favor[line]), figures.line_value(player, line)
    columns = line != Line.CONTRACTS
    lower, higher = (int(rules.lower[line]), int(rules.higher[line])) if columns else (0, CONTRACTS)
    return {
        "objective": LINES[line],
        "name": wording.line_name(line),
        "target": f"objective:{seat}:{LINES[line]}",
        "level": level,
        "points": breakdown[LINES[line]],
        "lower": int(rules.line_points[level, 0]) if columns and level else None,
        "higher": int(rules.line_points[level, 1]) if columns and level else None,
        "value": value,
        "to_lower": max(lower - value, 0),
        "to_higher": max(higher - value, 0),
    }


def _area_space(rules: Any, player: Any, space: int) -> dict[str, Any]:
    there = int(player.area[space])
    return {
        "colour": COLOURS[figures.colour_of(rules, there)] if there != NONE else None,
        "expert": DESTINATIONS[there - EXPERT] if there >= EXPERT else None,
        "grey": bool(rules.bonus_space[space]),
    }


def _tokens(position: Position, player: Any, seat: int) -> dict[str, Any]:
    values = range(1, len(player.supply))
    return {
        "supply": [value for value in values for _n in range(int(player.supply[value]))],
        "locked": [
            {"value": value, "words": wording.unlock_words(position.rules, value)}
            for value in values
            for _n in range(int(player.locked[value]))
        ],
        "placed": int((position.state.token_seat == seat).sum()),
    }


def _factory(position: Position, player: Any, seat: int, factory: int) -> dict[str, Any]:
    rules, place = position.rules, player.factories[factory]
    good = figures.good_of(player, factory)
    face = _face(position, factory, int(place.face)) if factory < OLD else None
    return {
        "factory": FACTORIES[factory],
        "name": wording.factory_name(factory),
        "target": f"factory:{seat}:{FACTORIES[factory]}",
        "good": GOODS[good],
        "face": face,
        "assumed": face["assumed"] if face else _assumed(position, "old-factory"),
        "goods": int(place.goods),
        "storage": int(rules.storage[factory]),
        "machines": int(place.machines),
        "most": int(rules.machines[factory]),
        "output": figures.output_of(rules, player, factory, True),
        "burns": int(rules.burns[factory]),
    }


def consolidation(position: Position, seat: int) -> dict[str, Any] | None:
    """What a Consolidation of a seat would bring now; None before the first turn and after the end."""
    if not figures.in_turn(position):
        return None
    rules, player = position.rules, position.state.players[seat]
    found = figures.consolidation(position.state, rules, seat)
    grey = [space for space in range(AREA) if rules.bonus_space[space]]
    return {
        "workers": found.workers,
        "level": found.level,
        "more": found.more,
        "favors": [LINES[line] for line in found.favors] if found.level else [],
        "coal": found.coal,
        "money": found.money,
        "kept": found.kept,
        "bonuses": [
            {"space": space + 1, "colour": None, "name": "", "words": "", "sign": None}
            if colour is None
            else {
                "space": space + 1,
                "colour": COLOURS[colour],
                "name": wording.department_name(colour),
                "words": wording.department_words(rules, player, colour),
                "sign": figures.sign(rules.department[colour, player.upgraded[colour]]),
            }
            for space, colour in zip(grey, found.grey, strict=True)
        ],
        "income_coal": list(found.income_coal),
        "income_money": list(found.income_money),
        "colours": [COLOURS[colour] for colour in found.colours],
        "salary": found.salary,
        "paid": list(found.paid),
        "after": {stock: list(span) for stock, span in found.after.items()},
    }


# -- moves on the page


def targets(position: Position, action: int) -> tuple[str, ...]:
    """The path of places on the page a move concerns."""
    fields = CODEC.fields(action)
    verb = fields["verb"]
    if verb in ("ship", "train"):
        place = (
            f"destination:{fields['destination']}"
            if verb == "ship"
            else f"train:{fields['region']}-{fields['space']}"
        )
        return (place,) if fields["how"] in ("free", "extra") else (place, f"how:{fields['how']}")
    if verb == "build":
        return (f"type:{fields['token'].split('-')[0]}", f"token:{fields['token']}")
    if verb in _TARGETS:
        return tuple(target.format(mover=position.mover, **fields) for target in _TARGETS[verb])
    return (f"verb:{verb}",)


_TARGETS: dict[str, tuple[str, ...]] = {
    "pick": ("pair:{slot}",),
    "side": ("good:{good}",),
    "worker": ("bag:{colour}",),
    "take": ("worker:{section}:{colour}", "action:{action}"),
    "research": ("track:{mover}:rnd",),
    "mine": ("track:{mover}:mining",),
    "machine": ("factory:{mover}:{factory}",),
    "produce": ("factory:{mover}:{factory}",),
    "market": ("space:{city}-{space}", "count:{count}"),
    "reward": ("reward:{kind}",),
    "contract": ("contract:{mover}:{contract}",),
    "spend": ("good:{good}",),
    "dept": ("department:{mover}:{colour}",),
    "step": ("track:{mover}:{track}",),
    "good": ("factory:{mover}:{factory}",),
    "region": ("region:{region}",),
    "favor": ("objective:{mover}:{objective}",),
    "keep": ("keep:{coal}-{money}",),
    "first": ("seat:{seat}",),
    "tile": ("city:{city}", "tile:{tile}"),
    "rotate": ("city:{city}", "turns:{turns}"),
    "face": ("token:{token}", "side:{side}"),
    "late": ("type:{type}",),
    "hire": ("section:{section}", "bag:{colour}"),
    "queue": ("row:{row}", "bag:{colour}"),
    "token-a": ("token:{token}",),
    "token-b": ("token:{token}",),
}
