"""Nippon: Zaibatsu in words: names, effects, the prompt, the log, reasons, moves, results, the table as plain text.

Every sentence is one translatable message with named placeholders. The numbers come from `figures.py`. Seats are
called by their names only; reasons and questions address the seat they are for as "you".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from zashiki.core.contract import Line, Prompt
from zashiki.core.i18n import _, ngettext
from zashiki.games.nippon import figures
from zashiki.games.nippon.edition import Numbers
from zashiki.games.nippon.figures import PERIODS, Event, Obstacle
from zashiki.games.nippon.moves import CODEC
from zashiki.games.nippon.state import (
    ACTIONS,
    AREA,
    CITIES,
    CITY_SPACES,
    COLOURS,
    DESTINATIONS,
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
    TILES,
    TOKENS,
    TOKENS_A,
    TOKENS_B,
    TRACKS,
    Action,
    Follow,
    Piece,
    Stock,
    Task,
    Track,
    When,
)
from zashiki.games.nippon.state import Line as Objective

if TYPE_CHECKING:
    from zashiki.core.edition import Provenance
    from zashiki.core.position import Position


def N_(message: str) -> str:
    """Mark a message for translation that is translated where it is used."""
    return message


# -- names

GOOD_NAMES = (N_("Cotton"), N_("Paper"), N_("Bento"), N_("Lenses"), N_("Bulbs"), N_("Clocks"))
FACTORY_NAMES = (*GOOD_NAMES, N_("Old Factory"))
COLOUR_NAMES = (N_("black"), N_("red"), N_("grey"), N_("blue"), N_("white"), N_("yellow"))
WORKER_NAMES = (
    N_("a black Worker"),
    N_("a red Worker"),
    N_("a grey Worker"),
    N_("a blue Worker"),
    N_("a white Worker"),
    N_("a yellow Worker"),
)
WORKER_TITLES = (
    N_("Black Worker"),
    N_("Red Worker"),
    N_("Grey Worker"),
    N_("Blue Worker"),
    N_("White Worker"),
    N_("Yellow Worker"),
)
DEPARTMENT_NAMES = (
    N_("Energy"),
    N_("Exploration"),
    N_("Transport"),
    N_("Finance"),
    N_("Invention"),
    N_("Diplomacy"),
)
ACTION_NAMES = (
    N_("R&D"),
    N_("Production"),
    N_("Factory"),
    N_("Contracts"),
    N_("Mining"),
    N_("Ships"),
    N_("Machines"),
    N_("Trains"),
    N_("Local Market"),
)
TRACK_NAMES = (N_("R&D"), N_("Mining"), N_("Finance"))
LINE_NAMES = (
    N_("Ships"),
    N_("Machines"),
    N_("Trains"),
    N_("R&D"),
    N_("Mining"),
    N_("Finance"),
    N_("Contracts"),
)
DESTINATION_NAMES = (
    N_("New York"),
    N_("San Francisco"),
    N_("Washington"),
    N_("Paris"),
    N_("London"),
    N_("Berlin"),
)
REGION_NAMES = (
    N_("Kyushu"),
    N_("Chugoku and Shikoku"),
    N_("Kansai and Chubu"),
    N_("Kanto and the North"),
)
SHORT_REGION_NAMES = (N_("Kyushu"), N_("Chugoku"), N_("Kansai"), N_("Kanto"))
CITY_NAMES = (
    N_("Nagasaki"),
    N_("Fukuoka"),
    N_("Hiroshima"),
    N_("Okayama"),
    N_("Osaka"),
    N_("Nagoya"),
    N_("Tokyo"),
    N_("Sendai"),
)
PART_NAMES = {
    "points": N_("points"),
    "influence": N_("Influence"),
    "ships": N_("Ships"),
    "machines": N_("Machines"),
    "trains": N_("Trains"),
    "rnd": N_("R&D"),
    "mining": N_("Mining"),
    "finance": N_("Finance"),
    "contracts": N_("Contracts"),
    "leftovers": N_("leftovers"),
}
PIECE_NAMES = (N_("a Ship"), N_("a Machine"), N_("a Train"))
FREE_NAMES = (N_("a free Ship"), N_("a free Machine"), N_("a free Train"))
ANOTHER_NAMES = (N_("another Ship"), N_("another Machine"), N_("another Train"))


def good_name(good: int) -> str:
    """The name of a good."""
    return _(GOOD_NAMES[good])


def factory_name(factory: int) -> str:
    """The name of a Factory: that of its good."""
    return _(FACTORY_NAMES[factory])


def city_name(city: int) -> str:
    """The name of a city."""
    return _(CITY_NAMES[city])


def region_name(region: int) -> str:
    """The full name of a Region."""
    return _(REGION_NAMES[region])


def region_short(region: int) -> str:
    """The name of a Region where there is little room, and inside sentences."""
    return _(SHORT_REGION_NAMES[region])


def action_name(action: int) -> str:
    """The name of an action."""
    return _(ACTION_NAMES[action])


def track_name(track: int) -> str:
    """The name of a track."""
    return _(TRACK_NAMES[track])


def line_name(line: int) -> str:
    """The name of a Personal Objective."""
    return _(LINE_NAMES[line])


def destination_name(destination: int) -> str:
    """The name of a destination."""
    return _(DESTINATION_NAMES[destination])


def department_name(colour: int) -> str:
    """The name of a Department."""
    return _(DEPARTMENT_NAMES[colour])


def section_number(section: int) -> int:
    """The number people call a section by."""
    return section + 1


def face_id(type_: int, face: int) -> str:
    """The name of a face on its token: `Cotton 2 (b)`."""
    return _("{good} {n} ({side})").format(good=good_name(type_), n=face // 2 + 1, side=SIDES[face % 2])


def listed(parts: Sequence[str]) -> str:
    """Parts as a list in words: "Ann, Ben and Chiyo"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=_(", ").join(parts[:-1]), last=parts[-1])


def amount(stock: int, n: int) -> str:
    """An amount of a stock: "3 Money"."""
    if stock == Stock.MONEY:
        return ngettext("{n} Money", "{n} Money", n).format(n=n)
    if stock == Stock.COAL:
        return ngettext("{n} Coal", "{n} Coal", n).format(n=n)
    if stock == Stock.STORED:
        return ngettext("{n} stored Coal", "{n} stored Coal", n).format(n=n)
    if stock == Stock.SILK:
        return ngettext("{n} Silk", "{n} Silk", n).format(n=n)
    if stock == Stock.IRON:
        return ngettext("{n} Iron", "{n} Iron", n).format(n=n)
    return ngettext("{n} VP", "{n} VP", n).format(n=n)


def strong(text: str) -> str:
    """A text marked as the amount of a line."""
    return f"**{text}**"


def money(n: int) -> str:
    """An amount of Money."""
    return amount(Stock.MONEY, n)


def steps(n: int) -> str:
    """A number of free track steps."""
    return ngettext("{n} track step", "{n} track steps", n).format(n=n)


# -- effects in words


def effect_words(rules: Any, effect: Any, offer: Any = None) -> str:
    """An effect as a short text: "2 Silk", "R&D +2", "a free Train"."""
    kind, a, b = int(effect.kind), int(effect.a), int(effect.b)
    if kind == Task.GAIN:
        return amount(a, b)
    if kind == Task.ADVANCE:
        return _("{track} +{n}").format(track=_(TRACK_NAMES[a]), n=b)
    if kind == Task.DEPARTMENT:
        return _("{department} ({colour})").format(
            department=_(DEPARTMENT_NAMES[a]), colour=_(COLOUR_NAMES[a])
        )
    if kind == Task.DEPT:
        return _dept_words(a)
    if kind == Task.STEP:
        return steps(a)
    if kind == Task.UNLOCK:
        return _("Influence token {value} freed").format(value=a)
    if kind == Task.FREE:
        return _free_words(a, b, offer)
    if kind == Task.EXTRA:
        return _("then, if you like, {gain} for {price}").format(
            gain=_("{track} +{n}").format(track=_(TRACK_NAMES[int(offer.track)]), n=int(offer.steps)),
            price=price_words(offer),
        )
    return _EFFECT_WORDS[kind](a, b)


def _dept_words(colours: int) -> str:
    if colours == (1 << len(COLOURS)) - 1:
        return _("any Department")
    names = [_(name) for i, name in enumerate(DEPARTMENT_NAMES) if colours >> i & 1]
    return _("{department} or {other}").format(department=names[0], other=names[-1])


def _free_words(pieces: int, follow: int, offer: Any) -> str:
    which = [piece for piece in Piece if pieces >> piece & 1]
    if len(which) > 1:
        return _("a free Ship, Machine or Train")
    piece = _(FREE_NAMES[which[0]])
    if follow == Follow.TWICE:
        return _("a free Train, its reward twice")
    if follow == Follow.OFFER:
        return _("{piece}, then, if you like, {another} for {price}").format(
            piece=piece, another=_(ANOTHER_NAMES[which[0]]), price=price_words(offer)
        )
    if follow == Follow.ELSEWHERE:
        return _("a free Machine, then another on a different Factory")
    if follow == Follow.PRODUCE:
        return _("a free Machine, then one production there, free of Coal")
    if follow == Follow.DEPARTMENT:
        return _("a free Ship, then the Department of its destination")
    return piece


def price_words(offer: Any) -> str:
    """What an offered exchange costs."""
    parts = []
    if offer.finance:
        parts.append(_("Finance −{n}").format(n=int(offer.finance)))
    if offer.money:
        parts.append(money(int(offer.money)))
    if offer.iron:
        parts.append(amount(Stock.IRON, int(offer.iron)))
    return listed(parts)


_EFFECT_WORDS: dict[int, Callable[[int, int], str]] = {
    Task.WORKER_COLOUR: lambda a, b: _("the Department of the Worker’s colour"),
    Task.REGION: lambda a, b: _("the reward of a Region where you laid track"),
    Task.GOOD: lambda a, b: ngettext(
        "a good on {n} Factory", "a good on each of {n} different Factories", a
    ).format(n=a),
    Task.GOODS_HERE: lambda a, b: ngettext("{n} good here", "{n} goods here", a).format(n=a),
    Task.BY_FAVOR: lambda a, b: _(
        "{department} as often as the level of the Favor on {objective} exceeds 1"
    ).format(department=_(DEPARTMENT_NAMES[a]), objective=_(LINE_NAMES[b])),
    Task.AGAIN: lambda a, b: _("every Department bonus your {track} marker has reached once more").format(
        track=_(TRACK_NAMES[a])
    ),
    Task.VP_PER_GOOD: lambda a, b: ngettext(
        "{n} VP for each different good of your Factories",
        "{n} VP for each different good of your Factories",
        a,
    ).format(n=a),
    Task.VP_PER_LOWER: lambda a, b: ngettext(
        "{n} VP for each line that has reached its lower column",
        "{n} VP for each line that has reached its lower column",
        a,
    ).format(n=a),
    Task.VP_PER_COLUMN: lambda a, b: (
        _("{n} VP for each column reached by Ships, Machines and Trains").format(n=a)
        if b & 1
        else _("{n} VP for each column reached by R&D, Mining and Finance").format(n=a)
    ),
    Task.MONEY_PER_MACHINE: lambda a, b: _("{n} Money per Machine built, at most {most}").format(n=a, most=b),
    Task.MORE_GOODS: lambda a, b: ngettext("{n} more good", "{n} more goods", a).format(n=a),
    Task.LESS_COAL: lambda a, b: _("{n} Coal less").format(n=a),
    Task.KEEPING: lambda a, b: _("a Consolidation leaves you {n} units of Coal and Money").format(n=a),
    Task.TRAINS_COUNT: lambda a, b: _("each of your Trains counts {n} Influence").format(n=a),
    Task.WAITING_MACHINE: lambda a, b: _("a Machine for your first Factory"),
    Task.SIDE: lambda a, b: _("the Old Factory"),
    Task.WORKER: lambda a, b: _("a Worker of your choice from the bag"),
}


