"""What the room declares to the others."""

from matches.facts import Subject
from matches.hooks import Room
from matches.models import RatingPool
from matches.permissions import OFFICIALS, Role, RoleSource
from tournaments.models import Club, Membership
from tournaments.permissions import club_roles, membership_roles, pool_roles
from tournaments.sentences_of_clubs import FACTS

ROOM = Room(
    name="clubs",
    actions={
        "club_pool_open": OFFICIALS,
        "club_create": frozenset({Role.LOGIN}),
        "club_appoint": frozenset({Role.OWNER, Role.STAFF}),
        "members_keep": OFFICIALS,
        "membership_apply": frozenset({Role.PLAYER}),
        "membership_end": OFFICIALS | {Role.PLAYER},
    },
    roles=[
        RoleSource(Club, club_roles),
        RoleSource(RatingPool, pool_roles),
        RoleSource(Membership, membership_roles),
    ],
    facts=FACTS,
    subjects=[Subject(model=Club, number_help="Of a fact about its members.")],
)
