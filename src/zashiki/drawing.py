"""Boards as pictures: the Jinja environment of everything drawn, and the picture a notebook shows of a position.

A game's folder `page/` holds its drawings and templates as data; this module finds them through the game's package,
so neither games nor core know a screen. The web table renders its pages with the same environment.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup, escape

from zashiki import games
from zashiki.core.i18n import _, ngettext
from zashiki.core.record import parse

if TYPE_CHECKING:
    from zashiki.core.position import Position

_TABLE = Path(__file__).resolve().parent / "table"

SEAT_COLOURS = ("ai", "shu", "matsu", "ume")
"""Dyes of the seats 0 to 3; each also has a crest (`mon`) of its own."""


@functools.lru_cache(maxsize=8192)
def amounts(text: str) -> Markup:
    """A sentence for HTML: escaped, its `**...**` marks as bold, its figures kept on one line."""
    shown = str(escape(text))
    shown = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", shown)
    return Markup(shown.replace(" × ", "\u00a0×\u00a0"))


def plain(text: str) -> str:
    """A sentence without its marks."""
    return text.replace("**", "")


def figure(number: float) -> str:
    """A number as it is set in print, with a real minus sign."""
    return str(number).replace("-", "−")


def signed(number: float) -> str:
    """A change as it is set in print: `+3`, `−4`, `0`."""
    return f"+{number}" if number > 0 else figure(number or 0)


def _page_source(name: str) -> tuple[str, str | None, Callable[[], bool] | None]:
    folder, _slash, rest = name.partition("/")
    game, _slash, path = rest.partition("/")
    if folder != "games" or game not in games.NAMES or not path or ".." in path.split("/"):
        raise jinja2.TemplateNotFound(name)
    found = resources.files(f"zashiki.games.{game}").joinpath("page", path)
    if not found.is_file():
        raise jinja2.TemplateNotFound(name)
    return found.read_text(encoding="utf-8"), str(found), lambda: True


@functools.cache
def environment() -> jinja2.Environment:
    """The environment of all templates: the table's own, and each game's page folder as `games/<name>/...`.

    Text is escaped everywhere. Filters: `amounts`, `plain`, `figure`, `signed`.
    """
    env = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.FunctionLoader(_page_source), jinja2.FileSystemLoader(_TABLE / "templates")]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"],
    )
    env.install_gettext_callables(_, ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.filters.update(amounts=amounts, plain=plain, figure=figure, signed=signed)
    env.globals.update(seat_colours=SEAT_COLOURS)
    return env


@functools.cache
def _tokens(theme: str, game: str) -> dict[str, str]:
    """The colours of a theme: those of every table, and those a game adds in its `art.css`."""
    values: dict[str, str] = {}
    page = resources.files(f"zashiki.games.{game}").joinpath("page")
    for sheet in (_TABLE / "static" / "css" / "tokens.css", page.joinpath("art.css")):
        source = sheet.read_text(encoding="utf-8")
        for wanted in ("light", "dark") if theme == "dark" else ("light",):
            found = re.search(rf"/\* {wanted} \*/\s*[^{{]*\{{(.*?)\}}", source, re.DOTALL)
            values.update(re.findall(r"(--[\w-]+):\s*([^;]+);", found[1]) if found else [])
    return values


def _resolved(svg: str, tokens: dict[str, str]) -> str:
    """The picture with every `var(--name)` and `var(--name, default)` replaced by its colour."""

    def value(match: re.Match[str]) -> str:
        return tokens.get(match[1], (match[2] or "").lstrip(",").strip() or "none")

    for _depth in range(3):
        svg, count = re.subn(r"var\((--[\w-]+)(,[^()]*)?\)", value, svg)
        if not count:
            break
    return svg


def board_svg(position: Position, seat: int | None = None, *, theme: str = "light") -> str:
    """A position as one self-contained SVG picture, as a notebook or a document shows it.

    Args:
        position: what is drawn.
        seat: whose city is drawn large; by default the mover's, or the first.
        theme: `light` or `dark`.

    Returns:
        The text of an `<svg>` element that needs no style sheet, font or script.
    """
    if seat is None:
        seat = position.mover if isinstance(position.mover, int) else 0
    return _resolved(_drawn_board(position, seat), _tokens(theme, position.game.name))


def _drawn_board(position: Position, seat: int) -> str:
    view = position.game.view(position, seat)
    return (
        environment()
        .get_template(f"games/{position.game.name}/board.svg.jinja")
        .render(view=view, seat=seat, names=position.seats, title=position.game.title)
    )


def symbol_pictures(game: str, theme: str = "light") -> dict[str, str]:
    """Every drawing of a game's `page/symbols.svg.jinja` by its id, each as a self-contained SVG picture."""
    sheet = environment().get_template(f"games/{game}/symbols.svg.jinja").render()
    style = environment().get_template(f"games/{game}/art.css").render()
    shades = "".join(
        re.findall(r"<(?:linear|radial)Gradient.*?</(?:linear|radial)Gradient>", sheet, re.DOTALL)
    )
    pictures: dict[str, str] = {}
    symbol = re.compile(r'<symbol id="([\w-]+)"[^>]*?viewBox="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
    for name, box, drawn in symbol.findall(sheet):
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><style>{style}</style><defs>{shades}</defs>'
            f'<g class="tile-art">{drawn}</g></svg>'
        )
        pictures[name] = _resolved(picture, _tokens(theme, game))
    return pictures


