"""Reports: taken at once, judged by a worker."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

import engine
from engine.errors import EITHER, link_texts
from matches import hooks
from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.accounts.permissions import (
    Role,
    allowed_roles,
    require_scope_of_roles,
    require_within,
    roles_towards,
)
from matches.base.errors import CodeWord
from matches.base.problems import stored_problem, with_sentences
from matches.notifications.services import notice_post, notices_post
from matches.play.errors import (
    MatchDisputed,
    NotYourMatch,
    RefereeFailed,
    ScoreOnly,
    TranscriptTooLarge,
    WinnerReports,
)
from matches.play.models import REPORT_VERIFY, Match, Report, Verdict
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
    case_lock,
    match_terms,
    match_terms_without_names,
    reports_with_verdict,
)
from matches.work import outbox

from .corrections import check_no_appeal_open
from .matches import check_match_due, match_current, match_is_final
from .refreshing import match_refresh

log = structlog.get_logger(__name__)


VERDICTS = ("legal", "illegal", "unreadable")


def transcript_judge(transcript: bytes) -> engine.RecordVerdict:
    """What the referee says of a transcript, whoever has played it. Raises TranscriptTooLarge."""
    check_transcript_size(transcript, settings.TRANSCRIPT_AT_ONCE_BYTES)
    try:
        return engine.verify(transcript)
    except engine.Unreadable as error:
        return engine.RecordVerdict("unreadable", error=str(error))


def check_transcript_size(transcript: bytes, most: int) -> None:
    if len(transcript) > most:
        raise TranscriptTooLarge(
            "The transcript has %(count)s bytes; %(most)s are read at most. Send the text of one match.",
            {"count": len(transcript), "most": most},
            maximum=most,
        )


@transaction.atomic
def report_submit(
    *,
    match_id: int,
    actor: User,
    role: str | None = None,
    score: tuple[int, int] | None = None,
    games: Sequence[Mapping[str, Any]] | None = None,
    transcript: bytes | None = None,
    names: Mapping[str, str] | None = None,
    means: Report.Means = Report.Means.API,
    now: datetime | None = None,
) -> Report:
    """Take a report: a final `score` (points of one, of two), the `games` or a `transcript`; exactly one.

    Its content is left to the referee. The same report again is the first one, and nothing is written. A
    director who also plays in the match reports as a player unless `role` says otherwise. Raises
    NotYourMatch, NotAllowed, MatchFinal, MatchNotDue, MatchDisputed, UnderAppeal, TranscriptTooLarge,
    ScoreOnly and then writes nothing.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    match = case.match
    role = reporting_role(match, actor, role)
    one, two = score or (None, None)
    content = {
        "points_one": one,
        "points_two": two,
        "games": None if games is None else [dict(game) for game in games],
        "transcript": transcript,
        "names": dict(names) if names else None,
    }
    if (there := report_made_before(case, actor, role, content)) is not None:
        return there
    check_match_open_to_reports(case, role)
    if transcript is not None:
        check_transcript_size(transcript, settings.TRANSCRIPT_MAX_BYTES)
    if transcript is not None and match.variant not in engine.VARIANTS:
        raise ScoreOnly(
            "The referee does not know the rules of %(variant)s and judges no transcripts of it. Report the "
            "score.",
            {"variant": engine.PLAYED[match.variant].name},
            variant=match.variant,
        )
    return report_take(match, actor, role, now, means=means, **content)


def report_made_before(case: Case, actor: User, role: str, content: Mapping[str, Any]) -> Report | None:
    """The report that the login has made already: the latest of its side, in this role, with this content.

    Made again, it would change nothing. One that was refused, or taken back by an official, is looked at
    anew; so is every one once there is a ruling. One query, where anything was said.
    """
    match = case.match
    if not may_be_said_again(case):
        return None
    side = match.side_of(actor) if role == Report.Role.PLAYER else None
    there = reports_with_verdict().filter(match=match, side=side).order_by("-serial").first()
    return there if there is not None and is_same_report(there, actor, role, content) else None


def may_be_said_again(case: Case) -> bool:
    """Whether a report of the match may be one that was made before."""
    return not case.match.superseded and case.decision.ruling is None and bool(case.events or case.pending)


def is_same_report(there: Report, actor: User, role: str, content: Mapping[str, Any]) -> bool:
    """Whether the login, in this role, has said that and it is not to be looked at anew."""
    if (there.recorded_by_id, there.role) != (actor.pk, role) or there.status == "refused" or there.is_undone:
        return False
    return all(is_same_content(there, name, said) for name, said in content.items())


def is_same_content(report: Report, name: str, said: Any) -> bool:
    """A transcript is read only where both are one."""
    if name == "transcript" and (said is None or report.kind != Report.Kind.TRANSCRIPT):
        return said is None and report.kind != Report.Kind.TRANSCRIPT
    there = getattr(report, name)
    return bool((bytes(there) if name == "transcript" else there) == said)


