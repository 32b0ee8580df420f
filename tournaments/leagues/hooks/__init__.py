"""What the room declares to the others."""

from collections.abc import Collection
from operator import attrgetter

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.accounts.permissions import OFFICIALS, PlaceSource, RoleSource
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.versions import topics_through
from matches.hooks import EventStake, PlayerStake, Records, Room
from matches.search.directories import RowDirectory
from tournaments.events.selectors import tournaments_of
from tournaments.leagues.facts import FACTS
from tournaments.leagues.models import Division, League, Season
from tournaments.leagues.permissions import league_places, league_roles
from tournaments.leagues.selectors import league_list
from tournaments.leagues.services import seasons_restore
from tournaments.leagues.words import WORDS

from .sections import ClubLeagues, TournamentDivision


class DivisionStake(PlayerStake):
    """Of leagues, in those who play in a division of them."""

    def merge_conflict(self, one: Records, two: Records) -> Text | None:
        """Divisions of one season have no player in common."""
        of_one = Season.objects.filter(divisions__tournament__in=tournaments_of(one))
        both = of_one.filter(divisions__tournament__in=tournaments_of(two)).order_by("pk").first()
        return _("both play in season %(season)s of a league.") % {"season": both.pk} if both else None


class SeasonStake(EventStake):
    """Of leagues, in the tournaments that are divisions."""

    def sibling_events(self, event: int) -> Collection[int]:
        beside = Division.objects.filter(season__divisions__tournament=event)
        return list(beside.values_list("tournament", flat=True))

    def still_binding(self) -> Q:
        """Who plays in the last season of a league plays in the next, if there is to be one."""
        later = Season.objects.filter(
            league=OuterRef("division__season__league"), number__gt=OuterRef("division__season__number")
        )
        return Q(~Exists(later), division__season__league__closed=False)

    def announced_by_itself(self) -> Q:
        return Q(division__isnull=False)


ROOM = Room(
    name="leagues",
    shows={
        "player": topics_through("league", Season, "league", "divisions__tournament__entries__player"),
        "club": topics_through("league", League, "pk", "club"),
        "league": topics_through("tournament", Division, "tournament", "season__league"),
    },
    actions={
        "league_create": OFFICIALS,
        "league_direct": OFFICIALS,
    },
    roles=[
        RoleSource(League, league_roles),
    ],
    places=[
        PlaceSource(League, league_places),
    ],
    player_stakes=[DivisionStake()],
    event_stakes=[SeasonStake()],
    facts=FACTS,
    subjects=[Subject(model=League, resource="api-tournaments:league")],
    exported=[
        ExportKind("league", League, omitted=("search_key",)),
    ],
    restore=seasons_restore,
    sections=[ClubLeagues(), TournamentDivision()],
    directories=[
        RowDirectory(
            kind="league",
            title=gettext_lazy("Leagues"),
            page="pages-tournaments:league",
            rows=lambda viewer: league_list(),
            detail=attrgetter("club.name"),
        )
    ],
    words=WORDS,
)
