"""Play goes on by itself: whenever something was decided, the matches now possible are set up."""

from django.db import transaction
from django.utils import timezone

from matches import live, outbox
from matches.services import match_create
from tournaments.formats import FORMATS, Pairing
from tournaments.models import Fixture, Tournament
from tournaments.outbox import TOURNAMENT_ADVANCE
from tournaments.selectors import live_fixtures, tournament_entries, tournament_history

from .tournaments import tournament_lock


def tournament_advance(*, tournament_id: int) -> list[Fixture]:
    """Create the fixtures that have become playable and return them; close the tournament when it is over.

    Run it as often as you like: the format names each pairing with a key, and a key is used once.
    The row lock makes concurrent runs take turns.
    """
    with transaction.atomic():
        due = outbox.seen(TOURNAMENT_ADVANCE, tournament_id)
        tournament = tournament_lock(tournament_id)
        made = advance(tournament) if tournament.state == Tournament.State.RUNNING else []
        outbox.close(due)
    return made


def advance(tournament: Tournament) -> list[Fixture]:
    format = FORMATS[tournament.format]
    history = tournament_history(tournament)
    taken = set(live_fixtures(tournament).values_list("key", flat=True))
    due = [pairing for pairing in format.due(history) if pairing.key not in taken]
    made = fixtures_create(tournament, due)
    if format.is_over(history):
        tournament.state = Tournament.State.FINISHED
        tournament.finished_at = timezone.now()
        tournament.save(update_fields=["state", "finished_at"])
    live.changed(f"tournament-{tournament.pk}")
    return made


def fixtures_create(tournament: Tournament, pairings: list[Pairing]) -> list[Fixture]:
    entries = tournament_entries(tournament, [entry for p in pairings for entry in (p.one, p.two)])
    return [
        Fixture.objects.create(
            tournament=tournament,
            key=pairing.key,
            round=pairing.round,
            one=entries[pairing.one],
            two=entries[pairing.two],
            match=match_create(
                one=entries[pairing.one].player,
                two=entries[pairing.two].player,
                length=tournament.length_of(pairing.round),
                variant=tournament.variant,
                options=tournament.options,
                rated=tournament.rated,
            ),
        )
        for pairing in pairings
    ]


def tournaments_sweep() -> None:
    """Have every running tournament looked at again; where nothing is missing, nothing happens."""
    for tournament in Tournament.objects.filter(state=Tournament.State.RUNNING).order_by("pk"):
        outbox.add(TOURNAMENT_ADVANCE, tournament.pk)
