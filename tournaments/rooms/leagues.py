"""What the room declares to the others."""

from matches.archive import ExportKind
from matches.facts import Subject
from matches.hooks import PlayerStake, Records, Room
from matches.permissions import OFFICIALS, RoleSource
from tournaments.models import League, Season
from tournaments.permissions import league_roles
from tournaments.rooms.sections_of_leagues import ClubLeagues, TournamentDivision
from tournaments.selectors import tournaments_of
from tournaments.sentences_of_leagues import FACTS
from tournaments.services.rebuild import seasons_restore


class DivisionStake(PlayerStake):
    """Of leagues, in those who play in a division of them."""

    def conflict(self, one: Records, two: Records) -> str | None:
        """Divisions of one season have no player in common."""
        of_one = Season.objects.filter(divisions__tournament__in=tournaments_of(one))
        both = of_one.filter(divisions__tournament__in=tournaments_of(two)).order_by("pk").first()
        return f"both play in season {both.pk} of a league." if both else None


ROOM = Room(
    name="leagues",
    actions={
        "league_create": OFFICIALS,
        "league_direct": OFFICIALS,
    },
    roles=[
        RoleSource(League, league_roles),
    ],
    player_stakes=[DivisionStake()],
    facts=FACTS,
    subjects=[Subject(model=League)],
    exported=[
        ExportKind("league", League),
    ],
    restore=seasons_restore,
    sections=[ClubLeagues(), TournamentDivision()],
)
