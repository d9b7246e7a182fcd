"""A finished game is judged move by move, a position by its moves; unfinished games and nonsense are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import zashiki
from zashiki.cli.app import app
from zashiki.search.review import decisions

RUNNER = CliRunner()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short finished game between two that play at random."""
    position = zashiki.new("toshi", players=2, seed=3, seats=["Ann", "B[e]n"], turn_cap=6)
    while not position.is_over:
        if position.mover == "*":
            position.roll()
        else:
            position.play(position.legal_moves[len(position) % len(position.legal_moves)])
    path = tmp_path_factory.mktemp("game") / "game.json"
    position.save(path)
    return path


def analyse(*arguments: object) -> str:
    result = RUNNER.invoke(app, ["analyse", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_every_decision_of_a_game_is_shown_and_the_worst_in_words(game: Path) -> None:
    text = analyse(game, "--time", 60)
    position = zashiki.load(game)
    for step in decisions(position):
        move = position.steps[step]
        assert re.search(rf"^ *{step} .*{re.escape(str(move.move))}", text, re.MULTILINE), step
    assert "The largest losses" in text
    assert "better: " in text
    assert "B[e]n" in text


def test_the_same_analysis_comes_as_json(game: Path) -> None:
    data = json.loads(analyse(game, "--time", 60, "--json"))
    position = zashiki.load(game)
    assert [entry["step"] for entry in data["decisions"]] == decisions(position)
    assert data["seats"] == ["Ann", "B[e]n"]
    for entry in data["decisions"]:
        assert entry["move"] == str(position.steps[entry["step"]].move)
        assert entry["loss"] >= 0
        assert sum(entry["wins"]) == pytest.approx(1, abs=0.001)
    again = json.loads(analyse(game, "--time", 60, "--json"))
    for entry in [*data["decisions"], *again["decisions"]]:
        del entry["seconds"]
    assert data == again


def test_one_position_is_shown_with_its_best_moves(game: Path) -> None:
    position = zashiki.load(game)
    step = decisions(position)[2]
    text = analyse(game, "--move", step, "--time", "100")
    legal = [str(move) for move in position.at(step).legal_moves]
    assert any(move in text for move in legal)
    assert "wins" in text
    data = json.loads(analyse(game, "--move", step, "--time", "100", "--json"))
    assert sorted(move["move"] for move in data["moves"]) == sorted(legal)
    assert "Chance moves" in analyse(game, "--move", 0, "--time", "20")


def test_a_record_that_ends_in_mid_turn_is_refused_in_words(game: Path, tmp_path: Path) -> None:
    position = zashiki.load(game)
    step = decisions(position)[1]
    cut = tmp_path / "cut.json"
    position.at(step).save(cut)
    result = RUNNER.invoke(app, ["analyse", str(cut)])
    assert result.exit_code == 2
    assert f"stops after {step} steps" in result.stderr
    assert f"--move {step}" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert analyse(cut, "--move", step, "--time", 20)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--time", "soon"), "not a budget"),
        (("--time", "0"), "must be 1 to"),
        (("--move", "9999"), "has .* steps"),
        (("--move", "last"), "integer"),
    ],
)
def test_nonsense_is_refused_in_one_line(game: Path, arguments: tuple[str, ...], words: str) -> None:
    result = RUNNER.invoke(app, ["analyse", str(game), *arguments])
    assert result.exit_code == 2
    assert re.search(words, result.stderr)
    assert len(result.stderr.splitlines()) == 1


def test_after_the_end_there_is_nothing_to_look_for(game: Path) -> None:
    result = RUNNER.invoke(app, ["analyse", str(game), "--move", str(len(zashiki.load(game)))])
    assert result.exit_code == 2
    assert "the game is over" in result.stderr
