"""Matches of ladders that are not played: past their date, or given up by who leaves."""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import QuerySet

from matches.models import Match, Ruling, User
from matches.selectors import reports_pending
from matches.services import match_award, match_current, matches_lock


def matches_end(matches: QuerySet[Match], now: datetime) -> None:
    """Give the matches that were to be played by now to the challengers, who are side one."""
    for match in undecided(matches.filter(play_by__lte=now), now):
        reason = f"Not played by {match.play_by:%Y-%m-%d %H:%M} UTC."
        match_award(match_id=match.pk, winner=0, grounds=Ruling.Grounds.OVERDUE, reason=reason, now=now)


def matches_give_up(
    matches: QuerySet[Match], players: Collection[int], *, actor: User, now: datetime
) -> None:
    """Give the matches to the opponents of somebody who leaves, known under the numbers in `players`."""
    for match in undecided(matches, now):
        match_award(
            match_id=match.pk,
            winner=int(match.one_id in players),
            grounds=Ruling.Grounds.WITHDRAWAL,
            reason="The loser has left the ladder.",
            actor=actor,
            now=now,
        )


def undecided(matches: QuerySet[Match], now: datetime) -> Iterator[Match]:
    """Those of some matches that nobody has told anything of; all locked before the first is handed out."""
    locked = matches_lock(matches.order_by("pk").values_list("pk", flat=True))
    for each in locked:
        match = match_current(each.pk, now)
        if match.state == Match.State.OPEN and not reports_pending(match).exists():
            yield match
