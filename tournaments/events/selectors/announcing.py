"""What a new tournament is announced with that begins with a preset, or with an earlier one."""

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.dates import WEEKDAYS

from matches import hooks
from matches.accounts.models import User
from matches.base.translation import translate_text
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import rating_pools_open_to
from tournaments.events.models import Tournament
from tournaments.events.rules.dates import (
    following_name,
    name_of_kind,
    next_on_weekday,
    next_week_of,
    shifted,
    wall_time,
)
from tournaments.events.rules.presets import PRESETS, EventPreset
from tournaments.formats import Format

from .counting import rating_pools_counted

NOT_ANNOUNCED = (
    "id",
    "club",
    "created_at",
    "created_by",
    "called_off",
    "removed",
    "state",
    "draw",
    "finished_at",
    "search_key",
    # Not sent again: a copy shows the very picture.
    "picture",
    "picture_alt",
)
"""Columns of a tournament that nobody announces. All others are, and a copy has them."""

MOMENTS = ("starts_at", "ends_at", "entries_open_at", "entries_close_at")
"""Of those, the times that move with it."""

WHERE = ("place", "time_zone", "venue", "tables")
"""Of those, what is as it was the last time."""

LATEST = 60
"""How many tournaments of a club are looked at for what it usually plays."""

COPIES = 6
"""How many of them there are to copy."""


@dataclass(frozen=True, slots=True)
class TournamentCopy:
    """A tournament that could be held again, what the copy would be called and when it would start."""

    tournament: Tournament
    name: str
    starts_at: datetime | None


def preset_announcement(
    preset: EventPreset, club: Club, now: datetime, starts_at: datetime | None = None
) -> dict[str, Any]:
    """What is announced of such an event of a club: one query.

    If nobody says when, it starts at the time and on the weekday of the last event of the club, if that had
    one, else as the preset has it, tomorrow. Where it is played is as the last time.
    """
    last = latest_announced(club).filter(starts_at__isnull=False).first()
    zone = ZoneInfo(club.time_zone) if last is None else last.zone
    if starts_at is None:
        starts_at = usual_start(last, preset, now, zone)
    closes = preset.entries_close_minutes
    weekday = str(WEEKDAYS[wall_time(starts_at, zone).weekday()])
    return {
        **preset.announcement,
        **({} if last is None else announced_where(last)),
        "name": translate_text(preset.event_name % {"weekday": weekday}),
        "starts_at": starts_at,
        "entries_close_at": None if closes is None else starts_at - timedelta(minutes=closes),
    }


def usual_start(last: Tournament | None, preset: EventPreset, now: datetime, zone: tzinfo) -> datetime:
    """When an event of a club starts next, by the `last` one that had a time."""
    if last is None or last.starts_at is None:
        tomorrow = wall_time(now, zone).date() + timedelta(days=1)
        return next_on_weekday(tomorrow.weekday(), preset.starts, now, zone)
    shown = wall_time(last.starts_at, zone)
    return next_on_weekday(shown.weekday(), shown.time(), now, zone)


def tournament_announced(tournament: Tournament) -> dict[str, Any]:
    """All that was announced of a tournament, as it stands, but for its rating pools."""
    names = [column.name for column in Tournament._meta.concrete_fields if column.name not in NOT_ANNOUNCED]
    return {name: announced_value(tournament, name) for name in names}


def copied_announcement(
    tournament: Tournament, now: datetime, starts_at: datetime | None = None
) -> dict[str, Any]:
    """All that was announced of a tournament, for the next one: four queries.

    If nobody says when, that is the next time it is the same weekday and time of day where it is played; all
    of its times move alike, and its name.
    """
    announced = tournament_announced(tournament)
    held = copy_of_tournament(tournament, now, starts_at)
    counted = {rating_pool for _, rating_pool in rating_pools_counted([tournament])}
    open_to = rating_pools_open_to(tournament.club).values_list("pk", flat=True)
    return {
        **announced,
        **announced_where(tournament),
        **times_moved(tournament, held.starts_at),
        "name": held.name,
        "rating_pools": sorted(counted.intersection(open_to)),
    }


