"""Clocks on the wall: of recorded matches whose recording keeps them, as they are at the moment."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.recordings.models import Recording
from matches.recordings.services import NewAct, acts_record, recording_begin, recording_report
from tests.conftest import fixture_at
from tests.factories import PlayerFactory
from tests.matches.recordings.played import acts_of_match
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_list
from tournaments.screens.selectors import clocks_shown, event_screen
from tournaments.screens.selectors.clocks import SideClock

pytestmark = pytest.mark.django_db

RESERVE, DELAY = 600_000, 12_000
"""Of five points, in milliseconds: two minutes for each."""

BOX = re.compile(
    r'<b class="left([a-z ]*)" role="timer" data-match="(\d+)" data-side="(\d)"( hidden)?>([\d:]*)</b>'
)


def recorded(match, director, *acts, ago=0, timed=True):
    """Record a match; its acts were all made so many seconds ago, at the moment that is returned."""
    began = timezone.now() - timedelta(seconds=ago)
    recording_begin(match_id=match.pk, actor=director, timed=timed, now=began)
    made = [
        NewAct(key=f"a-{at}", action=action, numbers=tuple(numbers), ago=timedelta())
        for at, (action, *numbers) in enumerate(acts)
    ]
    if made:
        acts_record(match_id=match.pk, actor=director, after=0, acts=made, now=began)
    return began


def clocks(address):
    answer = Client().get(f"{address}screen/clocks.json")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.json()["clocks"]


def boxes(address):
    """By match and side: the time of what is shown, and its classes."""
    page = Client().get(f"{address}screen/").content.decode()
    return {
        (int(match), int(side)): (time, classes.split())
        for classes, match, side, hidden, time in BOX.findall(page)
        if not hidden
    }


def at(event):
    return f"/tournaments/{event.pk}/"


@pytest.fixture
def cup(knockout):
    return knockout(4)


@pytest.fixture
def match(cup):
    return fixture_at(cup, "R1-M1").match


OPENED = ("open", 3, 1), ("play", 8, 5, 6, 5)


def test_the_clock_of_who_is_on_roll_runs(cup, match, director):
    began = recorded(match, director, *OPENED)
    screen = event_screen(tournament_list().get(pk=cup.pk), began + timedelta(seconds=72))
    shown = next(each for each in screen.tables if each.row.slot.match == match.pk)
    # A minute of the turn counted; its first twelve seconds were free.
    assert shown.clocks == [SideClock("10:00", False, False), SideClock("9:00", True, False)]
    assert [side.name for side, _ in shown.sides] == [match.one.name, match.two.name]
    assert clocks_shown(screen.clocks, began + timedelta(seconds=72)) == {
        str(match.pk): {"left": [RESERVE, RESERVE], "delay": DELAY, "running": 1, "taken": 72_000}
    }


def test_the_page_and_its_script_have_the_same(cup, match, director):
    recorded(match, director, *OPENED, ago=3600)
    (clock,) = clocks(at(cup)).values()
    assert (clock["left"], clock["delay"], clock["running"]) == ([RESERVE, RESERVE], DELAY, 1)
    # Who has nothing left has no less.
    assert boxes(at(cup)) == {(match.pk, 0): ("10:00", []), (match.pk, 1): ("0:00", ["runs", "over"])}


def test_a_club_has_those_of_its_evening(cup, match, director, club):
    recorded(match, director, *OPENED, ago=20)
    assert [*clocks(f"/clubs/{club.pk}/")] == [str(match.pk)]
    assert boxes(f"/clubs/{club.pk}/")[match.pk, 0] == ("10:00", [])


def test_what_keeps_no_clock_has_none(cup, match, director):
    assert clocks(at(cup)) == {}
    recorded(match, director, *OPENED, timed=False)
    assert clocks(at(cup)) == {}
    assert boxes(at(cup)) == {}
    # There is room for one that may begin.
    assert "hidden></b>" in Client().get(f"{at(cup)}screen/").content.decode()


def test_where_nothing_is_timed_nothing_is_asked_for(cup):
    Tournament.objects.filter(pk=cup.pk).update(regulations={"clock": "off"})
    page = Client().get(f"{at(cup)}screen/").content.decode()
    assert 'class="left' not in page
    with CaptureQueriesContext(connection) as queries:
        assert clocks(at(cup)) == {}
    assert len(queries) == 1, "the event itself"


def test_a_match_that_is_reported_has_none(cup, match, director):
    acts = acts_of_match(length=5)
    recorded(match, director, *acts)
    assert [*clocks(at(cup))] == [str(match.pk)]
    recording_report(match_id=match.pk, actor=director)
    assert Recording.objects.get().report_id is not None
    assert clocks(at(cup)) == {}


def test_asking_costs_the_same_however_many_are_played(knockout, director):
    counts = []
    for size in (2, 8):
        cup = knockout(size, field=PlayerFactory.create_batch(size))
        for fixture in cup.fixtures.select_related("match"):
            recorded(fixture.match, director, *OPENED)
        with CaptureQueriesContext(connection) as queries:
            assert len(clocks(at(cup))) == size // 2
        counts.append(len(queries))
    assert counts == [4, 4]


def test_what_is_not_there(client):
    for address in ("/tournaments/999999/screen/clocks.json", "/clubs/999999/screen/clocks.json"):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 405
