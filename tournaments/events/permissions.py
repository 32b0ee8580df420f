"""What makes a role in clubs and their events; the rooms declare what a role may do."""

from collections.abc import Iterable

from django.db.models import Q

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.accounts.rules.reach import Place
from matches.play.models import Match
from matches.players.models import Claim, Player
from matches.work.statements import Statement
from tournaments.clubs.models import Appointment, Membership
from tournaments.events.models import Entry, EntryApplication, Tournament, fixture_of


def tournament_roles(user: User, tournament: Tournament) -> Iterable[Role]:
    appointed = Appointment.objects.filter(
        Q(tournament=None) | Q(tournament=tournament), user=user, club=tournament.club_id
    )
    return [Role(role) for role in appointed.values_list("role", flat=True)]


def entry_roles(user: User, entry: Entry | EntryApplication) -> Iterable[Role]:
    if user.pk in entry.player.logins:
        yield Role.PLAYER
    yield from tournament_roles(user, entry.tournament)


def claim_roles(user: User, claim: Claim) -> Iterable[Role]:
    """Who runs a club that the player belongs to, or has belonged to, or has played in."""
    appointed = Appointment.objects.of_clubs(user)
    records = Player.objects.records_of(claim.player_id)
    persons = Q(player__in=records) | Q(player__roster__player__in=records)
    played = Entry.objects.filter(persons).values("tournament__club")
    belonged = Membership.objects.filter(player__in=records).values("club")
    known = appointed.filter(Q(club__in=played) | Q(club__in=belonged))
    return [Role(role) for role in set(known.values_list("role", flat=True))]


def match_roles(user: User, match: Match) -> Iterable[Role]:
    fixture = fixture_of(match)
    if fixture is None:
        return ()
    return [Role(role) for (role,) in _APPOINTED(tournament=fixture.tournament_id, user=user.pk)]


_APPOINTED = Statement("""
SELECT appointed.role
FROM tournaments_tournament AS event
JOIN tournaments_appointment AS appointed ON appointed.club_id = event.club_id
WHERE event.id = %(tournament)s AND appointed.user_id = %(user)s
    AND (appointed.tournament_id IS NULL OR appointed.tournament_id = event.id)
""")


def tournament_places(tournament: Tournament) -> Iterable[Place]:
    if tournament.pk is not None:
        yield "tournament", tournament.pk
    yield "club", tournament.club_id


def entry_places(entry: Entry | EntryApplication) -> Iterable[Place]:
    return tournament_places(entry.tournament)


def fixture_places(match: Match) -> Iterable[Place]:
    fixture = None if match.pk is None else fixture_of(match)
    return () if fixture is None else tournament_places(fixture.tournament)
