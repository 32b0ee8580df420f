"""What a director does on a laptop, whatever is played; and how players come by their phones."""

from tests.config.stack import until

from .screens import HANDSET, Evening, Screen, sign_up

NAMES = {
    "en": [
        *("Ada Lind", "Ben Okafor", "Cleo Marsh", "Dag Holm", "Eva Ruiz", "Finn Kolb"),
        *("Gwen Tate", "Hugo Brandt", "Iris Vogel", "Jon Silva", "Kaja Berg", "Leo Fuchs", "Mia Roth"),
    ],
    "ja": [
        *("青木 葵", "石田 一郎", "上野 歌", "江口 栄", "岡本 音", "加藤 薫"),
        *("木村 希", "工藤 邦", "小林 恋", "斉藤 咲", "島田 静", "鈴木 涼", "関 千夏"),
    ],
}
EVENT_CLICKS = 6
DUE = "tr[data-key]:has(input[name=left])"
"""A row of the desk whose result can be entered."""


def found_club(evening: Evening, laptop: Screen, name: str) -> str:
    """The address of the club. name: of the director, and of the club."""
    laptop.open("/")
    with evening.step(laptop, "Sign up"):
        laptop.click(laptop.find("Sign up"))
        sign_up(laptop, laptop.named(name))
    with evening.step(laptop, "Found the club"):
        laptop.click(laptop.find("Found a club"))
        laptop.write("name", {"en": f"{name} club", "ja": f"{name}会"}[laptop.language])
        laptop.click(laptop.find("Found the club"))
    club, _slash, page = laptop.at().partition("players/")
    assert (club[:7], page) == ("/clubs/", ""), laptop.text()
    return club


def bring_players(evening: Evening, laptop: Screen, names: list[str]) -> None:
    with evening.step(laptop, f"Paste {len(names)} players"):
        laptop.paste("lines", "\n".join(names))
        laptop.click("main button[name=do][value=look]")
        laptop.click("main button[name=do][value=record]")


def join(evening: Evening, laptop: Screen, name: str, username: str) -> Screen:
    """The phone of a player, who has signed up by a link of the club's."""
    with evening.step(laptop, "Invite a player"):
        laptop.click(laptop.find("Invite players to sign up"))
        laptop.click(laptop.page.locator("main label.tick", has_text=name), leads=False)
        laptop.click(laptop.find("Make the links"))
    link = laptop.page.locator(".invite input").input_value()
    laptop.click("main .crumbs a")
    phone = evening.screen(name, HANDSET)
    with evening.step(phone, "Sign up by the link"):
        phone.open(link.removeprefix(phone.url))
        sign_up(phone, phone.named(username))
    assert phone.at().startswith("/players/"), phone.text()
    return phone


def announce(evening: Evening, laptop: Screen, preset: str, *, check_in: bool = False) -> str:
    """The address of an event that is announced from a preset."""
    laptop.open("/")
    with evening.step(laptop, "Announce from a preset") as step:
        laptop.click("section[aria-labelledby=yours] a[href^='/clubs/']")
        laptop.click(laptop.find("Announce an event"))
        laptop.click(f"main a[href*='preset={preset}']")
        if check_in:
            laptop.click("main details:has([name=check_in]) summary", leads=False)
            laptop.click("main label:has([name=check_in])", leads=False)
        laptop.click("main button[name=do][value=save]")
    assert step.clicks <= EVENT_CLICKS
    assert "/tournaments/" in laptop.at(), laptop.text()
    return laptop.at()


def enter_list(evening: Evening, laptop: Screen, event: str, names: list[str]) -> None:
    laptop.open("/")
    with evening.step(laptop, "Enter a pasted list"):
        laptop.click(f"main a[href='{event}']")
        laptop.click(f"main a[href='{event}desk/']")
        laptop.click(laptop.find("Entries"))
        if not laptop.page.locator("main [name=lines]").count():
            laptop.click(laptop.find("Paste a list"))
        laptop.paste("lines", "\n".join(names))
        laptop.click("main button[name=do][value=look]")
        laptop.click("main button[name=do][value=enter]")


def enter_result(laptop: Screen, line: str = "{}+4") -> str:
    """Enter the first result that is due; the number of its match."""
    found = laptop.page.wait_for_function("due => document.querySelector(due)?.dataset.key", arg=DUE)
    number = str(found.json_value())
    laptop.type(line.format(number))
    laptop.key("Enter")
    laptop.page.locator(f"tr.final[data-key='{number}']").wait_for()
    return number


def play_on(evening: Evening, laptop: Screen, event: str) -> None:
    """To the last match."""

    def is_over() -> bool:
        return "champion" in laptop.page.request.get(event).text()

    with evening.step(laptop, "Enter all other results"):
        while until("a match to play, or a winner", lambda: laptop.page.locator(DUE).count() or is_over()):
            if laptop.page.locator(DUE).count() == 0:
                break
            enter_result(laptop)
