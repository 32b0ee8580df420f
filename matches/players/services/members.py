"""Pairs and teams: who belongs to them, and who is asked to."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engine.words import gettext_lazy as _
from matches import hooks
from matches.accounts.models import User
from matches.base.errors import CodeWord
from matches.players.errors import InvalidMembers, MembersFixed
from matches.players.models import MEMBER, Invitation, Invitations, Member, Player
from matches.players.selectors import member_invitations

from .invitations import invitation_make, invitations_take_back, needs_consent
from .news import members_changed
from .presence import PAIR, check_player_present

ROSTER_MAX = 40


def members_write(group: Player, members: Sequence[Player], *, actor: User, now: datetime) -> None:
    """Make `members` those of a group that is new or locked, in this order; who has to be asked is invited.

    Raises InvalidMembers, AlreadyMerged, PlayerAnonymised; MembersFixed where a pair would change that is
    entered or has played, or a team that is entered would lose somebody: who played for it stays on its
    roster.
    """
    check_members(group, members)
    before = group.persons
    invited = member_invitations(group).pending()
    if list(members) == before and not invited.exists():
        return
    joining = [person for person in members if person not in before]
    for person in joining:
        check_player_present(person)
    if before and is_team_fixed(group, joining) and not team_only_grows(group, before, members):
        raise MembersFixed(
            "%(group)s is entered or has played: %(members)s stay its members, in this order. Enter a new "
            "pair."
            if group.kind == Player.Kind.PAIR
            else "%(group)s is entered or has played: %(members)s stay its members, in this order. New "
            "members come behind.",
            {"group": group.name, "members": [person.name for person in before]},
            player=group.pk,
        )
    asked = [person for person in joining if needs_consent(actor, person)]
    group.roster.all().delete()
    Member.objects.bulk_create(
        Member(group=group, player=person, position=position)
        for position, person in enumerate(members, 1)
        if person not in asked
    )
    members_changed(group, before)
    members_invite(group, members, asked, invited, actor=actor, now=now)


def members_invite(
    group: Player,
    members: Sequence[Player],
    asked: Sequence[Player],
    invited: Invitations,
    *,
    actor: User,
    now: datetime,
) -> None:
    """Ask those who have not been asked, and take back what others were."""
    invitations_take_back(invited.exclude(player__in=asked), actor=actor, now=now)
    waiting = set(invited.values_list("player", flat=True))
    for position, person in enumerate(members, 1):
        if person in asked and person.pk not in waiting:
            terms = {"group": group.pk, "position": position}
            invitation_make(actor=actor, kind=MEMBER, player=person, terms=terms, now=now)


def member_join(invitation: Invitation) -> Member:
    """Make a person who has accepted a member of the group, in the place meant for them if it is free.

    Raises InvalidMembers, MembersFixed, AlreadyMerged, PlayerAnonymised.
    """
    terms: Any = invitation.terms
    for stake in hooks.player_stakes():
        stake.lock_group(terms["group"])
    group = Player.objects.select_for_update().get(pk=terms["group"])
    assert invitation.player_id is not None
    person = Player.objects.select_for_update(no_key=True).get(pk=invitation.player_id)
    check_player_present(group)
    check_player_present(person)
    before = group.persons
    full = PAIR if group.kind == Player.Kind.PAIR else ROSTER_MAX
    if person in before or len(before) >= full:
        raise MembersFixed(
            "%(group)s has its members: %(members)s.",
            {"group": group.name, "members": [each.name for each in before]},
            player=group.pk,
        )
    is_team_fixed(group, [person])
    taken = set(group.roster.values_list("position", flat=True))
    free = terms["position"] if terms["position"] not in taken else max(taken) + 1
    member = Member.objects.create(group=group, player=person, position=free)
    members_changed(group)
    return member


def check_members(group: Player, members: Sequence[Player]) -> None:
    """Raises InvalidMembers."""
    fault = None
    twice = next((person for person in members if members.count(person) > 1), None)
    other = next((person for person in members if person.kind != Player.Kind.PERSON), None)
    if group.kind == Player.Kind.PAIR and len(members) != PAIR:
        fault = _("A pair is of two persons, not of %(count)s.") % {"count": len(members)}
    elif group.kind == Player.Kind.TEAM and not 1 <= len(members) <= ROSTER_MAX:
        fault = _("A team has from 1 to %(most)s members, not %(count)s.") % {
            "most": ROSTER_MAX,
            "count": len(members),
        }
    elif twice is not None:
        fault = _("%(player)s is named twice. Name everybody once.") % {"player": twice.name}
    elif other is not None:
        kind = CodeWord(other.kind, "player_kind")
        fault = _("%(player)s is a %(kind)s. Only persons are members.") % {
            "player": other.name,
            "kind": kind,
        }
    if fault is not None:
        raise InvalidMembers("%(fault)s", {"fault": fault}, members=[person.pk for person in members])


def is_team_fixed(group: Player, joining: Sequence[Player]) -> bool:
    """Whether a pair or a team is entered or has played. Raises where one of `joining` cannot join it."""
    bound = [stake.binds_group(group, joining) for stake in hooks.player_stakes()]
    return any(bound)


def team_only_grows(group: Player, before: Sequence[Player], members: Sequence[Player]) -> bool:
    """Whether nobody leaves a team or moves within it."""
    return group.kind == Player.Kind.TEAM and list(members[: len(before)]) == list(before)
