"""What cannot be done is refused in one clear line on stderr with exit code 2, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from zashiki.cli.app import app

COMMANDS = ("serve", "play", "simulate", "replay", "components", "bench")
TWO = ["simulate", "toshi", "--players", "2"]

WRONG: list[tuple[list[str], str]] = [
    (["simulate", "chess"], "no game 'chess'"),
    (["play", "chess"], "no game 'chess'"),
    (["components", "chess"], "no game 'chess'"),
    (["bench", "chess"], "no game 'chess'"),
    (["simulate", "toshi"], "needs the number of players"),
    (["simulate", "toshi", "--players", "5"], "not 5"),
    (["simulate", "toshi", "--players", "two"], "--players"),
    (["simulate", "toshi", "--players", "-1"], "Toshi is for 1 or 2 or 3 or 4 players, not -1"),
    (["serve", "--db", "no/such/folder/tables.db"], "there is no folder no/such/folder"),
    (["serve", "--db", "mysql://me@localhost/games"], "PostgreSQL"),
    (["arena", "match", "toshi", "random", "greedy", "--results", "no/such/x.jsonl"], "no folder no/such"),
    (["play", "toshi", "--players", "5"], "not 5"),
    (["play", "toshi", "--players", "3", "--seats", "you,greedy"], "2 seats for 3 players"),
    (["play", "toshi", "--seats", "you,clever"], "no bot 'clever'"),
    (["play", "toshi", "--record", "no/such/folder/game.json"], "cannot be written"),
    ([*TWO, "--bots", "clever"], "no bot 'clever'"),
    ([*TWO, "--bots", "greedy:2s"], "takes no argument"),
    ([*TWO, "--bots", "greedy,random,random"], "3 bots for 2 players"),
    ([*TWO, "--option", "colour=red"], "no option 'colour'"),
    ([*TWO, "--option", "specials=perhaps"], "off or on"),
    ([*TWO, "--option", "machiya_squares=two"], "machiya_squares"),
    ([*TWO, "--option", "specials"], "name=value"),
    ([*TWO, "--option", "players=3"], "--players"),
    ([*TWO, "--option", "specials=on", "--option", "specials=off"], "twice"),
    ([*TWO, "--edition", "no-such-edition"], "no edition"),
    ([*TWO, "--games", "0"], "--games"),
    ([*TWO, "--jobs", "0"], "--jobs"),
    ([*TWO, "--legal"], "--records"),
    ([*TWO, "--records", "no/such/folder/games.jsonl"], "cannot be written"),
    ([*TWO, "--records", "."], "cannot be written"),
    ([*TWO, "--records", "broken.toml/games.jsonl"], "cannot be written"),
    (["components", "toshi", "--diff", "broken.toml"], "not valid TOML"),
    (["components", "toshi", "--edition", "foreign.toml"], "not 'toshi'"),
    (["replay", "no-such-file.json"], "cannot be read"),
    (["replay", "broken.toml"], "is not JSON"),
    (["replay", "."], "cannot be read"),
    (["replay", "foreign.json"], "chess/1"),
    (["replay", "unknown.json"], "no game 'chess'"),
    (["replay", "newer.json"], "version 99"),
    (["replay", "mine.json"], "give that edition's file"),
    (["replay", "mine.json", "--edition", "standard"], "not 'standard'"),
    (["dance"], "dance"),
    (["simulate"], "GAME"),
    (["simulate", "toshi", "--dance"], "--dance"),
    (["simulate", "a\nb\x1b[31m"], "no game"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with files that are wrong in various ways."""
    monkeypatch.chdir(tmp_path)
    good = {"format": "zashiki.record/1", "game": "toshi", "options": {"players": 1}, "log": []}
    (tmp_path / "broken.toml").write_text("price = = 3")
    (tmp_path / "foreign.toml").write_text('game = "chess"\nname = "other"\n')
    (tmp_path / "foreign.json").write_text(json.dumps({**good, "format": "chess/1"}))
    (tmp_path / "unknown.json").write_text(json.dumps({**good, "game": "chess"}))
    (tmp_path / "newer.json").write_text(json.dumps({**good, "rules": 99}))
    (tmp_path / "mine.json").write_text(json.dumps({**good, "edition": "mine"}))
    return tmp_path


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=lambda value: " ".join(value) if value else "")
def test_one_line_exit_2_nothing_written(folder: Path, arguments: list[str], says: str) -> None:
    before = sorted(folder.rglob("*"))
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("zashiki: ")
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr
    assert sorted(folder.rglob("*")) == before


def test_no_command_shows_what_there_is() -> None:
    result = CliRunner().invoke(app, [])
    assert result.exit_code == 0
    for command in COMMANDS:
        assert command in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0
    assert "Example:" in result.stdout
    assert f"zashiki {command}" in result.stdout.split("Example:")[1]


def test_the_examples_in_the_help_are_valid_command_lines() -> None:
    """Every option they use exists: parsed here up to the point where the command would run."""
    group = typer.main.get_command(app)
    for name in COMMANDS:
        command = group.commands[name]  # type: ignore[attr-defined]
        lines = [
            line.strip() for line in (command.epilog or "").splitlines() if line.strip().startswith("zashiki")
        ]
        assert lines, name
        for line in lines:
            words = line.split()
            assert words[:2] == ["zashiki", name]
            command.make_context(name, words[2:])
