"""How long a person waits at a web table, on loopback: opening a long game, each move, and with many bots at once.

    python benchmarks/table_latency.py [--game toshi] [--steps 200] [--tables 50] [--seconds 30]

Prints milliseconds (median, 95th percentile, longest) beside what they must stay under. Each is the time from the
request to the whole answer, the HTML the page puts in; drawing it in a browser comes on top.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent))
from table_server import HEAD, Holder, Server, a_move, make_table, percentile, summary

OPENING = MOVE = 0.150
CROWDED = 0.500
LONG = {"turn_cap": 400, "specials": "on"}


class Report:
    """The figures so far, and whether they hold."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        print(HEAD + "   must be")

    def add(self, name: str, seconds: list[float], limit: float | None) -> None:
        """Print one row; the 95th percentile is what must stay under the limit."""
        if not seconds:
            return
        must = f"   {1000 * limit:5.0f}" if limit else ""
        print(summary(name, seconds) + must, flush=True)
        if limit and percentile(seconds, 0.95) > limit:
            self.failed.append(name)


def timed(http: httpx.Client, method: str, url: str, **how: Any) -> tuple[float, httpx.Response]:
    """Seconds until the whole answer is there, and the answer."""
    begun = time.perf_counter()
    answer = http.request(method, url, **how)
    seconds = time.perf_counter() - begun
    answer.raise_for_status()
    return seconds, answer


def long_game(
    server: Server, game: str, steps: int, chance: random.Random, options: dict[str, Any]
) -> Holder:
    """A running game of at least so many steps by people at one screen."""
    for _attempt in range(50):
        host = make_table(
            server.url, [{"name": f"P{i}"} for i in range(4)][: _seats(game)], game=game, options=options
        )
        page = host.page()
        while page["at"]["steps"] < steps and page["table"]["status"] == "running":
            page = host.confirm(page["table"]["version"], [a_move(page, chance)]).json()
        if page["table"]["status"] == "running":
            return host
    raise RuntimeError(f"no random game of {game} lasted {steps} steps")


def _seats(game: str) -> int:
    from zashiki.games import get

    return get(game).players[-1]


