"""People at tables of Nippon: Zaibatsu, as they see and press things in a browser."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest

import zashiki
from zashiki.bots import make_bot
from zashiki.games import get
from zashiki.table import tables, thinkers

ACTIONS = ("rnd", "production", "factory", "contracts", "mining", "ships", "machines", "trains", "market")
PHONE = (390, 844)


@pytest.fixture(autouse=True)
def same_draws(monkeypatch):
    """The server draws the same Workers in every run of a test."""
    monkeypatch.setattr(tables, "_DICE", random.Random(7))


@pytest.fixture
def new_game(server: str) -> Callable[..., str]:
    """Makes a table of Nippon; the address of its host's page. Seats are written `Ann`, `Ben=link`, `Chiyo=greedy`."""
    from zashiki.table.warm import make_ready

    make_ready(get("nippon"))

    def make(*seats: str, **wanted: Any) -> str:
        sitting = []
        for seat in seats or ("Ann", "Ben"):
            name, _, kind = seat.rpartition("=")
            if kind == "link":
                sitting.append({"name": name, "kind": "link"})
            elif name:
                sitting.append({"name": name, "kind": "bot", "bot": kind})
            else:
                sitting.append({"name": seat, "kind": "person"})
        table = {"game": "nippon", "players": len(sitting), "seats": sitting, "listed": False, **wanted}
        request = Request(
            f"{server}/api/tables", json.dumps(table).encode(), {"Content-Type": "application/json"}
        )
        with urlopen(request, timeout=60) as answer:
            return server + json.load(answer)["url"]

    return make


def verb(move: dict[str, Any]) -> str:
    return move["text"].split(" ")[0]


def verbs(data: dict[str, Any]) -> set[str]:
    return {verb(move) for move in data["moves"]}


def moved_on(screen: Any, before: dict[str, Any]) -> dict[str, Any]:
    """Until the draft or the game is another one than before."""
    return screen.wait(lambda now: (now["draft"], now["at"]) != (before["draft"], before["at"]))


def compose(screen: Any, move: dict[str, Any]) -> dict[str, Any]:
    """Press what leads to a move: its places as far as they are shown, and the list for the rest."""
    before = screen.data
    left, picked = before["moves"], []
    for target in move["targets"]:
        if len(left) == 1:
            break
        place = screen.place(target)
        if not place.count():
            break
        place.click(force=True)
        picked.append(target)
        left = [m for m in left if set(picked) <= set(m["targets"])]
    if len(left) > 1 or not picked:
        screen.page.locator(f'.ch[data-move="{move["text"]}"]:visible').click()
    return moved_on(screen, before)


def wish(data: dict[str, Any], wanted: str | None = None) -> dict[str, Any] | None:
    """What a person who gets on with it does next; None: end the action.

    Args:
        data: the page's data.
        wanted: an action to be taken before others.
    """
    moves = {}
    for move in data["moves"]:
        moves.setdefault(verb(move), []).append(move)
    for name in ("pick", "favor", "build", "produce", "market", "contract", "train", "ship", "machine"):
        if name in moves:
            return moves[name][len(data["draft"]["moves"]) % len(moves[name])]
    if "take" in moves:
        for action in (wanted, "market", "contracts", "production", "factory", "trains", "ships", "machines"):
            found = [m for m in moves["take"] if m["text"].endswith(f" {action}")]
            if found and not (action == "contracts" and wanted != "contracts"):
                return found[0]
        if data["at"]["steps"] % 4:
            return moves["take"][data["at"]["steps"] % len(moves["take"])]
    if "stop" in moves:
        return None
    choice = [m for m in data["moves"] if verb(m) != "silk"] or data["moves"]
    return choice[0]


def step(screen: Any, wanted: str | None = None) -> None:
    """One step of a turn by clicks."""
    data = screen.data
    move = None if data["draft"]["complete"] else wish(data, wanted)
    if move is not None:
        compose(screen, move)
        return
    button = "confirm" if data["draft"]["complete"] else "finish"
    screen.page.locator(f"[data-do={button}]:visible").click()
    moved_on(screen, data)


def play_on(
    screen: Any, until: Callable[[dict[str, Any]], object] = lambda data: False, most: int = 900
) -> bool:
    """Play by clicks until something is the case, somebody elsewhere has to move, or the game is over."""
    for _ in range(most):
        data = screen.data
        if until(data):
            return True
        if data["status"] == "over" or not data["decides"]:
            return False
        step(screen)
    raise AssertionError("the game did not end")


def at_turn(data: dict[str, Any]) -> bool:
    return "take" in verbs(data) and not data["draft"]["moves"]


def link_of(host: Any, name: str) -> str:
    host.page.locator(".top [data-open=seats]").click()
    address = host.page.locator(".link-row", has_text=name).locator("input").input_value()
    host.page.keyboard.press("Escape")
    return address


