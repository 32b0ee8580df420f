"""Who belongs to a club: by the club's own entry or on application, from one day to another."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.base.times import service_day
from matches.players.errors import EntryUnwanted
from matches.players.models import EntryConsent, Invitation, Player
from matches.players.services import (
    entry_refusers,
    entry_unwanted,
    invitation_make,
    invitations_take_back,
    needs_consent,
    present_players_lock,
)
from tournaments.clubs.errors import (
    AlreadyMember,
    ApplicationAnswered,
    ApplicationOpen,
    InvalidMembership,
    NotAMember,
)
from tournaments.clubs.models import Application, ApplicationAnswer, Club, Membership, MembershipEnd

MEMBERSHIP = "membership"
CLUBS = EntryConsent.CLUBS

# No club is older, and nobody plans further ahead: what lies outside is a slip of the pen.
FIRST_YEAR = 1900
YEARS_AHEAD = 2


@transaction.atomic
def membership_add(
    *,
    actor: User,
    club_id: int,
    player: Player,
    kind: str = Membership.Kind.MEMBER,
    starts_on: date | None = None,
    now: datetime | None = None,
) -> Membership | Invitation:
    """Make a player belong to a club from a day on, today unless one is named; or ask the player to.

    Who has a login says yes first, and who has none by its registrar; an application says it already. Raises
    AlreadyMember, InvalidMembership, AlreadyMerged, PlayerAnonymised, InvitationOpen.
    """
    now = now or timezone.now()
    club = club_lock(club_id)
    require_permission(actor, "members_keep", club)
    if not needs_consent(actor, player) or application_waiting(club, player):
        return membership_write(club, player, kind, starts_on or service_day(now), actor, now)
    check_new_member(club, player, starts_on or service_day(now), now)
    terms = {
        "club": club.pk,
        "kind": kind,
        "starts_on": None if starts_on is None else starts_on.isoformat(),
    }
    return invitation_make(actor=actor, kind=MEMBERSHIP, player=player, terms=terms, now=now)


def membership_accept(invitation: Invitation, actor: User, now: datetime) -> Membership:
    """Take a player into a club who was asked, and has said yes. Raises what `membership_add` does."""
    terms: Any = invitation.terms
    assert invitation.player is not None
    starts_on = service_day(now) if terms["starts_on"] is None else date.fromisoformat(terms["starts_on"])
    player = invitation.player.effective_player
    return membership_write(club_lock(terms["club"]), player, terms["kind"], starts_on, actor, now)


@transaction.atomic
def membership_end(
    *,
    actor: User,
    membership_id: int,
    ends_on: date | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> MembershipEnd:
    """Set which day of a membership is the last, today unless one is named.

    Raises NotAMember, InvalidMembership.
    """
    now = now or timezone.now()
    membership = Membership.objects.select_related("player").get(pk=membership_id)
    club = club_lock(membership.club_id)
    require_permission(actor, "membership_end", membership)
    ended = MembershipEnd.objects.filter(membership=membership).first()
    if ended is not None:
        raise NotAMember(
            "The membership of %(player)s in %(club)s ended on %(ends_on)s. Enter a new one if it was a "
            "mistake.",
            {"player": membership.player.effective_player.name, "club": club.name, "ends_on": ended.ends_on},
            membership=membership.pk,
        )
    last = ends_on or max(service_day(now), membership.starts_on)
    check_membership_day(last, now)
    if last < membership.starts_on:
        raise InvalidMembership(
            "The membership begins on %(starts_on)s; it cannot end on %(last)s. Choose a later day.",
            {"starts_on": membership.starts_on, "last": last},
            starts_on=membership.starts_on.isoformat(),
            ends_on=last.isoformat(),
        )
    return MembershipEnd.objects.create(
        membership=membership, ends_on=last, reason=reason, recorded_by=actor, recorded_at=now
    )


@transaction.atomic
def membership_apply(
    *, actor: User, club_id: int, player: Player, note: str = "", now: datetime | None = None
) -> Application:
    """Ask, as a player, to belong to a club. Raises AlreadyMember, ApplicationOpen."""
    now = now or timezone.now()
    club = club_lock(club_id)
    require_permission(actor, "membership_apply", player)
    (player,) = present_players_lock(player)
    check_no_club_member(club, player, service_day(now))
    waiting = application_waiting(club, player)
    if waiting is not None:
        raise ApplicationOpen(
            "%(player)s has asked to belong to %(club)s already (application %(application)s); the club "
            "answers it.",
            {"player": player.name, "club": club.name, "application": waiting.pk},
            application=waiting.pk,
        )
    return Application.objects.create(club=club, player=player, note=note, recorded_by=actor, recorded_at=now)


@transaction.atomic
def application_answer(
    *,
    actor: User,
    application_id: int,
    agrees: bool,
    kind: str = Membership.Kind.MEMBER,
    reason: str = "",
    now: datetime | None = None,
) -> ApplicationAnswer:
    """Take the player into the club from today on, or not; whoever applied may only withdraw.

    Raises NotAllowed, ApplicationAnswered, AlreadyMember, PlayerAnonymised.
    """
    now = now or timezone.now()
    application = Application.objects.select_related("player__stand_in").get(pk=application_id)
    club = club_lock(application.club_id)
    own = actor.pk in application.player.logins
    if agrees and own and not actor.is_staff:
        raise NotAllowed(
            "%(actor)s made the application; somebody else who runs %(club)s agrees to it.",
            {"actor": actor.username, "club": club.name},
            application=application.pk,
        )
    if not own:
        require_permission(actor, "members_keep", club)
    answered = ApplicationAnswer.objects.filter(application=application).first()
    if answered is not None:
        raise ApplicationAnswered(
            "Application %(application)s has been agreed to. A new one can be made."
            if answered.agrees
            else "Application %(application)s has been refused. A new one can be made.",
            {"application": application.pk},
            application=application.pk,
        )
    answer = ApplicationAnswer.objects.create(
        application=application, agrees=agrees, reason=reason, recorded_by=actor, recorded_at=now
    )
    if agrees:
        membership_write(club, application.player.effective_player, kind, service_day(now), actor, now)
    return answer


def check_entry_wanted(actor: User, player: Player, club: Club, now: datetime) -> None:
    """Raises EntryUnwanted for who is not entered by anybody, unless it is by a club of theirs."""
    for refused in entries_unwanted(actor, [player], club, now).values():
        raise refused


def entries_unwanted(
    actor: User, players: Iterable[Player], club: Club, now: datetime
) -> dict[int, EntryUnwanted]:
    """Why players are not entered by this login, by number; those against whom nothing speaks are missing.

    One query, beside those for the members of pairs and teams.
    """
    refusers = {player.pk: entry_refusers(actor, player) for player in players}
    asked = {person.pk for persons in refusers.values() for person in persons if person.entered_by == CLUBS}
    belong: set[int] = set()
    if asked:
        members = Membership.objects.in_force_on(service_day(now)).filter(club=club)
        own = members.filter(Q(player__in=asked) | Q(player__stand_in__in=asked))
        for record, stand_in in own.values_list("player", "player__stand_in"):
            belong.add(stand_in or record)
    found = {}
    for number, persons in refusers.items():
        against = next((person for person in persons if person.pk not in belong), None)
        if against is not None:
            found[number] = entry_unwanted(against)
    return found


def club_lock(club_id: int) -> Club:
    """The club with its row locked: its members come and go one at a time."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def application_waiting(club: Club, player: Player) -> Application | None:
    """The player's own application that the club has not answered."""
    own = Player.objects.records_of(player.pk)
    return club.applications.filter(player__in=own, answer=None).first()


