"""The invariants of the game (specification 8.5): kept in every state of random games, and noticed when broken."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from tests.games.toshi.helpers import place, play, scores, started
from zashiki.core.position import Position
from zashiki.core.rng import new_rng
from zashiki.games.toshi import GAME
from zashiki.games.toshi.state import REGULAR, Building, Phase

any_options = st.fixed_dictionaries(
    {"players": st.sampled_from(GAME.players)},
    optional={
        option.name: st.sampled_from(option.values) for option in GAME.options if option.name != "turn_cap"
    }
    | {"turn_cap": st.integers(1, 60)},
)


@given(any_options, st.integers(0, 10**6))
def test_no_state_of_any_game_breaks_a_law(options: dict, seed: int) -> None:
    """Options in any combination; the laws of the flow and of conservation hold after every step."""
    position, rng = zashiki.new("toshi", **options), new_rng(seed)
    while not position.is_over:
        position.play(position.random_move(rng))
        assert GAME.broken_laws(position.state, position.rules) == []
        assert [m.text for m in position.legal_moves] not in (["pass"], ["stop"])


@given(st.integers(0, 10**6), st.sampled_from(["off", "on"]), st.sampled_from([1, 2]))
def test_a_solo_score_follows_from_what_was_removed_and_bought(
    seed: int, specials: str, machiya_squares: int
) -> None:
    position = zashiki.new("toshi", players=1, specials=specials, machiya_squares=machiya_squares)
    rng, free_umaya = new_rng(seed), 0
    while not position.is_over:
        move = position.random_move(rng)
        free_umaya += move.text.startswith("umaya")
        position.play(move)
    state, seat = position.state, position.state.seats[0]
    on_board = [int(np.count_nonzero(seat.tiles == building)) for building in Building]
    machiya = -(-on_board[Building.MACHIYA] // machiya_squares)
    expected = int(seat.koku) + 20 - 5 * int(state.removed.sum()) + 5 * free_umaya
    if machiya_squares == 2:
        expected += 5 * machiya
    if seat.special == Building.BELL_TOWER:
        expected += 15
    elif seat.special >= 0 and on_board[seat.special]:
        expected += 5
    if seat.special == Building.SHIRO:
        expected += int(seat.empty).bit_count()
    if seat.special == Building.KABUKI:
        expected += on_board[Building.NAGAYA] + machiya
    assert scores(position) == [expected]


def test_a_solo_game_starts_at_30_points() -> None:
    assert scores(started(1)) == [30] == [10 - 170 + 190]


def break_supply(position: Position) -> None:
    position.state.supply[Building.KOBA] -= 1


def break_removed(position: Position) -> None:
    position.state.supply[Building.KOBA] -= 1
    position.state.removed[Building.KOBA] += 1


def break_negative(position: Position) -> None:
    position.state.removed[Building.KURA] += position.state.supply[Building.KURA] + 1
    position.state.supply[Building.KURA] = -1


def break_koku(position: Position) -> None:
    position.state.seats[1].koku = -1


def break_special_twice(position: Position) -> None:
    position.state.seats[1].special = Building.MAGISTRATE


def break_special_on_table(position: Position) -> None:
    position.state.table |= 1 << (Building.MAGISTRATE - REGULAR)


def break_special_lost(position: Position) -> None:
    position.state.table &= ~1


def break_special_on_board(position: Position) -> None:
    position.state.seats[1].special = Building.SHIRO
    position.state.table &= ~(1 << (Building.SHIRO - REGULAR))


def break_residence(position: Position) -> None:
    position.state.seats[1].residence = 1
    position.state.supply[Building.UMAYA] -= 1


def break_residence_sign(position: Position) -> None:
    position.state.seats[1].residence = -1
    position.state.supply[Building.UMAYA] += 1


def break_teien(position: Position) -> None:
    position.state.seats[0].teien_placed = 4


def break_empty(position: Position) -> None:
    position.state.seats[0].empty ^= 1 << 35


def break_unused_seat(position: Position) -> None:
    position.state.seats[3].koku = 10


def break_mover(position: Position) -> None:
    position.state.mover = -1


def break_over(position: Position) -> None:
    position.state.phase = Phase.OVER


def break_roll(position: Position) -> None:
    position.state.phase = Phase.ROLL


def break_building(position: Position) -> None:
    position.state.building = Building.KOBA


def break_filled(position: Position) -> None:
    position.state.filled = 1


def break_due(position: Position) -> None:
    position.state.due = 1


def break_busy(position: Position) -> None:
    position.state.busy = 1


def break_rolled(position: Position) -> None:
    position.state.rolled = -1


def break_turn(position: Position) -> None:
    position.state.turn = 0


BREAKS = {
    break_supply: "koba tiles instead of",
    break_removed: "nobody plays solo",
    break_negative: "supply of kura is negative",
    break_koku: "seat 1 has -1 Koku",
    break_special_twice: "owned twice",
    break_special_on_table: "both for sale and owned",
    break_special_lost: "neither for sale nor owned",
    break_special_on_board: "0 squares of shiro instead of 1",
    break_residence: "a residence it does not own",
    break_residence_sign: "the residence of seat 1 holds -1",
    break_teien: "too many Teien",
    break_empty: "does not match its board",
    break_unused_seat: "where nobody sits",
    break_mover: "none is awaited",
    break_over: "the game is over",
    break_roll: "chance is to move",
    break_building: "outside its placing",
    break_filled: "finished building is remembered",
    break_due: "outside their phase",
    break_busy: "solo mark",
    break_rolled: "a rolled square",
    break_turn: "turn number",
}


@pytest.mark.parametrize("damage", BREAKS, ids=lambda function: function.__name__)
def test_a_broken_law_is_named(damage) -> None:
    position = place(["noka 1A 1B; magistrate", "noka 1A 1B"], 20)
    play(position, "roll 6F")
    assert GAME.broken_laws(position.state, position.rules) == []
    damage(position)
    assert any(BREAKS[damage] in sentence for sentence in GAME.broken_laws(position.state, position.rules))


def test_what_was_built_may_not_outlive_the_turn_and_the_latch_needs_its_option() -> None:
    position = place("noka 1A 1B", end_check="after_build")
    position.state.seats[0].built = 1
    position.state.latch = 1
    assert GAME.broken_laws(position.state, position.rules) == [
        "the latch is kept although the end is checked only after building",
        "what was built is remembered beyond the turn",
    ]
