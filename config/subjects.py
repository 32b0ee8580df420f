"""What the live events ask of the database: whether a subject is there, and what it has become since."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

import psycopg
import structlog
from psycopg.sql import SQL, Identifier

from config.database import connection_parameters
from config.streams import Parts, StreamEvent, read_parts
from matches.facts.kinds import subjects_by_topic
from matches.facts.versions import Topic

_SINCE = """
    SELECT known.number, count(change.id), jsonb_agg(change.parts ORDER BY change.number)
    FROM matches_version AS known
    LEFT JOIN matches_change AS change
        ON change.kind = known.kind AND change.subject = known.subject
        AND change.number > %(since)s AND change.number <= known.number
    WHERE known.kind = %(kind)s AND known.subject = %(subject)s
    GROUP BY known.number
"""
# As many changes as this are caught up with by name.
MOST_CHANGES = 100
LAST_VERSION = 2**62

log = structlog.get_logger(__name__)


class Subjects:
    """One connection for the questions of all streams, opened with the first; each question is small."""

    def __init__(self) -> None:
        self._connection: psycopg.AsyncConnection | None = None
        self._turn = asyncio.Lock()

    async def is_there(self, kind: str, subject: int) -> bool:
        """Whether there is such a subject; taken to be so where the database is away."""
        known = subjects_by_topic().get(kind)
        if known is None:
            return False
        query = SQL("SELECT EXISTS (SELECT 1 FROM {} WHERE id = %(subject)s)").format(
            Identifier(known.model._meta.db_table)
        )
        try:
            row = await self._row(query, {"subject": subject})
        except psycopg.Error:
            return True
        return bool(row and row[0])

    async def change_since(self, topic: str, since: int | None) -> StreamEvent | None:
        """What has become of a subject; None if nothing has, or the database is away.

        Who has seen nothing yet, or too long ago, learns the version alone.
        """
        kind, subject = Topic.named(topic)
        # Of who has seen nothing no change is looked for.
        asked = {"kind": kind, "subject": subject, "since": LAST_VERSION if since is None else since}
        try:
            row = await self._row(SQL(_SINCE), asked)
        except psycopg.Error:
            return None
        version, count, changes = row or (0, 0, None)
        if version == since:
            return None
        known = since is not None and count == version - since and count <= MOST_CHANGES
        return StreamEvent(kind, subject, version, joined_parts(changes) if known else None)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _row(self, query: Any, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """Raises psycopg.Error; the next question opens a new connection then."""
        async with self._turn:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = await psycopg.AsyncConnection.connect(
                        **connection_parameters("live questions"), autocommit=True
                    )
                return await (await self._connection.execute(query, values)).fetchone()
            except psycopg.Error as error:
                log.warning("live_question_unanswered", error=str(error).strip())
                await self.close()
                raise


def joined_parts(changes: Iterable[Iterable[Mapping[str, Any]]]) -> Parts | None:
    """The parts of several changes, the latest version of each."""
    found: dict[tuple[str, int], int] = {}
    for listed in changes:
        found.update(read_parts(listed) or {})
    return found
