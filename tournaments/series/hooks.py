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
from tournaments.series.selectors import events_to_repeat, series_of_event, series_outlook, series_visible


class ClubSeries(Section):
    """The series of a club: what comes next in them; for who runs it those that wait, or how to begin."""

    subject = Club
    templates = {"main": "series/_club_series.html"}
    rank = 1

    def context(self, row: Club, request: HttpRequest, page: PageContext) -> PageContext | None:
        manages, now = may_do_action(request.user, "tournament_create", row), timezone.now()
        found = [series_outlook(series, now) for series in series_visible(request.user).filter(club=row)]
        outlooks = [each for each in found if manages or each.following or each.announced]
        repeatable = events_to_repeat(row).first() if manages and not outlooks else None
        if not outlooks and repeatable is None:
            return None
        return {"outlooks": outlooks, "manages": manages, "repeatable": repeatable}


class TournamentSeries(Section):
    """The series of an event and what comes next; for who runs the club, that it can be held every week."""

    subject = Tournament
    templates = {
        "head": "series/_event_in_series.html",
        "editing": "series/_tournament_series.html",
        "desk": "series/_desk_series.html",
    }

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        series = series_of_event(row, request.user)
        if series is None and (row.starts_at is None or row.called_off):
            return None
        manages = may_do_action(request.user, "tournament_create", row.club)
        if series is None and not (manages and events_to_repeat(row.club).filter(pk=row.pk).exists()):
            return None
        outlook = None if series is None else series_outlook(series, timezone.now())
        return {
            "tournament": row,
            "manages": manages,
            "outlook": outlook,
            "next_day": None if outlook is None else outlook.next_held_on(row),
        }


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
