"""Results that wait are followed together; what comes of it is what each alone leads to."""

from random import Random

import pytest

from matches.play.models import Match
from matches.play.services import report_submit, report_verify
from matches.work.models import Outbox
from tests.conftest import award, field_entered, fixture_at, work_off
from tournaments.events import tasks
from tournaments.events.models import FIXTURE_ADVANCE, Fixture
from tournaments.events.services import (
    advance,
    fixtures_advance,
    tournament_caches_compare,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding

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
    tasks.fixtures_advance(fixtures[2].pk)
    one, two, three, four = (fixture.one_id for fixture in fixtures)
    assert second_round(cup) == [("R2-M1", one, two), ("R2-M2", three, four)]
    assert due() == set()


def test_what_follows_is_answered(knockout, director):
    cup = knockout(8)
    fixtures = first_round(cup, director)
    made = fixtures_advance(fixture_ids=[fixture.pk for fixture in fixtures])
    assert {fixture.key for fixture in made} == {"R2-M1", "R2-M2"}


def test_one_tournament_after_the_other(knockout, director, cup):
    field = [player for fixture in cup.fixtures.all() for player in fixture.match.players]
    other = knockout(4, field=field)
    mine, theirs = (first_round(each, director, FIRST[:2]) for each in (cup, other))
    tasks.fixtures_advance(mine[0].pk)
    for each, fixtures in ((cup, mine), (other, theirs)):
        assert second_round(each) == [("R2-M1", fixtures[0].one_id, fixtures[1].one_id)]
    assert due() == set()


def test_only_those_that_are_named(knockout, director):
    cup = knockout(8)
    fixtures = first_round(cup, director)
    fixtures_advance(fixture_ids=[fixtures[3].pk, fixtures[0].pk])
    assert due() == {fixtures[1].pk, fixtures[2].pk}


def test_one_tournament_that_cannot_be_followed_holds_up_no_other(knockout, director, cup, monkeypatch):
    field = [player for fixture in cup.fixtures.all() for player in fixture.match.players]
    other = knockout(4, field=field)
    mine, _ = (first_round(each, director, FIRST[:2]) for each in (cup, other))
    followed = advance.fixture_followed

    def stumble(tournament, fixture):
        if tournament == cup:
            raise RuntimeError("of this one alone")
        return followed(tournament, fixture)

    monkeypatch.setattr(advance, "fixture_followed", stumble)
    with pytest.raises(ExceptionGroup):
        tasks.fixtures_advance(mine[0].pk)
    assert [key for key, *_ in second_round(other)] == ["R2-M1"]
    assert due() == {fixture.pk for fixture in mine}


def test_the_last_ones_end_it(cup, director):
    tasks.fixtures_advance(first_round(cup, director, FIRST[:2])[0].pk)
    tasks.fixtures_advance(decide(fixture_at(cup, "R2-M1"), director).pk)
    cup.refresh_from_db()
    assert cup.state == "finished"
    assert not Match.objects.filter(fixture__tournament=cup, state="open").exists()


@pytest.mark.parametrize("key", FIRST[:2])
def test_what_is_followed_again_later_leaves_an_event_that_is_over(cup, director, key):
    """A task that was sent twice may come to its turn when all has been played."""
    tasks.fixtures_advance(first_round(cup, director, FIRST[:2])[0].pk)
    tasks.fixtures_advance(decide(fixture_at(cup, "R2-M1"), director).pk)
    cup.refresh_from_db()
    ended = cup.finished_at
    assert fixtures_advance(fixture_ids=[fixture_at(cup, key).pk]) == []
    cup.refresh_from_db()
    assert (cup.state, cup.finished_at) == ("finished", ended)


@pytest.mark.parametrize("format", ["single_elimination", "double_elimination", "consolation", "swiss"])
def test_whatever_is_followed_again_at_any_time_changes_nothing(format, club, director, players):
    random = Random(format)
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), format=format)
    field_entered(cup, director, players(6))
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM)
    work_off()
    while unplayed := [*cup.fixtures.filter(match__state="open", void=False).order_by("pk")]:
        for fixture in random.sample(unplayed, min(len(unplayed), random.choice((1, 1, 2)))):
            award(fixture.match, random.randrange(2))
        work_off()
        every = [*cup.fixtures.order_by("pk").values_list("pk", flat=True)]
        assert fixtures_advance(fixture_ids=random.sample(every, 2)) == []
        assert [*tournament_caches_compare()] == []
    cup.refresh_from_db()
    assert cup.state == "finished"


def test_where_one_needs_the_whole_fold_it_is_done_for_all(knockout, director, monkeypatch):
    cup = knockout(8)
    fixtures = first_round(cup, director)
    followed = advance.fixture_followed
    monkeypatch.setattr(
        advance,
        "fixture_followed",
        lambda cup, fixture: None if fixture == fixtures[1].pk else followed(cup, fixture),
    )
    tasks.fixtures_advance(fixtures[0].pk)
    assert [key for key, *_ in second_round(cup)] == ["R2-M1", "R2-M2"]
    assert due() == set()
