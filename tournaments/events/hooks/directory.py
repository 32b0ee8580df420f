"""Tournaments, to be found by name."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from matches.accounts.permissions import Caller
from matches.base.times import describe_day, said_in
from matches.search.directories import RowDirectory
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_list


def tournaments_listed(viewer: Caller) -> QuerySet[Tournament]:
    return tournament_list().listed_to(viewer)


def tournament_detail(tournament: Tournament) -> str:
    """Whose it is, and on what day where it is played."""
    if tournament.starts_at is None:
        return tournament.club.name
    with said_in(tournament.zone):
        return f"{tournament.club.name} · {describe_day(tournament.starts_at)}"


TOURNAMENTS = RowDirectory(
    kind="tournament",
    title=_("Tournaments"),
    page="pages-tournaments:tournament",
    rows=tournaments_listed,
    detail=tournament_detail,
)
