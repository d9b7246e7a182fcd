"""How long a person waits while the strongest bots think at other tables of the same server, on loopback.

    python benchmarks/table_masters.py [--tables 4] [--bot master] [--seconds 60]

The tables of bots are of all games in turn; the person plays a game of each and asks for a hint now and then. Prints
milliseconds (median, 95th percentile, longest) beside what they must stay under, and how fast the bots moved.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent))
from table_latency import Report, timed
from table_server import Holder, Server, a_move, make_table

from zashiki.games import all_games

CLICK = 0.200
BETWEEN_CLICKS = 0.15
HINT_EVERY = 10


def click(host: Holder, chance: random.Random, waits: dict[str, list[float]]) -> None:
    """Compose and confirm one move, or throw the dice, and open the page."""
    page = host.page()
    version, move = page["table"]["version"], a_move(page, chance)
    headers = {**host.headers, "Accept": "text/html"}
    if page["mover"] != "*":
        body = {"version": version, "move": move}
        waits["compose a step"].append(
            timed(host.http, "POST", f"{host.api}/draft", json=body, headers=headers)[0]
        )
    post = {"version": version, "id": f"{random.getrandbits(64):016x}", "moves": [move]}
    waits["confirm a move, or roll"].append(
        timed(host.http, "POST", f"{host.api}/moves", json=post, headers=headers)[0]
    )
    waits["open the page"].append(timed(host.http, "GET", host.path)[0])


def hint(host: Holder, waits: dict[str, list[float]]) -> None:
    """Ask for a hint once; what counts is the first answer."""
    headers = {**host.headers, "Accept": "text/html"}
    if host.page()["table"]["status"] == "running":
        waits["first answer of a hint"].append(
            timed(host.http, "GET", f"{host.api}/advice", headers=headers)[0]
        )


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    games = [game.name for game in all_games()]
    chance = random.Random(7)
    waits: dict[str, list[float]] = {
        "compose a step": [],
        "confirm a move, or roll": [],
        "open the page": [],
        "first answer of a hint": [],
    }
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "masters.sqlite3") as server:
        bots = [{"kind": "bot", "bot": chosen.bot}] * 2
        tables = [
            make_table(server.url, bots, game=games[i % len(games)], players=2) for i in range(chosen.tables)
        ]
        people = [{"name": "Ann"}, {"name": "Ben"}]
        mine = {name: make_table(server.url, people, game=name, players=2) for name in games}
        before = [table.page()["at"]["steps"] for table in tables]
        begun, clicks = time.monotonic(), 0
        try:
            while time.monotonic() - begun < chosen.seconds:
                name = games[clicks % len(games)]
                if mine[name].page()["table"]["status"] == "over":
                    mine[name] = make_table(server.url, people, game=name, players=2)
                click(mine[name], chance, waits)
                if clicks % HINT_EVERY == HINT_EVERY - 1:
                    hint(mine[name], waits)
                clicks += 1
                time.sleep(BETWEEN_CLICKS)
            lasted = time.monotonic() - begun
            after = [table.page()["at"]["steps"] for table in tables]
        except httpx.HTTPError:
            print(server.errors(), file=sys.stderr)
            raise
    report = Report()
    for what, seconds in waits.items():
        report.add(what, seconds, None if what.startswith("first") else CLICK)
    done = [b - a for a, b in zip(before, after, strict=True)]
    print(f"  meanwhile {chosen.tables} tables of {chosen.bot} made {done} steps in {lasted:.0f} s")
    for name in report.failed:
        print("TOO SLOW", name)
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
