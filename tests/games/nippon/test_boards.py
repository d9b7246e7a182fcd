"""One test for each Department, track bonus, row bonus, Train space, contract, Region and starting token."""

from __future__ import annotations

import pytest

from tests.games.nippon.helpers import (
    factory,
    goods,
    legal,
    me,
    new,
    play,
    purse,
    starting,
    table,
    tracks,
    turn_over,
)
from zashiki.core.rng import new_rng
from zashiki.games.nippon.state import COLOURS, DESTINATIONS, TOKENS_A, TOKENS_B

DEPTS = sorted(f"dept {colour}" for colour in COLOURS)
STEPS = ["step finance", "step mining", "step rnd"]
AT = {
    "white": "new-york",
    "red": "san-francisco",
    "blue": "washington",
    "yellow": "paris",
    "grey": "london",
    "black": "berlin",
}
"""The destination that upgrades each Department."""

PAYS = {
    "black": ("coal", 2, 3),
    "red": ("silk", 2, 3),
    "grey": ("iron", 2, 3),
    "blue": ("money", 3, 5),
    "yellow": ("vp", 2, 4),
}


@pytest.mark.parametrize("colour", PAYS)
@pytest.mark.parametrize("upgraded", [False, True])
def test_department_bonus(colour, upgraded):
    what, basic, more = PAYS[colour]
    p = table(rnd=2, shown="paper-2b", money=6, coal=0, hiring={"s2": colour}, ships=AT[colour] * upgraded)
    play(p, f"take s2 {colour} factory, build paper-2")
    assert purse(p) == {what: more if upgraded else basic}


@pytest.mark.parametrize(("upgraded", "steps"), [(False, 1), (True, 2)])
def test_the_white_department_pays_steps_one_by_one(upgraded, steps):
    p = table(rnd=2, shown="paper-2b", hiring={"s2": "white"}, ships="new-york" * upgraded)
    play(p, "take s2 white factory, build paper-2")
    for done in range(steps):
        assert legal(p) == STEPS, done
        play(p, "step finance")
    assert tracks(p) == (2, 1, 1 + steps)
    assert turn_over(p)


def test_a_step_offers_only_markers_that_can_advance():
    p = play(
        table(rnd=15, mining=15, shown="paper-2b", hiring={"s2": "white"}),
        "take s2 white factory, build paper-2",
    )
    assert legal(p) == ["step finance"]


def test_steps_are_lost_when_no_marker_can_advance():
    p = table(rnd=15, mining=15, finance=15, shown="paper-2b", hiring={"s2": "white"})
    assert turn_over(play(p, "take s2 white factory, build paper-2"))


RND_BONUSES = {4: {"finance": 2}, 8: {"unlocked": 5}, 12: {"legal": DEPTS}}
MINING_BONUSES = {3: {"coal": 2}, 6: {"iron": 2}, 9: {"unlocked": 3}, 12: {"legal": DEPTS}}
FINANCE_BONUSES = {4: {"silk": 2}, 8: {"money": 3}, 12: {"legal": DEPTS}}


def seen(p, before):
    """What has been gained besides the step itself."""
    found = {}
    for name in ("coal", "iron", "silk", "money"):
        gained = purse(p).get(name, 0) - before.get(name, 0)
        if gained:
            found[name] = gained
    if tracks(p)[2] > 1 and tracks(p)[0] > 1:
        found["finance"] = tracks(p)[2]
    if p.phase == "dept":
        found["legal"] = legal(p)
    return found


@pytest.mark.parametrize("space", range(2, 16))
def test_research_bonus_of_each_space(space):
    p = table(rnd=space - 1, money=1)
    locked = me(p).locked.tolist()
    before = {**purse(p), "money": 0}
    play(p, "take s1 red rnd, research")
    found = seen(p, before)
    freed = [value for value in range(8) if me(p).locked[value] < locked[value]]
    if freed:
        found["unlocked"] = freed[0]
        assert me(p).supply[freed[0]] == 2
    assert found == RND_BONUSES.get(space, {})


