"""The stream that tells open pages of new versions, over a real server; stopping and starting it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn

from zashiki.table import stoppable_server
from zashiki.table.app import create_app


class Stream(threading.Thread):
    """An open page: keeps what it is told."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(daemon=True)
        self.url, self.headers = url, headers or {}
        self.told: queue.Queue[str] = queue.Queue()
        self.status: int | None = None
        self.start()

    def run(self) -> None:
        with httpx.stream("GET", self.url, headers=self.headers, timeout=30) as answer:
            self.status = answer.status_code
            for line in answer.iter_lines():
                if line:
                    self.told.put(line)
        self.told.put("end")

    def next(self) -> str:
        return self.told.get(timeout=20)


@pytest.fixture(scope="module")
def site(tmp_path_factory: Any) -> Iterator[str]:
    app = create_app(tmp_path_factory.mktemp("live") / "tables.sqlite3", workers=1, pace=0)
    config = uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=5)
    server = stoppable_server(config, app.state.services.hub)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.handle_exit(15, None)
    thread.join(timeout=20)
    assert not thread.is_alive()


def make(site: str) -> tuple[str, dict[str, str], str]:
    seats = [{"name": "Ann"}, {"kind": "link", "name": "Ben"}]
    body = {"game": "toshi", "seats": seats, "options": {"start_player": "seat0"}}
    path = httpx.post(f"{site}/api/tables", json=body).json()["url"]
    table, token = path.split("/")[2:]
    return f"{site}/api/tables/{table}", {"Authorization": f"Bearer {token}"}, token


def test_a_page_is_told_the_version_now_and_each_new_one(site: str) -> None:
    api, headers, token = make(site)
    page = httpx.get(api, headers=headers).json()
    by_query, by_header = Stream(f"{api}/events?token={token}"), Stream(f"{api}/events", headers)
    version = page["table"]["version"]
    for stream in (by_query, by_header):
        assert stream.next() == f'data: {{"version": {version}}}'
    body = {"version": version, "id": "a-first-roll", "moves": ["roll"]}
    assert httpx.post(f"{api}/moves", headers=headers, json=body).status_code == 200
    for stream in (by_query, by_header):
        assert stream.next() == f'data: {{"version": {version + 1}}}'


def test_a_stream_says_nothing_of_drafts(site: str) -> None:
    api, headers, token = make(site)
    version = httpx.get(api, headers=headers).json()["table"]["version"]
    body = {"version": version, "id": "a-first-roll", "moves": ["roll"]}
    page = httpx.post(f"{api}/moves", headers=headers, json=body).json()
    stream = Stream(f"{api}/events?token={token}")
    stream.next()
    draft = {"version": version + 1, "move": page["moves"][0]["text"]}
    assert httpx.post(f"{api}/draft", headers=headers, json=draft).status_code == 200
    with pytest.raises(queue.Empty):
        stream.told.get(timeout=0.5)


def test_a_revoked_link_is_told_so_and_its_stream_ends(site: str) -> None:
    api, headers, _token = make(site)
    links = httpx.get(api, headers=headers).json()["table"]["links"]
    stream = Stream(f"{api}/events?token={links['spectator'].rsplit('/', 1)[1]}")
    stream.next()
    revoke = {"role": "spectator", "action": "revoke"}
    assert httpx.post(f"{api}/links", headers=headers, json=revoke).status_code == 200
    assert stream.next() == "event: closed"
    assert stream.next() == "data: {}"
    assert stream.next() == "end"


def test_a_stream_needs_a_good_link(site: str) -> None:
    api, _headers, token = make(site)
    assert httpx.get(f"{api}/events").status_code == 401
    assert httpx.get(f"{api}/events?token={token}x").status_code == 403
    assert httpx.get(f"{site}/api/tables/nothere/events?token={token}").status_code == 404


def test_a_closed_page_is_forgotten(site: str) -> None:
    api, _headers, token = make(site)
    with httpx.stream("GET", f"{api}/events?token={token}", timeout=10) as answer:
        assert next(answer.iter_lines()).startswith("data")
    again = Stream(f"{api}/events?token={token}")
    assert again.next().startswith("data")


def test_a_compressed_page_is_the_same_page(site: str) -> None:
    api, headers, _token = make(site)
    plain = httpx.get(api, headers={**headers, "Accept-Encoding": "identity"})
    packed = httpx.get(api, headers={**headers, "Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
