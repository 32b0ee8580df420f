"""Schedules: when a match is to be played."""

from datetime import timedelta

import pytest

from matches.accounts.errors import NotAllowed
from matches.play import services
from matches.play.errors import InvalidRegulation, InvalidSchedule, MatchFinal
from matches.play.models import Match, Schedule
from tests.conftest import NOON, work_off

pytestmark = pytest.mark.django_db


def test_the_latest_schedule_stands_whole(match, staff):
    start, end = NOON + timedelta(hours=1), NOON + timedelta(days=2)
    services.match_schedule(match_id=match.pk, actor=staff, starts_at=start, play_by=end, now=NOON)
    match.refresh_from_db()
    assert (match.starts_at, match.play_by) == (start, end)
    services.match_schedule(match_id=match.pk, actor=staff, play_by=start, reason="sooner", now=NOON)
    match.refresh_from_db()
    assert (match.starts_at, match.play_by) == (None, start)
    assert Schedule.objects.filter(match=match).count() == 2


@pytest.mark.parametrize(
    ("starts", "play_by", "says"),
    [(None, -1, "is past"), (None, 0, "is past"), (60, 60, "cannot be played by"), (90, 60, "later date")],
)
def test_a_schedule_that_cannot_be_kept(match, staff, starts, play_by, says):
    def at(minutes):
        return None if minutes is None else NOON + timedelta(minutes=minutes)

    with pytest.raises(InvalidSchedule, match=says):
        services.match_schedule(
            match_id=match.pk, actor=staff, starts_at=at(starts), play_by=at(play_by), now=NOON
        )
    assert not Schedule.objects.exists()


def test_a_schedule_is_a_director_s(match):
    with pytest.raises(NotAllowed, match="match_schedule"):
        services.match_schedule(match_id=match.pk, actor=match.one.user, starts_at=NOON)


def test_a_match_that_is_decided_is_not_scheduled(match, staff):
    services.report_submit(match_id=match.pk, actor=staff, score=(5, 3))
    work_off()
    with pytest.raises(MatchFinal):
        services.match_schedule(match_id=match.pk, actor=staff, starts_at=NOON)


def test_regulations_set_the_date_by_which_to_play(players):
    ann, bob = players(2)
    match = services.match_create(one=ann, two=bob, length=5, regulations={"play_within": 7}, now=NOON)
    assert match.play_by == NOON + timedelta(days=7)
    schedule = Schedule.objects.get(match=match)
    assert (schedule.play_by, schedule.recorded_by) == (match.play_by, None)
    assert services.match_create(one=ann, two=bob, length=5, now=NOON).play_by is None
    assert Schedule.objects.count() == 1


def test_a_match_takes_regulations_that_fit_it(players):
    ann, bob = players(2)
    for chosen, length in (({"clock_delay": -5}, 5), ({"preset": "brainking"}, 1)):
        with pytest.raises(InvalidRegulation):
            services.match_create(one=ann, two=bob, length=length, regulations=chosen)
    with pytest.raises(InvalidRegulation, match="Holland"):
        services.match_create(
            one=ann, two=bob, length=5, options={"holland": True}, regulations={"preset": "jbf"}
        )
    assert not Match.objects.exists()
    match = services.match_create(one=ann, two=bob, length=5, regulations={"preset": "jbf"})
    assert Match.objects.get(pk=match.pk).regulations == {"preset": "jbf"}
