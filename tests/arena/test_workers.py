"""Processes that play end with the program that started them, however that ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PROC = Path("/proc")
CHILDREN = "{0}/task/{0}/children"


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(what: str, holds: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@pytest.mark.skipif(not (PROC / CHILDREN.format(os.getpid())).exists(), reason="nothing tells of children")
def test_workers_end_when_their_program_is_killed(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    command = ("arena", "match", "toshi", "mcts:200", "greedy", "-n", "100000", "-j", "2")
    program = subprocess.Popen([sys.executable, "-m", "zashiki", *command, "--results", str(results)])
    children: list[int] = []
    try:
        wait_until("a game", lambda: results.exists() and results.stat().st_size)
        children = [int(pid) for pid in (PROC / CHILDREN.format(program.pid)).read_text().split()]
        assert len(children) >= 2
    finally:
        program.kill()
        program.wait()
    wait_until("all have ended", lambda: not any(map(is_alive, children)), 20)
