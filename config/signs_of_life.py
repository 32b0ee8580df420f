"""The signs of life of a worker, given by the loop that takes messages in: that is what must go on."""

import contextlib
import os

import psycopg

from config.database import connection_parameters
from matches.work.heartbeats import ALIVE, STOPPED


class SignsOfLife:
    """Of one worker, by a connection of their own.

    It is closed before a process is forked off this one, which would hold it, too; the next sign opens it
    anew. A sign that cannot be given is left out.
    """

    def __init__(self, name: str, queues: str) -> None:
        self._values = {"name": name, "queues": queues}
        self._database: psycopg.Connection | None = None
        os.register_at_fork(before=self._close)

    def show(self) -> None:
        """Show that the worker lives."""
        self._write(ALIVE)

    def end(self) -> None:
        """Show that it has stopped."""
        self._write(STOPPED)
        self._close()

    def _write(self, statement: str) -> None:
        try:
            if self._database is None or self._database.closed:
                self._database = psycopg.connect(**connection_parameters("worker"), autocommit=True)
            self._database.execute(statement, self._values)
        except psycopg.Error:
            self._close()

    def _close(self) -> None:
        database, self._database = self._database, None
        if database is not None:
            with contextlib.suppress(psycopg.Error):
                database.close()
