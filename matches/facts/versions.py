"""Versions: one number per subject, raised in the transaction that changes what is shown of it.

A subject is a match, a tournament, a ladder ...; its topic is its kind and number, such as "tournament-5".
The number is the `ETag` of its representations, the id of its events, and the key of what is rendered of it.

The numbers live in a table of their own, and are raised by the last statement before a commit: the row of a
tournament is locked for whole draws, and the reports of a round should not queue for it
(benchmarks/versions.py compares).
"""

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache, reduce
from hashlib import sha256
from operator import or_
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar, cast

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from matches import hooks
from matches.work.postgresql.base import DatabaseWrapper
from matches.work.statements import Statement

from .kinds import fact_kinds, fact_subjects, subjects_by_topic, topic_kind
from .models import Change, Fact, Version

CHANNEL = "golden_live"
"""On which every transaction notifies those who follow what it changed."""

NAMES = 0
"""The number, of no row, under which a kind has one version more: of what its rows are called.

Very many documents name a club or a rating pool: their tags are of that version too, as their own is not
raised by another name (`versioned`).
"""

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

_VERSIONS = Statement(f"""
    SELECT coalesce(
        (SELECT number FROM matches_version WHERE kind = %(kind)s AND subject = %(subject)s), 0
    ), coalesce(
        (SELECT sum(number) FROM matches_version WHERE kind = ANY(%(naming)s) AND subject = {NAMES}), 0
    )::bigint
""")


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


class Versions(NamedTuple):
    """The version of a subject; and of what else is shown of it, the sum of theirs, as each only grows."""

    own: int
    beside: int = 0


def announce_change(*topics: str, within: Iterable[str] = ()) -> None:
    """Raise the version of each topic, such as "match-7", when the transaction commits, and announce it.

    within: the topics that show those as a part of theirs: their versions are raised too.
    """
    own = [Topic.named(topic) for topic in topics]
    for topic in own:
        _raise_before_commit(Raise(topic))
    for outer in {Topic.named(name) for name in within}.difference(own):
        for topic in own:
            _raise_before_commit(Raise(outer, topic))


def row_changed(row: Model, *, named: bool = False) -> None:
    """Announce that a row is shown otherwise than before: its terms, its picture, its name.

    named: whether what it is called is otherwise too.
    """
    announce_change(row_topic(row), *hooks.topics_showing(topic_kind(type(row)), row.pk))
    if named:
        names_changed(type(row))


def names_changed(kind: type[Model]) -> None:
    """Announce that rows are called otherwise than before, or that what is shown beside their names is.

    Where that has a version (`Subject.names_version`).
    """
    if subjects_by_topic()[topic_kind(kind)].names_version:
        announce_change(f"{topic_kind(kind)}-{NAMES}")


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


def login_saved(instance: Model, created: bool, update_fields: Collection[str] | None, **_: Any) -> None:
    """Django's signal for a login that was saved, here or in the admin site: it is shown by its username."""
    if not created and (update_fields is None or "username" in update_fields):
        announce_change(*hooks.topics_showing(topic_kind(type(instance)), instance.pk))


class _Asked:
    """A change that is to raise a version, unless the savepoint is rolled back within which it was asked.

    So long Django keeps what is to be called after the commit, and this is among it.
    """

    def __init__(self, change: Raise) -> None:
        self.change = change

    def __call__(self) -> None:
        """By then it is raised."""


def _raise_before_commit(change: Raise) -> None:
    if not connection.in_atomic_block:
        versions_raise([change])
        return
    asked = _Asked(change)
    transaction.on_commit(asked)
    _database().write_before_commit(_raise_what_stands, asked)


def _raise_what_stands(asked: Sequence[_Asked]) -> None:
    standing = {called for _, called, *_ in connection.run_on_commit}
    if changes := [each.change for each in asked if each in standing]:
        versions_raise(changes)


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


def changes_prune(now: datetime) -> None:
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


def current_versions(topic: str, naming: Collection[str]) -> Versions:
    """The version of a subject, and of what the kinds `naming` are called; one query, as current_version."""
    if not naming:
        return Versions(current_version(topic))
    _database().write_now()
    (row,) = _VERSIONS(**Topic.named(topic)._asdict(), naming=list(naming))
    return Versions(*row)


def version_of_all(model: type[Model], numbers: QuerySet[Any] | Collection[int]) -> int:
    """A number that is another where the version of any of some rows is: their sum, as each only grows."""
    _database().write_now()
    found = Version.objects.filter(kind=topic_kind(model), subject__in=numbers)
    total: int = found.aggregate(total=Coalesce(Sum("number"), 0))["total"]
    return total


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


# There are few threads, so two that make something seldom share one.
_MAKING = [Lock() for _ in range(64)]


def making_lock(what: Hashable) -> Lock:
    """Held by the thread of the process that makes `what`, a page or a document, for all who ask for it."""
    return _MAKING[hash(what) % len(_MAKING)]


@cache
def release() -> str:
    """Names the code and the words that answer: another release may show the same otherwise."""
    found = sha256()
    for app in ("config", "engine", "matches", "tournaments"):
        for path in sorted(Path(settings.BASE_DIR, app).rglob("*")):
            if path.suffix in (".py", ".html", ".mo") and path.is_file():
                found.update(path.read_bytes())
    return found.hexdigest()[:8]
