"""Looking back at a game names the moves that gave most away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.search.stones import share_of, stones, win_share
from zashiki.core.kernel import compiler_is_on
from zashiki.core.position import Position
from zashiki.search import (
    Analysis,
    Candidate,
    Judged,
    Settings,
    analyse_record,
    as_data,
    by_worth,
    continuation,
    largest_losses,
    line_in_words,
    search,
)
from zashiki.search.review import decisions

compiled = pytest.mark.skipif(not compiler_is_on(), reason="too many visits without the compiler")
TO_WIN = Settings(win_weight=1.0)


def game_of(*takes: int, pile: int = 9) -> Position:
    position = stones(pile, lucky=False)
    for take in takes:
        position.play(f"take {take}")
    return position


def test_decisions_are_the_steps_of_seats_that_had_a_choice() -> None:
    position = stones(4)
    for move in ("take 1", "luck 0", "take 2", "luck 1", "take 1"):
        position.play(move)
    assert decisions(position) == [0, 2]


def found_out(*moves: tuple[int, float, float], solo: bool = False) -> Analysis:
    """An analysis for the first of two seats; of each move the visits, the winning chance and the margin."""
    position = stones(9, lucky=False)
    total = sum(visits for visits, _, _ in moves)
    candidates = tuple(
        Candidate(
            position.find(f"take {number}"),
            visits,
            visits / total,
            0.5,
            (1.0,) if solo else (win, 1 - win),
            (margin,) if solo else (margin, 0.0),
            (),
        )
        for number, (visits, win, margin) in enumerate(moves, 1)
    )
    first = candidates[0]
    assert first.wins is not None
    assert first.scores is not None
    return Analysis(0, candidates, first.wins, first.scores, total, 0, 1.0, "budget", False)


def order(found: Analysis) -> list[str]:
    return [candidate.move.text for candidate in found.candidates]


def test_people_read_the_moves_by_what_they_are_worth() -> None:
    found = by_worth(found_out((630, 0.51, 0.4), (360, 0.55, 2.1), (10, 0.9, 30.0)))
    assert order(found) == ["take 2", "take 1", "take 3"]
    assert found.wins == (0.55, pytest.approx(0.45))
    assert found.scores == (2.1, 0.0)


def test_the_margin_decides_where_the_chance_is_the_same_percentage() -> None:
    assert order(by_worth(found_out((40, 0.512, 1.0), (35, 0.508, 2.5)))) == ["take 2", "take 1"]


def test_alone_the_score_decides() -> None:
    assert order(by_worth(found_out((40, 1, 61.0), (35, 1, 64.0), (5, 1, 90.0), solo=True))) == [
        "take 2",
        "take 1",
        "take 3",
    ]


def test_losses_are_ordered_by_chance_then_points_and_none_is_nothing() -> None:
    losses = [(0.0, 5.7), (0.174, 18.0), (0.0, 0.0), (0.16, 2.0), (0.003, 0.04), (0.161, 3.0)]
    judged = []
    for step, (chance, points) in enumerate(losses):
        analysis = found_out((50, 0.5, 10.0), (50, 0.5 - chance, 10.0 - points))
        judged.append(Judged(step, 0, analysis.candidates[1].move, analysis))
    assert [entry.step for entry in largest_losses(judged, 9)] == [1, 5, 3, 0]


@compiled
def test_the_worst_move_of_a_game_is_found_with_what_it_lost() -> None:
    takes, pile, lead, exact = (2, 1, 1, 3, 2), 9, 0, []
    for take in takes:
        exact.append(win_share(pile, lead, False) - share_of(pile, lead, take, False))
        pile, lead = pile - take, -(lead + take)
    judged = list(analyse_record(game_of(*takes), 6000, seed=1, settings=TO_WIN))
    assert [entry.step for entry in judged] == [0, 1, 2, 3, 4]
    assert [entry.seat for entry in judged] == [0, 1, 0, 1, 0]
    for entry, lost in zip(judged, exact, strict=True):
        assert entry.loss == pytest.approx(lost, abs=0.06), entry.step
    worst = largest_losses(judged, 1)
    assert exact[worst[0].step] == max(exact) > 0
    assert all(entry.seat == 1 for entry in largest_losses(judged, 5, seat=1))


@compiled
def test_the_move_played_is_looked_at_carefully_even_if_it_is_bad() -> None:
    entry = next(analyse_record(game_of(1, 3, 3, 2), 4000, seed=1, settings=TO_WIN, steps=[1]))
    assert entry.step == 1
    assert entry.played.move.text == "take 3"
    assert entry.played.visits >= 1000 or entry.played == entry.best


def test_a_main_line_is_told_with_its_seats() -> None:
    position = stones(9, lucky=False)
    moves = [position.find("take 2"), position.find("take 1")]
    assert line_in_words(position, moves) == [(0, "Take 2"), (1, "Take 1")]
    assert len(position) == 0


@pytest.mark.parametrize(
    ("most", "told"), [(3, "second: Take 2; first: Take 1; second: Take 3"), (1, "second: Take 2 ...")]
)
def test_what_follows_a_move_names_whoever_goes_on(most: int, told: str) -> None:
    position = stones(9, lucky=False)
    position.seats = ["first", "second"]
    found = search(position, 60, seed=1).candidates[0]
    line = tuple(position.find(f"take {n}") for n in (1, 2, 1, 3))
    assert continuation(position, replace(found, line=line), most) == told


def test_an_analysis_is_plain_data_that_says_all() -> None:
    position = stones(9)
    found = search(position, 60, seed=1)
    data = as_data(found, position)
    assert [move["move"] for move in data["moves"]] == [str(candidate.move) for candidate in found.candidates]
    assert data["moves"][0]["words"] == f"Take {found.best.text[-1]}"
    assert sum(move["visits"] for move in data["moves"]) == 60
