"""Toshi in words: names, the prompt, the log, reasons, moves, results, and the board as plain text.

Every sentence is one translatable message with named placeholders. The numbers come from `figures.py`. Seats are
called by their names only; reasons and questions address the seat they are for as "you".
"""

from __future__ import annotations

import string
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from zashiki.core.contract import Line, Prompt
from zashiki.core.i18n import _, ngettext
from zashiki.games.toshi import figures
from zashiki.games.toshi.edition import Numbers, title
from zashiki.games.toshi.figures import City, Effect, Obstacle, city_of, numbers_of, state_of
from zashiki.games.toshi.moves import CODEC
from zashiki.games.toshi.state import (
    APART,
    AREA,
    BUILDINGS,
    NEIGHBOURS,
    NONE,
    OFF_BOARD,
    REGULAR,
    SIDE,
    SQUARES,
    Building,
    Kind,
    Phase,
)

if TYPE_CHECKING:
    from zashiki.core.position import Position


def N_(message: str) -> str:
    """Mark a message for translation that is translated where it is used."""
    return message


# -- names


class Name(NamedTuple):
    """How a building is called.

    Attributes:
        name: on its card.
        a: in a sentence, with its article.
        gloss: what it is, in a word or two.
        japanese, kanji: its Japanese name.
        code: two letters, for boards in plain text.
        noun: in a sentence, where it differs from name.
        short: where there is little room, where it differs from name.
    """

    name: str
    a: str
    gloss: str
    japanese: str
    kanji: str
    code: str
    noun: str = ""
    short: str = ""


NAMES: dict[Building, Name] = {
    Building.NAGAYA: Name(N_("Nagaya"), N_("a Nagaya"), N_("row house"), "Nagaya", "長屋", "Na"),
    Building.MACHIYA: Name(N_("Machiya"), N_("a Machiya"), N_("double house"), "Machiya", "町家", "Ma"),
    Building.NOKA: Name(N_("Nōka"), N_("a Nōka"), N_("farm"), "Nōka", "農家", "No"),
    Building.KOBA: Name(N_("Kōba"), N_("a Kōba"), N_("workshop"), "Kōba", "工場", "Ko"),
    Building.TEIEN: Name(N_("Teien"), N_("a Garden"), N_("garden"), "Teien", "庭園", "Te", noun=N_("Garden")),
    Building.KURA: Name(N_("Kura"), N_("a Kura"), N_("storehouse"), "Kura", "蔵", "Ku"),
    Building.MISE: Name(N_("Mise"), N_("a Mise"), N_("shop"), "Mise", "店", "Mi"),
    Building.UMAYA: Name(N_("Umaya"), N_("an Umaya"), N_("stable"), "Umaya", "厩", "Um"),
    Building.BELL_TOWER: Name(
        N_("Bell Tower"), N_("Bell Towers"), N_("a set of towers"), "Shōrō", "鐘楼", "Be"
    ),
    Building.KABUKI: Name(N_("Kabuki"), N_("the Kabuki"), N_("theatre"), "Kabuki", "歌舞伎", "Ka"),
    Building.HONJIN: Name(N_("Honjin"), N_("the Honjin"), N_("inn"), "Honjin", "本陣", "Ho"),
    Building.GAKUMONJO: Name(N_("Gakumonjo"), N_("the Gakumonjo"), N_("school"), "Gakumonjo", "学問所", "Ga"),
    Building.MAGISTRATE: Name(
        N_("Magistrate"), N_("the Magistrate’s Building"), N_("town office"), "Bugyōsho", "奉行所", "Mg"
    ),
    Building.KAWARAMONO: Name(
        N_("Kawaramono"),
        N_("the Kawaramono Guild"),
        N_("builders’ guild"),
        "Kawaramono",
        "河原者",
        "Kw",
        noun=N_("Kawaramono Guild"),
    ),
    Building.SHIRO: Name(N_("Castle"), N_("the Castle"), N_("seat of the lord"), "Shiro", "城", "Ca"),
    Building.SILKWORM_FARM: Name(
        N_("Silkworm Farm"), N_("the Silkworm Farm"), N_("silk"), "Yōsanjo", "養蚕所", "Si"
    ),
    Building.EXCHANGE_OFFICE: Name(
        N_("Exchange Office"),
        N_("the Exchange Office"),
        N_("lender"),
        "Ryōgaeya",
        "両替屋",
        "Ex",
        short=N_("Exchange"),
    ),
    Building.DAIMYO_RESIDENCE: Name(
        N_("Daimyo Residence"),
        N_("the Daimyo Residence"),
        N_("stables of a lord"),
        "Daimyō yashiki",
        "大名屋敷",
        "Da",
        short=N_("Residence"),
    ),
}

TITLES = {
    "apprentice": N_("Apprentice planner"),
    "growing-town": N_("A town on the rise"),
    "flourishing-city": N_("City in bloom"),
    "renowned-city": N_("City people talk about"),
    "golden-age": N_("Master builder of a golden age"),
}

