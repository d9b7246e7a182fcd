"""The test vectors V01 to V51 of the specification (section 8.1), each named after what it shows."""

from __future__ import annotations

import numpy as np
import pytest

from zashiki.games.sapporo import rules
from zashiki.games.sapporo.state import NONE, PERSONS, SPOTS, TRACKS

from .helpers import arrange, comparison_line, d0, go_on, goods, legal, new, payments, play, seat_text

RESOURCES = ("wheat", "rice", "sheep", "cattle")


def raisable(position, number, spot):
    where = SPOTS.index(spot) if spot else NONE
    return int(rules.raisable(position.rules, position.state.seats[number], where))


def owing(cost, held, spot="college"):
    """A position in which seat 0 has to pay a cost at a spot; held is `a/b/yen` in the spot's two resources."""
    high, low, yen = (int(n) for n in held.split("/"))
    position = play(d0(), f"move {spot}")
    state = position.state
    place = position.rules.spots[state.pawn]
    seat = state.seats[0]
    seat.yen, seat.goods[:] = yen, 0
    seat.goods[place.high], seat.goods[place.low] = high, low
    state.job.cost, state.job.taken = cost, 1
    rules.enter(state, rules.Phase.PAY, 0)
    return position


def owing_any(cost, held):
    """A position in which seat 0 has to pay a cost for the Night School."""
    position = arrange(d0(), {"goods": "9/0,0,0,0", "buildings": "b3"})
    play(position, "use b3")
    arrange(position, {"goods": held})
    position.state.job.cost, position.state.job.taken = cost, 1
    rules.enter(position.state, rules.Phase.TILE_PAY, 0)
    return position


# ---- the set-up


def test_v01_the_deal_draws_from_what_is_left_then_the_start_seat():
    position = new()
    left = []
    while position.mover == "*":
        outcomes = position.outcomes
        assert {weight for _, weight in outcomes} == {1}
        left.append((str(outcomes[0][0]).split()[0], len(outcomes)))
        position.play(outcomes[-1][0])
    assert left == (
        [("person", n) for n in (10, 9, 8, 7, 6, 5)]
        + [("board-building", n) for n in (13, 12, 11, 10, 9, 8)]
        + [("offer", n) for n in (7, 6, 5, 4)]
        + [("first", 2)]
    )
    assert str(position.steps[-1].move) == "first 1"
    assert position.mover == 0


def test_v01_without_a_draw_seat_0_starts_and_seat_1_buys_first():
    position = d0("offer b13", start_player="seat0")
    assert position.mover == 1
    assert position.phase == "buy"
    assert position.state.start == 0


def test_v02_purchases_and_first_settlers():
    position = d0("first 0")
    assert (position.mover, legal(position)) == (1, ["buy b12", "buy b13", "buy b7", "buy b8"])
    play(position, "buy b12")
    assert (position.mover, legal(position)) == (0, ["buy b13", "buy b7", "buy b8"])
    play(position, "buy b13")
    assert [int(position.state.seats[n].yen) for n in (0, 1)] == [1, 2]
    assert (position.mover, legal(position)) == (0, sorted(f"settle {column}" for column in RESOURCES))
    play(position, "settle wheat")
    assert (position.mover, legal(position)) == (1, ["settle cattle", "settle rice", "settle sheep"])


# ---- moving the pawn


def test_v03_the_first_move_goes_anywhere():
    assert legal(d0()) == sorted([*(f"move {spot}" for spot in SPOTS), "use b13"])


def test_v04_a_move_takes_the_yen_lays_new_ones_and_advances_a_marker():
    assert comparison_line(play(d0(), "move college")) == (
        "phase=act mover=0 turn=1 active=0 start=0 pawn=college spots=0,2,2,1 tracks=1,0 events=0 pending=- "
        "persons=boehmer,clark,dunn,kuroda,ryan,shima buildings=b1,b2,b3,b4,b5,b6 offer=- council=......... "
        "s0=2/2,1,1,1/2/6/1,0,0,0/b13/-/-/0 s1=2/2,1,1,1/2/6/0,1,0,0/b12/-/-/0 job=educate:spot:0:0:-:-:-"
    )


