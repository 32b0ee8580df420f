"""What makes a role in clubs, tournaments and ponds; what a role may do stands in matches/permissions.py."""

from collections.abc import Iterable

from django.db.models import Q

from matches.models import Claim, Match, Player, RatingPool, User
from matches.permissions import Role, directs, holds
from tournaments.models import (
    Appointment,
    Club,
    ClubPool,
    Entry,
    Fixture,
    League,
    Membership,
    Pond,
    PondEntry,
    Tournament,
)


@holds(Club)
def club_roles(user: User, club: Club) -> Iterable[Role]:
    appointed = Appointment.objects.filter(user=user, club=club, tournament=None)
    return [Role(role) for role in appointed.values_list("role", flat=True)]


@holds(RatingPool)
def pool_roles(user: User, pool: RatingPool) -> Iterable[Role]:
    kept = ClubPool.objects.filter(pool=pool).select_related("club").first()
    return club_roles(user, kept.club) if kept else ()


@holds(League)
def league_roles(user: User, league: League) -> Iterable[Role]:
    return club_roles(user, league.club)


@holds(Tournament)
def tournament_roles(user: User, tournament: Tournament) -> Iterable[Role]:
    appointed = Appointment.objects.filter(
        Q(tournament=None) | Q(tournament=tournament), user=user, club=tournament.club_id
    )
    return [Role(role) for role in appointed.values_list("role", flat=True)]


@holds(Entry)
def entry_roles(user: User, entry: Entry) -> Iterable[Role]:
    if user.pk in entry.player.logins:
        yield Role.PLAYER
    yield from tournament_roles(user, entry.tournament)


def pond_officials(user: User, pond: Pond) -> Iterable[Role]:
    yield from club_roles(user, pond.club)
    if pond.director_id == user.pk:
        yield Role.DIRECTOR


@holds(Pond)
def pond_roles(user: User, pond: Pond) -> Iterable[Role]:
    yield from pond_officials(user, pond)
    if pond.entries.standing().filter(player__in=Player.objects.of_login(user)).exists():
        yield Role.PLAYER


@holds(PondEntry)
def pond_entry_roles(user: User, entry: PondEntry) -> Iterable[Role]:
    if user.pk in entry.player.logins:
        yield Role.PLAYER
    yield from pond_officials(user, entry.pond)


@holds(Membership)
def membership_roles(user: User, membership: Membership) -> Iterable[Role]:
    if user.pk in membership.player.logins:
        yield Role.PLAYER
    yield from club_roles(user, membership.club)


@holds(Claim)
def claim_roles(user: User, claim: Claim) -> Iterable[Role]:
    """Who runs a club that the player belongs to, or has belonged to, or has played in."""
    appointed = Appointment.objects.filter(user=user, tournament=None)
    records = Player.objects.records_of(claim.player_id)
    persons = Q(player__in=records) | Q(player__roster__player__in=records)
    played = Entry.objects.filter(persons).values("tournament__club")
    belonged = Membership.objects.filter(player__in=records).values("club")
    known = appointed.filter(Q(club__in=played) | Q(club__in=belonged))
    return [Role(role) for role in set(known.values_list("role", flat=True))]


@holds(Match)
def match_roles(user: User, match: Match) -> Iterable[Role]:
    fixture = Fixture.objects.filter(match=match.pk).select_related("tournament").first()
    return tournament_roles(user, fixture.tournament) if fixture else ()


@directs
def matches_of_tournaments(user: User) -> Q:
    appointed = Appointment.objects.filter(user=user).exclude(role=Appointment.Role.SCOREKEEPER)
    return Q(fixture__tournament__club__in=appointed.filter(tournament=None).values("club")) | Q(
        fixture__tournament__in=appointed.exclude(tournament=None).values("tournament")
    )
