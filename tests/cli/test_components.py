"""The printed numbers of a game and where they are known from, as people see them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import zashiki
from zashiki.cli.app import app


def shown(*arguments: str) -> list[list[str]]:
    """The rows of the printed table, cells of one row together."""
    result = CliRunner().invoke(app, ["components", *arguments])
    assert result.exit_code == 0, result.output
    return [line.split() for line in result.stdout.splitlines() if line.strip()]


@pytest.mark.parametrize("game", zashiki.all_games(), ids=lambda game: game.name)
def test_every_number_is_listed_with_its_provenance(game: zashiki.Game) -> None:
    rows = shown(game.name)
    first = {row[0]: row for row in rows}
    for path, _value, provenance in game.load_edition().rows():
        row = first[path]
        assert provenance.words.split()[0] in row, path


def test_values_and_their_sources_stand_side_by_side() -> None:
    first = {row[0]: row[1:] for row in shown("toshi")}
    assert first["end.koku"][:5] == ["100", "stated", "by", "the", "rulebook"]
    assert first["buildings.kura.price"][0] == "-8"


def test_an_own_edition_is_marked_as_such_where_it_differs(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "standard"\nname = "mine"\n[end]\nkoku = 120\n')
    first = {row[0]: row[1:] for row in shown("toshi", "--edition", str(file))}
    assert first["end.koku"] == ["120", "from", "the", "owner's", "own", "file"]
    assert first["start.koku"][:2] == ["10", "stated"]


def test_diff_shows_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "standard"\nname = "mine"\n[start]\nkoku = 12\n[buildings.koba]\nprice = 7\n')
    rows = [row for row in shown("toshi", "--diff", str(file)) if "." in row[0]]
    assert [row[:3] for row in rows] == [["start.koku", "10", "12"], ["buildings.koba.price", "6", "7"]]


def test_diff_of_equal_editions_says_so() -> None:
    result = CliRunner().invoke(app, ["components", "toshi", "--diff", "standard"])
    assert "no difference" in result.stdout
