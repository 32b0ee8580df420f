"""What is stored beside the facts, spoilt by hand and found out."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

import engine
from matches.dice.models import DiceExtract, SharedDice
from matches.play.models import Match
from matches.play.services import report_submit, report_verify
from matches.ratings.models import RatingEntry, RatingStanding
from tests.conftest import DATA, NOON, director_reports, fixture_at, work_off
from tests.each import each
from tests.factories import MatchFactory, UserFactory
from tests.rows import rolled_back
from tournaments.events.models import Fixture, Passage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(knockout, director):
    """A knockout of four with the first match played."""
    cup = knockout(4)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 2))
    return cup


def compare(*options):
    out = StringIO()
    try:
        call_command("compare", *options, stdout=out)
    except CommandError as error:
        return out.getvalue() + str(error)
    return out.getvalue()


def test_after_play_everything_stored_is_what_the_facts_say(cup):
    assert compare() == "Everything stored is what the facts say.\n"


@each(
    "spoil, says",
    [
        (lambda: Match.objects.filter(state="final").update(state="open", result=None), "stored as open"),
        (lambda: Match.objects.filter(state="open").update(state="disputed"), "stored as disputed"),
        (lambda: Match.objects.filter(state="open").update(play_by=NOON), "to be played by 2026-03-07"),
        (lambda: Match.objects.filter(state="open").update(starts_at=NOON), "starting at 2026-03-07"),
        (lambda: Match.objects.filter(state="open").update(confirms_at=NOON), "confirmed at 2026-03-07"),
        (lambda: Match.objects.filter(state="open").update(wakes_at=NOON), "looked at again at 2026-03-07"),
        (lambda: RatingStanding.objects.filter(value__gt=1500).update(value=9999), "9999"),
        (lambda: RatingEntry.objects.all().delete(), "stored as None"),
        (lambda: Tournament.objects.update(state="finished"), "stored as finished"),
        (lambda: Tournament.objects.update(state="open"), "stored as open"),
        (lambda: Fixture.objects.get(key="R1-M2").delete(), "no fixture R1-M2"),
        (lambda: Fixture.objects.filter(key="R1-M1").update(void=True), "the facts say that it counts"),
        (lambda: Match.objects.filter(state="final").update(superseded=True), "the facts say that it counts"),
        (lambda: Match.objects.filter(state="final").update(ruled_void=True), "ruled void"),
        (
            lambda: Passage.objects.create(tournament=Tournament.objects.get(), key="R2-M1"),
            "passed without a match",
        ),
    ],
)
def test_what_differs_is_named_and_put_right(cup, director, spoil, says):
    with rolled_back():
        spoil()
        assert says in compare()
        assert says in compare("--repair")
        work_off()
        assert compare() == "Everything stored is what the facts say.\n"
        director_reports(fixture_at(cup, "R1-M2").match, director, (5, 2))
        director_reports(fixture_at(cup, "R2-M1").match, director, (5, 2))
        assert compare() == "Everything stored is what the facts say.\n"


def test_what_nobody_has_noticed_yet_is_no_difference(cup):
    """Silence has finalised a match, and no worker has come by: the facts said so then, and say so now."""
    match = fixture_at(cup, "R1-M2").match
    Match.objects.filter(pk=match.pk).update(regulations={"silence": 30})
    report = report_submit(match_id=match.pk, actor=match.one.user, score=(5, 2), now=NOON)
    report_verify(report_id=report.pk, now=NOON)
    assert compare() == "Everything stored is what the facts say.\n"
    Match.objects.filter(pk=match.pk).update(wakes_at=None)
    assert "stored as reported" in compare(), "and it would never be noticed"
    assert "stored as reported" in compare("--repair")
    work_off()
    assert Match.objects.get(pk=match.pk).state == "final"


TRANSCRIPT = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()


@pytest.fixture
def copied(db):
    """Two matches with the same transcript, their dice taken out."""
    one, two = engine.read(TRANSCRIPT).players
    for _ in range(2):
        director = UserFactory()
        match = MatchFactory(length=5, created_by=director)
        report_submit(
            match_id=match.pk, actor=director, transcript=TRANSCRIPT, names={"one": one, "two": two}
        )
    work_off()


@each(
    "spoil, says",
    [
        (lambda: DiceExtract.objects.first().delete(), "dice have not been taken out"),
        (lambda: DiceExtract.objects.update(rolls=3), "not those of its transcript"),
        (lambda: DiceExtract.objects.update(marks=[7]), "not those of its transcript"),
        (lambda: SharedDice.objects.all().delete(), "stored as sharing dice with 0 earlier transcripts"),
        (lambda: SharedDice.objects.update(length=99), "the transcripts say 1"),
    ],
)
def test_dice_that_differ_are_named_and_taken_out_again(copied, spoil, says):
    with rolled_back():
        assert compare() == "Everything stored is what the facts say.\n"
        spoil()
        assert says in compare()
        assert says in compare("--repair")
        work_off()
        assert compare() == "Everything stored is what the facts say.\n"
        assert SharedDice.objects.count() == 1
