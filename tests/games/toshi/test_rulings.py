"""Every ruling of the specification (section 7) has a test that shows it; those without a vector are here.

`SHOWN_BY` names for each ruling the test (or the beginning of the names of several).
"""

from __future__ import annotations

import numpy as np
import pytest

import zashiki
from tests.games.toshi import test_vectors
from tests.games.toshi.helpers import (
    REGULARS,
    all_but,
    empties,
    koku,
    place,
    play,
    square,
    squares,
    started,
    stock,
    texts,
    types,
)
from zashiki.core.rng import new_rng
from zashiki.games.toshi import GAME
from zashiki.games.toshi.state import SPECIALS, Building

SHOWN_BY = {
    "B1": "test_every_offer_to_build_may_be_declined",
    "B2": "test_a_tile_never_moves_or_leaves_a_board",
    "B3": "test_towers_and_a_machiya_of_two_squares_are_paid_with_the_first_square",
    "X14": "test_teien_are_paid_one_by_one",
    "B4": "test_v39",
    "R4": "test_v39",
    "X12": "test_v39",
    "B5": "test_v36",
    "U3": "test_the_start_seat_is_drawn_or_is_silently_seat_0",
    "B6": "test_v23",
    "X21": "test_the_supply_is_one_pool_for_all_seats",
    "B7": "test_specials_are_all_open_or_do_not_exist",
    "C1": "test_v19",
    "C2": "test_v20",
    "C3": "test_v19",
    "C4": "test_v29",
    "C5": "test_v21",
    "C6": "test_free_umaya_neither_feed_nor_obey_the_ban",
    "X01": "test_a_seat_never_bans_itself",
    "X02": "test_extra_builds_of_others_bind_the_active_seat_only_under_all",
    "R1": "test_v31",
    "X03": "test_each_half_of_a_machiya_of_two_squares_earns",
    "R2": "test_v10",
    "R3": "test_v11",
    "R5": "test_v17",
    "X05": "test_v17",
    "R7": "test_a_new_umaya_gives_nothing_in_its_own_turn",
    "R8": "test_v09_a_rolled",
    "R15": "test_v36",
    "R9": "test_v07",
    "X04": "test_older_teien_do_not_extend_a_group",
    "X23": "test_v22",
    "R10": "test_v24_no_teien",
    "C7": "test_v24_kawaramono",
    "R11": "test_v24_kawaramono",
    "R12": "test_a_teien_build_ends_by_itself_with_the_money",
    "R13": "test_v12",
    "R14": "test_v12",
    "X15": "test_v12",
    "S1": "test_v28",
    "S16": "test_v27",
    "X20": "test_solo_specials_not_offered_are_out_of_the_game",
    "S2": "test_specials_may_be_bought_by_extra_builds",
    "X11": "test_v35",
    "S3": "test_v25",
    "X19": "test_v06",
    "S4": "test_v46",
    "S5": "test_v15",
    "S12": "test_v16",
    "S6": "test_v13",
    "S10": "test_v14",
    "S11": "test_v17",
    "S7": "test_v26",
    "S8": "test_v27",
    "S9": "test_v42",
    "X10": "test_v24_pass",
    "S13": "test_v33",
    "X16": "test_a_residence_bought_in_mid_circle_may_be_used_at_once",
    "S14": "test_v32",
    "S15": "test_a_residence_may_get_no_umaya_at_all",
    "O4": "test_v38",
    "X13": "test_v32",
    "E1": "test_v40",
    "X06": "test_v42",
    "E2": "test_v43",
    "E3": "test_v43",
    "E4": "test_v41",
    "E5": "test_v44",
    "X17": "test_v44",
    "E6": "test_v49",
    "X22": "test_v49",
    "X07": "test_an_empty_supply_ends_only_a_solo_game",
    "U1": "test_v03",
    "U2": "test_v04",
    "O1": "test_v03",
    "X18": "test_v02",
    "O2": "test_v37",
    "O3": "test_v48",
    "X08": "test_solo_any_tile_put_or_special_bought_counts_as_built",
    "O5": "test_solo_a_full_board_ends_the_game",
    "O6": "test_a_seat_never_bans_itself",
    "O7": "test_solo_offers_are_drawn_or_chosen",
    "X09": "test_an_extra_build_is_chosen_first_and_placed_then",
    "X24": "test_v01",
}


