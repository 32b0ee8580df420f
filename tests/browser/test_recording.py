"""A match is recorded by taps on a phone, through two cuts of the network, and is what it was copied from."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from config.rest import Api
from engine.playing import RecordedMatch, RecordedTerms
from tests.config.stack import Stack, until
from tests.matches.mails.letterbox import Letterbox
from tests.matches.recordings.played import acts_of_match, sent

from .phones import HELD, Phone
from .screens import HANDSET

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

TABLET = {"viewport": {"width": 1024, "height": 768}, **HELD}
SEED = 0
AWAY, THERE = (
    {"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    for offline in (True, False)
)


class Recorder:
    """A device on the page on which a match is recorded, and whoever taps there."""

    def __init__(self, phone: Phone, match: int, bottom: int = 0) -> None:
        self.phone, self.page, self.match, self.bottom = phone, phone.page, match, bottom
        self.session: CDPSession = self.page.context.new_cdp_session(self.page)
        self.session.send("Network.enable")
        self.open()

    def open(self) -> None:
        self.phone.open(f"/matches/{self.match}/record/")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("#record.ready")
        said = self.page.locator("#record-device").text_content()
        self.device: dict[str, Any] = json.loads(said or "")

    def shown(self, name: str) -> str:
        found: str = self.page.evaluate("name => document.getElementById('record').dataset[name] ?? ''", name)
        return found

    def cut(self, cut: bool) -> None:
        self.session.send("Network.emulateNetworkConditions", AWAY if cut else THERE)

    def settled(self) -> None:
        until("all is sent", lambda: self.shown("pending") == "0")

    def tap(self, side: int, place: int) -> None:
        """Tap a place of a side on the board."""
        board = self.device["board"]
        box = self.page.locator("[data-part=layer]").bounding_box()
        assert box is not None
        spot = board["ends"][int(side != self.bottom)][place]
        x, y = (spot["at"][at] + spot["size"][at] / 2 for at in (0, 1))
        scale = box["width"] / board["width"]
        self.page.touchscreen.tap(box["x"] + x * scale, box["y"] + y * scale)

    def key(self, text: str) -> None:
        self.page.locator("[data-part=keys] button", has_text=text).first.tap()

    def die(self, row: int, number: int) -> None:
        self.page.locator(f".record-dice >> nth={row}").locator(f"button >> nth={number - 1}").tap()

    def play(self, side: int, numbers: list[int]) -> None:
        """Move checkers as given, but those that the device has moved already, and end the turn."""
        steps = [f"{start}/{end}" for start, end in zip(numbers[::2], numbers[1::2], strict=True)]
        while self.shown("draft").split() != steps:
            made = self.shown("draft").split()
            left = list(steps)
            for each in made:
                left.remove(each)
            if not left:
                break
            start, end = map(int, left[0].split("/"))
            self.tap(side, start)
            if self.shown("draft").split() == made:
                self.tap(side, end)
            assert len(self.shown("draft").split()) > len(made), (steps, made)
        self.key("Done" if steps else "Cannot move")

    def act(self, act: list[Any], side: int | None) -> None:
        action, *numbers = act
        words = {"double": "Double", "take": "Take", "pass": "Pass", "next_game": "Next game"}
        done = int(self.shown("done"))
        match action:
            case "open" | "roll":
                self.die(0, numbers[0])
                self.die(1, numbers[1])
            case "play":
                assert side is not None
                self.play(side, numbers)
            case _:
                self.key(words[action])
        until("it is done", lambda: int(self.shown("done")) == done + 1, 10)


@pytest.fixture
def match(director: Api) -> dict[str, Any]:
    one, two = (director.post("players/", name=name)["id"] for name in ("Ada Holt", "Bo Lund"))
    found: dict[str, Any] = director.post("matches/", one=one, two=two, length=5)
    return found


@pytest.fixture
def recorder(
    stack: Stack, browser: Browser, box: Letterbox, director: Api, match: dict[str, Any]
) -> Callable[..., Recorder]:
    """Devices of the director's, on the page of the match."""
    login = json.loads(stack.layout.login_file.read_text())

    def made(screen: Any = HANDSET, **context: Any) -> Recorder:
        phone = Phone.start(browser, f"http://localhost:{stack.port}", box, "en", {**screen, **context})
        phone.open("/login/")
        phone.fill(username=login["login"], password=login["password"])
        phone.press("main form:has([name=password]) button")
        return Recorder(phone, match["id"])

    director.post(f"matches/{match['id']}/recording/")
    return made


