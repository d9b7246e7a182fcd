"""A table server in a process of its own, and people who play on it: shared by the load and the crash script."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import httpx

START_SECONDS = 180.0


class Server:
    """A server process over a database, on a port of its own that stays the same over restarts.

    Args:
        database: path of its SQLite file.
        pace: seconds between two moves of its bots at one table.
        workers: threads that move bots.
    """

    def __init__(self, database: Path, pace: float = 0.5, workers: int = 2) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = database.with_suffix(".log")
        self._code = (
            "import sys; from zashiki.table import serve; "
            f"serve('127.0.0.1', {self.port}, {str(database)!r}, workers={workers}, pace={pace})"
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it and wait until it answers; the seconds that took."""
        begun = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-c", self._code],
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("ab"),
        )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended with status {self._process.returncode}")
            try:
                httpx.get(f"{self.url}/api/tables/none", timeout=START_SECONDS)
                return time.perf_counter() - begun
            except httpx.TransportError:
                time.sleep(0.02)
        raise RuntimeError("the server does not answer")

    def errors(self) -> str:
        """What the server wrote about errors of its own."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        first = next(
            (i for i, line in enumerate(lines) if " ERROR " in line or line.startswith("ERROR")), None
        )
        return "" if first is None else "\n".join(lines[first : first + 60])

    def kill(self) -> None:
        """Kill it as a power cut would, without a warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it in good order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(timeout=30)
        self._process = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Holder:
    """The holder of a link: asks for pages and posts moves as the page's script does."""

    def __init__(self, url: str, path: str, http: httpx.Client | None = None) -> None:
        self.http = http or httpx.Client(base_url=url, timeout=30)
        self.path = path
        self.table, self.token = path.split("/")[2:4]
        self.api = f"/api/tables/{self.table}"
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def page(self, at: int | None = None) -> dict[str, Any]:
        """The page data now, or after an earlier step."""
        answer = self.http.get(self.api, headers=self.headers, params={} if at is None else {"at": at})
        answer.raise_for_status()
        return answer.json()

    def post(self, what: str, body: dict[str, Any], html: bool = False) -> httpx.Response:
        """A post; with `html` the answer is the piece of the page."""
        accept = {"Accept": "text/html"} if html else {}
        return self.http.post(f"{self.api}/{what}", json=body, headers={**self.headers, **accept})

    def confirm(
        self, version: int, moves: list[str], post_id: str | None = None, html: bool = False
    ) -> httpx.Response:
        """Confirm moves."""
        return self.post(
            "moves", {"version": version, "id": post_id or uuid.uuid4().hex, "moves": moves}, html
        )


def make_table(url: str, seats: list[dict[str, Any]], **wishes: Any) -> Holder:
    """Make a table, as soon as its game is ready on this computer; its host."""
    end = time.monotonic() + START_SECONDS
    while True:
        answer = httpx.post(f"{url}/api/tables", json={"seats": seats, **wishes}, timeout=60)
        if not (_is_not_ready(answer) and time.monotonic() < end):
            break
        time.sleep(0.5)
    answer.raise_for_status()
    return Holder(url, answer.json()["url"])


def _is_not_ready(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and answer.json()["error"]["code"] == "not-ready"


def a_move(page: dict[str, Any], chance: random.Random) -> str:
    """Any of the moves a page offers."""
    return chance.choice(page["moves"])["text"]


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def summary(name: str, seconds: list[float]) -> str:
    """A line of figures in milliseconds."""
    figures = [1000 * x for x in (percentile(seconds, 0.5), percentile(seconds, 0.95), max(seconds))]
    return f"{name:<58} {len(seconds):>5}   {figures[0]:7.1f} {figures[1]:7.1f} {figures[2]:7.1f}"


HEAD = f"{'':<58} {'n':>5}   {'p50':>7} {'p95':>7} {'max':>7}  ms"
