"""The test vectors of section 8.4 of the specification: ends of turns and rounds, final rounds, setup order."""

from __future__ import annotations

import pytest

from tests.games.nippon.helpers import legal, me, new, play, starting, table
from zashiki.core.rng import new_rng
from zashiki.games.nippon.state import Task


def place_of(position):
    """`hire s3` or `queue 2`: what the drawn Worker is for."""
    words = {" ".join(move.text.split(" ")[:2]) for move in position.legal_moves}
    assert len(words) == 1
    return words.pop()


def draws(position):
    """Where the draws that are due go to, playing them."""
    places = []
    while position.mover == "*":
        places.append(place_of(position))
        position.play(position.legal_moves[0])
    return places


def test_55_the_topmost_row_with_workers_moves_to_the_empty_space():
    p = table(hiring={"s3": "red"}, rows=["", "blue white white"])
    play(p, "take s3 red mining, mine, stop")
    assert p.state.hiring[2].tolist() == [0, 0, 0, 1, 2, 0]
    assert p.state.queue.sum() == 0
    assert (p.mover, p.phase, p.state.current_round) == (1, "turn", 1)


def test_56_the_round_ends_when_a_space_is_empty_and_the_queue_too():
    p = table(
        hiring={"s1": "red blue", "s2": "red red blue", "s3": "grey", "s4": "black", "s5": "red white white"},
        rows=["", ""],
    )
    play(p, "take s3 grey mining, mine, stop")
    assert draws(p) == ["hire s1", "hire s3", "hire s4", *["queue 1"] * 3, *["queue 2"] * 3]
    assert p.state.current_round == 2
    assert (p.mover, p.phase) == (1, "turn")


def test_57_rows_the_bag_cannot_fill_are_owed_workers():
    p = table(
        4,
        hiring={"s1": "red blue", "s2": "red grey", "s3": "red", "s4": "black", "s5": "yellow yellow white"},
        rows=[""] * 6,
        others={
            1: {"area": "black black black grey grey"},
            2: {"area": "black black white white white white"},
            3: {"area": "blue blue blue blue blue"},
        },
        area="red red red grey grey",
        lawful=False,
    )
    bag = p.state.bag
    surplus = int(bag.sum()) - 13
    for colour in range(6):
        taken = min(surplus, int(bag[colour]) - 1)
        bag[colour] -= taken
        surplus -= taken
    assert bag.sum() == 13
    play(p, "take s3 red mining, mine, stop")
    assert draws(p) == ["hire s1", "hire s2", "hire s3", "hire s4"] + [
        f"queue {row}" for row in (1, 1, 1, 2, 2, 2, 3, 3, 3)
    ]
    assert p.state.owed.tolist() == [0, 0, 0, 3, 3, 3]
    play(p, "1 consolidate, 1 favor ships")
    assert draws(p) == ["queue 4"] * 3 + ["queue 5"] * 2
    assert p.state.owed.tolist() == [0, 0, 0, 0, 1, 3]
    assert (p.mover, p.phase) == (2, "turn")


def test_58_nine_final_turns_for_three_players_then_the_end():
    p = table(3, seat=2, current_round=5, hiring={"s1": "red"}, rows=[""] * 4)
    play(p, "take s1 red rnd, research, stop")
    assert draws(p)[0] == "hire s1"
    seats, rounds = [], []
    while not p.is_over:
        assert p.phase == "turn"
        seats.append(p.mover)
        rounds.append(int(p.state.current_round))
        play(p, "consolidate")
    assert seats == [0, 1, 2] * 3
    assert rounds == [6, 6, 6, 7, 7, 7, 8, 8, 8]
    assert p.state.stack[0].kind == Task.OVER


def test_58_the_end_is_scored_with_the_values_of_period_3():
    p = table(3, seat=2, current_round=8, tokens={"osaka 4": (0, 7), "nagoya 4": (0, 6), "tokyo 4": (1, 5)})
    p.state.turns_left = 1
    play(p, "consolidate")
    assert p.is_over
    assert [s.breakdown["influence"] for s in p.standings] == [26, 20, 0]


def test_59_idle_consolidations_in_a_row_end_the_round():
    p = table()
    for _ in range(3):
        play(p, "consolidate")
        assert p.mover != "*"
    play(p, "consolidate")
    assert p.state.current_round == 1 + 1
    assert p.state.idle == 0
    assert (p.mover, p.phase) == (0, "turn")


@pytest.mark.parametrize("seed", range(3))
def test_60_the_first_player_picks_last_and_begins(seed):
    p = new(3)
    p.play("first 1")
    rng = new_rng(seed)
    while p.mover == "*":
        p.play(p.random_move(rng))
    pickers = []
    while p.state.current_round == 0:
        if p.phase == "pick":
            pickers.append(p.mover)
        p.play(legal(p)[0])
    assert pickers == [0, 2, 1]
    assert (p.mover, p.phase) == (1, "turn")
    assert starting(p, "take")
    assert me(p, 0).vp > 0
