"""A club evening on the pages, from founding the club to the payout, with every click and key counted."""

import pytest

from .directors import NAMES, announce, bring_players, enter_list, enter_result, found_club, join, play_on
from .screens import Evening, Screen

pytestmark = [pytest.mark.long, pytest.mark.timeout(240)]

RESULT_KEYS = 60
REPORT_TAPS = 3


def test_a_double_elimination_of_twelve(evening: Evening, laptop: Screen) -> None:
    names = NAMES[evening.language]
    found_club(evening, laptop, "tuesday")
    bring_players(evening, laptop, names)
    phones = [join(evening, laptop, names[0], "one"), join(evening, laptop, names[1], "other")]
    event = announce(evening, laptop, "double_elimination", check_in=True)
    enter(evening, phones, event)
    enter_list(evening, laptop, event, names[2:12])
    check_in(evening, phones, event)
    check_in_others(evening, laptop, names[2])
    set_prizes(evening, laptop)
    draw(evening, laptop, names[:12])
    enter_late(evening, laptop, comes=names[12], leaves=names[11])
    report_and_object(evening, *phones)
    rule(evening, laptop, event)
    withdraw(evening, phones[1], event)
    numbers = enter_twelve(evening, laptop)
    correct(evening, laptop, numbers[0])
    play_on(evening, laptop, event)
    pay_out(evening, laptop)
    laptop.open(event)
    assert laptop.page.locator("#not-counted").count() == 1, "what was played before the correction"
    assert laptop.page.get_by_text("€108", exact=True).count() == 1, laptop.text()


def enter(evening: Evening, phones: list[Screen], event: str) -> None:
    for phone in phones:
        phone.open("/")
        with evening.step(phone, "Enter from the first page"):
            phone.click(f"main form[action='{event}take-part/'] button[value=enter]")


def check_in(evening: Evening, phones: list[Screen], event: str) -> None:
    for phone in phones:
        phone.open("/")
        with evening.step(phone, "Say that one is here"):
            phone.click(f"main a.name[href='{event}']")
            phone.click("main button[value=check_in]")


def check_in_others(evening: Evening, laptop: Screen, name: str) -> None:
    """One by letters, then all others."""
    with evening.step(laptop, "Check in by letters"):
        laptop.click(laptop.find("Check-in"))
        laptop.type_at_once(name[:4])
        laptop.key("Enter")
        laptop.page.locator(".arrivals .here", has_text=name).wait_for()
    with evening.step(laptop, "Check in all others"):
        laptop.click("main button[value=all]", leads=False)
        laptop.page.locator(".arrivals li:not(.here)").first.wait_for(state="detached")


def enter_late(evening: Evening, laptop: Screen, comes: str, leaves: str) -> None:
    """Somebody comes late, and takes the place of who has not come."""
    with evening.step(laptop, "Enter who comes late"):
        laptop.click(laptop.find("Entries"))
        laptop.enter_name(comes)
    with evening.step(laptop, "Give them a place"):
        laptop.click(laptop.page.locator("tr", has_text=leaves).locator(".doer a"))
        laptop.click("#leaving li form button")


def draw(evening: Evening, laptop: Screen, names: list[str]) -> None:
    """Of twelve in sixteen places the eighth seed meets the ninth: those with the phones."""
    with evening.step(laptop, "Seed by hand, look, draw"):
        laptop.click(laptop.find("Draw"))
        laptop.choose("seeding", "manual")
        laptop.click("main details:has([name^=place_]) summary", leads=False)
        for place, name in enumerate([*names[2:9], *names[:2]], 1):
            laptop.click(laptop.page.get_by_label(name), leads=False)
            laptop.type(str(place))
        laptop.click("main button[name=look]")
        assert f"{names[1]} – {names[0]}" in laptop.text(), laptop.text()
        laptop.click("form[action$='draw/make/'] button:not([name])")


def set_prizes(evening: Evening, laptop: Screen) -> None:
    """Twelve pay 20, the club keeps a tenth; the winner has half, the next two a quarter each."""
    with evening.step(laptop, "Set the prizes"):
        laptop.click(laptop.find("Prizes"))
        laptop.click(laptop.find("Set prize pools"))
        pool = {
            "name": {"en": "Main", "ja": "本戦"}[laptop.language],
            "fee": "20",
            "keeps": "10",
            "prizes": "50 25 25",
        }
        for field, text in pool.items():
            laptop.write(f"pool-0-{field}", text)
        if not laptop.page.input_value("main [name=currency]"):
            laptop.write("currency", "EUR")
        laptop.click(laptop.find("Set the prize pools"))


def pay_out(evening: Evening, laptop: Screen) -> None:
    with evening.step(laptop, "Hand over the prizes"):
        laptop.click(laptop.find("Prizes"))
        for paid in range(1, 4):
            laptop.click(f"#paid-{paid}", leads=False)
            laptop.page.locator(f"#paid-{paid}.paid").wait_for()


def report_and_object(evening: Evening, one: Screen, other: Screen) -> None:
    """One has won 7-4, says one; that is not so, says the other."""
    one.open("/")
    with evening.step(one, "To the score pad"):
        one.click(one.find("Report the result"))
    with evening.step(one, "Report a result") as step:
        one.click(one.page.locator(".pad label.key", has_text=one.who), leads=False)
        one.choose("loser", 4, ".pad")
        one.click("form.pad button")
    assert step.clicks <= REPORT_TAPS
    other.open_until("/", "main details.objecting")
    with evening.step(other, "Object to it"):
        other.click("main details.objecting summary", leads=False)
        other.click("main details.objecting button[name=reason]")


def rule(evening: Evening, laptop: Screen, event: str) -> None:
    """The match of the phones is ruled to be as it was reported."""
    laptop.open_until("/", "main .card.bad")
    with evening.step(laptop, "To the control desk"):
        laptop.click(f"main a[href='{event}desk/']")
    with evening.step(laptop, "Rule the dispute"):
        laptop.click(".side a.button:not(.quiet)", leads=False)
        laptop.click(".outcomes label.tick", leads=False)
        laptop.write("reason", {"en": "Both heard", "ja": "双方に聞いた"}[laptop.language])
        laptop.key("Enter")
        laptop.page.locator(".side .outcomes").wait_for(state="detached")
    assert laptop.page.locator("tr.disputed").count() == 0, laptop.text()


def withdraw(evening: Evening, phone: Screen, event: str) -> None:
    phone.open("/")
    with evening.step(phone, "Withdraw"):
        phone.click(f"main a[href='{event}']")
        phone.click("main .own-part summary", leads=False)
        phone.click("main .own-part button[value=withdraw]")


def enter_twelve(evening: Evening, laptop: Screen) -> list[str]:
    """The numbers of their matches."""
    with evening.step(laptop, "Enter twelve results") as step:
        numbers = [enter_result(laptop) for _ in range(12)]
    assert step.keys <= RESULT_KEYS
    assert (step.clicks, step.loads) == (0, 0)
    return numbers


def correct(evening: Evening, laptop: Screen, number: str) -> None:
    """The loser had won, and both have played since."""
    with evening.step(laptop, "Correct a wrong result"):
        laptop.type(f"{number}-4")
        laptop.key("Enter")
        laptop.page.locator(".effects").wait_for()
        laptop.type({"en": "Slip misread", "ja": "用紙の読み違い"}[laptop.language])
        laptop.key("Enter")
        laptop.page.locator(".side .outcomes").wait_for(state="detached")
        laptop.click("#slip", leads=False)