def effects_words(rules: Any, effects: Any, offer: Any = None) -> str:
    """Several effects in their order."""
    parts = [effect_words(rules, effect, offer) for effect in effects if effect.kind != Task.NOTHING]
    return _("; ").join(parts)


CONTRACT_TIMES = (
    N_("First contract of an action"),
    N_("Second contract of an action"),
    N_("Third contract of an action"),
)


def when_words(when: int) -> str:
    """When the effects of a face apply: "When built", "After the first R&D"."""
    if when == When.NOW:
        return _("When built")
    if when == When.ALWAYS:
        return _("Always")
    if when == When.HERE_MACHINE:
        return _("Machine placed here")
    if when == When.HERE_PRODUCTION:
        return _("Production here")
    if when == When.EACH_CONTRACT:
        return _("Each contract")
    if when < When.FIRST:
        return _(CONTRACT_TIMES[when - When.CONTRACT - 1])
    if when < When.EACH:
        return _("First activation of {action}").format(action=_(ACTION_NAMES[when - When.FIRST]))
    if when < When.AFTER:
        return _("Each activation of {action}").format(action=_(ACTION_NAMES[when - When.EACH]))
    return _("After the action {action}").format(action=_(ACTION_NAMES[when - When.AFTER]))


def face_words(rules: Any, type_: int, face: int) -> str:
    """What a Factory face does, in one line."""
    entry = rules.faces[type_, face]
    return _("{when}: {effects}").format(
        when=when_words(int(entry.when)), effects=effects_words(rules, entry.effects, entry.offer)
    )


def department_words(rules: Any, player: Any, colour: int) -> str:
    """What a Department pays a player now."""
    return effect_words(rules, rules.department[colour, player.upgraded[colour]])


def pair_words(rules: Any, a: int, b: int) -> str:
    """A pair of starting tokens."""
    return _("{points}; {first}; {second}").format(
        points=amount(Stock.VP, int(rules.token_vp[a])),
        first=effects_words(rules, rules.token_a[a]),
        second=effects_words(rules, rules.token_b[b]),
    )


def colour_list(colours: Iterable[int]) -> str:
    """Colours as a list."""
    return listed([_(COLOUR_NAMES[colour]) for colour in colours])


def goods_list(goods: Sequence[str]) -> str:
    """Goods as a list."""
    return listed([good_name(GOODS.index(good)) for good in goods])


def staff_words(player: Any) -> str:
    """Who is in the Workers area: "4 Workers and 1 Expert"."""
    hired, abroad = len(figures.workers(player)), len(figures.experts(player))
    workers = ngettext("{n} Worker", "{n} Workers", hired).format(n=hired)
    experts = ngettext("{n} Expert", "{n} Experts", abroad).format(n=abroad)
    if hired and abroad:
        return _("{workers} and {experts}").format(workers=workers, experts=experts)
    return experts if abroad else workers


# -- why an action is not possible


def obstacle_words(action: int, found: Obstacle) -> str:
    """Why an action cannot be activated."""
    if found.kind == "last":
        return _("the {track} marker is at the end of its track").format(track=_(ACTION_NAMES[action]))
    if found.kind == "money":
        return ngettext(
            "{short} Money short: it costs {need}, you have {have} with your Silk",
            "{short} Money short: it costs {need}, you have {have} with your Silk",
            found.need - found.have,
        ).format(short=found.need - found.have, need=found.need, have=found.have)
    if found.kind == "silk":
        return _("your R&D level is too low: {need} Silk would help, you have {have}").format(
            need=found.need, have=found.have
        )
    if found.kind == "coal":
        return _("it burns {need} Coal, you have {have}").format(need=found.need, have=found.have)
    if found.kind == "iron":
        return _("it needs {need} Iron, you have {have}").format(need=found.need, have=found.have)
    if found.kind == "goods":
        return ngettext(
            "it needs {need} good, you have none",
            "it needs {need} different goods, you have {have}",
            found.need,
        ).format(need=found.need, have=found.have)
    if found.kind == "most":
        return ngettext(
            "it has been activated {n} time, as often as it can be",
            "it has been activated {n} times, as often as it can be",
            found.need,
        ).format(n=found.need)
    if found.kind == "pieces":
        names = {
            Action.SHIPS: _("all your Ships are built"),
            Action.MACHINES: _("all your Machines are built"),
            Action.TRAINS: _("all your Trains are built"),
        }
        return names[Action(action)]
    return {
        "places": _("no Factory of yours takes a Machine now"),
        "spaces": _("no Train space is free where you may build"),
        "full": _("every Factory that may still produce is full"),
        "none": _("you have no Factory that may produce"),
        "display": _("no Factory type that you lack is within reach of your R&D level"),
        "contracts": _("nothing is left to invest in or to fulfil with these goods"),
        "city": _("no city takes what you have: the right token or a free or lower space is missing"),
    }[found.kind]


def _player(position: Position) -> Any:
    return position.state.players[position.state.seat]


# -- moves in words


def say(position: Position, action: int) -> str:
    """A move in words, as a button or a list shows it."""
    fields = CODEC.fields(action)
    return _SAY[fields["verb"]](position, fields)


def _how_words(position: Position, how: str) -> str:
    rules = position.rules
    if how == "iron":
        return _("for {iron}").format(iron=amount(Stock.IRON, int(rules.piece_iron)))
    if how == "money":
        return _("for {money} and {iron}").format(
            money=money(int(rules.piece_money)), iron=amount(Stock.IRON, int(rules.piece_money_iron))
        )
    if how == "free":
        return _("free of charge")
    top = position.state.stack[position.state.depth - 1]
    if top.kind == Task.EXTRA:
        return _("for {price}").format(price=price_words(rules.faces[int(top.a), int(top.b)].offer))
    return _("at the price of the offer")


def _say_take(position: Position, fields: dict[str, str]) -> str:
    return _("{action} with {worker}").format(
        action=_(ACTION_NAMES[ACTIONS.index(fields["action"])]),
        worker=_(WORKER_NAMES[COLOURS.index(fields["colour"])]),
    )


def _say_build(position: Position, fields: dict[str, str]) -> str:
    type_, number = divmod(TOKENS.index(fields["token"]), NUMBERS)
    side = int(position.state.display[type_, number])
    if side == NONE:
        return _("{good} {n}").format(good=good_name(type_), n=number + 1)
    return _("{face}: {words}").format(
        face=face_id(type_, 2 * number + side), words=face_words(position.rules, type_, 2 * number + side)
    )


def _say_market(position: Position, fields: dict[str, str]) -> str:
    city, space, count = (
        CITIES.index(fields["city"]),
        CITY_SPACES.index(fields["space"]),
        int(fields["count"]),
    )
    good = figures.wanted(position.state, position.rules, city, space)
    if good == NONE:
        return _("Sell on space {space} of {city}").format(space=fields["space"], city=city_name(city))
    return _("{n} {good} in {city} {space}: Influence {value}").format(
        n=count,
        good=good_name(good),
        city=city_name(city),
        space=fields["space"],
        value=int(position.rules.influence[good, count]),
    )


def _say_reward(position: Position, fields: dict[str, str]) -> str:
    if fields["kind"] == "vp":
        return amount(Stock.VP, int(position.rules.market_vp))
    top = position.state.stack[position.state.depth - 1]
    if top.kind != Task.REWARD:
        return _("The reward of the Region")
    region = int(top.a)
    return _("{reward} from {region}").format(
        reward=effect_words(position.rules, position.rules.region_reward[region]), region=region_short(region)
    )


def _say_contract(position: Position, fields: dict[str, str]) -> str:
    effect = position.rules.contract_reward[int(fields["contract"]) - 1]
    reward = effect_words(position.rules, effect)
    if effect.kind == Task.DEPARTMENT and not position.is_over:
        reward = _("{gain} from {department}").format(
            gain=department_words(position.rules, _player(position), int(effect.a)),
            department=department_name(int(effect.a)),
        )
    return _("Contract {n}: {reward}").format(n=fields["contract"], reward=reward)


def _say_dept(position: Position, fields: dict[str, str]) -> str:
    colour = COLOURS.index(fields["colour"])
    return _("{department}: {gain}").format(
        department=_(DEPARTMENT_NAMES[colour]),
        gain=department_words(position.rules, _player(position), colour),
    )


def _say_keep(position: Position, fields: dict[str, str]) -> str:
    coal, cash = int(fields["coal"]), int(fields["money"])
    kept = [amount(Stock.COAL, coal)] * (coal > 0) + [money(cash)] * (cash > 0)
    return _("Keep {what}").format(what=listed(kept)) if kept else _("Keep nothing")


def _say_pick(position: Position, fields: dict[str, str]) -> str:
    slot = int(fields["slot"]) - 1
    a, b = int(position.state.pair_a[slot]), int(position.state.pair_b[slot])
    if a == NONE or b == NONE:
        return _("Pair {n}").format(n=fields["slot"])
    return _("Pair {n}: {words}").format(n=fields["slot"], words=pair_words(position.rules, a, b))


def _say_favor(position: Position, fields: dict[str, str]) -> str:
    line = LINES.index(fields["objective"])
    top = position.state.stack[position.state.depth - 1]
    level = int(top.a) if top.kind == Task.FAVOR else 1
    values = {
        "objective": _(LINE_NAMES[line]),
        "points": objective_words(position.rules, line, level),
        "value": figures.line_value(_player(position), line),
        "first": int(position.rules.lower[line]),
        "last": int(position.rules.higher[line]),
    }
    if line == Objective.CONTRACTS:
        return _("{objective}: {points}, you have {value}").format(**values)
    return _("{objective}: {points} at {first} and {last}, you are at {value}").format(**values)


def objective_words(rules: Any, line: int, level: int) -> str:
    """What a Favor of a level on an objective can bring."""
    if line == Objective.CONTRACTS:
        first, last = int(rules.contract_points[level, 1]), int(rules.contract_points[level, -1])
        return _("{first} to {last} VP by contracts").format(first=first, last=last)
    lower, higher = (int(points) for points in rules.line_points[level])
    return _("{lower} or {higher} VP").format(lower=lower, higher=higher)


def _say_first(position: Position, fields: dict[str, str]) -> str:
    seat = int(fields["seat"])
    name = position.seats[seat] if seat < position.players else _("Seat {n}").format(n=seat)
    return _("{name} is the first player").format(name=name)


def _say_tile(position: Position, fields: dict[str, str]) -> str:
    tile = TILES.index(fields["tile"])
    goods = [good_name(int(good)) for good in position.rules.tile_goods[tile]]
    return _("Tile {n} in {city}: {goods}").format(
        n=tile + 1, city=city_name(CITIES.index(fields["city"])), goods=_(", ").join(goods)
    )


def _say_rotate(position: Position, fields: dict[str, str]) -> str:
    city, turns = CITIES.index(fields["city"]), int(fields["turns"])
    tile = int(position.state.tile[city])
    if tile == NONE:
        text = ngettext(
            "The tile in {city} is turned {n} quarter", "The tile in {city} is turned {n} quarters", turns
        )
        return text.format(city=city_name(city), n=turns)
    good = int(position.rules.tile_goods[tile, -turns % len(CITY_SPACES)])
    return _("{good} on top in {city}").format(good=good_name(good), city=city_name(city))


