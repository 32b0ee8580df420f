"""What an event weighs in master points."""

from datetime import datetime
from math import isfinite

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_lock

from .errors import InvalidMasterPoints
from .models import EventWeight
from .rules import WEIGHT_MAX, DivisionLevel


@transaction.atomic
def master_points_set(
    *,
    actor: User,
    tournament_id: int,
    weight: float,
    level: DivisionLevel,
    reason: str = "",
    now: datetime | None = None,
) -> EventWeight:
    """Have an event give master points, with its weight, in place of what was set before.

    A finished tournament takes a reason. Raises InvalidMasterPoints.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    if tournament.entrants != Tournament.Entrants.SINGLES:
        raise InvalidMasterPoints(
            "%(tournament)s is played as %(entrants)s; master points are for players who enter by "
            "themselves.",
            {"tournament": tournament.name, "entrants": CodeWord(tournament.entrants, "entrants")},
            entrants=tournament.entrants,
        )
    if not (isfinite(weight) and 0 < weight <= WEIGHT_MAX):
        raise InvalidMasterPoints(
            "An event cannot weigh %(weight)s. Give more than 0 and at most %(weight_max)s; the main event "
            "of an ABT tournament weighs 1.",
            {"weight": f"{weight:g}", "weight_max": f"{WEIGHT_MAX:g}"},
            weight=str(weight),
        )
    if tournament.state == Tournament.State.FINISHED and not reason.strip():
        raise InvalidMasterPoints(
            "%(tournament)s is over. State in `reason` why it weighs otherwise now.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    return EventWeight.objects.create(
        tournament=tournament,
        weight=weight,
        level=level,
        reason=reason.strip(),
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )


def master_points_copy(*, source: int, copy: int, actor: User) -> None:
    """Have a tournament that was just announced weigh what another does, by number; if players enter it."""
    weighed = EventWeight.objects.filter(tournament=source).order_by("serial").last()
    entrants = Tournament.objects.values_list("entrants", flat=True).get(pk=copy)
    if weighed is not None and entrants == Tournament.Entrants.SINGLES:
        master_points_set(
            actor=actor, tournament_id=copy, weight=weighed.weight, level=weighed.as_weights.level
        )
