"""What people read: the log, prompts, reasons, buttons, results, the board in a terminal."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import zashiki
from tests.games.toshi import walks
from tests.games.toshi.helpers import all_but, place, play, started
from tests.games.toshi.test_records import solo, two_seats
from zashiki.core.contract import OVER
from zashiki.core.position import Position
from zashiki.games.toshi import GAME, wording
from zashiki.games.toshi.moves import CODEC
from zashiki.games.toshi.state import BUILDINGS, NONE, Building, Phase


def named(position: Position) -> Position:
    position.seats[:] = walks.NAMES[: position.players]
    return position


def log(position: Position, moves: str) -> list[str]:
    """Play moves; the lines they write, without marks."""
    lines = []
    for move in moves.split(","):
        before = position.copy()
        found = position.find(move.strip())
        position.play(found)
        lines += [line.text.replace("**", "") for line in GAME.log_lines(before, found.id, position)]
    return lines


def why(position: Position, move: str) -> str:
    return GAME.why_not(position, CODEC.action(move))


# -- the log (specification 9.1)


@pytest.mark.parametrize(
    ("board", "koku", "roll", "line"),
    [
        ("noka 1C 2C 4A", 10, "4C", "Ann collects 9 Koku from 3 Nōka."),
        (
            "silkworm-farm 2B; noka 2E 5D",
            10,
            "2D",
            "Ann collects 8 Koku: 6 from 2 Nōka, 2 from the Silkworm Farm.",
        ),
        ("silkworm-farm 2B; noka 2E 5D", 10, "6B", "Ann collects 2 Koku from the Silkworm Farm."),
        ("nagaya 1A; mise 3A 4A 5A 6A", 10, "1A", "Ann’s Nagaya takes in 8 Koku (4 Mise × 2)."),
        (
            "machiya 1A; mise 3A 4A 5A 6A; honjin 1F",
            *(10, "1A", "Ann’s Machiya takes in 12 Koku (4 Mise × 3, thanks to the Honjin)."),
        ),
        ("koba 1A; nagaya 2A", 10, "1A", "Ann’s Kōba yields 2 Koku (1 house × 2)."),
        ("koba 1A; nagaya 2A 3A 4A; machiya 5A 6A", 10, "1A", "Ann’s Kōba yields 10 Koku (5 houses × 2)."),
        (
            "koba 1A; nagaya 2A 3A 4A; machiya 5A 6A; gakumonjo 1F",
            *(10, "1A", "Ann’s Kōba yields 20 Koku (5 houses × 4, thanks to the Gakumonjo)."),
        ),
        ("mise 2D", 1, "2D", "Ann pays 1 Koku for the Mise."),
        ("mise 2D", 0, "2D", "Ann cannot pay for the Mise; nothing happens."),
        ("kura 2D", 4, "2D", "Ann pays 4 Koku interest."),
        ("kura 2D", 3, "2D", "Ann cannot pay the interest; nothing happens."),
        ("exchange-office 1A", 7, "1A", "Ann pays 4 Koku interest."),
        ("honjin 1A; mise 1B 2B 3B 4B", 6, "1A", "Ann pays 4 Koku for 4 Mise (Honjin)."),
        ("honjin 1A; mise 1B 2B 3B 4B", 3, "1A", "Ann cannot pay for 4 Mise (Honjin); nothing happens."),
        (
            "bell-tower 1A 3A 5A; teien 1C 2C 3C 4C 5C",
            10,
            "3A",
            "The bell rings for Ann: 10 Koku for 5 Gardens.",
        ),
        (
            "kabuki 6F; nagaya 1A 2A 3A 4A; machiya 5A",
            10,
            "6F",
            "The theatre brings Ann 5 Koku from 5 houses.",
        ),
        ("shiro 1A", 10, "1A", "The castle brings Ann 5 Koku."),
        ("noka 3C", 10, "3C", "Ann’s Nōka on 3C allows a build anywhere."),
        ("kawaramono 3C", 10, "3C", "Ann’s Kawaramono Guild on 3C allows 2 builds anywhere."),
    ],
)
def test_what_a_roll_brings_is_told_with_its_reason(board: str, koku: int, roll: str, line: str) -> None:
    position = named(place(board, koku, players=1, table=""))
    assert log(position, f"roll {roll}") == [f"Ann rolls {roll}.", line]


@pytest.mark.parametrize("koku", [2, 1])
def test_a_partial_payment_takes_the_last_koku(koku: int) -> None:
    position = named(place("exchange-office 1A", koku, players=1, short_payment="partial"))
    assert log(position, "roll 1A")[1] == f"Ann pays the last {koku} Koku of 4."


def test_a_roll_that_brings_nothing_says_only_that_it_was_rolled() -> None:
    position = named(place("nagaya 1A; teien 2A; honjin 3A; noka 1B", players=1))
    for square in ("1A", "2A", "3A", "6F"):
        assert log(position.copy(), f"roll {square}") == [f"Ann rolls {square}."]


def test_all_seats_are_told_in_the_order_of_the_turn() -> None:
    position = named(started(players=3, start_player="random"))
    position.play("first 1")
    assert log(position, "roll 3A") == [
        "Ben rolls 3A.",
        *(f"{name} collects 6 Koku from 2 Nōka." for name in ("Ben", "Chiyo", "Ann")),
    ]


@pytest.mark.parametrize(
    ("board", "moves", "line"),
    [
        ("", "build koba 6F", "Ann builds a Kōba on 6F for 6 Koku."),
        ("", "build kura 6F", "Ann builds a Kura on 6F and receives 8 Koku."),
        ("", "build umaya 6F", "Ann builds an Umaya on 6F at no cost."),
        ("", "build teien 6F, stop", "Ann builds a Garden on 6F for 1 Koku."),
        ("", "build teien 6F, at 6E, at 6D", "Ann builds 3 Gardens on 6F, 6E, 6D for 3 Koku."),
        ("magistrate", "build koba 6F", "Ann builds a Kōba on 6F for 5 instead of 6 Koku (Magistrate)."),
        ("magistrate", "build nagaya 6F", "Ann builds a Nagaya on 6F for 0 instead of 1 Koku (Magistrate)."),
        ("magistrate", "build teien 6F, stop", "Ann builds a Garden on 6F for 1 Koku."),
        ("", "build kabuki 6F", "Ann builds the Kabuki on 6F for 7 Koku."),
        ("", "build bell-tower 6F, at 1D, at 3F", "Ann builds Bell Towers on 6F, 1D, 3F for 7 Koku."),
        ("", "build exchange-office 6F", "Ann builds the Exchange Office on 6F and receives 16 Koku."),
        ("", "build magistrate", "Ann acquires the Magistrate’s Building for 8 Koku."),
        (
            "",
            "build daimyo-residence",
            "Ann acquires the Daimyo Residence for 10 Koku; 6 Umaya move onto it.",
        ),
        ("", "pass", "Ann builds nothing."),
    ],
)
def test_a_build_is_told_once_with_its_price_when_it_is_complete(board: str, moves: str, line: str) -> None:
    position = named(place([board or "noka 1A", "noka 1A"], specials="on"))
    position.play("roll 6F")
    assert log(position, moves) == [line]


def test_a_machiya_on_two_squares_is_one_build() -> None:
    position = named(place("noka 1A", machiya_squares=2))
    position.play("roll 6F")
    assert log(position, "build machiya 6F, at 6E") == ["Ann builds a Machiya on 6F, 6E for 5 Koku."]


def test_an_extra_build_is_told_when_it_lies_and_says_where() -> None:
    position = named(place(["umaya 6F; noka 1A", "noka 1A; teien 6F"]))
    position.play("roll 6F")
    assert log(position, "extra koba, at 2D") == ["Ann builds a Kōba on 2D for 6 Koku."]


def test_a_free_umaya_says_how_many_are_left() -> None:
    position = named(place(["daimyo-residence; noka 1A", "noka 1A; teien 6F"]))
    play(position, "roll 6F, pass")
    assert log(position.copy(), "umaya 6F") == ["Ann places a free Umaya on 6F (5 left)."]
    assert log(position, "pass") == ["Ann places no free Umaya."]


def test_the_solo_removal_says_what_leaves_and_what_is_left() -> None:
    position = named(place("noka 1A 1B", players=1))
    position.play("roll 6F")
    assert log(position, "pass, remove kura") == [
        "Ann builds nothing.",
        "Nothing was built: a Kura leaves the supply (37 tiles left).",
    ]


def test_silently_skipped_builds_are_mentioned() -> None:
    """V34: neither seat can pay for anything there is."""
    position = named(place("noka 1A 1B", 0, supply={"umaya": 0, "kura": 0}))
    assert log(position, "roll 6F") == ["Ann rolls 6F.", "Ann cannot build here.", "Ben cannot build here."]


def test_skipped_builds_of_later_seats_come_after_the_build_before_them() -> None:
    position = named(place("noka 1A 1B", [1, 0, 1], players=3, supply={"umaya": 0, "kura": 0}))
    position.play("roll 6F")
    assert log(position, "build nagaya 6F") == [
        "Ann builds a Nagaya on 6F for 1 Koku.",
        "Ben cannot build here.",
    ]


def test_an_extra_build_that_lapses_is_mentioned() -> None:
    """V35: the second build of the guild has no square left, and the city is complete."""
    position = named(place([all_but("6F", "kawaramono 1A"), "teien 1A"]))
    play(position, "roll 1A, extra nagaya")
    assert log(position, "at 6F")[:3] == [
        "Ann builds a Nagaya on 6F for 1 Koku.",
        "Ann’s city is complete: this is the last turn.",
        "Ann cannot build: the extra build lapses.",
    ]


def test_a_given_up_extra_build_does_not_lapse() -> None:
    position = named(place(["kawaramono 1A", "teien 1A"]))
    position.play("roll 1A")
    assert log(position, "pass") == ["Ann builds nothing."]


def test_reaching_100_koku_is_told_when_it_happens_even_if_it_is_spent_again() -> None:
    """V40."""
    position = named(place("noka 1C 2C 4A 4B", [91, 10]))
    assert log(position, "roll 4C") == [
        "Ann rolls 4C.",
        "Ann collects 12 Koku from 4 Nōka.",
        "Ben collects 12 Koku from 4 Nōka.",
        "Ann has reached 100 Koku: this is the last turn.",
    ]
    assert log(position, "build koba 4C") == ["Ann builds a Kōba on 4C for 6 Koku."]
    assert log(position, "pass") == [
        "Ben builds nothing.",
        "Ann: 97 Koku − 31 empty × 5 = −58.",
        "Ben: 22 Koku − 32 empty × 5 = −138.",
        "Ann wins with −58.",
    ]


def test_with_the_check_after_building_the_sum_is_named_only_if_it_is_still_held() -> None:
    position = named(place("noka 1C 2C 4A 4B", [91, 10], end_check="after_build"))
    assert not any("100" in line for line in log(position, "roll 4C"))
    assert log(position.copy(), "build koba 4C, pass")[-1] == "Ben builds nothing."
    assert log(position, "pass, pass")[2] == "Ann has 103 Koku: the game ends."


def test_a_kura_can_end_the_game() -> None:
    """V41: the sum is reached by the build itself."""
    position = named(place("noka 1A 1B", [92, 10]))
    position.play("roll 6F")
    assert log(position, "build kura 6F") == [
        "Ann builds a Kura on 6F and receives 8 Koku.",
        "Ann has reached 100 Koku: this is the last turn.",
    ]


def test_an_empty_supply_and_the_turn_limit_are_named() -> None:
    """V48, V49."""
    position = named(
        place("noka 1A 1B; mise 1C", players=1, supply=dict.fromkeys(BUILDINGS[:8], 0) | {"teien": 1})
    )
    assert log(position, "roll 1C, remove teien") == [
        "Ann rolls 1C.",
        "Ann pays 1 Koku for the Mise.",
        "Nothing was built: a Garden leaves the supply (0 tiles left).",
        "The supply is used up.",
        "Ann: 9 Koku − 33 empty × 5 + 0 tiles × 5 = −156: Apprentice planner.",
    ]
    capped = named(started(turn_cap=1))
    assert log(capped, "roll 6F, pass, pass")[3:] == [
        "The turn limit is reached.",
        "Ann: 10 Koku − 34 empty × 5 = −160.",
        "Ben: 10 Koku − 34 empty × 5 = −160.",
        "Ann and Ben share the victory with −160.",
    ]


def test_the_setup_is_told() -> None:
    position = named(zashiki.new("toshi", players=1, specials="on"))
    assert log(position, "start 2B, start 5E, offer shiro, offer gakumonjo") == [
        "The city begins with a Nōka on 2B.",
        "The city begins with a Nōka on 5E.",
        "On offer in this game: the Castle.",
        "On offer in this game: the Gakumonjo.",
    ]
    position = named(zashiki.new("toshi", players=2))
    assert log(position, "start 3C, start 5A, first 1") == [
        "Every city begins with a Nōka on 3C.",
        "Every city begins with a Nōka on 5A.",
        "Ben begins.",
    ]


def whole_log(game: Position) -> list[str]:
    position = game.at(0)
    return log(position, ", ".join(step.move.text for step in game.steps))


def test_the_complete_solo_game_in_words() -> None:
    """Specification 8.7: every change of Koku in its table, with its reason."""
    lines = whole_log(solo())
    assert [line for line in lines if "Koku" in line and "builds" not in line] == [
        "Ann collects 6 Koku from 2 Nōka.",
        "Ann collects 6 Koku from 2 Nōka.",
        *["Ann collects 3 Koku from 1 Nōka."] * 4,
        "Ann’s Kōba yields 16 Koku (4 houses × 4, thanks to the Gakumonjo).",
        "Ann collects 3 Koku from 1 Nōka.",
        "Ann pays 4 Koku interest.",
        "Ann collects 3 Koku from 1 Nōka.",
        "Ann’s Kōba yields 20 Koku (5 houses × 4, thanks to the Gakumonjo).",
        "Ann collects 3 Koku from 1 Nōka.",
        *["Ann’s Kōba yields 20 Koku (5 houses × 4, thanks to the Gakumonjo)."] * 3,
        "Ann has reached 100 Koku: this is the last turn.",
        "Ann: 110 Koku − 22 empty × 5 + 20 tiles × 5 = 100: City people talk about.",
    ]
    assert "Ann builds 2 Gardens on 1A, 1B for 2 Koku." in lines
    assert lines[-3:-1] == [
        "Ann has reached 100 Koku: this is the last turn.",
        "Nothing was built: an Umaya leaves the supply (20 tiles left).",
    ]


def test_the_complete_game_for_two_in_words() -> None:
    """Specification 8.8."""
    assert whole_log(two_seats()) == [
        "Every city begins with a Nōka on 3C.",
        "Every city begins with a Nōka on 5A.",
        "Ben begins.",
        "Ben rolls 3A.",
        "Ben collects 6 Koku from 2 Nōka.",
        "Ann collects 6 Koku from 2 Nōka.",
        "Ben builds Bell Towers on 3A, 1C, 6F for 7 Koku.",
        "Ann acquires the Daimyo Residence for 10 Koku; 6 Umaya move onto it.",
        "Ann places a free Umaya on 3A (5 left).",
        "Ann rolls 3C.",
        "Ann’s Nōka on 3C allows a build anywhere.",
        "Ben’s Nōka on 3C allows a build anywhere.",
        "Ann builds a Kura on 4D and receives 8 Koku.",
        "Ben builds 2 Gardens on 1A, 2A for 2 Koku.",
        "Ann places no free Umaya.",
        "Ben rolls 3A.",
        "The bell rings for Ben: 4 Koku for 2 Gardens.",
        "Ann’s Umaya on 3A allows a build anywhere.",
        "Ann builds a Machiya on 4C for 5 Koku.",
        "Ann places no free Umaya.",
        "Ann rolls 6B.",
        "Ann builds a Nagaya on 6B for 1 Koku.",
        "Ann places no free Umaya.",
        "Ben builds a Machiya on 6B for 5 Koku.",
        "Ben rolls 5C.",
        "Ben collects 6 Koku from 2 Nōka.",
        "Ann collects 6 Koku from 2 Nōka.",
        "Ben builds 2 Gardens on 5C, 5D for 2 Koku.",
        "Ann builds a Nōka on 5C for 6 Koku.",
        "Ann places a free Umaya on 2F (4 left).",
        "Ann rolls 2F.",
        "Ann’s Umaya on 2F allows a build anywhere.",
        "Ann builds a Mise on 1F for 2 Koku.",
        "Ann places a free Umaya on 3F (3 left).",
        "Ben builds an Umaya on 2F at no cost.",
        "The turn limit is reached.",
        "Ann: 6 Koku − 26 empty × 5 = −124.",
        "Ben: 10 Koku − 25 empty × 5 = −115.",
        "Ben wins with −115.",
    ]


def test_lines_carry_their_seat_their_cause_and_their_kind() -> None:
    position = named(place("noka 1C; kura 1A"))
    before = position.copy()
    position.play("roll 1A")
    lines = GAME.log_lines(before, CODEC.action("roll 1A"), position)
    assert [(line.seat, line.depth, line.kind) for line in lines] == [
        (0, 0, "roll"),
        (0, 1, "pay"),
        (1, 1, "pay"),
    ]
    assert lines[1].text == "Ann pays **4 Koku** interest."


# -- results


def finished(money: list[int], gaps: list[int], **options) -> Position:
    """A finished game in which seats hold this money and leave this many squares empty; nothing is in the supply."""
    position = named(place("", money, players=len(money), **options))
    for seat, count in zip(position.state.seats, gaps, strict=False):
        seat.tiles[count:] = Building.NAGAYA
        seat.empty = (1 << count) - 1
    position.state.supply[:] = 0
    position.state.phase, position.state.mover, position.state.active = Phase.OVER, OVER, NONE
    return position


def verdict(money: list[int], gaps: list[int]) -> str:
    return GAME.result_lines(finished(money, gaps))[-1].text


def test_the_verdict_names_winner_tie_break_and_shared_victory() -> None:
    """V44."""
    assert verdict([69, 40], [7, 5]) == "Ann wins with 34."
    assert verdict([60, 55], [2, 1]) == "Ben wins with 50 and fewer empty squares."
    assert verdict([60, 60], [2, 2]) == "Ann and Ben share the victory with 50."
    assert verdict([60, 60, 60], [2, 2, 2]) == "Ann, Ben and Chiyo share the victory with 50."


def test_the_kabuki_and_the_castle_show_in_the_sum() -> None:
    """V45, V46."""
    position = named(place(["kabuki 6F; nagaya 1C 2C", "shiro 1A"], [50, 50], turn_cap=1))
    lines = log(position, "roll 6F, pass")
    assert lines[-3:] == [
        "Ann: 52 Koku − 33 empty × 5 + 2 for the Kabuki = −111.",
        "Ben: 50 Koku − 35 empty × 4 = −90.",
        "Ben wins with −90.",
    ]


@pytest.mark.parametrize(
    ("score", "title"),
    [
        (49, "Apprentice planner"),
        (50, "A town on the rise"),
        (76, "City in bloom"),
        (100, "City people talk about"),
        (120, "Master builder of a golden age"),
    ],
)
def test_the_solo_titles(score: int, title: str) -> None:
    position = finished([score], [0])
    text = GAME.result_lines(position)[0].text
    assert text == f"Ann: {score} Koku − 0 empty × 5 + 0 tiles × 5 = **{score}**: {title}."
    assert GAME.prompt(position).question == f"{score}: {title}."


# -- reasons (specification 9.2)


def test_why_a_type_cannot_be_chosen() -> None:
    board = "noka 1A 1B"
    position = named(place(board, 4, supply={"kura": 0}, specials="on"))
    position.play("roll 6F")
    assert why(position, "build kura 6F") == "none left in the supply"
    assert why(position, "build koba 6F") == "costs 6, you have 4"
    assert why(position, "build koba 1C") == "only the rolled square 6F can be built on"
    assert why(position, "build magistrate") == "costs 8, you have 4"


def test_why_a_special_cannot_be_bought() -> None:
    """V28."""
    position = named(place(["shiro 2A; noka 1A", "honjin 2A; noka 1A", "teien 2A; noka 1A"], 20, players=3))
    position.play("roll 6F")
    assert why(position, "build kabuki 6F") == "you already own a special"
    assert why(position, "build honjin 6F") == "already bought by Ben"
    assert why(position, "build shiro 6F") == "it is yours already"
    without = started()
    without.play("roll 6F")
    assert why(without, "build kabuki 6F") == "this game is played without specials"
    alone = named(place("noka 1A", players=1, table="shiro honjin"))
    alone.play("roll 6F")
    assert why(alone, "build kabuki 6F") == "not on offer in this game"


def test_why_a_type_is_banned() -> None:
    """V18, V29."""
    position = named(started())
    play(position, "roll 4D, build koba 4D")
    assert why(position, "build koba 4D") == "Ann has built this type in this turn"
    position = named(started(specials="on", special_category="one"))
    play(position, "roll 6F, build honjin 6F")
    assert why(position, "build kabuki 6F") == "Ann has built a special in this turn"
    assert why(position, "build honjin 6F") == "already bought by Ann"


def test_the_reason_shown_is_the_first_that_applies() -> None:
    position = named(place("noka 1A 1B", [10, 0], supply={"koba": 1}))
    play(position, "roll 6F, build koba 6F")
    assert why(position, "build koba 6F") == "none left in the supply"
    position = named(place("noka 1A 1B", [10, 0]))
    play(position, "roll 6F, build koba 6F")
    assert why(position, "build koba 6F") == "Ann has built this type in this turn"


def test_why_there_is_no_room() -> None:
    """V24, V25, V31."""
    position = place([all_but("4D 4E 5D 1A"), ""], 20, specials="on")
    position.play("roll 4D")
    assert why(position, "build bell-tower 4D") == "no room for three towers that do not touch"
    position = place([all_but("4D 6F"), ""], 30, machiya_squares=2)
    position.play("roll 4D")
    assert why(position, "build machiya 4D") == "no free neighbouring square for the second half"
    position = place(["kawaramono 1A; noka 1B", "teien 1A; noka 1B"])
    play(position, "roll 1A, extra teien, at 3C, at 3D, at 3E")
    assert why(position, "extra teien") == "three Gardens are the limit per turn"


def test_why_a_square_cannot_be_taken() -> None:
    position = named(place([all_but("4D 4E 5D 1A 1C 2C", "noka 6F"), ""], 20, specials="on"))
    position.play("roll 4D")
    assert why(position, "at 4E") == "choose what to build first"
    position.play("build bell-tower 4D")
    assert why(position, "at 4E") == "4E touches the tower on 4D"
    assert why(position, "at 6F") == "6F is built already"
    assert why(position, "stop") == "Bell Tower must be placed completely"
    assert why(position, "pass") == "the building in progress can only be placed, not declined"
    assert why(position, "build koba 4D") == "the building in progress is placed first"
    position = named(place("noka 1A", 20))
    play(position, "roll 4D, build teien 4D")
    assert why(position, "at 5E") == "5E is not next to a Garden of this build"
    position = named(place("noka 1A", 20, machiya_squares=2))
    play(position, "roll 4D, build machiya 4D")
    assert why(position, "at 5E") == "5E is not next to 4D"
    position = named(place("noka 1A; umaya 6F", 20, machiya_squares=2))
    play(position, "roll 6F, extra teien")
    assert why(position, "stop") == "the first Garden is placed first"


def test_a_tower_square_without_a_completion_is_refused_with_its_reason() -> None:
    position = place([all_but("4D 1A 1B 1C"), ""], 20, specials="on")
    play(position, "roll 4D, build bell-tower 4D")
    assert why(position, "at 1B") == "1B leaves no room for the other towers"


def test_why_other_moves_are_not_possible_now() -> None:
    position = named(zashiki.new("toshi", players=2))
    position.play("start 3C")
    assert why(position, "start 3C") == "3C has a Nōka already"
    assert why(position, "roll 3C") == "a start square is drawn now"
    position.play("start 5A")
    assert why(position, "first 3") == "there are only 2 seats"
    position.play("first 0")
    assert why(position, "build koba 4D") == "the dice are rolled first"
    assert why(position, "offer shiro") == "the dice are rolled first"
    position.play("roll 4D")
    assert why(position, "extra koba") == "no extra build is due"
    assert why(position, "roll 4D") == "Ann first builds on 4D, or passes"
    assert why(position, "umaya 4D") == "only the owner of the Daimyo Residence places free Umaya"
    assert why(position, "remove kura") == "tiles leave the supply only in the solo game"
    assert why(position, "stop") == "only a build of Gardens is stopped"
    assert why(position, "offer shiro") == "what is on offer is settled before the first turn"
    play(position, "pass, pass, roll 3C")
    assert why(position, "build koba 3C") == "this is an extra build: choose the type first, then the square"
    alone = named(place("noka 1A", players=1, supply={"kura": 0}))
    alone.play("roll 6F")
    assert why(alone, "remove mise") == "a tile leaves the supply only at the end of a turn without a build"
    alone.play("pass")
    assert why(alone, "pass") == "nothing was built: a tile must leave the supply"
    assert why(alone, "remove kura") == "none left in the supply"
    offered = named(zashiki.new("toshi", players=1, specials="on", solo_offer="choose"))
    play(offered, "start 3C, start 5A, offer shiro")
    assert why(offered, "offer shiro") == "it is on offer already"
    residence = named(place(["daimyo-residence; noka 1A", "noka 1A"], daimyo_round="circle"))
    play(residence, "roll 6F, pass, umaya 6F, pass, roll 6E, pass")
    assert why(residence, "umaya 6D") == "the free Umaya of this round is placed already"


def test_a_refused_move_says_why() -> None:
    position = started()
    position.play("roll 4D")
    with pytest.raises(zashiki.IllegalMoveError, match="extra koba: no extra build is due"):
        position.play("extra koba")


# -- questions and buttons


def asked(position: Position) -> tuple[str, str, str]:
    prompt = GAME.prompt(position)
    return prompt.question, prompt.detail, prompt.waiting


def test_each_decision_asks_its_question() -> None:
    position = named(started(players=3))
    assert asked(position)[0::2] == ("Roll the dice.", "Ann rolls the dice.")
    position.play("roll 4D")
    assert asked(position) == (
        "4D is empty in your city: build there, or pass.",
        "You have 10 Koku.",
        "Ann may build on 4D.",
    )
    position.play("build koba 4D")
    assert asked(position)[1] == "You have 10 Koku. Taken this turn: Kōba (Ann)."
    position.play("build teien 4D")
    assert asked(position) == (
        "Another Garden next to 4D, or stop?",
        "2 more Gardens are allowed in this turn, for 1 Koku each.",
        "Ben is placing a Garden.",
    )
    play(position, "stop, pass, roll 3C")
    assert asked(position)[0::2] == (
        "Your Nōka on 3C allows a build anywhere: choose a building, or pass.",
        "Ben may build anywhere.",
    )
    position.play("extra koba")
    assert asked(position)[0::2] == ("Where do you build a Kōba?", "Ben is placing a Kōba.")


def test_the_guild_asks_for_both_builds() -> None:
    position = named(place(["kawaramono 1A", "teien 1A"]))
    position.play("roll 1A")
    assert asked(position)[0] == (
        "Your Kawaramono Guild on 1A allows 2 more builds anywhere: choose a building, or pass."
    )
    play(position, "extra kura, at 6F")
    assert asked(position)[0].startswith("Your Kawaramono Guild on 1A allows a build anywhere")


def test_solo_decisions_ask_their_questions() -> None:
    position = named(zashiki.new("toshi", players=1, specials="on", solo_offer="choose"))
    assert asked(position)[0] == "Start square 1 is drawn."
    play(position, "start 3C, start 5A")
    assert asked(position)[0] == "Choose a special to lie on the table (1 of 2)."
    play(position, "offer bell-tower, offer daimyo-residence, roll 6F, build bell-tower 6F")
    assert asked(position)[0] == "Where does tower 2 of 3 stand?"
    position = named(place("daimyo-residence; noka 1A", players=1))
    play(position, "roll 6F, pass")
    assert asked(position)[:2] == (
        "Place a free Umaya on any empty square, or pass.",
        "6 Umaya are left on your Daimyo Residence.",
    )
    position.play("pass")
    assert asked(position)[:2] == (
        "Nothing was built: choose a tile that leaves the supply.",
        "Each tile still in the supply brings 5 Koku at the end.",
    )


def test_buttons_name_building_place_and_price() -> None:
    position = named(place(["magistrate; noka 1A", "noka 1A; umaya 6F"], 20, specials="on"))
    position.play("roll 6F")
    say = {move.text: GAME.say(position, move.id) for move in position.legal_moves}
    assert say["extra koba"] == "Kōba anywhere for 6 Koku"
    assert say["extra kura"] == "Kura anywhere, receive 8 Koku"
    assert say["extra daimyo-residence"] == "Daimyo Residence for 10 Koku"
    later = position.copy().play("pass")
    say = {move.text: GAME.say(later, move.id) for move in later.legal_moves}
    assert say["build koba 6F"] == "Kōba on 6F for 5 Koku"
    assert say["build nagaya 6F"] == "Nagaya on 6F at no cost"
    assert say["build kura 6F"] == "Kura on 6F, receive 8 Koku"
    assert say["build teien 6F"] == "Teien on 6F for 1 Koku each"
    assert say["pass"] == "Build nothing"
    position.play("extra teien")
    assert GAME.say(position, CODEC.action("at 2B")) == "Teien on 2B"
    position.play("at 2B")
    assert GAME.say(position, CODEC.action("stop")) == "No more Teien"


# -- the board in a terminal


def test_the_board_in_a_terminal() -> None:
    position = named(place(["noka 3C 5A; koba 4D", "noka 3C 5A; shiro 1F"], [9, 43]))
    position.play("roll 4F")
    assert str(position) == (
        """\