@pytest.mark.parametrize("space", range(2, 16))
def test_mining_bonus_of_each_space(space):
    p = table(mining=space - 1, money=1)
    locked = me(p).locked.tolist()
    before = {**purse(p), "money": 0}
    play(p, "take s3 red mining, mine")
    found = seen(p, before)
    freed = [value for value in range(8) if me(p).locked[value] < locked[value]]
    if freed:
        found["unlocked"] = freed[0]
    assert found == MINING_BONUSES.get(space, {})


@pytest.mark.parametrize("space", range(2, 16))
def test_finance_bonus_of_each_space(space):
    p = table(finance=space - 1, hiring={"s2": "white"}, shown="paper-2b", rnd=2, money=6)
    before = {**purse(p), "money": 0}
    play(p, "take s2 white factory, build paper-2, step finance")
    found = seen(p, before)
    found.pop("finance")
    assert found == FINANCE_BONUSES.get(space, {})


def test_bonuses_of_passed_spaces_come_in_ascending_order():
    p = table(rnd=4, mining=11, shown="bento-1a")
    play(p, "take s2 red factory, build bento-1")
    assert tracks(p)[1] == 14
    assert legal(p) == DEPTS
    p = table(rnd=6, finance=2, shown="clocks-1a", ships="paris")
    play(p, "take s2 red factory, build clocks-1, ship berlin free")
    assert purse(p)["silk"] == 2


ROWS = {
    "sm-1": (1, 0, 0, {"finance": 1}),
    "sm-2": (2, 1, 0, {"silk": 3}),
    "sm-3": (3, 2, 0, {"legal": STEPS}),
    "sm-4": (4, 3, 0, {"token": 7}),
    "sm-5": (5, 4, 0, {"money": 5}),
    "sm-6": (6, 5, 0, {"legal": DEPTS}),
    "mt-1": (0, 0, 1, {"finance": 1}),
    "mt-2": (0, 1, 2, {"coal": 2}),
    "mt-3": (0, 2, 3, {"legal": DEPTS}),
    "mt-4": (0, 3, 4, {"finance": 1}),
    "mt-5": (0, 4, 5, {"iron": 2}),
    "mt-6": (0, 5, 6, {"vp": 2}),
}


@pytest.mark.parametrize("name", ROWS)
def test_row_bonus(name):
    """The Machine that completes a column brings the bonus beside the other row."""
    ships, machines, trains, gain = ROWS[name]
    spread = [2, 2, 2, 0]
    left = machines
    factories = []
    for good, most in zip(("cotton", "paper", "bento", "lenses"), spread, strict=True):
        here = min(left, most)
        left -= here
        factories.append(f"{good}/{here}m" if here else good)
    p = table(
        factories=" ".join(factories),
        ships=" ".join(list(AT.values())[:ships]),
        trains=" ".join([f"{r}-{k}" for r in ("kyushu", "kanto") for k in (1, 2, 3)][:trains]),
        money=5,
        coal=0,
    )
    before = me(p).supply.tolist()
    play(p, "take s4 red machines, machine lenses")
    finance = tracks(p)[2] - 1
    found = {"finance": finance} if finance else {}
    for what, amount in purse(p).items():
        found[what] = amount
    freed = [value for value in range(8) if me(p).supply[value] > before[value]]
    if freed:
        found["token"] = freed[0]
    if p.phase in ("dept", "step"):
        found["legal"] = legal(p)
    assert found == gain


def test_a_row_bonus_waits_for_the_second_piece_whichever_comes_first():
    p = table(factories="cotton paper", ships="paris", trains="kyushu-1", money=5)
    play(p, "take s4 red machines, machine cotton")
    assert tracks(p)[2] == 3
    p = table(factories="cotton/1m", iron=3)
    play(p, "take s3 red ships, ship paris iron")
    assert tracks(p)[2] == 2
    p = table(factories="cotton/1m paper/1m", ships="berlin", iron=3, coal=0)
    play(p, "take s3 red ships, ship paris iron")
    assert purse(p)["silk"] == 2


