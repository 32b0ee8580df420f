"""A visitor looks at an event while others play: the page repaints what has changed, and asks for nothing."""

from __future__ import annotations

import pytest

from config.rest import Api

from .phones import Phone

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]


NAMES = ("Ada Holt", "Bo Lund", "Cy Mar", "Di Nord", "Ed Oak", "Flo Pew", "Gil Roe", "Hal Sim")


def test_a_visitor_sees_a_result_without_a_request(phone: Phone, director: Api) -> None:
    club = director.post("clubs/", name=f"Watched Club {phone.language}")
    cup = director.post("tournaments/", club=club["id"], name="Watched Cup", lengths=[5])
    for name in NAMES:
        player = director.post("players/", name=f"{name} {phone.language.upper()}")
        director.post(f"tournaments/{cup['id']}/entries/", player=player["id"])
    director.post(f"tournaments/{cup['id']}/draw/", seeding="random")
    phone.open(f"/tournaments/{cup['id']}/")
    page = phone.page
    # The first result is there once the page is known to be what others see.
    see_result(phone, director, cup["id"], "R1-M1", "R2-M1")
    page.evaluate("document.getElementById('R1-M3').dataset.untouched = 'yes'")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    see_result(phone, director, cup["id"], "R1-M2", "R2-M1")
    assert asked == [], "it came with the event"
    assert page.locator("#R1-M3[data-untouched]").count() == 1, "what has not changed is left alone"


def see_result(phone: Phone, director: Api, cup: int, key: str, onwards: str) -> None:
    """Report a match, and wait until the open page shows its winner there and in the next match."""
    fixtures = director.get(f"tournaments/{cup}/fixtures/")["results"]
    match = next(row["match"]["id"] for row in fixtures if row["key"] == key)
    winner = director.get(f"matches/{match}/")["one"]["name"]
    director.post(f"matches/{match}/reports/", score={"one": 5, "two": 2})
    for seat in (f"#{onwards} .name", f"#{key} .seat.won"):
        phone.page.locator(seat, has_text=winner).wait_for(state="attached")
