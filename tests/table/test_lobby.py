"""Making tables, seats and their links, playing again, records up and down."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from sqlalchemy import text

import zashiki
from zashiki.core.record import load


def finish(host: Any) -> dict[str, Any]:
    """Play a short game to its end by passing wherever one may."""
    for _ in range(400):
        page = host.page()
        if page["table"]["status"] == "over":
            return page
        host.play(page["moves"][-1]["text"])
    raise AssertionError("the game does not end")


# -- making


def test_the_form_makes_the_table_it_describes(form: Any, person: Any) -> None:
    answer = form(
        "/tables",
        {
            "game": "toshi",
            "players": "3",
            "name": "Friday",
            "toshi.specials": "on",
            "toshi.turn_cap": "9",
            "seat0.kind": "person",
            "seat0.name": "Ann",
            "seat1.kind": "link",
            "seat1.name": "Ben",
            "seat2.kind": "bot",
            "seat2.bot": "random",
            "listed": "on",
            "auto_roll": "on",
        },
    )
    assert answer.status_code == 303
    host = person(answer.headers["location"])
    table = host.page()["table"]
    assert table["name"] == "Friday"
    assert table["options"]["specials"] == "on"
    assert table["options"]["turn_cap"] == 9
    assert [(s["name"], s["kind"], s["bot"]) for s in table["seats"]] == [
        ("Ann", "person", None),
        ("Ben", "link", None),
        ("Random", "bot", "random"),
    ]
    assert (table["listed"], table["auto_roll"], table["real_dice"], table["help_allowed"]) == (
        True,
        True,
        False,
        False,
    )
    assert any("special" in words for words in table["option_words"])
    assert list(table["links"]["seats"]) == ["1"]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("game", "chess", "Choose a game"),
        ("players", "7", "number of players"),
        ("players", "two", "must be a number"),
        ("toshi.specials", "maybe", "off or on"),
        ("toshi.turn_cap", "-5", "integer"),
        ("toshi.turn_cap", "9" * 60, "integer"),
        ("seat0.kind", "ghost", "person, a link or a bot"),
        ("first", "5", "no such seat"),
        ("edition", "../../etc/passwd", "no edition"),
    ],
)
def test_a_wrong_field_comes_back_with_the_form_and_the_reason(
    form: Any, client: Any, field: str, value: str, said: str
) -> None:
    answer = form("/tables", {"game": "toshi", "players": "2", "seat0.name": "Ann of the form", field: value})
    assert answer.status_code == 422
    text = re.sub(r"\s+", " ", answer.text)
    assert said in text
    assert "Ann of the form" in text
    assert "host" not in client.get("/api/tables/none", headers={"Authorization": "Bearer x"}).text


def test_a_chosen_first_player_begins_and_the_order_around_the_table_stays(make: Any) -> None:
    host = make("Ann", "Ben", "Cleo", first=1)
    page = host.page()
    assert [seat["name"] for seat in page["table"]["seats"]] == ["Ben", "Cleo", "Ann"]
    assert page["prompt"]["seat"] == 0
    assert all(not move.startswith("first") for _, move in host.log())


def test_a_random_first_player_is_drawn_in_the_log(make: Any) -> None:
    assert any(move.startswith("first") for _, move in make("Ann", "Ben", first="random").log())


def test_names_are_given_where_there_are_none(make: Any) -> None:
    host = make("", "  \n ", {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"})
    names = [seat["name"] for seat in host.page()["table"]["seats"]]
    assert names == ["Player 1", "Player 2", "Random", "Random 2"]


def test_the_start_page_lists_running_tables_that_want_it(make: Any, client: Any) -> None:
    shown = make("Ann", name="Open house")
    hidden = make("Ann", name="Behind the screen", listed=False)
    over = make("Ann", name="Long gone", options={"turn_cap": 1})
    finish(over)
    text = client.get("/").text
    assert "Open house" in text
    assert shown.links()["spectator"] in text
    assert shown.token not in text
    assert "Behind the screen" not in text
    assert hidden.table not in text
    assert "Long gone" not in text


def test_a_table_of_a_game_that_is_gone_hides_no_others(make: Any, client: Any) -> None:
    gone, here = make("Ann", name="Of a lost game"), make("Ann", name="Still here")
    services = client.app.state.services
    services.tables.courses.forget()
    with services.store.writing() as session:
        session.execute(text("UPDATE tables SET game = 'lost' WHERE id = :t"), {"t": gone.table})
    page = client.get("/").text
    assert "Still here" in page
    assert "Of a lost game" not in page
    assert gone.get().status_code == 404
    assert here.get().status_code == 200


# -- seats and links


def test_a_revoked_link_opens_nothing_and_a_new_one_does(make: Any) -> None:
    host = make("Ann", {"kind": "link", "name": "Ben"})
    old = host.seat_link(1)
    assert host.post("links", {"role": "seat", "seat": 1}).status_code == 200
    new = host.seat_link(1)
    assert new.token != old.token
    for answer in (old.get(), old.confirm("roll", version=0), old.client.get(old.path)):
        assert answer.status_code == 403
    assert new.page()["you"]["seats"] == [1]


def test_spectators_can_be_shut_out(make: Any) -> None:
    host = make("Ann")
    watcher = host.spectator()
    host.post("links", {"role": "spectator", "action": "revoke"})
    assert watcher.get().status_code == 403
    assert host.links()["spectator"] is None
    host.post("links", {"role": "spectator"})
    assert host.spectator().get().status_code == 200


def test_a_new_host_link_is_told_to_the_old_host_alone(make: Any) -> None:
    host = make("Ann")
    page = host.post("links", {"role": "host"}).json()
    assert host.get().status_code == 403
    assert host.other(page["table"]["links"]["host"]).page()["you"]["role"] == "host"


def test_only_the_host_changes_links_settings_and_other_seats(make: Any) -> None:
    host = make("Ann", {"kind": "link", "name": "Ben"})
    before = host.page()
    for stranger in (host.seat_link(1), host.spectator()):
        assert stranger.post("links", {"role": "spectator"}).status_code == 403
        assert stranger.post("settings", {"auto_roll": True}).status_code == 403
        assert stranger.post("seats/0", {"name": "Mine"}).status_code == 403
        assert stranger.post("seats/1", {"kind": "bot"}).status_code == 403
    assert host.page() == before
    assert host.seat_link(1).post("seats/1", {"name": "Benedict"}).status_code == 200
    assert host.page()["table"]["seats"][1]["name"] == "Benedict"


def test_a_bot_can_take_over_and_hand_back(make: Any) -> None:
    host = make("Ann", {"kind": "link", "name": "Ben"}, options={"start_player": "seat0", "turn_cap": 50})
    ben = host.seat_link(1)
    host.post("seats/1", {"kind": "bot", "bot": "random"})
    assert ben.get().status_code == 403
    host.play("roll")
    page = host.wait_until(lambda page: page["prompt"]["yours"] or page["mover"] == "*")
    if page["mover"] == 0:
        host.play("pass")
    host.wait_until(lambda page: page["prompt"]["seat"] == 0)
    host.post("seats/1", {"kind": "link", "name": "Ben"})
    assert host.seat_link(1).page()["you"]["seats"] == [1]
    kinds = [(event["kind"], event["seat"]) for event in host.record()["events"]]
    assert kinds == [("seat", 1), ("seat", 1)]


def test_the_log_speaks_of_people_by_their_names_now(make: Any) -> None:
    host = make("Ann", "Ben", options={"start_player": "seat0"})
    host.play("roll")
    assert any("Ann" in line["text"] for line in host.page()["log"])
    host.post("seats/0", {"name": "Anneliese"})
    assert not any(re.search(r"\bAnn\b", line["text"]) for line in host.page()["log"])
    assert any("Anneliese" in line["text"] for line in host.page()["log"])


def test_the_same_seats_play_again(make: Any) -> None:
    host = make(
        "Ann", {"kind": "link", "name": "Ben"}, options={"turn_cap": 1, "specials": "on"}, name="Friday"
    )
    ben = host.seat_link(1)
    assert host.post("again", {}).status_code == 409
    for _ in range(30):
        mover = next((p for p in (host, ben) if p.page()["moves"]), None)
        if mover is None:
            break
        mover.play(mover.page()["moves"][-1]["text"])
    assert host.spectator().post("again", {}).status_code == 403
    second = ben.other(ben.post("again", {}).json()["url"])
    assert second.page()["you"]["role"] == "seat"
    assert second.page()["you"]["seats"] == [1]
    assert host.page()["table"]["again"] == host.post("again", {}).json()["url"]
    hosting = host.other(host.page()["table"]["again"])
    page = hosting.page()
    assert page["you"]["role"] == "host"
    assert hosting.table == second.table != host.table
    assert page["table"]["name"] == "Friday"
    assert page["table"]["options"] == host.page()["table"]["options"]
    assert [s["name"] for s in page["table"]["seats"]] == ["Ann", "Ben"]
    assert page["table"]["status"] == "running"


# -- records


def test_the_record_replays_to_the_table(make: Any, client: Any) -> None:
    host = make("Ann", "Ben", options={"turn_cap": 3, "specials": "on"})
    page = finish(host)
    answer = client.get(f"{host.path}/record")
    assert "attachment" in answer.headers["content-disposition"]
    position = load(answer.text)
    assert position.seats == ["Ann", "Ben"]
    assert [s.score for s in position.standings] == [s["score"] for s in page["standings"]]
    assert host.spectator().record() == host.record()


def test_an_uploaded_record_opens_in_the_scrubber(form: Any, client: Any, make: Any) -> None:
    host = make("Ann", "Ben", options={"turn_cap": 3})
    finish(host)
    text = client.get(f"{host.path}/record").text
    answer = form("/records", files={"record": ("game.json", text.encode(), "application/json")})
    assert answer.status_code == 303
    path = answer.headers["location"]
    assert "Ann" in client.get(path).text
    page = client.get(f"/api{path.replace('/r/', '/records/')}").json()
    mine = host.page()
    assert page["standings"] == mine["standings"]
    assert [line["text"] for line in page["log"]] == [line["text"] for line in mine["log"]]
    assert page["you"]["role"] == "spectator"
    assert page["table"]["record"]
    at = client.get(f"{path}/body", params={"at": 3})
    assert at.status_code == 200
    assert client.get(path, params={"at": 100_000}).status_code == 404
    again = form("/records", files={"record": ("game.json", text.encode(), "application/json")})
    assert again.headers["location"] == path
    assert json.loads(client.get(f"{path}/record").text)["log"] == host.record()["log"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r["log"].__setitem__(3, ["*", "roll 9Z"]), "entry 3"),
        (lambda r: r["log"].__setitem__(2, [0, "pass"]), "entry 2"),
        (lambda r: r.update(result={"scores": [1000, 0], "ranks": [1, 2]}), "result"),
        (lambda r: r.update(game="chess"), "chess"),
        (lambda r: r.update(edition="mine"), "mine"),
        (lambda r: r.update(format="else/1"), "format"),
        (lambda r: r.update(log=r["log"] * 2), "entry"),
    ],
)
def test_a_record_that_does_not_replay_is_refused_naming_the_place(
    form: Any, client: Any, change: Any, said: str
) -> None:
    position = zashiki.new("toshi", players=2, seed=3, turn_cap=2)
    while not position.is_over:
        position.play(position.legal_moves[-1])
    record = json.loads(position.record().to_json())
    change(record)
    answer = form(
        "/records", files={"record": ("game.json", json.dumps(record).encode(), "application/json")}
    )
    assert answer.status_code == 422
    assert said in answer.text


@pytest.mark.parametrize(
    "content", [b"", b"   ", b"\xff\xfe\x00", b"[]", b"{" * 5000, b"null", b'{"log": 3}']
)
def test_what_is_no_record_is_refused(form: Any, content: bytes) -> None:
    answer = form("/records", files={"record": ("x.json", content, "application/json")})
    assert answer.status_code == 422


# -- other pages


@pytest.mark.parametrize("game", zashiki.all_games(), ids=lambda game: game.name)
def test_rules_have_headings_to_link_to(client: Any, game: Any) -> None:
    text = client.get(f"/rules/{game.name}").text
    assert len(re.findall(r'<h[1-4] id="[\w-]+"', text)) >= 3
    fragment = client.get(f"/rules/{game.name}", params={"fragment": "1"}).text
    assert len(fragment) < len(text)


@pytest.mark.parametrize("game", zashiki.all_games(), ids=lambda game: game.name)
def test_the_about_page_says_where_every_number_is_known_from(client: Any, game: Any) -> None:
    text = client.get("/about").text
    paths = [path for path, _, _ in game.load_edition().rows()]
    assert paths
    assert all(path.rsplit(".", 1)[-1] in text for path in paths)


def test_the_interface_describes_itself(client: Any) -> None:
    schema = client.get("/schema/openapi.json").json()
    assert "/api/tables/{table_id}/moves" in schema["paths"]
    assert {"question", "waiting"} <= set(
        next(v for k, v in schema["components"]["schemas"].items() if k.endswith("PromptData"))["properties"]
    )
    page = client.get("/schema")
    assert page.status_code == 200
    assert "/api/tables/{table_id}/draft" in page.text
    assert "<script>" not in page.text


@pytest.mark.parametrize("game", zashiki.all_games(), ids=lambda game: game.name)
def test_the_pictures_of_the_rules_are_served_for_light_and_dark_pages(client: Any, game: Any) -> None:
    for body in (client.get(f"/rules/{game.name}").text, client.get(f"/rules/{game.name}?fragment=1").text):
        pictures = re.findall(
            r'<img class="scene on-(light|dark)" src="([^"]+)" alt="[^"]+" width="\d+" height="\d+"', body
        )
        assert len(pictures) >= 4
        assert [theme for theme, _ in pictures] == ["light", "dark"] * (len(pictures) // 2)
        for _theme, address in pictures:
            answer = client.get(address)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("image/svg+xml")
