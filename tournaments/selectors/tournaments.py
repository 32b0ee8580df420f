"""Tournaments, their entries and fixtures, as rows."""

from collections.abc import Iterable, Sequence

from django.db.models import Count, F, Q, QuerySet

from matches.models import RatingStanding
from matches.ratings import RATINGS
from matches.selectors import live_prefetch
from tournaments.models import Entry, Fixture, Tournament


def tournament_list() -> QuerySet[Tournament]:
    """Every tournament with its club and draw, in one query."""
    return Tournament.objects.select_related("club", "draw")


def tournament_overview() -> QuerySet[Tournament]:
    """Every tournament with its club and `entered`, how many are or were in the draw, in one query."""
    in_draw = Q(entries__withdrawal=None) | Q(entries__withdrawal__recorded_at__gte=F("draw__recorded_at"))
    return Tournament.objects.select_related("club").annotate(entered=Count("entries", filter=in_draw))


def entry_list(tournament: Tournament) -> QuerySet[Entry]:
    """Every entry with player and withdrawal, in one query."""
    return tournament.entries.select_related("player", "withdrawal").order_by("pk")


def active_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that have not withdrawn, in order of entering."""
    return entry_list(tournament).filter(withdrawal=None)


def entry_ratings(entries: Sequence[Entry], system: str = "fibs") -> dict[int, float]:
    """Each entry's rating now, newcomers at the system's start: one query."""
    players = [entry.player_id for entry in entries]
    values = dict(
        RatingStanding.objects.filter(system=system, player__in=players).values_list("player", "value")
    )
    return {entry.pk: values.get(entry.player_id, RATINGS[system].start.value) for entry in entries}


def tournament_entries(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entry]:
    """Entries by number, with their players: one query."""
    return Entry.objects.filter(tournament=tournament).select_related("player").in_bulk(set(numbers))


def live_fixtures(tournament: Tournament) -> QuerySet[Fixture]:
    return tournament.fixtures.filter(void=False)


def fixture_list(tournament: Tournament) -> QuerySet[Fixture]:
    """Every fixture, void ones too, with match, players and result, and what is told live: three queries."""
    return (
        tournament.fixtures.select_related(
            "match__one", "match__two", "match__result", "one__player", "two__player"
        )
        .prefetch_related(*live_prefetch("match__"))
        .order_by("round", "pk")
    )
