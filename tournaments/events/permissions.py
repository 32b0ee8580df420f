"""What makes a role in clubs and their events; the rooms declare what a role may do."""

from collections.abc import Iterable

from django.db.models import Q

from matches.models import Claim, Match, Player, RatingPool, User
from matches.permissions import Role
from tournaments.ladders import Reply
from tournaments.models import (
    Appointment,
    Challenge,
    ChallengeAnswer,
    Club,
    ClubPool,
    Entry,
    Ladder,
    LadderJoin,
    League,
    Membership,
    Pond,
    PondEntry,
    Tournament,
    answer_of,
    fixture_of,
)


def club_roles(user: User, club: Club) -> Iterable[Role]:
    appointed = Appointment.objects.filter(user=user, club=club, tournament=None)
    return [Role(role) for role in appointed.values_list("role", flat=True)]


def pool_roles(user: User, pool: RatingPool) -> Iterable[Role]:
    kept = ClubPool.objects.filter(pool=pool).select_related("club").first()
    return club_roles(user, kept.club) if kept else ()


def league_roles(user: User, league: League) -> Iterable[Role]:
    return club_roles(user, league.club)


def tournament_roles(user: User, tournament: Tournament) -> Iterable[Role]:
    appointed = Appointment.objects.filter(
        Q(tournament=None) | Q(tournament=tournament), user=user, club=tournament.club_id
    )
    return [Role(role) for role in appointed.values_list("role", flat=True)]


def entry_roles(user: User, entry: Entry) -> Iterable[Role]:
    if user.pk in entry.player.logins:
        yield Role.PLAYER
    yield from tournament_roles(user, entry.tournament)


def pond_officials(user: User, pond: Pond) -> Iterable[Role]:
    yield from club_roles(user, pond.club)
    if pond.director_id == user.pk:
        yield Role.DIRECTOR


def pond_roles(user: User, pond: Pond) -> Iterable[Role]:
    yield from pond_officials(user, pond)
    if pond.entries.standing().filter(player__in=Player.objects.of_login(user)).exists():
        yield Role.PLAYER


def pond_entry_roles(user: User, entry: PondEntry) -> Iterable[Role]:
    if user.pk in entry.player.logins:
        yield Role.PLAYER
    yield from pond_officials(user, entry.pond)


def membership_roles(user: User, membership: Membership) -> Iterable[Role]:
    if user.pk in membership.player.logins:
        yield Role.PLAYER
    yield from club_roles(user, membership.club)


def claim_roles(user: User, claim: Claim) -> Iterable[Role]:
    """Who runs a club that the player belongs to, or has belonged to, or has played in."""
    appointed = Appointment.objects.filter(user=user, tournament=None)
    records = Player.objects.records_of(claim.player_id)
    persons = Q(player__in=records) | Q(player__roster__player__in=records)
    played = Entry.objects.filter(persons).values("tournament__club")
    belonged = Membership.objects.filter(player__in=records).values("club")
    known = appointed.filter(Q(club__in=played) | Q(club__in=belonged))
    return [Role(role) for role in set(known.values_list("role", flat=True))]


def ladder_roles(user: User, ladder: Ladder) -> Iterable[Role]:
    return club_roles(user, ladder.club)


def ladder_join_roles(user: User, join: LadderJoin) -> Iterable[Role]:
    if user.pk in join.player.logins:
        yield Role.PLAYER
    yield from ladder_roles(user, join.ladder)


def challenge_roles(user: User, challenge: Challenge) -> Iterable[Role]:
    if user.pk in challenge.challenger.logins:
        yield Role.PLAYER
    yield from ladder_roles(user, challenge.ladder)


def challenge_answer_roles(user: User, answer: ChallengeAnswer) -> Iterable[Role]:
    """A challenge is withdrawn by who made it, and accepted or refused by who received it."""
    challenge = answer.challenge
    withdrawn = answer.reply == Reply.WITHDRAWN
    if user.pk in (challenge.challenger if withdrawn else challenge.challenged).logins:
        yield Role.PLAYER
    yield from ladder_roles(user, challenge.ladder)


def ladder_match_roles(user: User, match: Match) -> Iterable[Role]:
    answer = answer_of(match)
    if answer is None:
        return ()
    club = Ladder.objects.filter(challenges=answer.challenge_id).values("club")
    appointed = Appointment.objects.filter(user=user, club__in=club, tournament=None)
    return [Role(role) for role in appointed.values_list("role", flat=True)]


def match_roles(user: User, match: Match) -> Iterable[Role]:
    fixture = fixture_of(match)
    if fixture is None:
        return ()
    club = Tournament.objects.filter(pk=fixture.tournament_id).values("club")
    appointed = Appointment.objects.filter(
        Q(tournament=None) | Q(tournament=fixture.tournament_id), user=user, club__in=club
    )
    return [Role(role) for role in appointed.values_list("role", flat=True)]
