"""Why something cannot be done now: a move that can be read, or a place of the page that leads nowhere.

Each reason names the rule that forbids it, the first that applies, with its numbers. Names and the obstacles of whole
actions come from `wording.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from zashiki.core.i18n import _
from zashiki.games.nippon import actions, figures
from zashiki.games.nippon.moves import CODEC
from zashiki.games.nippon.state import (
    ACTIONS,
    AREA,
    CITIES,
    CITY_SPACES,
    COLOURS,
    CONTRACTS,
    DESTINATIONS,
    FACTORIES,
    GOODS,
    HELP,
    LINES,
    NONE,
    NUMBERS,
    PIECES,
    REGIONS,
    SAME_REGION,
    SECTIONS,
    TOKENS,
    TRACKS,
    Action,
    Piece,
    Task,
    Track,
)
from zashiki.games.nippon.wording import (
    COLOUR_NAMES,
    action_name,
    effect_words,
    factory_name,
    good_name,
    obstacle_words,
    prompt,
    region_short,
    section_number,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position

Fields = dict[str, str]
"""A move by its parts, as the codec reads it."""


def why_not(position: Position, action: int) -> str:
    """Why a move that can be read is not legal now: the first reason that applies."""
    fields = CODEC.fields(action)
    if position.is_over:
        return _("the game is over")
    if position.mover == "*":
        return _drawn(position, fields)
    phases, reason = _REASONS.get(fields["verb"], ((), None))
    return reason(position, fields) if reason and position.phase in phases else _awaited(position)


def blocked(position: Position) -> dict[str, str]:
    """For places the awaited seat may want to press though no legal move leads there: why not."""
    if not isinstance(position.mover, int):
        return {}
    game = position.game
    legal = {target for move in position.legal_moves for target in game.targets(position, move.id)}
    found: dict[str, str] = {}
    for target, *texts in _places(position):
        if target not in legal and target not in found:
            found[target] = _why_none(position, texts)
    return found


def _why_none(position: Position, texts: list[str]) -> str:
    """Why none of the moves meant by one place is legal; of several each with its action, unless they agree."""
    reasons = {text: why_not(position, CODEC.action(text)) for text in texts}
    if len(set(reasons.values())) == 1:
        return reasons[texts[0]]
    named = [
        _("{action}: {reason}").format(action=action_name(ACTIONS.index(text.split(" ")[-1])), reason=reason)
        for text, reason in reasons.items()
    ]
    return "; ".join(named)


# -- the places of the page


def _places(position: Position) -> Iterator[tuple[str, ...]]:
    """Every place somebody may press at this decision, with the moves they could mean by it."""
    phase = position.phase
    if phase == "turn":
        yield from _places_of_turn(position)
    elif phase == "act":
        yield from _places_of_act(position)
    elif phase in ("free", "extra"):
        yield from _places_of_build(position)
    elif phase == "worker":
        yield from ((f"bag:{colour}", f"worker {colour}") for colour in COLOURS)
    elif phase == "spend":
        yield from ((f"good:{good}", f"spend {good}") for good in GOODS)
    elif phase == "dept":
        yield from ((f"department:{position.mover}:{colour}", f"dept {colour}") for colour in COLOURS)
    elif phase == "step":
        yield from ((f"track:{position.mover}:{track}", f"step {track}") for track in TRACKS)
    elif phase == "good":
        yield from ((f"factory:{position.mover}:{name}", f"good {name}") for name in _owned(position))
    elif phase == "region":
        yield from ((f"region:{region}", f"region {region}") for region in REGIONS)
    elif phase == "favor":
        yield from ((f"objective:{position.mover}:{line}", f"favor {line}") for line in LINES)


def _owned(position: Position) -> list[str]:
    places = _player(position).factories
    return [name for factory, name in enumerate(FACTORIES) if places[factory].face != NONE]


def _places_of_turn(position: Position) -> Iterator[tuple[str, ...]]:
    """Workers whose section has no possible action, actions that are not possible."""
    state, rules = position.state, position.rules
    for section, name in enumerate(SECTIONS):
        here = [
            ACTIONS[action] for action in range(len(ACTIONS)) if int(rules.section[section]) >> action & 1
        ]
        colours = [colour for c, colour in enumerate(COLOURS) if state.hiring[section, c]]
        for colour in colours:
            yield f"worker:{name}:{colour}", *(f"take {name} {colour} {action}" for action in here)
        for action in here:
            yield f"action:{action}", f"take {name} {(colours or COLOURS)[0]} {action}"
    yield "verb:silk", "silk"


def _places_of_act(position: Position) -> Iterator[tuple[str, str]]:
    """The targets of the action going on, `stop` and `silk`."""
    state, rules, action = position.state, position.rules, int(position.state.action)
    if action in (Action.RND, Action.MINING):
        track, verb = ("rnd", "research") if action == Action.RND else ("mining", "mine")
        yield f"track:{position.mover}:{track}", verb
    elif action == Action.FACTORY:
        for token in TOKENS:
            if state.display[divmod(TOKENS.index(token), NUMBERS)] != NONE:
                yield f"token:{token}", f"build {token}"
                yield f"type:{token.split('-')[0]}", f"build {token}"
    elif action in (Action.MACHINES, Action.PRODUCTION):
        verb = "machine" if action == Action.MACHINES else "produce"
        yield from ((f"factory:{position.mover}:{name}", f"{verb} {name}") for name in _owned(position))
    elif action == Action.CONTRACTS:
        yield from ((f"contract:{position.mover}:{n}", f"contract {n}") for n in range(1, CONTRACTS + 1))
        yield "verb:invest", "invest"
    elif action == Action.MARKET:
        for city, name in enumerate(CITIES):
            for space in range(int(rules.city_spaces)):
                count = max(1, min(3, figures.stock_of(_player(position), _wanted(position, city, space))))
                yield f"space:{name}-{CITY_SPACES[space]}", f"market {name} {CITY_SPACES[space]} {count}"
    else:
        way = "iron" if actions.piece_payable(rules, _player(position), 0, False) else "money"
        places = _ships(way) if action == Action.SHIPS else _trains(rules, way)
        yield from places
        yield "how:iron", places[0][1].rsplit(" ", 1)[0] + " iron"
        yield "how:money", places[0][1].rsplit(" ", 1)[0] + " money"
    yield "verb:stop", "stop"
    yield "verb:silk", "silk"


def _places_of_build(position: Position) -> Iterator[tuple[str, str]]:
    """The pieces an effect builds or offers."""
    how = "free" if position.phase == "free" else "extra"
    pieces = _pieces(position)
    if pieces >> Piece.SHIP & 1:
        yield from _ships(how)
    if pieces >> Piece.MACHINE & 1:
        yield from ((f"factory:{position.mover}:{name}", f"machine {name}") for name in _owned(position))
    if pieces >> Piece.TRAIN & 1:
        yield from _trains(position.rules, how)


def _ships(how: str) -> list[tuple[str, str]]:
    return [(f"destination:{name}", f"ship {name} {how}") for name in DESTINATIONS]


def _trains(rules: Any, how: str) -> list[tuple[str, str]]:
    spaces = range(1, int(rules.train_spaces) + 1)
    return [(f"train:{name}-{k}", f"train {name} {k} {how}") for name in REGIONS for k in spaces]


# -- what is awaited


def _player(position: Position) -> Any:
    return position.state.players[position.state.seat]


def _top(position: Position) -> Any:
    return position.state.stack[position.state.depth - 1]


def _wanted(position: Position, city: int, space: int) -> int:
    return figures.wanted(position.state, position.rules, city, space)


def _pieces(position: Position) -> int:
    """The set of pieces that the effect on top builds or offers."""
    top = _top(position)
    if top.kind == Task.FREE:
        return int(top.a)
    piece = int(_offer(position).piece)
    return 0 if piece == NONE else 1 << piece


def _offer(position: Position) -> Any:
    top = _top(position)
    return position.rules.faces[int(top.a), int(top.b)].offer


def _awaited(position: Position) -> str:
    """What is awaited instead of a move of another kind."""
    return _("first: {question}").format(question=prompt(position).question)


def _drawn(position: Position, fields: Fields) -> str:
    if fields["verb"] == position.phase.replace("_", "-"):
        return _("this draw cannot come out so now")
    return _("a draw comes first: {what}").format(what=prompt(position).question)


# -- setup and the turn


def _pick(position: Position, fields: Fields) -> str:
    return _("there is no pair {n} to be picked").format(n=fields["slot"])


def _worker(position: Position, fields: Fields) -> str:
    colour = COLOURS.index(fields["colour"])
    return _("the bag holds no {colour} Worker").format(colour=_(COLOUR_NAMES[colour]))


def _take(position: Position, fields: Fields) -> str:
    state, rules = position.state, position.rules
    section, colour = SECTIONS.index(fields["section"]), COLOURS.index(fields["colour"])
    action = ACTIONS.index(fields["action"])
    if len(figures.occupied(_player(position))) == AREA:
        return _("your Workers area is full: consolidate")
    if not int(rules.section[section]) >> action & 1:
        return _("{action} lies under section {n}").format(
            action=action_name(action), n=section_number(figures.section_of(rules, action))
        )
    if state.hiring[section].sum() == 0:
        return _("section {n} has no Worker left").format(n=section_number(section))
    if state.hiring[section, colour] == 0:
        return _("there is no {colour} Worker in section {n}").format(
            colour=_(COLOUR_NAMES[colour]), n=section_number(section)
        )
    found = figures.obstacle(state, rules, int(state.seat), action)
    return obstacle_words(action, found) if found else _awaited(position)


def _silk(position: Position, fields: Fields) -> str:
    if _player(position).silk == 0:
        return _("you have no Silk")
    if position.phase == "extra":
        return _("this offer has no price in Money")
    if position.state.action == Action.FACTORY:
        return _("the Silk is needed as help, or no Factory could be built any more")
    return _("this action has no price in Money")


def _consolidate(position: Position, fields: Fields) -> str:
    return _("a Consolidation is a turn of its own: this action is finished first")


def _stop(position: Position, fields: Fields) -> str:
    return _("an action must be activated at least once")


# -- activations


def _activation(
    action: Action, reason: Callable[[Position, Fields], str]
) -> Callable[[Position, Fields], str]:
    """A reason against an activation; before it, that another action goes on."""

    def whole(position: Position, fields: Fields) -> str:
        going_on = int(position.state.action)
        if going_on != action:
            return _("the action is {action}").format(action=action_name(going_on))
        return reason(position, fields)

    return whole


def _short_of_money(position: Position, need: int) -> str:
    """That the Money does not suffice for a price."""
    player = _player(position)
    if player.money + player.silk >= need:
        return _("it costs {need} Money, you have {have}: turn Silk into Money first").format(
            need=need, have=int(player.money)
        )
    return _("it costs {need} Money, you have {have}").format(need=need, have=int(player.money))


def _research(position: Position, fields: Fields) -> str:
    rules = position.rules
    prices = rules.research_price if fields["verb"] == "research" else rules.mining_price
    return _short_of_money(position, int(prices[position.state.made]))


def _build(position: Position, fields: Fields) -> str:
    state, rules, player = position.state, position.rules, _player(position)
    type_, number = divmod(TOKENS.index(fields["token"]), NUMBERS)
    if player.factories[type_].face != NONE:
        return _("you own a Factory of this type")
    if state.display[type_, number] == NONE:
        return _("this Factory is not on display")
    missing = int(rules.research[type_] - player.track[Track.RND])
    if missing > HELP:
        return _("it needs R&D level {need}, you have {have}; Silk helps over {help} levels").format(
            need=int(rules.research[type_]), have=int(player.track[Track.RND]), help=HELP
        )
    needed = int(rules.silk_help[max(missing, 0)])
    if player.silk < needed:
        return _("{missing} R&D levels are missing: that takes {need} Silk, you have {have}").format(
            missing=missing, need=needed, have=int(player.silk)
        )
    price = int(rules.factory_price)
    if (
        needed
        and player.money < price <= player.money + player.silk
        and player.money + player.silk < price + needed
    ):
        return _("it costs {need} Money, you have {have}; {silk} Silk is needed as help").format(
            need=price, have=int(player.money), silk=needed
        )
    return _short_of_money(position, price)


def _machine(position: Position, fields: Fields) -> str:
    state, rules, player = position.state, position.rules, _player(position)
    factory = FACTORIES.index(fields["factory"])
    place = player.factories[factory]
    if place.face == NONE:
        return _("you do not own this Factory")
    if position.phase == "act" and int(state.used) >> factory & 1:
        return _("each Machine of an action goes to a different Factory")
    if player.built[Piece.MACHINE] >= PIECES:
        return _("all your Machines are built")
    if place.machines >= rules.machines[factory]:
        return _("it carries all the Machines it can")
    if position.phase == "free":
        return _("the second Machine goes to another Factory than the first")
    return _short_of_money(position, int(rules.machine_price))


def _produce(position: Position, fields: Fields) -> str:
    state, rules, player = position.state, position.rules, _player(position)
    factory = FACTORIES.index(fields["factory"])
    place = player.factories[factory]
    if place.face == NONE:
        return _("you do not own this Factory")
    if int(state.used) >> factory & 1:
        return _("each production of an action is in a different Factory")
    if place.goods >= rules.storage[factory]:
        return _("its store is full")
    need = int(actions.coal_price(rules, factory, actions.discount(state, rules, player)))
    return _("it burns {need} Coal, you have {have}").format(need=need, have=int(player.coal + player.stored))


def _ship(position: Position, fields: Fields) -> str:
    player = _player(position)
    if player.built[Piece.SHIP] >= PIECES:
        return _("all your Ships are built")
    if player.ship_at[DESTINATIONS.index(fields["destination"])]:
        return _("you have a Ship there")
    return _paid(position, fields["how"])


def _train(position: Position, fields: Fields) -> str:
    state, rules, player = position.state, position.rules, _player(position)
    region, space = REGIONS.index(fields["region"]), int(fields["space"]) - 1
    if player.built[Piece.TRAIN] >= PIECES:
        return _("all your Trains are built")
    if space >= rules.train_spaces:
        return _("that Train space is not in use with {n} players").format(n=int(rules.players))
    if state.train[region, space] != NONE:
        return _("that Train space is taken")
    if position.phase == "act" and int(state.used) >> region & 1:
        return _("each Train of an action goes to a different Region")
    if position.phase == "extra" and int(_top(position).c) >> region & 1:
        return _("the second Train goes to another Region than the first")
    return _paid(position, fields["how"])


def _paid(position: Position, how: str) -> str:
    """Why a Ship or Train cannot be paid in a way."""
    rules, player = position.rules, _player(position)
    if position.phase == "free":
        return _("it is free of charge now")
    if position.phase == "extra":
        if how != "extra":
            return _("it is built at the price of the offer now")
        return _short_of_money(position, int(_offer(position).money))
    if how in ("free", "extra"):
        return _("nothing is built free of charge now")
    need = int(rules.piece_iron if how == "iron" else rules.piece_money_iron)
    if player.iron < need:
        return _("it needs {need} Iron, you have {have}").format(need=need, have=int(player.iron))
    return _short_of_money(position, int(rules.piece_money))


def _built(piece: Piece, reason: Callable[[Position, Fields], str]) -> Callable[[Position, Fields], str]:
    """A reason against a build by an effect; before it, that the effect builds something else."""

    def whole(position: Position, fields: Fields) -> str:
        if not _pieces(position) >> piece & 1:
            return _("only what the effect offers can be built now")
        return reason(position, fields)

    return whole


def _market(position: Position, fields: Fields) -> str:
    state, rules, player = position.state, position.rules, _player(position)
    city, space = CITIES.index(fields["city"]), CITY_SPACES.index(fields["space"])
    count = int(fields["count"])
    if space >= rules.city_spaces:
        return _("that space is not in use with {n} players").format(n=int(rules.players))
    if not actions.region_allowed(rules, state.used, city >> 1):
        if int(rules.market_region) == SAME_REGION:
            return _("all sales of an action go to one Region in this game")
        return _("each sale of an action goes to another Region in this game")
    good = _wanted(position, city, space)
    have = figures.stock_of(player, good)
    if have < count:
        return _("this space wants {good}, and you have {have}").format(good=good_name(good), have=have)
    value = int(rules.influence[good, count])
    if player.supply[value] == 0:
        return _("you have no Influence token of value {value}").format(value=value)
    there = int(state.token_value[city, space])
    if there and not rules.displace:
        return _("the space is taken; no token is driven out in this game")
    return _("a token of value {there} lies there: yours of {value} does not drive it out").format(
        there=there, value=value
    )


def _contract(position: Position, fields: Fields) -> str:
    rules, player = position.rules, _player(position)
    contract = int(fields["contract"]) - 1
    if player.fulfilled[contract]:
        return _("you have fulfilled this contract")
    return _("one of the goods must be of Level {n} or higher").format(n=int(rules.contract_level[contract]))


def _invest(position: Position, fields: Fields) -> str:
    return _("the Finance marker is at the end of its track")


# -- decisions inside activations and effects


def _spend(position: Position, fields: Fields) -> str:
    good, top = GOODS.index(fields["good"]), _top(position)
    if figures.stock_of(_player(position), good) == 0:
        return _("you have no {good}").format(good=good_name(good))
    if good <= int(top.b):
        return _("each type is spent once, in the order of the goods: {good} was before").format(
            good=good_name(good)
        )
    if actions.goods_types(_player(position), good - 1) < top.a:
        return _("the goods behind it would not suffice for what is asked")
    return _("one of the goods must be of Level {n} or higher").format(n=int(top.c))


def _dept(position: Position, fields: Fields) -> str:
    return _("this effect pays {what} only").format(what=effect_words(position.rules, _top(position)))


def _step(position: Position, fields: Fields) -> str:
    return _("this marker is at the end of its track")


def _good(position: Position, fields: Fields) -> str:
    player, rules, top = _player(position), position.rules, _top(position)
    factory = FACTORIES.index(fields["factory"])
    place = player.factories[factory]
    if place.face == NONE:
        return _("you do not own this Factory")
    if place.goods >= rules.storage[factory]:
        return _("its store is full")
    if factory <= int(top.b):
        return _("the Factories are named in the order of the goods: {factory} was before").format(
            factory=factory_name(factory)
        )
    return _("the Factories behind it would not suffice for the goods to come")


def _region(position: Position, fields: Fields) -> str:
    region = REGIONS.index(fields["region"])
    return _("this action has laid no Train in {region}").format(region=region_short(region))


def _favor(position: Position, fields: Fields) -> str:
    return _("this objective holds a Favor of the same level or a higher one")


def _keep(position: Position, fields: Fields) -> str:
    n = figures.kept_units(position.rules, _player(position))
    return _("exactly {n} units are kept, as far as you have them").format(n=n)


def _of_act_or_build(
    in_action: Callable[[Position, Fields], str], in_effect: Callable[[Position, Fields], str]
) -> Callable[[Position, Fields], str]:
    """Ships, Machines and Trains are built by actions and by effects."""

    def whole(position: Position, fields: Fields) -> str:
        return (in_action if position.phase == "act" else in_effect)(position, fields)

    return whole


_BUILDS = ("act", "free", "extra")

_REASONS: dict[str, tuple[tuple[str, ...], Callable[[Position, Fields], str]]] = {
    "pick": (("pick",), _pick),
    "worker": (("worker",), _worker),
    "take": (("turn",), _take),
    "silk": (("turn", "act", "extra"), _silk),
    "consolidate": (("act",), _consolidate),
    "stop": (("act",), _stop),
    "research": (("act",), _activation(Action.RND, _research)),
    "mine": (("act",), _activation(Action.MINING, _research)),
    "build": (("act",), _activation(Action.FACTORY, _build)),
    "machine": (
        _BUILDS,
        _of_act_or_build(_activation(Action.MACHINES, _machine), _built(Piece.MACHINE, _machine)),
    ),
    "produce": (("act",), _activation(Action.PRODUCTION, _produce)),
    "ship": (_BUILDS, _of_act_or_build(_activation(Action.SHIPS, _ship), _built(Piece.SHIP, _ship))),
    "train": (_BUILDS, _of_act_or_build(_activation(Action.TRAINS, _train), _built(Piece.TRAIN, _train))),
    "market": (("act",), _activation(Action.MARKET, _market)),
    "invest": (("act",), _activation(Action.CONTRACTS, _invest)),
    "contract": (("act",), _activation(Action.CONTRACTS, _contract)),
    "spend": (("spend",), _spend),
    "dept": (("dept",), _dept),
    "step": (("step",), _step),
    "good": (("good",), _good),
    "region": (("region",), _region),
    "favor": (("favor",), _favor),
    "keep": (("keep",), _keep),
}
"""For each verb: the decisions at which there is more to say than what is awaited, and the reason."""