def test_every_ruling_is_shown() -> None:
    tests = [
        name for module in (vars(test_vectors), globals()) for name in module if name.startswith("test_")
    ]
    missing = {r: name for r, name in SHOWN_BY.items() if not any(test.startswith(name) for test in tests)}
    assert missing == {}


EVERYTHING = {"specials": "on", "machiya_squares": 2, "daimyo_round": "circle", "short_payment": "partial"}


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["defaults", "everything"])
def test_every_offer_to_build_may_be_declined(players: int, options: dict) -> None:
    position, rng = started(players, **options), new_rng(1)
    while not position.is_over:
        assert ("pass" in texts(position)) == (position.phase in ("extra", "build", "umaya"))
        position.play(position.random_move(rng))


def test_a_tile_never_moves_or_leaves_a_board() -> None:
    position, rng = zashiki.new("toshi", players=3, **EVERYTHING), new_rng(2)
    while not position.is_over:
        before = position.state.seats["tiles"].copy()
        position.play(position.random_move(rng))
        after = position.state.seats["tiles"]
        assert np.array_equal(before[before >= 0], after[before >= 0])


def test_towers_and_a_machiya_of_two_squares_are_paid_with_the_first_square() -> None:
    position = play(place("noka 1A 1B", 20, specials="on", machiya_squares=2), "roll 6F")
    play(position, "build bell-tower 6F")
    assert koku(position)[0] == 13
    play(position, "at 4F, at 2F")
    assert koku(position)[0] == 13
    play(position, "1 build machiya 6F")
    assert koku(position)[1] == 15
    assert koku(play(position, "at 5F"))[1] == 15


def test_teien_are_paid_one_by_one() -> None:
    position = play(place("noka 1A 1B"), "roll 6F, build teien 6F")
    assert (koku(position)[0], stock(position, "teien")) == (9, 11)
    play(position, "at 5F")
    assert (koku(position)[0], stock(position, "teien")) == (8, 10)
    play(position, "stop")
    assert (koku(position)[0], stock(position, "teien")) == (8, 10)


def test_a_teien_build_ends_by_itself_with_the_money() -> None:
    position = play(place("noka 1A 1B", 2), "roll 6F, build teien 6F, at 5F")
    assert koku(position)[0] == 0
    assert position.mover == 1


def test_the_start_seat_is_drawn_or_is_silently_seat_0() -> None:
    drawn = play(zashiki.new("toshi", players=4), "start 3C, start 5A")
    assert texts(drawn) == ["first 0", "first 1", "first 2", "first 3"]
    assert play(drawn, "first 2").state.active == 2
    assert started(4).phase == "roll"
    assert started(4).state.start_seat == started(4).state.active == 0
    assert started(1, start_player="random").phase == "roll"


def test_the_supply_is_one_pool_for_all_seats() -> None:
    position = play(place("noka 1A 1B", players=3, supply={"nagaya": 1}), "roll 6F, pass, build nagaya 6F")
    assert position.mover == 2
    assert "nagaya" not in types(position)


def test_specials_are_all_open_or_do_not_exist() -> None:
    assert types(play(place("noka 1A 1B", 20, specials="on"), "roll 6F")) == {*REGULARS, *SPECIALS, "pass"}
    assert types(play(place("noka 1A 1B", 20), "roll 6F")) == {*REGULARS, "pass"}


@pytest.mark.parametrize("type_ban", ["active", "all"])
def test_free_umaya_neither_feed_nor_obey_the_ban(type_ban: str) -> None:
    owner, other = "noka 1A 1B; daimyo-residence", "noka 1A 1B"
    position = play(place([owner, other], type_ban=type_ban), "roll 6F, pass, umaya 6E")
    assert "umaya" in types(position)
    position = play(place([other, owner], type_ban=type_ban), "roll 6F, build umaya 6F")
    assert "umaya" not in types(position)
    assert "umaya 6F" in texts(play(position, "pass"))


