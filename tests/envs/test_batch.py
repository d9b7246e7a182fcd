"""Batches: the same games as one at a time, in arrays that stay where they are."""

from __future__ import annotations

import copy
import pickle
import tracemalloc

import numpy as np
import pytest

import zashiki
from zashiki.core.contract import OVER
from zashiki.core.errors import IllegalMoveError, OptionError, UnknownBotError
from zashiki.core.kernel import compiler_is_on
from zashiki.envs import Batch, Task
from zashiki.envs.batch import Autoreset

STEPS = 150 if compiler_is_on() else 12
every_game = pytest.mark.parametrize("name", zashiki.games.NAMES)


def usual(name: str) -> int:
    return max(count for count in zashiki.get(name).players if count <= 3)


@every_game
def test_a_batch_shows_what_each_position_holds(name: str) -> None:
    task = Task(name, usual(name))
    batch = Batch(task, 5, seed=3)
    for step in range(STEPS):
        if step % 10 == 0:
            for i in range(batch.count):
                position = batch.position(i)
                assert position.mover == batch.movers[i]
                seen = task.observation(position, int(batch.movers[i]))
                assert np.array_equal(batch.observations[i], seen)
                assert np.array_equal(batch.masks[i], task.mask(position).astype(bool))
                ids = [move.id for move in position.legal_moves]
                assert batch.legal_ids[i, : batch.legal_counts[i]].tolist() == ids
        batch.step(batch.sample())


