"""What `random` and `greedy` choose, for every game of the catalogue."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import zashiki
from zashiki.arena.games import Series, play_series
from zashiki.arena.summary import summarise
from zashiki.bots import GreedyBot, RandomBot, make_bot
from zashiki.core.kernel import compiler_is_on
from zashiki.core.rng import new_rng

GAMES = zashiki.all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def decisions(game: zashiki.Game, count: int, players: int, seed: int = 5) -> list[zashiki.Position]:
    """Positions of random games in which a seat has several legal moves."""
    found: list[zashiki.Position] = []
    rng = new_rng(seed)
    while len(found) < count:
        position = zashiki.new(game.name, players, seed=seed)
        while not position.is_over and len(found) < count:
            if position.mover != "*" and len(position.legal_moves) > 1 and len(position) % 3 == 0:
                found.append(position.copy())
            position.play(position.random_move(rng))
    return found


def worth(position: zashiki.Position, move: zashiki.Move) -> float:
    """The game's judgement of the next position for the seat that moves, less that of the best other seat."""
    seat, after = position.mover, position.copy().play(move)
    values = np.zeros(position.players, np.float32)
    position.game.kernels.evaluate(after.state, after.rules, values)
    own, others = values[seat], np.delete(values, seat)
    return float(own - others.max()) if len(others) else float(own)


@each_game
def test_greedy_takes_a_move_that_the_next_position_values_most(game: zashiki.Game) -> None:
    for players in game.players:
        for position in decisions(game, 30, players):
            bot = make_bot("greedy", game, seed=1)
            worths = {move: worth(position, move) for move in position.legal_moves}
            assert worths[bot.choose(position)] == max(worths.values())
            assert isinstance(bot, GreedyBot)
            judged = bot.judge(position)
            assert dict(judged) == pytest.approx(worths)
            assert [value for _, value in judged] == sorted(worths.values(), reverse=True)


@each_game
def test_greedy_takes_each_of_equally_good_moves_sometimes(game: zashiki.Game) -> None:
    for position in decisions(game, 400, game.players[-1]):
        worths = [worth(position, move) for move in position.legal_moves]
        if worths.count(max(worths)) > 1:
            best = {m for m, w in zip(position.legal_moves, worths, strict=True) if w == max(worths)}
            chosen = {make_bot("greedy", game, seed).choose(position) for seed in range(40 * len(best))}
            assert chosen == best
            return
    pytest.fail("no position with a tie among them")


@each_game
def test_random_takes_every_move_equally_often(game: zashiki.Game) -> None:
    position = max(decisions(game, 20, game.players[-1]), key=lambda p: len(p.legal_moves))
    bot = RandomBot("random", game, seed=3)
    counts = Counter(bot.choose(position) for _ in range(100 * len(position.legal_moves)))
    assert set(counts) == set(position.legal_moves)
    assert min(counts.values()) > 55
    assert max(counts.values()) < 150


@each_game
@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_choosing_leaves_the_position_as_it_is_and_follows_the_seed(game: zashiki.Game, spec: str) -> None:
    positions = decisions(game, 20, game.players[0])
    before = [position.copy() for position in positions]
    first = [make_bot(spec, game, seed=4).choose(position) for position in positions]
    assert [make_bot(spec, game, seed=4).choose(position) for position in positions] == first
    assert positions == before
    assert [len(p) for p in positions] == [len(p) for p in before]


@each_game
def test_one_bot_can_play_games_of_any_number_of_players(game: zashiki.Game) -> None:
    bot = make_bot("greedy", game, seed=1)
    for players in (*game.players, *reversed(game.players)):
        position = decisions(game, 1, players)[0]
        assert bot.choose(position) in position.legal_moves


@each_game
def test_there_is_nothing_to_choose_at_chance_or_after_the_end(game: zashiki.Game) -> None:
    bot = make_bot("random", game)
    position = zashiki.new(game.name, game.players[0], seed=1)
    while position.mover != "*":
        position.play(position.random_move(new_rng(1)))
    with pytest.raises(zashiki.IllegalMoveError, match="chance"):
        bot.choose(position)
    rng = new_rng(2)
    while not position.is_over:
        position.play(position.random_move(rng))
    with pytest.raises(zashiki.IllegalMoveError, match="over"):
        bot.choose(position)


@pytest.mark.skipif(not compiler_is_on(), reason="hundreds of games")
@each_game
def test_greedy_is_clearly_better_than_random(game: zashiki.Game) -> None:
    players = min(game.players, key=lambda n: abs(n - 2))
    series = Series(
        game.name,
        game.complete_options(players, {}),
        game.load_edition(),
        ("greedy", *["random"] * (players - 1)),
        1,
    )
    low, _high = summarise(list(play_series(series, 400))).seats[0].interval
    assert low > 1 / players
