"""What people are told of invitations."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.hooks import NoticeKind, NoticeText, invitation_kinds
from matches.notifications.models import Notice
from matches.players.models import Invitation
from matches.players.selectors import invitation_list, members_load


class InvitationWaiting(NoticeKind):
    """Somebody is asked something that waits for an answer."""

    name = gettext_lazy("An invitation")
    description = gettext_lazy("When you are asked to join a club, a pair or a team, or to hold an office.")
    subject = "invitation"

    def load(self, notices: Sequence[Notice]) -> Mapping[int, Invitation]:
        """Two queries, and those of what each asks."""
        found = invitation_list().in_bulk({notice.subject for notice in notices})
        members_load([each.player.effective_player for each in found.values() if each.player is not None])
        return {notice.pk: found[notice.subject] for notice in notices if notice.subject in found}

    def recipients(self, about: Invitation) -> Collection[int]:
        if about.login_id is not None:
            return {about.login_id}
        return set() if about.player is None else about.player.effective_player.logins

    def still_holds(self, about: Invitation, now: datetime) -> bool:
        return not hasattr(about, "answer")

    def text(self, about: Invitation, login: User | None) -> NoticeText:
        asked_by = "" if about.recorded_by is None else about.recorded_by.shown_name
        title = _("%(name)s asks you something") % {"name": asked_by}
        return NoticeText(title, invitation_kinds()[about.kind].sentence(about))

    def address(self, about: Invitation) -> str:
        return reverse("pages-matches:invitations")


NOTICES: Mapping[str, NoticeKind] = {"invitation_waiting": InvitationWaiting()}
