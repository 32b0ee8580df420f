"""What the room declares to the others."""

from django.http import HttpRequest
from django.utils import timezone

from matches.accounts.permissions import PlaceSource, RoleSource, may_do_action
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.hooks import PageContext, Room, Section
from tournaments.clubs.models import Club
from tournaments.clubs.permissions import club_roles
from tournaments.events.models import Tournament
from tournaments.series import services
from tournaments.series.facts import FACTS, WORDS
from tournaments.series.models import Series
from tournaments.series.selectors import series_list, series_next


class ClubSeries(Section):
    """The series of a club, for who runs it."""

    subject = Club
    templates = {"below": "series/_club_series.html"}
    rank = 1

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        if not may_do_action(request.user, "tournament_create", row):
            return None
        now = timezone.now()
        found = [(series, series_next(series, now)) for series in series_list().filter(club=row)]
        return {"series": found} if found else None


class TournamentSeries(Section):
    """Of an event that somebody edits: the series that copies it, or that it can be held every week."""

    subject = Tournament
    templates = {"editing": "series/_tournament_series.html"}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        if not may_do_action(request.user, "tournament_create", row.club):
            return None
        return {"series": series_list().filter(source=row).first(), "tournament": row}


ROOM = Room(
    name="series",
    roles=[RoleSource(Series, lambda user, series: club_roles(user, series.club))],
    places=[PlaceSource(Series, lambda series: [("club", series.club_id)])],
    facts=FACTS,
    subjects=[Subject(model=Series, page="pages-tournaments:series-edit", number_help="Of a fact about it.")],
    exported=[ExportKind("series", Series)],
    sweep=lambda now: services.series_sweep(now=now),
    sections=[ClubSeries(), TournamentSeries()],
    words=WORDS,
)