@every_game
def test_a_step_plays_the_action_and_then_only_chance(name: str) -> None:
    batch = Batch(name, 3, usual(name), seed=4, autoreset="disabled")
    for _ in range(STEPS // 3):
        before = [batch.position(i) for i in range(3)]
        actions = batch.sample().copy()
        batch.step(actions)
        for i, position in enumerate(before):
            if position.is_over:
                continue
            position.play(batch.task.move_of(position, actions[i]))
            reached = {position.key}
            # Follow whatever chance may have done.
            frontier = [position]
            while frontier and batch.states[i].tobytes() not in reached:
                frontier = [
                    twin.copy().play(move)
                    for twin in frontier
                    if twin.mover == "*"
                    for move in twin.legal_moves
                ]
                reached = {twin.key for twin in frontier}
                if len(frontier) > 2000:
                    break
            assert batch.states[i].tobytes() in reached or len(frontier) > 2000


@every_game
def test_games_do_not_depend_on_the_number_of_threads(name: str) -> None:
    one, three = (Batch(name, 10, usual(name), seed=8, threads=threads) for threads in (1, 3))
    for _ in range(STEPS):
        actions = one.sample().copy()
        assert np.array_equal(actions, three.sample())
        one.step(actions)
        three.step(actions)
    assert one.states.tobytes() == three.states.tobytes()
    assert np.array_equal(one.observations, three.observations)
    assert np.array_equal(one.boards, three.boards)


def test_a_game_with_a_seed_of_its_own_does_not_depend_on_the_others() -> None:
    alone, among = Batch("toshi", 1, players=2, seed=[9]), Batch("toshi", 3, players=2, seed=[7, 9, 8])
    for _ in range(STEPS):
        actions = among.sample().copy()
        among.step(actions)
        alone.step(actions[1:2])
        assert alone.states[0].tobytes() == among.states[1].tobytes()


@every_game
def test_bits_are_bools_packed(name: str) -> None:
    bools, bits = Batch(name, 4, usual(name), seed=1), Batch(name, 4, usual(name), seed=1, masks="bits")
    for _ in range(30):
        assert np.array_equal(np.packbits(bools.masks, axis=1, bitorder="little"), bits.masks)
        actions = bools.sample()
        bools.step(actions)
        bits.step(actions)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_plays_the_same_games_apart(copied) -> None:  # type: ignore[no-untyped-def]
    batch = Batch("toshi", 4, players=2, seed=3, masks="bits", threads=2)
    for _ in range(10):
        batch.step(batch.sample())
    twin = copied(batch)
    before = batch.states.tobytes()
    twin.step(twin.sample())
    assert batch.states.tobytes() == before != twin.states.tobytes()
    batch.step(batch.sample())
    assert batch.states.tobytes() == twin.states.tobytes()
    assert np.array_equal(batch.masks, twin.masks)
    assert twin.task.game is batch.task.game


def test_arrays_stay_where_they_are() -> None:
    batch = Batch("toshi", 8, players=2, seed=1)
    names = ("observations", "masks", "movers", "rewards", "terminated", "boards", "legal_ids", "states")
    before = {name: getattr(batch, name).ctypes.data for name in names}
    for _ in range(20):
        batch.step(batch.sample())
    batch.reset(2)
    assert {name: getattr(batch, name).ctypes.data for name in names} == before
    assert all(getattr(batch, name).flags.c_contiguous for name in names)


@pytest.mark.parametrize("mode", ["disabled", "next_step", "same_step"])
def test_finished_games_are_started_anew_as_told(mode: str) -> None:
    batch = Batch("toshi", 6, players=1, seed=5, autoreset=mode, last_observations=mode == "same_step")
    ended_before = np.zeros(6, bool)
    turn = next(start for start, _, feature in batch.task.layout() if feature.name == "turn")
    seen_end = 0
    for _ in range(STEPS * 2):
        batch.step(batch.sample())
        ended = batch.terminated.copy()
        seen_end += int(ended.sum())
        for i in np.flatnonzero(ended):
            assert batch.boards[i, 0, 0] == batch.rewards[i, 0]
            if mode == "same_step":
                assert batch.movers[i] == 0
                assert batch.observations[i, turn] == pytest.approx(1 / 50)
                assert batch.last_observations[i, turn] > 1 / 50
            else:
                assert batch.movers[i] == OVER
                assert not batch.masks[i].any()
        assert not batch.rewards[~ended].any()
        if mode == "disabled":
            assert not (ended & ended_before).any()
            ended_before |= ended
            assert ((batch.movers == OVER) == ended_before).all()
        elif mode == "next_step":
            assert (batch.movers[ended_before] == 0).all()
            ended_before = ended
    assert seen_end >= (6 if mode == "disabled" else 7) or not compiler_is_on()


def test_only_the_games_that_are_named_are_reset() -> None:
    batch = Batch("toshi", 3, players=2, seed=5)
    for _ in range(9):
        batch.step(batch.sample())
    before = [state.tobytes() for state in batch.states]
    batch.reset(which=[False, True, False])
    after = [state.tobytes() for state in batch.states]
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, False, True]
    with pytest.raises(ValueError, match="shape"):
        batch.reset(which=[True])
    with pytest.raises(TypeError, match="a bool for each game"):
        batch.reset(which=[0, 1, 2])


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    batch = Batch("toshi", 3, players=2, seed=6)
    before = batch.states.tobytes(), batch.observations.copy(), batch.masks.copy()
    actions = batch.sample().copy()
    actions[1] = batch.task.game.codec.action("remove nagaya")
    with pytest.raises(IllegalMoveError, match="game 1: remove nagaya"):
        batch.step(actions)
    actions[1] = 10**6
    with pytest.raises(IllegalMoveError, match="game 1"):
        batch.step(actions)
    assert batch.states.tobytes() == before[0]
    assert np.array_equal(batch.observations, before[1])
    assert np.array_equal(batch.masks, before[2])
    with pytest.raises(ValueError, match="shape"):
        batch.step(actions[:2])
    with pytest.raises(TypeError, match="must be integers"):
        batch.step(actions / 2)


def test_an_illegal_action_can_lose_the_game() -> None:
    batch = Batch("toshi", 3, players=3, seed=6, on_illegal="lose")
    loser = int(batch.movers[1])
    actions = batch.sample().copy()
    actions[1] = 0
    batch.step(actions)
    assert batch.terminated.tolist() == [False, True, False]
    assert batch.rewards[1, loser] == -1
    assert batch.rewards[1].sum() == 0