def _say_face(position: Position, fields: dict[str, str]) -> str:
    type_, number = divmod(TOKENS.index(fields["token"]), NUMBERS)
    face = 2 * number + SIDES.index(fields["side"])
    return _("{face}: {words}").format(
        face=face_id(type_, face), words=face_words(position.rules, type_, face)
    )


def _say_token_a(position: Position, fields: dict[str, str]) -> str:
    a, rules = TOKENS_A.index(fields["token"]), position.rules
    return _("{points}; {effects}").format(
        points=amount(Stock.VP, int(rules.token_vp[a])), effects=effects_words(rules, rules.token_a[a])
    )


def _say_accept(position: Position, fields: dict[str, str]) -> str:
    top = position.state.stack[position.state.depth - 1]
    if top.kind != Task.EXTRA:
        return _("Accept the offer")
    offer = position.rules.faces[int(top.a), int(top.b)].offer
    return _("{track} +{n} for {price}").format(
        track=_(TRACK_NAMES[max(int(offer.track), 0)]), n=int(offer.steps), price=price_words(offer)
    )


def _price_of_step(position: Position, prices: Any) -> str:
    made = min(int(position.state.made), len(prices) - 1)
    return money(int(prices[made]))


_SAY: dict[str, Callable[[Position, dict[str, str]], str]] = {
    "pick": _say_pick,
    "side": lambda p, f: _("The Old Factory makes {good}").format(good=good_name(GOODS.index(f["good"]))),
    "worker": lambda p, f: _(WORKER_TITLES[COLOURS.index(f["colour"])]),
    "take": _say_take,
    "consolidate": lambda p, f: _("Consolidate"),
    "silk": lambda p, f: _("Turn 1 Silk into 1 Money"),
    "research": lambda p, f: _("R&D +1 for {price}").format(price=_price_of_step(p, p.rules.research_price)),
    "mine": lambda p, f: _("Mining +1 for {price}").format(price=_price_of_step(p, p.rules.mining_price)),
    "build": _say_build,
    "machine": lambda p, f: _("Machine on {factory}").format(
        factory=factory_name(FACTORIES.index(f["factory"]))
    ),
    "produce": lambda p, f: _("Produce in {factory}").format(
        factory=factory_name(FACTORIES.index(f["factory"]))
    ),
    "ship": lambda p, f: _("Ship to {destination} {how}").format(
        destination=_(DESTINATION_NAMES[DESTINATIONS.index(f["destination"])]), how=_how_words(p, f["how"])
    ),
    "train": lambda p, f: _("Train in {region}, space {space}, {how}: {reward}").format(
        region=region_short(REGIONS.index(f["region"])),
        space=f["space"],
        how=_how_words(p, f["how"]),
        reward=effect_words(p.rules, p.rules.train_reward[int(f["space"]) - 1]),
    ),
    "market": _say_market,
    "reward": _say_reward,
    "invest": lambda p, f: _("Invest: Finance +{n}").format(n=int(p.rules.invest_steps)),
    "contract": _say_contract,
    "spend": lambda p, f: _("Spend {good}").format(good=good_name(GOODS.index(f["good"]))),
    "stop": lambda p, f: _("End the action"),
    "dept": _say_dept,
    "step": lambda p, f: _("{track} +1").format(track=_(TRACK_NAMES[TRACKS.index(f["track"])])),
    "good": lambda p, f: _("A good on {factory}").format(factory=factory_name(FACTORIES.index(f["factory"]))),
    "accept": _say_accept,
    "skip": lambda p, f: _("Decline the offer"),
    "region": lambda p, f: _("{region}: {reward}").format(
        region=region_short(REGIONS.index(f["region"])),
        reward=effect_words(p.rules, p.rules.region_reward[REGIONS.index(f["region"])]),
    ),
    "favor": _say_favor,
    "keep": _say_keep,
    "first": _say_first,
    "tile": _say_tile,
    "rotate": _say_rotate,
    "face": _say_face,
    "late": lambda p, f: _("A late Factory: {good}").format(good=good_name(GOODS.index(f["type"]))),
    "hire": lambda p, f: _("{worker} to section {n}").format(
        worker=_(WORKER_TITLES[COLOURS.index(f["colour"])]),
        n=section_number(SECTIONS.index(f["section"])),
    ),
    "queue": lambda p, f: _("{worker} to row {n}").format(
        worker=_(WORKER_TITLES[COLOURS.index(f["colour"])]), n=f["row"]
    ),
    "token-a": _say_token_a,
    "token-b": lambda p, f: effects_words(p.rules, p.rules.token_b[TOKENS_B.index(f["token"])]),
}


# -- what a hired Worker means, and the steps of a turn in two or three words


def hire_words(position: Position, section: int, colour: int) -> str:
    """What hiring a Worker changes besides the action: salary, the grey space, what follows in the Hiring area."""
    state, rules, player = position.state, position.rules, _player(position)
    colours = figures.colours_of(rules, player)
    due = int(rules.salary) * len({*colours, colour})
    parts = [_("{worker}.").format(worker=_(WORKER_TITLES[colour]))]
    if colour in colours:
        parts.append(
            _("The salary stays at **{money}**: the colour is there already.").format(money=money(due))
        )
    else:
        parts.append(_("The salary rises to **{money}**.").format(money=money(due)))
    space = len(figures.occupied(player))
    if space < AREA and rules.bonus_space[space]:
        text = _("Space {n} is grey: {department} will pay **{gain}**.")
        gain = department_words(rules, player, colour)
        parts.append(text.format(n=space + 1, department=department_name(colour), gain=gain))
    if state.hiring[section].sum() == 1 and figures.next_row(state) != NONE:
        text = _("The section is empty then: row {row} of the queue comes.")
        parts.append(text.format(row=figures.next_row(state) + 1))
    return " ".join(parts)


def region_words(region: int, influence: Sequence[int], place: Sequence[int], points: Sequence[int]) -> str:
    """How a move changes a Region for a seat: Influence, place, and what a scoring would pay; each before and after."""
    values = {
        "region": region_short(region),
        "old": influence[0],
        "new": influence[1],
        "place": place[1],
        "points": points[1],
        "before": points[0],
    }
    text = _("{region}: Influence **{old} → {new}**, place {place}; a scoring would pay **{points} VP**.")
    if points[0] != points[1]:
        text = _(
            "{region}: Influence **{old} → {new}**, place {place}; a scoring would pay **{points} VP**, not {before}."
        )
    return text.format(**values)


def round_would_end() -> str:
    """That the section would be empty, the queue is, and the round ends."""
    return _("The round would end with this turn.")


def unlocked_words(value: int) -> str:
    """That an Influence token joins the supply."""
    return _("Influence token {value} freed").format(value=value)


def step_label(before: Position, action: int, after: Position) -> str:
    """A step of a turn in two or three words, for the trail of what has been done."""
    fields = CODEC.fields(action)
    verb = fields["verb"]
    if verb in _LABELS:
        return _LABELS[verb](before, fields, after)
    return say(before, action)


def choice_words(position: Position, action: int) -> str:
    """A move as short as a list beside the map can show it: what it costs and brings stands there in numbers."""
    fields = CODEC.fields(action)
    if fields["verb"] == "train":
        return _("{region} {space}: {reward}").format(
            region=region_short(REGIONS.index(fields["region"])),
            space=fields["space"],
            reward=effect_words(position.rules, position.rules.train_reward[int(fields["space"]) - 1]),
        )
    if fields["verb"] == "ship":
        destination = DESTINATIONS.index(fields["destination"])
        return _("{destination}: {department}").format(
            destination=destination_name(destination),
            department=department_name(int(position.rules.colour[destination])),
        )
    if fields["verb"] == "market":
        city, space = CITIES.index(fields["city"]), CITY_SPACES.index(fields["space"])
        return _("{n} {good} in {city} {space}").format(
            n=fields["count"],
            good=good_name(figures.wanted(position.state, position.rules, city, space)),
            city=city_name(city),
            space=fields["space"],
        )
    return say(position, action)


def unit_words(moves: Sequence[tuple[Position, int, Position]]) -> str:
    """What a turn unit has come to, in one sentence: the action and what it was used for; empty before there is one.

    Args:
        moves: each step with the positions before and after it.
    """
    head, parts, walked = "", [], {}
    for before, action, after in moves:
        fields = CODEC.fields(action)
        verb = fields["verb"]
        if verb == "take":
            head = _("{action} with {worker}").format(
                action=action_name(ACTIONS.index(fields["action"])),
                worker=_(WORKER_NAMES[COLOURS.index(fields["colour"])]),
            )
        elif verb in ("consolidate", "pick"):
            head = step_label(before, action, after)
        elif verb in _WALKS:
            seat = before.state.seat
            track = _WALKS[verb]
            old, new = (int(p.state.players[seat].track[track]) for p in (before, after))
            walked[track] = (walked.get(track, (old, 0))[0], new)
        elif verb in _MEANT:
            parts.append(step_label(before, action, after))
    parts = [
        _("{track} {old} → {new}").format(track=track_name(track), old=old, new=new)
        for track, (old, new) in walked.items()
    ] + parts
    if not head:
        return ""
    if not parts:
        return _("{action}.").format(action=head)
    return _("{action}: {what}.").format(action=head, what=listed(parts))


_WALKS = {"research": Track.RND, "mine": Track.MINING, "invest": Track.FINANCE}
_MEANT = ("build", "machine", "produce", "ship", "train", "market", "contract", "favor", "side", "worker")


def _moved_label(track: int) -> Callable[[Position, dict[str, str], Position], str]:
    def label(before: Position, fields: dict[str, str], after: Position) -> str:
        seat = before.state.seat
        at = TRACKS.index(fields["track"]) if "track" in fields else track
        old, new = (int(p.state.players[seat].track[at]) for p in (before, after))
        return _("{track} {old} → {new}").format(track=track_name(at), old=old, new=new)

    return label


def _market_label(before: Position, fields: dict[str, str], after: Position) -> str:
    city, space = CITIES.index(fields["city"]), CITY_SPACES.index(fields["space"])
    good = figures.wanted(before.state, before.rules, city, space)
    return _("{city}: Influence {value}").format(
        city=city_name(city), value=int(before.rules.influence[good, int(fields["count"])])
    )


_LABELS: dict[str, Callable[[Position, dict[str, str], Position], str]] = {
    "pick": lambda p, f, _a: _("Pair {n}").format(n=f["slot"]),
    "take": lambda p, f, _a: _("{worker}, {action}").format(
        worker=_(COLOUR_NAMES[COLOURS.index(f["colour"])]), action=action_name(ACTIONS.index(f["action"]))
    ),
    "consolidate": lambda p, f, _a: _("Consolidation"),
    "silk": lambda p, f, _a: _("Silk"),
    "research": _moved_label(Track.RND),
    "mine": _moved_label(Track.MINING),
    "step": _moved_label(Track.RND),
    "invest": _moved_label(Track.FINANCE),
    "build": lambda p, f, _a: _face_label(p, f),
    "machine": lambda p, f, _a: factory_name(FACTORIES.index(f["factory"])),
    "produce": lambda p, f, _a: factory_name(FACTORIES.index(f["factory"])),
    "ship": lambda p, f, _a: destination_name(DESTINATIONS.index(f["destination"])),
    "train": lambda p, f, _a: _("{region} {space}").format(
        region=region_short(REGIONS.index(f["region"])), space=f["space"]
    ),
    "market": _market_label,
    "contract": lambda p, f, _a: _("Contract {n}").format(n=f["contract"]),
    "spend": lambda p, f, _a: good_name(GOODS.index(f["good"])),
    "dept": lambda p, f, _a: department_name(COLOURS.index(f["colour"])),
    "good": lambda p, f, _a: factory_name(FACTORIES.index(f["factory"])),
    "favor": lambda p, f, _a: _("Favor on {objective}").format(
        objective=line_name(LINES.index(f["objective"]))
    ),
    "stop": lambda p, f, _a: _("End"),
    "skip": lambda p, f, _a: _("Declined"),
}