# -- the pictures of the rules texts


def _with_marks(svg: str, marks: list[list[float]]) -> str:
    """The picture with the numbers 1, 2, ... at places of it."""
    drawn = "".join(
        f'<circle cx="{x}" cy="{y}" r="11" fill="var(--shu)" stroke="var(--paper)" stroke-width="2"/>'
        f'<text x="{x}" y="{y + 4.5}" font-size="13" font-weight="700" text-anchor="middle" fill="var(--paper)">{n}</text>'
        for n, (x, y) in enumerate(marks, 1)
    )
    return svg.removesuffix("\n").removesuffix("</svg>") + drawn + "</svg>\n"


def _without_unused(svg: str) -> str:
    """The picture without the symbols and shades it does not use."""
    part = re.compile(
        r'<(symbol|linearGradient|radialGradient|pattern|clipPath) id="([\w-]+)".*?</\1>', re.DOTALL
    )
    parts = {found[2]: found[0] for found in part.finditer(svg)}
    used, waiting = set[str](), [part.sub("", svg)]
    while waiting:
        for name in re.findall(r'(?:href="#|url\(#)([\w-]+)', waiting.pop()):
            if name in parts and name not in used:
                used.add(name)
                waiting.append(parts[name])
    return part.sub(lambda found: found[0] if found[2] in used else "", svg)


def rules_pictures(game: str) -> dict[str, str]:
    """The pictures of a game's rules text, in light and dark: file name in its `page/rules/` to SVG.

    `pictures.toml` there says of each picture after how many steps of `record.json` the board is shown, whose board is
    the large one, and where the numbers stand that the text explains.
    """
    folder = resources.files(f"zashiki.games.{game}").joinpath("page", "rules")
    record = parse(folder.joinpath("record.json").read_text("utf-8"))
    position = record.replay()
    made: dict[str, str] = {}
    for name, picture in tomllib.loads(folder.joinpath("pictures.toml").read_text("utf-8")).items():
        at = position.at(picture["steps"])
        for theme, ending in (("light", ""), ("dark", "-dark")):
            svg = _drawn_board(at, picture["seat"])
            svg = _resolved(_with_marks(svg, picture["marks"]), _tokens(theme, game))
            made[f"{name}{ending}.svg"] = re.sub(r"\n\s*", "\n", _without_unused(svg))
    return made