def test_v05_five_moves_with_the_yen_they_collect_and_leave():
    position = d0()
    collected, left, due = [], [], []
    for spot in ("village", "college", "foreign-residence", "city-hall", "village"):
        pawn = int(position.state.pawn)
        assert [str(m) for m in position.legal_moves if str(m).startswith("move")] == [
            f"move {other}" for number, other in enumerate(SPOTS) if number != pawn
        ]
        collected.append(int(position.state.spots[SPOTS.index(spot)]))
        before = int(position.state.seats[position.mover].yen)
        mover = position.mover
        position.play(f"move {spot}")
        assert position.state.seats[mover].yen == before + collected[-1]
        left.append([int(yen) for yen in position.state.spots])
        due.append("" if position.state.pending == NONE else TRACKS[position.state.pending])
        go_on(position)
    assert collected == [1, 2, 2, 3, 2]
    assert left == [[2, 1, 0, 2], [0, 2, 1, 2], [0, 3, 2, 0], [1, 0, 2, 1], [2, 0, 0, 2]]
    assert due == ["", "harvest", "", "", ""]


@pytest.mark.parametrize(
    ("spots", "turns", "events"),
    [
        (["village", "college"] * 5, 10, [5, 0]),
        (["village", *["city-hall", "foreign-residence"] * 7, "college"], 16, [1, 4]),
    ],
    ids=["shortest", "longest"],
)
def test_v06_the_shortest_and_the_longest_game(spots, turns, events):
    position = d0()
    for spot in spots:
        assert not position.is_over
        go_on(position.play(f"move {spot}"))
    assert position.is_over
    assert position.state.turn == turns
    icons = position.rules.icons
    held = [int(icons[track, : position.state.tracks[track] + 1].sum()) for track in range(2)]
    assert held == events


# ---- payments


def test_v07_the_payment_of_the_rulebooks_example():
    position = owing(12, "2/1/4")
    assert raisable(position, 0, "college") == 12
    assert legal(position) == ["pay 2 1 4"]


@pytest.mark.parametrize(
    ("cost", "held", "expected"),
    [
        (5, "2/2/5", ["0 0 5", "0 1 3", "0 2 1", "1 0 2", "1 1 0", "2 0 0"]),
        (3, "1/2/1", ["0 1 1", "0 2 0", "1 0 0"]),
        (4, "2/0/0", ["2 0 0"]),
        (7, "1/4/1", ["0 3 1", "0 4 0", "1 2 0"]),
        (6, "3/3/6", ["0 0 6", "0 1 4", "0 2 2", "0 3 0", "1 0 3", "1 1 1", "1 2 0", "2 0 0"]),
        (1, "1/1/0", ["0 1 0", "1 0 0"]),
        (2, "1/1/2", ["0 0 2", "0 1 0", "1 0 0"]),
    ],
    ids=["v08", "v09-a", "v09-b", "v09-c", "v10", "v11-a", "v11-b"],
)
@pytest.mark.parametrize("spot", SPOTS)
def test_no_piece_of_a_payment_can_be_left_out(cost, held, expected, spot):
    assert payments(owing(cost, held, spot)) == expected


def test_v12_any_resource_pays_2_for_a_building():
    found = payments(owing_any(3, "5/2,1,1,1"))
    assert len(found) == 12
    assert [p for p in found if p.startswith("0 0 0 0")] == ["0 0 0 0 3"]
    two = [p for p in found if p.endswith(" 0")]
    assert len(two) == 7
    assert "2 0 0 0 0" in two
    assert len([p for p in found if p.endswith(" 1")]) == 4


def test_v13_two_more_payments_for_a_building():
    assert payments(owing_any(5, "3/1,0,0,2")) == [
        "0 0 0 1 3",
        "0 0 0 2 1",
        "1 0 0 0 3",
        "1 0 0 1 1",
        "1 0 0 2 0",
    ]
    assert payments(owing_any(4, "0/1,1,0,0")) == ["1 1 0 0 0"]


