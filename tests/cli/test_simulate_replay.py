"""`simulate` writes games that `replay` accepts; anything altered in them is found."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import zashiki
from tests.conftest import option_sets
from zashiki.cli.app import app
from zashiki.core.record import parse

runner = CliRunner()
GAMES = zashiki.all_games()


def run(*arguments: str) -> Result:
    """A command that succeeds."""
    result = runner.invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three recorded games of Toshi."""
    file = tmp_path / "games.jsonl"
    run(
        "simulate",
        "toshi",
        "-n",
        "3",
        "-p",
        "2",
        "-b",
        "greedy,random",
        "-s",
        "1",
        "--records",
        str(file),
        "--legal",
    )
    return file


def altered(file: Path, line: int, change: dict[str, object]) -> Path:
    """A copy of a file of records with some fields of one record replaced."""
    records = [json.loads(text) for text in file.read_text().splitlines()]
    records[line].update(change)
    wrong = file.with_name("wrong.jsonl")
    wrong.write_text("\n".join(json.dumps(record) for record in records) + "\n")
    return wrong


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_of_every_game_simulates_and_replays(game: zashiki.Game, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for options in option_sets(game):
        chosen = [part for k, v in options.items() if k != "players" for part in ("-o", f"{k}={v}")]
        run(
            *("simulate", game.name, "-n", "2", "-p", str(options["players"]), "-s", "5", *chosen),
            *("--records", str(file), "--legal"),
        )
        assert "2 records" in run("replay", str(file)).stdout
        record = parse(file.read_text().splitlines()[1])
        assert {k: record.options[k] for k in options} == options


def long_series() -> Iterator[Any]:
    """Series as long as they are promised: the defaults and all options at every player count, each option at one."""
    for name, bots, games in (
        ("toshi", "random", 500),
        ("sapporo", "random", 1000),
        ("sapporo", "greedy", 200),
        ("nippon", "random", 300),
    ):
        game = zashiki.get(name)
        everywhere = [
            (players, chosen)
            for players in game.players
            for chosen in ({}, {o.name: o.values[-1] for o in game.options if len(o.values) < 12})
        ]
        single = [
            (1 if option.solo_only else min(3, game.players[-1]), {option.name: value})
            for option in game.options
            for value in (option.values[1:] if len(option.values) < 12 else [2])
        ]
        for players, chosen in [*everywhere, *single]:
            label = "-".join([name, bots, str(players), *(f"{k}={v}" for k, v in chosen.items())])
            yield pytest.param(name, bots, games, players, chosen, id=label)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bots", "games", "players", "options"), [*long_series()])
def test_a_long_series_simulates_and_replays(
    name: str, bots: str, games: int, players: int, options: dict[str, str | int], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    chosen = [part for k, v in options.items() for part in ("-o", f"{k}={v}")]
    start = time.perf_counter()
    run(
        *("simulate", name, "-n", str(games), "-p", str(players), "-b", bots, "-s", "1", *chosen),
        *("--records", str(file), "--legal"),
    )
    between = time.perf_counter()
    assert f"{games} records" in run("replay", str(file)).stdout.replace(",", "")
    seconds = f"{between - start:.0f} s, {time.perf_counter() - between:.0f} s"
    print(
        f"{name}, {players} players, {options}, {bots}: {games} games, {file.stat().st_size / 1e6:.0f} MB, {seconds}"
    )
    file.unlink()


def test_the_table_tells_scores_wins_and_lengths() -> None:
    text = run("simulate", "toshi", "-n", "40", "-p", "2", "-b", "greedy,random", "-s", "1").stdout
    shares = [float(share) for share in re.findall(r"(\d+\.\d)%   +\d", text)]
    assert sum(shares) == pytest.approx(100, abs=0.2)
    assert "greedy" in text
    assert "95 % interval" in text
    assert "40 games of" in text
    assert "seed 1" in text


def test_the_same_seed_gives_the_same_table() -> None:
    command = "simulate", "toshi", "-n", "10", "-p", "2", "-b", "greedy,random", "-s"

    def table(seed: str) -> str:
        """What is printed but the speed, which moves the line breaks too."""
        return " ".join(re.sub(r"[\d,]+\s+games/s", "", run(*command, seed).stdout).split())

    first, again, other = table("1"), table("1"), table("2")
    assert first == again != other.replace("seed 2", "seed 1")


def test_a_solo_game_has_scores_but_no_wins() -> None:
    text = run("simulate", "toshi", "-n", "5", "-p", "1", "-s", "1").stdout
    assert "mean score" in text
    assert "wins" not in text


def test_a_new_seed_is_told_so_that_the_games_can_be_had_again(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    text = run("simulate", "toshi", "-n", "2", "-p", "2", "--records", str(first)).stdout
    found = re.search(r"seed (\d+)", text)
    assert found
    run("simulate", "toshi", "-n", "2", "-p", "2", "--records", str(second), "--seed", found[1])
    assert first.read_text() == second.read_text()


def test_jobs_change_nothing_in_the_records(games: Path) -> None:
    other = games.with_name("other.jsonl")
    run(
        *(
            "simulate",
            "toshi",
            "-n",
            "3",
            "-p",
            "2",
            "-b",
            "greedy,random",
            "-s",
            "1",
            "--legal",
            "--jobs",
            "2",
        ),
        *("--records", str(other)),
    )
    assert other.read_text() == games.read_text()


def test_records_hold_every_legal_move_with_weights_at_chance(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    assert len(record["legal"]) == len(record["log"])
    for (mover, move), legal in zip(record["log"], record["legal"], strict=True):
        assert legal == sorted(legal)
        if mover == "*":
            assert move in [text for text, _weight in legal]
            assert all(weight > 0 for _text, weight in legal)
        else:
            assert move in legal


def test_bots_alone_say_how_many_players_there_are() -> None:
    assert "3 players" in run("simulate", "toshi", "-n", "1", "-b", "random,greedy,random").stdout


def test_an_own_edition_works_in_simulation_and_replay(tmp_path: Path) -> None:
    edition, file = tmp_path / "mine.toml", tmp_path / "games.jsonl"
    edition.write_text('extends = "standard"\nname = "rich"\n[start]\nkoku = 60\n')
    text = run(
        *("simulate", "toshi", "-n", "2", "-p", "2", "-s", "1", "-e", str(edition), "--records", str(file))
    ).stdout
    assert "edition rich" in text
    assert "2 records" in run("replay", str(file), "--edition", str(edition)).stdout
    assert runner.invoke(app, ["replay", str(file)]).exit_code == 2
    edition.write_text('extends = "standard"\nname = "rich"\n[start]\nkoku = 61\n')
    result = runner.invoke(app, ["replay", str(file), "--edition", str(edition)])
    assert result.exit_code == 2
    assert "other numbers" in result.stderr


def test_existing_records_are_replaced_only_by_whole_ones(games: Path) -> None:
    before = games.read_text()
    result = runner.invoke(app, ["simulate", "toshi", "-p", "2", "-b", "clever", "--records", str(games)])
    assert result.exit_code == 2
    assert games.read_text() == before


def test_a_single_record_is_summed_up(games: Path, tmp_path: Path) -> None:
    one = tmp_path / "one.json"
    one.write_text(games.read_text().splitlines()[0])
    text = run("replay", str(one)).stdout
    result = parse(one.read_text()).result
    assert result
    assert "every move is legal" in text
    for score in result.scores:
        assert str(score) in text


def test_an_unfinished_record_is_sound(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    games.write_text(
        json.dumps({**record, "log": record["log"][:20], "legal": record["legal"][:20], "result": None})
    )
    assert "not over" in run("replay", str(games)).stdout


def refused(file: Path) -> str:
    """What replaying a file of wrong records says."""
    result = runner.invoke(app, ["replay", str(file)])
    assert result.exit_code == 1
    assert result.stdout == ""
    return result.stderr


def test_an_illegal_move_is_named_with_what_was_legal(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[1])
    place = next(i for i, (mover, move) in enumerate(record["log"]) if move.startswith("build"))
    log = [*record["log"][:place], [record["log"][place][0], "build kura 1A"], *record["log"][place + 1 :]]
    del record["legal"]
    said = refused(altered(games, 1, {"log": log, "legal": None}))
    assert "line 2" in said
    assert f"log entry {place}" in said
    assert "build kura 1A" in said
    assert "legal there: build" in said


def test_a_wrong_mover_is_named(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    log = [[0, record["log"][0][1]], *record["log"][1:]]
    assert "log entry 0" in refused(altered(games, 0, {"log": log}))


def test_a_move_that_cannot_be_read_is_named(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    log = [*record["log"][:3], ["*", "roll 9Z"], *record["log"][4:]]
    assert "log entry 3" in refused(altered(games, 0, {"log": log}))


def test_a_wrong_result_is_found(games: Path) -> None:
    said = refused(altered(games, 2, {"result": {"scores": [1, 2], "ranks": [2, 1]}}))
    assert "line 3" in said
    assert "result" in said


def test_a_missing_legal_move_is_found(games: Path) -> None:
    legal = json.loads(games.read_text().splitlines()[0])["legal"]
    legal[4] = legal[4][1:]
    assert "log entry 4" in refused(altered(games, 0, {"legal": legal}))


def test_entries_after_the_end_are_found(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    log = [*record["log"], ["*", "roll 1A"]]
    said = refused(altered(games, 0, {"log": log, "legal": None}))
    assert f"log entry {len(log) - 1}" in said
    assert "after the end" in said


COMMAND = [sys.executable, "-m", "zashiki"]


def test_the_module_is_the_command() -> None:
    done = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, f"zashiki {zashiki.__version__}\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_at_once_and_leaves_nothing(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "games.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "simulate", "toshi", "-n", "1000000", "-p", "2", "--records", str(file), "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell's background job ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    end = time.monotonic() + 60
    while not any(part.stat().st_size for part in tmp_path.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    # As a terminal does: the whole group gets it.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.Popen(
        [*COMMAND, "components", "toshi"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 1
