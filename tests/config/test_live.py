"""Live events as a browser gets them: a real server, a real socket, real notifications."""

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from config import live
from config.database import connection_parameters
from config.web import WebServer, open_listener, server_configuration
from tests.config.stack import until

CHANGED = ["event: changed", "data:", ""]


class Browser:
    """One open stream, and the lines that have come so far."""

    def __init__(self, port: int, topic: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"/events/{topic}/")
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


Browse = Callable[[str], Browser]


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
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[int, WebServer, threading.Thread]]:
    # One hub belongs to one event loop; every server here runs in a new one.
    monkeypatch.setattr(live, "hub", live.Hub())
    with django_db_blocker.unblock():
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

        def open_one(topic: str) -> Browser:
            browser = Browser(port, topic)
            opened.callback(browser.close)
            return browser

        yield open_one


def notify(database: psycopg.Connection, topic: str) -> None:
    database.execute("SELECT pg_notify('golden_live', %s)", [topic])


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
    browser = browse("match-7")
    headers = browser.response.headers
    until("it has begun", lambda: len(browser.lines) >= 5)
    assert browser.lines[:5] == ["retry: 2000", "", *CHANGED]
    assert browser.response.status == 200
    assert headers["content-type"] == "text/event-stream"
    assert headers["cache-control"] == "no-store"
    assert headers["x-accel-buffering"] == "no"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "server" not in headers


def test_a_notification_reaches_its_topic_and_no_other(browse: Browse, database: psycopg.Connection) -> None:
    match, tournament = browse("match-7"), browse("tournament-7")
    before = await_streams(database, match, tournament)
    notify(database, "match-7")
    until("the event comes", lambda: match.events == before[0] + 1, seconds=2)
    time.sleep(2 * live.BURST)
    assert [match.events, tournament.events] == [before[0] + 1, before[1]]


def test_a_notification_leaves_with_its_commit(browse: Browse, database: psycopg.Connection) -> None:
    browser = browse("match-7")
    (before,) = await_streams(database, browser)
    with contextlib.suppress(ZeroDivisionError), database.transaction():
        notify(database, "match-7")
        raise ZeroDivisionError
    with database.transaction():
        notify(database, "match-7")
        time.sleep(0.5)
        assert browser.events == before
    until("the event comes", lambda: browser.events == before + 1, seconds=2)


def test_a_burst_is_sent_as_one_event(browse: Browse, database: psycopg.Connection) -> None:
    browser = browse("tournament-5")
    (before,) = await_streams(database, browser)
    for _ in range(100):
        notify(database, "tournament-5")
    time.sleep(4 * live.BURST)
    assert before + 1 <= browser.events <= before + 3


def test_many_streams_share_one_connection(browse: Browse, database: psycopg.Connection) -> None:
    browsers = [browse(f"match-{number % 3}") for number in range(30)]
    before = await_streams(database, *browsers)
    assert len(listeners(database)) == 1
    notify(database, "match-1")
    expected = [count + (number % 3 == 1) for number, count in enumerate(before)]
    until("the right ones are told", lambda: [browser.events for browser in browsers] == expected, seconds=3)


def test_a_lost_database_connection_has_everybody_look_again(
    browse: Browse, database: psycopg.Connection
) -> None:
    browsers = [browse("match-7"), browse("tournament-5")]
    before = await_streams(database, *browsers)
    (lost,) = listeners(database)
    database.execute("SELECT pg_terminate_backend(%s)", [lost])
    until("both look again", lambda: all(b.events > n for b, n in zip(browsers, before, strict=True)))
    assert lost not in listeners(database)
    before = await_streams(database, *browsers)
    notify(database, "match-7")
    until("notifications come again", lambda: browsers[0].events == before[0] + 1, seconds=3)


def test_a_quiet_stream_shows_that_it_lives(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.3)
    browser = browse("match-7")
    until("a comment comes", lambda: ": still here" in browser.lines, seconds=3)


def test_a_topic_that_nobody_watches_is_forgotten(browse: Browse) -> None:
    first, second = browse("match-1"), browse("match-1")
    until("both are open", lambda: live.hub.open_streams == 2)
    first.close()
    until("one is left", lambda: live.hub.open_streams == 1)
    assert list(live.hub._streams) == ["match-1"]
    second.close()
    until("none is left", lambda: live.hub.open_streams == 0)
    assert not live.hub._streams


def test_a_full_process_has_the_browser_look_now_and_then(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MAX_STREAMS", 2)
    first, _ = browse("match-1"), browse("match-2")
    until("both are open", lambda: live.hub.open_streams == 2)
    refused = browse("match-3")
    assert refused.ended.wait(5)
    assert refused.lines == ["retry: 30000", *CHANGED]
    first.close()
    until("the place is free", lambda: live.hub.open_streams == 1)
    browse("match-3")
    until("it is taken", lambda: live.hub.open_streams == 2)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/events/", 404, "not_found"),
        ("GET", "/events/match-7", 404, "not_found"),
        ("GET", "/events/match-7;DROP/", 404, "not_found"),
        ("GET", f"/events/match-{'9' * 19}/", 404, "not_found"),
        ("GET", "/events/Match-7/", 404, "not_found"),
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
    browsers = [browse("match-7") for _ in range(5)]
    until("all have begun", lambda: all(browser.events for browser in browsers))
    running.should_exit = True
    thread.join(2.5)
    assert not thread.is_alive()
    assert all(browser.ended.wait(1) for browser in browsers)
