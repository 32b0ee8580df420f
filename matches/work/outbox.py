"""The outbox: work that is due, written in the transaction of its cause, closed in that of its effect.

Order of locks: whoever writes facts takes its rows first and the outbox last; so does whoever
closes. Nobody waits for a fact while holding an outbox row, hence no deadlock.

A kind is the name of the Celery task that carries it out.
"""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import F, Func, JSONField, Subquery

from .models import Outbox
from .statements import Statement

CHANNEL = "golden_outbox"
# How many times a worker may fail at something before it is set aside. What waits longer after each comes to
# some five minutes; whoever asks anew for what was set aside has it tried once.
TRIES = 10
# Characters of what is kept of an error: its end, where the traceback says what it was.
ERROR_KEPT = 4_000


def make_due(kind: str, subject: int) -> None:
    """Make work due. Call last in a transaction, after every other lock is held."""
    make_all_due([(kind, subject)])


def make_all_due(work: Iterable[tuple[str, int]]) -> None:
    """The same of several pieces of work, in this order, each its kind and subject: one statement at most.

    What had been set aside is tried once more.
    """
    due = list(dict.fromkeys(work))
    if not due:
        return
    _MAKE_DUE(
        kinds=[kind for kind, _ in due],
        subjects=[subject for _, subject in due],
        channel=CHANNEL,
        tries=TRIES,
    )


_MAKE_DUE = Statement("""
WITH added AS (
    INSERT INTO matches_outbox AS due (kind, subject, generation, created_at, attempts)
    SELECT kind, subject, 1, now(), 0
    FROM unnest(%(kinds)s::text[], %(subjects)s::bigint[]) AS asked (kind, subject)
    ON CONFLICT (kind, subject) DO UPDATE
    SET generation = due.generation + 1, enqueued_at = NULL, attempts = 0, set_aside_at = NULL,
        failures = least(due.failures, %(tries)s - 1)
)
SELECT pg_notify(%(channel)s, '')
""")


def make_missing_due(work: Iterable[tuple[str, int]]) -> None:
    """Make due what nobody is asked for yet; what is due stays as it is, set aside or not."""
    due = list(dict.fromkeys(work))
    if due:
        _MAKE_MISSING_DUE(
            kinds=[kind for kind, _ in due], subjects=[subject for _, subject in due], channel=CHANNEL
        )


_MAKE_MISSING_DUE = Statement("""
WITH added AS (
    INSERT INTO matches_outbox (kind, subject, generation, created_at, attempts)
    SELECT kind, subject, 1, now(), 0
    FROM unnest(%(kinds)s::text[], %(subjects)s::bigint[]) AS asked (kind, subject)
    ON CONFLICT (kind, subject) DO NOTHING
)
SELECT pg_notify(%(channel)s, '')
""")


# Rows that nobody has been sent for yet, or so long ago that the message or its worker must be lost; none
# that was set aside. The exponent stops growing where the delay does.
NOT_IN_HAND = """(
    set_aside_at IS NULL AND (
        enqueued_at IS NULL
        OR enqueued_at < now() - make_interval(secs => least(60, 2 ^ least(attempts, 6)))
    )
)"""


def claim(kind: str, most: int, *, sent: int | None = None) -> list[int]:
    """Take in hand what waits longest of a kind, as the dispatcher does when it sends something.

    Returns the subjects, `most` of them: first the one that was `sent`, if it is still due, which the
    dispatcher has taken in hand already. What was sent before without being done may be what workers die of:
    it comes alone, and with nothing else.
    """
    return [subject for (subject,) in _CLAIM(kind=kind, sent=sent, most=most - (sent is not None))]


