"""The specification's test vectors (section 8.1 to 8.4), one test each, named after what it shows."""

from __future__ import annotations

import pytest

import zashiki
from tests.games.toshi.helpers import (
    REGULARS,
    all_but,
    empties,
    income_of,
    koku,
    place,
    play,
    ranks,
    scores,
    square,
    squares,
    started,
    stock,
    texts,
    types,
)
from zashiki.games.toshi import GAME
from zashiki.games.toshi.state import SQUARES, Building, Phase, tiles_of

NUMBERS = GAME.load_edition().plain


# -- 8.1 counts


def test_v01_the_box_holds_40_regular_tiles_per_seat_and_172_pieces() -> None:
    copies = [tile["copies"] for tile in NUMBERS["buildings"].values() if "copies" in tile]
    specials = [tile for tile in NUMBERS["buildings"].values() if "copies" not in tile]
    pieces = len(specials) - 1 + NUMBERS["buildings"]["bell-tower"]["towers"]
    assert copies == [6, 5, 5, 5, 6, 2, 5, 6]
    assert sum(copies) * 4 + pieces == 160 + 12 == 172


def test_v02_120_coins_are_worth_1000_koku() -> None:
    assert sum(NUMBERS["coins"].values()) == 120
    assert sum(int(value) * coins for value, coins in NUMBERS["coins"].items()) == 1000


@pytest.mark.parametrize(("players", "tiles", "noka"), [(1, 38, 3), (2, 76, 6), (3, 114, 9), (4, 152, 12)])
def test_v03_supply_after_setup(players: int, tiles: int, noka: int) -> None:
    position = started(players)
    assert stock(position) == tiles
    assert stock(position, "noka") == noka
    assert [empties(position, seat) for seat in range(players)] == [34] * players


def test_v04_the_second_start_square_differs_from_the_first() -> None:
    position = zashiki.new("toshi", players=2)
    assert len(texts(position)) == 36
    position.play("start 3C")
    assert texts(position) == [f"start {name}" for name in SQUARES if name != "3C"]
    assert [weight for _, weight in position.outcomes] == [1] * 35
    position.play("start 5A")
    assert texts(position) == ["first 0", "first 1"]


def test_v05_solo_with_specials_draws_two_offers() -> None:
    position = started(1, specials="on")
    assert len(texts(position)) == 10
    position.play("offer shiro")
    assert len(texts(position)) == 9
    assert [weight for _, weight in position.outcomes] == [1] * 9
    assert "offer shiro" not in texts(position)
    assert play(position, "offer kabuki").phase == "roll"


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 2, "specials": "on"}])
def test_v05_no_offers_without_specials_or_with_several_seats(options: dict) -> None:
    assert started(**options).phase == "roll"


@pytest.mark.parametrize("order", ["shiro kabuki", "kabuki shiro"])
def test_v05_the_order_of_offers_is_irrelevant(order: str) -> None:
    first, second = order.split()
    position = play(started(1, specials="on"), f"offer {first}, offer {second}")
    assert position == play(started(1, specials="on"), "offer shiro, offer kabuki")


def tower_triples(name: str) -> int:
    """Sets of three towers that include one square of an empty board, counted by playing them."""
    position = play(place(players=1, table="bell-tower kabuki"), f"roll {name}, build bell-tower {name}")
    ordered = 0
    for second in texts(position):
        ordered += len(texts(position.play(second)))
        position.undo()
    return ordered // 2


def test_v06_bell_tower_triples() -> None:
    fixed = {name: tower_triples(name) for name in SQUARES}
    assert {n: fixed[n] for n in ("1A", "2A", "3A", "2B", "3B", "3C")} == {
        "1A": 401, "2A": 348, "3A": 353, "2B": 276, "3B": 284, "3C": 293,
    }  # fmt: skip
    assert fixed["1A"] == fixed["6F"] == fixed["6A"]
    assert sum(fixed.values()) == 3 * 3920


