"""Ctrl-C at any moment of a command, while it loads and while it compiles included: no traceback, exit code 130."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zashiki.core.kernel import compiler_is_on

LOADED = "import sys, zashiki.cli; sys.stderr.write('.'); sys.stderr.flush(); zashiki.cli.main()"
"""The command line as `zashiki` runs it; a dot tells that Python itself is up."""


def listen_to_ctrl_c() -> None:
    """Undo what a background job inherits: a shell lets it ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program that presses Ctrl-C on itself."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=listen_to_ctrl_c,
    )


def stop_after(seconds: float, cache: Path, *command: str) -> tuple[int, str, str]:
    """Run a command with an empty cache of compiled code and press Ctrl-C: exit code, stdout, stderr."""
    process = subprocess.Popen(
        [sys.executable, "-c", LOADED, *command],
        env={**os.environ, "ZASHIKI_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=listen_to_ctrl_c,
    )
    assert process.stderr
    assert process.stderr.read(1) == "."
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.parametrize("seconds", [0.15, 0.4, 0.8, 1.4])
def test_ctrl_c_while_a_command_loads(tmp_path: Path, seconds: float) -> None:
    code, out, err = stop_after(seconds, tmp_path, "simulate", "toshi", "-n", "1000000", "-p", "2")
    assert code == 130
    assert out == ""
    assert "Traceback" not in err
    assert "Error" not in err


@pytest.mark.skipif(not compiler_is_on(), reason="nothing is compiled")
@pytest.mark.parametrize("seconds", [2.5, 3.7, 5.1])
def test_ctrl_c_while_a_game_is_compiled(tmp_path: Path, seconds: float) -> None:
    records = tmp_path / "games.jsonl"
    command = ("simulate", "toshi", "-n", "1000000", "-p", "2", "--records", str(records))
    code, out, err = stop_after(seconds, tmp_path / "cache", *command)
    assert code == 130
    assert out == ""
    for word in ("Traceback", "Error", "ignored"):
        assert word not in err
    assert not [path for path in tmp_path.iterdir() if path.name != "cache"]


def test_an_exception_lost_to_a_callback_is_raised_again() -> None:
    """A finaliser swallows the first KeyboardInterrupt; the command still stops."""
    code = (
        "import signal, time\n"
        "from zashiki.cli import interrupts\n"
        "interrupts.leave_at_once(); interrupts.listen()\n"
        "class Lost:\n"
        "    def __del__(self):\n"
        "        signal.raise_signal(signal.SIGINT); time.sleep(0)\n"
        "try:\n"
        "    Lost(); time.sleep(20)\n"
        "except KeyboardInterrupt:\n"
        "    interrupts.no_more()\n"
    )
    start = time.monotonic()
    done = run(code)
    assert (done.returncode, done.stderr) == (130, "")
    assert time.monotonic() - start < 15


def test_the_exit_code_stays_though_the_interpreter_saw_it_inside_eval() -> None:
    """Python itself would end by the signal then; what is registered to happen at the end still happens."""
    code = (
        "import atexit, signal\n"
        "from zashiki.cli import interrupts\n"
        "interrupts.leave_at_once(); interrupts.listen()\n"
        "atexit.register(print, 'put away')\n"
        "try:\n"
        "    exec('import signal; signal.raise_signal(signal.SIGINT)')\n"
        "except KeyboardInterrupt:\n"
        "    interrupts.no_more()\n"
    )
    done = run(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "put away\n", "")
