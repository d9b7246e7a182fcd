"""Builds positions of Toshi in the notation of the specification: `noka 1C 2C 4A; magistrate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import zashiki
from zashiki.core.contract import CHANCE
from zashiki.core.position import Position
from zashiki.games.toshi.state import (
    BUILDINGS,
    NONE,
    OFF_BOARD,
    REGULAR,
    SPECIALS,
    SQUARES,
    Building,
    Phase,
    tiles_of,
)

FILLERS = ("nagaya", "koba", "mise", "umaya", "teien", "machiya")
"""What covers the squares of a board of which only the empty ones are given; some of each stay in the supply."""

REGULARS = BUILDINGS[:REGULAR]


def building(name: str) -> Building:
    return Building(BUILDINGS.index(name))


def square(name: str) -> int:
    return SQUARES.index(name)


def all_but(empty: str, given: str = "") -> str:
    """A board with just these empty squares: what is given, and regular tiles on all other squares."""
    taken = {*empty.split(), *given.replace(";", " ").split()}
    names = cycle(FILLERS)
    return "; ".join([*filter(None, [given]), *(f"{next(names)} {s}" for s in SQUARES if s not in taken)])


def place(
    boards: str | Sequence[str] = "",
    koku: int | Sequence[int] = 10,
    players: int = 2,
    supply: Mapping[str, int] | None = None,
    table: str | None = None,
    **options: Any,
) -> Position:
    """A position before the roll of turn 1 with seat 0 active.

    Args:
        boards: one board for each seat, or one that all have.
        koku: of each seat, or the same for all.
        players: number of seats.
        supply: stock of some types, where it is not the full set minus what lies on boards and residences; solo
            the difference counts as removed.
        table: solo: the specials on offer; otherwise all that nobody owns are.
        options: of the game; specials are on where a board or the table has one.
    """
    boards = [boards] * players if isinstance(boards, str) else list(boards)
    koku = [koku] * players if isinstance(koku, int) else list(koku)
    if table is not None or any(word in SPECIALS for board in boards for word in board.split()):
        options.setdefault("specials", "on")
    options.setdefault("start_player", "seat0")
    position = zashiki.new("toshi", players=players, **options)
    state, rules = position.state, position.rules
    state.table = 0 if table is None else sum(1 << SPECIALS.index(name) for name in table.split())
    if players > 1:
        state.table = rules.table
    for seat, board, money in zip(state.seats, boards, koku, strict=False):
        seat.koku = money
        for entry in filter(None, (part.strip() for part in board.split(";"))):
            name, *where = entry.split()
            kind = building(name)
            for at in where:
                assert seat.tiles[square(at)] == NONE, f"{at} is given twice"
                seat.tiles[square(at)] = kind
                seat.empty &= ~(1 << square(at))
            if kind >= REGULAR:
                seat.special = kind
                state.table &= ~(1 << (kind - REGULAR))
                assert bool(where) == (kind not in OFF_BOARD)
                if kind == Building.DAIMYO_RESIDENCE:
                    seat.residence = rules.residence_umaya
                    if players == 1:
                        state.aside = 0
    for kind in range(REGULAR):
        state.supply[kind] = rules.copies[kind] - tiles_of(state, rules, kind)
        if kind == Building.UMAYA and players > 1:
            state.supply[kind] -= sum(int(seat.residence) for seat in state.seats)
    for name, tiles in (supply or {}).items():
        if players == 1:
            state.removed[building(name)] = state.supply[building(name)] - tiles
        state.supply[building(name)] = tiles
    state.phase, state.mover = Phase.ROLL, CHANCE
    state.start_seat = state.active = 0
    state.turn = 1
    assert all(n >= 0 for n in state.supply), "more tiles on the boards than there are"
    position._legal = None
    return position


def play(position: Position, moves: str) -> Position:
    """Play moves separated by commas. A leading seat digit says who is expected to move."""
    for entry in filter(None, (part.strip() for part in moves.split(","))):
        if entry[0].isdigit():
            expected, entry = entry.split(" ", 1)
            assert position.mover == int(expected), f"{position.mover} is to move before {entry}"
        position.play(entry)
    return position


def started(players: int = 2, start: str = "3C 5A", **options: Any) -> Position:
    """A game after its setup, seat 0 being the start seat."""
    options.setdefault("start_player", "seat0")
    position = zashiki.new("toshi", players=players, **options)
    for name in start.split():
        position.play(f"start {name}")
    return position


def texts(position: Position) -> list[str]:
    return [move.text for move in position.legal_moves]


def types(position: Position) -> set[str]:
    """The types the awaited seat may choose, and `pass`."""
    return {
        word for text in texts(position) for word in [*text.split(), ""][0 if text == "pass" else 1 :][:1]
    }


def squares(position: Position, verb: str = "at") -> list[str]:
    return [text.split()[1] for text in texts(position) if text.startswith(verb + " ")]


def koku(position: Position) -> list[int]:
    return [int(position.state.seats[s].koku) for s in range(position.players)]


def stock(position: Position, name: str | None = None) -> int:
    """Tiles of a type in the supply, or of all types."""
    supply = position.state.supply
    return int(supply.sum()) if name is None else int(supply[building(name)])


def empties(position: Position, seat: int = 0) -> int:
    return int(position.state.seats[seat].empty).bit_count()


def scores(position: Position) -> list[int]:
    return [standing.score for standing in position.standings]


def ranks(position: Position) -> list[int]:
    return [standing.rank for standing in position.standings]


def income_of(position: Position, seat: int, name: str) -> int:
    """What a roll of a square would change now for a seat."""
    from zashiki.games.toshi.rules import income

    return int(income(position.rules, position.state.seats[seat], square(name)))
