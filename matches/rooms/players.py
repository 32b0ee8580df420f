"""What the room declares to the others."""

from matches.hooks import Room
from matches.models import Player
from matches.permissions import OFFICIALS, Role, RoleSource, player_roles

ROOM = Room(
    name="players",
    actions={
        "player_create": frozenset({Role.LOGIN}),
        "player_edit": frozenset({Role.PLAYER, Role.KEEPER, Role.STAFF}),
        "player_claim": frozenset({Role.LOGIN}),
        "claim_answer": OFFICIALS,
        "player_release": frozenset({Role.STAFF}),
        "players_merge": frozenset({Role.STAFF}),
        "player_export": frozenset({Role.PLAYER, Role.STAFF}),
        "player_anonymise": frozenset({Role.PLAYER, Role.STAFF}),
    },
    roles=[
        RoleSource(Player, player_roles),
    ],
)
