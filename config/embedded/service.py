"""The running service for a program that uses it: found if it is up, else launched."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from config.embedded.layout import PROJECT, VarDirectory
from config.embedded.serve import ask_url, running_service

READY_WITHIN = 90.0


class ServiceUnavailable(RuntimeError):
    """The service is not up and could not be started."""

    code = "service_unavailable"


@dataclass(frozen=True)
class Service:
    """A service that answers at `url`; `password` is None if the director has changed it."""

    url: str
    username: str
    password: str | None


def find_service() -> Service | None:
    """The service of this directory (GOLDEN_VAR, else var/), if it runs; one that is starting is waited for.

    Raises ServiceUnavailable if it does not become ready.
    """
    layout = VarDirectory.from_environment()
    deadline = time.monotonic() + READY_WITHIN
    while found := running_service(layout):
        status, answer = ask_url(f"{found.url}/readyz")
        if status == 200 and (service := _service_with_login(layout, found.url)):
            return service
        if time.monotonic() > deadline:
            raise ServiceUnavailable(
                f"The service at {found.url} does not become ready ({answer or 'silent'}); "
                f"see {layout.log_directory}."
            )
        time.sleep(0.1)
    return None


def launch_service(arguments: Sequence[str] = ()) -> Service:
    """Start `serve` with these arguments and return when it is ready; it stays up after us.

    Where another has just begun to serve the directory, that is the one. What ours says goes to
    var/logs/serve.log. Raises ServiceUnavailable.
    """
    layout = VarDirectory.from_environment()
    layout.make_directories()
    log = layout.log_directory / "serve.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.embedded.serve", *arguments],
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            # A Ctrl-C in our terminal is not meant for it.
            start_new_session=True,
        )
    deadline = time.monotonic() + READY_WITHIN
    while process.poll() is None and time.monotonic() < deadline:
        # By the lock: another service may answer at the same port.
        if service := find_service():
            return service
        time.sleep(0.1)
    if process.poll() is None:
        process.terminate()
        process.wait()
    elif service := find_service():
        return service
    raise ServiceUnavailable(f"The service did not start:\n{log.read_text(errors='replace').strip()}")


def _service_with_login(layout: VarDirectory, url: str) -> Service | None:
    with contextlib.suppress(OSError, ValueError):
        login = json.loads(layout.login_file.read_text())
        return Service(url, login["login"], login["password"])
    return None
