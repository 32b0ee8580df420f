"""How long a decided match may be questioned: until a later match of either player in the cup has begun."""

from datetime import timedelta

import pytest

from matches.play.errors import ObjectionTooLate
from matches.play.models import Report
from matches.play.services import (
    game_record,
    game_take_back,
    report_answer,
    report_submit,
    ruling_appeal,
    ruling_make,
    ruling_preview,
)
from tests.conftest import NOON, director_reports, fixture_at, work_off

from .test_corrections import correct

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(days=99)


@pytest.fixture
def cup(knockout, director):
    """Four: Ann says that she beat Dai 5-3, and Dai agrees; Bob beats Cem; the final is to be played."""
    cup = knockout(4)
    agreed(fixture_at(cup, "R1-M1").match)
    director_reports(fixture_at(cup, "R1-M2").match, director, (2, 5), minute=5)
    return cup


def agreed(match, *, minute=0):
    """Side one says 5-3, side two agrees; what follows is done."""
    report = said(match, 0, (5, 3), minute=minute)
    at = NOON + timedelta(minutes=minute + 1)
    report_answer(report_id=report.pk, actor=match.two.user, agrees=True, now=at)
    work_off()


def said(match, side, score, *, minute=10):
    report = report_submit(
        match_id=match.pk,
        actor=match.players[side].user,
        score=score,
        now=NOON + timedelta(minutes=minute),
    )
    work_off()
    return report


def object_to(match):
    """The loser of a match thinks again, long after."""
    report = Report.objects.filter(match=match).latest("serial")
    report_answer(report_id=report.pk, actor=match.two.user, agrees=False, reason="It was 3-5.", now=LATER)
    match.refresh_from_db()
    assert match.state == "disputed"


def test_a_match_that_was_played_again_is_questioned_until_the_final_begins(cup, director):
    """The first final waits while the semi-final is played anew; its number is the lower one."""
    final = fixture_at(cup, "R2-M1").match
    first = fixture_at(cup, "R1-M1").match
    correct(first, director, "void")
    again = fixture_at(cup, "R1-M1").match
    assert again.pk > final.pk
    agreed(again, minute=20)
    assert fixture_at(cup, "R2-M1").match == final
    said(final, 0, (5, 1), minute=30)
    with pytest.raises(ObjectionTooLate, match="12:30 UTC"):
        object_to(again)


def test_a_match_that_does_not_count_closes_no_window(cup, director):
    """Ann and Bob have begun a final that is Cem's, as it turns out."""
    final = fixture_at(cup, "R2-M1").match
    said(final, 0, (5, 1))
    correct(fixture_at(cup, "R1-M2").match, director, points=(5, 2))
    assert fixture_at(cup, "R2-M1").match != final
    object_to(fixture_at(cup, "R1-M1").match)


# -- When a match has begun


@pytest.mark.parametrize("accepted", [False, True])
def test_a_report_that_is_refused_begins_no_match(cup, accepted):
    """Else the winner would close the window by any rubbish about the final."""
    final = fixture_at(cup, "R2-M1").match
    report = said(final, 0, (5, 1) if accepted else (4, 4))
    assert report.verdict.accepted == accepted
    assert_begun(cup, accepted)


def test_a_report_that_nobody_has_judged_begins_a_match(cup):
    final = fixture_at(cup, "R2-M1").match
    report_submit(match_id=final.pk, actor=final.one.user, score=(4, 4), now=NOON + timedelta(minutes=10))
    assert_begun(cup, True)


@pytest.mark.parametrize(("back", "begun"), [((), True), ((2,), True), ((2, 1), False)], ids=str)
def test_games_begin_a_match_unless_all_are_taken_back(cup, back, begun):
    final = fixture_at(cup, "R2-M1").match
    scribe = {"match_id": final.pk, "actor": final.one.user}
    for number in (1, 2):
        now = NOON + timedelta(minutes=9 + number)
        game_record(number=number, winner=0, points=1, cube=1, now=now, **scribe)
    for number in back:
        game_take_back(number=number, now=NOON + timedelta(minutes=15), **scribe)
    assert_begun(cup, begun)


def assert_begun(cup, begun):
    """The window closes when the final begins, here at 12:10; nothing else has happened since."""
    first = fixture_at(cup, "R1-M1").match
    if begun:
        with pytest.raises(ObjectionTooLate, match="12:10 UTC"):
            object_to(first)
    else:
        object_to(first)


def test_a_correction_made_while_they_play_on_is_appealed_against_until_another_match_begins(
    knockout, director
):
    """The semi-finals are under way when a match of the first round is corrected: the one who was wronged
    has not begun a match since."""
    cup = knockout(8)
    for key in ("R1-M1", "R1-M2"):
        agreed(fixture_at(cup, key).match)
    first = fixture_at(cup, "R1-M1").match
    said(fixture_at(cup, "R2-M1").match, 0, (5, 1), minute=20)
    look = ruling_preview(
        match_id=first.pk, actor=director, kind="played", points=(5, 4), now=NOON + timedelta(minutes=30)
    )
    ruling = ruling_make(
        match_id=first.pk,
        actor=director,
        kind="played",
        points=(5, 4),
        reason="The sheet.",
        preview=look.token,
        now=NOON + timedelta(minutes=30),
    )
    ruling_appeal(
        ruling_id=ruling.pk,
        actor=first.two.user,
        reason="It was 4-5.",
        now=NOON + timedelta(minutes=40),
    )
    first.refresh_from_db()
    assert first.state == "appealed"
