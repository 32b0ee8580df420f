"""What a rating pool says of itself, changed; closed and removed: each a fact that can be taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.edits.services import edit_write, former_values, rows_pointing_to
from matches.ratings.errors import LeadingRatingPool, RatingPoolInUse
from matches.ratings.models import (
    EVERY_MATCH,
    RATINGS_UPDATE,
    RatingPool,
    RatingPoolEdit,
    RatingPoolTerms,
)
from matches.ratings.selectors import leading_rating_pool
from matches.work import outbox

from .rating_pools import rating_pool_lock, rating_pool_name_taken

# What a new rating pool has from the beginning.
OWN = (RatingPoolTerms, RatingPoolEdit)


@transaction.atomic
def rating_pool_edit(
    *,
    actor: User,
    rating_pool_id: int,
    closed: bool | None = None,
    reason: str = "",
    now: datetime | None = None,
    **changes: Any,
) -> RatingPool:
    """Change name, text or contact of a rating pool; have it be `closed` from now on, or as if it never was.

    Raises NotAllowed, RatingPoolNameTaken, LeadingRatingPool.
    """
    rating_pool = rating_pool_lock(rating_pool_id)
    require_permission(actor, "rating_pool_manage", rating_pool)
    now = now or timezone.now()
    if closed is not None and closed != rating_pool.is_closed:
        changes["closed_at"] = now if closed else None
    return rating_pool_change(rating_pool, changes, actor=actor, reason=reason, now=now)


@transaction.atomic
def rating_pool_remove(
    *, actor: User, rating_pool_id: int, reason: str = "", now: datetime | None = None
) -> RatingPool:
    """Remove a rating pool that was opened by mistake: it is shown no more, and its name is free again.

    Raises NotAllowed, RatingPoolInUse, LeadingRatingPool.
    """
    rating_pool = rating_pool_lock(rating_pool_id)
    require_permission(actor, "rating_pool_manage", rating_pool)
    if used := rows_pointing_to(rating_pool, but=OWN):
        raise RatingPoolInUse(
            "%(rating_pool)s is in use. A rating pool is removed as long as nothing counts in it; close it "
            "instead.",
            {"rating_pool": rating_pool.name},
            in_use=used,
        )
    return rating_pool_change(rating_pool, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def rating_pool_edit_undo(
    *, actor: User, rating_pool_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> RatingPool:
    """Take a change back: what it changed is as it was before, if it has not been changed again since.

    Raises NotAllowed, AlreadyUndone, ChangedSince, RatingPoolNameTaken, LeadingRatingPool.
    """
    rating_pool = rating_pool_lock(rating_pool_id, removed=True)
    require_permission(actor, "rating_pool_manage", rating_pool)
    edit = RatingPoolEdit.objects.get(rating_pool=rating_pool, pk=edit_id)
    former = former_values(rating_pool, edit)
    return rating_pool_change(rating_pool, former, actor=actor, reason=reason, undoes=edit, now=now)


def rating_pool_change(
    rating_pool: RatingPool,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: RatingPoolEdit | None = None,
    now: datetime | None,
) -> RatingPool:
    """Write what is changed of a locked rating pool. Raises RatingPoolNameTaken, LeadingRatingPool."""
    if changes.get("removed") or changes.get("closed_at"):
        check_rating_pool_not_leading(rating_pool)
    try:
        with transaction.atomic():
            edit = edit_write(
                rating_pool, RatingPoolEdit, changes, actor=actor, reason=reason, undoes=undoes, now=now
            )
    except IntegrityError:
        raise rating_pool_name_taken(rating_pool.name) from None
    if edit is not None and "closed_at" in edit.changes:
        outbox.make_due(RATINGS_UPDATE, EVERY_MATCH)
    return rating_pool


def check_rating_pool_not_leading(rating_pool: RatingPool) -> None:
    """Raises LeadingRatingPool."""
    if leading_rating_pool().pk == rating_pool.pk:
        raise LeadingRatingPool(
            "%(rating_pool)s is the first rating pool: players are shown and drawn by it where only one "
            "rating is. It stays open.",
            {"rating_pool": rating_pool.name},
            rating_pool=rating_pool.pk,
        )
