"""What people are asked about matches: to decide an appeal."""

from datetime import datetime

from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.hooks import InvitationKind
from matches.play.models import Appeal
from matches.play.services import seat_take
from matches.players.models import Invitation


class SeatInvitation(InvitationKind):
    """To sit on the committee of an appeal."""

    def may_ask(self, user: User, invitation: Invitation) -> bool:
        return may_do_action(user, "match_rule", appeal_of(invitation).ruling.match)

    def sentence(self, invitation: Invitation) -> str:
        match = appeal_of(invitation).ruling.match
        return _("Decide an appeal, match %(number)s: %(one)s and %(two)s.") % {
            "number": match.pk,
            "one": match.one.effective_player.name,
            "two": match.two.effective_player.name,
        }

    def accept(self, invitation: Invitation, actor: User, now: datetime) -> None:
        seat_take(invitation, now)


def appeal_of(invitation: Invitation) -> Appeal:
    found = Appeal.objects.select_related("ruling__match__one", "ruling__match__two")
    return found.get(pk=invitation.terms["appeal"])
