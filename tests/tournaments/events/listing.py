"""Fixtures as rows of models, to compare with what is answered of them."""

from django.db.models import QuerySet

from matches.play.selectors import live_prefetch
from tournaments.events.models import Fixture, Tournament


def fixture_list(tournament: Tournament) -> QuerySet[Fixture]:
    """Every fixture, void ones too, with match, players and result, and its live score: three queries."""
    return (
        tournament.fixtures.select_related(
            "match__one", "match__two", "match__result", "match__seating", "one__player", "two__player"
        )
        .prefetch_related(*live_prefetch("match__"))
        .order_by("step", "pk")
    )
