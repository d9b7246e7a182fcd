"""Builds the pages that come from the games themselves: their rules, and pictures of their pieces."""

from __future__ import annotations

from importlib import resources
from typing import Any

from mkdocs.structure.files import File, Files

from zashiki import drawing
from zashiki.games import NAMES


def on_files(files: Files, config: Any) -> Files:
    for name in NAMES:
        folder = resources.files(f"zashiki.games.{name}")
        rules = folder.joinpath("rules.md").read_text("utf-8")
        files.append(File.generated(config, f"rules/{name}.md", content=rules))
        for piece, svg in drawing.symbol_pictures(name).items():
            files.append(File.generated(config, f"rules/{name}/{piece}.svg", content=svg))
    return files
