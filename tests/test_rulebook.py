"""The rules texts: filled from the edition in use, for every game of the catalogue, with no number written twice."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

import zashiki
from zashiki.core.contract import Game
from zashiki.core.edition import Edition, Provenance
from zashiki.drawing import rules_pictures
from zashiki.rulebook import rules_markdown

GAMES = zashiki.all_games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

NOT_TOLD = {
    # What coins there are changes nothing in the game.
    "toshi": ("coins.",),
    # Where the places lie is seen, not read.
    "sapporo": tuple(
        f"spots.{spot}.{way}"
        for spot in ("college", "city-hall", "village", "foreign-residence")
        for way in ("row", "col")
    ),
    "nippon": (),
}
"""Numbers of editions that the rules need not mention, by the beginning of their paths."""

FIXED = {
    "toshi": ["6 × 6 squares", "1 to 4 players, about 45 minutes", "a column, 1 to 6", "the 36 squares"],
    "sapporo": ["Sapporo 1876", "2 players, about 50 minutes", "* 1 for every"],
    "nippon": [
        "2 to 4 players, about 120 minutes",
        "1 Silk can become **1 Money**",
        "| 1 | 2 | 3 | 4 | 5 | 6 |",
        "the 24 Factories",
        "marker advances by 1.",
        "and 1 more for each of its Machines",
        "for 1, 2, 3 goods",
        "on spaces 1 to 7",
        "With 2, 3 and 4 players",
        "with 2, 3 and 4 players",
        "**1 to 3** goods",
        "Number 5 belongs",
        "space 3 of Kansai",
        "about 25 turns each",
        "with number 5",
        "but 0 without a token",
        "1 to 8 contracts",
        "1 VP for every",
    ],
}
"""Figures that are no printed numbers but the rules themselves."""


def template(game: Game) -> str:
    return resources.files(f"zashiki.games.{game.name}").joinpath("rules.md").read_text("utf-8")


def changes(value: Any) -> Iterator[Any]:
    """A number, or each number in a list or a text, one more or one less."""
    for by in (1, -1):
        if isinstance(value, bool):
            return
        if isinstance(value, int):
            yield value + by
        elif isinstance(value, str):
            for found in re.finditer(r"\d+", value):
                yield f"{value[: found.start()]}{int(found[0]) + by}{value[found.end() :]}"


def places(value: Any) -> Iterator[tuple[int | None, list[Any]]]:
    """Every place of a value that holds a number, with the values that could stand there instead."""
    if isinstance(value, list):
        for index, entry in enumerate(value):
            yield index, [[*value[:index], other, *value[index + 1 :]] for other in changes(entry)]
    else:
        yield None, list(changes(value))


def changed(edition: Edition, path: str, value: Any) -> Edition:
    """The edition with another value; types and bounds are checked, further constraints are not.

    Raises:
        msgspec.ValidationError: it is out of bounds.
    """
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(edition.plain))
    part = plain
    *above, last = path.split(".")
    for key in above:
        part = part[key]
    part[last] = value
    return dataclasses.replace(edition, plain=plain, values=msgspec.convert(plain, type(edition.values)))


@every_game
def test_every_number_of_the_edition_shows_in_the_rules(game: Game) -> None:
    """Whatever number an owner changes, the text changes with it."""
    standard = game.load_edition()
    text = rules_markdown(game, standard)
    silent = []
    for path, value, _known in standard.rows():
        if path.startswith(NOT_TOLD[game.name]) and NOT_TOLD[game.name]:
            continue
        for index, others in places(value):
            for other in others:
                try:
                    own = changed(standard, path, other)
                    told = rules_markdown(game, own) != text
                except (msgspec.ValidationError, ValueError, IndexError):
                    continue  # This neighbour is impossible; there is the other one.
                if not told:
                    silent.append((path, index, other))
                break
    assert not silent


@every_game
def test_what_need_not_be_told_exists(game: Game) -> None:
    paths = [path for path, *_ in game.load_edition().rows()]
    assert all(any(path.startswith(start) for path in paths) for start in NOT_TOLD[game.name])


@every_game
def test_no_printed_number_is_written_into_the_rules(game: Game) -> None:
    text = re.sub(r"^#+ [^\n]*-explained\}$.*?(?=^##)", "", template(game), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#[\w-]+\}|\(#[\w-]+\)|`[^`]+`", "", text, flags=re.DOTALL)
    text = re.sub(r"^\d\. ", "", text, flags=re.MULTILINE)
    for words in FIXED[game.name]:
        assert words in text, words
        text = text.replace(words, "")
    assert not [line for line in text.splitlines() if re.search(r"\d", line)]


@every_game
def test_the_text_is_whole_markdown_with_all_its_tables(game: Game) -> None:
    text = rules_markdown(game)
    assert text == rules_markdown(game, game.load_edition())
    assert not re.search(r"\{\{|\{%|%\}|\}\}|None|Undefined|\[\]", text)
    blocks = text.split("\n\n")
    tables = [block.splitlines() for block in blocks if block.lstrip().startswith("|")]
    assert tables
    for table in tables:
        widths = {line.count("|") for line in table}
        assert len(widths) == 1, table[0]
        assert re.fullmatch(r"[|-]+", table[1])
    assert "|" not in re.sub(r"^\|.*\|$", "", text, flags=re.MULTILINE)


@every_game
def test_only_what_is_assumed_has_the_mark(game: Game) -> None:
    standard = game.load_edition()
    assumed = [path for path, _value, known in standard.rows() if known.source == "A"]
    assert ("≈" in rules_markdown(game)) == bool(assumed)
    owned = {path: Provenance("O") for path in standard.provenance}
    known = dataclasses.replace(standard, provenance=owned, packaged=False, name="own")
    assert "≈" not in rules_markdown(game, known)
    if not assumed:
        return
    for path in assumed:
        one = dataclasses.replace(standard, provenance={**owned, path: Provenance("A")})
        text = rules_markdown(game, one)
        # The sign is explained at the beginning; where the number stands, it is shown.
        beside = text.partition("replaces them everywhere.")[2]
        told = not path.startswith(NOT_TOLD[game.name] or ("-",)) and not path.startswith(("tiles.",))
        assert ("≈" in beside) == told, path


def test_a_change_of_an_owner_reads_as_one(tmp_path: Path) -> None:
    game = zashiki.get("nippon")
    file = tmp_path / "own.toml"
    file.write_text(
        'extends = "zaibatsu"\nname = "own"\n[start]\nmoney = 17\n[faces.cotton-2]\na = "now: 4 silk"\n'
        "[rounds]\nfinal-turns = 2\n[favors]\nlevels = [0, 0, 1, 1, 1, 2, 3]\n"
    )
    text = rules_markdown(game, game.load_edition(file))
    assert "**17 Money** and **2 Coal**" in text
    assert "When built: 4 Silk |" in text
    assert "**two more turns**" in text
    assert "2, 3 or 4 hired Workers bring a Favor of level 1, 5 of level 2, 6 of level 3. Place" in text
    assert "numbers of the standard edition" in text
    assert "numbers of the standard edition" not in rules_markdown(game)


@every_game
def test_the_pictures_are_those_of_today_and_each_is_shown(game: Game) -> None:
    """Whoever changes a board draws them anew: `python scripts/screenshots.py --rules`."""
    folder = resources.files(f"zashiki.games.{game.name}").joinpath("page", "rules")
    kept = {entry.name: entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".svg")}
    assert kept == rules_pictures(game.name)
    shown = re.findall(r"^!\[[^]]{10,}\]\(([\w-]+)\.svg\)$", rules_markdown(game), re.MULTILINE)
    assert sorted(shown) == sorted({name.removesuffix(".svg").removesuffix("-dark") for name in kept})
    assert len(shown) >= 2


@every_game
def test_a_picture_stands_alone_in_light_and_dark(game: Game) -> None:
    pictures = rules_pictures(game.name)
    for name, svg in pictures.items():
        root = ET.fromstring(svg)
        ids = {element.get("id") for element in root.iter() if element.get("id")}
        used = set(re.findall(r"(?:href=\"#|url\(#)([\w-]+)", svg))
        assert used <= ids, name
        assert "var(" not in svg
        assert not re.search(r"<script|https?://(?!www\.w3\.org)", svg)
        if not name.endswith("-dark.svg"):
            assert pictures[name.replace(".svg", "-dark.svg")] != svg


def test_the_numbers_in_a_picture_are_those_of_the_list_below_it() -> None:
    for game in GAMES:
        folder = resources.files(f"zashiki.games.{game.name}").joinpath("page", "rules")
        pictures = tomllib.loads(folder.joinpath("pictures.toml").read_text("utf-8"))
        text = rules_markdown(game)
        for name, picture in pictures.items():
            below = text.partition(f"]({name}.svg)")[2].partition("![")[0].partition("\n#")[0]
            items = re.findall(r"^(\d)\. ", below, re.MULTILINE)
            if picture["marks"]:
                assert [int(n) for n in items] == list(range(1, len(picture["marks"]) + 1)), name
