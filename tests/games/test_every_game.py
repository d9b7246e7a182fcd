"""What must hold for every game of the catalogue. A game that joins the catalogue is checked without being named here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from tests.conftest import option_sets
from zashiki.core.contract import CHANCE, OVER, Game
from zashiki.core.moves import Move
from zashiki.core.position import Position
from zashiki.core.prepare import algorithm
from zashiki.core.record import legal_list
from zashiki.core.rng import new_rng

GAMES = zashiki.all_games()
SETTINGS = [(game, options) for game in GAMES for options in option_sets(game)]


def name_of(value: object) -> str | None:
    if isinstance(value, Game):
        return value.name
    if isinstance(value, dict):
        return "-".join(f"{k}={v}" for k, v in value.items())
    return None


every_game = pytest.mark.parametrize("game", GAMES, ids=name_of)
every_setting = pytest.mark.parametrize(("game", "options"), SETTINGS, ids=name_of)


def start(game: Game, options: dict[str, str | int], seed: int = 0) -> Position:
    return zashiki.new(game.name, seed=seed, **options)


def random_game(position: Position, seed: int, limit: int | None = None) -> Position:
    """Play uniformly random moves, to the end or for at most `limit` steps."""
    rng = new_rng(seed, stream=1)
    bound = position.game.step_bound(position.rules) if limit is None else limit
    for _ in range(bound):
        if position.is_over:
            break
        position.play(position.random_move(rng))
    return position


@every_setting
def test_random_play_ends_within_the_stated_bound_and_breaks_no_law(game: Game, options: dict) -> None:
    position, rng = start(game, options), new_rng(1)
    bound = game.step_bound(position.rules)
    while not position.is_over:
        assert game.broken_laws(position.state, position.rules) == []
        assert position.legal_moves, f"dead end in phase {position.phase}"
        position.play(position.random_move(rng))
        assert len(position) <= bound
    assert game.broken_laws(position.state, position.rules) == []
    assert position.legal_moves == []
    assert position.phase == "over"


@every_setting
def test_legal_ids_are_sorted_unique_in_bounds_and_round_trip_through_text(game: Game, options: dict) -> None:
    position, rng = start(game, options), new_rng(2)
    while not position.is_over:
        moves = position.legal_moves
        ids = [move.id for move in moves]
        assert ids == sorted(set(ids))
        assert ids[0] >= 0
        assert ids[-1] < game.codec.size
        assert len(ids) <= game.max_legal
        for move in moves:
            assert game.codec.action(move.text) == move.id
            assert " ".join(game.codec.fields(move.id).values()) == move.text
            assert move.text.isascii()
            assert move.text == move.text.lower() or any(c.isupper() for c in move.text)
        position.play(position.random_move(rng))


@every_setting
def test_undo_restores_every_byte_and_earlier_copies_never_change(game: Game, options: dict) -> None:
    position, rng = start(game, options), new_rng(3)
    copies: list[tuple[Position, bytes, int]] = []
    for _ in range(60):
        if position.is_over:
            break
        copies.append((position.copy(), position.key, len(position)))
        before = position.key
        move = position.random_move(rng)
        position.play(move)
        assert position.undo() == move
        assert position.key == before
        position.play(move)
    for copy, key, length in copies:
        assert copy.key == key
        assert len(copy) == length
        assert position.at(length) == copy
    while len(position):
        position.undo()
    assert position.key == start(game, options).key


@every_setting
def test_outcomes_are_as_many_as_weights_and_all_positive(game: Game, options: dict) -> None:
    position, rng = start(game, options), new_rng(4)
    seen = 0
    while not position.is_over:
        if position.mover == "*":
            seen += 1
            assert [move for move, _ in position.outcomes] == position.legal_moves
            assert all(weight > 0 for _, weight in position.outcomes)
        else:
            assert position.outcomes == []
        position.play(position.random_move(rng))
    assert seen


@every_setting
def test_a_record_reproduces_every_state(game: Game, options: dict) -> None:
    original = random_game(start(game, options), seed=5)
    record = original.record()
    again = zashiki.load(record.to_json())
    assert again == original
    assert [s.score for s in again.standings] == list(record.result.scores)
    for count in range(0, len(original), 7):
        assert again.at(count).key == original.at(count).key


@every_game
def test_records_satisfy_the_published_schema(game: Game) -> None:
    from jsonschema import Draft202012Validator

    from zashiki.core.record import SCHEMA_FILE

    schema = json.loads(SCHEMA_FILE.read_text())
    Draft202012Validator.check_schema(schema)
    for options in ({"players": n} for n in game.players):
        whole = json.loads(random_game(start(game, options), seed=6).record().to_json())
        assert list(Draft202012Validator(schema).iter_errors(whole)) == []
        unfinished = json.loads(random_game(start(game, options), seed=6, limit=9).record().to_json())
        assert list(Draft202012Validator(schema).iter_errors(unfinished)) == []
        assert "result" not in unfinished


@every_setting
def test_standings_ranks_agree_with_scores_and_breakdown_adds_up(game: Game, options: dict) -> None:
    position = start(game, options)
    for limit in (0, 12, 10**6):
        standings = random_game(position, seed=7, limit=limit).standings
        assert [s.seat for s in standings] == list(range(position.players))
        assert min(s.rank for s in standings) == 1
        for s in standings:
            assert sum(s.breakdown.values()) == s.score
            assert tuple(s.breakdown) == game.breakdown
            assert s.rank == 1 + sum(
                o.score > s.score or (o.score == s.score and o.rank < s.rank) for o in standings
            )


@every_game
def test_the_kernel_playout_reaches_the_state_the_python_face_reaches(game: Game) -> None:
    """`playout` picks by the same generator as `random_move`, so both must play the same game."""
    for options in ({"players": n} for n in game.players):
        position = start(game, options)
        slow, rng = position.copy(), new_rng(8)
        while not slow.is_over:
            slow.play(slow.random_move(rng))
        ids, chances = np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal, np.int32)
        bound = game.step_bound(position.rules)
        steps = algorithm(game, "playout")(position.state, position.rules, ids, chances, new_rng(8), bound)
        assert steps == len(slow)
        assert position.key == slow.key
        assert game.kernels.mover(position.state) == OVER


@every_game
def test_judgements_are_finite_and_policy_weights_never_all_zero(game: Game) -> None:
    for options in ({"players": n} for n in game.players):
        position, rng = start(game, options), new_rng(9)
        values = np.zeros(position.players, np.float32)
        features = np.zeros(game.observation_size, np.float32)
        ids, weights = np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal, np.float32)
        while not position.is_over:
            game.kernels.evaluate(position.state, position.rules, values)
            assert np.isfinite(values).all()
            for seat in range(position.players):
                features.fill(np.nan)
                game.kernels.observe(position.state, position.rules, seat, features)
                assert np.isfinite(features).all()
            if game.kernels.mover(position.state) != CHANCE:
                n = game.kernels.legal(position.state, position.rules, ids)
                game.kernels.suggest(position.state, position.rules, ids, n, weights)
                assert (weights[:n] >= 0).all()
                assert weights[:n].sum() > 0
            position.play(position.random_move(rng))


@every_game
@given(seed=st.integers(0, 10**6), cut=st.integers(0, 400))
def test_a_position_in_mid_game_speaks_and_survives_pickling(game: Game, seed: int, cut: int) -> None:
    import pickle

    players = game.players[seed % len(game.players)]
    position = random_game(start(game, {"players": players}, seed), seed, limit=cut)
    assert str(position)
    assert game.title in repr(position)
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position
    assert hash(twin) == hash(position)
    if position.mover == "*":
        assert twin.roll() == position.copy().roll()
    assert json.dumps(game.view(position, None))
    if isinstance(position.mover, int):
        assert game.prompt(position).question
        paths = [frozenset(game.targets(position, move.id)) for move in position.legal_moves]
        assert len(set(paths)) == len(paths)
        for move in position.legal_moves:
            assert game.say(position, move.id)


@every_game
def test_a_refused_move_changes_nothing_and_says_why(game: Game) -> None:
    position = random_game(start(game, {"players": game.players[-1]}), seed=10, limit=25)
    key, steps = position.key, len(position)
    legal = {move.id for move in position.legal_moves}
    refused = [i for i in range(0, game.codec.size, max(1, game.codec.size // 400)) if i not in legal]
    for action in refused:
        with pytest.raises(zashiki.IllegalMoveError) as caught:
            position.play(game.codec.text(action))
        assert caught.value.reason
        assert caught.value.legal == [move.text for move in position.legal_moves]
    for nonsense in ("", " ", "frobnicate", "pass pass pass", position.legal_moves[0].text + " ", "ROLL"):
        with pytest.raises(zashiki.InvalidMoveError):
            position.play(nonsense)
    for foreign in (-1, game.codec.size, 10**9, None, 1.5, True):
        with pytest.raises(zashiki.InvalidMoveError):
            position.play(foreign)  # type: ignore[arg-type]
    assert position.key == key
    assert len(position) == steps


@every_game
def test_texts_moves_and_ids_are_the_same_move(game: Game) -> None:
    position = random_game(start(game, {"players": game.players[0]}), seed=11, limit=10)
    move = position.legal_moves[-1]
    by_text, by_move, by_id = position.copy(), position.copy(), position.copy()
    assert by_text.play(str(move)) == by_move.play(Move(move.id, move.text)) == by_id.play(move.id)


@every_game
def test_a_seed_fixes_chance(game: Game) -> None:
    def chances(seed: int) -> list[str]:
        position = start(game, {"players": game.players[-1]}, seed)
        return [str(position.roll()) for _ in range(2)]

    assert chances(12) == chances(12)
    assert len({tuple(chances(seed)) for seed in range(8)}) > 1


def digests(names: list[str]) -> dict[str, list[int]]:
    """For each game: a checksum over all states and legal lists of one random game per player count."""
    result: dict[str, list[int]] = {}
    for name in names:
        game = zashiki.get(name)
        result[name] = []
        for players in game.players:
            everything = {o.name: list(o.values)[-1] for o in game.options if len(o.values) < 12}
            position, rng, crc = start(game, {"players": players, **everything}), new_rng(13), 0
            while not position.is_over:
                crc = zlib.crc32(position.key + repr(legal_list(position)).encode(), crc)
                position.play(position.random_move(rng))
            result[name].append(zlib.crc32(position.key, crc))
    return result


def test_compiler_on_and_off_give_identical_states_for_whole_games() -> None:
    """One process with the compiler, one without: every state and every legal list is the same."""
    names = [game.name for game in GAMES]
    code = (
        f"import json; from tests.games.test_every_game import digests; print(json.dumps(digests({names!r})))"
    )
    outputs = []
    for switch in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": switch},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        outputs.append(json.loads(run.stdout))
    assert outputs[0] == outputs[1]
