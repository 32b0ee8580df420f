"""What the room declares to the others."""

from django.http import HttpRequest

from matches.hooks import PageContext, Room, Section
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament


class TournamentScreen(Section):
    """Where the screen of an event is, for whoever runs it and for everybody."""

    subject = Tournament
    templates = {"links": "screens/_tournament_screen.html", "desk": "screens/_desk_screen.html"}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext:
        return {"tournament": row}


class ClubScreenLink(Section):
    """Where the screen of a club's evenings is."""

    subject = Club
    templates = {"side": "screens/_club_screen.html"}

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext:
        return {"club": row}


ROOM = Room(name="screens", sections=[TournamentScreen(), ClubScreenLink()])