def test_a_seat_never_bans_itself() -> None:
    options = {"type_ban": "all", "extra_builds_ban": "subject"}
    position = play(place(["kawaramono 1A", "teien 1A"], 20, **options), "roll 1A, extra koba, at 6F")
    assert position.mover == 0
    assert "koba" in types(position)
    solo = play(place("kawaramono 1A", 20, players=1, **options), "roll 1A, extra koba, at 6F")
    assert "koba" in types(solo)


@pytest.mark.parametrize(("type_ban", "banned"), [("active", set()), ("all", {"koba"})])
def test_extra_builds_of_others_bind_the_active_seat_only_under_all(type_ban: str, banned: set) -> None:
    position = place(["teien 1A", "noka 2B"], extra_builds_ban="subject", type_ban=type_ban)
    play(position, "roll 2B, 1 extra koba, 1 at 6F")
    assert position.mover == 0
    assert types(position) == {*REGULARS, "pass"} - banned


@pytest.mark.parametrize("name", ["1A", "2A"])
def test_each_half_of_a_machiya_of_two_squares_earns(name: str) -> None:
    position = place(["machiya 1A 2A; mise 3A 4A", ""], machiya_squares=2)
    assert koku(play(position, f"roll {name}"))[0] == 14


def test_a_new_umaya_gives_nothing_in_its_own_turn() -> None:
    position = play(place("noka 1A 1B", players=1), "roll 6F, build umaya 6F")
    assert position.phase == "roll"
    assert play(position, "roll 6F").phase == "extra"


def test_older_teien_do_not_extend_a_group() -> None:
    position = play(place("teien 2A"), "roll 1A, build teien 1A")
    assert squares(position) == ["1B"]


@pytest.mark.parametrize("table", ["shiro kabuki"])
def test_solo_specials_not_offered_are_out_of_the_game(table: str) -> None:
    position = play(place("noka 1A 1B", 20, players=1, table=table), "roll 6F")
    assert types(position) == {*REGULARS, *table.split(), "pass"}


def test_specials_may_be_bought_by_extra_builds() -> None:
    position = play(place(["noka 1A", "teien 1A"], 20, specials="on"), "roll 1A")
    assert types(position) == {*REGULARS, *SPECIALS, "pass"}
    play(position, "extra magistrate")
    assert position.phase == "roll"
    assert koku(position)[0] == 12
    assert empties(position) == 35
    assert position.state.seats[0].special == Building.MAGISTRATE


def test_an_off_board_special_uses_up_one_of_two_extra_builds() -> None:
    position = play(place(["kawaramono 1A", "teien 1A"], 20), "roll 1A, extra mise, at 6F")
    assert position.state.due == 1
    assert position.phase == "extra"


def test_a_residence_bought_in_mid_circle_may_be_used_at_once() -> None:
    position = place("noka 1A 1B", 20, specials="on", daimyo_round="circle")
    play(position, "roll 6F, 0 pass, 1 pass, roll 6F, 1 build daimyo-residence")
    assert position.phase == "umaya"
    play(position, "1 umaya 6E, 0 pass, roll 6F, 0 pass")
    assert position.phase == "build"


def test_passing_a_free_umaya_does_not_use_the_right() -> None:
    boards = ["noka 1A 1B; daimyo-residence", "noka 1A 1B"]
    position = place(boards, daimyo_round="circle")
    play(position, "roll 6F, 0 pass, 0 pass, 1 pass, roll 6F, 1 pass, 0 pass")
    assert "umaya 6F" in texts(position)
    play(position, "umaya 6F, roll 6E, 0 pass")
    assert position.phase == "umaya"


def test_a_residence_may_get_no_umaya_at_all() -> None:
    position = place("noka 1A 1B", supply={"umaya": 0}, specials="on")
    play(position, "roll 6F, build daimyo-residence")
    assert position.state.seats[0].residence == 0
    assert position.mover == 1


def test_an_empty_supply_ends_only_a_solo_game() -> None:
    nothing = dict.fromkeys(REGULARS, 0)
    assert play(place("noka 1A 1B", supply=nothing), "roll 6F").phase == "roll"
    last = nothing | {"umaya": 1}
    assert play(place("noka 1A 1B", players=1, supply=last), "roll 6F, build umaya 6F").is_over


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ("noka 1A 1B", "roll 6F, build mise 6F"),
        ("noka 1A 1B", "roll 1A, extra mise, at 6F"),
        ("noka 1A 1B", "roll 1A, extra magistrate"),
        ("noka 1A 1B", "roll 6F, build magistrate"),
        ("noka 1A 1B; daimyo-residence", "roll 6F, pass, umaya 6F"),
    ],
)
def test_solo_any_tile_put_or_special_bought_counts_as_built(board: str, moves: str) -> None:
    position = play(place(board, players=1, table="magistrate shiro"), moves)
    assert position.phase == "roll"
    assert position.state.turn == 2
    assert position.state.removed.sum() == 0


