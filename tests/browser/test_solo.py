"""Somebody without a login plays against the computer: by taps, by dragging, by keys, without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from .phones import Phone
from .test_boards import complaints

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.config.stack import Stack

pytestmark = pytest.mark.long

LIKELY = ("roll", "end_turn", "take", "accept", "next_game", "wait")


def begin(phone: Phone, word: str = "kersenboom", **chosen: str) -> None:
    """A game from the first page to the first dice."""
    phone.open("/play/")
    for name, value in chosen.items():
        phone.page.select_option(f"[name={name}]", value) if name in (
            "variant",
            "length",
        ) else phone.page.locator(f"label:has([name={name}][value='{value}'])").click()
    phone.press("form.solo-form button")
    assert phone.page.locator(".solo-seal").count() == 1
    seal = phone.page.inner_text(".solo-dice code")
    assert len(seal) == 64
    phone.fill(contribution=word)
    phone.press(".solo-seal button")
    assert phone.page.inner_text(".solo-dice code >> nth=0") == seal


def place_of(page: Page) -> int:
    return int(page.input_value("#solo [name=place]"))


def done_after(page: Page, act: Callable[[], object]) -> None:
    """Do something, and wait until the game has gone on."""
    from playwright.sync_api import TimeoutError

    before = place_of(page)
    act()
    try:
        page.wait_for_function(
            "(was) => Number(document.querySelector('#solo [name=place]')?.value ?? was + 1) !== was",
            arg=before,
        )
    except TimeoutError as stuck:
        raise AssertionError(f"the game stays at {before}: {page.inner_html('.solo-main')}") from stuck


def middle(page: Page, place: int) -> tuple[float, float]:
    box = page.locator(f".taps [data-place='{place}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def move(page: Page, how: str) -> None:
    """Make the first step that is offered: by two taps, or by dragging."""
    start, end = map(int, (page.get_attribute("[data-step]", "data-step") or "").split())
    steps = page.eval_on_selector_all("[data-step]", "all => all.map((each) => each.dataset.step)")
    only = len({step for step in steps if step.startswith(f"{start} ")}) == 1
    if how == "tap":
        page.mouse.click(*middle(page, start))
        if not only:
            assert page.locator(f".taps [data-to='{end}'].shown").count() == 1
            page.mouse.click(*middle(page, end))
    else:
        page.mouse.move(*middle(page, start))
        page.mouse.down()
        x, y = middle(page, end)
        page.mouse.move(x - 5, y)
        assert page.locator(".taps .ghost").count() == 1
        page.mouse.move(x, y)
        page.mouse.up()


def play_out(page: Page, most: int = 400) -> None:
    """Play by taps and drags in turn until the game is over."""
    for number in range(most):
        if page.locator("[data-step]").count():
            done_after(page, lambda how=("tap", "drag")[number % 2]: move(page, how))
            continue
        button = page.locator(", ".join(f".solo-acts [value={each}]" for each in LIKELY)).first
        if button.count() == 0:
            return
        done_after(page, button.click)
    raise AssertionError("the game does not end")


def test_a_game_by_taps_and_drags(phone: Phone) -> None:
    page = phone.page
    wrong = complaints(page)
    begin(phone)
    phone.look("solo")
    board = page.locator(".solo-stage .board").bounding_box()
    assert board is not None
    assert board["width"] > 300, "as wide as the phone"
    page.reload()
    play_out(page)
    phone.look("solo-over")
    seed = page.inner_text(".solo-dice dd:last-of-type code")
    assert re.fullmatch("[0-9a-f]{64}", seed)
    page.click(".solo-dice a")
    assert page.locator(".note.good").count() == 1
    phone.look("solo-dice")
    phone.open("/play/")
    phone.look("solo-lobby")
    assert page.locator(".standings tbody tr").count() == 1
    page.click("a[href='/play/bests/']")
    phone.look("solo-bests")
    assert wrong == []


def test_one_tap_where_two_dice_go_to_the_same_place(phone: Phone) -> None:
    page = phone.page
    begin(phone)
    if not page.locator("[data-step]").count():
        done_after(page, lambda: page.keyboard.press("Enter"))
    page.evaluate(
        """() => {
            const layer = document.querySelector(".taps");
            const alone = layer.cloneNode(true);
            layer.replaceWith(alone);
            const start = Number(alone.querySelector("[data-place]").dataset.place);
            window.put = [];
            window.boardTaps(alone, (move) => window.put.push(move.die)).offer(
                [3, 4].map((die) => ({ start, end: 0, die })),
            );
            window.start = start;
        }"""
    )
    page.mouse.click(*middle(page, page.evaluate("window.start")))
    assert page.evaluate("window.put") == [3]


def test_a_match_by_keys(phone: Phone) -> None:
    """Taking back, ending a turn and rolling need no mouse; the button that waits is the one that answers."""
    page = phone.page
    wrong = complaints(page)
    begin(phone, scoring="match", length="3")
    if not page.locator("[data-step]").count():
        done_after(page, lambda: page.keyboard.press("Enter"))
    done_after(page, lambda: move(page, "tap"))
    done_after(page, lambda: page.keyboard.press("z"))
    assert not page.locator("[value=undo]").count()
    while page.locator("[data-step]").count():
        done_after(page, lambda: move(page, "drag"))
    done_after(page, lambda: page.keyboard.press("Enter"))
    phone.look("solo-match")
    assert page.locator("[data-scene]").count(), "what the computer did is shown"
    assert wrong == []


def test_without_a_script(stack: Stack, browser: Browser) -> None:
    context = browser.new_context(base_url=f"http://localhost:{stack.port}", java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto("/play/")
        page.click("form.solo-form button")
        page.click(".solo-seal button")
        for _ in range(12):
            if page.locator("[data-step]").count():
                page.locator(".solo-steps summary").click()
                page.locator("[data-step]").first.click()
            else:
                page.locator(", ".join(f".solo-acts [value={each}]" for each in LIKELY)).first.click()
            page.wait_for_load_state()
            assert page.locator(".solo-line").count() == 1, page.inner_text("body")
        assert place_of(page) == 13
    finally:
        context.close()


def test_a_cut_connection_loses_nothing(phone: Phone) -> None:
    page = phone.page
    begin(phone)
    if not page.locator("[data-step]").count():
        done_after(page, lambda: page.locator(".solo-acts [value=roll]").click())
    before = place_of(page)
    page.context.set_offline(True)
    move(page, "tap")
    page.locator("[data-failed]").wait_for(state="visible")
    assert place_of(page) == before
    page.context.set_offline(False)
    done_after(page, lambda: move(page, "drag"))
    assert place_of(page) == before + 1
