"""Playing by text: every move of a description can be answered, in many ways, and wrong answers say why."""

from __future__ import annotations

import pytest

import zashiki
from zashiki.core.errors import IllegalMoveError, InvalidMoveError
from zashiki.core.rng import new_rng
from zashiki.envs.text import INSTRUCTION, TextPlayer, read_answer


def started() -> zashiki.Position:
    return zashiki.new("toshi", players=1, seed=7).play("start 3C").play("start 5A").play("roll 4D")


@pytest.mark.parametrize("name", zashiki.games.NAMES)
def test_a_description_numbers_all_moves_and_every_answer_comes_back(name: str) -> None:
    position, rng = zashiki.new(name, players=2, seed=1), new_rng(1)
    while not position.is_over:
        if isinstance(position.mover, int) and len(position) % 11 == 0:
            text = position.describe()
            assert text.startswith(str(position))
            for number, move in enumerate(position.legal_moves, 1):
                assert f"\n{number}. {move.text}: {position.game.say(position, move.id)}" in text
                for answer in (
                    str(number),
                    f"{number}.",
                    move.text,
                    f"move: {move.text}",
                    f"**Move: {number}**",
                ):
                    assert read_answer(position, answer) == move
        position.play(position.random_move(rng))
    assert position.describe() == str(position)


def test_chance_is_described_with_its_weights() -> None:
    text = zashiki.new("toshi", players=1).describe()
    assert "Chance is to move:" in text
    assert "\n36. start 6F (1)" in text


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("I would like 3 houses one day.\n\nmove: 9", "pass"),
        ("Move: build koba 4D.", "build koba 4D"),
        ('```json\n{"thought": "a move: none", "move": "build noka 4D"}\n```', "build noka 4D"),
        ('{"move": 2}', "build machiya 4D"),
        ('{"move": 2, "why": "better than move: 3"}', "build machiya 4D"),
        ('Thus:\n```json\n{\n  "move": "build koba 4D",\n  "why": "not answer: 1"\n}\n```', "build koba 4D"),
        ('{"move": 2} {"why": "it is cheap"}', "build machiya 4D"),
        ("{broken} move: 3", "build noka 4D"),
        ("1: build nagaya 4D", "build nagaya 4D"),
        ("1, because it is cheap", "build nagaya 4D"),
        ("#1", "build nagaya 4D"),
        ("2) build machiya 4D", "build machiya 4D"),
        ("BUILD  KOBA 4d", "build koba 4D"),
        ("pass: Build nothing", "pass"),
        ("First move: 1\nOn second thoughts\nmove: 3", "build noka 4D"),
        ("I build.\nbuild koba 4D", "build koba 4D"),
    ],
)
def test_answers_are_read_as_they_come(answer: str, move: str) -> None:
    assert read_answer(started(), answer).text == move


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ("", InvalidMoveError, "empty"),
        ("move: 10", InvalidMoveError, "no move number 10: they run from 1 to 9"),
        ("0", InvalidMoveError, "1 to 9"),
        ("1" * 5000, InvalidMoveError, "not a move"),
        ("1. build koba 4D", InvalidMoveError, "move number 1 is .build nagaya 4D., not .build koba 4D."),
        (None, InvalidMoveError, "no text"),
        ("I pass on this one, thanks", InvalidMoveError, "not a move"),
        ("build koba 1A", IllegalMoveError, "rolled square"),
    ],
)
def test_unusable_answers_say_why(answer: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_answer(started(), answer)


def test_a_player_asks_again_with_what_was_wrong() -> None:
    questions: list[str] = []
    answers = iter(["hm", "move: 99", "move: 9"])

    def ask(question: str) -> str:
        questions.append(question)
        return next(answers)

    position = started()
    assert TextPlayer(position.game, ask).choose(position).text == "pass"
    assert questions[0] == f"{position.describe()}\n\n{INSTRUCTION}"
    assert "no verb 'hm'" in questions[1]
    assert "no move number 99" in questions[2]


def test_a_player_gives_up_after_its_tries() -> None:
    position = started()
    with pytest.raises(InvalidMoveError):
        TextPlayer(position.game, lambda question: "?!", tries=2).choose(position)
