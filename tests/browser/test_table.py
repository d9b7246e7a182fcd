"""People at tables of Toshi, as they see and press things in a browser."""

from __future__ import annotations

import json

import pytest

import zashiki
from zashiki.games import NAMES

HARMFUL = "<img src=x onerror=alert(1)>"


def test_two_people_at_one_page_play_a_whole_game(screen, new_table, tmp_path):
    screen.open(new_table("Ann", "Ben", turns=4))
    assert screen.page.locator(".cue b").inner_text() in ("Ann", "Ben")
    screen.play(prefer=("build", "extra", "at"))
    page = screen.page
    assert screen.data["status"] == "over"
    assert page.locator(".result h2").inner_text() in page.locator(".prompt .q1").inner_text()
    shown = [row.inner_text().replace("−", "-") for row in page.locator(".stand tbody .sc").all()]

    with page.expect_download() as download:
        page.locator(".result a[download]").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    record = json.loads(file.read_text())
    assert record["seats"] == ["Ann", "Ben"]
    assert sorted(map(int, shown)) == sorted(record["result"]["scores"])
    assert zashiki.load(file).is_over

    old = page.url
    page.locator(".result [data-do=again]").click()
    page.wait_for_url(lambda url: url != old)
    page.wait_for_selector("html.ready", state="attached")
    assert screen.data["status"] == "running"
    assert screen.data["names"] == ["Ann", "Ben"]


def test_two_seat_links_in_two_browsers_play_a_game_and_hide_their_drafts(new_screen, new_table):
    host = new_screen().open(new_table("Ann", "Ben=link", turns=3, options={"start_player": "seat0"}))
    host.page.locator(".top [data-open=seats]").click()
    link = host.page.locator(".link-row", has_text="Ben").locator("input")
    address = link.input_value()
    host.page.keyboard.press("Escape")
    guest = new_screen().open(address)

    host.roll()
    mover = host if host.wait(lambda d: d["decides"] or guest.data["decides"])["decides"] else guest
    other = guest if mover is host else host
    before = other.wait(lambda d: d["at"]["steps"] == mover.data["at"]["steps"])
    mover.press(next(m for m in mover.data["moves"] if m["text"] != "pass")["targets"][0])
    assert mover.data["draft"]["moves"]
    other.page.wait_for_timeout(150)
    assert other.data == before
    mover.do("take-back")

    for _ in range(60):
        acting = next((s for s in (host, guest) if s.data["decides"]), None)
        if acting:
            acting.play(prefer=("build", "extra", "at", "stop"))
        if host.data["status"] == "over":
            break
        host.page.wait_for_timeout(50)
    assert guest.wait(lambda d: d["status"] == "over")["question"] == host.data["question"]


def test_a_solo_game_removes_tiles_and_ends_with_a_title(screen, new_table):
    screen.open(new_table("Ann", turns=3))
    screen.play(prefer=("pass", "remove"))
    assert screen.data["status"] == "over"
    assert screen.page.locator("#question").inner_text() == "Apprentice planner"
    told = screen.page.locator(".log").inner_text()
    assert told.count("leaves the supply") == 3


def test_a_bot_answers_without_anybody_pressing(screen, new_table):
    screen.open(new_table("Ann", "Ben=greedy", turns=3))
    for _ in range(40):
        screen.wait(lambda d: d["decides"] or d["status"] == "over")
        screen.play(prefer=("build", "extra", "at"))
        if screen.data["status"] == "over":
            break
    assert screen.data["status"] == "over"
    assert "Ben rolls" in screen.page.locator(".log").inner_text()


def build_moves(screen):
    """Roll until somebody decides about a normal build on the rolled square; the legal moves."""
    for _ in range(30):
        data = screen.data
        if data["mover"] == "*":
            screen.roll()
        elif any(m["text"].startswith("build koba") for m in data["moves"]):
            return data["moves"]
        else:
            screen.decide(prefer=("pass", "at", "stop"))
    raise AssertionError("no build came up")