def _face_label(position: Position, fields: dict[str, str]) -> str:
    type_, number = divmod(TOKENS.index(fields["token"]), NUMBERS)
    side = int(position.state.display[type_, number])
    return face_id(type_, 2 * number + max(side, 0))


def assumed_words(found: Mapping[str, Provenance]) -> str:
    """Which numbers are assumed, and what is known of them.

    Args:
        found: where the assumed numbers of a panel are known from, by their path in the edition.
    """
    parts = dict.fromkeys(_assumed_part(path) for path in found)
    text = _("Assumed, because the printed component is not publicly known: {what}.").format(
        what=_("; ").join(parts)
    )
    notes = dict.fromkeys(known.note for known in found.values() if known.note)
    return _("{text} Known: {notes}.").format(text=text, notes="; ".join(notes)) if notes else text


def _assumed_part(path: str) -> str:
    """What a path of the edition stands for: the longest beginning of it that has words."""
    while path not in ASSUMED:
        path = path.rpartition(".")[0]
    return _(ASSUMED[path])


ASSUMED = {
    "start": N_("what everyone starts with"),
    "goods": N_("Levels, R&D, Coal and Influence of the goods"),
    "factory": N_("price, storage and Machines of a Factory"),
    "old-factory": N_("Coal, storage and Machines of the Old Factory"),
    "prices": N_("what an activation costs"),
    "activations": N_("how often the action can be activated in one turn"),
    "sections": N_("which actions share a section"),
    "departments": N_("what the Departments pay"),
    "tracks": N_("income and bonuses of the spaces"),
    "tracks.lower": N_("the lower column"),
    "tracks.higher": N_("the higher column"),
    "pieces": N_("the bonuses between the rows"),
    "pieces.lower": N_("the lower column"),
    "pieces.higher": N_("the higher column"),
    "destinations": N_("the colours of the destinations"),
    "regions": N_("the rewards of the Regions"),
    "cities": N_("spaces and points of the cities"),
    "cities.overseas": N_("the Overseas numbers"),
    "cities.train-influence": N_("the Influence of a Train"),
    "tiles": N_("the demand tiles"),
    "trains": N_("the number of Train spaces"),
    "trains.rewards": N_("the rewards of the Train spaces"),
    "tokens": N_("the Influence tokens"),
    "contracts": N_("the contracts"),
    "contracts.invest-steps": N_("the steps of an investment"),
    "favors": N_("what the Favors score"),
    "favors.levels": N_("how many Workers give which Favor"),
    "favors.contracts-1": N_("what the Favor on the contracts scores"),
    "favors.contracts-2": N_("what the Favor on the contracts scores"),
    "favors.contracts-3": N_("what the Favor on the contracts scores"),
    "tokens-a": N_("what the first token of a pair brings"),
    "tokens-b": N_("what the second token of a pair brings"),
    "workers": N_("numbers and salary of the Workers"),
    "rounds": N_("rounds and the points of the places"),
    "rounds.idle": N_("how many Consolidations without a Worker in a row end a round"),
    "leftovers": N_("what leftovers score"),
    "faces": N_("this effect"),
}
"""What the paths of the edition stand for, where a number is marked as assumed."""


# -- the prompt


def prompt(position: Position) -> Prompt:
    """What the awaited seat is asked, and what the others are told."""
    if position.is_over:
        text = verdict(position)
        return Prompt(text, "", text)
    if position.mover == "*":
        text = _DRAWS[position.phase](position, position.state.stack[position.state.depth - 1])
        return Prompt(text, "", text)
    name = position.seats[int(position.state.seat)]
    return _PROMPTS[position.phase](position, name)


_DRAWS: dict[str, Callable[[Position, Any], str]] = {
    "first": lambda p, t: _("The first player is drawn."),
    "tile": lambda p, t: _("A demand tile for {city} is drawn.").format(city=city_name(int(t.a))),
    "rotate": lambda p, t: _("The demand tile of {city} is turned.").format(city=city_name(int(t.a))),
    "face": lambda p, t: _("A side of {good} {n} is drawn.").format(good=good_name(int(t.a)), n=int(t.b) + 1),
    "late": lambda p, t: _("A late Factory is drawn."),
    "hire": lambda p, t: _("A Worker for section {n} is drawn.").format(n=section_number(int(t.a))),
    "queue": lambda p, t: _("A Worker for row {n} of the queue is drawn.").format(n=int(t.a) + 1),
    "token_a": lambda p, t: _("The first token of pair {n} is drawn.").format(n=int(t.a) + 1),
    "token_b": lambda p, t: _("The second token of pair {n} is drawn.").format(n=int(t.a) + 1),
}


def _stocks_words(position: Position) -> str:
    player = _player(position)
    shown = [
        amount(stock, int(player[stock.name.lower()]))
        for stock in (Stock.MONEY, Stock.COAL, Stock.STORED, Stock.SILK, Stock.IRON)
        if player[stock.name.lower()] or stock == Stock.MONEY
    ]
    return _("You have {what}.").format(what=listed(shown))


def _prompt_pick(position: Position, name: str) -> Prompt:
    first = position.seats[int(position.state.first)]
    return Prompt(
        _("Choose a pair of starting tokens."),
        _("{name} is the first player and chooses last.").format(name=first),
        _("{name} chooses a pair of starting tokens.").format(name=name),
    )


def _prompt_turn(position: Position, name: str) -> Prompt:
    player = _player(position)
    free = AREA - len(figures.occupied(player))
    waiting = _("{name} has the turn.").format(name=name)
    if free == 0:
        return Prompt(_("Your Workers area is full: consolidate."), _stocks_words(position), waiting)
    if not any(text.text.startswith("take ") for text in position.legal_moves):
        return Prompt(_("No action is possible for you now: consolidate."), _stocks_words(position), waiting)
    text = ngettext(
        "{stocks} {n} space is free in your Workers area.",
        "{stocks} {n} spaces are free in your Workers area.",
        free,
    )
    return Prompt(
        _("Hire a Worker for an action, or consolidate."),
        text.format(stocks=_stocks_words(position), n=free),
        waiting,
    )


_NOUNS = {
    Action.RND: N_("a step"),
    Action.PRODUCTION: N_("a Factory to produce"),
    Action.FACTORY: N_("a Factory to build"),
    Action.CONTRACTS: N_("an investment or a contract"),
    Action.MINING: N_("a step"),
    Action.SHIPS: N_("a destination"),
    Action.MACHINES: N_("a Factory for a Machine"),
    Action.TRAINS: N_("a Train space"),
    Action.MARKET: N_("a sale"),
}


def _prompt_act(position: Position, name: str) -> Prompt:
    state, rules = position.state, position.rules
    action, made = Action(int(state.action)), int(state.made)
    values = {
        "action": _(ACTION_NAMES[action]),
        "what": _(_NOUNS[action]),
        "n": made + 1,
        "most": int(rules.activations[action]),
    }
    if made == 0:
        question = _("{action}: choose {what}.").format(**values)
    else:
        question = _("{action}: choose {what} ({n} of {most}), or end the action.").format(**values)
    return Prompt(
        question,
        _("{price} {stocks}").format(price=_act_price(position), stocks=_stocks_words(position)),
        _("{name} is busy with {action}.").format(name=name, action=_(ACTION_NAMES[action])),
    )


def _act_price(position: Position) -> str:
    """What the next activation costs, as a sentence."""
    rules, made = position.rules, int(position.state.made)
    action = position.state.action
    if action in (Action.RND, Action.MINING):
        return _step_price(position)
    if action == Action.FACTORY:
        return _("A Factory costs {price}.").format(price=money(int(rules.factory_price)))
    if action == Action.MACHINES:
        return _("A Machine costs {price}.").format(price=money(int(rules.machine_price)))
    if action == Action.CONTRACTS:
        return ngettext("This costs {n} good.", "This costs {n} goods, all different.", made + 1).format(
            n=made + 1
        )
    if action == Action.PRODUCTION:
        return _("Each Factory burns its Coal.")
    if action == Action.MARKET:
        return _("1 to 3 goods buy a token of their value.")
    return _("It costs {price}.").format(price=action_price(rules, int(action)))


def _step_price(position: Position) -> str:
    """What the next step on a track costs, adds to the income, and how far the next bonus is."""
    state, rules, made = position.state, position.rules, int(position.state.made)
    research = state.action == Action.RND
    track = Track.RND if research else Track.MINING
    prices = rules.research_price if research else rules.mining_price
    at = int(_player(position).track[track])
    sentences = [_("This step costs {price}.").format(price=strong(money(int(prices[made]))))]
    if not research:
        more = int(rules.mining_coal[min(at + 1, int(rules.last))] - rules.mining_coal[at])
        added = _("It adds {coal} to the income.").format(coal=amount(Stock.COAL, more))
        sentences.append(added if more else _("It adds no Coal to the income."))
    for space in range(at + 1, int(rules.last) + 1):
        bonus = rules.track_bonus[track, space]
        if bonus.kind != Task.NOTHING:
            text = _("The next bonus is {bonus} on space {n}.")
            sentences.append(text.format(bonus=strong(effect_words(rules, bonus)), n=space))
            break
    return " ".join(sentences)


def action_price(rules: Any, action: int) -> str:
    """What the activations of an action cost, in short."""
    if action in (Action.RND, Action.MINING):
        prices = rules.research_price if action == Action.RND else rules.mining_price
        return _("{prices} Money").format(prices=" · ".join(str(int(price)) for price in prices))
    if action == Action.FACTORY:
        return money(int(rules.factory_price))
    if action == Action.MACHINES:
        return money(int(rules.machine_price))
    if action == Action.PRODUCTION:
        return _("Coal")
    if action == Action.CONTRACTS:
        return _("1 · 2 · 3 different goods")
    if action == Action.MARKET:
        return _("1 to 3 goods")
    return _("{iron}, or {money} and {less}").format(
        iron=amount(Stock.IRON, int(rules.piece_iron)),
        money=money(int(rules.piece_money)),
        less=amount(Stock.IRON, int(rules.piece_money_iron)),
    )


def goods_price(action: int) -> str:
    """What the activations of Contracts and of the Local Market cost, in short."""
    return _("1 · 2 · 3 kinds") if action == Action.CONTRACTS else _("1 – 3 goods")


def either() -> str:
    """The word between two prices."""
    return _("or")


def differ_words(rules: Any, action: int) -> str:
    """What the activations of an action must differ in, or have in common; empty if they are free."""
    if action in (Action.PRODUCTION, Action.MACHINES):
        return _("each activation in a different Factory")
    if action == Action.SHIPS:
        return _("each Ship to a different destination")
    if action == Action.TRAINS:
        return _("each Train in a different Region")
    if action == Action.MARKET and rules.market_region:
        return (
            _("all in the same Region")
            if rules.market_region == SAME_REGION
            else _("each in a different Region")
        )
    return ""


def unlock_words(rules: Any, value: int) -> str:
    """Where a locked Influence token is freed."""
    for track in range(len(TRACKS)):
        for space in range(1, int(rules.last) + 1):
            bonus = rules.track_bonus[track, space]
            if bonus.kind == Task.UNLOCK and bonus.a == value:
                return _("{track} space {n}").format(track=track_name(track), n=space)
    for row, names in ((0, (LINE_NAMES[0], LINE_NAMES[1])), (1, (LINE_NAMES[1], LINE_NAMES[2]))):
        for column in range(1, PIECES + 1):
            bonus = rules.row_bonus[row, column]
            if bonus.kind == Task.UNLOCK and bonus.a == value:
                return _("{n} {first} and {n} {second}").format(
                    n=column, first=_(names[0]), second=_(names[1])
                )
    return ""