@pytest.mark.parametrize(
    ("bot", "options"),
    [
        pytest.param("random", {"queue_rows": 1}, id="short"),
        pytest.param("greedy", {}, id="full", marks=pytest.mark.slow),
    ],
)
def test_two_people_by_link_and_two_bots_play_a_whole_game(new_screen, new_game, tmp_path, bot, options):
    start = time.monotonic()
    address = new_game("Ann=link", "Ben=link", f"Chiyo={bot}", f"Dai={bot}", options=options)
    host = new_screen().open(address)
    people = [new_screen(*PHONE).open(link_of(host, "Ann")), new_screen().open(link_of(host, "Ben"))]
    deadline = start + 1800
    while people[0].data["status"] != "over":
        assert time.monotonic() < deadline
        for screen in people:
            if screen.data["decides"]:
                play_on(screen)
        people[0].page.wait_for_timeout(30)
    for screen in (host, *people):
        screen.wait(lambda data: data["status"] == "over")
    page = people[1].page
    with page.expect_download() as download:
        page.locator(".result a[download]").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    record = json.loads(file.read_text())
    assert record["seats"] == ["Ann", "Ben", "Chiyo", "Dai"]
    assert record["options"].items() >= {"players": 4, "queue_rows": 2, **options}.items()
    assert zashiki.load(file).is_over
    clicked = sum(mover in (0, 1) for mover, _move in record["log"])
    seconds = time.monotonic() - start
    print(
        f"{len(record['log'])} steps, {clicked} of them by the two people, {seconds:.0f} s, {record['result']}"
    )
    shown = [int(cell.inner_text()) for cell in page.locator(".account tfoot td").all()]
    assert shown == sorted(record["result"]["scores"], reverse=True)
    for column, total in enumerate(shown):
        parts = [
            row.locator("td").nth(column).inner_text() for row in page.locator(".account tbody tr").all()
        ]
        assert sum(int(part) for part in parts if part != "–") == total
    assert page.locator(".rr.past").count() == 8
    assert people[0].page.locator(".account").is_visible()


def test_every_action_is_done_by_clicks(screen, new_game):
    screen.open(new_game())
    done: set[str] = set()
    made: set[str] = set()
    for _ in range(700):
        data = screen.data
        draft = data["draft"]["moves"]
        if (len(done) == len(ACTIONS) and not draft) or data["status"] == "over":
            break
        action = next((m.split(" ")[3] for m in draft if m.startswith("take ")), None)
        if action and len(draft) > [m.split(" ")[0] for m in draft].index("take") + 1:
            done.add(action)
        made |= {m.split(" ")[0] for m in draft}
        missing = [a for a in ACTIONS if a not in done]
        offered = {m["text"].rsplit(" ", 1)[1] for m in data["moves"] if verb(m) == "take"}
        step(screen, next((a for a in missing if a in offered), None))
    assert done == set(ACTIONS)
    assert {"research", "mine", "build", "machine", "produce", "ship", "train", "market", "reward"} <= made
    assert {"spend", "favor"} <= made


def test_a_round_is_played_by_keyboard_alone(screen, new_game):
    screen.open(new_game())
    keys = screen.page.keyboard
    keys.press("1")
    screen.wait(lambda data: data["draft"]["moves"])
    round_now = screen.page.locator(".turn b")
    for _ in range(600):
        data = screen.data
        if round_now.inner_text() == "Round 2":
            break
        narrowed = screen.page.locator("#table.narrowed").count()
        enter = screen.page.locator("[data-enter]:visible").count()
        if data["draft"]["complete"] or (enter and len(data["draft"]["moves"]) > 2):
            keys.press("Enter")
        elif not narrowed and "take" in verbs(data):
            # a tile by its number, then a Worker by its place in the list
            tiles = screen.page.locator(".actn.lit[data-key]")
            if not tiles.count():
                keys.press("0")
                screen.wait(lambda now, then=data: now != then)
                continue
            keys.press(tiles.nth(data["at"]["steps"] % tiles.count()).get_attribute("data-key"))
            screen.page.wait_for_function(
                "steps => document.querySelector('#table.narrowed') || "
                "JSON.parse(document.getElementById('page-data').textContent).draft.moves.length > 0",
                arg=0,
            )
            continue
        else:
            pairs = screen.page.locator(".pair.lit[data-key]")
            keys.press(pairs.first.get_attribute("data-key") if pairs.count() else "1")
        screen.wait(lambda now, then=data: now != then)
    assert round_now.inner_text() == "Round 2"


