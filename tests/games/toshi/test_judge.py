"""The quick judgement, the light policy and the observations of Toshi."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from tests.games.toshi.helpers import all_but, income_of, place, play, scores, square, started
from zashiki.core.kernel import compiler_is_on
from zashiki.core.position import Position
from zashiki.core.rng import new_rng
from zashiki.games.toshi import GAME, judge
from zashiki.games.toshi.state import SQUARES, Building

GAMES = 30 if compiler_is_on() else 4


def worth(position: Position) -> list[float]:
    out = np.zeros(position.players, np.float32)
    GAME.kernels.evaluate(position.state, position.rules, out)
    return out.tolist()


def policy(position: Position) -> dict[str, float]:
    moves = position.legal_moves
    ids = np.array([move.id for move in moves], np.int32)
    out = np.zeros(len(moves), np.float32)
    GAME.kernels.suggest(position.state, position.rules, ids, len(moves), out)
    return dict(zip([move.text for move in moves], out.tolist(), strict=True))


def features(position: Position, seat: int) -> dict[str, list[float]]:
    """The observation of a seat by the names of the layout; those of the seats prefixed with their place."""
    out = np.full(GAME.observation_size, np.nan, np.float32)
    GAME.kernels.observe(position.state, position.rules, seat, out)
    layout = list(judge.OBSERVATION_LAYOUT)
    layout += [(f"{place} {name}", n, text) for place in range(4) for name, n, text in judge.SEAT_LAYOUT]
    named, k = {}, 0
    for name, n, _ in layout:
        named[name] = out[k : k + n].tolist()
        k += n
    assert k == GAME.observation_size
    return named


def greedy_move(position: Position) -> str:
    """The move after which the mover's prospects lead by most."""
    seat = position.mover
    leads = {}
    for move in position.legal_moves:
        mine = worth(position.play(move))
        position.undo()
        leads[move.text] = mine[seat] - max((w for s, w in enumerate(mine) if s != seat), default=0.0)
    return max(leads, key=leads.__getitem__)


def finish(
    position: Position, seed: int, greedy: set[int], sampled: frozenset[int] = frozenset()
) -> Position:
    """Play to the end: greedy seats greedily, sampled ones by the policy's weights, the others at random."""
    rng, choice = new_rng(seed), np.random.default_rng(seed)
    while not position.is_over:
        if position.mover in greedy and len(position.legal_moves) > 1:
            position.play(greedy_move(position))
        elif position.mover in sampled:
            weights = policy(position)
            total = sum(weights.values())
            position.play(str(choice.choice(list(weights), p=[w / total for w in weights.values()])))
        else:
            position.play(position.random_move(rng))
    return position


@pytest.mark.parametrize("specials", ["off", "on"])
def test_greedy_on_the_judgement_beats_random_nearly_always(specials: str) -> None:
    won = sum(
        finish(zashiki.new("toshi", players=2, specials=specials), seed, {seed % 2}).standings[seed % 2].rank
        == 1
        for seed in range(GAMES)
    )
    assert won >= 0.9 * GAMES


def test_greedy_alone_builds_a_growing_town_on_average() -> None:
    total = sum(scores(finish(zashiki.new("toshi", players=1), seed, {0}))[0] for seed in range(GAMES))
    assert total / GAMES > 45


def test_the_light_policy_beats_random_play() -> None:
    won = sum(
        finish(zashiki.new("toshi", players=2, specials="on"), seed, set(), frozenset([0])).standings[0].rank
        == 1
        for seed in range(GAMES)
    )
    assert won > 0.75 * GAMES


@given(st.integers(0, 10**6), st.sampled_from(GAME.players), st.sampled_from([1, 2]))
def test_the_income_it_reckons_with_is_that_of_the_rules(seed: int, players: int, machiya: int) -> None:
    """Per 36 rolls: the sum of what each square brings, as long as nobody is short of money or in mid-build."""
    position, rng = (
        zashiki.new("toshi", players=players, specials="on", machiya_squares=machiya),
        new_rng(seed),
    )
    for _ in range(seed % 160):
        if not position.is_over:
            position.play(position.random_move(rng))
    if position.phase == "at":
        return
    for seat in range(players):
        position.state.seats[seat].koku = 500
        view = judge.outlook(position.state, position.rules, seat, judge.SEVERAL)
        assert view.income == sum(income_of(position, seat, name) for name in SQUARES)
        assert view.empty == int(position.state.seats[seat].empty).bit_count()


