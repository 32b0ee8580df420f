"""Series: the next event is announced when it is time, once, and not in the dark."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.edits.errors import AlreadyUndone, ChangedSince
from matches.work.models import Outbox
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import UserFactory
from tournaments.events.models import Tournament
from tournaments.events.services import (
    tournament_call_off,
    tournament_create,
    tournament_edit,
    tournament_edit_undo,
    tournament_remove,
)
from tournaments.series.errors import AlreadyInSeries, InvalidSeries
from tournaments.series.models import SERIES_PROCESS_DUE, Series, SeriesAnnouncement, SeriesEdit
from tournaments.series.selectors import series_due, series_of_event, series_outlook
from tournaments.series.services import (
    series_create,
    series_edit,
    series_edit_undo,
    series_process_due,
    series_remove,
    series_skip,
    series_sweep,
)

from .conftest import TUESDAY

pytestmark = pytest.mark.django_db

# The clocks are put back in between.
NEXT = TUESDAY + timedelta(weeks=1, hours=1)
MINUTE = timedelta(minutes=1)


def announced(series, now):
    return series_process_due(series_id=series.pk, now=now)


def test_the_next_one_is_announced_a_week_before_as_a_copy(series, night):
    assert announced(series, TUESDAY - MINUTE) is None
    event = announced(series, TUESDAY)
    assert (event.name, event.starts_at, event.capacity) == ("Tuesday knockout 13", NEXT, 16)
    fact = SeriesAnnouncement.objects.get()
    assert (fact.tournament, fact.copied, fact.recorded_by) == (event, night, None)
    assert fact.day == date(2099, 10, 27)
    series.refresh_from_db()
    assert (series.source, series.next_day) == (event, date(2099, 11, 3))
    assert announced(series, TUESDAY) is None, "once, and once only"
    tournament_edit(actor=event.created_by, tournament_id=event.pk, capacity=24)
    following = announced(series, NEXT)
    assert (following.name, following.capacity) == ("Tuesday knockout 14", 24), "a copy of the latest one"


def test_what_started_while_nobody_looked_is_left_out(series):
    event = announced(series, NEXT + timedelta(weeks=3, minutes=1))
    assert event.starts_at == NEXT + timedelta(weeks=4)
    assert SeriesAnnouncement.objects.get().day == date(2099, 11, 24)


def test_the_sweep_has_those_announced_that_are_due(series):
    Outbox.objects.all().delete()
    series_sweep(now=TUESDAY - MINUTE)
    assert not Outbox.objects.exists()
    series_sweep(now=TUESDAY)
    assert Outbox.objects.get().kind == SERIES_PROCESS_DUE
    announced(series, TUESDAY)
    assert Outbox.objects.filter(kind=SERIES_PROCESS_DUE).count() == 1, "looks whether another is due"
    announced(series, TUESDAY)
    assert not Outbox.objects.filter(kind=SERIES_PROCESS_DUE).exists()


def test_whether_any_is_due_is_one_query(series):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert series_due(TUESDAY) == [series.pk]
    assert len(queries) == 1


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (
            lambda night, by: tournament_call_off(actor=by, tournament_id=night.pk, reason="Snow."),
            "called_off",
        ),
        (lambda night, by: tournament_remove(actor=by, tournament_id=night.pk), "removed"),
        (
            lambda night, by: tournament_edit(actor=by, tournament_id=night.pk, starts_at=None),
            "without_start",
        ),
    ],
)
def test_nothing_is_announced_of_an_event_that_is_not_held(series, night, director, end, code):
    end(night, director)
    assert (series_due(TUESDAY), announced(series, TUESDAY)) == ([], None)
    found = Series.objects.get()
    outlook = series_outlook(found, TUESDAY)
    assert (outlook.waits_for, outlook.following) == (f"source_{code}", None)
    with pytest.raises(InvalidSeries, match="announces nothing now"):
        series_skip(actor=director, series_id=series.pk, now=TUESDAY)
    other = tournament_create(
        actor=director, club=night.club, name="Friday", lengths=[5], starts_at=TUESDAY - timedelta(days=4)
    )
    series_edit(actor=director, series_id=series.pk, source=other.pk)
    assert announced(series, TUESDAY).starts_at == NEXT, "goes on with another one, on its own days"


def test_it_goes_on_when_the_event_goes_ahead_after_all(series, night, director):
    tournament_call_off(actor=director, tournament_id=night.pk, reason="Snow.")
    edit = night.edits.get()
    tournament_edit_undo(actor=director, tournament_id=night.pk, edit_id=edit.pk)
    assert announced(series, TUESDAY) is not None


def test_after_the_last_day_it_is_over(series, director):
    edited = {"last_day": date(2099, 11, 3)}
    series_edit(actor=director, series_id=series.pk, **edited)
    assert announced(series, TUESDAY) is not None
    assert announced(series, NEXT).starts_at == NEXT + timedelta(weeks=1), "on the last day itself too"
    assert announced(series, NEXT + timedelta(weeks=1)) is None
    found = Series.objects.get()
    assert series_outlook(found, NEXT).waits_for == "over"
    assert series_due(NEXT + timedelta(weeks=9)) == []
    series_edit(actor=director, series_id=series.pk, last_day=None)
    assert announced(series, NEXT + timedelta(weeks=1)) is not None


def test_downtime_past_the_last_day_announces_nothing(series, director):
    series_edit(actor=director, series_id=series.pk, last_day=date(2099, 11, 3))
    assert announced(series, NEXT + timedelta(weeks=1)) is None
    assert not SeriesAnnouncement.objects.exists()


def test_what_is_refused_is_kept_tried_again_and_holds_up_no_other(series, night, director):
    friday = tournament_create(
        actor=director, club=night.club, name="Friday", lengths=[5], starts_at=TUESDAY + timedelta(days=3)
    )
    other = series_create(actor=director, source=friday, days_ahead=30)
    Tournament.objects.filter(pk=night.pk).update(tiebreaks=["buchholz"])
    assert announced(series, TUESDAY) is None
    series.refresh_from_db()
    assert series.refused["code"] == "invalid_tiebreaks"
    assert series_outlook(series, TUESDAY).waits_for == "refused"
    assert announced(other, TUESDAY) is not None
    assert series_due(TUESDAY) == [series.pk, other.pk], "tried again"
    Tournament.objects.filter(pk=night.pk).update(tiebreaks=[])
    assert announced(series, TUESDAY) is not None
    series.refresh_from_db()
    assert (series.refused, series_outlook(series, TUESDAY).waits_for) == (None, "")


def test_what_breaks_one_series_leaves_it_due_and_the_others_go_on(series, night, director):
    friday = tournament_create(
        actor=director, club=night.club, name="Friday", lengths=[5], starts_at=TUESDAY + timedelta(days=3)
    )
    other = series_create(actor=director, source=friday, days_ahead=30)
    Tournament.objects.filter(pk=night.pk).update(format="of a plug-in that is gone")
    Outbox.objects.all().delete()
    series_sweep(now=TUESDAY)
    with pytest.raises(KeyError):
        announced(series, TUESDAY)
    assert announced(other, TUESDAY) is not None
    assert Outbox.objects.filter(kind=SERIES_PROCESS_DUE, subject=series.pk).exists()


@pytest.mark.parametrize("weeks", [2, 4])
def test_every_second_week_the_days_between_are_free(series, director, weeks):
    series_edit(actor=director, series_id=series.pk, weeks=weeks)
    first, second = announced(series, TUESDAY), announced(series, NEXT + timedelta(weeks=weeks - 1))
    assert second.starts_at - first.starts_at == timedelta(weeks=weeks)


def test_an_event_that_was_copied_is_in_its_series_and_in_no_second_one(series, night, director):
    event = announced(series, TUESDAY)
    for part in (night, event):
        assert series_of_event(part, director) == series
        with pytest.raises(AlreadyInSeries):
            series_create(actor=director, source=part)
    series_remove(actor=director, series_id=series.pk)
    assert series_of_event(night, director) is None
    assert series_create(actor=director, source=night, next_day=date(2099, 11, 3)).pk != series.pk


def test_it_is_stopped_and_goes_on(series, director):
    series_edit(actor=director, series_id=series.pk, stopped=True)
    assert (series_due(TUESDAY), announced(series, TUESDAY)) == ([], None)
    series_edit(actor=director, series_id=series.pk, stopped=False)
    assert announced(series, TUESDAY) is not None


def test_one_is_left_out_and_that_taken_back(series, director):
    series_skip(actor=director, series_id=series.pk, reason="Christmas.", now=TUESDAY)
    assert announced(series, TUESDAY) is None
    edit = SeriesEdit.objects.get()
    assert edit.changes == {"next_day": ["2099-10-27", "2099-11-03"]}
    series_edit_undo(actor=director, series_id=series.pk, edit_id=edit.pk)
    with pytest.raises(AlreadyUndone):
        series_edit_undo(actor=director, series_id=series.pk, edit_id=edit.pk)
    assert announced(series, TUESDAY).starts_at == NEXT


def test_what_was_announced_since_cannot_be_taken_back(series, director):
    series_edit(actor=director, series_id=series.pk, next_day=date(2099, 10, 28))
    edit = SeriesEdit.objects.get()
    assert announced(series, TUESDAY + timedelta(days=1)).starts_at == NEXT + timedelta(days=1)
    with pytest.raises(ChangedSince):
        series_edit_undo(actor=director, series_id=series.pk, edit_id=edit.pk)


def test_a_removed_one_announces_nothing_and_its_event_may_be_in_another(series, night, director):
    with pytest.raises(AlreadyInSeries):
        series_create(actor=director, source=night)
    series_remove(actor=director, series_id=series.pk)
    assert announced(series, TUESDAY) is None
    other = series_create(actor=director, source=night, weeks=2)
    with pytest.raises(AlreadyInSeries):
        series_edit_undo(actor=director, series_id=series.pk, edit_id=SeriesEdit.objects.get().pk)
    assert Series.objects.get(removed=False) == other
    assert announced(other, TUESDAY + timedelta(weeks=1, hours=1)).starts_at == NEXT + timedelta(weeks=1)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"next_day": date(2099, 10, 20)}, "announced already"),
        ({"last_day": date(2099, 10, 26)}, "after the last day"),
        ({"weeks": 0}, "0 is not from 1 to 52"),
        ({"days_ahead": 181}, "181 is not from 0 to 180"),
        ({"source": 0}, "copies an event of"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(series, director, wrong, sentence):
    before = Series.objects.values().get()
    with pytest.raises(InvalidSeries, match=sentence):
        series_edit(actor=director, series_id=series.pk, **wrong)
    assert Series.objects.values().get() == before
    assert not SeriesEdit.objects.exists()


def test_an_event_without_a_time_is_no_series(night, director):
    tournament_edit(actor=director, tournament_id=night.pk, starts_at=None)
    with pytest.raises(InvalidSeries, match="say when it starts"):
        series_create(actor=director, source=night)


def test_over_the_api(night, director):
    as_director, as_stranger = api_as(director), api_as(UserFactory())
    body = {"source": night.pk, "days_ahead": 10}
    assert_problem(as_stranger.post("/api/v1/series/", body, format="json"), 403, "not_allowed")
    made = as_director.post("/api/v1/series/", body, format="json")
    assert made.status_code == 201
    address = f"/api/v1/series/{made.data['id']}/"
    shown = as_stranger.get(address).data
    assert (shown["waits_for"], shown["source"]["name"]) == ("", "Tuesday knockout 12")
    assert shown["next"]["day"] == "2099-10-27"
    assert as_stranger.get("/api/v1/series/", {"club": night.club_id}).data["results"] == [shown]
    skipped = as_director.post(f"{address}skip/", {"reason": "Fair."}, format="json").data
    assert skipped["next"]["day"] == "2099-11-03"
    edit = SeriesEdit.objects.get().pk
    back = as_director.post(f"{address}edits/{edit}/undo/", format="json").data
    assert back["next"]["day"] == "2099-10-27"
    stopped = as_director.patch(address, {"stopped": True}, format="json").data
    assert (stopped["waits_for"], stopped["next"]) == ("stopped", None)
    sentences = [fact["sentence"] for fact in as_stranger.get(f"{address}facts/").data["results"]]
    assert sentences[-1] == "The series is stopped."
    assert as_director.delete(address).status_code == 204
    assert as_director.get(address).status_code == 404
