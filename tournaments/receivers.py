"""What a match means for its tournament: work when it is decided, news whenever its state changes."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from matches import live, outbox
from matches.models import Match
from matches.signals import match_finished
from tournaments.models import Fixture
from tournaments.outbox import TOURNAMENT_ADVANCE


@receiver(match_finished)
def advance_tournament(sender: type, match: Match, **kwargs: Any) -> None:
    for tournament in tournaments_of(match):
        outbox.add(TOURNAMENT_ADVANCE, tournament)


@live.follows
def tournament_topics(match: Match) -> Iterable[str]:
    return [f"tournament-{tournament}" for tournament in tournaments_of(match)]


def tournaments_of(match: Match) -> Iterable[int]:
    """The tournament the match belongs to, if it belongs to one."""
    return Fixture.objects.filter(match=match).values_list("tournament", flat=True)