def test_take_back_and_another_card_change_the_draft_and_a_reload_keeps_it(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    build_moves(screen)
    seat = screen.data["seat"]
    koku = screen.page.locator(f'.own [data-purse="{seat}"] b').inner_text()
    assert screen.press("type:koba")["draft"]["moves"][0].startswith("build koba")
    assert screen.page.locator(f'.own [data-purse="{seat}"] .was').inner_text() == koku
    assert screen.page.locator("#card-koba").get_attribute("aria-pressed") == "true"
    assert screen.press("type:umaya")["draft"]["moves"][0].startswith("build umaya")
    assert screen.press("verb:pass")["draft"]["moves"] == ["pass"]
    assert screen.press("type:koba")["draft"]["moves"][0].startswith("build koba")

    screen.page.reload()
    assert screen.data["draft"]["moves"][0].startswith("build koba")
    assert screen.do("take-back")["draft"]["moves"] == []
    assert screen.page.locator(f'.own [data-purse="{seat}"] b').inner_text() == koku

    screen.press("type:teien")
    more = [m["targets"][0] for m in screen.data["moves"] if m["text"].startswith("at")]
    screen.press(more[0])
    assert len(screen.data["draft"]["moves"]) == 2
    assert screen.do("take-back-all")["draft"]["moves"] == []


def test_square_first_and_card_first_compose_the_same(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    moves = build_moves(screen)
    square = next(t for t in moves[0]["targets"] if t.startswith("square:"))
    by_card = screen.press("type:umaya")["draft"]["moves"]
    screen.do("take-back")
    screen.place(square).click(force=True)
    screen.page.wait_for_selector(f'[data-target="{square}"].picked', state="attached")
    assert screen.press("type:umaya")["draft"]["moves"] == by_card


def test_pressing_what_is_not_possible_says_why_and_changes_nothing(screen, new_table):
    screen.open(new_table("Ann", "Ben", real_dice=True, options={"specials": "on", "start_player": "seat0"}))
    for step, square in enumerate(("1A", "2A", "6F"), 1):
        screen.press(f"die:{square[0]}", f"die:{square[1]}")
        screen.wait(lambda d, step=step: d["at"]["steps"] == step)
    before = screen.data
    screen.place("type:shiro").click(force=True)
    tip = screen.page.locator("#tip")
    tip.wait_for()
    assert "costs 12, you have 10" in tip.inner_text()
    assert screen.page.locator("#say").inner_text() == before["blocked"]["type:shiro"]
    assert screen.data == before
    assert screen.page.locator("#card-shiro .why").inner_text() == "you have 10"


def test_focus_previews_what_a_card_would_change(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    build_moves(screen)
    wanted = next(m for m in screen.data["moves"] if m["text"].startswith("build umaya"))
    screen.page.locator("#card-umaya").hover()
    screen.page.locator("#tip").wait_for()
    assert wanted["preview"]["words"].replace("**", "") in screen.page.locator("#tip").inner_text()


def test_a_whole_game_by_keyboard_alone(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=2))
    keys = screen.page.keyboard
    for _ in range(60):
        data = screen.data
        if data["status"] == "over":
            break
        if data["mover"] == "*" or data["draft"]["complete"]:
            keys.press("Enter")
        elif any(m["text"].split()[0] in ("build", "extra") for m in data["moves"]):
            card = next(m for m in data["moves"] if "teien" not in m["text"])["targets"][0]
            keys.press(screen.page.locator(f'[data-target="{card}"]').get_attribute("data-key"))
        elif any(m["text"].split()[0] == "at" for m in data["moves"]):
            # arrows walk from the card to a lit square
            keys.press("ArrowLeft")
            for _step in range(8):
                focused = screen.page.evaluate("document.activeElement.dataset.target ?? ''")
                if any(focused in m["targets"] for m in data["moves"]):
                    break
                keys.press("ArrowLeft")
            keys.press("Enter")
        else:
            keys.press("0")
        screen.wait(lambda now, data=data: now != data)
    assert screen.data["status"] == "over"
    placed = screen.page.locator(".board.big .tile")
    assert placed.count() > 2


def test_backspace_takes_back_and_the_live_region_tells(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    build_moves(screen)
    question = screen.data["question"]
    screen.page.keyboard.press("6")
    screen.wait(lambda d: d["draft"]["moves"])
    assert "Umaya" in screen.page.locator("#say").inner_text()
    screen.page.keyboard.press("Backspace")
    screen.wait(lambda d: not d["draft"]["moves"])
    assert screen.data["question"] == question


def test_the_list_of_moves_offers_every_legal_move(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    build_moves(screen)
    screen.page.keyboard.press("m")
    buttons = screen.page.locator("#moves-list button")
    assert buttons.count() == len(screen.data["moves"])
    chosen = screen.data["moves"][1]["text"]
    screen.page.keyboard.press("2")
    assert screen.wait(lambda d: d["draft"]["moves"])["draft"]["moves"] == [chosen]


def test_a_line_of_the_log_shows_its_moment_and_the_slider_leads_back(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    build_moves(screen)
    now = screen.data["at"]["steps"]
    empty = screen.page.locator(".board.big .tile")
    tiles = empty.count()
    screen.page.locator(".log [data-step='1']").first.click()
    assert screen.wait(lambda d: d["at"]["step"] == 1)["decides"] is False
    assert empty.count() == 1
    assert "Every city begins" in screen.page.locator("#question").inner_text()
    screen.page.locator("#scrub").press("ArrowRight")
    screen.wait(lambda d: d["at"]["step"] == 2)
    screen.page.keyboard.press("Escape")
    screen.do("live")
    assert screen.data["at"] == {"step": now, "steps": now, "live": True}
    assert empty.count() == tiles


def test_real_dice_are_typed_in(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=2, real_dice=True, options={"start_player": "seat0"}))
    for key in ("3", "c", "5", "a"):
        screen.page.keyboard.press(key)
        screen.page.wait_for_timeout(60)
    screen.wait(lambda d: d["at"]["steps"] == 2)
    screen.press("die:4", "die:D")
    screen.wait(lambda d: d["at"]["steps"] == 3)
    assert "rolls 4D" in screen.page.locator(".log").inner_text()
    assert screen.page.locator(".thrown").get_attribute("aria-label") == "Rolled 4D"


@pytest.mark.parametrize("seats", [("Ann", "Ben"), ("Ann", "Ben", "Chiyo", "Dai")], ids=["two", "four"])
def test_a_phone_shows_the_whole_decision_at_once(new_screen, new_table, seats):
    screen = new_screen(390, 844)
    screen.open(new_table(*seats, turns=20))
    build_moves(screen)
    screen.press("type:koba")
    page = screen.page
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for what in (
        ".prompt .q1",
        ".board.big",
        "#card-koba",
        "#card-kura",
        "[data-do=confirm]",
        "[data-do=take-back]",
    ):
        box = page.locator(what).first.bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"], what
        assert 0 <= box["y"] <= 844 - box["height"], what
    assert page.locator("[data-do=confirm]").bounding_box()["height"] >= 44

    other = (screen.data["seat"] + 1) % len(seats)
    page.locator(f"#tab-{other}").click()
    assert page.locator(f"#city-{other} .board").is_visible()
    assert not page.locator(".board.big").is_visible()
    page.locator('[data-pane-to="side:log"]').click()
    assert page.locator(".log [data-step]").first.is_visible()
    screen.do("confirm")


@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1600])
def test_no_width_makes_the_page_scroll_sideways(new_screen, new_table, width):
    screen = new_screen(width, 900)
    screen.open(
        new_table("A name as long as a name may be, in all", "Ben", "Chiyo", options={"specials": "on"})
    )
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= width
    for card in screen.page.locator(".card:visible").all():
        assert card.evaluate("e => e.scrollHeight <= e.clientHeight + 1"), card.inner_text()


@pytest.mark.parametrize("width", [1024, 1100, 1280, 1600])
def test_the_state_of_each_of_four_seats_is_told_whole(new_screen, new_table, width):
    screen = new_screen(width, 800)
    screen.open(
        new_table("Ann", "Benjamin the Younger", "A name as long as a name may be, in all", "Dai", turns=9)
    )
    told = set()
    for _ in range(60):
        if screen.data["status"] == "over":
            break
        for words in screen.page.locator(".others .chip > span").all():
            if words.inner_text():
                told.add(words.inner_text())
                assert words.evaluate("e => e.clientWidth > 0 && e.scrollWidth <= e.clientWidth"), told
        screen.decide(("build",))
    assert {"builds next", "builds later", "is done"} <= told


def test_script_in_names_is_shown_as_text(screen, new_table, server):
    table = new_table(HARMFUL, '"><script>alert(2)</script>', turns=1, listed=True, name=HARMFUL)
    screen.page.goto(server)
    assert screen.page.locator(".tables b", has_text=HARMFUL).first.is_visible()
    assert screen.page.locator(".tables img").count() == 0
    screen.open(table)
    assert screen.page.locator("#table img, #table script:not([type])").count() == 0
    screen.play()
    assert screen.data["status"] == "over"
    assert screen.page.locator("#table img").count() == 0
    assert HARMFUL in screen.page.locator(".log").inner_text()
    screen.page.locator(".top [data-open=seats]").click()
    assert screen.page.locator(".seat-form input").first.input_value() == HARMFUL


def test_squares_are_named_and_come_in_reading_order(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    build_moves(screen)
    labels = screen.page.locator(".board.big .sq").evaluate_all(
        "all => all.map(e => e.getAttribute('aria-label'))"
    )
    assert [label[:2] for label in labels] == [f"{c}{r}" for r in "ABCDEF" for c in "123456"]
    lit = screen.page.locator(".board.big .sq[tabindex='0']")
    assert lit.count() == 1
    assert lit.get_attribute("aria-disabled") == "false"


def test_choices_of_colour_and_motion_stay(screen, new_table):
    screen.open(new_table("Ann", "Ben"))
    screen.page.locator(".top [data-open=settings]").click()
    screen.page.locator("label:has([name=theme][value=dark])").click()
    screen.page.locator("label:has([name=motion][value=off])").click()
    screen.page.reload()
    root = screen.page.locator("html")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-motion")) == ("dark", "off")
    assert screen.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(19, 27, 41)"


def test_never_ask_confirms_by_itself(screen, new_table):
    screen.open(new_table("Ann", "Ben", turns=20))
    build_moves(screen)
    screen.page.evaluate("localStorage.setItem('zashiki.confirm', 'never')")
    steps = screen.data["at"]["steps"]
    screen.press("type:umaya")
    screen.wait(lambda d: d["at"]["steps"] == steps + 1)


@pytest.mark.parametrize("motion", ["normal", "off"])
def test_money_flies_to_the_purse_unless_motion_is_off(new_screen, new_table, motion):
    screen = new_screen(reduced_motion="no-preference")
    screen.open(new_table("Ann", "Ben", real_dice=True, options={"start_player": "seat0"}))
    screen.page.evaluate(f"document.documentElement.dataset.motion = '{motion}'")
    for step, square in enumerate(("1A", "2B"), 1):
        screen.press(f"die:{square[0]}", f"die:{square[1]}")
        screen.wait(lambda d, step=step: d["at"]["steps"] == step)
    screen.page.evaluate(
        """() => {
            window.coins = 0;
            new MutationObserver((all) => {
                for (const change of all) for (const node of change.addedNodes) coins += node.matches?.(".coin") ? 1 : 0;
            }).observe(document.body, { childList: true });
        }"""
    )
    screen.press("die:1", "die:B")
    assert screen.page.locator(".board.big .badge text").all_text_contents() == ["+3", "+3"]
    screen.page.locator(".coin").first.wait_for(state="detached")
    assert screen.page.evaluate("coins") == (4 if motion == "normal" else 0)


def test_rules_open_by_key_at_the_tile_under_the_pointer(screen, new_table):
    screen.open(new_table("Ann", "Ben"))
    screen.page.locator("#card-kura").hover()
    screen.page.keyboard.press("?")
    body = screen.page.locator("#rules-body")
    body.locator("#kura").wait_for()
    assert body.locator("#kura").bounding_box()["y"] < 400
    assert body.locator("svg.tile").count() >= 8
    screen.page.keyboard.press("Escape")
    assert not body.is_visible()


def test_a_table_is_opened_with_the_form_and_listed(screen, server):
    page = screen.page
    page.goto(server)
    page.get_by_label("Name of seat 1").fill("Ann")
    page.locator("label:has([name=players][value='3'])").click()
    page.get_by_label("Name of seat 3").fill("Chiyo")
    page.get_by_label("Who sits on seat 3").select_option("link")
    page.get_by_text("with special buildings").last.click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("html.ready", state="attached")
    assert screen.data["names"][0] == "Ann"
    assert len(screen.data["names"]) == 3
    assert page.locator(".spc").count() == 10

    page.goto(server)
    assert page.locator("#own-tables a").first.is_visible()


def test_an_uploaded_record_is_leafed_through(screen, server):
    position = zashiki.new("toshi", players=2, seed=3, turn_cap=3)
    while position.mover is not None:
        position.roll() if position.mover == "*" else position.play(position.legal_moves[0])
    screen.open_record(server, position.record().to_json())
    assert screen.data["at"] == {"step": len(position), "steps": len(position), "live": True}
    screen.do("scrub-first")
    assert screen.page.locator(".board.big .tile").count() == 0
    screen.do("scrub-next")
    assert screen.page.locator(".board.big .tile").count() == 1


def after_a_build(screen, new_table, *seats, **options):
    """Open a table at which the first seat has built a Machiya on 6F and the second is asked; the seats' names."""
    options = {"specials": "on", "start_player": "seat0"} | options
    screen.open(new_table(*seats, real_dice=True, options=options))
    for step, square in enumerate(("1A", "2A", "6F"), 1):
        screen.press(f"die:{square[0]}", f"die:{square[1]}")
        screen.wait(lambda d, step=step: d["at"]["steps"] == step)
    screen.press("type:machiya")
    screen.do("confirm")
    screen.wait(lambda d: d["seat"] == 1)


@pytest.mark.parametrize("width", [390, 768, 1024, 1280])
def test_reasons_and_the_end_are_told_whole(new_screen, new_table, width):
    screen = new_screen(width, 844 if width == 390 else 800)
    after_a_build(screen, new_table, "Ann", "Ben", "Chiyo", special_category="one", type_ban="all")
    page = screen.page
    assert "Taken this turn: Machiya (Ann)" in page.locator(".prompt .q2").inner_text()
    why = page.locator("#card-machiya .why")
    assert why.inner_text().split() == ["built", "it", "this", "turn"]
    assert why.locator(".mon").get_attribute("aria-label") == "Ann"
    if width == 390:
        assert page.evaluate("document.documentElement.scrollHeight") == 844
        bar = page.locator(".act").bounding_box()["y"]
        for card in page.locator(".cards .card").all():
            box = card.bounding_box()
            assert box["y"] + box["height"] <= bar
        near = page.locator(".end .near-short")
        assert near.inner_text() == "90 to go"
        assert near.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth")
        page.locator('[data-pane-to="side:specials"]').click()
    reasons = page.locator(".card .why:visible, .spc .why:visible")
    assert reasons.count() >= 1
    for reason in reasons.all():
        assert reason.evaluate("e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1")
        card = reason.evaluate("e => e.closest('button').getBoundingClientRect().bottom")
        box = reason.bounding_box()
        assert box["y"] + box["height"] <= card


def test_two_lines_of_detail_do_not_push_the_cards_under_the_bar_of_a_phone(new_screen, new_table):
    screen = new_screen(390, 844)
    after_a_build(screen, new_table, "A name as long as a name may be, in all", "Ben", "Chiyo")
    assert screen.page.locator(".prompt .q2").bounding_box()["height"] > 30
    assert screen.page.evaluate("document.documentElement.scrollHeight") == 844
    kura = screen.page.locator("#card-kura").bounding_box()
    assert kura["y"] + kura["height"] <= screen.page.locator(".act").bounding_box()["y"]


def test_a_seat_is_done_only_when_its_draft_is_confirmed(screen, new_table):
    after_a_build(screen, new_table, "Ann", "Ben")
    panel = screen.page.locator(".own h3 small")
    assert "decides" in panel.inner_text()
    screen.press("type:umaya")
    assert screen.data["draft"]["complete"]
    assert "decides" in panel.inner_text()
    screen.do("take-back")
    screen.press("verb:pass")
    assert "is done" not in panel.inner_text()


def test_options_stand_whole_in_the_header_or_not_at_all(screen, new_table):
    screen.open(new_table("Ann", "Ben", options={"specials": "on", "end_check": "after_build"}))
    sub = screen.page.locator(".top .sub")
    assert "with special buildings" in sub.get_attribute("title")
    shown = sub.evaluate(
        """e => { const box = e.getBoundingClientRect(); return [...e.children].map(o => o.getBoundingClientRect())
          .filter(o => o.top < box.bottom).map(o => o.right <= box.right + 1 && o.bottom <= box.bottom + 1); }"""
    )
    assert shown
    assert all(shown)


def test_a_table_with_real_dice_says_how_they_are_typed_in(screen, new_table):
    screen.open(new_table("Ann", "Ben", real_dice=True))
    told = screen.page.locator(".prompt .q2").inner_text()
    assert told == "Roll your dice, then press or type what they show: a number and a letter."
    assert screen.page.evaluate("document.documentElement.scrollHeight") == 800


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_rules_page_fits_a_phone_and_shows_the_pictures_of_its_theme(new_screen, server, name, scheme):
    screen = new_screen(390, 844, color_scheme=scheme)
    page = screen.page
    page.goto(f"{server}/rules/{name}")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    shown = page.locator(".scene:visible")
    assert shown.count() >= 2
    for picture in shown.all():
        assert f"on-{scheme}" in picture.get_attribute("class")
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth }") > 300