def teien_groups(name: str) -> list[int]:
    """How many connected groups of one, two and three Teien contain a square of an empty board."""
    position = play(place(players=1), f"roll {name}, build teien {name}")
    found: set[frozenset[str]] = {frozenset([name])}
    for second in squares(position):
        position.play(f"at {second}")
        found.add(frozenset([name, second]))
        found.update(frozenset([name, second, third]) for third in squares(position))
        position.undo()
    return [sum(len(group) == n for group in found) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("name", "groups"), [("1A", [1, 2, 5]), ("2A", [1, 3, 9]), ("2B", [1, 4, 16]), ("3C", [1, 4, 18])]
)
def test_v07_teien_groups_around_a_square(name: str, groups: list[int]) -> None:
    assert teien_groups(name) == groups


@pytest.mark.parametrize(
    ("table", "preferred", "turns"),
    [
        (None, [], 38),
        ("kabuki honjin", ["build kabuki 6F"], 39),
        ("daimyo-residence kabuki", ["build daimyo-residence", "umaya"], 45),
    ],
)
def test_v08_solo_length_is_bounded_by_the_supply(table: str | None, preferred: list, turns: int) -> None:
    """Idle as long as it goes: each turn costs a tile, the special, or a free Umaya."""
    position = place("noka 1A 1B", players=1, table=table)
    while not position.is_over:
        moves = texts(position)
        first_turn = position.state.turn == 1
        wanted = [m for p in preferred for m in moves if m.startswith(p)]
        if position.mover == "*":
            position.play("roll 6F")
        elif wanted and not (first_turn and position.phase == "umaya"):
            position.play(wanted[0])
        else:
            position.play("pass" if "pass" in moves else moves[0])
    assert position.state.turn == turns


# -- 8.2 income


def after_roll(board: str, name: str, money: int = 10, **options) -> int:
    """Koku of a seat with a board after a roll."""
    return koku(play(place([board, ""], [money, 0], **options), f"roll {name}"))[0]


@pytest.mark.parametrize(("name", "gain"), [("4C", 9), ("6F", 0), ("4A", 0)])
def test_v09_noka_earn_in_line_with_an_empty_square_only(name: str, gain: int) -> None:
    assert after_roll("noka 1C 2C 4A", name) == 10 + gain


def test_v09_a_rolled_noka_gives_an_extra_build() -> None:
    position = play(place(["noka 1C 2C 4A", "teien 4A"]), "roll 4A")
    assert (position.phase, position.state.due) == ("extra", 1)


@pytest.mark.parametrize("name", ["1A", "2A"])
def test_v10_nagaya_and_machiya_earn_per_mise_and_more_with_honjin(name: str) -> None:
    board = "nagaya 1A; machiya 2A; mise 3A 4A 5A 6A"
    assert after_roll(board, name) == 18
    assert after_roll(board + "; honjin 6F", name) == 22


@pytest.mark.parametrize(("machiya", "squares_each"), [("1F 2F", 1), ("1F 2F 1E 2E", 2)])
def test_v11_koba_earns_per_house_whatever_a_machiya_covers(machiya: str, squares_each: int) -> None:
    board = f"koba 1A; nagaya 2A 3A 4A; machiya {machiya}"
    assert after_roll(board, "1A", machiya_squares=squares_each) == 20
    assert after_roll(board + "; gakumonjo 6F", "1A", machiya_squares=squares_each) == 30


@pytest.mark.parametrize("short_payment", ["nothing", "partial"])
@pytest.mark.parametrize(
    ("board", "money", "left"),
    [("kura 2D", 3, 3), ("kura 2D", 4, 0), ("kura 2D", 9, 5), ("mise 2D", 0, 0), ("mise 2D", 1, 0)],
)
def test_v12_kura_and_mise_are_paid_in_full_or_not_at_all(
    board: str, money: int, left: int, short_payment: str
) -> None:
    assert after_roll(board, "2D", money, short_payment=short_payment) == left


