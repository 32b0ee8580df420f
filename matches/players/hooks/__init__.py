"""What the room declares to the others."""

from datetime import datetime
from functools import partial

from matches.accounts.models import Token, User
from matches.accounts.permissions import OFFICIALS, Role, RoleSource, roles_towards
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.redaction import Redaction, redact_text
from matches.hooks import Room
from matches.players.facts import FACTS
from matches.players.models import (
    MEMBER,
    Alias,
    Anonymisation,
    AnonymisationCancellation,
    AnonymisationRequest,
    Claim,
    ClaimAnswer,
    ClaimObjection,
    FederationNumber,
    Invitation,
    InvitationAnswer,
    InvitationLink,
    InvitationLinkEnd,
    LoginAttachment,
    Member,
    Merge,
    Player,
    Release,
    Rename,
)
from matches.players.permissions import anonymisation_roles, invitation_roles, player_roles
from matches.players.selectors import anonymised_concerned, members_load, player_records
from matches.players.selectors.personal_data import PersonalData
from matches.players.services import anonymisations_wake, claims_wake, players_restore, stand_ins_compare
from matches.players.words import WORDS

from .invitations import LinkInvitations, MemberInvitation

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")


def wake_players(now: datetime) -> None:
    claims_wake(now=now)
    anonymisations_wake(now=now)


ROOM = Room(
    name="players",
    actions={
        "player_create": frozenset({Role.LOGIN}),
        "player_edit": frozenset({Role.PLAYER, Role.REGISTRAR, Role.STAFF}),
        "player_claim": frozenset({Role.LOGIN}),
        "claim_answer": frozenset({Role.REGISTRAR, Role.STAFF}),
        "claim_object": OFFICIALS | {Role.REGISTRAR},
        "former_names_see": OFFICIALS | {Role.PLAYER, Role.REGISTRAR},
        "player_release": frozenset({Role.STAFF}),
        "players_merge": frozenset({Role.STAFF}),
        "invitation_link_issue": frozenset({Role.REGISTRAR, Role.STAFF}),
        "invitation_answer": frozenset({Role.PLAYER, Role.REGISTRAR}),
        "player_export": frozenset({Role.PLAYER, Role.STAFF}),
        "player_anonymise": frozenset({Role.PLAYER, Role.STAFF}),
        "anonymisation_cancel": frozenset({Role.PLAYER, Role.REGISTRAR, Role.STAFF}),
    },
    roles=[
        RoleSource(Player, player_roles),
        RoleSource(Invitation, invitation_roles),
        RoleSource(AnonymisationRequest, anonymisation_roles),
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
        PersonalData("invitations", Invitation, player=("player",), login=("login",), omitted=OTHERS),
        PersonalData(
            "invitation_answers",
            InvitationAnswer,
            player=("invitation__player",),
            login=("invitation__login",),
            omitted=OTHERS,
        ),
        PersonalData("invitation_links", InvitationLink, player=("player",), omitted=OTHERS),
        PersonalData(
            "invitation_link_ends",
            InvitationLinkEnd,
            player=("link__player",),
            login=("recorded_by",),
            omitted=OTHERS,
        ),
        PersonalData("claims", Claim, login=("recorded_by",)),
        PersonalData("claims_of_the_player", Claim, player=("player",), omitted=(*OTHERS, "note")),
        PersonalData(
            "claim_answers",
            ClaimAnswer,
            player=("claim__player",),
            login=("claim__recorded_by", "recorded_by"),
        ),
        PersonalData(
            "claim_objections", ClaimObjection, login=("claim__recorded_by", "recorded_by"), omitted=OTHERS
        ),
        PersonalData(
            "login_attachments", LoginAttachment, player=("player",), login=("login",), omitted=OTHERS
        ),
        PersonalData("former_names", Rename, player=("player",), omitted=OTHERS),
        PersonalData("anonymisation_requests", AnonymisationRequest, player=("player",), omitted=OTHERS),
        PersonalData(
            "anonymisation_cancellations",
            AnonymisationCancellation,
            player=("stops__player",),
            omitted=OTHERS,
        ),
        PersonalData("releases", Release, player=("player",), login=("login",), omitted=OTHERS),
        PersonalData("anonymisation", Anonymisation, player=("player",)),
    ],
    redactions=[
        Redaction(
            model=Claim, concerned=partial(anonymised_concerned, "player"), columns={"note": redact_text}
        ),
        Redaction(
            model=Rename,
            concerned=partial(anonymised_concerned, "player"),
            columns={"former": redact_text, "name": redact_text},
        ),
    ],
    invitations={MEMBER: MemberInvitation()},
    sign_up_invitations=LinkInvitations(),
    wake=wake_players,
    compare=stand_ins_compare,
    restore=players_restore,
    words=WORDS,
)
