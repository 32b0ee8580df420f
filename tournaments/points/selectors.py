"""Master points of tournaments, of a club's year, and of a player."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import OuterRef, QuerySet, Subquery

from matches.play.models import Match
from matches.players.models import Player
from matches.players.selectors import merged_into, merged_player_numbers
from matches.statistics.selectors import COUNTED
from tournaments.clubs.models import Club
from tournaments.events.models import Entry, Tournament
from tournaments.events.rules.reconciling import pairings_still_standing
from tournaments.events.selectors import tournament_history

from .models import EventWeight
from .rules import DivisionLevel, Earned, Weights, Win, master_points_earned


@dataclass(frozen=True, slots=True)
class EventPoints:
    """What an entry earned in a tournament, by the numbers of its entries."""

    tournament: Tournament
    weights: Weights
    earned: Earned


@dataclass(frozen=True, slots=True)
class ShownPoints:
    """The same with rows to be named: who earned it, and who lost the matches won."""

    event: EventPoints
    entry: Entry
    losers: list[Entry]

    @property
    def matches_won(self) -> list[tuple[object, Entry]]:
        """The matches won with what they earned, and the loser of each."""
        return list(zip(self.event.earned.matches, self.losers, strict=True))


@dataclass(frozen=True, slots=True)
class YearPoints:
    """What a player earned at a club in a year; `place` is shared by equals."""

    place: int
    player: Player
    events: tuple[EventPoints, ...]

    @property
    def points(self) -> float:
        return sum(event.earned.points for event in self.events)

    @property
    def by_matches(self) -> float:
        return sum(event.earned.by_matches for event in self.events)

    @property
    def by_place(self) -> float:
        return sum(event.earned.by_place for event in self.events)


def master_points_weight(tournament: Tournament) -> EventWeight | None:
    """What a tournament weighs by now; None where it gives no master points: one query."""
    return EventWeight.objects.filter(tournament=tournament).order_by("serial").last()


def tournaments_with_master_points() -> QuerySet[Tournament]:
    """Every finished tournament that gives master points, with its weight and level, in one query."""
    latest = EventWeight.objects.filter(tournament=OuterRef("pk")).order_by("-serial")
    return (
        Tournament.objects.filter(state=Tournament.State.FINISHED, weights__isnull=False)
        .distinct()
        .annotate(
            event_weight=Subquery(latest.values("weight")[:1]),
            event_level=Subquery(latest.values("level")[:1]),
        )
    )


def master_points_of(tournament: Tournament, weights: Weights) -> list[EventPoints]:
    """What everybody earned in a tournament, the most first: one query and those of tournament_history."""
    history, meetings = tournament_history(tournament)
    format = tournament.played_as
    counted = {
        meeting.match: meeting
        for _, meeting in pairings_still_standing(format.pairings(history), meetings).values()
        if meeting is not None
    }
    played = Match.objects.filter(pk__in=counted, state=Match.State.FINAL, result__kind__in=COUNTED)
    wins = [
        Win(match, *winner_and_loser_points(counted[match].one, counted[match].two, winner), length)
        for match, length, winner in played.order_by("pk").values_list("pk", "length", "result__winner")
        if winner is not None
    ]
    rows = master_points_earned(wins, format.standings(history), weights)
    return [EventPoints(tournament, weights, row) for row in rows]


def winner_and_loser_points(one: int, two: int, winner: int) -> tuple[int, int]:
    """Winner and loser."""
    return (one, two) if winner == 0 else (two, one)


def tournament_master_points(tournament: Tournament) -> list[ShownPoints] | None:
    """What everybody earned, the most first; None as long as it is not over or gives none.

    Two queries beside those of master_points_of.
    """
    weight = master_points_weight(tournament)
    if weight is None or tournament.state != Tournament.State.FINISHED:
        return None
    return master_points_with_entries(master_points_of(tournament, weight.as_weights))


def club_master_points(club: Club, year: int) -> list[YearPoints]:
    """What was earned in the tournaments of a club that ended in a year, in UTC, the most first.

    Four queries, and those of master_points_of for each tournament.
    """
    held = (
        tournaments_with_master_points()
        .filter(club=club, finished_at__year=year)
        .order_by("finished_at", "pk")
    )
    by_player = master_points_by_players(
        [
            event
            for tournament in held
            for event in master_points_of(tournament, tournament_point_weights(tournament))
        ]
    )
    players = Player.objects.in_bulk(list(by_player))
    totals = {number: sum(event.earned.points for event in events) for number, events in by_player.items()}
    order = sorted(by_player, key=lambda number: (-totals[number], players[number].name, number))
    rows: list[YearPoints] = []
    for _, equals in groupby(order, key=lambda number: totals[number]):
        place = len(rows) + 1
        rows += [YearPoints(place, players[number], tuple(by_player[number])) for number in equals]
    return rows


def club_master_point_years(club: Club) -> list[int]:
    """The years with something to show, the latest first: one query."""
    years = (
        tournaments_with_master_points()
        .filter(club=club)
        .order_by()
        .values_list("finished_at__year", flat=True)
    )
    return sorted(set(years), reverse=True)


def player_master_points(player: Player) -> list[ShownPoints]:
    """What a player earned, tournament by tournament, the latest first.

    Five queries, and those of master_points_of for each tournament that the player was in.
    """
    numbers = merged_player_numbers(player.pk, merged_into())
    held = (
        tournaments_with_master_points().filter(entries__player__in=numbers).order_by("-finished_at", "-pk")
    )
    entries = set(Entry.objects.filter(player__in=numbers).values_list("pk", flat=True))
    return master_points_with_entries(
        [
            event
            for tournament in held
            for event in master_points_of(tournament, tournament_point_weights(tournament))
            if event.earned.entry in entries
        ]
    )


def tournament_point_weights(tournament: Tournament) -> Weights:
    """Of a tournament that was read weighed()."""
    weight: float = tournament.event_weight  # type: ignore[attr-defined]
    return Weights(weight, DivisionLevel(tournament.event_level))  # type: ignore[attr-defined]


def master_points_by_players(events: Sequence[EventPoints]) -> Mapping[int, list[EventPoints]]:
    """What was earned by whom, who was merged with whom they were merged into: two queries."""
    stands = merged_into()
    entries = {event.earned.entry for event in events}
    players = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "player"))
    found: dict[int, list[EventPoints]] = defaultdict(list)
    for event in events:
        player = players[event.earned.entry]
        found[stands.get(player, player)].append(event)
    return found


def master_points_with_entries(events: Iterable[EventPoints]) -> list[ShownPoints]:
    """With the entries that are named: one query."""
    events = list(events)
    numbers = {event.earned.entry for event in events}
    numbers |= {each.win.loser for event in events for each in event.earned.matches}
    entries = Entry.objects.select_related("player").in_bulk(list(numbers))
    return [
        ShownPoints(
            event,
            entries[event.earned.entry],
            [entries[each.win.loser] for each in event.earned.matches],
        )
        for event in events
    ]
