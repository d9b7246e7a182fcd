"""The judgement of Nippon: it sees what is better, builds an engine, and tells a learner what is on the table."""

from __future__ import annotations

import os

import numpy as np
import pytest

from tests.games.nippon.helpers import me, new, play, table
from zashiki.core.rng import new_rng, weighted
from zashiki.games.nippon import GAME
from zashiki.games.nippon.judge import COMMON, OBSERVATION_SIZE, PERSONAL
from zashiki.games.nippon.moves import CODEC
from zashiki.games.nippon.state import COLOURS

compiled = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="whole games of bots need the compiler"
)


def worth(position, seat=0):
    """The prospects of a seat."""
    out = np.zeros(position.players, np.float32)
    GAME.kernels.evaluate(position.state, position.rules, out)
    return float(out[seat])


def weights(position):
    """The light policy: weights by move text."""
    ids, out = np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.float32)
    n = GAME.kernels.legal(position.state, position.rules, ids)
    GAME.kernels.suggest(position.state, position.rules, ids, n, out)
    return {CODEC.text(int(action)): float(w) for action, w in zip(ids[:n], out[:n], strict=True)}


def observation(position, seat):
    out = np.full(OBSERVATION_SIZE, np.nan, np.float32)
    GAME.kernels.observe(position.state, position.rules, seat, out)
    return out


def part(position, seat, name, place=None):
    """One part of an observation: of the common ones, or of a place at the table."""
    out, at = observation(position, seat), 0
    for title, size, _ in COMMON:
        if place is None and title == name:
            return out[at : at + size].tolist()
        at += size
    for there in range(4):
        for title, size, _ in PERSONAL:
            if there == place and title == name:
                return out[at : at + size].tolist()
            at += size
    raise KeyError(name)


@pytest.mark.parametrize(
    "better",
    [
        {"vp": 5},
        {"money": 14},
        {"iron": 3},
        {"silk": 2},
        {"mining": 5},
        {"finance": 6},
        {"rnd": 4},
        {"ships": "paris"},
        {"trains": "kanto-1"},
        {"factories": "cotton"},
        {"factories": "bento/1m/2g"},
        {"favor": {"rnd": 2}},
        {"tokens": {"osaka 4": (0, 5)}},
    ],
    ids=lambda has: next(iter(has)),
)
def test_having_more_is_judged_better(better):
    assert worth(table(**better)) > worth(table())


def test_what_waits_on_the_stack_counts():
    p = table(rnd=4, money=12)
    before = worth(p)
    play(p, "take s2 red factory")
    assert worth(p) > before, "a Worker is gone, but a Factory is to come"
    q = play(table(area="black black black"), "consolidate")
    assert q.phase == "favor"
    assert worth(q) > worth(play(table(area="black black"), "consolidate")), "a Favor is to come"


def test_a_finished_game_is_judged_by_its_score():
    p, rng = new(3), new_rng(8)
    while not p.is_over:
        p.play(p.random_move(rng))
    assert [round(worth(p, seat)) for seat in range(3)] == [s.score for s in p.standings]


def test_looking_at_a_position_changes_nothing():
    p, rng = new(2), new_rng(2)
    while not p.is_over:
        key = p.key
        worth(p)
        observation(p, 0)
        if p.mover != "*":
            weights(p)
        assert p.key == key
        p.play(p.random_move(rng))


def test_every_legal_move_has_a_positive_weight():
    p, rng = new(4, late_factories="on"), new_rng(6)
    while not p.is_over:
        if p.mover != "*":
            found = weights(p)
            assert list(found) == [move.text for move in p.legal_moves]
            assert all(0 < weight < 1e13 for weight in found.values())
        p.play(p.random_move(rng))


def test_the_light_policy_prefers_what_pays():
    found = weights(table(rnd=6, money=6, iron=6, factories="cotton/1m", coal=4))
    actions = {text.split()[-1]: weight for text, weight in found.items() if text.startswith("take ")}
    assert actions["factory"] > actions["rnd"]
    assert actions["production"] > found["consolidate"]
    assert weights(table(area="blue blue blue grey grey white"))["consolidate"] > 1
    same = weights(table(area="red"))
    assert same["take s1 red rnd"] > same["take s1 blue rnd"], "a colour more costs salary"


def test_the_light_policy_consolidates_when_little_is_left_to_do():
    def eagerness(position):
        found = weights(position)
        return found["consolidate"] / max(w for text, w in found.items() if text.startswith("take "))

    assert (
        eagerness(
            table(area="blue blue white grey grey", money=1, coal=0, rnd=9, hiring={"s1": "red", "s2": "red"})
        )
        > 1
    )
    assert eagerness(table(area="blue", money=12, coal=6, factories="cotton/1m")) < 0.1, "it would be lost"


def test_the_light_policy_looks_at_favors_bonuses_and_faces():
    p = play(
        table(
            area="blue blue white grey grey",
            hiring={"s1": "red", "s2": "red"},
            trains="kanto-1 kanto-2 kansai-1",
        ),
        "consolidate",
    )
    assert p.phase == "favor"
    found = weights(p)
    assert found["favor trains"] > 2 * found["favor contracts"], "there are trains, and no contracts"
    building = weights(play(table(rnd=8, money=12), "take s2 red factory"))
    faces = [weight for text, weight in building.items() if text.startswith("build ")]
    assert max(faces) > 2 * min(faces)


