"""What people are told of their sessions."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.base.tags import day
from matches.hooks import NoticeKind, NoticeText
from matches.notifications.models import Notice
from matches.sessions.models import MoneySession
from matches.sessions.selectors import UNLISTED, session_list


class SessionNotice(NoticeKind):
    """Base of kinds of notice about a session."""

    subject = "session"

    def load(self, notices: Sequence[Notice]) -> Mapping[int, MoneySession]:
        """One query."""
        found = session_list().defer(*UNLISTED).in_bulk({notice.subject for notice in notices})
        return {notice.pk: found[notice.subject] for notice in notices if notice.subject in found}

    def address(self, about: MoneySession) -> str:
        return reverse("pages-matches:session", args=[about.pk])


class SessionKept(SessionNotice):
    """Somebody keeps a session with a player, who says whether it is so."""

    name = gettext_lazy("A session kept with you")
    description = gettext_lazy("When somebody keeps a session for money that you are said to have played.")

    def recipients(self, about: MoneySession) -> Collection[int]:
        return set() if about.opponent is None else about.opponent.logins

    def still_holds(self, about: MoneySession, now: datetime) -> bool:
        return about.answer == MoneySession.OpponentAnswer.PENDING

    def text(self, about: MoneySession, login: User | None) -> NoticeText:
        name, words = (
            about.names[0],
            {"day": day(about.played_on), "points": "–".join(map(str, about.points))},
        )
        return NoticeText(
            _("%(name)s keeps a session with you") % {"name": name},
            _("Played on %(day)s, %(points)s. Say whether it is so.") % words,
        )


class SessionDisowned(SessionNotice):
    """The opponent says that a session is not so."""

    name = gettext_lazy("A session disowned")
    description = gettext_lazy("When your opponent says that a session you keep is not so.")

    def recipients(self, about: MoneySession) -> Collection[int]:
        return about.one.effective_player.logins

    def still_holds(self, about: MoneySession, now: datetime) -> bool:
        return about.answer == MoneySession.OpponentAnswer.DISOWNED

    def text(self, about: MoneySession, login: User | None) -> NoticeText:
        return NoticeText(
            _("%(name)s disowns a session") % {"name": about.names[1]},
            _("Of %(day)s. It counts for nobody. Talk to each other, or withdraw it.")
            % {"day": day(about.played_on)},
        )


NOTICES: Mapping[str, NoticeKind] = {"session_kept": SessionKept(), "session_disowned": SessionDisowned()}
