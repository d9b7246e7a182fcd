"""Playing at a table through its interface: composing, confirming, chance, bots, perspectives."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest

import zashiki
from zashiki.core.record import load

RANDOM = random.Random(5)


@pytest.fixture
def table(make: Any) -> Any:
    """Makes a table with known dice at which the first seat has to build on 4D or to pass."""

    def table(*seats: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
        host = make(*seats, real_dice=True, options={"start_player": "seat0", **options})
        for move in ("start 3C", "start 5A", "roll 4D"):
            page = host.play(move)
        return host, page

    return table


# -- looking


def test_set_up_is_drawn_by_the_server_and_the_first_throw_waits_for_its_person(make: Any) -> None:
    host = make("Ann", "Ben", options={"start_player": "seat0"})
    page = host.page()
    assert page["mover"] == "*"
    assert page["prompt"]["kind"] == "roll"
    assert page["prompt"]["seat"] == 0
    assert [move["text"] for move in page["moves"]] == ["roll"]
    assert [mover for mover, _ in host.log()] == ["*", "*"]


def test_a_hot_seat_host_plays_every_seat(make: Any) -> None:
    host = make("Ann", "Ben")
    assert host.page()["you"]["seats"] == [0, 1]


def test_each_viewer_is_told_what_is_theirs(table: Any) -> None:
    host, page = table("Ann", {"kind": "link", "name": "Ben"})
    ben = host.seat_link(1)
    assert page["you"]["seat"] == 0
    assert page["prompt"]["yours"]
    other = ben.page()
    assert other["you"] == {
        "seats": [1],
        "seat": 1,
        "role": "seat",
        "can": {"roll": False, "manage": False, "again": False, "help": True},
    }
    assert other["moves"] == []
    assert not other["prompt"]["yours"]
    assert "Ann" in other["prompt"]["waiting"]
    assert other["table"]["links"]["host"] is None
    watcher = host.spectator().page()
    assert watcher["you"]["seat"] is None
    assert watcher["moves"] == []
    assert watcher["table"]["links"]["seats"] == {}


def test_moves_carry_words_targets_and_no_two_the_same_targets(table: Any) -> None:
    _host, page = table("Ann")
    paths = [frozenset(move["targets"]) for move in page["moves"]]
    assert len(set(paths)) == len(paths) > 3
    assert all(move["words"] and move["targets"] for move in page["moves"])


def test_the_log_in_words_leads_to_the_board_of_each_line(table: Any) -> None:
    host, page = table("Ann", "Ben")
    page = host.play("build nagaya 4D")
    steps = [line["step"] for line in page["log"]]
    assert steps == sorted(steps)
    roll = next(line for line in page["log"] if line["kind"] == "roll")
    assert "4D" in roll["text"]
    then = host.page(at=roll["step"])
    assert then["at"] == {"step": 3, "steps": page["at"]["steps"], "live": False}
    assert then["moves"] == []
    assert then["view"]["roll"]["square"] == "4D"
    assert host.page(at=2)["view"]["roll"] is None


def test_every_step_can_be_looked_at_and_no_step_beyond(table: Any) -> None:
    host, _page = table("Ann")
    steps = host.page()["at"]["steps"]
    assert [host.page(at=k)["at"]["step"] for k in range(steps + 1)] == list(range(steps + 1))
    assert host.get(at=steps + 1).status_code == 404
    assert host.get(at=-1).status_code == 400


# -- composing


def test_a_draft_is_seen_by_its_seat_alone(table: Any) -> None:
    host, page = table("Ann", {"kind": "link", "name": "Ben"})
    before = host.seat_link(1).page()
    move = page["moves"][0]["text"]
    composed = host.draft(move=move).json()
    assert composed["draft"]["moves"] == [move]
    assert composed["view"] != page["view"]
    assert host.page()["draft"] == composed["draft"]
    assert host.seat_link(1).page() == before
    assert host.spectator().page()["draft"]["moves"] == []
    assert len(host.log()) == page["at"]["steps"]


def test_a_draft_outlives_a_restart(table: Any, database: str) -> None:
    from litestar.testing import TestClient

    from zashiki.table.app import create_app

    host, page = table("Ann")
    host.draft(move=page["moves"][0]["text"])
    with TestClient(create_app(database, workers=0)) as other:
        host.client = other
        assert host.page()["draft"]["moves"] == [page["moves"][0]["text"]]


def test_take_back_one_all_and_replace(table: Any) -> None:
    host, page = table("Ann", "Ben")
    host.draft(move="build teien 4D")
    assert {"stop", "at 4E"} <= {move["text"] for move in host.page()["moves"]}
    host.draft(move="at 4E")
    assert host.draft(take_back=1).json()["draft"]["moves"] == ["build teien 4D"]
    assert host.draft(move="stop").json()["draft"]["moves"] == ["build teien 4D", "stop"]
    assert host.draft(move="at 4C", replace=True).json()["draft"]["moves"] == ["build teien 4D", "at 4C"]
    assert host.draft(move="pass", replace=2).json()["draft"]["moves"] == ["pass"]
    assert host.draft(move="pass", replace=2).status_code == 409
    assert host.draft(take_back="all").json()["draft"]["moves"] == []
    assert host.draft(take_back=1).status_code == 409
    assert host.page() == page


def test_alternatives_say_how_many_moves_they_take_the_place_of(table: Any) -> None:
    host, page = table("Ann", "Ben")
    host.draft(move="build teien 4D")
    composed = host.draft(move="at 4E").json()
    first = [move["text"] for move in composed["alternatives"] if move["back"] == 2]
    assert first == [move["text"] for move in page["moves"]]
    assert "stop" in [move["text"] for move in composed["alternatives"] if move["back"] == 1]


def test_a_complete_draft_offers_alternatives_and_takes_no_more(table: Any) -> None:
    host, page = table("Ann", "Ben")
    complete = host.draft(move="pass").json()
    assert complete["draft"]["complete"]
    assert complete["moves"] == []
    assert complete["prompt"]["kind"] == "confirm"
    assert complete["prompt"]["question"] == page["prompt"]["question"]
    assert [{**move, "back": 1} for move in page["moves"]] == complete["alternatives"]
    answer = host.draft(move="pass")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "complete"


def test_a_draft_is_dropped_when_the_log_moves_on(table: Any) -> None:
    host, page = table("Ann", "Ben")
    host.draft(move=page["moves"][0]["text"])
    host.play("pass")
    assert host.page()["draft"]["moves"] == []


def test_an_illegal_draft_move_changes_nothing_and_says_why(table: Any) -> None:
    host, page = table("Ann")
    answer = host.draft(move="build shiro 1A")
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "illegal"
    assert error["legal"] == [move["text"] for move in page["moves"]]
    assert "build shiro 1A" in error["message"]
    assert host.page() == page


def test_two_pages_cannot_compose_past_each_other(table: Any) -> None:
    host, page = table("Ann")
    host.draft(move=page["moves"][0]["text"], length=0)
    assert host.draft(move="pass", replace=True, length=0).status_code == 409
    assert host.page()["draft"]["moves"] == [page["moves"][0]["text"]]


# -- confirming


def test_a_confirmed_unit_is_in_the_log_and_everybody_sees_it(table: Any) -> None:
    host, page = table("Ann", {"kind": "link", "name": "Ben"})
    move = next(m["text"] for m in page["moves"] if m["text"].startswith("build nagaya"))
    after = host.play(move)
    assert after["table"]["version"] == page["table"]["version"] + 1
    assert host.log()[-1] == [0, move] or host.log()[-2] == [0, move]
    assert any("Nagaya" in line["text"] for line in host.seat_link(1).page()["log"])


def test_a_repeated_post_is_harmless(table: Any) -> None:
    host, page = table("Ann", "Ben")
    version = page["table"]["version"]
    first = host.confirm("pass", version=version, post_id="same-id-12345")
    log = host.log()
    again = host.confirm("pass", version=version, post_id="same-id-12345")
    assert (first.status_code, again.status_code) == (200, 200)
    assert host.log() == log


def test_an_id_cannot_be_used_for_other_moves_or_by_others(table: Any) -> None:
    host, page = table("Ann", {"kind": "link", "name": "Ben"})
    host.confirm("pass", version=page["table"]["version"], post_id="same-id-12345")
    log = host.log()
    assert host.confirm("roll", post_id="same-id-12345").status_code == 409
    assert host.seat_link(1).confirm("pass", post_id="same-id-12345").status_code == 409
    assert host.log() == log


def test_a_stale_post_is_refused_with_the_reason(table: Any) -> None:
    host, page = table("Ann", "Ben")
    host.play("pass")
    log = host.log()
    answer = host.confirm("pass", version=page["table"]["version"])
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "stale"
    assert str(page["table"]["version"]) in answer.json()["error"]["message"]
    assert host.draft(move="pass", version=page["table"]["version"]).status_code == 409
    assert host.confirm("pass", version=10_000).status_code == 409
    assert host.log() == log


def test_a_renamed_seat_makes_no_move_stale(table: Any) -> None:
    host, page = table("Ann", "Ben")
    host.post("seats/1", {"name": "Bea"})
    assert host.confirm("pass", version=page["table"]["version"]).status_code == 200


@pytest.mark.parametrize(
    ("moves", "status", "code"),
    [
        (["build shiro 1A"], 422, "illegal"),
        (["build kraal 4D"], 422, "invalid"),
        (["pass", "pass", "pass", "pass"], 422, "illegal"),
        (["roll 4D"], 422, "illegal"),
        (["start 3C"], 422, "illegal"),
        (["pass; drop table log"], 422, "invalid"),
        (["PASS"], 422, "invalid"),
        (["pass "], 422, "invalid"),
        ([""], 422, "invalid"),
    ],
)
def test_forged_moves_are_refused_and_nothing_changes(
    table: Any, moves: list[str], status: int, code: str
) -> None:
    host, _page = table("Ann", "Ben")
    log = host.log()
    answer = host.confirm(*moves)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert host.log() == log


def test_nobody_moves_for_another_seat(table: Any) -> None:
    host, page = table("Ann", {"kind": "link", "name": "Ben"}, {"kind": "link", "name": "Cleo"})
    for stranger in (host.seat_link(1), host.seat_link(2), host.spectator()):
        answer = stranger.confirm("pass")
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "not-yours"
        assert "Ann" in answer.json()["error"]["message"]
        assert stranger.draft(move="pass").status_code == 403
    assert len(host.log()) == page["at"]["steps"]


def test_nobody_throws_for_another_seat(make: Any) -> None:
    host = make("Ann", {"kind": "link", "name": "Ben"}, options={"start_player": "seat0"})
    log = host.log()
    for stranger in (host.seat_link(1), host.spectator()):
        assert stranger.confirm("roll").status_code == 403
    assert host.log() == log
    assert host.confirm("roll").status_code == 200


def test_the_host_does_not_move_for_a_link(make: Any) -> None:
    host = make({"kind": "link", "name": "Ann"}, "Ben", options={"start_player": "seat0"})
    assert host.confirm("roll").status_code == 403
    assert host.seat_link(0).confirm("roll").status_code == 200


def test_of_many_posts_at_one_version_exactly_one_goes_through(table: Any) -> None:
    host, page = table("Ann", "Ben")
    version, steps = page["table"]["version"], page["at"]["steps"]
    statuses = []
    ready = threading.Barrier(8)

    def post(index: int) -> None:
        ready.wait()
        statuses.append(host.confirm("pass", version=version, post_id=f"racing-{index:04d}").status_code)

    threads = [threading.Thread(target=post, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] + [409] * 7
    assert [m for m in host.log()[steps:] if m[0] == 0] == [[0, "pass"]]


def test_of_many_posts_of_one_id_exactly_one_counts(table: Any) -> None:
    host, page = table("Ann", "Ben")
    version, steps = page["table"]["version"], page["at"]["steps"]
    statuses = []
    ready = threading.Barrier(6)

    def post() -> None:
        ready.wait()
        statuses.append(host.confirm("pass", version=version, post_id="one-id-for-all").status_code)

    threads = [threading.Thread(target=post) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 6
    assert [m for m in host.log()[steps:] if m[0] == 0] == [[0, "pass"]]


# -- chance


def test_the_server_throws_unless_the_dice_are_real(make: Any) -> None:
    host = make("Ann")
    log = host.log()
    answer = host.confirm("roll 4D")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "no-real-dice"
    assert host.log() == log


def test_real_dice_are_typed_in_from_the_set_up_on(make: Any) -> None:
    host = make("Ann", "Ben", options={"start_player": "seat0"}, real_dice=True)
    page = host.page()
    assert page["at"]["steps"] == 0
    assert len(page["moves"]) == 36
    host.play("start 3C")
    assert host.confirm("start 3C").status_code == 422
    host.play("start 5A")
    assert host.confirm("roll").status_code == 422
    page = host.play("roll 4D")
    assert page["mover"] == 0
    assert host.log() == [["*", "start 3C"], ["*", "start 5A"], ["*", "roll 4D"]]


def test_real_dice_may_be_typed_in_by_the_host_or_whose_throw_it_is(make: Any) -> None:
    host = make("Ann", {"kind": "link", "name": "Ben"}, options={"start_player": "seat0"}, real_dice=True)
    host.play("start 3C")
    host.play("start 5A")
    assert host.seat_link(1).confirm("roll 4D").status_code == 403
    assert host.spectator().confirm("roll 4D").status_code == 403
    host.play("roll 4D")


def test_with_auto_roll_the_server_throws_for_people(make: Any) -> None:
    host = make("Ann", "Ben", auto_roll=True)
    host.wait_until(lambda page: page["mover"] in (0, 1))


def test_auto_roll_can_be_switched_on_while_a_throw_is_awaited(make: Any) -> None:
    host = make("Ann", "Ben")
    assert host.page()["mover"] == "*"
    assert host.post("settings", {"auto_roll": True}).status_code == 200
    host.wait_until(lambda page: page["mover"] in (0, 1))


# -- bots


def test_bots_play_to_the_end_without_an_open_page(make: Any) -> None:
    host = make({"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}, options={"turn_cap": 12})
    page = host.wait_until(lambda page: page["table"]["status"] == "over", 60)
    assert page["result"]
    assert [seat["name"] for seat in page["table"]["seats"]] == ["Greedy", "Random"]
    assert load(json.dumps(host.record())).is_over


def test_bots_go_on_after_a_restart(make: Any, tmp_path: Any) -> None:
    from litestar.testing import TestClient

    from zashiki.table.app import create_app

    database = tmp_path / "bots.sqlite3"
    bot = {"kind": "bot", "bot": "greedy"}
    with TestClient(create_app(database, workers=0)) as sleeping:
        body = {"game": "toshi", "seats": [bot, bot], "options": {"turn_cap": 8}}
        path = sleeping.post("/api/tables", json=body).json()["url"]
        host = make("somebody").other(path)
        host.client = sleeping
        assert host.page()["at"]["steps"] == 3
    with TestClient(create_app(database, workers=1, pace=0)) as woken:
        host.client = woken
        host.wait_until(lambda page: page["table"]["status"] == "over", 60)


def test_a_bot_plays_its_turn_and_the_person_theirs(make: Any) -> None:
    host = make("Ann", {"kind": "bot", "bot": "greedy"}, options={"start_player": "seat0"})
    host.play("roll")
    page = host.wait_until(lambda page: page["mover"] != 1 and page["prompt"]["kind"] != "wait")
    assert page["prompt"]["yours"]
    assert page["prompt"]["seat"] == 0


def test_an_unknown_bot_is_refused_naming_those_there_are(client: Any) -> None:
    answer = client.post("/api/tables", json={"game": "toshi", "seats": [{"kind": "bot", "bot": "oracle"}]})
    assert answer.status_code == 422
    assert "greedy" in answer.json()["error"]["message"]


# -- whole games


@pytest.mark.parametrize("game", zashiki.all_games(), ids=lambda game: game.name)
def test_a_whole_game_of_people_and_bots_through_the_interface(make: Any, game: Any) -> None:
    """Every page shows plain data; what is offered can be played; the record of the end replays."""
    players = game.players[-1]
    seats = [{"name": f"P{i}"} if i % 2 == 0 else {"kind": "bot", "bot": "random"} for i in range(players)]
    caps = {"turn_cap": 6} if any(option.name == "turn_cap" for option in game.options) else {}
    host = make(*seats, game=game.name, options=caps)
    for _ in range(2000):
        page = host.wait_until(lambda page: page["moves"] or page["table"]["status"] == "over")
        if page["table"]["status"] == "over":
            break
        move = RANDOM.choice(page["moves"])["text"]
        if page["mover"] != "*" and RANDOM.random() < 0.5:
            page = host.draft(move=move).json()
            moves = list(page["draft"]["moves"])
            while not page["draft"]["complete"] and page["moves"]:
                page = host.draft(move=RANDOM.choice(page["moves"])["text"]).json()
                moves = page["draft"]["moves"]
            host.play(*moves)
        else:
            host.play(move)
    page = host.page()
    assert page["table"]["status"] == "over"
    assert page["result"]
    replayed = load(json.dumps(host.record()))
    assert [s.score for s in replayed.standings] == [s["score"] for s in page["standings"]]
    assert host.confirm("roll").status_code == 409


def test_what_memory_holds_never_shows(make: Any, client: Any) -> None:
    """Pages are the same whether the game is held in memory or read from the database."""
    host = make("Ann", "Ben", options={"specials": "on"})
    courses = client.app.state.services.tables.courses
    for _ in range(25):
        page = host.page()
        courses.forget()
        assert host.page() == page
        if page["table"]["status"] == "over":
            break
        host.play(RANDOM.choice(page["moves"])["text"])