def test_v14_a_wide_payment_is_fixed_part_by_part():
    position = play(arrange(d0(), {"goods": "23/6,6,6,6", "buildings": "b3"}), "use b3")
    assert raisable(position, 0, None) == 72
    play(position, *["educate"] * 6, "done")
    assert position.state.job.cost == 24
    out = np.zeros(2000, np.int32)
    assert rules.list_payments(position.state, position.rules, NONE, 2000, out) == 1316
    assert legal(position) == [f"pay-part wheat {n}" for n in range(7)]
    assert len(legal(position.copy().play("pay-part wheat 6"))) == 84
    assert all(move.startswith("pay-any 6 ") for move in legal(position.copy().play("pay-part wheat 6")))
    position.play("pay-part wheat 0")
    assert rules.list_payments(position.state, position.rules, NONE, 2000, out) == 287
    assert legal(position) == [f"pay-part rice {n}" for n in range(7)]
    position.play("pay-part rice 6")
    assert len(legal(position)) == 28
    assert comparison_line(position).endswith("job=educate:b3@move:6:24:-:bottom+middle+top:0,6")
    assert "pay-any 0 6 1 2 6" in legal(position)
    position.play("pay-any 0 6 0 6 0")
    assert goods(position, 0) == "26/6,0,6,0"
    assert position.state.seats[0].academy == 0


# ---- educate


def test_v15_the_lowest_tier_is_rewarded_after_the_payment():
    position = play(arrange(d0(), {"goods": "3/0,2,0,1"}), "move college")
    assert raisable(position, 0, "college") == 12
    play(position, "educate", "educate")
    assert position.state.job.cost == 6
    position.play("educate")
    assert position.state.job.cost == 10
    assert legal(position) == ["pay 2 0 4", "pay 2 1 2"]
    position.play("pay 2 1 2")
    assert seat_text(position.state, 0) == "4/0,0,0,0/5/3/1,0,0,0/b13/-/-/0"
    assert (position.phase, legal(position)) == ("gap-act", ["continue", "use b13"])


def test_v16_the_reward_cannot_pay_for_the_action_that_earns_it():
    position = arrange(d0(), {"goods": "0/0,2,0,0"}, spots="0,1,1,1")
    play(position, "move college", "educate", "educate")
    assert legal(position) == ["pay 2 0 0"]
    position.play("pay 2 0 0")
    assert position.state.seats[0].yen == 2


def test_v17_twelve_ap_become_eight_fame():
    position = arrange(d0(), {"goods": "3/0,3,0,0", "academy": 0, "area": 8}, spots="0,1,1,1")
    play(position, "move college", *["fame"] * 4)
    assert legal(position) == ["pay 3 0 3"]
    assert position.state.seats[0].fame == 8


def test_v18_fame_can_be_bought_in_the_action_that_empties_the_academy():
    position = arrange(d0(), {"goods": "2/0,2,0,0", "academy": 1, "area": 7}, spots="0,1,1,1")
    play(position, "move college")
    assert "fame" not in legal(position)
    position.play("educate")
    assert legal(position) == ["done", "fame"]
    position.play("fame")
    assert position.state.job.cost == 8
    assert legal(position) == ["pay 2 0 2"]
    position.play("pay 2 0 2")
    assert (position.state.seats[0].fame, position.state.seats[0].academy) == (2, 0)


def test_v19_a_turn_in_which_nobody_can_do_anything_ends_at_once():
    poor = {"goods": "0/5,0,5,1"}
    position = arrange(d0(), {**poor, "buildings": "b7"}, poor, spots="0,1,1,1")
    position.play("move college")
    assert [raisable(position, n, "college") for n in (0, 1)] == [2, 2]
    assert (position.phase, position.mover, int(position.state.turn)) == ("move", 1, 2)


# ---- pioneer


