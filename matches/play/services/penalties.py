"""Penalty points: given by a director before the first game, for coming late or for conduct."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.play.errors import InvalidPenalty, PenaltyTooLate
from matches.play.models import Match, Penalty, Ruling
from matches.play.rules.deciding import Stated
from matches.play.rules.lateness import (
    Lateness,
    Penalised,
    lateness_penalty,
    minutes_between,
    standing_penalties,
)
from matches.play.rules.regulations import DAY
from matches.play.rules.results import ResultKind
from matches.play.selectors import Case, game_log

from .live import match_changed
from .matches import match_current, match_is_final
from .rulings import ruling_write


@transaction.atomic
def penalty_give(
    *,
    match_id: int,
    actor: User,
    side: int,
    cause: str,
    reason: str,
    minutes: int | None = None,
    points: int | None = None,
    now: datetime | None = None,
) -> Penalty:
    """Give the opponent of `side` penalty points, which stand in the score before the first game.

    For lateness `minutes` say how late the side was; by default they are counted from when the match was
    called, or was to start, until the side came, or now. The points follow from the regulations, and with
    enough of them the match is lost at once. For conduct `points` are given. Either takes the place of what
    the side had for that cause; 0 takes it back.

    Raises NotAllowed, MatchFinal, PenaltyTooLate, InvalidPenalty.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    match = case.match
    require_permission(actor, "penalty_give", match)
    check_penalty_in_time(case)
    if cause == Penalty.Cause.LATENESS:
        minutes = minutes_late_for_match(match, side, minutes, points, now)
        costs = penalty_for_lateness(case, minutes)
    else:
        costs = Lateness(conduct_points(match, minutes, points), lost=False)
    others = standing_penalties(case.penalties)
    total = costs.points + sum(n for (who, why), n in others.items() if who == side and why != cause)
    wins = total >= match.length
    if wins and cause == Penalty.Cause.CONDUCT:
        raise InvalidPenalty(
            "%(total)s penalty points would win a match to %(length)s; points for conduct alone do not. "
            "Rule the match forfeited instead.",
            {"total": total, "length": match.length},
            points=costs.points,
        )
    penalty = Penalty.objects.create(
        match=match,
        side=side,
        cause=cause,
        points=costs.points,
        minutes=minutes,
        reason=reason,
        recorded_by=actor,
        recorded_at=now,
    )
    if costs.lost or wins:
        case = case.with_penalty(Penalised(side, cause, costs.points))
        ruling_write(case, actor, Ruling.Grounds.LATENESS, ResultKind.FORFEIT, 1 - side, (0, 0), reason)
    match_changed(match)
    return penalty


def check_penalty_in_time(case: Case) -> None:
    """Raises MatchFinal or PenaltyTooLate."""
    match = case.match
    if match.is_over:
        raise match_is_final(match)
    is_reported = bool(case.pending) or any(isinstance(event, Stated) for event in case.in_force)
    if match.state != Match.State.OPEN or is_reported or game_log(match).facts:
        raise PenaltyTooLate(
            "The match %(match)s has begun: penalty points enter the score before the first game. Make a "
            "ruling instead.",
            {"match": match.side_names},
            match=match.pk,
        )


def minutes_late_for_match(
    match: Match, side: int, minutes: int | None, points: int | None, now: datetime
) -> int:
    """How late a side is, said or counted from the call or the start of the match. Raises InvalidPenalty."""
    if points is not None:
        raise InvalidPenalty(
            "The points for lateness follow from the minutes. Leave the points out.", points=points
        )
    if minutes is not None and not 0 <= minutes <= DAY:
        raise InvalidPenalty(
            "Nobody is %(minutes)s minutes late; say 0 to %(day)s.",
            {"minutes": minutes, "day": DAY},
            minutes=minutes,
        )
    if minutes is not None:
        return minutes
    for stake in hooks.match_stakes():
        if (late := stake.late_side(match, side, now)) is not None:
            return late.minutes
    if match.starts_at is None:
        raise InvalidPenalty(
            "The match was not called, and has no scheduled start to count from. Say how many minutes late "
            "the side was."
        )
    return minutes_between(match.starts_at, now)


def penalty_for_lateness(case: Case, minutes: int) -> Lateness:
    """What so many minutes cost by the regulations of the match. Raises InvalidPenalty."""
    rules = case.regulations
    if rules.late_step is None:
        raise InvalidPenalty(
            "By the regulations of this match (preset %(preset)s) lateness costs no points. Make a ruling, "
            "or give points for conduct.",
            {"preset": rules.preset},
            minutes=minutes,
        )
    return lateness_penalty(minutes, case.match.length, rules)


def conduct_points(match: Match, minutes: int | None, points: int | None) -> int:
    """Raises InvalidPenalty where points are not what was said."""
    if minutes is not None or points is None or points < 0:
        raise InvalidPenalty("A penalty for conduct is given in points, not in minutes. Say how many points.")
    return points
