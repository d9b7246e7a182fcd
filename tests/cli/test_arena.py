"""The arena on the command line: matches that continue, ladders, sequential tests, and clear refusals."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from typer.testing import CliRunner

import zashiki
from zashiki.arena.match import Played, Results, Terms
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
    assert "1 round of 3 games" in text
    ratings = text[text.index("Ratings (Bradley-Terry)") :]
    assert all(
        re.search(rf"{bot} +[+-]\d+ +\S+ to \S+ +3 ", ratings) for bot in ("greedy", "random", "mcts:2")
    )


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
        (
            ("ladder", "toshi", "greedy", "random", "--anchor", "nobody"),
            "nobody is none of the bots .*: greedy, r",
        ),
        (
            ("ladder", "toshi", "greedy", "random", "--plot", "x.jpg"),
            r"x\.jpg: a plot .* ends in \.svg or \.png",
        ),
        (("ladder", "toshi", "greedy", "random", "--plot", "x"), r"ends in \.svg or \.png"),
        (("ladder", "toshi", "greedy", "random", "--plot", "no/x.svg"), r"no/x\.svg: cannot be written"),
        (("ladder", "toshi", "greedy", "random", "--markdown", "no/x.md"), r"no/x\.md: cannot be written"),
        (("match", "toshi", "greedy", "random", "--records", "no/x"), r"no/x: cannot be written"),
        (("match", "toshi", "greedy", "random", "-n", "9" * 26), "--games.*less than or equal to 1000000000"),
    ],
)
def test_nonsense_is_refused_in_one_line(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["arena", *map(str, (*arguments, "--results", tmp_path / "r.jsonl"))])
    assert result.exit_code == 2
    assert re.search(words, result.stderr)
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--records", "--plot", "--markdown"])
def test_results_and_what_is_written_besides_are_different_files(option: str, tmp_path: Path) -> None:
    file = tmp_path / "r.svg"
    command = "match" if option == "--records" else "ladder"
    (tmp_path / "in").mkdir()
    again = tmp_path / "in" / ".." / "r.svg"
    text = arena(command, "toshi", "greedy", "random", "--results", file, option, again, code=2)
    assert f"--results and {option} are the same file" in text
    assert not file.exists()


def test_a_foreign_file_of_results_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("a single line without an end")
    text = arena("match", "toshi", "greedy", "random", "-n", 2, "--results", file, code=2)
    assert "notes.txt, line 1: not a result of a game" in text
    assert file.read_text() == "a single line without an end"


def test_a_plot_is_what_its_ending_says(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    arguments = ("ladder", "toshi", "greedy", "random", "-n", 2, "--results", results, "--plot")
    arena(*arguments, tmp_path / "x.svg")
    assert ET.fromstring((tmp_path / "x.svg").read_text()).tag.endswith("svg")
    arena(*arguments, tmp_path / "x.PNG")
    assert (tmp_path / "x.PNG").read_bytes().startswith(b"\x89PNG\r\n")


def test_the_anchor_has_no_interval_and_intervals_may_be_open(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    game = zashiki.get("toshi")
    terms = Terms("toshi", game.complete_options(2, {}), game.load_edition(), 1)
    line = Played(
        terms=terms.key,
        seed=1,
        round=0,
        bots=("greedy", "random"),
        scores=(9, 1),
        ranks=(1, 2),
        steps=1,
        moves=(0, 0),
        seconds=(0.0, 0.0),
    )
    lines = [msgspec.structs.replace(line, round=number) for number in range(12)]
    results.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    text = arena("ladder", "toshi", "greedy", "random", "-n", 0, "--results", results)
    assert re.search(r"greedy +\+\d+ +\+\d+ to \+∞ +12 +100.0%", text)
    assert re.search(r"random +\+0 +- +12 +0.0%", text)
    text = arena("ladder", "toshi", "greedy", "random", "-n", 0, "--results", results, "--anchor", "greedy")
    assert re.search(r"greedy +\+0 +- +12", text)


def test_wins_and_their_share_belong_together_where_bots_sit_on_several_seats(tmp_path: Path) -> None:
    text = arena("match", "toshi", "greedy", "random", "-p", 3, "-n", 8, "--results", tmp_path / "r.jsonl")
    rows = re.findall(r"(?:greedy|random) +(\d+) +[-\d.]+ +([\d.]+) +([\d.]+)%", text)
    assert len(rows) == 2
    for games, wins, share in rows:
        assert float(share) == pytest.approx(100 * float(wins) / int(games), abs=1)
    assert sum(float(share) for _, _, share in rows) == pytest.approx(100, abs=0.2)


def test_ctrl_c_says_what_is_kept_and_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "r.jsonl"
    add = Results.add

    def stop(self: Results, game: Played) -> None:
        add(self, game)
        if len(self.games) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Results, "add", stop)
    result = RUNNER.invoke(app, ["arena", "match", "toshi", "greedy", "random", "--results", str(results)])
    assert result.exit_code == 130
    assert result.stderr == (
        f"zashiki: stopped; 3 games kept in {results}: give the same command again to go on from there\n"
    )
    assert len(results.read_text().splitlines()) == 3


def test_the_group_alone_shows_its_help() -> None:
    result = RUNNER.invoke(app, ["arena"])
    assert result.exit_code == 0
    assert "sprt" in result.stdout
