"""A venue as it is now: who sits where, what is free, which match goes to which table next."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import prefetch_related_objects

from matches.hooks import MatchToCall, venue_stakes
from matches.play.models import Match
from matches.play.selectors import match_beginnings
from matches.players.models import Player
from tournaments.venues.models import Seating, TableCallEnd, Venue
from tournaments.venues.rules.calling import Assignment, WaitingMatch, plan_calls, waiting_since
from tournaments.venues.rules.tables import TableUse, VenueTable

from .seatings import (
    SIDES,
    LatePlayer,
    events_of_matches,
    late_players,
    members_of_matches_load,
    persons_of_match,
    seating_list,
)

EVENING = timedelta(hours=24)
"""How far back it matters who got up from a table when."""


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A match at a table. event: what its event says of it; None for one of no event."""

    seating: Seating
    event: MatchToCall | None
    late: Sequence[LatePlayer]


@dataclass(frozen=True, slots=True)
class QueuedMatch:
    """A match that waits for a table. since: from when it could have been played; table: where it goes next.

    Without a `table` it waits for one, or for `missing`: who of it sits at a table.
    """

    event: MatchToCall
    since: datetime
    table: str | None
    missing: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of a venue: who sits there, or who comes next."""

    table: VenueTable
    seated: SeatedMatch | None
    next_up: QueuedMatch | None

    @property
    def is_free(self) -> bool:
        """Whether somebody may be called to it."""
        return self.seated is None and self.table.use is not TableUse.OUT_OF_USE


@dataclass(frozen=True, slots=True)
class PersonAtTable:
    """Somebody and where they sit."""

    player: Player
    seated: SeatedMatch


@dataclass(frozen=True)
class VenueNow:
    """A venue with all that is at its tables and all that waits for them, loaded at once.

    seated: at its own tables; elsewhere: at those of other venues of the club. waiting: what could be played
    but for a table or a player. events: what events say of matches that are seated. got_up: when persons
    last got up from a table. taken_back: matches whose last call was taken back. begun: matches that are
    played at no table that anybody called them to.
    """

    venue: Venue
    seatings: tuple[Seating, ...]
    elsewhere: tuple[Seating, ...]
    waiting: tuple[MatchToCall, ...]
    events: Mapping[int, MatchToCall]
    late: Mapping[int, Sequence[LatePlayer]]
    got_up: Mapping[int, datetime]
    taken_back: Collection[int]
    begun: Collection[int]

    @cached_property
    def busy(self) -> dict[int, Player]:
        """Who sits at a table of the club, or plays at none."""
        matches = [seating.match for seating in (*self.seatings, *self.elsewhere)]
        matches += [each.match for each in self.waiting if each.match.pk in self.begun]
        return {number: person for match in matches for number, person in persons_of_match(match).items()}

    @cached_property
    def callable_matches(self) -> dict[int, tuple[MatchToCall, WaitingMatch]]:
        """Those of `waiting` that nobody plays already, with what decides about their turn, by number."""
        return {
            each.match.pk: (each, self._waiting_match(each))
            for each in self.waiting
            if each.match.pk not in self.begun
        }

    def _waiting_match(self, each: MatchToCall) -> WaitingMatch:
        persons = frozenset(persons_of_match(each.match))
        starts_at = each.match.starts_at
        known_at = each.known_at if starts_at is None else max(each.known_at, starts_at)
        return WaitingMatch(
            match=each.match.pk,
            persons=persons,
            tables=frozenset(each.tables),
            is_first=each.is_first,
            is_present=each.is_present,
            since=waiting_since(known_at, persons, self.got_up),
            order=(each.step, each.match.pk),
        )

    @cached_property
    def plan(self) -> dict[int, str]:
        """Which table each match goes to next, by match, the first match first."""
        return self._plan_among([waits for _, waits in self.callable_matches.values()])

    def _plan_among(self, waiting: Iterable[WaitingMatch]) -> dict[int, str]:
        taken = {seating.table for seating in self.seatings}
        planned = plan_calls(self.venue.venue_tables, taken, self.busy, waiting)
        return {match: table for table, match in planned.items()}

    @cached_property
    def queue(self) -> list[QueuedMatch]:
        """Every match that waits for a table, in the order in which they come."""
        return self._queue_by(self.plan)

    def _queue_by(self, plan: Mapping[int, str]) -> list[QueuedMatch]:
        ordered = sorted(self.callable_matches.values(), key=lambda each: each[1].turn)
        return [
            QueuedMatch(
                event,
                waits.since,
                plan.get(waits.match),
                tuple(self.busy[number] for number in sorted(waits.persons & self.busy.keys())),
            )
            for event, waits in ordered
        ]

    @property
    def next_calls(self) -> list[QueuedMatch]:
        """What is called next, the first match first: those that a free table waits for."""
        return [each for each in self.queue if each.table is not None]

    def next_calls_of(self, event: int) -> list[QueuedMatch]:
        """What is called next if nobody but this event calls."""
        waiting = [waits for each, waits in self.callable_matches.values() if each.event == event]
        return [each for each in self._queue_by(self._plan_among(waiting)) if each.table is not None]

    @property
    def automatic_calls(self) -> list[QueuedMatch]:
        """Those of the next calls that the service makes: not what was just taken back."""
        return [
            each
            for each in self.next_calls
            if each.event.assigned == Assignment.AUTOMATIC and each.event.match.pk not in self.taken_back
        ]

    @cached_property
    def seated(self) -> dict[str, SeatedMatch]:
        """Who sits where, by table."""
        return {
            seating.table: SeatedMatch(
                seating, self.events.get(seating.match_id), self.late.get(seating.call_id, ())
            )
            for seating in self.seatings
        }

    @cached_property
    def tables(self) -> list[TableNow]:
        """Every table in the order of the venue."""
        next_up = {each.table: each for each in self.next_calls}
        return [
            TableNow(table, self.seated.get(table.name), next_up.get(table.name))
            for table in self.venue.venue_tables
        ]

    @property
    def persons(self) -> list[PersonAtTable]:
        """Everybody who sits here, by name: the list for the door."""
        found = [
            PersonAtTable(person, seated)
            for seated in self.seated.values()
            for person in persons_of_match(seated.seating.match).values()
        ]
        return sorted(found, key=lambda each: (each.player.name.casefold(), each.player.pk))


def venue_now(venue: Venue, now: datetime) -> VenueNow:
    """A venue with its tables, loaded: nine queries for any number of tables and matches, one more for pairs.

    And those for the numbers of the matches of each event that is played there.
    """
    seatings = list(seating_list().filter(venue__club=venue.club_id).order_by("pk"))
    here = [seating for seating in seatings if seating.venue_id == venue.pk]
    waiting = matches_waiting(venue, {seating.match_id for seating in seatings}, now)
    ends = list(
        TableCallEnd.objects.filter(call__venue__club=venue.club_id, recorded_at__gt=now - EVENING)
        .select_related(*(f"call__{side}" for side in SIDES))
        .order_by("serial")
    )
    members_of_matches_load(
        [
            *(seating.match for seating in seatings),
            *(each.match for each in waiting),
            *(end.call.match for end in ends),
        ]
    )
    return VenueNow(
        venue=venue,
        seatings=tuple(here),
        elsewhere=tuple(seating for seating in seatings if seating.venue_id != venue.pk),
        waiting=tuple(waiting),
        events=events_of_matches([seating.match_id for seating in here]),
        late=late_of_seatings(here, now),
        got_up=persons_got_up(ends),
        taken_back=matches_taken_back(ends),
        begun=match_beginnings(Match.objects.filter(pk__in=[each.match.pk for each in waiting])).keys(),
    )


def late_of_seatings(seatings: Iterable[Seating], now: datetime) -> dict[int, list[LatePlayer]]:
    """Who is late of matches at tables, by call: one query."""
    calls = []
    for seating in seatings:
        seating.call.match = seating.match
        calls.append(seating.call)
    prefetch_related_objects(calls, "attendances")
    return {call.pk: late_players(call, now) for call in calls}


def matches_waiting(venue: Venue, seated: Collection[int], now: datetime) -> list[MatchToCall]:
    """The matches of events played there that may be called by now, but for those that are."""
    return [
        each
        for stake in venue_stakes()
        for each in stake.matches_to_call(venue.pk)
        if each.match.pk not in seated and (each.match.starts_at is None or each.match.starts_at <= now)
    ]


def persons_got_up(ends: Iterable[TableCallEnd]) -> dict[int, datetime]:
    """When persons last got up from a table, of calls that have ended, in their order."""
    return {number: end.recorded_at for end in ends for number in persons_of_match(end.call.match)}


def matches_taken_back(ends: Iterable[TableCallEnd]) -> set[int]:
    """Matches whose last call was taken back."""
    causes = {end.call.match_id: end.cause for end in ends}
    return {match for match, cause in causes.items() if cause == TableCallEnd.EndCause.TAKEN_BACK}
