"""Every ruling of the specification (section 7) has a test that shows it; those without a vector are here.

`SHOWN_BY` names for each ruling the test (or the beginning of its name).
"""

from __future__ import annotations

import pytest

from tests.games.nippon import (
    test_boards,
    test_faces,
    test_vectors_actions,
    test_vectors_consolidation,
    test_vectors_market_and_contracts,
    test_vectors_rounds,
    test_vectors_scoring,
)
from tests.games.nippon.helpers import goods, legal, me, new, play, purse, starting, table, tracks, turn_over
from zashiki.core.rng import new_rng
from zashiki.games.nippon.state import COLOURS, DESTINATIONS

SHOWN_BY = {
    1: "test_the_order_of_effects_is_fixed",
    2: "test_a_round_does_not_end_when_the_last_row_moves",
    3: "test_an_incomplete_row_moves_as_it_is",
    4: "test_several_empty_spaces_are_served_in_order_in_final_rounds",
    5: "test_57",
    6: "test_10",
    7: "test_42",
    8: "test_activations_without_effect_are_not_allowed",
    9: "test_the_price_of_a_step_goes_by_the_activation",
    10: "test_an_own_token_of_lower_value_is_driven_out_too",
    11: "test_40",
    12: "test_41",
    13: "test_there_is_one_factory_of_a_type_besides_the_old_one",
    14: "test_17",
    15: "test_a_machine_without_a_place_cannot_be_bought",
    16: "test_a_ship_may_go_where_the_expert_is_away",
    17: "test_silk_cannot_be_turned_inside_a_consolidation",
    18: "test_52",
    19: "test_59",
    20: "test_49",
    21: "test_a_favor_must_be_placed_and_replaces_a_lower_one",
    22: "test_50",
    23: "test_36",
    24: "test_48",
    25: "test_an_effect_without_a_target_is_skipped",
    26: "test_the_second_build_is_offered_after_all_the_first_brings",
    27: "test_02",
    28: "test_trains_from_effects_do_not_count_for_lenses_3a",
    29: "test_46",
    30: "test_a_higher_level_serves_contract_7",
    31: "test_33",
    32: "test_the_price_of_a_production_cannot_fall_below_1",
    33: "test_19",
    34: "test_28",
    35: "test_a14",
    36: "test_30",
    37: "test_influence_of_a_region",
    38: "test_influence_of_a_region",
    39: "test_influence_of_a_region",
    40: "test_influence_of_a_region",
    41: "test_influence_of_a_region",
    42: "test_leftovers",
    43: "test_ties",
    44: "test_every_seat_can_be_the_first_player",
    45: "test_the_display_is_the_same_at_every_player_count",
    46: "test_09",
    47: "test_an_expert_on_a_grey_space_pays_its_colour",
    48: "test_a_displaced_player_loses_trains_only_at_scoring",
}

MODULES = (
    test_boards,
    test_faces,
    test_vectors_actions,
    test_vectors_consolidation,
    test_vectors_market_and_contracts,
    test_vectors_rounds,
    test_vectors_scoring,
)


def test_every_ruling_is_shown():
    tests = [
        name for module in (*map(vars, MODULES), globals()) for name in module if name.startswith("test_")
    ]
    missing = {r: name for r, name in SHOWN_BY.items() if not any(test.startswith(name) for test in tests)}
    assert missing == {}
    assert list(SHOWN_BY) == list(range(1, 49))


def test_the_order_of_effects_is_fixed():
    """Reward before row bonus, row bonus before a Factory's own effect; no decision about the order."""
    p = table(factories="clocks-4a cotton/1m", ships="paris", trains="kyushu-3", money=5, coal=0)
    play(p, "take s4 red machines, machine clocks")
    assert legal(p) == sorted(f"ship {d} free" for d in DESTINATIONS if d != "paris")
    p = table(factories="cotton/1m paper/1m", trains="kyushu-3", iron=3, money=0, coal=0)
    play(p, "take s4 red trains, train kanto 1 iron")
    assert purse(p) == {}, "the row bonus of 2 Coal waits for the reward of the space"
    play(p, "dept black")
    assert purse(p)["coal"] == 2 + 2


def test_a_round_does_not_end_when_the_last_row_moves():
    p = table(hiring={"s3": "red"}, rows=["", "blue blue white"])
    play(p, "take s3 red mining, mine, stop")
    assert (p.mover, p.phase, p.state.current_round) == (1, "turn", 1)
    assert p.state.queue.sum() == 0
    p = table(hiring={"s3": "red"}, rows=["", ""])
    play(p, "take s3 red mining, mine, stop")
    assert p.state.current_round == 2


