"""What of events is posted from several places: that they open, and who moves up."""

from collections.abc import Collection
from datetime import datetime

from matches.accounts.models import User
from matches.notifications.services import notice_post, notices_post
from tournaments.events.models import Tournament, TournamentEdit
from tournaments.events.selectors import waiting_list

MOVES = {"starts_at", "ends_at", "place", "venue", "time_zone"}
"""What of an event, changed, changes somebody's evening."""


def entries_open_notify(tournament: Tournament, actor: User, now: datetime) -> None:
    """Have the club told that an event can be entered: now, or when it opens; once for each such time."""
    if not tournament.listed:
        return
    opens = tournament.entries_open_at
    later = opens if opens is not None and opens > now else None
    occasion = "" if later is None else later.isoformat()
    notice_post("entries_open", tournament.pk, occasion, actor=actor, due_at=later, now=now)


def entries_waiting(tournament: Tournament) -> set[int]:
    """The entries, by number, that wait for others to withdraw before the draw."""
    if tournament.capacity is None or tournament.draw is not None:
        return set()
    return set(waiting_list(tournament).waiting)


def moved_up_notify(tournament: Tournament, waited: Collection[int], *, actor: User, now: datetime) -> None:
    """Tell those who waited and do not any more; as often as that happens."""
    if not waited:
        return
    moved = sorted(set(waited) - entries_waiting(tournament))
    notices_post("entry_moved_up", [(tournament.pk, number) for number in moved], actor=actor, now=now)


def tournament_edit_notify(
    tournament: Tournament, edit: TournamentEdit, *, waited: Collection[int], actor: User, now: datetime
) -> None:
    """Tell whom a change concerns: who is entered, who waited, and the club that an event can be entered."""
    moved_up_notify(tournament, waited, actor=actor, now=now)
    if "called_off" in edit.changes and tournament.called_off:
        notice_post("event_called_off", tournament.pk, edit.pk, actor=actor, now=now)
    elif "called_off" in edit.changes or not MOVES.isdisjoint(edit.changes):
        notice_post("event_changed", tournament.pk, edit.pk, actor=actor, now=now)
    if {"listed", "entries_open_at"} & edit.changes.keys() and tournament.state == Tournament.State.OPEN:
        entries_open_notify(tournament, actor, now)
