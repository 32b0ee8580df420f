"""Open pages of visitors are sent what differs: rendered once, region by region."""

import contextlib
import http.client
import json
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from config import live, repainting
from config.web import WebServer
from matches.facts import pages
from matches.facts.versions import announce_change, current_version
from matches.models import Player
from matches.play.services import report_submit
from tests.config.stack import until
from tests.config.test_live import Browser, start_server
from tests.conftest import fixture_at, work_off
from tournaments.models import Tournament


@pytest.fixture
def server(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[int, WebServer, threading.Thread]]:
    monkeypatch.setattr(live, "hub", live.Hub())
    port, server, thread = start_server()
    yield port, server, thread
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()
    connection.close_pool()


@pytest.fixture
def watch(server: tuple[int, WebServer, threading.Thread]) -> Iterator[Any]:
    """A function that opens the stream of a page as a browser that has just loaded it does."""
    with contextlib.ExitStack() as opened:

        def open_one(topic: str, page: str, **headers: str) -> Browser:
            query = f"?since={current_version(topic)}&page={page}"
            browser = Browser(server[0], topic, query, **headers)
            opened.callback(browser.close)
            until("it is open", lambda: browser.lines)
            return browser

        yield open_one


def repaints(browser: Browser) -> list[dict[str, str]]:
    """The regions of each event so far, by name."""
    lines = browser.lines
    return [
        json.loads(lines[at + 1].removeprefix("data: "))["regions"]
        for at, line in enumerate(lines[:-1])
        if line == "event: repaint"
    ]


def repainted(browser: Browser) -> set[str]:
    """The names of all regions that have come so far."""
    return {name for found in repaints(browser) for name in found}


def prepared() -> bool:
    return all(painter._last is not None for painter in live.hub._painters.values())


def test_a_result_repaints_its_slots_and_no_more(knockout, director, watch):
    cup = knockout(8)
    page = f"/tournaments/{cup.pk}/"
    english = [watch(f"tournament-{cup.pk}", page) for _ in range(3)]
    japanese = watch(f"tournament-{cup.pk}", page, **{"Accept-Language": "ja"})
    until("what there is is rendered", prepared)
    assert len(live.hub._painters) == 2
    match = fixture_at(cup, "R1-M1").match
    report_submit(match_id=match.pk, actor=director, score=(5, 3))
    work_off()
    winner = match.one.name
    until("the next round has the winner", lambda: "R2-M1" in repainted(english[0]))
    regions = {name: html for found in repaints(english[0]) for name, html in found.items()}
    assert winner in regions["R2-M1"]
    assert "won" in regions["R1-M1"]
    assert not {"R1-M2", "R1-M3", "R1-M4"} & regions.keys()
    until("all see the same", lambda: all(repaints(each) == repaints(english[0]) for each in english))
    until("in Japanese too", lambda: "R2-M1" in repainted(japanese))
    assert "event: changed" not in english[0].lines


def test_regions_make_of_the_old_page_the_new_one(knockout, director, server):
    """What is sent, put into the page as it was, is the page as it is."""
    cup = knockout(8)
    view = repainting.PageView(f"/tournaments/{cup.pk}/", "127.0.0.1", "http", "en", "")
    before = repainting.render_live_part(view)
    report_submit(match_id=fixture_at(cup, "R1-M1").match.pk, actor=director, score=(5, 3))
    work_off()
    after = repainting.render_live_part(view)
    regions = after.since(before)
    assert regions
    assert regions.keys() < after.regions.keys()
    put_together = repainting.LivePart(after.topic, after.version, before.rest, {**before.regions, **regions})
    page = Client().get(view.path, headers={"HX-Request": "true"}).content.decode()
    assert put_together.whole() == after.whole() == page


def test_a_small_page_without_regions_is_sent_whole(knockout, director, watch):
    cup = knockout(2)
    match = fixture_at(cup, "R1-M1").match
    watcher = watch(f"match-{match.pk}", f"/matches/{match.pk}/")
    until("what there is is rendered", prepared)
    report_submit(match_id=match.pk, actor=director, score=(5, 3))
    work_off()
    until("it is sent", lambda: any("5<span" in found.get("live", "") for found in repaints(watcher)))


