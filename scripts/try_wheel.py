"""Builds the wheel and uses it as a stranger would: in a fresh environment, outside the repository, read-only.

Checks that templates, static files, editions, schema and migrations are in it, that compiled code goes to the
user's cache folder, and that a game can be simulated, replayed and served.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run([str(c) for c in command], text=True, capture_output=True, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nexit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_read_only(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def make_writable(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", base / "dist", ROOT)
        (wheel,) = (base / "dist").glob("*.whl")
        # The locked dependencies are already installed next to this interpreter; only the package itself is new.
        run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", base / "site", wheel)
        package = base / "site" / "zashiki"
        make_read_only(package)
        environment = {
            **os.environ,
            "PYTHONPATH": str(base / "site"),
            "XDG_CACHE_HOME": str(base / "cache"),
            "HOME": str(base),
        }
        environment.pop("ZASHIKI_CACHE", None)
        where = {"cwd": base, "env": environment}
        try:
            found = run(sys.executable, "-c", "import zashiki; print(zashiki.__file__)", **where).strip()
            assert Path(found).is_relative_to(base), f"the tree was imported instead of the wheel: {found}"
            zashiki = (sys.executable, "-m", "zashiki")
            run(*zashiki, "simulate", "toshi", "--games", "20", "--players", "2", "--bots", "random,greedy", "--seed", "1",
                "--records", "games.jsonl", "--legal", **where)  # fmt: skip
            run(*zashiki, "replay", "games.jsonl", **where)
            run(*zashiki, "components", "toshi", **where)
            assert list((base / "cache" / "zashiki" / "kernels").glob("toshi-*")), (
                "no compiled code in the user's cache folder"
            )
            run(sys.executable, "-c",
                "import zashiki; assert zashiki.new('toshi', players=1)._repr_svg_().startswith('<svg')", **where)  # fmt: skip
            serve_and_look(zashiki, where)
        finally:
            make_writable(package)
    print(f"{wheel.name}: works from a read-only folder outside the repository")


def serve_and_look(zashiki: tuple[str, ...], where: dict) -> None:
    command = [*zashiki, "serve", "--port", "8917", "--db", "table.sqlite3"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **where)
    try:
        for _ in range(600):
            try:
                page = urllib.request.urlopen("http://127.0.0.1:8917/", timeout=5).read().decode()
                break
            except OSError:
                time.sleep(0.2)
        else:
            server.kill()
            sys.exit(f"the server did not answer:\n{server.communicate()[0]}")
        assert "Toshi" in page, "the start page does not offer Toshi"
        paths = [part.split('"')[0] for part in page.split('href="')[1:] if part.startswith("/static/")]
        assert paths, "the start page links no stylesheet"
        for path in paths:
            urllib.request.urlopen(f"http://127.0.0.1:8917{path}", timeout=5).read()
    finally:
        server.terminate()
        server.wait(timeout=10)


if __name__ == "__main__":
    main()
