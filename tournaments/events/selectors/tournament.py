"""One tournament, by its number."""

from typing import Any

from matches.work.statements import RowsStatement, set_related
from tournaments.clubs.models import Club
from tournaments.events.models import Draw, Tournament
from tournaments.venues.models import Venue


def tournament_numbered(number: int) -> Tournament | None:
    """A tournament with club, draw and venue, unless it was removed: one query."""
    return _tournament_of(_READ, tournament=number, removed=False)


def tournament_locked(number: int, *, removed: bool) -> Tournament | None:
    """The same, with its row locked; also one that was `removed`, where that is asked for."""
    return _tournament_of(_LOCKED, tournament=number, removed=removed)


def _tournament_of(ask: RowsStatement, **asked: Any) -> Tournament | None:
    for tournament, *belonging in ask(**asked):
        for name, belongs in zip(("club", "draw", "venue"), belonging, strict=True):
            set_related(tournament, name, belongs)
        found: Tournament = tournament
        return found
    return None


_WITH_ITS_OWN = """
    SELECT {tournament}, {club}, {draw}, {venue}
    FROM tournaments_tournament AS tournament
    JOIN tournaments_club AS club ON club.id = tournament.club_id
    LEFT JOIN tournaments_draw AS draw ON draw.id = tournament.draw_id
    LEFT JOIN tournaments_venue AS venue ON venue.id = tournament.venue_id
    WHERE tournament.id = %(tournament)s AND (NOT tournament.removed OR %(removed)s)
"""
_READ = RowsStatement(_WITH_ITS_OWN, tournament=Tournament, club=Club, draw=Draw, venue=Venue)
_LOCKED = RowsStatement(
    f"{_WITH_ITS_OWN} FOR NO KEY UPDATE OF tournament",
    tournament=Tournament,
    club=Club,
    draw=Draw,
    venue=Venue,
)
