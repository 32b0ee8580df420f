"""Answers: what the other side says to a report."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_within
from matches.base.errors import CodeWord, MomentWord
from matches.play.errors import AnswerNotDue, NotYourMatch, ObjectionTooLate
from matches.play.models import Answer, Match, Report
from matches.play.rules.deciding import Answered
from matches.play.selectors import Case, next_match_began_at

from .matches import match_current, match_is_final
from .refreshing import match_refresh


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
    case = match_current(report.match_id, now)
    match = case.match
    side = side_answering_report(match, report, actor)
    # While others play in the place of the match, what was reported of it keeps waiting.
    stands = case.decision
    if stands.state == Match.State.FINAL and not agrees:
        check_objection_window(case, report)
    elif stands.match_score is not None:
        raise match_is_final(match)
    elif report.pk not in stands.waiting:
        raise AnswerNotDue(
            "The match is %(state)s and report %(report)s waits for no answer. What is answered is the "
            "latest report of the other side, while the match waits for it.",
            {"state": CodeWord(stands.state, "match_state"), "report": report.pk},
            report=report.pk,
        )
    answer = Answer.objects.create(
        report=report, recorded_by=actor, recorded_at=now, side=side, agrees=agrees, reason=reason
    )
    # Who reads the report of the answer sees the match as it stands.
    report.match = match
    match_refresh(case.with_event(answer.serial, Answered(report.pk, now, side, agrees)), actor=actor)
    return answer


def side_answering_report(match: Match, report: Report, actor: User) -> int:
    """The side that `actor` answers for. Raises NotYourMatch."""
    require_within(actor, match)
    side = match.side_of(actor)
    rests_on = match.result is not None and match.result.report_id == report.pk
    others = report.side is not None and side == 1 - report.side
    if side is None or not (rests_on or others):
        raise NotYourMatch(
            "A report of the match %(match)s is answered by the other side, not by %(actor)s. A director "
            "decides a match by a report of their own or by a ruling.",
            {"match": match.side_names, "actor": actor.username},
            match=match.pk,
        )
    return side


def check_objection_window(case: Case, report: Report) -> None:
    """Raises ObjectionTooLate, or AnswerNotDue if the match does not rest on this report."""
    if case.decision.report != report.pk:
        raise AnswerNotDue(
            "The match does not rest on report %(report)s. Object to the one it rests on, or appeal against "
            "the ruling.",
            {"report": report.pk},
            report=report.pk,
        )
    check_objections_open(case)


def check_objections_open(case: Case) -> None:
    """Raises ObjectionTooLate once the regulations let players question what was decided no more."""
    match, at = case.match, case.decision.at
    assert at is not None
    closes = case.regulations.window_closes(at, next_match_began_at(match, at))
    if closes is not None and closes <= case.now:
        raise ObjectionTooLate(
            "The match was decided, and since %(closes)s players may question that no more. Ask the "
            "director, who may correct it at any time.",
            {"closes": MomentWord(closes)},
            match=match.pk,
            closed_at=closes.isoformat(),
        )
