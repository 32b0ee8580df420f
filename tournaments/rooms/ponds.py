"""What the room declares to the others."""

from matches.facts import Subject
from matches.hooks import Room
from matches.permissions import OFFICIALS, Role, RoleSource
from tournaments.models import Pond, PondEntry
from tournaments.permissions import pond_entry_roles, pond_roles
from tournaments.sentences_of_ponds import FACTS

ROOM = Room(
    name="ponds",
    actions={
        "pond_create": OFFICIALS,
        "pond_direct": OFFICIALS,
        "pond_enter": OFFICIALS | {Role.PLAYER},
        "pond_bid": frozenset({Role.PLAYER}),
    },
    roles=[
        RoleSource(Pond, pond_roles),
        RoleSource(PondEntry, pond_entry_roles),
    ],
    facts=FACTS,
    subjects=[Subject(model=Pond, page="pages-tournaments:pond", number_help="")],
)
