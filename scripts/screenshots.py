"""Take the pictures of the documentation from a real game in a real browser.

`python scripts/screenshots.py` lets bots play a game of each kind, enters them move by move at tables of a server of
its own, and writes PNG files to `docs/assets/`. The seed is fixed, so the pictures change only when the page does.
It needs Chromium and the Python package playwright. The boards in the rules texts are drawn without a browser, from
the records in the games' folders; with `--rules` nothing else is done.
"""

from __future__ import annotations

import json
import shutil
import socket
import sys
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
from zashiki.drawing import board_svg, rules_pictures
from zashiki.games import NAMES as NAMES_OF_GAMES
from zashiki.table.app import create_app

ASSETS = Path(__file__).resolve().parents[1] / "docs" / "assets"
NAMES = ["Ann", "Ben", "Chiyo", "Dai"]
GAMES: dict[str, dict[str, Any]] = {
    "toshi": {"players": 3, "specials": "on", "start_player": "seat0"},
    "sapporo": {"players": 2},
    "nippon": {"players": 4},
}
SEED = 28
FROM_TURN = 24


def played_game(name: str) -> Position:
    """A whole game between bots."""
    position = zashiki.new(name, seed=SEED, **GAMES[name])
    bots = [make_bot("greedy", position.game, SEED + seat) for seat in range(position.players)]
    while position.mover is not None:
        if position.mover == "*":
            position.roll()
        else:
            position.play(bots[position.mover].choose(position))
    return position


def a_build(game: Position) -> int:
    """How many steps of Toshi to enter: up to a build of seat 0, late enough that the cities are worth seeing."""
    for count in range(len(game)):
        at = game.at(count)
        step = game.steps[count]
        if at.state.turn >= FROM_TURN and step.mover == 0 and str(step.move).startswith("build"):
            return count
    raise RuntimeError("seat 0 never builds that late; choose another seed")


def a_wide_choice(game: Position) -> int:
    """How many steps to enter: up to the beginning of a turn of seat 0 with much to choose from, past half of the game."""
    turns = [
        n for n in range(len(game) // 2, len(game)) if game.steps[n].mover == 0 != game.steps[n - 1].mover
    ]
    return max(turns, key=lambda n: len(game.at(n).legal_moves))


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
    seats = [{"kind": "person", "name": name} for name in NAMES[: game.players]]
    options = {name: value for name, value in game.options.items() if name != "players"}
    table = {
        "game": game.game.name,
        "seats": seats,
        "players": game.players,
        "options": options,
        "real_dice": True,
    }
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
    """One picture of a page; `press` names places to press before it, `until` what each of them has to bring."""
    press, until = how.pop("press", ()), how.pop("until", ())
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", device_scale_factor=1, **how
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle") if "/t/" not in address else page.wait_for_timeout(500)
    for number, selector in enumerate(press):
        page.locator(selector).first.click(force=True)
        if number < len(until):
            page.wait_for_selector(until[number], timeout=300_000)
        page.wait_for_timeout(700)
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    page.screenshot(path=ASSETS / f"{name}.png")
    context.close()
    print(f"{name}.png")


def draw_rules() -> None:
    """The pictures of the rules texts."""
    for name in NAMES_OF_GAMES:
        folder = Path(zashiki.__file__).parent / "games" / name / "page" / "rules"
        for old in folder.glob("*.svg"):
            old.unlink()
        for file, svg in rules_pictures(name).items():
            (folder / file).write_text(svg, encoding="utf-8")
            print(f"{name}/{file}")


def main() -> None:
    """Write all pictures."""
    draw_rules()
    if "--rules" in sys.argv[1:]:
        return
    ASSETS.mkdir(parents=True, exist_ok=True)
    chromium = next(path for name in ("chromium", "google-chrome") if (path := shutil.which(name)))
    games = {name: played_game(name) for name in GAMES}
    game = games["toshi"]
    step = a_build(game)
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
        advice = (".top [data-help]", "#help [data-done=true]")
        shoot(browser, table, "toshi-hint", 1280, 800, press=advice[:1], until=advice[1:])
        shoot(
            browser,
            over,
            "toshi-review",
            1280,
            800,
            press=(advice[0], "#help li:nth-child(2) [data-loss]"),
            until=(advice[1], "#marks .best.rank"),
        )
        for name in ("sapporo", "nippon"):
            table = site + entered(site, games[name], a_wide_choice(games[name]))
            shoot(browser, table, f"{name}-table", 1280, 800)
            shoot(browser, table, f"{name}-table-dark", 1280, 800, color_scheme="dark")
            shoot(browser, table, f"{name}-phone", 390, 844)
        shoot(browser, site, "start", 1280, 900)
        browser.close()


if __name__ == "__main__":
    main()
