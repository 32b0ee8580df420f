"""Live events as a browser gets them: a real server, a real socket, real notifications."""

import contextlib
import http.client
import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.db import transaction

from config import live
from config.database import connection_parameters
from config.streams import SERVER_SENT, Stream, StreamEvent, Wish
from config.web import WebServer, open_listener, server_configuration
from matches.facts.versions import announce_change, current_version
from matches.models import Player
from tests.config.stack import until
from tournaments.models import Club

# Players that are there while a test runs, and a club with the number of one of them.
PLAYERS = [9_000_000 + number for number in range(8)]
TOPICS = [f"player-{number}" for number in PLAYERS]
CLUB = f"club-{PLAYERS[7]}"


def event(topic: str, version: int, parts: Any = None) -> list[str]:
    """The lines of an event."""
    return [f"id: {version}", "event: changed", f"data: {json.dumps(change(topic, version, parts))}", ""]


def change(topic: str, version: int, parts: Any = None) -> dict[str, Any]:
    kind, _, subject = topic.rpartition("-")
    return {"kind": kind, "subject": int(subject), "version": version, "parts": parts}


class Browser:
    """One open stream, and the lines that have come so far."""

    def __init__(self, port: int, topic: str, query: str = "", **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"/events/{topic}/{query}", headers=headers)
        self.response = self.connection.getresponse()
        self.lines: list[str] = []
        self.ended = threading.Event()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            for line in self.response:
                self.lines.append(line.decode().removesuffix("\n"))
        self.ended.set()

    @property
    def events(self) -> int:
        return self.lines.count("event: changed")

    def close(self) -> None:
        with contextlib.suppress(OSError, AttributeError):
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        self._reader.join(5)
        self.response.close()
        self.connection.close()


Browse = Callable[..., Browser]


