"""The web process: `python -m config.web --host 0.0.0.0 --port 8000`.

With `--solo` it is the one that answers games against the computer for the others, at SOLO_ADDRESS.
"""

import argparse
import asyncio
import contextlib
import os
import resource
import socket
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import FrameType

import uvicorn

from config.behind import socket_path
from config.embedded.gate import pass_gate
from config.niceness import give_way
from config.patience import PatientProtocol

GRACE_SECONDS = 5
LOOK = 1.0
"""Seconds between looks at the clock."""
FILES_BESIDE = 500
"""Files that a process has open beside streams: requests, connections, its own."""
TURN = 0.0005
"""Seconds after which a thread that computes makes room for one that waits to go on.

Each answer of the database is such a wait, of which a report has twenty: while another thread draws a large
bracket, as long as Python's own 5 ms each.
"""


class WebServer(uvicorn.Server):
    """Ends the live streams before it waits for connections to end: they would never do so by themselves.

    While nobody asks for anything it wakes once a second, for the date in its answers.
    """

    _asked_to_end: Callable[[], object] = staticmethod(lambda: None)

    async def main_loop(self) -> None:
        loop, ending = asyncio.get_running_loop(), asyncio.Event()
        self._asked_to_end = lambda: loop.call_soon_threadsafe(ending.set)
        # What is done once a second uvicorn does at every tenth of its looks.
        looks = count(0, 10)
        while not await self.on_tick(next(looks)):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), LOOK)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._asked_to_end()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from config import live  # after the application has loaded the settings

        live.hub.end_streams()
        await super().shutdown(sockets)


def open_listener(host: str, port: int) -> socket.socket:
    """A listening socket. Raises OSError if the port is taken or the host is not ours."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    listener.listen(512)
    return listener


def open_solo_listener(address: str) -> socket.socket:
    """A listening socket at "unix:/path" or "host:port". Raises OSError."""
    path = socket_path(address)
    if path is None:
        host, _, port = address.rpartition(":")
        return open_listener(host, int(port))
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # Whoever was killed has left it there.
    Path(path).unlink(missing_ok=True)
    listener.bind(path)
    listener.listen(512)
    return listener


def server_configuration(application: str = "application") -> uvicorn.Config:
    return uvicorn.Config(
        f"config.asgi:{application}",
        http=PatientProtocol,
        lifespan="on",
        ws="none",
        # Django's settings configure the logs, and its middleware writes a line for each request.
        log_config=None,
        access_log=False,
        # Who is behind which proxy is a matter of the settings as well.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve the pages, the API and the live events.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="descriptor of a listening socket, instead of host and port")
    parser.add_argument(
        "--solo", action="store_true", help="answer solo games for the others, at SOLO_ADDRESS"
    )
    options = parser.parse_args()
    if options.solo:
        serve_solo(os.environ.get("SOLO_ADDRESS", ""))
        return
    listener = (
        open_listener(options.host, options.port) if options.fd is None else socket.socket(fileno=options.fd)
    )
    serve(listener, "application")


def serve_solo(address: str) -> None:
    if not address:
        sys.exit("SOLO_ADDRESS says where this process listens: unix:/run/golden/solo.sock, or 0.0.0.0:8001.")
    give_way()
    serve(open_solo_listener(address), "behind_application")


def serve(listener: socket.socket, application: str) -> None:
    configuration = server_configuration(application)
    configuration.load()
    from config import live  # after the application has loaded the settings

    allow_files(live.MAX_STREAMS + FILES_BESIDE)
    sys.setswitchinterval(TURN)
    pass_gate()
    WebServer(configuration).run(sockets=[listener])


def allow_files(wanted: int) -> None:
    """Let this process have so many files open, or as many as the host lets it."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


if __name__ == "__main__":
    main()
