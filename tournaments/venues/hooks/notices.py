"""What people are told of tables."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.hooks import NoticeKind, NoticeText
from matches.notifications.models import Notice
from matches.play.models import Match
from matches.play.selectors.notices import MatchNews, MatchNotice
from tournaments.venues.models import Seating


class TableCalled(MatchNotice):
    """A match is called to a table, or to another one."""

    name = gettext_lazy("Your table is called")
    description = gettext_lazy("When you are called to a table, or to another one. Urgent: it comes at once.")
    is_urgent = True

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        """Where each match sits now, if anywhere."""
        there = Seating.objects.filter(match__in={notice.subject for notice in notices})
        seated = {seating.match_id: seating for seating in there.select_related("venue")}
        return {notice.pk: seated.get(notice.subject) for notice in notices}

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        seating: Seating | None = about.row
        if seating is None or about.match.state != Match.State.OPEN:
            return False
        said = about.notice.data
        return (seating.call_id, seating.table) == (said.get("call"), said.get("table"))

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        words = {**about.words, "table": about.notice.data.get("table", "")}
        title = _("Table %(table)s: %(one)s – %(two)s") % words
        return NoticeText(title, _("You are called to table %(table)s. Please come now.") % words)


NOTICES: Mapping[str, NoticeKind] = {"table_called": TableCalled()}
