"""Real workers of the queue of the bots, for tests."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.cache import cache

from config.embedded.programs import bots_command
from matches.bots.selectors.remote import ALIVE
from tests.config.stack import PROJECT, until

# As if the group had not been installed.
WITHOUT = "import sys; sys.modules['bgsage'] = None; from celery.__main__ import main; main()"


@contextmanager
def bots_worker(log: Path, *, installed: bool = True) -> Iterator[subprocess.Popen[bytes]]:
    """A worker over the tests' broker, which has ended afterwards; what it writes is in `log`."""
    python, module, celery, *words = bots_command()
    assert (module, celery) == ("-m", "celery")
    start = [python, "-m", "celery"] if installed else [python, "-c", WITHOUT]
    cache.delete(ALIVE)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*start, *words], cwd=PROJECT, env=os.environ, stdout=output, stderr=output
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for_life(process: subprocess.Popen[bytes], log: Path) -> None:
    """Return when it shows that it lives."""

    def alive() -> bool:
        assert process.poll() is None, log.read_text()
        return cache.get(ALIVE) is not None

    until("the worker shows that it lives", alive)


def said(log: Path, words: str) -> bool:
    return words in log.read_text()
