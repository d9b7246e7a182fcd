"""Games that are still being compiled wait; the others are played."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from zashiki.games import all_games
from zashiki.table import warm


@pytest.fixture
def compiling(server: Any) -> Any:
    """Toshi, as if it were being compiled just now."""
    unready = server.app.state.services.tables.courses.unready
    unready.add("toshi")
    yield
    unready.discard("toshi")


def test_a_game_being_compiled_is_told_so(client: Any, form: Any, compiling: Any) -> None:
    answer = client.post("/api/tables", json={"game": "toshi", "seats": [{"name": "Ann"}]})
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "not-ready"
    assert "retry-after" in answer.headers
    page = form("/tables", {"game": "toshi", "players": "1"})
    assert page.status_code == 503
    assert "is being made ready" in page.text


def test_only_the_first_game_is_waited_for(monkeypatch: Any) -> None:
    games = all_games()
    made: list[str] = []
    monkeypatch.setattr(warm, "_is_ready", lambda game: False)
    monkeypatch.setattr(warm, "make_ready", lambda game: made.append(game.name))
    monkeypatch.setattr(warm, "load", lambda game: None)
    monkeypatch.setattr(warm.threading, "Thread", lambda **_: type("T", (), {"start": lambda self: None})())
    unready: set[str] = set()
    warm.WarmUp(unready).start()
    assert made == [games[0].name]
    assert unready == {game.name for game in games[1:]}


def test_what_failed_to_compile_ahead_is_not_closed_for_ever(monkeypatch: Any) -> None:
    monkeypatch.setattr(warm.sys, "executable", shutil.which("false"))
    unready = {game.name for game in all_games()}
    warm.WarmUp(unready)._follow(all_games())
    assert unready == set()


def test_a_server_that_stops_leaves_no_compiler_behind(monkeypatch: Any, tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 600\n")
    slow.chmod(0o755)
    monkeypatch.setattr(warm.sys, "executable", str(slow))
    games = all_games()
    warm_up = warm.WarmUp({game.name for game in games})
    following = threading.Thread(target=warm_up._follow, args=(games,), daemon=True)
    following.start()
    while warm_up._compiling is None:
        time.sleep(0.01)
    warm_up.stop()
    assert warm_up._compiling.poll() is not None
    following.join(timeout=20)
    assert not following.is_alive()


def test_a_server_that_has_stopped_starts_no_compiler(monkeypatch: Any) -> None:
    monkeypatch.setattr(warm.subprocess, "Popen", lambda *_, **__: pytest.fail("a process was started"))
    games = all_games()
    warm_up = warm.WarmUp({game.name for game in games})
    warm_up.stop()
    warm_up._follow(games)


def test_the_process_that_compiles_ahead_says_what_it_cannot(tmp_path: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "zashiki.table.warm", "chess"], capture_output=True, check=False
    )
    assert done.returncode != 0
    assert b"no game 'chess'" in done.stderr


SERVER = """
from types import SimpleNamespace
import socket, uvicorn
from zashiki.table import stoppable_server

async def app(scope, receive, send):
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
        print("started", flush=True)
    await send({"type": "lifespan.shutdown.complete"})

listener = socket.create_server(("127.0.0.1", 0))
hub = SimpleNamespace(close=lambda: None)
stoppable_server(uvicorn.Config(app, log_level="error"), hub, lambda: print("ended", flush=True)).run(sockets=[listener])
"""


def test_a_signal_to_stop_ends_the_compiler_too() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "started\n"
        time.sleep(0.5)
        server.terminate()
        assert server.stdout.read() == "ended\n"
