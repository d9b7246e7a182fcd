"""`serve` hands what was typed to the table's server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import zashiki.table
from zashiki.cli.app import app


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ("127.0.0.1", 8000, None, [])),
        (
            ["--host", "0.0.0.0", "--port", "8080", "--db", "tables.db", "-e", "a.toml", "-e", "b.toml"],
            ("0.0.0.0", 8080, "tables.db", [Path("a.toml"), Path("b.toml")]),
        ),
    ],
)
def test_host_port_database_and_editions_reach_the_server(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected: tuple[Any, ...]
) -> None:
    served: list[tuple[Any, ...]] = []

    def serve(host: str, port: int, db: str | None, editions: Any) -> None:
        served.append((host, port, db, list(editions)))

    monkeypatch.setattr(zashiki.table, "serve", serve)
    result = CliRunner().invoke(app, ["serve", *arguments])
    assert result.exit_code == 0, result.output
    assert served == [expected]


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_cannot_be_is_refused(port: str) -> None:
    result = CliRunner().invoke(app, ["serve", "--port", port])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
