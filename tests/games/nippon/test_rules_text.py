"""The short rules people read: every decision and action can be linked to, and the numbers are the edition's."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from tests.games.nippon.helpers import legal, me, new, play
from zashiki.games.nippon import GAME, wording
from zashiki.games.nippon.state import ACTIONS, COLOURS, DESTINATIONS, GOODS, LAST_DECISION, SIDES, Task
from zashiki.rulebook import rules_markdown

FOLDER = resources.files("zashiki.games.nippon")
TEXT = rules_markdown(GAME)
SYMBOLS = FOLDER.joinpath("page", "symbols.svg.jinja").read_text("utf-8")
NUMBERS = GAME.load_edition().values
FIRST_DECISION = int(Task.PICK)

DEAL = """
first 0, tile nagasaki d5, rotate nagasaki 2, tile fukuoka d4, rotate fukuoka 1, tile hiroshima d6,
rotate hiroshima 0, tile okayama d3, rotate okayama 2, tile osaka d8, rotate osaka 0, tile nagoya d2,
rotate nagoya 1, tile tokyo d7, rotate tokyo 3, tile sendai d1, rotate sendai 3, face cotton-1 a,
face cotton-2 b, face cotton-3 a, face cotton-4 a, face paper-1 a, face paper-2 a, face paper-3 a,
face paper-4 a, face bento-1 a, face bento-2 b, face bento-3 b, face bento-4 a, face lenses-1 a,
face lenses-2 b, face lenses-3 b, face lenses-4 a, face bulbs-1 b, face bulbs-2 a, face bulbs-3 b,
face bulbs-4 b, face clocks-1 b, face clocks-2 b, face clocks-3 a, face clocks-4 b, hire s1 white,
hire s1 grey, hire s1 red, hire s2 blue, hire s2 black, hire s2 black, hire s3 red, hire s3 blue,
hire s3 yellow, hire s4 grey, hire s4 white, hire s4 black, hire s5 blue, hire s5 grey, hire s5 black,
queue 1 yellow, queue 1 red, queue 1 yellow, queue 2 grey, queue 2 black, queue 2 white,
token-a a10, token-b b2, token-a a14, token-b b5, token-a a12, token-b b1
"""
"""What chance dealt before the round that the rules explain."""


def section(anchor: str) -> str:
    """The text below the heading of an anchor, up to the next heading."""
    found = re.search(rf"^#+ .*\{{#{anchor}\}}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"no heading {anchor}"
    return found[1]


def rows(anchor: str) -> list[list[str]]:
    """The cells of the tables of a section, without their heads."""
    lines = [line for line in section(anchor).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = {number for number, row in enumerate(cells) if set(row[0]) == {"-"}}
    return [row for number, row in enumerate(cells) if not {number, number + 1} & rules]


def numbers(words: str) -> list[int]:
    return [int(word) for word in words.split(", ")]


def test_every_decision_and_action_has_its_anchor_once() -> None:
    anchors = re.findall(r"^#+ .*\{#([\w-]+)\}$", TEXT, re.MULTILINE)
    assert len(set(anchors)) == len(anchors)
    steps = {f"step-{Task(kind).name.lower()}" for kind in range(FIRST_DECISION, LAST_DECISION + 1)}
    assert {*ACTIONS, *steps, "step-over"} <= set(anchors)


def test_every_link_inside_the_rules_leads_somewhere() -> None:
    anchors = set(re.findall(r"\{#([\w-]+)\}", TEXT))
    pictures = set(re.findall(r'<symbol id="([\w-]+)"', SYMBOLS))
    assert set(re.findall(r"[^!]\[[^]]+\]\(#([\w-]+)\)", TEXT)) <= anchors
    drawn = set(re.findall(r"!\[[^]]+\]\(#([\w-]+)\)", TEXT))
    assert drawn <= pictures
    assert len(drawn) >= 15


def test_the_table_of_departments_is_the_printed_one() -> None:
    table = rows("departments")
    assert [row[0] for row in table] == list(COLOURS)
    for colour, name, basic, upgraded, destination in table:
        number = COLOURS.index(colour)
        assert name == wording.DEPARTMENT_NAMES[number]
        printed = getattr(NUMBERS.departments, colour)
        for words, effect in ((basic, printed.basic), (upgraded, printed.upgraded)):
            assert words.lower().replace("track ", "") == effect.lower()
        at = wording.DESTINATION_NAMES.index(destination.removesuffix(" ≈"))
        assert getattr(NUMBERS.destinations, DESTINATIONS[at].replace("-", "_")) == colour


def test_the_table_of_goods_is_the_printed_one() -> None:
    table = rows("factory")
    assert [row[0].lower() for row in table] == list(GOODS)
    for name, level, research, coal, influence in table:
        good = getattr(NUMBERS.goods, name.lower())
        assert (int(level), int(research), int(coal)) == (good.level, good.research, good.coal)
        assert tuple(numbers(influence)) == tuple(good.influence)


def test_the_faces_read_as_at_the_table() -> None:
    rules = new().rules
    table = rows("faces")
    assert len(table) == 30
    for place, (name, *sides) in enumerate(table):
        type_, number = divmod(place, 5)
        assert name == f"{wording.good_name(type_)} {number + 1}"
        for side, words in enumerate(sides):
            expected = wording.face_words(rules, type_, 2 * number + side)
            assert words.removesuffix(" ≈") == expected, f"{name}{SIDES[side]}"


def test_assumed_faces_are_marked() -> None:
    assumed = [
        path.removeprefix("faces.")
        for path, _value, known in GAME.load_edition().rows()
        if path.startswith("faces.") and known.source == "A"
    ]
    marked = [
        f"{name.replace(' ', '-')}.{SIDES[side]}".lower()
        for name, *sides in rows("faces")
        for side, words in enumerate(sides)
        if words.endswith(" ≈")
    ]
    assert marked == assumed


def test_the_contracts_and_their_points_are_the_printed_ones() -> None:
    levels = {"any Level": 1, "Level 2 or 3": 2, "Level 3": 3}
    table = rows("contracts")
    assert [levels[row[1]] for row in table] == list(NUMBERS.contracts.levels)
    names = [f"{name} ({colour})" for name, colour in zip(wording.DEPARTMENT_NAMES, COLOURS, strict=True)]
    rewards = {**dict(zip(names, COLOURS, strict=True)), "any Department": "any"}
    assert [rewards[row[2]] for row in table] == list(NUMBERS.contracts.rewards)
    for level, (name, lower, higher, points) in enumerate(rows("step-over")):
        favors = NUMBERS.favors
        assert name == f"level {level + 1}"
        assert (int(lower), int(higher)) == (favors.lower[level], favors.higher[level])
        printed = (favors.contracts_1, favors.contracts_2, favors.contracts_3)[level]
        assert tuple(numbers(points)) == tuple(printed)


def test_the_points_of_the_places_are_the_printed_ones() -> None:
    printed = (NUMBERS.rounds.period_1, NUMBERS.rounds.period_2, NUMBERS.rounds.period_3)
    assert [tuple(map(int, row[1:])) for row in rows("influence")] == [tuple(values) for values in printed]


@pytest.mark.parametrize(
    ("anchor", "words"),
    [
        ("setup", "**{0.start.money} Money** and **{0.start.coal} Coal**"),
        ("factory", "for **{0.factory.price} Money**"),
        (
            "factory",
            "{0.factory.silk_help[0]} Silk over one, **{0.factory.silk_help[1]}** over two, **{0.factory.silk_help[2]}** over three",
        ),
        ("rnd", "costs **{0.prices.research[0]} Money**, the second {0.prices.research[1]}, the third {0.prices.research[2]}"),
        ("machines", "for **{0.prices.machine} Money**"),
        ("ships", "**{0.prices.piece_iron} Iron**, or **{0.prices.piece_money} Money and {0.prices.piece_money_iron} Iron**"),
        ("trains", "**{0.prices.piece_iron} Iron**, or **{0.prices.piece_money} Money and {0.prices.piece_money_iron} Iron**"),
        ("trains", "{0.trains.spaces[0]}, {0.trains.spaces[1]} and {0.trains.spaces[2]} of them"),
        ("contracts", "Finance advances by {0.contracts.invest_steps}"),
        ("step-reward", "**{0.cities.market_vp} VP**"),
        ("consolidation", "{0.workers.salary} Money for each different **colour**"),
        ("influence", "**{0.cities.train_influence}** for each of your Trains"),
        ("step-over", "every **{0.leftovers.goods_per_vp}** resources and goods, and 1 VP for every **{0.leftovers.money_per_vp}** Money"),
        ("step-over", "with {0.pieces.lower} built ≈ and the higher one with {0.pieces.higher}"),
        ("step-over", "space {0.tracks.lower} and {0.tracks.higher}"),
    ],
)  # fmt: skip
def test_a_number_of_the_rules_is_the_printed_one(anchor: str, words: str) -> None:
    assert words.format(NUMBERS) in section(anchor)


def test_the_round_that_is_explained_can_be_played() -> None:
    """Every move of the table is legal, and Money and Coal come out as the table says."""
    position = play(new(), DEAL.replace("\n", " "))
    for name, moves, words, purse in rows("round-explained"):
        seat = ("Ann", "Ben").index(name)
        for move in re.findall(r"`([^`]+)`", moves):
            assert position.mover == seat, move
            assert move in legal(position)
            position.play(move)
        player = me(position, seat)
        assert numbers(purse) == [int(player.money), int(player.coal + player.stored)], words
    assert position.mover == "*"
    assert position.state.current_round == 2
    assert position.state.hiring.sum(axis=1).tolist() == [2, 3, 0, 2, 1]
    assert position.state.queue.sum() == 0
