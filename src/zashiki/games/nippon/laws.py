"""What every sound state of Nippon: Zaibatsu obeys: conservation of pieces, bounds, and what is kept for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from zashiki.games.nippon.opening import clear_player
from zashiki.games.nippon.rules import mover
from zashiki.games.nippon.state import (
    AREA,
    CITIES,
    CITY_SPACES,
    COLOURS,
    DESTINATIONS,
    EXPERT,
    FACTORIES,
    GOODS,
    LAST_DECISION,
    LAST_DRAW,
    LEVELS,
    LINES,
    NONE,
    NUMBERS,
    OLD,
    PIECES,
    REGIONS,
    ROWS,
    SEATS,
    SECTIONS,
    STOCKS,
    TRACKS,
    Piece,
    Task,
    Track,
    new_state,
)

Law = Callable[[object, str], None]


def broken_laws(state: Any, rules: Any) -> list[str]:
    """Every law a state breaks, in words; empty for a sound state."""
    broken: list[str] = []

    def law(holds: object, sentence: str) -> None:
        if not holds:
            broken.append(sentence)

    _workers(state, rules, law)
    _map(state, rules, law)
    for seat in range(int(rules.players)):
        _player(state, rules, seat, law)
    _flow(state, rules, law)
    if state.stack[state.depth - 1].kind == Task.TURN:
        _at_turn(state, rules, law)
    return broken


def _seats(state: Any, rules: Any) -> list[Any]:
    return [state.players[seat] for seat in range(int(rules.players))]


def _workers(state: Any, rules: Any, law: Law) -> None:
    areas = [int(there) for player in _seats(state, rules) for there in player.area if there != NONE]
    for colour, name in enumerate(COLOURS):
        laid = int(state.bag[colour] + state.hiring[:, colour].sum() + state.queue[:, colour].sum())
        there = laid + areas.count(colour)
        law(there == rules.workers, f"there are {there} {name} Workers instead of {rules.workers}")
    for destination, name in enumerate(DESTINATIONS):
        there = int(state.expert[destination]) + areas.count(EXPERT + destination)
        law(there == 1, f"the Expert of {name} is in {there} places")
    for section, name in enumerate(SECTIONS):
        held = int(state.hiring[section].sum())
        law(held <= max(rules.hiring_space, rules.queue_row), f"{name} holds {held} Workers")
    for row in range(ROWS):
        held, owed = int(state.queue[row].sum()), int(state.owed[row])
        most = rules.queue_row if row < rules.rows else 0
        law(held + owed <= most, f"row {row + 1} holds {held} Workers and is owed {owed}")
    everywhere = (state.bag, state.hiring, state.queue, state.owed)
    law(all((counts >= 0).all() for counts in everywhere), "a number of Workers is negative")


def _map(state: Any, rules: Any, law: Law) -> None:
    players = int(rules.players)
    shown = int(np.count_nonzero(state.display != NONE))
    built = sum(p.factories[f].face != NONE for p in _seats(state, rules) for f in range(OLD))
    if state.current_round > 0:
        total = len(GOODS) * (NUMBERS - 1) + int(rules.late)
        law(shown + built == total, f"there are {shown + built} Factories instead of {total}")
        tiles = [int(tile) for tile in state.tile]
        law(NONE not in tiles and len(set(tiles)) == len(tiles), "a city has no demand tile of its own")
    for city, name in enumerate(CITIES):
        for space, number in enumerate(CITY_SPACES):
            seat, value = int(state.token_seat[city, space]), int(state.token_value[city, space])
            used = space < rules.city_spaces
            law(seat == NONE or used, f"{name} {number} is not in use, yet holds a token")
            law((seat == NONE) == (value == 0), f"{name} {number} holds half a token")
            law(NONE <= seat < players, f"{name} {number} holds a token of nobody")
    for region, name in enumerate(REGIONS):
        law(
            (state.train[region, rules.train_spaces :] == NONE).all(), f"{name} has a Train beside its spaces"
        )


def _player(state: Any, rules: Any, seat: int, law: Law) -> None:
    player = state.players[seat]
    for name in STOCKS:
        law(player[name] >= 0, f"seat {seat} has {player[name]} {name}")
    for track, name in enumerate(TRACKS):
        law(1 <= player.track[track] <= rules.last, f"{name} of seat {seat} is not on its track")
    law(
        player.track[Track.FINANCE] <= player.finance_reached <= rules.last,
        f"Finance of seat {seat} lies beyond what it ever reached",
    )
    laid = Counter(
        int(state.token_value[city, space]) for city, space in np.argwhere(state.token_seat == seat)
    )
    for value in range(1, len(player.supply)):
        there = int(player.supply[value] + player.locked[value]) + laid[value]
        due = int(rules.supply[value] + rules.locked[value])
        law(there == due, f"seat {seat} has {there} tokens of value {value} instead of {due}")
    law((player.supply >= 0).all() and (player.locked >= 0).all(), f"seat {seat} owes a token")
    ships, machines, trains = (int(n) for n in player.built)
    law(max(ships, machines, trains) <= PIECES, f"seat {seat} has built more pieces than it has")
    law(
        ships == player.ship_at.sum() == player.upgraded.sum(),
        f"seat {seat} has {ships} Ships out, but not as many destinations and upgrades",
    )
    for destination in range(len(DESTINATIONS)):
        law(
            player.ship_at[destination] == player.upgraded[rules.colour[destination]],
            f"the Ships and upgrades of seat {seat} do not match",
        )
    placed = sum(int(player.factories[f].machines) for f in range(len(FACTORIES)))
    law(machines == placed + player.waiting, f"seat {seat} has {placed} of {machines} Machines placed")
    laid_trains = int(np.count_nonzero(state.train == seat))
    law(trains == laid_trains, f"seat {seat} has {laid_trains} of {trains} Trains on the map")
    for factory, name in enumerate(FACTORIES):
        place = player.factories[factory]
        law(0 <= place.goods <= rules.storage[factory], f"{name} of seat {seat} holds {place.goods} goods")
        law(
            0 <= place.machines <= rules.machines[factory],
            f"{name} of seat {seat} has {place.machines} Machines",
        )
        law(
            place.face != NONE or not (place.goods or place.machines),
            f"seat {seat} has something on a Factory it does not own",
        )
    first_empty = next((i for i in range(AREA) if player.area[i] == NONE), AREA)
    law((player.area[first_empty:] == NONE).all(), f"the Workers of seat {seat} leave a gap")
    for which, name in enumerate(LINES):
        law(0 <= player.favor[which] <= LEVELS, f"the Favor of seat {seat} on {name} has no such level")


def _flow(state: Any, rules: Any, law: Law) -> None:
    """The laws about whose step it is and what is kept for it."""
    players, depth = int(rules.players), int(state.depth)
    kind = int(state.stack[depth - 1].kind)
    law(depth >= 1, "nothing is to be done, yet the game is not over")
    law(kind <= LAST_DECISION or kind == Task.OVER, "a task waits that nobody decides")
    law(
        not any(state.stack[i].tobytes().strip(b"\0") for i in range(depth, len(state.stack))),
        "the stack is untidy",
    )
    law(0 <= state.seat < players, "nobody's turn it is")
    law(mover(state) < players, "a seat nobody sits on is to move")
    unused = new_state().players[0]
    clear_player(unused)
    law(
        all(state.players[seat].tobytes() == unused.tobytes() for seat in range(players, SEATS)),
        "a seat nobody sits on has something",
    )
    setup = state.current_round == 0
    law(0 <= state.current_round <= rules.rounds + rules.final_turns, "there is no such round")
    law(setup or state.first == 0, "the first player is remembered beyond setup")
    law(
        setup or ((state.pair_a == NONE).all() and (state.pair_b == NONE).all()), "a pair is left after setup"
    )
    law(
        (state.turns_left > 0) == (state.current_round > rules.rounds) or kind == Task.OVER,
        "turns are counted off outside the final rounds",
    )
    law(state.turns_left <= rules.final_turns * players, "there are too many final turns")
    law(state.current_round > rules.rounds or state.idle < rules.idle, "the round should have ended")
    acting = any(state.stack[i].kind == Task.END_ACTION for i in range(depth))
    law((state.action != NONE) == acting, "an action is remembered that is not going on")
    law((state.worker != NONE) == acting, "the Worker taken is remembered beyond the action")
    law(acting or not (state.made or state.used or state.contracts), "a finished action is remembered")
    if kind <= LAST_DRAW:
        law(setup or not acting, "chance is to move in the middle of an action")


def _at_turn(state: Any, rules: Any, law: Law) -> None:
    """Laws that hold whenever a turn begins."""
    law(state.depth == 1, "a turn begins before the last one is finished")
    if state.current_round <= rules.rounds:
        law((state.hiring.sum(axis=1) > 0).all(), "a Hiring space is empty at the beginning of a turn")
    for seat, player in enumerate(_seats(state, rules)):
        gained = []
        for track in range(len(TRACKS)):
            reached = player.finance_reached if track == Track.FINANCE else player.track[track]
            gained += [
                rules.track_bonus[track, space]
                for space in range(int(rules.start[track]) + 1, int(reached) + 1)
            ]
        for row in (Piece.SHIP, Piece.MACHINE):
            both = int(min(player.built[row], player.built[row + 1]))
            gained += [rules.row_bonus[row, column] for column in range(1, both + 1)]
        freed = Counter(int(bonus.a) for bonus in gained if bonus.kind == Task.UNLOCK)
        for value in range(1, len(player.locked)):
            law(
                player.locked[value] == rules.locked[value] - freed[value],
                f"a token of value {value} of seat {seat} is locked or free against its bonus",
            )