@every_game
def test_bots_sit_on_the_other_seats(name: str) -> None:
    players = usual(name)
    batch = Batch(name, 4, players, seat=1, bots="greedy", seed=2)
    for _ in range(STEPS // 5):
        assert (batch.movers == 1).all()
        position = batch.position(0)
        assert np.array_equal(batch.observations[0], batch.task.observation(position, 1))
        batch.step(batch.sample())


@pytest.mark.skipif(not compiler_is_on(), reason="plays whole games")
def test_greedy_is_a_harder_opponent_than_random() -> None:
    won = {}
    for bots in ("random", "greedy"):
        batch = Batch("toshi", 64, players=2, seat=0, bots=bots, seed=3)
        wins = ended = 0
        for _ in range(200):
            batch.step(batch.sample())
            ended += int(batch.terminated.sum())
            wins += int((batch.rewards[:, 0] > 0).sum())
        won[bots] = wins / ended
    assert won["greedy"] < 0.1 < 0.35 < won["random"]


@pytest.mark.skipif(not compiler_is_on(), reason="measures memory of what is compiled")
def test_a_batch_of_nippon_is_small() -> None:
    """1,024 games of four seats take less than 64 MiB in all."""
    Batch("nippon", 1, players=4)
    tracemalloc.start()
    try:
        batch = Batch("nippon", 1024, players=4, seed=1)
        for _ in range(5):
            batch.step(batch.sample())
        assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
    finally:
        tracemalloc.stop()
    assert 1024 * 1542 < batch.nbytes < 64 * 2**20


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"count": 0}, OptionError, "at least 1"),
        ({"count": True}, OptionError, "at least 1"),
        ({"count": 2, "seat": 0, "bots": 5}, OptionError, "a list of names"),
        ({"count": 2, "seed": "x"}, OptionError, "whole number"),
        ({"count": 2, "seed": 1.5}, OptionError, "whole number"),
        ({"count": 2, "seed": [1, "a"]}, OptionError, "whole number"),
        ({"count": 2, "masks": "ints"}, OptionError, "bool or bits"),
        ({"count": 2, "threads": 0}, OptionError, "1 to 256"),
        ({"count": 2, "threads": True}, OptionError, "1 to 256"),
        ({"count": 2, "seat": 2}, OptionError, "seats 0 to 1"),
        ({"count": 2, "bots": "greedy"}, OptionError, "beside a seat that learns"),
        ({"count": 2, "autoreset": "never"}, OptionError, "disabled, next_step, same_step"),
        ({"count": 2, "on_illegal": "ignore"}, OptionError, "raise or lose"),
        ({"count": 2, "seat": 0, "bots": "easy"}, OptionError, "takes random and greedy"),
        ({"count": 2, "seat": 0, "bots": ["random", "random"]}, OptionError, "2 bots for 1"),
        ({"count": 2, "seat": 0, "bots": "nobody"}, UnknownBotError, "no bot"),
        ({"count": 2, "seed": [1, 2, 3]}, ValueError, "3 seeds for 2 games"),
    ],
)
def test_what_a_batch_cannot_be_is_refused(arguments: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Batch("toshi", players=2, **arguments)


def test_numbers_may_be_numpys() -> None:
    batch = Batch("toshi", np.int64(3), players=2, threads=np.int64(2), seed=np.int64(4))
    assert np.array_equal(batch.observations, Batch("toshi", 3, players=2, seed=4).observations)
    batch.reset(np.array([1, 2, 3]))
    assert np.array_equal(batch.observations, Batch("toshi", 3, players=2, seed=[1, 2, 3]).observations)


def test_a_task_brings_its_options_along() -> None:
    with pytest.raises(OptionError, match="already"):
        Batch(Task("toshi", 2), 2, reward="score")
    assert Batch(Task("toshi", 2, reward="score"), 2).task.reward.name == "SCORE"


def test_the_names_of_the_modes_are_those_of_gymnasium() -> None:
    from gymnasium.vector import AutoresetMode

    assert {mode.name for mode in Autoreset} == {mode.name for mode in AutoresetMode}
