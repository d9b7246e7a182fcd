"""The test vectors of section 8.3 of the specification: Consolidations."""

from __future__ import annotations

from tests.games.nippon.helpers import legal, me, play, purse, table, tracks, turn_over
from zashiki.games.nippon.state import DESTINATIONS, LINES


def test_47_a_full_area_with_a_favor_of_level_3():
    p = table(
        area="red red blue white white yellow",
        hiring={"s1": "grey black black", "s2": "grey blue"},
        mining=4,
        finance=5,
        money=9,
        coal=5,
        iron=2,
        silk=1,
    )
    play(p, "consolidate")
    assert legal(p) == sorted(f"favor {line}" for line in LINES)
    play(p, "favor trains")
    assert me(p).favor[2] == 3
    assert purse(p) == {"silk": 3, "vp": 2, "coal": 3, "money": 1, "iron": 2}
    assert turn_over(p)


def test_48_what_salary_cannot_be_paid_is_forgiven():
    p = table(area="black red grey blue white yellow", mining=1, finance=3)
    play(p, "consolidate, favor rnd")
    assert purse(p) == {"coal": 4, "vp": 2, "money": 1}


def test_49_the_expert_earns_and_costs_but_is_no_worker_for_the_favor():
    p = table(area="blue blue white expert-paris", finance=1)
    play(p, "consolidate, favor ships")
    assert me(p).favor[0] == 1
    assert purse(p) == {"money": 6, "coal": 2}
    assert p.state.expert[DESTINATIONS.index("paris")] == 1


def test_50_a_step_of_the_first_space_counts_for_the_income():
    p = play(table(area="white grey", mining=3, finance=1), "consolidate")
    assert legal(p) == ["step finance", "step mining", "step rnd"]
    play(p, "step mining")
    assert tracks(p) == (1, 4, 1)
    assert purse(p) == {"coal": 3, "money": 6}


def test_51_paper_3b_keeps_three_units_of_choice():
    p = play(table(factories="paper-3b", coal=2, money=5, area="blue"), "consolidate")
    assert legal(p) == ["keep 0 3", "keep 1 2", "keep 2 1"]
    play(p, "keep 2 1")
    assert purse(p) == {"coal": 4, "money": 13}


def test_52_an_empty_area_brings_income_and_nothing_else():
    p = play(table(money=1, coal=0), "consolidate")
    assert purse(p) == {"money": 12, "coal": 2}
    assert not me(p).favor.any()
    assert turn_over(p)
    assert p.state.idle == 1


def test_53_no_favor_decision_where_none_is_welcome():
    p = table(area="black black grey", favor=dict.fromkeys(LINES, 1))
    play(p, "consolidate")
    assert turn_over(p)


def test_54_silk_at_the_start_of_a_turn():
    p = table(silk=1)
    assert "silk" in legal(p)
    play(p, "silk")
    assert purse(p) == {"money": 13, "coal": 2}
    assert "silk" not in legal(p)
    assert p.mover == 0
