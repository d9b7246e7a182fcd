"""A server over a fresh database, and the people who use it."""

from __future__ import annotations

import itertools
import os
import re
import time
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from zashiki.table.app import create_app

FORM = {"content-type": "application/x-www-form-urlencoded"}
_ids = itertools.count()


class Person:
    """Somebody who holds a link: sees the page data and posts, as the page's script does."""

    def __init__(self, client: TestClient, path: str) -> None:
        self.client, self.path = client, path
        self.table, self.token = path.split("/")[2:4]
        self.api = f"/api/tables/{self.table}"
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def get(self, at: int | None = None) -> Any:
        return self.client.get(self.api, headers=self.headers, params={} if at is None else {"at": at})

    def page(self, at: int | None = None) -> dict[str, Any]:
        answer = self.get(at)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, what: str, body: Any) -> Any:
        return self.client.post(f"{self.api}/{what}", headers=self.headers, json=body)

    def draft(self, **change: Any) -> Any:
        version = change.pop("version", None)
        return self.post(
            "draft", {"version": self.page()["table"]["version"] if version is None else version, **change}
        )

    def confirm(self, *moves: str, version: int | None = None, post_id: str | None = None) -> Any:
        body = {
            "version": self.page()["table"]["version"] if version is None else version,
            "id": post_id or f"test-{next(_ids):08d}",
            "moves": list(moves),
        }
        return self.post("moves", body)

    def play(self, *moves: str) -> dict[str, Any]:
        answer = self.confirm(*moves)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def log(self) -> list[list[Any]]:
        return self.record()["log"]

    def record(self) -> dict[str, Any]:
        return self.client.get(f"{self.path}/record").json()

    def links(self) -> dict[str, Any]:
        return self.page()["table"]["links"]

    def other(self, path: str) -> Person:
        return Person(self.client, path)

    def seat_link(self, seat: int) -> Person:
        return self.other(self.links()["seats"][str(seat)])

    def spectator(self) -> Person:
        return self.other(self.links()["spectator"])

    def wait_until(self, ready: Any, seconds: float = 30) -> dict[str, Any]:
        """The page once something has come true on it; the server's own moves take a moment."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            page = self.page()
            if ready(page):
                return page
            time.sleep(0.01)
        raise AssertionError(f"did not come true within {seconds} s: {page['at']}, {page['prompt']}")


@pytest.fixture(scope="module")
def database(tmp_path_factory: Any) -> Iterator[str]:
    """A fresh SQLite file; or, with ZASHIKI_TEST_POSTGRES=postgresql://..., a fresh database of that server."""
    given = os.environ.get("ZASHIKI_TEST_POSTGRES")
    if not given:
        yield str(tmp_path_factory.mktemp("table") / "tables.sqlite3")
        return
    import psycopg

    name = f"zashiki_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(given, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    yield given.rsplit("/", 1)[0] + "/" + name
    with psycopg.connect(given, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(database, workers=1, pace=0)) as client:
        yield client


@pytest.fixture
def client(server: TestClient) -> TestClient:
    """A browser that has not been here before."""
    server.cookies.clear()
    return server


@pytest.fixture
def make(client: TestClient) -> Any:
    """Makes a table of a game; gives its host."""

    def make(*seats: Any, game: str = "toshi", **wishes: Any) -> Person:
        body = {
            "game": game,
            "seats": [seat if isinstance(seat, dict) else {"name": seat} for seat in seats],
            **wishes,
        }
        answer = client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return Person(client, answer.json()["url"])

    return make


@pytest.fixture
def person(client: TestClient) -> Any:
    """The holder of a link, given its path."""
    return lambda path: Person(client, path)


@pytest.fixture
def form(client: TestClient) -> Any:
    """Posts a form as a browser would: with the word of the start page."""

    def post(address: str, values: dict[str, str] | None = None, **options: Any) -> Any:
        word = re.search(r'name="_csrf"[^>]*value="([^"]+)"', client.get("/").text)
        assert word is not None
        return client.post(
            address, data={"_csrf": word[1], **(values or {})}, follow_redirects=False, **options
        )

    return post
