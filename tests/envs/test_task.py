"""What is learnt: numbered actions, laid-out observations, rewards that add up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from zashiki.core.errors import IllegalMoveError, OptionError
from zashiki.core.position import Position
from zashiki.core.rng import new_rng
from zashiki.envs import Task
from zashiki.envs.task import NOBODY, Reward, write_rewards

TASKS = [(name, players) for name in zashiki.games.NAMES for players in zashiki.get(name).players]
every_task = pytest.mark.parametrize(("name", "players"), TASKS, ids=lambda value: str(value))


def walk(task: Task, seed: int, stride: int = 7) -> list[Position]:
    """Some positions of a random game."""
    position, rng = task.new_position(seed), new_rng(seed)
    seen = []
    while not position.is_over:
        if len(position) % stride == 0 and isinstance(position.mover, int):
            seen.append(position.copy())
        position.play(position.random_move(rng))
    return [*seen, position]


@every_task
def test_the_layout_names_every_entry_once(name: str, players: int) -> None:
    task = Task(name, players)
    entries = [i for start, _, feature in task.layout() for i in range(start, start + feature.size)]
    assert entries == list(range(task.observation_size))
    names = [(place, feature.name) for _, place, feature in task.layout()]
    assert len(set(names)) == len(names)


@every_task
def test_the_structured_form_is_the_vector_by_names(name: str, players: int) -> None:
    task = Task(name, players)
    vector = np.arange(task.observation_size, dtype=np.float32)
    named = task.structured(vector)
    for start, place, feature in task.layout():
        part = named[feature.name] if place is None else named[f"seat_{feature.name}"][place]
        assert part.shape == feature.shape
        assert part.ravel().tolist() == list(range(start, start + feature.size))
        assert np.shares_memory(part, vector)
    pair = task.structured(np.stack([vector, vector]))
    assert all(pair[key].shape == (2, *part.shape) for key, part in named.items())


@every_task
def test_a_shorter_observation_is_the_beginning_of_the_long_one(name: str, players: int) -> None:
    task = Task(name, players)
    for position in walk(task, 3, 40):
        for seat in range(players):
            whole = np.full(task.game.observation_size, np.nan, np.float32)
            task.game.kernels.observe(position.state, position.rules, seat, whole)
            seen = task.observation(position, seat)
            assert np.array_equal(seen, whole[: task.observation_size])
            assert not whole[task.observation_size :].any()


@every_task
def test_the_network_of_one_seat_serves_all(name: str, players: int) -> None:
    """Own features come first: the purse a seat sees in front of it is its own."""
    task = Task(name, players)
    place = {feature.name: start for start, at, feature in task.layout() if at == 0}
    own = {"toshi": "koku", "sapporo": "yen", "nippon": "points"}[name]
    position = walk(task, 5)[-2]
    first = [float(task.observation(position, seat)[place[own]]) for seat in range(players)]
    stride = sum(feature.size for feature in task.game.seat_features)
    for seat in range(players):
        seen = task.observation(position, seat)
        around = [float(seen[place[own] + step * stride]) for step in range(players)]
        assert around == first[seat:] + first[:seat]


@every_task
def test_actions_and_moves_stand_for_each_other(name: str, players: int) -> None:
    task = Task(name, players)
    for position in walk(task, 2):
        actions = task.actions(position)
        assert actions == sorted(set(actions))
        assert all(0 <= action < task.action_count for action in actions)
        assert [task.move_of(position, action) for action in actions] == position.legal_moves
        assert [task.action_of(position, move) for move in position.legal_moves] == actions
        expected = [] if position.is_over else actions
        assert np.flatnonzero(task.mask(position)).tolist() == expected


def test_payments_are_numbered_by_their_place() -> None:
    task = Task("sapporo")
    payments = [
        position
        for seed in range(3)
        for position in walk(task, seed, 1)
        if isinstance(position.mover, int) and position.phase.endswith("pay")
    ]
    assert payments
    for position in payments:
        assert task.actions(position) == [task.combined_from + i for i in range(len(position.legal_moves))]
    assert task.action_count < 1000 < task.game.codec.size


def test_an_illegal_action_says_why() -> None:
    task = Task("toshi", 1, start_player="seat0")
    position = task.new_position(7).play("start 3C").play("start 5A").play("roll 4D")
    for action, reason in (
        (task.game.codec.action("build koba 1A"), "rolled square"),
        (task.action_count, "no legal move"),
        (-1, "no legal move"),
    ):
        with pytest.raises(IllegalMoveError, match=reason):
            task.move_of(position, action)
    with pytest.raises(IllegalMoveError, match="rolled square"):
        task.action_of(position, task.game.codec.move(task.game.codec.action("build koba 1A")))


@pytest.mark.parametrize("action", [1.0, "1", None, True, np.bool_(True), np.array([1])])
def test_an_action_is_a_whole_number(action: object) -> None:
    task = Task("toshi", 1)
    with pytest.raises(IllegalMoveError, match="a whole number"):
        task.move_of(task.new_position(7), action)


def test_other_positions_are_refused() -> None:
    """Kernels would write behind the ends of arrays."""
    task = Task("toshi", 2)
    for other in (zashiki.new("toshi", players=3, seed=1), zashiki.new("sapporo", players=2, seed=1)):
        for use in (
            task.mask,
            task.rewards,
            lambda at: task.observation(at, 0),
            lambda at: task.move_of(at, 0),
        ):
            with pytest.raises(OptionError, match="where Toshi with 2 is played"):
                use(other)
    for seat in (2, -1, 0.0, True, None):
        with pytest.raises(OptionError, match="seats 0 to 1"):
            task.observation(task.new_position(1), seat)


@given(
    scores=st.lists(st.integers(-50, 50), min_size=2, max_size=4),
    data=st.data(),
)
def test_rank_rewards_are_zero_sum_and_follow_the_ranks(scores: list[int], data: st.DataObject) -> None:
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    forfeiter = data.draw(st.sampled_from([NOBODY, *range(len(scores))]))
    out = np.zeros(len(scores), np.float32)
    board = np.array(list(zip(scores, ranks, strict=True)), np.int32)
    write_rewards(int(Reward.RANK), board, forfeiter, out)
    assert out.sum() == pytest.approx(0, abs=1e-6)
    assert np.abs(out).max() <= 1
    for a in range(len(scores)):
        for b in range(len(scores)):
            if forfeiter not in (a, b):
                assert (out[a] > out[b]) == (ranks[a] < ranks[b])
    if forfeiter != NOBODY:
        assert out[forfeiter] == -1


@pytest.mark.parametrize(
    ("kind", "forfeiter", "rewards"),
    [
        (Reward.RANK, NOBODY, [0.5, 0.5, -1.0]),
        (Reward.RANK, 0, [-1.0, 1.0, 0.0]),
        (Reward.MARGIN, NOBODY, [0, 0, -10]),
        (Reward.MARGIN, 0, [-30, 10, -10]),
        (Reward.SCORE, NOBODY, [30, 30, 20]),
        (Reward.SCORE, 2, [30, 30, 0]),
    ],
)
def test_rewards_by_example(kind: Reward, forfeiter: int, rewards: list[float]) -> None:
    """Two lead with 30 points, one has 20; whoever forfeits comes last and has no points."""
    out = np.zeros(3, np.float32)
    write_rewards(int(kind), np.array([[30, 1], [30, 1], [20, 3]], np.int32), forfeiter, out)
    assert out.tolist() == rewards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "toshi", "players": 2, "reward": "money"}, "rank or margin or score"),
        ({"game": "toshi", "players": 1, "reward": "rank"}, "no rank"),
        ({"game": "toshi", "players": 9}, "1 or 2 or 3 or 4"),
        ({"game": "toshi", "players": 2, "colour": "red"}, "no option 'colour'"),
    ],
)
def test_a_task_that_cannot_be_is_refused(arguments: dict, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Task(**arguments)


def test_alone_the_reward_is_the_score() -> None:
    task = Task("toshi", 1)
    end = walk(task, 4)[-1]
    assert task.reward == Reward.SCORE
    assert task.rewards(end).tolist() == [end.standings[0].score]
    assert not task.rewards(task.new_position()).any()


def test_symmetries_fit_the_observations_of_fewer_seats() -> None:
    for symmetry in zashiki.get("toshi").symmetries():
        for players in (1, 2, 3):
            size = Task("toshi", players).observation_size
            assert sorted(symmetry.sources[:size]) == list(range(size))
