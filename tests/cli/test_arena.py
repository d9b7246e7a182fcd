"""The arena on the command line: matches that continue, ladders, sequential tests, and clear refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zashiki.cli.app import app
from zashiki.core.record import load_all

RUNNER = CliRunner()


def arena(*arguments: object, code: int = 0) -> str:
    result = RUNNER.invoke(app, ["arena", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.output


def test_a_match_tells_scores_shares_and_elo_and_continues(tmp_path: Path) -> None:
    results, records = tmp_path / "r.jsonl", tmp_path / "games.jsonl"
    text = arena("match", "toshi", "greedy", "random", "-n", 6, "--results", results, "--records", records)
    assert re.search(r"greedy +6 +[\d.]+ +[\d.]+ +[\d.]+% +[\d.]+% - [\d.]+%", text)
    assert "greedy against random: Elo" in text
    assert len(list(load_all(records))) == 6
    lines = results.read_text().splitlines()
    arena("match", "toshi", "greedy", "random", "-n", 10, "--results", results, "--records", records)
    assert results.read_text().splitlines()[:6] == lines
    assert len(results.read_text().splitlines()) == 10
    assert len(list(load_all(records))) == 10


def test_more_bots_than_two_meet_in_a_crosstable(tmp_path: Path) -> None:
    text = arena(
        "match", "toshi", "greedy", "random", "mcts:2", "-p", 3, "-n", 3, "--results", tmp_path / "r.jsonl"
    )
    assert "Placed before" in text
    assert text.count("mcts:2") >= 3


def test_a_ladder_rates_what_has_been_played_and_draws_it(tmp_path: Path) -> None:
    results, plot, table = (tmp_path / name for name in ("r.jsonl", "plot.svg", "table.md"))
    arguments = (
        "ladder",
        "toshi",
        "greedy",
        "random",
        "--results",
        results,
        "--plot",
        plot,
        "--markdown",
        table,
    )
    text = arena(*arguments, "-n", 4)
    assert text.index("greedy") < text.index("random")
    assert plot.read_text().startswith("<svg")
    assert "greedy" in plot.read_text()
    assert table.read_text().splitlines()[2].startswith("| greedy |")
    assert "| random | +0 |" in table.read_text()
    size = results.stat().st_size
    arena(*arguments, "-n", 0)
    assert results.stat().st_size == size


def test_a_sequential_test_stops_early_and_says_which_bot_is_better(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    text = arena("sprt", "toshi", "greedy", "random", "--elo1", 100, "--results", results)
    assert "greedy is better than random" in text
    assert "LLR" in text
    assert len(results.read_text().splitlines()) < 2000
    text = arena("sprt", "toshi", "random", "greedy", "--elo1", 100, "--results", results, code=1)
    assert "random is not better than greedy" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("match", "toshi", "greedy", "gredy"), r"no bot 'gredy'.*random, greedy.*mcts"),
        (("match", "toshi", "greedy", "mcts:soon"), r"'soon' is not a budget"),
        (("match", "toshi", "greedy"), "at least two bots"),
        (("match", "toshi", "greedy", "greedy"), "named twice"),
        (("match", "toshi", "greedy", "random", "-p", "1"), "at least two seats"),
        (("match", "gobang", "greedy", "random"), "no game 'gobang'"),
        (("sprt", "toshi", "greedy", "random", "--elo0", "30"), "must be below"),
        (("sprt", "toshi", "greedy", "random", "--alpha", "0.7"), "between 0 and 0.5"),
        (("ladder", "toshi", "greedy", "random", "-n", "0"), "no games between"),
    ],
)
def test_nonsense_is_refused_in_one_line(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["arena", *map(str, (*arguments, "--results", tmp_path / "r.jsonl"))])
    assert result.exit_code == 2
    assert re.search(words, result.stderr)
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_group_alone_shows_its_help() -> None:
    result = RUNNER.invoke(app, ["arena"])
    assert result.exit_code == 0
    assert "sprt" in result.stdout
