"""Rulings: what an official decides, on a dispute, on a result that was wrong, or for want of a player."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from matches.accounts.models import User
from matches.base.errors import CodeWord
from matches.notifications.services import notice_post
from matches.play.errors import InvalidRuling, NothingToUndo
from matches.play.models import Appeal, Match, Ruling
from matches.play.rules.deciding import Ruled
from matches.play.rules.refereeing import MatchScore
from matches.play.rules.results import EFFECTS, ResultKind, Winner
from matches.play.selectors import Case, Preview, match_preview

from .corrections import (
    Change,
    Wanted,
    check_correction,
    check_may_correct_match,
    check_no_appeal_open,
    match_correction_lock,
    match_to_rule,
)
from .matches import match_is_final
from .refreshing import match_refresh, result_noted


@transaction.atomic
def ruling_make(
    *,
    match_id: int,
    actor: User,
    kind: ResultKind,
    reason: str,
    winner: int | None = None,
    points: tuple[int, int] = (0, 0),
    preview: str | None = None,
    now: datetime | None = None,
) -> Ruling:
    """Decide a match. On a decided one this is a correction, which takes the `preview` that was looked at.

    Under appeal it is the decision of the staff, and as final as a committee's. Raises NotAllowed,
    InvalidRuling, ScoreImpossible, UnderAppeal, PreviewMissing, PreviewStale if the correction would no
    longer do what its preview said, and what `MatchStake.check_correction` does.
    """
    now = now or timezone.now()
    case, change = match_correction_lock(match_id, actor, ruling_change(kind, winner, points), preview, now)
    winner = change.match_score.winner
    appeal = appeal_open(case)
    grounds = Ruling.Grounds.DIRECTOR if appeal is None else Ruling.Grounds.STAFF
    return ruling_write(case, actor, grounds, kind, winner, points, reason, appeal=appeal)


def appeal_open(case: Case) -> Appeal | None:
    """The appeal that waits to be decided: whoever may rule meanwhile, which is staff alone, decides it."""
    if case.decision.state != Match.State.APPEALED:
        return None
    return Appeal.objects.get(ruling=case.decision.ruling)


def ruling_preview(
    *,
    match_id: int,
    actor: User,
    kind: ResultKind,
    winner: int | None = None,
    points: tuple[int, int] = (0, 0),
    now: datetime | None = None,
) -> Preview:
    """What such a ruling would change, and nothing changed. Raises what making it would raise."""
    now = now or timezone.now()
    case = match_to_rule(match_id, actor, now)
    return correction_preview(case, actor, ruling_change(kind, winner, points))


def correction_preview(case: Case, actor: User, change: Change[Wanted]) -> Preview:
    """What a change to a match would do. Raises what `match_correction_lock` does."""
    check_may_correct_match(case, actor)
    found = match_preview(case, change(case))
    check_correction(case, found.superseded, actor)
    return found


def ruling_change(kind: ResultKind, winner: int | None, points: tuple[int, int]) -> Change[Ruled]:
    def planned_ruling(case: Case) -> Ruled:
        return Ruled(0, case.now, kind, MatchScore(checked_winner(case, kind, winner, points), points))

    return planned_ruling


@transaction.atomic
def ruling_undo(
    *, ruling_id: int, actor: User, reason: str, preview: str | None = None, now: datetime | None = None
) -> Ruling:
    """Take a ruling back: the match is what it was without it.

    Raises NotAllowed, NothingToUndo, UnderAppeal, PreviewMissing, PreviewStale.
    """
    now = now or timezone.now()
    ruling = Ruling.objects.get(pk=ruling_id)
    case, _ = match_correction_lock(ruling.match_id, actor, ruling_undo_change(ruling), preview, now)
    return ruling_write(
        case,
        actor,
        Ruling.Grounds.DIRECTOR,
        ResultKind(ruling.kind),
        ruling.winner,
        (ruling.points_one, ruling.points_two),
        reason,
        undoes=ruling,
    )


def ruling_undo_preview(*, ruling_id: int, actor: User, now: datetime | None = None) -> Preview:
    """What taking a ruling back would change, and nothing changed. Raises what doing it would raise."""
    now = now or timezone.now()
    ruling = Ruling.objects.get(pk=ruling_id)
    case = match_to_rule(ruling.match_id, actor, now)
    return correction_preview(case, actor, ruling_undo_change(ruling))


def ruling_undo_change(ruling: Ruling) -> Change[Ruled]:
    def planned_undo(case: Case) -> Ruled:
        if any(isinstance(event, Ruled) and event.undoes == ruling.pk for _, event in case.events):
            raise NothingToUndo(
                "Ruling %(ruling)s has been undone. Undo the ruling that undid it to bring it back.",
                {"ruling": ruling.pk},
                ruling=ruling.pk,
            )
        match_score = MatchScore(ruling.winner, (ruling.points_one, ruling.points_two))
        return Ruled(0, case.now, ResultKind(ruling.kind), match_score, undoes=ruling.pk)

    return planned_undo


def match_award(
    case: Case, *, winner: int, grounds: Ruling.Grounds, reason: str, actor: User | None = None
) -> Ruling:
    """Give an undecided match, locked and up to date, to a side without play. The caller decides who may.

    Raises MatchFinal, UnderAppeal.
    """
    if case.match.is_over:
        raise match_is_final(case.match)
    check_no_appeal_open(case)
    return ruling_write(case, actor, grounds, ResultKind.WALKOVER, winner, (0, 0), reason)


def ruling_write(
    case: Case,
    actor: User | None,
    grounds: Ruling.Grounds,
    kind: ResultKind,
    winner: int | None,
    points: tuple[int, int],
    reason: str,
    undoes: Ruling | None = None,
    appeal: Appeal | None = None,
) -> Ruling:
    """Write a ruling on a locked match and what follows from it."""
    ruling = Ruling.objects.create(
        match=case.match,
        recorded_by=actor,
        recorded_at=case.now,
        grounds=grounds,
        kind=kind,
        winner=winner,
        points_one=points[0],
        points_two=points[1],
        reason=reason,
        undoes=undoes,
        appeal=appeal,
    )
    match_refresh(case.with_ruling(ruling))
    told = "result_corrected" if case.results else "ruling_made"
    data = result_noted(case.match)
    notice_post(told, case.match.pk, ruling.pk, actor=actor, data=data, now=case.now)
    return ruling


def checked_winner(case: Case, kind: ResultKind, winner: int | None, points: tuple[int, int]) -> int | None:
    """The winner of what a ruling says, if a match can end so. Raises InvalidRuling or ScoreImpossible."""
    match, effect = case.match, EFFECTS[kind]
    if kind is ResultKind.AGREED_SETTLEMENT and not case.regulations.agreed_settlement:
        raise InvalidRuling(
            "The regulations of this event allow no agreed settlement between the players. The match is "
            "played on, or forfeited.",
            kind=kind,
        )
    if points != (0, 0) and not effect.score:
        raise InvalidRuling(
            "A result of kind %(kind)s has no score. Leave the points out.",
            {"kind": CodeWord(kind, "result_kind")},
            kind=kind,
        )
    if effect.winner is Winner.NEVER and winner is not None:
        raise InvalidRuling(
            "A result of kind %(kind)s has no winner. Leave the winner out.",
            {"kind": CodeWord(kind, "result_kind")},
            kind=kind,
        )
    if effect.complete:
        engine.check_final(
            match.length, points, match.variant, case.report_terms.engine_options, start=case.starting_score
        )
        ahead = int(points[1] > points[0])
        if winner not in (None, ahead):
            raise InvalidRuling(
                "%(score)s is won by %(winner)s. Give the score the other way round, or leave the winner "
                "out.",
                {"score": f"{points[0]}-{points[1]}", "winner": match.players[ahead].name},
                kind=kind,
            )
        return ahead
    start = case.starting_score if effect.score else (0, 0)
    if any(side < before for side, before in zip(points, start, strict=True)):
        raise InvalidRuling(
            "The match starts at %(start)s, for penalty points, and cannot end at %(score)s. Give the "
            "score at which it ended.",
            {"start": f"{start[0]}-{start[1]}", "score": f"{points[0]}-{points[1]}"},
            kind=kind,
        )
    if max(points) >= match.length:
        raise InvalidRuling(
            "%(score)s ends a match to %(length)s: rule that it was played.",
            {"score": f"{points[0]}-{points[1]}", "length": match.length},
            kind=kind,
        )
    if effect.winner is Winner.ALWAYS and winner is None:
        raise InvalidRuling(
            "A result of kind %(kind)s has a winner. Say who advances.",
            {"kind": CodeWord(kind, "result_kind")},
            kind=kind,
        )
    return winner
