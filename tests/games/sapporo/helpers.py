"""Shared by the tests of Sapporo: the comparison line of the specification, and positions put together by hand."""

from __future__ import annotations

from typing import Any

from zashiki.core.contract import CHANCE, OVER
from zashiki.core.position import Position
from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.state import (
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
        ".01"[sitter] for bench, row in zip(rules.benches, state.council, strict=True) for sitter in row[: bench.spaces]
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
