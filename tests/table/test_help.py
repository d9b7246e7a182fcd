"""Advice at a table: who may have it, what it says, and that a finished game is looked at again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import zashiki
from zashiki.bots import make_bot
from zashiki.search import Budget
from zashiki.table import thinkers
from zashiki.table.help import LossData
from zashiki.table.models import Seat
from zashiki.table.refusals import Refused
from zashiki.table.rendering import render
from zashiki.table.thinkers import Thinkers

START = ("start 3C", "start 5A", "roll 4D")


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "ADVICE_SECONDS", 0.15)
    monkeypatch.setattr(thinkers, "SLICE", Budget(seconds=0.05))
    monkeypatch.setattr(thinkers, "JUDGEMENT", Budget(iterations=60))


@pytest.fixture
def table(make: Any) -> Callable[..., Any]:
    """Makes a table with known dice at which the first seat has to build on 4D or to pass."""

    def table(*seats: Any, **wishes: Any) -> Any:
        options = {"start_player": "seat0"} | wishes.pop("options", {})
        host = make(*seats, real_dice=True, options=options, **wishes)
        host.play(*START[:1])
        host.play(*START[1:2])
        host.play(*START[2:])
        return host

    return table


def asked(person: Any, what: str = "advice", at: int | None = None) -> Any:
    params = {} if at is None else {"at": at}
    return person.client.get(f"{person.api}/{what}", headers=person.headers, params=params)


def told(person: Any, what: str = "advice", at: int | None = None) -> dict[str, Any]:
    """What is answered once nothing is added any more."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        answer = asked(person, what, at)
        assert answer.status_code == 200, answer.text
        if answer.json()["done"]:
            return answer.json()
        time.sleep(0.02)
    raise AssertionError("not done within a minute")


def finished_game(players: int = 2, seed: int = 4) -> zashiki.Position:
    position = zashiki.new("toshi", players=players, seed=seed, turn_cap=6)
    bots = [make_bot("random", position.game, seed + seat) for seat in range(players)]
    while position.mover is not None:
        if isinstance(position.mover, int):
            position.play(bots[position.mover].choose(position))
        else:
            position.roll()
    return position


def loss_at(step: int) -> LossData:
    return {
        "step": step,
        "seat": 0,
        "played": "Pass",
        "played_targets": [],
        "better": "Build",
        "better_targets": [],
        "loss": 0.1,
        "points": 3.0,
        "line": "",
    }


def rendered(
    curve: list[tuple[int, list[float]]], losses: Sequence[LossData] = (), seats: int = 2, steps: int = 2
) -> str:
    """The piece of the page that shows a review."""
    people = [
        Seat(table_id="", seat=seat, name=name, kind="person", bot=None)
        for seat, name in enumerate(("Ann", "Ben", "Chiyo")[:seats])
    ]
    found = {
        "judged": 1,
        "decisions": 1,
        "done": True,
        "steps": steps,
        "curve": curve,
        "losses": list(losses),
    }
    game = zashiki.get("toshi")
    return render("review.html", help=found, seats=people, game=game, several=seats > 1)


# -- hints


def test_a_hint_lists_the_best_moves_with_shares_margins_and_what_follows(table: Any) -> None:
    host = table("Ann", "Ben")
    found = told(host)
    legal = {move["text"]: move for move in host.page()["moves"]}
    assert found["hint"]
    assert found["seat"] == 0
    assert found["step"] == 3
    most = max(move["share"] for move in found["moves"])
    worth = [(round(m["win"], 2), m["margin"]) for m in found["moves"] if m["share"] >= most / 4]
    assert worth == sorted(worth, reverse=True)
    assert all(move["share"] >= most / 4 for move in found["moves"][: len(worth)])
    for move in found["moves"]:
        assert move["words"] == legal[move["text"]]["words"]
        assert move["targets"] == legal[move["text"]]["targets"]
        assert 0 <= move["win"] <= 1
        assert abs(move["margin"]) < 300
    assert sum(found["wins"]) == pytest.approx(1, abs=0.01)
    assert any(move["line"] for move in found["moves"])


