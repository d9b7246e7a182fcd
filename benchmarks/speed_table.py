"""Print the speed table of the README as Markdown: `python benchmarks/speed_table.py [GAME ...]`.

The same measurements as `zashiki bench --peers`, one row per game and per other engine, at two players (or the
number nearest to that).
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

import zashiki
from zashiki.arena.peers import PEERS
from zashiki.arena.speed import Bench, Throughput, measure_start


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def row(*cells: object) -> None:
    """Print one row."""
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def speed(found: Throughput) -> tuple[str, str, str]:
    """Steps and games per second, and steps per game."""
    games = f"{found.games:,.0f}" if found.games >= 100 else f"{found.games:,.1f}"
    return f"{found.steps:,.0f}", games, f"{found.length:.0f}"


def main(names: list[str]) -> None:
    """Measure and print."""
    games = [zashiki.get(name) for name in names] or zashiki.all_games()
    print(f"{processor()}, {os.cpu_count()} cores, one of them used; Python {platform.python_version()}.\n")
    row("random games, one core", "steps/s", "games/s", "steps/game")
    row("---", "--:", "--:", "--:")
    own = {}
    for game in games:
        players = min(game.players, key=lambda n: abs(n - 2))
        bench = Bench(game, players)
        own[game.title] = bench.playouts()
        row(f"**{game.title}**, {players} players, in machine code", *speed(own[game.title]))
        row(f"{game.title}, {players} players, move by move from Python", *speed(bench.python_playouts()))
    peers = [(peer, peer.throughput()) for peer in PEERS if peer.installed]
    for peer, found in peers:
        row(f"{peer.name} {peer.version}, {peer.how}", *speed(found))
    for peer, found in peers:
        for title, ours in own.items():
            ratios = f"{ours.steps / found.steps:,.0f}×", f"{ours.games / found.games:,.0f}×"
            row(f"{title} in machine code ÷ {peer.name}", *ratios, "")
    print()
    row("one game", "state", "copy", "legal list", "apply", "first compile", "import", "first playout")
    row("---", *["--:"] * 7)
    for game in games:
        costs = Bench(game, max(game.players)).costs()
        start = measure_start(game)
        row(
            game.title,
            f"{game.state_dtype.itemsize} B",
            *(f"{cost:.0f} ns" for cost in (costs.copy, costs.legal, costs.apply)),
            f"{start.compile[0]:.0f} s",
            *(f"{seconds[0]:.2f} s" for seconds in (start.imports, start.playout)),
        )


if __name__ == "__main__":
    main(sys.argv[1:])
