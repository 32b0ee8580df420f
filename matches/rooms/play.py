"""What the room declares to the others."""

from matches.hooks import Room
from matches.models import Match, Player
from matches.permissions import OFFICIALS, Role, RoleSource, match_roles, player_director

ROOM = Room(
    name="play",
    actions={
        "match_create": frozenset({Role.PLAYER, Role.KEEPER, Role.STAFF}),
        "match_rate": frozenset({Role.KEEPER, Role.STAFF}),
        "match_report": OFFICIALS | {Role.PLAYER, Role.SCOREKEEPER},
        "match_rule": OFFICIALS,
        "match_schedule": OFFICIALS,
        "penalty_give": OFFICIALS,
    },
    roles=[
        RoleSource(Match, match_roles),
        RoleSource(Player, player_director, yields=frozenset({Role.DIRECTOR})),
    ],
)