def test_over_it_is_the_score() -> None:
    for players in GAME.players:
        position = finish(zashiki.new("toshi", players=players, specials="on"), players, set())
        assert worth(position) == scores(position)


def test_with_the_last_turn_certain_only_the_holdings_count() -> None:
    position = play(place("noka 1A 1B", [92, 10]), "roll 6F, build kura 6F")
    assert position.state.latch
    assert worth(position) == scores(position)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("noka 1A 1B; nagaya 1C 2C 3C; mise 1D", "noka 1A 1B; nagaya 1C 2C 3C; teien 1D"),
        ("noka 1A 1B; nagaya 1C 2C 3C; koba 1D", "noka 1A 1B; nagaya 1C 2C 3C; teien 1D"),
        ("noka 1A 1B; umaya 1C", "noka 1A 1B; kura 1C"),
        (
            "noka 1A 1B; koba 1C 2C; nagaya 1D 2D; gakumonjo 6F",
            "noka 1A 1B; koba 1C 2C; nagaya 1D 2D; teien 6F",
        ),
        (
            "noka 1A 1B; nagaya 1C; mise 2C 3C; honjin 6F",
            "noka 1A 1B; nagaya 1C; mise 2C 3C; exchange-office 6F",
        ),
        ("noka 1A 1B; bell-tower 2D 4D 6D; teien 6F 5F 4F", "noka 1A 1B; teien 2D 4D 6D 6F 5F 4F"),
        ("noka 1A 1B; nagaya 1C 2C 3C; kabuki 6F", "noka 1A 1B; nagaya 1C 2C 3C; teien 6F"),
        ("noka 1A 1B; shiro 6F", "noka 1A 1B; teien 6F"),
        ("noka 1A 1B; silkworm-farm 6F", "noka 1A 1B; teien 6F"),
        ("noka 1A 1B; daimyo-residence", "noka 1A 1B"),
        ("noka 3C 4D", "noka 3C 3D"),
    ],
)
def test_a_better_board_is_worth_more(better: str, worse: str) -> None:
    first, second = worth(place([better, worse], specials="on"))
    assert first > second


def test_choosing_and_placing_one_tile_is_worth_the_same() -> None:
    """A one-square tile counts from the moment it is chosen, so that `extra` and `pass` can be compared."""
    position = play(place(["noka 1A 1B", "teien 1A"], 20), "roll 1A, extra koba")
    chosen = worth(position)[0]
    assert worth(play(position, "at 6F"))[0] == pytest.approx(chosen, abs=1.0)


@pytest.mark.parametrize("name", ["machiya", "noka", "kura", "mise", "teien", "bell-tower", "silkworm-farm"])
def test_a_building_in_progress_counts_as_if_it_stood(name: str) -> None:
    options = {"machiya_squares": 2, "specials": "on"}
    position = play(place(["kawaramono 6F" if name == "kura" else "umaya 6F", ""], 40, **options), "roll 6F")
    play(position, f"extra {name}")
    squares_of = {"machiya": 2, "bell-tower": 3}.get(name, 1)
    kind = Building[name.upper().replace("-", "_")]
    view = judge.outlook(position.state, position.rules, 0, judge.SEVERAL)
    assert view.koku == 40 - position.rules.price[kind]
    assert view.empty == 35 - squares_of
    assert view.ordered == (kind < 8)
    while position.mover == 0:
        at = [m.text for m in position.legal_moves]
        if "stop" in at or "pass" in at:
            break
        assert judge.outlook(position.state, position.rules, 0, judge.SEVERAL).empty == 35 - squares_of
        position.play(at[0])


def test_the_policy_prefers_what_the_board_makes_pay() -> None:
    weights = policy(play(place("noka 1A 1B; nagaya 1C 2C 3C 4C", 30), "roll 6F"))
    assert weights["build mise 6F"] > weights["build machiya 6F"]
    assert min(weights.values()) == weights["pass"] > 0
    assert len(weights) == 9