def test_solo_a_full_board_ends_the_game() -> None:
    board = "; ".join(f"{name} {where}" for name, where in zip(FULL, all_names(), strict=True))
    position = place(board, players=1)
    assert play(position, "roll 6F, build kura 6F").is_over


FULL = (
    ["nagaya"] * 6
    + ["machiya"] * 5
    + ["noka"] * 5
    + ["koba"] * 5
    + ["teien"] * 6
    + ["mise"] * 5
    + ["umaya"] * 3
)


def all_names() -> list[str]:
    from zashiki.games.toshi.state import SQUARES

    return list(SQUARES[:-1])


def test_solo_offers_are_drawn_or_chosen() -> None:
    drawn = started(1, specials="on")
    assert drawn.mover == "*"
    chosen = started(1, specials="on", solo_offer="choose")
    assert chosen.mover == 0
    assert chosen.outcomes == []
    play(chosen, "0 offer shiro, 0 offer honjin")
    assert chosen.phase == "roll"
    assert chosen.state.table.item().bit_count() == 2


def test_an_extra_build_is_chosen_first_and_placed_then() -> None:
    position = play(place(["noka 1A", "teien 1A"]), "roll 1A")
    key = position.key
    play(position, "extra koba")
    assert koku(position)[0] == 10
    assert squares(position) == [name for name in [*all_names(), "6F"] if name != "1A"]
    play(position, "at 6F")
    assert koku(position)[0] == 4
    assert position.key != key


def test_any_single_tile_may_be_put_on_any_empty_square_by_an_extra_build() -> None:
    boards = [all_but("4D 6F", "noka 1A"), "teien 1A"]
    assert squares(play(place(boards), "roll 1A, extra mise")) == ["4D", "6F"]


def test_the_towers_of_a_set_need_to_keep_apart_only_from_each_other() -> None:
    boards = [all_but("1A 3A 5A", "noka 6F"), "teien 6F"]
    position = play(place(boards, 20, specials="on"), "roll 6F, extra bell-tower")
    assert squares(position) == ["1A", "3A", "5A"]
    assert position.state.seats[0].tiles[square("2A")] >= 0


def test_once_over_only_what_counts_is_kept() -> None:
    moves = "roll 6F, build mise 6F, build kura 6F"
    boards = [all_but("6F"), "noka 1A 1B"]
    state = play(place(boards, [99, 60]), moves).state
    assert (state.active, state.start_seat, state.rolled, state.latch) == (-1, -1, -1, 0)
    assert not state.seats["built"].any()


def test_nothing_is_legal_once_the_game_is_over() -> None:
    position = play(started(turn_cap=1), "roll 6F, pass, pass")
    assert position.is_over
    ids = np.zeros(GAME.max_legal, np.int32)
    assert GAME.kernels.legal(position.state, position.rules, ids) == 0


def test_the_latch_is_no_part_of_the_state_when_the_end_is_checked_after_building() -> None:
    for end_check, latch in (("latched", 1), ("after_build", 0)):
        position = play(place("noka 1A 1B", 97, end_check=end_check), "roll 6A")
        assert koku(position)[0] == 100
        assert position.state.latch == latch
        assert play(position, "pass, pass").is_over


@pytest.mark.parametrize("sold", [False, True])
def test_a_decision_arises_even_if_only_a_special_may_be_chosen(sold: bool) -> None:
    boards = ["noka 1A 1B; exchange-office 6E" if sold else "noka 1A 1B", "noka 1A 1B"]
    position = place(boards, 0, specials="on", supply={"umaya": 0, "kura": 0})
    play(position, "roll 6F")
    if sold:
        assert position.phase == "roll"
    else:
        assert texts(position) == ["build exchange-office 6F", "pass"]
