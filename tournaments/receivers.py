"""What a match means for its tournament: work when it is decided, news whenever its state changes."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from matches import live, outbox
from matches.models import Match
from matches.signals import match_finished
from tournaments.models import Fixture
from tournaments.outbox import FIXTURE_ADVANCE


@receiver(match_finished)
def advance_fixture(sender: type, match: Match, **kwargs: Any) -> None:
    for fixture in Fixture.objects.filter(match=match).values_list("pk", flat=True):
        outbox.add(FIXTURE_ADVANCE, fixture)


@live.follows
def tournament_topics(match: Match) -> Iterable[str]:
    """The tournament the match belongs to, if it belongs to one."""
    tournaments = Fixture.objects.filter(match=match).values_list("tournament", flat=True)
    return [f"tournament-{tournament}" for tournament in tournaments]
