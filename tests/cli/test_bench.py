"""The speed table has its rows, with or without other engines beside it."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from zashiki.arena import peers
from zashiki.arena import speed as speed_of
from zashiki.arena.peers import Peer
from zashiki.arena.speed import Start
from zashiki.cli.app import app


@pytest.fixture(autouse=True)
def _no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(12, (21.5, 20.5), (3.25, 3.0), (0.51, 0.49), (0.32, 0.31))
    monkeypatch.setattr(speed_of, "measure_start", lambda game: start)


def test_a_game_is_measured_for_all_numbers_of_players() -> None:
    result = CliRunner().invoke(app, ["bench", "toshi", "--seconds", "0.01"])
    assert result.exit_code == 0, result.output
    assert re.search(r"compile 12 kernels, once +21.50 +20.50", result.stdout)
    for players in "1234":
        assert re.search(rf"^ +{players}(?: +[\d,.]+){{5,}} *$", result.stdout, re.MULTILINE)
    for name in ("copy", "legal list", "apply"):
        assert re.search(rf"^ +{name} +-?[\d.]+ +[\d.]+ *$", result.stdout, re.MULTILINE)
    assert "bytes" in result.stdout
    assert "Others" not in result.stdout


def test_peers_are_compared_or_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Peer(
        "Snail", "json", "zashiki", "Python", lambda: lambda games: sum(_dawdle() for _ in range(games))
    )
    absent = Peer("Nobody", "no_such_module_anywhere", "nobody", "Python", lambda: lambda games: games)
    monkeypatch.setattr(peers, "PEERS", (slow, absent))
    result = CliRunner().invoke(
        app, ["bench", "toshi", "--seconds", "0.01", "--peers"], env={"COLUMNS": "200"}
    )
    assert result.exit_code == 0, result.output
    assert re.search(r"Nobody +not installed", result.stdout)
    ratio = re.search(r"Snail .* Python +[\d,]+ +[\d,.]+ +10.0 +([\d,]+)× +([\d,]+)×", result.stdout)
    assert ratio, result.stdout


def _dawdle() -> int:
    total = 0
    for step in range(20_000):
        total += step
    return 10 if total else 0
