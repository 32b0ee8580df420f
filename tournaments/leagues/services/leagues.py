"""Leagues: announced, changed, closed and removed; each change is a fact that can be taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Unpack

from django.db import transaction

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.base.times import check_time_zone
from matches.edits.services import edit_write, former_values
from tournaments.clubs.models import Club, PlacedDetails
from tournaments.events.services import (
    Announcement,
    changed_announcement,
    checked_announcement,
    split_announcement,
)
from tournaments.leagues.errors import LeagueBegun, LeagueInUse
from tournaments.leagues.models import League, LeagueEdit

FIXED = ("up", "down", "entrants")
"""By what seasons follow each other; the rest of the terms is for seasons to come."""


class LeagueAnnouncement(Announcement, PlacedDetails, total=False):
    """What may be announced of a league."""


@transaction.atomic
def league_create(
    *, actor: User, club: Club, name: str, up: int, down: int, **announced: Unpack[LeagueAnnouncement]
) -> League:
    """Announce a league, and what its divisions play; `up` and `down` change between two after a season.

    Raises what `checked_announcement` does, UnknownTimeZone.
    """
    require_permission(actor, "league_create", club)
    sent, details = split_announcement(announced)
    check_time_zone(details.get("time_zone", ""))
    terms = checked_announcement(**sent)
    return League.objects.create(club=club, name=name, up=up, down=down, created_by=actor, **terms, **details)


@transaction.atomic
def league_edit(
    *, actor: User, league_id: int, reason: str = "", now: datetime | None = None, **changes: Any
) -> League:
    """Change what is announced of a league, for seasons to come; `closed`, that there are none.

    FIXED only as long as no season was opened. Raises LeagueBegun, UnknownTimeZone, and what announcing
    raises.
    """
    league = league_lock(league_id)
    require_permission(actor, "league_direct", league)
    return league_change(league, changes, actor=actor, reason=reason, now=now)


@transaction.atomic
def league_remove(*, actor: User, league_id: int, reason: str = "", now: datetime | None = None) -> League:
    """Remove a league that was announced by mistake: it is shown no more. Raises LeagueInUse."""
    league = league_lock(league_id)
    require_permission(actor, "league_direct", league)
    if league.seasons.exists():
        raise LeagueInUse(
            "%(league)s has opened a season, and stays on file. Close it instead.",
            {"league": league.name},
            seasons=league.seasons.count(),
        )
    return league_change(league, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def league_edit_undo(
    *, actor: User, league_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> League:
    """Take a change back: what it changed is as it was before, if it has not been changed again since.

    So a league that was closed is open again, and one that was removed is there. Raises AlreadyUndone,
    ChangedSince, and what the change itself would raise.
    """
    league = league_lock(league_id, removed=True)
    require_permission(actor, "league_direct", league)
    edit = LeagueEdit.objects.get(league=league, pk=edit_id)
    former = former_values(league, edit)
    return league_change(league, former, actor=actor, reason=reason, undoes=edit, now=now)


def league_change(
    league: League,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: LeagueEdit | None = None,
    now: datetime | None,
) -> League:
    """Write what is changed of a locked league. Raises LeagueBegun, UnknownTimeZone."""
    check_time_zone(changes.get("time_zone", ""))
    terms, values = split_announcement(changes)
    if terms:
        values |= changed_announcement(league, terms)
    check_league_not_begun(league, values)
    edit_write(league, LeagueEdit, values, actor=actor, reason=reason, undoes=undoes, now=now)
    return league


def check_league_not_begun(league: League, values: Mapping[str, Any]) -> None:
    """Raises LeagueBegun where seasons would follow each other otherwise than they have."""
    changed = [name for name in FIXED if name in values and values[name] != getattr(league, name)]
    if changed and league.seasons.exists():
        raise LeagueBegun(
            "%(league)s has opened a season, and its seasons follow each other by what was announced: "
            "%(fields)s. Announce another league, and close this one.",
            {"league": league.name, "fields": [CodeWord(name, "edited_field") for name in changed]},
            fields=changed,
        )


def league_lock(league_id: int, *, removed: bool = False) -> League:
    """The league with its row locked: its seasons open one at a time.

    One that was removed is there for nobody but who takes one that is `removed`.
    """
    leagues = League.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    return leagues.get(pk=league_id, removed__in=(False, removed))