def start_server() -> tuple[int, WebServer, threading.Thread]:
    """The web process's server, in a thread of this one so that it uses the tests' database."""
    listener = open_listener("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = WebServer(server_configuration())
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    until("the server is up", lambda: server.started)
    return port, server, thread


@pytest.fixture
def server(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[int, WebServer, threading.Thread]]:
    # One hub belongs to one event loop; every server here runs in a new one.
    monkeypatch.setattr(live, "hub", live.Hub())
    Player.objects.bulk_create(Player(pk=number, name=f"P{number}") for number in PLAYERS)
    Club.objects.create(pk=PLAYERS[7], name="A club to follow")
    port, server, thread = start_server()
    yield port, server, thread
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def port(server: tuple[int, WebServer, threading.Thread]) -> int:
    return server[0]


@pytest.fixture
def database(server: object) -> Iterator[psycopg.Connection]:
    with psycopg.connect(**connection_parameters("test"), autocommit=True) as connection:
        yield connection


@pytest.fixture
def browse(port: int) -> Iterator[Browse]:
    with contextlib.ExitStack() as opened:

        def open_one(topic: str, query: str = "", **headers: str) -> Browser:
            browser = Browser(port, topic, query, **headers)
            opened.callback(browser.close)
            return browser

        yield open_one


VERSIONS = itertools.count(1)


def notify(database: psycopg.Connection, topic: str) -> int:
    """Announce a version of a topic as transactions do; the version."""
    version = next(VERSIONS)
    text = json.dumps(change(topic, version))
    database.execute("SELECT pg_notify('golden_live', %s)", [text])
    return version


def listeners(database: psycopg.Connection) -> list[int]:
    query = """
        SELECT pid FROM pg_stat_activity
        WHERE query = 'LISTEN golden_live' AND datname = current_database() AND state = 'idle'
    """
    return [pid for (pid,) in database.execute(query)]


def await_streams(database: psycopg.Connection, *browsers: Browser) -> list[int]:
    """Wait until the streams are fed and have said what they say at the start; how many events that was."""
    until("somebody listens", lambda: listeners(database))
    until("every stream has begun", lambda: all(browser.events for browser in browsers))
    time.sleep(3 * live.BURST)
    return [browser.events for browser in browsers]


def ask(port: int, method: str, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        connection.request(method, path)
        response = connection.getresponse()
        response.text = response.read().decode()
        return response


def test_a_stream_opens_with_an_event(browse: Browse) -> None:
    browser = browse(TOPICS[7])
    headers = browser.response.headers
    until("it has begun", lambda: len(browser.lines) >= 6)
    assert browser.lines[:6] == ["retry: 2000", "", *event(TOPICS[7], 0)]
    assert browser.response.status == 200
    assert headers["content-type"] == "text/event-stream"
    assert headers["cache-control"] == "no-store"
    assert headers["x-accel-buffering"] == "no"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "server" not in headers


def test_a_notification_reaches_its_topic_and_no_other(browse: Browse, database: psycopg.Connection) -> None:
    match, tournament = browse(TOPICS[7]), browse(CLUB)
    before = await_streams(database, match, tournament)
    notify(database, TOPICS[7])
    until("the event comes", lambda: match.events == before[0] + 1, seconds=2)
    time.sleep(2 * live.BURST)
    assert [match.events, tournament.events] == [before[0] + 1, before[1]]


def test_a_notification_leaves_with_its_commit(browse: Browse, database: psycopg.Connection) -> None:
    browser = browse(TOPICS[7])
    (before,) = await_streams(database, browser)
    with contextlib.suppress(ZeroDivisionError), database.transaction():
        notify(database, TOPICS[7])
        raise ZeroDivisionError
    with database.transaction():
        notify(database, TOPICS[7])
        time.sleep(0.5)
        assert browser.events == before
    until("the event comes", lambda: browser.events == before + 1, seconds=2)


def test_a_burst_is_sent_as_one_event(browse: Browse, database: psycopg.Connection) -> None:
    browser = browse(TOPICS[5])
    (before,) = await_streams(database, browser)
    began = time.monotonic()
    for _ in range(100):
        notify(database, TOPICS[5])
    # On a machine that is busy it takes its time too.
    bursts = 1 + int((time.monotonic() - began) / live.BURST)
    time.sleep(4 * live.BURST)
    assert before + 1 <= browser.events <= before + 2 + bursts


def test_many_streams_share_one_connection(browse: Browse, database: psycopg.Connection) -> None:
    browsers = [browse(TOPICS[number % 3]) for number in range(30)]
    before = await_streams(database, *browsers)
    assert len(listeners(database)) == 1
    notify(database, TOPICS[1])
    expected = [count + (number % 3 == 1) for number, count in enumerate(before)]
    until("the right ones are told", lambda: [browser.events for browser in browsers] == expected, seconds=3)


def test_after_a_lost_database_connection_versions_are_compared(
    browse: Browse, database: psycopg.Connection
) -> None:
    browsers = [browse(TOPICS[7]), browse(TOPICS[5])]
    before = await_streams(database, *browsers)
    (lost,) = listeners(database)
    with database.transaction():
        # What is announced while nobody listens: the channel's name is another's for that long.
        database.execute("SELECT pg_terminate_backend(%s)", [lost])
        database.execute(
            "INSERT INTO matches_version (kind, subject, number) VALUES ('player', %s, 1000)", [PLAYERS[7]]
        )
    until("it is caught up with", lambda: browsers[0].events == before[0] + 1)
    assert browsers[0].lines[-4:] == event(TOPICS[7], 1000)
    assert browsers[1].events == before[1]
    assert lost not in listeners(database)
    notify(database, TOPICS[5])
    until("notifications come again", lambda: browsers[1].events == before[1] + 1, seconds=3)


def test_a_quiet_stream_shows_that_it_lives(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.3)
    browser = browse(TOPICS[7])
    until("a comment comes", lambda: ": still here" in browser.lines, seconds=3)


def test_a_topic_that_nobody_watches_is_forgotten(browse: Browse) -> None:
    first, second = browse(TOPICS[1]), browse(TOPICS[1])
    until("both are open", lambda: live.hub.open_streams == 2)
    first.close()
    until("one is left", lambda: live.hub.open_streams == 1)
    assert list(live.hub._streams) == [TOPICS[1]]
    second.close()
    until("none is left", lambda: live.hub.open_streams == 0)
    assert not live.hub._streams


def test_a_full_process_has_the_browser_look_now_and_then(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MAX_STREAMS", 2)
    first, _ = browse(TOPICS[1]), browse(TOPICS[2])
    until("both are open", lambda: live.hub.open_streams == 2)
    refused = browse(TOPICS[3])
    assert refused.ended.wait(5)
    retry, kind, data, _ = refused.lines
    assert (retry, kind) == ("retry: 30000", "event: refused")
    problem = json.loads(data.removeprefix("data: "))
    assert (problem["code"], problem["status"], problem["retry_after"]) == ("service_busy", 503, 30)
    first.close()
    until("the place is free", lambda: live.hub.open_streams == 1)
    browse(TOPICS[3])
    until("it is taken", lambda: live.hub.open_streams == 2)


def test_a_full_process_refuses_programs_that_take_lines(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MAX_STREAMS", 1)
    browse(TOPICS[1])
    until("it is open", lambda: live.hub.open_streams == 1)
    refused = browse(TOPICS[3], Accept="application/x-ndjson")
    assert refused.response.status == 503
    assert refused.response.headers["content-type"] == "application/problem+json"
    assert refused.response.headers["retry-after"] == "30"
    assert refused.ended.wait(5)
    problem = json.loads("".join(refused.lines))
    assert (problem["code"], problem["retry_after"]) == ("service_busy", 30)


def announce(*topics: str, within: tuple[str, ...] = ()) -> None:
    with transaction.atomic():
        announce_change(*topics, within=within)


def test_an_event_names_the_version_and_its_parts(browse: Browse, database: psycopg.Connection) -> None:
    club, player = browse(CLUB), browse(TOPICS[1])
    await_streams(database, club, player)
    announce(TOPICS[1], TOPICS[2], within=(CLUB,))
    version = {topic: current_version(topic) for topic in (CLUB, TOPICS[1], TOPICS[2])}
    parts = [
        {"kind": "player", "subject": PLAYERS[number], "version": version[TOPICS[number]]}
        for number in (1, 2)
    ]
    until("both hear", lambda: club.lines[-4:] == event(CLUB, version[CLUB], parts), seconds=3)
    until("both hear", lambda: player.lines[-4:] == event(TOPICS[1], version[TOPICS[1]]), seconds=3)


def test_a_stream_resumes_where_it_was_left(browse: Browse) -> None:
    announce(TOPICS[1], within=(CLUB,))
    seen = current_version(CLUB)
    announce(TOPICS[2], within=(CLUB,))
    announce(TOPICS[1], within=(CLUB,))
    parts = [
        {"kind": "player", "subject": PLAYERS[number], "version": current_version(TOPICS[number])}
        for number in (1, 2)
    ]
    for browser in (browse(CLUB, **{"Last-Event-ID": str(seen)}), browse(CLUB, f"?since={seen}")):
        until("what was missed comes", lambda browser=browser: browser.events == 1)
        until("all of it", lambda browser=browser: browser.lines[-4:] == event(CLUB, seen + 2, parts))


def test_who_has_missed_nothing_is_sent_nothing(browse: Browse, database: psycopg.Connection) -> None:
    announce(CLUB)
    current = browse(CLUB, f"?since={current_version(CLUB)}")
    other = browse(CLUB)
    await_streams(database, other)
    assert (current.events, other.events) == (0, 1)
    announce(CLUB)
    until("the next comes", lambda: current.events == 1, seconds=3)


@pytest.mark.parametrize("since", ["1", "x", "-5", "9" * 30, "\u0663"])
def test_who_was_away_for_too_long_looks_at_the_whole(browse: Browse, since: str) -> None:
    announce(TOPICS[1], within=(CLUB,))
    browser = browse(CLUB, f"?since={quote(since)}")
    until("an event comes", lambda: browser.lines[-4:] == event(CLUB, current_version(CLUB)))


def test_what_is_being_written_is_not_sent_again() -> None:
    """Else it would be joined with the next, whose parts would be lost."""
    stream = Stream(Wish(SERVER_SENT, None))
    stream.offer(StreamEvent("club", 1, 7, None))
    assert stream.take() == StreamEvent("club", 1, 7, None)
    stream.offer(StreamEvent("club", 1, 7, None))
    assert not stream.awake.is_set()
    following = StreamEvent("club", 1, 8, {("player", 2): 3})
    stream.offer(following)
    assert stream.take() == following
    stream.sent = 9
    stream.offer(StreamEvent("club", 1, 9, None))
    assert not stream.awake.is_set()


def test_programs_may_have_lines_of_json(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.3)
    browser = browse(TOPICS[3], Accept="application/x-ndjson")
    until("the first line comes", lambda: browser.lines)
    assert browser.response.headers["content-type"] == "application/x-ndjson"
    assert json.loads(browser.lines[0]) == change(TOPICS[3], 0)
    announce(TOPICS[3])
    version = current_version(TOPICS[3])
    until("the change comes", lambda: json.dumps(change(TOPICS[3], version)) in browser.lines, seconds=3)
    until("a sign of life comes", lambda: browser.lines[-1] == "", seconds=3)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/events/", 404, "not_found"),
        ("GET", "/events/match-7", 404, "not_found"),
        ("GET", "/events/match-7;DROP/", 404, "not_found"),
        ("GET", f"/events/match-{'9' * 19}/", 404, "not_found"),
        ("GET", "/events/Match-7/", 404, "not_found"),
        ("GET", "/events/match-8999999/", 404, "not_found"),
        ("GET", "/events/user-1/", 404, "not_found"),
        ("GET", "/events/nothing-1/", 404, "not_found"),
        ("GET", "/events/match-7/8/", 404, "not_found"),
        ("POST", "/events/match-7/", 405, "method_not_allowed"),
    ],
)
def test_other_addresses_are_refused(port: int, method: str, path: str, status: int, code: str) -> None:
    answer = ask(port, method, path)
    assert answer.status == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert json.loads(answer.text)["code"] == code


def test_everything_else_is_django(port: int) -> None:
    answer = ask(port, "GET", "/healthz")
    assert (answer.status, json.loads(answer.text)) == (200, {"status": "ok"})


def test_open_streams_do_not_delay_the_end(
    server: tuple[int, WebServer, threading.Thread], browse: Browse
) -> None:
    _, running, thread = server
    browsers = [browse(TOPICS[7]) for _ in range(5)]
    until("all have begun", lambda: all(browser.events for browser in browsers))
    running.should_exit = True
    thread.join(2.5)
    assert not thread.is_alive()
    assert all(browser.ended.wait(1) for browser in browsers)
