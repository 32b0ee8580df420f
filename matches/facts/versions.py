"""Versions: one number per subject, raised in the transaction that changes what is shown of it.

A subject is a match, a tournament, a ladder ...; its topic is its kind and number, such as "tournament-5".
The number is the `ETag` of its representations, the id of its events, and the key of what is rendered of it.

The numbers live in a table of their own, and are raised by the last statement before a commit: the row of a
tournament is locked for whole draws, and the reports of a round should not queue for it
(benchmarks/versions.py compares).
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar, cast

from django.db import connection
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches import hooks
from matches.work.postgresql.base import DatabaseWrapper
from matches.work.statements import Statement

from .kinds import fact_kinds, fact_subjects, topic_kind
from .models import Change, Fact, Version

CHANNEL = "golden_live"
"""On which every transaction notifies those who follow what it changed."""

KEPT_FOR = timedelta(days=1)
"""How long it is known through which parts a version came about."""

M = TypeVar("M", bound=Model)

MOST_PARTS = 60
"""More parts than this are not named: who follows the subject looks at the whole of it."""

# A subject's first number is the time in seconds, so that none is given twice though the database is restored
# from yesterday's. Ordered, so that two transactions lock in one order.
_RAISE = Statement("""
    WITH asked AS (
        SELECT * FROM unnest(%(kinds)s::text[], %(subjects)s::bigint[], %(parts)s::jsonb[])
            AS asked (kind, subject, parts)
    ), raised AS (
        INSERT INTO matches_version AS known (kind, subject, number)
        SELECT kind, subject, extract(epoch FROM now())::bigint FROM asked ORDER BY kind, subject
        ON CONFLICT (kind, subject) DO UPDATE SET number = known.number + 1
        RETURNING kind, subject, number
    ), named AS (
        SELECT kind, subject, raised.number, CASE jsonb_typeof(asked.parts) WHEN 'array' THEN (
            SELECT coalesce(jsonb_agg(jsonb_build_object(
                'kind', part.kind, 'subject', part.subject, 'version', part.number
            ) ORDER BY part.kind, part.subject), '[]')
            FROM jsonb_array_elements_text(asked.parts) AS topic
            JOIN raised AS part ON part.kind || '-' || part.subject = topic
        ) ELSE asked.parts END AS parts
        FROM raised JOIN asked USING (kind, subject)
    ), kept AS (
        INSERT INTO matches_change (kind, subject, number, parts, raised_at)
        SELECT kind, subject, number, parts, now() FROM named WHERE jsonb_typeof(parts) = 'array'
    )
    SELECT pg_notify(%(channel)s, jsonb_build_object(
        'kind', kind, 'subject', subject, 'version', number, 'parts', parts
    )::text) FROM named
