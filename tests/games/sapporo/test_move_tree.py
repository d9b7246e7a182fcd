"""How many ways lead through a turn (section 8.3 of the specification): sequences of steps, and states reached."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from zashiki.core.kernel import compiler_is_on
from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.state import Phase

from .helpers import d0, d1, new, play

RECORD = json.loads(Path(__file__).with_name("complete_game.json").read_text("utf-8"))


def before_turn(turn):
    """The complete game of section 8.4 before a turn."""
    position = new()
    for _, move in RECORD["log"]:
        if position.state.turn == turn:
            break
        position.play(move)
    return position


def through_the_turn(position, same_turn):
    """Sequences of steps, and different states, from a position to the next turn.

    Args:
        position: where to begin.
        same_turn: stop at the next choice of where the pawn moves, in whatever turn that is.
    """
    kernels, turn, rules = GAME.kernels, int(position.state.turn), position.rules
    ways: dict[bytes, int] = {}
    reached: set[bytes] = set()
    buffer = np.zeros(1, GAME.state_dtype).view(np.recarray)
    state, ids = buffer[0], np.zeros(GAME.max_legal, np.int32)

    def load(key):
        buffer.view(np.uint8)[:] = np.frombuffer(key, np.uint8)

    def count(key):
        if key in ways:
            return ways[key]
        load(key)
        arrived = state.phase == Phase.MOVE and key != position.key and (same_turn or state.turn > turn)
        if arrived or state.phase == Phase.OVER:
            reached.add(key)
            ways[key] = 1
            return 1
        found = ids[: kernels.legal(state, rules, ids)].tolist()
        total = 0
        for action in found:
            load(key)
            kernels.apply(state, rules, action)
            total += count(buffer.tobytes())
        ways[key] = total
        return total

    return count(position.key), len(reached)


HUGE = pytest.mark.skipif(not compiler_is_on(), reason="a hundred thousand states, for compiled rules only")
TREES = [
    pytest.param(lambda: play(d0(), "move college"), False, 72, 44, id="d0-college"),
    pytest.param(lambda: play(d0(), "move city-hall"), False, 684, 407, id="d0-city-hall"),
    pytest.param(lambda: play(d0(), "move village"), False, 171_696, 15_624, id="d0-village", marks=HUGE),
    pytest.param(
        lambda: play(d0(), "move foreign-residence"), False, 247_134, 34_042, id="d0-residence", marks=HUGE
    ),
    pytest.param(d0, False, 499_407, 50_117, id="d0", marks=HUGE),
    pytest.param(lambda: play(d1(), "move college"), False, 2_680, 964, id="d1-college"),
    pytest.param(lambda: play(d1(), "use b5"), True, 67, 67, id="d1-farm"),
    pytest.param(
        lambda: play(d1(farm_buildings="both"), "move college"), False, 6_872, 1_524, id="d1-both-college"
    ),
    pytest.param(lambda: play(d1(farm_buildings="both"), "use b5"), True, 182, 110, id="d1-both-farm"),
    pytest.param(lambda: play(before_turn(6), "move college"), False, 51_312, 6_624, id="turn-6", marks=HUGE),
    pytest.param(lambda: play(before_turn(7), "move city-hall"), False, 5_907, 2_386, id="turn-7"),
    pytest.param(
        lambda: play(before_turn(12), "move college"), False, 13_107, 3_315, id="turn-12", marks=HUGE
    ),
]


@pytest.mark.parametrize(("prefix", "same_turn", "sequences", "states"), TREES)
def test_the_number_of_ways_through_a_turn(prefix, same_turn, sequences, states):
    assert through_the_turn(prefix(), same_turn) == (sequences, states)
