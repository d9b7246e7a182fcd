"""Gymnasium's vector environment: the games of `SeatEnv`, many at once."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import zashiki.envs.gym  # noqa: F401 (registers the environments)
from zashiki.core.errors import IllegalMoveError, OptionError
from zashiki.envs.vector import BatchEnv


def test_make_vec_makes_batches() -> None:
    envs = gymnasium.make_vec("zashiki/Toshi-Solo-v0", num_envs=3)
    assert isinstance(envs.unwrapped, BatchEnv)
    observations, infos = envs.reset(seed=3)
    assert observations in envs.observation_space
    assert envs.action_space.sample() in envs.action_space
    assert infos["action_mask"].shape == (3, envs.single_action_space.n)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_returns_are_those_of_the_games(mode: AutoresetMode) -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec("zashiki/Toshi-Solo-v0", 4, autoreset_mode=mode))
    inner = envs.unwrapped
    envs.reset(seed=1)
    envs.action_space.seed(1)
    returns = []
    for _ in range(300):
        observations, rewards, ended, truncated, infos = envs.step(envs.action_space.sample())
        assert rewards.dtype == np.float64
        assert not truncated.any()
        assert observations in envs.observation_space
        if ended.any():
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
            assert (infos["episode"]["r"] == inner.batch.boards[:, 0, 0])[ended].all()
            if mode == AutoresetMode.SAME_STEP:
                assert (infos["_final_obs"] == ended).all()
                assert (infos["final_info"]["scores"][ended, 0] == rewards[ended]).all()
                for seen, over in zip(infos["final_obs"], ended, strict=True):
                    assert (seen is not None) == over
            if mode == AutoresetMode.DISABLED:
                envs.reset(options={"reset_mask": ended})
    assert len(returns) > 8


def test_samples_are_legal_and_repeat_with_the_seed() -> None:
    envs = gymnasium.make_vec("zashiki/Sapporo-v0", 5, bots="random")
    drawn = []
    for _ in range(2):
        _, infos = envs.reset(seed=[1, 2, 3, 4, 5])
        envs.action_space.seed(9)
        for _ in range(60):
            actions = envs.action_space.sample()
            assert infos["action_mask"][np.arange(5), actions].all()
            drawn.append(actions)
            *_, infos = envs.step(actions)
    assert np.array_equal(drawn[:60], drawn[60:])


def test_arrays_are_shared_only_if_asked() -> None:
    for copy in (True, False):
        envs = BatchEnv("toshi", 2, copy=copy)
        observations, infos = envs.reset(seed=1)
        kept = observations.copy()
        assert np.shares_memory(observations, envs.batch.observations) != copy
        assert np.shares_memory(infos["action_mask"], envs.batch.masks) != copy
        envs.step(envs.action_space.sample())
        assert np.array_equal(observations, kept) == copy


def test_masks_of_all_games() -> None:
    envs = BatchEnv("nippon", 2, players=2, bots="random")
    _, infos = envs.reset(seed=1)
    assert np.array_equal(envs.action_masks(), infos["action_mask"].astype(bool))


def test_illegal_actions_name_the_game() -> None:
    envs = BatchEnv("toshi", 2, players=1)
    envs.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="game 0"):
        envs.step(np.zeros(2, np.int64))


def test_pictures_of_all_games() -> None:
    envs = BatchEnv("toshi", 2, players=1, render_mode="ansi")
    envs.reset(seed=1)
    assert [text.split(":")[0] for text in envs.render() or ()] == ["Toshi, turn 1"] * 2
    assert BatchEnv("toshi", 2, players=1).render() is None
    window = BatchEnv("toshi", 2, players=1, render_mode="human")
    window.reset(seed=1)
    assert window.render() is None
    window.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": None}, "one seat"),
        ({"bots": "hard"}, "takes random and greedy"),
        ({"autoreset_mode": "x"}, "takes"),
        ({"special": "on"}, "no such option"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        BatchEnv("toshi", 2, **arguments)