def test_an_incomplete_row_moves_as_it_is():
    p = table(hiring={"s3": "red"}, rows=["white", "blue blue blue"])
    p.state.owed[0] = 2
    play(p, "take s3 red mining, mine, stop")
    assert p.state.hiring[2].tolist() == [0, 0, 0, 0, 1, 0]
    assert p.state.queue[1].tolist() == [0, 0, 0, 3, 0, 0]
    assert p.state.owed.sum() == 0, "the debt of the row is cancelled"


def test_several_empty_spaces_are_served_in_order_in_final_rounds():
    p = table(
        hiring={"s1": "", "s2": "red", "s3": "", "s4": ""},
        rows=["blue blue white", "grey grey grey"],
        current_round=6,
    )
    play(p, "consolidate")
    state = p.state
    assert state.hiring[0].tolist() == [0, 0, 0, 2, 1, 0]
    assert state.hiring[2].tolist() == [0, 0, 3, 0, 0, 0]
    assert state.hiring[3].sum() == 0
    assert (p.mover, p.phase, state.current_round) == (1, "turn", 6)


@pytest.mark.parametrize(
    ("has", "action"),
    [
        ({"rnd": 15}, "rnd"),
        ({"mining": 15}, "mining"),
        ({"factories": "cotton/4g"}, "production"),
        ({"finance": 15, "fulfilled": "1 2 3 4 5 6", "factories": "cotton/4g"}, "contracts"),
    ],
)
def test_activations_without_effect_are_not_allowed(has, action):
    p = table(coal=9, **has)
    assert not [text for text in legal(p) if text.endswith(f" {action}")]


def test_one_lost_step_of_two_is_no_obstacle():
    p = table(finance=14, fulfilled="1 2 3 4 5 6", factories="cotton/1g")
    play(p, "take s2 red contracts, invest, spend cotton")
    assert tracks(p)[2] == 15


def test_the_price_of_a_step_goes_by_the_activation():
    p = play(table(rnd=9, money=3), "take s1 red rnd, research")
    assert purse(p)["money"] == 2
    p = play(table(rnd=3, factories="cotton-3a", money=3), "take s1 red rnd, research, research")
    assert purse(p).get("money", 0) == 0, "the extra step neither costs nor counts"


def test_an_own_token_of_lower_value_is_driven_out_too():
    p = table(tiles={"osaka": "d4 0"}, tokens={"osaka 4": (0, 1)}, factories="cotton/2g")
    play(p, "take s5 red market")
    assert "market osaka 4 2" in legal(p)
    assert "market osaka 4 1" not in legal(p)
    play(p, "market osaka 4 2")
    assert me(p).supply[1] == 1
    assert me(p).supply[2] == 0


def test_no_token_is_driven_out_with_contest_off():
    p = table(
        tiles={"osaka": "d4 0"}, tokens={"osaka 4": (1, 1)}, factories="cotton/3g", options={"contest": "off"}
    )
    play(p, "take s5 red market")
    assert not [text for text in legal(p) if text.startswith("market osaka 4")]
    assert starting(p, "market")


def test_sales_go_to_different_regions_under_the_option_different():
    p = table(factories="cotton/4g lenses/4g clocks/4g", options={"market_region": "different"})
    play(p, "take s5 red market")
    first = next(text for text in starting(p, "market") if text.startswith("market osaka"))
    play(p, f"{first}, reward vp")
    assert starting(p, "market")
    assert not {text.split()[1] for text in starting(p, "market")} & {"osaka", "nagoya"}


def test_there_is_one_factory_of_a_type_besides_the_old_one():
    p = play(table(rnd=2, factories="cotton old-paper"), "take s2 red factory")
    assert legal(p) == [f"build paper-{n}" for n in (1, 2, 3, 4)]


def test_a_machine_without_a_place_cannot_be_bought():
    assert not [text for text in legal(table(factories="cotton/2m")) if text.endswith(" machines")]
    assert not [text for text in legal(table()) if text.endswith(" machines")]
    everything = table(factories="cotton/2m paper/2m bento/2m lenses", money=20)
    assert not [text for text in legal(everything) if text.endswith(" machines")]


def test_a_ship_may_go_where_the_expert_is_away():
    p = table(iron=3, others={1: {"area": "expert-paris", "ships": "paris"}})
    play(p, "take s3 red ships, ship paris iron")
    assert me(p).upgraded[COLOURS.index("yellow")] == 1
    assert me(p).area.tolist() == [COLOURS.index("red"), -1, -1, -1, -1, -1]


