"""Solo games are answered by a process behind the web process, and by the web process itself without one."""

import asyncio
import contextlib
import http.client
import threading
import time
from ast import literal_eval
from pathlib import Path

import aiohttp
import pytest
import uvicorn

from config import asgi, behind
from config.behind import ProcessBehind, as_asked
from config.web import open_listener, open_solo_listener, server_configuration


async def says_what_it_was_asked(scope, receive, send):
    """Everything that a request was, and who answers it."""
    if scope["type"] != "http":
        return
    body, more = b"", True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            return
        body, more = body + event.get("body", b""), event.get("more_body", False)
    headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
    target = scope["raw_path"].decode() + "?" + scope["query_string"].decode()
    said = repr((scope["method"], target, headers, scope["client"], body)).encode()
    answer = [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"content-length", b"%d" % len(said))]
    await send({"type": "http.response.start", "status": 409, "headers": answer})
    await send({"type": "http.response.body", "body": said})


@contextlib.contextmanager
def served(listener, application=None):
    """A server at a listener, in a thread of its own; the service's own where nothing is said."""
    configuration = server_configuration()
    if application is not None:
        configuration.app, configuration.lifespan = application, "off"
    server = uvicorn.Server(configuration)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


@contextlib.contextmanager
def behind_served(address):
    async def answered(scope, receive, send):
        await says_what_it_was_asked(as_asked(scope) if scope["type"] == "http" else scope, receive, send)

    with served(open_solo_listener(address), answered):
        yield


@pytest.fixture
def in_front(tmp_path, monkeypatch):
    """The port of a web process with another one behind it, and the address of that."""
    address = f"unix:{tmp_path}/solo.sock"
    monkeypatch.setattr(asgi, "_solo", ProcessBehind(address, behind.SOLO_PATHS, 1000))
    monkeypatch.setattr(asgi, "_pages_application", in_front_itself)
    listener = open_listener("127.0.0.1", 0)
    with served(listener):
        yield listener.getsockname()[1], address


async def in_front_itself(scope, receive, send):
    async def marked(event):
        await send({**event, "status": 299} if event["type"] == "http.response.start" else event)

    await says_what_it_was_asked(scope, receive, marked)


def ask(port, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    return answer, literal_eval(said.decode()) if said else None


def test_a_request_is_handed_on_as_it_came(in_front):
    port, address = in_front
    with behind_served(address):
        answer, said = ask(port, "POST", "/play/a%20b/act/?x=1&y=%2F", b"act=roll", Cookie="csrftoken=1")
    assert answer.status == 409
    assert answer.headers.get_all("Set-Cookie") == ["a=1", "b=2"]
    assert len(answer.headers.get_all("Date")) == 1
    method, target, headers, client, body = said
    assert (method, target, body) == ("POST", "/play/a%20b/act/?x=1&y=%2F", b"act=roll")
    assert headers["cookie"] == "csrftoken=1"
    assert headers["host"] == f"127.0.0.1:{port}"
    assert client[0] == "127.0.0.1"
    assert "golden-client" not in headers


def test_nobody_says_from_outside_who_he_is(in_front):
    port, address = in_front
    with behind_served(address):
        _, said = ask(port, "GET", "/play/", **{"Golden-Client": "10.0.0.1 1"})
    assert said[3][0] == "127.0.0.1"


@pytest.mark.parametrize("path", ["/", "/playing/", "/matches/7/", "/api/v1/matches/", "/play"])
def test_everything_else_stays_in_front(in_front, path):
    port, address = in_front
    with behind_served(address):
        assert ask(port, "GET", path)[0].status == 299


def test_without_the_process_the_web_process_answers_itself(in_front):
    port, address = in_front
    answer, said = ask(port, "POST", "/play/x/act/", b"act=roll")
    assert (answer.status, said[4]) == (299, b"act=roll")
    # It is not asked again at once, and found again when it is back.
    with behind_served(address):
        assert ask(port, "GET", "/play/")[0].status == 299
        time.sleep(behind.AWAY)
        assert ask(port, "GET", "/play/")[0].status == 409


def test_a_process_that_dies_in_the_middle_is_stood_in_for(in_front):
    port, address = in_front

    async def cut(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    loop = asyncio.new_event_loop()
    path = address.removeprefix("unix:")
    server = loop.run_until_complete(asyncio.start_unix_server(cut, path))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        answer, said = ask(port, "POST", "/api/v1/solo/k/acts/", b'{"place": 1}')
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
    assert (answer.status, said[4]) == (299, b'{"place": 1}')


def test_one_that_does_not_answer_in_time_is_busy(in_front, monkeypatch):
    port, address = in_front
    monkeypatch.setattr(behind, "TIMEOUTS", aiohttp.ClientTimeout(total=0.2))

    async def sleeps(scope, receive, send):
        await asyncio.sleep(1)

    with served(open_solo_listener(address), sleeps):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("POST", "/play/x/act/", b"act=roll")
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
    assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
    assert b'"code": "solo_busy"' in said


def test_what_is_no_ascii_stays_in_front(in_front):
    port, address = in_front
    with behind_served(address):
        answer, said = ask(port, "GET", "/play/", Cookie="name=Jos\u00e9")
        assert answer.status == 299
        assert said[2]["cookie"] == "name=Jos\u00e9"


def test_a_body_that_is_too_long_or_has_no_length_stays_in_front(in_front):
    port, address = in_front
    with behind_served(address):
        assert ask(port, "POST", "/play/", b"x" * 2000)[0].status == 299
        assert ask(port, "POST", "/play/", iter([b"x", b"y"]))[0].status == 299


def test_a_socket_that_was_left_is_taken_over(tmp_path: Path):
    address = f"unix:{tmp_path}/solo.sock"
    open_solo_listener(address).close()
    open_solo_listener(address).close()
