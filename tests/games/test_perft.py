"""Move-tree counts (perft) from fixed records: the number of step sequences of each length, pinned.

Any change of a rule that adds, removes or reorders possibilities changes some of these numbers. To pin new records,
put them into `tests/perft/<game>.json` without `counts` and run `python -m tests.games.test_perft`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zashiki
from zashiki.core.contract import OVER
from zashiki.core.kernel import compiler_is_on
from zashiki.core.position import Position

FOLDER = Path(__file__).resolve().parents[1] / "perft"
CASES = [(path.stem, case) for path in sorted(FOLDER.glob("*.json")) for case in json.loads(path.read_text())]


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` legal steps from a position; a game that ends earlier counts once."""
    kernels, rules = position.game.kernels, position.rules
    states = np.zeros(depth + 1, position.game.state_dtype).view(np.recarray)
    raw = states.view(np.uint8).reshape(depth + 1, -1)
    raw[0] = np.frombuffer(position.key, np.uint8)
    ids = np.zeros((depth + 1, position.game.max_legal), np.int32)

    def count(level: int) -> int:
        if level == depth or kernels.mover(states[level]) == OVER:
            return 1
        n = kernels.legal(states[level], rules, ids[level])
        if level + 1 == depth:
            return int(n)
        total = 0
        for i in range(n):
            raw[level + 1] = raw[level]
            kernels.apply(states[level + 1], rules, ids[level, i])
            total += count(level + 1)
        return total

    return count(0)


def load(game: str, case: dict[str, Any]) -> Position:
    position = zashiki.new(game, seed=0, **case["options"])
    for move in case["moves"]:
        position.play(move)
    return position


@pytest.mark.parametrize(("game", "case"), CASES, ids=[f"{g}-{c['name']}" for g, c in CASES])
def test_counts_of_the_move_tree_are_as_pinned(game: str, case: dict[str, Any]) -> None:
    position = load(game, case)
    limit = 10**9 if compiler_is_on() else 3_000
    counts = [count for count in case["counts"] if count <= limit]
    assert counts, "nothing is pinned"
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_every_game_has_pinned_trees() -> None:
    assert set(zashiki.games.NAMES) <= {game for game, _ in CASES}


def pin() -> None:
    """Count for records that have no counts yet, to the depth at which 150,000 leaves are passed."""
    for path in sorted(FOLDER.glob("*.json")):
        cases = json.loads(path.read_text())
        for case in cases:
            if "counts" in case:
                continue
            position, counts = load(path.stem, case), [1]
            while len(counts) < 7 and counts[-1] * 8 < 150_000:
                counts.append(perft(position, len(counts)))
            case["counts"] = counts[1:]
        lines = ",\n  ".join(json.dumps(case) for case in cases)
        path.write_text(f"[\n  {lines}\n]\n")


if __name__ == "__main__":
    pin()
