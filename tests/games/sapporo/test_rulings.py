"""Every ruling of section 7 of the specification, each shown by a test: here, or by the one named in SHOWN."""

from __future__ import annotations

import importlib

import pytest

from zashiki.core.rng import new_rng
from zashiki.games.sapporo.state import NONE

from .helpers import arrange, d0, goods, legal, new, payments, play

NOTHING = {"goods": "0/0,0,0,0"}
RICH = {"goods": "20/5,5,5,5"}

HERE = "test_rulings"
VECTORS = "test_vectors"
EDITION = "test_edition"

SHOWN = {
    "M1": (VECTORS, "test_v05_five_moves_with_the_yen_they_collect_and_leave"),
    "M2": (VECTORS, "test_v15_the_lowest_tier_is_rewarded_after_the_payment"),
    "M3": (HERE, "test_both_seats_may_decline_but_the_pawn_must_move"),
    "P1": (VECTORS, "test_no_piece_of_a_payment_can_be_left_out"),
    "P2": (HERE, "test_yen_are_paid_one_by_one_and_ap_give_no_change"),
    "P3": (VECTORS, "test_v16_the_reward_cannot_pay_for_the_action_that_earns_it"),
    "P4": (VECTORS, "test_v12_any_resource_pays_2_for_a_building"),
    "P5": (VECTORS, "test_v02_purchases_and_first_settlers"),
    "C1": (HERE, "test_fame_can_be_bought_with_the_night_school_after_its_last_lesson"),
    "C2": (HERE, "test_an_educated_worker_stands_in_the_area_at_once_but_buildings_wait_for_the_payment"),
    "V1": (HERE, "test_a_column_can_be_entered_and_climbed_in_one_action_with_the_workers_there_are"),
    "V2": (HERE, "test_nothing_ever_goes_back"),
    "F1": (VECTORS, "test_v22_one_tile_per_action_from_what_is_left_on_the_board"),
    "B1": (HERE, "test_buildings_are_used_only_by_the_active_seat_and_only_in_the_five_gaps"),
    "B2": (HERE, "test_buildings_are_used_only_by_the_active_seat_and_only_in_the_five_gaps"),
    "B3": (HERE, "test_buildings_are_used_only_by_the_active_seat_and_only_in_the_five_gaps"),
    "B4": (VECTORS, "test_v32_a_farm_building_cannot_enter_a_column_without_a_second_worker"),
    "B5": (HERE, "test_the_yen_of_a_building_may_help_to_pay_for_its_action_and_is_kept_without_one"),
    "B6": (VECTORS, "test_v31_a_farm_building_keeps_to_one_of_its_columns"),
    "B7": (VECTORS, "test_v40_a_building_can_be_used_twice_around_a_harvest"),
    "B8": (HERE, "test_the_action_of_a_building_touches_nothing_else"),
    "H1": (VECTORS, "test_v38_the_active_seat_removes_first_then_the_other_then_comes_the_closing_gap"),
    "H2": (HERE, "test_all_workers_can_be_bought_back_one_by_one"),
    "S1": (VECTORS, "test_v44_who_leads_a_column_of_the_council"),
    "S2": (EDITION, "test_a_tie_of_two_against_two_goes_to_the_topmost_worker"),
    "E1": (VECTORS, "test_v45_workers_appointed_in_this_turn_count"),
    "E2": (EDITION, "test_an_edition_that_breaks_a_constraint_is_refused_with_the_reason"),
    "E3": (VECTORS, "test_v51_the_last_turn_is_played_to_its_end"),
    "E4": (VECTORS, "test_v47_goods_left_over_count_twice_for_ryan_up_to_his_cap"),
    "E5": (VECTORS, "test_v47_goods_left_over_count_twice_for_ryan_up_to_his_cap"),
    "E6": (VECTORS, "test_v46_the_scoring_of_the_rulebooks_example"),
    "E7": (VECTORS, "test_v48_the_other_eight_persons"),
    "G1": (VECTORS, "test_v01_without_a_draw_seat_0_starts_and_seat_1_buys_first"),
    "G2": (HERE, "test_after_the_set_up_any_column_may_be_entered"),
    "X1": (VECTORS, "test_v14_a_wide_payment_is_fixed_part_by_part"),
    "X2": (HERE, "test_buildings_are_used_before_the_first_thing_is_taken_or_after_the_payment"),
    "X3": (HERE, "test_a_gap_is_offered_again_only_if_something_may_have_changed"),
    "X4": (HERE, "test_what_is_taken_moves_before_the_payment_and_comes_back_with_the_step"),
    "X5": (VECTORS, "test_v17_twelve_ap_become_eight_fame"),
    "X6": (HERE, "test_different_orders_reach_the_same_state"),
    "X7": (VECTORS, "test_v06_the_shortest_and_the_longest_game"),
}