# Materialised: asked anew for every row that it is compared with, as a plan may have it, the limit would
# hold for none.
_CLAIM = Statement(f"""
WITH asked AS MATERIALIZED (
    SELECT id, subject, attempts FROM matches_outbox
    WHERE kind = %(kind)s AND subject = %(sent)s::bigint AND set_aside_at IS NULL
), waiting AS MATERIALIZED (
    SELECT id FROM matches_outbox
    WHERE kind = %(kind)s AND subject IS DISTINCT FROM %(sent)s::bigint AND attempts = 0 AND {NOT_IN_HAND}
        AND NOT EXISTS (SELECT FROM asked WHERE attempts > 1)
    ORDER BY created_at, id
    LIMIT %(most)s
    FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE matches_outbox SET enqueued_at = now(), attempts = attempts + 1
    WHERE id IN (SELECT id FROM waiting)
    RETURNING id, subject
), due AS (
    SELECT 0 AS place, id, subject FROM asked
    UNION ALL SELECT 1, id, subject FROM claimed
)
SELECT subject FROM due ORDER BY place, id
""")


def note_failed(kind: str, subject: int, error: str) -> bool:
    """Note that a worker could not carry it out: it comes again later than what was lost, or no more.

    After TRIES of them it is set aside, until somebody asks for it again. Returns whether it was now.
    """
    noted = _NOTE_FAILED(kind=kind, subject=subject, error=error[-ERROR_KEPT:], tries=TRIES)
    return any(set_aside for (set_aside,) in noted)


_NOTE_FAILED = Statement("""
UPDATE matches_outbox
SET attempts = attempts + 1, enqueued_at = coalesce(enqueued_at, now()), failures = failures + 1,
    error = %(error)s, set_aside_at = CASE WHEN failures + 1 >= %(tries)s THEN now() END
WHERE kind = %(kind)s AND subject = %(subject)s AND set_aside_at IS NULL
RETURNING set_aside_at IS NOT NULL
""")


def call_dispatcher() -> None:
    """Have the dispatcher look, once this is committed, for what nobody has in hand."""
    _CALL(channel=CHANNEL)


_CALL = Statement("SELECT pg_notify(%(channel)s, '')")


def open_outbox_row(kind: str, subject: int) -> tuple[int, int] | None:
    """The open row's number and generation, to be read before the facts are; None if nothing is due."""
    return Outbox.objects.filter(kind=kind, subject=subject).values_list("pk", "generation").first()


def outbox_seen_beside(kind: str, subject: int) -> Subquery:
    """What `seen` says, as a column of the query that locks what the work is about; `close` takes either.

    As old as the waiting for that lock, which is as well: what was asked for since stays due.
    """
    row = Func(F("pk"), F("generation"), function="jsonb_build_array", output_field=JSONField())
    return Subquery(Outbox.objects.filter(kind=kind, subject=subject).values_list(row)[:1])


def outbox_seen_all(kind: str) -> dict[int, tuple[int, int]]:
    """The same of every open row of a kind, by subject in ascending order, which is that of closing them."""
    rows = Outbox.objects.filter(kind=kind).order_by("subject").values_list("subject", "pk", "generation")
    return {subject: (number, generation) for subject, number, generation in rows}


def outbox_seen_of(kind: str, subjects: Collection[int]) -> dict[int, tuple[int, int]]:
    """The open rows of a kind, of those subjects that are due: `close_outbox_rows` takes what it answers."""
    rows = _SEEN(kind=kind, subjects=list(subjects))
    return {subject: (number, generation) for subject, number, generation in rows}


_SEEN = Statement("""
SELECT subject, id, generation FROM matches_outbox
WHERE kind = %(kind)s AND subject = ANY (%(subjects)s::bigint[])
""")


def close_outbox_rows(rows: Iterable[Sequence[int]]) -> None:
    """Close rows that were seen, unless somebody has asked again since or they are others by now."""
    closed = sorted((number, generation) for number, generation in rows)
    if closed:
        _CLOSE(numbers=[number for number, _ in closed], generations=[generation for _, generation in closed])


_CLOSE = Statement("""
DELETE FROM matches_outbox AS due
USING unnest(%(numbers)s::bigint[], %(generations)s::bigint[]) AS seen (number, generation)
WHERE due.id = seen.number AND due.generation = seen.generation
""")


def close_outbox_row(row: Sequence[int] | None) -> None:
    """The same of one, where it was seen."""
    if row is not None:
        close_outbox_rows([row])
