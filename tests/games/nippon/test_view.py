"""What the page is given of Nippon: the view, the places of moves, previews."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.games.nippon.helpers import new, play, table
from zashiki.core.edition import Provenance
from zashiki.core.rng import new_rng
from zashiki.games.nippon import GAME, figures
from zashiki.games.nippon.preview import preview


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_and_previews_are_plain_data_at_any_point_of_a_game(players):
    p, rng = new(players, late_factories="on"), new_rng(players)
    while not p.is_over:
        if len(p) % 17 == 0:
            for eyes in (0, None):
                assert json.loads(json.dumps(GAME.view(p, eyes))) == GAME.view(p, eyes)
            if p.mover != "*":
                key = p.key
                for move in p.legal_moves[:4]:
                    json.dumps(preview(p, move.id))
                assert p.key == key
        p.play(p.random_move(rng))
    end = GAME.view(p, None)
    assert end["phase"] == "over"
    assert [seat["score"] for seat in end["seats"]] == [s.score for s in p.standings]


@pytest.mark.parametrize("players", [2, 4])
def test_no_two_legal_moves_have_the_same_places(players):
    p, rng = new(players, late_factories="on"), new_rng(players + 9)
    seen = set()
    while not p.is_over:
        paths = [GAME.targets(p, move.id) for move in p.legal_moves]
        assert all(path and all(":" in place for place in path) for path in paths)
        assert len({frozenset(path) for path in paths}) == len(paths)
        seen.add(p.phase)
        p.play(p.random_move(rng))
    assert {"turn", "act", "reward", "favor", "hire"} <= seen


def test_places_of_moves_name_what_the_view_shows():
    p = play(table(4, factories="cotton/2g lenses/1g", iron=3), "take s5 red market")
    view = GAME.view(p, 0)
    spaces = {
        space["target"] for region in view["regions"] for city in region["cities"] for space in city["spaces"]
    }
    assert {GAME.targets(p, move.id)[0] for move in p.legal_moves} <= spaces
    p = play(table(4, iron=3), "take s4 red trains")
    trains = {train["target"] for region in GAME.view(p, 0)["regions"] for train in region["trains"]}
    assert {GAME.targets(p, move.id)[0] for move in p.legal_moves} == trains
    assert {GAME.targets(p, move.id)[1] for move in p.legal_moves} == {"how:iron"} | {"how:money"}


def test_hiring_shows_what_is_possible_and_why_not():
    view = GAME.view(table(rnd=15, money=3), 0)
    actions = {a["action"]: a for section in view["sections"] for a in section["actions"]}
    assert len(actions) == 9
    assert actions["mining"]["possible"]
    assert actions["mining"]["why_not"] == ""
    assert actions["mining"]["price"] == "1 · 2 · 3 Money"
    assert not actions["rnd"]["possible"]
    assert "end of its track" in actions["rnd"]["why_not"]
    assert view["sections"][2]["workers"] == ["black", "red", "grey"]
    assert [row["next"] for row in view["queue"]] == [True, False]


@pytest.mark.parametrize(("option", "sign"), [("any", ""), ("same", "="), ("different", "≠")])
def test_the_market_is_signed_as_the_option_says(option, sign):
    view = GAME.view(table(options={"market_region": option}), 0)
    market = view["sections"][4]["actions"][0]
    assert (market["action"], market["sign"]) == ("market", sign)
    assert bool(market["differ"]) == bool(sign)


def test_the_end_of_the_turn_is_foreseen():
    p = play(table(hiring={"s3": "red"}, rows=["", "blue blue white"]), "take s3 red mining")
    ending = GAME.view(p, 0)["ending"]
    assert ending == {"rows": [{"row": 2, "section": "s3"}], "round_ends": False, "next": 1}
    p = play(table(hiring={"s3": "red"}, rows=["", ""]), "take s3 red mining")
    assert GAME.view(p, 0)["ending"] == {"rows": [], "round_ends": True, "next": 1}


def test_while_workers_are_drawn_no_end_of_a_turn_is_foreseen():
    p = table(hiring={"s3": "red"}, rows=["", ""])
    assert GAME.view(play(p, "take s3 red mining"), 0)["ending"]["round_ends"]
    play(p, "mine, stop")
    assert p.mover == "*"
    view = GAME.view(p, 0)
    assert view["ending"] == {"rows": [], "round_ends": False, "next": None}
    assert view["unit"]["ended"] == {"rows": [], "round_ends": True}


def test_a_complete_turn_unit_tells_which_row_moved():
    p = play(table(hiring={"s3": "red"}, rows=["", "blue white"]), "take s3 red mining, mine, stop")
    unit = GAME.view(p, 0)["unit"]
    assert unit["ended"] == {"rows": [{"row": 2, "section": "s3"}], "round_ends": False}
    assert GAME.view(p, 0)["sections"][2]["workers"] == ["blue", "white"]


def test_a_consolidation_is_foreseen_as_it_will_come():
    has = {
        "area": "blue blue white expert-paris",
        "ships": "paris",
        "money": 4,
        "coal": 3,
        "mining": 7,
        "finance": 6,
    }
    p = table(**has)
    seen = GAME.view(p, 0)["seats"][0]["consolidation"]
    assert (seen["level"], seen["money"], seen["coal"]) == (1, 4, 3)
    first, last = seen["bonuses"]
    assert (first["space"], first["colour"], first["words"]) == (1, "blue", "3 Money")
    assert (last["space"], last["colour"]) == (6, None)
    assert (seen["workers"], seen["more"]) == (3, 5)
    assert (seen["income_coal"], seen["income_money"], seen["salary"]) == ([4, 4], [14, 14], 9)
    play(p, "consolidate, favor ships")
    held = {stock: [n, n] for stock, n in figures.purse(p.state.players[0]).items()}
    assert seen["after"] == held


def ends_of(position):
    """What seat 0 can hold after a Consolidation, by every way of deciding in it."""
    if position.mover != 0 or position.phase == "turn":
        return [figures.purse(position.state.players[0])]
    return [end for move in position.legal_moves for end in ends_of(position.copy().play(move))]


@pytest.mark.parametrize(
    "has",
    [
        {"area": "white grey"},
        {"area": "white", "mining": 3},
        {"area": "red"},
        {"area": "white blue red red grey white", "ships": "new-york", "mining": 2, "finance": 10, "rnd": 11},
        {"area": "white black", "money": 5, "coal": 5, "finance": 2},
        {"area": "expert-new-york red", "ships": "new-york", "finance": 4},
    ],
)
def test_a_consolidation_is_foreseen_with_every_choice_of_its_steps(has):
    favor = dict.fromkeys(("ships", "machines", "trains", "rnd", "mining", "finance", "contracts"), 3)
    p = table(4, favor=favor, **has)
    seen = GAME.view(p, 0)["seats"][0]["consolidation"]
    ends = ends_of(play(p, "consolidate"))
    for stock, (least, most) in seen["after"].items():
        found = [end[stock] for end in ends]
        assert [least, most] == [min(found), max(found)], stock


def test_steps_of_a_grey_space_may_raise_the_income():
    seen = GAME.view(table(area="white", mining=3), 0)["seats"][0]["consolidation"]
    assert (seen["income_coal"], seen["income_money"]) == ([2, 3], [12, 12])
    seen = GAME.view(table(area="blue", mining=3), 0)["seats"][0]["consolidation"]
    assert (seen["income_coal"], seen["income_money"]) == ([2, 2], [12, 12])


def test_influence_is_shown_with_what_it_would_pay_now():
    p = table(tokens={"osaka 4": (0, 7), "nagoya 4": (1, 5)}, current_round=3)
    view = GAME.view(p, None)
    kansai = view["regions"][2]
    assert kansai["influence"] == [7, 5]
    assert kansai["overseas"] == 6
    assert kansai["points"] == [18, 3]
    assert view["scoring"] == {"period": 1, "values": [18, 10, 3], "totals": [18, 3]} or view["scoring"][
        "totals"
    ] == [18, 3]
    assert view["round"]["words"] == "Round 3 of 5, Period II"
    assert [entry["state"] for entry in view["round"]["track"][:4]] == ["past", "past", "now", "coming"]


def test_the_turn_unit_shows_what_each_step_did_and_what_was_before():
    p = play(table(mining=5, area="blue"), "take s3 red mining, mine")
    view = GAME.view(p, 0)
    turn, unit = view["turn"], view["unit"]
    assert (turn["action"], turn["made"], turn["most"], turn["section"]) == ("mining", 1, 3, "s3")
    take, mine = unit["trail"]
    assert (take["icon"], take["changes"]) == ("w-red", [{"kind": "salary", "n": 3}])
    assert mine["label"] == "Mining 5 → 6"
    assert mine["changes"] == [{"kind": "money", "n": -1}, {"kind": "iron", "n": 2}]
    assert [(b["colour"], b["icon"], b["n"]) for b in mine["bonuses"]] == [("grey", "iron", "2")]
    assert [line["depth"] for line in mine["lines"]] == [1, 2]
    was = unit["was"]
    assert (was["purse"]["money"], was["tracks"]["mining"], was["area"], was["due"]) == (12, 5, 1, 3)
    assert was["consolidation"]["salary"] == 3
    assert view["seats"][0]["consolidation"]["salary"] == 6


def test_silk_turned_before_the_hiring_belongs_to_the_turn_unit():
    p = play(table(silk=1), "silk, take s3 red mining, mine")
    assert [step["move"] for step in GAME.view(p, 0)["unit"]["trail"]] == [
        "silk",
        "take s3 red mining",
        "mine",
    ]


def test_without_a_decision_there_is_no_turn_unit():
    p = new(2)
    assert GAME.view(p, 0)["unit"] is None
    p.roll()
    assert GAME.view(p, 0)["unit"] is None


def test_a_seat_shows_its_boards():
    p = table(
        rnd=9,
        factories="cotton-4b/1m/2g old-paper",
        ships="paris",
        fulfilled="3",
        favor={"rnd": 2},
        area="red expert-paris",
    )
    seat = GAME.view(p, 1)["seats"][0]
    assert not seat["yours"]
    cotton, old = seat["factories"]
    assert (cotton["factory"], cotton["goods"], cotton["machines"], cotton["output"]) == ("cotton", 2, 1, 3)
    assert cotton["face"]["words"] == "Production here: 1 more good"
    assert (old["good"], old["face"]) == ("paper", None)
    assert seat["tokens"]["locked"] == [
        {"value": 3, "words": "Mining space 9"},
        {"value": 7, "words": "4 Ships and 4 Machines"},
    ]
    research = seat["objectives"][3]
    assert (research["level"], research["lower"], research["higher"]) == (2, 8, 16)
    assert (research["to_lower"], research["to_higher"]) == (1, 6)
    assert [c["contract"] for c in seat["contracts"] if c["fulfilled"]] == [3]
    assert seat["area"][:2] == [
        {"colour": "red", "expert": None, "grey": True},
        {"colour": "yellow", "expert": "paris", "grey": False},
    ]
    assert seat["salary"] == {
        "colours": ["red", "yellow"],
        "due": 6,
        "each": 3,
        "more": ["black", "grey", "blue", "white"],
    }
    assert next(d for d in seat["departments"] if d["colour"] == "yellow")["words"] == "4 VP"


def test_assumed_effects_are_marked():
    p = table(shown="cotton-3b")
    tokens = {t["face"]: t for t in GAME.view(p, 0)["display"][0]["tokens"]}
    assert "text lost" in tokens["3b"]["assumed"]
    assert tokens["1a"]["assumed"] == ""


def test_assumed_numbers_are_marked_with_what_is_known():
    assumed = GAME.view(table(), 0)["assumed"]
    assert "Overseas" in assumed["map"]
    assert "N15 prints 3, 2, 1, 0" in assumed["map"]


def marks(data):
    """All marks of assumed numbers in a view."""
    if isinstance(data, list):
        return [mark for item in data for mark in marks(item)]
    if not isinstance(data, dict):
        return []
    own = data.get("assumed", "")
    found = list(own.values()) if isinstance(own, dict) else [own]
    return [m for m in found if m] + [
        m for key, item in data.items() if key != "assumed" for m in marks(item)
    ]


@pytest.mark.parametrize("path", sorted(new().edition.provenance))
def test_whatever_number_of_an_edition_is_assumed_is_marked(path):
    edition = GAME.load_edition()
    known = {p: Provenance("P") for p in edition.provenance} | {path: Provenance("A", "a remark")}
    options = {"late_factories": "on"} if path.startswith("faces") and "-5" in path else {}
    face = path.split(".")[1] + path[-1] if path.startswith("faces") else ""
    p = table(shown=face, factories="old-cotton", options=options)
    p.edition = replace(edition, provenance=known)
    found = marks(GAME.view(p, 0))
    assert found
    assert all("a remark" in mark for mark in found)


def test_a_mark_names_what_is_assumed_and_nothing_else():
    edition = GAME.load_edition()
    known = {p: Provenance("P") for p in edition.provenance}
    p = table()
    p.edition = replace(edition, provenance=known)
    assert marks(GAME.view(p, 0)) == []
    p.edition = replace(edition, provenance=known | {"tiles.d1": Provenance("A")})
    assert [m.split(": ")[1] for m in marks(GAME.view(p, 0))] == ["the demand tiles."]
    ships = next(a for s in GAME.view(table(), 0)["sections"] for a in s["actions"] if a["action"] == "ships")
    assert "how often" in ships["assumed"]
    own = GAME.view(table(factories="cotton-3b old-paper"), 0)["seats"][0]["factories"]
    assert all(factory["assumed"] for factory in own)


def test_a_complete_turn_is_summed_up_with_what_it_was_used_for():
    p = play(table(4, iron=6), "take s4 red trains, train kansai 2 iron, train kanto 3 iron")
    unit = GAME.view(p, 0)["unit"]
    assert unit["words"] == "Trains with a red Worker: Kansai 2 and Kanto 3."
    p = play(table(rnd=2), "take s1 red rnd, research, research, stop")
    assert GAME.view(p, 0)["unit"]["words"] == "R&D with a red Worker: R&D 2 → 4."
    p = play(table(), "consolidate")
    assert GAME.view(p, 0)["unit"]["words"] == "Consolidation."


def test_research_spaces_name_the_factories_they_give_access_to():
    tracks = {t["track"]: t for t in GAME.view(table(), 0)["seats"][0]["tracks"]}
    levels = {s["space"]: s["level"] for s in tracks["rnd"]["spaces"] if s["level"]}
    assert levels == {2: 1, 4: 2, 6: 3}
    assert not any(s["level"] for s in tracks["mining"]["spaces"])


def test_a_seat_shows_which_factory_could_come_next():
    seat = GAME.view(table(rnd=5, factories="cotton paper bento"), 1)["seats"][0]
    assert seat["reach"] == [{"level": 2, "silk": 0}, {"level": 3, "silk": 1}]
    assert GAME.view(table(rnd=1), 1)["seats"][0]["reach"][2] == {"level": 3, "silk": None}


@pytest.mark.parametrize(("players", "least"), [(2, 3), (3, 2), (4, 1)])
def test_the_key_of_the_map_shows_a_number_that_is_in_use(players, least):
    view = GAME.view(table(players), 0)
    numbers = {s["overseas"] for r in view["regions"] for c in r["cities"] for s in c["spaces"]}
    assert view["overseas"] == min(numbers) == least


def test_idle_turns_in_a_row_are_counted():
    p = play(table(), "consolidate")
    assert GAME.view(p, 1)["idle"] == {"made": 1, "most": 4}


def test_the_display_says_what_is_within_reach():
    display = GAME.view(table(rnd=3, factories="paper"), 0)["display"]
    assert [(entry["type"], entry["reach"]) for entry in display] == [
        ("cotton", 0),
        ("paper", None),
        ("bento", 1),
        ("lenses", 1),
        ("bulbs", 6),
        ("clocks", 6),
    ]


def test_a_preview_gives_the_lines_and_the_numbers_that_change():
    p = play(table(mining=5), "take s3 red mining")
    found = preview(p, p.find("mine").id)
    assert found["numbers"] == {"money": [12, 11], "iron": [0, 2], "track:mining": [5, 6]}
    assert found["goes_on"]
    assert "Mining 5 → 6" in found["lines"][0]["text"]
    assert len(p) == 1


def test_the_preview_of_a_hiring_tells_salary_grey_space_and_queue():
    p = table(hiring={"s3": "red"}, area="blue red")
    found = preview(p, p.find("take s3 red mining").id)
    assert "salary" not in found["numbers"]
    assert "The salary stays at **6 Money**" in found["words"]
    assert "row 1 of the queue comes" in found["words"]
    assert "warn" not in found
    p = table(hiring={"s3": "grey"}, rows=["", ""])
    found = preview(p, p.find("take s3 grey mining").id)
    assert found["numbers"]["salary"] == [0, 3]
    assert "Space 1 is grey: Transport will pay **2 Iron**" in found["words"]
    assert "round would end" in found["warn"]


def test_the_preview_of_a_sale_tells_influence_points_and_place():
    has = {"factories": "cotton/1g", "current_round": 3}
    p = play(table(tokens={"osaka 4": (1, 7)}, tiles={"osaka": "d4 1"}, **has), "take s5 red market")
    move = next(m for m in p.legal_moves if m.text.startswith("market osaka"))
    numbers = preview(p, move.id)["numbers"]
    assert numbers["influence:kansai"] == [0, 1]
    assert numbers["place:kansai"][0] == 0
    assert numbers["place:kansai"][1] > 0
    after = GAME.view(play(p, f"{move.text}, reward vp"), 0)
    kansai = after["regions"][2]
    assert numbers.get("points:kansai", [0, 0])[1] == kansai["points"][0]


@pytest.mark.parametrize("players", [2, 4])
def test_only_changed_regions_are_looked_at_and_none_is_missed(players):
    p, rng = new(players, late_factories="on"), new_rng(players + 5)
    seen = set()
    while not p.is_over:
        before = p.copy()
        p.play(p.random_move(rng))
        period = figures.period_of(before.state, before.rules)
        old, now = (figures.regions_now(q.state, q.rules, period) for q in (before, p))
        differ = {r for r in range(len(old)) if old[r] != now[r]}
        assert differ <= set(figures.changed_regions(before.state, p.state))
        seen |= differ
    assert len(seen) >= 3


def test_starting_pairs_are_shown_until_they_are_picked():
    p, rng = new(2), new_rng(1)
    while p.mover == "*":
        p.play(p.random_move(rng))
    view = GAME.view(p, 0)
    assert [pair["slot"] for pair in view["pairs"]] == [1, 2, 3]
    assert view["seats"][0]["consolidation"] is None
    assert view["round"]["number"] == 0