@pytest.mark.parametrize("ruling", SHOWN)
def test_every_ruling_is_shown(ruling):
    module, name = SHOWN[ruling]
    assert callable(getattr(importlib.import_module(f"{__package__}.{module}"), name))


def test_both_seats_may_decline_but_the_pawn_must_move():
    position = play(arrange(d0(), RICH, RICH), "move college", "done", "done", "end")
    assert (position.state.turn, position.mover) == (2, 1)
    assert all(move.startswith(("move", "use")) for move in legal(position))
    assert "move college" not in legal(position)


def test_yen_are_paid_one_by_one_and_ap_give_no_change():
    position = play(arrange(d0(), {"goods": "6/0,2,0,0", "academy": 4}, spots="0,0,0,0"), "move college")
    play(position, "educate", "done")
    assert payments(position) == ["0 0 4", "1 0 1", "2 0 0"]
    position.play("pay 2 0 0")
    assert goods(position, 0) == "6/0,0,0,0"


def test_fame_can_be_bought_with_the_night_school_after_its_last_lesson():
    position = arrange(d0(), {"goods": "7/0,0,0,0", "academy": 1, "area": 7, "buildings": "b3"})
    play(position, "use b3", "educate")
    assert legal(position) == ["done", "fame"]
    play(position, "fame", "pay-any 0 0 0 0 8")
    assert (position.state.seats[0].fame, position.phase) == (2, "move")


def test_an_educated_worker_stands_in_the_area_at_once_but_buildings_wait_for_the_payment():
    held = {"goods": "9/0,0,0,0", "area": 0, "academy": 4, "levels": "1,1,1,0"}
    position = play(arrange(d0(), held, spots="0,0,0,0"), "move college")
    assert legal(position) == ["done", "educate"]
    position.play("educate")
    assert position.state.seats[0].area == 1
    assert "use b13" not in legal(position)
    play(position, "done", "pay 0 0 4")
    assert (position.phase, legal(position)) == ("gap-act", ["continue", "use b13"])


def test_a_column_can_be_entered_and_climbed_in_one_action_with_the_workers_there_are():
    position = play(arrange(d0(), {**RICH, "area": 1, "levels": "1,0,0,1"}), "move village")
    play(position, "pioneer rice", "pioneer rice", "pioneer wheat", "pioneer rice")
    assert [int(level) for level in position.state.seats[0].levels] == [2, 3, 0, 1]
    assert "pioneer sheep" not in legal(position)


def test_nothing_ever_goes_back():
    """Workers in columns and council stay, the academy never fills, fame never falls."""
    for seed in range(12):
        position, rng = new(), new_rng(seed)
        while not position.is_over:
            before = position.copy().state
            position.play(position.random_move(rng))
            now = position.state
            assert ((before.council == 0) | (before.council == now.council)).all()
            for was, seat in zip(before.seats, now.seats, strict=True):
                assert (was.levels <= seat.levels).all()
                assert was.academy >= seat.academy
                assert was.fame <= seat.fame
                assert not int(was.buildings) & ~int(seat.buildings)
                assert not int(was.persons) & ~int(seat.persons)


def test_buildings_are_used_only_by_the_active_seat_and_only_in_the_five_gaps():
    gaps = set()
    for seed in range(25):
        position, rng = new(), new_rng(seed)
        while not position.is_over:
            if any(move.startswith("use") for move in legal(position)):
                gaps.add(position.phase)
                assert position.mover == position.state.active
                assert not position.state.job.taken
            position.play(position.random_move(rng))
    assert gaps == {"move", "act", "gap-act", "gap-event", "gap-end"}


def test_the_yen_of_a_building_may_help_to_pay_for_its_action_and_is_kept_without_one():
    position = play(arrange(d0(), {"goods": "0/1,0,0,0", "buildings": "b3"}), "use b3")
    assert legal(position) == ["done", "educate"]
    declined = position.copy().play("done")
    assert (goods(declined, 0), declined.phase) == ("1/1,0,0,0", "move")
    position.play("educate")
    assert payments(position) == ["1 0 0 0 1"]


