"""Clients that send half a request: no thread waits for them, and no connection for ever."""

import asyncio
import contextlib
import socket
import threading
import time

import pytest
import uvicorn
from a2wsgi import WSGIMiddleware

from config import asgi, patience
from config.web import open_listener, server_configuration
from tests.each import each


@contextlib.contextmanager
def served(grace=None):
    """The service's own server, with the settings of its connections, and its address."""
    configuration = server_configuration()
    configuration.lifespan = "off"
    if grace is not None:
        configuration.timeout_graceful_shutdown = grace
    listener = open_listener("127.0.0.1", 0)
    server = uvicorn.Server(configuration)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield server, listener.getsockname()
    finally:
        server.should_exit = True
        thread.join()


def answer_to(address, *sent, within=10.0):
    """What came back until the other side closed, and after how long."""
    with socket.create_connection(address, timeout=within) as client:
        began = time.monotonic()
        for part in sent:
            client.sendall(part)
        answer = b""
        while part := client.recv(65536):
            answer += part
        return answer, time.monotonic() - began


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(patience, "HEADERS_WITHIN", 0.5)
    monkeypatch.setattr(patience, "BODY_WITHIN", 0.5)


POST = (
    b"POST /api/v1/tokens/ HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 20\r\n"
)


def test_half_a_request_ends_in_time_and_holds_no_thread(hasty, monkeypatch):
    asked = []
    monkeypatch.setattr(asgi, "_pages_application", lambda *args: asked.append(args))
    with served() as (_, address):
        for sent in ([], [b"GET / HT"], [b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: "], [POST]):
            answer, took = answer_to(address, *sent)
            assert (answer, 0.4 < took < 5) == (b"", True), sent
        answer, took = answer_to(address, POST + b"\r\n{")
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"code": "request_timeout"' in answer
        assert 0.4 < took < 5
    assert asked == []


def test_headers_that_come_byte_by_byte_do_not_prolong_it(hasty):
    with served() as (_, address), socket.create_connection(address, timeout=10) as client:
        taken = 0
        # Reset, or a broken pipe: whichever comes first.
        with contextlib.suppress(OSError):
            for byte in b"GET / HTTP/1.1\r\nX-Slow: " + b"a" * 200:
                client.sendall(bytes([byte]))
                taken += 1
                time.sleep(0.03)
        assert taken < 100


def received(*events):
    """A client that has sent this much, and sends no more."""
    waiting = list(events)

    async def receive():
        if not waiting:
            await asyncio.sleep(60)
        return waiting.pop(0)

    return receive


def part(body, more=True):
    return {"type": "http.request", "body": body, "more_body": more}


def receive_whole(length, *events, most=100):
    """What the application is given, and what was answered without it."""
    answered = []

    async def send(message):
        answered.append(message)

    async def run():
        scope = {"headers": [(b"content-length", length)]}
        receive = await patience.receive_whole(scope, received(*events), send, most)
        return None if receive is None else await receive()

    return asyncio.run(run()), [message.get("status") for message in answered if "status" in message]


@each(
    "length, events, got, answered",
    [
        (b"4", [part(b"ab"), part(b"cd", more=False)], part(b"abcd", more=False), []),
        # Too long or without a length: whoever refuses it does not read it either.
        (b"101", [part(b"ab")], part(b"ab"), []),
        (b"nonsense", [part(b"ab")], part(b"ab"), []),
        (b"4", [part(b"ab"), {"type": "http.disconnect"}], None, []),
        (b"4", [part(b"ab")], None, [408]),
        (b"90", [part(b"a" * 60), part(b"a" * 10)], None, [503]),
    ],
)
def test_a_body_is_handed_on_whole_or_not_at_all(hasty, monkeypatch, length, events, got, answered):
    monkeypatch.setattr(patience, "UNFINISHED_AT_MOST", 50)
    assert receive_whole(length, *events) == (got, answered)
    assert patience.UnfinishedBodies.waiting == 0


def test_who_is_waited_for_when_the_process_ends_is_told_so(monkeypatch):
    asked = threading.Event()

    async def answers_never(*_):
        asked.set()
        await asyncio.sleep(60)

    monkeypatch.setattr(asgi, "_pages_application", answers_never)
    with served(grace=1) as (server, address), socket.create_connection(address, timeout=10) as client:
        client.sendall(POST + b"\r\n" + b" " * 20)
        assert asked.wait(5)
        server.should_exit = True
        answer = b""
        while part := client.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after: 2" in answer
    assert b'"code": "service_ending"' in answer


def test_an_answer_that_has_begun_is_not_begun_again(monkeypatch):
    sent = []

    async def begins(_scope, _receive, send):
        await send({"type": "http.response.start"})
        raise asyncio.CancelledError

    async def note(event):
        sent.append(event["type"])

    monkeypatch.setattr(asgi, "_answer_whole", begins)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(asgi._answer_to_the_end({}, None, note))
    assert sent == ["http.response.start"]


def test_who_reads_what_takes_long_is_in_no_writers_way(monkeypatch):
    let_go, reading = threading.Event(), threading.Semaphore(0)

    def pages(environ, start_response):
        if environ["REQUEST_METHOD"] == "GET":
            reading.release()
            let_go.wait(20)
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    threads = [WSGIMiddleware(pages, workers=2) for _ in range(2)]
    monkeypatch.setattr(asgi, "_reading", threads[0])
    monkeypatch.setattr(asgi, "_writing", threads[1])
    with served() as (_, address), contextlib.ExitStack() as clients:
        for _ in range(4):
            client = clients.enter_context(socket.create_connection(address, timeout=10))
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert all(reading.acquire(timeout=5) for _ in range(2))
        answer, _ = answer_to(address, POST + b"Connection: close\r\n\r\n" + b" " * 20)
        let_go.set()
    assert answer.startswith(b"HTTP/1.1 200 ")
