"""The quick judgement and the light policy: sensible, and better than chance."""

from __future__ import annotations

import numpy as np
import pytest

from zashiki.core.kernel import compiler_is_on
from zashiki.core.rng import below, new_rng
from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.judge import COMMON, OBSERVATION_SIZE, PERSONAL

from .helpers import arrange, d0, new, play

GAMES = 40 if compiler_is_on() else 3


def judged(position):
    values = np.zeros(2, np.float32)
    GAME.kernels.evaluate(position.state, position.rules, values)
    return values


def greedy_move(position):
    """The move after which the judgement likes the mover best, compared with the other seat."""
    best, choice = -1e9, None
    for move in position.legal_moves:
        values = judged(position.copy().play(move))
        worth = values[position.mover] - values[1 - position.mover]
        if worth > best:
            best, choice = worth, move
    return choice


def test_one_step_ahead_on_the_judgement_beats_random_play():
    wins, margin = 0, 0
    for seed in range(GAMES):
        position, rng = new(), new_rng(seed)
        while not position.is_over:
            greedy = position.mover == seed % 2
            position.play(greedy_move(position) if greedy else position.random_move(rng))
        standings = position.standings
        wins += standings[seed % 2].rank == 1
        margin += standings[seed % 2].score - standings[1 - seed % 2].score
    assert wins >= GAMES * 0.95
    assert margin / GAMES > 15


def test_the_judgement_of_a_finished_game_is_its_score_and_knows_who_wins_a_tie():
    for seed in range(6):
        position, rng = new(), new_rng(100 + seed)
        while not position.is_over:
            position.play(position.random_move(rng))
        scores = [s.score for s in position.standings]
        assert np.abs(judged(position) - scores).max() < 0.5
    position.state.seats[0].fame += scores[1] - scores[0]
    assert position.standings[0].score == position.standings[1].score
    winner = [s.rank for s in position.standings].index(1)
    assert judged(position).argmax() == winner


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"goods": "6/2,1,1,1"}, {"goods": "2/2,1,1,1"}),
        ({"levels": "3,0,0,0"}, {"levels": "1,0,0,0"}),
        ({"academy": 2, "area": 6}, {"academy": 6, "area": 2}),
        ({"fame": 5}, {"fame": 0}),
        ({"persons": "clark"}, {"persons": ""}),
        ({"buildings": "b2 b13"}, {"buildings": "b13"}),
    ],
)
def test_having_more_is_judged_better(better, worse):
    assert judged(arrange(d0(), better))[0] > judged(arrange(d0(), worse))[0]


def test_a_seat_with_more_in_the_council_is_judged_better_while_settlements_are_to_come():
    ahead = judged(arrange(d0(), council={"left-1": 0, "left-2": 0, "left-3": 1}))
    assert ahead[0] - ahead[1] > 3


def test_the_policy_prefers_taking_to_declining_and_small_payments_to_large_ones():
    weights = np.zeros(GAME.max_legal, np.float32)
    ids = np.zeros(GAME.max_legal, np.int32)

    def weighed(position):
        n = GAME.kernels.legal(position.state, position.rules, ids)
        GAME.kernels.suggest(position.state, position.rules, ids, n, weights)
        return {str(move): float(w) for move, w in zip(position.legal_moves, weights[:n], strict=True)}

    acting = weighed(play(d0(), "move village"))
    assert acting["done"] < acting["pioneer wheat"]
    paying = weighed(play(d0(), "move village", "pioneer cattle", "pioneer cattle", "done"))
    assert paying["pay 1 0 2"] < paying["pay 1 1 0"]
    moving = weighed(arrange(d0(), spots="5,0,0,0"))
    assert moving["move college"] == max(moving.values())


@pytest.mark.parametrize("seed", range(3))
def test_the_policy_gives_every_legal_action_a_positive_weight(seed):
    position, rng = new(), new_rng(seed)
    ids, weights = np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.float32)
    while not position.is_over:
        n = GAME.kernels.legal(position.state, position.rules, ids)
        if position.mover != "*":
            GAME.kernels.suggest(position.state, position.rules, ids, n, weights)
            assert (weights[:n] > 0).all()
        position.play(position.legal_moves[int(below(rng, n))])


def observed(position, seat):
    out = np.full(OBSERVATION_SIZE, np.nan, np.float32)
    GAME.kernels.observe(position.state, position.rules, seat, out)
    groups, at = {}, 0
    seats = [(f"{whose} {name}", width) for whose in ("own", "other") for name, width, _ in PERSONAL]
    for name, width in [(name, width) for name, width, _ in COMMON] + seats:
        groups[name] = out[at : at + width]
        at += width
    return groups


@pytest.mark.parametrize("seed", range(3))
def test_observations_fill_every_feature_with_moderate_numbers(seed):
    position, rng = new(), new_rng(seed)
    while not position.is_over:
        for seat in (0, 1):
            whole = np.concatenate(list(observed(position, seat).values()))
            assert np.isfinite(whole).all()
            assert np.abs(whole).max() <= 20
        position.play(position.random_move(rng))


def test_observations_are_relative_to_the_seat():
    position = play(arrange(d0(), {"goods": "4/2,1,0,3", "fame": 6}, council={"left-1": 0}), "move village")
    own, other = observed(position, 0), observed(position, 1)
    for name, _, _ in PERSONAL:
        assert (own[f"own {name}"] == other[f"other {name}"]).all()
        assert (own[f"other {name}"] == other[f"own {name}"]).all()
    assert own["own fame"] == pytest.approx([6 / 30])
    assert list(own["roles"]) == [1, 1, 1]
    assert list(other["roles"]) == [0, 0, 0]
    assert list(own["council"][:2]) == [1, 0]
    assert list(other["council"][:2]) == [0, 1]
    assert list(own["pawn"]) == list(other["pawn"]) == [0, 0, 1, 0]
    assert own["phase"].sum() == 1


def test_two_positions_that_differ_are_observed_differently():
    seen = {}
    for seed in range(4):
        position, rng = new(), new_rng(seed)
        while not position.is_over:
            whole = np.concatenate(list(observed(position, 0).values())).tobytes()
            assert seen.setdefault(whole, position.key) == position.key
            position.play(position.random_move(rng))