def announced_value(tournament: Tournament, name: str) -> Any:
    """What a tournament is announced with in a column: of other rows, their numbers."""
    column: Any = Tournament._meta.get_field(name)
    return column.value_from_object(tournament)


def announced_where(tournament: Tournament) -> dict[str, Any]:
    """Where a tournament is played, as far as there is that venue, and those tables, still."""
    found = {name: announced_value(tournament, name) for name in WHERE}
    venue = tournament.venue
    if venue is None or venue.removed:
        return {**found, "venue": None, "tables": []}
    there = {table.name for table in venue.venue_tables}
    return {**found, "tables": [name for name in tournament.tables if name in there]}


def copy_of_tournament(
    tournament: Tournament, now: datetime, starts_at: datetime | None = None
) -> TournamentCopy:
    """The next one of a kind; when it starts nobody knows where the last one had no time."""
    if tournament.starts_at is None:
        return TournamentCopy(tournament, following_name(tournament.name), starts_at)
    zone = tournament.zone
    starts_at = starts_at or next_week_of(tournament.starts_at, now, zone)
    days = (wall_time(moment, zone).date() for moment in (tournament.starts_at, starts_at))
    return TournamentCopy(tournament, following_name(tournament.name, *days), starts_at)


def times_moved(tournament: Tournament, starts_at: datetime | None) -> dict[str, Any]:
    """The times of a tournament if it starts then, by the clocks where it is played."""
    if tournament.starts_at is None or starts_at is None:
        return {**dict.fromkeys(MOMENTS), "starts_at": starts_at}
    zone = tournament.zone
    shift = wall_time(starts_at, zone) - wall_time(tournament.starts_at, zone)
    moments = {name: getattr(tournament, name) for name in MOMENTS}
    return {
        **{name: None if each is None else shifted(each, shift, zone) for name, each in moments.items()},
        "rounds": [
            {**each, "play_by": shifted(datetime.fromisoformat(each["play_by"]), shift, zone).isoformat()}
            if "play_by" in each
            else each
            for each in tournament.rounds
        ],
    }


def tournaments_to_copy(club: Club, actor: User, now: datetime) -> list[TournamentCopy]:
    """The last one of each kind that somebody announced in a club: the actor's own first, the latest first.

    One query. What is announced by itself, such as the divisions of a league, is not among them.
    """
    found: dict[str, Tournament] = {}
    for tournament in latest_announced(club)[:LATEST]:
        day = (
            None if tournament.starts_at is None else wall_time(tournament.starts_at, tournament.zone).date()
        )
        found.setdefault(name_of_kind(tournament.name, day), tournament)
    ordered = sorted(found.values(), key=lambda each: each.created_by_id != actor.pk)
    return [copy_of_tournament(tournament, now) for tournament in ordered[:COPIES]]


def presets_by_use(club: Club, actor: User) -> list[EventPreset]:
    """All presets: first what the actor announced in the club, the latest first, then what others did.

    One query. What was announced is taken for a preset where format, options and who enters are the same.
    """
    used: dict[tuple[Format, str], tuple[bool, int]] = {}
    for number, tournament in enumerate(latest_announced(club)[:LATEST]):
        others = tournament.created_by_id != actor.pk
        kind = tournament.played_as, tournament.entrants
        used[kind] = min(used.get(kind, (True, LATEST)), (others, number))
    never = True, LATEST
    return sorted(
        PRESETS.values(),
        key=lambda preset: used.get((preset.played_as, preset.announcement["entrants"]), never),
    )


def latest_announced(club: Club) -> QuerySet[Tournament]:
    """The events that somebody announced in a club, the latest first."""
    found = Tournament.objects.filter(club=club, removed=False).select_related("club", "venue")
    for stake in hooks.event_stakes():
        if (condition := stake.announced_by_itself()) is not None:
            found = found.exclude(condition)
    return found.order_by("-pk")