def test_who_is_one_version_behind_is_repainted_too(knockout, director, watch, server):
    cup = knockout(4)
    topic, page = f"tournament-{cup.pk}", f"/tournaments/{cup.pk}/"
    first = watch(topic, page)
    until("what there is is rendered", prepared)
    version = current_version(topic)
    report_submit(match_id=fixture_at(cup, "R1-M1").match.pk, actor=director, score=(5, 3))
    work_off()
    until("the result comes", lambda: "R2-M1" in repainted(first))
    behind = Browser(server[0], topic, f"?since={version}&page={page}")
    with contextlib.closing(behind):
        until(
            "it comes to who was away",
            lambda: "R2-M1" in repainted(behind),
        )
        assert "event: changed" not in behind.lines


def test_who_is_the_first_to_follow_is_repainted_from_what_the_page_showed(knockout, director, server):
    """Nobody has rendered that version for a stream; but a visitor was shown it."""
    cup = knockout(4)
    topic, page = f"tournament-{cup.pk}", f"/tournaments/{cup.pk}/"
    asked = http.client.HTTPConnection("127.0.0.1", server[0], timeout=30)
    asked.request("GET", page)
    assert asked.getresponse().status == 200
    asked.close()
    version = current_version(topic)
    report_submit(match_id=fixture_at(cup, "R1-M1").match.pk, actor=director, score=(5, 3))
    work_off()
    behind = Browser(server[0], topic, f"?since={version}&page={page}")
    with contextlib.closing(behind):
        until(
            "the next round has the winner",
            lambda: "R2-M1" in repainted(behind),
        )
        assert "event: changed" not in behind.lines


