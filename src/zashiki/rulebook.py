"""The games' rules texts, filled with the numbers of the edition in use.

A game's `rules.md` is Markdown and a Jinja template at once: `{{ start.money }}` is the number `start.money` of the
edition. What else it can use: `assumed('faces', 'tracks.lower')`, whether a number at or below one of these paths is
assumed (without paths: any number at all); `mark(...)`, the sign for it; `packaged`, whether the edition came with the
package; whatever words the game gives in `Game.rulebook`; and the filters below. The table shows the text as its
panel and page, the site of the documentation as a page.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from importlib import resources
from typing import Any

import jinja2

from zashiki.core.contract import Game
from zashiki.core.edition import Edition

SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
TIMES = ("never", "once", "twice")


def words(n: int) -> str:
    """A number as it stands in a sentence: in words as far as twelve.

    >>> words(3), words(40)
    ('three', '40')
    """
    return SMALL[n] if 0 <= n < len(SMALL) else str(n)


def ordinal(n: int) -> str:
    """The place of a number.

    >>> ordinal(2), ordinal(13), ordinal(22)
    ('second', '13th', '22nd')
    """
    if 0 <= n < len(ORDINALS):
        return ORDINALS[n]
    ending = "th" if 10 < n % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def times(n: int) -> str:
    """How often something happens.

    >>> times(2), times(3)
    ('twice', 'three times')
    """
    return TIMES[n] if 0 <= n < len(TIMES) else f"{words(n)} times"


def counted(n: int, one: str, many: str = "") -> str:
    """A number of things, in figures.

    >>> counted(1, "good"), counted(2, "good"), counted(2, "city", "cities")
    ('1 good', '2 goods', '2 cities')
    """
    return f"{n} {one if n == 1 else many or one + 's'}"


def worded(n: int, one: str, many: str = "") -> str:
    """A number of things, in words.

    >>> worded(1, "turn"), worded(3, "turn")
    ('one turn', 'three turns')
    """
    return f"{words(n)} {one if n == 1 else many or one + 's'}"


def listed(parts: Iterable[object], last: str = "and") -> str:
    """A list in a sentence.

    >>> listed([2, 3, 4]), listed("ab", "or")
    ('2, 3 and 4', 'a or b')
    """
    *first, end = [str(part) for part in parts] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def series(parts: Iterable[object]) -> str:
    """A list of a table.

    >>> series([1, 2, 3])
    '1, 2, 3'
    """
    return ", ".join(str(part) for part in parts)


def capitalised(text: str) -> str:
    """A text that begins a sentence; unlike `capitalize`, the rest of it stays as it is.

    >>> capitalised("the Castle")
    'The Castle'
    """
    return text[:1].upper() + text[1:]


@functools.cache
def _environment() -> jinja2.Environment:
    env = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Headings name their id by `{#id}`, which would begin a comment.
        comment_start_string="{!",
        comment_end_string="!}",
        extensions=["jinja2.ext.do"],
    )
    env.filters.update(
        words=words,
        ordinal=ordinal,
        times=times,
        counted=counted,
        worded=worded,
        listed=listed,
        series=series,
        capitalised=capitalised,
    )
    return env


@functools.cache
def _template(game: Game) -> jinja2.Template:
    source = resources.files(f"zashiki.games.{game.name}").joinpath("rules.md").read_text("utf-8")
    return _environment().from_string(source)


def rules_markdown(game: Game, edition: Edition | None = None) -> str:
    """A game's own short rules as Markdown, with the numbers of an edition (by default the standard one).

    A heading may name its id: `## Kura {#kura}`. An image `![Kura](#t-kura)` is the game's drawing of that id.
    """
    edition = edition or game.load_edition()
    doubtful = [path for path, _value, known in edition.rows() if known.source == "A"]

    def assumed(*paths: str) -> bool:
        if not paths:
            return bool(doubtful)
        return any(path == found or found.startswith(f"{path}.") for path in paths for found in doubtful)

    def mark(*paths: str) -> str:
        return " ≈" if assumed(*paths) else ""

    numbers = {name: getattr(edition.values, name) for name in edition.values.__struct_fields__}
    given: dict[str, Any] = {"assumed": assumed, "mark": mark, "packaged": edition.packaged}
    return _template(game).render({**numbers, **game.rulebook(edition), **given})
