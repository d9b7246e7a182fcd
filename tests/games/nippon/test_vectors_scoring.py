"""The test vectors of sections 8.5 and 8.6 of the specification: Influence, objectives, leftovers, ties."""

from __future__ import annotations

import pytest

from tests.games.nippon.helpers import me, table
from zashiki.games.nippon.scoring import influence, leftover_points, objective_points, overseas, region_points
from zashiki.games.nippon.state import LINES, REGIONS

KANSAI = REGIONS.index("kansai")


def kansai(players, tokens, trains=None, factories=None):
    """A table with tokens on Osaka (A) and Nagoya (B): `{"A4": (seat, value)}`."""
    cities = {"A": "osaka", "B": "nagoya"}
    others = {
        seat: {
            "trains": " ".join(f"kansai-{space}" for space in spaces),
            "factories": (factories or {}).get(seat, ""),
        }
        for seat, spaces in {**dict.fromkeys(factories or {}, ()), **(trains or {})}.items()
    }
    return table(
        players,
        tokens={f"{cities[where[0]]} {where[1]}": token for where, token in tokens.items()},
        others=others,
        options={"late_factories": "on"},
    )


VECTORS = {
    "61-overseas-takes-a-place": (
        4,
        {"A4": (0, 5), "A1": (0, 2), "B4": (1, 7), "B3": (2, 3)},
        {0: [1], 2: [2, 3], 3: [4, 5]},
        ([9, 7, 7, 0], 8),
        [[10, 4, 4, 0], [18, 6, 6, 0], [26, 9, 9, 0]],
    ),
    "62-a-share-of-overseas-in-a-tie-is-lost": (
        4,
        {"A3": (0, 5), "A2": (0, 2), "B4": (1, 7), "B2": (2, 3)},
        {0: [1], 2: [2, 3], 3: [4, 5]},
        ([9, 7, 7, 0], 9),
        [[9, 4, 4, 0], [16, 6, 6, 0], [23, 9, 9, 0]],
    ),
    "63-three-tied-behind-overseas": (
        3,
        {"A4": (0, 4), "A3": (1, 4), "B4": (2, 4)},
        {},
        ([4, 4, 4], 7),
        [[5, 5, 5], [9, 9, 9], [12, 12, 12]],
    ),
    "64-two-players-have-the-values-of-places-1-3-4": (
        2,
        {"A4": (0, 5), "A3": (1, 5)},
        {},
        ([5, 5], 7),
        [[4, 4], [6, 6], [9, 9]],
    ),
    "65-overseas-hidden-everywhere-does-not-compete": (
        2,
        {"A4": (0, 5), "A3": (0, 4), "B4": (0, 3), "B3": (1, 3)},
        {1: [1]},
        ([12, 5], 0),
        [[10, 6], [18, 10], [26, 14]],
    ),
    "66-the-fifth-place-is-worth-nothing": (
        4,
        {"A4": (0, 6), "A3": (1, 5), "A2": (2, 4), "A1": (3, 3)},
        {},
        ([6, 5, 4, 3], 10),
        [[8, 6, 2, 0], [14, 10, 3, 0], [20, 14, 4, 0]],
    ),
    "67-nor-inside-a-tie": (
        4,
        {"A4": (0, 6), "A3": (1, 5), "A2": (2, 3), "A1": (3, 3)},
        {},
        ([6, 5, 3, 3], 10),
        [[8, 6, 1, 1], [14, 10, 1, 1], [20, 14, 2, 2]],
    ),
}


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS.keys())
def test_influence_of_a_region_and_its_points(vector):
    players, tokens, trains, (values, foreign), points = vector
    p = kansai(players, tokens, trains)
    assert [influence(p.state, p.rules, KANSAI, seat) for seat in range(players)] == values
    assert overseas(p.state, p.rules, KANSAI) == foreign
    for period, expected in enumerate(points):
        found = [region_points(p.state, p.rules, KANSAI, seat, period) for seat in range(players)]
        assert found == expected


def test_68_lenses_5a_makes_trains_count_three():
    p = kansai(2, {"A3": (0, 1)}, {0: [1, 2]}, {0: "lenses-5a"})
    assert influence(p.state, p.rules, KANSAI, 0) == 7
    assert overseas(p.state, p.rules, KANSAI) == 11
    assert [region_points(p.state, p.rules, KANSAI, 0, period) for period in range(3)] == [6, 10, 14]


def test_69_objectives_by_favor_and_column():
    p = table(
        factories="cotton/2m paper/2m bento/2m",
        ships="new-york san-francisco washington paris",
        trains="kyushu-1 kanto-1 kansai-1",
        rnd=9,
        mining=10,
        finance=15,
        fulfilled="1 2 3 4 5 6",
        favor={"ships": 2, "machines": 3, "trains": 1, "rnd": 1, "mining": 1, "finance": 3, "contracts": 2},
    )
    points = [objective_points(p.rules, me(p), line) for line in range(len(LINES))]
    assert points == [8, 20, 0, 0, 5, 20, 10]
    assert sum(p.standings[0].breakdown[line] for line in LINES) == 63


@pytest.mark.parametrize(
    ("has", "points"),
    [
        pytest.param(
            {"coal": 1, "stored": 1, "silk": 2, "money": 9, "factories": "cotton/3g paper/2g"}, 4, id="70"
        ),
        pytest.param(
            {"coal": 1, "silk": 1, "money": 4, "factories": "cotton/2g"}, 2, id="71-silk-turned-for-the-best"
        ),
        pytest.param(
            {"coal": 1, "silk": 1, "money": 3, "factories": "cotton/2g"}, 1, id="71-with-one-money-less"
        ),
    ],
)
def test_leftovers_are_pooled(has, points):
    p = table(**has)
    assert leftover_points(p.rules, me(p)) == points
    assert p.standings[0].breakdown["leftovers"] == points


@pytest.mark.parametrize(
    ("factories", "money", "ranks"),
    [
        pytest.param((4, 5), (6, 6), [2, 1, 3], id="72-more-factories"),
        pytest.param((4, 4), (6, 6), [1, 1, 3], id="72-shared"),
        pytest.param((4, 4), (6, 7), [2, 1, 3], id="72-more-money"),
    ],
)
def test_ties_are_broken_by_contracts_factories_money(factories, money, ranks):
    types = ["cotton", "paper", "bento", "lenses", "bulbs", "clocks"]
    others = {
        seat: {
            "fulfilled": "1 2 3",
            "factories": " ".join(types[: factories[seat]]),
            "money": money[seat],
            "coal": 0,
            "vp": 149,
        }
        for seat in (0, 1)
    }
    p = table(3, others={**others, 2: {"vp": 131, "money": 0, "coal": 0}})
    assert [s.score for s in p.standings] == [150, 150, 131]
    assert [s.rank for s in p.standings] == ranks


def test_72_contracts_come_before_factories():
    p = table(
        2,
        others={
            0: {"fulfilled": "1 2", "vp": 10, "coal": 0, "money": 0},
            1: {"fulfilled": "1", "vp": 10, "coal": 0, "money": 0, "factories": "cotton paper"},
        },
    )
    assert [s.rank for s in p.standings] == [1, 2]