def _prompt_reward(position: Position, name: str) -> Prompt:
    region = int(position.state.stack[position.state.depth - 1].a)
    return Prompt(
        _("Points or the reward of {region}?").format(region=region_short(region)),
        "",
        _("{name} chooses what the sale brings.").format(name=name),
    )


def _prompt_spend(position: Position, name: str) -> Prompt:
    top = position.state.stack[position.state.depth - 1]
    beneath = position.state.stack[position.state.depth - 2]
    if beneath.kind == Task.FULFIL:
        question = ngettext(
            "Which good do you spend on contract {contract}?",
            "Which goods do you spend on contract {contract} ({n} to come)?",
            int(top.a),
        ).format(contract=int(beneath.a) + 1, n=int(top.a))
    else:
        question = ngettext(
            "Which good do you invest?", "Which goods do you invest ({n} to come)?", int(top.a)
        ).format(n=int(top.a))
    detail = _("All must be different.") if position.state.made > 1 else ""
    if top.c > 1:
        detail = _("One of them must be of Level {n} or higher.").format(n=int(top.c))
    return Prompt(question, detail, _("{name} chooses goods to spend.").format(name=name))


def _prompt_step(position: Position, name: str) -> Prompt:
    left = int(position.state.stack[position.state.depth - 1].a)
    return Prompt(
        ngettext(
            "Which track advances by a step?", "Which track advances by a step ({n} to come)?", left
        ).format(n=left),
        "",
        _("{name} chooses a track.").format(name=name),
    )


def _prompt_free(position: Position, name: str) -> Prompt:
    pieces = int(position.state.stack[position.state.depth - 1].a)
    which = [_(PIECE_NAMES[piece]) for piece in Piece if pieces >> piece & 1]
    what = which[0] if len(which) == 1 else _("a Ship, a Machine or a Train")
    return Prompt(
        _("Where do you build {what}, free of charge?").format(what=what),
        "",
        _("{name} builds {what} free of charge.").format(name=name, what=what),
    )


def _prompt_extra(position: Position, name: str) -> Prompt:
    top = position.state.stack[position.state.depth - 1]
    offer = position.rules.faces[int(top.a), int(top.b)].offer
    if offer.piece == NONE:
        what = _("{track} +{n}").format(track=_(TRACK_NAMES[int(offer.track)]), n=int(offer.steps))
    else:
        what = _(ANOTHER_NAMES[int(offer.piece)])
    return Prompt(
        _("{factory} offers {what} for {price}: accept, or decline?").format(
            factory=factory_name(int(top.a)), what=what, price=price_words(offer)
        ),
        _stocks_words(position),
        _("{name} considers an offer.").format(name=name),
    )


def _prompt_good(position: Position, name: str) -> Prompt:
    left = int(position.state.stack[position.state.depth - 1].a)
    return Prompt(
        ngettext(
            "Which Factory receives a good?", "Which Factories receive a good ({n} to come)?", left
        ).format(n=left),
        _("In their order, each at most one."),
        _("{name} distributes goods.").format(name=name),
    )


def _prompt_favor(position: Position, name: str) -> Prompt:
    level = int(position.state.stack[position.state.depth - 1].a)
    return Prompt(
        _("On which objective do you place the Favor of level {level}?").format(level=level),
        _("An objective without a Favor scores nothing at the end."),
        _("{name} places a Favor of level {level}.").format(name=name, level=level),
    )


def _prompt_keep(position: Position, name: str) -> Prompt:
    n = figures.kept_units(position.rules, _player(position))
    return Prompt(
        _("Which {n} units of Coal and Money do you keep?").format(n=n),
        _stocks_words(position),
        _("{name} chooses what to keep.").format(name=name),
    )


_PROMPTS: dict[str, Callable[[Position, str], Prompt]] = {
    "pick": _prompt_pick,
    "side": lambda p, name: Prompt(
        _("Which good does your Old Factory make?"),
        "",
        _("{name} chooses the good of the Old Factory.").format(name=name),
    ),
    "worker": lambda p, name: Prompt(
        _("Which Worker do you take from the bag?"),
        _("The Worker takes the lowest empty space of your area."),
        _("{name} takes a Worker from the bag.").format(name=name),
    ),
    "turn": _prompt_turn,
    "act": _prompt_act,
    "reward": _prompt_reward,
    "spend": _prompt_spend,
    "dept": lambda p, name: Prompt(
        _("Which Department pays?"), "", _("{name} chooses a Department.").format(name=name)
    ),
    "step": _prompt_step,
    "free": _prompt_free,
    "extra": _prompt_extra,
    "good": _prompt_good,
    "region": lambda p, name: Prompt(
        _("Which Region’s reward do you gain?"),
        _("One of those where this action laid track."),
        _("{name} chooses the reward of a Region.").format(name=name),
    ),
    "favor": _prompt_favor,
    "keep": _prompt_keep,
}


# -- the log


class _Story:
    """One step being told: its events, whose it is, and the lines so far."""

    def __init__(self, before: Position, action: int) -> None:
        self.before = before
        self.rules = before.rules
        self.fields = CODEC.fields(action)
        self.verb = self.fields["verb"]
        self.events = figures.trace(before, action)
        self.seat = int(before.state.seat)
        self.chance = before.mover == "*"
        self.lines: list[Line] = []

    @property
    def name(self) -> str:
        """Whose step it is."""
        return self.before.seats[self.seat]

    def add(self, text: str, depth: int, kind: str = "note", seat: int | None = -1) -> None:
        """Add a line; by default it is of the seat whose step it is."""
        own = None if self.chance else self.seat
        self.lines.append(Line(text, own if seat == -1 else seat, depth, kind))

    def player(self, state: Any) -> Any:
        """The record of that seat in a state."""
        return state.players[self.seat]

    def depth(self, event: Event) -> int:
        """How far an event is indented: one deeper than what brought it."""
        depth = 0
        while event.parent is not None:
            event = event.parent
            told = event.parent is self.events[0] and self.verb in ("research", "mine")
            depth += event.kind not in _SILENT and not told
        if event is self.events[0]:
            return depth + _DEPTHS.get(self.verb, 0)
        return depth + (0 if event.kind in _TURN_ENDS else 1)


_SILENT = (Task.TRIGGER, Task.BONUSES, Task.DEPT, Task.SPACES)
"""Events without a line of their own."""

_TURN_ENDS = (Task.END_TURN, Task.NEXT_TURN, Task.START, Task.OWED, Task.QUEUE, Task.HIRE)

_DEPTHS: dict[str, int] = dict.fromkeys(
    ("research", "mine", "build", "machine", "ship", "train", "market"), 1
)
_DEPTHS |= dict.fromkeys(("invest", "contract", "silk", "favor", "keep", "side", "worker", "skip"), 1)
_DEPTHS |= dict.fromkeys(("reward", "step", "dept", "good", "accept", "region"), 2)
"""How far the line of a move is indented under the turn it belongs to."""


def log_lines(before: Position, action: int, after: Position) -> list[Line]:
    """What happened in one step, one line per effect, indented under what brought it (specification 9.1).

    A line of the kind `turn` heads the turn that begins after the step.
    """
    story = _Story(before, action)
    for event in story.events:
        if event is story.events[0]:
            _TELL_MOVE[story.verb](story, event)
        elif event.kind in _TELL:
            _TELL[event.kind](story, event)
    if after.is_over:
        return story.lines + _final_lines(after) + result_lines(after)
    if after.phase == "turn" and story.verb != "silk":
        headline, _note = round_parts(after)
        seat = int(after.state.seat)
        text = _("{round}: {name}").format(round=headline, name=after.seats[seat])
        story.lines.append(Line(text, seat, 0, "turn"))
    return story.lines


# -- the log: draws and setup


def _tell_first(story: _Story, event: Event) -> None:
    seat = int(story.fields["seat"])
    story.add(_("{name} is the first player.").format(name=story.before.seats[seat]), 0, "setup", seat)


def _tell_rotate(story: _Story, event: Event) -> None:
    city = CITIES.index(story.fields["city"])
    parts = [
        _("{good} on {space}").format(
            good=good_name(figures.wanted(event.after, story.rules, city, space)), space=CITY_SPACES[space]
        )
        for space in range(int(story.rules.city_spaces))
    ]
    story.add(_("{city} wants {goods}.").format(city=city_name(city), goods=listed(parts)), 0, "setup")


def _tell_face(story: _Story, event: Event) -> None:
    type_, number = divmod(TOKENS.index(story.fields["token"]), NUMBERS)
    face = 2 * number + SIDES.index(story.fields["side"])
    text = _("On display: {face}. {words}.")
    story.add(text.format(face=face_id(type_, face), words=face_words(story.rules, type_, face)), 0, "setup")


def _tell_hire(story: _Story, event: Event) -> None:
    story.add(
        _("{worker} comes to section {n}.").format(
            worker=_capital(_(WORKER_NAMES[COLOURS.index(story.fields["colour"])])),
            n=section_number(SECTIONS.index(story.fields["section"])),
        ),
        0,
        "draw",
    )


