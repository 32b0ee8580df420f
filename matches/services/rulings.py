"""Rulings: what an official decides, on a dispute, on a result that was wrong, or for want of a player."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from matches.errors import InvalidRuling, NothingToUndo, UnderAppeal
from matches.models import Appeal, Match, Ruling, User
from matches.permissions import require
from matches.regulations import regulations
from matches.results import EFFECTS, Kind, Winner
from matches.selectors import match_terms

from .matches import match_is_final, match_lock, match_settle


@transaction.atomic
def ruling_make(
    *,
    match_id: int,
    actor: User,
    kind: Kind,
    reason: str,
    winner: int | None = None,
    points: tuple[int, int] = (0, 0),
    preview: str | None = None,
    now: datetime | None = None,
) -> Ruling:
    """Decide a match. On a decided one this is a correction, which takes the `preview` that was looked at.

    Raises NotAllowed, InvalidRuling, ScoreImpossible, and PreviewStale if the correction would no longer do
    what its preview said.
    """
    match = match_lock(match_id)
    require(actor, "match_rule", match)
    check_no_appeal(match)
    winner = checked_outcome(match, kind, winner, points)
    check_preview(match, preview, kind=kind, winner=winner)
    return write(match, actor, Ruling.Grounds.DIRECTOR, kind, winner, points, reason, now)


@transaction.atomic
def ruling_undo(
    *, ruling_id: int, actor: User, reason: str, preview: str | None = None, now: datetime | None = None
) -> Ruling:
    """Take a ruling back: the match is what it was without it.

    Raises NotAllowed, NothingToUndo, PreviewMissing, PreviewStale.
    """
    ruling = Ruling.objects.select_related("match").get(pk=ruling_id)
    match = match_lock(ruling.match_id)
    require(actor, "match_rule", match)
    check_no_appeal(match)
    if Ruling.objects.filter(undoes=ruling).exists():
        raise NothingToUndo(
            f"Ruling {ruling.pk} has been undone. Undo the ruling that undid it to bring it back.",
            ruling=ruling.pk,
        )
    check_preview(match, preview, undoes=ruling.pk)
    return write(
        match,
        actor,
        Ruling.Grounds.DIRECTOR,
        Kind(ruling.kind),
        ruling.winner,
        (ruling.points_one, ruling.points_two),
        reason,
        now,
        undoes=ruling,
    )


@transaction.atomic
def match_award(
    *,
    match_id: int,
    winner: int | None,
    grounds: Ruling.Grounds,
    reason: str,
    kind: Kind = Kind.WALKOVER,
    actor: User | None = None,
    now: datetime | None = None,
) -> Ruling:
    """Decide an undecided match as the regulations say. The caller decides whether `actor` may.

    Raises MatchFinal, UnderAppeal.
    """
    match = match_lock(match_id)
    if match.state in (Match.State.FINAL, Match.State.VOID):
        raise match_is_final(match)
    check_no_appeal(match)
    return write(match, actor, grounds, kind, winner, (0, 0), reason, now)


def write(
    match: Match,
    actor: User | None,
    grounds: Ruling.Grounds,
    kind: Kind,
    winner: int | None,
    points: tuple[int, int],
    reason: str,
    now: datetime | None,
    undoes: Ruling | None = None,
    appeal: Appeal | None = None,
) -> Ruling:
    """Write a ruling on a locked match and what follows from it."""
    now = now or timezone.now()
    ruling = Ruling.objects.create(
        match=match,
        recorded_by=actor,
        recorded_at=now,
        grounds=grounds,
        kind=kind,
        winner=winner,
        points_one=points[0],
        points_two=points[1],
        reason=reason,
        undoes=undoes,
        appeal=appeal,
    )
    match_settle(match=match, now=now)
    return ruling


def check_no_appeal(match: Match) -> None:
    """Raises UnderAppeal while it is the committee's to decide."""
    if match.state == Match.State.APPEALED:
        raise UnderAppeal(
            f"The match {match.one.name} – {match.two.name} is under appeal. Its committee decides, by vote.",
            match=match.pk,
        )


def checked_outcome(match: Match, kind: Kind, winner: int | None, points: tuple[int, int]) -> int | None:
    """The winner of what a ruling says, if a match can end so. Raises InvalidRuling or ScoreImpossible."""
    effect = EFFECTS[kind]
    if kind is Kind.SETTLED and not regulations(match.regulations).settling:
        raise InvalidRuling(
            "By the regulations of this event a match is not settled between the players. It is played on, "
            "or forfeited.",
            kind=kind,
        )
    if points != (0, 0) and not effect.score:
        raise InvalidRuling(f"A result of kind {kind} has no score. Leave the points out.", kind=kind)
    if effect.winner is Winner.NEVER and winner is not None:
        raise InvalidRuling(f"A result of kind {kind} has no winner. Leave the winner out.", kind=kind)
    if effect.complete:
        terms = match_terms(match)
        engine.check_final(match.length, points, match.variant, terms.policy, start=terms.start)
        ahead = int(points[1] > points[0])
        if winner not in (None, ahead):
            raise InvalidRuling(
                f"{points[0]}-{points[1]} is won by {match.players[ahead].name}. Give the score the other "
                "way round, or leave the winner out.",
                kind=kind,
            )
        return ahead
    if max(points) >= match.length:
        raise InvalidRuling(
            f"{points[0]}-{points[1]} ends a match to {match.length}: rule that it was played.", kind=kind
        )
    if effect.winner is Winner.ALWAYS and winner is None:
        raise InvalidRuling(f"A result of kind {kind} has a winner. Say who goes on.", kind=kind)
    return winner


def check_preview(match: Match, preview: str | None, **change: object) -> None:
    """Raises PreviewMissing for a correction nobody has looked at, PreviewStale if it does otherwise."""
