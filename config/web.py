"""The web process: `python -m config.web --host 0.0.0.0 --port 8000`.

With `--solo` it is the one that answers games against the computer for the others, at SOLO_ADDRESS.
"""

import argparse
import contextlib
import os
import socket
import sys
from pathlib import Path

import uvicorn

from config.behind import socket_path
from config.embedded.gate import pass_gate
from config.patience import PatientProtocol

GRACE_SECONDS = 5
GIVES_WAY = 10
"""The niceness of the process of solo games: a report goes before somebody's game."""


class WebServer(uvicorn.Server):
    """Ends the live streams before it waits for connections to end: they would never do so by themselves."""

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


def give_way(niceness: int) -> None:
    """Let other processes go first."""
    os.nice(niceness)
    # Linux may weigh whole sessions against each other: niceness counts only within one then.
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness))


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
    give_way(GIVES_WAY)
    serve(open_solo_listener(address), "behind_application")


def serve(listener: socket.socket, application: str) -> None:
    configuration = server_configuration(application)
    configuration.load()
    pass_gate()
    WebServer(configuration).run(sockets=[listener])


if __name__ == "__main__":
    main()
