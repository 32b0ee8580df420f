"""What the room declares to the others."""

from matches.facts import Subject
from matches.hooks import Room
from matches.models import Player
from matches.permissions import OFFICIALS, Role, RoleSource, player_roles, roles
from matches.selectors.facts_of_players import members_load, player_records
from matches.sentences_of_players import FACTS

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
    facts=FACTS,
    subjects=[
        Subject(
            model=Player,
            records=player_records,
            identifies=lambda viewer, player: Role.STAFF in roles(viewer),
            parties=lambda player: (player,),
            load=members_load,
        )
    ],
)
