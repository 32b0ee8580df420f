"""How a club's events ended, and the records of its players."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q, QuerySet

from matches.play.models import Match
from matches.players.models import Player
from matches.statistics.selectors import COUNTED
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_course

from .models import ClubRecord, EventFinish, FinishedEvent
from .rules import match_tally, podium

TOP = 10
"""So many players are in each list of records on a page."""

TOO_LITTLE = {"titles": 0, "won": 0, "share": 0, "streak": 1, "events": 1}
"""The lists, in their order: one match won is no streak, and one event is everybody's."""

# Two places are named: who won, and whoever was second.
NAMED_PLACES = 2


def finished_events(club: Club) -> QuerySet[FinishedEvent]:
    """The events of a club that are over, the latest first, with who won and who was second: two queries."""
    return (
        FinishedEvent.objects.filter(club=club)
        .select_related("tournament")
        .prefetch_related(Prefetch("finishes", best_finishes(), to_attr="best"))
        .order_by("-finished_at", "-pk")
    )


def best_finishes() -> QuerySet[EventFinish]:
    named = EventFinish.objects.filter(first__lte=NAMED_PLACES)
    return named.select_related("player__stand_in").order_by("first", "player__name", "pk")


def club_records(club: Club) -> QuerySet[ClubRecord]:
    """The records of a club's players, most titles first: one query."""
    return (
        ClubRecord.objects.filter(club=club)
        .select_related("player__stand_in")
        .order_by("-titles", "-won", "-pk")
    )


@dataclass(frozen=True, slots=True)
class RecordList:
    """The best of a club by one figure."""

    figure: str
    records: list[ClubRecord]


def record_lists(club: Club) -> list[RecordList]:
    """The best by each figure, without those who have too little of it to be named: a query each."""
    found = [
        RecordList(figure, [*best_by_figure(club, figure).filter(**{f"{figure}__gt": too_little})[:TOP]])
        for figure, too_little in TOO_LITTLE.items()
    ]
    return [each for each in found if each.records]


def best_by_figure(club: Club, figure: str) -> QuerySet[ClubRecord]:
    """Of equals first who has won more matches, as the index of the figure has it."""
    ties = () if figure == "won" else ("-won",)
    return club_records(club).order_by(f"-{figure}", *ties, "-pk")


def biggest_event(club: Club) -> FinishedEvent | None:
    """The one with the most entries, the latest of equals: one query."""
    events = FinishedEvent.objects.filter(club=club).select_related("tournament")
    return events.order_by("-entries", "-pk").first()


def longest_match(club: Club) -> Match | None:
    """The match to the most points, the latest of equals: one query."""
    found = FinishedEvent.objects.filter(club=club, longest__isnull=False)
    events = found.select_related("longest__one__stand_in", "longest__two__stand_in")
    first = events.order_by("-longest_length", "-pk").first()
    return None if first is None else first.longest


# -- A year at a glance

MOST_EVENTS = 60
"""So many events of a year stand side by side, the latest of them."""
MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class YearRow:
    """Where a player finished in each of the events of a year; None where they did not play."""

    player: Player
    finishes: tuple[EventFinish | None, ...]

    @property
    def events(self) -> int:
        return sum(each is not None for each in self.finishes)

    @property
    def best(self) -> int:
        return min(each.first for each in self.finishes if each is not None)

    @property
    def podium(self) -> tuple[int, int, int]:
        return podium((each.first, each.last) for each in self.finishes if each is not None)


@dataclass(frozen=True, slots=True)
class ClubYear:
    """A club's events that were over within a year, and its players: more: how many are not among them."""

    year: int
    events: list[FinishedEvent]
    rows: list[YearRow]
    more: int = 0


def club_years(club: Club) -> list[int]:
    """The years in which events of a club were over, the latest first, as its clock has them: one query."""
    ended = FinishedEvent.objects.filter(club=club)
    found = ended.datetimes("finished_at", "year", order="DESC", tzinfo=ZoneInfo(club.time_zone))
    return [each.year for each in found]


