"""The server is killed while people and bots play: nothing confirmed is lost, no table breaks."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "table_crash.py"


@pytest.fixture(scope="module")
def crash() -> Any:
    """The script that kills, starts and compares; it also runs by hand."""
    specification = importlib.util.spec_from_file_location("table_crash", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["table_crash"] = module
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(4, id="4-kills"),
        pytest.param(50, id="50-kills", marks=pytest.mark.slow),
    ],
)
def test_a_killed_server_loses_no_confirmed_move(crash: Any, tmp_path: Path, kills: int) -> None:
    outcome = crash.run(kills, seed=kills, folder=tmp_path, quiet=True)
    assert outcome.problems == []
    assert outcome.kills == kills
    assert outcome.confirmed > kills


def test_a_lost_or_repeated_move_would_be_noticed(crash: Any) -> None:
    """The comparison itself: a log that lacks a confirmed move, or holds it twice, is a problem."""
    import zashiki

    position = zashiki.new("toshi", players=1, seed=4)
    while position.mover == "*":
        position.roll()
    move = position.legal_moves[0].text
    position.play(move)

    class Http:
        """A table server as far as the comparison asks it."""

        def get(self, path: str, **_how: Any) -> Any:
            page = {
                "standings": [{"score": s.score} for s in position.standings],
                "table": {
                    "seats": [{"seat": 0, "kind": "person", "name": "Ann"}],
                    "links": {"spectator": "/t/t/y"},
                },
            }
            record = position.record().to_json()
            methods = {"text": record, "json": lambda self: page, "raise_for_status": lambda self: None}
            return type("Answer", (), methods)()

    def problems(*told: str) -> list[str]:
        player = crash.Player(crash.Holder("", "/t/t/x", Http()), 1, None)
        player.confirmed = {("t", 0): list(told)}
        outcome = crash.Outcome()
        crash._compare([player], outcome)
        return outcome.problems

    assert problems(move) == []
    assert len(problems(move, move)) == 1
    assert len(problems()) == 1
