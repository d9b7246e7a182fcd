"""Builds positions of Nippon: Zaibatsu for tests: a turn of seat 0 early in round 1, and whatever a test changes.

Factories are written `cotton-3a`, with Machines and goods behind (`cotton-3a/1m/2g`); a bare `cotton` stands for a face
whose effect is over. The Old Factory is `old-cotton` or `old-paper`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zashiki.core.position import Position
from zashiki.games.nippon import GAME
from zashiki.games.nippon.state import (
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
    OLD,
    REGIONS,
    SECTIONS,
    Piece,
    Task,
    Track,
)

HIRING = {
    "s1": "red blue white",
    "s2": "red grey blue",
    "s3": "red grey black",
    "s4": "red black yellow",
    "s5": "red white yellow",
}
"""Workers on the Hiring spaces unless a test says otherwise."""

INERT = "1a"


def new(players: int = 2, **options: Any) -> Position:
    """A game before its first draw."""
    complete = GAME.complete_options(players, options)
    return Position(GAME, complete, GAME.load_edition(), seed=1)


def table(
    players: int = 2,
    *,
    hiring: Mapping[str, str] | None = None,
    rows: list[str] | None = None,
    shown: str = "",
    only: str = "",
    tiles: Mapping[str, str] | None = None,
    tokens: Mapping[str, tuple[int, int]] | None = None,
    seat: int = 0,
    current_round: int = 1,
    lawful: bool = True,
    others: Mapping[int, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    **mine: Any,
) -> Position:
    """A position at the decision turn of a seat.

    Args:
        players: number of seats.
        hiring: Workers of some Hiring spaces (`{"s1": "red red"}`).
        rows: Workers of the queue rows, top first; by default all rows are full.
        shown: faces that are up in the display where it is not side a (`cotton-4b`).
        only: the one type that is left in the display.
        tiles: demand tile and rotation of some cities (`{"osaka": "d1 3"}`).
        tokens: Influence tokens on the map: `{"osaka 4": (seat, value)}`.
        seat: whose turn it is.
        current_round: 6, 7, 8 are the final rounds.
        lawful: whether the conservation laws must hold.
        others: what other seats have, like `mine`.
        options: options of the game besides the players.
        mine: what seat 0 has; see `give`.
    """
    position = new(players, **dict(options or {}))
    state, rules = position.state, position.rules
    state.stack[:] = 0
    state.depth, state.seat, state.current_round = 1, seat, current_round
    state.stack[0].kind = Task.TURN
    if current_round > rules.rounds:
        turns = int(rules.final_turns) * players
        state.turns_left = turns - (current_round - int(rules.rounds) - 1) * players
    for city in range(len(CITIES)):
        state.tile[city] = city
    for name, words in (tiles or {}).items():
        tile, turns = words.split()
        old = int(state.tile[CITIES.index(name)])
        wanted = int(tile[1:]) - 1
        for city in range(len(CITIES)):
            if state.tile[city] == wanted:
                state.tile[city] = old
        state.tile[CITIES.index(name)] = wanted
        state.rotation[CITIES.index(name)] = int(turns)
    state.display[:, :4] = 0
    owned = [str(has.get("factories", "")) for has in (mine, *(others or {}).values())]
    named = [GOODS.index(f.split("-")[0]) for f in " ".join([shown, *owned]).split() if "-5" in f]
    for type_ in sorted(range(len(GOODS)), key=lambda t: t not in named)[: int(rules.late)]:
        state.display[type_, 4] = 0
    for face in shown.split():
        type_, number = split_face(face)
        state.display[type_, number // 2] = number % 2
    if only:
        for type_, good in enumerate(GOODS):
            if good != only:
                state.display[type_] = NONE
    for section, words in {**HIRING, **(hiring or {})}.items():
        for colour in words.split():
            state.hiring[SECTIONS.index(section), COLOURS.index(colour)] += 1
            state.bag[COLOURS.index(colour)] -= 1
    give(position, 0, **mine)
    for other, has in (others or {}).items():
        give(position, other, **has)
    fill_rows(state, rules, rows)
    for where, (owner, value) in (tokens or {}).items():
        city, number = where.split()
        at = CITIES.index(city), CITY_SPACES.index(number)
        state.token_seat[at], state.token_value[at] = owner, value
        state.players[owner].supply[value] -= 1
    if lawful:
        broken = GAME.broken_laws(state, rules)
        assert not broken, broken
    position._legal = None
    return position


def fill_rows(state: Any, rules: Any, rows: list[str] | None) -> None:
    if rows is not None:
        for row, words in enumerate(rows):
            for colour in words.split():
                state.queue[row, COLOURS.index(colour)] += 1
                state.bag[COLOURS.index(colour)] -= 1
        return
    for row in range(int(rules.rows)):
        for _ in range(int(rules.queue_row)):
            colour = max(range(len(COLOURS)), key=lambda c: state.bag[c])
            state.queue[row, colour] += 1
            state.bag[colour] -= 1


def split_face(face: str) -> tuple[int, int]:
    """`cotton-3b` as (type, index of the face)."""
    good, name = face.rsplit("-", 1)
    return GOODS.index(good), 2 * (int(name[0]) - 1) + "ab".index(name[1])


def give(
    position: Position,
    seat: int,
    *,
    factories: str = "",
    ships: str = "",
    trains: str = "",
    area: str = "",
    rnd: int | None = None,
    mining: int | None = None,
    finance: int | None = None,
    fulfilled: str = "",
    favor: Mapping[str, int] | None = None,
    waiting: bool = False,
    machines: int | None = None,
    taken: str = "",
    **stocks: int,
) -> None:
    """Give a seat what it has.

    Args:
        position: the position.
        seat: whose.
        factories: Factories with Machines and goods.
        ships: destinations with an own Ship; their Experts stay unless they are in the area.
        trains: Train spaces, `kanto-3`.
        area: Workers and Experts (`expert-paris`) in their order.
        rnd: space of the R&D marker.
        mining: space of the Mining marker.
        finance: space of the Finance marker.
        fulfilled: numbers of fulfilled contracts.
        favor: levels by objective.
        waiting: whether a Machine waits.
        machines: Machines built, where it is not what lies on Factories.
        taken: values of Influence tokens that are not in the supply.
        stocks: vp, money, coal, stored, silk, iron.
    """
    state, rules, player = position.state, position.rules, position.state.players[seat]
    for name, amount in stocks.items():
        setattr(player, name, amount)
    for entry in factories.split():
        name, *rest = entry.split("/")
        if name.startswith("old-"):
            factory = OLD
            face = GOODS.index(name.removeprefix("old-"))
        else:
            factory, face = split_face(name if "-" in name else f"{name}-{INERT}")
            number = face // 2
            if state.display[factory, number] == NONE:
                number = next((n for n in range(5) if state.display[factory, n] != NONE), number)
                face = 2 * number + face % 2
            state.display[factory, number] = NONE
        place = player.factories[factory]
        place.face = face
        for part in rest:
            setattr(place, {"m": "machines", "g": "goods"}[part[-1]], int(part[:-1]))
        player.built[Piece.MACHINE] += place.machines
    for name in ships.split():
        destination = DESTINATIONS.index(name)
        player.ship_at[destination] = 1
        player.upgraded[rules.colour[destination]] = 1
        player.built[Piece.SHIP] += 1
    for name in trains.split():
        region, space = name.split("-")
        state.train[REGIONS.index(region), int(space) - 1] = seat
        player.built[Piece.TRAIN] += 1
    for space, name in enumerate(area.split()):
        assert space < AREA
        if name.startswith("expert-"):
            destination = DESTINATIONS.index(name.removeprefix("expert-"))
            state.expert[destination] = 0
            player.area[space] = EXPERT + destination
        else:
            state.bag[COLOURS.index(name)] -= 1
            player.area[space] = COLOURS.index(name)
    for track, space in ((Track.RND, rnd), (Track.MINING, mining), (Track.FINANCE, finance)):
        if space is not None:
            player.track[track] = space
    player.finance_reached = max(player.finance_reached, player.track[Track.FINANCE])
    for number in fulfilled.split():
        player.fulfilled[int(number) - 1] = 1
    for line, level in (favor or {}).items():
        player.favor[LINES.index(line)] = level
    if waiting:
        player.waiting = 1
        player.built[Piece.MACHINE] += 1
    if machines is not None:
        player.built[Piece.MACHINE] = machines
    free_tokens(rules, player)
    for value in taken.split():
        player.supply[int(value)] -= 1


def free_tokens(rules: Any, player: Any) -> None:
    """Unlock the tokens whose bonus the player has passed."""
    passed = []
    for track in Track:
        passed += list(rules.track_bonus[track, 1 : int(player.track[track]) + 1])
    for row in (0, 1):
        both = int(min(player.built[row], player.built[row + 1]))
        passed += list(rules.row_bonus[row, 1 : both + 1])
    for bonus in passed:
        if bonus["kind"] == Task.UNLOCK and player.locked[bonus["a"]]:
            player.locked[bonus["a"]] -= 1
            player.supply[bonus["a"]] += 1


def play(position: Position, moves: str) -> Position:
    """Play moves separated by commas. A leading seat digit or * says who is expected to move."""
    for entry in filter(None, (part.strip() for part in moves.split(","))):
        if entry[0].isdigit() or entry[0] == "*":
            who, entry = entry.split(" ", 1)
            expected = "*" if who == "*" else int(who)
            assert position.mover == expected, f"{position.mover} is to move before {entry}"
        position.play(entry)
    return position


def legal(position: Position) -> list[str]:
    """The texts of the legal moves, sorted."""
    return sorted(move.text for move in position.legal_moves)


def starting(position: Position, word: str) -> list[str]:
    """The texts of the legal moves that begin with a word, sorted."""
    return [text for text in legal(position) if text.split(" ")[0] == word]


def me(position: Position, seat: int = 0) -> Any:
    """The record of a seat."""
    return position.state.players[seat]


def factory(position: Position, name: str, seat: int = 0) -> Any:
    """The record of a Factory of a seat."""
    return me(position, seat).factories[FACTORIES.index(name)]


def goods(position: Position, seat: int = 0) -> dict[str, int]:
    """Goods in the Factories of a seat, where there are any."""
    places = me(position, seat).factories
    return {name: int(places[i].goods) for i, name in enumerate(FACTORIES) if places[i].goods}


def tracks(position: Position, seat: int = 0) -> tuple[int, int, int]:
    """Spaces of the R&D, Mining and Finance marker of a seat."""
    a, b, c = (int(space) for space in me(position, seat).track)
    return a, b, c


def purse(position: Position, seat: int = 0) -> dict[str, int]:
    """Money, Coal, stored Coal, Silk, Iron and points of a seat, where there are any."""
    names = ("money", "coal", "stored", "silk", "iron", "vp")
    return {name: int(me(position, seat)[name]) for name in names if me(position, seat)[name]}


def turn_over(position: Position) -> bool:
    """Whether the turn of seat 0 is over."""
    return position.state.seat == 1 and position.phase == "turn"
