"""What clubs ask people: to belong to them, to run them or one of their events."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.translation import code_word
from matches.hooks import InvitationKind
from matches.players.models import Invitation
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import events_of_clubs
from tournaments.clubs.services import appointment_write, membership_accept


class MembershipInvitation(InvitationKind):
    """To belong to a club."""

    def may_ask(self, user: User, invitation: Invitation) -> bool:
        return may_do_action(user, "members_keep", Club.objects.get(pk=invitation.terms["club"]))

    def sentence(self, invitation: Invitation) -> str:
        return _("Belong to %(club)s (%(kind)s).") % {
            "club": Club.objects.get(pk=invitation.terms["club"]).name,
            "kind": code_word(invitation.terms["kind"], "membership_kind"),
        }

    def accept(self, invitation: Invitation, actor: User, now: datetime) -> None:
        membership_accept(invitation, actor, now)


class AppointmentInvitation(InvitationKind):
    """To run a club, or one of its events."""

    def may_ask(self, user: User, invitation: Invitation) -> bool:
        return may_do_action(user, "club_appoint", Club.objects.get(pk=invitation.terms["club"]))

    def sentence(self, invitation: Invitation) -> str:
        terms: Any = invitation.terms
        said = {
            "club": Club.objects.get(pk=terms["club"]).name,
            "role": code_word(terms["role"], "club_role"),
        }
        if terms["tournament"] is None:
            return _("Be %(role)s of %(club)s.") % said
        said["event"] = events_of_clubs().get(pk=terms["tournament"]).name
        return _("Be %(role)s of %(event)s, %(club)s.") % said

    def accept(self, invitation: Invitation, actor: User, now: datetime) -> None:
        terms: Any = invitation.terms
        assert invitation.login is not None
        appointment_write(terms["club"], terms["tournament"], invitation.login, terms["role"])
