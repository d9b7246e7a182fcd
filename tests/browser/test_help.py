"""Advice in a real browser: the panel, the marks over the board, the review's curve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.conftest import Screen

from zashiki.search import Budget
from zashiki.table import thinkers


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "ADVICE_SECONDS", 0.3)
    monkeypatch.setattr(thinkers, "JUDGEMENT", Budget(iterations=100))


@pytest.fixture
def deciding(new_table: Callable[..., str]) -> Callable[..., Any]:
    """Opens a table of Ann and Ben at which Ann has to build on 4D or to pass."""

    def deciding(screen: Screen, *seats: str, **wishes: Any) -> Screen:
        options = {"start_player": "seat0"}
        address = new_table(*(seats or ("Ann", "Ben")), real_dice=True, options=options, turns=8, **wishes)
        screen.open(address)
        for square in ("3C", "5A", "4D"):
            screen.press(f"die:{square[0]}", f"die:{square[1]}")
        screen.wait(lambda data: data["decides"] and data["mover"] != "*")
        return screen

    return deciding


def ask(screen: Screen) -> Any:
    """Press the lantern and wait until all has been thought; the panel."""
    screen.page.locator(".top [data-help]").click()
    screen.page.wait_for_selector("#help [data-done=true]")
    return screen.page.locator("#help")


def ranks(screen: Screen) -> list[str]:
    return screen.page.locator("#marks .rank text").all_text_contents()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_hint_marks_the_best_moves_on_the_board(new_screen: Any, deciding: Any, width: int) -> None:
    screen = deciding(new_screen(width, 844))
    panel = ask(screen)
    assert panel.locator("h2").text_content() == "Hint"
    best = panel.locator("[data-advised]").first
    assert best.locator(".s").text_content().strip().endswith("%")
    assert "margin" in best.text_content()
    assert ranks(screen)[0] == "1"
    # A ring lies around the square that is to be built on.
    square = screen.place("square:0:4D").bounding_box()
    rings = [ring.bounding_box() for ring in screen.page.locator("#marks .ring").all()]
    assert any(abs(r["x"] - square["x"]) < 12 and abs(r["y"] - square["y"]) < 12 for r in rings)


def test_pressing_an_advised_move_composes_it_and_the_hint_has_done_its_work(
    screen: Screen, deciding: Any
) -> None:
    deciding(screen)
    panel = ask(screen)
    best = panel.locator("[data-advised]").first
    text = best.get_attribute("data-text")
    best.click()
    assert screen.wait(lambda data: data["draft"]["moves"])["draft"]["moves"] == [text]
    assert panel.is_hidden()
    assert ranks(screen) == []


def test_the_key_h_opens_and_closes_advice(screen: Screen, deciding: Any) -> None:
    deciding(screen)
    lantern = screen.page.locator(".top [data-help]")
    screen.page.keyboard.press("h")
    screen.page.wait_for_selector("#help [data-advised]")
    assert lantern.get_attribute("aria-expanded") == "true"
    screen.page.keyboard.press("h")
    assert screen.page.locator("#help").is_hidden()
    assert lantern.get_attribute("aria-expanded") == "false"


def test_an_analysis_goes_with_the_slider(screen: Screen, deciding: Any) -> None:
    deciding(screen)
    screen.page.locator('[data-step="2"]').first.click()
    screen.wait(lambda data: not data["at"]["live"])
    panel = ask(screen)
    assert panel.locator("h2").text_content() == "Analysis"
    assert "Chance moves next" in panel.text_content()
    screen.page.keyboard.press(".")
    screen.wait(lambda data: data["at"]["live"])
    # One's own decision again: a hint is asked for anew.
    assert panel.is_hidden()


def test_where_advice_is_off_there_is_no_lantern(screen: Screen, deciding: Any) -> None:
    deciding(screen, "Ann", "Ben", help_allowed=False)
    assert screen.page.locator("[data-help]:visible").count() == 0
    screen.page.keyboard.press("h")
    assert screen.page.locator("#help").is_hidden()


def test_the_host_switches_advice_off_in_the_settings(screen: Screen, deciding: Any) -> None:
    deciding(screen, "Ann", "Ben")
    screen.page.locator('[data-open="settings"]').click()
    screen.page.locator('[name="help_allowed"]').uncheck()
    screen.wait(lambda data: not data["help"])
    screen.page.keyboard.press("Escape")
    assert screen.page.locator(".top [data-help]").count() == 0
    screen.page.locator('[data-open="settings"]').click()
    assert not screen.page.locator('[name="help_allowed"]').is_checked()


@pytest.fixture
def finished(new_table: Callable[..., str], screen: Screen) -> Screen:
    """A game of two bots, over."""
    screen.open(new_table("Ann=random", "Ben=random", turns=12))
    screen.wait(lambda data: data["status"] == "over")
    return screen


def test_after_the_game_a_curve_and_the_largest_losses_lead_to_their_positions(finished: Screen) -> None:
    page = finished.page
    page.locator('.result [data-help="review"]').click()
    page.wait_for_selector("#help .review[data-done=true]", timeout=60_000)
    assert page.locator("#help .curve .line").count() == 2
    # A random bot soon builds what it should not; passing is nowhere on the board.
    loss = page.locator('#help [data-loss][data-played*="square:"][data-better*="square:"]').first
    loss.click()
    data = finished.wait(lambda data: not data["at"]["live"])
    assert data["at"]["step"] == int(loss.get_attribute("data-loss"))
    page.wait_for_selector("#marks .played.rank")
    assert sorted(ranks(finished)) == ["×", "✓"]
    # The position itself can be analysed from here, and the curve is one press away.
    page.locator('#help [data-help="advice"]').click()
    page.wait_for_selector("#help .advice[data-done=true]")
    page.locator('#help [data-help="review"]').click()
    page.wait_for_selector("#help .curve")


def test_on_a_phone_the_marks_of_a_loss_come_into_view(
    new_screen: Any, new_table: Callable[..., str]
) -> None:
    screen = new_screen(390, 844).open(new_table("Ann=random", "Ben=random", turns=16))
    page = screen.page
    screen.wait(lambda data: data["status"] == "over")
    page.keyboard.press("h")
    page.wait_for_selector("#help .review[data-done=true]", timeout=60_000)
    losses = page.locator('#help [data-loss][data-better*="square:"]').all()
    assert losses
    for loss in losses:
        loss.click()
        step = int(loss.get_attribute("data-loss"))
        screen.wait(lambda data, step=step: data["at"]["step"] == step and not data["at"]["live"])
        page.wait_for_selector("#marks .best.rank")
        cover = page.locator("#help").bounding_box()
        for badge in page.locator("#marks .rank").all():
            box = badge.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
            assert 0 <= box["y"] < cover["y"] - box["height"] / 2


def test_pressing_the_curve_shows_the_board_of_that_moment(finished: Screen) -> None:
    page = finished.page
    page.keyboard.press("h")
    page.wait_for_selector("#help .review[data-done=true]", timeout=60_000)
    box = page.locator("#help .curve").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    data = finished.wait(lambda data: not data["at"]["live"])
    assert 0.3 < data["at"]["step"] / data["at"]["steps"] < 0.7
    assert page.locator("#help .curve .now:not([hidden])").count() == 1


def test_the_panel_can_be_moved_out_of_the_way(screen: Screen, deciding: Any) -> None:
    deciding(screen)
    panel = ask(screen)
    before = panel.bounding_box()
    head = panel.locator("h2").bounding_box()
    screen.page.mouse.move(head["x"] + 5, head["y"] + 5)
    screen.page.mouse.down()
    screen.page.mouse.move(head["x"] - 295, head["y"] - 95, steps=4)
    screen.page.mouse.up()
    after = panel.bounding_box()
    assert after["x"] == pytest.approx(before["x"] - 300, abs=3)
    assert after["y"] == pytest.approx(before["y"] - 100, abs=3)


def test_while_a_bot_thinks_the_prompt_shows_it(screen: Screen, new_table: Callable[..., str]) -> None:
    screen.open(new_table("Ben=mcts:5s", "Ann", options={"start_player": "seat0"}, real_dice=True))
    for square in ("3C", "5A", "4D"):
        screen.press(f"die:{square[0]}", f"die:{square[1]}")
    screen.page.wait_for_selector(".prompt .thinking")
    assert "Ben" in screen.page.locator("#question").text_content()
