"""How many step sequences one turn allows, and to how many different states they lead (specification 8.6)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.toshi.helpers import play, started
from zashiki.core.kernel import compiler_is_on
from zashiki.core.position import Position


def sequences_and_states(position: Position) -> tuple[int, int]:
    """Different step sequences up to the next chance event or the end, and different states they reach.

    Equal states have equal continuations, so each state is followed only once; this also shows that states are
    equal byte for byte whenever they are the same.
    """
    kernels, rules = position.game.kernels, position.rules
    buffer = np.zeros(1, position.game.state_dtype).view(np.recarray)
    state, raw = buffer[0], buffer.view(np.uint8)
    ids = np.zeros(position.game.max_legal, np.int32)
    ways: dict[bytes, int] = {}
    reached: set[bytes] = set()

    def moves_from(key: bytes) -> list[bytes]:
        raw[:] = np.frombuffer(key, np.uint8)
        following = []
        for action in ids[: kernels.legal(state, rules, ids)].tolist():
            kernels.apply(state, rules, action)
            following.append(state.tobytes())
            raw[:] = np.frombuffer(key, np.uint8)
        return following

    def follow(key: bytes) -> int:
        if key not in ways:
            raw[:] = np.frombuffer(key, np.uint8)
            if kernels.mover(state) < 0:
                reached.add(key)
                ways[key] = 1
            else:
                ways[key] = sum(follow(after) for after in moves_from(key))
        return ways[key]

    return follow(position.key), len(reached)


LARGE = [] if compiler_is_on() else [pytest.mark.slow]
GUILD = "offer kawaramono, offer shiro, roll 4D, build kawaramono 4D, roll 4D"


@pytest.mark.parametrize(
    ("options", "moves", "sequences", "states"),
    [
        ({"players": 1}, "roll 4D", 42, 36),
        ({"players": 1}, "roll 3C", 870, 454),
        ({"players": 1, "machiya_squares": 2}, "roll 3C", 942, 473),
        ({"players": 1, "specials": "on"}, "offer bell-tower, offer magistrate, roll 4D", 587, 309),
        ({"players": 1, "specials": "on"}, "offer bell-tower, offer magistrate, roll 3C", 20_677, 3_756),
        ({"players": 1, "specials": "on"}, "offer daimyo-residence, offer kabuki, roll 4D", 78, 72),
        pytest.param({"players": 1, "specials": "on"}, GUILD, 233_478, 57_109, marks=LARGE),
        ({"players": 2}, "roll 4D", 489, 393),
        pytest.param({"players": 2, "specials": "on"}, "roll 4D", 87_737, 41_985, marks=LARGE),
        ({"players": 3}, "roll 4D", 11_045, 7_673),
        ({"players": 3, "type_ban": "all"}, "roll 4D", 4_975, 3_949),
    ],
    ids=lambda value: "-".join(map(str, value.values())) if isinstance(value, dict) else None,
)
def test_number_of_sequences_and_states_of_one_turn(
    options: dict, moves: str, sequences: int, states: int
) -> None:
    assert sequences_and_states(play(started(**options), moves)) == (sequences, states)
