"""Posting: what people are to be told of, written in the transaction in which it happens."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from json import dumps
from typing import Any

from django.utils import timezone

from matches.accounts.models import User
from matches.notifications.models import NOTICE_SPREAD
from matches.notifications.selectors import kinds_declared
from matches.work import outbox
from matches.work.statements import Statement


def notice_post(
    kind: str,
    subject: int,
    occasion: object = "",
    *,
    actor: User | None = None,
    data: Mapping[str, Any] | None = None,
    due_at: datetime | None = None,
    now: datetime | None = None,
) -> None:
    """Have people told of something; posted again, it is the same. Raises KeyError for an unknown kind.

    occasion: which time it was, of what happens to a subject more than once. actor: who did it, and need not
    be told. due_at: not before; whether it still holds is looked at then. Call it after every lock is held.
    """
    notices_post(kind, [(subject, occasion)], actor=actor, data={subject: data or {}}, due_at=due_at, now=now)


def notices_post(
    kind: str,
    occasions: Iterable[tuple[int, object]],
    *,
    actor: User | None = None,
    data: Mapping[int, Mapping[str, Any]] | None = None,
    due_at: datetime | None = None,
    now: datetime | None = None,
) -> None:
    """The same of several subjects, each with its occasion: two statements at most. data: by subject."""
    kinds_declared()[kind]
    posted = [(subject, str(occasion)) for subject, occasion in occasions]
    if not posted:
        return
    new = _POST(
        kind=kind,
        actor=None if actor is None else actor.pk,
        now=now or timezone.now(),
        due_at=due_at,
        subjects=[subject for subject, _ in posted],
        occasions=[occasion for _, occasion in posted],
        data=[dumps((data or {}).get(subject, {})) for subject, _ in posted],
    )
    if due_at is None:
        outbox.make_all_due((NOTICE_SPREAD, number) for (number,) in sorted(new))


_POST = Statement("""
INSERT INTO matches_notice (kind, subject, occasion, data, actor_id, created_at, due_at)
SELECT %(kind)s, subject, occasion, data, %(actor)s, %(now)s, %(due_at)s
FROM unnest(%(subjects)s::bigint[], %(occasions)s::text[], %(data)s::jsonb[])
    AS posted (subject, occasion, data)
ON CONFLICT (kind, subject, occasion) DO NOTHING
RETURNING id
""")
