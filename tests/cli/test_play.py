"""A whole game in the terminal, typed by a script."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import zashiki
from zashiki.cli.app import app
from zashiki.cli.play import Session
from zashiki.core.record import load

GAMES = zashiki.all_games()
TWO = ["play", "toshi", "--seats", "you:Ann,greedy", "--seed", "2", "--option", "start_player=seat0"]


def play(arguments: list[str], *typed: str) -> str:
    """What the terminal shows when these lines are typed, and then the input ends."""
    result = CliRunner().invoke(app, arguments, input="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_is_played_by_number_and_recorded(game: zashiki.Game, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    seats = ",".join(["you"] + ["random"] * (game.players[0] - 1))
    text = play(["play", game.name, "--seats", seats, "--seed", "2", "--record", str(file)], *["1"] * 2000)
    position = load(file)
    assert position.is_over
    shown = " ".join(text.split())
    for line in game.result_lines(position):
        assert " ".join(line.text.replace("**", "").split()) in shown
    for standing in position.standings:
        assert str(standing.score) in text


def test_a_question_and_what_belongs_to_it_are_printed_once() -> None:
    shown = " ".join(play(["play", "sapporo", "--seats", "you:Ann,you:Ben", "--seed", "2"]).split())
    assert shown.count("Which building do you buy?") == 1
    assert shown.count("One building must be bought") == 1


def test_bots_can_play_while_one_watches(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = play(["play", "toshi", "--seats", "greedy,random", "--seed", "9", "--record", str(file)])
    position = load(file)
    assert position.is_over
    assert position.seats == ["greedy", "random"]
    assert "greedy rolls" in text


def test_moves_are_taken_by_text_in_any_case_and_by_their_beginning(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    square = re.search(r"build koba (..)", play(TWO))
    assert square
    play(TWO, f"  BUILD   koba {square[1].lower()} ", f"save {file}")
    assert next(str(step) for step in load(file).steps if step.mover == 0) == f"0 build koba {square[1]}"
    other = tmp_path / "other.json"
    play(TWO, "pa", f"save {other}")
    assert next(str(step) for step in load(other).steps if step.mover == 0) == "0 pass"


def test_what_cannot_be_played_is_explained_and_asked_again() -> None:
    text = play(
        TWO, "dance", "0", "99", "9" * 5000, "build", "build shiro 1A", "why build shiro 1A", "why pass", ""
    )
    assert "'dance' is not a move" in text
    assert "99 is none of them" in text
    assert "build can mean build nagaya" in text
    assert text.count("build shiro 1A: ") == 2
    assert "pass is legal" in text
    assert "Traceback" not in text


def test_undo_takes_back_to_the_last_own_decision_with_the_same_dice_to_come(tmp_path: Path) -> None:
    straight, detour = tmp_path / "straight.json", tmp_path / "detour.json"
    play(TWO, "pass", "1", f"save {straight}")
    text = play(TWO, "undo", "1", "undo", "pass", "pass", "undo", "1", f"save {detour}")
    assert "There is nothing to take back." in text
    assert text.count("Taken back.") == 2
    assert load(straight).record().log == load(detour).record().log


def test_hint_names_a_legal_move_and_plays_nothing() -> None:
    plain, hinted = play(TWO), play(TWO, "hint")
    position = zashiki.new("toshi", players=2, seed=2, start_player="seat0")
    while position.mover == "*":
        position.roll()
    named = [m.text for m in position.legal_moves if hinted.count(m.text) > plain.count(m.text)]
    assert named
    assert hinted.count("rolls") == plain.count("rolls")


def test_help_score_log_board_and_moves_can_be_asked_for() -> None:
    text = play(TWO, "?", "help", "score", "log", "board", "moves")
    assert text.count("takes back to your last decision") == 2
    assert "rank" in text
    assert re.search(r"^\*  roll ..$", text.replace("Ann > ", ""), re.MULTILINE)
    assert text.count("turn 1") == 2
    assert text.count("build nagaya") == 2


def test_the_standings_of_four_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "66")
    names = ("Annabelle", "Bartholomew", "Christina", "Dominic")
    seats = ",".join(f"you:{name}" for name in names)
    text = play(["play", "nippon", "--seats", seats, "--seed", "2"], "score")
    lines = [line.strip() for line in text.splitlines()]
    assert any(sorted(line.split()) == list(names) for line in lines)
    for part in ("rank", *zashiki.get("nippon").breakdown, "score"):
        assert any(re.fullmatch(rf"{part}( +-?\d+){{4}}", line) for line in lines), part


def test_save_does_not_overwrite_other_files(tmp_path: Path) -> None:
    taken, free = tmp_path / "taken.json", tmp_path / "free.json"
    taken.write_text("mine")
    text = play(
        TWO, f"save {taken}", f"save {free}", "pass", f"save {free}", f"save {tmp_path}/no/where.json"
    )
    assert taken.read_text() == "mine"
    assert "exists already" in text.replace("\n", " ")
    assert "cannot be written" in text.replace("\n", " ")
    assert len(load(free)) > 4


@pytest.mark.parametrize("typed", [["quit"], ["exit"], []], ids=["quit", "exit", "end of input"])
def test_leaving_writes_the_record_that_was_asked_for(tmp_path: Path, typed: list[str]) -> None:
    file = tmp_path / "game.json"
    play([*TWO, "--record", str(file)], "pass", *typed)
    assert not load(file).is_over
    assert load(file).seats == ["Ann", "greedy"]
    assert list(tmp_path.iterdir()) == [file]


def test_two_people_share_a_keyboard() -> None:
    text = play(["play", "toshi", "--seats", "you:Ann,you:Ben", "--seed", "4"], "pass", "pass", "pass")
    assert "Ann > " in text
    assert "Ben > " in text


def test_without_names_and_players_it_is_you_against_greedy() -> None:
    text = play(["play", "toshi", "--seed", "4"])
    assert "Player 1 > " in text
    assert "greedy" in text


def test_ctrl_c_at_the_prompt_leaves_cleanly(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "zashiki", *TWO, "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background job ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout
    seen = ""
    while not seen.endswith("Ann > "):
        letter = process.stdout.read(1)
        assert letter, "ended before the prompt"
        seen += letter
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert not load(file).is_over


def test_boards_are_drawn_in_colour_on_a_terminal() -> None:
    position = zashiki.new("toshi", players=2, seed=4, seats=["Ann", "Ben"])
    while position.mover == "*":
        position.roll()
    plain, colour = (
        Console(file=None, width=100),
        Console(force_terminal=True, color_system="standard", width=100),
    )
    for screen in (plain, colour):
        with screen.capture() as shown:
            Session(position, {}, screen)._show_board()
        text = shown.get()
        if screen is plain:
            without = text
        else:
            assert re.search(r"\x1b\[1;34mAnn\x1b\[0m", text)
            assert re.search(r"\x1b\[1;31mBen\x1b\[0m", text)
            codes = {match[1]: match[2] for match in re.finditer(r"\x1b\[(\d+)m([A-Z][a-z])\x1b", text)}
            assert len(codes) >= 6, "pieces have colours of their own"
            assert re.sub(r"\x1b\[[\d;]*m", "", text) == without
