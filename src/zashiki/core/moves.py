"""Moves: small integers for kernels (action ids), lines of words for people and records (texts), named fields.

A game lists its verbs once, in a fixed order; ids follow from that order and never change within a rules version.
The order of ids is the order of `position.legal_moves`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zashiki.core.errors import InvalidMoveError


@dataclass(frozen=True, order=True)
class Move:
    """One legal step: its action id and its text. `str(move)` is the text."""

    id: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


@dataclass(frozen=True)
class Verb:
    """A verb with the words each argument may be, e.g. `Verb("roll", {"square": SQUARES})`.

    A verb with n arguments of sizes a, b, ... owns a·b·... consecutive ids, the last argument running fastest.
    A word with several forms can be listed as two `Verb`s of the same name and different arguments.
    """

    name: str
    arguments: dict[str, Sequence[str]]

    @property
    def size(self) -> int:
        total = 1
        for words in self.arguments.values():
            total *= len(words)
        return total


class Codec:
    """Translates action ids to texts and back.

    Args:
        verbs: all verbs of the game, in the order of their ids.

    Attributes:
        size: number of action ids; they run from 0 to size - 1.
    """

    def __init__(self, verbs: Sequence[Verb]) -> None:
        self.verbs = tuple(verbs)
        self.first: list[int] = []
        self.size = 0
        self._index: list[dict[str, dict[str, int]]] = []
        self._moves: dict[int, Move] = {}
        for verb in self.verbs:
            self.first.append(self.size)
            self.size += verb.size
            self._index.append({a: {w: i for i, w in enumerate(ws)} for a, ws in verb.arguments.items()})

    def fields(self, action: int) -> dict[str, str]:
        """The named parts of a move, `{"verb": "build", "type": "koba", "square": "4D"}`."""
        if not 0 <= action < self.size:
            raise InvalidMoveError(f"{action} is not an action id (0 to {self.size - 1})")
        which = self._verb_of(action)
        verb, rest = self.verbs[which], action - self.first[which]
        words: list[str] = []
        for choices in reversed(verb.arguments.values()):
            rest, place = divmod(rest, len(choices))
            words.append(choices[place])
        return {"verb": verb.name, **dict(zip(verb.arguments, reversed(words), strict=True))}

    def text(self, action: int) -> str:
        """The one spelling of an action id."""
        return " ".join(self.fields(action).values())

    def move(self, action: int) -> Move:
        """The `Move` of an action id."""
        action = int(action)
        if action not in self._moves:
            self._moves[action] = Move(action, self.text(action))
        return self._moves[action]

    def action(self, text: str) -> int:
        """The action id of a text.

        Raises:
            InvalidMoveError: the text is no move of this game; the message says which word is wrong.
        """
        words = text.split(" ")
        candidates = [i for i, verb in enumerate(self.verbs) if verb.name == words[0]]
        if not candidates:
            names = ", ".join(dict.fromkeys(verb.name for verb in self.verbs))
            raise InvalidMoveError(
                f"'{_short(text)}' is not a move: no verb '{_short(words[0])}' (verbs: {names})"
            )
        problem = ""
        for which in candidates:
            verb = self.verbs[which]
            if len(words) - 1 != len(verb.arguments):
                continue
            action = 0
            for word, (name, places) in zip(words[1:], self._index[which].items(), strict=True):
                if word not in places:
                    problem = f"no {name} '{_short(word)}' ({_some(places)})"
                    break
                action = action * len(places) + places[word]
            else:
                return self.first[which] + action
        if not problem or len(candidates) > 1:
            several = len(candidates) > 1
            forms = " or ".join(f"'{self._form(which)}'" for which in candidates)
            problem += f"{'; ' if problem else ''}the {'forms are' if several else 'form is'} {forms}"
        raise InvalidMoveError(f"'{_short(text)}' is not a move: {problem}")

    def _form(self, which: int) -> str:
        verb = self.verbs[which]
        return " ".join([verb.name, *(f"<{name}>" for name in verb.arguments)])

    def start(self, verb: str) -> int:
        """The first id of a verb; kernels build ids from it."""
        for first, entry in zip(self.first, self.verbs, strict=True):
            if entry.name == verb:
                return first
        raise KeyError(verb)

    def _verb_of(self, action: int) -> int:
        low, high = 0, len(self.first)
        while high - low > 1:
            middle = (low + high) // 2
            if self.first[middle] <= action:
                low = middle
            else:
                high = middle
        return low


def _some(words: Iterable[str], limit: int = 12) -> str:
    shown = list(words)
    return ", ".join(shown if len(shown) <= limit else [*shown[: limit - 1], "...", shown[-1]])


def _short(text: str, limit: int = 60) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text[:limit])
    return shown + ("..." if len(text) > limit else "")