def test_the_policy_weighs_every_kind_of_step() -> None:
    residence = play(place(["noka 1A 1B; daimyo-residence", "noka 1A 1B"]), "roll 6F, pass")
    weights = policy(residence)
    assert weights.pop("pass") < min(weights.values()) == max(weights.values())
    placing = policy(play(place("noka 1A 1B"), "roll 6F, build teien 6F"))
    assert placing.pop("stop") < min(placing.values())
    solo = policy(play(place("noka 1A 1B", players=1), "roll 6F, pass"))
    assert max(solo, key=solo.__getitem__) == "remove machiya"
    offered = policy(play(place("noka 1A 1B", 20, specials="on"), "roll 6F"))
    assert offered["build magistrate"] > offered["pass"]
    extra = policy(play(place("noka 1A 1B", 20), "roll 1A"))
    assert extra["extra noka"] > extra["extra teien"] > extra["pass"]


def test_an_observation_shows_the_table_from_the_seat_that_looks() -> None:
    boards = ["noka 1A; mise 2A", "noka 1A; shiro 6F", "noka 1A"]
    position = play(place(boards, [10, 20, 30], 3), "roll 1A")
    seen = features(position, 2)
    assert position.mover == 0
    assert seen["mover"] == seen["active"] == seen["start_seat"] == [0, 1, 0, 0]
    assert seen["players"] == [0, 0, 1, 0]
    assert seen["rolled"].index(1) == square("1A")
    assert seen["due"] == [0.5]
    assert [seen[f"{place} there"] for place in range(4)] == [[1], [1], [1], [0]]
    assert [round(seen[f"{place} koku"][0], 2) for place in range(4)] == [0.3, 0.1, 0.2, 0]
    assert seen["1 tiles"][Building.MISE * 36 + square("2A")] == 1
    assert sum(seen["1 tiles"]) == 2
    assert seen["2 tiles"][8 * 36 + square("6F")] == 1
    assert seen["2 special"].index(1) == Building.SHIRO - 8
    assert sum(seen["table"]) == 9
    assert not any(seen["3 tiles"])
    assert seen["supply"][Building.MISE] == pytest.approx(14 / 15)
    assert features(position, 0)["mover"] == [1, 0, 0, 0]


def test_an_observation_shows_what_is_in_progress() -> None:
    position = play(place(["noka 1A", "noka 1A"]), "roll 6F, build teien 6F")
    seen = features(position, 0)
    assert seen["building"].index(1) == Building.TEIEN
    assert [SQUARES[i] for i, there in enumerate(seen["filled"]) if there] == ["6F"]
    assert seen["0 teien_placed"] == [pytest.approx(1 / 3)]
    assert seen["0 built"].index(1) == Building.TEIEN
    assert seen["phase"].index(1) == 6


def test_features_stay_in_a_small_range() -> None:
    position, rng = zashiki.new("toshi", players=4, specials="on"), new_rng(1)
    while not position.is_over:
        for values in features(position, 1).values():
            assert min(values) >= -3
            assert max(values) <= 3
        position.play(position.random_move(rng))


def test_a_full_board_leaves_no_turns() -> None:
    position = play(place([all_but("6F"), "noka 1A 1B"], 20), "roll 6F, build mise 6F")
    assert judge.turns_left(position.state, position.rules, judge.SEVERAL) == 0


def test_a_setup_is_judged_too() -> None:
    assert np.isfinite(worth(zashiki.new("toshi", players=1, specials="on"))).all()
    assert np.isfinite(worth(started(1, specials="on"))).all()


def test_alone_it_speaks_in_points_from_the_second_turn_on() -> None:
    """On average over greedy games it is within 60 points of the score to come, later within 30."""
    misses: dict[bool, list[float]] = {False: [], True: []}
    for seed in range(GAMES // 2):
        position, rng, seen = zashiki.new("toshi", players=1), new_rng(seed), []
        while not position.is_over:
            if position.phase == "roll" and position.state.turn > 1:
                seen.append((position.state.turn > 8, worth(position)[0]))
            if position.mover == 0 and len(position.legal_moves) > 1:
                position.play(greedy_move(position))
            else:
                position.play(position.random_move(rng))
        for late, value in seen:
            misses[late].append(value - scores(position)[0])
    assert abs(np.mean(misses[False])) < 60
    assert abs(np.mean(misses[True])) < 30
