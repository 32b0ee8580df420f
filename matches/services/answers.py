"""Answers: what the other side says to a report."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches import live
from matches.errors import AnswerNotDue, NotYourMatch, ObjectionTooLate
from matches.models import Answer, Match, Report, User

from .matches import match_is_final, match_lock, match_settle


@transaction.atomic
def report_answer(
    *, report_id: int, actor: User, agrees: bool, reason: str = "", now: datetime | None = None
) -> Answer:
    """Confirm a report of the other side, or object to it.

    Raises NotYourMatch for whoever is not the other side, AnswerNotDue for a report that waits for no answer,
    MatchFinal for a confirmation of what is decided, ObjectionTooLate.
    """
    now = now or timezone.now()
    report = Report.objects.defer("transcript").get(pk=report_id)
    match = match_lock(report.match_id)
    side = answering_side(match, report, actor)
    match_settle(match=match, now=now)
    if match.state == Match.State.REPORTED and not waits_for(match, report):
        raise AnswerNotDue(
            f"Report {report.pk} is not the one that waits for an answer. Answer the latest report of the "
            "other side.",
            report=report.pk,
        )
    if match.state == Match.State.FINAL and not agrees:
        raise ObjectionTooLate(
            f"The match was settled at {match.result and match.result.settled_at:%Y-%m-%d %H:%M} UTC; the "
            "time to object is over. Ask the director to correct the result.",
            match=match.pk,
        )
    if match.state in (Match.State.FINAL, Match.State.VOID):
        raise match_is_final(match)
    if match.state != Match.State.REPORTED:
        raise AnswerNotDue(
            f"The match is {match.state}; a report is answered while it waits for the other side.",
            report=report.pk,
        )
    answer = Answer.objects.create(
        report=report, recorded_by=actor, recorded_at=now, side=side, agrees=agrees, reason=reason
    )
    match_settle(match=match, now=now)
    live.changed(f"match-{match.pk}")
    return answer


def answering_side(match: Match, report: Report, actor: User) -> int:
    """The side that `actor` answers for. Raises NotYourMatch."""
    sides = [side for side, player in enumerate(match.players) if player.user_id == actor.pk]
    if report.side is None or sides != [1 - report.side]:
        raise NotYourMatch(
            f"A report of the match {match.one.name} – {match.two.name} is answered by the other side, not "
            f"by {actor.username}. A director settles a match by a report of their own or by a ruling.",
            match=match.pk,
        )
    return sides[0]


def waits_for(match: Match, report: Report) -> bool:
    """Whether this is the report that the match waits to have answered."""
    sound = Report.objects.filter(match=match, side=report.side, verdict__accepted=True)
    return sound.order_by("-serial").values_list("pk", flat=True).first() == report.pk
