"""The picture of a position stands alone: well-formed, resolved, and true to the board."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import zashiki
from zashiki.core.contract import Game
from zashiki.core.position import Position
from zashiki.core.rng import new_rng
from zashiki.drawing import amounts, board_svg, figure, signed
from zashiki.games import all_games

SVG = "{http://www.w3.org/2000/svg}"


def played(game: Game, players: int, steps: int, seed: int) -> Position:
    """A position of a random game, or its end if that comes sooner."""
    position = Position(game, game.complete_options(players, {}), game.load_edition(), seed=seed)
    rng = new_rng(seed)
    while len(position) < steps and not position.is_over:
        position.play(position.random_move(rng))
    return position


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_draws_well_formed_pictures_that_need_nothing_else(game, theme):
    for players in game.players:
        for steps in (0, 6, 60, 10_000):
            svg = board_svg(played(game, players, steps, seed=players), theme=theme)
            root = ET.fromstring(svg)
            assert root.tag == f"{SVG}svg"
            assert "var(" not in svg
            ids = {element.get("id") for element in root.iter()}
            used = {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")}
            assert used <= ids
            assert set(re.findall(r"url\(#([\w-]+)\)", svg)) <= ids


def test_a_city_shows_each_of_its_tiles_on_its_square():
    position = zashiki.new("toshi", players=1, start_player="seat0")
    for move in ("start 3C", "start 5A", "roll 4D", "build koba 4D"):
        position.play(move)
    root = ET.fromstring(board_svg(position))
    shown = {}
    for square in root.iter(f"{SVG}g"):
        name = square.get("id", "")
        if name.startswith("sq-0-"):
            uses = [use.get("href") for use in square.iter(f"{SVG}use")]
            shown[name.removeprefix("sq-0-")] = uses
    assert len(shown) == 36
    assert {square: uses for square, uses in shown.items() if uses} == {
        "3C": ["#t-noka"],
        "5A": ["#t-noka"],
        "4D": ["#t-koba"],
    }
    assert int(np.count_nonzero(position.state.seats[0].tiles >= 0)) == 3


def test_a_notebook_shows_the_board_of_who_decides():
    position = zashiki.new("toshi", players=2, start_player="seat0")
    for move in ("start 3C", "start 5A", "roll 6F", "pass"):
        position.play(move)
    assert position.mover == 1
    assert position._repr_svg_() == board_svg(position, 1)
    assert board_svg(position, 0) != board_svg(position, 1)


def test_names_in_a_picture_are_text():
    game = zashiki.new("toshi", players=1).game
    options = game.complete_options(1, {})
    position = Position(game, options, game.load_edition(), seats=["<script>1</script>"])
    root = ET.fromstring(board_svg(position))
    assert not list(root.iter(f"{SVG}script"))
    assert any("<script>" in (text.text or "") for text in root.iter(f"{SVG}text"))


def test_sentences_become_html_with_bold_amounts_and_nothing_else():
    assert amounts("<b>Ann</b> collects **9 Koku**") == "&lt;b&gt;Ann&lt;/b&gt; collects <b>9 Koku</b>"
    assert amounts("5 × 2") == "5\u00a0×\u00a02"


def test_figures_have_a_real_minus_sign():
    assert [signed(n) for n in (3, 0, -4, -0.0)] == ["+3", "0", "−4", "0"]
    assert figure(-71) == "−71"
