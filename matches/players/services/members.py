"""Pairs and teams: who belongs to them."""

from collections.abc import Sequence

from matches import hooks
from matches.players.errors import InvalidMembers, MembersFixed
from matches.players.models import Member, Player

from .presence import check_player_present

PAIR = 2
ROSTER_MAX = 40


def members_write(group: Player, members: Sequence[Player]) -> None:
    """Make `members` those of a group that is new or locked, in this order.

    Raises InvalidMembers, AlreadyMerged, PlayerAnonymised; MembersFixed where a pair would change that is
    entered or has played, or a team that is entered would lose somebody: who played for it stays on its
    roster.
    """
    check_members(group, members)
    before = group.persons
    if list(members) == before:
        return
    joining = [person for person in members if person not in before]
    for person in joining:
        check_player_present(person)
    if before and is_team_fixed(group, joining) and not team_only_grows(group, before, members):
        rest = "Enter a new pair." if group.kind == Player.Kind.PAIR else "New members come behind."
        raise MembersFixed(
            f"{group.name} is entered or has played: {', '.join(person.name for person in before)} stay its "
            f"members, in this order. {rest}",
            player=group.pk,
        )
    group.roster.all().delete()
    Member.objects.bulk_create(
        Member(group=group, player=person, position=position) for position, person in enumerate(members, 1)
    )


def check_members(group: Player, members: Sequence[Player]) -> None:
    """Raises InvalidMembers."""
    fault = None
    twice = next((person for person in members if members.count(person) > 1), None)
    other = next((person for person in members if person.kind != Player.Kind.PERSON), None)
    if group.kind == Player.Kind.PAIR and len(members) != PAIR:
        fault = f"A pair is of two persons, not of {len(members)}."
    elif group.kind == Player.Kind.TEAM and not 1 <= len(members) <= ROSTER_MAX:
        fault = f"A team has from 1 to {ROSTER_MAX} members, not {len(members)}."
    elif twice is not None:
        fault = f"{twice.name} is named twice. Name everybody once."
    elif other is not None:
        fault = f"{other.name} is a {other.kind}. Only persons are members."
    if fault is not None:
        raise InvalidMembers(fault, members=[person.pk for person in members])


def is_team_fixed(group: Player, joining: Sequence[Player]) -> bool:
    """Whether a pair or a team is entered or has played. Raises where one of `joining` cannot join it."""
    bound = [stake.binds_group(group, joining) for stake in hooks.player_stakes()]
    return any(bound)


def team_only_grows(group: Player, before: Sequence[Player], members: Sequence[Player]) -> bool:
    """Whether nobody leaves a team or moves within it."""
    return group.kind == Player.Kind.TEAM and list(members[: len(before)]) == list(before)
