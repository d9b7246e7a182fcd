"""Series of games are the same however they are played, and their records tell the truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import zashiki
from zashiki.arena import games as arena
from zashiki.arena.games import Batch, Player, Series, game_seed, play_series, seat_names
from zashiki.bots import Bot, Entry, GreedyBot, make_bot, register, registry
from zashiki.core.record import legal_list, parse

GAMES = zashiki.all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def series(game: zashiki.Game, *bots: str, seed: int = 11, **changes: object) -> Series:
    """A series with records among some bots."""
    options = game.complete_options(len(bots), {})
    return Series(game.name, options, game.load_edition(), bots, seed, records=True, **changes)  # type: ignore[arg-type]


def together(batches: list[Batch]) -> tuple[list[list[int]], list[list[int]], list[int], list[str]]:
    """Everything some batches say, as plain lists."""
    return (
        np.concatenate([b.scores for b in batches]).tolist(),
        np.concatenate([b.ranks for b in batches]).tolist(),
        np.concatenate([b.steps for b in batches]).tolist(),
        [line for b in batches for line in b.records],
    )


def specs(game: zashiki.Game, players: int) -> list[str]:
    return ["greedy", "random", "greedy", "random"][:players]


@each_game
def test_games_do_not_depend_on_the_number_of_processes(game: zashiki.Game) -> None:
    plan = series(game, *specs(game, game.players[-1]))
    assert together(list(play_series(plan, 7, jobs=2))) == together(list(play_series(plan, 7)))


@each_game
def test_a_game_depends_only_on_seed_and_number(game: zashiki.Game) -> None:
    plan = series(game, *specs(game, game.players[-1]))
    all_at_once = Player(plan).play(0, 6)
    assert Player(plan).play(4, 2).records == all_at_once.records[4:]
    assert len(set(all_at_once.records)) == 6
    other = Player(series(game, *specs(game, game.players[-1]), seed=12))
    assert not set(other.play(0, 6).records) & set(all_at_once.records)


@each_game
def test_records_replay_to_the_reported_results(game: zashiki.Game) -> None:
    for players in game.players:
        batch = Player(series(game, *specs(game, players), legal=True)).play(0, 3)
        for row, line in enumerate(batch.records):
            record = parse(line)
            assert record.result is not None
            assert record.legal is not None
            position = record.replay()
            assert position.is_over
            assert len(position) == batch.steps[row]
            assert [s.score for s in position.standings] == batch.scores[row].tolist()
            assert [s.rank for s in position.standings] == batch.ranks[row].tolist()
            assert record.legal[5] == legal_list(position.at(5))


@each_game
def test_asking_bots_move_by_move_gives_the_games_that_machine_code_gives(
    game: zashiki.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel path and the path for any other bot differ in speed only."""

    class AskedGreedy(GreedyBot):
        kind = registry.ASK

    def make(spec: str, game: zashiki.Game, seed: int | None, argument: str | None) -> Bot:
        return AskedGreedy(spec, game, seed)

    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    register(Entry("asked", "For tests.", make, "asked"))
    players = game.players[-1]
    asked = ["asked" if spec == "greedy" else spec for spec in specs(game, players)]
    here, there = (
        Player(series(game, *asked)).play(0, 3),
        Player(series(game, *specs(game, players))).play(0, 3),
    )
    assert [parse(line).log for line in here.records] == [parse(line).log for line in there.records]


@each_game
def test_the_same_seed_drives_chance_and_bots_outside_the_arena(game: zashiki.Game) -> None:
    bots = specs(game, game.players[-1])
    line = Player(series(game, *bots, seed=3)).play(2, 1).records[0]
    seed = game_seed(3, 2)
    sitting = [make_bot(spec, game, seed) for spec in bots]
    position = zashiki.new(game.name, len(bots), seed=seed)
    while not position.is_over:
        mover = position.mover
        if isinstance(mover, int):
            position.play(sitting[mover].choose(position))
        else:
            position.roll()
    assert position.record().log == parse(line).log


def test_long_games_outgrow_the_first_log(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = series(GAMES[0], "random", "greedy")
    whole = together([Player(plan).play(0, 3)])
    monkeypatch.setattr(arena, "FIRST_CAPACITY", 4)
    assert together([Player(plan).play(0, 3)]) == whole


def test_an_illegal_choice_of_a_bot_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Bot):
        def choose(self, position: zashiki.Position) -> zashiki.Move:
            illegal = set(range(self.game.codec.size)) - {move.id for move in position.legal_moves}
            return self.game.codec.move(min(illegal))

    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    register(
        Entry("cheat", "For tests.", lambda spec, game, seed, argument: Cheat(spec, game, seed), "cheat")
    )
    with pytest.raises(zashiki.IllegalMoveError):
        Player(series(GAMES[0], "cheat", "random")).play(0, 1)


def test_own_editions_are_named_in_the_records(tmp_path: Path) -> None:
    game = GAMES[0]
    (tmp_path / "mine.toml").write_text(f'extends = "{game.editions[0]}"\nname = "mine"\n')
    edition = game.load_edition(tmp_path / "mine.toml")
    plan = Series(game.name, game.complete_options(2, {}), edition, ("random", "random"), 1, records=True)
    record = parse(Player(plan).play(0, 1).records[0])
    assert (record.edition, record.edition_digest) == ("mine", edition.digest)
    assert record.replay(edition).is_over


def test_seats_are_named_after_their_bots() -> None:
    assert seat_names(["greedy", "random", "greedy"]) == ["greedy 1", "random", "greedy 2"]
    plan = series(GAMES[0], "random", "random")
    assert parse(Player(plan).play(0, 1).records[0]).seats == ["random 1", "random 2"]


def test_seeds_of_neighbouring_games_and_series_never_meet() -> None:
    seeds = {game_seed(seed, number) for seed in range(-20, 100) for number in range(200)}
    assert len(seeds) == 120 * 200
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert game_seed(1, 0) == game_seed(1, 0) != game_seed(0, 1)


def test_the_seed_of_a_game_never_changes() -> None:
    assert [game_seed(1, n) for n in range(2)] == [13830413928045401970, 6869446166584666695]
