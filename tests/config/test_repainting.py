"""Open pages of visitors are sent what differs: rendered once, region by region."""

import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from config import live, repainting
from config.web import WebServer
from matches.facts.versions import current_version
from matches.models import Player
from matches.play.services import report_submit
from tests.config.stack import until
from tests.config.test_live import Browser, start_server
from tests.conftest import fixture_at, work_off


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
    until("the next round has the winner", lambda: any("R2-M1" in found for found in repaints(english[0])))
    regions = {name: html for found in repaints(english[0]) for name, html in found.items()}
    assert winner in regions["R2-M1"]
    assert "won" in regions["R1-M1"]
    assert not {"R1-M2", "R1-M3", "R1-M4"} & regions.keys()
    until("all see the same", lambda: all(repaints(each) == repaints(english[0]) for each in english))
    until("in Japanese too", lambda: "R2-M1" in {name for found in repaints(japanese) for name in found})
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
