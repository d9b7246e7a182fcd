"""Builds the pages that come from the games themselves: their rules, and pictures of their pieces."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from mkdocs.structure.files import File, Files

from zashiki import drawing
from zashiki.core.contract import Game
from zashiki.games import NAMES, get


def on_files(files: Files, config: Any) -> Files:
    """Add `rules/<game>.md` and its pictures for every game of the catalogue."""
    for name in NAMES:
        pictures = drawing.symbol_pictures(name)
        rules = resources.files(f"zashiki.games.{name}").joinpath("rules.md").read_text("utf-8")
        # The games write `![Kōba](#t-koba)` for the drawing with that id.
        rules = re.sub(r"!\[([^\]]*)\]\(#([\w-]+)\)", rf"![\1]({name}/\2.svg){{ .tile }}", rules)
        files.append(File.generated(config, f"rules/{name}.md", content=rules))
        for piece, svg in pictures.items():
            files.append(File.generated(config, f"rules/{name}/{piece}.svg", content=svg))
        files.append(File.generated(config, f"rules/{name}-edition.md", content=edition_page(get(name))))
    return files


def edition_page(game: Game) -> str:
    """The numbers of a game's standard edition, each with where it is known from."""
    edition = game.load_edition()
    rows = [f"| `{path}` | {value} | {source.words} |" for path, value, source in edition.rows()]
    assumed = sum(source.source == "A" for _, _, source in edition.rows())
    note = (
        f"{assumed} of them are assumed, because no source is known: balanced values that satisfy everything the "
        "rulebook says. At the table they carry a mark. Whoever owns the game can enter the printed numbers in an "
        "[edition file](../records.md#editions)."
        if assumed
        else "None of them is assumed."
    )
    head = [f"# About this edition: {game.title}", "", f"The {len(rows)} numbers of the game. {note}", ""]
    return "\n".join([*head, "| number | value | known from |", "|---|---|---|", *rows, ""])
