"""What makes a role towards a ladder and what is played on it."""

from collections.abc import Iterable

from matches.accounts.models import User
from matches.accounts.permissions import Role
from matches.accounts.rules.reach import Place
from matches.play.models import Match
from tournaments.clubs.models import Appointment
from tournaments.clubs.permissions import club_roles
from tournaments.ladders.rules import Reply

from .models import Challenge, ChallengeAnswer, Ladder, LadderJoin, answer_of_challenge


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
    answer = answer_of_challenge(match)
    if answer is None:
        return ()
    club = Ladder.objects.filter(challenges=answer.challenge_id).values("club")
    appointed = Appointment.objects.of_clubs(user).filter(club__in=club)
    return [Role(role) for role in appointed.values_list("role", flat=True)]


def ladder_places(ladder: Ladder) -> Iterable[Place]:
    yield "club", ladder.club_id


def ladder_join_places(join: LadderJoin) -> Iterable[Place]:
    return ladder_places(join.ladder)


def challenge_places(challenge: Challenge) -> Iterable[Place]:
    return ladder_places(challenge.ladder)


def challenge_answer_places(answer: ChallengeAnswer) -> Iterable[Place]:
    return ladder_places(answer.challenge.ladder)


def ladder_match_places(match: Match) -> Iterable[Place]:
    answer = None if match.pk is None else answer_of_challenge(match)
    return () if answer is None else challenge_answer_places(answer)
