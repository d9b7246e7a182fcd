"""People at tables of Sapporo 1876, as they see and press things in a browser."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import httpx
import pytest

import zashiki
from zashiki.bots import make_bot

GAME = Path(__file__).parents[1] / "games" / "sapporo" / "complete_game.json"
TAKING = ("educate", "fame", "pioneer", "invest", "appoint")


@pytest.fixture(scope="session")
def new_duel(server: str) -> Callable[..., str]:
    """Makes a table of Sapporo; the address of its host's page."""

    def make(*seats: str, real_dice: bool = False, **options: str) -> str:
        sitting = []
        for seat in seats or ("Ann", "Ben"):
            name, _, kind = seat.rpartition("=")
            sitting.append(
                {"name": name, "kind": "link"} if kind == "link" else {"name": seat, "kind": "person"}
            )
        wanted = {"game": "sapporo", "players": 2, "seats": sitting, "options": options, "listed": False}
        wanted |= {"real_dice": real_dice}
        request = Request(
            f"{server}/api/tables", json.dumps(wanted).encode(), {"Content-Type": "application/json"}
        )
        with urlopen(request, timeout=60) as answer:
            return server + json.load(answer)["url"]

    return make


def press_on(
    screen: Any, most: int = 400, until: Callable[[dict[str, Any]], object] = lambda data: False
) -> bool:
    """Press until something is the case, somebody elsewhere has to move, or the game is over.

    One thing is taken of each action that allows it, the suggested payment is made, buildings are left alone.
    """
    for _ in range(most):
        data = screen.data
        if until(data):
            return True
        if data["status"] == "over" or not data["decides"]:
            return False
        if data["draft"]["complete"]:
            screen.do("confirm")
            continue
        takes = [m for m in data["moves"] if m["text"].split()[0] in TAKING]
        just = data["draft"]["moves"][-1:] or [""]
        suggested = screen.page.locator(".act .go[data-target]:visible")
        if takes and just[0].split(" ")[0] not in TAKING:
            screen.press(takes[0]["targets"][-1])
        elif suggested.count():
            screen.press(suggested.first.get_attribute("data-target"))
        else:
            choice = [m for m in data["moves"] if m["text"].split()[0] != "use"]
            screen.press(choice[len(data["draft"]["moves"]) % len(choice)]["targets"][-1])
    raise AssertionError("the game did not end")


def verb(data: dict[str, Any]) -> set[str]:
    return {move["text"].split()[0] for move in data["moves"]}


def at_payment(screen: Any, ways: int = 2) -> list[dict[str, Any]]:
    """Press on until the shown seat can pay in several ways; the payments."""
    found = press_on(screen, until=lambda data: "pay" in verb(data) and len(data["moves"]) >= ways)
    assert found, "no such payment came up"
    return screen.data["moves"]


def test_two_people_with_two_links_play_a_whole_game(new_screen, new_duel, tmp_path):
    host = new_screen().open(new_duel("Ann", "Ben=link"))
    host.page.locator(".top [data-open=seats]").click()
    address = host.page.locator(".link-row", has_text="Ben").locator("input").input_value()
    host.page.keyboard.press("Escape")
    guest = new_screen().open(address)
    for _ in range(80):
        for screen in (host, guest):
            if screen.data["decides"]:
                press_on(screen)
        if host.data["status"] == "over":
            break
        host.page.wait_for_timeout(40)
    assert guest.wait(lambda d: d["status"] == "over")["question"] == host.data["question"]
    with host.page.expect_download() as download:
        host.page.locator(".result a[download]").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    record = json.loads(file.read_text())
    assert record["seats"] == ["Ann", "Ben"]
    assert zashiki.load(file).is_over
    shown = [int(cell.inner_text()) for cell in host.page.locator(".stand .sc").all()]
    assert sorted(shown) == sorted(record["result"]["scores"])
    assert "Player" not in host.page.locator(".result").inner_text()


