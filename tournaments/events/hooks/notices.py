"""What people are told of events: that they may enter, are in, have a place; that it is otherwise by now."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.base.times import describe_moment, said_in, service_day
from matches.hooks import NoticeKind, NoticeText
from matches.notifications.models import Notice
from matches.players.models import Player
from tournaments.clubs.models import Membership
from tournaments.events.models import (
    Entry,
    EntryApplication,
    EntryApplicationAnswer,
    Tournament,
    TournamentEdit,
    Withdrawal,
)
from tournaments.events.selectors.notices import (
    EventNews,
    EventNotice,
    event_directors,
    logins_entered,
    logins_of_players,
    with_members,
)


class EntriesOpen(EventNotice):
    """Whoever belongs to the club may enter."""

    name = gettext_lazy("An event open for entries")
    description = gettext_lazy("When an event of a club that you belong to can be entered.")
    channels = ()

    def recipients(self, about: EventNews) -> Collection[int]:
        today = service_day(timezone.now())
        members = Membership.objects.in_force_on(today).filter(club=about.event.club_id)
        return logins_of_players(Player.objects.filter(pk__in=members.values("player")))

    def still_holds(self, about: EventNews, now: datetime) -> bool:
        event = about.event
        opens, closes = event.entries_open_at, event.entries_close_at
        is_time = (opens is None or opens <= now) and (closes is None or now < closes)
        return event.listed and event.state == Tournament.State.OPEN and is_time

    def text(self, about: EventNews, login: User | None) -> NoticeText:
        title = _("%(event)s can be entered (%(club)s)") % about.words
        return NoticeText(title, when_and_where(about.event))

    def deadline(self, about: EventNews) -> datetime | None:
        return about.event.entries_close_at or about.event.starts_at


class EntryNotice(EventNotice):
    """Base of kinds about an entry, which is the occasion: who plays in it is told."""

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        wanted = {int(notice.occasion) for notice in notices}
        entries = with_members(Entry.objects.select_related("application")).in_bulk(wanted)
        gone = set(
            Withdrawal.objects.without_reentry().filter(entry__in=entries).values_list("entry", flat=True)
        )
        here = {number: entry for number, entry in entries.items() if number not in gone}
        return {each.pk: here[int(each.occasion)] for each in notices if int(each.occasion) in here}

    def recipients(self, about: EventNews) -> Collection[int]:
        entry: Entry = about.row
        applied = set() if entry.application is None else {entry.application.recorded_by_id}
        return entry.player.effective_player.logins | {each for each in applied if each is not None}

    def still_holds(self, about: EventNews, now: datetime) -> bool:
        return about.event.state not in Tournament.OVER


class EntryAccepted(EntryNotice):
    """What somebody has applied for was approved."""

    name = gettext_lazy("Your entry is accepted")
    description = gettext_lazy("When a director accepts your application to play in an event.")

    def text(self, about: EventNews, login: User | None) -> NoticeText:
        title = _("Entered in %(event)s") % about.words
        return NoticeText(title, when_and_where(about.event))


class EntryMovedUp(EntryNotice):
    """Somebody else has left: who waited has a place."""

    name = gettext_lazy("A place after waiting")
    description = gettext_lazy("When you move up from the waiting list of an event.")

    def text(self, about: EventNews, login: User | None) -> NoticeText:
        title = _("You have a place in %(event)s") % about.words
        return NoticeText(title, _("You have moved up from the waiting list."))


class EntryRefused(EventNotice):
    """What somebody has applied for was refused."""

    name = gettext_lazy("Your entry is refused")
    description = gettext_lazy("When a director refuses your application to play in an event.")

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        answers = EntryApplicationAnswer.objects.select_related("application")
        found = answers.in_bulk({int(notice.occasion) for notice in notices})
        return {each.pk: found[int(each.occasion)] for each in notices if int(each.occasion) in found}

    def recipients(self, about: EventNews) -> Collection[int]:
        return {about.row.application.recorded_by_id} - {None}

    def text(self, about: EventNews, login: User | None) -> NoticeText:
        title = _("Not entered in %(event)s") % about.words
        return NoticeText(title, _("The reason given: %(reason)s") % {"reason": about.row.reason})


class EntryToDecide(EventNotice):
    """Somebody applies to be entered, and a director decides."""

    name = gettext_lazy("An application to decide")
    description = gettext_lazy("When somebody applies to play in an event that you direct.")

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        wanted = {int(notice.occasion) for notice in notices}
        found = EntryApplication.objects.open().select_related("player__stand_in").in_bulk(wanted)
        return {each.pk: found.get(int(each.occasion)) for each in notices}

    def recipients(self, about: EventNews) -> Collection[int]:
        return event_directors(about.event)

    def still_holds(self, about: EventNews, now: datetime) -> bool:
        return about.row is not None

    def text(self, about: EventNews, login: User | None) -> NoticeText:
        if about.row is None:
            return NoticeText(
                _("An application for %(event)s") % about.words, _("It was answered, or has lapsed.")
            )
        words = {**about.words, "player": about.row.player.effective_player.name}
        title = _("%(player)s applies for %(event)s") % words
        return NoticeText(title, _("Accept the application, or refuse it, at the desk."))

    def deadline(self, about: EventNews) -> datetime | None:
        return about.event.starts_at


class EventChanged(EventNotice):
    """When or where an event is held is otherwise by now, or it goes ahead after all."""

    name = gettext_lazy("An event changed")
    description = gettext_lazy("When the time or the place of an event that you play in changes.")

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any]:
        found = TournamentEdit.objects.in_bulk({int(notice.occasion) for notice in notices})
        return {each.pk: found[int(each.occasion)] for each in notices if int(each.occasion) in found}

    def recipients(self, about: EventNews) -> Collection[int]:
        return logins_entered(about.event)

    def still_holds(self, about: EventNews, now: datetime) -> bool:
        return about.event.state not in Tournament.OVER

    def text(self, about: EventNews, login: User | None) -> NoticeText:
        title = _("Changed: %(event)s") % about.words
        return NoticeText(title, when_and_where(about.event))


class EventCalledOff(EventChanged):
    """An event is not held."""

    name = gettext_lazy("An event called off")
    description = gettext_lazy("When an event that you play in is called off.")
    is_urgent = True

    def still_holds(self, about: EventNews, now: datetime) -> bool:
        return about.event.called_off

    def text(self, about: EventNews, login: User | None) -> NoticeText:
        title = _("Called off: %(event)s") % about.words
        reason = about.row.reason
        if not reason:
            return NoticeText(title, _("It is not held."))
        return NoticeText(title, _("The reason given: %(reason)s") % {"reason": reason})


def when_and_where(event: Tournament) -> str:
    """When an event begins and where, in its zone."""
    where = event.shown_place or event.club.name
    if event.starts_at is None:
        return _("Place: %(place)s") % {"place": where}
    with said_in(event.zone):
        when = describe_moment(event.starts_at)
    return _("Begins %(when)s. Place: %(place)s") % {"when": when, "place": where}


NOTICES: Mapping[str, NoticeKind] = {
    "entries_open": EntriesOpen(),
    "entry_accepted": EntryAccepted(),
    "entry_refused": EntryRefused(),
    "entry_moved_up": EntryMovedUp(),
    "entry_to_decide": EntryToDecide(),
    "event_changed": EventChanged(),
    "event_called_off": EventCalledOff(),
}
