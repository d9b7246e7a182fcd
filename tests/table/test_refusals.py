"""Bad input: refused with a clear status, logged without secrets, nothing changed."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from sqlalchemy import text

from zashiki.table.security import shown_path

NEW = {"game": "toshi", "seats": [{"name": "Ann"}]}


def test_a_token_is_needed_and_must_be_good(make: Any, client: Any) -> None:
    host = make("Ann")
    answer = client.get(host.api)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    for wrong in ("Bearer nonsense", f"Bearer {host.token[:-1]}", f"Bearer {host.token}x", "Bearer é"):
        assert client.get(host.api, headers={"Authorization": wrong.encode()}).status_code == 403
    assert client.get(host.api, headers={"Authorization": f"Basic {host.token}"}).status_code == 401


def test_a_token_opens_its_own_table_only(make: Any) -> None:
    first, second = make("Ann"), make("Ben")
    log = second.log()
    answer = first.client.post(
        f"{second.api}/moves",
        headers=first.headers,
        json={"version": 2, "id": "strange-1", "moves": ["roll"]},
    )
    assert answer.status_code == 403
    assert second.log() == log


@pytest.mark.parametrize(
    "path",
    [
        "/t/none/none",
        "/api/tables/%2e%2e",
        "/api/tables/..%2f..%2fetc",
        "/static/x/../../models.py",
        "/static/x/%2e%2e/%2e%2e/models.py",
        "/static/x/..%5c..%5cmodels.py",
        "/static/x//etc/passwd",
        "/static/x/games/toshi/../rules.py",
        "/static/x/games/toshi/board.svg.jinja",
        "/r/%00",
        "/r/..%2f..%2fsecret",
        "/rules/..%2f..%2fcore",
        "/rules/__init__",
        "/t/abc%00def/x",
        "/t/" + "a" * 5000 + "/x",
        "/.git/config",
    ],
)
def test_path_tricks_lead_nowhere(client: Any, path: str) -> None:
    answer = client.get(path, headers={"Authorization": "Bearer some-token-0123456789"})
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_content_types_are_held_to(make: Any, client: Any) -> None:
    host = make("Ann")
    body = json.dumps({"version": 2, "id": "typed-0001", "moves": ["roll"]})
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/html",
    ):
        headers = {**host.headers, "content-type": kind}
        assert client.post(f"{host.api}/moves", headers=headers, content=body).status_code == 415
    assert client.post("/tables", json=NEW).status_code == 415
    assert (
        client.post(
            "/api/tables", content=json.dumps(NEW), headers={"content-type": "text/plain"}
        ).status_code
        == 415
    )
    assert len(host.log()) == 2


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        '"roll"',
        '{"version": 2}',
        '{"version": "two", "id": "abcdefgh", "moves": ["roll"]}',
        '{"version": 2, "id": "short", "moves": ["roll"]}',
        '{"version": 2, "id": "../../../etc", "moves": ["roll"]}',
        '{"version": 2, "id": "abcdefgh", "moves": []}',
        '{"version": 2, "id": "abcdefgh", "moves": "roll"}',
        '{"version": 2, "id": "abcdefgh", "moves": [7]}',
        '{"version": 2, "id": "abcdefgh", "moves": ["roll"], "seat": 1}',
        '{"version": 1e99, "id": "abcdefgh", "moves": ["roll"]}',
        '{"version": 2, "id": "abcdefgh", "moves": ["' + "x" * 500 + '"]}',
        "[" * 20_000,
    ],
)
def test_malformed_bodies_are_refused_in_words(make: Any, client: Any, body: str) -> None:
    host = make("Ann")
    headers = {**host.headers, "content-type": "application/json"}
    answer = client.post(f"{host.api}/moves", headers=headers, content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
    assert len(host.log()) == 2


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("mcts:3600s", "at most 10 s"),
        ("mcts:4000/10001ms", "at most 10 s"),
        ("mcts:1s:megabytes=100000", "at most 16 MB"),
    ],
)
def test_a_bot_that_would_keep_the_server_busy_is_refused(
    make: Any, client: Any, bot: str, words: str
) -> None:
    host = make("Ann", "Ben")
    for answer in (
        client.post("/api/tables", json={"game": "toshi", "seats": [{"kind": "bot", "bot": bot}]}),
        host.post("seats/1", {"kind": "bot", "bot": bot}),
    ):
        assert answer.status_code == 422
        assert words in answer.json()["error"]["message"]
    assert host.page()["table"]["seats"][1]["kind"] == "person"


@pytest.mark.parametrize("bot", ["mcts:10s", "mcts:4000", "mcts:1s:megabytes=16", "mcts:1s", "master"])
def test_a_bot_within_the_limits_of_a_table_may_sit_down(make: Any, bot: str) -> None:
    host = make("Ann", "Ben")
    assert host.post("seats/1", {"kind": "bot", "bot": bot}).status_code == 200


def test_oversized_bodies_are_refused(make: Any, client: Any, form: Any) -> None:
    host = make("Ann")
    large = json.dumps({"version": 2, "id": "abcdefgh", "moves": ["roll"] * 100_000})
    headers = {**host.headers, "content-type": "application/json"}
    assert client.post(f"{host.api}/moves", headers=headers, content=large).status_code == 413

    def drops() -> Any:
        for _ in range(300):
            yield b"x" * 1000

    assert client.post(f"{host.api}/moves", headers=headers, content=drops()).status_code == 413
    assert form("/tables", {"game": "toshi", "name": "x" * 200_000}).status_code == 413
    record = b'{"format": "zashiki.record/1", "x": "' + b"x" * 5_000_000 + b'"}'
    assert form("/records", files={"record": ("x.json", record, "application/json")}).status_code == 413
    assert len(host.log()) == 2


def test_a_record_of_endless_length_is_refused_before_it_is_replayed(form: Any) -> None:
    record = {
        "format": "zashiki.record/1",
        "game": "toshi",
        "options": {"players": 1},
        "log": [["*", "start 3C"]] * 9000,
    }
    answer = form("/records", files={"record": ("x.json", json.dumps(record).encode(), "application/json")})
    assert answer.status_code == 422
    assert "5000" in answer.text


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(make: Any, client: Any, method: str) -> None:
    host = make("Ann")
    assert getattr(client, method)(host.api, headers=host.headers).status_code == 405


# -- forms


def test_a_form_from_elsewhere_is_refused(client: Any, form: Any) -> None:
    values = {"game": "toshi", "players": "1"}
    assert client.post("/tables", data=values).status_code == 403
    assert client.post("/tables", data={**values, "_csrf": "guess.guess"}).status_code == 403
    word = re.search(r'name="_csrf"[^>]*value="([^"]+)"', client.get("/").text)[1]
    client.cookies.clear()
    assert client.post("/tables", data={**values, "_csrf": word}).status_code == 403
    forged = f"nonce.{'0' * 64}"
    client.cookies.set(client.app.state.services.forms.cookie_name, forged)
    assert client.post("/tables", data={**values, "_csrf": forged}).status_code == 403
    client.cookies.clear()
    assert form("/tables", values, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert form("/tables", values, headers={"sec-fetch-site": "same-origin"}).status_code == 303


def test_a_form_outlives_a_restart(client: Any, database: str) -> None:
    from litestar.testing import TestClient

    from zashiki.table.app import create_app

    word = re.search(r'name="_csrf"[^>]*value="([^"]+)"', client.get("/").text)[1]
    with TestClient(create_app(database, workers=0)) as after:
        after.cookies = client.cookies
        answer = after.post(
            "/tables", data={"_csrf": word, "game": "toshi", "players": "1"}, follow_redirects=False
        )
        assert answer.status_code == 303


def test_a_broken_form_is_refused(client: Any) -> None:
    client.get("/")
    for kind, body in (
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--y\r\nnot what was said"),
        ("application/x-www-form-urlencoded", b"_csrf=%ff%fe&game=%00"),
    ):
        answer = client.post("/tables", content=body, headers={"content-type": kind})
        assert answer.status_code in (400, 403)
    file = client.post("/tables", files={"_csrf": ("x", b"file in place of a word")})
    assert file.status_code == 403


# -- names, headers, logs


def test_script_in_names_stays_text(form: Any, client: Any, person: Any) -> None:
    evil = '<script>alert("1")</script>'
    answer = form(
        "/tables",
        {
            "game": "toshi",
            "players": "2",
            "name": evil,
            "seat0.name": evil,
            "seat1.name": "'\"><img src=x onerror=alert(1)>",
            "listed": "on",
        },
    )
    host = person(answer.headers["location"])
    host.play("roll")
    pages = [client.get("/").text, client.get(host.path).text, client.get(f"{host.path}/body").text]
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    assert "&lt;script&gt;alert" in pages[0]
    assert host.page()["table"]["name"] == evil[:40]


def test_names_have_no_line_breaks_or_invisible_characters(make: Any) -> None:
    host = make("An\nn\u202e\u0000 \u200b b", {"kind": "person", "name": "x" * 150})
    names = [seat["name"] for seat in host.page()["table"]["seats"]]
    assert names == ["An n b", "x" * 40]


def test_every_answer_carries_the_headers_that_protect_it(make: Any, client: Any) -> None:
    host = make("Ann")
    static = re.search(r'href="(/static/[^"]+\.css)"', client.get("/").text)[1]
    for path in ("/", host.path, host.api, "/nothing", f"{host.path}x", static, "/schema", "/about"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert client.get(host.path).headers["cache-control"] == "no-store"
    assert "immutable" in client.get(static).headers["cache-control"]
    assert client.get(re.sub(r"/static/\w+/", "/static/old/", static)).headers["cache-control"] == "no-cache"


def test_pages_hold_no_script_of_their_own(make: Any, client: Any) -> None:
    host = make("Ann")
    for path in ("/", host.path, "/about", "/schema", "/rules/toshi", "/nothing"):
        page = client.get(path).text
        inline = [
            tag
            for tag in re.findall(r"<script\b[^>]*>", page)
            if "src=" not in tag and "application/json" not in tag
        ]
        assert inline == []
        assert not re.search(r"\son\w+\s*=\s*[\"']", page)
        assert "<style" not in page
        assert "javascript:" not in page


def test_refusals_are_logged_without_tokens(make: Any, client: Any, caplog: Any) -> None:
    host = make("Ann", {"kind": "link", "name": "Ben"}, options={"start_player": "seat0"})
    ben = host.seat_link(1)
    with caplog.at_level(logging.DEBUG, logger="zashiki"):
        client.get(host.path)
        client.get(f"{host.path}/record")
        ben.confirm("roll")
        ben.confirm("build\nnothing")
        client.get(f"/t/{host.table}/wrong-token-that-was-tried")
        client.get(f"{host.api}/events", params={"token": "wrong-token-that-was-tried"})
    messages = [record.getMessage() for record in caplog.records if record.name.startswith("zashiki")]
    assert any(f"POST {host.api}/moves 403" in message for message in messages)
    assert any(f"/t/{host.table}/... 403" in message for message in messages)
    for message in messages:
        assert host.token not in message
        assert ben.token not in message
        assert "wrong-token" not in message
        assert "\n" not in message


def test_a_logged_path_has_no_token_and_one_line() -> None:
    assert shown_path("/t/abc/SECRET/record") == "/t/abc/.../record"
    assert shown_path("/a\r\nb") == "/a??b"


# -- a damaged database


def test_a_damaged_log_is_refused_and_the_rest_goes_on(make: Any, client: Any) -> None:
    host, other = make("Ann"), make("Ben")
    host.play("roll")
    services = client.app.state.services
    with services.store.writing() as session:
        session.execute(
            text("UPDATE log SET move = 'roll 9Z' WHERE table_id = :t AND step = 2"), {"t": host.table}
        )
    services.tables.courses.forget()
    answer = host.get()
    assert answer.status_code == 500
    assert "step 2" in answer.json()["error"]["message"]
    assert client.get(host.path).status_code == 500
    assert other.get().status_code == 200


def test_a_log_that_leads_elsewhere_than_the_snapshot_is_checked_move_by_move(make: Any, client: Any) -> None:
    host = make("Ann")
    services = client.app.state.services
    with services.store.writing() as session:
        session.execute(text("UPDATE tables SET snapshot = :s WHERE id = :t"), {"s": b"x", "t": host.table})
    before = host.page()
    services.tables.courses.forget()
    assert host.page() == before


def test_a_table_of_other_rules_is_not_opened(make: Any, client: Any) -> None:
    host = make("Ann")
    services = client.app.state.services
    with services.store.writing() as session:
        session.execute(text("UPDATE tables SET rules_version = 999 WHERE id = :t"), {"t": host.table})
    services.tables.courses.forget()
    answer = host.get()
    assert answer.status_code == 409
    assert "999" in answer.json()["error"]["message"]


def test_a_failure_tells_nothing_of_the_inside(make: Any, client: Any, monkeypatch: Any, caplog: Any) -> None:
    host = make("Ann")

    def fail(*_: Any) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(client.app.state.services.tables, "see", fail)
    answer = host.get()
    assert answer.status_code == 500
    assert "inside" not in answer.text
    assert "the inside" in caplog.text