def test_nothing_of_a_draft_is_shown_to_the_other_seat(new_screen, new_duel):
    host = new_screen().open(new_duel("Ann", "Ben=link"))
    host.page.locator(".top [data-open=seats]").click()
    address = host.page.locator(".link-row", has_text="Ben").locator("input").input_value()
    host.page.keyboard.press("Escape")
    guest = new_screen().open(address)
    mover, other = (host, guest) if host.data["decides"] else (guest, host)
    before = other.data
    mover.press(mover.data["moves"][0]["targets"][-1])
    other.page.wait_for_timeout(200)
    assert mover.data["draft"]["moves"]
    assert other.data == before
    assert other.page.locator(".trail").count() == 0


def test_the_suggested_payment_takes_one_press_and_says_what_is_left(screen, new_duel):
    screen.open(new_duel())
    moves = at_payment(screen)
    best = min(moves, key=lambda move: move["preview"]["payment"]["order"])
    rows = screen.page.locator(".row.pay")
    assert rows.count() == len(moves)
    assert rows.first.get_attribute("data-target") == best["targets"][0]
    kept = [str(piece["n"]) for piece in best["preview"]["payment"]["keep"]]
    assert rows.first.locator(".left").inner_text().split() == kept
    screen.page.locator(".act .go").click()
    assert screen.wait(lambda d: d["draft"]["moves"][-1] == best["text"])


def test_another_payment_replaces_the_chosen_one_and_a_step_of_the_trail_takes_back(screen, new_duel):
    screen.open(new_duel())
    press_on(screen, until=lambda d: "pay" in verb(d) and len(d["moves"]) > 1)
    steps = screen.data["draft"]["moves"]
    first, second = (screen.page.locator(".row.pay").nth(i).get_attribute("data-target") for i in (0, 1))
    screen.press(first)
    if not screen.data["draft"]["complete"]:
        screen.do("take-back")
        screen.press(second)
    else:
        assert screen.page.locator(".row.pay.sel").get_attribute("data-target") == first
        screen.press(second)
        assert screen.page.locator(".row.pay.sel").get_attribute("data-target") == second
    assert len(screen.data["draft"]["moves"]) == len(steps) + 1
    screen.page.locator(".trail button").first.click()
    assert screen.wait(lambda d: not d["draft"]["moves"])


def test_a_payment_is_chosen_and_confirmed_by_keyboard_alone(screen, new_duel):
    screen.open(new_duel())
    moves = at_payment(screen)
    wanted = screen.page.locator(".row.pay").nth(1).get_attribute("data-target")
    text = next(m["text"] for m in moves if m["targets"] == [wanted])
    keys = screen.page.keyboard
    keys.press("2")
    screen.wait(lambda d: d["draft"]["moves"][-1:] == [text])
    keys.press("Backspace")
    screen.wait(lambda d: d["draft"]["moves"][-1:] != [text])
    # with the arrows: from the first row down to the second
    screen.page.locator(".row.pay").first.focus()
    keys.press("ArrowDown")
    assert screen.page.evaluate("document.activeElement.dataset.target") == wanted
    keys.press("Enter")
    screen.wait(lambda d: d["draft"]["moves"][-1:] == [text])
    steps = screen.data["at"]["steps"]
    for _ in range(6):
        before = screen.data
        if before["at"]["steps"] > steps:
            break
        keys.press("Enter")
        screen.wait(lambda d, before=before: d != before)
    assert screen.data["at"]["steps"] > steps


def test_a_place_previews_what_both_seats_could_do_there(screen, new_duel):
    screen.open(new_duel())
    assert press_on(screen, until=lambda d: "move" in verb(d) and not d["draft"]["moves"])
    move = screen.data["moves"][0]
    for seat in move["preview"]["spot"]["offers"]:
        assert (
            seat["words"]
            in screen.page.locator(f'.row.where[data-target="{move["targets"][0]}"]').inner_text()
        )
    screen.page.locator(f'.place[data-target="{move["targets"][0]}"]').hover()
    tip = screen.page.locator("#tip")
    tip.wait_for()
    told = tip.inner_text()
    assert "Ann:" in told
    assert "Ben:" in told
    assert move["preview"]["words"].replace("**", "") in told


