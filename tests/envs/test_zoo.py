"""PettingZoo: its own tests pass for every game and number of players."""

from __future__ import annotations

import copy
import pickle
import warnings
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

import zashiki
from zashiki.core.errors import IllegalMoveError, OptionError
from zashiki.envs import Task, zoo

TASKS = [(name, players) for name in zashiki.games.NAMES for players in zashiki.get(name).players]
every_task = pytest.mark.parametrize(("name", "players"), TASKS, ids=lambda value: str(value))


@pytest.fixture(autouse=True)
def _only_what_cannot_be_helped() -> object:
    """PettingZoo warns of observations that are dicts unless it knows the environment by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in ("Observation space for each agent probably", "Observation is not a NumPy array"):
            warnings.filterwarnings("ignore", message=text)
        for text in ("Action mask numpy array is all zeros", "The `render_mode`"):
            warnings.filterwarnings("ignore", message=text)
        yield


@every_task
def test_pettingzoos_own_tests(name: str, players: int) -> None:
    module = zoo.MODULES[f"{name}_v0"]

    def env(**arguments: object) -> zoo.GameEnv:
        return module.env(players, **arguments)

    api_test(env(), num_cycles=150)
    seed_test(env, num_cycles=60)
    parallel_api_test(module.parallel_env(players), num_cycles=60)
    max_cycles_test(
        SimpleNamespace(env=env, parallel_env=lambda **arguments: module.parallel_env(players, **arguments))
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name == "nippon" else [])
        for name in zashiki.games.NAMES
    ],
)
def test_pettingzoos_render_test(name: str) -> None:
    render_test(zoo.MODULES[f"{name}_v0"].env)


def test_modules_can_be_imported_and_made_from_the_registry() -> None:
    from zashiki.envs.zoo import toshi_v0

    assert toshi_v0 is zoo.MODULES["toshi_v0"]
    assert "toshi_v0" in dir(zoo)
    with pytest.raises(AttributeError, match="toshi_v0"):
        _ = zoo.toshi_v7
    env = pettingzoo.make("aec", "zashiki/toshi_v0", players=3)
    assert str(env) == "toshi_v0"
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert isinstance(pettingzoo.make("parallel", "zashiki/sapporo_v0"), pettingzoo.ParallelEnv)


@every_task
def test_agents_see_and_get_what_the_game_says(name: str, players: int) -> None:
    task = Task(name, players)
    env = zoo.MODULES[f"{name}_v0"].env(players)
    env.reset(seed=4)
    for seat, agent in enumerate(env.agents):
        env.action_space(agent).seed(seat)
    got = dict.fromkeys(env.possible_agents, 0.0)
    steps = 0
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        got[agent] += reward
        if terminated:
            env.step(None)
            continue
        position, seat = env.position, env.possible_agents.index(agent)
        if steps % 10 == 0:
            assert position.mover == seat
            assert np.array_equal(observation["action_mask"], task.mask(position))
            assert np.array_equal(info["action_mask"], observation["action_mask"])
            for other, looker in enumerate(env.possible_agents):
                seen = env.observe(looker)
                assert np.array_equal(seen["observation"], task.observation(position, other))
                assert seen["action_mask"].any() == (looker == agent)
            assert np.array_equal(env.state(), task.observation(position, 0))
        steps += 1
        end = env.position
        env.step(env.action_space(agent).sample(observation["action_mask"]))
        if not any(env.terminations.values()):
            continue
        end = env.position
        assert list(env.rewards.values()) == pytest.approx(task.rewards(end).tolist())
        final = task.rewards(end).tolist()
    assert list(got.values()) == pytest.approx(final)
    assert not env.agents


def test_what_was_seen_stays_as_it_was() -> None:
    env = zoo.toshi_v0.env(2)
    env.reset(seed=1)
    seen, *_ = env.last()
    kept = {key: part.copy() for key, part in seen.items()}
    for _ in range(5):
        env.step(env.action_space(env.agent_selection).sample())
    assert all(np.array_equal(seen[key], part) for key, part in kept.items())


@pytest.mark.parametrize("arguments", [{}, {"max_cycles": 40}])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copied_game_goes_on_by_itself(copied, arguments: dict) -> None:  # type: ignore[no-untyped-def]
    env = zoo.toshi_v0.env(2, **arguments)
    env.reset(seed=1)
    twin = copied(env)
    for _ in range(30):
        agent, before = env.agent_selection, env.position
        action = int(twin.action_space(agent).sample())
        assert env.last()[0]["action_mask"][action]
        twin.step(action)
        assert env.position == before
        env.step(action)
        assert env.position == twin.position


def test_masks_are_bools_that_spaces_take() -> None:
    env = zoo.sapporo_v0.env()
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    space = env.action_space(env.agent_selection)
    assert mask.dtype == np.bool_
    only = np.zeros_like(mask)
    only[np.flatnonzero(mask)[-1]] = True
    assert only[space.sample(only)]
    assert only[space.sample(only.view(np.int8))]


def test_illegal_actions_raise_or_lose() -> None:
    env = zoo.toshi_v0.env(3)
    env.reset(seed=2)
    before = env.position.key
    wrong = env.task.game.codec.action("roll 1A")
    for action, text in (
        (wrong, "roll 1A"),
        (10**6, "no legal move"),
        ("pass", "a whole number"),
        (True, "a whole number"),
        (1.0, "a whole number"),
        (None, "a whole number"),
        (-1, "no legal move"),
    ):
        with pytest.raises(IllegalMoveError, match=text):
            env.step(action)
    assert env.position.key == before
    for action in (wrong, 10**6, "pass", -1):
        env = zoo.toshi_v0.env(3, on_illegal="lose")
        env.reset(seed=2)
        loser = env.agent_selection
        env.step(action)
        assert all(env.terminations.values())
        assert env.rewards[loser] == -1
        assert sum(env.rewards.values()) == 0


def test_in_cycles_the_others_can_only_wait() -> None:
    env = zoo.toshi_v0.parallel_env(3)
    observations, _ = env.reset(seed=2)
    wait = env.action_space("player_0").n - 1
    deciders = [agent for agent, seen in observations.items() if not seen["action_mask"][wait]]
    assert len(deciders) == 1
    assert all(observations[agent]["action_mask"].sum() == 1 for agent in env.agents if agent not in deciders)
    idle = next(agent for agent in env.agents if agent not in deciders)
    with pytest.raises(IllegalMoveError, match="only wait"):
        env.step({agent: 0 if agent == idle else env.action_space(agent).sample() for agent in env.agents})
    loses = zoo.toshi_v0.env(3, max_cycles=9, on_illegal="lose")
    loses.reset(seed=2)
    loses.step(wait if loses.agent_selection in deciders else 0)
    assert not any(loses.terminations.values()), "the cycle is not over"
    for agent in loses.possible_agents[1:]:
        loses.step(loses.action_space(agent).sample())
    assert all(loses.terminations.values())
    assert loses.rewards["player_0"] == -1


@pytest.mark.parametrize("bad", range(3))
def test_an_illegal_action_in_parallel_changes_nothing_or_loses(bad: int) -> None:
    """Whoever chooses it: the one who decides or one who waits, the first of the cycle or the last."""
    env = zoo.toshi_v0.parallel_env(3)
    env.reset(seed=2)
    legal = {agent: env.action_space(agent).sample() for agent in env.agents}
    loser = env.possible_agents[bad]
    with pytest.raises(IllegalMoveError):
        env.step({**legal, loser: -1})
    with pytest.raises(ValueError, match=f"no action of {loser}"):
        env.step({agent: action for agent, action in legal.items() if agent != loser})
    observations, _, ended, _, _ = env.step(legal)
    twin = zoo.toshi_v0.parallel_env(3, on_illegal="lose")
    twin.reset(seed=2)
    assert not any(ended.values())
    for agent, seen in twin.step(legal)[0].items():
        assert np.array_equal(seen["observation"], observations[agent]["observation"])
    legal = {agent: twin.action_space(agent).sample() for agent in twin.agents}
    _, rewards, ended, _, _ = twin.step({**legal, loser: -1})
    assert all(ended.values())
    assert twin.agents == []
    assert rewards[loser] == -1
    assert sum(rewards.values()) == 0


def test_a_game_in_cycles_is_the_game_in_turns() -> None:
    """The same decisions lead to the same rewards, at the end and broken off."""
    turns, cycles = zoo.sapporo_v0.env(), zoo.sapporo_v0.parallel_env()
    turns.reset(seed=6)
    cycles.reset(seed=6)
    wait = turns.task.action_count
    while not any(turns.terminations.values()):
        agent = turns.agent_selection
        action = turns.action_space(agent).sample()
        _, rewards, ended, _, _ = cycles.step(
            {other: action if other == agent else wait for other in cycles.agents}
        )
        turns.step(action)
    assert all(ended.values())
    assert rewards == turns.rewards


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="max_cycles"):
        zoo.toshi_v0.env(2, max_cycles=0)
    with pytest.raises(OptionError, match="max_cycles"):
        zoo.toshi_v0.env(2, max_cycles=True)
    with pytest.raises(OptionError, match="1 or 2 or 3 or 4"):
        zoo.toshi_v0.env(5)
    env = zoo.toshi_v0.env(2)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    with pytest.raises(AttributeError, match="agent_selection is known in a game only: call reset"):
        env.last()
    with pytest.raises(AttributeError, match="terminations is known in a game only: call reset"):
        zoo.toshi_v0.parallel_env(2).step({})
    with pytest.raises(OptionError, match=r"seed cannot be 1\.5: it takes a whole number"):
        env.reset(seed=1.5)
    env.reset(seed=np.int64(1))
    assert env.render() is None