def test_v20_pioneering_any_columns_in_one_action():
    position = play(d0(), "move village")
    assert raisable(position, 0, "village") == 10
    four = [f"pioneer {column}" for column in RESOURCES]
    assert legal(position) == sorted([*four, "done", "use b13"])
    play(position, "pioneer cattle", "pioneer cattle")
    assert (position.state.seats[0].area, position.state.seats[0].levels[3]) == (1, 2)
    assert position.state.job.cost == 5
    assert legal(position) == sorted([*four, "done"])
    position.play("done")
    assert legal(position) == ["pay 1 0 2", "pay 1 1 0", "pay 2 0 0"]


def test_v21_a_column_ends_at_its_top_and_needs_a_worker_to_be_entered():
    position = arrange(d0(), {"goods": "0/4,0,0,0", "levels": "3,4,0,0", "area": 0, "occupied": "b13"})
    position.play("move village")
    assert raisable(position, 0, "village") == 13
    assert legal(position) == ["done", "pioneer wheat"]
    position.play("pioneer wheat")
    assert legal(position) == ["pay 2 0 0"]


# ---- invest


def test_v22_one_tile_per_action_from_what_is_left_on_the_board():
    position = arrange(d0(), {"goods": "2/0,0,1,0"}, spots="1,1,1,0")
    position.play("move foreign-residence")
    assert raisable(position, 0, "foreign-residence") == 5
    cheap = [f"invest b{n}" for n in range(1, 7)] + [
        f"invest {p}" for p in ("boehmer", "clark", "dunn", "kuroda")
    ]
    assert legal(position) == sorted([*cheap, "done", "use b13"])
    position.play("invest dunn")
    assert legal(position) == ["pay 1 0 2"]
    position.play("pay 1 0 2")
    assert position.phase == "gap-act"
    assert (int(position.state.persons).bit_count(), int(position.state.buildings).bit_count()) == (5, 6)
    position.play("continue")
    assert raisable(position, 1, "foreign-residence") == 9
    rest = [f"invest b{n}" for n in range(1, 7)] + [
        f"invest {p}" for p in ("boehmer", "clark", "kuroda", "ryan", "shima")
    ]
    assert (position.mover, legal(position)) == (1, sorted([*rest, "done"]))


def test_v23_a_building_just_acquired_can_be_used():
    position = arrange(d0(), {"goods": "2/0,0,0,0"}, spots="1,1,1,0")
    play(position, "move foreign-residence", "invest b6", "pay 0 0 2")
    assert (position.phase, legal(position)) == ("gap-act", ["continue", "use b13", "use b6"])
    position.play("use b6")
    assert (position.state.seats[0].area, position.state.seats[0].yen) == (1, 1)
    assert raisable(position, 0, None) == 1
    assert (position.phase, legal(position)) == ("gap-act", ["continue", "use b13"])


# ---- appoint


def test_v24_one_worker_per_action_on_a_space_nobody_holds():
    position = arrange(d0(), {"goods": "11/0,0,0,0"}, spots="1,0,1,1")
    position.play("move city-hall")
    spaces = [f"appoint {bench}-{n}" for bench in ("left", "middle", "right") for n in (1, 2, 3)]
    assert legal(position) == sorted([*spaces, "done", "use b13"])
    position.play("appoint left-3")
    assert legal(position) == ["pay 0 0 5"]
    position.play("pay 0 0 5")
    assert (position.state.seats[0].yen, position.state.seats[0].area) == (6, 1)
    position.play("continue")
    assert raisable(position, 1, "city-hall") == 7
    affordable = ["left-1", "left-2", "middle-1", "middle-2", "middle-3", "right-1"]
    assert (position.mover, legal(position)) == (1, sorted([*(f"appoint {s}" for s in affordable), "done"]))


def test_v25_without_a_free_worker_there_is_no_appointment():
    position = arrange(d0(), {"goods": "5/0,0,0,0", "levels": "1,1,0,0", "area": 0, "occupied": "b13"})
    position.play("move city-hall")
    assert (position.phase, position.mover) == ("opp-act", 1)


# ---- buildings