""")

_VERSION = Statement("SELECT number FROM matches_version WHERE kind = %(kind)s AND subject = %(subject)s")


class Topic(NamedTuple):
    """What has a version: a kind of subject, and its number."""

    kind: str
    subject: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.subject}"

    @classmethod
    def named(cls, name: str) -> "Topic":
        """The topic of a name such as "rating_pool-3"."""
        kind, _, subject = name.rpartition("-")
        return cls(kind, int(subject))


class Raise(NamedTuple):
    """A topic that changed; through which part of it, if it is not the subject itself."""

    topic: Topic
    part: Topic | None = None


def announce_change(*topics: str, within: Iterable[str] = ()) -> None:
    """Raise the version of each topic, such as "match-7", when the transaction commits, and announce it.

    within: the topics that show those as a part of theirs: their versions are raised too.
    """
    own = [Topic.named(topic) for topic in topics]
    for topic in own:
        _database().write_before_commit(versions_raise, Raise(topic))
    for outer in {Topic.named(name) for name in within}.difference(own):
        for topic in own:
            _database().write_before_commit(versions_raise, Raise(outer, topic))


def row_changed(row: Model) -> None:
    """Announce that a row is shown otherwise than before: its name, its terms, its picture."""
    announce_change(row_topic(row), *hooks.topics_showing(topic_kind(type(row)), row.pk))


def topics_through(kind: str, model: type[Model], subject: str, *by: str) -> Callable[[int], list[str]]:
    """A function for `Room.shows`: the topics of `subject` of the rows that name a number as one of `by`."""

    def topics_of(number: int) -> list[str]:
        named = reduce(or_, (Q(**{lookup: number}) for lookup in by))
        subjects = model._base_manager.filter(named).order_by().values_list(subject, flat=True).distinct()
        return [f"{kind}-{each}" for each in subjects if each is not None]

    return topics_of


def row_recorded(instance: Any, created: bool, **_: Any) -> None:
    """Django's signal for a row that was saved.

    A fact raises the versions of all that it is about. A new subject has one from then on, and its club it
    as a part; of what lists do not show, the club is told nothing.
    """
    if not created:
        return
    if isinstance(instance, Fact):
        announce_change(*fact_kinds()[instance._meta.model_name or ""].topics(instance))
    elif instance._meta.model_name in fact_subjects():
        club = getattr(instance, "club_id", None)
        listed = club is not None and getattr(instance, "listed", True)
        announce_change(row_topic(instance), within=[f"club-{club}"] if listed else ())


def versions_raise(changes: Sequence[Raise]) -> None:
    """Raise the versions of all topics once, whatever became of them, and notify whoever follows them."""
    parts: dict[Topic, set[Topic]] = {}
    wholly: set[Topic] = set()
    for topic, part in changes:
        parts.setdefault(topic, set())
        if part is None:
            wholly.add(topic)
        else:
            parts[topic].add(part)
    listed = [named_parts(parts[topic], whole=topic in wholly) for topic in parts]
    _RAISE(
        kinds=[topic.kind for topic in parts],
        subjects=[topic.subject for topic in parts],
        parts=[json.dumps(names) for names in listed],
        channel=CHANNEL,
    )


def versions_raise_silently(kind: str, subjects: Collection[int]) -> None:
    """Raise the versions of very many subjects at once; who follows one of them is not notified."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO matches_version AS known (kind, subject, number)
            SELECT %s, subject, extract(epoch FROM now())::bigint FROM unnest(%s::bigint[]) AS subject
            ORDER BY subject
            ON CONFLICT (kind, subject) DO UPDATE SET number = known.number + 1
            """,
            [kind, sorted(set(subjects))],
        )


def changes_forget(now: datetime) -> None:
    """Forget through which parts versions came about that nobody is behind by now."""
    Change.objects.filter(raised_at__lt=now - KEPT_FOR).delete()


def named_parts(parts: Collection[Topic], *, whole: bool) -> list[str] | None:
    """The parts of a subject that changed; None where more than those has, or too many to name."""
    if whole or len(parts) > MOST_PARTS:
        return None
    return sorted(str(part) for part in parts)


def current_version(topic: str) -> int:
    """The version of a subject, 0 if nothing has ever changed of it; one query.

    What the transaction itself has changed counts. Asked by every conditional request: without the models.
    """
    _database().write_now()
    rows = _VERSION(**Topic.named(topic)._asdict())
    return rows[0][0] if rows else 0


def with_version(rows: QuerySet[M]) -> QuerySet[M]:
    """The rows with their versions as `version`, read in the same query: before all else that is shown."""
    number = Version.objects.filter(kind=topic_kind(rows.model), subject=OuterRef("pk")).values("number")
    return cast("QuerySet[M]", rows.annotate(version=Coalesce(Subquery(number), 0)))


def row_version(row: Model) -> int:
    """The version that was read with a row; 0 if none was."""
    return getattr(row, "version", 0)


def row_topic(row: Model) -> str:
    """Under which the changes of a row are announced."""
    return f"{topic_kind(type(row))}-{row.pk}"


def _database() -> DatabaseWrapper:
    return cast(DatabaseWrapper, connection)
