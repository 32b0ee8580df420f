"""A match is final: told once for each result that comes about, and a correction as that alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.mails.models import Mail
from matches.notifications.models import Delivery, Notice
from matches.notifications.selectors import notices_loaded
from matches.play.models import Result, Ruling
from matches.play.rules.results import ResultKind
from matches.play.services import (
    match_process_due,
    matches_supersede,
    report_answer,
    report_redo,
    report_submit,
    report_undo,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
)
from matches.ratings.services import Elsewhere, results_import
from tests.conftest import fixture_at, work_off

pytestmark = pytest.mark.django_db

FINAL = "match_finalised"


def told(kind=FINAL):
    """Who has a kind of notice in the list."""
    work_off()
    rows = Delivery.objects.filter(notice__kind=kind, channel="page").order_by("login__username")
    return list(rows.values_list("login__username", flat=True))


def posted(kind=FINAL):
    return list(Notice.objects.filter(kind=kind).order_by("pk"))


def said(notice):
    return notices_loaded([notice])[notice.pk].text(None)


def rule(match, staff, points=(3, 5), kind=ResultKind.PLAYED, **how):
    ruling = {"match_id": match.pk, "actor": staff, "kind": kind, "points": points, **how}
    token = ruling_preview(**ruling).token
    return ruling_make(**ruling, reason="The sheet.", preview=token)


def test_one_who_confirms_is_not_told_and_nobody_is_mailed(box, match, ann, bob):
    report = report_submit(match_id=match.pk, actor=ann.user, score=(5, 3))
    work_off()
    assert posted() == []
    Mail.objects.all().delete()
    report_answer(report_id=report.pk, actor=bob.user, agrees=True)
    assert told() == ["ann"]
    assert not Mail.objects.exists()
    assert {each.channel for each in Delivery.objects.filter(notice__kind=FINAL)} == {"page"}
    (notice,) = posted()
    result = Result.objects.get()
    assert (notice.subject, notice.occasion) == (match.pk, str(result.pk))
    assert notice.data == {
        "result": {
            "kind": "played",
            "grounds": "agreement",
            "winner": "one",
            "score": {"one": 5, "two": 3},
            "points": {"one": 5, "two": 3},
        }
    }
    assert said(notice) == (
        "Final: Ann – Bob",
        "The match is decided: Ann wins, 5–3. Both players report the same.",
    )


def test_silence_tells_both(match, ann):
    report_submit(match_id=match.pk, actor=ann.user, score=(5, 3))
    work_off()
    match_process_due(match_id=match.pk, now=timezone.now() + timedelta(days=30))
    assert told() == ["ann", "bob"]
    match_process_due(match_id=match.pk, now=timezone.now() + timedelta(days=31))
    assert len(posted()) == 1


def test_a_ruling_tells_programs_alone_as_players_are_told_of_it(match, staff):
    ruling_make(match_id=match.pk, actor=staff, kind=ResultKind.PLAYED, points=(5, 1), reason="Seen.")
    assert told() == []
    assert told("ruling_made") == ["ann", "bob"]
    (notice,) = posted()
    assert notice.data["result"]["grounds"] == "ruling"


def test_a_correction_is_told_as_one_with_the_result(match, ann, bob, staff):
    for player in (ann, bob):
        report_submit(match_id=match.pk, actor=player.user, score=(5, 3))
        work_off()
    rule(match, staff)
    assert told("result_corrected") == ["ann", "bob"]
    assert len(posted()) == 1, "the match was final before"
    undoing = {"ruling_id": Ruling.objects.get().pk, "actor": staff}
    ruling_undo(**undoing, reason="A slip.", preview=ruling_undo_preview(**undoing).token)
    rule(match, staff, (0, 0), ResultKind.VOID)
    corrected, undone, void = (notice.data["result"] for notice in posted("result_corrected"))
    assert (corrected["winner"], undone["winner"], void) == ("two", "one", None)
    assert len(posted()) == 1


def test_a_first_ruling_has_its_result_too(match, staff):
    rule(match, staff, (0, 0), ResultKind.VOID)
    assert posted() == []
    assert [notice.data for notice in posted("ruling_made")] == [{"result": None}]


def test_undone_and_entered_anew_it_is_final_again(match, staff):
    def enter(score):
        report = report_submit(match_id=match.pk, actor=staff, score=score, role="director")
        work_off()
        return report

    report = enter((5, 3))
    report_undo(report_id=report.pk, actor=staff)
    (first,) = notices_loaded(posted()).values()
    assert not first.still_holds(timezone.now())
    report_redo(report_id=report.pk, actor=staff)
    assert len(posted()) == 1, "it is the result that it was"
    (first,) = notices_loaded(posted()).values()
    assert first.still_holds(timezone.now())
    report_undo(report_id=report.pk, actor=staff)
    enter((5, 4))
    first, second = notices_loaded(posted()).values()
    assert [each.still_holds(timezone.now()) for each in (first, second)] == [False, True]
    assert [said(each.notice).sentence.split(",")[1][:4] for each in (first, second)] == [" 5–3", " 5–4"]


def test_a_match_that_counts_for_nothing_is_not_final(match, staff):
    report_submit(match_id=match.pk, actor=staff, score=(5, 3), role="director")
    matches_supersede(superseded={match.pk: True})
    work_off()
    assert Result.objects.filter(match=match).exists(), "should it count again"
    assert posted() == []
    matches_supersede(superseded={match.pk: False})
    assert posted() == [], "that it counts again is told"


def test_results_from_elsewhere_are_no_news(ann, bob, staff):
    at = timezone.now() - timedelta(days=9)
    results_import(actor=staff, results=[Elsewhere(ann.pk, bob.pk, 5, (5, 3), at)], source="The book.")
    assert posted() == []


def test_it_is_the_club_of_its_event_whose_it_is(knockout, director):
    match = fixture_at(knockout(4), "R1-M1").match
    report_submit(match_id=match.pk, actor=director, score=(5, 3))
    work_off()
    (loaded,) = notices_loaded(posted()).values()
    assert loaded.kind.club(loaded.about) == director.appointments.get().club_id