TRAIN_REWARDS = {
    1: "dept",
    2: {"money": 3},
    3: {"vp": 2},
    4: {"iron": 1},
    5: {"silk": 2},
    6: {"coal": 2},
    7: {"vp": 1},
}


@pytest.mark.parametrize("space", TRAIN_REWARDS)
def test_train_space_reward(space):
    p = table(4, iron=3, money=0, coal=0)
    play(p, f"take s4 red trains, train kansai {space} iron")
    if TRAIN_REWARDS[space] == "dept":
        assert legal(p) == DEPTS
    else:
        assert purse(p) == TRAIN_REWARDS[space]


@pytest.mark.parametrize(("players", "spaces"), [(2, 3), (3, 5), (4, 7)])
def test_train_spaces_by_players(players, spaces):
    p = play(table(players, iron=3, money=0), "take s4 red trains")
    assert {text.split()[2] for text in starting(p, "train")} == {str(k) for k in range(1, spaces + 1)}


@pytest.mark.parametrize(("players", "spaces"), [(2, "43"), (3, "432"), (4, "4321")])
def test_city_spaces_by_players(players, spaces):
    p = play(table(players, factories="cotton/4g paper/4g bento/4g"), "take s5 red market")
    assert {text.split()[2] for text in starting(p, "market")} == set(spaces)


REGION_REWARDS = {
    "nagasaki": {"coal": 2},
    "fukuoka": {"coal": 2},
    "hiroshima": {"iron": 2},
    "okayama": {"iron": 2},
    "osaka": {"money": 3},
    "nagoya": {"money": 3},
    "tokyo": {"silk": 2},
    "sendai": {"silk": 2},
}


@pytest.mark.parametrize("city", REGION_REWARDS)
def test_market_reward_is_two_points_or_the_region_reward(city):
    p = play(table(factories="cotton/1g", tiles={city: "d4 0"}, money=0, coal=0), "take s5 red market")
    play(p, f"market {city} 4 1")
    assert legal(p) == ["reward region", "reward vp"]
    assert purse(play(p.copy(), "reward region")) == REGION_REWARDS[city]
    assert purse(play(p.copy(), "reward vp")) == {"vp": 2}


CONTRACT_REWARDS = {
    1: {"silk": 2},
    2: {"iron": 2},
    3: {"coal": 2},
    4: {"money": 3},
    5: STEPS,
    6: {"vp": 2},
    7: DEPTS,
    8: DEPTS,
}


@pytest.mark.parametrize("number", CONTRACT_REWARDS)
def test_contract_reward_and_condition(number):
    p = table(factories="paper/1g lenses/1g clocks/1g", money=0, coal=0)
    play(p, f"take s2 red contracts, contract {number}")
    usable = {7: ["spend clocks", "spend lenses"], 8: ["spend clocks"]}
    assert legal(p) == usable.get(number, ["spend clocks", "spend lenses", "spend paper"])
    play(p, "spend clocks")
    assert goods(p) == {"paper": 1, "lenses": 1}
    assert me(p).fulfilled.tolist() == [int(k == number) for k in range(1, 9)]
    reward = CONTRACT_REWARDS[number]
    if isinstance(reward, list):
        assert legal(p) == reward
    else:
        assert purse(p) == reward


def test_a_fulfilled_contract_is_not_offered_again():
    p = play(table(factories="cotton/2g", fulfilled="1 4"), "take s2 red contracts")
    assert starting(p, "contract") == ["contract 2", "contract 3", "contract 5", "contract 6"]


# -- starting tokens


