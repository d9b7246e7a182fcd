"""What people read of Sapporo 1876: log lines, reasons, prompts and results."""

from __future__ import annotations

import pytest

import zashiki
from zashiki.core.errors import IllegalMoveError
from zashiki.core.rng import new_rng
from zashiki.games.sapporo import GAME
from zashiki.games.sapporo.moves import PAY

from .helpers import arrange, d0, new, play

NOTHING = {"goods": "0/0,0,0,0"}
RICH = {"goods": "20/5,5,5,5"}


def named(position):
    position.seats = ["Ann", "Ben"]
    return position


def told(position, *moves):
    """The log lines of some moves, without marks and without the heads of turns."""
    lines = []
    for move in moves:
        before = position.copy()
        action = position.find(move).id
        position.play(move)
        now = [line for line in GAME.log_lines(before, action, position) if line.kind != "turn"]
        lines += [line.text.replace("**", "") for line in now]
    return lines


def refused(position, move):
    """The reason a move is refused with."""
    key = position.key
    with pytest.raises(IllegalMoveError) as error:
        position.play(move)
    assert position.key == key
    return error.value.reason


# ---- the log


def test_the_setup_is_told():
    lines = []
    position = named(new())
    for step in d0().steps:
        lines += told(position, str(step.move))
    assert lines == [
        "6 advisers and 6 buildings are laid out.",
        "On offer: Wheat Dealer, Rice Dealer, Export Office and Savings Bank.",
        "Ann starts.",
        "Ben buys the Export Office for 2 yen.",
        "Ann buys the Savings Bank for 3 yen.",
        "Ann’s first settlers grow wheat.",
        "Ben’s first settlers grow rice.",
    ]


def test_a_move_of_the_pawn_is_told_with_what_follows_from_it():
    position = named(arrange(d0(), spots="2,1,1,1"))
    assert told(position, "move college") == [
        "Ann goes to the College and picks up 2 yen.",
        "1 yen is laid on the City Hall and on the Village.",
        "Harvest in 1 step.",
    ]


def test_an_event_is_announced_and_so_is_the_last_one():
    position = named(arrange(d0(), RICH, harvest=1))
    assert told(position, "move college")[-1] == "A harvest will follow this turn."
    position = named(arrange(d0(), RICH, settlement=2, events=4))
    assert told(position, "move city-hall")[-2:] == [
        "A settlement will follow this turn.",
        "The last event happens this turn: the game ends after it.",
    ]


def test_training_is_told_with_its_sum_and_the_reward_of_a_tier():
    position = named(arrange(d0(), {"goods": "3/0,2,0,1"}))
    lines = told(position, "move college", "educate", "educate", "educate", "pay 2 1 2")
    assert lines[3:] == [
        "Ann trains 3 workers (3 + 3 + 4 = 10 AP).",
        "Ann pays 2 rice, 1 cattle and 2 yen (10 AP).",
        "The lowest tier is empty: Ann receives 2 yen.",
    ]


def test_the_middle_tier_promises_fame_for_the_end():
    position = named(arrange(d0(), {"goods": "0/0,3,0,0", "academy": 3, "area": 5}))
    lines = told(position, "move college", "educate", "done", "pay 1 0 1")
    assert lines[3:] == [
        "Ann trains 1 worker (4 AP).",
        "Ann pays 1 rice and 1 yen (4 AP).",
        "The middle tier is empty: 3 fame at the end.",
    ]


def test_fame_bought_is_told():
    position = named(arrange(d0(), {"goods": "3/0,3,0,0", "academy": 0, "area": 8}, spots="0,1,1,1"))
    lines = told(position, "move college", *["fame"] * 4, "pay 3 0 3")
    assert "Ann turns 12 AP into 8 fame." in lines


def test_pioneering_is_told_column_by_column():
    position = named(d0())
    moves = ["pioneer cattle", "pioneer wheat", "pioneer cattle", "done", "pay 2 1 0"]
    assert told(position, "move village", *moves)[3:] == [
        "Ann opens the cattle column and climbs to space 2 (2 + 3 = 5 AP): 2 cattle and 1 yen per harvest.",
        "Ann climbs to space 2 of the wheat column (3 AP): 2 wheat and 1 yen per harvest.",
        "Ann pays 2 wheat and 1 sheep (8 AP).",
    ]