@pytest.mark.parametrize(
    ("move", "after", "fame"),
    [
        ("use b1 sheep", "1/1,1,2,1", 0),
        ("use b2 wheat", "4/0,1,1,1", 3),
        ("use b12 cattle", "6/1,1,1,0", 0),
        ("use b13", "5/1,1,1,1", 0),
        ("use b7", "2/2,1,1,1", 0),
        ("use b8", "2/1,2,1,1", 0),
        ("use b9", "2/1,1,2,1", 0),
        ("use b10", "2/1,1,1,2", 0),
    ],
)
def test_v26_what_a_building_takes_and_gives(move, after, fame):
    position = arrange(d0(), {"goods": "3/1,1,1,1", "buildings": move.split()[1]})
    position.play(move)
    assert (goods(position, 0), position.state.seats[0].fame) == (after, fame)
    assert (position.state.seats[0].area, position.phase) == (1, "move")


@pytest.mark.parametrize(
    ("building", "held", "uses"),
    [
        ("b1", "1/0,0,0,0", []),
        ("b1", "2/0,0,0,0", [f"use b1 {resource}" for resource in sorted(RESOURCES)]),
        ("b9", "0/1,1,1,1", []),
        ("b2", "9/0,0,0,0", []),
        ("b12", "0/0,2,0,0", ["use b12 rice"]),
        ("b13", "0/0,0,0,0", ["use b13"]),
        ("b3", "0/0,0,0,0", ["use b3"]),
    ],
)
def test_v27_a_building_needs_its_whole_cost(building, held, uses):
    position = arrange(d0(), {"goods": held, "buildings": building})
    assert [move for move in legal(position) if move.startswith("use")] == uses


def test_v28_a_building_whose_action_nobody_can_pay_gives_its_yen():
    position = play(arrange(d0(), {"goods": "0/0,0,0,0", "buildings": "b3"}), "use b3")
    assert (position.state.seats[0].yen, position.state.seats[0].area, position.phase) == (1, 1, "move")


def test_v29_the_appointment_office_takes_one_worker_and_appoints_another():
    position = play(arrange(d0(), {"goods": "0/0,0,1,0", "buildings": "b11"}), "use b11")
    assert raisable(position, 0, None) == 3
    assert legal(position) == ["appoint left-1", "done"]
    position.play("appoint left-1")
    assert legal(position) == ["pay-any 0 0 1 0 1"]
    assert position.state.seats[0].area == 0


def test_v30_without_a_second_worker_it_only_gives_its_yen():
    held = {"goods": "9/1,1,1,1", "buildings": "b11", "area": 1, "levels": "1,0,1,0"}
    position = play(arrange(d0(), held), "use b11")
    assert (position.state.seats[0].yen, position.state.seats[0].area, position.phase) == (10, 0, "move")


@pytest.mark.parametrize(
    ("option", "then"),
    [
        ("one_column", ["done", "pioneer cattle"]),
        ("both", ["done", "pioneer cattle", "pioneer rice"]),
    ],
)
def test_v31_a_farm_building_keeps_to_one_of_its_columns(option, then):
    position = arrange(
        d0(farm_buildings=option), {"goods": "9/0,0,0,0", "buildings": "b5", "levels": "0,0,0,1"}
    )
    position.play("use b5")
    assert legal(position) == ["done", "pioneer cattle", "pioneer rice"]
    position.play("pioneer cattle")
    assert legal(position) == then


def test_v32_a_farm_building_cannot_enter_a_column_without_a_second_worker():
    held = {"goods": "9/0,0,0,0", "buildings": "b5", "area": 1, "levels": "1,0,0,1"}
    position = play(arrange(d0(), held), "use b5")
    assert legal(position) == ["done", "pioneer cattle"]


def test_v33_the_investment_office_acquires_a_building_that_can_be_used_at_once():
    position = arrange(d0(), {"goods": "1/0,0,0,0", "buildings": "b4"}, board="b7")
    position.play("use b4")
    assert raisable(position, 0, None) == 2
    assert legal(position) == ["done", "invest b1", "invest b3", "invest b5", "invest b6", "invest b7"]
    play(position, "invest b7", "pay-any 0 0 0 0 1")
    assert position.phase == "move"
    assert "use b7" in legal(position)


