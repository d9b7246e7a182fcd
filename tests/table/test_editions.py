"""Tables of the owner's own edition: offered, kept apart by their numbers, refused where the file is missing."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from litestar.testing import TestClient

from zashiki.core.errors import EditionError
from zashiki.table.app import create_app

OWN = 'game = "toshi"\nname = "rich"\ntitle = "Rich start"\nextends = "standard"\n[start]\nkoku = 25\n'


@pytest.fixture
def rich(tmp_path: Any) -> Any:
    file = tmp_path / "rich.toml"
    file.write_text(OWN)
    return file


def new(client: TestClient, edition: str | None) -> Any:
    return client.post("/api/tables", json={"game": "toshi", "seats": [{"name": "Ann"}], "edition": edition})


def purse(client: TestClient, path: str) -> tuple[int, Any]:
    table, token = path.split("/")[2:]
    answer = client.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"})
    body = answer.json()
    return answer.status_code, body["view"]["cities"][0]["koku"] if answer.status_code == 200 else body[
        "error"
    ]


def test_a_table_plays_with_the_numbers_of_the_owners_file(rich: Any, database: str) -> None:
    with TestClient(create_app(database, editions=[rich], workers=0)) as client:
        own, standard = new(client, "rich").json()["url"], new(client, None).json()["url"]
        assert purse(client, own) == (200, 25)
        assert purse(client, standard) == (200, 10)
        assert "Rich start" in client.get("/").text
        record = client.get(f"{own}/record").json()
        assert record["edition"] == "rich"
        assert client.app.state.services.uploads.add(json.dumps(record).encode())


def test_the_rules_at_such_a_table_tell_its_numbers(rich: Any, database: str) -> None:
    with TestClient(create_app(database, editions=[rich], workers=0)) as client:
        page = client.get(new(client, "rich").json()["url"]).text
        rulebook = re.search(r'data-rulebook="([^"]+)"', page)
        assert rulebook
        panel = client.get(f"{rulebook[1]}&fragment=1").text
        assert "each purse with <strong>25 Koku</strong>" in panel
        assert "With the numbers of Rich start." in panel
        whole = client.get(rulebook[1]).text
        assert "each purse with <strong>25 Koku</strong>" in whole
        assert 'href="/rules/toshi?edition=standard"' in whole
        standard = client.get("/rules/toshi").text
        assert "each purse with <strong>10 Koku</strong>" in standard
        assert 'href="/rules/toshi?edition=rich"' in standard
        assert "With the numbers of" not in client.get("/rules/sapporo").text


def test_rules_of_an_edition_that_is_not_here_are_refused(database: str) -> None:
    with TestClient(create_app(database, workers=0)) as client:
        answer = client.get("/rules/toshi?edition=rich", headers={"Accept": "text/html"})
        assert answer.status_code == 422
        assert "no edition" in answer.text


def test_without_the_file_or_with_other_numbers_such_a_table_is_not_opened(rich: Any, database: str) -> None:
    with TestClient(create_app(database, editions=[rich], workers=0)) as client:
        own = new(client, "rich").json()["url"]
    with TestClient(create_app(database, workers=0)) as client:
        status, error = purse(client, own)
        assert status == 422
        assert "rich" in error["message"]
        assert new(client, "rich").status_code == 422
        assert client.get("/").status_code == 200
    rich.write_text(OWN.replace("25", "26"))
    with TestClient(create_app(database, editions=[rich], workers=0)) as client:
        status, error = purse(client, own)
        assert status == 409
        assert "other numbers" in error["message"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "mine"\nextends = "standard"\n', "which game"),
        ('game = "chess"\n', "which game"),
        ("not toml at all", "TOML"),
        (OWN.replace("25", "-3"), "koku"),
    ],
)
def test_a_wrong_file_keeps_the_server_from_starting_and_says_why(
    rich: Any, database: str, text: str, said: str
) -> None:
    rich.write_text(text)
    with pytest.raises(EditionError, match=said):
        create_app(database, editions=[rich])
