"""The running service for a program that uses it: found if it is up, else started."""

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from config.embedded.layout import PROJECT, Layout
from config.embedded.serve import ask, holder
from config.embedded.supervisor import Program, command

READY_WITHIN = 90.0


class ServiceUnavailable(RuntimeError):
    """The service is not up and could not be started."""

    code = "service_unavailable"


@dataclass
class Service:
    """A service that answers at `url`; `password` is None if the director has changed it.

    `process` is the `serve` we started, None if the service was up before.
    """

    url: str
    username: str
    password: str | None
    process: subprocess.Popen[bytes] | None = None

    def wait(self) -> None:
        """Return when the service that we started has ended, which Ctrl-C makes it do."""
        while self.process is not None and self.process.poll() is None:
            # The terminal sends Ctrl-C to both of us: the service stops by itself.
            with contextlib.suppress(KeyboardInterrupt):
                self.process.wait()

    def stop(self) -> None:
        """Stop the service if it was us who started it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.wait()


def find() -> Service | None:
    """The service of this directory (GOLDEN_VAR, else var/), if it runs."""
    layout = Layout.from_environment()
    found = holder(layout)
    return _service(layout, found.url) if found and ask(f"{found.url}/readyz")[0] == 200 else None


def start(arguments: Sequence[str] = ()) -> Service:
    """Start `serve` with these arguments, as a child that ends with us; return when it is ready.

    It writes its account where we write. Raises ServiceUnavailable.
    """
    serve = Program("serve", (sys.executable, "-m", "config.embedded.serve", *arguments))
    process = subprocess.Popen(command(serve), cwd=PROJECT)
    deadline = time.monotonic() + READY_WITHIN
    while process.poll() is None and time.monotonic() < deadline:
        # Its own address and nobody else's: another service may answer at the same port.
        found = holder(Layout.from_environment())
        if found and found.pid == process.pid and (service := find()):
            service.process = process
            return service
        time.sleep(0.1)
    if process.poll() is None:
        process.terminate()
        process.wait()
    raise ServiceUnavailable("The service did not start; what it said stands above.")


@contextlib.contextmanager
def running_service(arguments: Sequence[str] = ()) -> Iterator[Service]:
    """The service, started for the length of the block if it is not up."""
    service = find() or start(arguments)
    try:
        yield service
    finally:
        service.stop()


def _service(layout: Layout, url: str) -> Service | None:
    with contextlib.suppress(OSError, ValueError):
        login = json.loads(layout.login.read_text())
        return Service(url, login["username"], login["password"])
    return None
