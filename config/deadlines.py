"""The look for deadlines: what time alone brings is made due, every few seconds, beside the dispatcher.

It needs neither a message nor a worker, so that a service that nobody asks for anything does next to nothing.
"""

import threading

import structlog
from django.db import Error as DatabaseError
from django.db import connections

from matches.work.services import work_wake

# Seconds between two looks.
APART = 5.0
# ... for which whoever stops it waits for one that has begun.
PATIENCE = 2.0

log = structlog.get_logger(__name__)


class DeadlineWatch(threading.Thread):
    """Looks until it is stopped, whatever befalls a look. The sweep of a minute does it all again."""

    def __init__(self) -> None:
        super().__init__(name="deadlines", daemon=True)
        self._stopped = threading.Event()

    def run(self) -> None:
        while not self._stopped.wait(APART):
            try:
                work_wake()
            except DatabaseError as error:
                log.warning("deadlines_database_lost", error=str(error).strip())
            except Exception:
                log.exception("deadlines_not_looked_for")
            finally:
                connections.close_all()

    def stop(self) -> None:
        self._stopped.set()
        self.join(PATIENCE)
