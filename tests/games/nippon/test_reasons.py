"""Reasons: why a move that can be read is refused, and why a place of the page leads nowhere, naming the rule."""

from __future__ import annotations

import re

import pytest

from tests.games.nippon.helpers import new, play, table
from zashiki.core.errors import IllegalMoveError
from zashiki.core.rng import new_rng
from zashiki.games.nippon import GAME, reasons
from zashiki.games.nippon.moves import CODEC

WHY_NOT = [
    (
        {"area": "black black black blue blue white"},
        "",
        "take s1 red rnd",
        "your Workers area is full: consolidate",
    ),
    ({}, "", "take s1 black rnd", "there is no black Worker in section 1"),
    ({}, "", "take s1 red mining", "Mining lies under section 3"),
    ({"rnd": 15}, "", "take s1 red rnd", "the R&D marker is at the end of its track"),
    ({"money": 0}, "", "take s1 red rnd", "1 Money short: it costs 1, you have 0 with your Silk"),
    (
        {"money": 2, "silk": 1, "factories": "cotton"},
        "",
        "take s4 red machines",
        "2 Money short: it costs 5, you have 3 with your Silk",
    ),
    ({}, "", "take s4 red machines", "no Factory of yours takes a Machine now"),
    ({}, "", "take s1 red production", "you have no Factory that may produce"),
    ({"factories": "bento", "coal": 2}, "", "take s1 red production", "it burns 3 Coal, you have 2"),
    (
        {"factories": "bento/4g", "coal": 9},
        "",
        "take s1 red production",
        "every Factory that may still produce is full",
    ),
    ({}, "", "take s2 red contracts", "it needs 1 good, you have none"),
    ({}, "", "take s5 red market", "it needs 1 good, you have none"),
    (
        {"factories": "cotton/1g", "taken": "1", "lawful": False},
        "",
        "take s5 red market",
        "no city takes what you have: the right token or a free or lower space is missing",
    ),
    ({}, "", "take s3 red ships", "it needs 1 Iron, you have 0"),
    (
        {"iron": 1, "money": 3},
        "",
        "take s4 red trains",
        "2 Money short: it costs 5, you have 3 with your Silk",
    ),
    ({}, "", "silk", "you have no Silk"),
    (
        {"silk": 1, "factories": "cotton", "coal": 4},
        "take s1 red production",
        "silk",
        "this action has no price in Money",
    ),
    ({}, "take s1 red rnd", "stop", "an action must be activated at least once"),
    ({}, "take s1 red rnd", "mine", "the action is R&D"),
    (
        {},
        "take s1 red rnd",
        "consolidate",
        "a Consolidation is a turn of its own: this action is finished first",
    ),
    (
        {"rnd": 2, "factories": "cotton"},
        "take s2 red factory",
        "build cotton-2",
        "you own a Factory of this type",
    ),
    ({"rnd": 2}, "take s2 red factory", "build cotton-5", "this Factory is not on display"),
    (
        {"rnd": 2},
        "take s2 red factory",
        "build clocks-1",
        "it needs R&D level 6, you have 2; Silk helps over 3 levels",
    ),
    (
        {"rnd": 2},
        "take s2 red factory",
        "build bento-1",
        "2 R&D levels are missing: that takes 3 Silk, you have 0",
    ),
    (
        {"factories": "cotton/1m paper", "money": 12},
        "take s4 red machines, machine paper",
        "machine paper",
        "each Machine of an action goes to a different Factory",
    ),
    (
        {"factories": "cotton/2m paper"},
        "take s4 red machines",
        "machine cotton",
        "it carries all the Machines it can",
    ),
    ({"factories": "cotton"}, "take s4 red machines", "machine paper", "you do not own this Factory"),
    (
        {"factories": "cotton/4g paper", "coal": 9},
        "take s1 red production",
        "produce cotton",
        "its store is full",
    ),
    (
        {"factories": "bento paper", "coal": 2},
        "take s1 red production",
        "produce bento",
        "it burns 3 Coal, you have 2",
    ),
    ({"iron": 3, "ships": "paris"}, "take s3 red ships", "ship paris iron", "you have a Ship there"),
    ({"iron": 3, "money": 4}, "take s3 red ships", "ship paris money", "it costs 5 Money, you have 4"),
    ({"iron": 1}, "take s3 red ships", "ship paris iron", "it needs 3 Iron, you have 1"),
    (
        {"iron": 3},
        "take s4 red trains",
        "train kanto 4 iron",
        "that Train space is not in use with 2 players",
    ),
    (
        {"iron": 3, "trains": "kanto-1"},
        "take s4 red trains",
        "train kanto 1 iron",
        "that Train space is taken",
    ),
    (
        {"iron": 6},
        "take s4 red trains, train kanto 3 iron",
        "train kanto 2 iron",
        "each Train of an action goes to a different Region",
    ),
    (
        {"factories": "cotton/1g", "tiles": {"osaka": "d4 0"}},
        "take s5 red market",
        "market osaka 2 1",
        "that space is not in use with 2 players",
    ),
    (
        {"factories": "cotton/1g", "tiles": {"osaka": "d4 0"}},
        "take s5 red market",
        "market osaka 4 2",
        "this space wants Cotton, and you have 1",
    ),
    (
        {"factories": "cotton/2g", "tiles": {"osaka": "d4 0"}, "taken": "1", "lawful": False},
        "take s5 red market",
        "market osaka 4 1",
        "you have no Influence token of value 1",
    ),
    (
        {"factories": "cotton/2g", "tiles": {"osaka": "d4 0"}, "tokens": {"osaka 4": (1, 2)}},
        "take s5 red market",
        "market osaka 4 2",
        "a token of value 2 lies there: yours of 2 does not drive it out",
    ),
    (
        {"factories": "cotton/2g", "fulfilled": "2"},
        "take s2 red contracts",
        "contract 2",
        "you have fulfilled this contract",
    ),
    (
        {"factories": "cotton/2g"},
        "take s2 red contracts",
        "contract 7",
        "one of the goods must be of Level 2 or higher",
    ),
    ({"factories": "cotton/2g"}, "take s2 red contracts, invest", "spend paper", "you have no Paper"),
    ({"area": "white", "rnd": 15}, "consolidate", "step rnd", "this marker is at the end of its track"),
    (
        {"area": "black black black", "favor": {"rnd": 2}},
        "consolidate",
        "favor rnd",
        "this objective holds a Favor of the same level or a higher one",
    ),
    (
        {"factories": "cotton/2g", "tiles": {"osaka": "d4 0"}, "tokens": {"osaka 4": (1, 1)}, "options": {"contest": "off"}},
        "take s5 red market",
        "market osaka 4 2",
        "the space is taken; no token is driven out in this game",
    ),
    (
        {"factories": "cotton/4g", "tiles": {"osaka": "d4 0", "tokyo": "d5 0"}, "options": {"market_region": "same"}},
        "take s5 red market, market osaka 4 1, reward vp",
        "market tokyo 4 2",
        "all sales of an action go to one Region in this game",
    ),
    (
        {"factories": "cotton/4g lenses/1g", "tiles": {"osaka": "d4 0", "nagoya": "d5 0"}, "options": {"market_region": "different"}},
        "take s5 red market, market osaka 4 1, reward vp",
        "market nagoya 4 2",
        "each sale of an action goes to another Region in this game",
    ),
    ({"hiring": {"s1": ""}, "current_round": 6}, "", "take s1 red rnd", "section 1 has no Worker left"),
    ({"rnd": 15, "mining": 15, "area": "white", "ships": "new-york"}, "consolidate", "step mining", "this marker is at the end of its track"),
    ({"money": 3, "silk": 3}, "take s1 red rnd, research, research", "research", "it costs 3 Money, you have 0: turn Silk into Money first"),
    ({"rnd": 2, "money": 5, "silk": 1}, "take s2 red factory", "build cotton-1", "it costs 6 Money, you have 5: turn Silk into Money first"),
    ({"rnd": 2, "money": 5, "silk": 3}, "take s2 red factory", "build bento-1", "it costs 6 Money, you have 5; 3 Silk is needed as help"),
    ({"rnd": 6, "money": 6, "silk": 2}, "take s2 red factory, build clocks-3, ship berlin free", "ship paris extra", "it costs 2 Money, you have 0: turn Silk into Money first"),
    ({"rnd": 6, "iron": 1}, "take s2 red factory, build clocks-2, ship berlin free", "ship berlin extra", "you have a Ship there"),
    ({"rnd": 6, "iron": 1}, "take s2 red factory, build clocks-2, ship berlin free", "ship paris free", "it is built at the price of the offer now"),
    ({"rnd": 6, "iron": 1, "silk": 1}, "take s2 red factory, build clocks-2, ship berlin free", "silk", "this offer has no price in Money"),
    ({"rnd": 6}, "take s2 red factory, build clocks-2", "ship paris iron", "it is free of charge now"),
    ({"rnd": 6}, "take s2 red factory, build clocks-2", "train kanto 1 free", "only what the effect offers can be built now"),
    ({"rnd": 4, "iron": 1, "money": 20}, "take s2 red factory, build lenses-2, train kanto 3 free", "train kanto 1 extra", "the second Train goes to another Region than the first"),
    ({"rnd": 6, "factories": "cotton paper"}, "take s2 red factory, build bulbs-2, machine cotton", "machine cotton", "the second Machine goes to another Factory than the first"),
    ({"rnd": 4, "finance": 5, "shown": "bento-1b"}, "take s2 red factory, build bento-1", "ship paris extra", "only what the effect offers can be built now"),
    ({"factories": "bento-4b cotton", "coal": 1}, "take s3 red mining, mine", "produce bento", "the action is Mining"),
    ({"factories": "bento-4b", "coal": 1}, "", "take s1 red production", "it burns 2 Coal, you have 1"),
    ({"factories": "bento-4b paper cotton", "coal": 2, "stored": 1}, "take s1 red production, produce paper", "produce bento", "it burns 3 Coal, you have 2"),
    ({"iron": 6, "money": 0, "ships": "paris london berlin washington new-york"}, "take s3 red ships, ship san-francisco iron, 1 consolidate", "ship paris iron", "first: Hire a Worker for an action, or consolidate."),
    ({"factories": "cotton/4g"}, "take s2 red contracts, invest", "spend clocks", "you have no Clocks"),
    ({"factories": "cotton/2g paper/2g bento/1g"}, "take s2 red contracts, invest, spend cotton, contract 1, spend paper", "spend cotton", "each type is spent once, in the order of the goods: Cotton was before"),
    ({"factories": "cotton/2g paper/2g"}, "take s2 red contracts, invest, spend cotton, contract 1", "spend paper", "the goods behind it would not suffice for what is asked"),
    ({"factories": "cotton/2g bento/2g"}, "take s2 red contracts, contract 7", "spend cotton", "one of the goods must be of Level 2 or higher"),
    ({"finance": 15, "factories": "cotton/2g"}, "take s2 red contracts", "invest", "the Finance marker is at the end of its track"),
    ({"rnd": 2, "shown": "cotton-2b"}, "take s2 red factory, build cotton-2", "dept blue", "this effect pays Exploration or Invention only"),
    ({"rnd": 6, "factories": "cotton/4g paper bento lenses"}, "take s2 red factory, build bulbs-1", "good cotton", "its store is full"),
    ({"rnd": 6, "factories": "cotton paper bento"}, "take s2 red factory, build bulbs-1", "good bento", "the Factories behind it would not suffice for the goods to come"),
    ({"rnd": 6, "factories": "cotton paper bento lenses"}, "take s2 red factory, build bulbs-1, good paper", "good cotton", "the Factories are named in the order of the goods: Cotton was before"),
    ({"rnd": 6, "factories": "cotton paper bento"}, "take s2 red factory, build bulbs-1", "good old", "you do not own this Factory"),
    ({"factories": "lenses-3a", "iron": 6, "money": 0}, "take s4 red trains, train kyushu 3 iron, train kanto 3 iron", "region kansai", "this action has laid no Train in Kansai"),
    ({"factories": "paper-3b", "coal": 4}, "consolidate", "keep 1 1", "exactly 3 units are kept, as far as you have them"),
    ({"rnd": 5, "money": 5, "silk": 2, "only": "bulbs", "lawful": False}, "take s2 red factory, silk", "silk", "the Silk is needed as help, or no Factory could be built any more"),
    ({"rnd": 6, "shown": "clocks-1b", "ships": "new-york san-francisco washington paris london berlin"}, "take s2 red factory, build clocks-1", "ship paris free", "all your Ships are built"),
    ({"rnd": 6, "shown": "clocks-1b", "factories": "cotton/2m paper/2m bento/2m"}, "take s2 red factory, build clocks-1", "machine clocks", "all your Machines are built"),
    ({"rnd": 6, "shown": "clocks-1b", "trains": "kyushu-1 kyushu-2 kyushu-3 kanto-1 kanto-2 kanto-3"}, "take s2 red factory, build clocks-1", "train kansai 1 free", "all your Trains are built"),
    ({"iron": 3}, "take s3 red ships", "ship paris free", "nothing is built free of charge now"),
    ({"factories": "cotton"}, "take s1 red production", "produce paper", "you do not own this Factory"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("has", "moves", "text", "reason"), WHY_NOT, ids=[f"{w[2]}-{i}" for i, w in enumerate(WHY_NOT)]
)
def test_a_refusal_names_the_rule(has, moves, text, reason):
    p = play(table(**has), moves)
    action = CODEC.action(text)
    assert text not in [move.text for move in p.legal_moves]
    assert GAME.why_not(p, action) == reason


def test_the_reason_is_part_of_the_refusal() -> None:
    p = table(rnd=15)
    with pytest.raises(IllegalMoveError, match="end of its track") as caught:
        p.play("take s1 red rnd")
    assert caught.value.reason == "the R&D marker is at the end of its track"


def dealt(players: int = 2):
    p, rng = new(players), new_rng(3)
    while p.mover == "*":
        p.play(p.random_move(rng))
    return p


def test_refusals_in_setup_name_the_rule() -> None:
    p = dealt()
    assert GAME.why_not(p, CODEC.action("pick 5")) == "there is no pair 5 to be picked"
    assert GAME.why_not(p, CODEC.action("consolidate")).startswith("first: ")
    p = new()
    assert GAME.why_not(p, CODEC.action("first 3")) == "this draw cannot come out so now"
    assert GAME.why_not(p, CODEC.action("pick 1")).startswith("a draw comes first")


BLOCKED = [
    ({"rnd": 15, "money": 0}, "", {
        "action:rnd": "the R&D marker is at the end of its track",
        "action:mining": "1 Money short: it costs 1, you have 0 with your Silk",
        "action:market": "it needs 1 good, you have none",
        "worker:s1:red": "R&D: the R&D marker is at the end of its track; Production: you have no Factory that may produce",
        "worker:s5:red": "it needs 1 good, you have none",
        "verb:silk": "you have no Silk",
    }),
    ({"area": "black black black blue blue white"}, "", {
        "action:rnd": "your Workers area is full: consolidate",
        "worker:s5:red": "your Workers area is full: consolidate",
    }),
    ({}, "take s1 red rnd", {"verb:stop": "an action must be activated at least once", "verb:silk": "you have no Silk"}),
    ({"money": 3, "silk": 3}, "take s1 red rnd, research, research", {"track:0:rnd": "it costs 3 Money, you have 0: turn Silk into Money first"}),
    ({"rnd": 4, "factories": "cotton"}, "take s2 red factory", {
        "type:cotton": "you own a Factory of this type",
        "token:clocks-1": "2 R&D levels are missing: that takes 3 Silk, you have 0",
    }),
    ({"factories": "cotton/2m paper"}, "take s4 red machines", {"factory:0:cotton": "it carries all the Machines it can"}),
    ({"factories": "cotton/4g paper", "coal": 9}, "take s1 red production", {"factory:0:cotton": "its store is full"}),
    ({"iron": 3, "ships": "paris"}, "take s3 red ships", {"destination:paris": "you have a Ship there"}),
    ({"iron": 3, "money": 2}, "take s3 red ships", {"how:money": "it costs 5 Money, you have 2"}),
    ({"iron": 1}, "take s4 red trains", {"how:iron": "it needs 3 Iron, you have 1"}),
    ({"iron": 6, "trains": "kanto-1"}, "take s4 red trains, train kyushu 3 iron", {
        "train:kanto-1": "that Train space is taken",
        "train:kyushu-2": "each Train of an action goes to a different Region",
    }),
    ({"factories": "cotton/2g", "tiles": {"osaka": "d4 0"}, "tokens": {"osaka 4": (1, 3)}}, "take s5 red market", {
        "space:osaka-4": "a token of value 3 lies there: yours of 2 does not drive it out",
        "space:osaka-3": "this space wants Clocks, and you have 0",
    }),
    ({"factories": "cotton/2g", "fulfilled": "2"}, "take s2 red contracts", {
        "contract:0:2": "you have fulfilled this contract",
        "contract:0:8": "one of the goods must be of Level 3 or higher",
    }),
    ({"factories": "cotton/2g"}, "take s2 red contracts, invest", {"good:paper": "you have no Paper"}),
    ({"rnd": 2, "shown": "cotton-2b"}, "take s2 red factory, build cotton-2", {"department:0:blue": "this effect pays Exploration or Invention only"}),
    ({"rnd": 15, "area": "white"}, "consolidate", {"track:0:rnd": "this marker is at the end of its track"}),
    ({"rnd": 6, "ships": "paris"}, "take s2 red factory, build clocks-1", {"destination:paris": "you have a Ship there"}),
    ({"rnd": 6, "shown": "clocks-1b", "factories": "cotton/2m"}, "take s2 red factory, build clocks-1", {"factory:0:cotton": "it carries all the Machines it can"}),
    ({"rnd": 4, "iron": 1, "money": 20}, "take s2 red factory, build lenses-2, train kanto 3 free", {"train:kanto-1": "the second Train goes to another Region than the first"}),
    ({"rnd": 6, "factories": "cotton/4g paper bento lenses"}, "take s2 red factory, build bulbs-1", {"factory:0:cotton": "its store is full"}),
    ({"factories": "lenses-3a", "iron": 6, "money": 0}, "take s4 red trains, train kyushu 3 iron, train kanto 3 iron", {"region:kansai": "this action has laid no Train in Kansai"}),
    ({"area": "black black black", "favor": {"rnd": 2}}, "consolidate", {"objective:0:rnd": "this objective holds a Favor of the same level or a higher one"}),
]  # fmt: skip


@pytest.mark.parametrize(("has", "moves", "expected"), BLOCKED)
def test_a_place_that_leads_nowhere_says_why(has, moves, expected):
    found = GAME.blocked(play(table(**has), moves))
    assert {target: found.get(target) for target in expected} == expected


def test_a_colour_that_is_not_in_the_bag_says_so() -> None:
    from tests.games.nippon.test_boards import dealt as dealt_pair

    p = dealt_pair("a14", "b2").play("pick 1")
    p.state.bag[3] = 0
    p._legal = None
    assert GAME.blocked(p) == {"bag:blue": "the bag holds no blue Worker"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_blocked_places_have_reasons_and_no_legal_move_leads_there(players):
    """All through random games, with every option that forbids something."""
    p = new(players, late_factories="on", contest="off", market_region="different")
    rng, seen = new_rng(players), set()
    while not p.is_over:
        if p.mover == "*":
            assert GAME.blocked(p) == {}
        else:
            legal = {target for move in p.legal_moves for target in GAME.targets(p, move.id)}
            found = GAME.blocked(p)
            assert not legal & found.keys()
            for target, reason in found.items():
                assert reason, target
                assert not re.search(r"[{}]|None", reason), reason
                assert not reason.startswith("first: "), (target, p.phase, reason)
            seen |= {target.split(":")[0] for target in found}
        p.play(p.random_move(rng))
    assert GAME.blocked(p) == {}
    assert {"action", "worker", "verb", "token", "destination", "train", "space", "contract"} <= seen


def test_every_decision_has_reasons_of_its_own() -> None:
    verbs = {verb.name for verb in CODEC.verbs}
    assert set(reasons._REASONS) <= verbs
    draws = {"first", "tile", "rotate", "face", "late", "hire", "queue", "token-a", "token-b"}
    always = {"side", "reward", "accept", "skip"}
    assert verbs - set(reasons._REASONS) == draws | always
