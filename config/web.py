"""The web process: `python -m config.web --host 0.0.0.0 --port 8000`."""

import argparse
import socket

import uvicorn

from config.embedded.gate import pass_gate
from config.patience import PatientProtocol

GRACE_SECONDS = 5


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


def server_configuration() -> uvicorn.Config:
    return uvicorn.Config(
        "config.asgi:application",
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
    options = parser.parse_args()
    listener = (
        open_listener(options.host, options.port) if options.fd is None else socket.socket(fileno=options.fd)
    )
    configuration = server_configuration()
    configuration.load()
    pass_gate()
    WebServer(configuration).run(sockets=[listener])


if __name__ == "__main__":
    main()
