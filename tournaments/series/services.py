"""Series of a club: set up, changed, stopped, removed; and their events announced when it is time."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from engine import RuleError
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.problems import stored_problem
from matches.base.times import describe_day
from matches.edits.services import edit_write, former_values
from matches.facts import versions
from matches.work import outbox
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.events.rules.dates import wall_time
from tournaments.events.selectors import copied_announcement
from tournaments.events.services import tournament_announce

from .errors import AlreadyInSeries, InvalidSeries
from .models import SERIES_PROCESS_DUE, Series, SeriesAnnouncement, SeriesEdit
from .rules import DAYS_AHEAD_MAX, WEEKS_MAX
from .selectors import events_to_repeat, series_due, series_outlook, series_with_source


@transaction.atomic
def series_create(
    *,
    actor: User,
    source: Tournament,
    weeks: int = 1,
    days_ahead: int = 7,
    next_day: date | None = None,
    last_day: date | None = None,
) -> Series:
    """Have an event held again every so many weeks, the first time so many weeks after it if no day is said.

    A worker announces each. Raises InvalidSeries, AlreadyInSeries.
    """
    require_permission(actor, "tournament_create", source.club)
    source = checked_source(source.club, source.pk)
    terms = {"weeks": weeks, "days_ahead": days_ahead}
    check_terms(terms)
    series = Series(club=source.club, source=source, created_by=actor, last_day=last_day, **terms)
    series.next_day = next_day or source_day(source) + timedelta(weeks=weeks)
    check_next_day(series)
    check_last_day(series)
    if SeriesAnnouncement.objects.filter(copied=source, series__removed=False).exists():
        raise already_in_series(series)
    try:
        with transaction.atomic():
            series.save()
    except IntegrityError:
        raise already_in_series(series) from None
    series_look_again(series)
    return series


@transaction.atomic
def series_edit(
    *, actor: User, series_id: int, reason: str = "", now: datetime | None = None, **changes: Any
) -> Series:
    """Change the event it copies (`source`, a number), its terms and days; stop it, or have it go on.

    Raises InvalidSeries, AlreadyInSeries.
    """
    series = series_lock(series_id)
    require_permission(actor, "tournament_create", series.club)
    return series_change(series, changes, actor=actor, reason=reason, now=now)


@transaction.atomic
def series_skip(*, actor: User, series_id: int, reason: str = "", now: datetime | None = None) -> Series:
    """Leave the next event out: the one after it is the next. Raises InvalidSeries."""
    series = series_lock(series_id)
    require_permission(actor, "tournament_create", series.club)
    following = series_outlook(series, now or timezone.now()).following
    if following is None:
        raise InvalidSeries("The series announces nothing now. Have it go on first.")
    day = following.day + timedelta(weeks=series.weeks)
    return series_change(series, {"next_day": day}, actor=actor, reason=reason, now=now)


@transaction.atomic
def series_remove(*, actor: User, series_id: int, reason: str = "", now: datetime | None = None) -> Series:
    """Remove a series: nothing is announced any more, and what was stays."""
    series = series_lock(series_id)
    require_permission(actor, "tournament_create", series.club)
    return series_change(series, {"removed": True}, actor=actor, reason=reason, now=now)


@transaction.atomic
def series_edit_undo(
    *, actor: User, series_id: int, edit_id: int, reason: str = "", now: datetime | None = None
) -> Series:
    """Take a change back, if nothing of it was changed again since.

    Raises AlreadyUndone, ChangedSince, and what the change itself would raise.
    """
    series = series_lock(series_id, removed=True)
    require_permission(actor, "tournament_create", series.club)
    edit = SeriesEdit.objects.get(series=series, pk=edit_id)
    former = former_values(series, edit)
    return series_change(series, former, actor=actor, reason=reason, undoes=edit, now=now)


def series_change(
    series: Series,
    changes: Mapping[str, Any],
    *,
    actor: User,
    reason: str,
    undoes: SeriesEdit | None = None,
    now: datetime | None,
) -> Series:
    """Write what is changed of a locked series."""
    check_terms(changes)
    values = dict(changes)
    if "source" in values and values["source"] != series.source_id:
        values["source"] = checked_source(series.club, values["source"])
    else:
        values.pop("source", None)
    try:
        with transaction.atomic():
            edit_write(series, SeriesEdit, values, actor=actor, reason=reason, undoes=undoes, now=now)
    except IntegrityError:
        raise already_in_series(series) from None
    if series.refused is not None:
        series.refused = None
        series.save(update_fields=["refused"])
    if not {"next_day", "source"}.isdisjoint(values):
        check_next_day(series)
    if "last_day" in values:
        check_last_day(series)
    series_look_again(series)
    return series


def series_look_again(series: Series) -> None:
    versions.announce_change(f"club-{series.club_id}")
    outbox.make_due(SERIES_PROCESS_DUE, series.pk)


def series_lock(series_id: int, *, removed: bool = False) -> Series:
    """The series with its row locked: its events are announced, and it is changed, one at a time."""
    # Without its source: who waited for the lock would look for the one that it had before.
    Series.objects.select_for_update(no_key=True).only("pk").get(pk=series_id)
    fetched = series_with_source().select_related("created_by")
    return fetched.get(pk=series_id, removed__in=(False, removed))


def source_day(source: Tournament) -> date:
    """The day on which an event that has a time is held, where it is held."""
    if source.starts_at is None:
        raise InvalidSeries("%(event)s has no time. Say when it starts first.", {"event": source.name})
    return wall_time(source.starts_at, source.zone).date()


def checked_source(club: Club, number: int) -> Tournament:
    """The event of a club that a series is to copy. Raises InvalidSeries."""
    found = events_to_repeat(club).filter(pk=number).first()
    if found is None:
        raise InvalidSeries(
            "A series copies an event of %(club)s that has a time and is not called off. Name another one, "
            "or say when it starts.",
            {"club": club.name},
            fields=["source"],
        )
    return found


def check_terms(values: Mapping[str, Any]) -> None:
    """Raises InvalidSeries where a number is out of bounds."""
    bounds = {"weeks": (1, WEEKS_MAX), "days_ahead": (0, DAYS_AHEAD_MAX)}
    for name, (least, most) in bounds.items():
        if name in values and not least <= values[name] <= most:
            raise InvalidSeries(
                "%(sent)s is not from %(least)s to %(most)s. Send another number.",
                {"sent": values[name], "least": least, "most": most},
                fields=[name],
            )


def check_next_day(series: Series) -> None:
    """Raises InvalidSeries where the next day is not after those that are announced."""
    facts = SeriesAnnouncement.objects.filter(series=series.pk)
    announced = facts.order_by("-day").values_list("day", flat=True)[:1]
    latest = max([source_day(series.source), *announced])
    if series.next_day <= latest:
        raise InvalidSeries(
            "The event of %(day)s is announced already. Choose a day after it.",
            {"day": describe_day(latest)},
            fields=["next_day"],
        )


def check_last_day(series: Series) -> None:
    """Raises InvalidSeries where nothing would be held any more: whoever wants that stops the series."""
    if series.last_day is not None and series.last_day < series.next_day:
        raise InvalidSeries(
            "The next event is on %(day)s, after the last day. Choose a later last day, or leave it out.",
            {"day": describe_day(series.next_day)},
            fields=["last_day"],
        )


def already_in_series(series: Series) -> AlreadyInSeries:
    return AlreadyInSeries(
        "%(event)s is copied by another series already. Change that one instead.",
        {"event": series.source.name},
        tournament=series.source_id,
    )


# -- What a worker does


def series_sweep(*, now: datetime) -> None:
    """Have the series looked at whose next event is to be announced."""
    outbox.make_missing_due((SERIES_PROCESS_DUE, number) for number in series_due(now))


@transaction.atomic
def series_process_due(*, series_id: int, now: datetime | None = None) -> Tournament | None:
    """Announce the next event of a series, if it is time. Twice is as good as once.

    What started while nobody looked is left out; of what is to come one at a time, so each copies the one
    before it.
    """
    now = now or timezone.now()
    due = outbox.open_outbox_row(SERIES_PROCESS_DUE, series_id)
    series = series_lock(series_id, removed=True)
    announced = None if series.removed else next_event_announce(series, now)
    outbox.close_outbox_row(due)
    if announced is not None:
        outbox.make_due(SERIES_PROCESS_DUE, series_id)
    return announced


def next_event_announce(series: Series, now: datetime) -> Tournament | None:
    """Announce the next event of a locked series; None where it is not time, or the series waits.

    Where that is refused the series keeps why, and is tried again with every sweep.
    """
    following = series_outlook(series, now).following
    if following is None or following.announced_at > now:
        return None
    source = series.source
    try:
        with transaction.atomic():
            announced = copied_announcement(source, now, following.starts_at)
            tournament = tournament_announce(
                actor=series.created_by, club=series.club, copy_of=source, **announced
            )
    except RuleError as error:
        refused = stored_problem(error)
        if refused != series.refused:
            series.refused = refused
            series.save(update_fields=["refused"])
            versions.announce_change(f"club-{series.club_id}")
        return None
    SeriesAnnouncement.objects.create(
        series=series, tournament=tournament, copied=source, day=following.day, recorded_at=now
    )
    series.source, series.next_day = tournament, following.day + timedelta(weeks=series.weeks)
    series.refused = None
    series.save(update_fields=["source", "next_day", "refused"])
    return tournament
