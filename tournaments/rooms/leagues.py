"""What the room declares to the others."""

from matches.archive import ExportKind
from matches.facts import Subject
from matches.hooks import Room
from matches.permissions import OFFICIALS, RoleSource
from tournaments.models import League
from tournaments.permissions import league_roles
from tournaments.rooms.sections_of_leagues import ClubLeagues, TournamentDivision
from tournaments.sentences_of_leagues import FACTS
from tournaments.services.rebuild import seasons_restore

ROOM = Room(
    name="leagues",
    actions={
        "league_create": OFFICIALS,
        "league_direct": OFFICIALS,
    },
    roles=[
        RoleSource(League, league_roles),
    ],
    facts=FACTS,
    subjects=[Subject(model=League)],
    exported=[
        ExportKind("league", League),
    ],
    restore=seasons_restore,
    sections=[ClubLeagues(), TournamentDivision()],
)
