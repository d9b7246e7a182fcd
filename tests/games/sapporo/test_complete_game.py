"""The complete game of the specification (section 8.4): two sensible players, told turn by turn."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from zashiki.games.sapporo.state import TRACKS

from .helpers import comparison_line, new, seat_text

RECORD = json.loads(Path(__file__).with_name("complete_game.json").read_text("utf-8"))

TURNS = """
0/0,1,0,1/2/6/0,0,0,4/b7/-/-/0                 1/0,1,0,1/1/6/0,3,0,1/b3/-/-/0               2,1,0,2 -
0/0,0,0,0/1/6/0,0,0,4/b7/-/-/0                 0/0,0,0,0/0/6/0,3,0,1/b3/-/-/0               3,0,0,3 -
4/1,0,0,4/1/5/0,0,0,4/b7/b7/-/0                3/0,3,0,1/0/6/0,3,0,1/b3/-/-/0               0,1,1,3 harvest
4/0,0,0,4/1/5/0,0,0,4/b4,b7/b7/-/0             0/0,3,0,1/0/6/0,3,0,1/b3/-/ryan/0            0,2,2,0 -
7/0,0,0,4/0/5/0,0,0,4/b4,b7/b4,b7/-/0          0/0,3,0,1/0/6/0,3,0,1/b3/-/ryan/0            1,2,0,1 -
14/0,0,0,6/2/4/0,0,0,4/b4,b7/b4/-/0            8/0,4,0,2/1/4/0,3,0,1/b3/b3/ryan/0           0,3,1,1 harvest
11/1,0,0,5/0/4/0,0,0,4/b4,b7/b4,b7/-/7         7/0,4,0,0/0/4/0,3,0,1/b3/b3/ryan/7           1,0,1,2 settlement
11/1,0,0,5/0/4/0,0,0,4/b4,b7/b4,b7/-/7         8/0,4,0,0/0/4/0,3,0,1/b3/b3/ryan/7           0,1,2,2 -
12/1,0,0,5/0/4/0,0,0,4/b4,b7/b4,b7/-/7         8/0,4,0,0/0/4/0,3,0,1/b3/b3/ryan/7           1,0,2,3 -
16/1,0,0,9/2/4/0,0,0,4/b4,b7/-/-/7             8/0,8,0,2/1/4/0,4,0,2/b3/-/ryan/7            2,0,0,4 harvest
11/1,0,0,5/0/4/0,0,0,4/b4,b7/b4/shima/7        8/0,8,0,0/0/4/0,4,0,2/b3/-/ryan/7            3,0,0,5 -
9/0,0,0,5/0/4/0,0,0,4/b4,b7/b4/shima,wheeler/14 8/0,8,0,0/0/4/0,4,0,2/b3/-/capron,ryan/14   3,1,1,0 settlement
"""


@pytest.fixture(scope="module")
def game():
    """The game played to its end, the comparison line after each step, and how each turn ended."""
    position, states, turns, tracks = new(), [], [], [0, 0]
    for mover, move in RECORD["log"]:
        assert position.mover == mover
        turn = position.state.turn
        position.play(move)
        states.append(comparison_line(position) + "\n")
        state = position.state
        if position.is_over or state.turn > turn > 0:
            now = [int(steps) for steps in state.tracks]
            moved = next(track for track in range(2) if now[track] > tracks[track])
            event = TRACKS[moved] if position.rules.icons[moved, now[moved]] else "-"
            spots = ",".join(str(yen) for yen in state.spots)
            turns.append([seat_text(state, 0), seat_text(state, 1), spots, event])
            tracks = now
    return position, states, turns


def test_each_turn_ends_as_the_specification_tells_it(game):
    assert game[2] == [line.split() for line in TURNS.strip().splitlines()]


def test_every_step_and_state_agrees(game):
    position, states, _ = game
    steps = "".join(f"{step}\n" for step in position.steps)
    assert f"{zlib.crc32(steps.encode()):08x}" == "3e04dd2f"
    assert f"{zlib.crc32(''.join(states).encode()):08x}" == "60e4cb9b"


def test_it_ends_in_a_tie_won_by_the_seat_that_moved_last(game):
    standings = game[0].standings
    assert [s.score for s in standings] == RECORD["result"]["scores"] == [60, 60]
    assert [s.rank for s in standings] == RECORD["result"]["ranks"] == [2, 1]
    assert [dict(s.breakdown) for s in standings] == [
        {"fame": 14, "academy": 0, "columns": 5, "persons": 10, "council": 24, "leftovers": 7},
        {"fame": 14, "academy": 0, "columns": 5, "persons": 12, "council": 21, "leftovers": 8},
    ]
