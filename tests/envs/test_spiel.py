"""OpenSpiel: its own simulation test passes, with serialisation and masks; its algorithms run."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation

import zashiki
from zashiki.core.errors import IllegalMoveError
from zashiki.core.rng import new_rng
from zashiki.envs import Task, spiel

TASKS = [(name, players) for name in zashiki.games.NAMES for players in zashiki.get(name).players]
every_task = pytest.mark.parametrize(("name", "players"), TASKS, ids=lambda value: str(value))


def load(name: str, players: int, **options: str | int) -> pyspiel.Game:
    given = ",".join(f"{key}={value}" for key, value in {"players": players, **options}.items())
    return pyspiel.load_game(f"zashiki_{name}({given})")


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(name, players, marks=[pytest.mark.slow] if name == "nippon" and players > 2 else [])
        for name, players in TASKS
    ],
)
def test_openspiels_own_simulations(name: str, players: int) -> None:
    # Each of its steps is checked against a copy, a serialised and a replayed state: one short game is many checks.
    options = {"turn_cap": 8} if name == "toshi" else {}
    game = load(name, players, **options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@every_task
def test_states_follow_the_rules(name: str, players: int) -> None:
    """Played beside a position: same movers, moves, chances, tensors, texts and rewards."""
    game = load(name, players)
    task = game.task
    state, position, rng = game.new_initial_state(), task.new_position(), new_rng(3)
    while not state.is_terminal():
        if state.is_chance_node():
            assert position.mover == "*"
            weights = [weight for _, weight in position.outcomes]
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert chances == pytest.approx([weight / sum(weights) for weight in weights])
        else:
            assert state.current_player() == position.mover
            actions = state.legal_actions()
            if len(position) % 9 == 0:
                for seat in range(players):
                    seen = task.observation(position, seat)
                    assert state.observation_tensor(seat) == pytest.approx(seen.tolist())
        assert [state.action_to_string(action) for action in actions] == [
            m.text for m in position.legal_moves
        ]
        assert not any(state.returns())
        move = position.random_move(rng)
        state.apply_action(actions[position.legal_moves.index(move)])
        position.play(move)
    assert position.is_over
    assert state.returns() == pytest.approx(task.rewards(position).tolist())
    assert str(state) == str(position)


def test_a_serialised_game_goes_on() -> None:
    game = load("sapporo", 2, reward="margin")
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    for _ in range(45):
        outcomes = state.chance_outcomes() if state.is_chance_node() else None
        state.apply_action(outcomes[0][0] if outcomes else rng.choice(state.legal_actions()))
    again, twin = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(game)
    assert str(twin) == str(state)
    assert twin.legal_actions() == state.legal_actions()
    copied = copy.deepcopy(state)
    copied.apply_action(copied.legal_actions()[0])
    assert str(copied) != str(state)


def test_parameters_reach_the_game() -> None:
    game = load("toshi", 3, specials="on", turn_cap=7, reward="score")
    assert game.task.options["specials"] == "on"
    assert game.task.options["turn_cap"] == 7
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert load("toshi", 3).get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert load("sapporo", 2, reward="margin").get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert pyspiel.load_game("zashiki_toshi").num_players() == 2


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="off or on"):
        load("toshi", 2, specials="maybe")
    with pytest.raises(ValueError, match="no rank"):
        load("toshi", 1, reward="rank")
    game = load("toshi", 2)
    with pytest.raises(ValueError, match="history"):
        game.new_initial_state({"turn": 3})
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, params={"size": 3})


def test_illegal_actions_are_refused() -> None:
    """Kernels trust what they are given: with another action they would write anywhere."""
    game = load("toshi", 2, turn_cap=1)
    state = game.new_initial_state()
    before = str(state)
    for action in (10**6, game.task.game.codec.action("pass")):
        with pytest.raises(IllegalMoveError):
            state.apply_action(action)
    assert str(state) == before
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(IllegalMoveError, match="the game is over"):
        state.apply_action(0)
    paying = load("sapporo", 2)
    for use in ("apply_action", "action_to_string"):
        with pytest.raises(IllegalMoveError, match="no legal move"):
            getattr(paying.new_initial_state(), use)(paying.task.combined_from)


def test_a_game_can_be_pickled() -> None:
    game = load("toshi", 3, specials="on")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_observers_name_the_parts() -> None:
    game = load("toshi", 2)
    observer = make_observation(game)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer.set_from(state, player=1)
    named = Task("toshi", 2).structured(observer.tensor)
    assert np.array_equal(observer.dict["rolled"], named["rolled"])
    for seat in (0, 1):
        assert np.array_equal(observer.dict[f"seat{seat}_tiles"], named["seat_tiles"][seat])
    assert observer.tensor.tolist() == pytest.approx(state.observation_tensor(1))
    assert observer.string_from(state, 1).startswith("seat 1\nToshi")


def test_a_playthrough_can_be_made() -> None:
    text = generate_playthrough.playthrough("zashiki_toshi(players=2,turn_cap=2)", None, seed=1)
    assert 'short_name = "zashiki_toshi"' in text.replace("GameType.", "")
    assert "roll " in text
    assert "EXPLICIT_STOCHASTIC" in text


class Evaluator(mcts.Evaluator):
    """An AlphaZero-style evaluator: value and prior from the tensor."""

    def evaluate(self, state: pyspiel.State) -> np.ndarray:
        return np.tanh([np.mean(state.observation_tensor(player)) for player in range(state.num_players())])

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@pytest.mark.parametrize("name", zashiki.games.NAMES)
def test_mcts_runs(name: str) -> None:
    game = load(name, 2)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for evaluator in (mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), Evaluator()):
        bot = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=np.random.RandomState(2))
        assert bot.step(state) in state.legal_actions()


def test_the_interpreter_ends_cleanly() -> None:
    """What is registered outlives the interpreter; letting go of it must not need one."""
    code = "import pyspiel, zashiki.envs.spiel; pyspiel.load_game('zashiki_sapporo').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_game_has_its_name() -> None:
    names = pyspiel.registered_names()
    assert {spiel.PREFIX + name for name in zashiki.games.NAMES} <= set(names)