def test_v13_bell_towers_earn_per_teien_and_teien_and_gakumonjo_nothing() -> None:
    assert after_roll("bell-tower 1A 3A 5A; teien 1F 2F 3F 4F 5F", "3A") == 20
    assert after_roll("bell-tower 1A 3A 5A", "3A") == 10
    assert after_roll("bell-tower 1A 3A 5A; teien 1F 2F 3F 4F 5F", "1F") == 10
    assert after_roll("gakumonjo 1A; koba 2A; nagaya 3A", "1A") == 10


def test_v14_kabuki_earns_per_house_and_shiro_five() -> None:
    assert after_roll("kabuki 6F; nagaya 1A 2A 3A 4A; machiya 5A", "6F") == 15
    assert after_roll("shiro 1A", "1A") == 15


@pytest.mark.parametrize(
    ("money", "left", "partial"), [(3, 3, 0), (4, 0, 0), (6, 2, 2)], ids=["short", "exact", "enough"]
)
def test_v15_honjin_costs_one_per_mise(money: int, left: int, partial: int) -> None:
    board = "honjin 1A; mise 2A 3A 4A 5A"
    assert after_roll(board, "1A", money) == left
    assert after_roll(board, "1A", money, short_payment="partial") == partial
    assert after_roll("honjin 1A", "1A", money) == money


@pytest.mark.parametrize(
    ("money", "left", "partial"), [(2, 2, 0), (4, 0, 0), (7, 3, 3)], ids=["short", "exact", "enough"]
)
def test_v16_exchange_office_costs_four(money: int, left: int, partial: int) -> None:
    assert after_roll("exchange-office 1A", "1A", money) == left
    assert after_roll("exchange-office 1A", "1A", money, short_payment="partial") == partial


@pytest.mark.parametrize(
    ("name", "gain", "extra"),
    [("2D", 8, 0), ("2F", 5, 0), ("6B", 2, 0), ("6D", 3, 0), ("1A", 0, 0), ("2B", 0, 1), ("2E", 0, 1)],
)
def test_v17_silkworm_farm_earns_two_in_line(name: str, gain: int, extra: int) -> None:
    position = play(place(["silkworm-farm 2B; noka 2E 5D", ""]), f"roll {name}")
    assert koku(position)[0] == 10 + gain
    assert position.phase == ("extra" if extra else "build")
    assert position.state.due == extra


# -- 8.3 legal moves and flow


def test_v18_the_active_seat_bans_its_type_for_the_other() -> None:
    position = play(started(), "roll 4D")
    assert koku(position) == [10, 10]
    assert position.mover == 0
    assert texts(position) == [*(f"build {name} 4D" for name in REGULARS), "pass"]
    play(position, "build koba 4D")
    assert koku(position)[0] == 4
    assert position.mover == 1
    assert types(position) == {*REGULARS, "pass"} - {"koba"}
    position.undo()
    assert types(play(position, "pass")) == {*REGULARS, "pass"}
    assert position.mover == 1


def test_v19_nagaya_and_machiya_are_different_types() -> None:
    moves = "roll 4D, 0 build nagaya 4D, 1 build machiya 4D"
    assert types(play(started(3), moves)) == {*REGULARS, "pass"} - {"nagaya"}
    assert types(play(started(3, type_ban="all"), moves)) == {*REGULARS, "pass"} - {"nagaya", "machiya"}


def test_v20_without_a_build_of_the_active_seat_only_all_bans() -> None:
    moves = "roll 4D, 0 pass, 1 build teien 4D, stop"
    assert types(play(started(3), moves)) == {*REGULARS, "pass"}
    assert types(play(started(3, type_ban="all"), moves)) == {*REGULARS, "pass"} - {"teien"}


