"""A real server, a real browser, and the people in front of it."""

from __future__ import annotations

import json
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

playwright = pytest.importorskip("playwright.sync_api")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE_MS = 20_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server over a fresh database; bots move without a pause."""
    import uvicorn

    from zashiki.games import get
    from zashiki.table.app import create_app
    from zashiki.table.warm import make_ready

    make_ready(get("toshi"))
    app = create_app(tmp_path_factory.mktemp("browser") / "tables.sqlite3", pace=0.01)
    listener = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 120
    while not running.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < deadline, "the server takes too long to start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    running.should_exit = True
    thread.join(10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium; the tests are skipped where there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as control:
        browser = control.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


class Screen:
    """Somebody at a table's page: presses places, reads what is shown."""

    def __init__(self, page: Any) -> None:
        self.page = page

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script knows: moves, draft, prompt."""
        return json.loads(self.page.locator("#page-data").text_content())

    def open(self, address: str) -> Screen:
        self.page.goto(address)
        self.page.wait_for_selector("html.ready", state="attached")
        return self

    def open_record(self, server: str, text: str) -> Screen:
        """Bring a record to the server's first page."""
        self.page.goto(server)
        file = {"name": "record.json", "mimeType": "application/json", "buffer": text.encode()}
        self.page.get_by_label("File of a record").set_input_files(file)
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Open", exact=True).click()
        self.page.wait_for_selector("html.ready", state="attached")
        return self

    def scrub(self, step: int) -> None:
        """Go to an earlier step."""
        self.page.evaluate(
            "step => { scrub.value = step; scrub.dispatchEvent(new Event('input', { bubbles: true })); }",
            step,
        )
        self.wait(lambda data: data["at"]["step"] == step and not data["at"]["live"])

    def wait(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Until the page's data fulfil a condition; the data."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not condition(data := self.data):
            assert time.monotonic() < deadline, f"waited in vain at: {data['question']} {data['draft']}"
            self.page.wait_for_timeout(15)
        return data

    def place(self, target: str) -> Any:
        return self.page.locator(f'#table [data-target="{target}"]:visible').first

    def press(self, *targets: str) -> dict[str, Any]:
        """Press places one after the other; the data after the page has answered the last."""
        before = self.data
        for target in targets:
            place = self.place(target)
            if not place.count():
                self.page.locator('[data-pane-to="side:specials"]').click()
            place.click(force=True)
        return self.wait(lambda data: data != before)

    def do(self, action: str) -> dict[str, Any]:
        """Press a button of the prompt; the data after the page has answered."""
        before = self.data
        self.page.locator(f'[data-do="{action}"]:visible').first.click()
        return self.wait(lambda data: data != before)

    def roll(self) -> dict[str, Any]:
        """Throw the dice."""
        self.wait(lambda data: data["mover"] == "*" and data["moves"])
        return self.press("dice")

    def decide(self, prefer: tuple[str, ...] = ()) -> dict[str, Any]:
        """One press towards a whole decision: confirm what is complete, roll, or take the first move that is preferred."""
        data = self.data
        if data["draft"]["complete"]:
            return self.do("confirm")
        moves = data["moves"]
        move = next((m for wish in prefer for m in moves if m["text"].startswith(wish)), moves[0])
        return self.press(move["targets"][0])

    def play(self, prefer: tuple[str, ...] = (), presses: int = 80) -> None:
        """Press on until the game is over or somebody elsewhere has to move."""
        for _ in range(presses):
            data = self.data
            if data["status"] == "over" or not data["decides"]:
                return
            self.decide(prefer)
        raise AssertionError("the game did not end")


@pytest.fixture
def new_screen(chromium: Any) -> Iterator[Callable[..., Screen]]:
    """Makes a screen in a browser of its own; at the end no page may have reported an error or a broken policy."""
    contexts, complaints = [], []

    def make(width: int = 1280, height: int = 800, **context: Any) -> Screen:
        contexts.append(
            chromium.new_context(
                viewport={"width": width, "height": height}, **({"reduced_motion": "reduce"} | context)
            )
        )
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        return Screen(page)

    yield make
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def screen(new_screen: Callable[..., Screen]) -> Screen:
    """One screen of 1280 × 800."""
    return new_screen()


@pytest.fixture
def new_table(server: str) -> Callable[..., str]:
    """Makes a table; the address of its host's page."""

    def make(*seats: str, turns: int = 3, **table: Any) -> str:
        """Seats are written `Ann`, `Ben=link`, `Chiyo=greedy`; options by `options={...}`."""
        sitting = []
        for seat in seats:
            name, _, kind = seat.rpartition("=")
            if kind == "link":
                sitting.append({"name": name, "kind": "link"})
            elif kind.split(":")[0] in ("greedy", "random", "mcts"):
                sitting.append({"name": name, "kind": "bot", "bot": kind})
            else:
                sitting.append({"name": seat, "kind": "person"})
        options = {"turn_cap": turns} | table.pop("options", {})
        wanted = {"game": "toshi", "players": len(seats), "seats": sitting, "options": options, **table}
        request = Request(
            f"{server}/api/tables",
            json.dumps(wanted).encode(),
            {"Content-Type": "application/json"},
        )
        with urlopen(request, timeout=30) as answer:
            return server + json.load(answer)["url"]

    return make


def read_json(address: str, token: str | None = None) -> Any:
    """What an address of the server answers, as data."""
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address, headers=headers), timeout=30) as answer:
        return json.load(answer)
