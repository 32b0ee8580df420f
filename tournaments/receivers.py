"""What a match means for its tournament or ladder: work when it is decided, news when its state changes."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet, Subquery
from django.dispatch import receiver

from matches import outbox, successors
from matches.models import Match
from matches.selectors.ratings import counted_through
from matches.signals import match_finished, report_refused
from tournaments.models import ChallengeAnswer, Fixture, Ladder, Withdrawal
from tournaments.outbox import FIXTURE_ADVANCE, LADDER_ATTEND

counted_through("fixture__tournament__counted_in__pool")


@receiver(match_finished)
def advance_fixture(sender: type, match: Match, **kwargs: Any) -> None:
    for fixture in Fixture.objects.filter(match=match).values_list("pk", flat=True):
        outbox.add(FIXTURE_ADVANCE, fixture)


@receiver(match_finished)
def attend_ladder(sender: type, match: Match, **kwargs: Any) -> None:
    for ladder in ladders_of(match):
        outbox.add(LADDER_ATTEND, ladder)


@receiver(report_refused)
def advance_past_withdrawn(sender: type, match: Match, **kwargs: Any) -> None:
    """Nobody waits any more for the match of somebody who has withdrawn, if that was all that told of it."""
    gone = Withdrawal.objects.standing().values("entry")
    played = Fixture.objects.filter(Q(one__in=gone) | Q(two__in=gone), match=match)
    for fixture in played.values_list("pk", flat=True):
        outbox.add(FIXTURE_ADVANCE, fixture)


@successors.follow
def later_matches(match: Match) -> QuerySet[Match]:
    """Of either player in a later round of the same tournament; those that count."""
    this = Fixture.objects.filter(match=match)
    players = (match.one_id, match.two_id)
    return Match.objects.filter(
        Q(one__in=players) | Q(two__in=players),
        fixture__tournament__in=this.values("tournament"),
        fixture__step__gt=Subquery(this.values("step")),
        fixture__void=False,
    )


@successors.follow
def later_on_ladder(match: Match) -> QuerySet[Match]:
    """Of either player, by a later challenge on the same ladder."""
    this = ChallengeAnswer.objects.filter(match=match)
    players = (match.one_id, match.two_id)
    return Match.objects.filter(
        Q(one__in=players) | Q(two__in=players),
        challenge_answer__challenge__ladder__in=this.values("challenge__ladder"),
        challenge_answer__serial__gt=Subquery(this.values("serial")),
    )


def ladders_of(match: Match) -> Iterable[int]:
    """The ladder the match is played on, if it is played on one."""
    return Ladder.objects.filter(challenges__answer__match=match).values_list("pk", flat=True)