def test_an_investment_is_told_with_the_points_of_the_moment():
    position = named(arrange(d0(), {**RICH, "levels": "1,0,4,3"}, RICH))
    lines = told(
        position, "move foreign-residence", "invest dunn", "pay 1 1 0", "continue", "invest b1", "pay 0 0 1"
    )
    assert lines[3:] == [
        "Ann wins over E. Dunn (5 AP): 7 points as things stand.",
        "Ann pays 1 sheep and 1 wheat (5 AP).",
        "Ben acquires the Import Office (1 AP).",
        "Ben pays 1 yen (1 AP).",
    ]


def test_an_appointment_is_told_with_who_leads():
    position = named(arrange(d0(), RICH, RICH, council={"left-1": 0, "left-2": 1}))
    lines = told(
        position, "move city-hall", "appoint left-3", "pay 1 1 0", "continue", "appoint right-1", "pay 2 0 1"
    )
    assert lines[3] == "Ann sends a worker to left-3 (5 AP) and leads the left column 2 : 1."
    assert lines[5] == "Ben sends a worker to right-1 (7 AP) and leads the right column 1 : 0."
    position = named(arrange(d0(), RICH, RICH, council={"left-1": 1, "middle-3": 1}))
    before = position.copy()
    lines = told(position, "move city-hall", "appoint left-2", "pay 0 0 4")
    assert lines[3].endswith("leads the left column 1 : 1, by the higher seat.")
    lines = told(before, "move city-hall", "appoint middle-1", "pay 0 0 5")
    assert lines[3] == "Ann sends a worker to middle-1 (5 AP); Ben leads the middle column 1 : 1."


def test_lost_ap_are_told():
    position = named(arrange(d0(), {"goods": "0/0,2,0,0", "academy": 4, "area": 4}, spots="0,1,1,1"))
    lines = told(position, "move college", "educate", "pay 2 0 0")
    assert lines[-1] == "Ann pays 2 rice (6 AP); 2 AP are lost."


def test_a_declined_action_and_one_that_is_impossible_are_told_apart():
    position = named(arrange(d0(), RICH, {**NOTHING}, spots="0,0,0,0"))
    lines = told(position, "move college", "done")
    assert lines[-2:] == ["Ann lets the action pass.", "Ben cannot act here."]


def test_a_use_of_a_building_is_told_with_what_goes_and_comes():
    position = named(arrange(d0(), {"goods": "3/1,1,1,1", "buildings": "b2 b3"}))
    assert told(position, "use b2 wheat", "use b3") == [
        "Ann puts a worker on the Exhibition Hall: 1 wheat goes, 1 yen and 3 fame comes.",
        "Ann puts a worker on the Night School: 1 yen, and a private lesson.",
    ]


def test_a_harvest_is_told_seat_by_seat_with_its_removals():
    used = {"buildings": "b1 b7 b8", "occupied": "b1 b7 b8", "area": 0, "academy": 4}
    position = named(
        arrange(d0(), {**NOTHING, **used, "levels": "2,0,3,0"}, NOTHING, harvest=1, spots="0,0,0,0")
    )
    assert told(position, "move village")[3:] == [
        "Ann cannot act here.",
        "Ben cannot act here.",
        "Harvest!",
        "Ann: 2 wheat, 3 sheep and 4 yen (wheat 2, sheep 3).",
        "Ben: 1 rice (rice 1).",
    ]
    assert told(position, "free b1", "free b8", "keep") == [
        "Ann clears the Import Office free of charge.",
        "Ann pays 1 yen to clear the Rice Dealer.",
        "Ann leaves 1 worker where it is.",
    ]


def test_workers_that_come_back_by_themselves_are_told():
    held = {**NOTHING, "area": 1}
    position = named(
        arrange(d0(), {**held, "occupied": "b13"}, {**held, "occupied": "b12"}, harvest=1, spots="0,0,0,0")
    )
    assert told(position, "move college")[-2:] == [
        "Ann clears the Savings Bank free of charge.",
        "Ben clears the Export Office free of charge.",
    ]


