"""The test vectors of section 8.2 of the specification: the Local Market, investments, contracts."""

from __future__ import annotations

import pytest

from tests.games.nippon.helpers import goods, legal, me, play, purse, starting, table, tracks
from zashiki.games.nippon.actions import wanted
from zashiki.games.nippon.state import CITIES, COLOURS, GOODS


@pytest.mark.parametrize(
    ("turns", "goods_wanted"),
    [
        (0, "bento clocks lenses bulbs"),
        (1, "bulbs bento clocks lenses"),
        (3, "clocks lenses bulbs bento"),
    ],
)
def test_38_what_the_spaces_of_a_turned_tile_want(turns, goods_wanted):
    p = table(4, tiles={"osaka": f"d1 {turns}"})
    city = CITIES.index("osaka")
    found = [GOODS[wanted(p.state, p.rules, city, space)] for space in range(4)]
    assert found == goods_wanted.split()


def test_39_only_a_higher_token_drives_out_anothers():
    p = table(
        tiles={
            "nagasaki": "d1 1",
            "fukuoka": "d5 0",
            "hiroshima": "d3 2",
            "okayama": "d4 0",
            "osaka": "d2 2",
            "nagoya": "d6 0",
            "tokyo": "d8 0",
            "sendai": "d7 2",
        },
        tokens={"nagasaki 3": (1, 4)},
        factories="bento/4g",
    )
    play(p, "take s5 red market")
    assert legal(p) == ["market nagasaki 3 3"]
    play(p, "market nagasaki 3 3")
    assert me(p, 1).supply[4] == 1
    assert legal(p) == ["reward region", "reward vp"]
    play(p, "reward region")
    assert purse(p)["coal"] == 4
    assert goods(p) == {"bento": 1}


def test_40_the_exact_token_must_be_in_the_supply():
    p = table(tiles={"osaka": "d4 0"}, factories="cotton/3g", taken="3", lawful=False)
    play(p, "take s5 red market")
    assert [text for text in legal(p) if text.startswith("market osaka")] == [
        "market osaka 4 1",
        "market osaka 4 2",
    ]


def test_41_goods_leave_the_fuller_factory_and_in_a_tie_the_old_one():
    p = table(tiles={"osaka": "d4 0"}, factories="cotton/2g old-cotton/1g", others={1: {}})
    before = goods(p)
    assert before == {"cotton": 2, "old": 1}
    seen = []
    for count in (1, 2, 3):
        q = play(p.copy(), f"take s5 red market, market osaka 4 {count}")
        seen.append(goods(q))
    assert seen == [{"cotton": 1, "old": 1}, {"cotton": 1}, {}]


def test_42_all_sales_go_to_one_region_under_the_option_same():
    p = table(factories="cotton/4g lenses/4g clocks/4g", options={"market_region": "same"}, silk=0)
    play(p, "take s5 red market")
    cities = {text.split()[1] for text in starting(p, "market")}
    assert len(cities) > 2
    first = next(text for text in starting(p, "market") if text.startswith("market osaka"))
    play(p, f"{first}, reward vp")
    assert {text.split()[1] for text in starting(p, "market")} <= {"osaka", "nagoya"}
    assert starting(p, "market")


def test_43_each_activation_takes_one_more_different_good():
    p = table(factories="cotton/2g paper/1g", money=0)
    play(p, "take s2 red contracts, invest, spend cotton")
    assert tracks(p)[2] == 3
    play(p, "contract 4")
    assert legal(p) == ["spend cotton"]
    play(p, "spend cotton")
    assert legal(p) == ["spend paper"]
    play(p, "spend paper")
    assert purse(p)["money"] == 3
    assert p.state.seat == 1


def test_44_the_goods_must_be_able_to_meet_the_condition_of_the_contract():
    p = table(factories="cotton/2g paper/1g bento/1g")
    play(p, "take s2 red contracts, invest, spend cotton, contract 7")
    assert legal(p) == ["spend cotton", "spend paper"]
    play(p, "spend paper")
    assert legal(p) == ["spend bento"]
    play(p, "spend bento")
    assert legal(p) == sorted(f"dept {colour}" for colour in COLOURS)


def test_45_no_investment_with_finance_at_the_end():
    p = table(finance=14, factories="cotton/1g paper/2g")
    play(p, "take s2 red contracts, invest, spend cotton")
    assert tracks(p)[2] == 15
    p = table(finance=15, factories="cotton/1g paper/2g")
    play(p, "take s2 red contracts")
    assert legal(p) == [f"contract {k}" for k in range(1, 7)]


def test_46_factories_that_wait_for_contracts():
    p = table(factories="paper-3a/2g lenses-4b bulbs-4b/1g")
    play(p, "take s2 red contracts, contract 1, spend paper")
    assert purse(p)["silk"] == 2
    assert tracks(p)[2] == 3
    assert legal(p) == ["machine bulbs", "machine lenses", "machine paper"]
    play(p, "machine paper, contract 2, spend paper, spend bulbs")
    assert tracks(p)[2] == 5
    assert len(legal(p)) == 12
    assert all(text.startswith("train ") and text.endswith(" free") for text in legal(p))