def _tell_queue(story: _Story, event: Event) -> None:
    story.add(
        _("{worker} joins row {n} of the queue.").format(
            worker=_capital(_(WORKER_NAMES[COLOURS.index(story.fields["colour"])])), n=story.fields["row"]
        ),
        0,
        "draw",
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tell_token_b(story: _Story, event: Event) -> None:
    slot = event.a
    words = pair_words(story.rules, int(event.after.pair_a[slot]), int(event.after.pair_b[slot]))
    story.add(_("Pair {n}: {words}.").format(n=slot + 1, words=words), 0, "setup")


def _tell_pick(story: _Story, event: Event) -> None:
    slot = int(story.fields["slot"]) - 1
    a, b = int(event.before.pair_a[slot]), int(event.before.pair_b[slot])
    story.add(
        _("{name} takes pair {n}: {words}.").format(
            name=story.name, n=slot + 1, words=pair_words(story.rules, a, b)
        ),
        0,
        "setup",
    )


def _tell_side(story: _Story, event: Event) -> None:
    good = good_name(GOODS.index(story.fields["good"]))
    story.add(_("{name}’s Old Factory makes {good}.").format(name=story.name, good=good), 1, "build")


def _tell_worker(story: _Story, event: Event) -> None:
    worker = _(WORKER_NAMES[COLOURS.index(story.fields["colour"])])
    story.add(_("{name} takes {worker} from the bag.").format(name=story.name, worker=worker), 1, "hire")


# -- the log: the turn and its activations


def _tell_take(story: _Story, event: Event) -> None:
    story.add(
        _("{name} hires {worker} from section {n} for {action}.").format(
            name=story.name,
            worker=_(WORKER_NAMES[COLOURS.index(story.fields["colour"])]),
            n=section_number(SECTIONS.index(story.fields["section"])),
            action=_(ACTION_NAMES[ACTIONS.index(story.fields["action"])]),
        ),
        0,
        "hire",
    )


def _tell_consolidate(story: _Story, event: Event) -> None:
    player = story.player(event.before)
    if not figures.occupied(player):
        text = _("{name} consolidates with an empty area.").format(name=story.name)
    else:
        text = _("{name} consolidates {staff}.").format(name=story.name, staff=staff_words(player))
    story.add(text, 0, "consolidate")


def _tell_silk(story: _Story, event: Event) -> None:
    story.add(
        _("{name} turns 1 Silk into {money}.").format(name=story.name, money=strong(money(1))), 1, "silk"
    )


def _tell_paid_step(story: _Story, track: int) -> None:
    before, after = story.events[0].before, story.events[0].after
    paid = int(story.player(before).money - story.player(after).money)
    moved = story.events[1]
    story.add(
        _("{name} pays {price}: {track} {old} → {new}.").format(
            name=story.name,
            price=strong(money(paid)),
            track=_(TRACK_NAMES[track]),
            old=int(story.player(moved.before).track[track]),
            new=int(story.player(moved.after).track[track]),
        ),
        1,
        "pay",
    )


def _tell_build(story: _Story, event: Event) -> None:
    before, after = story.player(event.before), story.player(event.after)
    type_ = TOKENS.index(story.fields["token"]) // NUMBERS
    values = {
        "name": story.name,
        "face": face_id(type_, int(after.factories[type_].face)),
        "price": strong(money(int(before.money - after.money))),
        "silk": strong(amount(Stock.SILK, int(before.silk - after.silk))),
    }
    if before.silk > after.silk:
        text = _("{name} builds {face} for {price} and {silk}.")
    else:
        text = _("{name} builds {face} for {price}.")
    story.add(text.format(**values), 1, "build")
    if before.waiting:
        text = _("The waiting Machine is fitted to {factory}.")
        story.add(text.format(factory=factory_name(type_)), 2, "build")


def _tell_payment(story: _Story, event: Event) -> None:
    """What an activation of Ships, Trains or Machines cost; what was built follows."""
    before, after = story.player(event.before), story.player(event.after)
    parts = [
        amount(stock, int(before[stock.name.lower()] - after[stock.name.lower()]))
        for stock in (Stock.MONEY, Stock.IRON)
        if before[stock.name.lower()] > after[stock.name.lower()]
    ]
    back = int(before.track[Track.FINANCE] - after.track[Track.FINANCE])
    if back > 0:
        parts.insert(0, _("Finance −{n}").format(n=back))
    if parts:
        story.add(_("{name} pays {price}.").format(name=story.name, price=strong(listed(parts))), 1, "pay")


def _tell_market(story: _Story, event: Event) -> None:
    city = CITIES.index(story.fields["city"])
    space = CITY_SPACES.index(story.fields["space"])
    count = int(story.fields["count"])
    good = figures.wanted(event.before, story.rules, city, space)
    owner, value = int(event.before.token_seat[city, space]), int(event.before.token_value[city, space])
    values = {
        "name": story.name,
        "n": count,
        "good": good_name(good),
        "city": city_name(city),
        "value": int(event.after.token_value[city, space]),
        "other": story.before.seats[max(owner, 0)],
        "old": value,
    }
    if owner == NONE:
        text = _("{name} sells {n} {good} in {city}: Influence **{value}**.")
    elif owner == story.seat:
        text = _("{name} sells {n} {good} in {city}: Influence **{value}** in place of the own {old}.")
    else:
        text = _("{name} sells {n} {good} in {city}: Influence **{value}**, driving out {other}’s {old}.")
    story.add(text.format(**values), 1, "market")


def _tell_reward(story: _Story, event: Event) -> None:
    if story.fields["kind"] == "vp":
        points = amount(Stock.VP, int(story.rules.market_vp))
        story.add(_("{name} takes {points}.").format(name=story.name, points=strong(points)), 2, "gain")
        return
    region = event.a
    reward = effect_words(story.rules, story.rules.region_reward[region])
    story.add(
        _("{name} takes {reward} from {region}.").format(
            name=story.name, reward=strong(reward), region=region_short(region)
        ),
        2,
        "gain",
    )


def _tell_region(story: _Story, event: Event) -> None:
    region = REGIONS.index(story.fields["region"])
    reward = effect_words(story.rules, story.rules.region_reward[region])
    story.add(
        _("The track in {region} brings {name} {reward}.").format(
            region=region_short(region), name=story.name, reward=strong(reward)
        ),
        2,
        "gain",
    )


def _tell_step(story: _Story, event: Event) -> None:
    track = TRACKS.index(story.fields["track"])
    _add_moved(story, track, event, 2)


def _add_moved(story: _Story, track: int, event: Event, depth: int) -> None:
    old, new = int(story.player(event.before).track[track]), int(story.player(event.after).track[track])
    if old == new:
        text = _("{track} stays at {old}: it is at the end.")
    else:
        text = _("{track} **{old} → {new}**.")
    story.add(text.format(track=_(TRACK_NAMES[track]), old=old, new=new), depth, "track")


def _tell_good(story: _Story, event: Event) -> None:
    factory = factory_name(FACTORIES.index(story.fields["factory"]))
    story.add(_("{factory} receives **1 good**.").format(factory=factory), 2, "gain")


def _tell_accept(story: _Story, event: Event) -> None:
    _tell_payment(story, event)
    offer = story.rules.faces[event.a, event.b].offer
    if offer.track != Track.FINANCE:
        _add_moved(story, int(offer.track), event, 2)


def _tell_skip(story: _Story, event: Event) -> None:
    story.add(_("{name} declines the offer.").format(name=story.name), 1, "pass")


def _tell_favor(story: _Story, event: Event) -> None:
    line = LINES.index(story.fields["objective"])
    before = int(story.player(event.before).favor[line])
    values = {"level": event.a, "objective": _(LINE_NAMES[line]), "old": before}
    if before:
        text = _("Favor level **{level}** on {objective}, in place of level {old}.")
    else:
        text = _("Favor level **{level}** on {objective}.")
    story.add(text.format(**values), 1, "favor")


def _tell_nothing(story: _Story, event: Event) -> None:
    """The move is told with what it brings, or needs no line."""


_TELL_MOVE: dict[str, Callable[[_Story, Event], None]] = {
    "first": _tell_first,
    "tile": _tell_nothing,
    "rotate": _tell_rotate,
    "face": _tell_face,
    "late": _tell_nothing,
    "hire": _tell_hire,
    "queue": _tell_queue,
    "token-a": _tell_nothing,
    "token-b": _tell_token_b,
    "pick": _tell_pick,
    "side": _tell_side,
    "worker": _tell_worker,
    "take": _tell_take,
    "consolidate": _tell_consolidate,
    "silk": _tell_silk,
    "research": lambda story, event: _tell_paid_step(story, Track.RND),
    "mine": lambda story, event: _tell_paid_step(story, Track.MINING),
    "build": _tell_build,
    "machine": _tell_payment,
    "produce": _tell_nothing,
    "ship": _tell_payment,
    "train": _tell_payment,
    "market": _tell_market,
    "reward": _tell_reward,
    "invest": _tell_nothing,
    "contract": _tell_nothing,
    "spend": _tell_nothing,
    "stop": _tell_nothing,
    "dept": _tell_nothing,
    "step": _tell_step,
    "good": _tell_good,
    "accept": _tell_accept,
    "skip": _tell_skip,
    "region": _tell_region,
    "favor": _tell_favor,
    "keep": lambda story, event: _tell_dropped(story, event),
}


# -- the log: effects


def _is_track_bonus(story: _Story, event: Event) -> bool:
    """Whether an effect stands on a track space that has just been reached or passed."""
    parent = event.parent
    if parent is None:
        return False
    if parent.kind in (Task.ADVANCE, Task.BONUSES, Task.INVESTED):
        return True
    return parent is story.events[0] and story.verb in ("step", "accept")


def _row_column(story: _Story, event: Event) -> tuple[int, int] | None:
    """The row (0 Ships and Machines, 1 Machines and Trains) and column of a bonus between pieces."""
    parent = event.parent
    if parent is None or parent.kind not in (Task.SHIP, Task.MACHINE, Task.TRAIN, Task.WAITING_MACHINE):
        return None
    built = story.player(parent.after).built
    if parent.kind == Task.SHIP:
        return 0, int(built[Piece.SHIP])
    if parent.kind == Task.TRAIN:
        rewards = (1 + parent.c) * (story.rules.train_reward[parent.b].kind != Task.NOTHING)
        return None if event.place < rewards else (1, int(built[Piece.TRAIN]))
    column = int(built[Piece.MACHINE])
    upper = built[Piece.SHIP] >= column and story.rules.row_bonus[0, column].kind != Task.NOTHING
    return (0 if upper and event.place == 0 else 1), column


def _why(story: _Story, event: Event) -> str:
    """What brought an effect, as the beginning of a line; empty if the line above says it."""
    row = _row_column(story, event)
    if row is not None:
        upper, column = row
        if upper == 0:
            return _("Ship {n} and Machine {n} are out").format(n=column)
        return _("Machine {n} and Train {n} are out").format(n=column)
    if _is_track_bonus(story, event):
        return _("Bonus reached on the track")
    parent = event.parent
    if parent is not None and parent.kind == Task.TRIGGER:
        factory = _trigger_factory(story, event)
        return factory_name(factory) if factory != NONE else ""
    if parent is not None and parent.kind == Task.SPACES:
        return _("Grey space")
    return ""


def _trigger_factory(story: _Story, event: Event) -> int:
    """The Factory whose effect an event is; NONE if several could be."""
    parent = event.parent
    assert parent is not None
    if parent.b != NONE:
        return parent.b
    player = story.player(parent.before)
    place = 0
    for type_ in range(OLD):
        face = int(player.factories[type_].face)
        if face == NONE or story.rules.faces[type_, face].when != parent.a:
            continue
        for effect in story.rules.faces[type_, face].effects:
            if effect.kind != Task.NOTHING and effect.kind < Task.MORE_GOODS:
                if place == event.place:
                    return type_
                place += 1
    return NONE


def _add_effect(story: _Story, event: Event, text: str, kind: str = "gain") -> None:
    why = _why(story, event)
    if why:
        text = _("{why}: {what}").format(why=why, what=text)
    story.add(text, story.depth(event), kind)


def _told_by_parent(story: _Story, event: Event) -> bool:
    """Whether the line of what brought a gain names it already."""
    parent = event.parent
    if parent is None:
        return False
    if parent.kind in (Task.DEPARTMENT, Task.WORKER_COLOUR, Task.FULFIL, Task.REGION):
        return True
    if parent.kind == Task.TRAIN and _row_column(story, event) is None:
        return True
    return parent is story.events[0] and story.verb in ("reward", "region", "pick")


def _on_gain(story: _Story, event: Event) -> None:
    if not _told_by_parent(story, event):
        _add_effect(
            story,
            event,
            _("{name} gains {what}.").format(name=story.name, what=strong(amount(event.a, event.b))),
        )


def _on_advance(story: _Story, event: Event) -> None:
    if event.parent is story.events[0] and story.verb in ("research", "mine"):
        return
    old, new = (int(story.player(state).track[event.a]) for state in (event.before, event.after))
    if old == new:
        text = _("{track} stays at {old}: it is at the end.")
    else:
        text = _("{track} **{old} → {new}**.")
    _add_effect(story, event, text.format(track=_(TRACK_NAMES[event.a]), old=old, new=new), "track")


def _on_department(story: _Story, event: Event) -> None:
    colour = event.a if event.kind == Task.DEPARTMENT else int(event.before.worker)
    text = _("{department} pays {name} {what}.").format(
        department=_(DEPARTMENT_NAMES[colour]),
        name=story.name,
        what=strong(department_words(story.rules, story.player(event.before), colour)),
    )
    _add_effect(story, event, text)


def _on_unlock(story: _Story, event: Event) -> None:
    _add_effect(
        story,
        event,
        _("{name} frees the Influence token **{value}**.").format(name=story.name, value=event.a),
    )


def _on_ship(story: _Story, event: Event) -> None:
    player = story.player(event.after)
    before = figures.occupied(story.player(event.before))
    joined = len(figures.occupied(player)) > len(before)
    values = {
        "name": story.name,
        "city": _(DESTINATION_NAMES[event.a]),
        "department": _(DEPARTMENT_NAMES[int(story.rules.colour[event.a])]),
    }
    if joined:
        text = _("{name}’s Ship reaches {city}; the Expert joins the staff; {department} is upgraded.")
    elif event.before.expert[event.a]:
        text = _("{name}’s Ship reaches {city}; no room for the Expert; {department} is upgraded.")
    else:
        text = _("{name}’s Ship reaches {city}; the Expert is away; {department} is upgraded.")
    story.add(text.format(**values), story.depth(event), "build")


def _on_machine(story: _Story, event: Event) -> None:
    player = story.player(event.after)
    story.add(
        _("{name} fits a Machine to {factory} ({n} of {most}). Output **{output}**.").format(
            name=story.name,
            factory=factory_name(event.a),
            n=int(player.factories[event.a].machines),
            most=int(story.rules.machines[event.a]),
            output=figures.output_of(story.rules, player, event.a, False),
        ),
        story.depth(event),
        "build",
    )


def _on_train(story: _Story, event: Event) -> None:
    reward = effect_words(story.rules, story.rules.train_reward[event.b])
    values = {
        "name": story.name,
        "region": region_short(event.a),
        "space": event.b + 1,
        "reward": strong(reward),
    }
    if event.c:
        text = _("{name} lays track in {region}, space {space}: {reward}, twice.")
    else:
        text = _("{name} lays track in {region}, space {space}: {reward}.")
    story.add(text.format(**values), story.depth(event), "build")


def _on_produce(story: _Story, event: Event) -> None:
    before, after = story.player(event.before), story.player(event.after)
    made = int(after.factories[event.a].goods - before.factories[event.a].goods)
    full = figures.output_of(story.rules, before, event.a, bool(event.b))
    answer = story.events[0]
    paid = story.player(answer.before), story.player(answer.after)
    burnt = int(paid[0].coal + paid[0].stored - paid[1].coal - paid[1].stored)
    values = {
        "name": story.name,
        "coal": strong(amount(Stock.COAL, burnt)),
        "factory": factory_name(event.a),
        "made": made,
        "store": int(after.factories[event.a].goods),
        "most": int(story.rules.storage[event.a]),
    }
    if event.b:
        text = _("{name} burns {coal}: {factory} makes **{made}** (store {store} of {most}).")
    elif made:
        text = _("{factory} makes **{made}**, free of Coal (store {store} of {most}).")
    else:
        text = _("{factory} has no room and makes nothing.")
    story.add(text.format(**values), story.depth(event), "produce")
    if made and full > made:
        lost = full - made
        text = ngettext("{n} good finds no room.", "{n} goods find no room.", lost).format(n=lost)
        story.add(text, story.depth(event) + 1, "note")


def _on_goods(story: _Story, event: Event) -> None:
    before, after = story.player(event.before), story.player(event.after)
    for factory in range(PLACES):
        gained = int(after.factories[factory].goods - before.factories[factory].goods)
        if gained:
            text = ngettext("{factory} receives **{n} good**.", "{factory} receives **{n} goods**.", gained)
            story.add(text.format(factory=factory_name(factory), n=gained), story.depth(event), "gain")


def _on_only_region(story: _Story, event: Event) -> None:
    if event.children:
        region = int(event.before.used).bit_length() - 1
        reward = effect_words(story.rules, story.rules.region_reward[region])
        text = _("The track in {region} brings {name} {reward}.").format(
            region=region_short(region), name=story.name, reward=strong(reward)
        )
        _add_effect(story, event, text)


def _on_points(story: _Story, event: Event) -> None:
    gained = int(story.player(event.after).vp - story.player(event.before).vp)
    text = _("{name} scores {points}.").format(name=story.name, points=strong(amount(Stock.VP, gained)))
    _add_effect(story, event, text)


def _on_machine_money(story: _Story, event: Event) -> None:
    gained = int(story.player(event.after).money - story.player(event.before).money)
    text = _("{name} gains {what} for the Machines built.").format(
        name=story.name, what=strong(money(gained))
    )
    _add_effect(story, event, text)


def _on_waiting(story: _Story, event: Event) -> None:
    story.add(_("A Machine waits for {name}’s first Factory.").format(name=story.name), 1, "build")


def _on_invested(story: _Story, event: Event) -> None:
    old, new = (int(story.player(state).track[Track.FINANCE]) for state in (event.before, event.after))
    goods = [*figures.spent_goods(story.before), story.fields["good"]]
    story.add(
        _("{name} invests {goods}: Finance **{old} → {new}**.").format(
            name=story.name, goods=goods_list(goods), old=old, new=new
        ),
        1,
        "market",
    )


def _on_fulfil(story: _Story, event: Event) -> None:
    goods = [*figures.spent_goods(story.before), story.fields["good"]]
    story.add(
        _("{name} fulfils contract {n} with {goods}: {reward}.").format(
            name=story.name,
            n=event.a + 1,
            goods=goods_list(goods),
            reward=strong(effect_words(story.rules, story.rules.contract_reward[event.a])),
        ),
        1,
        "market",
    )


# -- the log: Consolidation, ends of turns and rounds


def _tell_dropped(story: _Story, event: Event) -> None:
    before, after = story.player(event.before), story.player(event.after)
    parts = [
        amount(stock, int(before[stock.name.lower()] - after[stock.name.lower()]))
        for stock in (Stock.MONEY, Stock.COAL)
        if before[stock.name.lower()] > after[stock.name.lower()]
    ]
    if parts:
        story.add(_("{what} dropped.").format(what=_capital(listed(parts))), 1, "pay")
    kept = [
        amount(stock, int(after[stock.name.lower()]))
        for stock in (Stock.MONEY, Stock.COAL)
        if after[stock.name.lower()]
    ]
    if kept:
        story.add(_("{name} keeps {what}.").format(name=story.name, what=listed(kept)), 1, "note")


def _on_income(story: _Story, event: Event) -> None:
    before, rules = story.player(event.before), story.rules
    coal = int(rules.mining_coal[before.track[Track.MINING]])
    gained = int(rules.finance_money[before.track[Track.FINANCE]])
    story.add(
        _("Income: {coal} by Mining, {money} by Finance.").format(
            coal=strong(amount(Stock.COAL, coal)), money=strong(money(gained))
        ),
        1,
        "gain",
    )
    colours = figures.colours_of(rules, before)
    if not colours:
        return
    due = int(rules.salary) * len(colours)
    left = int(story.player(event.after).money)
    paid = int(before.money) + gained - left
    values = {"colours": colour_list(colours), "n": len(colours), "paid": strong(money(paid)), "left": left}
    text = ngettext(
        "Salaries: {n} colour ({colours}) costs {paid}; {left} Money left.",
        "Salaries: {n} colours ({colours}) cost {paid}; {left} Money left.",
        len(colours),
    )
    story.add(text.format(**values), 1, "pay")
    if paid < due:
        story.add(_("{unpaid} of salary stay unpaid.").format(unpaid=money(due - paid)), 2, "note")


def _on_end_turn(story: _Story, event: Event) -> None:
    before, after, rules = event.before, event.after, story.rules
    for row, section in figures.turn_end(rules, before, after).rows:
        text = _("Row {row} of the queue moves to section {n}.")
        story.add(text.format(row=row + 1, n=section_number(section)), 0, "queue", None)
    if after.current_round != before.current_round and before.current_round <= rules.rounds:
        _tell_round_end(story, event)
    elif after.current_round != before.current_round:
        text = _("Final round {n} begins.")
        story.add(text.format(n=int(after.current_round - rules.rounds)), 0, "round", None)


def _tell_round_end(story: _Story, event: Event) -> None:
    before, rules = event.before, story.rules
    ended = int(before.current_round)
    scored = [period for period in range(2) if rules.scored[period] == ended]
    if not scored:
        story.add(_("Round {n} ends.").format(n=ended), 0, "round", None)
    for period in scored:
        story.add(
            _("Round {n} ends. Period {period} is scored.").format(n=ended, period=PERIODS[period]),
            0,
            "round",
            None,
        )
        story.lines += region_lines(story.before, before, period)
    if ended == rules.rounds:
        n = int(rules.final_turns)
        text = ngettext(
            "Final rounds: one more turn for everyone.", "Final rounds: {n} more turns for everyone.", n
        )
        story.add(text.format(n=n), 0, "round", None)


def region_lines(position: Position, state: Any, period: int) -> list[Line]:
    """The scoring of every Region, a line each: "Kansai: Ann 12 → 10 VP, Overseas 9, Ben 7 → 6 VP"."""
    lines = []
    for region, now in enumerate(figures.regions_now(state, position.rules, period)):
        entries = [
            (
                value,
                _("{name} {value} → **{points} VP**").format(
                    name=position.seats[seat], value=value, points=now.points[seat]
                ),
            )
            for seat, value in enumerate(now.influence)
            if value
        ]
        if now.overseas:
            entries.append((now.overseas, _("Overseas {value}").format(value=now.overseas)))
        entries.sort(key=lambda entry: -entry[0])
        if not any(now.influence):
            text = _("{region}: nobody but the Overseas companies.").format(region=region_short(region))
        else:
            text = _("{region}: {ranking}.").format(
                region=region_short(region), ranking=_(", ").join(text for _value, text in entries)
            )
        lines.append(Line(text, None, 1, "score"))
    return lines


def _on_short_bag(story: _Story, event: Event) -> None:
    if event.b > 0:
        text = ngettext(
            "The bag is empty: row {row} waits for {n} Worker.",
            "The bag is empty: row {row} waits for {n} Workers.",
            event.b,
        )
        story.add(text.format(row=event.a + 1, n=event.b), 0, "draw", None)


def _on_start(story: _Story, event: Event) -> None:
    name = story.before.seats[int(event.after.seat)]
    story.add(_("{name} has the first turn.").format(name=name), 0, "round", int(event.after.seat))


_TELL: dict[int, Callable[[_Story, Event], None]] = {
    Task.GAIN: _on_gain,
    Task.ADVANCE: _on_advance,
    Task.DEPARTMENT: _on_department,
    Task.WORKER_COLOUR: _on_department,
    Task.UNLOCK: _on_unlock,
    Task.SHIP: _on_ship,
    Task.MACHINE: _on_machine,
    Task.TRAIN: _on_train,
    Task.PRODUCE: _on_produce,
    Task.GOODS_HERE: _on_goods,
    Task.GOOD: _on_goods,
    Task.REGION: _on_only_region,
    Task.VP_PER_GOOD: _on_points,
    Task.VP_PER_LOWER: _on_points,
    Task.VP_PER_COLUMN: _on_points,
    Task.MONEY_PER_MACHINE: _on_machine_money,
    Task.WAITING_MACHINE: _on_waiting,
    Task.INVESTED: _on_invested,
    Task.FULFIL: _on_fulfil,
    Task.KEEP: _tell_dropped,
    Task.INCOME: _on_income,
    Task.END_TURN: _on_end_turn,
    Task.QUEUE: _on_short_bag,
    Task.START: _on_start,
}


# -- the end


def _final_lines(position: Position) -> list[Line]:
    """The last scoring: Regions, objectives, leftovers."""
    rules, state = position.rules, position.state
    lines = [
        Line(_("The last turn is over. Period {period} is scored.").format(period=PERIODS[2]), kind="round")
    ]
    lines += region_lines(position, state, 2)
    for seat, standing in enumerate(position.standings):
        player, name = state.players[seat], position.seats[seat]
        parts = [
            _("{objective} (level {level}) {points}").format(
                objective=_(LINE_NAMES[line]),
                level=int(player.favor[line]),
                points=amount(Stock.VP, standing.breakdown[LINES[line]]),
            )
            for line in range(len(LINES))
            if player.favor[line]
        ]
        if parts:
            text = _("{name}’s objectives: {parts}.").format(name=name, parts=_(", ").join(parts))
        else:
            text = _("{name} has no Favor on any objective.").format(name=name)
        lines.append(Line(text, seat, 1, "score"))
        items = sum(figures.purse(player)[stock] for stock in ("coal", "stored", "silk", "iron"))
        items += sum(int(player.factories[factory].goods) for factory in range(PLACES))
        lines.append(
            Line(
                _("{name}’s leftovers: {n} resources and goods, {money}: {points}.").format(
                    name=name,
                    n=items,
                    money=money(int(player.money)),
                    points=strong(amount(Stock.VP, standing.breakdown["leftovers"])),
                ),
                seat,
                1,
                "score",
            )
        )
    assert rules.players == position.players
    return lines


def result_lines(position: Position) -> list[Line]:
    """The outcome of a finished game in words, one line per seat and the verdict."""
    lines = []
    for standing in sorted(position.standings, key=lambda s: (s.rank, s.seat)):
        parts = [
            _("{n} {part}").format(n=points, part=_(PART_NAMES[part]))
            for part, points in standing.breakdown.items()
            if points
        ]
        lines.append(
            Line(
                _("{rank}. {name}: {score} ({parts})").format(
                    rank=standing.rank,
                    name=position.seats[standing.seat],
                    score=strong(amount(Stock.VP, standing.score)),
                    parts=_(", ").join(parts),
                ),
                standing.seat,
                0,
                "result",
            )
        )
    lines.append(Line(verdict(position), None, 0, "end"))
    return lines


def verdict(position: Position) -> str:
    """Who has won, as a sentence."""
    standings = position.standings
    winners = [position.seats[s.seat] for s in standings if s.rank == 1]
    best = max(s.score for s in standings)
    if len(winners) > 1:
        return _("{names} share the victory with {score}.").format(
            names=listed(winners), score=amount(Stock.VP, best)
        )
    if sum(s.score == best for s in standings) > 1:
        return _("{name} wins the tie at {score}: by contracts, Factories, then Money.").format(
            name=winners[0], score=amount(Stock.VP, best)
        )
    return _("{name} wins with {score}.").format(name=winners[0], score=amount(Stock.VP, best))


# -- the table as plain text


def describe(position: Position) -> str:
    """The whole position as plain text, for a terminal of 80 columns or more."""
    state, rules = position.state, position.rules
    lines = [round_words(position)]
    lines.append(_("Hiring area:"))
    for section in range(len(SECTIONS)):
        actions = [_(ACTION_NAMES[a]) for a in range(len(ACTIONS)) if int(rules.section[section]) >> a & 1]
        lines.append(
            f"  {section_number(section)} {_letters(state.hiring[section]):6} {_(', ').join(actions)}"
        )
    rows = [_letters(state.queue[row]) or "-" for row in range(int(rules.rows))]
    lines.append(_("Queue: {rows}   Bag: {bag}").format(rows=" ".join(rows), bag=_letters(state.bag) or "-"))
    lines += _map_lines(position)
    lines.append(_("Display: {faces}").format(faces=_display_words(state)))
    for seat in range(position.players):
        lines += _seat_lines(position, seat)
    return "\n".join(lines)


def round_parts(position: Position) -> tuple[str, str]:
    """Where the game stands, in two parts for a narrow place: "Round 3" and "Period II"."""
    state, rules = position.state, position.rules
    now = int(state.current_round)
    if position.is_over:
        return _("The end"), ""
    if now == 0:
        return _("Setup"), ""
    if now > rules.rounds:
        left = ngettext("{n} turn left", "{n} turns left", int(state.turns_left))
        return _("Final round {n}").format(n=now - int(rules.rounds)), left.format(n=int(state.turns_left))
    period = PERIODS[figures.period_of(state, rules)]
    return _("Round {n}").format(n=now), _("Period {period}").format(period=period)


def round_words(position: Position) -> str:
    """Where the game stands: "Round 3 of 5, Period II"."""
    state, rules = position.state, position.rules
    now = int(state.current_round)
    if position.is_over:
        return verdict(position)
    if now == 0:
        return _("Setup")
    if now > rules.rounds:
        left = int(state.turns_left)
        text = ngettext("Final round {n}, {left} turn left", "Final round {n}, {left} turns left", left)
        return text.format(n=now - int(rules.rounds), left=left)
    period = PERIODS[figures.period_of(state, rules)]
    return _("Round {n} of {all}, Period {period}").format(n=now, all=int(rules.rounds), period=period)


_LETTERS = "KRGBWY"
"""Letters for the colours on a plain text table: black is K."""


def _letters(counts: Any) -> str:
    return "".join(_LETTERS[colour] * int(counts[colour]) for colour in range(len(COLOURS)))


def _staff_letters(rules: Any, player: Any) -> str:
    return "".join(
        _LETTERS[there] if there < EXPERT else _LETTERS[figures.colour_of(rules, there)].lower() + "*"
        for there in figures.occupied(player)
    )


def _display_words(state: Any) -> str:
    shown = []
    for type_ in range(OLD):
        faces = [
            f"{n + 1}{SIDES[int(state.display[type_, n])]}"
            for n in range(NUMBERS)
            if state.display[type_, n] != NONE
        ]
        if faces:
            shown.append(f"{good_name(type_)} {' '.join(faces)}")
    return _(", ").join(shown) or "-"


def _map_lines(position: Position) -> list[str]:
    state, rules = position.state, position.rules
    lines = []
    for region in range(len(REGIONS)):
        trains = "".join(
            "." if state.train[region, k] == NONE else str(int(state.train[region, k]))
            for k in range(int(rules.train_spaces))
        )
        lines.append(_("{region}: trains {trains}").format(region=region_name(region), trains=trains))
        for city in (2 * region, 2 * region + 1):
            spaces = []
            for space in range(int(rules.city_spaces)):
                good = figures.wanted(state, rules, city, space)
                wants = good_name(good) if good != NONE else "?"
                owner, value = int(state.token_seat[city, space]), int(state.token_value[city, space])
                held = f"[{owner}:{value}]" if owner != NONE else f"({int(rules.overseas[space])})"
                spaces.append(f"{CITY_SPACES[space]} {wants} {held}")
            lines.append(f"  {city_name(city):10} {'  '.join(spaces)}")
    return lines


def _seat_lines(position: Position, seat: int) -> list[str]:
    state, rules = position.state, position.rules
    player, standing = state.players[seat], position.standings[seat]
    mark = "→" if position.mover == seat else " "
    stocks = " ".join(
        amount(stock, int(player[stock.name.lower()]))
        for stock in (Stock.MONEY, Stock.COAL, Stock.STORED, Stock.SILK, Stock.IRON)
        if stock != Stock.STORED or player.stored
    )
    tracks = " ".join(f"{_(TRACK_NAMES[t])} {int(player.track[t])}" for t in range(len(TRACKS)))
    places = []
    for factory in range(PLACES):
        place = player.factories[factory]
        if place.face != NONE:
            name = (
                face_id(factory, int(place.face))
                if factory < OLD
                else f"{factory_name(OLD)} {good_name(int(place.face))}"
            )
            places.append(f"{name} {int(place.goods)}/{int(rules.storage[factory])} +{int(place.machines)}")
    tokens = "".join(str(v) * int(player.supply[v]) for v in range(1, len(player.supply)))
    done = " ".join(str(k + 1) for k in range(len(player.fulfilled)) if player.fulfilled[k])
    favors = " ".join(
        f"{_(LINE_NAMES[i])} {int(player.favor[i])}" for i in range(len(LINES)) if player.favor[i]
    )
    return [
        _("{mark} {name} ({seat}): {points}, if scored now {score}").format(
            mark=mark,
            name=position.seats[seat],
            seat=seat,
            points=amount(Stock.VP, int(player.vp)),
            score=standing.score,
        ),
        f"    {stocks}",
        f"    {tracks}   "
        + _("built {ships} Ships, {machines} Machines, {trains} Trains").format(
            ships=int(player.built[0]), machines=int(player.built[1]), trains=int(player.built[2])
        ),
        "    "
        + _("Workers {staff}   tokens {tokens}   contracts {done}   Favors {favors}").format(
            staff=_staff_letters(rules, player) or "-", tokens=tokens, done=done or "-", favors=favors or "-"
        ),
        f"    {_('; ').join(places) or _('no Factory')}",
    ]


# -- the rules text


def rulebook(numbers: Numbers, rules: Any) -> dict[str, Any]:
    """What `rules.md` tells besides the edition's numbers: everything that editions write as effects, in words."""

    def bonuses(spaces: Any) -> list[str]:
        return [effects_words(rules, [space]) or "–" for space in spaces]

    def colour(number: int) -> dict[str, Any]:
        basic, upgraded = (effect_words(rules, effect) for effect in rules.department[number])
        place = rules.colour.tolist().index(number)
        return {
            "name": _(COLOUR_NAMES[number]),
            "department": department_name(number),
            "basic": basic,
            "upgraded": upgraded,
            "destination": destination_name(place),
            "path": DESTINATIONS[place],
        }

    def faces(type_: int, number: int) -> dict[str, Any]:
        sides = [
            {
                "words": face_words(rules, type_, 2 * number + side),
                "path": f"faces.{GOODS[type_]}-{number + 1}.{name}",
            }
            for side, name in enumerate(SIDES)
        ]
        return {"name": f"{good_name(type_)} {number + 1}", "sides": sides}

    levels = numbers.favors.levels
    return {
        "bonus_spaces": sorted(numbers.workers.bonus_spaces),
        "track_bonuses": [bonuses(track[1 : int(rules.last) + 1]) for track in rules.track_bonus],
        "row_bonuses": [bonuses(row[1:]) for row in rules.row_bonus],
        "staff": [colour(number) for number in range(len(COLOURS))],
        "tokens_first": [
            {"vp": int(vp), "brings": effects_words(rules, effects)}
            for vp, effects in zip(rules.token_vp, rules.token_a, strict=True)
        ],
        "tokens_second": [
            {"name": name, "brings": effects_words(rules, effects)}
            for name, effects in zip(TOKENS_B, rules.token_b, strict=True)
        ],
        "section_actions": [
            [action_name(action) for action in range(len(ACTIONS)) if int(section) >> action & 1]
            for section in rules.section
        ],
        "types": [
            {
                "name": good_name(type_),
                "level": int(rules.level[type_]),
                "research": int(rules.research[type_]),
                "coal": int(rules.burns[type_]),
                "influence": rules.influence[type_, 1:].tolist(),
            }
            for type_ in range(len(GOODS))
        ],
        "contract_list": [
            {"level": least_level(rules, int(level)), "reward": effect_words(rules, reward)}
            for level, reward in zip(rules.contract_level, rules.contract_reward, strict=True)
        ],
        "train_rewards": bonuses(rules.train_reward),
        "region_list": [
            {"name": region_short(region), "reward": reward}
            for region, reward in enumerate(bonuses(rules.region_reward))
        ],
        "face_list": [faces(type_, number) for type_ in range(len(GOODS)) for number in range(NUMBERS)],
        "favor_steps": [
            {"level": level, "workers": [n for n, reached in enumerate(levels) if reached == level]}
            for level in sorted({level for level in levels if level})
        ],
    }


def least_level(rules: Any, level: int) -> str:
    """Of which Level one of the goods of a contract must be."""
    if level <= int(rules.level.min()):
        return _("any Level")
    above = range(level, int(rules.level.max()) + 1)
    return _("Level {levels}").format(levels=_(" or ").join(map(str, above)))