def test_pressing_the_place_of_the_pawn_says_why_it_is_not_possible(screen, new_duel):
    screen.open(new_duel())
    # the second turn: the pawn stands somewhere
    assert press_on(screen, until=lambda d: sum(m["text"].startswith("move") for m in d["moves"]) == 3)
    before = screen.data
    screen.page.locator(".place.here").click()
    screen.page.locator("#tip").wait_for()
    assert "the pawn is already here" in screen.page.locator("#tip").inner_text()
    assert screen.data == before


def test_assumed_numbers_are_marked_and_explained(screen, new_duel):
    screen.open(new_duel())
    marks = screen.page.locator(".board .approx:visible")
    assert marks.count() >= 4
    marks.first.click()
    screen.page.locator("#tip").wait_for()
    assert "assumed" in screen.page.locator("#tip").inner_text()
    # what the rulebook states carries no mark: the goods that pay at the College
    assert screen.page.locator("#place-college .ax").count() == 0
    assert screen.page.locator("#place-village .ax").count() == 1


def test_a_record_shows_the_course_of_the_game(screen, server):
    screen.open_record(server, GAME.read_text())
    page = screen.page
    assert page.locator(".lamp.done").count() == 5
    assert [page.locator(f"#seat-{seat} .tot").count() for seat in (0, 1)] == [1, 1]
    assert page.locator(".stand .sc").all_inner_texts() == ["60", "60"]
    page.locator(".log [data-step]", has_text="Ben wins over B. Ryan").first.click()
    screen.wait(lambda d: not d["at"]["live"])
    assert page.locator("#own-ryan").count() == 1
    assert page.locator("#own-shima").count() == 0


def test_seats_differ_without_colour(screen, server):
    screen.open_record(server, GAME.read_text())
    page = screen.page
    crests = [page.locator(f"#seat-{seat} header .mon use").first.get_attribute("href") for seat in (0, 1)]
    assert len(set(crests)) == 2
    # in the council workers of both sit side by side: each has its crest
    for space in page.locator(".space.taken").all():
        assert space.locator(".mon use").get_attribute("href") in crests
    grey = page.evaluate(
        """() => ['--ai-seat', '--shu-seat'].map(name => {
          const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1);
          const [r, g, b] = [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16));
          return 0.299 * r + 0.587 * g + 0.114 * b;
        })"""
    )
    assert abs(grey[0] - grey[1]) > 20


def test_a_phone_shows_the_whole_payment_at_once(new_screen, new_duel):
    screen = new_screen(390, 844)
    screen.open(new_duel())
    at_payment(screen)
    page = screen.page
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for what in (
        ".prompt .q1",
        ".focus",
        ".row.pay >> nth=0",
        ".row.pay >> nth=-1",
        ".act .go",
        "[data-do=take-back]",
    ):
        box = page.locator(what).first.bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"], what
        assert 0 <= box["y"] <= 844 - box["height"], what
    assert page.locator(".act .go").bounding_box()["height"] >= 44
    page.locator('.below [data-pane-to="city:board"]').click()
    assert page.locator("#place-college").is_visible()
    assert not page.locator(".row.pay").first.is_visible()
    page.locator('.below [data-pane-to="city:log"]').click()
    assert page.locator(".log [data-step]").first.is_visible()


def test_a_whole_game_on_a_phone(new_screen, new_duel):
    screen = new_screen(390, 844)
    screen.open(new_duel())
    press_on(screen)
    assert screen.data["status"] == "over"
    assert screen.page.locator(".result").is_visible()


@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1600])
def test_no_width_makes_the_page_scroll_sideways(new_screen, new_duel, width):
    screen = new_screen(width, 900)
    screen.open(new_duel("A name as long as a name may be, in all", "Ben"))
    for _ in range(3):
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= width
        press_on(screen, most=400, until=lambda d, seen=screen.data: d["at"] != seen["at"])


def test_one_look_at_1280_shows_everything(screen, new_duel):
    screen.open(new_duel())
    assert press_on(screen, until=lambda d: "move" in verb(d))
    page = screen.page
    wanted = [
        "#place-village",
        ".rail.harvest",
        ".rail.settlement",
        ".council",
        ".act",
        "#seat-0 .cols",
        "#seat-1 .acad",
    ]
    wanted += [".tile >> nth=-1", "#seat-0 .area", "#seat-1 .area", ".lamps", ".stand"]
    for what in wanted:
        box = page.locator(what).first.bounding_box()
        assert 0 <= box["y"] <= 800 - box["height"], what
        assert 0 <= box["x"] <= 1280 - box["width"], what