def test_the_arrows_walk_the_map_and_enter_sells(screen, new_game):
    screen.open(new_game())
    assert play_on(screen, lambda data: "market" in verbs(data) and len(data["moves"]) > 1)
    page = screen.page
    wanted = next(m for m in screen.data["moves"] if verb(m) == "market")
    page.locator(f'.nmap [data-target="{wanted["targets"][0]}"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    place = page.evaluate("document.activeElement.dataset.target")
    page.locator(f'.nmap [data-target="{wanted["targets"][0]}"]').focus()
    assert place is not None
    page.keyboard.press("Enter")
    for _ in range(2):
        if "reward" in verbs(screen.data):
            break
        page.wait_for_timeout(150)
        if page.locator("#table.narrowed").count():
            page.keyboard.press("1")
            screen.wait(lambda data: "reward" in verbs(data))
    assert screen.data["draft"]["moves"][-1].startswith(f"market {wanted['text'].split(' ')[1]}")


def test_steps_are_taken_back_one_by_one_all_at_once_and_by_the_trail(screen, new_game):
    screen.open(new_game())
    assert play_on(screen, at_turn)
    page = screen.page
    track = f"track:{screen.data['seat']}:mining"

    def mining(data: dict[str, Any]) -> dict[str, Any]:
        return next(m for m in data["moves"] if m["text"].endswith(" mining"))

    def begin() -> None:
        compose(screen, mining(screen.data))
        screen.press(track)
        screen.press(track)

    begin()
    assert [m.split(" ")[0] for m in screen.data["draft"]["moves"]] == ["take", "mine", "mine"]
    assert page.locator(".trail li:not(.bo)").count() == 3
    assert page.locator(".own.on .c.old").count() == 1
    screen.do("take-back")
    assert len(screen.data["draft"]["moves"]) == 2
    page.keyboard.press("Backspace")
    screen.wait(lambda data: len(data["draft"]["moves"]) == 1)
    screen.press(track)
    screen.do("take-back-all")
    assert screen.data["draft"]["moves"] == []
    assert page.locator(".trail").count() == 0
    begin()
    page.locator(".trail button").nth(1).click()
    screen.wait(lambda data: len(data["draft"]["moves"]) == 1)
    page.locator(".trail button").first.click()
    screen.wait(lambda data: not data["draft"]["moves"])


def test_nothing_of_a_draft_is_shown_to_others(new_screen, new_game):
    host = new_screen().open(new_game("Ann", "Ben=link"))
    guest = new_screen().open(link_of(host, "Ben"))
    mover, other = (host, guest) if host.data["decides"] else (guest, host)
    before, seen = other.data, other.page.locator("main").inner_text()
    mover.press(mover.data["moves"][0]["targets"][-1])
    other.page.wait_for_timeout(200)
    assert mover.data["draft"]["moves"]
    assert other.data == before
    assert other.page.locator("main").inner_text() == seen


def test_the_preview_of_a_consolidation_comes_true(screen, new_game):
    screen.open(new_game())
    page = screen.page
    # neither Department of a grey space brings steps, so that all is foreseen
    for _ in range(60):
        assert play_on(screen, at_turn)
        bonuses = page.locator(".cons .kv", has_text="Worker").locator(".g.w").all()
        signs = {sign.locator("use").get_attribute("href") for sign in bonuses}
        if signs and "#g-np-w-white" not in signs:
            break
        step(screen)
        play_on(screen, lambda data: not data["draft"]["moves"])
    promised = [int(text) for text in page.locator(".cons .sum .am b").all_inner_texts()]
    seat = screen.data["seat"]
    favors = [m for m in screen.data["moves"] if m["text"] == "consolidate"]
    compose(screen, favors[0])
    while not screen.data["draft"]["complete"]:
        compose(screen, screen.data["moves"][0])
    held = page.locator(f"#own-{seat} .purse .am:not(.lb) b").all_inner_texts()
    assert [int(text) for text in held[:2]] == promised[:2]
    screen.do("confirm")
    page.locator(f"#st-{seat}").click()
    held = page.locator(f"#own-{seat} .purse .am:not(.lb) b").all_inner_texts()
    assert [int(text) for text in held[:2]] == promised[:2]


def test_the_preview_of_the_scoring_shows_what_a_sale_changes(screen, new_game):
    screen.open(new_game())
    assert play_on(screen, lambda data: "market" in verbs(data))
    move = next(m for m in screen.data["moves"] if verb(m) == "market")
    changes = {k: v for k, v in move["preview"]["numbers"].items() if k.startswith("influence:")}
    assert len(changes) == 1
    ((before, after),) = changes.values()
    compose(screen, move)
    cell = screen.page.locator(".inf td.new")
    assert cell.count() == 1
    assert cell.locator("i").inner_text().split() == [str(before), str(after)]


def test_a_hiring_tells_what_its_colour_costs_and_which_row_comes(screen, new_game):
    screen.open(new_game(options={"queue_rows": 2}))
    assert play_on(screen, at_turn)
    page = screen.page
    many = next(
        action
        for action in ACTIONS
        if sum(m["text"].endswith(f" {action}") for m in screen.data["moves"]) > 1
    )
    assert page.locator(".ch.take:visible").count() == 0
    screen.place(f"action:{many}").click()
    shown = page.locator(".ch.take:visible")
    shown.first.wait_for()
    assert shown.count() == sum(m["text"].endswith(f" {many}") for m in screen.data["moves"])
    assert all("salary" in text for text in shown.all_inner_texts())
    page.keyboard.press("Escape")
    assert page.locator(".ch.take:visible").count() == 0
    assert screen.data["draft"]["moves"] == []


def test_what_moves_at_the_end_of_the_turn_is_drawn(screen, new_game):
    screen.open(new_game())
    page = screen.page

    def ready(_data: dict[str, Any]) -> bool:
        return page.locator(".qm svg").count() > 0 and page.locator("[data-do=finish]").count() > 0

    assert play_on(screen, ready), "no section was ever emptied"
    said = page.locator(".qm span").first.inner_text()
    assert said.endswith("comes here at turn end")
    row = int(said.split(" ")[1])
    assert f"queue row {row} moves" in page.locator(".act .go").inner_text()
    workers = page.locator(f".queue .qr >> nth={row - 1}").locator(".g.w").count()
    section = page.locator(".sec.here").get_attribute("id")
    screen.do("finish")
    assert page.locator(f"#{section} .wk .wb .g.w").count() == workers
    assert f"Row {row} of the queue moves" in page.locator(".log").inner_text()


def test_a_place_of_the_map_tells_what_a_sale_there_would_do(screen, new_game):
    screen.open(new_game())

    def single(data: dict[str, Any]) -> list[dict[str, Any]]:
        sales = [m for m in data["moves"] if verb(m) == "market"]
        return [m for m in sales if sum(o["targets"][0] == m["targets"][0] for o in sales) == 1]

    assert play_on(screen, lambda data: bool(single(data)))
    move = single(screen.data)[0]
    screen.page.locator(f'.nmap [data-target="{move["targets"][0]}"]').hover()
    screen.page.locator("#tip").wait_for()
    told = screen.page.locator("#tip").inner_text()
    assert "Influence" in told
    assert "a scoring would pay" in told


def test_pressing_what_is_not_possible_says_why(screen, new_game):
    screen.open(new_game())
    assert play_on(screen, at_turn)
    before = screen.data
    screen.page.locator("#act-market").click()
    screen.page.locator("#tip").wait_for()
    assert "good" in screen.page.locator("#tip").inner_text()
    assert screen.data == before


def test_assumed_numbers_are_marked_and_explained(screen, new_game):
    screen.open(new_game())
    play_on(screen, at_turn)
    marks = screen.page.locator("main .approx:visible")
    assert marks.count() >= 5
    for i in range(marks.count()):
        marks.nth(i).click()
        screen.page.locator("#tip").wait_for()
        assert screen.page.locator("#tip").inner_text().startswith("Assumed")


def test_assumed_numbers_are_marked_on_a_phone(new_screen, new_game):
    screen = new_screen(*PHONE)
    screen.open(new_game())
    play_on(screen, at_turn)
    mark = screen.page.locator(".actb .approx:visible")
    mark.click()
    screen.page.locator("#tip").wait_for()
    assert "which actions share a section" in screen.page.locator("#tip").inner_text()
    assert screen.page.locator("#act-ships .ax").is_visible()
    assert screen.page.locator(".cons .approx:visible").count() == 2


def test_the_key_of_a_starting_pair_is_its_number(screen, new_game):
    screen.open(new_game("Ann", "Ben", "Chiyo"))
    first = screen.data["mover"]
    assert play_on(screen, lambda data: data["mover"] != first and not data["draft"]["moves"])
    pairs = screen.page.locator(".pair.lit").all()
    assert len(pairs) == 3
    for pair in pairs:
        number = pair.get_attribute("data-target").split(":")[1]
        assert (pair.locator("kbd").text_content(), pair.get_attribute("data-key")) == (number, number)


def test_on_a_phone_the_head_shows_whole_letters(new_screen, new_game):
    screen = new_screen(390, 844).open(new_game("Ann", "Ben"))
    head = screen.page.locator(".top .turn")
    assert head.inner_text() == "Setup"
    assert head.evaluate("(head) => head.scrollHeight - head.clientHeight") <= 0


def test_the_old_factory_is_marked_as_assumed_on_the_board(screen, new_game):
    screen.open(new_game("Ann", "Ben", "Chiyo", "Dai"))
    old = screen.page.locator(".pair", has_text="the Old Factory")
    if old.count():
        old.click()
        screen.wait(lambda data: data["draft"]["moves"])
    assert play_on(screen, at_turn)
    cards = screen.page.locator(".fc.oldf")
    assert cards.count() == cards.locator(".ax").count() == 1


def test_a_smaller_screen_shows_the_map_first_where_it_is_chosen_from(new_screen, new_game):
    screen = new_screen(1024, 768)
    screen.open(new_game())
    assert play_on(screen, at_turn)
    board, plan = screen.page.locator(".nmap"), screen.page.locator(".actb")
    assert plan.bounding_box()["y"] < board.bounding_box()["y"]
    hire_for_trains(screen)
    for width in (1024, 800):
        screen.page.set_viewport_size({"width": width, "height": 768})
        spaces = [place.bounding_box() for place in screen.page.locator(".nmap .sq.lit").all()]
        assert spaces
        assert max(box["y"] + box["height"] for box in spaces) <= 768
        assert board.bounding_box()["y"] < plan.bounding_box()["y"]


def hire_for_trains(screen: Any) -> None:
    """Play on until Trains are possible, and hire somebody for them."""

    def trains(data: dict[str, Any]) -> list[dict[str, Any]]:
        return [m for m in data["moves"] if verb(m) == "take" and m["text"].endswith(" trains")]

    assert play_on(screen, trains)
    compose(screen, trains(screen.data)[0])


def test_train_spaces_grow_where_one_is_to_be_chosen(screen, new_game):
    screen.open(new_game("Ann", "Ben", "Chiyo", "Dai"))
    assert play_on(screen, at_turn)

    def wide() -> float:
        circles = screen.page.locator(".nmap [data-target^='train:'] circle")
        return min(box["width"] for box in (c.bounding_box() for c in circles.all()))

    assert wide() < 16
    hire_for_trains(screen)
    assert wide() >= 23


def test_a_complete_turn_offers_its_end_alone_and_says_what_it_was(new_screen, new_game):
    screen = new_screen(*PHONE)
    screen.open(new_game("Ann", "Ben", "Chiyo", "Dai"))

    hire_for_trains(screen)
    laid = []
    while not screen.data["draft"]["complete"]:
        trains = [m for m in screen.data["moves"] if verb(m) == "train"]
        move = trains[0] if trains else next(m for m in screen.data["moves"] if verb(m) != "silk")
        laid += [m["text"].split(" ")[1].capitalize() for m in [move] if verb(m) == "train"]
        compose(screen, move)
    assert screen.page.locator(".ch:visible, .where:visible").count() == 0
    told = screen.page.locator(".decision .q2").inner_text()
    assert laid
    assert all(region in told for region in laid)
    fits(screen, whole=False)


def test_the_header_says_how_many_play(screen, new_game):
    screen.open(new_game("Ann", "Ben", "Chiyo", options={"queue_rows": 1}))
    assert screen.page.locator(".top .sub").inner_text().replace("\n", " ").startswith("3 seats")


def test_the_rules_open_where_one_is(screen, new_game):
    screen.open(new_game())
    play_on(screen, at_turn)
    page = screen.page
    page.locator("#act-mining").focus()
    page.keyboard.press("?")
    page.locator("#rules-body #mining").wait_for()
    page.wait_for_function(
        "() => { const b = document.querySelector('#rules-body #mining').getBoundingClientRect();"
        " return b.top >= 0 && b.bottom <= innerHeight; }"
    )
    page.keyboard.press("Escape")
    anchors = page.evaluate(
        "[...new Set([...document.querySelectorAll('#table [data-rules]')].map(e => e.dataset.rules))]"
    )
    missing = [name for name in anchors if not page.locator(f"#rules-body #{name}").count()]
    assert not missing


def test_boards_of_others_are_one_press_away(screen, new_game):
    screen.open(new_game("Ann", "Ben", "Chiyo"))
    play_on(screen, at_turn)
    page, own = screen.page, screen.data["seat"]
    other = (own + 1) % 3
    assert page.locator(f"#own-{own}").is_visible()
    page.locator(f"#st-{other}").click()
    assert page.locator(f"#own-{other}").is_visible()
    assert not page.locator(f"#own-{own}").is_visible()
    page.locator(f"#own-{other} .btabs button").nth(own).click()
    assert page.locator(f"#own-{own}").is_visible()


def test_the_log_is_indented_by_cause_and_shows_the_board_of_a_moment(screen, new_game):
    screen.open(new_game())
    assert play_on(screen, lambda data: at_turn(data) and data["log"] > 110)
    page = screen.page
    left = [
        page.locator(f".log li.d{depth}").first.evaluate("e => parseFloat(getComputedStyle(e).paddingLeft)")
        for depth in (0, 1, 2)
    ]
    assert left[0] < left[1] < left[2]
    heads = page.locator(".log .lh span:first-child").all_inner_texts()
    assert heads[0].startswith("Round")
    assert heads[-1] == "Set-up"
    page.locator(".log [data-step]", has_text="is the first player").click()
    screen.wait(lambda data: not data["at"]["live"])
    assert page.locator(".turn b").inner_text() == "Setup"
    assert page.locator(".decision .ch").count() == 0
    page.locator("[data-do=live]").click()
    screen.wait(lambda data: data["at"]["live"])


def test_real_draws_are_entered_by_hand(screen, new_game):
    screen.open(new_game(real_dice=True))
    asked = []
    for _ in range(90):
        data = screen.data
        if data["mover"] != "*":
            break
        asked.append(data["question"])
        assert len(data["moves"]) == screen.page.locator(".ch:visible").count()
        last = data["moves"][-1]
        screen.page.locator(f'.ch[data-move="{last["text"]}"]').click()
        screen.wait(lambda now, then=data: now != then)
    assert screen.data["mover"] != "*"
    assert len(asked) == 1 + 16 + 24 + 15 + 6 + 6
    assert screen.page.locator(".pair.lit").count() == 3


def test_the_display_opens_over_the_map_when_a_factory_is_to_be_built(screen, new_game):
    screen.open(new_game())
    page = screen.page
    assert play_on(screen, lambda data: "build" in verbs(data))
    assert page.locator(".facesw").is_visible()
    page.locator(".facesw .op").click()
    assert not page.locator(".facesw").is_visible()
    page.locator(".shelf .op").click()
    move = next(m for m in screen.data["moves"] if verb(m) == "build")
    page.locator(f'.fdk[data-target="{move["targets"][1]}"]').click()
    screen.wait(lambda data: data["draft"]["moves"][-1] == move["text"])
    assert not page.locator(".facesw").is_visible()


FAULTS_ON_A_PHONE = """whole => {
  const shown = (what) => [...document.querySelectorAll(`#table ${what}`)].filter((e) => e.getClientRects().length);
  const box = (e) => e.getBoundingClientRect();
  const bar = shown(".act")[0] ?? document.querySelector(".below");
  const floor = box(bar).top + 1;
  const needed = [".q1", ".trailw", ".ch", ".where button", ".pair", ".mtk"];
  if (whole) needed.push(".actn", ".wb", ".cons .sum");
  const faults = needed.filter((what) =>
    shown(what).map(box).some((b) => b.left < 0 || b.right > innerWidth || b.top < 0 || b.bottom > floor));
  const low = shown(".ch, .where .lit, .act button").filter((e) => box(e).height < 44);
  if (low.length) faults.push(`too low for a finger: ${low[0].textContent}`);
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((e) => box(e).right > innerWidth + 1);
    faults.push(`scrolls sideways: ${wide.map((e) => e.tagName + "." + (e.className.baseVal ?? e.className)).join(" ")}`);
  }
  return faults;
}"""

FAULTS_AT_1280 = """() => {
  const shown = (what) => [...document.querySelectorAll(`#table ${what}`)].filter((e) => e.getClientRects().length);
  const box = (e) => e.getBoundingClientRect();
  const needed = [".decision", ".nmap", ".actb", ".actn", ".queue", ".shelf", ".cons .sum", ".inf tfoot", ".st", ".lg", ".own.on", ".account"];
  const faults = needed.filter((what) =>
    shown(what).map(box).some((b) => b.left < 0 || b.right > innerWidth || b.top < 0 || b.bottom > innerHeight));
  const band = box(shown(".decision")[0]);
  if (band.height > 100) faults.push(`the decision is ${band.height} px high`);
  for (const e of shown(".decision .ask, .trailw, .chs, .decision .act"))
    if (box(e).top < band.top - 1 || box(e).bottom > band.bottom + 1) faults.push(`${e.className} leaves the decision`);
  const trail = shown(".trailw")[0];
  if (trail && box(shown(".decision .ask")[0]).bottom > box(trail).top + 3) faults.push("the question lies on the trail");
  for (const row of shown(".st")) {
    const points = box(row.querySelector(".s5")).left + 0.5;
    if ([...row.querySelectorAll(".sb *")].some((e) => box(e).right > points)) faults.push(`runs into the points: ${row.textContent}`);
  }
  const header = shown(".own.on header > *").map(box).sort((a, b) => a.left - b.left);
  if (header.some((b, i) => i && b.left < header[i - 1].right - 0.5)) faults.push("parts of a board's header overlap");
  for (const e of shown(".own.on h2, .own.on .fn b"))
    if (e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1) faults.push(`cut: ${e.textContent}`);
  return faults;
}"""


def fits(screen: Any, *, whole: bool) -> None:
    """All a decision needs is in one view above the fixed bars, wide enough for a finger."""
    assert not screen.page.evaluate(FAULTS_ON_A_PHONE, whole), screen.data["question"]


def one_look(screen: Any) -> None:
    """At 1280 × 800 everything is in one view, the decision has its height, and nothing lies on something else."""
    assert not screen.page.evaluate(FAULTS_AT_1280), screen.data["question"]


PRESS = """text => {
  const find = (selector) => document.querySelector(`#table ${selector}`);
  const { moves } = JSON.parse(document.getElementById("page-data").textContent);
  const button = text === null ? find("[data-do=confirm]") : find(`[data-move="${text}"], [data-do=finish][data-text="${text}"]`);
  if (button) button.click();
  else find(`[data-target="${moves.find((m) => m.text === text).targets[0]}"]`).click();
}"""


def decisions(screen: Any, bot: str) -> Iterator[dict[str, Any]]:
    """A whole game of all seats at one page, as a bot decides; the page's data at every decision."""
    chooser = make_bot(bot, get("nippon"), 5)
    position = None
    while screen.wait(lambda data: data["decides"] or data["status"] == "over")["decides"]:
        data = screen.data
        yield data
        if data["draft"]["complete"]:
            screen.page.evaluate(PRESS, None)
        else:
            if position is None:
                with urlopen(f"{screen.page.url}/record", timeout=60) as answer:
                    position = zashiki.load(answer.read().decode())
            move = chooser.choose(position)
            position.play(move)
            screen.page.evaluate(PRESS, move.text)
        if not moved_on(screen, data)["draft"]["moves"]:
            position = None
    yield screen.data


def narrowest(data: dict[str, Any]) -> str | None:
    """The place that leads to most moves, if it leads to several."""
    places = Counter(move["targets"][0] for move in data["moves"] if len(move["targets"]) > 1)
    return max(places, key=lambda place: places[place]) if places and max(places.values()) > 1 else None


def check_every_decision(screen: Any, bot: str) -> set[str]:
    """That every decision of a game fits a phone and a wide screen; the kinds of moves that were seen."""
    page, seen = screen.page, set()
    for data in decisions(screen, bot):
        seen |= verbs(data)
        if data["status"] != "over":
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            fits(screen, whole=at_turn(data))
            sales = page.locator(".where.spaces:not(:has(> :nth-child(11))) .wm").all_inner_texts()
            assert all("→" in sale or " sale" in sale for sale in sales), sales
            place = narrowest(data)
            if place and "take" not in verbs(data) and screen.place(place).count():
                screen.place(place).click()
                page.locator("#table.narrowed").wait_for()
                fits(screen, whole=False)
                page.keyboard.press("Escape")
        page.set_viewport_size({"width": 1280, "height": 800})
        one_look(screen)
    return seen


def test_every_decision_of_a_game_fits_a_phone_and_a_wide_screen(new_screen, new_game):
    screen = new_screen()
    screen.open(new_game("Ann", "Ben", options={"queue_rows": 1}))
    assert {"take", "favor", "build", "produce", "train", "market"} <= check_every_decision(screen, "greedy")


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Annabella", "Benedict", "Chiyo", "Dai")])
def test_every_decision_of_whole_games_fits(new_screen, new_game, bot, names):
    screen = new_screen()
    screen.open(new_game(*names, options={"late_factories": "on"}))
    seen = check_every_decision(screen, bot)
    assert {"pick", "take", "favor", "build", "produce", "market", "train", "ship", "dept", "step"} <= seen


def test_the_widest_header_fits_a_phone(new_screen, new_game):
    screen = new_screen(*PHONE)
    screen.open(new_game("Annabella", "Benedict", "Chiyo", "Dai"))
    screen.page.evaluate("""() => {
      document.querySelector(".top .turn b").textContent = "Final round 3";
      for (const points of document.querySelectorAll(".vc b")) points.textContent = "200";
    }""")
    assert screen.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_the_parts_of_a_phone_page_are_tabs(new_screen, new_game):
    screen = new_screen(*PHONE)
    screen.open(new_game())
    play_on(screen, at_turn)
    page = screen.page
    for tab, shown in (
        ("map", ".nmap"),
        ("mine", ".own.on"),
        ("seats", ".inf"),
        ("log", ".log"),
        ("decide", ".secs"),
    ):
        page.locator(f'.below [data-pane-to="city:{tab}"]').click()
        assert page.locator(shown).first.is_visible(), tab
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert not page.locator(".nmap").is_visible()
    page.locator('.below [data-pane-to="city:seats"]').click()
    other = 1 - screen.data["seat"]
    page.locator(f"#st-{other}").click()
    assert page.locator(f"#own-{other}").is_visible()
    page.locator('.below [data-pane-to="city:map"]').click()
    page.locator(".todisplay").click()
    assert page.locator(".fdk").first.is_visible()
    page.locator(".facesw .op").click()
    assert page.locator(".nmap").is_visible()
    page.locator('.below [data-pane-to="city:mine"]').click()
    for part in page.locator(".own.on .trk, .own.on .pr, .own.on .frow, .own.on .crow").all():
        assert part.evaluate("e => e.scrollWidth <= e.clientWidth + 1")


def test_a_consolidation_of_many_lines_leaves_the_log_in_view(screen, new_game):
    screen.open(new_game("Ann", "Ben", "Chiyo", "Dai"))
    assert play_on(screen, lambda data: at_turn(data) and screen.page.locator(".own.on .ws .w").count() > 0)
    # what is kept of Coal and Money is one line more, idle turns in a row are another
    for _ in range(2):
        one_look(screen)
        screen.page.evaluate(
            "(line => line.after(line.cloneNode(true)))(document.querySelector('.cons .kv:not(.opt)'))"
        )
    one_look(screen)


def test_no_width_lets_a_board_run_out_of_its_frame(screen, new_game):
    screen.open(new_game())
    # the widest a line can be: a Favor of level 3 on each of the six
    screen.page.evaluate(
        """document.querySelectorAll(".own.on .o1 .obj").forEach((objective) => {
          objective.innerHTML = '<i class="fv">3</i><b>10 <i>/</i> 20</b>';
        })"""
    )
    for width in (1024, 1280, 1366, 1399, 1400, 1440, 1479, 1480, 1600):
        screen.page.set_viewport_size({"width": width, "height": 800})
        inside = screen.page.locator(".own.on .o1").bounding_box()
        for part in screen.page.locator(".own.on .o1 > *, .own.on .dp").all():
            box = part.bounding_box()
            assert box["x"] + box["width"] <= inside["x"] + inside["width"] + 0.5, width


@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1600])
def test_no_width_makes_the_page_scroll_sideways(new_screen, new_game, width):
    screen = new_screen(width, 900)
    screen.open(new_game("A name as long as a name may be, in all", "Ben", "Chiyo", "Dai"))
    for _ in range(12):
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= width
        step(screen)


