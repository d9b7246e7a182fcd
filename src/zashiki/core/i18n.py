"""Translation: every sentence a person reads passes through `_` or `ngettext`, with named placeholders.

The language is a property of the current context (a web request, a command), not of the process. Catalogues are
ordinary gettext ones below `zashiki/locale`; English needs none.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

LOCALE_FOLDER = Path(__file__).resolve().parents[1] / "locale"

_language: ContextVar[str] = ContextVar("language", default="en")


@functools.cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("zashiki", LOCALE_FOLDER, [language], fallback=True)


def _(message: str) -> str:
    """The message in the current language."""
    return _catalogue(_language.get()).gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The message in the current language, in the form that goes with the number n."""
    return _catalogue(_language.get()).ngettext(singular, plural, n)


@contextmanager
def language(code: str) -> Iterator[None]:
    """Speak the language of a code (`en`, `de`, `ja`) inside the block."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)
