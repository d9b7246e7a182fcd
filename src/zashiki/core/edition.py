"""Editions: the printed numbers of a game, each with where it is known from.

An edition is a TOML file. A number is written plainly (`price = 6`) or with its provenance:

    price = { value = 6, source = "R", note = "building overview" }

Sources: R the rulebook states it, I it follows from the rulebook, P published elsewhere, A assumed, O the owner's
own file. A file may start with `extends = "standard"` and then hold only what differs.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from zashiki.core.errors import EditionError

Source = Literal["R", "I", "P", "A", "O"]

SOURCES: dict[str, str] = {
    "R": "stated by the rulebook",
    "I": "follows from the rulebook",
    "P": "published elsewhere",
    "A": "assumed: no source is known",
    "O": "from the owner's own file",
}

_OWN_KEYS = ("game", "name", "title", "extends")
_MAX_BYTES = 256 * 1024


@dataclass(frozen=True)
class Provenance:
    """Where a number is known from: a source letter and a remark."""

    source: Source
    note: str = ""

    @property
    def words(self) -> str:
        """The source in words, with the remark."""
        return SOURCES[self.source] + (f" ({self.note})" if self.note else "")


@dataclass(frozen=True)
class Edition:
    """The printed numbers of a game.

    Attributes:
        game: name of the game.
        name: name of the edition, as records carry it.
        title: what people read.
        values: the numbers, as the game's msgspec structure.
        plain: the same as nested dicts.
        provenance: by dotted path (`buildings.koba.price`).
        packaged: whether it came with the package (its name alone then identifies it).
    """

    game: str
    name: str
    title: str
    values: Any
    plain: Mapping[str, Any]
    provenance: Mapping[str, Provenance]
    packaged: bool

    @property
    def digest(self) -> str:
        """A short hash of all numbers: equal editions have equal digests."""
        return hashlib.sha256(msgspec.json.encode(self.plain, order="sorted")).hexdigest()[:16]

    def rows(self) -> Iterator[tuple[str, Any, Provenance]]:
        """Every number as (dotted path, value, provenance), in file order."""
        for path, value in _leaves(self.plain, self.provenance):
            yield path, value, self.provenance.get(path, Provenance("O"))

    def differences(self, other: Edition) -> list[tuple[str, Any, Any]]:
        """Where two editions differ: (dotted path, value here, value there)."""
        here = {path: value for path, value, _ in self.rows()}
        there = {path: value for path, value, _ in other.rows()}
        paths = list(dict.fromkeys([*here, *there]))
        return [(p, here.get(p), there.get(p)) for p in paths if here.get(p) != there.get(p)]


def load(
    game: str,
    package: str,
    names: tuple[str, ...],
    schema: type,
    source: str | Path | None = None,
    check: Callable[[Any], list[str]] = lambda values: [],
) -> Edition:
    """Load and validate an edition.

    Args:
        game: name of the game the edition must be for.
        package: import path of the game's folder; its editions are `edition.toml` (the first of names), and
            `edition-<name>.toml` for the others.
        names: the editions in the package, the standard one first.
        schema: the msgspec structure with types and bounds (`forbid_unknown_fields`).
        source: a name from names, or the path of a file; None for the standard edition.
        check: further constraints the game's rules imply: returns a sentence for each one broken.

    Raises:
        EditionError: says which file, which value, which bound.
    """
    if source is None:
        source = names[0]
    if not isinstance(source, str | os.PathLike):
        raise EditionError(
            f"{source!r} is no edition: give its name ({', '.join(names)}) or the path of a file"
        )
    packaged = str(source) in names
    if packaged:
        file = "edition.toml" if source == names[0] else f"edition-{source}.toml"
        label, text = f"edition {source}", resources.files(package).joinpath(file).read_text("utf-8")
    else:
        label, text = str(source), _read(source, names)
    raw = _parse(label, text)
    if raw.get("game", game) != game:
        raise EditionError(f"{label}: is for the game {raw['game']!r}, not {game!r}")
    for key in ("name", "title", "extends"):
        if not isinstance(raw.get(key, ""), str):
            raise EditionError(f"{label}: {key} must be a text")
    name = raw.get("name") or Path(str(source)).stem
    if not packaged and name in names:
        raise EditionError(f"{label}: the name {name!r} belongs to an edition of the package; choose another")
    body = {key: value for key, value in raw.items() if key not in _OWN_KEYS}
    plain, provenance = _split(label, body, "R" if packaged else "O")
    if "extends" in raw:
        base = raw["extends"]
        if base not in names:
            raise EditionError(f"{label}: extends {base!r}, which is not in the package ({', '.join(names)})")
        under = load(game, package, names, schema, base)
        provenance = {**under.provenance, **provenance}
        plain = _overlay(under.plain, plain)
    try:
        values = msgspec.convert(plain, schema)
    except msgspec.ValidationError as error:
        raise EditionError(f"{label}: {_readable(str(error))}") from None
    problems = check(values)
    if problems:
        raise EditionError(f"{label}: {'; '.join(problems)}")
    return Edition(game, name, raw.get("title", name), values, plain, provenance, packaged)


def _read(source: str | Path, names: tuple[str, ...]) -> str:
    try:
        with Path(source).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
        text = data.decode("utf-8")
    except FileNotFoundError:
        raise EditionError(
            f"no edition {str(source)!r}: neither in the package ({', '.join(names)}) nor a file"
        ) from None
    except UnicodeDecodeError:
        raise EditionError(f"{source}: cannot be read (not a text file)") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file name"
        raise EditionError(f"{source}: cannot be read ({reason})") from None
    if len(data) > _MAX_BYTES:
        raise EditionError(f"{source}: too large for an edition file (over {_MAX_BYTES} bytes)")
    return text


def _parse(label: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise EditionError(f"{label}: is not valid TOML: {error}") from None


def _split(
    label: str, body: dict[str, Any], default: Source, prefix: str = ""
) -> tuple[dict[str, Any], dict[str, Provenance]]:
    plain: dict[str, Any] = {}
    provenance: dict[str, Provenance] = {}
    for key, value in body.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict) and "value" in value:
            source, note = value.get("source", default), value.get("note", "")
            extra = set(value) - {"value", "source", "note"}
            if extra or source not in SOURCES or not isinstance(note, str):
                raise EditionError(
                    f"{label}: {path} takes value, source ({', '.join(SOURCES)}) and note, nothing else"
                )
            plain[key], provenance[path] = value["value"], Provenance(source, note)
        elif isinstance(value, dict):
            plain[key], below = _split(label, value, default, f"{path}.")
            provenance.update(below)
        else:
            plain[key], provenance[path] = value, Provenance(default)
    return plain, provenance


def _overlay(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(under)
    for key, value in over.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[key] = _overlay(old, value) if both else value  # type: ignore[arg-type]
    return merged


def _leaves(
    plain: Mapping[str, Any], provenance: Mapping[str, Provenance], prefix: str = ""
) -> Iterator[tuple[str, Any]]:
    for key, value in plain.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and path not in provenance:
            yield from _leaves(value, provenance, f"{path}.")
        else:
            yield path, value


def _readable(message: str) -> str:
    """`Expected `int` >= 0 - at `$.start.koku`` as `start.koku: expected int >= 0`."""
    message = message.replace("`", "")
    what, separator, where = message.partition(" - at $")
    what = what[:1].lower() + what[1:]
    return f"{where.lstrip('.')}: {what}" if separator and where.lstrip(".") else what
