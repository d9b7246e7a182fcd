"""Shared by the tests of Sapporo: the comparison line of the specification, and positions put together by hand."""

from __future__ import annotations

from typing import Any

from zashiki.core.contract import CHANCE, OVER
from zashiki.core.position import Position
from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.state import (
    BENCHES,
    BUILDINGS,
    KINDS,
    NONE,
    PERSONS,
    PHASES,
    RESOURCES,
    SPOTS,
    TIERS,
    TRACKS,
    members,
)


def new(**options: str) -> Position:
    """A new game of the standard edition."""
    return Position(GAME, GAME.complete_options(2, options), GAME.load_edition())


def name(number: int, names: tuple[str, ...]) -> str:
    return "-" if number == NONE else names[number]


def joined(words: list[str] | tuple[str, ...], by: str = ",") -> str:
    return by.join(words) or "-"


def numbers(values: Any) -> str:
    return ",".join(str(int(value)) for value in values)


def seat_text(state: Any, number: int) -> str:
    """A seat as section 5.1 writes it: yen/goods/area/academy/levels/buildings/occupied/persons/fame."""
    seat = state.seats[number]
    parts = [
        str(seat.yen),
        numbers(seat.goods),
        str(seat.area),
        str(seat.academy),
        numbers(seat.levels),
        joined(members(seat.buildings, BUILDINGS)),
        joined(members(seat.occupied, BUILDINGS)),
        joined(members(seat.persons, PERSONS)),
        str(seat.fame),
    ]
    return "/".join(parts)


def job_text(state: Any) -> str:
    """The action under way: kind:source:n:cost:column:tiers:parts."""
    job = state.job
    if job.kind == NONE:
        return "-"
    source = "spot" if job.building == NONE else f"{BUILDINGS[job.building]}@{PHASES[job.back]}"
    parts = [
        KINDS[job.kind],
        source,
        str(job.taken),
        str(job.cost),
        name(job.column, RESOURCES),
        joined(members(job.tiers, TIERS), "+"),
        joined([str(int(n)) for n in job.parts[: int(job.fixed)]]),
    ]
    return ":".join(parts)


def comparison_line(position: Position) -> str:
    """The state as section 5.1 of the specification writes it for comparing programs."""
    state, rules = position.state, position.rules
    mover = {CHANCE: "*", OVER: "-"}.get(int(state.mover), str(state.mover))
    council = "".join(
        ".01"[sitter]
        for bench, row in zip(rules.benches, state.council, strict=True)
        for sitter in row[: bench.spaces]
    )
    fields = {
        "phase": PHASES[state.phase],
        "mover": mover,
        "turn": state.turn,
        "active": name(state.active, ("0", "1")),
        "start": name(state.start, ("0", "1")),
        "pawn": name(state.pawn, SPOTS),
        "spots": numbers(state.spots),
        "tracks": numbers(state.tracks),
        "events": state.events,
        "pending": name(state.pending, TRACKS),
        "persons": joined(members(state.persons, PERSONS)),
        "buildings": joined(members(state.buildings, BUILDINGS)),
        "offer": joined(members(state.offer, BUILDINGS)),
        "council": council,
        "s0": seat_text(state, 0),
        "s1": seat_text(state, 1),
        "job": job_text(state),
    }
    return " ".join(f"{key}={value}" for key, value in fields.items())


def play(position: Position, *moves: str) -> Position:
    """Play moves one after the other."""
    for move in moves:
        position.play(move)
    return position


def legal(position: Position) -> list[str]:
    """The texts of all legal moves, sorted."""
    return sorted(str(move) for move in position.legal_moves)


def d0(until: str = "", **options: str) -> Position:
    """The base position D0 of the specification's test vectors, or its beginning up to a step."""
    moves = [f"person {person}" for person in ("boehmer", "clark", "dunn", "kuroda", "ryan", "shima")]
    moves += [f"board-building b{number}" for number in range(1, 7)]
    moves += [f"offer {building}" for building in ("b7", "b8", "b12", "b13")]
    if options.get("start_player") != "seat0":
        moves += ["first 0"]
    moves += ["buy b12", "buy b13", "settle wheat", "settle rice"]
    return play(new(**options), *moves[: moves.index(until) + 1 if until else None])


def d1(**options: str) -> Position:
    """The base position D1 of section 8.3."""
    moves = [f"person {person}" for person in ("brooks", "capron", "dunn", "penhallow", "ryan", "wheeler")]
    moves += [f"board-building {building}" for building in ("b1", "b2", "b7", "b11", "b12", "b13")]
    moves += [f"offer b{number}" for number in range(3, 7)]
    moves += ["first 0", "buy b3", "buy b5", "settle cattle", "settle sheep"]
    return play(new(**options), *moves)


def tiles(words: str, names: tuple[str, ...]) -> int:
    return sum(1 << names.index(word) for word in words.split())


def arrange(
    position: Position,
    seat0: dict[str, Any] | None = None,
    seat1: dict[str, Any] | None = None,
    *,
    spots: str = "",
    harvest: int = 0,
    settlement: int = 0,
    events: int = 0,
    council: dict[str, int] | None = None,
    board: str = "",
) -> Position:
    """Change a position by hand, before anything has been looked at.

    Args:
        position: what to change.
        seat0: fields of the seat: `goods` as yen/wheat,rice,sheep,cattle; `levels` as four numbers; `area`,
            `academy`, `fame`; `buildings`, `occupied`, `persons` as words: tiles move there from wherever they were.
        seat1: the same of the other seat.
        spots: yen on the four spots.
        harvest: steps of its marker.
        settlement: steps of its marker.
        events: number of events so far.
        council: the seat on each council space.
        board: buildings put on the board.
    """
    state = position.state
    for number, changes in enumerate((seat0 or {}, seat1 or {})):
        seat = state.seats[number]
        for field, value in changes.items():
            if field == "goods":
                yen, goods = value.split("/")
                seat.yen, seat.goods[:] = int(yen), [int(n) for n in goods.split(",")]
            elif field == "levels":
                seat.levels[:] = [int(n) for n in value.split(",")]
            elif field in ("buildings", "persons"):
                moved = tiles(value, BUILDINGS if field == "buildings" else PERSONS)
                state[field] &= ~moved
                state.seats[1 - number][field] &= ~moved
                seat[field] = moved
            elif field == "occupied":
                seat.occupied = tiles(value, BUILDINGS)
            else:
                seat[field] = value
    if spots:
        state.spots[:] = [int(n) for n in spots.split(",")]
    state.buildings |= tiles(board, BUILDINGS)
    state.tracks[:] = [harvest, settlement]
    state.events = events
    for space, sitter in (council or {}).items():
        bench, number = space.rsplit("-", 1)
        state.council[BENCHES.index(bench), int(number) - 1] = 1 + sitter
    return position


def goods(position: Position, number: int) -> str:
    """Yen and resources of a seat, as `2/2,1,1,1`."""
    seat = position.state.seats[number]
    return f"{seat.yen}/{numbers(seat.goods)}"


def payments(position: Position) -> list[str]:
    """The parts of the payments on offer, in the order in which they are offered."""
    return [str(move).split(" ", 1)[1] for move in position.legal_moves if str(move).startswith("pay")]


def go_on(position: Position) -> Position:
    """Play null moves until somebody has to move the pawn, or the game is over."""
    while position.phase not in ("move", "over"):
        null = [move for move in legal(position) if move in ("done", "continue", "end", "keep")]
        position.play(null[0])
    return position
