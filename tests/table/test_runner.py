"""Bots share the server's threads: quick ones never wait for slow ones, and slow ones take turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

import zashiki
from zashiki.core.rng import new_rng
from zashiki.table import runner, sitters
from zashiki.table.runner import QUICK, SLOW, NeedsTime, Players, TurnOver


def at_a_decision(seed: int = 1) -> zashiki.Position:
    position = zashiki.new("toshi", players=2, seed=seed)
    while position.mover == "*" or len(position.legal_moves) < 2:
        if position.mover == "*":
            position.roll()
        else:
            position.play(position.legal_moves[0])
    return position


def test_a_bot_that_has_to_think_is_left_to_the_slow_lane() -> None:
    players = Players()
    with pytest.raises(NeedsTime):
        players.chooser("one", QUICK)("mcts:200", at_a_decision())
    assert players.chooser("one", QUICK)("greedy", at_a_decision()) in at_a_decision().legal_moves
    assert players.chooser("one", QUICK)("easy", at_a_decision()) in at_a_decision().legal_moves


def test_after_one_decision_the_others_have_their_turn_and_it_is_remembered() -> None:
    players = Players()
    first, second = at_a_decision(1), at_a_decision(2)
    choose = players.chooser("one", SLOW)
    chosen = choose("mcts:200", first)
    with pytest.raises(TurnOver):
        choose("mcts:200", second)
    choose = players.chooser("one", SLOW)
    # Known from the turn before: this costs nothing, so that the next decision is thought about.
    assert choose("mcts:200", first) is chosen
    assert choose("mcts:200", second) in second.legal_moves
    players.forget_moves("one")
    choose = players.chooser("one", SLOW)
    choose("mcts:200", first)
    with pytest.raises(TurnOver):
        choose("mcts:200", second)


def test_a_decision_without_a_choice_takes_no_time() -> None:
    position = zashiki.new("sapporo", players=2, seed=1)
    rng = new_rng(1)
    while position.mover == "*" or len(position.legal_moves) > 1:
        position.play(position.random_move(rng))
    assert Players().chooser("one", QUICK)("mcts:200", position) == position.legal_moves[0]


def test_few_bots_are_kept_and_each_uses_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "BOTS_KEPT", 2)
    players = Players()
    for table in ("one", "two", "three"):
        players.chooser(table, SLOW)("mcts:50", at_a_decision())
    assert [table for table, _ in players._bots] == ["two", "three"]
    bot = players._bots["two", "mcts:50"]
    assert bot._searcher(at_a_decision(), 0).settings.megabytes == sitters.MOST_MEGABYTES


@pytest.mark.parametrize("spelling", ["mcts:1000000000", "mcts:3600s", "mcts:1000000000/3600s"])
def test_no_bot_thinks_longer_than_there_is_time_at_a_table(
    monkeypatch: pytest.MonkeyPatch, spelling: str
) -> None:
    monkeypatch.setattr(sitters, "MOST_SECONDS", 0.2)
    start = time.monotonic()
    Players().chooser("one", SLOW)(spelling, at_a_decision())
    assert time.monotonic() - start < 60


def steps_of(host: Any) -> int:
    return host.page()["at"]["steps"]


def until(condition: Callable[[], object], seconds: float) -> float:
    """Wait until something is true; how long that took."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() < begun + seconds, "waited in vain"
        time.sleep(0.01)
    return time.monotonic() - begun


def test_nobody_waits_for_a_slow_bot_elsewhere(make: Any) -> None:
    slow = make({"kind": "bot", "bot": "mcts:6s"}, {"kind": "bot", "bot": "mcts:6s"}, auto_roll=True)
    until(lambda: slow.page()["mover"] != "*", 20)
    quick = make({"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "easy"}, options={"turn_cap": 4})
    assert until(lambda: quick.page()["table"]["status"] == "over", 15) < 15
    assert slow.page()["table"]["status"] == "running"


def test_slow_bots_take_turns(make: Any) -> None:
    bots = [{"kind": "bot", "bot": "mcts:300ms"}] * 2
    tables = [make(*bots, auto_roll=True) for _ in range(3)]
    before = [steps_of(table) for table in tables]
    until(lambda: min(steps_of(t) - b for t, b in zip(tables, before, strict=True)) >= 4, 60)
    made = [steps_of(t) - b for t, b in zip(tables, before, strict=True)]
    assert max(made) < 8 * min(made)
