"""Take the pictures of the documentation from a real game in a real browser.

`python scripts/screenshots.py` lets bots play a game of Toshi, enters it move by move at a table of a server of its
own, and writes PNG files to `docs/assets/`. The seed is fixed, so the pictures change only when the page does.
It needs Chromium and the Python package playwright.
"""

from __future__ import annotations

import json
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import uvicorn
from playwright.sync_api import Browser, sync_playwright

import zashiki
from zashiki.bots import make_bot
from zashiki.core.position import Position
from zashiki.drawing import board_svg
from zashiki.table.app import create_app

ASSETS = Path(__file__).resolve().parents[1] / "docs" / "assets"
SEATS = ["Ann", "Ben", "Chiyo"]
OPTIONS = {"specials": "on", "start_player": "seat0"}
SEED = 28
FROM_TURN = 24


def played_game() -> Position:
    """A whole game between bots."""
    position = zashiki.new("toshi", players=len(SEATS), seed=SEED, **OPTIONS)
    bots = [make_bot("greedy", position.game, SEED + i) for i in range(len(SEATS))]
    while position.mover is not None:
        if position.mover == "*":
            position.roll()
        else:
            position.play(bots[position.mover].choose(position))
    return position


def pictured_step(game: Position) -> int:
    """How many steps to enter: up to a build of seat 0, late enough that the cities are worth seeing."""
    for count in range(len(game)):
        at = game.at(count)
        step = game.steps[count]
        if at.state.turn >= FROM_TURN and step.mover == 0 and str(step.move).startswith("build"):
            return count
    raise RuntimeError("seat 0 never builds that late; choose another seed")


@contextmanager
def server() -> Iterator[str]:
    """A server over a database that is thrown away; its address."""
    with tempfile.TemporaryDirectory() as folder:
        listener = socket.create_server(("127.0.0.1", 0))
        app = create_app(Path(folder) / "tables.sqlite3", pace=0.05)
        running = uvicorn.Server(
            uvicorn.Config(app, log_level="error", access_log=False, timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        while not running.started:
            if not thread.is_alive():
                raise RuntimeError("the server did not start")
            time.sleep(0.05)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            running.should_exit = True
            thread.join()


def post(address: str, data: Any, token: str = "") -> Any:
    """Post JSON and read the answer."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(address, json.dumps(data).encode(), headers), timeout=60) as answer:
        return json.load(answer)


def entered(site: str, game: Position, steps: int) -> str:
    """A table at which the first steps of a game were played; the path of its host's page."""
    seats = [{"kind": "person", "name": name} for name in SEATS]
    table = {"game": "toshi", "players": len(SEATS), "seats": seats, "options": OPTIONS, "real_dice": True}
    path = post(f"{site}/api/tables", table)["url"]
    table_id, token = path.split("/")[2:4]
    done = 0
    version = 0
    while done < steps:
        unit = [game.steps[done]]
        while (
            unit[0].mover != "*"
            and done + len(unit) < steps
            and game.steps[done + len(unit)].mover == unit[0].mover
        ):
            unit.append(game.steps[done + len(unit)])
        moves = [str(step.move) for step in unit]
        message = {"version": version, "id": f"screenshots-{done:04d}", "moves": moves}
        version = post(f"{site}/api/tables/{table_id}/moves", message, token)["table"]["version"]
        done += len(unit)
    return path


def shoot(browser: Browser, address: str, name: str, width: int, height: int, **how: Any) -> None:
    """One picture of a page; `press` names places to press before it."""
    press = how.pop("press", ())
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", device_scale_factor=1, **how
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle") if "/t/" not in address else page.wait_for_timeout(500)
    for selector in press:
        page.locator(selector).first.click(force=True)
        page.wait_for_timeout(700)
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    page.screenshot(path=ASSETS / f"{name}.png")
    context.close()
    print(f"{name}.png")


def main() -> None:
    """Write all pictures."""
    ASSETS.mkdir(parents=True, exist_ok=True)
    chromium = next(path for name in ("chromium", "google-chrome") if (path := shutil.which(name)))
    game = played_game()
    step = pictured_step(game)
    card = str(game.steps[step].move).split()[1]
    press = [f"#card-{card}"]
    (ASSETS / "toshi-board.svg").write_text(board_svg(game.at(step), 0), encoding="utf-8")
    with server() as site, sync_playwright() as control:
        browser = control.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        table = site + entered(site, game, step)
        over = site + entered(site, game, len(game))
        shoot(browser, table, "toshi-table", 1280, 800, press=press)
        shoot(browser, table, "toshi-table-dark", 1280, 800, color_scheme="dark")
        shoot(browser, table, "toshi-phone", 390, 844)
        shoot(browser, over, "toshi-result", 1280, 800)
        shoot(browser, over + "?at=60", "toshi-looking-back", 1280, 800)
        shoot(browser, site, "start", 1280, 900)
        browser.close()


if __name__ == "__main__":
    main()
