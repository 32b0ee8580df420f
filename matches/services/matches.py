"""Matches: set up, settled, walked over."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches import live, outbox
from matches.errors import MatchFinal, SamePlayer, checked_length
from matches.models import Match, Player, Result, User
from matches.models.match import LENGTH_MAX
from matches.permissions import require
from matches.refereeing import Decision, checked_options
from matches.signals import match_finished


def match_create(
    *,
    one: Player,
    two: Player,
    length: int,
    variant: str = "backgammon",
    options: Mapping[str, Any] | None = None,
    rated: bool = True,
    actor: User | None = None,
) -> Match:
    """Set up a match. Without an `actor` the service itself does, for a tournament that has asked.

    Whoever sets up a match for others directs it; who sets up his own leaves it unrated unless
    both players are his to enter. Raises InvalidLength, InvalidOption, SamePlayer, NotAllowed.
    """
    checked_length(length, LENGTH_MAX)
    options = checked_options(options or {}, variant, [length])
    if one == two:
        raise SamePlayer(f"{one.name} cannot play against themselves. Choose two players.", player=one.pk)
    match = Match(one=one, two=two, length=length, variant=variant, options=options, rated=rated)
    if actor is not None:
        require(actor, "match_create", match)
        if rated:
            require(actor, "match_rate", match)
        match.created_by = actor
    match.save()
    return match


def match_lock(match_id: int) -> Match:
    """The match with its row locked, so that of two who settle it the second sees what the first did."""
    return (
        Match.objects.select_for_update(of=("self",), no_key=True)
        .select_related("one", "two")
        .get(pk=match_id)
    )


def match_settle(*, match: Match, decision: Decision, now: datetime) -> Match:
    """Write what the reports of a locked, open match amount to: its result, or that it is disputed."""
    if decision.outcome is not None:
        one, two = decision.outcome.points
        finish(
            match,
            now=now,
            kind=Result.Kind.PLAYED,
            grounds=decision.grounds,
            winner=decision.outcome.winner,
            points_one=one,
            points_two=two,
            games=list(decision.outcome.games),
            report_id=decision.report,
        )
    elif decision.disputed and match.state == Match.State.OPEN:
        match.state = Match.State.DISPUTED
        match.save(update_fields=["state"])
        live.match_changed(match)
    return match


@transaction.atomic
def match_walk_over(
    *, match_id: int, winner: int, actor: User | None, reason: str = "", now: datetime | None = None
) -> Match:
    """End a match that will not be played: `winner` (0 or 1) goes on. Not rated.

    The caller decides whether `actor` may. Raises MatchFinal.
    """
    match = match_lock(match_id)
    if match.state == Match.State.FINAL:
        raise match_is_final(match)
    finish(
        match,
        now=now or timezone.now(),
        kind=Result.Kind.WALKOVER,
        grounds=Result.Grounds.WITHDRAWAL,
        winner=winner,
        points_one=0,
        points_two=0,
        recorded_by=actor,
        reason=reason,
    )
    return match


def finish(match: Match, *, now: datetime, **result: Any) -> None:
    """Write the result of a locked match and tell everyone it concerns, in this transaction."""
    match.result = Result.objects.create(match=match, recorded_at=now, **result)
    match.state = Match.State.FINAL
    match.save(update_fields=["state", "result"])
    match_finished.send(sender=Match, match=match)
    if match.rated and match.result.kind == Result.Kind.PLAYED:
        outbox.add(outbox.RATINGS_UPDATE, 0)
    live.match_changed(match)


def match_is_final(match: Match) -> MatchFinal:
    assert match.result is not None
    return MatchFinal(
        f"The match {match.one.name} – {match.two.name} is already decided "
        f"({match.result.score[0]}-{match.result.score[1]}, {match.result.kind}) and takes no more reports.",
        match=match.pk,
        result=match.result.as_dict(),
    )