def test_v34_buildings_can_be_used_before_the_first_thing_is_taken():
    position = play(arrange(d0(), {"goods": "0/0,0,0,0"}), "move college")
    assert (position.state.seats[0].yen, legal(position)) == (1, ["done", "use b13"])
    position.play("use b13")
    assert (position.state.seats[0].yen, legal(position)) == (3, ["done", "educate"])
    position.play("educate")
    assert legal(position) == ["pay 0 0 3"]
    position.play("pay 0 0 3")
    assert (position.phase, position.mover) == ("opp-act", 1)


# ---- harvests


NOTHING = {"goods": "0/0,0,0,0"}


def rich_harvest():
    """V35: the harvest of the rulebook's example."""
    return arrange(
        d0(),
        {
            **NOTHING,
            "levels": "2,0,3,0",
            "area": 0,
            "academy": 4,
            "buildings": "b1 b7 b8",
            "occupied": "b1 b7 b8",
        },
        NOTHING,
        harvest=1,
        spots="0,0,0,0",
    ).play("move village")


def test_v35_a_harvest_yields_every_space_up_to_the_worker():
    position = rich_harvest()
    assert [goods(position, n) for n in (0, 1)] == ["4/2,0,3,0", "0/0,1,0,0"]
    assert (position.phase, position.mover) == ("free-first", 0)
    assert legal(position) == ["free b1", "free b7", "free b8"]


def test_v36_one_worker_returns_free_of_charge_further_ones_for_a_yen():
    position = rich_harvest().play("free b1")
    assert (position.state.seats[0].yen, position.phase) == (4, "free-more")
    play(position, "free b8", "keep")
    assert seat_text(position.state, 0) == "3/2,0,3,0/2/4/2,0,3,0/b1,b7,b8/b7/-/0"
    assert position.phase == "gap-end"
    assert legal(position) == sorted(["end", "use b8", *(f"use b1 {r}" for r in RESOURCES)])


def test_v37_a_single_worker_returns_by_itself_for_both_seats():
    held = {**NOTHING, "area": 1}
    position = arrange(
        d0(), {**held, "occupied": "b13"}, {**held, "occupied": "b12"}, harvest=1, spots="0,0,0,0"
    )
    position.play("move college")
    assert [int(position.state.seats[n].area) for n in (0, 1)] == [2, 2]
    assert [int(position.state.seats[n].occupied) for n in (0, 1)] == [0, 0]
    assert (position.phase, legal(position)) == ("gap-end", ["end", "use b13"])


def test_v38_the_active_seat_removes_first_then_the_other_then_comes_the_closing_gap():
    position = arrange(
        d0(),
        {**NOTHING, "area": 0, "buildings": "b1 b13", "occupied": "b1 b13"},
        {**NOTHING, "area": 0, "buildings": "b7 b12", "occupied": "b7 b12"},
        harvest=1,
        spots="0,0,0,0",
    )
    play(position, "move college", "free b13")
    assert (position.mover, legal(position)) == (1, ["free b12", "free b7"])
    position.play("free b12")
    assert (position.mover, position.phase) == (0, "gap-end")


def test_v39_yen_just_harvested_pays_for_a_removal():
    position = arrange(
        d0(),
        NOTHING,
        {**NOTHING, "levels": "0,2,0,0", "area": 0, "buildings": "b7 b12", "occupied": "b7 b12"},
        harvest=1,
        spots="0,0,0,0",
    )
    play(position, "move college", "done", "free b12")
    assert goods(position, 1) == "1/0,2,0,0"
    assert (position.mover, legal(position)) == (1, ["free b7", "keep"])
    position.play("free b7")
    assert (position.state.seats[1].yen, position.state.seats[1].area) == (0, 2)


