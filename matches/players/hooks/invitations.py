"""What players are asked about pairs and teams."""

from datetime import datetime

from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.hooks import InvitationKind
from matches.players.models import Invitation, Player
from matches.players.services import member_join


class MemberInvitation(InvitationKind):
    """To be of a pair or a team: asked by who made it, or may edit it."""

    scope = "enter"

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
