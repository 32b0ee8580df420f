"""When matches are played: what a director says, or the regulations when a match is made."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import MomentWord
from matches.play.errors import InvalidSchedule
from matches.play.models import Schedule

from .live import match_changed
from .matches import match_current, match_is_final
from .refreshing import match_schedule_write


@transaction.atomic
def match_schedule(
    *,
    match_id: int,
    actor: User,
    starts_at: datetime | None = None,
    play_by: datetime | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> Schedule:
    """Say when a match starts and by when it is to be played; the latest schedule stands, whole.

    Raises NotAllowed, MatchFinal, InvalidSchedule for a match that would be overdue at once, or before it
    starts.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    match = case.match
    require_permission(actor, "match_schedule", match)
    if match.is_over:
        raise match_is_final(match)
    if play_by is not None and play_by <= now:
        raise InvalidSchedule(
            "%(play_by)s is past; a match cannot be played by then. Choose a later date.",
            {"play_by": MomentWord(play_by)},
            play_by=play_by.isoformat(),
        )
    if play_by is not None and starts_at is not None and play_by <= starts_at:
        raise InvalidSchedule(
            "A match that starts at %(starts_at)s cannot be played by %(play_by)s. Choose a later date, or "
            "an earlier start.",
            {"starts_at": MomentWord(starts_at), "play_by": MomentWord(play_by)},
            starts_at=starts_at.isoformat(),
            play_by=play_by.isoformat(),
        )
    schedule = match_schedule_write(
        match, starts_at, play_by, now=now, reason=reason, actor=actor, given=case.reminders
    )
    match_changed(match)
    return schedule