def test_a_hint_goes_by_the_moves_composed(table: Any) -> None:
    host = table("Ann", "Ben")
    before = told(host)
    host.draft(move="build nagaya 4D")
    page = host.page()
    after = told(host)
    # The turn is complete: it is about the move it could still be given up for.
    assert page["draft"]["complete"]
    assert after["step"] == before["step"]
    assert after["hint"]
    assert {move["text"] for move in after["moves"]} == {move["text"] for move in before["moves"]}


def test_nobody_hears_of_the_draft_of_another_seat(table: Any) -> None:
    host = table("Ann", {"kind": "link", "name": "Ben"})
    ben = host.seat_link(1)
    before = told(ben)
    host.draft(move="build nagaya 4D")
    assert told(ben)["step"] == before["step"] == 3
    assert not told(ben)["hint"]


def test_any_position_of_the_log_can_be_analysed(table: Any) -> None:
    host = table("Ann", "Ben")
    host.play("build nagaya 4D")
    earlier = told(host, at=3)
    assert earlier["moves"][0]["text"].startswith(("build", "pass"))
    # One's own decision, but nothing to be composed now.
    assert not earlier["hint"]
    # Where chance moves next there is an outlook, and nothing to choose.
    chance = told(host, at=2)
    assert chance["seat"] is None
    assert chance["moves"] == []
    assert len(chance["scores"]) == 2


def test_a_step_there_is_not_is_refused(table: Any) -> None:
    host = table("Ann", "Ben")
    answer = asked(host, at=99)
    assert answer.status_code == 404
    assert "no step 99" in answer.json()["error"]["message"]


def test_the_same_is_said_in_words_for_the_page(table: Any) -> None:
    host = table("Ann", "Ben")
    found = told(host)
    answer = host.client.get(f"{host.api}/advice", headers={**host.headers, "Accept": "text/html"})
    assert answer.headers["content-type"].startswith("text/html")
    assert 'data-done="true"' in answer.text
    assert found["moves"][0]["words"] in answer.text
    assert "Ann" in answer.text


def test_advice_needs_a_link_that_opens_the_table(table: Any, client: Any) -> None:
    host = table("Ann", "Ben")
    assert client.get(f"{host.api}/advice").status_code == 401
    wrong = {"Authorization": "Bearer " + "x" * 22}
    assert client.get(f"{host.api}/advice", headers=wrong).status_code == 403


# -- a table without help


def test_a_table_can_forbid_advice_to_everybody(table: Any) -> None:
    host = table("Ann", {"kind": "link", "name": "Ben"}, help_allowed=False)
    for person in (host, host.seat_link(1), host.spectator()):
        assert person.page()["you"]["can"]["help"] is False
        answer = asked(person)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "no-help"
        assert "data-help" not in person.client.get(person.path).text.split("<aside")[0]


def test_between_people_advice_stays_off_once_it_is(table: Any) -> None:
    host = table("Ann", {"kind": "link", "name": "Ben"})
    assert host.post("settings", {"help_allowed": False}).status_code == 200
    assert asked(host).status_code == 403
    refused = host.post("settings", {"help_allowed": True})
    assert refused.status_code == 409
    assert "stays off" in refused.json()["error"]["message"]
    assert [(event["kind"], event["text"]) for event in host.record()["events"]] == [("advice", "off")]


@pytest.mark.parametrize("kind", ["link", "person"])
def test_a_bot_put_in_for_a_person_does_not_bring_advice_back(table: Any, kind: str) -> None:
    host = table("Ann", {"kind": kind, "name": "Ben"}, help_allowed=False)
    assert host.post("seats/1", {"kind": "bot", "bot": "greedy"}).status_code == 200
    assert host.post("settings", {"help_allowed": True}).status_code == 409
    assert host.post("seats/1", {"kind": kind}).status_code == 200
    assert asked(host).status_code == 403


def test_whoever_plays_alone_may_rename_seats_and_change_bots_before_allowing_advice(table: Any) -> None:
    host = table("Ann", {"kind": "bot", "bot": "greedy"}, help_allowed=False)
    assert host.post("seats/0", {"name": "Anna"}).status_code == 200
    assert host.post("seats/1", {"bot": "random"}).status_code == 200
    assert host.post("settings", {"help_allowed": True}).status_code == 200