def test_v40_a_building_can_be_used_twice_around_a_harvest():
    position = arrange(d0(), NOTHING, NOTHING, harvest=1, spots="0,0,0,0")
    play(position, "use b13", "move college")
    assert (position.phase, position.state.seats[0].yen) == ("gap-end", 2)
    position.play("use b13")
    assert position.state.seats[0].yen == 4
    assert (position.phase, position.mover, int(position.state.turn)) == ("move", 1, 2)


def test_v41_a_gap_before_the_event_follows_a_decision_of_the_other_seat():
    position = arrange(d0(), NOTHING, {"goods": "3/0,0,0,0"}, harvest=1, spots="0,0,0,0")
    play(position, "move college", "done")
    assert (position.phase, position.mover) == ("opp-act", 1)
    position.play("done")
    assert (position.phase, legal(position)) == ("gap-event", ["continue", "use b13"])
    assert (position.state.events, TRACKS[position.state.pending]) == (0, "harvest")
    position.play("continue")
    assert (position.state.events, position.state.pending) == (1, NONE)
    assert (position.phase, legal(position)) == ("gap-end", ["end", "use b13"])


@pytest.mark.parametrize(
    ("harvest", "phase", "mover", "turn"), [(1, "gap-end", 0, 1), (0, "move", 1, 2)], ids=["event", "none"]
)
def test_v42_a_seat_that_cannot_act_lets_the_gap_after_it_be_skipped(harvest, phase, mover, turn):
    position = arrange(d0(), NOTHING, NOTHING, harvest=harvest, spots="0,0,0,0")
    play(position, "move college", "done")
    assert (position.phase, position.mover, int(position.state.turn)) == (phase, mover, turn)
    assert position.state.events == harvest


# ---- settlements


def settled(council, marker=2):
    """The fame of both seats after a move to the City Hall in which nobody can act."""
    bare = {**NOTHING, "buildings": "", "area": 0, "academy": 5}
    position = arrange(d0(), bare, bare, settlement=marker, council=council)
    position.play("move city-hall")
    assert (position.phase, position.mover) == ("move", 1)
    assert position.state.events == (marker + 1) // 3
    return [int(position.state.seats[n].fame) for n in (0, 1)]


EXAMPLE = {"left-1": 0, "left-2": 1, "left-3": 0, "middle-1": 1, "right-1": 1, "right-2": 0}


def test_v43_the_settlement_of_the_rulebooks_example():
    assert settled(EXAMPLE) == [8, 8]


def test_v43_a_marker_short_of_its_icon_brings_no_event():
    assert settled(EXAMPLE, marker=1) == [0, 0]


@pytest.mark.parametrize(
    ("council", "fame"),
    [
        ({}, [0, 0]),
        ({"left-1": 1, "left-2": 1, "left-3": 1}, [0, 3]),
        ({"middle-1": 0, "middle-2": 0, "middle-3": 1}, [4, 2]),
        ({"right-1": 0, "right-3": 1}, [3, 5]),
        ({"left-1": 0, "left-2": 1, "middle-1": 1, "middle-2": 0, "right-1": 1, "right-3": 0}, [10, 8]),
    ],
    ids=["nobody", "alone", "number-beats-height", "height-breaks-a-tie", "three-ties"],
)
def test_v44_who_leads_a_column_of_the_council(council, fame):
    assert settled(council) == fame


def test_v45_workers_appointed_in_this_turn_count():
    position = arrange(
        d0(), {"goods": "3/0,0,0,0", "buildings": "b7"}, {"goods": "4/0,0,0,0"}, settlement=2, spots="0,0,0,0"
    )
    play(position, "move city-hall", "appoint left-1", "pay 0 0 3")
    assert (position.mover, legal(position)) == (1, ["appoint left-2", "done"])
    play(position, "appoint left-2", "pay 0 0 4")
    assert [int(position.state.seats[n].fame) for n in (0, 1)] == [1, 3]
    assert position.state.turn == 2


# ---- scoring


def parts(position, number=0):
    standing = position.standings[number]
    return standing.score, dict(standing.breakdown)