def test_a_settlement_is_told_column_by_column():
    bare = {**NOTHING, "buildings": "", "area": 0}
    council = {"left-1": 0, "left-2": 1, "left-3": 0, "middle-1": 1, "right-1": 1, "right-2": 0}
    position = named(arrange(d0(), bare, bare, settlement=2, council=council))
    assert told(position, "move city-hall")[-4:] == [
        "The council settles.",
        "Left: Ann 3 (2 : 1), Ben 1.",
        "Middle: Ben 4 (alone).",
        "Right: Ann 5 (1 : 1, higher seat), Ben 3.",
    ]


def test_the_result_is_told_as_a_sum_and_a_verdict():
    held = {
        "academy": 0,
        "levels": "3,0,4,3",
        "goods": "1/0,0,0,2",
        "persons": "dunn ryan",
        "fame": 14,
    }
    council = {"left-1": 0, "left-2": 0, "middle-1": 0, "right-1": 0}
    position = named(
        arrange(d0(), held, {"fame": 60, "goods": NOTHING["goods"], "levels": "0,0,0,0"}, council=council)
    )
    position.state.active = 1
    lines = [line.text.replace("**", "") for line in GAME.result_lines(position)]
    assert lines[0] == ("Ann: 14 + academy 9 + columns 9 + advisers 10 + council 21 + leftovers 1 = 64.")
    assert lines[2] == "64 : 60 — Ann wins."
    position.state.seats[1].fame = 64
    assert GAME.result_lines(position)[2].text == "64 : 64 — Ben moved last and wins."


# ---- reasons


def test_a_move_to_where_the_pawn_stands_is_refused():
    position = arrange(d0(), NOTHING, NOTHING, spots="0,0,0,0")
    play(position, "move college", "done")
    assert refused(position, "move college") == "the pawn is already here"


def test_what_is_too_dear_is_refused_with_what_can_be_raised():
    position = arrange(d0(), {"goods": "0/0,0,1,0"}, spots="1,1,1,0")
    position.play("move foreign-residence")
    assert refused(position, "invest dunn") == "costs 5 AP, you can raise 3 (1 sheep = 3)"
    position = play(arrange(d0(), {"goods": "1/0,2,0,0"}), "move college", "educate", "educate")
    assert refused(position.copy(), "move village").endswith("first pays 6 AP")


def test_reasons_of_the_actions():
    position = play(
        arrange(d0(), {**RICH, "area": 0, "levels": "4,0,1,0", "occupied": "b13"}), "move village"
    )
    assert refused(position, "pioneer rice") == "no worker in your area"
    assert refused(position, "pioneer wheat") == "your worker of this column is at the top"
    assert refused(position, "educate") == "this action is to pioneer"
    position = play(arrange(d0(), RICH, council={"left-1": 1}), "move city-hall")
    position.seats = ["Ann", "Ben"]
    assert refused(position, "appoint left-1") == "taken by Ben"
    position.play("appoint left-2")
    assert refused(position, "appoint left-3") == "only one worker per action"
    position = play(arrange(d0(), RICH, {"persons": "dunn"}), "move foreign-residence")
    position.seats = ["Ann", "Ben"]
    assert refused(position, "invest dunn") == "taken by Ben"
    assert refused(position, "invest wheeler") == "it is not in this game"
    position.play("invest b1")
    assert refused(position, "invest b2") == "only one tile per action"
    position = play(arrange(d0(), RICH), "move college")
    assert refused(position, "fame") == "the academy must be empty first"


def test_reasons_of_buildings():
    position = arrange(
        d0(), {"goods": "1/0,0,0,1", "buildings": "b1 b2 b13", "occupied": "b13"}, {**RICH, "buildings": "b7"}
    )
    assert refused(position, "use b13") == "already used; a harvest will clear it"
    assert refused(position, "use b1 rice") == "the Import Office needs 2 yen"
    assert refused(position, "use b2 rice") == "the Exhibition Hall needs 1 rice"
    assert refused(position, "use b2") == "name a resource for the Exhibition Hall"
    assert refused(position, "use b3") == "it is not yours"
    play(position, "move college", "done")
    assert position.mover == 1
    assert refused(position, "use b7") == "buildings work in your own turn only"
    position = play(arrange(d0(), RICH), "move college", "educate")
    assert refused(position, "use b13") == "buildings can be used again after the payment"