def club_year(club: Club, year: int) -> ClubYear:
    """The events of a year in the order of their ends, and who has been first, second and third most often.

    Two queries at any size.
    """
    began, ended = (datetime(each, 1, 1, tzinfo=ZoneInfo(club.time_zone)) for each in (year, year + 1))
    over = FinishedEvent.objects.filter(club=club, finished_at__gte=began, finished_at__lt=ended)
    latest = over.select_related("tournament").order_by("-finished_at", "-pk")[:MOST_EVENTS]
    events = [*latest][::-1]
    by_player: dict[int, dict[int, EventFinish]] = defaultdict(dict)
    players: dict[int, Player] = {}
    for finish in EventFinish.objects.filter(event__in=events).select_related("player__stand_in"):
        player = finish.player.effective_player
        players[player.pk] = player
        known = by_player[player.pk].get(finish.event_id)
        # Whoever was entered under two names counts with the better place.
        if known is None or finish.first < known.first:
            by_player[player.pk][finish.event_id] = finish
    rows = [
        YearRow(players[number], tuple(found.get(event.pk) for event in events))
        for number, found in by_player.items()
    ]
    rows.sort(key=lambda row: (row.best, -row.events, row.player.name))
    rows.sort(key=lambda row: row.podium, reverse=True)
    return ClubYear(year, events, rows[:MOST_ROWS], max(0, len(rows) - MOST_ROWS))


# -- What is stored, by the facts


def matches_that_count() -> QuerySet[Match]:
    """The matches of events that were played: to the end, or until somebody gave up."""
    return Match.objects.filter(
        state=Match.State.FINAL, fixture__void=False, result__kind__in=COUNTED, result__winner__isnull=False
    )


def event_noted(tournament: Tournament) -> tuple[FinishedEvent, list[EventFinish]] | None:
    """How an event that is over is noted, with the places; None of others, and of what lists do not show."""
    finished_at = tournament.finished_at if tournament.state == Tournament.State.FINISHED else None
    if finished_at is None or not tournament.listed or tournament.removed:
        return None
    played = matches_that_count().filter(fixture__tournament=tournament)
    longest = played.order_by("-length", "-result__finalised_at", "-pk").first()
    standings = tournament_course(tournament).standings
    event = FinishedEvent(
        tournament=tournament,
        club_id=tournament.club_id,
        finished_at=finished_at,
        entries=len(standings),
        longest=longest,
        longest_length=0 if longest is None else longest.length,
    )
    finishes = [
        EventFinish(
            event_id=tournament.pk,
            entry=row.entry,
            player_id=row.entry.player_id,
            first=row.place.first,
            last=row.place.last,
        )
        for row in standings
    ]
    return event, finishes


def club_figures(club: int, players: Collection[int], stands: Mapping[int, int]) -> dict[int, dict[str, Any]]:
    """What players amount to at a club's finished events, by who they are after merges: two queries."""
    events: dict[int, int] = defaultdict(int)
    titles: dict[int, int] = defaultdict(int)
    finishes = EventFinish.objects.filter(event__club=club, player__in=players).order_by()
    for player, first, last in finishes.values_list("player", "first", "last"):
        who = stands.get(player, player)
        events[who] += 1
        titles[who] += (first, last) == (1, 1)
    played = matches_that_count().filter(
        Q(one__in=players) | Q(two__in=players), fixture__tournament__finished_event__club=club
    )
    results: dict[int, list[bool]] = defaultdict(list)
    for one, two, winner in played.order_by("result__finalised_at", "pk").values_list(
        "one", "two", "result__winner"
    ):
        for side, player in enumerate((one, two)):
            if player in players:
                results[stands.get(player, player)].append(winner == side)
    return {
        who: {
            "events": events[who],
            "titles": titles[who],
            "won": record.won,
            "lost": record.lost,
            "share": record.share,
            "streak": record.streak,
        }
        for who in events.keys() | results.keys()
        for record in [match_tally(results[who])]
    }
