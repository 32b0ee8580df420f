"""What the room declares to the others."""

from collections.abc import Collection, Mapping
from functools import partial
from operator import attrgetter

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.accounts.permissions import OFFICIALS, Caller, PlaceSource, Role, RoleSource
from matches.accounts.selectors import closed_logins_concerned
from matches.base.times import service_day
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.redaction import Redaction, redact_text
from matches.facts.versions import topics_through
from matches.hooks import MatchStake, MenuEntry, PlayerPrecedence, PlayerStake, Records, Room
from matches.play.models import Match
from matches.players.models import AnonymisationRequest, Claim, Player
from matches.players.selectors import anonymised_concerned
from matches.players.selectors.personal_data import PersonalData
from matches.ratings.models import RatingPool
from matches.search.directories import RowDirectory
from tournaments.clubs.facts import FACTS
from tournaments.clubs.models import (
    Application,
    ApplicationAnswer,
    Appointment,
    Club,
    ClubProposal,
    ClubProposalAnswer,
    ClubRatingPool,
    Membership,
    MembershipEnd,
    Registration,
    ServiceAccount,
)
from tournaments.clubs.permissions import (
    anonymisation_club_roles,
    claim_club_roles,
    club_places,
    club_roles,
    login_club_roles,
    match_places,
    membership_places,
    membership_roles,
    player_club_roles,
    player_places,
    rating_pool_places,
    rating_pool_roles,
    service_delegation,
)
from tournaments.clubs.selectors import (
    club_list,
    clubs_shown_of,
    members_close_to,
    players_kept_by,
    players_of_run_clubs,
    registrar_club,
    sanctioned_matches,
    unsanctioned_clubs,
)
from tournaments.clubs.services import (
    APPOINTMENT,
    MEMBERSHIP,
    arranged_match_count,
    check_matches_sanctioned,
    club_keep_an_owner,
    proposals_withdraw,
)
from tournaments.clubs.words import WORDS

from .invitations import AppointmentInvitation, MembershipInvitation
from .sections import PlayerClubs, PlayerRegistrar
from .tasks import ApplicationTasks, ProposalTasks

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")


class ClubStake(PlayerStake):
    """Of clubs, in those who are members of them or run them."""

    def clubs_shown(self, players: Collection[int]) -> Mapping[int, str]:
        return clubs_shown_of(players, service_day(timezone.now()))

    def registrar(self, player: Player) -> str:
        club = registrar_club(player)
        return "" if club is None else club.name

    def reaches(self, user: User, player: Player) -> bool:
        run = Appointment.objects.of_clubs(user).values("club")
        own = Player.objects.records_of(player.pk)
        today = service_day(timezone.now())
        return Membership.objects.in_force_on(today).filter(club__in=run, player__in=own).exists()

    def known_elsewhere(self, player: Player, records: Records) -> bool:
        others = Membership.objects.exclude(club=registrar_club(player))
        return others.filter(player__in=records).exists()

    def answered_for(self, user: User) -> Q:
        return players_of_run_clubs(user)

    def kept_by(self, user: User) -> Q:
        return players_kept_by(user)

    def record_counts(self, records: Records) -> Mapping[str, int]:
        return {"memberships": Membership.objects.filter(player__in=records).count()}

    def close_login(self, login: User) -> None:
        """Whoever is gone runs nothing any more, and asks for nothing. Raises LastOwner."""
        # First: staff that is just agreeing makes it an owner.
        proposals_withdraw(login)
        owned = Club.objects.select_for_update(no_key=True).filter(
            appointments__user=login, appointments__role=Appointment.Role.OWNER
        )
        for club in owned.order_by("pk"):
            club_keep_an_owner(club, login)
        Appointment.objects.filter(user=login).delete()


class MembersFirst(PlayerPrecedence):
    """Who belongs to the club, or to those of whoever looks."""

    def close_players(self, viewer: Caller, club: int | None) -> Collection[int]:
        return members_close_to(viewer, club, timezone.now().date())


