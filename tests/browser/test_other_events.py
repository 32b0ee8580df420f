"""Other events on the pages: a Swiss released round by round, groups, a ladder, a league; each by a director
on a laptop, some with players on phones."""

from collections.abc import Callable

import pytest

from .directors import announce, bring_players, enter_list, enter_result, found_club, join, play_on
from .screens import Evening, Screen

SWISS = {
    "en": ["Ada Holt", "Bo Lund", "Cara Voss", "Dino Pace", "Ewa Sand", "Fay Moss"],
    "ja": ["高橋 拓", "田中 翼", "千葉 哲", "堤 智子", "寺田 渚", "土井 虹"],
}
GROUPS = {
    "en": [
        *("Ola Nyman", "Pia Rossi", "Quinn Vance", "Rafa Soto"),
        *("Sina Werth", "Tove Dahl", "Uli Haas", "Vera Zin"),
    ],
    "ja": ["野口 乃", "橋本 春", "平野 響", "福田 楓", "辺見 平", "星野 蛍", "前田 舞", "三浦 湊"],
}
LADDER = {"en": ["Noor Aziz", "Otto Falk"], "ja": ["中村 望", "西川 春"]}
LEAGUE = {
    "en": ["Wanda Pohl", "Xaver Moor", "Yara Kent", "Zeno Bach"],
    "ja": ["武藤 睦", "森 萌", "山口 結", "湯川 遊"],
}

Course = Callable[[Evening, Screen], None]

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]


def draw(evening: Evening, laptop: Screen) -> None:
    with evening.step(laptop, "Look at the draw, make it"):
        laptop.click(laptop.find("Draw"))
        laptop.click("main button[name=look]")
        laptop.click("form[action$='draw/make/'] button:not([name])")


def release(evening: Evening, laptop: Screen) -> None:
    held = "section form[action$='release/'] button"
    laptop.page.locator(held).wait_for()
    with evening.step(laptop, "Release the round"):
        laptop.click(held)


def swiss_is_released_and_a_sheet_withdrawn(evening: Evening, laptop: Screen) -> None:
    found_club(evening, laptop, "swiss")
    names = SWISS[evening.language]
    bring_players(evening, laptop, names)
    event = announce(evening, laptop, "swiss")
    enter_list(evening, laptop, event, names)
    draw(evening, laptop)
    with evening.step(laptop, "Enter the results of a round"):
        laptop.click(laptop.find("Results"))
        for _ in range(3):
            enter_result(laptop)
    laptop.click(laptop.find("Draw"))
    release(evening, laptop)
    # A worker publishes what was released: until then the sheet of the round before stands alone.
    laptop.page.locator("form[action*='draw/withdraw/']").nth(1).wait_for(state="attached")
    with evening.step(laptop, "Withdraw the sheet"):
        laptop.click("main details:has(form[action*='draw/withdraw/']) summary", leads=False)
        laptop.write(
            "reason", {"en": "Misprint", "ja": "誤植"}[evening.language], "form[action*='draw/withdraw/']"
        )
        laptop.click("form[action*='draw/withdraw/'] button")
    release(evening, laptop)
    with evening.step(laptop, "Enter the results of the next"):
        laptop.click(laptop.find("Results"))
        for _ in range(3):
            enter_result(laptop)
    laptop.click(laptop.find("Draw"))
    release(evening, laptop)


def groups_lead_into_a_knockout(evening: Evening, laptop: Screen) -> None:
    found_club(evening, laptop, "groups")
    names = GROUPS[evening.language]
    bring_players(evening, laptop, names)
    event = announce(evening, laptop, "groups")
    enter_list(evening, laptop, event, names)
    draw(evening, laptop)
    laptop.click(laptop.find("Results"))
    play_on(evening, laptop, event)
    assert laptop.page.locator("tr.final").count() == 15, laptop.text()


def ladder_is_climbed_by_challenges(evening: Evening, laptop: Screen) -> None:
    club = found_club(evening, laptop, "ladder")
    names = LADDER[evening.language]
    bring_players(evening, laptop, names)
    top, challenger = (join(evening, laptop, name, f"climber-{place}") for place, name in enumerate(names))
    with evening.step(laptop, "Open a ladder"):
        laptop.click(f"main a[href='{club}ladders/new/']")
        laptop.click("main a[href*='?']")
        laptop.write("name", {"en": "All year", "ja": "通年"}[evening.language])
        laptop.click(laptop.find("Open the ladder"))
    ladder = laptop.at()
    for phone in (top, challenger):
        phone.open(ladder)
        with evening.step(phone, "Join the ladder"):
            phone.click("main button[value=join]")
    with evening.step(challenger, "Challenge"):
        challenger.click("main .doer a")
        challenger.click("main button[value=challenge]")
    top.open("/")
    with evening.step(top, "Accept the challenge"):
        top.click("main button[value=accept]")
    challenger.open_until("/", "main .card.ask a.button")
    with evening.step(challenger, "Report a result"):
        challenger.click(challenger.find("Report the result"))
        challenger.click(challenger.page.locator(".pad label.key", has_text=challenger.who), leads=False)
        challenger.choose("loser", 0, ".pad")
        challenger.click("form.pad button")
    top.open_until("/", "main button[name=agrees]")
    with evening.step(top, "Confirm it"):
        top.click("main button[name=agrees][value=yes]")
    challenger.open_until(ladder, f"table.rungs tbody tr:first-child:has-text('{challenger.who}')")


def league_opens_its_next_season(evening: Evening, laptop: Screen) -> None:
    club = found_club(evening, laptop, "league")
    names = LEAGUE[evening.language]
    bring_players(evening, laptop, names)
    with evening.step(laptop, "Found a league"):
        laptop.click(f"main a[href='{club}leagues/new/']")
        laptop.click("main a[href='?format=round_robin']")
        laptop.write("name", {"en": "Thursday league", "ja": "木曜リーグ"}[evening.language])
        for field in ("up", "down"):
            laptop.click(f"main [name={field}]", leads=False)
            laptop.key("Control+A")
            laptop.type("1")
        laptop.click(laptop.find("Found the league"))
    league = laptop.at()
    with evening.step(laptop, "Open the first season"):
        laptop.click(laptop.find("Open the first season"))
        for place, name in enumerate(names):
            laptop.click(
                laptop.page.locator("main section[aria-labelledby=players] input[type=text]").nth(place),
                leads=False,
            )
            laptop.choose_name(name)
        laptop.write("sizes", "2 2")
        laptop.click("main button[value=preview]")
        laptop.click("main button[value=open]")
    divisions = laptop.page.locator("main h3 a").evaluate_all(
        "found => found.map(each => each.getAttribute('href'))"
    )
    assert len(divisions) == 2
    for division in divisions:
        laptop.open(f"{division}desk/results/")
        play_on(evening, laptop, division)
    laptop.open(league)
    with evening.step(laptop, "Open the next season"):
        laptop.click(laptop.find("Open the next season"))
        laptop.click("main button[value=preview]")
        laptop.click("main button[value=open]")
    assert laptop.page.locator("main section.season").count() == 2


@pytest.mark.parametrize(
    "course",
    [
        swiss_is_released_and_a_sheet_withdrawn,
        groups_lead_into_a_knockout,
        ladder_is_climbed_by_challenges,
        league_opens_its_next_season,
    ],
)
def test_an_event_takes_its_course(evening: Evening, laptop: Screen, course: Course) -> None:
    course(evening, laptop)