def dealt(a, b, players=2):
    """A game at its first pick, the first pair being of two given tokens; the last seat picks first."""
    p = new(players)
    rng = new_rng(3)
    p.play("first 0")
    while p.mover == "*":
        wanted = {"token-a": f"token-a {a}", "token-b": f"token-b {b}"}.get(p.phase.replace("_", "-"))
        texts = legal(p)
        p.play(wanted if wanted in texts else p.random_move(rng))
    assert p.mover == players - 1
    return p


@pytest.mark.parametrize("token", TOKENS_B)
def test_starting_token_b(token):
    p = dealt("a6", token)
    p.play("pick 1")
    found = {name: amount for name, amount in purse(p, 1).items() if name != "vp"}
    expected = {
        "b1": ({"money": 12, "coal": 2, "silk": 3, "iron": 1}, (1, 1, 1)),
        "b2": ({"money": 12, "coal": 2, "iron": 3}, (1, 1, 1)),
        "b3": ({"money": 15, "coal": 2}, (2, 1, 1)),
        "b4": ({"money": 12, "coal": 6}, (1, 3, 1)),
        "b5": ({"money": 12, "coal": 2, "iron": 1}, (1, 1, 3)),
    }[token]
    assert (found, tracks(p, 1)) == expected
    assert p.mover == 0


@pytest.mark.parametrize("token", TOKENS_A)
def test_starting_token_a_gives_its_points(token):
    p = dealt(token, "b2").play("pick 1")
    assert me(p, 1).vp == int(token[1:])


def test_a6_is_a_waiting_machine():
    p = dealt("a6", "b2").play("pick 1")
    assert me(p, 1).waiting == 1
    assert me(p, 1).built.tolist() == [0, 1, 0]


def test_a8_is_a_ship_with_its_expert():
    p = dealt("a8", "b2").play("pick 1")
    assert legal(p) == sorted(f"ship {d} free" for d in DESTINATIONS)
    p.play("ship berlin free")
    assert me(p, 1).built.tolist() == [1, 0, 0]
    assert me(p, 1).area[0] == len(COLOURS) + DESTINATIONS.index("berlin")
    assert (p.mover, p.phase) == (0, "pick")


def test_a10_is_a_train_with_its_reward():
    p = dealt("a10", "b2").play("pick 1")
    assert len(legal(p)) == 12
    p.play("train kanto 1 free")
    assert legal(p) == DEPTS
    assert p.mover == 1
    assert "iron" not in purse(p, 1), "the B token comes after all of it"
    p.play("dept grey")
    assert purse(p, 1)["iron"] == 2 + 3
    assert p.mover == 0


@pytest.mark.parametrize("side", ["cotton", "paper"])
def test_a12_is_the_old_factory_and_stored_coal(side):
    p = dealt("a12", "b2").play("pick 1")
    assert legal(p) == ["side cotton", "side paper"]
    p.play(f"side {side}")
    assert factory(p, "old", 1).face == ["cotton", "paper"].index(side)
    assert purse(p, 1)["stored"] == 1
    assert p.mover == 0


def test_a14_is_a_worker_of_any_colour_in_the_bag():
    p = dealt("a14", "b2").play("pick 1")
    bag = p.state.bag.tolist()
    assert legal(p) == sorted(f"worker {colour}" for i, colour in enumerate(COLOURS) if bag[i])
    colour = next(i for i in range(6) if bag[i])
    p.play(f"worker {COLOURS[colour]}")
    assert me(p, 1).area.tolist() == [colour, -1, -1, -1, -1, -1]
    assert p.state.bag[colour] == bag[colour] - 1
    assert p.mover == 0


def test_the_pair_nobody_picked_goes_out_of_the_game():
    p = dealt("a6", "b2")
    assert starting(p, "pick") == ["pick 1", "pick 2", "pick 3"]
    play(p, "1 pick 1")
    assert starting(p, "pick") == ["pick 2", "pick 3"]
    p.play("pick 3")
    while p.phase != "turn":
        p.play(p.legal_moves[0])
    assert (p.state.pair_a == -1).all()
    assert (p.state.pair_b == -1).all()
