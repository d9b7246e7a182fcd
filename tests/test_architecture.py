"""Imports point along the arrows of the architecture, and the pieces stay in their rooms."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import zashiki
from zashiki.core.kernel import PRESENTATION

PACKAGE = Path(zashiki.__file__).parent

MAY_IMPORT: dict[str, set[str]] = {
    "core": {"core"},
    "games": {"core", "games"},
    "search": {"core", "search"},
    "bots": {"core", "games", "search", "bots"},
    "arena": {"core", "games", "search", "bots", "arena"},
    "drawing": {"core", "games"},
    "rulebook": {"core"},
    "envs": {"core", "games", "search", "bots", "drawing", "envs"},
    "table": {"core", "games", "search", "bots", "drawing", "rulebook", "table"},
    "cli": {"core", "games", "search", "bots", "arena", "drawing", "rulebook", "envs", "table", "cli"},
}

LATE = {("core", "games"), ("core", "drawing")}
"""Looked up when called, never at import: the catalogue by name, and drawing in a notebook."""

FILES = sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0].removesuffix(".py")


def imports(tree: ast.AST, top_level: bool) -> set[str]:
    found: set[str] = set()
    nodes = tree.body if top_level else ast.walk(tree)  # type: ignore[attr-defined]
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("zashiki."):
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if alias.name.startswith("zashiki."))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    here = room(path)
    if here in {"__init__", "__main__"}:
        return
    tree = ast.parse(path.read_text())
    for top_level in (True, False):
        for module in imports(tree, top_level):
            there = module.split(".")[1]
            if not (PACKAGE / there).is_dir() and not (PACKAGE / f"{there}.py").exists():
                continue
            allowed = there in MAY_IMPORT[here] or (not top_level and (here, there) in LATE)
            assert allowed, f"{path.name}: {here} must not import {module}"


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) == "games"], ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_games_know_no_other_game_and_no_screen(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    if len(parts) < 3:
        return
    tree = ast.parse(path.read_text())
    for module in imports(tree, top_level=False):
        if module.startswith("zashiki.games."):
            assert module.split(".")[2] == parts[1], f"{parts[1]} must not import {module}"
    for node in ast.walk(tree):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            assert name.split(".")[0] not in {"litestar", "jinja2", "rich", "typer", "sqlalchemy"}


@pytest.mark.parametrize(
    "path", [p for p in FILES if room(p) == "games"], ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_nothing_compiled_depends_on_words_or_views(path: Path) -> None:
    """Compiled code is found by a hash that leaves those files out."""
    if path.name in PRESENTATION:
        return
    presentation = {name.removesuffix(".py") for name in PRESENTATION}
    for module in imports(ast.parse(path.read_text()), top_level=True):
        assert module.split(".")[-1] not in presentation, f"{path.name} imports {module} at import time"


def test_only_the_catalogue_lists_the_games() -> None:
    for path in FILES:
        parts = path.relative_to(PACKAGE).parts
        if parts[0] == "games":
            continue
        source = path.read_text()
        strings = {
            node.value
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        docs = {
            ast.get_docstring(node, clean=False)
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        }
        for name in zashiki.games.NAMES:
            assert name not in strings - docs, f"{path.name} names the game {name}"
