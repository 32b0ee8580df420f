"""A real push service on this machine: what browsers get, and what it is to answer."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Pushed(NamedTuple):
    headers: dict[str, str]
    body: bytes


class PushService:
    """status: what it answers to each message."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/push"
        self.status = 201
        self.received: list[Pushed] = []

    def empty(self) -> None:
        self.received.clear()
        self.status = 201


@contextmanager
def pushing() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.append(
                Pushed({name.lower(): value for name, value in self.headers.items()}, body)
            )
            self.send_response(service.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
