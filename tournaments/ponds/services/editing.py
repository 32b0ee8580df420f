"""What is announced of a pond, changed; called off and removed: each a fact that can be taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.base.times import check_time_zone
from matches.edits.services import edit_write, former_values
from tournaments.ponds.errors import InvalidPond, PondFinished, PondInUse, PondStarted
from tournaments.ponds.models import Pond, PondEdit, PondStart
from tournaments.ponds.selectors import pond_entries, pond_fold

from .ponds import check_pond_not_called_off, check_pond_size, pond_lock, pond_refresh, pond_write

TERMS = ("start", "bonus", "rain", "round_minutes", "least", "most")
"""What is played by, which the start fixes."""


@transaction.atomic
def pond_edit(
    *, actor: User, pond_id: int, reason: str = "", now: datetime | None = None, **changes: Any
) -> Pond:
    """Change what is announced of a pond: TERMS only as long as it has not started.

    Raises PondCalledOff, PondStarted, InvalidPond, UnknownTimeZone.
    """
    pond = pond_lock(pond_id)
    require_permission(actor, "pond_direct", pond)
    check_pond_not_called_off(pond)
    return pond_change(pond, changes, actor=actor, reason=reason, now=now)


@transaction.atomic
def pond_call_off(*, actor: User, pond_id: int, reason: str, now: datetime | None = None) -> Pond:
    """Call a pond off: rounds that are over stand, and nobody bids any more.

    Raises PondCalledOff, PondFinished.
    """
    pond = pond_lock(pond_id)
    require_permission(actor, "pond_direct", pond)
    check_pond_not_called_off(pond)
    now = now or timezone.now()
    if pond_refresh(pond, now).state == Pond.State.FINISHED:
        raise PondFinished("%(pond)s is over.", {"pond": pond.name}, pond=pond.pk)
    return pond_change(pond, {"called_off": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def pond_remove(*, actor: User, pond_id: int, reason: str = "", now: datetime | None = None) -> Pond:
    """Remove a pond that was announced by mistake: it is shown no more. Raises PondInUse."""
    pond = pond_lock(pond_id)
    require_permission(actor, "pond_direct", pond)
    if PondStart.objects.filter(pond=pond).exists():
        raise PondInUse(
            "%(pond)s has started and stays on file. Call it off instead.", {"pond": pond.name}, started=True
        )
    entries = pond_entries(pond).count()
    if entries:
        raise PondInUse(
            "%(pond)s has entries: %(entries)s. Withdraw them first, or call it off.",
            {"pond": pond.name, "entries": entries},
            entries=entries,
        )
    return pond_change(pond, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def pond_edit_undo(
    *, actor: User, pond_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> Pond:
    """Take a change back: what it changed is as it was before, if it has not been changed again since.

    So a pond that was called off goes ahead, its round with its full time, and one that was removed is there
    again. Raises AlreadyUndone, ChangedSince, and what the change itself would raise.
    """
    pond = pond_lock(pond_id, removed=True)
    require_permission(actor, "pond_direct", pond)
    edit = PondEdit.objects.get(pond=pond, pk=edit_id)
    former = former_values(pond, edit)
    return pond_change(pond, former, actor=actor, reason=reason, undoes=edit, now=now)


def pond_change(
    pond: Pond,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: PondEdit | None = None,
    now: datetime | None,
) -> Pond:
    """Write what is changed of a locked pond. Raises PondStarted, InvalidPond, UnknownTimeZone."""
    check_time_zone(changes.get("time_zone", ""))
    changed = [name for name in TERMS if name in changes and changes[name] != getattr(pond, name)]
    if changed:
        check_pond_terms(pond, changes, changed)
    edit_write(pond, PondEdit, changes, actor=actor, reason=reason, undoes=undoes, now=now)
    pond_write(pond, pond_fold(pond))
    return pond


def check_pond_terms(pond: Pond, changes: Mapping[str, Any], changed: list[str]) -> None:
    """Raises PondStarted, InvalidPond."""
    if PondStart.objects.filter(pond=pond).exists():
        raise PondStarted(
            "%(pond)s has started, and is played by what was announced: %(fields)s. Announce another pond, "
            "or call this one off.",
            {"pond": pond.name, "fields": [CodeWord(name, "edited_field") for name in changed]},
            fields=changed,
        )
    most = changes.get("most", pond.most)
    check_pond_size(changes.get("least", pond.least), most)
    entered = pond_entries(pond).count()
    if entered > most:
        raise InvalidPond(
            "%(pond)s has %(entered)s players already; it cannot be for %(most)s at most. Let some withdraw "
            "first.",
            {"pond": pond.name, "entered": entered, "most": most},
            most=most,
        )
