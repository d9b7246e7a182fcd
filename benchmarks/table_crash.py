"""Kill a table server with SIGKILL at random moments of play, and check that nothing confirmed is lost.

    python benchmarks/table_crash.py [--kills 50] [--seed 1]

People and bots play at several tables. A person notes a move as confirmed when the server has answered; when the
server dies under a post, the same post is sent again to the next server, as the page's script does. At the end every
log must hold exactly the confirmed moves of each person, once and in order, every record must replay, every bot must
have gone on, and the database must be sound.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent))
from table_server import Holder, Server, a_move, make_table

from zashiki.core.record import load


@dataclass
class Outcome:
    """What a run found.

    Attributes:
        kills: how often the server was killed.
        tables: tables played at.
        confirmed: moves the server had confirmed to people.
        repeated: posts that had to be sent again because the server died under them.
        steps: log entries at the end, bots and dice included.
        starts: seconds each start took.
        problems: what was wrong; empty if nothing was.
    """

    kills: int = 0
    tables: int = 0
    confirmed: int = 0
    repeated: int = 0
    steps: int = 0
    starts: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Player(threading.Thread):
    """The holder of a link, who plays through every death of the server, and again when a game is over."""

    def __init__(self, holder: Holder, seed: int, finished: threading.Event) -> None:
        super().__init__(daemon=True)
        self.holder, self.finished = holder, finished
        self.visited = {holder.table: holder}
        self.chance = random.Random(seed)
        self.confirmed: dict[tuple[str, int], list[str]] = {}
        self.repeated = 0
        self.problem = ""

    def run(self) -> None:
        try:
            while not self.finished.is_set():
                try:
                    self._look()
                except httpx.TransportError:
                    time.sleep(0.05)
                time.sleep(self.chance.uniform(0, 0.05))
        except Exception as error:
            self.problem = f"table {self.holder.table}: {error!r}"

    def _look(self) -> None:
        page = self.holder.page()
        if page["table"]["status"] == "over":
            answer = self.holder.post("again", {})
            answer.raise_for_status()
            self.holder = Holder("", answer.json()["url"], self.holder.http)
            self.visited[self.holder.table] = self.holder
        elif page["moves"]:
            self._move(page)

    def _move(self, page: dict[str, Any]) -> None:
        version, move, post_id = page["table"]["version"], a_move(page, self.chance), uuid.uuid4().hex
        moves = [*page["draft"]["moves"], move]
        if page["mover"] != "*" and self.chance.random() < 0.3:
            self.holder.post("draft", {"version": version, "move": move})
        answer = None
        for attempt in range(4000):
            try:
                answer = self.holder.confirm(version, moves, post_id)
                break
            except httpx.TransportError:
                self.repeated += attempt == 0
                time.sleep(0.05)
        if answer is None:
            raise RuntimeError(f"{moves} were never answered")
        if answer.status_code == 200:
            if page["mover"] != "*":
                self.confirmed.setdefault((self.holder.table, page["mover"]), []).extend(moves)
        elif answer.status_code != 409 or answer.json()["error"]["code"] not in ("stale", "over"):
            raise RuntimeError(f"{moves} were answered {answer.status_code}: {answer.text[:200]}")


def run(kills: int, seed: int, folder: Path, longest_life: float = 2.5, quiet: bool = False) -> Outcome:
    """Play, kill, start again, and compare.

    Args:
        kills: how often to kill.
        seed: of the moments of the kills and of the people's moves.
        folder: where the database is put.
        longest_life: a server lives between 0 and so many seconds after it first answered.
        quiet: whether to print nothing.
    """
    chance = random.Random(seed)
    database = folder / "crash.sqlite3"
    server, outcome = Server(database, pace=0.02), Outcome()
    outcome.starts.append(server.start())
    person, link, bot = {"kind": "person"}, {"kind": "link"}, {"kind": "bot", "bot": "greedy"}
    long = {"turn_cap": 400, "specials": "on"}
    hosts = [
        make_table(server.url, [person], game="toshi", options=long),
        make_table(server.url, [person, person, person], game="toshi", options=long),
        make_table(server.url, [person, link], game="toshi", options=long),
        make_table(server.url, [person, bot], game="toshi", options=long, auto_roll=True),
        make_table(server.url, [bot, bot, bot, bot], game="toshi", options=long),
    ]
    invited = Holder(server.url, hosts[2].page()["table"]["links"]["seats"]["1"])
    finished = threading.Event()
    players = [Player(h, seed * 100 + i, finished) for i, h in enumerate([*hosts, invited])]
    for player in players:
        player.start()
    for number in range(kills):
        time.sleep(chance.uniform(0, longest_life))
        server.kill()
        outcome.kills += 1
        outcome.starts.append(server.start())
        if not quiet:
            print(f"\rkill {number + 1} of {kills}", end="", file=sys.stderr, flush=True)
    time.sleep(1.0)
    finished.set()
    for player in players:
        player.join(timeout=60)
        if player.is_alive():
            outcome.problems.append(f"a player of table {player.holder.table} hangs")
        if player.problem:
            outcome.problems.append(player.problem)
    _compare(players, outcome)
    server.stop()
    if server.errors():
        outcome.problems.append(f"the server wrote: {server.errors()}")
    _check_database(database, outcome)
    if not quiet:
        print(file=sys.stderr)
    return outcome


def _compare(players: list[Player], outcome: Outcome) -> None:
    """What was confirmed to people, and what the logs hold."""
    confirmed: dict[tuple[str, int], list[str]] = {}
    holders: dict[str, Holder] = {}
    for player in players:
        confirmed |= player.confirmed
        holders |= player.visited
        outcome.repeated += player.repeated
    outcome.confirmed, outcome.tables = sum(map(len, confirmed.values())), len(holders)
    for table, holder in holders.items():
        text = holder.http.get(f"{holder.path}/record").text
        log = json.loads(text)["log"]
        # Bots may have moved since, and to its own seat the table shows a draft.
        watcher = Holder("", holder.page()["table"]["links"]["spectator"], holder.http)
        page = watcher.page(at=len(log))
        outcome.steps += len(log)
        try:
            position = load(text)
        except Exception as error:
            outcome.problems.append(f"table {table} does not replay: {error}")
            continue
        if [s.score for s in position.standings] != [s["score"] for s in page["standings"]]:
            outcome.problems.append(f"table {table} shows other scores than its record")
        for seat in page["table"]["seats"]:
            written = [move for mover, move in log if mover == seat["seat"]]
            told = confirmed.get((table, seat["seat"]), [])
            if seat["kind"] != "bot" and written != told:
                outcome.problems.append(
                    f"table {table}, {seat['name']}: {len(told)} moves were confirmed, the log has {len(written)}"
                )


def _check_database(database: Path, outcome: Outcome) -> None:
    with sqlite3.connect(database) as connection:
        if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            outcome.problems.append("the database is not sound")
        if connection.execute("PRAGMA foreign_key_check").fetchall():
            outcome.problems.append("the database has rows that belong to nothing")
        (bots,) = connection.execute(
            "SELECT sum(steps) FROM tables WHERE id NOT IN (SELECT table_id FROM seats WHERE kind != 'bot')"
        ).fetchone()
        if bots < 10:
            outcome.problems.append(f"the table of bots got no further than step {bots}")


def main() -> None:
    """Run it from the command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(chosen.kills, chosen.seed, Path(folder))
    starts = sorted(outcome.starts)
    print(
        f"{outcome.kills} kills, {outcome.tables} tables, {outcome.confirmed} confirmed decisions of people, "
        f"{outcome.steps} log entries; "
        f"{outcome.repeated} posts were under way when the server died; "
        f"a start took {starts[len(starts) // 2]:.1f} s (median)"
    )
    for problem in outcome.problems:
        print("PROBLEM", problem)
    print("nothing lost, no table broken" if not outcome.problems else "FAILED")
    sys.exit(1 if outcome.problems else 0)


if __name__ == "__main__":
    main()
