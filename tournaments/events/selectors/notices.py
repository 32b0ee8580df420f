"""What notices about events are about: the event, a row of it, who is entered and who directs it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse

from matches.hooks import NoticeKind
from matches.notifications.models import Notice
from matches.players.models import Member, Player
from tournaments.clubs.models import Appointment
from tournaments.events.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class EventNews:
    """What a notice about an event is about. row: what else the kind has loaded, such as the entry."""

    notice: Notice
    event: Tournament
    row: Any = None

    @property
    def words(self) -> dict[str, Any]:
        """What sentences name."""
        return {"event": self.event.name, "club": self.event.club.name}


class EventNotice(NoticeKind):
    """Base of kinds of notice about an event: they lead to its page."""

    subject = "tournament"

    def load(self, notices: Sequence[Notice]) -> Mapping[int, EventNews]:
        """One query, and what the rows of the kind take."""
        events = Tournament.objects.select_related("club", "venue", "draw").filter(removed=False)
        found = events.in_bulk({notice.subject for notice in notices})
        rows = self.rows(notices)
        return {
            notice.pk: EventNews(notice, found[notice.subject], None if rows is None else rows[notice.pk])
            for notice in notices
            if notice.subject in found and (rows is None or notice.pk in rows)
        }

    def rows(self, notices: Sequence[Notice]) -> Mapping[int, Any] | None:
        """What else a kind needs, by notice; None where it needs nothing."""
        return None

    def address(self, about: EventNews) -> str:
        return reverse("pages-tournaments:tournament", args=[about.event.pk])

    def club(self, about: EventNews) -> int | None:
        return about.event.club_id


def event_directors(event: Tournament) -> set[int]:
    """The numbers of the logins who direct an event, or run its club: one query."""
    appointed = Appointment.objects.filter(Q(tournament=None) | Q(tournament=event), club=event.club_id)
    return set(appointed.exclude(role=Appointment.Role.SCOREKEEPER).values_list("user", flat=True))


def event_directors_of(events: Mapping[int, tuple[int, int]]) -> dict[int, Collection[int]]:
    """The same of several things, each of an event of a club, both by number: one query."""
    clubs = {club for _, club in events.values()}
    appointed = Appointment.objects.filter(club__in=clubs).exclude(role=Appointment.Role.SCOREKEEPER)
    rows = list(appointed.values_list("club", "tournament", "user"))
    return {
        thing: {user for at, only, user in rows if at == club and only in (None, event)}
        for thing, (event, club) in events.items()
    }


def logins_entered(event: Tournament) -> set[int]:
    """The numbers of the logins who play in an event and have not withdrawn: three queries."""
    entries = with_members(Entry.objects.filter(tournament=event).not_withdrawn())
    return {login for entry in entries for login in entry.player.effective_player.logins}


def with_members(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows of players, with who stands in for each and who belongs to a pair or a team."""
    members = Member.objects.select_related("player__stand_in")
    return rows.select_related("player__stand_in").prefetch_related(
        Prefetch("player__roster", members), Prefetch("player__stand_in__roster", members)
    )


def logins_of_players(players: QuerySet[Player]) -> set[int]:
    """The numbers of the logins that speak for some persons: one query."""
    found = players.values_list("user", "stand_in__user")
    return {login for both in found for login in both if login is not None}