def test_one_look_at_1280_shows_every_position_of_a_game(screen, server):
    game = zashiki.new("sapporo", players=2, seed=2)
    bot = make_bot("greedy", game.game, 2)
    while not game.is_over:
        game.roll() if game.mover == "*" else game.play(bot.choose(game))
    screen.open_record(server, game.record().to_json())
    for at in range(len(game) - 1, 10, -3):
        screen.scrub(at)
        boxes = [part.bounding_box() for part in screen.page.locator(".tile, .area, .stand, .council").all()]
        assert max(box["y"] + box["height"] for box in boxes) <= 800, at


def reproducible_game(seed: int) -> list[tuple[object, str]]:
    """Mover and move of every step of a reproducible random game of the specification."""
    position, x, steps = zashiki.new("sapporo", players=2), seed, []
    while not position.is_over:
        moves = sorted(str(move) for move in position.legal_moves)
        x = (1103515245 * x + 12345) % 2**31
        steps.append((position.mover, moves[x // 65536 % len(moves)]))
        position.play(steps[-1][1])
    return steps


def play_by_post(address: str, steps: list[tuple[object, str]]) -> list[str]:
    """Play steps at a table as a program would, draws included; the moves of the draft that is left."""
    where, _, path = address.partition("/t/")
    table, _, token = path.partition("/")
    draft: list[str] = []
    with httpx.Client(
        base_url=f"{where}/api/tables/{table}/", headers={"Authorization": f"Bearer {token}"}, timeout=30
    ) as http:
        page = http.get("").raise_for_status().json()
        for number, (mover, move) in enumerate(steps):
            complete = mover == "*"
            if not complete:
                change = {"version": page["table"]["version"], "move": move}
                page = http.post("draft", json=change).raise_for_status().json()
                complete = page["draft"]["complete"]
            draft.append(move)
            if complete:
                moves = {"version": page["table"]["version"], "id": f"step-{number:04}", "moves": draft}
                page = http.post("moves", json=moves).raise_for_status().json()
                draft = []
    return draft


def test_a_payment_with_hundreds_of_ways_is_fixed_part_by_part(screen, new_duel):
    """Seed 3682 contains a wide payment; its draws are typed in, so that the table plays that very game."""
    address = new_duel(real_dice=True)
    steps = reproducible_game(3682)
    first = next(i for i, (_, move) in enumerate(steps) if move.startswith("pay-part"))
    draft = play_by_post(address, steps[:first])
    data = screen.open(address).data
    assert data["draft"]["moves"] == draft
    assert verb(data) == {"pay-part"}
    choices = screen.page.locator(".stepper [data-target]")
    assert choices.all_inner_texts() == ["0", "1", "2", "3"]
    assert "how many?" in screen.page.locator(".stepper").inner_text()
    screen.page.keyboard.press("1")
    data = screen.wait(lambda d: d["draft"]["moves"] == [*draft, "pay-part wheat 0"])
    assert verb(data) == {"pay-any"}
    assert screen.page.locator(".row.pay").count() == len(data["moves"])
    screen.do("take-back")
    screen.press("part:wheat:3")
    assert screen.data["draft"]["moves"] == [*draft, "pay-part wheat 3"]
    screen.page.locator(".act .go").click()
    screen.wait(lambda d: d["draft"]["moves"][-1].startswith("pay-any"))


# -- what one look shows


@pytest.fixture(scope="session")
def replayed(new_duel: Callable[..., str]) -> Callable[..., str]:
    """A table at which the first steps of a reproducible game have been played, to look at; the address of its page."""

    @functools.cache
    def make(seed: int, steps: int | None = None) -> str:
        address = new_duel(real_dice=True)
        play_by_post(address, reproducible_game(seed)[:steps])
        return address

    return make


def set_up_of(seed: int) -> int:
    """Steps of a reproducible game before its first building is bought."""
    return next(i for i, (_, move) in enumerate(reproducible_game(seed)) if move.startswith("buy"))


INSIDE = """([inner, outer]) => {
  const all = [...document.querySelectorAll(inner)].filter(e => e.getClientRects().length);
  const frames = (e) => outer ? [e.closest(outer).getBoundingClientRect()] : [];
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  return [all.length, all.filter(e => [view, ...frames(e)].some(f => {
    const b = e.getBoundingClientRect();
    return b.top < f.top - 1 || b.left < f.left - 1 || b.bottom > f.bottom + 1 || b.right > f.right + 1;
  })).map(e => e.innerText || e.id)];
}"""

CUT = """(what) => [...document.querySelectorAll(what)].filter(e => e.getClientRects().length).filter(e => {
  const box = e.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(e);
  const text = range.getBoundingClientRect();
  return text.right > box.right + 1 || text.bottom > box.bottom + 2 || e.scrollWidth > e.clientWidth + 1 && e.clientWidth;
}).map(e => e.innerText)"""

SMALL = """() => {
  const found = [];
  for (const part of document.querySelectorAll('.board, .seatboard')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const e = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !e.getClientRects().length || e.closest('.vh')) continue;
      const scale = e.ownerSVGElement ? Math.abs(e.getScreenCTM().a) : 1;
      const size = parseFloat(getComputedStyle(e).fontSize) * scale;
      if (size < 11.95) found.push(`${size.toFixed(1)} px: ${walker.currentNode.data.trim()}`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("steps", [92, 101], ids=["six of one's own", "seven of one's own"])
def test_one_look_shows_all_tiles_of_both_seats(screen, replayed, steps):
    screen.open(replayed(7, steps))
    tiles, hidden = screen.page.evaluate(INSIDE, [".seatboard .tile", ".own"])
    owned = sum(screen.page.locator(f"#seat-{seat} .tile").count() for seat in (0, 1))
    assert tiles == owned >= 10
    assert hidden == []
    assert screen.page.evaluate(CUT, ".seatboard .tile .nm") == []
    # used and free differ by a mark, not by colour alone
    assert screen.page.locator("#seat-1 .tile.used .mark .wk").count() == (1 if steps == 101 else 0)
    assert screen.page.locator("#seat-1 .tile.free .mark").count() == (4 if steps == 92 else 0)


def test_the_set_up_fits_one_view(screen, replayed):
    screen.open(replayed(21, set_up_of(21)))
    assert verb(screen.data) == {"buy"}
    assert screen.page.evaluate("document.documentElement.scrollHeight") == 800
    offer, hidden = screen.page.evaluate(INSIDE, [".offer .tile, .seatboard .cols, .seatboard .area", ""])
    assert (offer, hidden) == (8, [])
    assert screen.page.evaluate(CUT, ".tile .nm") == []


def test_a_long_list_of_actions_and_the_log_are_seen_together(screen, replayed):
    screen.open(replayed(7, 92))
    rows, hidden = screen.page.evaluate(INSIDE, [".decision .rows .row", ".body"])
    assert rows == len(screen.data["moves"]) == 7
    assert hidden == []
    lines = screen.page.locator(".log [data-step]")
    assert lines.first.bounding_box()["y"] < screen.page.locator(".log .scrub").bounding_box()["y"] - 40


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_no_text_of_the_boards_is_under_twelve_pixels(new_screen, replayed, width, height):
    screen = new_screen(width, height)
    for address in (replayed(21, set_up_of(21)), replayed(7, 101)):
        screen.open(address)
        for pane in ("board", "0", "1") if width == 390 else ("",):
            if pane:
                screen.page.locator(f'.below [data-pane-to="city:{pane}"]').click()
                assert screen.page.locator(f'.pane.on[data-pane="city:{pane}"]').is_visible()
            assert screen.page.evaluate(SMALL) == []


@pytest.mark.parametrize("width", [390, 768, 1024, 1280])
def test_labels_are_shown_whole(new_screen, replayed, width):
    screen = new_screen(width, 800)
    for address in (replayed(21, set_up_of(21)), replayed(7, 92), replayed(7)):
        screen.open(address)
        if width == 390:
            screen.page.locator('.below [data-pane-to="city:board"]').click()
        assert (
            screen.page.evaluate(CUT, ".tile .nm, .plaque b, .evcard strong, .stand tbody th, .sum.fame")
            == []
        )
        panels, hidden = screen.page.evaluate(
            """() => {
              const all = [...document.querySelectorAll('.seatboard')];
              return [all.length, all.filter(p => [...p.querySelectorAll('.sum')].some(
                s => s.getBoundingClientRect().right > p.getBoundingClientRect().right)).length];
            }"""
        )
        assert (panels, hidden) == (2, 0)
        # the mark of assumed numbers stands on the line of its words, a picture beside its number
        for card in screen.page.locator(".evcard:has(.approx)").all():
            mark, words = card.locator(".approx").bounding_box(), card.locator("strong").bounding_box()
            assert abs(mark["y"] + mark["height"] / 2 - words["y"] - words["height"] / 2) < 8
        for piece in screen.page.locator(".tile .nb:visible").all():
            assert piece.evaluate("e => e.getClientRects().length") == 1


def test_a_finished_game_announces_no_further_event(screen, replayed):
    screen.open(replayed(7))
    assert screen.data["status"] == "over"
    assert screen.page.locator(".evcard").all_inner_texts() == ["No further harvest", "No further settlement"]
    assert screen.page.locator(".rail .next").count() == 0


def test_only_the_draft_is_counted_after_a_part_was_confirmed(screen, new_duel):
    address = new_duel(real_dice=True)
    screen.open(address)
    steps = reproducible_game(21)
    first = next(i for i, (_, move) in enumerate(steps) if move.startswith("move"))
    play_by_post(address, steps[:first])
    screen.open(address)
    play_by_post_at(address, ["move village", "pioneer wheat"])
    screen.open(address)
    assert screen.page.locator(".gain").count() == 0
    screen.press(f"column:{screen.data['seat']}:sheep")
    gain = screen.page.locator(".gain")
    assert gain.locator(".pc-sheep").count() == 1
    assert gain.locator(".pc-wheat").count() == 0


def play_by_post_at(address: str, moves: list[str]) -> None:
    """Confirm moves at a table as a program would, though they are only a part of what is to be decided."""
    where, _, path = address.partition("/t/")
    table, _, token = path.partition("/")
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
        page = http.get(f"{where}/api/tables/{table}").raise_for_status().json()
        message = {"version": page["table"]["version"], "id": "part-of-a-unit", "moves": moves}
        http.post(f"{where}/api/tables/{table}/moves", json=message).raise_for_status()


def test_spaces_of_the_council_tell_that_their_numbers_are_assumed(screen, new_duel):
    screen.open(new_duel())
    for space in screen.page.locator(".space").all():
        assert "≈ The printed number is not publicly known" in space.get_attribute("data-tip")


def test_draws_are_chosen_at_a_table_with_real_pieces(screen, new_duel):
    screen.open(new_duel(real_dice=True))
    assert screen.data["mover"] == "*"
    assert "Draw it at your table" in screen.page.locator(".prompt .q2").inner_text()
    steps = screen.data["at"]["steps"]
    screen.page.locator(".row", has_text="E. Dunn").click()
    assert screen.wait(lambda d: d["at"]["steps"] == steps + 1)
    assert screen.page.locator("#tile-dunn").count() == 1


def test_looking_back_scrolls_the_log_to_that_moment(screen, replayed):
    screen.open(replayed(7, 92))
    log = screen.page.locator(".log-lines")

    def in_view(line: Any) -> bool:
        box, place = log.bounding_box(), line.bounding_box()
        return box["y"] - 1 <= place["y"] <= box["y"] + box["height"] - place["height"] + 1

    for step in (40, 60):
        screen.page.locator("#scrub").fill(str(step))
        screen.wait(lambda d, step=step: d["at"]["step"] == step)
        told = max(
            int(line.get_attribute("data-step"))
            for line in screen.page.locator(".log [data-step]").all()
            if int(line.get_attribute("data-step")) <= step
        )
        assert in_view(screen.page.locator(f'.log [data-step="{told}"]').last)
    screen.do("scrub-first")
    assert in_view(screen.page.locator(".log [data-step]").last)
    screen.do("live")
    assert log.evaluate("e => e.scrollTop") == 0