def check_new_member(club: Club, player: Player, starts_on: date, now: datetime) -> Player:
    """The player, locked. Raises AlreadyMerged, PlayerAnonymised, InvalidMembership, AlreadyMember."""
    (player,) = present_players_lock(player)
    check_membership_day(starts_on, now)
    check_no_club_member(club, player, starts_on)
    return player


def membership_write(
    club: Club, player: Player, kind: str, starts_on: date, actor: User, now: datetime
) -> Membership:
    """Write a membership; it answers an application, and what the club has asked the player."""
    player = check_new_member(club, player, starts_on, now)
    applied = application_waiting(club, player)
    if applied is not None:
        ApplicationAnswer.objects.create(application=applied, agrees=True, recorded_by=actor, recorded_at=now)
    asked = Invitation.objects.filter(kind=MEMBERSHIP, player=player, terms__club=club.pk)
    invitations_take_back(asked, actor=actor, now=now)
    return Membership.objects.create(
        club=club, player=player, kind=kind, starts_on=starts_on, recorded_by=actor, recorded_at=now
    )


def check_no_club_member(club: Club, player: Player, day: date) -> None:
    """Raises AlreadyMember for whoever belongs to the club on that day or later."""
    there = club.memberships.from_day(day).filter(player__in=Player.objects.records_of(player.pk)).first()
    if there is not None:
        raise AlreadyMember(
            "%(player)s has belonged to %(club)s since %(starts_on)s (%(kind)s). End that membership first "
            "to enter another.",
            {
                "player": player.name,
                "club": club.name,
                "starts_on": there.starts_on,
                "kind": CodeWord(there.kind, "membership_kind"),
            },
            membership=there.pk,
        )


def check_membership_day(day: date, now: datetime) -> None:
    """Raises InvalidMembership."""
    if not FIRST_YEAR <= day.year <= now.year + YEARS_AHEAD:
        raise InvalidMembership(
            "%(day)s is not a day of a membership. Choose one from %(first_year)s to the end of %(year)s.",
            {"day": day, "first_year": FIRST_YEAR, "year": now.year + YEARS_AHEAD},
            day=day.isoformat(),
        )
