"""What is drawn and pressed: the view, targets, reasons, previews, and the numbers behind them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import zashiki
from tests.games.toshi import walks
from tests.games.toshi.helpers import all_but, empties, koku, place, play, square, started
from zashiki.core.position import Position
from zashiki.games.toshi import GAME, figures, view
from zashiki.games.toshi.moves import CODEC
from zashiki.games.toshi.state import AREA, BUILDINGS, SQUARES, Building, Kind


def named(position: Position) -> Position:
    position.seats[:] = walks.NAMES[: position.players]
    return position


def seen(position: Position, seat: int | None = 0) -> dict:
    return GAME.view(position, seat)


def squares(position: Position, seat: int = 0) -> dict[str, dict]:
    return {entry["square"]: entry for entry in seen(position)["cities"][seat]["squares"]}


def card(position: Position, name: str, seat: int | None = 0) -> dict:
    pool = seen(position, seat)["pool"]
    return next(c for c in pool["regular"] + pool["specials"] if c["type"] == name)


def preview(position: Position, move: str) -> dict:
    return GAME.preview(position, position.find(move).id)


# -- the numbers behind it agree with the rules


def test_the_explained_income_is_the_income_that_comes() -> None:
    """For every square of many boards: what the explanation says is what a roll does, extra builds included."""
    checked = 0
    for number, position in enumerate(walks.positions(8, seed=21)):
        if position.phase != "roll" or number % 4:
            continue
        for move in position.legal_moves:
            after = position.copy().play(move)
            for seat in range(position.players):
                found = figures.effect(figures.city_of(position, seat), square(move.text.split()[1]))
                assert koku(after)[seat] - koku(position)[seat] == found.delta
                tile = position.state.seats[seat].tiles[square(move.text.split()[1])]
                extra = position.rules.extra_builds[tile] if tile >= 0 else 0
                assert found.extra == extra
                checked += 1
    assert checked > 6_000


def test_the_expected_income_is_the_sum_over_the_squares() -> None:
    for position in walks.positions(8, seed=22):
        for city in figures.cities_of(position):
            found = [figures.effect(city, q) for q in range(AREA)]
            assert figures.expected(city) == sum(one.delta for one in found)
            assert figures.extra_squares(city) == sum(one.extra > 0 for one in found)


def test_the_score_shown_is_the_score_of_the_rules() -> None:
    for position in walks.positions(8, seed=23):
        cities = figures.cities_of(position)
        assert [figures.score(position, city) for city in cities] == [s.score for s in position.standings]


def test_a_type_has_an_obstacle_exactly_if_it_may_not_be_chosen() -> None:
    """Under all options; `obstacle` explains what the kernels decide."""
    checked = 0
    for position in walks.positions(16, seed=24):
        if position.phase not in ("extra", "build"):
            continue
        kind = Kind.EXTRA if position.phase == "extra" else Kind.BUILD
        allowed = {CODEC.fields(move.id).get("type") for move in position.legal_moves}
        for building in Building:
            found = figures.obstacle(position, position.mover, building, kind)
            assert (found is None) == (BUILDINGS[building] in allowed)
            checked += 1
    assert checked > 10_000


def test_all_ways_to_place_towers_and_double_houses_are_found() -> None:
    """V06: 3,920 triples on an empty board; 401, 276 and 293 with one tower fixed."""
    city = figures.city_of(place(players=1), 0)
    tower = Building.BELL_TOWER
    assert len(list(figures.completions(city, tower, ()))) == 3920
    counts = [len(list(figures.completions(city, tower, (square(s),)))) for s in ("1A", "2B", "3C")]
    assert counts == [401, 276, 293]
    double = figures.city_of(place(players=1, machiya_squares=2), 0)
    assert len(list(figures.completions(double, Building.MACHIYA, ()))) == 60


# -- income on view


@pytest.mark.parametrize(
    ("board", "total", "words"),
    [
        ("noka 3C 5A", 60, "60 per 36 rolls (1.67)"),
        ("noka 3C 5C", 54, "54 per 36 rolls (1.50)"),
        ("noka 3C 5A; nagaya 1B 2B; mise 4E 4F", 66, "66 per 36 rolls (1.83)"),
    ],
)
def test_expected_income_of_a_board(board: str, total: int, words: str) -> None:
    """V30."""
    income = seen(place(board, players=1))["cities"][0]["income"]
    assert (income["sum"], income["words"]) == (total, words)
    assert income["mean"] == pytest.approx(total / 36, abs=0.005)


def test_each_square_says_what_a_roll_would_bring() -> None:
    """V30, and the short forms of specification 9.3."""
    found = squares(place("noka 3C 5A; nagaya 1B 2B; mise 4E 4F", players=1))
    assert {s: found[s]["now"]["delta"] for s in ("3A", "5C", "1B", "4E", "6D", "3F")} == {
        "3A": 6,
        "5C": 6,
        "1B": 4,
        "4E": -1,
        "6D": 0,
        "3F": 3,
    }
    assert [found[s]["now"]["text"] for s in ("3A", "1B", "4E", "6D", "3C")] == [
        "+6 (2 Nōka)",
        "+4 (2 Mise × 2)",
        "−1",
        "nothing",
        "extra build",
    ]
    assert found["1B"]["label"] == "1B: Nagaya. If rolled: +4 (2 Mise × 2)"
    poor = squares(place("kura 1A; kawaramono 2A; silkworm-farm 3A; koba 4A; noka 1C", 3, players=1))
    assert poor["1A"]["now"]["text"] == "nothing: cannot pay 4"
    assert poor["2A"]["now"]["text"] == "2 extra builds"
    assert poor["3C"]["now"]["text"] == "+5 (1 Nōka, Silkworm Farm)"
    assert poor["4A"]["now"]["text"] == "nothing"
    rich = squares(place("kura 1A; exchange-office 2A", 9, players=1))
    assert [rich[s]["now"]["text"] for s in ("1A", "2A")] == ["−4 interest", "−4 interest"]


def test_badges_show_where_the_income_of_the_turn_came_from() -> None:
    position = named(place(["noka 2D 4A 4F 5B; koba 1B", "koba 4D; nagaya 1A 2A"]))
    position.play("roll 4D")
    own = {s: e["badge"]["text"] for s, e in squares(position).items() if e["badge"]}
    assert own == {"2D": "+3", "4A": "+3", "4F": "+3"}
    assert {s: e["badge"]["amount"] for s, e in squares(position, 1).items() if e["badge"]} == {"4D": 4}
    assert [city["delta"] for city in seen(position)["cities"]] == [9, 4]
    assert [s for s, e in squares(position).items() if e["rolled"]] == ["4D"]
    line = [s for s, e in squares(position).items() if e["line"]]
    assert len(line) == 10
    assert all("4" in s or "D" in s for s in line)


def test_badges_stay_what_they_were_when_the_roll_came() -> None:
    """A Nōka built later in the turn did not earn, and the money of a finished turn stays until the next roll."""
    position = place("noka 1C 2C 4A")
    play(position, "roll 4C, build noka 4C, pass")
    assert {s for s, e in squares(position).items() if e["badge"]} == {"1C", "2C", "4A"}
    assert seen(position)["roll"]["done"]
    play(position, "roll 6F")
    assert not any(e["badge"] for e in squares(position).values())


def test_payments_are_badges_too() -> None:
    position = place("kura 2D; noka 1A")
    position.play("roll 2D")
    assert squares(position)["2D"]["badge"] == {"amount": -4, "text": "−4"}


# -- cities


def test_a_city_shows_purse_gaps_penalty_and_special() -> None:
    position = named(place(["shiro 2A; noka 1A 1B", "kabuki 2A; nagaya 3A 4A; noka 1A 1B"], [34, 43]))
    one, two = seen(position)["cities"]
    assert (one["name"], one["koku"], one["empty"], one["yours"], two["yours"]) == (
        "Ann",
        34,
        33,
        True,
        False,
    )
    assert one["penalty"] == {"each": 4, "total": 132, "words": "33 × 4", "because": "Castle"}
    assert two["penalty"] == {"each": 5, "total": 155, "words": "31 × 5", "because": None}
    assert (two["bonus"], two["score"], two["rank"]) == (2, 43 - 155 + 2, 2)
    assert (two["houses"], two["mise"], two["noka"]) == (2, 0, 2)
    assert two["special"] == {"type": "kabuki", "name": "Kabuki"}
    assert one["extra"] == {"squares": 2, "words": "2 of 36 squares"}


def test_the_residence_shows_its_umaya() -> None:
    position = place(["daimyo-residence; noka 1A", "noka 1A"], specials="on")
    assert seen(position)["cities"][0]["residence"] == {"left": 6, "used": False, "target": "residence:0"}
    play(position, "roll 6F, pass, umaya 6F")
    assert seen(position)["cities"][0]["residence"] == {"left": 5, "used": True, "target": "residence:0"}
    assert seen(position)["cities"][1]["residence"] is None


def states(position: Position) -> list[tuple[str, str]]:
    return [(city["state"], city["state_words"]) for city in seen(position)["cities"]]


def test_who_acts_who_follows_and_who_is_done() -> None:
    position = named(place(["noka 1A", "koba 4D; noka 1A", "noka 1A", "noka 1A"], players=4))
    assert states(position) == [("none", "rolls next")] + [("none", "")] * 3
    position.play("roll 4D")
    assert states(position) == [
        ("now", "decides"),
        ("cannot", "4D is built"),
        ("next", "builds next"),
        ("later", "builds later"),
    ]
    position.play("pass")
    assert states(position)[0] == ("done", "is done")
    assert states(position)[2:] == [("now", "decides"), ("next", "builds next")]


def test_a_seat_that_could_not_build_is_told_apart_from_one_that_would_not() -> None:
    position = named(place("noka 1A 1B", [1, 0, 1], players=3, supply={"umaya": 0, "kura": 0}))
    play(position, "roll 6F, build nagaya 6F")
    assert states(position) == [("done", "is done"), ("cannot", "cannot build here"), ("now", "decides")]


def test_fresh_and_lately_changed_squares() -> None:
    position = named(started(players=2))
    play(position, "roll 6F, build koba 6F, build teien 6F, at 6E, stop, roll 3C, extra kura, at 1A")
    fresh = [[s for s, e in squares(position, seat).items() if e["fresh"]] for seat in (0, 1)]
    changed = [[s for s, e in squares(position, seat).items() if e["changed"]] for seat in (0, 1)]
    assert position.mover == 0
    assert (fresh, changed) == ([[], ["1A"]], [["6F"], ["6E", "6F"]])


def test_the_unit_being_composed_shows_before_and_now() -> None:
    position = named(place(["noka 2D 4A 4F; nagaya 1A 2A", "noka 1A"], 10))
    position.play("roll 4D")
    assert seen(position)["unit"] is None
    position.play("build koba 4D")
    unit = seen(position)["unit"]
    assert (unit["seat"], unit["steps"], unit["squares"]) == (0, 1, ["4D"])
    assert (unit["koku"], unit["empty"], unit["extra"]) == ([19, 13], [31, 30], [3, 3])
    assert unit["income"][1] - unit["income"][0] == 2 * 2 - 9
    assert unit["score"] == [19 - 155, 13 - 150]


def test_what_was_confirmed_before_a_draft_is_not_counted_in_its_unit() -> None:
    """One extra build was confirmed; the next one is composed: only that one is fresh."""
    position = named(place(["kawaramono 2D", "noka 1A"], 20))
    play(position, "roll 2D, extra koba, at 4D, extra nagaya, at 5D")
    whole, draft = (GAME.view(position, 0, drafted) for drafted in (0, 2))
    assert (whole["unit"]["steps"], whole["unit"]["squares"]) == (4, ["4D", "5D"])
    assert (draft["unit"]["steps"], draft["unit"]["squares"]) == (2, ["5D"])
    assert whole["unit"]["koku"][0] - 6 == draft["unit"]["koku"][0]
    fresh = [[s["square"] for s in seen["cities"][0]["squares"] if s["fresh"]] for seen in (whole, draft)]
    assert fresh == [["4D", "5D"], ["5D"]]


# -- the pool


def test_a_card_shows_price_supply_effect_and_what_it_would_earn() -> None:
    position = named(place(["noka 1A; nagaya 2A 3A 4A; machiya 1B 2B 3B 4B", "noka 1A"], 9))
    position.play("roll 4D")
    koba = card(position, "koba")
    assert (koba["name"], koba["gloss"], koba["kanji"]) == ("Kōba", "workshop", "工場")
    assert (koba["price"], koba["old_price"], koba["left"], koba["start"]) == (6, None, 10, 10)
    assert koba["effects"] == [
        [
            {"icon": "die", "label": "when its square is rolled"},
            {"text": " +2 per "},
            {"icon": "house", "label": "house"},
        ]
    ]
    assert koba["words"] == "When its square is rolled, you receive 2 Koku for each of your houses."
    assert (koba["now"]["text"], koba["now"]["amount"]) == ("7 now: +14", 14)
    assert (koba["allowed"], koba["why_not"], koba["target"]) == (True, "", "type:koba")


def test_the_owner_of_the_magistrate_sees_the_old_price() -> None:
    position = place(["magistrate; noka 1A", "noka 1A"], specials="on")
    prices = {
        name: (card(position, name)["price"], card(position, name)["old_price"]) for name in BUILDINGS[:8]
    }
    assert prices == {
        "nagaya": (0, 1),
        "machiya": (4, 5),
        "noka": (5, 6),
        "koba": (5, 6),
        "mise": (1, 2),
        "teien": (1, None),
        "kura": (-8, None),
        "umaya": (0, None),
    }
    assert card(position, "koba", seat=None)["price"] == 6


def test_cards_say_why_not() -> None:
    position = named(place(["noka 1A", "kabuki 1B; noka 1A"], 4, supply={"kura": 0}))
    position.play("roll 4D")
    found = {name: card(position, name) for name in ("kura", "koba", "kabuki", "gakumonjo", "umaya")}
    assert {name: entry["why_not"] for name, entry in found.items()} == {
        "kura": "none left in the supply",
        "koba": "costs 6, you have 4",
        "kabuki": "already bought by Ben",
        "gakumonjo": "costs 10, you have 4",
        "umaya": "",
    }
    assert {name: tuple(entry["why_brief"].values()) for name, entry in found.items()} == {
        "kura": ("none left", None),
        "koba": ("costs 6, you have 4", None),
        "kabuki": ("has it", 1),
        "gakumonjo": ("you have 4", None),
        "umaya": ("", None),
    }
    assert found["kabuki"]["owner"] == 1
    assert [entry["allowed"] for entry in found.values()] == [False] * 4 + [True]


def test_cards_of_a_choice_just_made_keep_its_reasons() -> None:
    """While a build is composed, the other cards still show what could be chosen instead."""
    position = named(place("noka 1A", 9, specials="on"))
    play(position, "roll 4D, build koba 4D")
    pool = seen(position)["pool"]
    assert (pool["choice"], pool["kind"]) == ("made", "build")
    assert card(position, "koba")["chosen"]
    assert card(position, "koba")["left"] == 9
    assert card(position, "machiya")["allowed"]
    assert card(position, "gakumonjo")["why_not"] == "costs 10, you have 9"
    assert seen(position, 1)["pool"]["choice"] == "open"
    assert card(position, "koba", seat=1)["banned_by"] == 0
    assert card(position, "koba", seat=1)["why_brief"] == {"words": "built it this turn", "seat": 0}
    assert seen(position, None)["pool"]["choice"] is None


def test_bans_name_type_and_seat() -> None:
    position = named(started(players=3, type_ban="all"))
    play(position, "roll 4D, build koba 4D, build machiya 4D")
    bans = seen(position, 2)["bans"]
    assert [(ban["type"], ban["seat"], ban["words"]) for ban in bans] == [
        ("koba", 0, "Ann has built a Kōba in this turn"),
        ("machiya", 1, "Ben has built a Machiya in this turn"),
    ]
    only_active = named(started(players=3))
    play(only_active, "roll 4D, build koba 4D, build machiya 4D")
    assert [ban["type"] for ban in seen(only_active)["bans"]] == ["koba"]


def test_solo_shows_only_the_specials_on_offer() -> None:
    position = zashiki.new("toshi", players=1, specials="on", solo_offer="choose")
    play(position, "start 3C, start 5A")
    assert len(seen(position)["pool"]["specials"]) == 10
    play(position, "offer shiro, offer honjin")
    assert [entry["type"] for entry in seen(position)["pool"]["specials"]] == ["honjin", "shiro"]
    assert seen(started())["pool"]["specials"] == []


def test_every_building_explains_itself() -> None:
    position = started(specials="on")
    pool = seen(position)["pool"]
    cards = pool["regular"] + pool["specials"]
    assert {entry["type"] for entry in cards} == set(BUILDINGS)
    for entry in cards:
        assert entry["effects"]
        assert entry["words"].endswith(".")
        assert all(part.get("text") or part["label"] for line in entry["effects"] for part in line)
    words = {entry["type"]: entry["words"] for entry in cards}
    assert "Nagaya, Machiya, Nōka, Kōba and Mise cost you 1 Koku less" in words["magistrate"]
    assert "3 instead of 2 Koku for each Mise" in words["honjin"]
    assert "costs 4 instead of 5 Koku" in words["shiro"]


# -- the end


def test_how_near_the_end_is() -> None:
    position = named(place("noka 1A", [9, 43]))
    end = seen(position)["end"]
    assert end["words"] == "Ends at 100 Koku or a full city."
    assert end["nearest"] == {
        "seat": 1,
        "koku": 57,
        "words": "Ben needs 57 more",
        "brief": "57 to go",
    }
    assert (end["last_turn"], end["reasons"], end["over"]) == (False, [], False)
    full = named(place(["noka 1A", all_but("1A 1B 1C")]))
    assert seen(full)["end"]["emptiest"] == {
        "seat": 1,
        "empty": 3,
        "words": "Ben has 3 empty squares",
        "brief": "3 empty",
    }


def test_the_last_turn_is_announced_until_it_is_over() -> None:
    """V40: also after the money is spent again; V43: a full city."""
    position = named(place("noka 1C 2C 4A 4B", [91, 10]))
    play(position, "roll 4C, build koba 4C")
    assert koku(position)[0] == 97
    assert seen(position)["end"]["reasons"] == ["Ann has reached 100 Koku: this is the last turn."]
    position.play("pass")
    assert seen(position)["end"]["over"]
    full = named(place([all_but("6F"), "noka 1A 1B"], 30))
    play(full, "roll 6F, build mise 6F")
    assert seen(full)["end"]["reasons"] == ["Ann’s city is complete: this is the last turn."]
    capped = named(started(turn_cap=1))
    capped.play("roll 6F")
    assert seen(capped)["end"]["reasons"] == ["The turn limit is reached: this is the last turn."]


def test_solo_shows_supply_bonus_and_the_title_in_reach() -> None:
    position = place("noka 1A 1B", 81, players=1)
    play(position, "roll 6F, pass, remove kura")
    lone = seen(position)["lone"]
    assert (lone["supply"], lone["start"], lone["removed"], lone["bonus"]) == (37, 38, 1, 185)
    assert (lone["score"], lone["title"], lone["title_words"]) == (96, "flourishing-city", "City in bloom")
    assert lone["next"]["words"] == "4 more for: City people talk about"
    assert seen(started())["lone"] is None


# -- targets


def test_targets_are_the_places_on_the_page() -> None:
    position = started(specials="on")
    assert view.targets(position, CODEC.action("roll 4D")) == ("die:4", "die:D")
    position.play("roll 4D")
    assert view.targets(position, CODEC.action("build koba 4D")) == ("type:koba", "square:0:4D")
    assert view.targets(position, CODEC.action("build magistrate")) == ("type:magistrate",)
    assert view.targets(position, CODEC.action("pass")) == ("verb:pass",)
    play(position, "pass, build teien 4D")
    assert view.targets(position, CODEC.action("at 4E")) == ("square:1:4E",)
    assert view.targets(position, CODEC.action("stop")) == ("verb:stop",)


def test_targets_of_legal_moves_are_unique_and_every_blocked_place_has_a_reason() -> None:
    """Thousands of positions, all options: no two moves share their targets; cards and own squares without a move
    say why, and no place is both possible and refused.
    """
    seen_phases = set()
    count = 0
    for position in walks.positions(24, seed=31):
        paths = [view.targets(position, move.id) for move in position.legal_moves]
        assert len({frozenset(path) for path in paths}) == len(paths)
        legal = {target for path in paths for target in path}
        blocked = GAME.blocked(position)
        assert all(blocked.values())
        assert not legal & blocked.keys()
        if position.phase in ("extra", "build", "remove", "offer") and position.mover != "*":
            pool = (
                seen(position, position.mover)["pool"] if count % 8 == 0 else {"regular": [], "specials": []}
            )
            for entry in pool["regular"] + pool["specials"]:
                assert (entry["target"] in legal) == entry["allowed"]
                assert entry["target"] in legal or blocked[entry["target"]] == entry["why_not"]
            regular = {f"type:{name}" for name in BUILDINGS[:8]}
            assert regular <= legal | blocked.keys()
        if position.phase in ("extra", "build", "at", "umaya"):
            own = {f"square:{position.mover}:{name}" for name in SQUARES}
            assert own <= legal | blocked.keys()
        seen_phases.add(position.phase)
        count += 1
    assert count > 2000
    assert seen_phases == {
        "start",
        "offer",
        "first",
        "roll",
        "extra",
        "build",
        "at",
        "umaya",
        "remove",
        "over",
    }


def test_blocked_places_say_why() -> None:
    position = named(place("noka 1A", 4, supply={"kura": 0}))
    position.play("roll 4D")
    blocked = GAME.blocked(position)
    assert blocked["type:kura"] == "none left in the supply"
    assert blocked["type:koba"] == "costs 6, you have 4"
    assert blocked["square:0:1A"] == "1A is built already"
    assert blocked["square:0:2B"] == "only the rolled square 4D can be built on"
    assert GAME.blocked(started()) == {}


def test_the_active_seat_throws_the_dice() -> None:
    position = zashiki.new("toshi", players=3)
    assert GAME.roller(position) is None
    play(position, "start 3C, start 5A, first 1")
    assert GAME.roller(position) == 1
    position.play("roll 6F")
    assert GAME.roller(position) is None


# -- previews


def test_a_build_shows_what_it_costs_brings_and_forbids() -> None:
    position = named(place(["noka 2D 4A 4F; nagaya 1A 2A", "noka 1A", "teien 4D; noka 1A"], 0, players=3))
    position.play("roll 4D")
    found = preview(position, "build koba 4D")
    assert found["words"] == (
        "A Kōba on 4D for **6 Koku**: you keep 3. Ben may then build no Kōba this turn."
    )
    assert (found["price"], found["koku"], found["empty"]) == (6, [9, 3], [31, 30])
    assert (found["penalty"], found["saved"], found["score"]) == ([155, 150], 5, [-146, -147])
    assert found["square"] == {
        "square": "4D",
        "before": 9,
        "after": 4,
        "extra": 0,
        "text": "2 houses × 2",
        "words": "4D rolled: +9 → +4",
    }
    assert (found["income"]["low"], found["income"]["words"]) == (
        found["income"]["before"] - 5,
        "−5 per 36 rolls",
    )
    assert "last_turn" not in found
    assert preview(position, "build umaya 4D")["square"]["words"] == "4D rolled: +9 → extra build"
    assert preview(position, "build noka 4D")["line"] == [
        *("4B", "4C", "1D", "3D", "5D", "6D", "4E"),
    ]
    assert preview(position, "pass")["words"] == "You keep 9 Koku."


def test_a_payment_that_becomes_impossible_counts_as_income() -> None:
    """With 3 Koku left, no Kura interest is paid."""
    position = place("noka 1A; kura 2A", 9)
    position.play("roll 4D")
    found = preview(position, "build koba 4D")
    assert found["income"]["low"] - found["income"]["before"] == 4


def test_previews_warn_of_the_last_turn() -> None:
    position = place(["noka 1A 1B", "noka 1A"], [92, 10])
    position.play("roll 6F")
    assert preview(position, "build kura 6F")["last_turn"] == "Last turn: you reach 100 Koku."
    assert "last_turn" not in preview(position, "build umaya 6F")
    full = place([all_but("6F"), "noka 1A"], 30)
    full.play("roll 6F")
    assert preview(full, "build mise 6F")["last_turn"] == "Last turn: your city is complete."


def test_an_extra_build_shows_the_span_of_what_it_can_bring() -> None:
    position = place(["noka 3C 5A; umaya 1F", "noka 1A"], 10)
    position.play("roll 1F")
    income = preview(position, "extra umaya")["income"]
    base = income["before"]
    assert (income["low"] - base, income["high"] - base) == (-6, 0)
    assert income["words"] == "−6 to 0 per 36 rolls"
    noka = preview(position, "extra noka")
    options = [
        preview(position.copy().play("extra noka"), f"at {s}")["income"]["low"] for s in ("6F", "3B", "2D")
    ]
    assert min(options) >= noka["income"]["low"]
    assert max(options) <= noka["income"]["high"]
    assert "square" not in noka


def test_placing_shows_what_is_left_and_what_becomes_impossible() -> None:
    """V25: with towers on 4D and 1A only 1C is left."""
    position = place([all_but("4D 4E 5D 1A 1C"), ""], 20, specials="on")
    position.play("roll 4D")
    tower = preview(position, "build bell-tower 4D")
    assert tower["impossible"] == ["5D", "4E"]
    assert (tower["koku"], tower["empty"], tower["saved"]) == ([20, 13], [5, 2], 15)
    position.play("build bell-tower 4D")
    assert preview(position, "at 1A")["impossible"] == ["5D", "4E"]
    assert seen(position)["placing"]["words"] == "Bell Tower, square 2 of 3"
    gardens = place("noka 1A", 10)
    gardens.play("roll 6F")
    assert preview(gardens, "build teien 6F")["left"] == 2
    gardens.play("build teien 6F")
    assert preview(gardens, "at 6E")["left"] == 1
    assert preview(gardens, "stop")["words"] == "The build ends with 1 Garden."
    assert seen(gardens)["placing"] == {
        "type": "teien",
        "name": "Teien",
        "seat": 0,
        "squares": ["6F"],
        "wanted": 3,
        "left": 2,
        "words": "Garden 2 of at most 3",
    }


def test_a_free_umaya_and_a_removal_say_what_is_left() -> None:
    position = place(["daimyo-residence; noka 1A", "noka 1A"], specials="on")
    play(position, "roll 6F, pass")
    found = preview(position, "umaya 2B")
    assert (found["left"], found["words"]) == (5, "A free Umaya on 2B; 5 stay on the Residence.")
    alone = place("noka 1A 1B", players=1)
    alone.play("roll 6F")
    assert preview(alone, "pass")["score"] == [30, 25]
    alone.play("pass")
    assert preview(alone, "remove kura") == {
        "words": "A Kura leaves the game; 1 of its kind stay in the supply.",
        "type": "kura",
        "left": 1,
        "score": [30, 25],
    }


def test_what_a_preview_promises_is_what_happens() -> None:
    """Purse, gaps and score after each build; the expected income lies in every span shown on the way to it."""
    checked = 0
    spans: list[tuple[int, int]] = []
    for before, action, after in walks.walk(24, seed=41):
        seat, verb = before.mover, CODEC.fields(action)["verb"]
        found = GAME.preview(before, action)
        if not isinstance(seat, int):
            assert found == {}
        elif verb == "remove":
            assert found["score"] == [before.standings[0].score, after.standings[0].score]
        elif verb in ("build", "extra", "at", "umaya"):
            more_gardens = verb == "at" and before.state.building == Building.TEIEN and before.state.filled
            if verb != "at" or more_gardens:
                spans = []
            spans.append((found["income"]["low"], found["income"]["high"]))
            placing = after.phase == "at" and after.mover == seat and after.state.turn == before.state.turn
            if placing and after.state.building != Building.TEIEN:
                assert found["empty"][1] < empties(after, seat)
                continue
            if placing and verb == "extra":
                continue
            assert found["koku"] == [koku(before)[seat], koku(after)[seat]]
            assert found["empty"] == [empties(before, seat), empties(after, seat)]
            assert found["score"] == [before.standings[seat].score, after.standings[seat].score]
            income = figures.expected(figures.city_of(after, seat))
            assert all(low <= income <= high for low, high in spans)
            checked += 1
    assert checked > 800


# -- the shape


def documented() -> set[str]:
    return set(re.findall(r"[a-z_]+", view.__doc__ or ""))


def keys(data: object) -> set[str]:
    if isinstance(data, dict):
        return set(data) | {key for value in data.values() for key in keys(value)}
    return {key for value in data for key in keys(value)} if isinstance(data, list) else set()


def test_the_view_is_plain_data_that_json_gives_back() -> None:
    """For every seat and for spectators along games of all player counts; every key is in the published shape."""
    names = documented()
    for number, position in enumerate(walks.positions(12, seed=51)):
        if number % 23:
            continue
        for seat in [None, *range(position.players)]:
            data = seen(position, seat)
            assert json.loads(json.dumps(data)) == data
            assert [city["yours"] for city in data["cities"]] == [s == seat for s in range(position.players)]
            assert keys(data) <= names
        for move in position.legal_moves[:6]:
            data = GAME.preview(position, move.id)
            assert json.loads(json.dumps(data)) == data
            assert keys(data) <= names


STRANGE = """
extends = "standard"
start.koku = 30
end.koku = 60
[buildings]
nagaya = { price = -1, income_per_mise = 0 }
machiya = { income_per_mise = 5 }
noka = { extra_builds = 0, income_in_line = 0 }
koba = { price = 0 }
teien = { price = -2, per_turn = 20 }
kura = { price = 3, interest = 0 }
mise = { price = 0, upkeep = 7 }
umaya = { price = 4, extra_builds = 3 }
bell-tower = { towers = 2, price = -3 }
kabuki = { score_per_house = 4 }
shiro = { income = 0, empty_square = 0 }
magistrate = { price = 0, discount = 9 }
daimyo-residence = { price = -1, umaya = 1 }
"""


def test_an_owners_strange_numbers_are_explained_as_well(tmp_path: Path) -> None:
    """Words, view, reasons and previews under an edition whose numbers are all unlike the printed ones."""
    file = tmp_path / "strange.toml"
    file.write_text(STRANGE)
    for before, action, after in walks.walk(8, seed=61, edition=file):
        sentences = [line.text for line in GAME.log_lines(before, action, after)]
        assert all(sentence and "{" not in sentence for sentence in sentences)
        assert GAME.describe(before)
        assert all(GAME.say(before, move.id) for move in before.legal_moves)
        json.dumps(seen(before, before.mover if isinstance(before.mover, int) else None))
        assert all(GAME.blocked(before).values())
        for city, standing in zip(figures.cities_of(after), after.standings, strict=True):
            assert figures.score(after, city) == standing.score
            assert figures.expected(city) == sum(figures.effect(city, q).delta for q in range(AREA))
        if before.phase == "roll":
            where = square(CODEC.fields(action)["square"])
            deltas = [figures.effect(city, where).delta for city in figures.cities_of(before)]
            assert [b - a for a, b in zip(koku(before), koku(after), strict=True)] == deltas
        elif before.phase in ("extra", "build"):
            kind = Kind.EXTRA if before.phase == "extra" else Kind.BUILD
            allowed = {CODEC.fields(move.id).get("type") for move in before.legal_moves}
            free = {BUILDINGS[b] for b in Building if not figures.obstacle(before, before.mover, b, kind)}
            assert free == allowed - {None}
            found = GAME.preview(before, action)
            if after.phase != "at" and "score" in found and before.players > 1:
                assert found["score"][1] == after.standings[before.mover].score
