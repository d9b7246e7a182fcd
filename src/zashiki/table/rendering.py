"""Turning page data into HTML, and the files pages load: styles, scripts, fonts, pictures."""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import mimetypes
import re
import time
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup

import zashiki
from zashiki import drawing
from zashiki.core.contract import Game
from zashiki.core.edition import Edition
from zashiki.games import NAMES
from zashiki.rulebook import rules_markdown
from zashiki.table.filters import FILTERS

STATIC = Path(__file__).with_name("static")
LOOK_SECONDS = 3.0
_NOT_SERVED = {".jinja", ".py", ".pyc"}
_TYPES = {
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class StaticFile:
    """A file as it is served."""

    content: bytes
    media_type: str
    digest: str


class StaticFiles:
    """All files that are served as they are: those of the table, and `games/<name>/...` of each game's page folder.

    Addresses carry one hash of all files, so that browsers may keep them for ever and files may name each other by
    relative paths. Only what was found here is served: no path of a request ever reaches the file system.
    """

    def __init__(self) -> None:
        self._places = {path.relative_to(STATIC).as_posix(): path for path in _files_below(STATIC)}
        for name in NAMES:
            page = Path(str(resources.files(f"zashiki.games.{name}"))) / "page"
            self._places |= {
                f"games/{name}/{path.relative_to(page).as_posix()}": path for path in _files_below(page)
            }
        self._read = functools.lru_cache(maxsize=1024)(_read)
        self._digest, self._looked = "", -LOOK_SECONDS

    @property
    def digest(self) -> str:
        """Hash of all files; it changes when one of them changes, which is looked at every few seconds."""
        now = time.monotonic()
        if now > self._looked + LOOK_SECONDS:
            total = hashlib.sha256()
            for path in self._places:
                total.update(f"{path} {self._file(path).digest}\n".encode())
            self._digest, self._looked = total.hexdigest()[:12], now
        return self._digest

    def get(self, path: str) -> StaticFile | None:
        """The file of a path, if there is one."""
        return self._file(path) if path in self._places else None

    def url(self, path: str) -> str:
        """The address of a file.

        Raises:
            KeyError: there is no such file.
        """
        if path not in self._places:
            raise KeyError(f"no static file {path!r}")
        return f"/static/{self.digest}/{path}"

    def _file(self, path: str) -> StaticFile:
        place = self._places[path]
        return self._read(place, place.stat().st_mtime_ns)


def _files_below(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix not in _NOT_SERVED)


def _read(place: Path, _changed: int) -> StaticFile:
    content = place.read_bytes()
    kind = _TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "text/plain"
    return StaticFile(content, kind, hashlib.sha256(content).hexdigest())


@functools.cache
def static_files() -> StaticFiles:
    """The files of this installation."""
    return StaticFiles()


@functools.cache
def environment() -> jinja2.Environment:
    """The environment of the drawings, with what pages need besides: `static(path)`, `version`, the pages' filters."""
    env = drawing.environment()
    env.filters.update(FILTERS)
    env.globals.update(static=lambda path: static_files().url(path), version=zashiki.__version__)
    return env


def render(template: str, **context: Any) -> str:
    """A template filled with its context."""
    return environment().get_template(template).render(**context)


@dataclass(frozen=True)
class Section:
    """A heading of a rules text: the id to link to, its title, its level."""

    id: str
    title: str
    level: int


def rules_text(game: Game, edition: Edition) -> tuple[Markup, tuple[Section, ...]]:
    """A game's own short rules as HTML with the numbers of an edition, and the list of its headings.

    Every heading has an id; it may name it itself: `## Kura {#kura}`.
    """
    return _sectioned(rules_markdown(game, edition))


@functools.lru_cache(maxsize=32)
def _sectioned(source: str) -> tuple[Markup, tuple[Section, ...]]:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    sections = []
    for token, inside in itertools.pairwise(tokens):
        if token.type != "heading_open":
            continue
        title, wanted = re.fullmatch(r"(.*?)\s*(?:\{#([\w-]+)\})?", inside.content, re.DOTALL).groups()  # type: ignore[union-attr]
        if wanted:
            inside.content = title
            inside.children = parser.parseInline(title)[0].children
        slug = wanted or re.sub(r"[^\w]+", "-", title.lower()).strip("-")
        token.attrSet("id", slug)
        sections.append(Section(slug, title, int(token.tag[1])))
    # HTML inside the text, of our file or an owner's, is not passed on.
    return Markup(parser.renderer.render(tokens, parser.options, {})), tuple(sections)


@functools.cache
def credits_of_files() -> dict[str, Any]:
    """What the package carries of others: names, versions and licences."""
    place = STATIC / "vendor" / "versions.json"
    return json.loads(place.read_text("utf-8")) if place.is_file() else {}