@pytest.mark.parametrize(
    ("options", "for_seat_1", "for_seat_2"),
    [
        ({}, set(), set()),
        ({"extra_builds_ban": "subject"}, {"koba"}, {"koba"}),
        ({"extra_builds_ban": "subject", "type_ban": "all"}, {"koba"}, {"koba", "mise"}),
    ],
    ids=["exempt", "subject", "subject and all"],
)
def test_v21_extra_builds_and_the_ban(options: dict, for_seat_1: set, for_seat_2: set) -> None:
    position = play(started(3, **options), "roll 3C, 0 extra koba, 0 at 1A")
    assert types(position) == {*REGULARS, "pass"} - for_seat_1
    play(position, "1 extra mise, 1 at 1A")
    assert position.mover == 2
    assert types(position) == {*REGULARS, "pass"} - for_seat_2


def test_v22_teien_grow_over_edges_up_to_three() -> None:
    position = play(started(1), "roll 4D, build teien 4D")
    assert texts(position) == ["at 4C", "at 3D", "at 5D", "at 4E", "stop"]
    play(position, "at 4E")
    assert texts(position) == ["at 4C", "at 3D", "at 5D", "at 3E", "at 5E", "at 4F", "stop"]
    play(position, "at 4F")
    assert koku(position) == [7]
    assert stock(position, "teien") == 3
    assert position.phase == "roll"


def test_v23_a_teien_build_ends_by_itself_with_the_supply() -> None:
    position = play(
        place("noka 1A 1B", 50, players=1, supply={"mise": 0, "teien": 1}),
        "roll 6F",
    )
    assert "build mise 6F" not in texts(position)
    play(position, "build teien 6F")
    assert koku(position) == [49]
    assert position.phase == "roll"


GUILD = ["kawaramono 1A; noka 1B", "teien 1A; noka 1B"]


def test_v24_kawaramono_gives_two_builds_and_three_teien_are_the_limit() -> None:
    position = play(place(GUILD), "roll 1A")
    assert position.mover == 0
    assert types(position) == {*REGULARS, "pass"}
    play(position, "extra teien, at 3C, at 3D, stop, extra teien, at 6F")
    assert koku(position)[0] == 7
    assert position.phase == "roll"


def test_v24_no_teien_are_offered_after_the_third() -> None:
    position = play(place(GUILD), "roll 1A, extra teien, at 3C, at 3D, at 3E")
    assert position.mover == 0
    assert types(position) == {*REGULARS, "pass"} - {"teien"}


def test_v24_pass_gives_up_both_builds() -> None:
    assert play(place(GUILD), "roll 1A, pass").phase == "roll"


def test_v25_bell_towers_are_offered_only_where_all_three_fit() -> None:
    position = play(place([all_but("4D 4E 5D 1A"), ""], 20, specials="on"), "roll 4D")
    assert "build bell-tower 4D" not in texts(position)
    position = play(place([all_but("4D 4E 5D 1A 1C"), ""], 20, specials="on"), "roll 4D")
    play(position, "build bell-tower 4D")
    assert koku(position)[0] == 13
    assert texts(position) == ["at 1A", "at 1C"]
    assert texts(play(position, "at 1A")) == ["at 1C"]
    position = play(place([all_but("4D 1A 1B 1C"), ""], 20, specials="on"), "roll 4D, build bell-tower 4D")
    assert texts(position) == ["at 1A", "at 1C"]


def test_v26_the_magistrate_lowers_five_prices() -> None:
    position = play(place(["noka 1A 1B; magistrate", "noka 1A 1B"], [1, 0]), "roll 6F")
    assert types(position) == {"nagaya", "mise", "kura", "umaya", "teien", "pass"}
    assert types(play(position, "pass")) == {"kura", "umaya", "exchange-office", "pass"}


@pytest.mark.parametrize(
    ("name", "price"),
    [
        *(("nagaya", 0), ("machiya", 4), ("noka", 5), ("koba", 5)),
        *(("mise", 1), ("teien", 1), ("kura", -8), ("umaya", 0)),
    ],
)
def test_v26_prices_with_the_magistrate(name: str, price: int) -> None:
    board = "noka 1A 1B; magistrate"
    position = play(place([board, ""], 20), f"roll 6F, build {name} 6F")
    assert koku(position)[0] == 20 - price


