"""The test vectors of section 8.1 of the specification: actions and what Factories add to them."""

from __future__ import annotations

import pytest

from tests.games.nippon.helpers import (
    factory,
    goods,
    legal,
    me,
    play,
    purse,
    starting,
    table,
    tracks,
    turn_over,
)
from zashiki.games.nippon.state import COLOURS, DESTINATIONS


def upgraded(position, seat=0):
    return {colour for i, colour in enumerate(COLOURS) if me(position, seat).upgraded[i]}


def test_01_research_three_times_costs_1_2_3_and_passes_the_arrow():
    p = play(table(), "take s1 red rnd, research, research, research")
    assert purse(p) == {"money": 6, "coal": 2}
    assert tracks(p) == (4, 1, 2)
    assert turn_over(p)


def test_02_the_extra_step_of_the_first_research_comes_before_the_next_is_paid():
    p = play(table(rnd=4, factories="cotton-3a"), "take s1 red rnd, research")
    assert purse(p)["money"] == 11
    assert tracks(p)[0] == 6
    assert legal(p) == ["research", "stop"]
    assert purse(play(p, "research"))["money"] == 9


def test_03_an_extra_step_beyond_the_track_is_lost_and_ends_the_action():
    p = play(table(rnd=14, factories="cotton-3a"), "take s1 red rnd, research")
    assert tracks(p)[0] == 15
    assert turn_over(p)


def test_04_research_at_the_end_of_the_track_cannot_be_taken():
    p = table(rnd=15, factories="cotton/1g")
    assert not [text for text in legal(p) if text.endswith(" rnd")]
    assert [text for text in legal(p) if text.endswith(" production")]


def test_05_silk_is_turned_into_money_before_each_research():
    p = play(table(money=1, silk=2), "take s1 red rnd")
    assert legal(p) == ["research", "silk"]
    play(p, "research")
    assert purse(p) == {"silk": 2, "coal": 2}
    assert legal(p) == ["silk", "stop"]
    play(p, "silk, silk, research")
    assert purse(p) == {"coal": 2}
    assert tracks(p)[0] == 3
    assert turn_over(p)


def test_06_mining_three_times_passes_the_black_bonus():
    p = play(table(), "take s3 red mining, mine, mine, mine")
    assert purse(p) == {"money": 6, "coal": 4}
    assert tracks(p)[1] == 4
    assert p.rules.mining_coal[4] == 3


def test_07_bento_3a_adds_a_step_and_iron_to_the_first_mining():
    p = play(table(mining=5, factories="bento-3a"), "take s3 red mining, mine")
    assert tracks(p)[1] == 7
    assert purse(p)["iron"] == 3


def test_08_with_research_level_4_sixteen_factories_can_be_built():
    p = play(table(rnd=4, money=6), "take s2 red factory")
    assert legal(p) == sorted(
        f"build {good}-{n}" for good in ("cotton", "paper", "bento", "lenses") for n in (1, 2, 3, 4)
    )


def test_09_silk_helps_over_three_missing_levels():
    p = play(table(rnd=3, money=6, silk=6), "take s2 red factory, build clocks-1")
    assert "money" not in purse(p)
    assert "silk" not in purse(p)
    assert tracks(p)[0] == 3
    assert factory(p, "clocks").face == 0


def test_10_silk_counts_as_money_but_not_twice_and_may_not_strand_the_action():
    p = table(rnd=5, money=5, silk=2, only="bulbs", lawful=False)
    play(p, "take s2 red factory")
    assert legal(p) == ["silk"]
    play(p, "silk")
    assert legal(p) == [f"build bulbs-{n}" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("good", "rnd", "money", "silk", "allowed"),
    [
        pytest.param("lenses", 2, 5, 3, False, id="11-help-uses-up-the-silk-that-would-be-money"),
        pytest.param("lenses", 2, 6, 3, True, id="11-with-one-more-money-it-is-possible"),
        pytest.param("clocks", 2, 30, 30, False, id="12-four-missing-levels-are-too-many"),
        pytest.param("clocks", 3, 30, 30, True, id="12-three-are-not"),
    ],
)
def test_when_a_factory_is_possible(good, rnd, money, silk, allowed):
    p = table(rnd=rnd, money=money, silk=silk, only=good, lawful=False)
    assert ("take s2 red factory" in legal(p)) == allowed


def test_13_machines_go_to_different_factories_in_one_action():
    p = play(table(factories="cotton paper bento", money=11), "take s4 red machines, machine paper")
    assert legal(p) == ["machine bento", "machine cotton", "stop"]
    play(p, "machine cotton")
    assert purse(p)["money"] == 1
    assert turn_over(p)


