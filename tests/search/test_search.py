"""A search finds what can be computed exactly, keeps to its budget and memory, and is the same every time."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import zashiki
from tests.search.stones import share_of, stones, win_share
from zashiki.core.errors import BudgetError, SearchError, SettingsError
from zashiki.core.kernel import compiler_is_on
from zashiki.search import Analysis, Budget, Searcher, Settings, search
from zashiki.search.tree import EDGES, FROZEN, NODES, NONE

compiled = pytest.mark.skipif(not compiler_is_on(), reason="too many visits without the compiler")
TO_WIN = Settings(win_weight=1.0, decide=False)
GAMES = zashiki.all_games()


def at_a_decision(game: zashiki.Game, players: int, seed: int = 3) -> zashiki.Position:
    position = zashiki.new(game.name, players=players, seed=seed)
    while position.mover == "*" or len(position.legal_moves) < 2:
        if position.mover == "*":
            position.roll()
        else:
            position.play(position.legal_moves[0])
    return position


def visits(found: Analysis) -> dict[str, int]:
    return {str(candidate.move): candidate.visits for candidate in found.candidates}


@compiled
@pytest.mark.parametrize("puct", [False, True], ids=["uct", "puct"])
@pytest.mark.parametrize("pile", [9, 10, 11])
def test_the_best_move_and_its_win_share_are_those_of_the_exact_solution(pile: int, puct: bool) -> None:
    found = search(stones(pile), 60_000, seed=1, settings=TO_WIN.changed(puct=puct))
    exact = {f"take {take}": share_of(pile, 0, take) for take in (1, 2, 3)}
    assert exact[str(found.best)] == max(exact.values())
    assert found.candidates[0].value == pytest.approx(win_share(pile, 0), abs=0.03)


@compiled
def test_without_chance_the_search_settles_on_the_perfect_move() -> None:
    for pile in (5, 6, 7, 10, 13):
        found = search(stones(pile, lucky=False), 20_000, seed=2, settings=TO_WIN)
        exact = {f"take {take}": share_of(pile, 0, take, False) for take in (1, 2, 3)}
        assert exact[str(found.best)] == max(exact.values()), pile


@compiled
def test_greedy_playouts_follow_the_judgement_of_the_game() -> None:
    position = at_a_decision(zashiki.get("toshi"), 2)
    spreads = {}
    for policy in ("random", "greedy"):
        searcher = Searcher(position, Settings(policy=policy), seed=1)
        searcher.search(position, Budget(50))
        spreads[policy] = searcher.trees[0].params[0].spread
    # Two who play well end much closer together than two who play anything.
    assert spreads["greedy"] < 0.8 * spreads["random"]


@compiled
def test_a_quiet_cut_waits_until_everybody_has_answered_the_throw() -> None:
    position = at_a_decision(zashiki.get("toshi"), 2)
    settings = Settings(root="flat", deep=False, policy="greedy", cut=0, win_weight=0)
    loud = search(position, 200, seed=1, settings=settings)
    quiet = search(position, 200, seed=1, settings=settings.changed(quiet=True))
    # At once, the judgement after a move is that of the position after it; later, that of the position before a throw.
    judged = {}
    for candidate in loud.candidates:
        after = position.copy()
        after.play(candidate.move)
        if after.mover != "*":
            judged[candidate.move] = candidate.scores
            assert quiet.of(candidate.move).scores != candidate.scores
    assert judged


@compiled
def test_what_is_kept_is_measured_by_the_same_scale() -> None:
    position = stones(15, lucky=False)
    searcher = Searcher(position, TO_WIN, seed=1)
    found = searcher.search(position, Budget(3000))
    params = searcher.trees[0].params[0]
    before = (params.spread, params.centre.tolist())
    position.play(found.best)
    assert searcher.search(position, Budget(3000)).kept > 0
    assert (params.spread, params.centre.tolist()) == before


@compiled
def test_a_search_without_a_tree_keeps_nothing() -> None:
    position = stones(15, lucky=False)
    searcher = Searcher(position, TO_WIN.changed(deep=False), seed=1)
    found = searcher.search(position, Budget(2000))
    position.play(found.best)
    assert searcher.search(position, Budget(2000)).kept == 0


@compiled
@pytest.mark.parametrize("root", ["halving", "flat"])
def test_other_ways_to_share_visits_at_the_root_find_the_best_move_too(root: str) -> None:
    found = search(stones(9), 30_000, seed=1, settings=TO_WIN.changed(root=root))
    exact = {f"take {take}": share_of(9, 0, take) for take in (1, 2, 3)}
    assert exact[str(found.best)] == max(exact.values())
    if root == "flat":
        assert max(visits(found).values()) - min(visits(found).values()) <= 1


@compiled
def test_a_position_of_chance_is_worth_the_weighted_mean_of_its_outcomes() -> None:
    position = stones(8).play("take 2")
    found = search(position, 60_000, seed=1, settings=TO_WIN)
    assert found.candidates == ()
    assert found.wins[0] == pytest.approx(share_of(8, 0, 2), abs=0.03)
    with pytest.raises(SearchError, match="chance"):
        _ = found.best


@compiled
def test_three_seats_each_play_for_themselves() -> None:
    # With 4 stones and no luck, the first seat must leave 1 to 3, which the second then takes for 2 more points.
    found = search(stones(4, players=3, lucky=False), 5_000, seed=1, settings=TO_WIN)
    assert str(found.best) in {"take 3", "take 2", "take 1"}
    assert sum(found.wins) == pytest.approx(1)
    # With 3 left all are taken.
    assert str(search(stones(3, players=3), 500, seed=1, settings=TO_WIN).best) == "take 3"


def test_a_game_without_evaluate_or_suggest_is_judged_by_its_score() -> None:
    # Judged at once after one step without luck, more stones are more points.
    found = search(stones(9, lucky=False), 60, seed=1, settings=Settings(cut=0, deep=False, policy="suggest"))
    assert str(found.best) == "take 3"


@compiled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_and_number_of_seats_can_be_searched(game: zashiki.Game) -> None:
    for players in game.players:
        position = at_a_decision(game, players)
        before = position.key
        found = search(position, 12, seed=1, settings=Settings(megabytes=1, policy="suggest", cut=3))
        assert position.key == before
        assert {c.move for c in found.candidates} == set(position.legal_moves)
        assert sum(c.visits for c in found.candidates) == found.iterations == 12
        assert sum(c.share for c in found.candidates) == pytest.approx(1)
        assert sum(found.wins) == pytest.approx(1)
        assert len(found.scores) == players


def test_the_same_seed_gives_the_same_search_and_another_seed_another() -> None:
    position = stones(14, players=3)
    first = search(position, 100, seed=5)
    again = search(position, 100, seed=5)
    assert visits(first) == visits(again)
    assert [c.wins for c in first.candidates] == [c.wins for c in again.candidates]
    assert [c.wins for c in search(position, 100, seed=6).candidates] != [c.wins for c in first.candidates]


GOLDEN = {"take 1": 31, "take 2": 30, "take 3": 59}


def test_visits_are_the_same_on_every_machine_compiled_or_not() -> None:
    assert visits(search(stones(12), 120, seed=7)) == GOLDEN


@compiled
def test_threads_give_the_same_result_every_time_and_share_the_visits() -> None:
    position = at_a_decision(GAMES[0], 2)
    found = [search(position, 1001, seed=5, threads=3, settings=Settings(decide=False)) for _ in range(2)]
    assert visits(found[0]) == visits(found[1])
    assert found[0].iterations == 1001


@compiled
def test_memory_is_bounded_and_the_search_goes_on_when_it_is_full() -> None:
    settings = Settings(megabytes=1, decide=False, expand_at=1)
    position = at_a_decision(GAMES[0], 2)
    searcher = Searcher(position, settings, seed=1)
    found = searcher.search(position, Budget(60_000))
    tree = searcher.trees[0]
    assert found.full
    assert found.iterations == 60_000
    assert tree.head[FROZEN]
    assert tree.head[NODES] <= len(tree.nodes)
    assert tree.head[EDGES] <= len(tree.edges)
    assert tree.nodes.nbytes + tree.edges.nbytes + tree.table.nbytes <= 2 * 2**20


@compiled
def test_a_tree_that_is_cleared_knows_nothing() -> None:
    searcher = Searcher(stones(12), TO_WIN, seed=1)
    searcher.search(stones(12), Budget(3000))
    tree = searcher.trees[0]
    assert tree.head[NODES] > 10
    tree.clear()
    assert not tree.head.any()
    assert (tree.table == NONE).all()


@compiled
def test_what_was_found_out_about_the_position_after_the_best_move_is_kept() -> None:
    position = stones(15, lucky=False)
    searcher = Searcher(position, TO_WIN, seed=1)
    first = searcher.search(position, Budget(4000))
    position.play(first.best)
    second = searcher.search(position, Budget(4000))
    assert second.kept >= first.candidates[0].visits
    assert second.iterations == max(4000 - second.kept, 4000 // 4)
    assert Searcher(position, TO_WIN.changed(reuse=False), seed=1).search(position, Budget(4000)).kept == 0


@compiled
def test_a_search_gone_on_with_is_the_search_that_had_it_all_at_once() -> None:
    position = stones(11)
    whole = search(position, 6000, seed=4, settings=TO_WIN)
    searcher = Searcher(position, TO_WIN, seed=4)
    first = searcher.search(position, Budget(2000))
    second = searcher.resume(Budget(3000))
    last = searcher.resume(Budget(1000))
    assert (first.iterations, second.iterations, last.iterations) == (2000, 5000, 6000)
    assert visits(last) == visits(whole)
    assert last.wins == whole.wins
    assert first.seconds < second.seconds < last.seconds


def test_there_must_be_a_search_to_go_on_with() -> None:
    searcher = Searcher(stones(5), TO_WIN, seed=1)
    with pytest.raises(ValueError, match="no search"):
        searcher.resume(Budget(10))
    halving = Searcher(stones(5), TO_WIN.changed(root="halving"), seed=1)
    halving.search(stones(5), Budget(30))
    with pytest.raises(ValueError, match="halving"):
        halving.resume(Budget(10))


@compiled
def test_a_budget_of_time_is_kept() -> None:
    position = at_a_decision(GAMES[0], 2)
    search(position, "10ms")
    start = time.perf_counter()
    found = search(position, "200ms", seed=1, settings=Settings(decide=False))
    assert 0.15 < time.perf_counter() - start < 2.0
    assert found.iterations > 100


@compiled
def test_a_search_ends_when_its_first_choice_cannot_change_any_more() -> None:
    position = stones(3)
    found = search(position, 50_000, seed=1, settings=Settings(win_weight=1.0))
    assert found.ended == "decided"
    assert found.iterations < 50_000
    counts = sorted(visits(found).values())
    assert counts[-1] - counts[-2] > 50_000 - found.iterations


@compiled
def test_a_move_to_compare_is_looked_at_as_often_as_a_quarter_of_the_budget_allows() -> None:
    position = stones(12)
    worst = search(position, 4000, seed=1, settings=TO_WIN).candidates[-1].move
    searcher = Searcher(position, TO_WIN, seed=1)
    compared = searcher.search(position, Budget(4000), compare=worst)
    assert compared.of(worst).visits >= 1000
    assert compared.iterations == 4000


@compiled
def test_the_main_line_can_be_played() -> None:
    position = at_a_decision(GAMES[0], 2)
    for candidate in search(position, 200, seed=1).candidates:
        walker = position.copy()
        assert candidate.line[0] == candidate.move
        for move in candidate.line:
            assert isinstance(walker.mover, int)
            walker.play(move)


@compiled
def test_wide_nodes_are_opened_little_by_little() -> None:
    position = at_a_decision(GAMES[0], 2)
    found = search(position, 30, seed=1, settings=Settings(widening=2, widening_power=0.3, decide=False))
    assert sum(count > 0 for count in visits(found).values()) < len(position.legal_moves)


def test_a_finished_game_cannot_be_searched() -> None:
    with pytest.raises(SearchError, match="over"):
        search(stones(3).play("take 3"), 10)


@pytest.mark.parametrize("budget", [None, 1.5, [], True, b"10", {"iterations": 3}])
def test_what_is_no_budget_is_refused_in_words(budget: object) -> None:
    for look in (search, Searcher(stones(5)).search):
        with pytest.raises(BudgetError, match=r"budget|whole number"):
            look(stones(5), budget)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "parts", [{"iterations": 1.5}, {"iterations": "4"}, {"seconds": "2s"}, {"seconds": True}]
)
def test_a_budget_of_something_else_than_numbers_is_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(BudgetError, match="must be a"):
        Budget(**parts)


def test_a_number_of_iterations_may_be_of_numpy() -> None:
    assert search(stones(5), np.int64(20), seed=1).iterations == search(stones(5), 20, seed=1).iterations


@pytest.mark.parametrize(
    "text", ["", "0", "-5", "ten", "2h", "1e9", "4000/300", "1s/2s", "0s", "9" * 40, "nan", "\u0663"]
)
def test_a_nonsense_budget_is_refused_in_words(text: str) -> None:
    with pytest.raises(BudgetError, match=r"budget|iterations|seconds"):
        Budget.parse(text)


def test_budgets_are_written_as_iterations_time_or_both() -> None:
    assert Budget.parse("4000") == Budget(4000, None)
    assert Budget.parse("250ms") == Budget(None, 0.25)
    assert Budget.parse("1.5s/300") == Budget(300, 1.5)
    for text in ("4000", "2s", "300/0.5s"):
        assert str(Budget.parse(text)) == text


def test_nonsense_settings_are_refused_in_words() -> None:
    with pytest.raises(SettingsError, match="no setting 'depth'"):
        Settings().changed(depth=3)
    for bad in (
        {"exploration": -1},
        {"win_weight": 2},
        {"cut": -3},
        {"root": "best"},
        {"policy": "on"},
        {"spread": float("nan")},
    ):
        with pytest.raises(SettingsError, match="must be"):
            Settings(**bad)
    with pytest.raises(SettingsError, match="threads"):
        search(stones(4), 10, threads=0)


def test_states_that_differ_anywhere_have_different_hashes() -> None:
    searcher = Searcher(stones(9), TO_WIN, seed=1)
    tree = searcher.trees[0]
    seen = set()
    base = np.zeros_like(tree.states.view(np.uint8).reshape(3, -1)[0])
    for byte in range(len(base)):
        for bit in range(8):
            changed = base.copy()
            changed[byte] ^= 1 << bit
            tree.words[0] = changed.view(tree.words.dtype)
            seen.add(tree._find(0))
    assert len(seen) == 8 * len(base)
