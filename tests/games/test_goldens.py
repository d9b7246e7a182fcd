"""Whole games, written out so that a person can read along with the rulebook, and replayed exactly.

A golden (`tests/goldens/<game>/<name>.txt`) is a transcript: every step as `> mover move`, what it did in words,
and the standings before chance moves, where they have changed. The test replays the moves and must write the same
transcript. `python -m tests.games.test_goldens <game> <name> <options as JSON> <bot specs>` adds one; without
arguments all are written anew, and `git diff` shows what a change of rules or words changed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import zashiki
from zashiki.core.position import Position

FOLDER = Path(__file__).resolve().parents[1] / "goldens"
FILES = sorted(FOLDER.glob("*/*.txt"))


def transcript(name: str, options: dict, moves: list[str]) -> str:
    """The game in words."""
    position = zashiki.new(
        name, seed=0, seats=["Ann", "Ben", "Chiyo", "Dai"][: options["players"]], **options
    )
    out = [f"game {name}", f"options {json.dumps(options)}", ""]
    shown = ""
    for move in moves:
        before = position.copy()
        mover = position.mover
        position.play(move)
        out.append(f"> {mover} {move}")
        lines = position.game.log_lines(before, position.steps[-1].move.id, position)
        out += [f"    {'  ' * line.depth}{line.text}" for line in lines]
        if position.mover in ("*", None) and shown != (now := standings(position)):
            out.append(f"    = {now}")
            shown = now
    out += ["", *(line.text for line in position.game.result_lines(position))]
    return "\n".join(out) + "\n"


def standings(position: Position) -> str:
    names = zip(position.seats, position.standings, strict=True)
    return "; ".join(
        f"{name} {s.score} ({', '.join(f'{k} {v}' for k, v in s.breakdown.items())})" for name, s in names
    )


def read(path: Path) -> tuple[str, dict, list[str]]:
    lines = path.read_text("utf-8").splitlines()
    moves = [line.split(" ", 2)[2] for line in lines if line.startswith("> ")]
    return lines[0].removeprefix("game "), json.loads(lines[1].removeprefix("options ")), moves


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_the_transcript_is_reproduced_word_for_word(path: Path) -> None:
    assert transcript(*read(path)) == path.read_text("utf-8")


def test_every_game_has_goldens_at_every_player_count() -> None:
    played = {(name, options["players"]) for name, options, _ in map(read, FILES)}
    assert {(game.name, n) for game in zashiki.all_games() for n in game.players} <= played


def play_new(name: str, options: dict, specs: list[str]) -> list[str]:
    from zashiki.bots import make_bot

    position = zashiki.new(name, seed=2026, **options)
    bots = [make_bot(spec, position.game, seed=seat) for seat, spec in enumerate(specs)]
    while position.mover is not None:
        if position.mover == "*":
            position.roll()
        else:
            position.play(bots[position.mover].choose(position))
    return [step.move.text for step in position.steps]


if __name__ == "__main__":
    if len(sys.argv) == 5:
        game, file, chosen, bots = sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), sys.argv[4].split(",")
        target = FOLDER / game / f"{file}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(transcript(game, chosen, play_new(game, chosen, bots)), "utf-8")
    else:
        for file_path in FILES:
            file_path.write_text(transcript(*read(file_path)), "utf-8")
