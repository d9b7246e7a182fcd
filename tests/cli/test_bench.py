"""The speed table has its rows, with or without other engines beside it."""

from __future__ import annotations

import re
import time
from importlib import import_module

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


def test_the_research_interfaces_are_measured_beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def speed(env: object) -> float:
        made.append(str(env))
        return 20_000.0 if str(env) == "connect_four_v3" else 210_000.0

    monkeypatch.setattr("zashiki.cli.bench_research.zoo_speed", speed)
    monkeypatch.setattr("zashiki.cli.bench_research.GAMES", 16)
    result = CliRunner().invoke(app, ["bench", "toshi", "--research", "--seconds", "0.01"])
    assert result.exit_code == 0, result.output
    for players in "24":
        assert re.search(
            rf"^ +Toshi +{players} +[\d,]+ +[\d,]+ +[\d,]+ +[\d.]+ *$", result.stdout, re.MULTILINE
        )
    assert made == ["connect_four_v3", "toshi_v0"]
    assert re.search(r"Toshi, 2 players +210,000 +10.5 *$", result.stdout, re.MULTILINE)
    for name in ("python_tic_tac_toe", "backgammon", "zashiki_toshi"):
        assert re.search(rf"^ +{name}.* +[\d,]+ +[\d,.]+ +[\d.]+ *$", result.stdout, re.MULTILINE)


def test_pettingzoos_benchmark_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from zashiki.cli.bench_research import zoo_speed

    module = import_module("pettingzoo.test.performance_benchmark")
    clock = module.time
    clocks = []

    def benchmark(env: object) -> None:
        clocks.append(module.time.time)
        print("12.5 turns per second\n6.25 cycles per second")

    monkeypatch.setattr(module, "performance_benchmark", benchmark)
    assert zoo_speed(None) == 12.5
    assert clocks == [time.process_time]
    assert module.time is clock


def test_without_a_framework_its_table_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from zashiki.cli import bench_research
    from zashiki.envs.extras import missing

    def gone(*_: object) -> None:
        raise missing("OpenSpiel")

    monkeypatch.setattr(bench_research, "_spiel_table", gone)
    monkeypatch.setattr(bench_research, "_zoo_table", gone)
    monkeypatch.setattr(bench_research, "_batch_table", lambda *_: "batches")
    result = CliRunner().invoke(app, ["bench", "toshi", "--research"])
    assert result.exit_code == 0
    assert result.stdout.count("python -m pip install 'zashiki[research]'") == 2