def test_a_whole_match_by_taps(
    recorder: Callable[..., Recorder], new_phone: Callable[[str], Phone], director: Api, match: dict[str, Any]
) -> None:
    """Equal to what it was copied from, though the network is away twice, and seen by others meanwhile."""
    acts = acts_of_match(5, seed=SEED)
    source = RecordedMatch(RecordedTerms(length=5, players=("Ada Holt", "Bo Lund")))
    device, visitor = recorder(), new_phone("en")
    visitor.open(f"/matches/{match['id']}/")
    cuts = {len(acts) // 4: len(acts) // 4 + 9, len(acts) // 2: len(acts) // 2 + 14}
    for place, act in enumerate(acts):
        if place in cuts:
            device.settled()
            device.cut(True)
        device.act(act, source.side)
        source.act(*act)
        if place in cuts.values():
            assert int(device.shown("pending")) > 0
            device.cut(False)
            device.settled()
            assert device.shown("last") == str(place + 1)
    device.settled()
    device.phone.look("recorded to the end")
    state = director.get(f"matches/{match['id']}/recording/")
    assert [[act["action"], *act["numbers"]] for act in state["acts"]] == acts
    assert state["over"]
    last = state["done"]["text"]
    until("the visitor sees it", lambda: last in visitor.text())
    visitor.look("a match that is recorded")
    device.phone.press("[data-part=report] button")
    sent = until("it is reported", lambda: director.get(f"matches/{match['id']}/reports/")["results"])
    until("it is judged", lambda: director.get(f"reports/{sent[0]['id']}/")["state"] == "accepted")
    content = director.client.get(f"/api/v1/reports/{sent[0]['id']}/transcript/").text
    assert content == source.transcript()


def test_a_checker_that_is_held_when_the_answer_comes(
    recorder: Callable[..., Recorder], director: Api, match: dict[str, Any]
) -> None:
    """Its only play is not made by the device meanwhile: the tap that puts it down would move it on."""
    acts = acts_of_match(5, seed=SEED)
    held = acts.index(["play", 25, 24, 21, 18])
    before = held - 2
    director.post(f"matches/{match['id']}/recording/acts/", acts=sent(acts[:before]), after=0)
    side = 1
    device = recorder()
    assert device.shown("done") == str(before)
    device.cut(True)
    device.act(acts[before], 1 - side)
    device.act(acts[before + 1], None)
    device.tap(side, 25)
    device.cut(False)
    device.settled()
    assert device.shown("draft") == ""
    device.tap(side, 24)
    assert device.shown("draft") == "25/24"


def test_dice_by_two_devices_and_a_mistake_without_a_network(
    recorder: Callable[..., Recorder], director: Api, match: dict[str, Any]
) -> None:
    one, two = recorder(), recorder(TABLET)
    for device in (one, two):
        assert device.shown("phase") == "open"
    one.act(["open", 3, 1], None)
    until("the other has it", lambda: two.shown("phase") == "play")
    two.act(["play", 8, 5, 6, 5], 0)
    until("the first has it", lambda: one.shown("phase") == "roll")
    two.phone.look("record on a tablet")
    # Both at once, one of them without a network.
    one.cut(True)
    one.act(["roll", 6, 1], 1)
    two.act(["roll", 5, 2], 1)
    two.settled()
    one.cut(False)
    one.page.locator("[data-part=trouble]").wait_for()
    assert "5-2" in one.page.inner_text("[data-part=trouble]")
    one.phone.look("record another was first")
    one.page.locator("[data-part=trouble] button").first.tap()
    until("they agree", lambda: one.shown("done") == two.shown("done") == "3")
    # The same by both is one.
    one.cut(True)
    one.act(["play", 24, 22, 13, 8], 1)
    two.act(["play", 24, 22, 13, 8], 1)
    one.cut(False)
    until("they agree", lambda: one.shown("last") == two.shown("last") == "4" and one.shown("pending") == "0")
    # What is not legal is tapped without a network, and put right with one; what comes after it is kept.
    one.cut(True)
    one.act(["roll", 4, 3], 0)
    one.act(["play", 24, 20, 13, 10], 0)
    one.act(["roll", 6, 6], 1)
    one.tap(1, 24)
    one.phone.look("record without a network")
    one.key("Done")
    one.act(["roll", 2, 1], 0)
    one.page.reload()
    one.ready()
    assert one.shown("pending") == "5", "a reload without a network keeps what was done"
    one.cut(False)
    one.page.locator("[data-part=trouble]").wait_for()
    assert "24/18 is no legal play of 66" in one.page.inner_text("[data-part=trouble]")
    one.phone.look("record put right")
    one.play(1, [24, 18, 13, 7, 13, 7, 8, 2])
    one.settled()
    acts = director.get(f"matches/{match['id']}/recording/")["acts"]
    assert [act["action"] for act in acts] == ["open", *["play", "roll"] * 4]
    assert acts[-2]["numbers"] == [24, 18, 13, 7, 13, 7, 8, 2]
    assert acts[-1]["numbers"] == [2, 1]
    # Several turns back.
    one.page.locator(".record-foot summary").tap()
    one.page.locator("[data-part=several] button >> nth=5").tap()
    until("both are back", lambda: one.shown("done") == two.shown("done") == "3")
    one.phone.look("record several taken back")
