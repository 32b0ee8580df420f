"""What the room declares to the others."""

from datetime import datetime
from functools import partial, reduce
from operator import or_

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from matches.accounts.models import ResetCode, Token, User
from matches.accounts.permissions import OFFICIALS, Role, RoleSource, roles_towards
from matches.accounts.selectors import closed_logins_concerned
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.redaction import Redaction, redact_text
from matches.facts.versions import topics_through
from matches.hooks import Room
from matches.mails.models import Mail
from matches.notifications.models import Delivery, Notice, NoticeSettings, PushSubscription
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
    ProfileConsent,
    Release,
    Rename,
)
from matches.players.permissions import anonymisation_roles, invitation_roles, player_roles
from matches.players.selectors import anonymised_concerned, members_load, player_records
from matches.players.selectors.personal_data import PersonalData
from matches.players.services import anonymisations_wake, claims_wake, players_compare, players_restore
from matches.players.words import WORDS

from .directory import PlayerDirectory
from .invitations import LinkInvitations, MemberInvitation
from .notices import NOTICES
from .sections import AccountData
from .tasks import ClaimTasks, InvitationTasks

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")


def claims_concerned() -> Q | None:
    """The condition on claims to be of a player who is anonymised, or of a login that is closed."""
    found = (anonymised_concerned("player"), closed_logins_concerned())
    return reduce(or_, filter(None, found), Q()) or None


groups_of = topics_through("player", Member, "group", "player")
members_of = topics_through("player", Member, "player", "group")


def topics_beside(number: int) -> list[str]:
    """The groups of a person, and the members of a group."""
    return [*groups_of(number), *members_of(number)]


def sweep_players(now: datetime) -> None:
    """What waits for days, so that a look a minute is enough."""
    claims_wake(now=now)
    anonymisations_wake(now=now)


ROOM = Room(
    name="players",
    shows={
        "player": topics_beside,
        "user": topics_through("player", Player, "pk", "user"),
    },
    actions={
        "player_create": frozenset({Role.LOGIN}),
        "player_edit": frozenset({Role.PLAYER, Role.REGISTRAR, Role.STAFF}),
        "player_claim": frozenset({Role.LOGIN}),
        "claim_answer": frozenset({Role.REGISTRAR, Role.STAFF}),
        "claim_object": OFFICIALS | {Role.REGISTRAR},
        "contact_see": frozenset({Role.PLAYER, Role.REGISTRAR, Role.STAFF}),
        "former_names_see": OFFICIALS | {Role.PLAYER, Role.REGISTRAR},
        "player_release": frozenset({Role.STAFF}),
        "players_merge": frozenset({Role.STAFF}),
        "invitation_link_issue": frozenset({Role.REGISTRAR, Role.STAFF}),
        "invitation_answer": frozenset({Role.PLAYER, Role.REGISTRAR}),
        "login_export": frozenset({Role.LOGIN}),
        "login_close": frozenset({Role.LOGIN}),
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
            resource="api-matches:player",
        )
    ],
    exported=[
        ExportKind("player", Player, omitted=("stand_in", "contact", "search_key")),
        ExportKind("alias", Alias, omitted=("search_key",)),
        ExportKind("federationnumber", FederationNumber),
        ExportKind("member", Member),
    ],
    personal_data=[
        PersonalData("player", Player, player=("pk", "roster__player"), omitted=("created_by", "search_key")),
        PersonalData("aliases", Alias, player=("player",), omitted=("search_key",)),
        PersonalData("federation_numbers", FederationNumber, player=("player",)),
        # The room of logins stands below and knows no players.
        PersonalData(
            "login", User, login=("pk",), omitted=("password", "is_staff", "is_superuser", "is_active")
        ),
        PersonalData("tokens", Token, login=("user",), omitted=("digest",)),
        PersonalData("addresses", EmailAddress, login=("user",)),
        PersonalData("sessions", UserSession, login=("user",), omitted=("session_key", "data")),
        PersonalData(
            "factors",
            Authenticator,
            login=("user",),
            omitted=("data",),
            computed={"name": lambda factor: factor.data.get("name", "")},
        ),
        PersonalData("reset_codes", ResetCode, login=("user",), omitted=("digest", "issued_by")),
        PersonalData("mails", Mail, login=("login",)),
        PersonalData("notices", Delivery, login=("login",)),
        PersonalData("notices_caused", Notice, login=("actor",)),
        PersonalData("notice_settings", NoticeSettings, login=("login",)),
        PersonalData("browsers", PushSubscription, login=("login",), omitted=("endpoint", "secret")),
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
        PersonalData("profile_consents", ProfileConsent, player=("player",), omitted=OTHERS),
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
        Redaction(model=Claim, concerned=claims_concerned, columns={"note": redact_text}),
        Redaction(
            model=Rename,
            concerned=partial(anonymised_concerned, "player"),
            columns={"former": redact_text, "name": redact_text},
        ),
    ],
    invitations={MEMBER: MemberInvitation()},
    sign_up_invitations=LinkInvitations(),
    sections=[AccountData()],
    directories=[PlayerDirectory()],
    sweep=sweep_players,
    compare=players_compare,
    restore=players_restore,
    words=WORDS,
    notices=NOTICES,
    task_sources=[InvitationTasks(), ClaimTasks()],
)
