"""Fixtures as venues want them: which match goes to which tables, and what people call it."""

from collections import defaultdict
from collections.abc import Iterable, Set
from functools import cache

from django.db.models import Q

from matches.hooks import MatchToCall
from matches.play.models import Match
from tournaments.events.models import CheckIn, Fixture, Tournament
from tournaments.events.rules.calling import is_called_first
from tournaments.venues.rules.calling import Assignment

from .numbers import fixtures_numbered, tournament_numbers

PLAYERS = ("match__one__stand_in", "match__two__stand_in")


def fixtures_to_call(condition: Q) -> list[MatchToCall]:
    """The fixtures that count, as far as tables go, numbered: two queries, one or two for each event,
    and one more where players check in."""
    fixtures = Fixture.objects.filter(condition, void=False).select_related(*PLAYERS)
    by_event: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in fixtures.order_by("pk"):
        by_event[fixture.tournament_id].append(fixture)
    events = Tournament.objects.select_related("draw").in_bulk(by_event)
    awaited = [event for event in events.values() if event.check_in]
    there = entries_checked_in(awaited) if awaited else set()
    return [
        found
        for number, listed in by_event.items()
        for found in fixtures_of_event_to_call(events[number], listed, there)
    ]


def fixtures_of_event_to_call(
    tournament: Tournament, fixtures: list[Fixture], there: Set[int]
) -> list[MatchToCall]:
    terms = cache(tournament.terms_of)
    fixtures_numbered(fixtures, tournament_numbers(tournament))
    return [
        MatchToCall(
            match=fixture.match,
            number=fixture.number,
            event=tournament.pk,
            event_name=tournament.name,
            venue=tournament.venue_id,
            tables=terms(fixture.part, fixture.round).tables or tournament.tables,
            event_tables=tournament.tables,
            assigned=tournament.tables_assigned,
            known_at=fixture.created_at,
            is_first=is_called_first(tournament.called_first, fixture.part, fixture.round),
            is_present=not tournament.check_in or {fixture.one_id, fixture.two_id} <= there,
            step=fixture.step,
        )
        for fixture in fixtures
    ]


def entries_checked_in(tournaments: Iterable[Tournament]) -> set[int]:
    """Who is in the hall, by number."""
    there = CheckIn.objects.not_taken_back().filter(entry__tournament__in=tournaments)
    return set(there.values_list("entry", flat=True))


def waiting_at_venue(venue: int) -> Q:
    """The condition on fixtures to be open at a venue, of events that do not choose by hand."""
    return Q(
        tournament__venue=venue,
        tournament__called_off=False,
        match__state=Match.State.OPEN,
    ) & ~Q(tournament__tables_assigned=Assignment.BY_HAND)
