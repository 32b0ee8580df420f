"""Whoever changes a tournament begins here."""

from tournaments.events.errors import TournamentCalledOff
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_locked


def tournament_lock(tournament_id: int, *, called_off: bool = False, removed: bool = False) -> Tournament:
    """The tournament with its row locked: entries, draw and fixtures of it change one at a time.

    Raises TournamentCalledOff, unless one that is `called_off` will do. One that was removed is there for
    nobody but who takes one that is `removed`.
    """
    found = tournament_locked(tournament_id, removed=removed)
    if found is None:
        raise Tournament.DoesNotExist(f"There is no tournament {tournament_id}.")
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
