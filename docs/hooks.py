"""Builds the pages that come from the games themselves: their rules, and pictures of their pieces."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from mkdocs.structure.files import File, Files

from zashiki import drawing
from zashiki.games import NAMES


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
    return files
