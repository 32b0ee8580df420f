"""Reports are judged by a worker, many at once where many wait, and decide their matches."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

import structlog
from django.db import transaction
from django.utils import timezone

from matches import hooks
from matches.base.problems import stored_problem, with_sentences
from matches.notifications.services import notice_post, notices_post
from matches.play.errors import (
    RefereeFailed,
    WinnerReports,
)
from matches.play.models import REPORT_VERIFY, Report, Verdict
from matches.play.rules.deciding import Stated
from matches.play.rules.refereeing import (
    MatchScore,
    ReportTerms,
    ReportVerdict,
    capped_match_score,
    judge_games,
    judge_score,
    judge_transcript,
)
from matches.play.selectors import (
    Case,
    cases_lock,
    reports_to_judge,
    terms_of_reports,
)
from matches.work import outbox

from .matches import match_is_final
from .refreshing import matches_tell, matches_write

log = structlog.get_logger(__name__)


class Judged(NamedTuple):
    """A report, its match with all facts, and what the referee says."""

    report: Report
    case: Case
    verdict: ReportVerdict


def report_verify(*, report_id: int, now: datetime | None = None) -> None:
    """Judge a report and write the verdict; a valid one may decide its match. Twice is as good as once.

    The engine works before anything is locked. A report that comes to be judged after the match was
    decided, and would have it decided otherwise, is refused like one that arrives too late.
    """
    reports_verify(report_ids=[report_id], now=now)


def reports_verify(*, report_ids: Sequence[int], now: datetime | None = None) -> None:
    """Judge reports as `report_verify` does one, in as many queries as two; of a match one by one."""
    due = outbox.outbox_seen_of(REPORT_VERIFY, report_ids)
    found = reports_to_judge(report_ids)
    pending = [report for report in found.values() if report.status == "pending"]
    terms = terms_of_reports(pending)
    verdicts = {report.pk: judge_report(report, terms[report.pk]) for report in pending}
    for reports in of_each_match_one(found[number] for number in report_ids):
        with transaction.atomic():
            cases = cases_lock(reports, now or timezone.now())
            judged = verdicts_write(
                [
                    Judged(report, cases[match], verdicts[report.pk])
                    for match, report in reports.items()
                    if report.pk in verdicts and report.pk in cases[match].pending
                ]
            )
            verdicts_tell(matches_refresh_judged(judged))
            outbox.close_outbox_rows(due[report.pk] for report in reports.values() if report.pk in due)


def of_each_match_one(reports: Iterable[Report]) -> list[dict[int, Report]]:
    """Reports by their matches: the first of each, then the second of those that have one, and so on."""
    turns: list[dict[int, Report]] = []
    for report in reports:
        turn = next((turn for turn in turns if report.match_id not in turn), None)
        if turn is None:
            turns.append(turn := {})
        turn[report.match_id] = report
    return turns


def matches_refresh_judged(judged: Sequence[Judged]) -> list[Judged]:
    """Write where the matches stand by the verdicts, each as who has reported it did."""
    authors = {each.case.match.pk: each.report.recorded_by for each in judged}
    refreshed = matches_write([each.case for each in judged])
    matches_tell([each._replace(actor=authors[each.case.match.pk]) for each in refreshed.otherwise])
    after = {case.match.pk: case for case in refreshed.cases}
    return [each._replace(case=after[each.case.match.pk]) for each in judged]


def judge_report(report: Report, terms: ReportTerms) -> ReportVerdict:
    """A fault of our own in judging is logged and refuses the report; it must not be tried for ever."""
    try:
        if report.transcript is not None:
            return judge_transcript(terms, bytes(report.transcript), report.names)
        if report.games is not None:
            return judge_games(terms, report.games)
        assert report.points_one is not None
        assert report.points_two is not None
        return judge_score(terms, (report.points_one, report.points_two))
    except Exception:
        log.exception("referee_failed", report=report.pk)
        return ReportVerdict(
            refusal=RefereeFailed(
                "The referee stumbled over this report; the fault is ours and has been logged. The report is "
                "kept. Send the score, or have the director report it."
            )
        )


def refusal_unless_winner_reports(report: Report, case: Case, verdict: ReportVerdict) -> WinnerReports | None:
    """Where the winner reports, the refusal of what the loser says.

    A transcript may come from either, and so may the games that both have seen being recorded, and what the
    winner has reported already.
    """
    match_score = verdict.match_score
    if match_score is None or report.side in (None, match_score.winner):
        return None
    if report.transcript is not None or report.means == Report.Means.LIVE:
        return None
    if case.regulations.reporters == "both" or report_says_the_same(case, match_score):
        return None
    return WinnerReports(
        "By the regulations of this match the winner reports the score, and by this report %(winner)s has "
        "won. Ask them to report it, or send the transcript.",
        {"winner": case.match.players[1 - report.side].name},
        match=case.match.pk,
    )


def report_says_the_same(case: Case, match_score: MatchScore) -> bool:
    """Whether the latest report of the side that has won says the same."""
    length = case.match.length
    winner = match_score.winner
    said = [event for event in case.in_force if isinstance(event, Stated) and event.side == winner]
    return bool(said) and capped_match_score(said[-1].match_score.points, length) == capped_match_score(
        match_score.points, length
    )


def report_comes_too_late(report: Report, case: Case, verdict: ReportVerdict) -> bool:
    """Whether a valid report would change, in its place, what has been decided while it waited to be judged.

    One that changes nothing is kept: should the ruling that decided be taken back, it counts.
    """
    assert verdict.match_score is not None
    if case.decision.match_score is None:
        return False
    complete = report.kind == Report.Kind.TRANSCRIPT
    said = Stated(report.pk, report.recorded_at, report.side, verdict.match_score, complete)
    return case.with_event(report.serial, said).decision != case.decision


def verdicts_write(judged: Sequence[Judged]) -> list[Judged]:
    """Write the verdicts on reports of locked matches, each of another; the cases once they have them."""
    written = []
    for report, case, verdict in judged:
        refusal = verdict.refusal or refusal_unless_winner_reports(report, case, verdict)
        if refusal is None and report_comes_too_late(report, case, verdict):
            refusal = match_is_final(case.match)
        written.append(
            Verdict(
                report=report,
                recorded_at=case.now,
                accepted=refusal is None,
                problem=None if refusal is None else stored_problem(refusal),
                details=with_sentences(verdict.details),
                swapped=verdict.swapped,
            )
        )
    Verdict.record_all(written)
    return [each._replace(case=each.case.with_verdict(each.report)) for each in judged]


def verdicts_tell(judged: Sequence[Judged]) -> None:
    """Tell of verdicts whom they concern, by the matches as they stand since, and make due what follows."""
    if not judged:
        return
    refused = [(case.match.pk, report.pk) for report, case, _ in judged if not report.verdict.accepted]
    if refused:
        notices_post("report_refused", refused, now=judged[0].case.now)
    for report, case, _ in judged:
        if report.verdict.accepted and report.pk in case.decision.waiting:
            notice_post("report_to_confirm", case.match.pk, report.pk, actor=report.recorded_by, now=case.now)
    reports = [each.report for each in judged]
    outbox.make_all_due(work for stake in hooks.match_stakes() for work in stake.work_after_verdicts(reports))
