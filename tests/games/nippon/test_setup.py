"""Setup, section 4 of the specification, and the numbers of section 2 that no vector shows."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.nippon.helpers import legal, me, new, play, purse, table, tracks
from tests.games.nippon.test_boards import dealt
from zashiki.core.rng import new_rng
from zashiki.games.nippon.scoring import objective_points, overseas
from zashiki.games.nippon.state import COLOURS, GOODS, LINES, TILES, TOKENS_A, TOKENS_B


def set_up(players, **options):
    """A game at its first pick, with every draw as (phase, outcomes with weights, bag before it)."""
    position, rng, draws = new(players, **options), new_rng(players), []
    while position.mover == "*":
        outcomes = [(move.text, weight) for move, weight in position.outcomes]
        draws.append((position.phase, outcomes, position.state.bag.tolist()))
        position.play(position.random_move(rng))
    return position, draws


@pytest.mark.parametrize("rows", [2, 1])
@pytest.mark.parametrize("late", ["off", "on"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draws_come_in_order(players, late, rows):
    _position, draws = set_up(players, late_factories=late, queue_rows=rows)
    expected = ["first", *["tile", "rotate"] * 8, *["face"] * 24]
    if late == "on":
        expected += ["late", "face"] * (players + 1)
    expected += ["hire"] * 15 + ["queue"] * 3 * rows * (players - 1)
    expected += ["token_a", "token_b"] * (players + 1)
    assert [phase for phase, *_ in draws] == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_draw_has_its_outcomes_and_weights(players):
    _position, draws = set_up(players, late_factories="on")
    counts: dict[str, list[int]] = {}
    for phase, outcomes, bag in draws:
        counts.setdefault(phase, []).append(len(outcomes))
        weights = [weight for _text, weight in outcomes]
        if phase in ("hire", "queue"):
            colours = [text.split(" ")[2] for text, _weight in outcomes]
            assert dict(zip(colours, weights, strict=True)) == {
                colour: bag[number] for number, colour in enumerate(COLOURS) if bag[number]
            }
        else:
            assert set(weights) == {1}
    assert counts["first"] == [players]
    assert counts["tile"] == [9, 8, 7, 6, 5, 4, 3, 2]
    assert set(counts["rotate"]) == {4}
    assert set(counts["face"]) == {2}
    assert counts["late"] == [6 - drawn for drawn in range(players + 1)]
    assert counts["token_a"] == counts["token_b"] == [5 - drawn for drawn in range(players + 1)]


@pytest.mark.parametrize(
    ("players", "colour", "left"),
    [(2, 6, {2: 15, 1: 18}), (3, 7, {2: 15, 1: 21}), (4, 8, {2: 15, 1: 24})],
)
def test_workers_by_players(players, colour, left):
    for rows, in_bag in left.items():
        position, _draws = set_up(players, queue_rows=rows)
        state = position.state
        everywhere = state.bag + state.hiring.sum(axis=0) + state.queue.sum(axis=0)
        assert everywhere.tolist() == [colour] * 6
        assert state.bag.sum() == in_bag
        assert state.hiring.sum(axis=1).tolist() == [3] * 5
        assert state.queue.sum(axis=1).tolist() == [3] * (rows * (players - 1)) + [0] * (
            6 - rows * (players - 1)
        )


@pytest.mark.parametrize(("players", "number"), [(2, 14), (3, 18), (4, 20)])
def test_overseas_influence_of_each_region_at_the_start(players, number):
    position, _draws = set_up(players)
    assert [overseas(position.state, position.rules, region) for region in range(4)] == [number] * 4


def test_everybody_starts_alike():
    position, _draws = set_up(4)
    for seat in range(4):
        assert purse(position, seat) == {"money": 12, "coal": 2}
        assert tracks(position, seat) == (1, 1, 1)
        assert me(position, seat).supply.tolist() == [0, 1, 1, 1, 1, 1, 1, 1]
        assert me(position, seat).locked.tolist() == [0, 0, 0, 1, 0, 1, 0, 1]
        assert not me(position, seat).upgraded.any()


PAIR_A = {
    "a6": ("", {}),
    "a8": ("ship berlin free", {}),
    "a10": ("train kyushu 3 free", {"vp": 2}),
    "a12": ("side paper", {"stored": 1}),
    "a14": ("worker", {}),
}
PAIR_B = {
    "b1": ({"silk": 3, "iron": 1}, (1, 1, 1)),
    "b2": ({"iron": 3}, (1, 1, 1)),
    "b3": ({"money": 3}, (2, 1, 1)),
    # space 3 of Mining pays the black bonus, upgraded by the Ship to Berlin that came before
    "b4": ({"coal": 2 + 2}, (1, 3, 1)),
    "b5": ({"iron": 1}, (1, 1, 3)),
}


@pytest.mark.parametrize("b", TOKENS_B)
@pytest.mark.parametrize("a", TOKENS_A)
def test_starting_pair(a, b):
    """Points, then the A token with its decision, then the B token; then the next seat picks."""
    position = dealt(a, b).play("pick 1")
    move, from_a = PAIR_A[a]
    if move:
        assert position.mover == 1
        position.play(next(text for text in legal(position) if text.startswith(move)))
    from_b, spaces = PAIR_B[b]
    expected = Counter({"money": 12, "coal": 2, "vp": int(a[1:])})
    expected.update(from_a)
    expected.update(from_b)
    if (a, b) == ("a8", "b4"):
        expected["coal"] += 1
    assert purse(position, 1) == dict(expected)
    assert tracks(position, 1) == spaces
    assert (position.mover, position.phase) == (0, "pick")


MINING_COAL = [2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]
FINANCE_MONEY = [12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 16, 16, 17, 17, 18]


@pytest.mark.parametrize("space", range(1, 16))
def test_income_of_each_space(space):
    position = play(table(mining=space, finance=space, money=7, coal=3), "consolidate")
    assert purse(position) == {"coal": MINING_COAL[space - 1], "money": FINANCE_MONEY[space - 1]}


LINE_POINTS = {1: (5, 10), 2: (8, 16), 3: (10, 20)}
CONTRACT_POINTS = {
    1: [0, 1, 2, 3, 4, 5, 6, 8, 10],
    2: [0, 2, 3, 5, 6, 8, 10, 13, 16],
    3: [0, 2, 4, 6, 8, 10, 12, 16, 20],
}


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_points_of_each_objective(level):
    """Rows of pieces score with 4 and 6 built, tracks on spaces 10 and 15; nothing without a Favor."""
    position = table()
    rules, player = position.rules, me(position)
    for which, name in enumerate(LINES):
        player.favor[which] = level
        if name == "contracts":
            for count in range(9):
                player.fulfilled[:] = [1] * count + [0] * (8 - count)
                assert objective_points(rules, player, which) == (
                    CONTRACT_POINTS[level][count] if level else 0
                )
            continue
        track = which >= 3
        values, at = (player.track, which - 3) if track else (player.built, which)
        lower, higher = (10, 15) if track else (4, 6)
        for reached in range(1, higher + 1):
            values[at] = reached
            low, high = LINE_POINTS.get(level, (0, 0))
            points = high if reached >= higher else low if reached >= lower else 0
            assert objective_points(rules, player, which) == points, (name, reached)


def test_demand_tiles_want_four_different_goods_each():
    """Each lacks one of cotton, bento, bulbs and one of paper, lenses, clocks, and no two lack the same."""
    rules = table().rules
    lacking = set()
    for tile in range(len(TILES)):
        wanted = {GOODS[good] for good in rules.tile_goods[tile]}
        assert len(wanted) == 4
        lacking.add((*({"cotton", "bento", "bulbs"} - wanted), *({"paper", "lenses", "clocks"} - wanted)))
    assert len(lacking) == 9
    assert all(len(pair) == 2 for pair in lacking)


# -- what ends and what does not


def test_a_turn_that_is_not_idle_sets_the_counter_back():
    position = play(table(), "0 consolidate, 1 consolidate, 0 consolidate")
    assert position.state.idle == 3
    play(position, "1 take s1 red rnd, research, stop")
    assert position.state.idle == 0
    assert position.state.current_round == 1


def test_idle_turns_do_not_end_a_final_round():
    position = table(current_round=6)
    for seat in (0, 1, 0, 1, 0):
        play(position, f"{seat} consolidate")
    assert position.state.current_round == 8
    play(position, "1 consolidate")
    assert position.is_over


def test_owed_workers_come_in_the_final_rounds_too():
    position = table(current_round=7, area="black black grey", rows=["", "blue"])
    position.state.owed[1] = 2
    position.state.bag[:] = 0
    play(position, "consolidate, favor ships")
    assert position.mover == "*"
    assert {move.text for move in position.legal_moves} == {"queue 2 black", "queue 2 grey"}
    play(position, "queue 2 grey, queue 2 black")
    assert position.state.owed.sum() == 0
    assert position.mover == 1


def test_a_round_end_cancels_what_is_owed():
    position = table(hiring={"s3": "red"}, rows=["", ""])
    position.state.owed[1] = 3
    play(position, "take s3 red mining, mine, stop")
    assert position.state.owed.sum() == 0
    while position.mover == "*":
        position.play(position.legal_moves[0])
    assert position.state.queue.sum(axis=1).tolist()[:2] == [3, 3]