def test_v27_an_off_board_special_fills_no_square_and_is_sold_once() -> None:
    position = play(place("noka 1A 1B", 8, specials="on"), "roll 6F, build magistrate")
    assert koku(position)[0] == 0
    assert empties(position) == 34
    assert position.state.seats[0].tiles[square("6F")] == -1
    assert position.mover == 1
    assert "build magistrate" not in texts(position)


def test_v28_a_seat_buys_one_special_in_the_whole_game() -> None:
    boards = ["noka 1A 1B; shiro 2A", "noka 1A 1B; honjin 2A", "noka 1A 1B; teien 2A"]
    position = play(place(boards, 20, players=3), "roll 6F")
    assert len(texts(position)) == 9
    assert len(texts(play(position, "pass"))) == 9
    assert len(texts(play(position, "pass"))) == 17


def test_v29_each_special_is_a_type_of_its_own_or_all_are_one() -> None:
    moves = "roll 6F, build honjin 6F"
    position = play(started(specials="on"), moves)
    assert types(position) - set(REGULARS) == {
        *("bell-tower", "kabuki", "gakumonjo", "magistrate", "kawaramono"),
        *("silkworm-farm", "exchange-office", "daimyo-residence", "pass"),
    }
    position = play(started(specials="on", special_category="one"), moves)
    assert types(position) == {*REGULARS, "pass"}


@pytest.mark.parametrize(
    ("board", "total"),
    [("noka 3C 5A", 60), ("noka 3C 5C", 54), ("noka 3C 5A; nagaya 1B 2B; mise 4E 4F", 66)],
)
def test_v30_expected_income_over_all_squares(board: str, total: int) -> None:
    position = place(board)
    assert sum(income_of(position, 0, name) for name in SQUARES) == total


@pytest.mark.parametrize(
    ("name", "change"), [("3A", 6), ("5C", 6), ("1B", 4), ("4E", -1), ("6D", 0), ("3F", 3)]
)
def test_v30_what_a_roll_of_a_square_changes(name: str, change: int) -> None:
    assert income_of(place("noka 3C 5A; nagaya 1B 2B; mise 4E 4F"), 0, name) == change


def test_v31_a_machiya_of_two_squares_needs_a_free_neighbour() -> None:
    boards = [all_but("4D 6F"), "noka 1A"]
    position = play(place(boards, 30, machiya_squares=2), "roll 4D")
    assert "build machiya 4D" not in texts(position)


def test_v31_a_machiya_of_two_squares_costs_and_counts_once() -> None:
    position = place([all_but("4D 4E 6F", "noka 1A"), "noka 1A"], 30, machiya_squares=2)
    position = play(position, "roll 4D")
    position.state.seats[0].koku = 30
    before, tiles = stock(position, "machiya"), tiles_of(position.state, position.rules, Building.MACHIYA)
    play(position, "build machiya 4D")
    assert texts(position) == ["at 4E"]
    play(position, "at 4E")
    assert koku(position)[0] == 25
    assert stock(position, "machiya") == before - 1
    assert tiles_of(position.state, position.rules, Building.MACHIYA) == tiles + 1
    assert empties(position) == 1


def test_v31_a_machiya_of_two_squares_as_an_extra_build() -> None:
    board = all_but("4D 4E 6F", "umaya 5F")
    position = play(place([board, "teien 5F"], 30, machiya_squares=2), "roll 5F, extra machiya")
    assert texts(position) == ["at 4D", "at 4E"]
    assert texts(play(position, "at 4E")) == ["at 4D"]


