"""Pages that renew themselves: what is typed stays, and is typed where it was begun."""

from __future__ import annotations

import pytest

from config.rest import Api

from .directors import announce, found_club
from .screens import Evening, Screen

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]

RENEWED = """() => new Promise((done) => {
    document.body.addEventListener("htmx:afterSettle", () => done(), { once: true });
    htmx.trigger("#live", "changed");
})"""
LINES = "Ada Holt\nBo Lund"


def test_a_list_is_pasted_while_the_page_is_renewed(evening: Evening, laptop: Screen, director: Api) -> None:
    found_club(evening, laptop, "typing")
    event = announce(evening, laptop, "swiss")
    laptop.open(f"{event}desk/entries/")
    page = laptop.page
    lines, player = page.locator("main [name=lines]"), page.locator("main [name=player]").first
    page.evaluate("document.activeElement.blur()")
    page.evaluate(RENEWED)
    assert page.evaluate("document.activeElement === document.body"), "no keyboard on a phone"
    lines.click()
    page.evaluate(RENEWED)
    page.keyboard.insert_text(LINES)
    player.focus()
    page.evaluate(RENEWED)
    assert (lines.input_value(), player.input_value()) == (LINES, "")
    # Somebody else enters a player: from then on the tab offers no list.
    zoe = director.post("players/", name=f"Zoe Quill {evening.language}")
    director.post(f"{event[1:]}entries/", player=zoe["id"])
    page.locator("main table a.name", has_text=zoe["name"]).wait_for()
    assert lines.input_value() == LINES
    laptop.click("main button[name=do][value=look]")
    assert lines.input_value() == LINES
    laptop.open(f"{event}desk/entries/")
    player.press_sequentially("Ada")
    player.fill("")
    page.evaluate(RENEWED)
    assert lines.count() == 0
    assert page.locator("[data-written]").count() == 0, "as it was before"
