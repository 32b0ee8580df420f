"""A visitor looks at an event while others play: the page repaints what has changed, and asks for nothing."""

from __future__ import annotations

import pytest

from config.demo import Api

from .phones import Phone

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]


def test_a_visitor_sees_a_result_without_a_request(phone: Phone, director: Api) -> None:
    club = director.post("clubs/", name=f"Watched Club {phone.language}")
    cup = director.post("tournaments/", club=club["id"], name="Watched Cup", lengths=[5])
    names = [f"{name} {phone.language.upper()}" for name in ("Ada Holt", "Bo Lund", "Cy Mar", "Di Nord")]
    for name in names:
        player = director.post("players/", name=name)
        director.post(f"tournaments/{cup['id']}/entries/", player=player["id"])
    director.post(f"tournaments/{cup['id']}/draw/", seeding="random")
    phone.open(f"/tournaments/{cup['id']}/")
    page = phone.page
    page.locator("#R1-M1 a.card").wait_for()
    page.locator("body[data-live=on]").wait_for()
    page.evaluate("document.getElementById('R1-M2').dataset.untouched = 'yes'")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    (match,) = [
        row["match"]["id"]
        for row in director.get(f"tournaments/{cup['id']}/fixtures/")["results"]
        if row["key"] == "R1-M1"
    ]
    winner = director.get(f"matches/{match}/")["one"]["name"]
    director.post(f"matches/{match}/reports/", score={"one": 5, "two": 2})
    page.locator("#R2-M1 .name", has_text=winner).wait_for(state="attached")
    page.locator("#R1-M1 .seat.won", has_text=winner).wait_for(state="attached")
    assert asked == [], "it came with the event"
    assert page.locator("#R1-M2[data-untouched]").count() == 1, "what has not changed is left alone"