def test_first_settlers_and_purchases_are_refused_with_the_reason():
    position = d0("settle wheat")
    assert (
        refused(position, "settle wheat") == "the first settlers of both seats must choose different columns"
    )
    position = d0("first 0")
    assert refused(position, "buy b1") == "it is not on offer"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("pay 1 0 0", "3 AP do not cover the 5 AP owed"),
        ("pay 1 1 2", "7 AP for 5: 1 yen can be left out"),
        ("pay 2 1 0", "8 AP for 5: 1 cattle can be left out"),
        ("pay 3 0 0", "you have only 2 rice"),
        ("pay-any 0 1 0 1 0", "here only the two resources of the spot and yen pay"),
        ("pay-part rice 1", "the ways to pay are few enough: choose one of them"),
    ],
)
def test_a_payment_that_does_not_fit_is_refused_with_the_reason(move, reason):
    held = {"goods": "5/0,2,0,2", "academy": 2, "area": 6}
    position = play(arrange(d0(), held, spots="0,0,0,0"), "move college", "educate", "done")
    assert position.phase == "pay"
    assert refused(position, move) == reason


def test_a_wide_payment_is_refused_until_its_parts_are_fixed():
    position = play(arrange(d0(), {"goods": "23/6,6,6,6", "buildings": "b3"}), "use b3")
    play(position, *["educate"] * 6, "done")
    assert refused(position, "pay-any 0 6 0 6 0") == (
        "there are more than 256 ways to pay: fix the parts one by one"
    )
    assert refused(position, "pay-part rice 6") == "the number of wheat is fixed first"
    assert refused(position, "pay-part wheat 7") == "you have only 6 wheat"
    play(position, "pay-part wheat 6")
    assert refused(position, "pay-any 0 6 0 6 0") == "6 wheat are fixed already"


# ---- everything that can be shown


@pytest.mark.parametrize("seed", range(3))
def test_every_step_of_a_game_can_be_put_into_words(seed):
    position = named(new())
    rng = new_rng(seed)
    while not position.is_over:
        prompt = GAME.prompt(position)
        texts = [prompt.question, prompt.waiting, GAME.describe(position)]
        moves = position.legal_moves
        said = [GAME.say(position, move.id) for move in moves]
        assert len(set(said)) == len(said)
        legal = {move.id for move in moves}
        refused_now = [action for action in range(len(position) % 5, PAY, 5) if action not in legal]
        reasons = [GAME.why_not(position, action) for action in refused_now]
        before, move = position.copy(), position.random_move(rng)
        position.play(move)
        lines = [line.text for line in GAME.log_lines(before, move.id, position)]
        for text in [*texts, *said, *reasons, *lines]:
            assert text.strip()
            assert not set(text) & set("{}")
            assert "None" not in text
    assert GAME.prompt(position).question.endswith("wins.")
    assert GAME.why_not(position, 0) == "the game is over"


def test_a_whole_game_is_told_without_a_gap():
    """The fame, yen and goods of a seat follow from the lines alone: every change of state has its line."""
    position = named(new())
    rng = new_rng(11)
    while not position.is_over:
        before, move = position.copy(), position.random_move(rng)
        position.play(move)
        lines = GAME.log_lines(before, move.id, position)
        for number in (0, 1):
            was, now = before.state.seats[number], position.state.seats[number]
            changed = was.yen != now.yen or (was.goods != now.goods).any() or was.occupied != now.occupied
            assert not changed or any(line.seat == number for line in lines), (str(move), lines)


def test_a_game_of_five_harvests_ends_with_a_marker_on_its_last_icon_and_still_speaks() -> None:
    for seed in range(400):
        position, rng = zashiki.new("sapporo", seed=seed), new_rng(seed, 1)
        while not position.is_over:
            position.play(position.random_move(rng))
        if position.state.tracks[0] == 10:
            break
    assert position.state.tracks[0] == 10, "no game ended by five harvests"
    told = str(position)
    assert "No further harvest. No further settlement." in told
    assert "Harvest in" not in told
    assert "Settlement in" not in told
    assert GAME.view(position, None)
