"""What people are told of about their matches."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.accounts.models import User
from matches.base.times import describe_moment
from matches.base.translation import code_word
from matches.hooks import NoticeKind, NoticeText
from matches.notifications.models import Notice
from matches.play.facts import result_sentence
from matches.play.models import Match, Reminder, Report, Result, Ruling
from matches.play.rules.deadlines import ANSWER
from matches.play.rules.deciding import Stated
from matches.play.selectors import Case, cases_of
from matches.play.selectors.notices import MatchNews, MatchNotice, is_side_of, rows_of_occasions


class PairingPosted(MatchNotice):
    """A match was set up for two players."""

    name = gettext_lazy("A match of yours is set up")
    description = gettext_lazy("When a round is paired or released, or somebody sets up a match with you.")

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        return about.match.state == Match.State.OPEN

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        title = _("Set up: %(one)s – %(two)s") % about.words
        deadline = self.deadline(about)
        if deadline is None:
            length = about.match.length
            sentence = ngettext(
                "It is a match to %(length)s point.", "It is a match to %(length)s points.", length
            )
            return NoticeText(title, sentence % about.words)
        sentence = _("It is a match to %(length)s points, to be played by %(when)s.")
        return NoticeText(title, sentence % {**about.words, "when": describe_moment(deadline)})

    def deadline(self, about: MatchNews) -> datetime | None:
        return about.match.play_by


class ReportToConfirm(MatchNotice):
    """The other side has reported: the answer decides."""

    name = gettext_lazy("A report to confirm")
    description = gettext_lazy("When your opponent has reported a match and your answer is awaited.")

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        return cases_of_notices(notices)

    def recipients(self, about: MatchNews) -> Collection[int]:
        report = stated(about)
        return set() if report is None or report.side is None else about.logins_of(1 - report.side)

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        case: Case = about.row.at_time(now)
        return not about.match.superseded and int(about.notice.occasion) in case.decision.waiting

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        report, deadline = stated(about), self.deadline(about)
        words = {
            **about.words,
            "name": "" if report is None else about.match.players[report.side or 0].name,
            "score": "" if report is None else "–".join(map(str, report.match_score.points)),
            "when": "" if deadline is None else describe_moment(deadline),
        }
        title = _("Is that so? %(one)s – %(two)s %(score)s") % words
        if deadline is None:
            return NoticeText(title, _("%(name)s has reported it. Confirm it, or object.") % words)
        sentence = _("%(name)s has reported it. Without an answer it counts from %(when)s.")
        return NoticeText(title, sentence % words)

    def deadline(self, about: MatchNews) -> datetime | None:
        at: datetime | None = about.row.decision.confirms_at
        return at


class ReportRefused(MatchNotice):
    """The referee refuses a report, after it was taken."""

    name = gettext_lazy("A report refused")
    description = gettext_lazy("When the referee does not accept what you have reported.")

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        return rows_of_occasions(notices, Report.objects.defer("transcript").in_bulk)

    def recipients(self, about: MatchNews) -> Collection[int]:
        return {about.row.recorded_by_id} - {None}

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        title = _("Report refused: %(one)s – %(two)s") % about.words
        return NoticeText(title, _("The page of the match says why. Please report it again."))


class DisputeRaised(MatchNotice):
    """What both sides say differs; only a ruling ends it."""

    name = gettext_lazy("A dispute")
    description = gettext_lazy(
        "When the sides of a match disagree: its players, and those who rule on it, are told."
    )
    directors_told = True

    def recipients(self, about: MatchNews) -> Collection[int]:
        return about.players | {*about.directors}

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        return about.match.state == Match.State.DISPUTED

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        title = _("Disputed: %(one)s – %(two)s") % about.words
        if login is not None and is_side_of(about, login) is None:
            return NoticeText(title, _("The sides disagree about the result. A ruling is needed."))
        return NoticeText(title, _("The sides disagree about the result. The director decides it."))


class MatchFinalised(MatchNotice):
    """A result stands: by what the sides say, by silence, by an official, or by a first ruling.

    Of a ruling its players are told as that; a correction is a kind of its own.
    """

    name = gettext_lazy("A match is final")
    description = gettext_lazy("When the result of a match of yours stands.")
    channels = ()

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        return rows_of_occasions(notices, Result.objects.in_bulk)

    def recipients(self, about: MatchNews) -> Collection[int]:
        return set() if about.row.grounds == Result.Basis.RULING else about.players

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        return about.match.state == Match.State.FINAL and about.match.result_id == about.row.pk

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        title = _("Final: %(one)s – %(two)s") % about.words
        return NoticeText(title, result_sentence(about.match, about.row))


class RulingMade(MatchNotice):
    """An official has decided a match that was not decided."""

    name = gettext_lazy("A ruling")
    description = gettext_lazy("When an official decides a match of yours, or it is given without play.")

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        return rows_of_occasions(notices, Ruling.objects.select_related("undone_by").in_bulk)

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        return not hasattr(about.row, "undone_by")

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        title = _("Ruling: %(one)s – %(two)s") % about.words
        return NoticeText(title, ruling_sentence(about))


class ResultCorrected(RulingMade):
    """A ruling changes what a match was decided to be."""

    name = gettext_lazy("A correction of a result")
    description = gettext_lazy("When the result of a match of yours is corrected.")

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        title = _("Corrected: %(one)s – %(two)s") % about.words
        return NoticeText(title, ruling_sentence(about))


class MatchSuperseded(MatchNotice):
    """A correction elsewhere has others play in the place of a match, or has it count again."""

    name = gettext_lazy("A match that counts no more, or again")
    description = gettext_lazy("When a correction elsewhere changes whether a match of yours counts.")

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        return about.match.superseded is about.notice.data.get("superseded")

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        if about.notice.data.get("superseded"):
            title = _("Counts no more: %(one)s – %(two)s") % about.words
            sentence = _("After the correction of another result others play in its place.")
        else:
            title = _("Counts again: %(one)s – %(two)s") % about.words
            sentence = _("The correction that had others play in its place was taken back.")
        return NoticeText(title, sentence)


class DeadlineNear(MatchNotice):
    """The time to answer a report, or to play, is nearly over."""

    name = gettext_lazy("A deadline is near")
    description = gettext_lazy("When the time to answer a report or to play a match is nearly over.")

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        return rows_of_occasions(notices, Reminder.objects.in_bulk)

    def recipients(self, about: MatchNews) -> Collection[int]:
        return about.logins_of(about.row.side)

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        match, reminder = about.match, about.row
        if now >= reminder.due_at:
            return False
        if reminder.about == ANSWER:
            return match.state == Match.State.REPORTED and match.confirms_at == reminder.due_at
        return match.state == Match.State.OPEN and match.play_by == reminder.due_at

    def text(self, about: MatchNews, login: User | None) -> NoticeText:
        words = {**about.words, "when": describe_moment(about.row.due_at)}
        if about.row.about == ANSWER:
            title = _("Until %(when)s: is that so? %(one)s – %(two)s") % words
            return NoticeText(title, _("Without your answer the report of your opponent counts."))
        title = _("To be played by %(when)s: %(one)s – %(two)s") % words
        return NoticeText(title, _("Play it in time, or ask who runs it for another date."))

    def deadline(self, about: MatchNews) -> datetime | None:
        at: datetime = about.row.due_at
        return at


def cases_of_notices(notices: Sequence[Notice]) -> dict[int, Case]:
    """The matches that notices are about with all facts, by notice: two queries."""
    matches = Match.objects.filter(pk__in={notice.subject for notice in notices})
    cases = cases_of(matches, timezone.now())
    return {notice.pk: cases[notice.subject] for notice in notices if notice.subject in cases}


def stated(about: MatchNews) -> Stated | None:
    """The report that a notice is about; None once it was undone."""
    number = int(about.notice.occasion)
    said = (event for event in about.row.in_force if isinstance(event, Stated))
    return next((event for event in said if event.report == number), None)


def ruling_sentence(about: MatchNews) -> str:
    """Why it was decided so, unless somebody who plays was anonymised since."""
    if about.match.withholds_names:
        return _("The page of the match says how it was decided.")
    reason = code_word(about.row.reason, "service_reason")
    return _("The reason given: %(reason)s") % {"reason": reason}


NOTICES: Mapping[str, NoticeKind] = {
    "pairing_posted": PairingPosted(),
    "report_to_confirm": ReportToConfirm(),
    "report_refused": ReportRefused(),
    "match_disputed": DisputeRaised(),
    "match_finalised": MatchFinalised(),
    "ruling_made": RulingMade(),
    "result_corrected": ResultCorrected(),
    "match_superseded": MatchSuperseded(),
    "deadline_near": DeadlineNear(),
}