def test_14_money_from_a_machine_pays_for_the_next_with_silk():
    p = play(table(factories="bulbs-4a cotton", money=5, silk=1), "take s4 red machines, machine bulbs")
    assert purse(p)["money"] == 4
    assert legal(p) == ["silk", "stop"]
    play(p, "silk, machine cotton")
    assert "money" not in purse(p)
    assert turn_over(p)


def test_15_a_machine_completes_both_row_bonuses_upgraded_where_ships_are():
    p = table(
        ships="new-york san-francisco", trains="kyushu-2 kanto-2", factories="cotton/1m", money=5, coal=2
    )
    play(p, "take s4 red machines, machine cotton")
    assert purse(p) == {"silk": 3, "coal": 4}


def test_16_a_machine_raises_the_output():
    p = play(table(factories="bento/1m", coal=3), "take s1 red production, produce bento")
    assert goods(p) == {"bento": 2}
    assert "coal" not in purse(p)


def test_17_goods_without_room_are_lost():
    p = play(table(factories="lenses/2m/3g", coal=3), "take s1 red production, produce lenses")
    assert goods(p) == {"lenses": 4}


def test_18_bento_4b_makes_the_first_production_cheaper():
    p = table(factories="bento-4b cotton", coal=4)
    play(p, "take s1 red production, produce bento")
    assert purse(p)["coal"] == 2
    play(p, "produce cotton")
    assert "coal" not in purse(p)


def test_19_ordinary_coal_is_burnt_before_stored_coal():
    p = play(table(factories="bento", coal=1, stored=3), "take s1 red production, produce bento")
    assert purse(p) == {"money": 12, "stored": 1}


def test_20_standing_rules_of_three_factories_add_up():
    p = table(factories="paper-4a/1m bulbs-3b cotton-4b", coal=8)
    play(p, "take s1 red production, produce paper, produce cotton, produce bulbs")
    assert goods(p) == {"cotton": 3, "paper": 3, "bulbs": 2}
    assert purse(p) == {"money": 12, "iron": 2}


def test_21_a_full_factory_cannot_produce():
    p = table(factories="cotton/4g", coal=9)
    assert not [text for text in legal(p) if text.endswith(" production")]


def test_22_a_ship_for_iron_takes_the_expert_and_upgrades():
    p = play(table(iron=3, money=0), "take s3 red ships")
    assert legal(p) == sorted(f"ship {d} iron" for d in DESTINATIONS)
    play(p, "ship paris iron")
    assert upgraded(p) == {"yellow"}
    assert list(me(p).area[:3]) == [COLOURS.index("red"), len(COLOURS) + DESTINATIONS.index("paris"), -1]
    assert turn_over(p)


def test_23_without_room_the_expert_stays_abroad():
    p = table(area="black black blue blue white", iron=2, money=4, silk=1)
    play(p, "take s3 red ships")
    assert legal(p) == ["silk"]
    play(p, "silk, ship london money")
    assert purse(p) == {"iron": 1, "coal": 2}
    assert p.state.expert[DESTINATIONS.index("london")] == 1
    assert me(p).area[5] == COLOURS.index("red")
    assert upgraded(p) == {"grey"}


def test_24_trains_of_one_action_go_to_different_regions():
    p = play(table(iron=6, money=0), "take s4 red trains")
    assert len(legal(p)) == 12
    play(p, "train kanto 2 iron")
    assert purse(p)["money"] == 3
    assert len(legal(p)) == 10
    assert len(starting(p, "train")) == 9
    play(p, "train kyushu 3 iron")
    assert purse(p)["vp"] == 2
    assert turn_over(p)


def test_25_lenses_1b_gains_the_reward_twice():
    p = table(rnd=4, shown="lenses-1b")
    play(p, "take s2 red factory, build lenses-1, train kansai 2 free")
    assert purse(p)["money"] == 12 - 6 + 3 + 3


@pytest.mark.parametrize(("region", "gain"), [("kyushu", {"coal": 4}), ("kanto", {"coal": 2, "silk": 2})])
def test_26_lenses_3a_pays_the_reward_of_one_region_at_the_end(region, gain):
    p = table(factories="lenses-3a", iron=6, money=0)
    play(p, "take s4 red trains, train kyushu 3 iron, train kanto 3 iron")
    assert legal(p) == ["region kanto", "region kyushu"]
    play(p, f"region {region}")
    assert purse(p) == {"vp": 4, **gain}
    assert turn_over(p)


def test_27_lenses_4a_lays_a_free_train_for_its_machine():
    p = play(table(factories="lenses-4a", money=5), "take s4 red machines, machine lenses")
    assert len(legal(p)) == 12
    assert all(text.endswith(" free") for text in legal(p))
    play(p, "train kyushu 3 free")
    assert purse(p)["vp"] == 2
    assert tracks(p)[2] == 2


