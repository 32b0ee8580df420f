"""Who is asked what, and by whom."""

from django.db.models import Q, QuerySet

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.hooks import invitation_kinds, player_stakes
from matches.players.models import MEMBER, Invitation, Invitations, Player


def member_invitations(group: Player) -> Invitations:
    """Who was asked to be of a pair or a team."""
    asked = Invitation.objects.filter(kind=MEMBER, terms__group=group.pk)
    return asked.select_related("player").order_by("serial")


def invitation_list() -> QuerySet[Invitation]:
    """Every invitation with whom it is for, who made it and the answer, the latest first: one query."""
    found = Invitation.objects.select_related("player__stand_in", "login", "recorded_by", "answer")
    return found.order_by("-serial")


def invitations_to_answer(user: User) -> list[Invitation]:
    """Those that wait for this login's answer: asked itself, or answering for who has no login.

    One query, and a few for each of the latter.
    """
    own = Invitation.objects.to_login(user).values("pk")
    answered_for = Q(player__in=players_answered_for(user))
    pending = invitation_list().filter(Q(pk__in=own) | answered_for, answer=None)
    return [invitation for invitation in pending if may_do_action(user, "invitation_answer", invitation)]


def players_answered_for(user: User) -> QuerySet[Player]:
    """Players without a login whom this login may have recorded, or a club it runs: no fewer than it has."""
    found = Q(created_by=user)
    for stake in player_stakes():
        found |= stake.answered_for(user) or Q(pk__in=[])
    return Player.objects.filter(found, user=None)


def invitations_concerning(user: User) -> QuerySet[Invitation]:
    """Every invitation that the login was asked, has to answer or has made, the latest first."""
    waiting = [invitation.pk for invitation in invitations_to_answer(user)]
    asked = Invitation.objects.to_login(user).values("pk")
    return invitation_list().filter(Q(pk__in=waiting) | Q(pk__in=asked) | Q(recorded_by=user))


def concerns_invitation(user: User, invitation: Invitation) -> bool:
    """Whether the login was asked, answers for who was, has asked, or could: nobody else hears of it."""
    return (
        invitation.recorded_by_id == user.pk
        or may_do_action(user, "invitation_answer", invitation)
        or invitation_kinds()[invitation.kind].may_ask(user, invitation)
    )


def invitations_made(user: User) -> QuerySet[Invitation]:
    """What this login has asked of others and is not answered yet."""
    return invitation_list().filter(recorded_by=user, answer=None)
