"""What a match means for its tournament or ladder: work when it is decided, news when its state changes."""

from django.db.models import Q, QuerySet, Subquery

from matches import successors
from matches.models import Match
from matches.selectors.ratings import counted_through
from tournaments.models import ChallengeAnswer, Fixture

counted_through("fixture__tournament__counted_in__pool")


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
