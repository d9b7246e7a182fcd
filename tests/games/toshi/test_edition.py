"""The edition's numbers: complete, bounded, in force wherever the rules use them."""

from __future__ import annotations

from pathlib import Path

import pytest

import zashiki
from tests.games.toshi.helpers import koku, place, play, scores, squares, stock, texts, types
from zashiki.core.errors import EditionError
from zashiki.core.rng import new_rng
from zashiki.games.toshi import GAME
from zashiki.games.toshi.state import BUILDINGS, SQUARES

STANDARD = GAME.load_edition()


def changed(tmp_path: Path, text: str) -> str:
    file = tmp_path / "own.toml"
    file.write_text('extends = "standard"\n' + text)
    return str(file)


def test_prices_are_those_of_the_table() -> None:
    prices = [STANDARD.plain["buildings"][name]["price"] for name in BUILDINGS]
    assert prices == [1, 5, 6, 6, 1, -8, 2, 0, 7, 7, 5, 10, 8, 2, 12, 8, -16, 10]


def test_every_number_says_where_it_is_known_from() -> None:
    sources = {path: provenance.source for path, _, provenance in STANDARD.rows()}
    assert sources.pop("buildings.magistrate.discounted") == "I"
    assert set(sources.values()) == {"R"}
    assert all(path in STANDARD.provenance for path in sources)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[start]\nkoku = -1", "start.koku"),
        ('[start]\nkoku = "many"', "start.koku"),
        ("[start]\nkoku = 100", "start.koku must be below end.koku"),
        ("[start]\nnoka = 6", "start.noka cannot exceed"),
        ("[buildings.pagoda]\nprice = 3", "pagoda"),
        ("[buildings.koba]\nprise = 3", "prise"),
        ("[buildings.koba]\nprice = 1000", "buildings.koba.price"),
        ("[buildings.bell-tower]\ntowers = 4", "towers"),
        ('[buildings.magistrate]\ndiscounted = ["kura"]', "discounted"),
        ("[solo.titles]\ngrowing-town = 80", "solo.titles must rise"),
        (
            "[start]\nnoka = 0\n" + "\n".join(f"[buildings.{name}]\ncopies = 0" for name in BUILDINGS[:8]),
            "at least one regular tile",
        ),
    ],
)
def test_a_number_out_of_bounds_is_refused_by_name(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(EditionError) as caught:
        GAME.load_edition(changed(tmp_path, text))
    assert complaint in str(caught.value)


def test_changed_numbers_are_in_force(tmp_path: Path) -> None:
    edition = changed(
        tmp_path,
        """
        [start]
        koku = 30
        noka = 3
        [buildings.koba]
        price = 11
        [buildings.teien]
        per_turn = 2
        [buildings.umaya]
        copies = 1
        [scoring]
        empty_square = 7
        """,
    )
    position = zashiki.new("toshi", players=2, edition=edition, start_player="seat0")
    play(position, "start 1A, start 2A, start 3A")
    assert position.phase == "roll"
    assert koku(position) == [30, 30]
    assert scores(position) == [30 - 7 * 33] * 2
    assert stock(position, "umaya") == 2
    play(position, "roll 6F, build koba 6F")
    assert koku(position)[0] == 19
    play(position, "build teien 6F, at 5F")
    assert position.phase == "roll"


def test_a_game_may_start_on_an_empty_board(tmp_path: Path) -> None:
    edition = changed(tmp_path, "[start]\nnoka = 0")
    assert zashiki.new("toshi", players=1, edition=edition).phase == "roll"
    assert zashiki.new("toshi", players=2, edition=edition).phase == "first"


@pytest.mark.parametrize(("towers", "offered", "steps"), [(1, True, []), (2, True, ["3C"]), (3, False, [])])
def test_fewer_towers_need_less_room(tmp_path: Path, towers: int, offered: bool, steps: list) -> None:
    board = "; ".join(f"teien {name}" for name in SQUARES if name not in ("1A", "3C", "3D"))
    edition = changed(tmp_path, f"[buildings.bell-tower]\ntowers = {towers}\n[buildings.teien]\ncopies = 36")
    position = place([board, ""], 20, edition=edition, specials="on", supply={"teien": 3})
    play(position, "roll 3D")
    assert ("build bell-tower 3D" in texts(position)) == offered
    if offered and steps:
        assert squares(play(position, "build bell-tower 3D")) == ["1A"]
        assert play(position, "at 1A").mover == 1


def test_a_discount_never_turns_into_a_refund(tmp_path: Path) -> None:
    edition = changed(tmp_path, "[buildings.magistrate]\ndiscount = 9")
    position = play(place(["magistrate", ""], 0, edition=edition), "roll 6F")
    assert types(position) == {"nagaya", "machiya", "noka", "koba", "mise", "kura", "umaya", "pass"}
    assert koku(play(position, "build koba 6F"))[0] == 0


@pytest.mark.parametrize("noka", [0, 6])
def test_extreme_editions_still_end_without_a_dead_end(tmp_path: Path, noka: int) -> None:
    edition = changed(
        tmp_path,
        f"""
        [start]
        noka = {noka}
        [end]
        koku = 5000
        [solo]
        offers = 10
        [buildings.noka]
        copies = 36
        income_in_line = 50
        extra_builds = 5
        [buildings.kura]
        price = -100
        copies = 36
        [buildings.mise]
        copies = 0
        [buildings.teien]
        per_turn = 36
        [buildings.bell-tower]
        towers = 1
        """,
    )
    for players in GAME.players:
        position = zashiki.new("toshi", players=players, edition=edition, specials="on", machiya_squares=2)
        rng, bound = new_rng(players), GAME.step_bound(position.rules)
        while not position.is_over:
            position.play(position.random_move(rng))
            assert GAME.broken_laws(position.state, position.rules) == []
        assert len(position) <= bound
