"""Commands are tested at one width, whatever the terminal of whoever runs the tests."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also commands run as processes of their own take their width from here."""
    monkeypatch.setenv("COLUMNS", "120")