NUMBER_WORDS = (N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"))

MINUS = "−"


def name_of(building: int) -> str:
    """The name on the card of a building ("Teien")."""
    return _(NAMES[Building(building)].name)


def noun_of(building: int) -> str:
    """The name of a building inside a sentence ("Garden")."""
    name = NAMES[Building(building)]
    return _(name.noun or name.name)


def short_of(building: int) -> str:
    """The name of a building where there is little room ("Residence")."""
    name = NAMES[Building(building)]
    return _(name.short or name.name)


def one_of(building: int) -> str:
    """A building with its article ("a Kōba", "the Kabuki")."""
    return _(NAMES[Building(building)].a)


def number_word(n: int) -> str:
    """A small number as a word, a larger one in digits."""
    return _(NUMBER_WORDS[n]) if 0 <= n < len(NUMBER_WORDS) else str(n)


def signed(amount: int) -> str:
    """An amount with its sign: +9, −4, 0."""
    return f"+{amount}" if amount > 0 else plain(amount)


def plain(amount: int) -> str:
    """A number with a proper minus sign."""
    return str(amount) if amount >= 0 else f"{MINUS}{-amount}"


def koku(amount: int) -> str:
    """An amount of money."""
    return ngettext("{n} Koku", "{n} Koku", amount).format(n=amount)


def paid(amount: int) -> str:
    """An amount of money, marked."""
    return f"**{koku(amount)}**"


def house_count(n: int) -> str:
    """A number of houses."""
    return ngettext("{n} house", "{n} houses", n).format(n=n)


def garden_count(n: int) -> str:
    """A number of Teien."""
    return ngettext("{n} Garden", "{n} Gardens", n).format(n=n)


def listed(names: Sequence[str]) -> str:
    """Names as a list in words: "Ann, Ben and Chiyo"."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=_(", ").join(names[:-1]), last=names[-1])


def square_list(squares: Iterable[int]) -> str:
    """Squares as a list: "4D, 4E"."""
    return _(", ").join(SQUARES[square] for square in squares)


# -- what a square brings


def effect_reason(found: Effect) -> str:
    """Where the amount of an effect comes from ("3 Nōka", "7 houses × 2"); may be empty."""
    if found.tile == NONE:
        if found.noka and found.farm:
            return _("{n} Nōka, Silkworm Farm").format(n=found.noka)
        if found.farm:
            return _("Silkworm Farm")
        return _("{n} Nōka").format(n=found.noka) if found.noka else ""
    if found.tile in (Building.NAGAYA, Building.MACHIYA, Building.HONJIN):
        return _("{n} Mise × {each}").format(n=found.count, each=found.each)
    if found.tile in (Building.KOBA, Building.KABUKI):
        return _("{houses} × {each}").format(houses=house_count(found.count), each=found.each)
    if found.tile == Building.BELL_TOWER:
        return _("{gardens} × {each}").format(gardens=garden_count(found.count), each=found.each)
    return ""


def effect_text(found: Effect) -> str:
    """What a roll would do, briefly: "+9 (3 Nōka)", "−4 interest", "extra build", "nothing"."""
    reason = effect_reason(found)
    if found.delta == 0 and found.due:
        money = _("nothing: cannot pay {due}").format(due=found.due)
    elif found.delta == 0:
        money = ""
    elif found.tile in (Building.KURA, Building.EXCHANGE_OFFICE):
        money = _("{amount} interest").format(amount=signed(found.delta))
    elif reason:
        money = _("{amount} ({reason})").format(amount=signed(found.delta), reason=reason)
    else:
        money = signed(found.delta)
    builds = ngettext("extra build", "{n} extra builds", found.extra).format(n=found.extra)
    if money and found.extra:
        return _("{money}, {builds}").format(money=money, builds=builds)
    return money or (builds if found.extra else _("nothing"))


# -- why a type cannot be chosen


def obstacle_text(position: Position, building: int, found: Obstacle) -> str:
    """Why a type cannot be chosen, in words (specification 9.2)."""
    through = position.seats[found.seat] if found.seat != NONE else ""
    if found.kind == "off":
        return _("this game is played without specials")
    if found.kind == "out":
        return _("not on offer in this game")
    if found.kind == "none":
        return _("none left in the supply")
    if found.kind == "sold":
        return _("already bought by {name}").format(name=through)
    if found.kind == "owned":
        return _("it is yours already")
    if found.kind == "owner":
        return _("you already own a special")
    if found.kind == "banned":
        if building >= REGULAR:
            return _("{name} has built a special in this turn").format(name=through)
        return _("{name} has built this type in this turn").format(name=through)
    if found.kind == "cost":
        return _("costs {price}, you have {koku}").format(price=found.need, koku=found.have)
    if found.kind == "teien":
        return ngettext(
            "{number} Garden is the limit per turn", "{number} Gardens are the limit per turn", found.need
        ).format(number=number_word(found.need))
    if found.kind == "second":
        return _("no free neighbouring square for the second half")
    if found.kind == "towers":
        towers = number_word(numbers_of(position).towers)
        return _("no room for {number} towers that do not touch").format(number=towers)
    return _("no empty square is left")


def obstacle_brief(building: int, found: Obstacle) -> tuple[str, int]:
    """The same for a small card: words, and the seat whose crest stands before them, or NONE."""
    if found.kind == "banned":
        return _("just built one") if building >= REGULAR else _("built it this turn"), found.seat
    if found.kind == "sold":
        return _("has it"), found.seat
    if found.kind == "cost" and building >= REGULAR:
        return _("you have {koku}").format(koku=found.have), NONE
    return _obstacle_brief(found), NONE


def _obstacle_brief(found: Obstacle) -> str:
    if found.kind == "cost":
        return _("costs {price}, you have {koku}").format(price=found.need, koku=found.have)
    if found.kind == "teien":
        return ngettext("limit: {n} this turn", "limit: {n} this turn", found.need).format(n=found.need)
    return {
        "off": _("not in this game"),
        "out": _("not on offer"),
        "none": _("none left"),
        "owned": _("yours already"),
        "owner": _("you own one"),
        "second": _("no room for both halves"),
        "towers": _("no room for the towers"),
    }.get(found.kind, _("no empty square"))


def type_brief(position: Position, building: int) -> tuple[str, int]:
    """The same as `type_reason` for a small card: words, and the seat whose crest stands before them, or NONE."""
    phase = state_of(position).phase
    if phase == Phase.OFFER:
        return _("on offer already") if building >= REGULAR else _("no special"), NONE
    if phase == Phase.REMOVE:
        return _("none left") if building < REGULAR else _("not in the supply"), NONE
    kind = Kind.EXTRA if phase == Phase.EXTRA else Kind.BUILD
    found = figures.obstacle(position, state_of(position).mover, building, kind)
    return obstacle_brief(building, found) if found else ("", NONE)


def type_reason(position: Position, building: int) -> str:
    """Why the awaited seat cannot choose a type in the decision at hand; empty if it can."""
    state, phase = state_of(position), state_of(position).phase
    if phase == Phase.OFFER:
        if building < REGULAR:
            return _("only specials are put on offer")
        on_table = state.table >> (building - REGULAR) & 1
        return _("it is on offer already") if on_table else ""
    if phase == Phase.REMOVE:
        if building >= REGULAR:
            return _("specials are not part of the supply")
        return "" if state.supply[building] > 0 else _("none left in the supply")
    kind = Kind.EXTRA if phase == Phase.EXTRA else Kind.BUILD
    found = figures.obstacle(position, state.mover, building, kind)
    return obstacle_text(position, building, found) if found else ""


def square_reason(position: Position, square: int) -> str:
    """Why the awaited seat cannot put anything on a square of its city now; empty if it can."""
    state = state_of(position)
    city = city_of(position, state.mover)
    name = SQUARES[square]
    if city.tiles[square] != NONE:
        return _("{square} is built already").format(square=name)
    if state.phase == Phase.UMAYA:
        return ""
    if state.phase == Phase.BUILD:
        if square == state.rolled:
            return ""
        return _("only the rolled square {square} can be built on").format(square=SQUARES[state.rolled])
    if state.phase != Phase.AT:
        return _("choose what to build first")
    building, placed = state.building, figures.squares_in(state.filled)
    if building == Building.BELL_TOWER:
        for tower in placed:
            if not int(APART[tower]) >> square & 1:
                return _("{square} touches the tower on {tower}").format(square=name, tower=SQUARES[tower])
    elif placed and not any(int(NEIGHBOURS[other]) >> square & 1 for other in placed):
        if building == Building.TEIEN:
            return _("{square} is not next to a Garden of this build").format(square=name)
        return _("{square} is not next to {first}").format(square=name, first=square_list(placed))
    if next(figures.completions(city, building, (*placed, square)), None) is None:
        if building == Building.BELL_TOWER:
            return _("{square} leaves no room for the other towers").format(square=name)
        return _("no free neighbouring square for the second half")
    return ""


def why_not(position: Position, action: int) -> str:
    """Why a move that can be read is not legal now: the first reason that applies."""
    fields = CODEC.fields(action)
    verb, phase = fields["verb"], Phase(state_of(position).phase)
    if phase == Phase.OVER:
        return _("the game is over")
    if state_of(position).mover < 0:
        return _why_not_chance(position, fields, phase)
    reason = _WHY_NOT[verb](position, fields, phase) if verb in _WHY_NOT else ""
    return reason or _awaited(position, phase)


def _awaited(position: Position, phase: Phase) -> str:
    """What is awaited instead of a move of another kind."""
    name = position.seats[state_of(position).mover] if state_of(position).mover >= 0 else ""
    square = SQUARES[state_of(position).rolled]
    return {
        Phase.START: _("a start square is drawn now"),
        Phase.FIRST: _("the start seat is drawn now"),
        Phase.OFFER: _("the specials on offer are chosen first"),
        Phase.ROLL: _("the dice are rolled first"),
        Phase.EXTRA: _("{name} first chooses an extra build, or passes").format(name=name),
        Phase.BUILD: _("{name} first builds on {square}, or passes").format(name=name, square=square),
        Phase.AT: _("the building in progress is placed first"),
        Phase.UMAYA: _("{name} first places a free Umaya, or passes").format(name=name),
        Phase.REMOVE: _("nothing was built: a tile must leave the supply"),
        Phase.OVER: _("the game is over"),
    }[phase]


def _why_not_chance(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase == Phase.START and fields["verb"] == "start":
        return _("{square} has a Nōka already").format(square=fields["square"])
    if phase == Phase.FIRST and fields["verb"] == "first":
        return ngettext("there is only {n} seat", "there are only {n} seats", position.players).format(
            n=position.players
        )
    if phase == Phase.OFFER and fields["verb"] == "offer":
        return _("it is on offer already")
    return _awaited(position, phase)


def _why_not_build(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase == Phase.EXTRA:
        return _("this is an extra build: choose the type first, then the square")
    if phase != Phase.BUILD:
        return ""
    if "square" in fields and fields["square"] != SQUARES[state_of(position).rolled]:
        return _("only the rolled square {square} can be built on").format(
            square=SQUARES[state_of(position).rolled]
        )
    return type_reason(position, BUILDINGS.index(fields["type"]))


def _why_not_extra(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase == Phase.BUILD:
        return _("no extra build is due")
    return type_reason(position, BUILDINGS.index(fields["type"])) if phase == Phase.EXTRA else ""


def _why_not_at(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase in (Phase.EXTRA, Phase.BUILD):
        return _("choose what to build first")
    return square_reason(position, SQUARES.index(fields["square"])) if phase == Phase.AT else ""


def _why_not_umaya(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase == Phase.UMAYA:
        return square_reason(position, SQUARES.index(fields["square"]))
    seat = state_of(position).seats[state_of(position).mover]
    if seat.special != Building.DAIMYO_RESIDENCE:
        return _("only the owner of the Daimyo Residence places free Umaya")
    if seat.residence == 0:
        return _("no Umaya is left on the Daimyo Residence")
    if seat.umaya_used:
        return _("the free Umaya of this round is placed already")
    return ""


def _why_not_stop(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase == Phase.AT and state_of(position).building == Building.TEIEN:
        return _("the first Garden is placed first")
    if phase == Phase.AT:
        return _("{building} must be placed completely").format(building=noun_of(state_of(position).building))
    return _("only a build of Gardens is stopped")


def _why_not_remove(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase == Phase.REMOVE:
        return type_reason(position, BUILDINGS.index(fields["type"]))
    if position.players > 1:
        return _("tiles leave the supply only in the solo game")
    return _("a tile leaves the supply only at the end of a turn without a build")


def _why_not_offer(position: Position, fields: dict[str, str], phase: Phase) -> str:
    if phase == Phase.OFFER:
        return type_reason(position, BUILDINGS.index(fields["special"]))
    return _("what is on offer is settled before the first turn")


def _why_not_pass(position: Position, fields: dict[str, str], phase: Phase) -> str:
    return _("the building in progress can only be placed, not declined") if phase == Phase.AT else ""


_WHY_NOT = {
    "build": _why_not_build,
    "extra": _why_not_extra,
    "at": _why_not_at,
    "umaya": _why_not_umaya,
    "stop": _why_not_stop,
    "remove": _why_not_remove,
    "offer": _why_not_offer,
    "pass": _why_not_pass,
}


# -- moves in words


def say(position: Position, action: int) -> str:
    """A move in words, as a button or a list shows it."""
    fields = CODEC.fields(action)
    verb, square = fields["verb"], fields.get("square", "")
    state = state_of(position)
    if verb == "start":
        return _("Start square {square}").format(square=square)
    if verb == "roll":
        return _("Roll of {square}").format(square=square)
    if verb == "first":
        seat = int(fields["seat"])
        name = position.seats[seat] if seat < position.players else _("Seat {n}").format(n=seat)
        return _("{name} begins").format(name=name)
    if verb == "offer":
        return _("{special} on offer").format(special=name_of(BUILDINGS.index(fields["special"])))
    if verb in ("build", "extra"):
        return _say_type(position, BUILDINGS.index(fields["type"]), square, verb == "extra")
    if verb == "at":
        building = state.building
        if building == NONE:
            return square
        return _("{building} on {square}").format(building=name_of(building), square=square)
    if verb == "stop":
        return _("No more Teien")
    if verb == "umaya":
        return _("Free Umaya on {square}").format(square=square)
    if verb == "remove":
        return _("Remove {tile}").format(tile=one_of(BUILDINGS.index(fields["type"])))
    if state.phase == Phase.UMAYA:
        return _("No free Umaya now")
    if state.phase == Phase.EXTRA and state.due > 1:
        return _("Build nothing, give up all {n} extra builds").format(n=state.due)
    return _("Build nothing")


def _say_type(position: Position, building: int, square: str, extra: bool) -> str:
    name = name_of(building)
    mover = state_of(position).mover
    price = city_of(position, max(mover, 0)).price(building)
    if building in OFF_BOARD:
        texts = (_("{name} for {price}"), _("{name}, receive {price}"), _("{name} at no cost"))
    elif extra:
        texts = (
            _("{name} anywhere for {price}"),
            _("{name} anywhere, receive {price}"),
            _("{name} anywhere at no cost"),
        )
    elif building == Building.TEIEN:
        texts = (
            _("{name} on {square} for {price} each"),
            _("{name} on {square}, receive {price} each"),
            _("{name} on {square} at no cost"),
        )
    else:
        texts = (
            _("{name} on {square} for {price}"),
            _("{name} on {square}, receive {price}"),
            _("{name} on {square} at no cost"),
        )
    text = texts[0] if price > 0 else texts[1] if price < 0 else texts[2]
    return text.format(name=name, square=square, price=koku(abs(price)))


# -- the prompt


def prompt(position: Position) -> Prompt:
    """What the awaited seat is asked, and what the others are told."""
    phase = Phase(state_of(position).phase)
    mover = state_of(position).mover
    name = position.seats[mover] if mover >= 0 else ""
    return _PROMPTS[phase](position, name)


def _prompt_start(position: Position, name: str) -> Prompt:
    placed = AREA - len(city_of(position, 0).empty)
    text = _("Start square {n} is drawn.").format(n=placed + 1)
    return Prompt(text, _("Every city begins with a Nōka there."), text)


def _prompt_first(position: Position, name: str) -> Prompt:
    text = _("The start seat is drawn.")
    return Prompt(text, "", text)


def _prompt_offer(position: Position, name: str) -> Prompt:
    if state_of(position).mover < 0:
        text = _("The specials on offer are drawn.")
        return Prompt(text, "", text)
    n = state_of(position).table.bit_count() + 1
    of = numbers_of(position).offers
    return Prompt(
        _("Choose a special to lie on the table ({n} of {of}).").format(n=n, of=of),
        _("You can buy one of them during the game; the others are not played."),
        _("{name} chooses the specials on offer.").format(name=name),
    )


def _prompt_roll(position: Position, name: str) -> Prompt:
    roller = position.seats[state_of(position).active]
    return Prompt(
        _("Roll the dice."),
        _("Turn {turn}: the square counts in every city.").format(turn=state_of(position).turn)
        if position.players > 1
        else _("Turn {turn}").format(turn=state_of(position).turn),
        _("{name} rolls the dice.").format(name=roller),
    )


def _purse(position: Position) -> str:
    """What the awaited seat has to spend, and what it may not choose because of others."""
    state = state_of(position)
    mover = state.mover
    kind = Kind.EXTRA if state.phase == Phase.EXTRA else Kind.BUILD
    sentences = [_("You have {koku}.").format(koku=koku(state.seats[mover].koku))]
    taken = [
        _("{building} ({name})").format(building=noun_of(building), name=position.seats[seat])
        for building, seat in figures.bans(position)
        if figures.banned_by(position, mover, building, kind) == seat
    ]
    if taken:
        sentences.append(_("Taken this turn: {buildings}.").format(buildings=listed(taken)))
    return " ".join(sentences)


def _prompt_extra(position: Position, name: str) -> Prompt:
    state = state_of(position)
    square = state.rolled
    tile = noun_of(city_of(position, state.mover).tiles[square])
    due = state.due
    return Prompt(
        ngettext(
            "Your {tile} on {square} allows a build anywhere: choose a building, or pass.",
            "Your {tile} on {square} allows {n} more builds anywhere: choose a building, or pass.",
            due,
        ).format(tile=tile, square=SQUARES[square], n=due),
        _purse(position),
        _("{name} may build anywhere.").format(name=name),
    )


def _prompt_build(position: Position, name: str) -> Prompt:
    square = SQUARES[state_of(position).rolled]
    return Prompt(
        _("{square} is empty in your city: build there, or pass.").format(square=square),
        _purse(position),
        _("{name} may build on {square}.").format(name=name, square=square),
    )


def _prompt_at(position: Position, name: str) -> Prompt:
    state = state_of(position)
    building = state.building
    placed = figures.squares_in(state.filled)
    waiting = _("{name} is placing {building}.").format(name=name, building=one_of(building))
    if building == Building.TEIEN and placed:
        left = numbers_of(position).teien_per_turn - state.seats[state.mover].teien_placed
        question = _("Another Garden next to {squares}, or stop?").format(squares=square_list(placed))
        detail = ngettext(
            "{n} more Garden is allowed in this turn, for {price}.",
            "{n} more Gardens are allowed in this turn, for {price} each.",
            left,
        ).format(n=left, price=koku(city_of(position, state.mover).price(building)))
    elif building == Building.BELL_TOWER:
        towers = numbers_of(position).towers
        question = _("Where does tower {n} of {of} stand?").format(n=len(placed) + 1, of=towers)
        detail = _("No two towers may touch, not even at a corner.") if towers > 1 else ""
    elif placed:
        question = _("Which square next to {square} takes the second half of the {building}?").format(
            square=square_list(placed), building=noun_of(building)
        )
        detail = _("It is one house, on two squares.")
    else:
        question = _("Where do you build {building}?").format(building=one_of(building))
        detail = _("Any empty square will do.")
        if figures.squares_of(building, numbers_of(position)) > 1:
            detail = _("It needs an empty square beside it as well.")
    return Prompt(question, detail, waiting)


def _prompt_umaya(position: Position, name: str) -> Prompt:
    left = state_of(position).seats[state_of(position).mover].residence
    return Prompt(
        _("Place a free Umaya on any empty square, or pass."),
        ngettext(
            "{n} Umaya is left on your Daimyo Residence.",
            "{n} Umaya are left on your Daimyo Residence.",
            left,
        ).format(n=left),
        _("{name} may place a free Umaya.").format(name=name),
    )


def _prompt_remove(position: Position, name: str) -> Prompt:
    worth = numbers_of(position).supply_tile
    return Prompt(
        _("Nothing was built: choose a tile that leaves the supply."),
        _("Each tile still in the supply brings {koku} at the end.").format(koku=koku(worth)),
        _("{name} chooses a tile that leaves the supply.").format(name=name),
    )


def _prompt_over(position: Position, name: str) -> Prompt:
    text = verdict(position)
    return Prompt(text, "", text)


_PROMPTS = {
    Phase.START: _prompt_start,
    Phase.OFFER: _prompt_offer,
    Phase.FIRST: _prompt_first,
    Phase.ROLL: _prompt_roll,
    Phase.EXTRA: _prompt_extra,
    Phase.BUILD: _prompt_build,
    Phase.AT: _prompt_at,
    Phase.UMAYA: _prompt_umaya,
    Phase.REMOVE: _prompt_remove,
    Phase.OVER: _prompt_over,
}


# -- the log


def log_lines(before: Position, action: int, after: Position) -> list[Line]:
    """What happened in one step, one line per effect (specification 9.1)."""
    fields = CODEC.fields(action)
    lines = _LOG[fields["verb"]](before, fields, after)
    lines += _signals(before, fields, after)
    lines += _skipped(before, fields, after)
    if after.is_over:
        lines += _end_reasons(before, after) + result_lines(after)
    return lines


def _log_start(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    if before.players == 1:
        text = _("The city begins with a Nōka on {square}.")
    else:
        text = _("Every city begins with a Nōka on {square}.")
    return [Line(text.format(square=fields["square"]), kind="setup")]


def _log_first(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    seat = int(fields["seat"])
    return [Line(_("{name} begins.").format(name=before.seats[seat]), seat, kind="setup")]


def _log_offer(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    special = one_of(BUILDINGS.index(fields["special"]))
    return [Line(_("On offer in this game: {special}.").format(special=special), kind="setup")]


def _log_roll(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    active = state_of(before).active
    square = SQUARES.index(fields["square"])
    text = _("{name} rolls {square}.").format(name=before.seats[active], square=fields["square"])
    lines = [Line(text, active, kind="roll")]
    for seat in figures.seat_order(before):
        found = figures.effect(city_of(before, seat), square)
        name = before.seats[seat]
        text, kind = income_sentence(name, found)
        if text:
            lines.append(Line(text, seat, 1, kind))
        if found.extra:
            text = ngettext(
                "{name}’s {tile} on {square} allows a build anywhere.",
                "{name}’s {tile} on {square} allows {n} builds anywhere.",
                found.extra,
            )
            text = text.format(name=name, tile=noun_of(found.tile), square=fields["square"], n=found.extra)
            lines.append(Line(text, seat, 1, "extra"))
    return lines


def income_sentence(name: str, found: Effect) -> tuple[str, str]:
    """What a seat collects or pays for a roll, and the kind of the line; empty if nothing is to be said."""
    if found.delta > 0:
        return _gain(name, found), "gain"
    if found.delta < 0:
        return _payment(name, found), "pay"
    if found.due:
        if found.tile == Building.MISE:
            return _("{name} cannot pay for the Mise; nothing happens.").format(name=name), "note"
        if found.tile == Building.HONJIN:
            text = _("{name} cannot pay for {n} Mise (Honjin); nothing happens.")
            return text.format(name=name, n=found.count), "note"
        return _("{name} cannot pay the interest; nothing happens.").format(name=name), "note"
    return "", "note"


def _gain(name: str, found: Effect) -> str:
    values: dict[str, Any] = {"name": name, "koku": paid(found.delta), "n": found.count, "each": found.each}
    if found.tile == NONE:
        values |= {"n": found.noka, "noka": found.delta - found.farm_koku, "farm": found.farm_koku}
        if found.noka and found.farm_koku:
            text = _("{name} collects {koku}: {noka} from {n} Nōka, {farm} from the Silkworm Farm.")
        elif found.noka:
            text = _("{name} collects {koku} from {n} Nōka.")
        else:
            text = _("{name} collects {koku} from the Silkworm Farm.")
    elif found.tile in (Building.NAGAYA, Building.MACHIYA):
        values["tile"] = noun_of(found.tile)
        if found.helped:
            text = _("{name}’s {tile} takes in {koku} ({n} Mise × {each}, thanks to the Honjin).")
        else:
            text = _("{name}’s {tile} takes in {koku} ({n} Mise × {each}).")
    elif found.tile == Building.KOBA:
        values["houses"] = house_count(found.count)
        if found.helped:
            text = _("{name}’s Kōba yields {koku} ({houses} × {each}, thanks to the Gakumonjo).")
        else:
            text = _("{name}’s Kōba yields {koku} ({houses} × {each}).")
    elif found.tile == Building.BELL_TOWER:
        values["gardens"] = garden_count(found.count)
        text = _("The bell rings for {name}: {koku} for {gardens}.")
    elif found.tile == Building.KABUKI:
        values["houses"] = house_count(found.count)
        text = _("The theatre brings {name} {koku} from {houses}.")
    else:
        text = _("The castle brings {name} {koku}.")
    return text.format(**values)


def _payment(name: str, found: Effect) -> str:
    values: dict[str, Any] = {"name": name, "koku": paid(-found.delta), "due": found.due, "n": found.count}
    if -found.delta < found.due:
        text = _("{name} pays the last {koku} of {due}.")
    elif found.tile == Building.MISE:
        text = _("{name} pays {koku} for the Mise.")
    elif found.tile == Building.HONJIN:
        text = _("{name} pays {koku} for {n} Mise (Honjin).")
    else:
        text = _("{name} pays {koku} interest.")
    return text.format(**values)


def _log_build(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    """A normal build, or the choice of an extra one; a building still in progress is told when it is complete."""
    seat, building = state_of(before).mover, BUILDINGS.index(fields["type"])
    if building in OFF_BOARD:
        return [Line(_acquired(before, seat, building, after), seat, kind="build")]
    if fields["verb"] == "extra" or _goes_on(before, after):
        return []
    square = SQUARES.index(fields["square"])
    return [Line(built_sentence(before, seat, building, [square]), seat, kind="build")]


def _log_at(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    """The next tile of a building, or the end of it: told once, when it is complete."""
    if _goes_on(before, after):
        return []
    seat, building = state_of(before).mover, state_of(before).building
    squares = placed_squares(before)
    if fields["verb"] == "at":
        squares.append(SQUARES.index(fields["square"]))
    return [Line(built_sentence(before, seat, building, squares), seat, kind="build")]


def _goes_on(before: Position, after: Position) -> bool:
    """Whether the building just begun or continued still waits for more."""
    same = state_of(after).turn == state_of(before).turn and state_of(after).mover == state_of(before).mover
    return bool(same and state_of(after).phase == Phase.AT)


def placed_squares(position: Position) -> list[int]:
    """The squares of the building in progress, in the order in which they were filled if that is known."""
    filled = figures.squares_in(state_of(position).filled)
    ordered: list[int] = []
    for step in reversed(position.steps):
        if len(ordered) == len(filled):
            break
        words = step.move.text.split(" ")
        if words[-1] not in SQUARES:
            break
        ordered.append(SQUARES.index(words[-1]))
    ordered.reverse()
    return ordered if sorted(ordered) == filled else filled


def built_sentence(before: Position, seat: int, building: int, squares: Sequence[int]) -> str:
    """That a seat has built something, with what it paid or received.

    Args:
        before: a position with the special the seat had when it paid.
        seat: the seat.
        building: the type.
        squares: where, in order.
    """
    city = city_of(before, seat)
    tiles = len(squares) if building == Building.TEIEN else 1
    price, full = tiles * city.price(building), tiles * city.rules.price[building]
    if building == Building.TEIEN:
        what = one_of(building) if tiles == 1 else garden_count(tiles)
    else:
        what = one_of(building)
    if price < 0:
        text = _("{name} builds {what} on {squares} and receives {koku}.")
    elif price < full:
        text = _("{name} builds {what} on {squares} for **{price}** instead of {full} Koku (Magistrate).")
    elif price == 0:
        text = _("{name} builds {what} on {squares} at no cost.")
    else:
        text = _("{name} builds {what} on {squares} for {koku}.")
    return text.format(
        name=before.seats[seat],
        what=what,
        squares=square_list(squares),
        koku=paid(abs(price)),
        price=price,
        full=full,
    )


def _acquired(before: Position, seat: int, building: int, after: Position) -> str:
    price = city_of(before, seat).price(building)
    umaya = state_of(after).seats[seat].residence
    if building == Building.DAIMYO_RESIDENCE and price < 0:
        text = _("{name} acquires {what} and receives {koku}; {n} Umaya move onto it.")
    elif building == Building.DAIMYO_RESIDENCE:
        text = ngettext(
            "{name} acquires {what} for {koku}; {n} Umaya moves onto it.",
            "{name} acquires {what} for {koku}; {n} Umaya move onto it.",
            umaya,
        )
    elif price < 0:
        text = _("{name} acquires {what} and receives {koku}.")
    else:
        text = _("{name} acquires {what} for {koku}.")
    return text.format(name=before.seats[seat], what=one_of(building), koku=paid(abs(price)), n=umaya)


def _log_umaya(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    seat = state_of(before).mover
    text = _("{name} places a free Umaya on {square} ({left} left).").format(
        name=before.seats[seat], square=fields["square"], left=state_of(after).seats[seat].residence
    )
    return [Line(text, seat, kind="build")]


def _log_pass(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    seat = state_of(before).mover
    if state_of(before).phase == Phase.UMAYA:
        text = _("{name} places no free Umaya.")
    else:
        text = _("{name} builds nothing.")
    return [Line(text.format(name=before.seats[seat]), seat, kind="pass")]


def _log_remove(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    left = sum(state_of(after).supply)
    text = ngettext(
        "Nothing was built: {tile} leaves the supply ({n} tile left).",
        "Nothing was built: {tile} leaves the supply ({n} tiles left).",
        left,
    ).format(tile=one_of(BUILDINGS.index(fields["type"])), n=left)
    return [Line(text, 0, kind="remove")]


_LOG = {
    "start": _log_start,
    "first": _log_first,
    "offer": _log_offer,
    "roll": _log_roll,
    "build": _log_build,
    "extra": _log_build,
    "at": _log_at,
    "stop": _log_at,
    "umaya": _log_umaya,
    "pass": _log_pass,
    "remove": _log_remove,
}


def _signals(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    """The events of this step that make this turn the last one."""
    rules, lines = numbers_of(before), []
    if rules.latched and not state_of(before).latch:
        for seat in figures.seat_order(before):
            # Within one step a purse changes at most once, so it was never higher than it is now.
            had, has = state_of(before).seats[seat].koku, state_of(after).seats[seat].koku
            if has >= rules.end_koku and has != had:
                lines.append(Line(latch_sentence(after, seat), seat, 1, "end"))
    for seat in figures.seat_order(before):
        if state_of(before).seats[seat].empty and not state_of(after).seats[seat].empty:
            lines.append(Line(complete_sentence(after, seat), seat, 1, "end"))
    if before.players == 1 and sum(state_of(before).supply) and not sum(state_of(after).supply):
        lines.append(Line(_("The supply is used up."), 0, 1, "end"))
    return lines


def latch_sentence(position: Position, seat: int) -> str:
    """That a seat's money makes this turn the last."""
    return _("{name} has reached {koku}: this is the last turn.").format(
        name=position.seats[seat], koku=koku(numbers_of(position).end_koku)
    )


def complete_sentence(position: Position, seat: int) -> str:
    """That a seat's full board makes this turn the last."""
    return _("{name}’s city is complete: this is the last turn.").format(name=position.seats[seat])


def _skipped(before: Position, fields: dict[str, str], after: Position) -> list[Line]:
    """The builds that were passed over in this step because nothing could be built."""
    state = state_of(before)
    slots, here, there = figures.slots(before), figures.slot_now(before), None
    if fields["verb"] == "roll":
        start, square = -1, SQUARES.index(fields["square"])
    elif here:
        start, square = slots.index(here), state.rolled
    else:
        return []
    if state_of(after).turn == state.turn:
        there = figures.slot_now(after)
    stop = slots.index(there) if there else len(slots)
    lines = []
    if here and here.kind == "extra" and fields["verb"] != "pass" and stop != start and state.due > 1:
        lines.append(_lapsed(after, here.seat))
    for slot in slots[start + 1 : stop]:
        city = city_of(after, slot.seat)
        tile = city.tiles[square]
        if slot.kind == "build" and tile == NONE:
            text = _("{name} cannot build here.").format(name=after.seats[slot.seat])
            lines.append(Line(text, slot.seat, 1, "skip"))
        elif slot.kind == "extra" and tile != NONE and city.rules.extra_builds[tile]:
            lines.append(_lapsed(after, slot.seat))
    return lines


def _lapsed(position: Position, seat: int) -> Line:
    text = _("{name} cannot build: the extra build lapses.").format(name=position.seats[seat])
    return Line(text, seat, 1, "skip")


def _end_reasons(before: Position, after: Position) -> list[Line]:
    """Why the game is over, as far as no earlier line has said it."""
    rules, lines = numbers_of(after), []
    if not rules.latched:
        for seat in figures.seat_order(before):
            if state_of(after).seats[seat].koku >= rules.end_koku:
                text = _("{name} has {koku}: the game ends.").format(
                    name=after.seats[seat], koku=koku(state_of(after).seats[seat].koku)
                )
                lines.append(Line(text, seat, 0, "end"))
    if state_of(after).turn >= rules.turn_cap:
        lines.append(Line(_("The turn limit is reached."), None, 0, "end"))
    return lines


# -- the result


def result_lines(position: Position) -> list[Line]:
    """The outcome of a finished game: one line per seat, then the verdict."""
    lines = [
        Line(score_sentence(position, standing.seat, standing.score), standing.seat, kind="result")
        for standing in position.standings
    ]
    if position.players == 1:
        return lines
    best = [standing.seat for standing in position.standings if standing.rank == 1]
    return [*lines, Line(verdict(position), best[0] if len(best) == 1 else None, kind="verdict")]


def score_sentence(position: Position, seat: int, score: int) -> str:
    """How a seat's score comes about: "Ann: 69 Koku − 7 empty × 5 = 34."."""
    city, rules = city_of(position, seat), numbers_of(position)
    values: dict[str, Any] = {
        "name": position.seats[seat],
        "koku": koku(city.koku),
        "empty": len(city.empty),
        "each": city.empty_price,
        "kabuki": city.kabuki_bonus,
        "score": plain(score),
    }
    if position.players == 1:
        tiles = sum(state_of(position).supply)
        values |= {
            "title": title_name(title(score, position.edition.values)),
            "tiles": ngettext("{n} tile", "{n} tiles", tiles).format(n=tiles),
            "worth": rules.supply_tile,
        }
        if city.special == Building.KABUKI:
            text = _(
                "{name}: {koku} − {empty} empty × {each} + {kabuki} for the Kabuki + {tiles} × {worth} = "
                "**{score}**: {title}."
            )
        else:
            text = _("{name}: {koku} − {empty} empty × {each} + {tiles} × {worth} = **{score}**: {title}.")
    elif city.special == Building.KABUKI:
        text = _("{name}: {koku} − {empty} empty × {each} + {kabuki} for the Kabuki = **{score}**.")
    else:
        text = _("{name}: {koku} − {empty} empty × {each} = **{score}**.")
    return text.format(**values)


def verdict(position: Position) -> str:
    """Who has won a finished game, or the solo title."""
    standings = position.standings
    if position.players == 1:
        score = standings[0].score
        return _("{score}: {title}.").format(
            score=plain(score), title=title_name(title(score, position.edition.values))
        )
    best = [standing for standing in standings if standing.rank == 1]
    names = [position.seats[standing.seat] for standing in best]
    score = best[0].score
    if len(best) > 1:
        return _("{names} share the victory with {score}.").format(names=listed(names), score=plain(score))
    if any(standing.score == score and standing.rank > 1 for standing in standings):
        text = _("{name} wins with {score} and fewer empty squares.")
    else:
        text = _("{name} wins with {score}.")
    return text.format(name=names[0], score=plain(score))


# -- the cards


ICON_LABELS = {
    "die": N_("when its square is rolled"),
    "house": N_("house"),
    "mise": N_("Mise"),
    "teien": N_("Garden"),
    "empty": N_("an empty square in line is rolled"),
    "build": N_("extra build"),
}


class CardLine(NamedTuple):
    """One effect of a building: parts with icons for its card, and the same as a sentence.

    Attributes:
        parts: `{"text": ...}` and `{"icon": ..., "label": ...}`, in order.
        words: the sentence.
    """

    parts: list[dict[str, str]]
    words: str


def card_line(template: str, words: str, **values: Any) -> CardLine:
    """Fill in a translated line; its fields named like icons become icons."""
    parts: list[dict[str, str]] = []
    for literal, name, _spec, _conversion in string.Formatter().parse(template):
        text = literal
        if name is not None and name not in ICON_LABELS:
            text += str(values[name])
        if text:
            if parts and "text" in parts[-1]:
                parts[-1]["text"] += text
            else:
                parts.append({"text": text})
        if name in ICON_LABELS:
            parts.append({"icon": name, "label": _(ICON_LABELS[name])})
    return CardLine(parts, words.format(**values))


def card_lines(building: int, position: Position) -> list[CardLine]:
    """What a building does, line by line, with the numbers of the edition."""
    r = numbers_of(position)
    lines = _CARD_LINES[Building(building)](r) if Building(building) in _CARD_LINES else []
    extra = r.extra_builds[building]
    if extra:
        lines.insert(
            0,
            card_line(
                ngettext("{die} extra build", "{die} {number} extra builds", extra),
                ngettext(
                    "When its square is rolled, you may build anywhere.",
                    "When its square is rolled, you may build {n} times anywhere.",
                    extra,
                ),
                number=number_word(extra),
                n=extra,
            ),
        )
    if building == Building.UMAYA and r.price[building] == 0:
        lines.append(card_line(_("costs nothing"), _("It costs nothing.")))
    return lines


def _house_lines(each: int) -> list[CardLine]:
    return [
        card_line(
            _("{die} +{n} per {mise}"),
            _("When its square is rolled, you receive {n} Koku for each of your Mise."),
            n=each,
        )
    ]


def _pay_line(amount: int) -> CardLine:
    return card_line(
        _("{die} pay {n}"), _("When its square is rolled, you pay {n} Koku if you have them."), n=amount
    )


def _noka_lines(r: Any) -> list[CardLine]:
    return [
        card_line(
            _("{empty} in line +{n}"),
            _("When an empty square in its row or column is rolled, you receive {n} Koku."),
            n=r.noka_in_line,
        )
    ]


def _koba_lines(r: Any) -> list[CardLine]:
    return [
        card_line(
            _("{die} +{n} per {house}"),
            _("When its square is rolled, you receive {n} Koku for each of your houses."),
            n=r.koba_per_house,
        )
    ]


def _teien_lines(r: Any) -> list[CardLine]:
    return [
        card_line(
            _("1 to {n} at once"),
            _("Up to {n} in one turn, each next to another of the same build."),
            n=r.teien_per_turn,
        ),
        card_line(_("price each"), _("Each one is paid.")),
    ]


def _mise_lines(r: Any) -> list[CardLine]:
    return [
        _pay_line(r.mise_upkeep),
        card_line(
            _("each {house} +{n}"),
            _("Each of your houses then earns {n} Koku more when its square is rolled."),
            n=r.nagaya_per_mise,
        ),
    ]


def _tower_lines(r: Any) -> list[CardLine]:
    return [
        card_line(
            _("{die} +{n} per {teien}"),
            _("When the square of one of them is rolled, you receive {n} Koku for each of your Gardens."),
            n=r.tower_per_teien,
        ),
        card_line(
            _("{number} squares apart"),
            _("The set fills {number} squares that do not touch each other."),
            number=number_word(r.towers),
        ),
    ]


def _kabuki_lines(r: Any) -> list[CardLine]:
    if r.kabuki_per_house == r.kabuki_score_per_house:
        template = _("{die} and end: +{n} per {house}")
    else:
        template = _("{die} +{n}, end +{end} per {house}")
    words = _(
        "When its square is rolled, you receive {n} Koku for each of your houses; at the end {end} for each."
    )
    return [card_line(template, words, n=r.kabuki_per_house, end=r.kabuki_score_per_house)]


def _honjin_lines(r: Any) -> list[CardLine]:
    return [
        card_line(
            _("{house} +{n}, not {usual}, per {mise}"),
            _("Your houses earn {n} instead of {usual} Koku for each Mise."),
            n=r.honjin_per_mise,
            usual=r.nagaya_per_mise,
        ),
        card_line(
            _("{die} pay {n} per {mise}"),
            _("When its square is rolled, you pay {n} Koku for each of your Mise."),
            n=r.honjin_upkeep_per_mise,
        ),
    ]


def _gakumonjo_lines(r: Any) -> list[CardLine]:
    return [
        card_line(
            _("Kōba +{n}, not {usual}, per {house}"),
            _("Your Kōba earn {n} instead of {usual} Koku for each house."),
            n=r.gakumonjo_per_house,
            usual=r.koba_per_house,
        )
    ]


def _magistrate_lines(r: Any) -> list[CardLine]:
    kinds = [b for b in Building if r.reduced_price[b] < r.price[b]]
    saving = max((r.price[b] - r.reduced_price[b] for b in kinds), default=0)
    names = listed([name_of(b) for b in kinds])
    return [
        card_line(
            ngettext("{number} kind costs {n} less", "{number} kinds cost {n} less", len(kinds)),
            _("{names} cost you {n} Koku less. It lies beside your city and fills no square."),
            number=number_word(len(kinds)),
            names=names,
            n=saving,
        )
    ]


def _shiro_lines(r: Any) -> list[CardLine]:
    return [
        card_line(_("{die} +{n}"), _("When its square is rolled, you receive {n} Koku."), n=r.shiro_income),
        card_line(
            _("end: {n}, not {usual}, per gap"),
            _("At the end each of your empty squares costs {n} instead of {usual} Koku."),
            n=r.shiro_empty_square,
            usual=r.empty_square,
        ),
    ]


def _farm_lines(r: Any) -> list[CardLine]:
    return [
        card_line(
            _("{empty} in line +{n}"),
            _("When an empty square in its row or column is rolled, you receive {n} Koku."),
            n=r.farm_in_line,
        )
    ]


def _residence_lines(r: Any) -> list[CardLine]:
    often = _("one free each circle") if r.circle else _("one free each turn")
    words = (
        _("Up to {n} Umaya move onto it; in each circle of turns you may place one of them free.")
        if r.circle
        else _("Up to {n} Umaya move onto it; in each turn you may place one of them free.")
    )
    return [
        card_line(_("holds {n} Umaya"), words, n=r.residence_umaya),
        card_line(often, _("It lies beside your city and fills no square.")),
    ]


_CARD_LINES = {
    Building.NAGAYA: lambda r: _house_lines(r.nagaya_per_mise),
    Building.MACHIYA: lambda r: _house_lines(r.machiya_per_mise),
    Building.NOKA: _noka_lines,
    Building.KOBA: _koba_lines,
    Building.TEIEN: _teien_lines,
    Building.KURA: lambda r: [_pay_line(r.kura_interest)],
    Building.MISE: _mise_lines,
    Building.BELL_TOWER: _tower_lines,
    Building.KABUKI: _kabuki_lines,
    Building.HONJIN: _honjin_lines,
    Building.GAKUMONJO: _gakumonjo_lines,
    Building.MAGISTRATE: _magistrate_lines,
    Building.SHIRO: _shiro_lines,
    Building.SILKWORM_FARM: _farm_lines,
    Building.EXCHANGE_OFFICE: lambda r: [_pay_line(r.exchange_interest)],
    Building.DAIMYO_RESIDENCE: _residence_lines,
}


def now_icon(building: int) -> str:
    """The icon of what a building earns or pays for ("house"); empty if it does not multiply anything."""
    if building in (Building.NAGAYA, Building.MACHIYA, Building.HONJIN):
        return "mise"
    if building in (Building.KOBA, Building.KABUKI):
        return "house"
    return "teien" if building == Building.BELL_TOWER else ""


def now_text(found: Effect) -> str:
    """What a building would bring with what the seat has, for its card: "7 now: +14"."""
    return _("{count} now: {amount}").format(count=found.count, amount=signed(found.delta))


# -- short words of the view and of previews


def title_name(title_id: str) -> str:
    """A solo title, as shown."""
    return _(TITLES[title_id])


def turn_words(position: Position) -> str:
    """Which turn it is."""
    turn = state_of(position).turn
    return _("Turn {turn}").format(turn=turn) if turn else _("Set-up")


def turn_note(position: Position) -> str:
    """Whose turn it is, in two words; empty outside a turn."""
    if state_of(position).active == NONE:
        return ""
    name = position.seats[state_of(position).active]
    if state_of(position).rolled == NONE:
        return _("{name} rolls").format(name=name)
    return _("{name} rolled").format(name=name)


def state_words(position: Position, seat: int, state: str, rolled: int) -> str:
    """Where a seat is in the turn: "builds next", "4D is built"."""
    if state == "none":
        rolls = state_of(position).phase == Phase.ROLL and state_of(position).active == seat
        return _("rolls next") if rolls else ""
    if state == "cannot":
        if city_of(position, seat).tiles[rolled] != NONE:
            return _("{square} is built").format(square=SQUARES[rolled])
        return _("cannot build here")
    return {
        "now": _("decides"),
        "next": _("builds next"),
        "later": _("builds later"),
        "done": _("is done"),
    }[state]


def gloss_of(building: int) -> str:
    """What a building is, in a word or two."""
    return _(NAMES[Building(building)].gloss)


def times(n: int, each: int) -> str:
    """A product: "16 × 5"."""
    return _("{n} × {each}").format(n=n, each=each)


def income_words(total: int) -> str:
    """Expected income: "60 per 36 rolls (1.67)"."""
    mean = f"{abs(total) / AREA:.2f}"
    return _("{total} per {rolls} rolls ({mean})").format(
        total=plain(total), rolls=AREA, mean=MINUS + mean if total < 0 else mean
    )


def extra_words(squares: int) -> str:
    """How many squares give extra builds: "6 of 36 squares"."""
    return _("{n} of {all} squares").format(n=squares, all=AREA)


def square_label(square: int, found: Effect) -> str:
    """A square for a screen reader: "4D: Kōba. If rolled: +14 (7 houses × 2)"."""
    tile = name_of(found.tile) if found.tile != NONE else _("empty")
    return _("{square}: {tile}. If rolled: {effect}").format(
        square=SQUARES[square], tile=tile, effect=effect_text(found)
    )


def now_words(found: Effect) -> str:
    """What a building would bring with what the seat has, as a sentence."""
    if found.tile in (Building.NAGAYA, Building.MACHIYA, Building.HONJIN):
        text = _("With your {n} Mise: {amount} when its square is rolled.")
    elif found.tile == Building.BELL_TOWER:
        text = ngettext(
            "With your {n} Garden: {amount} when its square is rolled.",
            "With your {n} Gardens: {amount} when its square is rolled.",
            found.count,
        )
    else:
        text = ngettext(
            "With your {n} house: {amount} when its square is rolled.",
            "With your {n} houses: {amount} when its square is rolled.",
            found.count,
        )
    return text.format(n=found.count, amount=signed(found.delta))


def ban_words(position: Position, building: int, seat: int) -> str:
    """That a type is taken in this turn, and by whom."""
    return _("{name} has built {what} in this turn").format(name=position.seats[seat], what=one_of(building))


def placing_words(building: int, n: int, wanted: int) -> str:
    """Which tile of a building in progress is placed next."""
    if building == Building.TEIEN:
        return _("Garden {n} of at most {wanted}").format(n=n, wanted=wanted)
    return _("{building}, square {n} of {wanted}").format(building=noun_of(building), n=n, wanted=wanted)


def end_words(position: Position) -> str:
    """When the game ends."""
    rules = numbers_of(position)
    if position.players == 1:
        text = _("Ends at {koku}, with a full city, or when the supply is used up.")
    elif rules.latched:
        text = _("Ends at {koku} or a full city.")
    else:
        text = _("Ends with {koku} at the end of a turn or a full city.")
    return text.format(koku=koku(rules.end_koku))


def nearest_words(position: Position, seat: int, missing: int) -> str:
    """Who is nearest to the sum that ends the game."""
    return _("{name} needs {n} more").format(name=position.seats[seat], n=missing)


def nearest_brief(missing: int) -> str:
    """The same in few words, beside the crest of the seat."""
    return _("{n} to go").format(n=missing)


def fullest_brief(gaps: int) -> str:
    """How full the fullest city is in few words, beside the crest of its seat."""
    return _("{n} empty").format(n=gaps)


def fullest_words(position: Position, seat: int, gaps: int) -> str:
    """Whose city is the fullest."""
    return ngettext("{name} has {n} empty square", "{name} has {n} empty squares", gaps).format(
        name=position.seats[seat], n=gaps
    )


def supply_sentence() -> str:
    """That the empty supply makes this turn the last."""
    return _("The supply is used up: this is the last turn.")


def cap_sentence() -> str:
    """That the turn limit makes this turn the last."""
    return _("The turn limit is reached: this is the last turn.")


def next_title_words(missing: int, title_id: str) -> str:
    """What the next solo title takes."""
    return _("{n} more for: {title}").format(n=missing, title=title_name(title_id))


def _capital(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def purchase_words(building: int, square: int | None, price: int, left: int) -> str:
    """What a purchase costs and leaves: "A Kōba on 4D for **6 Koku**: you keep 3."."""
    if square is None:
        texts = (
            _("{what} for {price}: you keep {left}."),
            _("{what} brings you {price}: you then have {left}."),
            _("{what} costs nothing."),
        )
    else:
        texts = (
            _("{what} on {square} for {price}: you keep {left}."),
            _("{what} on {square} brings you {price}: you then have {left}."),
            _("{what} on {square} costs nothing."),
        )
    text = texts[0] if price > 0 else texts[1] if price < 0 else texts[2]
    return text.format(
        what=_capital(one_of(building)),
        square=SQUARES[square] if square is not None else "",
        price=paid(abs(price)),
        left=left,
    )


def placed_words(building: int, square: int, price: int, left: int) -> str:
    """What the next tile of a building costs and leaves."""
    if price:
        return purchase_words(building, square, price, left)
    return _("{building} on {square}.").format(building=noun_of(building), square=SQUARES[square])


def free_umaya_words(square: int, left: int) -> str:
    """A free Umaya, and how many are left."""
    return _("A free Umaya on {square}; {left} stay on the Residence.").format(
        square=SQUARES[square], left=left
    )


def removal_words(building: int, left: int) -> str:
    """What removing a tile leaves."""
    return _("{what} leaves the game; {left} of its kind stay in the supply.").format(
        what=_capital(one_of(building)), left=left
    )


def kept_words(amount: int) -> str:
    """That nothing is spent."""
    return _("You keep {koku}.").format(koku=koku(amount))


def must_remove_words(worth: int) -> str:
    """Solo: what building nothing costs."""
    return _("Then a tile leaves the supply, and with it {koku} at the end.").format(koku=koku(worth))


def stopped_words(gardens: int) -> str:
    """How a build of Teien ends."""
    return ngettext("The build ends with {n} Garden.", "The build ends with {n} Gardens.", gardens).format(
        n=gardens
    )


def income_change_words(low: int, high: int) -> str:
    """How the expected income changes: "+9 per 36 rolls"."""
    if low == high:
        return _("{change} per {rolls} rolls").format(change=signed(low), rolls=AREA)
    return _("{low} to {high} per {rolls} rolls").format(low=signed(low), high=signed(high), rolls=AREA)


def square_change_words(square: int, before: Effect, after: Effect) -> str:
    """What a roll of a square did and does: "4D rolled: +9 → +14"."""
    if after.extra and not after.delta:
        text = _("{square} rolled: {before} → extra build")
    else:
        text = _("{square} rolled: {before} → {after}")
    return text.format(square=SQUARES[square], before=signed(before.delta), after=signed(after.delta))


def last_turn_warning(position: Position, before: City, after: City) -> str:
    """That a purchase ends the game; empty if it does not."""
    rules = numbers_of(position)
    if before.empty and not after.empty:
        return _("Last turn: your city is complete.")
    if after.koku >= rules.end_koku and after.koku > before.koku and not state_of(position).latch:
        if rules.latched:
            return _("Last turn: you reach {koku}.").format(koku=koku(rules.end_koku))
        return _("Last turn, if you still have {koku} at its end.").format(koku=koku(rules.end_koku))
    return ""


def ban_warning(names: Sequence[str], building: int) -> str:
    """Which seats may not build the same after this."""
    if building >= REGULAR:
        text = _("{names} may then build no special this turn.")
    else:
        text = _("{names} may then build no {building} this turn.")
    return text.format(names=listed(names), building=noun_of(building))


# -- the board as plain text

COLUMNS = 80
BOARD_WIDTH = 2 + 3 * SIDE + 1


def describe(position: Position) -> str:
    """The whole position as plain text, at most 80 columns wide."""
    blocks = [_heading(position), *_board_rows(position)]
    if position.is_over:
        said = [line.text.replace("**", "") for line in result_lines(position)]
    else:
        blocks += [_supply_table(position), _specials_text(position)]
        asked = prompt(position)
        said = [asked.waiting if position.mover == "*" else asked.question]
    blocks.append("\n".join(textwrap.fill(sentence, COLUMNS) for sentence in said))
    return "\n\n".join(block for block in blocks if block)


def _heading(position: Position) -> str:
    state = state_of(position)
    if state.turn == 0:
        return _("Toshi, set-up")
    if position.is_over:
        return _("Toshi, over after turn {turn}").format(turn=state.turn)
    values = {
        "turn": state.turn,
        "name": position.seats[state.active],
        "square": SQUARES[state.rolled],
    }
    if state.rolled == NONE:
        return _("Toshi, turn {turn}: {name} rolls").format(**values)
    return _("Toshi, turn {turn}: {name} rolled {square}").format(**values)


def _board_rows(position: Position) -> list[str]:
    boards = [_board(position, seat) for seat in range(position.players)]
    in_row = 3 if len(boards) == 3 else 2
    rows = []
    for first in range(0, len(boards), in_row):
        together = zip(*boards[first : first + in_row], strict=True)
        rows.append(
            "\n".join("    ".join(cell.ljust(BOARD_WIDTH) for cell in line).rstrip() for line in together)
        )
    return rows


def _board(position: Position, seat: int) -> list[str]:
    city, record = city_of(position, seat), state_of(position).seats[seat]
    rolled = state_of(position).rolled
    name = position.seats[seat]
    mark = ">" if position.mover == seat else " "
    lines = [
        f"{mark} {name if len(name) <= BOARD_WIDTH - 2 else name[: BOARD_WIDTH - 3] + '…'}",
        "  " + _("{koku}, {n} empty").format(koku=koku(city.koku), n=len(city.empty)),
    ]
    if record.special == Building.DAIMYO_RESIDENCE:
        text = _("{special}, {n} Umaya").format(
            special=short_of(Building.DAIMYO_RESIDENCE), n=record.residence
        )
        lines.append("  " + text)
    else:
        lines.append("  " + (name_of(record.special) if record.special != NONE else ""))
    lines.append("  " + "".join(f" {column} " for column in range(1, SIDE + 1)))
    for row in range(SIDE):
        text = "ABCDEF"[row] + " "
        for column in range(SIDE):
            square = row * SIDE + column
            before = "[" if square == rolled else "]" if column and square - 1 == rolled else " "
            tile = city.tiles[square]
            text += before + (NAMES[Building(tile)].code if tile != NONE else "··")
        lines.append(text + ("]" if rolled == row * SIDE + SIDE - 1 else " "))
    return lines


def _supply_table(position: Position) -> str:
    """The supply in two columns: code, name, price, tiles left."""
    state, rules = state_of(position), numbers_of(position)
    mover = position.mover if isinstance(position.mover, int) else 0
    city = city_of(position, mover)
    special = city.special if isinstance(position.mover, int) else NONE
    prices = rules.reduced_price if special == Building.MAGISTRATE else rules.price
    cells = [
        f"{NAMES[building].code}  {name_of(building):<9}{plain(prices[building]):>4}  "
        + _("{n} left").format(n=f"{state.supply[building]:>2}")
        for building in list(Building)[:REGULAR]
    ]
    half = REGULAR // 2
    return "\n".join(f"{cells[i]:<34}{cells[half + i]}".rstrip() for i in range(half))


def _specials_text(position: Position) -> str:
    state, rules = state_of(position), numbers_of(position)
    lines = [
        f"{NAMES[building].code}  {name_of(building):<17}{plain(rules.price[building]):>4}"
        for building in list(Building)[REGULAR:]
        if state.table >> (building - REGULAR) & 1
    ]
    pairs = [lines[i : i + 2] for i in range(0, len(lines), 2)]
    return "\n".join("".join(f"{cell:<34}" for cell in pair).rstrip() for pair in pairs)


# -- the rules text


def rulebook(numbers: Numbers) -> dict[str, Any]:
    """What `rules.md` tells besides the edition's numbers: the regular tiles in order, and what is discounted."""

    def name(building: str) -> str:
        return name_of(BUILDINGS.index(building))

    tiles = {building: getattr(numbers.buildings, building) for building in BUILDINGS[:REGULAR]}
    return {
        "regular": [
            {"id": building, "name": name(building), "price": tile.price, "copies": tile.copies}
            for building, tile in tiles.items()
        ],
        "discounted": [name(building) for building in numbers.buildings.magistrate.discounted],
    }