@pytest.fixture
def looked_at(new_screen: Any, server: str, monkeypatch: pytest.MonkeyPatch):
    """A record of one random game, opened so wide; and the last step at which seat 1 chose between places of a kind."""
    monkeypatch.setattr(thinkers, "ADVICE_SECONDS", 0.2)
    game = zashiki.new("nippon", players=2, seed=1)
    bot = make_bot("random", game.game, 1)
    steps: dict[str, int] = {}
    while not game.is_over:
        places = [game.game.targets(game, move.id) for move in game.legal_moves]
        kinds = {path[0].split(":")[0] for path in places}
        if game.mover == 1 and len(places) > 1:
            steps |= dict.fromkeys(kinds if len(kinds) == 1 else (), len(game))
        game.roll() if game.mover == "*" else game.play(bot.choose(game))
    record = game.record().to_json()
    return lambda width: new_screen(width, 844).open_record(server, record), steps


def analyse(screen: Any, at: int) -> list[str]:
    """Ask for advice at an earlier step; where the best move is."""
    screen.scrub(at)
    screen.page.keyboard.press("h")
    screen.page.wait_for_selector("#help .advice[data-done=true]")
    return json.loads(screen.page.locator("#help [data-advised]").first.get_attribute("data-targets"))


@pytest.mark.parametrize("width", [1280, 390])
def test_advice_for_a_choice_on_a_board_is_marked_on_the_board_of_its_seat(
    looked_at: Any, width: int
) -> None:
    look, steps = looked_at
    screen = look(width)
    page = screen.page
    for kind in ("track", "factory", "department", "objective"):
        (target,) = analyse(screen, steps[kind])
        marked = page.locator(f'#own-1 [data-place="{target}"]').bounding_box()
        rings = [ring.bounding_box() for ring in page.locator("#marks .best.ring").all()]
        assert any(abs(r["x"] - marked["x"]) < 12 and abs(r["y"] - marked["y"]) < 12 for r in rings), target
        if width == 390:
            assert 0 <= marked["y"] < page.locator("#help").bounding_box()["y"] - marked["height"] / 2
        page.keyboard.press("h")


def test_advice_leaves_places_under_the_display_of_factories_unmarked(looked_at: Any) -> None:
    look, steps = looked_at
    screen = look(1280)
    kind, token = analyse(screen, steps["type"])
    screen.page.locator('[data-pane-to$=":faces"]:visible').first.click()
    screen.page.wait_for_timeout(100)
    assert (kind.split(":")[0], token.split(":")[0]) == ("type", "token")
    marked = screen.page.locator(f'.facesw [data-target="{token}"]:visible').bounding_box()
    (ring,) = [ring.bounding_box() for ring in screen.page.locator("#marks .best.ring").all()]
    assert abs(ring["x"] - marked["x"]) < 12
    assert abs(ring["y"] - marked["y"]) < 12
