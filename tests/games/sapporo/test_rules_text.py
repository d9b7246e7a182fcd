"""The short rules people read: every tile, place and step can be linked to, and the numbers are the edition's."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.state import BENCHES, BUILDINGS, PERSONS, SPOTS, Phase
from zashiki.games.sapporo.wording import BUILDING_NAMES, PERSON_NAMES
from zashiki.rulebook import rules_markdown

FOLDER = resources.files("zashiki.games.sapporo")
TEXT = rules_markdown(GAME)
SYMBOLS = FOLDER.joinpath("page", "symbols.svg.jinja").read_text("utf-8")
NUMBERS = GAME.load_edition().values


def section(anchor: str) -> str:
    """The text below the heading of an anchor, up to the next heading."""
    found = re.search(rf"^#+ .*\{{#{anchor}\}}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"no heading {anchor}"
    return found[1]


def test_every_tile_place_and_decision_has_its_anchor_once() -> None:
    anchors = re.findall(r"^#+ .*\{#([\w-]+)\}$", TEXT, re.MULTILINE)
    assert len(set(anchors)) == len(anchors)
    steps = {f"step-{phase.name.lower().replace('_', '-')}" for phase in Phase if phase >= Phase.BUY}
    assert {*BUILDINGS, *PERSONS, *SPOTS, *steps} <= set(anchors)


def test_every_link_inside_the_rules_leads_somewhere() -> None:
    anchors = set(re.findall(r"\{#([\w-]+)\}", TEXT))
    pictures = set(re.findall(r'<symbol id="([\w-]+)"', SYMBOLS))
    links = set(re.findall(r"[^!]\[[^]]+\]\(#([\w-]+)\)", TEXT))
    assert links <= anchors
    drawn = set(re.findall(r"!\[[^]]+\]\(#([\w-]+)\)", TEXT))
    assert drawn == {f"sp-{name}" for name in (*BUILDINGS, *PERSONS, *SPOTS)}
    assert drawn <= pictures


@pytest.mark.parametrize("name", BUILDINGS)
def test_a_building_is_explained_with_its_name_price_and_amounts(name: str) -> None:
    tile, text = getattr(NUMBERS.buildings, name), section(name)
    assert f"### {BUILDING_NAMES[name]} {{#{name}}}" in TEXT
    assert f"Price **{tile.price}**" in text
    for amount, words in (
        (tile.pay.yen, "ay {} yen"),
        (tile.gain.yen, "ain {} yen"),
        (tile.gain.fame, "{} fame"),
    ):
        assert (words.format(amount) in text) == bool(amount)


@pytest.mark.parametrize("name", PERSONS)
def test_an_adviser_is_explained_with_name_price_points_and_cap(name: str) -> None:
    person, text = getattr(NUMBERS.persons, name), section(name)
    assert f"### {PERSON_NAMES[name]} {{#{name}}}" in TEXT
    assert f"**{person.price} AP** ≈. {person.per} point{'s' * (person.per > 1)} per" in text
    assert ("at most" in text) == (person.cap is not None)
    if person.cap is not None:
        assert f"at most {person.cap}" in text


def test_the_table_of_the_council_is_the_printed_one() -> None:
    table = section("city-hall").replace(" ≈", "")
    rows = re.findall(r"^\| (\w+) \| ([\d, ]+) \| (\d), (\d) \| (\d) \|$", table, re.MULTILINE)
    assert [row[0] for row in rows] == list(BENCHES)
    for name, prices, high, low, end in rows:
        bench = getattr(NUMBERS.council, name)
        assert tuple(map(int, prices.split(", "))) == bench.ap
        assert (int(high), int(low), int(end)) == (bench.high, bench.low, bench.end)