def test_the_action_of_a_building_touches_nothing_else():
    position = arrange(d0(), {**RICH, "buildings": "b4"}, RICH, spots="1,2,3,4")
    before = position.copy().state
    play(position, "use b4", "invest dunn", "pay-any 2 0 0 0 1")
    now = position.state
    assert (position.phase, position.mover) == ("move", 0)
    assert [int(yen) for yen in now.spots] == [1, 2, 3, 4]
    assert (now.pawn, now.turn, list(now.tracks)) == (before.pawn, before.turn, list(before.tracks))
    assert now.seats[1].tobytes() == before.seats[1].tobytes()


def test_all_workers_can_be_bought_back_one_by_one():
    used = {"buildings": "b1 b7 b8", "occupied": "b1 b7 b8", "area": 0, "academy": 4}
    position = arrange(d0(), {**NOTHING, **used, "levels": "0,0,3,0"}, NOTHING, harvest=1, spots="0,0,0,0")
    play(position, "move college", "free b7", "free b8")
    assert legal(position) == ["free b1", "keep"]
    position.play("free b1")
    assert (position.state.seats[0].area, position.state.seats[0].yen) == (3, 1)
    assert position.phase == "gap-end"


def test_the_other_seats_removal_is_its_own_decision_after_the_active_seats():
    used = {"area": 0, "academy": 4, "goods": "2/0,0,0,0"}
    position = arrange(
        d0(),
        {**used, "buildings": "b1 b7", "occupied": "b1 b7"},
        {**used, "buildings": "b8 b12", "occupied": "b8 b12"},
        harvest=1,
        spots="0,0,0,0",
    )
    play(position, "move college")
    movers = []
    while position.phase.startswith("free"):
        movers.append((position.mover, position.phase))
        position.play(legal(position)[-1])
    assert movers == [(0, "free-first"), (0, "free-more"), (1, "free-first"), (1, "free-more")]


def test_after_the_set_up_any_column_may_be_entered():
    position = play(arrange(d0(), RICH, RICH), "move village")
    assert "pioneer rice" in legal(position)
    play(position, "done")
    assert position.mover == 1
    assert "pioneer wheat" in legal(position)


def test_buildings_are_used_before_the_first_thing_is_taken_or_after_the_payment():
    position = play(arrange(d0(), RICH), "move village")
    assert "use b13" in legal(position)
    position.play("pioneer wheat")
    assert "use b13" not in legal(position)
    play(position, "done", "pay 1 0 0")
    assert "use b13" in legal(position)


def test_a_use_in_the_own_action_leads_back_to_a_fresh_action():
    position = play(arrange(d0(), {**RICH, "buildings": "b4 b13"}), "move village", "use b4", "invest dunn")
    play(position, "pay-any 0 0 0 2 1")
    assert position.phase == "act"
    assert (position.state.job.taken, position.state.job.cost, position.state.job.building) == (0, 0, NONE)
    assert "use b13" in legal(position)


def test_a_gap_is_offered_again_only_if_something_may_have_changed():
    # Taking nothing has just declined the same uses: no gap before the other seat's action.
    position = play(arrange(d0(), RICH, RICH, harvest=1), "move college", "done")
    assert (position.phase, position.mover) == ("opp-act", 1)
    # The other seat's voluntary refusal is a decision: the gap before the event is offered.
    assert position.copy().play("done").phase == "gap-event"
    # Without an event there is only the closing gap.
    quiet = play(arrange(d0(), RICH, RICH), "move college", "done", "done")
    assert quiet.phase == "gap-end"
    # A seat that could not act has changed nothing: no gap before the event, and none at the end without one.
    alone = play(arrange(d0(), RICH, NOTHING, harvest=1), "move college", "done")
    assert (alone.phase, int(alone.state.events)) == ("gap-end", 1)
    alone = play(arrange(d0(), RICH, NOTHING), "move college", "done")
    assert (alone.phase, alone.mover) == ("move", 1)


def test_what_is_taken_moves_before_the_payment_and_comes_back_with_the_step():
    position = play(arrange(d0(), RICH), "move foreign-residence")
    before = position.key
    position.play("invest b6")
    assert position.phase == "pay"
    assert int(position.state.seats[0].buildings).bit_count() == 2
    position.undo()
    assert position.key == before


def test_different_orders_reach_the_same_state():
    one = play(d0(), "move village", "pioneer wheat", "pioneer cattle")
    other = play(d0(), "move village", "pioneer cattle", "pioneer wheat")
    assert one == other
    moves = [str(step.move) for step in d0().steps]
    shuffled = play(new(), *moves[5::-1], *moves[11:5:-1], *moves[15:11:-1], *moves[16:])
    assert shuffled == d0()
