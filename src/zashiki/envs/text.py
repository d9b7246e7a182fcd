"""Playing by text: what a language model is told, how its answer is read, and a player made of both.

`position.describe()` is what it is told. Its answer may be the number of a move or its text, alone, behind `move:`, as
JSON, or on the last line of a train of thought.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from zashiki.bots import Bot
from zashiki.core.contract import Game
from zashiki.core.errors import IllegalMoveError, InvalidMoveError
from zashiki.core.moves import Move
from zashiki.core.position import Position

INSTRUCTION = "Answer with the number or the text of one move, on a line of its own: move: <number or text>"

TRIES = 3
"""How often an answer that cannot be used is sent back."""

_MARKED = re.compile(r""".*\b(?:move|answer|action)\b["'*]*\s*[:=]\s*(.+)""", re.IGNORECASE)
_OBJECT = re.compile(r"\{[^{}]*\}")
_KEYS = ("move", "answer", "action")
_NUMBER = re.compile(r"#?(\d{1,9})[.):,]?(?:\s(.*))?")
_TRIMMED = " \t\"'`*_{}[](),.;!"


def read_answer(position: Position, answer: str) -> Move:
    r"""The legal move that an answer means.

    Args:
        position: the position it is an answer to.
        answer: a number of `position.describe()`, a move's text, or a text that ends with one.

    Raises:
        InvalidMoveError: it cannot be read; the message says what would be right.
        IllegalMoveError: it is a move, but not a legal one now.

    >>> import zashiki
    >>> position = zashiki.new("toshi", players=1, seed=7).play("start 3C").play("start 5A").play("roll 4D")
    >>> read_answer(position, "The square is free, and houses are cheap.\n**Move: 1**")
    Move('build nagaya 4D')
    >>> read_answer(position, '{"why": "saving up", "move": "pass"}')
    Move('pass')
    """
    said = _said(answer)
    moves = position.legal_moves
    for move in moves:
        if said.casefold() == move.text.casefold() or said.casefold().startswith(f"{move.text.casefold()}:"):
            return move
    number = _NUMBER.fullmatch(said)
    if number is None:
        return position.find(said)
    place = int(number[1])
    if not 1 <= place <= len(moves):
        raise InvalidMoveError(f"there is no move number {place}: they run from 1 to {len(moves)}")
    chosen, text = moves[place - 1], (number[2] or "").casefold()
    if any(text == move.text.casefold() for move in moves if move != chosen):
        raise InvalidMoveError(f"move number {place} is {chosen.text!r}, not {number[2]!r}: which is meant?")
    return chosen


def _said(answer: str) -> str:
    """The part of an answer that names the move."""
    if not isinstance(answer, str):
        raise InvalidMoveError(f"the answer is no text but {answer!r}")
    lines = [line.strip() for line in answer.strip().strip("`").splitlines() if line.strip(_TRIMMED)]
    if not lines:
        raise InvalidMoveError("the answer is empty: it takes the number or the text of a move")
    if (named := _in_json(answer)) is not None:
        return " ".join(named.strip(_TRIMMED).split())
    marked = [found[1] for line in lines if (found := _MARKED.search(line))]
    return " ".join((marked or lines)[-1].strip(_TRIMMED).split())


def _in_json(answer: str) -> str | None:
    """What the last JSON object in an answer names as the move; None if there is none that does."""
    for text in reversed(_OBJECT.findall(answer)):
        try:
            values = json.loads(text)
        except ValueError:
            continue
        for key in _KEYS:
            if isinstance(value := values.get(key), str | int):
                return str(value)
    return None


class TextPlayer(Bot):
    """A player that is told the position as text and answers with text.

    Args:
        game: the game it plays.
        ask: gives the answer to a question, for instance by calling a language model.
        tries: how often an unusable answer is sent back with what is wrong about it.
    """

    def __init__(self, game: Game, ask: Callable[[str], str], tries: int = TRIES) -> None:
        super().__init__("text", game)
        self._ask = ask
        self._tries = tries

    def choose(self, position: Position) -> Move:
        """The move it answers with.

        Raises:
            InvalidMoveError, IllegalMoveError: the last of its answers was no legal move.
        """
        question = f"{position.describe()}\n\n{INSTRUCTION}"
        told = question
        for left in reversed(range(self._tries)):
            try:
                return read_answer(position, self._ask(told))
            except (InvalidMoveError, IllegalMoveError) as error:
                if not left:
                    raise
                told = f"{question}\n\nYour last answer cannot be used: {error}"
        raise ValueError(f"a player needs at least one try, not {self._tries}")
