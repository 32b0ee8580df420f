"""Reports: taken at once, judged by a worker."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

import engine
from engine.errors import EITHER, link_texts
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
from matches.play.errors import (
    MatchDisputed,
    NotYourMatch,
    ScoreOnly,
    TranscriptTooLarge,
)
from matches.play.models import REPORT_VERIFY, Match, Report
from matches.play.selectors import (
    Case,
    reports_with_verdict,
)
from matches.work import outbox

from .corrections import check_no_appeal_open
from .matches import check_match_due, match_current

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


@transaction.atomic
def slip_report_submit(
    *,
    match_id: int,
    score: tuple[int, int],
    check: Callable[[Case], None],
    actor: User | None = None,
    now: datetime | None = None,
) -> Report:
    """Take the score of a match from whoever holds its slip, logged in as `actor` or not.

    It is a report of the side that has won by it, whoever wrote it down: the other side, whom it costs the
    match, is the one that is asked. The same again is the first one, and nothing is written. check: raises
    where the slip does not hold for the locked match. Raises what that does, MatchFinal, MatchNotDue,
    UnderAppeal.
    """
    now = now or timezone.now()
    case = match_current(match_id, now)
    content = {"points_one": score[0], "points_two": score[1]}
    if (there := slip_report_made_before(case, content)) is not None:
        return there
    check(case)
    check_match_open_to_reports(case, Report.Role.PLAYER)
    side = int(score[1] > score[0])
    return report_take(
        case.match, actor, Report.Role.PLAYER, now, side=side, means=Report.Means.SLIP, **content
    )


def slip_report_made_before(case: Case, content: Mapping[str, Any]) -> Report | None:
    """The latest report of the match, if it says the same by slip and is not to be looked at anew."""
    if not may_be_said_again(case):
        return None
    there = reports_with_verdict().filter(match=case.match).order_by("-serial").first()
    if there is None or there.means != Report.Means.SLIP or there.status == "refused" or there.is_undone:
        return None
    return there if all(getattr(there, name) == said for name, said in content.items()) else None


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


def report_take(match: Match, actor: User | None, role: str, now: datetime, **content: Any) -> Report:
    """Write a report of a locked match and have it judged."""
    report = new_report(match, actor, role, now, **content)
    report.save()
    outbox.make_due(REPORT_VERIFY, report.pk)
    return report


def new_report(
    match: Match, actor: User | None, role: str, now: datetime, *, side: int | None = None, **content: Any
) -> Report:
    """A report, not written yet. side: whose it is, where that is not the login's own."""
    kinds = {
        "transcript": Report.Kind.TRANSCRIPT,
        "games": Report.Kind.GAMES,
        "points_one": Report.Kind.SCORE,
    }
    if role == Report.Role.PLAYER and side is None and actor is not None:
        side = match.side_of(actor)
    return Report(
        match=match,
        recorded_by=actor,
        recorded_at=now,
        kind=next(kind for name, kind in kinds.items() if content.get(name) is not None),
        role=role,
        side=side,
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
