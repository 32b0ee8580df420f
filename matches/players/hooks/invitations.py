"""What players are asked about pairs and teams; and the links by which they come to their profiles."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.hooks import InvitationKind, SignUpInvitations
from matches.players.models import Invitation, InvitationLink, Player
from matches.players.selectors import link_opened_by
from matches.players.services import invitation_link_use, member_join


class MemberInvitation(InvitationKind):
    """To be of a pair or a team: asked by who made it, or may edit it."""

    def may_ask(self, user: User, invitation: Invitation) -> bool:
        group = Player.objects.get(pk=invitation.terms["group"])
        return group.created_by_id == user.pk or may_do_action(user, "player_edit", group)

    def sentence(self, invitation: Invitation) -> str:
        group = Player.objects.get(pk=invitation.terms["group"])
        if group.kind == Player.Kind.PAIR:
            return _("Play in the pair %(name)s.") % {"name": group.name}
        return _("Play in the team %(name)s.") % {"name": group.name}

    def accept(self, invitation: Invitation, actor: User, now: datetime) -> None:
        member_join(invitation)


class LinkInvitations(SignUpInvitations):
    """Links to a profile that a club or staff keeps for somebody: who signs up by one has the profile."""

    def opened_by(self, secret: str) -> int | None:
        link = link_opened_by(secret, timezone.now())
        return None if link is None else link.pk

    def is_open(self, number: int) -> bool:
        return InvitationLink.objects.open_at(timezone.now()).filter(pk=number).exists()

    def take(self, number: int, user: User) -> None:
        invitation_link_use(actor=user, link_id=number)
