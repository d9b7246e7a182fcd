"""Gymnasium: its own checker passes, bots answer, illegal actions are refused with the reason."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import zashiki
import zashiki.envs.gym
from zashiki.core.errors import IllegalMoveError, OptionError, UnknownBotError
from zashiki.envs.spaces import LegalDiscrete

IDS = sorted(id_ for id_ in gymnasium.registry if id_.startswith("zashiki/"))


def test_every_game_is_registered() -> None:
    for game in zashiki.all_games():
        title = game.name.capitalize()
        assert f"zashiki/{title}-v0" in IDS
        assert (f"zashiki/{title}-Solo-v0" in IDS) == (1 in game.players)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("id_", IDS)
def test_gymnasiums_checker_has_nothing_to_say(id_: str) -> None:
    """It plays unmasked actions, so an illegal one has to be allowed for."""
    env = gymnasium.make(id_, on_illegal="lose")
    check_env(env.unwrapped)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    "arguments",
    [
        {"observation": "structured", "players": 3},
        {"observation": "masked", "seat": None},
        {
            "observation": "masked",
            "keys": ("obs", "mask"),
            "mask_type": "bool",
            "bots": ["random"] * 2,
            "seat": 2,
        },
        {"reward": "margin", "specials": "on", "players": 4, "bots": "random"},
    ],
    ids=["structured", "masked", "bots", "margin"],
)
def test_the_checker_passes_every_form(arguments: dict) -> None:
    env = gymnasium.make("zashiki/Toshi-v0", on_illegal="lose", **arguments)
    check_env(env.unwrapped, skip_render_check=True)


def play(env: gymnasium.Env, seed: int) -> tuple[list[float], dict, int]:
    """A game of legal random actions: its rewards, the last info, the number of steps."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    rewards, over = [], False
    while not over:
        _, reward, over, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert not truncated
        rewards.append(float(reward))
    return rewards, info, len(rewards)


@pytest.mark.parametrize("id_", IDS)
def test_a_game_pays_at_its_end(id_: str) -> None:
    env = gymnasium.make(id_)
    rewards, info, _ = play(env, 5)
    inner = env.unwrapped
    assert not any(rewards[:-1])
    ranks = [standing.rank for standing in inner.position.standings]
    assert info["ranks"] == ranks
    assert info["scores"] == [standing.score for standing in inner.position.standings]
    if len(ranks) == 1:
        assert rewards[-1] == info["scores"][0]
    else:
        assert rewards[-1] == pytest.approx({1: 1.0, len(ranks): -1.0}[ranks[0]])
    assert inner.position.record().replay() == inner.position


def test_seeds_repeat_games() -> None:
    env = gymnasium.make("zashiki/Sapporo-v0", bots=["greedy"])
    first, _, _ = play(env, 3)
    record = env.unwrapped.position.record()
    play(env, 4)
    again, _, _ = play(env, 3)
    assert again == first
    assert env.unwrapped.position.record() == record


def test_any_bot_can_be_the_opponent() -> None:
    env = gymnasium.make("zashiki/Sapporo-v0", bots=["mcts:8"], seat=1)
    _, info = env.reset(seed=1)
    for _ in range(6):
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if over:
            break
    assert info["seat"] == 1
    assert {step.mover for step in env.unwrapped.position.steps} == {"*", 0, 1}


def test_a_seat_can_be_drawn() -> None:
    env = gymnasium.make("zashiki/Toshi-v0", players=3, seat=None)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2}


def test_masks_are_where_they_are_looked_for() -> None:
    env = gymnasium.make("zashiki/Toshi-Solo-v0")
    _, info = env.reset(seed=1)
    mask = env.get_wrapper_attr("action_masks")()
    assert mask.dtype == np.bool_
    assert np.array_equal(mask, info["action_mask"])
    observation, _ = gymnasium.make(
        "zashiki/Toshi-Solo-v0", observation="masked", keys=("obs", "mask"), mask_type="bool"
    ).reset(seed=1)
    assert observation["mask"].dtype == np.bool_
    assert np.array_equal(observation["mask"], mask)
    observation, _ = gymnasium.make("zashiki/Toshi-Solo-v0", observation="masked").reset(seed=1)
    assert np.array_equal(observation["action_mask"], mask)


def test_the_action_space_samples_what_is_legal() -> None:
    env = gymnasium.make("zashiki/Nippon-v0", players=2)
    _, info = env.reset(seed=1)
    for _ in range(40):
        action = env.action_space.sample()
        assert info["action_mask"][action]
        _, _, over, _, info = env.step(action)
        if over:
            break


