"""Answers: what the other side says to a report."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches import live
from matches.deciding import Decision
from matches.errors import AnswerNotDue, NotYourMatch, ObjectionTooLate
from matches.models import Answer, Match, Report, User
from matches.regulations import regulations
from matches.selectors import match_decision, next_began_at

from .matches import match_current, match_is_final, match_settle


@transaction.atomic
def report_answer(
    *, report_id: int, actor: User, agrees: bool, reason: str = "", now: datetime | None = None
) -> Answer:
    """Confirm a report of the other side, or object to it.

    Until the window of the regulations closes, either side may object to the report that a decided match
    rests on, and the match is disputed. Raises NotYourMatch, AnswerNotDue for a report that waits for no
    answer, MatchFinal for a confirmation of what is decided, ObjectionTooLate.
    """
    now = now or timezone.now()
    report = Report.objects.defer("transcript").get(pk=report_id)
    match = match_current(report.match_id, now)
    side = answering_side(match, report, actor)
    # While others play in the place of the match, what was reported of it goes on waiting.
    stands = match_decision(match, now)
    if stands.state == Match.State.FINAL and not agrees:
        check_window(match, report, stands, now)
    elif stands.outcome is not None:
        raise match_is_final(match)
    elif report.pk not in stands.waiting:
        raise AnswerNotDue(
            f"The match is {stands.state} and report {report.pk} waits for no answer. What is answered is "
            "the latest report of the other side, while the match waits for it.",
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
    side = match.side_of(actor)
    rests_on = match.result is not None and match.result.report_id == report.pk
    others = report.side is not None and side == 1 - report.side
    if side is None or not (rests_on or others):
        raise NotYourMatch(
            f"A report of the match {match.sides} is answered by the other side, not "
            f"by {actor.username}. A director settles a match by a report of their own or by a ruling.",
            match=match.pk,
        )
    return side


def check_window(match: Match, report: Report, stands: Decision, now: datetime) -> None:
    """Raises ObjectionTooLate, or AnswerNotDue if the match does not rest on this report."""
    if stands.report != report.pk:
        raise AnswerNotDue(
            f"The match does not rest on report {report.pk}. Object to the one it rests on, or appeal "
            "against the ruling.",
            report=report.pk,
        )
    check_open_window(match, stands, now)


def check_open_window(match: Match, stands: Decision, now: datetime) -> None:
    """Raises ObjectionTooLate once the regulations let players question what was decided no more."""
    assert stands.at is not None
    closes = regulations(match.regulations).window_closes(stands.at, next_began_at(match, stands.at))
    if closes is not None and closes <= now:
        raise ObjectionTooLate(
            f"The match was decided, and since {closes:%Y-%m-%d %H:%M} UTC players may question that no "
            "more. Ask the director, who may correct it at any time.",
            match=match.pk,
            closed_at=closes.isoformat(),
        )
