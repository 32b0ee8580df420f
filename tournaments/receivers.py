"""A match that became final is news for its tournament: it goes to the outbox, nowhere else."""

from typing import Any

from django.dispatch import receiver

from matches import live, outbox
from matches.models import Match
from matches.signals import match_finished
from tournaments.models import Fixture
from tournaments.outbox import TOURNAMENT_ADVANCE


@receiver(match_finished)
def advance_tournament(sender: type, match: Match, **kwargs: Any) -> None:
    tournament = Fixture.objects.filter(match=match).values_list("tournament", flat=True).first()
    if tournament is not None:
        outbox.add(TOURNAMENT_ADVANCE, tournament)
        live.changed(f"tournament-{tournament}")
