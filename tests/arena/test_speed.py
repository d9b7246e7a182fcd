"""The measurements measure what they say."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

import zashiki
from zashiki.arena import peers
from zashiki.arena.peers import PEERS, Peer
from zashiki.arena.speed import SEED, Bench, measure, measure_start
from zashiki.core.kernel import compiler_is_on
from zashiki.core.prepare import algorithm
from zashiki.core.rng import new_rng

GAMES = zashiki.all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
FEW = 3


@each_game
def test_extra_work_changes_no_game(game: zashiki.Game) -> None:
    """Costs are differences in time between the same games with and without it."""
    players = game.players[-1]
    plain, extra = algorithm(game, "play_many"), algorithm(game, "play_with_extra_work")
    steps = {Bench(game, players)._run(plain, FEW)}
    for work in ((0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2)):
        steps.add(Bench(game, players)._run(extra, FEW, *work))
    assert len(steps) == 1
    assert steps == {from_python(game, players, FEW)}


def from_python(game: zashiki.Game, players: int, games: int) -> int:
    """Steps of the same random games, played through `Position`."""
    rng, steps = new_rng(SEED), 0
    for _ in range(games):
        position = zashiki.new(game.name, players)
        while not position.is_over:
            position.play(position.random_move(rng))
        steps += len(position)
    return steps


def test_throughput_is_games_and_steps_per_second_of_processor_time() -> None:
    def play(games: int) -> int:
        end = time.process_time() + 0.002 * games
        while time.process_time() < end:
            pass
        return 7 * games

    found = measure(play, 0.02)
    assert found.games == pytest.approx(500, rel=0.3)
    assert found.length == pytest.approx(7)


@pytest.mark.skipif(not compiler_is_on(), reason="measures compiled code")
def test_kernels_are_far_faster_than_python_and_cost_something() -> None:
    bench = Bench(GAMES[0], GAMES[0].players[-1], seconds=0.02)
    assert bench.playouts().steps > 20 * bench.python_playouts().steps
    machine, python = bench.costs(), bench.python_costs(games=2)
    for inside, outside in (
        (machine.copy, python.copy),
        (machine.legal, python.legal),
        (machine.apply, python.apply),
    ):
        assert 0 < inside < outside


def test_peers_that_are_not_installed_are_known_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    assert not any(peer.installed for peer in PEERS)


def test_a_peer_is_timed_by_its_own_games() -> None:
    def load() -> Callable[[int], int]:
        return lambda games: sum(10 for _ in range(games) if time.sleep(0) is None)

    peer = Peer("test", "json", "zashiki", "Python", load)
    assert peer.installed
    assert peer.throughput(0.01).length == pytest.approx(10)


@pytest.mark.slow
def test_first_compile_and_later_start_are_quick() -> None:
    for game in GAMES:
        start = measure_start(game)
        assert start.imports[1] + start.playout[1] < 1.5, "seconds of processor time"
        assert start.kernels > 9
