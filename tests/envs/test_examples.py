"""The examples run, in a short form."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import zashiki

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", zashiki.games.NAMES)
def test_pettingzoo_random(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    load("pettingzoo_random").main([game, "--seed", "3"])
    said = capsys.readouterr().out
    assert "decisions; rewards: player_0 " in said


def test_openspiel_mcts(capsys: pytest.CaptureFixture[str]) -> None:
    load("openspiel_mcts").main(["sapporo", "--simulations", "3", "--games", "1"])
    assert capsys.readouterr().out.count("against random: mean return") == 2


@pytest.mark.parametrize("game", zashiki.games.NAMES)
def test_batch_random(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    load("batch_random").main([game, "--games", "16", "--steps", "150", "--threads", "2"])
    said = capsys.readouterr().out
    assert "decisions/s" in said
    assert "observations (16, " in said


def test_read_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from zashiki.envs.data import write_parquet

    position = zashiki.new("toshi", players=2, seed=4)
    rng = zashiki.core.rng.new_rng(4)
    while not position.is_over:
        position.play(position.random_move(rng))
    write_parquet([("game", position.record())], tmp_path / "games.parquet")
    load("read_parquet").main([str(tmp_path / "games.parquet")])
    said = capsys.readouterr().out
    assert said.startswith("toshi, 2 seats: ")
    assert "every action legal: True" in said
    assert "build " in said


def test_language_model(capsys: pytest.CaptureFixture[str]) -> None:
    load("language_model").main(["toshi", "--against", "random", "--show"])
    said = capsys.readouterr().out
    assert "model is to move." in said
    assert "model: " in said


def test_a_language_model_behind_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    answers_one = f"{sys.executable} -c \"print('move: 1')\""
    load("language_model").main(["toshi", "--against", "random", "--command", answers_one, "--seed", "2"])
    assert "model: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "needed", "options", "said"),
    [
        ("maskable_ppo", "sb3_contrib", ["--envs", "8", "--games", "8"], "MaskablePPO"),
        ("selfplay_toshi", "torch", ["--games", "8", "--against-greedy", "0.5"], "in the end wins"),
    ],
)
def test_training(name: str, needed: str, options: list[str], said: str, tmp_path: Path) -> None:
    """Where PyTorch and the like are installed; `make example-ppo` installs them elsewhere."""
    if importlib.util.find_spec(needed) is None:
        source = (EXAMPLES / f"{name}.py").read_text("utf-8")
        compile(source, f"{name}.py", "exec")
        pinned = (EXAMPLES / "maskable_ppo.txt").read_text("utf-8")
        assert all(f"\n{package}==" in pinned for package in ("torch", "sb3-contrib", "stable-baselines3"))
        pytest.skip(f"{needed} is not installed")
    plot = tmp_path / "curve.svg"
    command = [
        sys.executable,
        str(EXAMPLES / f"{name}.py"),
        "--minutes",
        "0.05",
        "--plot",
        str(plot),
        *options,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said in done.stdout
    assert "<polyline" in plot.read_text("utf-8")
