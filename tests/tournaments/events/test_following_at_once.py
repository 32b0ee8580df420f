"""Results of one tournament that wait are followed together; what comes of it is what each alone leads to."""

import pytest

from matches.play.models import Match
from matches.play.services import report_submit, report_verify
from matches.work.models import Outbox
from tests.conftest import fixture_at
from tournaments.events.models import FIXTURE_ADVANCE, Fixture
from tournaments.events.services import advance, fixture_advance

pytestmark = pytest.mark.django_db

FIRST = ("R1-M1", "R1-M2", "R1-M3", "R1-M4")


def due():
    return set(Outbox.objects.filter(kind=FIXTURE_ADVANCE).values_list("subject", flat=True))


def decide(fixture, director, score=(5, 3)):
    """Nothing follows yet."""
    report = report_submit(match_id=fixture.match_id, actor=director, score=score)
    report_verify(report_id=report.pk)
    assert fixture.pk in due()
    return fixture


def first_round(cup, director, keys=FIRST):
    return [decide(fixture_at(cup, key), director) for key in keys]


def second_round(cup):
    found = Fixture.objects.filter(tournament=cup, round=2).order_by("key")
    return [(fixture.key, fixture.one_id, fixture.two_id) for fixture in found]


def test_one_task_follows_all(knockout, director):
    cup = knockout(8)
    fixtures = first_round(cup, director)
    made = fixture_advance(fixture_id=fixtures[2].pk)
    one, two, three, four = (fixture.one_id for fixture in fixtures)
    assert second_round(cup) == [("R2-M1", one, two), ("R2-M2", three, four)]
    assert {fixture.key for fixture in made} == {"R2-M1", "R2-M2"}
    assert due() == set()


def test_of_another_tournament_nothing_is_done(knockout, director, cup):
    field = [player for fixture in cup.fixtures.all() for player in fixture.match.players]
    other = knockout(4, field=field)
    mine, theirs = (first_round(each, director, FIRST[:2]) for each in (cup, other))
    fixture_advance(fixture_id=mine[0].pk)
    assert [key for key, *_ in second_round(cup)] == ["R2-M1"]
    assert second_round(other) == []
    assert due() == {fixture.pk for fixture in theirs}


def test_only_so_many_at_once(knockout, director, monkeypatch):
    monkeypatch.setattr(advance, "FIXTURES_AT_ONCE", 1)
    cup = knockout(8)
    fixtures = first_round(cup, director)
    fixture_advance(fixture_id=fixtures[3].pk)
    assert due() == {fixtures[1].pk, fixtures[2].pk}
    fixture_advance(fixture_id=fixtures[2].pk)
    assert due() == set()
    assert [key for key, *_ in second_round(cup)] == ["R2-M1", "R2-M2"]


def test_the_last_ones_end_it(cup, director):
    fixture_advance(fixture_id=first_round(cup, director, FIRST[:2])[0].pk)
    fixture_advance(fixture_id=decide(fixture_at(cup, "R2-M1"), director).pk)
    cup.refresh_from_db()
    assert cup.state == "finished"
    assert not Match.objects.filter(fixture__tournament=cup, state="open").exists()


def test_where_one_needs_the_whole_fold_it_is_done_for_all(knockout, director, monkeypatch):
    cup = knockout(8)
    fixtures = first_round(cup, director)
    followed = advance.fixture_followed
    monkeypatch.setattr(
        advance,
        "fixture_followed",
        lambda cup, fixture: None if fixture == fixtures[1].pk else followed(cup, fixture),
    )
    fixture_advance(fixture_id=fixtures[0].pk)
    assert [key for key, *_ in second_round(cup)] == ["R2-M1", "R2-M2"]
    assert due() == set()
