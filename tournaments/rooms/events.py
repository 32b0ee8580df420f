"""What the room declares to the others."""

from matches.facts import Subject
from matches.hooks import Room
from matches.models import Claim, Match
from matches.permissions import OFFICIALS, Role, RoleSource
from tournaments.models import Entry, Tournament
from tournaments.permissions import claim_roles, entry_roles, match_roles, tournament_roles
from tournaments.rooms.stakes_of_events import FixtureStake
from tournaments.sentences_of_events import FACTS

ROOM = Room(
    name="events",
    actions={
        "tournament_create": OFFICIALS,
        "tournament_direct": OFFICIALS,
        "entry_add": OFFICIALS | {Role.PLAYER},
        "line_up_set": OFFICIALS | {Role.PLAYER},
        "entry_check_in": OFFICIALS | {Role.PLAYER, Role.SCOREKEEPER},
        "entry_withdraw": OFFICIALS | {Role.PLAYER},
    },
    roles=[
        RoleSource(Tournament, tournament_roles),
        RoleSource(Entry, entry_roles),
        RoleSource(Claim, claim_roles),
        RoleSource(Match, match_roles),
    ],
    match_stakes=[FixtureStake()],
    facts=FACTS,
    subjects=[
        Subject(
            model=Tournament,
            through={"match": ("fixture__tournament",)},
            page="pages-tournaments:tournament",
            number_help="Of a fact that is about no match.",
        )
    ],
)
