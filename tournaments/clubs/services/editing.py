"""What a club says of itself, changed; a club founded by mistake, removed: facts that can be taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.times import check_time_zone
from matches.edits.services import edit_write, former_values, rows_pointing_to
from tournaments.clubs.errors import ClubInUse
from tournaments.clubs.models import Appointment, Club, ClubEdit, Sanction

from .clubs import club_name_taken

# What a new club has from the beginning.
OWN = (Appointment, ClubEdit, Sanction)


@transaction.atomic
def club_edit(
    *, actor: User, club_id: int, reason: str = "", now: datetime | None = None, **changes: Any
) -> Club:
    """Change name, text, contact, place, time_zone, colour, picture or logo of a club.

    Raises ClubNameTaken, UnknownTimeZone, and what `edit_write` does of pictures.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    require_permission(actor, "club_edit", club)
    return club_change(club, changes, actor=actor, reason=reason, now=now)


@transaction.atomic
def club_remove(*, actor: User, club_id: int, reason: str = "", now: datetime | None = None) -> Club:
    """Remove a club that was founded by mistake; its name is free again. Raises ClubInUse."""
    club = Club.objects.select_for_update().get(pk=club_id)
    require_permission(actor, "club_appoint", club)
    if used := rows_pointing_to(club, but=OWN):
        raise ClubInUse(
            "%(club)s is in use. A club is removed as long as nobody has done anything in it.",
            {"club": club.name},
            **{"in_use": used},
        )
    return club_change(club, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def club_edit_undo(
    *, actor: User, club_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> Club:
    """Take a change back, if nothing of it was changed again since. Raises AlreadyUndone, ChangedSince."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    edit = ClubEdit.objects.get(club=club, pk=edit_id)
    require_permission(actor, "club_appoint" if "removed" in edit.changes else "club_edit", club)
    former = former_values(club, edit)
    return club_change(club, former, actor=actor, reason=reason, undoes=edit, now=now)


def club_change(
    club: Club,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: ClubEdit | None = None,
    now: datetime | None,
) -> Club:
    """Write what is changed of a locked club. Raises ClubNameTaken, UnknownTimeZone."""
    check_time_zone(changes.get("time_zone", ""))
    try:
        with transaction.atomic():
            edit_write(club, ClubEdit, changes, actor=actor, reason=reason, undoes=undoes, now=now)
    except IntegrityError:
        raise club_name_taken(club.name) from None
    return club