def test_silk_cannot_be_turned_inside_a_consolidation():
    p = play(table(silk=3, area="white black black"), "consolidate")
    assert "silk" not in legal(p)
    play(p, "favor rnd")
    assert legal(p) == ["step finance", "step mining", "step rnd"]


def test_a_favor_must_be_placed_and_replaces_a_lower_one():
    p = table(area="black black grey grey grey", favor={"ships": 1, "rnd": 2, "contracts": 3})
    play(p, "consolidate")
    assert legal(p) == ["favor finance", "favor machines", "favor mining", "favor ships", "favor trains"]
    play(p, "favor ships")
    assert me(p).favor.tolist() == [2, 0, 0, 2, 0, 0, 3]


def test_an_effect_without_a_target_is_skipped():
    everywhere = "kyushu-1 kyushu-2 kyushu-3 kanto-1 kanto-2 kanto-3"
    p = table(rnd=4, trains=everywhere, shown="lenses-1a")
    play(p, "take s2 red factory, build lenses-1")
    assert tracks(p)[2] == 2
    assert turn_over(p)


def test_the_second_build_is_offered_after_all_the_first_brings():
    """The reward of the first Train pays for the second, and silk leaves the offer open."""
    p = table(rnd=4, money=8, iron=1, shown="lenses-2a")
    play(p, "take s2 red factory, build lenses-2, train kanto 2 free")
    assert purse(p)["money"] == 5
    assert starting(p, "train")
    assert not [text for text in starting(p, "train") if "kanto" in text]
    p = table(rnd=4, money=6, iron=1, silk=2, shown="lenses-2a")
    play(p, "take s2 red factory, build lenses-2, train kanto 2 free")
    assert legal(p) == ["silk", "skip"]
    play(p, "silk")
    assert legal(p) == ["silk", "skip"]
    play(p, "silk")
    assert len(starting(p, "train")) == 9


def test_trains_from_effects_do_not_count_for_lenses_3a():
    """Trains laid before, or by a Factory in another action, leave nothing to choose."""
    p = table(factories="lenses-3a", trains="kyushu-1 kanto-1", iron=3, money=0)
    play(p, "take s4 red trains, train kansai 3 iron")
    assert purse(p)["money"] == 3
    assert turn_over(p)
    p = table(rnd=4, factories="paper", shown="lenses-3a", iron=3, money=11, coal=0)
    play(p, "take s2 red factory, build lenses-3")
    assert purse(p) == {"money": 5, "iron": 3}
    assert turn_over(p)


def test_a_higher_level_serves_contract_7():
    p = play(table(factories="clocks/1g"), "take s2 red contracts")
    assert "contract 7" in legal(p)
    assert "contract 8" in legal(p)
    p = play(table(factories="bento/1g"), "take s2 red contracts")
    assert "contract 7" in legal(p)
    assert "contract 8" not in legal(p)


def test_the_price_of_a_production_cannot_fall_below_1():
    p = table(factories="bento-4b", coal=2)
    p.rules.burns[2] = 1
    p._legal = None
    play(p, "take s1 red production, produce bento")
    assert purse(p)["coal"] == 1
    assert goods(p) == {"bento": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_can_be_the_first_player(players):
    assert legal(new(players)) == [f"first {seat}" for seat in range(players)]
    assert {weight for _move, weight in new(players).outcomes} == {1}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("late", ["off", "on"])
def test_the_display_is_the_same_at_every_player_count(players, late):
    p, rng = new(players, late_factories=late), new_rng(5)
    while p.mover == "*":
        p.play(p.random_move(rng))
    assert (p.state.display[:, :4] >= 0).all()
    assert (p.state.display[:, 4] >= 0).sum() == (players + 1 if late == "on" else 0)


def test_an_expert_on_a_grey_space_pays_its_colour():
    p = play(table(area="expert-london", ships="london"), "consolidate")
    assert purse(p)["iron"] == 3


def test_a_displaced_player_loses_trains_only_at_scoring():
    p = table(
        tiles={"osaka": "d4 0"},
        factories="cotton/2g",
        tokens={"osaka 4": (1, 1)},
        others={1: {"trains": "kansai-1 kansai-2"}},
    )
    from zashiki.games.nippon.scoring import influence

    assert influence(p.state, p.rules, 2, 1) == 5
    play(p, "take s5 red market, market osaka 4 2")
    assert influence(p.state, p.rules, 2, 1) == 0
    assert (p.state.train[2] == 1).sum() == 2
    assert me(p, 1).supply[1] == 1
