"""Requests with a key: carried out once, whoever sends them again."""

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from matches.work.slices import delete_in_slices

from .errors import AnswerNotKept, IdempotencyKeyReused, RequestInFlight
from .models import KeptAnswer
from .rules.sealing import KeyOfCaller, SentAnswer

KEPT_FOR = timedelta(days=1)
LONGEST_BODY = 1_000_000
"""Bytes of an answer that are kept; of a longer one, only that there was one."""

PRUNED_AT_ONCE = 5_000


def answer_find(*, key: KeyOfCaller, fingerprint: str, now: datetime | None = None) -> SentAnswer | None:
    """What the request was answered; None if it is new, and then no other with this key is until the end
    of the transaction.

    Raises RequestInFlight, IdempotencyKeyReused, AnswerNotKept.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [key.lock_number])
        if not cursor.fetchone()[0]:
            raise RequestInFlight(
                "A request with the Idempotency-Key %(key)s is being carried out. Send it again in a moment: "
                "it is answered as the first one.",
                {"key": key.key},
            )
    # Asked after the lock is held, by a statement of its own: it sees what its last holder has committed.
    kept = KeptAnswer.objects.filter(digest=key.digest).first()
    if kept is None or kept.created_at <= (now or timezone.now()) - KEPT_FOR:
        return None
    answer = key.unseal(bytes(kept.sealed))
    if answer.fingerprint != fingerprint:
        raise IdempotencyKeyReused(
            "The Idempotency-Key %(key)s came with another request: another method, address or body. Make a "
            "new key for each thing to be done, and keep it for sending the same once more.",
            {"key": key.key},
        )
    if answer.body is None:
        raise AnswerNotKept(
            "The request with the Idempotency-Key %(key)s was carried out and answered %(status)s; the "
            "answer was too long to be kept. Read what has become of it instead of sending it again.",
            {"key": key.key, "status": answer.status},
            answered=answer.status,
            location=answer.headers.get("Location"),
        )
    return answer


def answer_keep(*, key: KeyOfCaller, answer: SentAnswer, now: datetime | None = None) -> None:
    """Keep what a request was answered, in the transaction of its effect, in place of what is too old."""
    KeptAnswer.objects.bulk_create(
        [KeptAnswer(digest=key.digest, sealed=key.seal(answer), created_at=now or timezone.now())],
        update_conflicts=True,
        unique_fields=["digest"],
        update_fields=["sealed", "created_at"],
    )


def answers_prune(now: datetime) -> None:
    """Forget answers older than a day, so many at a time."""
    old = KeptAnswer.objects.filter(created_at__lte=now - KEPT_FOR).order_by("created_at")
    delete_in_slices(old, PRUNED_AT_ONCE)
