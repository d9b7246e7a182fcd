"""The compiled-code cache notices every edited source, and generic kernels are specialised per game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from zashiki.core import kernel as kernels
from zashiki.core.kernel import compiler_is_on, generic, kernel, specialise

PACKAGE = Path(kernels.__file__).parents[1]


@kernel
def double(x):
    return 2 * x


@kernel
def triple(x):
    return 3 * x


factor = None


@generic
def inner(x):
    return factor(x)  # type: ignore[misc]


@generic
def outer(x):
    return inner(x) + 1


def test_a_generic_algorithm_is_specialised_with_the_generics_it_calls() -> None:
    assert specialise(outer, "toshi", {"factor": double})(5) == 11
    assert specialise(outer, "sapporo", {"factor": triple})(5) == 16


def test_a_generic_algorithm_cannot_be_called_unspecialised() -> None:
    with pytest.raises(TypeError, match="specialise it"):
        outer(5)


def run(code: str, root: Path, cache: Path) -> str:
    env = {**os.environ, "PYTHONPATH": str(root), "ZASHIKI_CACHE": str(cache), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def package_copy(tmp_path: Path) -> Path:
    """A copy of the package's core with one kernel calling another in a second file."""
    root = tmp_path / "source"
    (root / "zashiki" / "games").mkdir(parents=True)
    shutil.copytree(PACKAGE / "core", root / "zashiki" / "core")
    (root / "zashiki" / "__init__.py").write_text("")
    (root / "zashiki" / "games" / "__init__.py").write_text("")
    game = root / "zashiki" / "games" / "demo"
    game.mkdir()
    (game / "__init__.py").write_text("")
    (game / "callee.py").write_text(
        "from zashiki.core.kernel import kernel\n@kernel\ndef price(x):\n    return x + 1\n"
    )
    (game / "rules.py").write_text(
        "from zashiki.core.kernel import kernel\nfrom zashiki.games.demo.callee import price\n"
        "@kernel\ndef total(x):\n    return 10 * price(x)\n"
    )
    return root


CALL = "from zashiki.games.demo.rules import total; print(total(1), sum(total.stats.cache_hits.values()))"


def test_editing_a_callee_in_another_file_takes_effect_at_once(package_copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert run(CALL, package_copy, cache) == "20 0"
    assert run(CALL, package_copy, cache) == "20 1", "the second process loads the compiled code"
    callee = package_copy / "zashiki" / "games" / "demo" / "callee.py"
    callee.write_text(callee.read_text().replace("x + 1", "x + 2"))
    assert run(CALL, package_copy, cache) == "30 0"


def test_editing_words_or_views_does_not_recompile(package_copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(CALL, package_copy, cache)
    (package_copy / "zashiki" / "games" / "demo" / "wording.py").write_text("GREETING = 'hello'\n")
    assert run(CALL, package_copy, cache) == "20 1"


def test_old_folders_of_compiled_code_are_cleaned(package_copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    callee = package_copy / "zashiki" / "games" / "demo" / "callee.py"
    for added in range(2, 10):
        callee.write_text(
            f"from zashiki.core.kernel import kernel\n@kernel\ndef price(x):\n    return x + {added}\n"
        )
        run("import zashiki.games.demo.rules", package_copy, cache)
    folders = list((cache / "kernels").glob("demo-*"))
    assert len(folders) == kernels.KEEP_FOLDERS + 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write everywhere")
def test_a_folder_that_cannot_be_written_is_no_error(package_copy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "locked"
    cache.mkdir(mode=0o500)
    assert run(CALL, package_copy, cache) == "20 0"


def test_a_cache_path_that_is_a_file_is_no_error(package_copy: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(CALL, package_copy, blocked) == "20 0"


@pytest.mark.skipif(not compiler_is_on(), reason="about compiled code")
def test_kernels_do_not_allocate_and_release_the_lock() -> None:
    assert double.targetoptions["nogil"]
    assert double(np.int64(4)) == 8