def test_v46_the_scoring_of_the_rulebooks_example():
    position = arrange(
        d0(),
        {
            "academy": 0,
            "levels": "3,0,4,3",
            "goods": "1/0,0,0,2",
            "persons": "dunn ryan",
            "area": 2,
            "fame": 7,
        },
        council={"left-1": 0, "left-2": 0, "middle-1": 0, "right-1": 0},
    )
    assert parts(position) == (
        57,
        {"fame": 7, "academy": 9, "columns": 9, "persons": 10, "council": 21, "leftovers": 1},
    )
    points = {
        p: int(rules.person_points(position.state, position.rules, 0, PERSONS.index(p))) for p in PERSONS
    }
    assert (points["ryan"], points["dunn"]) == (3, 7)


@pytest.mark.parametrize(("cap", "score"), [("edition", 14), ("none", 18)])
def test_v47_goods_left_over_count_twice_for_ryan_up_to_his_cap(cap, score):
    bare = {"levels": "0,0,0,0", "persons": "ryan", "goods": "5/4,0,3,0"}
    assert parts(arrange(d0(ryan_cap=cap), bare))[0] == score


def test_v48_the_other_eight_persons():
    everybody = "boehmer brooks capron clark kuroda penhallow shima wheeler"
    held = {
        "goods": "0/0,0,0,0",
        "area": 3,
        "academy": 2,
        "levels": "1,0,2,0",
        "buildings": "b1 b2 b13",
        "occupied": "b1",
        "persons": everybody,
    }
    position = arrange(d0(), held, council={"left-1": 0})
    points = [
        int(rules.person_points(position.state, position.rules, 0, PERSONS.index(p)))
        for p in everybody.split()
    ]
    assert points == [3, 1, 4, 4, 16, 6, 2, 6]
    assert parts(position) == (
        48,
        {"fame": 0, "academy": 3, "columns": 0, "persons": 42, "council": 3, "leftovers": 0},
    )
    position.state.seats[0].area = 5
    assert parts(position)[0] == 50


@pytest.mark.parametrize(
    ("field", "values", "part", "fame"),
    [
        ("levels", ["0,0,0,0", "1,0,0,0", "0,2,0,0", "0,0,3,0", "0,0,0,4"], "columns", [0, 0, 0, 2, 5]),
        ("academy", [6, 4, 3, 2, 1, 0], "academy", [0, 0, 0, 3, 3, 9]),
        (
            "goods",
            ["0/0,0,0,0", "0/1,0,0,0", "1/0,0,1,0", "2/1,1,1,2"],
            "leftovers",
            [0, 0, 1, 3],
        ),
    ],
)
def test_v49_fame_of_columns_academy_and_leftovers(field, values, part, fame):
    assert [parts(arrange(d0(), {field: value}))[1][part] for value in values] == fame


@pytest.mark.parametrize(("last", "ranks"), [(1, [2, 1]), (0, [1, 2])])
def test_v50_a_tie_goes_to_the_seat_that_was_active_last(last, ranks):
    bare = {"goods": "0/0,0,0,0", "levels": "0,0,0,0", "fame": 3}
    position = arrange(d0(), bare, bare)
    position.state.active = last
    assert [(s.score, s.rank) for s in position.standings] == list(zip([3, 3], ranks, strict=True))


def test_v51_the_last_turn_is_played_to_its_end():
    position = arrange(
        d0(),
        {"goods": "0/1,0,0,0", "buildings": "b2"},
        {"goods": "3/0,0,0,0"},
        harvest=1,
        events=4,
        spots="0,0,0,0",
    )
    play(position, "move college", "done", "done", "continue")
    assert (position.phase, int(position.state.events)) == ("gap-end", 5)
    position.play("use b2 wheat")
    assert position.is_over
    assert [goods(position, n) for n in (0, 1)] == ["1/1,0,0,0", "3/0,1,0,0"]
    assert [(s.score, s.rank) for s in position.standings] == [(4, 1), (2, 2)]