def test_v32_the_residence_takes_what_the_supply_has() -> None:
    position = play(place("noka 1A 1B; umaya 1C 2C 3C 4C", 10, specials="on"), "roll 6F")
    assert stock(position, "umaya") == 4
    play(position, "build daimyo-residence")
    assert koku(position)[0] == 0
    assert position.state.seats[0].residence == 4
    assert stock(position, "umaya") == 0
    assert position.mover == 0
    assert len(squares(position, "umaya")) == 30
    assert "6F" in squares(position, "umaya")
    assert texts(position)[-1] == "pass"
    play(position, "umaya 6F")
    assert position.mover == 1
    assert "umaya" not in types(position)


CIRCLE = "roll 6F, 0 build daimyo-residence, 0 umaya 6F, 1 pass, roll 6E, 1 pass, 0 pass"


def test_v33_one_free_umaya_in_each_turn() -> None:
    position = play(place("noka 1A 1B", 20, specials="on"), CIRCLE)
    assert position.mover == 0
    assert len(squares(position, "umaya")) == 33
    assert "pass" in texts(position)


def test_v33_one_free_umaya_in_each_circle() -> None:
    position = play(place("noka 1A 1B", 20, specials="on", daimyo_round="circle"), CIRCLE)
    assert position.phase == "roll"
    play(position, "roll 6E, 0 pass")
    assert position.phase == "umaya"


def test_v34_a_turn_without_any_possible_build_asks_nobody() -> None:
    position = play(place("noka 1A 1B", 0, supply={"umaya": 0, "kura": 0}), "roll 6F")
    assert position.phase == "roll"
    assert (position.state.turn, position.state.active) == (2, 1)


def test_v35_the_second_extra_build_lapses_on_a_full_board() -> None:
    boards = [all_but("6F", "kawaramono 1A"), "teien 1A"]
    assert play(place(boards), "roll 1A, extra nagaya, at 6F").is_over


def test_v36_seats_become_active_and_decide_in_order() -> None:
    position = zashiki.new("toshi", players=3)
    play(position, "start 3C, start 5A, first 1")
    active = []
    for _ in range(4):
        active.append(int(position.state.active))
        play(position, "roll 3C")
        deciding = [position.mover]
        while position.phase == "extra":
            position.play("pass")
            deciding.append(position.mover)
        assert deciding == [(active[-1] + i) % 3 for i in range(3)] + ["*"]
    assert active == [1, 2, 0, 1]


def test_v37_solo_an_idle_turn_costs_a_tile() -> None:
    position = play(place("noka 1A 1B", players=1), "roll 6F")
    assert scores(position) == [30]
    play(position, "pass")
    assert texts(position) == [f"remove {name}" for name in REGULARS]
    play(position, "remove kura")
    assert stock(position) == 37
    assert stock(position, "kura") == 1
    assert scores(position) == [25]
    assert position.phase == "roll"


def test_v38_solo_the_residence_uses_the_second_colour() -> None:
    position = place("noka 1A 1B", players=1, table="daimyo-residence kabuki")
    play(position, "roll 6F, build daimyo-residence, pass")
    assert position.phase == "roll"
    assert position.state.seats[0].residence == 6
    assert (stock(position), stock(position, "umaya")) == (38, 6)
    play(position, "roll 6F, pass, umaya 6F")
    assert position.phase == "roll"
    assert position.state.seats[0].residence == 5
    assert stock(position) == 38
    assert tiles_of(position.state, position.rules, Building.UMAYA) == 1


def test_v39_a_new_noka_earns_nothing_in_its_own_turn() -> None:
    position = play(place("noka 1C 2C 4A"), "roll 4C, build noka 4C")
    assert koku(position) == [13, 19]


# -- 8.4 end and scoring


def test_v40_reaching_100_koku_ends_the_game_though_they_are_spent() -> None:
    board = "noka 1C 2C 4A 4B"
    position = play(place(board, [91, 10]), "roll 4C, build koba 4C")
    assert koku(position)[0] == 97
    assert position.mover == 1
    assert play(position, "pass").is_over
    position = play(place(board, [91, 10], end_check="after_build"), "roll 4C, build koba 4C, pass")
    assert not position.is_over