@compiled
def test_the_light_policy_plays_a_sensible_game():
    scores, rng = [], new_rng(4)
    for _ in range(6):
        p = new()
        while not p.is_over:
            if p.mover == "*":
                p.play(p.random_move(rng))
                continue
            found = weights(p)
            marks = [int(weight * 1000) + 1 for weight in found.values()]
            p.play(list(found)[weighted(rng, np.array(marks), len(marks))])
        scores += [standing.score for standing in p.standings]
    assert np.mean(scores) > 130, "at random it would be 78"


def test_an_observation_begins_with_the_own_seat():
    p = table(
        3,
        vp=40,
        money=10,
        others={1: {"vp": 20, "money": 4}, 2: {"vp": 10}},
        ships="paris",
        area="red expert-paris",
    )
    points = [[part(p, seat, "points", place)[0] for place in range(4)] for seat in range(3)]
    assert np.allclose(points, [[0.4, 0.2, 0.1, 0], [0.2, 0.1, 0.4, 0], [0.1, 0.4, 0.2, 0]])
    assert [part(p, 0, "seated", place) for place in range(4)] == [[1], [1], [1], [0]]
    assert part(p, 0, "mover") == [1, 0, 0, 0]
    assert part(p, 1, "mover") == [0, 0, 1, 0]
    assert part(p, 0, "purse", 0)[0] == 0.5
    area = np.array(part(p, 0, "area", 0)).reshape(6, 7)
    assert area[0].tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert area[1].tolist() == [0, 0, 0, 0, 0, 1, 1]
    assert not area[2:].any()
    assert part(p, 0, "upgraded", 0) == [float(c == "yellow") for c in COLOURS]
    assert not any(observation(p, 0)[-sum(size for _, size, _ in PERSONAL) :]), (
        "nobody sits at the fourth place"
    )


def test_an_observation_shows_the_map():
    p = table(
        tokens={"osaka 4": (0, 7), "nagoya 3": (1, 3)},
        tiles={"osaka": "d1 0"},
        trains="kanto-2",
        others={1: {"trains": "kanto-1"}},
    )
    tokens = np.array(part(p, 1, "tokens")).reshape(8, 4, 4)
    assert tokens[4, 0].tolist() == [0, 1, 0, 0]
    assert np.allclose(tokens[5, 1], [3 / 7, 0, 0, 0])
    wanted = np.array(part(p, 0, "wanted")).reshape(8, 4, 6)
    assert wanted[4, 0].tolist() == [0, 0, 1, 0, 0, 0]
    assert not wanted[:, 2:].any(), "spaces out of use want nothing"
    trains = np.array(part(p, 0, "trains")).reshape(4, 7, 4)
    assert trains[3, 0].tolist() == [0, 1, 0, 0]
    assert trains[3, 1].tolist() == [1, 0, 0, 0]
    assert part(p, 0, "influence", 0)[2] == pytest.approx(7 / 20)
    assert part(p, 0, "foreign")[2] == pytest.approx((3 + 4) / 20)


def test_an_observation_shows_the_action_going_on():
    p = play(table(rnd=2), "take s1 blue rnd, research")
    assert part(p, 0, "action") == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert part(p, 0, "made") == pytest.approx([1 / 3])
    assert part(p, 0, "worker") == [float(c == "blue") for c in COLOURS]
    assert part(p, 0, "tracks", 0)[0] == pytest.approx(3 / 15)
    assert sum(part(p, 0, "phase")) == 1


def test_every_entry_is_written_and_bounded():
    p, rng = new(4, late_factories="on"), new_rng(9)
    while not p.is_over:
        for seat in range(4):
            out = observation(p, seat)
            assert np.isfinite(out).all()
            assert out.min() >= -1
            assert out.max() < 10
        p.play(p.random_move(rng))


def greedy_game(players, greedy, seed):
    """Scores of a game; seats in `greedy` play the move after which the judgement likes them best."""
    state, rules = np.zeros(2, GAME.state_dtype).view(np.recarray), None
    rules = GAME.make_rules(GAME.load_edition(), GAME.complete_options(players, {}))
    kernels, rng = GAME.kernels, new_rng(seed)
    ids, chances = np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.int32)
    values = np.zeros(players, np.float32)
    kernels.setup(state[0], rules)
    while (mover := kernels.mover(state[0])) != -2:
        n = kernels.legal(state[0], rules, ids)
        chances[:n] = 1
        if mover == -1:
            kernels.weights(state[0], rules, chances)
        choice = weighted(rng, chances, n)
        if mover in greedy and n > 1:
            found = []
            for action in ids[:n].tolist():
                state[1] = state[0]
                kernels.apply(state[1], rules, action)
                kernels.evaluate(state[1], rules, values)
                found.append(values[mover] - max(values[s] for s in range(players) if s != mover))
            choice = int(np.argmax(found))
        kernels.apply(state[0], rules, int(ids[choice]))
    out = np.zeros((players, 2 + len(GAME.breakdown)), np.int32)
    kernels.standings(state[0], rules, out)
    return out[:, 0].tolist(), [state[0].players[s] for s in greedy]


@compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_nearly_always_and_builds_an_engine(players):
    games = 24
    wins, built, factories = 0, [], []
    for seed in range(games):
        seat = seed % players
        scores, (player,) = greedy_game(players, [seat], seed)
        wins += scores[seat] == max(scores)
        built.append(player.built.sum())
        factories.append(sum(place.face >= 0 for place in player.factories))
    assert wins >= games - 1
    assert np.mean(built) > 12
    assert np.mean(factories) > 3


@compiled
def test_greedy_among_themselves_score_like_people_who_plan():
    scores = [score for seed in range(10) for score in greedy_game(2, [0, 1], seed)[0]]
    assert np.mean(scores) > 170
    assert me(table()).vp == 0