def test_alone_with_bots_it_can_be_switched_on_again(table: Any) -> None:
    host = table("Ann", {"kind": "bot", "bot": "greedy"}, help_allowed=False)
    assert host.post("settings", {"help_allowed": True}).status_code == 200
    assert asked(host).status_code == 200


def test_only_the_host_decides_about_advice(table: Any) -> None:
    host = table("Ann", {"kind": "link", "name": "Ben"})
    assert host.seat_link(1).post("settings", {"help_allowed": False}).status_code == 403
    assert host.page()["you"]["can"]["help"]


# -- reviews


def played_out(host: Any) -> None:
    for _ in range(200):
        page = host.page()
        if page["table"]["status"] == "over":
            return
        host.play(page["moves"][0]["text"])
    raise AssertionError("the game did not end")


def test_a_finished_game_is_reviewed_even_where_advice_was_off(make: Any) -> None:
    host = make("Ann", "Ben", help_allowed=False, options={"turn_cap": 4, "start_player": "seat0"})
    assert asked(host, "review").status_code == 409
    played_out(host)
    page = host.page()
    found = told(host, "review")
    assert found["judged"] == found["decisions"] > 3
    assert found["steps"] == page["at"]["steps"]
    assert [step for step, _ in found["curve"]] == sorted(step for step, _ in found["curve"])
    assert all(sum(shares) == pytest.approx(1, abs=0.01) for _, shares in found["curve"])
    last_step, last = found["curve"][-1]
    assert last_step == found["steps"]
    winners = [s["seat"] for s in page["standings"] if s["rank"] == 1]
    assert [seat for seat, share in enumerate(last) if share > 0] == winners
    losses = [loss["loss"] for loss in found["losses"]]
    assert all(loss >= 0.01 for loss in losses)
    for loss in found["losses"]:
        assert loss["played"] != loss["better"]
        assert loss["played_targets"]
        assert host.page(at=loss["step"])["mover"] == loss["seat"]


def test_a_running_game_is_not_reviewed(table: Any) -> None:
    answer = asked(table("Ann", "Ben"), "review")
    assert answer.status_code == 409
    assert "not over" in answer.json()["error"]["message"]


def test_at_the_end_there_is_nothing_to_advise(make: Any) -> None:
    host = make("Ann", options={"turn_cap": 2})
    played_out(host)
    answer = asked(host)
    assert answer.status_code == 409
    assert told(host, at=host.page()["at"]["steps"] - 1)["done"]


def test_a_solo_game_is_told_in_points(make: Any) -> None:
    host = make("Ann", options={"turn_cap": 3})
    played_out(host)
    found = told(host, "review")
    assert found["curve"][-1][1] == [host.page()["standings"][0]["score"]]
    shown = host.client.get(f"{host.api}/review", headers={**host.headers, "Accept": "text/html"}).text
    assert "Expected score" in shown


@pytest.mark.parametrize(
    ("scores", "line", "zero"),
    [([8.0, -24.0, 0.0], "M0.0 0.0L170.0 112.0L340.0 28.0", True), ([8.0, 2.0, 0.0], "M0.0 0.0L170.0 84.0L340.0 112.0", False)],
)  # fmt: skip
def test_the_curve_of_a_solo_game_shows_scores_below_zero(scores: list[float], line: str, zero: bool) -> None:
    curve = [(step, [score]) for step, score in enumerate(scores)]
    shown = rendered(curve, seats=1)
    assert f'd="{line}"' in shown
    assert ('class="frame zero"' in shown) == zero
    assert ("−24</text>" in shown) == zero


def test_the_curve_is_told_by_its_first_and_last_chances() -> None:
    shown = rendered([(0, [0.4, 0.3, 0.3]), (1, [0.9, 0.05, 0.05]), (2, [0.5, 0.3, 0.2])], seats=3)
    label = re.search(r'aria-label="([^"]+)"', shown)
    assert label is not None
    assert re.findall(r"\d+ % → \d+ %", label[1]) == ["40 % → 50 %", "30 % → 30 %", "30 % → 20 %"]
    assert label[1].count("%") == 6


