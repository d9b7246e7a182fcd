"""The effects of the game: how editions write them, and the tasks they stand for.

One line of EFFECTS is one effect, used by every Factory face, token, track space and reward that has it; what the
task does is one small function in `tasks.py`. Loading an edition translates its words once; kernels see tasks only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from zashiki.games.nippon.state import (
    ACTIONS,
    COLOURS,
    LINES,
    MODIFIERS,
    NONE,
    STOCKS,
    TRACKS,
    Action,
    Follow,
    Line,
    Piece,
    Task,
    Track,
    When,
)
from zashiki.games.nippon.state import (
    EFFECTS as MOST_EFFECTS,
)

Words = tuple[int, int, int, int]
"""A task as the stack holds it: kind, a, b, c."""

MOST = 50
"""The largest number an effect may contain."""

PIECES_WORDS = {"ship": Piece.SHIP, "machine": Piece.MACHINE, "train": Piece.TRAIN}
PIECE_LINES = 1 << Line.SHIPS | 1 << Line.MACHINES | 1 << Line.TRAINS
TRACK_LINES = 1 << Line.RND | 1 << Line.MINING | 1 << Line.FINANCE
ANY_COLOUR = (1 << len(COLOURS)) - 1
ANY_PIECE = 1 << Piece.SHIP | 1 << Piece.MACHINE | 1 << Piece.TRAIN


@dataclass(frozen=True)
class Offer:
    """An exchange a face offers: a second piece or steps on a track, and what they cost."""

    piece: int = NONE
    track: int = NONE
    steps: int = 0
    money: int = 0
    iron: int = 0
    finance: int = 0


@dataclass(frozen=True)
class Effect:
    """One effect: its task, and the offer it makes, if any."""

    task: Words
    offer: Offer | None = None


@dataclass(frozen=True)
class Face:
    """A Factory face: when its effects apply, and the effects in their order."""

    when: int = When.NEVER
    effects: tuple[Effect, ...] = field(default=())

    @property
    def offer(self) -> Offer | None:
        """The exchange the face offers, if any."""
        return next((effect.offer for effect in self.effects if effect.offer), None)


class EffectError(ValueError):
    """Words of an edition that are no effect, or not one that can stand where they do."""


def _task(kind: Task, a: int = 0, b: int = 0, c: int = 0) -> Effect:
    return Effect((int(kind), int(a), int(b), int(c)))


def _colour(word: str) -> int:
    return COLOURS.index(word)


def _price(words: str) -> dict[str, int]:
    """`5 money and 1 iron` as amounts."""
    price: dict[str, int] = {}
    for part in words.split(" and "):
        amount, what = part.split(" ")
        if what in price:
            raise EffectError(f"'{words}' names {what} twice")
        price[what] = _number(amount)
    return price


def _number(word: str) -> int:
    if int(word) > MOST:
        raise EffectError(f"{word} is more than {MOST}")
    return int(word)


def _build(piece: str, follow: Follow = Follow.NOTHING, offer: Offer | None = None) -> Effect:
    return Effect((int(Task.FREE), 1 << PIECES_WORDS[piece], int(follow), 0), offer)


def _another(piece: str, price: str) -> Effect:
    return _build(piece, Follow.OFFER, Offer(piece=int(PIECES_WORDS[piece]), **_price(price)))


def _steps_offer(track: str, steps: str, price: str) -> Effect:
    offer = Offer(track=TRACKS.index(track), steps=_number(steps), **_price(price))
    return Effect((int(Task.EXTRA), 0, 0, 0), offer)


_STOCK = f"(?P<stock>{'|'.join(STOCKS)})"
_TRACK = f"(?P<track>{'|'.join(TRACKS)})"
_COLOUR = f"(?P<colour>{'|'.join(COLOURS)})"
_LINE = f"(?P<line>{'|'.join(LINES)})"
_N = r"(?P<n>[1-9]\d?)"
_PRICE = r"(?P<price>[1-9]\d? (?:money|iron|finance)(?: and [1-9]\d? (?:money|iron|finance))*)"

EFFECTS: tuple[tuple[str, Callable[..., Effect]], ...] = (
    # gains, tracks, Departments
    (f"{_N} {_STOCK}", lambda n, stock: _task(Task.GAIN, STOCKS.index(stock), _number(n))),
    (f"advance {_TRACK} {_N}", lambda track, n: _task(Task.ADVANCE, TRACKS.index(track), _number(n))),
    ("arrow", lambda: _task(Task.ADVANCE, Track.FINANCE, 1)),
    (f"{_N} steps?", lambda n: _task(Task.STEP, _number(n))),
    (_COLOUR, lambda colour: _task(Task.DEPARTMENT, _colour(colour))),
    ("any", lambda: _task(Task.DEPT, ANY_COLOUR)),
    (
        f"{_COLOUR} or (?P<other>{'|'.join(COLOURS)})",
        lambda colour, other: _task(Task.DEPT, 1 << _colour(colour) | 1 << _colour(other)),
    ),
    ("colour of the worker", lambda: _task(Task.WORKER_COLOUR)),
    ("unlock (?P<value>[1-7])", lambda value: _task(Task.UNLOCK, int(value))),
    (f"departments of {_TRACK} again", lambda track: _task(Task.AGAIN, TRACKS.index(track), 1)),
    (
        f"{_COLOUR} by favor on {_LINE}",
        lambda colour, line: _task(Task.BY_FAVOR, _colour(colour), LINES.index(line)),
    ),
    ("reward of a region", lambda: _task(Task.REGION)),
    # points and Money for what one has
    (f"{_N} vp per kind of good", lambda n: _task(Task.VP_PER_GOOD, _number(n))),
    (f"{_N} vp per line in its lower column", lambda n: _task(Task.VP_PER_LOWER, _number(n))),
    (f"{_N} vp per column of pieces", lambda n: _task(Task.VP_PER_COLUMN, _number(n), PIECE_LINES)),
    (f"{_N} vp per column of tracks", lambda n: _task(Task.VP_PER_COLUMN, _number(n), TRACK_LINES)),
    (
        f"{_N} money per machine, at most (?P<most>\\d\\d?)",
        lambda n, most: _task(Task.MONEY_PER_MACHINE, _number(n), _number(most)),
    ),
    # goods
    (f"{_N} goods here", lambda n: _task(Task.GOODS_HERE, _number(n))),
    (f"goods on {_N} factories", lambda n: _task(Task.GOOD, _number(n), NONE)),
    # building
    ("build (?P<piece>ship|machine|train)", lambda piece: _build(piece)),
    ("build any piece", lambda: _task(Task.FREE, ANY_PIECE)),
    ("build train, rewarded twice", lambda: _build("train", Follow.TWICE)),
    (f"build (?P<piece>ship|train), then another for {_PRICE}", _another),
    ("build machine, then another elsewhere", lambda: _build("machine", Follow.ELSEWHERE)),
    ("build machine, then produce there", lambda: _build("machine", Follow.PRODUCE)),
    ("build ship, then its department", lambda: _build("ship", Follow.DEPARTMENT)),
    (f"offer advance {_TRACK} {_N} for {_PRICE}", lambda track, n, price: _steps_offer(track, n, price)),
    # standing rules
    (f"{_N} more goods", lambda n: _task(Task.MORE_GOODS, _number(n))),
    (f"{_N} less coal", lambda n: _task(Task.LESS_COAL, _number(n))),
    ("keep (?P<n>[1-9])", lambda n: _task(Task.KEEPING, _number(n))),
    (f"trains count {_N}", lambda n: _task(Task.TRAINS_COUNT, _number(n))),
    # starting tokens
    ("waiting machine", lambda: _task(Task.WAITING_MACHINE)),
    ("old factory", lambda: _task(Task.SIDE)),
    ("worker from the bag", lambda: _task(Task.WORKER)),
)
"""Every effect there is: its words (a regular expression) and the task they stand for."""

_PATTERNS = [(re.compile(words), make) for words, make in EFFECTS]

_WHENS: tuple[tuple[str, Callable[..., int]], ...] = (
    ("now", lambda: When.NOW),
    ("always", lambda: When.ALWAYS),
    ("here machine", lambda: When.HERE_MACHINE),
    ("here production", lambda: When.HERE_PRODUCTION),
    ("each contract", lambda: When.EACH_CONTRACT),
    ("contract (?P<n>[1-3])", lambda n: When.CONTRACT + int(n)),
    (f"first (?P<action>{'|'.join(ACTIONS)})", lambda action: When.FIRST + ACTIONS.index(action)),
    (f"each (?P<action>{'|'.join(ACTIONS)})", lambda action: When.EACH + ACTIONS.index(action)),
    (f"after (?P<action>{'|'.join(ACTIONS)})", lambda action: When.AFTER + ACTIONS.index(action)),
)

_STANDING: dict[int, tuple[int, ...]] = {
    Task.MORE_GOODS: (When.HERE_PRODUCTION, When.EACH + Action.PRODUCTION),
    Task.LESS_COAL: (When.FIRST + Action.PRODUCTION,),
    Task.KEEPING: (When.ALWAYS,),
    Task.TRAINS_COUNT: (When.ALWAYS,),
}
"""Where standing rules can stand."""

GAINS = {int(kind) for kind in (Task.GAIN, Task.ADVANCE, Task.STEP, Task.DEPARTMENT, Task.DEPT, Task.UNLOCK)}
"""What track spaces, rows, Trains, Regions and contracts can pay: nothing that builds or needs an action."""

PAYMENTS = {int(Task.GAIN), int(Task.STEP)}
"""What a Department can pay."""

STARTING = GAINS - {int(Task.UNLOCK)} | {int(Task.FREE)}
"""What starting tokens can bring."""

ONLY_A = {int(kind) for kind in (Task.WAITING_MACHINE, Task.SIDE, Task.WORKER)}
"""What only A tokens can bring, as a player has one of them."""


def effect(words: str) -> Effect:
    """The effect some words stand for.

    Raises:
        EffectError: they are no effect.

    >>> effect("3 money").task == (Task.GAIN, STOCKS.index("money"), 3, 0)
    True
    """
    for pattern, make in _PATTERNS:
        match = pattern.fullmatch(words)
        if match:
            return make(**match.groupdict())
    raise EffectError(f"'{words[:60]}' is not an effect")


def effects(words: str, allowed: set[int] | None = None, most: int = MOST_EFFECTS) -> tuple[Effect, ...]:
    """The effects some words stand for, in their order; none for `-`.

    Args:
        words: effects with `;` between them.
        allowed: kinds of tasks that may stand here; None for all.
        most: how many there may be.

    Raises:
        EffectError: says which words, and why not.
    """
    if words == "-":
        return ()
    found = tuple(effect(part.strip()) for part in words.split(";"))
    if len(found) > most:
        raise EffectError(f"'{words[:60]}' has more than {most} effects")
    for part, one in zip(words.split(";"), found, strict=True):
        if one.task[0] in ONLY_A if allowed is None else one.task[0] not in allowed or one.offer:
            raise EffectError(f"'{part.strip()}' cannot stand here")
    if sum(one.task[0] in ONLY_A for one in found) > 1:
        raise EffectError(f"'{words[:60]}' brings too much")
    return found


def face(words: str) -> Face:
    """The Factory face some words stand for: `WHEN: EFFECT; EFFECT`.

    Raises:
        EffectError: says which words, and why not.

    >>> face("first mining: advance mining 1; 1 iron").when == When.FIRST + Action.MINING
    True
    """
    moment, colon, rest = words.partition(": ")
    when = next((make(**m.groupdict()) for w, make in _WHENS if (m := re.fullmatch(w, moment))), None)
    if not colon or when is None:
        raise EffectError(f"'{words[:60]}' does not begin with when it applies, as in 'now: 3 silk'")
    found = effects(rest)
    for one in found:
        kind = one.task[0]
        if kind in MODIFIERS and when not in _STANDING[kind]:
            raise EffectError(f"'{rest[:60]}' cannot stand behind '{moment}'")
        if when == When.ALWAYS and kind not in MODIFIERS:
            raise EffectError(f"'{rest[:60]}' cannot stand behind 'always'")
        if kind == Task.REGION and when != When.AFTER + Action.TRAINS:
            raise EffectError(f"'{rest[:60]}' can stand only behind 'after trains'")
    if sum(one.offer is not None for one in found) > 1:
        raise EffectError(f"'{rest[:60]}' makes more than one offer")
    return Face(int(when), found)
