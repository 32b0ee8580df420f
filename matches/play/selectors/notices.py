"""What notices about matches say: each with its match, who plays and directs it, and whose event it is."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse

from matches.accounts.models import User
from matches.hooks import MatchEvent, NoticeKind, match_stakes
from matches.notifications.models import Notice
from matches.play.models import Match
from matches.players.selectors import members_load


@dataclass(frozen=True, slots=True)
class MatchNews:
    """What a notice about a match is about.

    row: what else the kind has loaded, such as the report. event: what the match is part of, if of anything.
    """

    notice: Notice
    match: Match
    row: Any = None
    event: MatchEvent | None = None
    club: int | None = None
    directors: Collection[int] = ()

    @property
    def players(self) -> set[int]:
        """The numbers of the logins that play."""
        return {login for side in self.match.players for login in side.logins}

    @property
    def words(self) -> dict[str, str | int]:
        """What sentences name."""
        one, two = (player.name for player in self.match.players)
        return {"one": one, "two": two, "length": self.match.length}

    def logins_of(self, side: int) -> set[int]:
        """The numbers of the logins that play on a side."""
        return set(self.match.players[side].logins)


@dataclass(frozen=True, slots=True)
class _Around:
    """What other rooms say of matches, by match."""

    events: dict[int, MatchEvent] = field(default_factory=dict)
    clubs: dict[int, int] = field(default_factory=dict)
    directors: dict[int, Collection[int]] = field(default_factory=dict)


class MatchNotice(NoticeKind):
    """Base of kinds of notice about a match: its players are told, and are shown its page."""

    subject = "match"
    directors_told: bool = False

    def load(self, notices: Sequence[Notice]) -> Mapping[int, MatchNews]:
        """Three queries, one for pairs, and those of each room that knows whose events matches are."""
        rows = self.rows(notices)
        wanted = {notice.subject for notice in notices}
        loaded = Match.objects.select_related("one__stand_in", "two__stand_in", "result").in_bulk(wanted)
        members_load([player for match in loaded.values() for player in match.players])
        around = self.around(list(loaded.values()))
        return {
            notice.pk: MatchNews(
                notice,
                loaded[notice.subject],
                None if rows is None else rows[notice.pk],
                around.events.get(notice.subject),
                around.clubs.get(notice.subject),
                around.directors.get(notice.subject, ()),
            )
            for notice in notices
            if notice.subject in loaded and (rows is None or notice.pk in rows)
        }

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any] | None:
        """What else a kind needs, by notice; None where it needs nothing."""
        return None

    def around(self, matches: Sequence[Match]) -> _Around:
        found = _Around()
        for stake in match_stakes():
            found.events.update(stake.match_events(Match.objects.filter(pk__in=[m.pk for m in matches])))
            found.clubs.update(stake.clubs_of(matches))
            if self.directors_told:
                found.directors.update(stake.directors(matches))
        return found

    def recipients(self, about: MatchNews) -> Collection[int]:
        return about.players

    def still_holds(self, about: MatchNews, now: datetime) -> bool:
        return not about.match.is_over

    def address(self, about: MatchNews) -> str:
        return reverse("pages-matches:match", args=[about.match.pk])

    def club(self, about: MatchNews) -> int | None:
        return about.club


def rows_of_occasions(
    notices: Sequence[Notice], found: Callable[[Collection[int]], Mapping[int, Any]]
) -> dict[int, Any]:
    """The rows whose numbers are the occasions of notices, by notice: one query."""
    rows = found({int(notice.occasion) for notice in notices})
    return {each.pk: rows[int(each.occasion)] for each in notices if int(each.occasion) in rows}


def is_side_of(about: MatchNews, login: User | None) -> int | None:
    """The side that a login plays on, if it does."""
    return None if login is None else about.match.side_of(login)