def test_v41_a_refund_may_reach_100_koku() -> None:
    position = play(place("noka 1A 1B", [92, 10]), "roll 6F, build kura 6F, pass")
    assert position.is_over
    assert koku(position)[0] == 100
    assert scores(position) == [-65, -160]


def test_v42_100_koku_during_extra_builds_end_the_game() -> None:
    position = place(["noka 1A 1B; kawaramono 2A", "noka 1A 1B; teien 2A"], [92, 10])
    play(position, "roll 2A, extra kura, at 6F")
    assert koku(position)[0] == 100
    play(position, "extra koba, at 6E")
    assert koku(position)[0] == 94
    assert position.is_over
    assert scores(position) == [-61, -155]


def test_v43_later_seats_still_build_after_a_board_is_full() -> None:
    position = place([all_but("6F"), "noka 1A 1B; nagaya 2B"], [30, 60])
    play(position, "roll 6F, build mise 6F")
    assert position.mover == 1
    play(position, "build kura 6F")
    assert position.is_over
    assert scores(position) == [28, -92]


@pytest.mark.parametrize(
    ("holdings", "expected_scores", "expected_ranks"),
    [
        ([(60, 2), (55, 1)], [50, 50], [2, 1]),
        ([(60, 2), (60, 2)], [50, 50], [1, 1]),
        ([(70, 4), (60, 2), (55, 1), (90, 9)], [50, 50, 50, 45], [3, 2, 1, 4]),
    ],
    ids=["fewer empty squares win", "shared victory", "four seats"],
)
def test_v44_ranking(holdings: list, expected_scores: list, expected_ranks: list) -> None:
    boards = [all_but(" ".join(SQUARES[:empty])) for _, empty in holdings]
    plenty = dict.fromkeys(REGULARS, 99)
    position = place(boards, [money for money, _ in holdings], len(holdings), supply=plenty)
    assert scores(position) == expected_scores
    assert ranks(position) == expected_ranks


def test_v45_shiro_makes_empty_squares_cheaper() -> None:
    empty = " ".join(SQUARES[:6])
    position = place([all_but(empty, "shiro 6F"), all_but(empty)], 50)
    assert scores(position) == [26, 20]


def test_v46_the_kabuki_bonus_does_not_count_towards_100_koku() -> None:
    board = "kabuki 6F; noka 1A 1B; nagaya 1C 2C 3C 4C 5C 6C"
    position = play(place([board, "noka 1A 1B; teien 6F"], [93, 10]), "roll 6F")
    assert koku(position)[0] == 99
    assert position.phase == "roll"
    assert scores(position)[0] == -30
    assert dict(position.standings[0].breakdown) == {"koku": 99, "empty": -135, "kabuki": 6, "supply": 0}


def test_v47_solo_the_removal_happens_in_the_last_turn_too() -> None:
    position = place("koba 3C; noka 1A 1B; nagaya 1C 2C", 97, players=1)
    assert stock(position) == 35
    play(position, "roll 3C")
    assert koku(position) == [101]
    play(position, "remove mise")
    assert position.is_over
    assert scores(position) == [116]


def test_v48_solo_the_game_ends_with_the_supply() -> None:
    nearly_out = {name: int(name == "teien") for name in REGULARS}
    position = place("noka 1A 1B; mise 1C", players=1, supply=nearly_out)
    assert position.state.removed.sum() == 36
    play(position, "roll 1C")
    assert texts(position) == ["remove teien"]
    play(position, "remove teien")
    assert position.is_over
    assert koku(position) == [9]
    assert scores(position) == [-156]


def test_v49_the_turn_cap_ends_the_game() -> None:
    position = play(started(turn_cap=1), "roll 6F, pass, pass")
    assert position.phase == Phase.OVER.name.lower()
    assert scores(position) == [-160, -160]
    assert ranks(position) == [1, 1]