def test_28_the_waiting_machine_triggers_the_factory_it_comes_to():
    p = play(table(waiting=True, rnd=2), "take s2 red factory, build cotton-4")
    assert factory(p, "cotton").machines == 1
    assert me(p).waiting == 0
    assert me(p).built[1] == 1
    assert tracks(p) == (4, 1, 2)


def test_29_a_second_ship_is_offered_while_silk_can_pay_for_it():
    p = play(table(rnd=6, money=6, silk=2), "take s2 red factory, build clocks-3, ship berlin free")
    assert legal(p) == ["silk", "skip"]
    play(p, "silk, silk")
    assert legal(p) == sorted(["skip", *(f"ship {d} extra" for d in DESTINATIONS if d != "berlin")])
    play(p, "ship paris extra")
    assert "money" not in purse(p)
    assert me(p).built[0] == 2


def test_29_without_silk_there_is_no_offer():
    p = play(table(rnd=6, money=6), "take s2 red factory, build clocks-3, ship berlin free")
    assert turn_over(p)


def test_30_the_department_of_the_destination_is_upgraded_before_it_pays():
    p = table(rnd=6, shown="clocks-2b")
    play(p, "take s2 red factory, build clocks-2, ship berlin free")
    assert purse(p)["coal"] == 5


def test_31_goods_go_to_all_factories_with_room_if_they_are_few():
    p = play(table(rnd=6, factories="cotton/4g paper"), "take s2 red factory, build bulbs-1")
    assert goods(p) == {"cotton": 4, "paper": 1, "bulbs": 1}
    assert turn_over(p)


def test_32_factories_for_goods_are_chosen_in_factory_order():
    p = play(table(rnd=6, factories="cotton paper bento"), "take s2 red factory, build bulbs-1")
    assert legal(p) == ["good cotton", "good paper"]
    play(p, "good paper")
    assert goods(p) == {"paper": 1, "bento": 1, "bulbs": 1}
    assert turn_over(p)


def test_33_bulbs_2b_lets_the_factory_with_the_machine_produce_free_of_coal():
    p = table(rnd=6, factories="paper-4a", shown="bulbs-2b")
    play(p, "take s2 red factory, build bulbs-2, machine paper")
    assert goods(p) == {"paper": 2}
    assert purse(p) == {"money": 6, "coal": 2, "iron": 2}


def test_34_bento_5a_gains_the_mining_departments_again():
    p = table(rnd=4, mining=12, options={"late_factories": "on"})
    play(p, "take s2 red factory, build bento-5")
    assert purse(p) == {"money": 6, "coal": 4, "iron": 2}
    assert legal(p) == sorted(f"dept {colour}" for colour in COLOURS)


@pytest.mark.parametrize(("face", "points"), [("bulbs-5b", 6), ("clocks-5b", 6), ("clocks-5a", 8)])
def test_35_points_for_columns(face, points):
    p = table(
        rnd=10,
        mining=15,
        finance=9,
        ships="new-york san-francisco washington paris",
        factories="cotton/2m paper/2m bento/2m",
        shown=face,
        money=6,
        options={"late_factories": "on"},
        players=4,
    )
    play(p, f"take s2 red factory, build {face[:-1]}")
    assert purse(p)["vp"] == points


def test_36_finance_moves_back_for_mining_and_never_pays_its_bonuses_again():
    p = table(rnd=4, finance=5, shown="bento-1b", silk=0, factories="paper/1g")
    play(p, "take s2 red factory, build bento-1")
    assert tracks(p) == (4, 3, 5)
    assert purse(p)["coal"] == 4
    assert legal(p) == ["accept", "skip"]
    play(p, "accept")
    assert tracks(p) == (4, 5, 3)
    assert turn_over(p)
    play(p, "consolidate, take s2 grey contracts, invest, spend paper")
    assert tracks(p)[2] == 5
    assert "silk" not in purse(p)


def test_36_with_finance_on_2_nothing_is_offered():
    p = play(table(rnd=4, finance=2, shown="bento-1b"), "take s2 red factory, build bento-1")
    assert tracks(p) == (4, 3, 2)
    assert turn_over(p)


def test_37_a_step_is_finished_with_all_it_brings_before_the_next():
    p = table(rnd=11, mining=2, ships="new-york", area="white")
    play(p, "consolidate")
    assert purse(p).get("money", 0) == 0
    play(p, "step rnd")
    assert legal(p) == sorted(f"dept {colour}" for colour in COLOURS)
    play(p, "dept blue")
    assert purse(p)["money"] == 3
    assert legal(p) == ["step finance", "step mining", "step rnd"]
    play(p, "step mining")
    assert tracks(p) == (12, 3, 1)
    assert purse(p)["coal"] == 2 + 2
