"""Why the table refuses a request: a status, a code for programs, a sentence for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zashiki.core.errors import (
    EditionError,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    RecordError,
    UnknownGameError,
    ZashikiError,
)


class Refused(Exception):
    """A request that is refused; nothing has been changed.

    Attributes:
        status: HTTP status.
        code: a word for programs (`stale`, `illegal`, `not-yours`, ...).
        message: a sentence for people.
        legal: texts of the moves that are legal instead, where that helps.
        field: the field of a form the sentence is about, or empty.
    """

    def __init__(
        self, status: int, code: str, message: str, legal: Sequence[str] | None = None, field: str = ""
    ) -> None:
        self.status, self.code, self.message, self.field = status, code, message, field
        self.legal = None if legal is None else list(legal)
        super().__init__(message)

    def plain(self) -> dict[str, Any]:
        """What the JSON of the answer says."""
        body: dict[str, Any] = {"status": self.status, "code": self.code, "message": self.message}
        if self.legal is not None:
            body["legal"] = self.legal
        return {"error": body}


_CODES: tuple[tuple[type[ZashikiError], int, str], ...] = (
    (IllegalMoveError, 422, "illegal"),
    (InvalidMoveError, 422, "invalid"),
    (UnknownGameError, 404, "unknown-game"),
    (OptionError, 422, "option"),
    (EditionError, 422, "edition"),
    (RecordError, 422, "record"),
)


def refusal_of(error: ZashikiError) -> Refused:
    """An error of the library as the table's answer."""
    legal = error.legal if isinstance(error, IllegalMoveError) else None
    for kind, status, code in _CODES:
        if isinstance(error, kind):
            return Refused(status, code, str(error), legal)
    return Refused(422, "refused", str(error))
