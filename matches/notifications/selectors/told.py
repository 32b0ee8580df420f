"""What notices are about, loaded kind by kind, and what each says to whom."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import ngettext

from matches.accounts.models import User
from matches.base.times import read_in_zone
from matches.hooks import NoticeKind, NoticeText, notice_kinds
from matches.notifications.models import Notice


@cache
def kinds_declared() -> Mapping[str, NoticeKind]:
    """Every kind of notice by its code, in the order of the rooms."""
    return notice_kinds()


def kind_of(notice: Notice) -> NoticeKind:
    """Raises KeyError for one that no room declares any more."""
    return kinds_declared()[notice.kind]


@dataclass(frozen=True, slots=True)
class LoadedNotice:
    """A notice, its kind, and what it is about."""

    notice: Notice
    kind: NoticeKind
    about: Any

    def recipients(self) -> Collection[int]:
        """The numbers of the logins to be told, without who gave rise to it."""
        return {*self.kind.recipients(self.about)} - {self.notice.actor_id}

    def still_holds(self, now: datetime) -> bool:
        return self.kind.still_holds(self.about, now)

    def text(self, login: User | None) -> NoticeText:
        """In the language and zone in force."""
        return self.kind.text(self.about, login)

    @property
    def address(self) -> str:
        return self.kind.address(self.about)

    @property
    def deadline(self) -> datetime | None:
        return self.kind.deadline(self.about)


def notices_loaded(notices: Iterable[Notice]) -> dict[int, LoadedNotice]:
    """Notices with what they are about, by number; without those whose subject is gone, or kind.

    As many queries as the kinds among them take.
    """
    by_kind: dict[str, list[Notice]] = defaultdict(list)
    for notice in notices:
        by_kind[notice.kind].append(notice)
    found: dict[int, LoadedNotice] = {}
    for code, some in by_kind.items():
        kind = kinds_declared().get(code)
        if kind is None:
            continue
        about = kind.load(some)
        found.update((each.pk, LoadedNotice(each, kind, about[each.pk])) for each in some if each.pk in about)
    return found


@contextmanager
def reading_as(login: User | None) -> Iterator[None]:
    """What is written meanwhile is in the language and the zone of a login; of None, in English and UTC."""
    language = "en" if login is None else login.mail_language
    zone = "UTC" if login is None else login.time_zone or settings.READER_TIME_ZONE
    with translation.override(language), read_in_zone(zone, known=login is None or bool(login.time_zone)):
        yield


def several_notices_title(count: int) -> str:
    """What a message is called that has more than one, in the language in force."""
    return ngettext("%(count)s notice for you", "%(count)s notices for you", count) % {"count": count}
