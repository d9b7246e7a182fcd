"""The edition: its content, the constraints a file must keep, and what other numbers change in the rules."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from zashiki.core.errors import EditionError
from zashiki.core.position import Position
from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.edition import MAX_RESOURCE, MAX_YEN, largest_holdings, most_turns
from zashiki.games.sapporo.rules import person_count
from zashiki.games.sapporo.state import NONE, PERSONS

from .helpers import arrange, d0, goods, legal, payments, play

STANDARD = json.loads(Path(__file__).with_name("standard.json").read_text("utf-8"))


@pytest.fixture
def edition(tmp_path):
    """Loads an edition that extends the standard one by some lines of TOML."""

    def load(text, extends='extends = "standard"'):
        file = tmp_path / "mine.toml"
        file.write_text(f'game = "sapporo"\nname = "mine"\n{extends}\n{text}', "utf-8")
        return GAME.load_edition(file)

    return load


@pytest.fixture
def start(edition):
    """D0 under an edition that extends the standard one by some lines of TOML."""

    def begin(text, **options):
        position = d0(**options)
        moves = [step.move for step in position.steps]
        mine = Position(GAME, GAME.complete_options(2, options), edition(text))
        return play(mine, *(str(move) for move in moves))

    return begin


# ---- content


def test_the_standard_edition_has_the_numbers_of_the_specification():
    plain = json.loads(json.dumps(GAME.load_edition().plain))
    plain["academy"] = [{"tier": tier, **numbers} for tier, numbers in plain["academy"].items()]
    assert {"game": "sapporo", "edition": "standard", **plain} == STANDARD


def test_numbers_no_source_is_known_for_are_marked():
    marked = {path: provenance for path, _, provenance in GAME.load_edition().rows()}
    assert marked["buildings.b1.price"].source == "A"
    assert marked["persons.ryan.cap"].source == "A"
    assert marked["persons.ryan.per"].source == "I"
    assert marked["spots.college.ap.rice"].source == "R"
    assert marked["spots.village.ap.wheat"].source == "A"
    assert marked["council.middle.low"].source == "A"
    assert marked["council.middle.high"].source == "R"
    assert marked["tracks.harvest"].source == "A"
    assert {p.source for path, p in marked.items() if path.endswith(".price")} == {"A"}


def test_every_accepted_edition_keeps_holdings_within_what_a_payment_can_say():
    numbers = GAME.load_edition().values
    assert most_turns(numbers) == 16
    assert largest_holdings(numbers) == {"yen": 208, "wheat": 34, "rice": 33, "sheep": 33, "cattle": 33}
    assert MAX_YEN >= 208
    assert MAX_RESOURCE >= 34


# ---- refusals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[buildings]\nb1.price = 5\nb2.price = 5\nb3.price = 5", "at most 2 may cost more than the 4 yen"),
        ("[start]\nyen = 2", "at most 2 may cost more than the 2 yen"),
        ("[tracks]\nharvest = [2, 4, 6, 8]", "tracks.harvest: needs at least 5 icons"),
        ("events_to_end = 6", "tracks.harvest: needs at least 6 icons"),
        ("[tracks]\nsettlement = [3, 6, 6, 9, 12]", "tracks.settlement: the icons must ascend"),
        ("[tracks]\nsettlement = [0, 3, 6, 9, 12]", "tracks.settlement"),
        ("fame_purchase = { ap = 0, fame = 2 }", "fame_purchase.ap: expected int >= 1"),
        ("[start]\narea = 4", "must be 9 together"),
        ("[academy]\ntop.workers = 3", "must be 9 together"),
        ("[start]\nyen = -1", "start.yen: expected int >= 0"),
        ("[buildings.b1]\nprice = 1.5", "buildings.b1.price: expected int"),
        ("[buildings.b1]\nprice = true", "buildings.b1.price: expected int"),
        ("[buildings.b14]\nprice = 1", "b14"),
        ("[persons.ryan]\ncount = 'sheep-shorn'", "persons.ryan.count"),
        ("[persons.ryan]\nof = ['wheat']", "leftovers can be narrowed to nothing"),
        ("[persons.dunn]\nof = ['left']", "column-steps can be narrowed to some of wheat"),
        ("[persons.dunn]\nevery = 0", "persons.dunn.every: expected int >= 1"),
        ("[spots.college]\nap = { rice = 2 }", "exactly one resource must be worth 3 and one 2"),
        ("[spots.college]\nap = { wheat = 1 }", "exactly one resource must be worth 3 and one 2"),
        ("[spots.college]\nrow = 1", "two lie on the same place"),
        ("[columns.wheat]\nap = [2, 3, 4]", "equally many spaces"),
        ("[buildings.b1]\npay = { any = 1 }", "any cannot be both paid and gained"),
        ("[buildings.b4]\ncolumns = ['rice']", "columns belong to the action pioneer"),
        ("[deal]\noffers = 8", "there are only 13 buildings"),
        ("[columns.wheat]\nres = [3, 3, 3, 3]", "might come to hold 74 wheat"),
        ("[columns.wheat]\nyen = [9, 9, 9, 9]", "might come to hold 363 yen"),
    ],
)
def test_an_edition_that_breaks_a_constraint_is_refused_with_the_reason(edition, text, message):
    with pytest.raises(EditionError, match=message.replace("[", r"\[")):
        edition(text)


@pytest.mark.parametrize(
    "table",
    ["spots.college", "columns.rice", "academy.middle", "buildings.b9", "persons.shima", "council.left"],
)
def test_an_edition_that_lacks_a_part_of_the_game_is_refused(tmp_path, table):
    text = resources.files("zashiki.games.sapporo").joinpath("edition.toml").read_text("utf-8")
    assert f"[{table}]" in text
    before, rest = text.split(f"[{table}]", 1)
    after = rest[rest.index("\n[") :]
    file = tmp_path / "mine.toml"
    file.write_text((before + after).replace('name = "standard"', 'name = "mine"'), "utf-8")
    with pytest.raises(EditionError, match=table.split(".")[1]):
        GAME.load_edition(file)


def test_numbers_may_be_zero_otherwise(edition):
    free = "\n".join(f"[buildings.b{n}]\nprice = 0" for n in range(1, 14))
    assert edition(free + "\n[columns.wheat]\nap = [0, 0, 0, 0]\n[council.left]\nap = [0, 0, 0]")


# ---- what other numbers change


def test_a_tie_of_two_against_two_goes_to_the_topmost_worker(start):
    position = start("[council.left]\nap = [3, 4, 5, 6]")
    bare = {"goods": "0/0,0,0,0", "buildings": "", "area": 0}
    council = {"left-1": 1, "left-2": 0, "left-3": 0, "left-4": 1}
    arrange(position, bare, bare, settlement=2, council=council)
    position.play("move city-hall")
    assert [int(position.state.seats[n].fame) for n in (0, 1)] == [1, 3]


def test_spaces_an_edition_does_not_have_are_never_offered(start):
    position = start("[council.left]\nap = [3, 4, 5, 6]\n[council.right]\nap = [7]")
    arrange(position, {"goods": "40/0,0,0,0"})
    position.play("move city-hall")
    spaces = [move.removeprefix("appoint ") for move in legal(position) if move.startswith("appoint")]
    assert spaces == ["left-1", "left-2", "left-3", "left-4", "middle-1", "middle-2", "middle-3", "right-1"]


def test_what_costs_nothing_is_finished_without_a_payment(start):
    position = start("[persons.dunn]\nprice = 0\n[columns.rice]\nap = [0, 0, 0, 0]")
    arrange(position, {"goods": "0/0,0,0,0"}, spots="0,0,0,0")
    invested = position.copy()
    play(invested, "move foreign-residence", "invest dunn")
    assert (invested.phase, legal(invested)) == ("gap-act", ["continue", "use b13"])
    play(position, "move village", *["pioneer rice"] * 4)
    assert position.phase == "gap-act"
    assert position.state.seats[0].levels[1] == 4


def test_a_tile_for_any_resource_takes_as_many_as_printed(start):
    position = start("[buildings.b12]\npay = { any = 2 }")
    arrange(position, {"goods": "0/2,1,0,3", "buildings": "b12"})
    assert [move for move in legal(position) if "use" in move] == ["use b12 cattle", "use b12 wheat"]
    assert goods(position.play("use b12 wheat"), 0) == "3/0,1,0,3"


def test_a_completed_tier_can_reward_goods_and_fame(start):
    position = start("[academy.middle]\nnow = { rice = 1, fame = 4 }")
    arrange(position, {"goods": "8/0,0,0,0", "academy": 3, "area": 5}, spots="0,0,0,0")
    play(position, "move college", "educate")
    assert position.state.seats[0].fame == 0
    position.play("pay 0 0 4")
    assert (goods(position, 0), position.state.seats[0].fame) == ("4/0,1,0,0", 4)


def test_tiers_can_have_different_numbers_of_workers(start):
    position = start("[academy]\nbottom.workers = 1\nmiddle.workers = 3")
    arrange(position, {"goods": "11/0,0,0,0"}, spots="0,0,0,0")
    play(position, "move college", "educate", "educate", "educate")
    assert position.state.job.cost == 3 + 4 + 4
    assert position.state.job.tiers == 1


def test_yen_worth_more_than_one_ap_keeps_payments_irreducible(start):
    position = start("yen_ap = 2")
    arrange(position, {"goods": "3/0,1,0,1"}, spots="0,0,0,0")
    play(position, "move college", "educate", "done")
    # A rice pays alone; a cattle and a yen, or two yen, lose 1 AP, but none of their pieces can be left out.
    assert payments(position) == ["0 0 2", "0 1 1", "1 0 0"]


@pytest.mark.parametrize(
    ("count", "of", "expected"),
    [
        ("leftovers", None, 10),
        ("yen", None, 4),
        ("resources", None, 6),
        ("resources", "['wheat', 'sheep']", 4),
        ("column-steps", None, 7),
        ("column-steps", "['rice']", 4),
        ("columns-started", None, 3),
        ("columns-topped", None, 1),
        ("columns-topped", "['wheat', 'sheep']", 0),
        ("workers-educated", None, 5),
        ("workers-in-area", None, 2),
        ("workers-on-buildings", None, 1),
        ("workers-in-council", None, 3),
        ("workers-in-council", "['middle', 'right']", 2),
        ("buildings-owned", None, 2),
        ("persons-owned", None, 3),
        ("tiles-owned", None, 5),
    ],
)
def test_what_a_person_can_count(edition, count, of, expected):
    of_line = f"\nof = {of}" if of else ""
    table = f"[persons.shima]\nper = 1\ncount = '{count}'{of_line}"
    position = Position(GAME, GAME.complete_options(2, {}), edition(table))
    play(position, *(str(step.move) for step in d0().steps))
    arrange(
        position,
        {
            "goods": "4/3,2,1,0",
            "levels": "2,4,1,0",
            "academy": 1,
            "area": 2,
            "buildings": "b1 b2",
            "occupied": "b2",
            "persons": "shima dunn clark",
        },
        council={"left-1": 0, "middle-3": 0, "right-1": 0, "right-2": 1},
    )
    assert person_count(position.state, position.rules, 0, PERSONS.index("shima")) == expected


def test_points_per_so_many_are_rounded_down_and_capped(edition):
    position = Position(
        GAME, GAME.complete_options(2, {}), edition("[persons.shima]\nper = 3\nevery = 2\ncap = 5")
    )
    play(position, *(str(step.move) for step in d0().steps))
    arrange(position, {"persons": "shima"}, council={"left-1": 0, "left-2": 0, "left-3": 0})
    assert position.standings[0].breakdown["persons"] == 3
    arrange(position, council={"middle-1": 0})
    assert position.standings[0].breakdown["persons"] == 5


def test_an_owners_spot_can_accept_other_resources(start):
    position = start("[spots.village]\nap = { wheat = 0, sheep = 0, rice = 3, cattle = 2 }")
    arrange(position, {"goods": "0/9,1,9,1"}, spots="0,0,0,0")
    play(position, "move village", "pioneer rice", "pioneer wheat")
    assert position.phase == "pay"
    assert legal(position) == ["pay 1 1 0"]


def test_more_events_and_a_shorter_track_end_the_game_later(start):
    position = start(
        "events_to_end = 6\n[tracks]\nharvest = [1, 2, 3, 4, 5, 6]\nsettlement = [1, 2, 3, 4, 5, 6]"
    )
    while not position.is_over:
        null = [m for m in legal(position) if m in ("done", "continue", "end", "keep")]
        moves = [m for m in legal(position) if m.startswith("move")]
        position.play((null or moves)[0])
    assert position.state.turn == 6
    assert position.state.pending == NONE