Toshi, turn 1: Ann rolled 4F

> Ann                      Ben
  9 Koku, 33 empty         43 Koku, 33 empty
                           Castle
   1  2  3  4  5  6         1  2  3  4  5  6
A  ·· ·· ·· ·· No ··     A  ·· ·· ·· ·· No ··
B  ·· ·· ·· ·· ·· ··     B  ·· ·· ·· ·· ·· ··
C  ·· ·· No ·· ·· ··     C  ·· ·· No ·· ·· ··
D  ·· ·· ·· Ko ·· ··     D  ·· ·· ·· ·· ·· ··
E  ·· ·· ·· ·· ·· ··     E  ·· ·· ·· ·· ·· ··
F  ·· ·· ··[··]·· ··     F  Ca ·· ··[··]·· ··

Na  Nagaya      1  12 left        Te  Teien       1  12 left
Ma  Machiya     5  10 left        Ku  Kura       −8   4 left
No  Nōka        6   6 left        Mi  Mise        2  10 left
Ko  Kōba        6   9 left        Um  Umaya       0  12 left

Be  Bell Tower          7         Ka  Kabuki              7
Ho  Honjin              5         Ga  Gakumonjo          10
Mg  Magistrate          8         Kw  Kawaramono          2
Si  Silkworm Farm       8         Ex  Exchange Office   −16
Da  Daimyo Residence   10