def test_the_badges_of_the_curve_do_not_lie_over_each_other() -> None:
    losses = [loss_at(step) for step in (50, 51, 80)]
    shown = rendered([(0, [0.5, 0.5]), (100, [1.0, 0.0])], losses, steps=100)
    assert re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', shown) == [
        ("170.0", "112"),
        ("173.4", "98"),
        ("272.0", "112"),
    ]


def test_an_uploaded_record_is_reviewed_and_analysed_without_a_link(client: Any, form: Any) -> None:
    position = finished_game()
    record = position.record().to_json()
    answer = form("/records", files={"record": ("game.json", record, "application/json")})
    api = "/api" + answer.headers["location"].replace("/r/", "/records/")
    end = time.monotonic() + 60
    while not (found := client.get(f"{api}/review").json())["done"]:
        assert time.monotonic() < end
    assert found["decisions"] == found["judged"]
    first = found["curve"][0][0]
    assert client.get(f"{api}/advice", params={"at": first}).json()["moves"]
    shown = client.get(f"{api}/review", headers={"Accept": "text/html"}).text
    assert 'class="curve"' in shown


def test_a_record_that_stops_in_the_middle_is_analysed_but_not_reviewed(client: Any, form: Any) -> None:
    position = finished_game()
    middle = next(i for i, step in enumerate(position.steps) if step.mover == 0 and i > 4)
    record = position.at(middle).record().to_json()
    answer = form("/records", files={"record": ("game.json", record, "application/json")})
    api = "/api" + answer.headers["location"].replace("/r/", "/records/")
    assert client.get(f"{api}/review").status_code == 409
    assert client.get(f"{api}/advice").json()["seat"] == 0


# -- sharing the thread


def position_of(seed: int) -> zashiki.Position:
    position = zashiki.new("toshi", players=2, seed=seed)
    while position.mover == "*":
        position.roll()
    return position


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def test_who_asks_about_the_same_position_shares_one_thought() -> None:
    some = Thinkers()
    assert some.advice("Ann", position_of(1)) is some.advice("Ben", position_of(1))
    assert some.advice("Ann", position_of(1)) is not some.advice("Ann", position_of(2))
    some.stop()


def test_thoughts_take_turns_and_those_nobody_asks_about_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "ADVICE_SECONDS", 30.0)
    monkeypatch.setattr(thinkers, "PATIENCE_SECONDS", 4.0)
    some = Thinkers()
    positions = [position_of(seed) for seed in range(3)]
    thoughts = [some.advice(f"asker {i}", position) for i, position in enumerate(positions)]
    # Who thinks first would have all the time if turns were not taken.
    until(lambda: any(thought.found and thought.found.seconds > 0.6 for thought in thoughts))
    assert all(thought.found and thought.found.seconds > 0.1 for thought in thoughts)
    until(lambda: not any(thought.is_awaited(time.monotonic()) for thought in thoughts))

    def at_rest() -> bool:
        counts = [thought.found.iterations for thought in thoughts if thought.found]
        time.sleep(0.5)
        return counts == [thought.found.iterations for thought in thoughts if thought.found]

    until(at_rest)
    some.stop()


def test_one_asker_has_a_few_thoughts_at_a_time() -> None:
    some = Thinkers()
    some.stop()
    thoughts = [some.advice("Ann", position_of(seed)) for seed in range(4)]
    assert [bool(thought.askers) for thought in thoughts] == [False, False, True, True]


def test_too_many_askers_are_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "MOST_AWAITED", 3)
    some = Thinkers()
    some.stop()
    for seed in range(3):
        some.advice(f"asker {seed}", position_of(seed))
    with pytest.raises(Refused, match="Many people ask") as caught:
        some.advice("one more", position_of(9))
    assert caught.value.status == 503
    # What is known already costs nothing more.
    assert some.advice("one more", position_of(1))


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(thinkers, "MOST_AWAITED", 2)
    some = Thinkers()
    some.stop()
    first = some.advice("Ann", position_of(0))
    for seed in range(1, 5):
        some.advice("Ann", position_of(seed))
    assert some.advice("Ann", position_of(0)) is not first


def test_a_thought_that_fails_does_not_stop_the_others() -> None:
    some = Thinkers()
    bad = some.advice("Ann", finished_game())
    good = some.advice("Ben", position_of(1))
    until(lambda: good.done)
    assert bad.failed
    assert not good.failed
    some.stop()
