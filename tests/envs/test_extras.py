"""Nothing of this is needed to import Zashiki, and whoever asks for what is missing is told how to get it."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pyarrow", "pygame", "resvg_py", "torch"):
    sys.modules[name] = None
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True)


def test_batches_and_text_need_no_framework() -> None:
    done = run(
        "import zashiki, zashiki.envs, zashiki.envs.text, zashiki.cli.app\n"
        "batch = zashiki.envs.Batch('toshi', 2, players=2, seed=1)\n"
        "batch.step(batch.sample())\n"
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("gym", "Gymnasium"),
        ("vector", "Gymnasium"),
        ("zoo", "Gymnasium"),
        ("spiel", "OpenSpiel"),
        ("data", "PyArrow"),
    ],
)
def test_a_missing_package_names_the_extra(module: str, name: str) -> None:
    done = run(f"import zashiki.envs.{module}")
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        f"zashiki.core.errors.MissingExtraError: {name} is not installed: python -m pip install 'zashiki[research]'"
    )


def test_pictures_name_the_extra() -> None:
    done = run("import zashiki; from zashiki.envs.pictures import picture; picture(zashiki.new('toshi', 1))")
    assert "pygame, which pictures are drawn with, is not installed" in done.stderr


def test_the_command_names_the_extra() -> None:
    done = run(
        "import sys; sys.argv = ['zashiki', 'export', 'games.jsonl']\nfrom zashiki.cli import main\nmain()\n"
    )
    assert done.returncode == 2
    assert done.stderr == "zashiki: PyArrow is not installed: python -m pip install 'zashiki[research]'\n"
