"""Matches of ladders that are not played: past their date, or given up by who leaves."""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import QuerySet

from matches.accounts.models import User
from matches.play.models import Match, Ruling
from matches.play.selectors import Case
from matches.play.services import match_award, matches_current
from matches.play.words import NOT_PLAYED
from tournaments.ladders.words import LOSER_LEFT


def challenge_matches_end(matches: QuerySet[Match], now: datetime) -> None:
    """Give the matches that were to be played by now to the challengers, who are side one."""
    for case in undecided_challenge_matches(matches.filter(play_by__lte=now), now):
        match_award(case, winner=0, grounds=Ruling.Grounds.OVERDUE, reason=NOT_PLAYED)


def challenge_matches_give_up(
    matches: QuerySet[Match], players: Collection[int], *, actor: User, now: datetime
) -> None:
    """Give the matches to the opponents of somebody who leaves, known under the numbers in `players`."""
    for case in undecided_challenge_matches(matches, now):
        match_award(
            case,
            winner=int(case.match.one_id in players),
            grounds=Ruling.Grounds.WITHDRAWAL,
            reason=LOSER_LEFT,
            actor=actor,
        )


def undecided_challenge_matches(matches: QuerySet[Match], now: datetime) -> Iterator[Case]:
    """Those of some matches of which nothing has been reported; all locked before the first is handed out."""
    current = matches_current(matches.values_list("pk", flat=True), now)
    return (case for case in current if case.is_unreported)
