"""Tournaments, their entries and fixtures, as rows."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.models import RatingStanding
from matches.ratings import RATINGS
from matches.selectors import live_prefetch
from tournaments.models import Entry, Fixture, Posting, Tournament, Withdrawal


def tournament_list() -> QuerySet[Tournament]:
    """Every tournament with its club and draw, in one query."""
    return Tournament.objects.select_related("club", "draw")


def tournament_overview() -> QuerySet[Tournament]:
    """Every tournament with its club and `entered`, how many are or were in the draw, in one query."""
    left = Withdrawal.objects.standing().filter(entry__tournament=OuterRef("pk"))
    before = left.filter(Q(recorded_at__lt=OuterRef("draw__recorded_at")) | Q(entry__tournament__draw=None))
    return Tournament.objects.select_related("club").annotate(
        entered=counted(Entry.objects.filter(tournament=OuterRef("pk"), alternate=False)) - counted(before)
    )


def counted(rows: QuerySet[Any]) -> Coalesce:
    """How many rows, as a subquery."""
    count = rows.order_by().annotate(all=Func(F("pk"), function="count")).values("all")
    return Coalesce(Subquery(count, output_field=IntegerField()), 0)


def entry_list(tournament: Tournament) -> QuerySet[Entry]:
    """Every entry with player and whether it has `withdrawn`, in one query."""
    entries = Entry.objects.filter(tournament=tournament)
    return entries.with_withdrawn().select_related("player").order_by("pk")


def active_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that have not withdrawn, in order of entering; no alternates."""
    entries = Entry.objects.filter(tournament=tournament, alternate=False)
    return entries.active().select_related("player").order_by("pk")


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


def posting_list(tournament: Tournament) -> QuerySet[Posting]:
    """Every sheet of the draw that counts, taken back or not, in order: one query."""
    since = 0 if tournament.draw is None else tournament.draw.serial
    postings = Posting.objects.filter(tournament=tournament, serial__gt=since)
    return postings.select_related("retraction").order_by("serial")


def live_fixtures(tournament: Tournament) -> QuerySet[Fixture]:
    return tournament.fixtures.filter(void=False)


def fixture_list(tournament: Tournament) -> QuerySet[Fixture]:
    """Every fixture, void ones too, with match, players and result, and what is told live: three queries."""
    return (
        tournament.fixtures.select_related(
            "match__one", "match__two", "match__result", "one__player", "two__player"
        )
        .prefetch_related(*live_prefetch("match__"))
        .order_by("step", "pk")
    )
