"""Every error a user of the library can meet. All derive from `ZashikiError`; each message is one readable sentence."""

from __future__ import annotations

from collections.abc import Sequence


class ZashikiError(Exception):
    """Base of all errors that are the caller's to mend; its text is fit to show to a person."""


class UnknownGameError(ZashikiError, LookupError):
    """No game of that name is in the catalogue."""


class UnknownBotError(ZashikiError, LookupError):
    """No bot of that name plays the game, or it cannot take that argument."""


class BudgetError(ZashikiError, ValueError):
    """A budget of a search that cannot be read, or is nothing or more than can be meant."""


class SettingsError(ZashikiError, ValueError):
    """A setting of a search that does not exist or is out of bounds."""


class SearchError(ZashikiError, ValueError):
    """There is nothing to search or to choose: the game is over, or chance is to move."""


class OptionError(ZashikiError, ValueError):
    """An option does not exist, or its value is not one of the allowed ones."""


class UnknownOptionError(OptionError, TypeError):
    """A keyword argument that is no option of the game."""


class EditionError(ZashikiError, ValueError):
    """An edition file cannot be read, or one of its values breaks a type, a bound or a rule of the game."""


class InvalidMoveError(ZashikiError, ValueError):
    """A text that cannot be read as a move of this game at all."""


class IllegalMoveError(ZashikiError, ValueError):
    """A readable move that is not legal now.

    Attributes:
        move: the text that was refused.
        reason: why, in words.
        legal: the texts of the moves that are legal instead.
    """

    def __init__(self, move: str, reason: str, legal: Sequence[str] = ()) -> None:
        self.move = move
        self.reason = reason
        self.legal = list(legal)
        super().__init__(f"{move}: {reason}")


class RecordError(ZashikiError, ValueError):
    """A record cannot be read, or does not replay.

    Attributes:
        entry: index into the record's log of the first wrong entry, or None if the fault lies elsewhere.
        legal: the texts of the moves that were legal at that entry.
    """

    def __init__(self, message: str, entry: int | None = None, legal: Sequence[str] = ()) -> None:
        self.entry = entry
        self.legal = list(legal)
        super().__init__(message)


class MissingExtraError(ZashikiError, ImportError):
    """A package that this part of Zashiki needs is not installed; the message names the extra that brings it."""


class ResultsError(ZashikiError, ValueError):
    """A file of match results cannot be read or written, or holds something else."""
