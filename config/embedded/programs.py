"""The commands of the service's own processes."""

import signal
import socket
import sys
from collections.abc import Iterable
from importlib.util import find_spec

from config.embedded.supervisor import Program
from matches.work.queues import PATIENT, PROMPT

# A worker tells the broker nothing of itself: in the middle of that, while Redis is away, it would not hear
# that it is to stop.
SILENT = ("--without-gossip", "--without-mingle", "--without-heartbeat")


def worker_command(name: str, queues: Iterable[str], processes: int) -> tuple[str, ...]:
    """A worker of some queues: each process of its pool may be killed where it takes too long."""
    celery = (sys.executable, "-m", "celery", "-A", "config", "worker", "--hostname", f"{name}@%h")
    pool = ("--queues", ",".join(queues), "--pool", "prefork", "--concurrency", str(processes))
    return (*celery, *pool, *SILENT, "--loglevel", "INFO")


def bots_command() -> tuple[str, ...]:
    """The worker of the computer players: one thread, for their network is not to be asked by two at once."""
    celery = (sys.executable, "-m", "celery", "-A", "config")
    worker = (*celery, "worker", "--hostname", "bots@%h", "--queues", "bots", "--pool", "solo")
    return (*worker, *SILENT, "--loglevel", "INFO")


def service_programs(listener: socket.socket, *files: int) -> list[Program]:
    """The service's own processes, in the order of their start; all but beat inherit `files` too."""
    python, celery = sys.executable, (sys.executable, "-m", "celery", "-A", "config")
    # Without a file of its own: the schedule is in the code, and a file may be torn by a kill.
    beat = (*celery, "beat", "--scheduler", "celery.beat:Scheduler", "--pidfile", "")
    bots = [Program("bots", bots_command(), files=files)] if find_spec("bgsage") else []
    number = listener.fileno()
    return [
        Program("worker", worker_command("worker", PROMPT, 2), files=files),
        Program("background", worker_command("background", PATIENT, 2), files=files),
        Program("dispatcher", (python, "manage.py", "dispatch"), files=files),
        Program("web", (python, "-m", "config.web", "--fd", str(number)), files=(number, *files)),
        Program("solo", (python, "-m", "config.web", "--solo"), files=files),
        # It keeps nothing; asked politely while Redis goes away, it may wait for a thread for ever.
        Program("beat", (*beat, "--loglevel", "INFO"), signal.SIGKILL),
        *bots,
    ]
