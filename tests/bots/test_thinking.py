"""Bots that search keep to their plan, and the levels are there for every game."""

from __future__ import annotations

import time

import pytest

import zashiki
from zashiki.bots import make_bot, names
from zashiki.bots.thinking import (
    LEVELS,
    SearchBot,
    advising_settings,
    best_settings,
    plan_of,
    read_plan,
)
from zashiki.core.errors import IllegalMoveError, UnknownBotError
from zashiki.core.kernel import compiler_is_on
from zashiki.search import Budget

pytestmark = pytest.mark.skipif(not compiler_is_on(), reason="too many visits without the compiler")

GAMES = zashiki.all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def at_a_decision(game: zashiki.Game, seed: int = 5) -> zashiki.Position:
    position = zashiki.new(game.name, players=2, seed=seed)
    while position.mover == "*" or len(position.legal_moves) < 3:
        if position.mover == "*":
            position.roll()
        else:
            position.play(position.legal_moves[0])
    return position


@each_game
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_legal_move_within_its_time(game: zashiki.Game, level: str) -> None:
    position = at_a_decision(game)
    bot = make_bot(level, game, seed=1)
    bot.choose(position)
    before = position.key
    start = time.process_time()
    assert bot.choose(position) in position.legal_moves
    assert time.process_time() - start < {"easy": 0.4, "normal": 0.6, "hard": 1.5, "master": 6}[level]
    assert position.key == before


@each_game
def test_levels_are_listed_from_gentle_to_merciless_after_the_simple_bots(game: zashiki.Game) -> None:
    assert names(game)[:6] == ["random", "greedy", "easy", "normal", "hard", "master"]
    budgets = [plan_of(level, game).budget.iterations or 0 for level in LEVELS]
    assert budgets == sorted(budgets)
    assert plan_of("easy", game).slack > 0 == plan_of("master", game).slack


@each_game
def test_the_same_seed_plays_the_same_moves(game: zashiki.Game) -> None:
    position = at_a_decision(game)
    for spec in ("mcts:200", "mcts:200:slack=0.5"):
        chosen = [[make_bot(spec, game, seed).choose(position) for seed in range(4)] for _ in range(2)]
        assert chosen[0] == chosen[1]


def test_slack_lets_a_bot_err_where_it_would_not() -> None:
    game = GAMES[0]
    position = at_a_decision(game)
    firm = {make_bot("mcts:400:slack=0", game, seed).choose(position) for seed in range(8)}
    loose = {make_bot("mcts:400:slack=1", game, seed).choose(position) for seed in range(8)}
    assert len(firm) < len(loose)


def test_a_bot_thinks_for_several_seats_and_games_of_other_options() -> None:
    game = GAMES[0]
    bot = make_bot("mcts:30", game, seed=1)
    assert isinstance(bot, SearchBot)
    for players in (2, 3):
        position = zashiki.new(game.name, players=players, seed=2)
        for _ in range(12):
            if position.mover == "*":
                position.roll()
            else:
                position.play(bot.choose(position))


def test_a_spec_changes_the_strongest_settings_one_by_one() -> None:
    game = GAMES[0]
    plan = read_plan("300/1s:root=halving:cut=none:exploration=0.25:reuse=off:slack=0.1", game)
    assert plan.budget == Budget(300, 1.0)
    assert plan.slack == 0.1
    changed = {"root": "halving", "cut": None, "exploration": 0.25, "reuse": False}
    assert plan.settings == best_settings(game).changed(**changed)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:10:slack=1.5", "slack is 1.5: it must be 0 to 1"),
        ("mcts:10:slack=-0.1", "slack is -0.1: it must be 0 to 1"),
        ("mcts:10:slack=on", "slack is True: it must be 0 to 1"),
        ("mcts:10:slack=nan", "slack='nan' cannot be read"),
        ("mcts:10:slack=0.1:slack=0.2", "slack is given twice"),
        ("mcts:10:cut=3:puct=on:cut=5", "cut is given twice"),
        ("mcts:10:slak=0.2", r"no setting 'slak' \(settings: root, .*, slack\)"),
        ("mcts:10:cut=2000000", "cut is 2000000: it must be 0 to 1,000,000"),
        ("mcts:10:cut=2.5", "cut is 2.5: it must be a whole number"),
        ("mcts:10:exploration=on", "exploration is True: it must be 0 to 1,000"),
        ("mcts:10:spread=0", "spread is 0: it must be 0.001 to 1,000"),
        ("mcts:\u0663", "is not a budget"),
        ("mcts:10:cut=\u0663", "cannot be read"),
        ("mcts:10:cut=1_0", "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_setting_is_said(spec: str, words: str) -> None:
    with pytest.raises(UnknownBotError, match=words):
        make_bot(spec, GAMES[0])


@pytest.mark.parametrize(
    "spec", ["mcts:x", "mcts:0", "mcts:10:depth=3", "mcts:10:cut=-5", "mcts:10:puct", "mcts:10:puct=maybe"]
)
def test_nonsense_after_the_name_is_refused_with_the_right_form(spec: str) -> None:
    with pytest.raises(UnknownBotError, match=r"mcts:<iterations or time>"):
        make_bot(spec, GAMES[0])


def test_a_bot_is_not_asked_when_chance_moves() -> None:
    with pytest.raises(IllegalMoveError, match="nothing to choose: chance"):
        make_bot("mcts:10", GAMES[0]).choose(zashiki.new(GAMES[0].name, players=2))


@pytest.mark.parametrize("game", zashiki.all_games(), ids=lambda game: game.name)
def test_advice_is_told_in_chances_and_scores_of_whole_games(game: zashiki.Game) -> None:
    settings = advising_settings(game)
    assert (settings.root, settings.deep, settings.cut, settings.decide) == ("tree", True, None, False)
    assert settings.policy == best_settings(game).policy