class ClubMatchStake(MatchStake):
    """Of clubs, in the matches that are rated: theirs count where they are sanctioned."""

    def match_arranged(self, match: Match, actor: User) -> None:
        arranged_match_count(match, actor)

    def unsanctioned_club(self, matches: Collection[int]) -> str:
        club = unsanctioned_clubs(matches).first()
        return "" if club is None else club.name

    def check_correction(self, matches: Collection[int], actor: User) -> None:
        check_matches_sanctioned(matches, actor)


ROOM = Room(
    name="clubs",
    shows={
        "player": topics_through("club", Membership, "club", "player"),
        "club": topics_through("rating_pool", ClubRatingPool, "rating_pool", "club"),
    },
    actions={
        "club_rating_pool_open": OFFICIALS,
        "club_sanction": OFFICIALS,
        "club_create": frozenset({Role.LOGIN}),
        "club_proposal_answer": frozenset({Role.STAFF}),
        "club_edit": OFFICIALS,
        "club_appoint": frozenset({Role.OWNER, Role.STAFF}),
        "players_record": OFFICIALS,
        "registrar_change": frozenset({Role.STAFF}),
        "members_keep": OFFICIALS,
        "service_account_manage": OFFICIALS,
        "membership_apply": frozenset({Role.PLAYER}),
        "membership_end": OFFICIALS | {Role.PLAYER},
    },
    roles=[
        RoleSource(Club, club_roles),
        RoleSource(RatingPool, rating_pool_roles),
        RoleSource(Membership, membership_roles),
        RoleSource(Player, player_club_roles, yields=frozenset({Role.REGISTRAR})),
        RoleSource(User, login_club_roles, yields=frozenset({Role.REGISTRAR})),
        RoleSource(Claim, claim_club_roles, yields=frozenset({Role.REGISTRAR})),
        RoleSource(AnonymisationRequest, anonymisation_club_roles),
    ],
    places=[
        PlaceSource(Club, club_places, limits=True),
        PlaceSource(RatingPool, rating_pool_places),
        PlaceSource(Membership, membership_places),
        PlaceSource(Player, player_places),
        PlaceSource(Match, match_places),
    ],
    delegation=service_delegation,
    match_stakes=[ClubMatchStake()],
    rating_conditions=[sanctioned_matches],
    player_stakes=[ClubStake()],
    player_precedences=[MembersFirst()],
    invitations={MEMBERSHIP: MembershipInvitation(), APPOINTMENT: AppointmentInvitation()},
    facts=FACTS,
    subjects=[
        Subject(
            model=Club,
            resource="api-tournaments:club",
            number_help="Of a fact about its members.",
            names_version=True,
        )
    ],
    exported=[
        ExportKind("club", Club, omitted=("search_key",)),
        ExportKind("club_rating_pool", ClubRatingPool),
    ],
    personal_data=[
        PersonalData("club_applications", Application, player=("player",)),
        PersonalData(
            "club_application_answers", ApplicationAnswer, player=("application__player",), omitted=OTHERS
        ),
        PersonalData("club_memberships", Membership, player=("player",), omitted=OTHERS),
        PersonalData("club_membership_ends", MembershipEnd, player=("membership__player",), omitted=OTHERS),
        PersonalData("registrations", Registration, player=("player",), omitted=OTHERS),
        PersonalData("club_proposals", ClubProposal, login=("recorded_by",)),
        PersonalData(
            "club_proposal_answers", ClubProposalAnswer, login=("proposal__recorded_by",), omitted=OTHERS
        ),
        PersonalData("service_accounts", ServiceAccount, login=("owner",), omitted=OTHERS),
        PersonalData("appointments", Appointment, login=("user",)),
    ],
    redactions=[
        Redaction(
            model=Application,
            concerned=partial(anonymised_concerned, "player"),
            columns={"note": redact_text},
        ),
        Redaction(model=ClubProposal, concerned=closed_logins_concerned, columns={"note": redact_text}),
    ],
    sections=[PlayerRegistrar(), PlayerClubs()],
    menu=[MenuEntry(_("Clubs"), "pages-tournaments:clubs", "club", 60)],
    directories=[
        RowDirectory(
            kind="club",
            title=_("Clubs"),
            page="pages-tournaments:club",
            rows=lambda viewer: club_list(),
            detail=attrgetter("place"),
        )
    ],
    words=WORDS,
    task_sources=[ApplicationTasks(), ProposalTasks()],
)
