"""The short rules people read: every building and step can be linked to, and the numbers are the edition's."""

from __future__ import annotations

import re

import pytest

from zashiki.games.toshi import GAME
from zashiki.games.toshi.state import BUILDINGS, REGULAR, Phase
from zashiki.games.toshi.wording import NAMES, TITLES
from zashiki.rulebook import rules_markdown

TEXT = rules_markdown(GAME)
NUMBERS = GAME.load_edition().values


def section(anchor: str) -> str:
    """The text below the heading of an anchor, up to the next heading."""
    found = re.search(rf"^#+ .*\{{#{anchor}\}}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"no heading {anchor}"
    return found[1]


def tile(name: str):
    return getattr(NUMBERS.buildings, name.replace("-", "_"))


def test_every_building_and_every_step_has_its_anchor_once() -> None:
    anchors = re.findall(r"^#+ .*\{#([\w-]+)\}$", TEXT, re.MULTILINE)
    assert len(set(anchors)) == len(anchors)
    assert {*BUILDINGS, *(f"step-{phase.name.lower()}" for phase in Phase)} <= set(anchors)


def test_every_link_inside_the_rules_leads_somewhere() -> None:
    anchors = set(re.findall(r"\{#([\w-]+)\}", TEXT))
    pictures = {f"t-{name}" for name in BUILDINGS}
    assert set(re.findall(r"\]\(#([\w-]+)\)", TEXT)) <= anchors | pictures
    assert set(re.findall(r"!\[[^]]+\]\(#([\w-]+)\)", TEXT)) == pictures


@pytest.mark.parametrize("name", BUILDINGS)
def test_the_price_in_the_rules_is_the_printed_one(name: str) -> None:
    text, price = section(name), tile(name).price
    if price < 0:
        assert re.search(rf"receive {-price} Koku", text)
    elif price == 0:
        assert "free of charge" in text
    else:
        assert re.search(rf"\b{price} Koku", text)


def test_the_table_of_regular_buildings_is_the_printed_one() -> None:
    rows = re.findall(r"^\| (\w+) \| (?:you receive (\d+)|(\d+)(?: each)?) \| (\d+) \|$", TEXT, re.MULTILINE)
    found = {name: (-int(gain) if gain else int(price), int(copies)) for name, gain, price, copies in rows}
    assert found == {
        NAMES[building].name: (tile(BUILDINGS[building]).price, tile(BUILDINGS[building]).copies)
        for building in list(NAMES)[:REGULAR]
    }


def test_the_titles_are_those_of_the_game() -> None:
    rows = re.findall(r"^\| .*?(\d+).*? \| ([A-Z][\w ]+) \|$", section("titles"), re.MULTILINE)
    titles = NUMBERS.solo.titles
    limits = [titles.growing_town, titles.flourishing_city, titles.renowned_city, titles.golden_age]
    names = list(TITLES.values())
    assert {words: int(limit) for limit, words in rows} == dict(zip(names, [limits[0], *limits], strict=True))


def test_every_option_with_a_choice_is_explained() -> None:
    text = section("options")
    for option in GAME.options:
        assert option.name in text or option.name == "specials"
