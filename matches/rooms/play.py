"""What the room declares to the others."""

from operator import attrgetter

from matches.facts import Subject
from matches.hooks import Room
from matches.models import Match, Player
from matches.permissions import OFFICIALS, Role, RoleSource, match_roles, player_director
from matches.selectors.facts_of_players import members_load
from matches.selectors.matches import match_states
from matches.sentences_of_play import FACTS

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
    facts=FACTS,
    subjects=[
        Subject(
            model=Match,
            leads={"player": ("one", "two")},
            related=("one", "two"),
            states=match_states,
            parties=attrgetter("players"),
            load=members_load,
            page="pages-matches:match",
            title=lambda match: f"{match.one.who.name} – {match.two.who.name}",
            number_help="",
        )
    ],
)