def test_a_copied_space_is_a_plain_one() -> None:
    space = LegalDiscrete(5, lambda: np.array([0, 1, 0, 0, 0], np.int8))
    assert {int(space.sample()) for _ in range(20)} == {1}
    assert int(space.sample(np.array([0, 0, 0, 1, 0], np.int8))) == 3
    for twin in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert twin == space
        assert len({int(twin.sample()) for _ in range(50)}) > 1


def test_illegal_actions_raise_with_the_reason() -> None:
    env = gymnasium.make("zashiki/Toshi-Solo-v0")
    _, info = env.reset(seed=1)
    position = env.unwrapped.position
    key = position.key
    with pytest.raises(IllegalMoveError, match="roll 1A: Player 1 first builds"):
        env.step(position.game.codec.action("roll 1A"))
    assert position.key == key
    env.step(int(np.flatnonzero(info["action_mask"])[0]))


@pytest.mark.parametrize("action", [1.0, "1", None, True, [1], float("nan")])
def test_what_is_no_number_is_no_action(action: object) -> None:
    env = zashiki.envs.gym.SeatEnv("toshi", 1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game"):
        env.step(0)
    env.reset(seed=1)
    key = env.position.key
    with pytest.raises(IllegalMoveError, match="an action is a whole number"):
        env.step(action)
    assert env.position.key == key
    env = zashiki.envs.gym.SeatEnv("sapporo", on_illegal="lose")
    env.reset(seed=1)
    assert env.step(action)[1:3] == (-1.0, True)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copied_game_goes_on_by_itself(copied) -> None:  # type: ignore[no-untyped-def]
    env = zashiki.envs.gym.SeatEnv("toshi", 3)
    env.reset(seed=3)
    twin = copied(env)
    for _ in range(10):
        action, before = int(twin.action_space.sample()), env.position.key
        assert env.action_masks()[action]
        twin.step(action)
        assert env.position.key == before
        env.step(action)
        assert env.position.key == twin.position.key


def test_illegal_actions_can_lose_the_game() -> None:
    env = gymnasium.make("zashiki/Sapporo-v0", on_illegal="lose")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated) == (-1.0, True)
    assert "person" in info["illegal"]
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"bots": "nobody"}, UnknownBotError, "no bot"),
        ({"bots": ["random"] * 4}, OptionError, "5"),
        ({"players": 3, "bots": ["random"] * 3}, OptionError, "3 bots for 2 other seats"),
        ({"bots": None}, OptionError, "the name of a bot, or a list of names"),
        ({"players": 1, "bots": ["random"]}, OptionError, "1 bots for 0 other seats"),
        ({"seat": 7}, OptionError, "seats 0 to 1"),
        ({"seat": 1.0}, OptionError, "seats 0 to 1"),
        ({"observation": "masked", "keys": None}, OptionError, "names"),
        ({"observation": "masked", "keys": (1, 2)}, OptionError, "names"),
        ({"observation": "picture"}, OptionError, "vector, masked, structured"),
        ({"observation": "masked", "keys": ("a",)}, OptionError, "names"),
        ({"mask_type": "float"}, OptionError, "int8 or bool"),
        ({"on_illegal": "skip"}, OptionError, "raise or lose"),
        ({"render_mode": "print"}, OptionError, "rgb_array"),
        ({"specials": "maybe"}, OptionError, "off or on"),
        ({"special": "on"}, OptionError, "no such option .options: specials"),
        ({"frameskip": 1}, TypeError, "unexpected keyword argument 'frameskip'"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        zashiki.envs.gym.SeatEnv("toshi", **arguments)


@pytest.mark.parametrize("name", zashiki.games.NAMES)
def test_pictures_show_the_board(name: str) -> None:
    env = zashiki.envs.gym.SeatEnv(name, bots="random", render_mode="rgb_array")
    _, info = env.reset(seed=2)
    first = env.render()
    assert first.dtype == np.uint8
    assert first.shape[1:] == (900, 3)
    # Neither empty nor without the text: many colours, and the ink of letters.
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 200
    for _ in range(12):
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if over:
            break
    assert not np.array_equal(env.render(), first)


def test_a_window_opens_and_closes() -> None:
    env = zashiki.envs.gym.SeatEnv("toshi", 1, render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    env.close()
    env.close()


def test_without_a_display_there_is_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-of-these")
    env = zashiki.envs.gym.SeatEnv("toshi", 1, render_mode="human")
    with pytest.raises(OptionError, match="cannot open a window here"):
        env.reset(seed=1)


def test_text_is_the_description() -> None:
    env = zashiki.envs.gym.SeatEnv("toshi", 1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.position)
