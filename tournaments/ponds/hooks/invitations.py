"""What ponds ask people: to direct one."""

from datetime import datetime

from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.hooks import InvitationKind
from matches.players.models import Invitation
from tournaments.ponds.models import Pond
from tournaments.ponds.services import pond_director_accept


class PondDirectorInvitation(InvitationKind):
    """To direct a pond."""

    def may_ask(self, user: User, invitation: Invitation) -> bool:
        return may_do_action(user, "pond_create", pond_asked_about(invitation).club)

    def sentence(self, invitation: Invitation) -> str:
        pond = pond_asked_about(invitation)
        return _("Be director of the pond %(pond)s, %(club)s.") % {"pond": pond.name, "club": pond.club.name}

    def accept(self, invitation: Invitation, actor: User, now: datetime) -> None:
        pond_director_accept(invitation)


def pond_asked_about(invitation: Invitation) -> Pond:
    return Pond.objects.select_related("club").get(pk=invitation.terms["pond"])
