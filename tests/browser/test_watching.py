"""A visitor looks at an event while others play: the page repaints what has changed, and asks for nothing."""

from __future__ import annotations

from itertools import count

import pytest

from config.rest import Api

from .phones import Phone

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]


NUMBERS = count(1)
NAMES = ("Ada Holt", "Bo Lund", "Cy Mar", "Di Nord", "Ed Oak", "Flo Pew", "Gil Roe", "Hal Sim")


def test_a_visitor_sees_a_result_without_a_request(phone: Phone, director: Api) -> None:
    cup = drawn_cup(phone, director)
    phone.open(f"/tournaments/{cup}/")
    page = phone.page
    # The first result is there once the page is known to be what others see.
    see_result(phone, director, cup, "R1-M1", "R2-M1")
    page.evaluate("document.getElementById('R1-M3').dataset.untouched = 'yes'")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    see_result(phone, director, cup, "R1-M2", "R2-M1")
    assert asked == [], "it came with the event"
    assert page.locator("#R1-M3[data-untouched]").count() == 1, "what has not changed is left alone"


# Rows change places, parts come and go, words and attributes change: any of these, and several of them.
CHANGE = r"""() => {
  const live = document.getElementById("live");
  const all = (within, what) => [...within.querySelectorAll(what)];
  const some = (list) => list[Math.floor(Math.random() * list.length)];
  const plain = (html) => html.replace(/>\s+</g, "><").trim();
  const another = (node) => {
    const copy = node.cloneNode(true);
    for (const named of [copy, ...all(copy, "[id]")]) named.removeAttribute("id");
    return copy;
  };
  const changes = [
    (within) => {
      const row = some(all(within, "tr, li"));
      row.before(another(row));
    },
    (within) => {
      const rows = some(all(within, "tbody"));
      for (const row of [...rows.children].sort(() => Math.random() - 0.5)) rows.append(row);
    },
    (within) => some(all(within, "section, tr, li, span")).remove(),
    (within) => some(all(within, "b, span, h2, td")).append("more"),
    (within) => some(all(within, "*")).setAttribute("title", String(Math.random())),
    (within) => some(all(within, "section, div")).prepend(document.createElement("hr")),
  ];
  const template = document.createElement("template");
  template.innerHTML = live.innerHTML;
  for (let left = 1 + Math.floor(Math.random() * 4); left > 0; left -= 1) some(changes)(template.content);
  const wanted = template.innerHTML;
  htmx.swap(live, wanted, { swapStyle: "alter" }, { contextElement: live });
  const [altered, made] = [live.innerHTML, wanted].map((html) => {
    const whole = document.createElement("div");
    whole.innerHTML = plain(html);
    return whole;
  });
  return altered.isEqualNode(made) ? null : [altered.innerHTML, made.innerHTML];
}"""


def test_what_is_altered_is_as_if_it_were_opened_anew(phone: Phone, director: Api) -> None:
    cup = drawn_cup(phone, director)
    phone.open(f"/tournaments/{cup}/")
    phone.page.locator("tbody tr").first.wait_for(state="attached")
    see_result(phone, director, cup, "R1-M1", "R2-M1")
    phone.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    for _ in range(60):
        phone.page.evaluate(STARTS_ANEW)
        for _ in range(3):
            assert phone.page.evaluate(CHANGE) is None


STARTS_ANEW = """() => {
  const live = document.getElementById("live");
  window.whole ??= live.innerHTML;
  live.innerHTML = window.whole;
}"""
SCORE = {"one": 5, "two": 2}


def drawn_cup(phone: Phone, director: Api) -> int:
    club = director.post("clubs/", name=f"Watched Club {next(NUMBERS)} {phone.language}")
    cup = director.post("tournaments/", club=club["id"], name="Watched Cup", lengths=[5])
    for name in NAMES:
        player = director.post("players/", name=f"{name} {phone.language.upper()}")
        director.post(f"tournaments/{cup['id']}/entries/", player=player["id"])
    director.post(f"tournaments/{cup['id']}/draw/", seeding="random")
    return int(cup["id"])


def match_of(director: Api, cup: int, key: str) -> int:
    fixtures = director.get(f"tournaments/{cup}/fixtures/")["results"]
    return next(int(row["match"]["id"]) for row in fixtures if row["key"] == key)


def see_result(phone: Phone, director: Api, cup: int, key: str, onwards: str) -> None:
    """Report a match, and wait until the open page shows its winner there and in the next match."""
    match = match_of(director, cup, key)
    winner = director.get(f"matches/{match}/")["one"]["name"]
    director.post(f"matches/{match}/reports/", score=SCORE)
    for seat in (f"#{onwards} .name", f"#{key} .seat.won"):
        phone.page.locator(seat, has_text=winner).wait_for(state="attached")
