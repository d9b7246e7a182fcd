"""The symmetries of Toshi: a game and its picture in a mirror are the same game."""

from __future__ import annotations

import numpy as np
import pytest

import zashiki
from zashiki.core.contract import Symmetry
from zashiki.core.rng import new_rng
from zashiki.games.toshi import GAME

SYMMETRIES = GAME.symmetries()


def seen(position: zashiki.Position, seat: int) -> np.ndarray:
    out = np.zeros(GAME.observation_size, np.float32)
    GAME.kernels.observe(position.state, position.rules, seat, out)
    return out


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda s: s.name)
@pytest.mark.parametrize("options", [{}, {"specials": "on", "machiya_squares": 2}], ids=["plain", "specials"])
def test_the_picture_of_a_game_is_a_game(symmetry: Symmetry, options: dict[str, str | int]) -> None:
    """Played with the pictures of all moves, it offers the pictures of the moves and looks like the picture."""
    game = zashiki.new("toshi", players=2, **options)
    picture, rng = game.copy(), new_rng(11)
    while not game.is_over:
        assert {int(symmetry.actions[move.id]) for move in game.legal_moves} == {
            move.id for move in picture.legal_moves
        }
        for seat in range(2):
            assert np.array_equal(seen(picture, seat), seen(game, seat)[symmetry.sources])
        move = game.random_move(rng)
        game.play(move)
        picture.play(int(symmetry.actions[move.id]))
    assert picture.standings == game.standings


def test_there_are_seven_and_all_differ() -> None:
    pictures = {symmetry.actions.tobytes() for symmetry in SYMMETRIES}
    assert len(SYMMETRIES) == len(pictures) == 7
    for symmetry in SYMMETRIES:
        assert sorted(symmetry.actions) == list(range(GAME.codec.size))
        assert sorted(symmetry.sources) == list(range(GAME.observation_size))
        assert (symmetry.actions != np.arange(GAME.codec.size)).any()
