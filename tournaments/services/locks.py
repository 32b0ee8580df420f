"""Whoever changes a tournament begins here."""

from tournaments.models import Tournament


def tournament_lock(tournament_id: int) -> Tournament:
    """The tournament with its row locked: entries, draw and fixtures of it change one at a time."""
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club", "draw")
        .get(pk=tournament_id)
    )
