"""What every sound state of Nippon: Zaibatsu obeys: conservation of pieces, bounds, and what is kept for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

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


class _Plain:
    """A record read field by field, each once: numbers as int, arrays as lists, records as this.

    Reading a field of a NumPy record is slow, and laws read the same ones again and again.
    """

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = self._record[name]
        if value.dtype.names is not None:
            value = _plain_all(value)
        else:
            value = value.tolist()
        setattr(self, name, value)
        return value


def _plain_all(records: Any) -> Any:
    """A record, or a (nested) list of them."""
    return _Plain(records) if records.ndim == 0 else [_plain_all(entry) for entry in records]


def broken_laws(state: Any, rules: Any) -> list[str]:
    """Every law a state breaks, in words; empty for a sound state."""
    broken: list[str] = []

    def law(holds: object, sentence: str) -> None:
        if not holds:
            broken.append(sentence)

    _records(state, rules, law)
    plain, numbers = _Plain(state), _Plain(rules)
    _workers(plain, numbers, law)
    _map(plain, numbers, law)
    for seat in range(numbers.players):
        _player(plain, numbers, seat, law)
    _flow(plain, numbers, law)
    if plain.stack[plain.depth - 1].kind == Task.TURN:
        _at_turn(plain, numbers, law)
    return broken


def _records(state: Any, rules: Any, law: Law) -> None:
    """The laws about bytes: what is not in use is in its first state."""
    players = int(rules.players)
    law(not state.stack[int(state.depth) :].tobytes().strip(b"\0"), "the stack is untidy")
    law(mover(state) < players, "a seat nobody sits on is to move")
    unused = new_state().players[0]
    clear_player(unused)
    law(
        all(state.players[seat].tobytes() == unused.tobytes() for seat in range(players, SEATS)),
        "a seat nobody sits on has something",
    )


def _seats(state: Any, rules: Any) -> list[Any]:
    return state.players[: rules.players]


def _workers(state: Any, rules: Any, law: Law) -> None:
    areas = [there for player in _seats(state, rules) for there in player.area if there != NONE]
    for colour, name in enumerate(COLOURS):
        laid = state.bag[colour] + sum(counts[colour] for counts in (*state.hiring, *state.queue))
        there = laid + areas.count(colour)
        law(there == rules.workers, f"there are {there} {name} Workers instead of {rules.workers}")
    for destination, name in enumerate(DESTINATIONS):
        there = state.expert[destination] + areas.count(EXPERT + destination)
        law(there == 1, f"the Expert of {name} is in {there} places")
    for section, name in enumerate(SECTIONS):
        held = sum(state.hiring[section])
        law(held <= max(rules.hiring_space, rules.queue_row), f"{name} holds {held} Workers")
    for row in range(ROWS):
        held, owed = sum(state.queue[row]), state.owed[row]
        most = rules.queue_row if row < rules.rows else 0
        law(held + owed <= most, f"row {row + 1} holds {held} Workers and is owed {owed}")
    everywhere = (state.bag, state.owed, *state.hiring, *state.queue)
    law(all(min(counts) >= 0 for counts in everywhere), "a number of Workers is negative")


def _map(state: Any, rules: Any, law: Law) -> None:
    shown = sum(side != NONE for sides in state.display for side in sides)
    built = sum(p.factories[f].face != NONE for p in _seats(state, rules) for f in range(OLD))
    if state.current_round > 0:
        total = len(GOODS) * (NUMBERS - 1) + rules.late
        law(shown + built == total, f"there are {shown + built} Factories instead of {total}")
        law(
            NONE not in state.tile and len(set(state.tile)) == len(state.tile),
            "a city has no demand tile of its own",
        )
    for city, name in enumerate(CITIES):
        for space, number in enumerate(CITY_SPACES):
            seat, value = state.token_seat[city][space], state.token_value[city][space]
            used = space < rules.city_spaces
            law(seat == NONE or used, f"{name} {number} is not in use, yet holds a token")
            law((seat == NONE) == (value == 0), f"{name} {number} holds half a token")
            law(NONE <= seat < rules.players, f"{name} {number} holds a token of nobody")
    for region, name in enumerate(REGIONS):
        beside = state.train[region][rules.train_spaces :]
        law(beside.count(NONE) == len(beside), f"{name} has a Train beside its spaces")


def _player(state: Any, rules: Any, seat: int, law: Law) -> None:
    player = state.players[seat]
    for name in STOCKS:
        amount = getattr(player, name)
        law(amount >= 0, f"seat {seat} has {amount} {name}")
    for track, name in enumerate(TRACKS):
        law(1 <= player.track[track] <= rules.last, f"{name} of seat {seat} is not on its track")
    law(
        player.track[Track.FINANCE] <= player.finance_reached <= rules.last,
        f"Finance of seat {seat} lies beyond what it ever reached",
    )
    laid = Counter(
        state.token_value[city][space]
        for city in range(len(CITIES))
        for space in range(len(CITY_SPACES))
        if state.token_seat[city][space] == seat
    )
    for value in range(1, len(player.supply)):
        there = player.supply[value] + player.locked[value] + laid[value]
        due = rules.supply[value] + rules.locked[value]
        law(there == due, f"seat {seat} has {there} tokens of value {value} instead of {due}")
    law(min(player.supply) >= 0 and min(player.locked) >= 0, f"seat {seat} owes a token")
    ships, machines, trains = player.built
    law(max(ships, machines, trains) <= PIECES, f"seat {seat} has built more pieces than it has")
    law(
        ships == sum(player.ship_at) == sum(player.upgraded),
        f"seat {seat} has {ships} Ships out, but not as many destinations and upgrades",
    )
    for destination in range(len(DESTINATIONS)):
        law(
            player.ship_at[destination] == player.upgraded[rules.colour[destination]],
            f"the Ships and upgrades of seat {seat} do not match",
        )
    placed = sum(place.machines for place in player.factories)
    law(machines == placed + player.waiting, f"seat {seat} has {placed} of {machines} Machines placed")
    laid_trains = sum(spaces.count(seat) for spaces in state.train)
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
    law(
        player.area[first_empty:].count(NONE) == AREA - first_empty, f"the Workers of seat {seat} leave a gap"
    )
    for which, name in enumerate(LINES):
        law(0 <= player.favor[which] <= LEVELS, f"the Favor of seat {seat} on {name} has no such level")


def _flow(state: Any, rules: Any, law: Law) -> None:
    """The laws about whose step it is and what is kept for it."""
    players, depth = rules.players, state.depth
    kind = state.stack[depth - 1].kind
    law(depth >= 1, "nothing is to be done, yet the game is not over")
    law(kind <= LAST_DECISION or kind == Task.OVER, "a task waits that nobody decides")
    law(0 <= state.seat < players, "nobody's turn it is")
    setup = state.current_round == 0
    law(0 <= state.current_round <= rules.rounds + rules.final_turns, "there is no such round")
    law(setup or state.first == 0, "the first player is remembered beyond setup")
    law(setup or (max(state.pair_a) == NONE and max(state.pair_b) == NONE), "a pair is left after setup")
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
        law(
            all(sum(counts) > 0 for counts in state.hiring),
            "a Hiring space is empty at the beginning of a turn",
        )
    for seat, player in enumerate(_seats(state, rules)):
        gained = []
        for track in range(len(TRACKS)):
            reached = player.finance_reached if track == Track.FINANCE else player.track[track]
            gained += rules.track_bonus[track][rules.start[track] + 1 : reached + 1]
        for row in (Piece.SHIP, Piece.MACHINE):
            gained += rules.row_bonus[row][1 : min(player.built[row], player.built[row + 1]) + 1]
        freed = Counter(bonus.a for bonus in gained if bonus.kind == Task.UNLOCK)
        for value in range(1, len(player.locked)):
            law(
                player.locked[value] == rules.locked[value] - freed[value],
                f"a token of value {value} of seat {seat} is locked or free against its bonus",
            )
