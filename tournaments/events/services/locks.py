"""Whoever changes a tournament begins here."""

from collections.abc import Sequence

from django.db.models import QuerySet

from matches.work import outbox
from tournaments.events.errors import TournamentCalledOff
from tournaments.events.models import Tournament


def tournament_lock(tournament_id: int, *, called_off: bool = False, removed: bool = False) -> Tournament:
    """The tournament with its row locked: entries, draw and fixtures of it change one at a time.

    Raises TournamentCalledOff, unless one that is `called_off` will do. One that was removed is there for
    nobody but who takes one that is `removed`.
    """
    found = _locked_tournaments().get(pk=tournament_id, removed__in=(False, removed))
    if not called_off:
        check_not_called_off(found)
    return found


def check_not_called_off(tournament: Tournament) -> None:
    """Raises TournamentCalledOff."""
    if tournament.called_off:
        raise TournamentCalledOff(
            "%(tournament)s has been called off. Have it go ahead first, if it is to be played after all.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )


def tournament_lock_for(kind: str, tournament_id: int) -> tuple[Tournament, Sequence[int] | None]:
    """The same for a piece of work, and the row of the outbox that it closes: one query."""
    seen = outbox.outbox_seen_beside(kind, tournament_id)
    found = _locked_tournaments().annotate(due=seen).get(pk=tournament_id)
    return found, found.due


def _locked_tournaments() -> QuerySet[Tournament]:
    return Tournament.objects.select_for_update(of=("self",), no_key=True).select_related(
        "club", "draw", "venue"
    )