def opening(report: Report, server: Server, host: Holder) -> None:
    """The whole page of a long game: first after a restart, then again and again, and looking back."""
    cold = []
    for _start in range(3):
        server.stop()
        server.start()
        with httpx.Client(base_url=server.url, timeout=60) as http:
            timed(http, "GET", "/about")
            cold.append(timed(http, "GET", host.path)[0])
    report.add("open it, first time after a start", cold, OPENING)
    host.http = httpx.Client(base_url=server.url, timeout=60)
    report.add("open it (whole page)", [timed(host.http, "GET", host.path)[0] for _ in range(60)], OPENING)
    steps = host.page()["at"]["steps"]
    back = [
        timed(host.http, "GET", f"{host.path}/body", params={"at": steps * i // 60})[0] for i in range(60)
    ]
    report.add("look back to a step (body)", back, OPENING)
    data = [timed(host.http, "GET", host.api, headers=host.headers)[0] for _ in range(60)]
    report.add("its page data (JSON)", data, OPENING)


def moving(report: Report, server: Server, game: str, chance: random.Random, options: dict[str, Any]) -> None:
    """Every step of whole games: composed, confirmed, thrown; what another page waits for."""
    drafts, confirms, rolls, told = [], [], [], []
    for _game in range(2):
        host = make_table(server.url, [{"name": "Ann"}, {"name": "Ben"}], game=game, options=options)
        ear = Ear(server, host)
        page = host.page()
        while page["table"]["status"] == "running":
            version, move = page["table"]["version"], a_move(page, chance)
            headers = {**host.headers, "Accept": "text/html"}
            if page["mover"] != "*":
                body = {"version": version, "move": move}
                drafts.append(timed(host.http, "POST", f"{host.api}/draft", json=body, headers=headers)[0])
            begun = time.perf_counter()
            body = {"version": version, "id": f"{random.getrandbits(64):016x}", "moves": [move]}
            seconds, _answer = timed(host.http, "POST", f"{host.api}/moves", json=body, headers=headers)
            (rolls if page["mover"] == "*" else confirms).append(seconds)
            heard = ear.wait_for(version + 1)
            if heard is not None:
                seconds, _answer = timed(host.http, "GET", f"{host.path}/body")
                told.append(heard - begun + seconds)
            page = host.page()
        ear.close()
    report.add("compose a step (draft, new body back)", drafts, MOVE)
    report.add("confirm a move (new body back)", confirms, MOVE)
    report.add("roll the dice (new body back)", rolls, MOVE)
    report.add("another page: told of the move and new body there", told, MOVE)


class Ear(threading.Thread):
    """Another page at a table: hears of new versions."""

    def __init__(self, server: Server, host: Holder) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=server.url, timeout=None)
        self._host, self._news = host, threading.Condition()
        self._heard: dict[int, float] = {}
        self._closed = False
        self.start()

    def run(self) -> None:
        try:
            with self._http.stream(
                "GET", f"{self._host.api}/events", params={"token": self._host.token}
            ) as lines:
                for line in lines.iter_lines():
                    if line.startswith("data: {") and "version" in line:
                        with self._news:
                            self._heard[int(line.rsplit(" ", 1)[1].rstrip("}"))] = time.perf_counter()
                            self._news.notify_all()
        except (httpx.HTTPError, RuntimeError):
            if not self._closed:
                raise

    def wait_for(self, version: int) -> float | None:
        """When it heard of a version."""
        with self._news:
            self._news.wait_for(lambda: version in self._heard, timeout=5)
            return self._heard.get(version)

    def close(self) -> None:
        """Stop listening."""
        self._closed = True
        self._http.close()


def crowded(
    report: Report,
    server: Server,
    game: str,
    count: int,
    seconds: float,
    chance: random.Random,
    options: dict[str, Any],
) -> None:
    """Many tables of bots at once, and one person who opens pages and plays among them."""
    bot = {"kind": "bot", "bot": "greedy"}
    seats = min(_seats(game), 3)
    crowd = [make_table(server.url, [bot] * seats, game=game, options=options) for _ in range(count)]
    host = make_table(server.url, [{"name": "Ann"}, bot], game=game, options=options)
    steps = sum(h.page()["at"]["steps"] for h in crowd)
    begun = time.monotonic()
    opens, moves, watches = [], [], []
    while time.monotonic() - begun < seconds:
        page = host.page()
        if page["table"]["status"] == "over":
            host = make_table(server.url, [{"name": "Ann"}, bot], game=game, options=options)
            continue
        if page["moves"]:
            body = {
                "version": page["table"]["version"],
                "id": f"{random.getrandbits(64):016x}",
                "moves": [a_move(page, chance)],
            }
            headers = {**host.headers, "Accept": "text/html"}
            moves.append(timed(host.http, "POST", f"{host.api}/moves", json=body, headers=headers)[0])
        opens.append(timed(host.http, "GET", host.path)[0])
        watches.append(timed(host.http, "GET", chance.choice(crowd).path)[0])
        time.sleep(0.1)
    lasted = time.monotonic() - begun
    steps = sum(h.page()["at"]["steps"] for h in crowd) - steps
    report.add(f"{count} tables of bots: my move", moves, CROWDED)
    report.add(f"{count} tables of bots: open my table", opens, CROWDED)
    report.add(f"{count} tables of bots: open one of theirs", watches, CROWDED)
    print(f"  meanwhile the bots played {steps / lasted:.0f} steps per second")


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="toshi")
    parser.add_argument("--steps", type=int, default=200, help="length of the long game")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    chosen = parser.parse_args()
    options: dict[str, Any] = LONG if chosen.game == "toshi" else {}
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "load.sqlite3") as server:
        report = Report()
        try:
            host = long_game(server, chosen.game, chosen.steps, chance, options)
            opening(report, server, host)
            moving(report, server, chosen.game, chance, options)
            crowded(report, server, chosen.game, chosen.tables, chosen.seconds, chance, options)
        except httpx.HTTPError:
            print(server.errors(), file=sys.stderr)
            raise
    for name in report.failed:
        print("TOO SLOW", name)
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
