"""The two complete games of the specification (8.7, 8.8), turn by turn."""

from __future__ import annotations

import json
import zlib
from collections import Counter

import pytest

import zashiki
from tests.games.toshi.helpers import empties, koku, ranks, scores, stock
from zashiki.core.position import Position
from zashiki.games.toshi import GAME, title
from zashiki.games.toshi.state import BUILDINGS, REGULAR

SOLO = """* start 2B, * start 5E, * offer shiro, * offer gakumonjo, * roll 2E, 0 build gakumonjo 2E, * roll 5B,
0 build koba 5B, * roll 2B, 0 extra teien, 0 at 1A, 0 at 1B, 0 stop, * roll 3B, 0 build nagaya 3B, * roll 4B,
0 build nagaya 4B, * roll 2C, 0 build kura 2C, * roll 5E, 0 extra nagaya, 0 at 6F, * roll 2D, 0 build machiya 2D,
* roll 5B, 0 remove teien, * roll 6E, 0 build umaya 6E, * roll 6E, 0 extra koba, 0 at 1E, * roll 2C,
0 remove mise, * roll 4E, 0 build nagaya 4E, * roll 1E, 0 remove noka, * roll 3E, 0 pass, 0 remove kura, * roll 5B,
0 remove teien, * roll 1E, 0 remove machiya, * roll 5B, 0 remove umaya"""

TWO_SEATS = """* start 3C, * start 5A, * first 1, * roll 3A, 1 build bell-tower 3A, 1 at 1C, 1 at 6F,
0 build daimyo-residence, 0 umaya 3A, * roll 3C, 0 extra kura, 0 at 4D, 1 extra teien, 1 at 1A, 1 at 2A, 1 stop,
0 pass, * roll 3A, 0 extra machiya, 0 at 4C, 0 pass, * roll 6B, 0 build nagaya 6B, 0 pass, 1 build machiya 6B,
* roll 5C, 1 build teien 5C, 1 at 5D, 1 stop, 0 build noka 5C, 0 umaya 2F, * roll 2F, 0 extra mise, 0 at 1F,
0 umaya 3F, 1 build umaya 2F"""


def entries(text: str) -> list[list]:
    steps = [step.split(" ", 1) for step in " ".join(text.split()).split(", ")]
    return [[mover if mover == "*" else int(mover), move] for mover, move in steps]


def load(text: str, options: dict, seats: list[str], result: dict) -> Position:
    whole = {"format": "zashiki.record/1", "game": "toshi", "edition": "standard", "options": options}
    return zashiki.load(json.dumps({**whole, "seats": seats, "log": entries(text), "result": result}))


def solo() -> Position:
    result = {"scores": [100], "ranks": [1]}
    return load(SOLO, {"players": 1, "specials": "on"}, ["Ann"], result)


def two_seats() -> Position:
    options = {"players": 2, "specials": "on", "turn_cap": 6}
    return load(TWO_SEATS, options, ["Ann", "Ben"], {"scores": [-124, -115], "ranks": [2, 1]})


def ends_of_turns(position: Position) -> list[Position]:
    """The position at the end of each turn: before the next roll, or when the game is over."""
    stops = [n for n in range(1, len(position) + 1) if position.at(n).phase in ("roll", "over")]
    return [position.at(n) for n in stops][1:]


@pytest.mark.parametrize(
    ("game", "crc"), [(solo, "044f173c"), (two_seats, "f17e232c")], ids=["solo", "two seats"]
)
def test_the_record_is_the_one_of_the_specification(game, crc: str) -> None:
    log = "".join(f"{step.mover} {step.move}\n" for step in game().steps)
    assert f"{zlib.crc32(log.encode()):08x}" == crc


SOLO_TURNS = [
    # after the roll, at the end, supply, empty
    *((16, 6, 38, 33), (12, 6, 37, 32), (6, 4, 35, 30), (7, 6, 34, 29), (9, 8, 33, 28), (11, 19, 32, 27)),
    *((19, 18, 31, 26), (21, 16, 30, 25), (32, 32, 29, 25), (35, 35, 28, 24), (35, 29, 27, 23)),
    *((25, 25, 26, 23), (28, 27, 25, 22), (47, 47, 24, 22), (50, 50, 23, 22), (70, 70, 22, 22)),
    *((90, 90, 21, 22), (110, 110, 20, 22)),
]


def test_the_solo_game_turn_by_turn() -> None:
    position = solo()
    rolls = [n for n, step in enumerate(position.steps, 1) if step.move.text.startswith("roll")]
    after_roll = [koku(position.at(n))[0] for n in rolls]
    turns = [(koku(p)[0], stock(p), empties(p)) for p in ends_of_turns(position)]
    assert [(money, *turn) for money, turn in zip(after_roll, turns, strict=True)] == SOLO_TURNS


def test_the_solo_game_is_scored_with_its_supply_and_earns_a_title() -> None:
    position = solo()
    assert position.is_over
    assert scores(position) == [100] == [110 - 22 * 5 + 20 * 5]
    assert title(scores(position)[0]) == "renowned-city"
    state = position.state
    board = Counter(BUILDINGS[tile] for tile in state.seats[0].tiles if tile >= 0)
    names = BUILDINGS[:REGULAR]
    assert dict(zip(names, state.supply.tolist(), strict=True)) == {
        "nagaya": 2,
        "machiya": 3,
        "noka": 2,
        "koba": 3,
        "teien": 2,
        "kura": 0,
        "mise": 4,
        "umaya": 4,
    }
    assert dict(zip(names, state.removed.tolist(), strict=True)) == {
        "nagaya": 0,
        "machiya": 1,
        "noka": 1,
        "koba": 0,
        "teien": 2,
        "kura": 1,
        "mise": 1,
        "umaya": 1,
    }
    assert board == {
        "nagaya": 4,
        "machiya": 1,
        "noka": 2,
        "koba": 2,
        "kura": 1,
        "umaya": 1,
        "teien": 2,
        "gakumonjo": 1,
    }


def test_the_game_of_two_turn_by_turn() -> None:
    position = two_seats()
    assert [koku(p) for p in ends_of_turns(position)] == [[6, 9], [14, 7], [9, 11], [8, 6], [8, 10], [6, 10]]


def test_the_game_of_two_ends_with_the_cap() -> None:
    position = two_seats()
    assert position.is_over
    assert position.state.turn == 6
    assert (scores(position), ranks(position)) == ([-124, -115], [2, 1])
    assert [empties(position, seat) for seat in (0, 1)] == [26, 25]
    assert position.state.seats[0].residence == 3
    assert position.state.supply.tolist() == [11, 8, 5, 10, 8, 3, 9, 5]


def test_in_turn_5_the_type_of_the_active_seat_is_forbidden() -> None:
    position = two_seats()
    before = next(n for n, step in enumerate(position.steps) if str(step) == "0 build noka 5C")
    legal = [move.text for move in position.at(before).legal_moves]
    assert "build noka 5C" in legal
    assert "build teien 5C" not in legal


@pytest.mark.parametrize(
    ("score", "name"),
    [
        *((-10, "apprentice"), (49, "apprentice"), (50, "growing-town"), (75, "growing-town")),
        *((76, "flourishing-city"), (99, "flourishing-city"), (100, "renowned-city")),
        *((119, "renowned-city"), (120, "golden-age")),
    ],
)
def test_solo_titles(score: int, name: str) -> None:
    assert title(score) == name
    assert title(score, GAME.load_edition().values) == name