def report_take(match: Match, actor: User, role: str, now: datetime, **content: Any) -> Report:
    """Write a report of a locked match and have it judged."""
    report = new_report(match, actor, role, now, **content)
    report.save()
    outbox.make_due(REPORT_VERIFY, report.pk)
    return report


def new_report(match: Match, actor: User, role: str, now: datetime, **content: Any) -> Report:
    """A report, not written yet."""
    kinds = {
        "transcript": Report.Kind.TRANSCRIPT,
        "games": Report.Kind.GAMES,
        "points_one": Report.Kind.SCORE,
    }
    return Report(
        match=match,
        recorded_by=actor,
        recorded_at=now,
        kind=next(kind for name, kind in kinds.items() if content.get(name) is not None),
        role=role,
        side=match.side_of(actor) if role == Report.Role.PLAYER else None,
        **content,
    )


def check_match_open_to_reports(case: Case, role: str) -> None:
    """Raises MatchFinal, MatchNotDue or, where nothing but a ruling helps, MatchDisputed or UnderAppeal."""
    match = case.match
    check_match_due(case)
    check_no_appeal_open(case)
    if match.state == Match.State.DISPUTED and role != Report.Role.PLAYER:
        raise MatchDisputed(
            "The match %(match)s is disputed and not decided by a report: make a ruling with its reason.",
            {"match": match.side_names},
            match=match.pk,
        )


def reporting_role(match: Match, actor: User, wanted: str | None) -> str:
    """As what `actor` reports this match. Raises NotYourMatch or, for a role not held, NotAllowed."""
    # Who plays reports as a player: whether they direct it, too, is asked only where it matters.
    if wanted in (None, Report.Role.PLAYER) and Role.PLAYER in roles_towards(actor, match, {Role.PLAYER}):
        return Report.Role.PLAYER
    if match.side_of(actor) is not None and wanted in (None, Report.Role.PLAYER):
        require_scope_of_roles(actor, match, {Role.PLAYER})
    allowed = allowed_roles()["match_report"]
    held = roles_towards(actor, match, allowed) & allowed
    if not held:
        require_within(actor, match)
        require_scope_of_roles(actor, match, allowed)
        raise NotYourMatch(
            "%(actor)s neither plays nor directs the match %(match)s. Ask one of its players or the "
            "director to report it.",
            {"actor": actor.username, "match": match.side_names},
            match=match.pk,
        )
    possible = [Report.Role.PLAYER] if Role.PLAYER in held else []
    if held - {Role.PLAYER, Role.SCOREKEEPER}:
        possible.append(Report.Role.DIRECTOR)
    if Role.SCOREKEEPER in held:
        possible.append(Report.Role.SCOREKEEPER)
    if wanted is None:
        return possible[0]
    if wanted not in possible:
        raise NotAllowed(
            "%(actor)s cannot report this match as %(wanted)s, only as %(possible)s.",
            {
                "actor": actor.username,
                "wanted": CodeWord(wanted, "role"),
                "possible": link_texts(EITHER, (CodeWord(role, "role") for role in possible)),
            },
            role=wanted,
        )
    return wanted


def report_verify(*, report_id: int, now: datetime | None = None) -> None:
    """Judge a report and write the verdict; a valid one may decide its match. Twice is as good as once.

    The engine works before anything is locked. A report that comes to be judged after the match was
    decided, and would have it decided otherwise, is refused like one that arrives too late.
    """
    due = outbox.open_outbox_row(REPORT_VERIFY, report_id)
    report = Report.objects.select_related("match__one", "match__two", "verdict", "recorded_by").get(
        pk=report_id
    )
    verdict = judge_report(report, terms_of_report(report)) if report.status == "pending" else None
    with transaction.atomic():
        case = case_lock(report.match_id, now or timezone.now())
        if verdict is not None and report.pk in case.pending:
            (judged,) = verdicts_write([Judged(report, case, verdict)])
            after = match_refresh(judged.case, actor=report.recorded_by)
            verdicts_tell([judged._replace(case=after)])
        outbox.close_outbox_row(due)


def terms_of_report(report: Report) -> ReportTerms:
    terms_of = match_terms_without_names if report.transcript is None else match_terms
    return terms_of(report.match)


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


class Judged(NamedTuple):
    """A report, its match with all facts, and what the referee says."""

    report: Report
    case: Case
    verdict: ReportVerdict


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
    refused = [(case.match.pk, report.pk) for report, case, _ in judged if not report.verdict.accepted]
    if refused:
        notices_post("report_refused", refused, now=judged[0].case.now)
    for report, case, _ in judged:
        if report.verdict.accepted and report.pk in case.decision.waiting:
            notice_post("report_to_confirm", case.match.pk, report.pk, actor=report.recorded_by, now=case.now)
    reports = [each.report for each in judged]
    outbox.make_all_due(work for stake in hooks.match_stakes() for work in stake.work_after_verdicts(reports))
