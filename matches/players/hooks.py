"""What the room declares to the others."""

from functools import partial

from matches.accounts.models import Token, User
from matches.accounts.permissions import OFFICIALS, Role, RoleSource, roles_towards
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.redaction import Redaction, redact_text
from matches.hooks import Room
from matches.players.models import (
    Alias,
    Anonymisation,
    Claim,
    ClaimAnswer,
    FederationNumber,
    Member,
    Merge,
    Player,
    Release,
)
from matches.players.selectors import anonymised_concerned, members_load, player_records
from matches.players.services import players_restore, stand_ins_compare

from .facts import FACTS
from .permissions import player_roles
from .personal_data import PersonalData
from .words import WORDS

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")

ROOM = Room(
    name="players",
    actions={
        "player_create": frozenset({Role.LOGIN}),
        "player_edit": frozenset({Role.PLAYER, Role.REGISTRAR, Role.STAFF}),
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
            identifies=lambda viewer, player: Role.STAFF in roles_towards(viewer),
            parties=lambda player: (player,),
            load=members_load,
        )
    ],
    exported=[
        ExportKind("player", Player, omitted=("stand_in",)),
        ExportKind("alias", Alias),
        ExportKind("federationnumber", FederationNumber),
        ExportKind("member", Member),
    ],
    personal_data=[
        PersonalData("player", Player, player=("pk", "roster__player"), omitted=("created_by",)),
        PersonalData("aliases", Alias, player=("player",)),
        PersonalData("federation_numbers", FederationNumber, player=("player",)),
        # The room of logins stands below and knows no players.
        PersonalData(
            "login", User, login=("pk",), omitted=("password", "is_staff", "is_superuser", "is_active")
        ),
        PersonalData("tokens", Token, login=("user",), omitted=("digest",)),
        PersonalData("pairs_and_teams", Member, player=("player",)),
        PersonalData("merges", Merge, player=("kept", "absorbed"), omitted=OTHERS),
        PersonalData("claims", Claim, login=("recorded_by",)),
        PersonalData("claims_of_the_player", Claim, player=("player",), omitted=(*OTHERS, "note")),
        PersonalData(
            "claim_answers",
            ClaimAnswer,
            player=("claim__player",),
            login=("claim__recorded_by", "recorded_by"),
        ),
        PersonalData("releases", Release, player=("player",), login=("login",), omitted=OTHERS),
        PersonalData("anonymisation", Anonymisation, player=("player",)),
    ],
    redactions=[
        Redaction(
            model=Claim, concerned=partial(anonymised_concerned, "player"), columns={"note": redact_text}
        )
    ],
    compare=stand_ins_compare,
    restore=players_restore,
    words=WORDS,
)
