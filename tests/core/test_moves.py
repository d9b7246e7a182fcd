"""Action ids, texts and named fields are three forms of one move."""

from __future__ import annotations

import pytest

from zashiki.core.errors import InvalidMoveError
from zashiki.core.moves import Codec, Move, Verb

CODEC = Codec(
    [
        Verb("roll", {"square": ["1A", "2A", "3A"]}),
        Verb("build", {"type": ["koba", "mise"], "square": ["1A", "2A", "3A"]}),
        Verb("build", {"special": ["residence"]}),
        Verb("pay", {"rice": [str(i) for i in range(3)], "yen": [str(i) for i in range(4)]}),
        Verb("pass", {}),
    ]
)


def test_ids_are_consecutive_and_round_trip() -> None:
    assert CODEC.size == 3 + 6 + 1 + 12 + 1
    texts = [CODEC.text(i) for i in range(CODEC.size)]
    assert len(set(texts)) == CODEC.size
    assert [CODEC.action(text) for text in texts] == list(range(CODEC.size))


def test_the_last_argument_runs_fastest() -> None:
    assert CODEC.text(3) == "build koba 1A"
    assert CODEC.text(4) == "build koba 2A"
    assert CODEC.start("pay") == 10
    assert CODEC.text(CODEC.start("pay") + 5) == "pay 1 1"


def test_fields_are_named() -> None:
    assert CODEC.fields(7) == {"verb": "build", "type": "mise", "square": "2A"}
    assert CODEC.fields(9) == {"verb": "build", "special": "residence"}
    assert CODEC.fields(22) == {"verb": "pass"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jump 1A", "no verb 'jump'"),
        ("", "no verb ''"),
        ("roll", "the form is 'roll <square>'"),
        ("roll 1A 2A", "the form is 'roll <square>'"),
        ("roll 9Z", "no square '9Z'"),
        ("roll  1A", "the form is"),
        (" pass", "no verb ''"),
        ("pass ", "the form is 'pass'"),
        ("build koba", "no special 'koba' (residence"),
        ("build koba", "the forms are 'build <type> <square>' or 'build <special>'"),
        ("pay 3 0", "no rice '3'"),
        ("roll \x1b[31m", "no square '"),
    ],
)
def test_an_unreadable_text_is_named_with_its_fault(text: str, message: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        CODEC.action(text)
    assert message in str(caught.value)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize("action", [-1, 23, 10**9])
def test_ids_out_of_range_are_refused(action: int) -> None:
    with pytest.raises(InvalidMoveError, match="not an action id"):
        CODEC.text(action)


def test_a_move_shows_its_text() -> None:
    move = CODEC.move(3)
    assert str(move) == "build koba 1A"
    assert repr(move) == "Move('build koba 1A')"
    assert move == Move(3, "build koba 1A")
