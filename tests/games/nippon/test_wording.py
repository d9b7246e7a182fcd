"""What people read of Nippon: the log, prompts, reasons, buttons, results, the table in a terminal."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.games.nippon.helpers import new, play, table
from zashiki.core.rng import below, new_rng
from zashiki.games.nippon import GAME, wording
from zashiki.games.nippon.moves import CODEC
from zashiki.games.nippon.state import COLOURS, LINES, Task

NAMES = ["Ann", "Ben", "Chiyo", "Dai"]


def named(position):
    position.seats[:] = NAMES[: position.players]
    return position


def log(position, moves):
    """Play moves; the lines the last one writes, without marks, indented by two blanks a level."""
    lines = []
    for text in moves.split(","):
        before = position.copy()
        move = position.find(text.strip())
        position.play(move)
        lines = GAME.log_lines(before, move.id, position)
    return ["  " * line.depth + line.text.replace("**", "") for line in lines if line.kind != "turn"]


LOG = {
    "hire": (
        {},
        "take s3 red mining",
        ["Ann hires a red Worker from section 3 for Mining."],
    ),
    "research": (
        {"rnd": 4},
        "take s1 red rnd, research",
        ["  Ann pays 1 Money: R&D 4 → 5."],
    ),
    "bonus": (
        {"mining": 5},
        "take s3 red mining, mine",
        ["  Ann pays 1 Money: Mining 5 → 6.", "    Bonus reached on the track: Transport pays Ann 2 Iron."],
    ),
    "unlock": (
        {"rnd": 7},
        "take s1 red rnd, research",
        [
            "  Ann pays 1 Money: R&D 7 → 8.",
            "    Bonus reached on the track: Ann frees the Influence token 5.",
        ],
    ),
    "choice": (
        {"mining": 11},
        "take s3 red mining, mine, dept grey",
        ["    Transport pays Ann 2 Iron."],
    ),
    "build": (
        {"rnd": 1, "money": 6, "silk": 1, "shown": "cotton-2b"},
        "take s2 red factory, build cotton-2",
        ["  Ann builds Cotton 2 (b) for 6 Money and 1 Silk."],
    ),
    "build-effect": (
        {"rnd": 2},
        "take s2 red factory, build cotton-2",
        [
            "  Ann builds Cotton 2 (a) for 6 Money.",
            "    Cotton: Ann gains 3 Silk.",
        ],
    ),
    "machine": (
        {"factories": "paper/1m"},
        "take s4 red machines, machine paper",
        ["  Ann pays 5 Money.", "    Ann fits a Machine to Paper (2 of 2). Output 3."],
    ),
    "row-bonus": (
        {"factories": "cotton/1m paper", "ships": "san-francisco paris"},
        "take s4 red machines, machine paper",
        [
            "  Ann pays 5 Money.",
            "    Ann fits a Machine to Paper (1 of 2). Output 2.",
            "      Ship 2 and Machine 2 are out: Exploration pays Ann 3 Silk.",
        ],
    ),
    "lower-row-bonus": (
        {"factories": "cotton/1m", "trains": "kanto-3", "iron": 3},
        "take s4 red trains, train kyushu 3 iron",
        ["  Ann pays 3 Iron.", "    Ann lays track in Kyushu, space 3: 2 VP."],
    ),
    "produce": (
        {"factories": "bento/1m/1g", "coal": 3},
        "take s1 red production, produce bento",
        ["  Ann burns 3 Coal: Bento makes 2 (store 3 of 4)."],
    ),
    "no-room": (
        {"factories": "lenses/2m/3g", "coal": 3},
        "take s1 red production, produce lenses",
        ["  Ann burns 3 Coal: Lenses makes 1 (store 4 of 4).", "    2 goods find no room."],
    ),
    "ship": (
        {"iron": 3},
        "take s3 red ships, ship paris iron",
        [
            "  Ann pays 3 Iron.",
            "    Ann’s Ship reaches Paris; the Expert joins the staff; Diplomacy is upgraded.",
        ],
    ),
    "ship-full": (
        {"iron": 3, "area": "black black black blue blue"},
        "take s3 red ships, ship paris iron",
        [
            "  Ann pays 3 Iron.",
            "    Ann’s Ship reaches Paris; no room for the Expert; Diplomacy is upgraded.",
        ],
    ),
    "train": (
        {"iron": 1, "money": 5},
        "take s4 red trains, train kanto 2 money",
        ["  Ann pays 5 Money and 1 Iron.", "    Ann lays track in Kanto, space 2: 3 Money."],
    ),
    "train-twice": (
        {"rnd": 4, "shown": "lenses-1b"},
        "take s2 red factory, build lenses-1, train kanto 3 free",
        ["    Ann lays track in Kanto, space 3: 2 VP, twice."],
    ),
    "market": (
        {"factories": "cotton/2g", "tiles": {"osaka": "d4 0"}},
        "take s5 red market, market osaka 4 2",
        ["  Ann sells 2 Cotton in Osaka: Influence 2."],
    ),
    "own-token": (
        {"factories": "cotton/2g", "tiles": {"osaka": "d4 0"}, "tokens": {"osaka 4": (0, 1)}},
        "take s5 red market, market osaka 4 2",
        ["  Ann sells 2 Cotton in Osaka: Influence 2 in place of the own 1."],
    ),
    "displaced": (
        {"factories": "lenses/2g", "tiles": {"osaka": "d6 3"}, "tokens": {"osaka 4": (1, 3)}},
        "take s5 red market, market osaka 4 2",
        ["  Ann sells 2 Lenses in Osaka: Influence 4, driving out Ben’s 3."],
    ),
    "reward": (
        {"factories": "lenses/2g", "tiles": {"osaka": "d6 3"}},
        "take s5 red market, market osaka 4 2, reward region",
        ["    Ann takes 3 Money from Kansai."],
    ),
    "invest": (
        {"factories": "cotton/1g", "finance": 6},
        "take s2 red contracts, invest, spend cotton",
        ["  Ann invests Cotton: Finance 6 → 8.", "    Bonus reached on the track: Finance pays Ann 3 Money."],
    ),
    "contract": (
        {"factories": "cotton/2g paper/1g", "finance": 4},
        "take s2 red contracts, invest, spend cotton, contract 4, spend cotton, spend paper",
        ["  Ann fulfils contract 4 with Cotton and Paper: Finance (blue).", "    Finance pays Ann 3 Money."],
    ),
    "silk": ({"silk": 1}, "silk", ["  Ann turns 1 Silk into 1 Money."]),
    "consolidation": (
        {
            "area": "blue blue white expert-paris",
            "ships": "paris",
            "money": 4,
            "coal": 3,
            "mining": 7,
            "finance": 6,
        },
        "consolidate, favor trains",
        [
            "  Favor level 1 on Trains.",
            "  4 Money and 3 Coal dropped.",
            "  Grey space: Finance pays Ann 3 Money.",
            "  Income: 4 Coal by Mining, 14 Money by Finance.",
            "  Salaries: 3 colours (blue, white and yellow) cost 9 Money; 8 Money left.",
        ],
    ),
    "consolidation-begins": (
        {"area": "blue blue white expert-paris", "ships": "paris"},
        "consolidate",
        ["Ann consolidates 3 Workers and 1 Expert."],
    ),
    "forgiven": (
        {"area": "black red grey blue white yellow", "finance": 3},
        "consolidate, favor rnd",
        [
            "  Favor level 3 on R&D.",
            "  12 Money and 2 Coal dropped.",
            "  Grey space: Energy pays Ann 2 Coal.",
            "  Grey space: Diplomacy pays Ann 2 VP.",
            "  Income: 2 Coal by Mining, 13 Money by Finance.",
            "  Salaries: 6 colours (black, red, grey, blue, white and yellow) cost 12 Money; 1 Money left.",
            "    6 Money of salary stay unpaid.",
        ],
    ),
    "queue": (
        {"hiring": {"s3": "red"}},
        "take s3 red mining, mine, stop",
        ["Row 1 of the queue moves to section 3."],
    ),
    "round": (
        {"hiring": {"s3": "red"}, "rows": ["", ""]},
        "take s3 red mining, mine, stop",
        ["Round 1 ends."],
    ),
    "scoring": (
        {
            "hiring": {"s3": "red"},
            "rows": ["", ""],
            "current_round": 2,
            "tokens": {"osaka 4": (0, 7), "nagoya 4": (0, 5), "osaka 3": (1, 7)},
        },
        "take s3 red mining, mine, stop",
        [
            "Round 2 ends. Period I is scored.",
            "  Kyushu: nobody but the Overseas companies.",
            "  Chugoku: nobody but the Overseas companies.",
            "  Kansai: Ann 12 → 10 VP, Ben 7 → 6 VP, Overseas 3.",
            "  Kanto: nobody but the Overseas companies.",
        ],
    ),
    "final-rounds": (
        {"hiring": {"s3": "red"}, "rows": ["", ""], "current_round": 5},
        "take s3 red mining, mine, stop",
        ["Round 5 ends.", "Final rounds: 3 more turns for everyone."],
    ),
    "offer-declined": (
        {"rnd": 6, "money": 8},
        "take s2 red factory, build clocks-3, ship paris free, skip",
        ["  Ann declines the offer."],
    ),
    "offer-taken": (
        {"rnd": 4, "finance": 5, "shown": "bento-1b"},
        "take s2 red factory, build bento-1, accept",
        ["  Ann pays Finance −2.", "    Mining 3 → 5."],
    ),
    "waiting-machine": (
        {"rnd": 2, "waiting": True},
        "take s2 red factory, build cotton-4",
        [
            "  Ann builds Cotton 4 (a) for 6 Money.",
            "    The waiting Machine is fitted to Cotton.",
            "    Cotton: R&D 2 → 4.",
            "      Bonus reached on the track: Finance 1 → 2.",
        ],
    ),
    "free-production": (
        {"rnd": 6, "shown": "bulbs-2b"},
        "take s2 red factory, build bulbs-2, machine bulbs",
        [
            "    Ann fits a Machine to Bulbs (1 of 2). Output 2.",
            "    Bulbs makes 2, free of Coal (store 2 of 4).",
        ],
    ),
    "goods": (
        {"rnd": 6, "factories": "cotton"},
        "take s2 red factory, build bulbs-1",
        [
            "  Ann builds Bulbs 1 (a) for 6 Money.",
            "    Cotton receives 1 good.",
            "    Bulbs receives 1 good.",
        ],
    ),
    "one-region": (
        {"factories": "lenses-3a", "iron": 3, "money": 0},
        "take s4 red trains, train kansai 3 iron",
        [
            "  Ann pays 3 Iron.",
            "    Ann lays track in Kansai, space 3: 2 VP.",
            "    Lenses: The track in Kansai brings Ann 3 Money.",
        ],
    ),
    "points": (
        {
            "rnd": 6,
            "shown": "bulbs-5b",
            "ships": " ".join(("new-york", "paris", "london", "berlin")),
            "options": {"late_factories": "on"},
        },
        "take s2 red factory, build bulbs-5",
        ["  Ann builds Bulbs 5 (b) for 6 Money.", "    Bulbs: Ann scores 2 VP."],
    ),
}


@pytest.mark.parametrize("name", LOG)
def test_log_line(name):
    has, moves, expected = LOG[name]
    assert log(named(table(**has)), moves) == expected


def test_draws_are_told():
    p = named(new(4))
    assert log(p, "first 2") == ["Chiyo is the first player."]
    assert log(p, "tile nagasaki d1, rotate nagasaki 1") == [
        "Nagasaki wants Bulbs on 4, Bento on 3, Clocks on 2 and Lenses on 1."
    ]
    while p.phase != "face":
        p.play(p.legal_moves[0])
    assert log(p, "face cotton-1 b") == ["On display: Cotton 1 (b). When built: 2 Money; R&D +1."]
    while p.phase != "hire":
        p.play(p.legal_moves[0])
    assert log(p, "hire s1 blue") == ["A blue Worker comes to section 1."]
    while p.phase != "queue":
        p.play(p.legal_moves[0])
    assert log(p, "queue 1 white") == ["A white Worker joins row 1 of the queue."]
    while p.phase != "token_a":
        p.play(p.legal_moves[0])
    assert log(p, "token-a a12, token-b b5") == [
        "Pair 1: 12 VP; the Old Factory; 1 stored Coal; 1 Iron; Finance +2."
    ]


def test_an_empty_bag_is_told():
    p = named(table(2, hiring={"s3": "red"}, rows=["", ""], lawful=False))
    p.state.bag[:] = 0
    p.state.bag[0] = 2
    play(p, "take s3 red mining, mine, stop")
    found = []
    while p.mover == "*":
        found = log(p, p.legal_moves[0].text)
    assert found[-2:] == [
        "The bag is empty: row 1 waits for 2 Workers.",
        "The bag is empty: row 2 waits for 3 Workers.",
    ]


def test_the_end_is_told_with_every_part_of_the_score():
    p = named(
        table(
            current_round=8,
            vp=20,
            factories="cotton/2m paper/2m bento/2g",
            favor={"machines": 2},
            money=9,
            coal=1,
        )
    )
    p.state.turns_left = 1
    lines = log(p, "consolidate")
    assert "  Ann’s objectives: Machines (level 2) 8 VP." in lines
    assert any(line.startswith("  Ann’s leftovers: 4 resources and goods, 12 Money: 3 VP") for line in lines)
    assert "  Ben has no Favor on any objective." in lines
    assert lines[-3:] == [
        "1. Ann: 31 VP (20 points, 8 Machines, 3 leftovers)",
        "2. Ben: 2 VP (2 leftovers)",
        "Ann wins with 31 VP.",
    ]
    assert GAME.prompt(p).question == "Ann wins with 31 VP."
    assert GAME.why_not(p, CODEC.action("silk")) == "the game is over"


def test_ties_are_told():
    p = named(table(current_round=8))
    p.state.turns_left = 1
    p.state.players[0].fulfilled[0] = 1
    log(p, "consolidate")
    assert wording.verdict(p) == "Ann wins the tie at 2 VP: by contracts, Factories, then Money."
    p = named(table(current_round=8))
    p.state.turns_left = 1
    log(p, "consolidate")
    assert wording.verdict(p) == "Ann and Ben share the victory with 2 VP."


@pytest.mark.parametrize(
    ("has", "moves", "question"),
    [
        ({}, "", "Hire a Worker for an action, or consolidate."),
        ({"area": "black black black blue blue white"}, "", "Your Workers area is full: consolidate."),
        ({}, "take s1 red rnd", "R&D: choose a step."),
        ({}, "take s1 red rnd, research", "R&D: choose a step (2 of 3), or end the action."),
        ({"area": "black black black"}, "consolidate", "On which objective do you place the Favor of level 1?"),
        ({"area": "white", "ships": "new-york"}, "consolidate", "Which track advances by a step (2 to come)?"),
        ({"factories": "cotton/2g"}, "take s2 red contracts, contract 3", "Which good do you spend on contract 3?"),
        ({"factories": "cotton/2g"}, "take s2 red contracts, invest", "Which good do you invest?"),
        ({"rnd": 6}, "take s2 red factory, build clocks-1", "Where do you build a Ship, free of charge?"),
        ({"rnd": 6, "shown": "clocks-1b"}, "take s2 red factory, build clocks-1", "Where do you build a Ship, a Machine or a Train, free of charge?"),
        ({"rnd": 6, "iron": 1}, "take s2 red factory, build clocks-2, ship paris free", "Clocks offers another Ship for 1 Iron: accept, or decline?"),
        ({"mining": 11}, "take s3 red mining, mine", "Which Department pays?"),
        ({"factories": "paper-3b", "coal": 4}, "consolidate", "Which 3 units of Coal and Money do you keep?"),
        ({"rnd": 6, "factories": "cotton paper bento"}, "take s2 red factory, build bulbs-1", "Which Factories receive a good (3 to come)?"),
        ({"factories": "cotton/1g", "tiles": {"osaka": "d4 0"}}, "take s5 red market, market osaka 4 1", "Points or the reward of Kansai?"),
    ],
)  # fmt: skip
def test_the_prompt_says_what_is_asked(has, moves, question):
    p = named(play(table(**has), moves))
    prompt = GAME.prompt(p)
    assert prompt.question == question
    assert prompt.waiting.startswith("Ann ")


@pytest.mark.parametrize(
    ("has", "moves", "text", "words"),
    [
        ({}, "", "take s3 grey mining", "Mining with a grey Worker"),
        ({"rnd": 2}, "take s2 red factory", "build cotton-3", "Cotton 3 (a): First activation of R&D: R&D +1"),
        ({"iron": 1}, "take s3 red ships", "ship paris money", "Ship to Paris for 5 Money and 1 Iron"),
        ({"iron": 3}, "take s4 red trains", "train kanto 3 iron", "Train in Kanto, space 3, for 3 Iron: 2 VP"),
        ({"factories": "lenses/2g", "tiles": {"osaka": "d6 3"}}, "take s5 red market", "market osaka 4 2", "2 Lenses in Osaka 4: Influence 4"),
        ({"area": "black black black"}, "consolidate", "favor mining", "Mining: 5 or 10 VP at 10 and 15, you are at 1"),
        ({"area": "black black black"}, "consolidate", "favor contracts", "Contracts: 1 to 10 VP by contracts, you have 0"),
        ({"mining": 11, "ships": "paris"}, "take s3 red mining, mine", "dept yellow", "Diplomacy: 4 VP"),
        ({"rnd": 4, "finance": 5, "shown": "bento-1b"}, "take s2 red factory, build bento-1", "accept", "Mining +2 for Finance −2"),
        ({}, "take s1 red rnd, research", "research", "R&D +1 for 2 Money"),
        ({"factories": "paper-3b", "coal": 4}, "consolidate", "keep 3 0", "Keep 3 Coal"),
        ({"factories": "paper-3b", "coal": 4}, "consolidate", "keep 2 1", "Keep 2 Coal and 1 Money"),
        ({"factories": "paper-3b", "coal": 4}, "consolidate", "keep 0 3", "Keep 3 Money"),
    ],
)  # fmt: skip
def test_a_move_in_words(has, moves, text, words):
    assert GAME.say(play(table(**has), moves), CODEC.action(text)) == words


def test_every_face_has_words_of_its_own():
    rules = table().rules
    words = [wording.face_words(rules, type_, face) for type_ in range(6) for face in range(10)]
    assert all(": " in text for text in words)
    assert wording.face_words(rules, 3, 3) == (
        "When built: a free Train, then, if you like, another Train for Finance −2 and 1 Iron"
    )
    assert wording.face_words(rules, 0, 8) == (
        "When built: Diplomacy as often as the level of the Favor on R&D exceeds 1"
    )
    assert len(set(words)) >= 52, (
        "different faces read differently, but for the few that have the same effect"
    )


@pytest.mark.parametrize("players", [2, 4])
def test_everything_can_be_said_at_any_point_of_a_game(players):
    """Prompts, all legal moves, logs, and reasons for random other moves: no gap, no unfilled place."""
    p, rng = named(new(players, late_factories="on")), new_rng(players)
    while not p.is_over:
        texts = [GAME.prompt(p).question, GAME.prompt(p).waiting]
        legal = [move.id for move in p.legal_moves]
        texts += [GAME.say(p, action) for action in legal]
        for _ in range(5):
            other = below(rng, CODEC.size)
            texts.append(GAME.say(p, other))
            if other not in legal:
                texts.append(GAME.why_not(p, other))
        move, before = p.random_move(rng), p.copy()
        p.play(move)
        texts += [line.text for line in GAME.log_lines(before, move.id, p)]
        for text in texts:
            assert text
            assert not re.search(r"[{}]|None|\bnan\b|IntEnum", text), text
        if len(p) % 40 == 0:
            described = GAME.describe(p)
            assert all(name in described for name in p.seats)


def test_the_log_tells_every_change_of_a_purse():
    """Whatever a step changes of Money, Silk, Iron or points of the mover, a line of it names."""
    p, rng = named(new(2)), new_rng(21)
    names = {"money": "Money", "silk": "Silk", "iron": "Iron", "vp": "VP"}
    while not p.is_over:
        seat, before, move = p.mover, p.copy(), p.random_move(rng)
        p.play(move)
        if seat == "*" or p.is_over:
            continue
        text = " ".join(line.text for line in GAME.log_lines(before, move.id, p))
        for field, word in names.items():
            if before.state.players[seat][field] != p.state.players[seat][field]:
                assert word in text, (move.text, text)


def test_names_are_complete():
    assert len(wording.ACTION_NAMES) == 9
    assert len(wording.DEPARTMENT_NAMES) == len(wording.WORKER_NAMES) == len(COLOURS)
    assert len(wording.LINE_NAMES) == len(LINES)
    kinds = {int(kind) for kind in wording._TELL}
    assert {int(Task.GAIN), int(Task.TRAIN), int(Task.INCOME), int(Task.END_TURN)} <= kinds
    assert set(wording._SAY) == {verb.name for verb in CODEC.verbs} == set(wording._TELL_MOVE)
    assert set(GAME.breakdown) == set(wording.PART_NAMES)


def test_no_sentence_is_glued_from_pieces():
    """Every text that is shown passes through gettext as one literal."""
    source = Path(wording.__file__).read_text()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "N_"):
            argument = node.args[0]
            if node.func.id == "N_":
                assert isinstance(argument, ast.Constant)
            assert not isinstance(argument, ast.JoinedStr | ast.BinOp), ast.dump(argument)[:80]


@pytest.mark.parametrize(
    ("has", "moves", "told"),
    [
        (
            {"mining": 5},
            "take s3 red mining",
            "This step costs 1 Money. It adds no Coal to the income. The next bonus is Transport (grey) on space 6.",
        ),
        (
            {"mining": 6},
            "take s3 red mining, mine",
            "This step costs 2 Money. It adds no Coal to the income. The next bonus is "
            "Influence token 3 freed on space 9.",
        ),
        ({"mining": 3}, "take s3 red mining", "This step costs 1 Money. It adds 1 Coal to the income."),
        ({"rnd": 13}, "take s1 red rnd", "This step costs 1 Money. You have"),
    ],
)
def test_the_prompt_of_a_step_tells_price_income_and_the_next_bonus(has, moves, told):
    detail = GAME.prompt(play(table(**has), moves)).detail
    assert detail.replace("**", "").startswith(told)