def test_a_part_is_made_once_for_pages_and_streams(knockout, server, monkeypatch):
    cup = knockout(4)
    view = repainting.PageView(f"/tournaments/{cup.pk}/", "127.0.0.1", "http", "en", "")
    page = Client(SERVER_NAME="127.0.0.1").get(view.path, headers={"HX-Request": "true"}).content.decode()

    def made_again(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(pages.Shelf, "make", made_again)
    assert repainting.render_live_part(view).whole() == page


def test_a_version_that_is_not_kept_is_not_made(knockout, server):
    cup = knockout(2)
    match = fixture_at(cup, "R1-M1").match
    for path, topic in (
        (f"/tournaments/{cup.pk}/", f"tournament-{cup.pk}"),
        (f"/matches/{match.pk}/", f"match-{match.pk}"),
    ):
        view = repainting.PageView(path, "127.0.0.1", "http", "en", "")
        assert repainting.render_live_part(view, kept=current_version(topic)) is None
        assert repainting.render_live_part(view).version == current_version(topic)


def test_a_part_that_takes_long_is_rendered_seldom(knockout, watch, monkeypatch):
    cup = knockout(4)
    topic, render, rendered = f"tournament-{cup.pk}", repainting.render_live_part, []

    def counted(view: repainting.PageView, **kept: Any) -> repainting.LivePart | None:
        rendered.append(view)
        time.sleep(0.3)
        return render(view, **kept)

    monkeypatch.setattr(repainting, "render_live_part", counted)
    watcher = watch(topic, f"/tournaments/{cup.pk}/")
    until("what there is is rendered", prepared)
    for number in range(8):
        with transaction.atomic():
            Tournament.objects.filter(pk=cup.pk).update(name=f"Name {number}")
            announce_change(topic)
        time.sleep(0.1)
    until("the last is shown", lambda: "Name 7" in str(repaints(watcher)))
    assert len(rendered) <= 3


def test_what_cannot_be_rendered_is_tried_once_for_all(knockout, director, watch, monkeypatch):
    cup = knockout(4)
    rendered = []

    def render(view: repainting.PageView) -> None:
        rendered.append(view)

    monkeypatch.setattr(repainting, "render_live_part", render)
    watchers = [watch(f"tournament-{cup.pk}", f"/tournaments/{cup.pk}/") for _ in range(5)]
    until("it is tried", lambda: rendered)
    with transaction.atomic():
        announce_change(f"tournament-{cup.pk}")
    until("all are told to look", lambda: all("event: changed" in each.lines for each in watchers))
    assert len(rendered) == 2


def test_changes_within_a_moment_are_rendered_once_for_all(knockout, watch, monkeypatch):
    cup = knockout(4)
    topic, render, rendered = f"tournament-{cup.pk}", repainting.render_live_part, []

    def counted(view: repainting.PageView) -> repainting.LivePart | None:
        rendered.append(view)
        return render(view)

    monkeypatch.setattr(repainting, "render_live_part", counted)
    monkeypatch.setattr(repainting, "SETTLE", 0.5)
    watchers = [watch(topic, f"/tournaments/{cup.pk}/") for _ in range(3)]
    until("what there is is rendered", prepared)
    for name in ("First", "Second"):
        with transaction.atomic():
            Tournament.objects.filter(pk=cup.pk).update(name=name)
            announce_change(topic)
        time.sleep(0.1)
    until("it is repainted", lambda: all(repaints(each) for each in watchers))
    time.sleep(3 * live.BURST)
    for each in watchers:
        (regions,) = repaints(each)
        assert "Second" in regions["event-head"]
    assert len(rendered) == 2


def test_a_part_is_of_one_moment(knockout, server):
    """What is committed while it is rendered is not in it."""
    cup = knockout(4)
    topic = f"tournament-{cup.pk}"
    version = current_version(topic)
    view = repainting.PageView(f"/tournaments/{cup.pk}/", "127.0.0.1", "http", "en", "")
    amid = False

    def rename() -> None:
        with transaction.atomic():
            Player.objects.update(name="Somebody else")
            announce_change(topic)
        connection.close()

    def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal amid
        found = run(sql, params, many, context)
        if not amid and sql.startswith("SELECT"):
            amid = True
            other = threading.Thread(target=rename)
            other.start()
            other.join()
        return found

    with connection.execute_wrapper(execute):
        part = repainting.render_live_part(view)
    assert amid
    assert part.version == version
    assert "Somebody else" not in part.whole()
    after = repainting.render_live_part(view)
    assert after.version == version + 1
    assert "Somebody else" in after.whole()


def test_the_stream_of_a_page_is_compressed_for_who_takes_that(knockout, director, watch, server):
    cup = knockout(8)
    topic, page = f"tournament-{cup.pk}", f"/tournaments/{cup.pk}/"
    plain, packed = watch(topic, page), GzipReader(server[0], f"/events/{topic}/?since=1&page={page}")
    with contextlib.closing(packed):
        assert packed.response.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.response.headers
        until("the first event comes", lambda: "event: changed" in packed.text)
        until("what there is is rendered", prepared)
        report_submit(match_id=fixture_at(cup, "R1-M1").match.pk, actor=director, score=(5, 3))
        work_off()
        until("the result comes", lambda: "R2-M1" in repainted(plain))
        until("it comes to both", lambda: packed.text.endswith("\n".join(plain.lines[-4:]) + "\n"))
    programs = Browser(server[0], topic, **{"Accept-Encoding": "gzip"})
    with contextlib.closing(programs):
        assert "content-encoding" not in programs.response.headers


class GzipReader:
    """A stream whose reader takes gzip, and what has come so far."""

    def __init__(self, port: int, path: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", path, headers={"Accept-Encoding": "gzip, deflate"})
        self.response = self.connection.getresponse()
        self.text = ""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        unpacker = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        with contextlib.suppress(OSError, http.client.HTTPException, AttributeError):
            while chunk := self.response.read1():
                self.text += unpacker.decompress(chunk).decode()

    def close(self) -> None:
        with contextlib.suppress(OSError, AttributeError):
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        self._reader.join(5)
        self.connection.close()


def test_who_has_another_version_looks_at_the_page(knockout, director, watch, server):
    cup = knockout(4)
    topic, page = f"tournament-{cup.pk}", f"/tournaments/{cup.pk}/"
    watch(topic, page)
    until("what there is is rendered", prepared)
    behind = Browser(server[0], topic, f"?since={current_version(topic) - 1}&page={page}")
    with contextlib.closing(behind):
        until("it is told to look", lambda: "event: changed" in behind.lines)


@pytest.mark.parametrize(
    "page", ["/", "/login/", "//elsewhere.example/", "https://elsewhere.example/", "x", ""]
)
def test_what_does_not_follow_the_topic_is_not_rendered_for_it(knockout, director, watch, page):
    cup = knockout(4)
    watcher = watch(f"tournament-{cup.pk}", page)
    match = fixture_at(cup, "R1-M1").match
    report_submit(match_id=match.pk, actor=director, score=(5, 3))
    work_off()
    until("it is told to look", lambda: "event: changed" in watcher.lines)
    assert not repaints(watcher)
    assert Player.objects.exists()


def test_a_page_that_nobody_looks_at_is_rendered_no_more(knockout, watch):
    cup = knockout(4)
    watcher = watch(f"tournament-{cup.pk}", f"/tournaments/{cup.pk}/")
    assert live.hub._painters
    watcher.close()
    until("it is let go", lambda: not live.hub._painters)
