"""Whoever changes a tournament begins here."""

from matches.work.statements import RowsStatement, set_related
from tournaments.clubs.models import Club
from tournaments.events.errors import TournamentCalledOff
from tournaments.events.models import Draw, Tournament
from tournaments.venues.models import Venue


def tournament_lock(tournament_id: int, *, called_off: bool = False, removed: bool = False) -> Tournament:
    """The tournament with its row locked: entries, draw and fixtures of it change one at a time.

    Raises TournamentCalledOff, unless one that is `called_off` will do. One that was removed is there for
    nobody but who takes one that is `removed`.
    """
    found: Tournament | None = None
    for found, *belonging in _LOCKED(tournament=tournament_id, removed=removed):
        for name, belongs in zip(("club", "draw", "venue"), belonging, strict=True):
            set_related(found, name, belongs)
    if found is None:
        raise Tournament.DoesNotExist(f"There is no tournament {tournament_id}.")
    if not called_off:
        check_not_called_off(found)
    return found


_LOCKED = RowsStatement(
    """
    SELECT {tournament}, {club}, {draw}, {venue}
    FROM tournaments_tournament AS tournament
    JOIN tournaments_club AS club ON club.id = tournament.club_id
    LEFT JOIN tournaments_draw AS draw ON draw.id = tournament.draw_id
    LEFT JOIN tournaments_venue AS venue ON venue.id = tournament.venue_id
    WHERE tournament.id = %(tournament)s AND (NOT tournament.removed OR %(removed)s)
    FOR NO KEY UPDATE OF tournament
    """,
    tournament=Tournament,
    club=Club,
    draw=Draw,
    venue=Venue,
)


def check_not_called_off(tournament: Tournament) -> None:
    """Raises TournamentCalledOff."""
    if tournament.called_off:
        raise TournamentCalledOff(
            "%(tournament)s has been called off. Have it go ahead first, if it is to be played after all.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