4F is empty in your city: build there, or pass."""
    )


# -- everywhere


def test_words_never_fail_along_random_games() -> None:
    """All player counts, all options: every position is described, every step told, in at most 80 columns."""
    for before, action, after in walks.walk(12, seed=11):
        for line in GAME.describe(before).splitlines():
            assert len(line) <= 80
        prompt = GAME.prompt(before)
        assert prompt.question
        assert prompt.waiting
        sentences = [line.text for line in GAME.log_lines(before, action, after)]
        assert all(text and "{" not in text for text in sentences)
        said = [GAME.say(before, move.id) for move in before.legal_moves]
        assert len(set(said)) == len(said)
        if after.is_over:
            assert GAME.describe(after)
            assert sentences[-1] in [line.text for line in GAME.result_lines(after)]


def test_every_illegal_move_has_a_reason() -> None:
    for number, position in enumerate(walks.positions(8, seed=12)):
        if number % 5 and position.phase in ("roll", "build"):
            continue
        legal = {move.id for move in position.legal_moves}
        for action in range(0, CODEC.size, 7 if number % 40 else 1):
            if action not in legal:
                assert GAME.why_not(position, action)


def test_the_log_accounts_for_every_koku() -> None:
    """The amounts of the lines of a step are together what the purses changed by."""
    amount = re.compile(r"\*\*(-?\d+)(?: Koku)?\*\*")
    spent: dict[int, int] = {}
    for before, action, after in walks.walk(8, seed=13):
        for seat in range(before.players):
            change = int(after.state.seats[seat].koku) - int(before.state.seats[seat].koku)
            spent[seat] = spent.get(seat, 0) + change
        for line in GAME.log_lines(before, action, after):
            if line.kind in ("gain", "pay", "build") and line.seat is not None:
                sign = 1 if line.kind == "gain" or "receives" in line.text else -1
                spent[line.seat] -= sign * sum(int(found) for found in amount.findall(line.text))
        if after.phase != "at":
            assert not any(spent.values()), (before.steps[-3:], after.steps[-1])
            spent = {}


def test_nobody_is_called_he_or_she() -> None:
    tree = ast.parse(Path(wording.__file__).read_text("utf-8"))
    words = {
        word
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for word in re.findall(r"[a-z]+", node.value.lower())
    }
    assert "builds" in words
    assert not words & {"he", "she", "his", "her", "him", "hers", "himself", "herself"}
