"""What the page is given of Sapporo 1876: plain data, the same facts for everybody, and a place for every move."""

from __future__ import annotations

import json

import pytest

from zashiki.core.rng import new_rng
from zashiki.games.sapporo import GAME

from .helpers import arrange, d0, go_on, new, play


@pytest.mark.parametrize("seed", range(1))
def test_every_position_of_a_game_can_be_shown_and_every_move_has_its_own_place(seed):
    position, rng = new(), new_rng(seed)
    while True:
        for eyes in ((0, None), (1, None))[len(position) % 2]:
            data = GAME.view(position, eyes)
            assert json.loads(json.dumps(data)) == data
        places = [frozenset(GAME.targets(position, move.id)) for move in position.legal_moves]
        assert len(set(places)) == len(places)
        if position.is_over:
            break
        position.play(position.random_move(rng))


def test_a_spectator_is_asked_nothing_and_a_seat_is_told_why_not():
    position = play(arrange(d0(), {"goods": "2/0,0,1,0"}, spots="1,1,1,0"), "move foreign-residence")
    spectator, mover = GAME.view(position, None), GAME.view(position, 0)
    assert {person["allowed"] for person in spectator["persons"]} == {None}
    told = {person["tile"]: (person["allowed"], person["why_not"]) for person in mover["persons"]}
    assert told["dunn"] == (True, "")
    assert told["ryan"] == (False, "costs 6 AP, you can raise 5 (1 sheep = 3, 2 yen = 2)")
    assert GAME.view(position, 1)["persons"][0]["allowed"] is None


def test_payments_come_best_first_and_show_what_is_kept():
    position = play(d0(), "move village", "pioneer cattle", "pioneer cattle", "done")
    data = GAME.view(position, 0)["payment"]
    rows = [(row["move"], row["lost"], row["sum"], row["suggested"]) for row in data["rows"]]
    assert rows == [
        ("pay 1 1 0", 0, "3 + 2 = 5", True),
        ("pay 1 0 2", 0, "3 + 2 = 5", False),
        ("pay 2 0 0", 1, "3 + 3 = 6", False),
    ]
    assert data["rows"][0]["keep"] == [
        {"kind": "wheat", "n": 1},
        {"kind": "sheep", "n": 0},
        {"kind": "yen", "n": 2},
    ]


def test_a_wide_payment_shows_a_stepper():
    position = play(arrange(d0(), {"goods": "23/6,6,6,6", "buildings": "b3"}), "use b3")
    play(position, *["educate"] * 6, "done", "pay-part wheat 0")
    data = GAME.view(position, 0)["payment"]
    assert data["rows"] == []
    assert data["stepper"]["kind"] == "rice"
    assert [choice["n"] for choice in data["stepper"]["choices"]] == list(range(7))
    assert data["stepper"]["fixed"] == [{"kind": "wheat", "n": 0}]


def test_a_spot_previews_what_both_seats_could_do_there():
    position = arrange(
        d0(), {"goods": "0/0,1,0,0"}, {"goods": "9/0,0,0,0"}, harvest=1, events=4, spots="3,0,0,0"
    )
    spot = GAME.view(position, 0)["spots"][0]
    assert spot["spot"] == "college"
    preview = spot["preview"]
    assert (preview["yen"], preview["laid"]) == (3, ["city-hall", "village"])
    assert (preview["triggers"], preview["last"]) == (True, True)
    assert [offer["ap"] for offer in preview["offers"]] == [6, 9]
    assert [offer["words"] for offer in preview["offers"]] == [
        "6 AP: training for 3, 6",
        "9 AP: training for 3, 6",
    ]


def test_the_lamps_show_the_events_in_the_order_in_which_they_happened():
    position = d0()
    for spot in ("city-hall", "foreign-residence", "city-hall", "village", "college"):
        go_on(position.play(f"move {spot}"))
    lamps = GAME.view(position, None)["events"]["lamps"]
    assert [lamp["kind"] for lamp in lamps] == ["settlement", "harvest", None, None, None]


@pytest.mark.parametrize(("harvest", "settlement", "expected"), [(0, 0, (10, 16)), (3, 5, (12, 15))])
def test_the_turns_with_which_the_game_can_end(harvest, settlement, expected):
    position = arrange(d0(), harvest=harvest, settlement=settlement, events=harvest // 2 + settlement // 3)
    position.state.turn = harvest + settlement + 1
    turn = GAME.view(position, None)["turn"]
    assert (turn["first_end"], turn["last_end"]) == expected


def test_assumed_numbers_are_marked_and_stated_ones_are_not():
    spots = {spot["spot"]: spot["assumed"] for spot in GAME.view(d0(), None)["spots"]}
    assert spots["college"] == ""
    assert spots["village"].startswith("The printed number is not publicly known")


def test_a_unit_counts_only_the_decisions_of_a_draft():
    position = play(d0(), "move village", "pioneer wheat")
    assert GAME.view(position, 0)["unit"]["steps"] == 2
    position.play("pioneer sheep")
    draft, two, whole = (GAME.view(position, 0, drafted)["unit"] for drafted in (1, 2, 0))
    assert [unit["steps"] for unit in (draft, two, whole)] == [1, 2, 3]
    assert [unit["spot"] for unit in (draft, two, whole)] == [None, None, "village"]
    assert draft["levels"] == [two["levels"][0] + 1, *two["levels"][1:]]
    kinds = [{piece["kind"] for piece in unit["harvest"]} - {"yen"} for unit in (draft, two)]
    assert kinds == [{"sheep"}, {"wheat", "sheep"}]
    assert GAME.view(new(), 0)["unit"] is None


def test_what_comes_is_told_in_few_words_beside_crest_and_sign():
    position = arrange(d0(), harvest=1, events=4)
    college = GAME.view(position, 0)["spots"][0]
    assert (college["preview"]["event"], college["preview"]["event_brief"]) == (
        "harvest, and the last turn",
        "and the last turn",
    )
    briefs = [step["brief"] for step in GAME.view(position, 0)["follows"]]
    assert briefs[0] == "action"
    assert briefs[-1].startswith("turn ")
