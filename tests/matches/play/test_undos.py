"""Undoing what an official has entered, and bringing it back."""

from datetime import timedelta

import pytest

from matches.accounts.errors import NotAllowed
from matches.facts.errors import ExportContradicts
from matches.play.errors import (
    NothingToUndo,
    PreviewMissing,
    PreviewStale,
    ReportNotJudged,
    ReportOfSide,
    ReportOvertaken,
)
from matches.play.models import Match, ReportUndo
from matches.play.rules.results import ResultKind
from matches.play.selectors import match_beginnings
from matches.play.services import (
    game_record,
    game_take_back,
    match_process_due,
    matches_restore,
    penalty_give,
    report_answer,
    report_redo,
    report_redo_preview,
    report_submit,
    report_undo,
    report_undo_preview,
    report_verify,
    ruling_appeal,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
)
from tests.answers import assert_problem
from tests.conftest import DATA, NOON, api_as, director_reports, fixture_at, work_off
from tests.consent import club_appoint
from tests.factories import UserFactory
from tests.test_compare import compare
from tests.tournaments.events.test_corrections import standing
from tests.tournaments.events.test_results_grid import rows
from tournaments.clubs.models import Appointment
from tournaments.events.services import tournament_draw
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()


def enter(match, actor, score=(5, 1), *, minute=0):
    """A report by an official, judged."""
    report = report_submit(match_id=match.pk, actor=actor, score=score, now=NOON + timedelta(minutes=minute))
    report_verify(report_id=report.pk, now=NOON + timedelta(minutes=minute))
    work_off()
    return report


def state(match):
    return Match.objects.get(pk=match.pk).state


@pytest.fixture
def keeper(cup, director):
    user = UserFactory(username="keeper")
    club_appoint(actor=director, club=cup.club, user=user, role="scorekeeper", tournament=cup)
    return user


@pytest.fixture
def match(cup):
    return fixture_at(cup, "R1-M1").match


def test_what_was_mistyped_is_as_if_it_had_not_been_entered(cup, match, director):
    before = standing(cup)
    director_reports(fixture_at(cup, "R1-M2").match, director, (1, 5))
    between = standing(cup)
    report = enter(match, director)
    final = fixture_at(cup, "R2-M1")
    undo = report_undo(report_id=report.pk, actor=director, now=NOON)
    work_off()
    assert (undo.undoes, undo.recorded_by, state(match)) == (None, director, "open")
    assert standing(cup) == between != before
    assert cup.fixtures.get(pk=final.pk).void
    enter(match, director, (1, 5))
    assert fixture_at(cup, "R2-M1").one_id == fixture_at(cup, "R1-M1").two_id
    assert compare() == "Everything stored is what the facts say.\n"


def test_what_was_undone_is_brought_back_to_the_last_rating(cup, match, director):
    director_reports(fixture_at(cup, "R1-M2").match, director, (1, 5))
    report = enter(match, director)
    played = standing(cup)
    report_undo(report_id=report.pk, actor=director)
    work_off()
    redo = report_redo(report_id=report.pk, actor=director)
    work_off()
    assert redo.undoes == ReportUndo.objects.first()
    assert standing(cup) == played
    report_undo(report_id=report.pk, actor=director)
    work_off()
    assert state(match) == "open"
    assert compare() == "Everything stored is what the facts say.\n"


# -- Who may


def test_ones_own_is_undone_by_whoever_keeps_the_score(match, keeper, director):
    report = enter(match, keeper)
    report_undo(report_id=report.pk, actor=keeper)
    report_redo(report_id=report.pk, actor=keeper)
    report_undo(report_id=report.pk, actor=director)
    report_redo(report_id=report.pk, actor=director)
    assert state(match) == "final"


def test_of_another_official_only_whoever_may_rule_undoes_it(match, keeper, director):
    report = enter(match, director)
    for who in (keeper, match.one.user, UserFactory()):
        for act in (report_undo, report_redo, report_undo_preview, report_redo_preview):
            with pytest.raises(NotAllowed):
                act(report_id=report.pk, actor=who)
    assert state(match) == "final"


def test_who_keeps_the_score_no_more_undoes_nothing(match, keeper):
    report = enter(match, keeper)
    Appointment.objects.filter(user=keeper).delete()
    with pytest.raises(NotAllowed):
        report_undo(report_id=report.pk, actor=keeper)


def test_what_a_side_reports_is_not_undone(match, director):
    report = enter(match, match.one.user)
    with pytest.raises(ReportOfSide, match="who plays the match"):
        report_undo(report_id=report.pk, actor=director)
    with pytest.raises(NotAllowed):
        report_undo(report_id=report.pk, actor=match.one.user)


# -- What follows


@pytest.fixture
def begun(cup, match, director):
    """Ann has beaten Dai and plays the final; the first game of it is over."""
    director_reports(fixture_at(cup, "R1-M2").match, director, (1, 5))
    report = enter(match, director)
    final = fixture_at(cup, "R2-M1").match
    game_record(match_id=final.pk, actor=final.one.user, number=1, winner=0, points=1)
    return report


def test_a_match_that_has_begun_because_of_it_takes_a_preview(cup, begun, director):
    final = fixture_at(cup, "R2-M1").match
    with pytest.raises(PreviewMissing) as refused:
        report_undo(report_id=begun.pk, actor=director)
    assert refused.value.data["matches"] == [final.pk]
    assert refused.value.data["preview"] == f"/api/v1/reports/{begun.pk}/undo/preview/"
    played = standing(cup)
    looked = report_undo_preview(report_id=begun.pk, actor=director)
    (slot,) = looked.as_dict()["fixtures"]
    assert (slot["number"], slot["change"], slot["before"]["live"]) == (3, "superseded", {"one": 1, "two": 0})
    assert standing(cup) == played, "looking changes nothing"
    report_undo(report_id=begun.pk, actor=director, preview=looked.token)
    work_off()
    assert Match.objects.get(pk=final.pk).superseded
    with pytest.raises(PreviewMissing):
        report_redo(report_id=begun.pk, actor=director)
    looked = report_redo_preview(report_id=begun.pk, actor=director)
    report_redo(report_id=begun.pk, actor=director, preview=looked.token)
    work_off()
    assert standing(cup) == played
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_match_that_is_decided_because_of_it_takes_a_preview(cup, match, director):
    director_reports(fixture_at(cup, "R1-M2").match, director, (1, 5))
    report = enter(match, director)
    ruling_make(
        match_id=fixture_at(cup, "R2-M1").match_id,
        actor=director,
        kind=ResultKind.DOUBLE_FORFEIT,
        reason="Nobody came.",
    )
    work_off()
    with pytest.raises(PreviewMissing):
        report_undo(report_id=report.pk, actor=director)


def test_a_match_that_is_only_set_up_takes_none(cup, match, director):
    director_reports(fixture_at(cup, "R1-M2").match, director, (1, 5))
    report = enter(match, director)
    assert fixture_at(cup, "R2-M1").match.state == "open"
    report_undo(report_id=report.pk, actor=director)
    work_off()
    assert not cup.fixtures.filter(key="R2-M1", void=False).exists()


def test_a_preview_of_something_else_is_stale(cup, begun, director):
    looked = report_undo_preview(report_id=begun.pk, actor=director)
    final = fixture_at(cup, "R2-M1").match
    game_record(match_id=final.pk, actor=final.one.user, number=2, winner=0, points=1)
    with pytest.raises(PreviewStale):
        report_undo(report_id=begun.pk, actor=director, preview=looked.token)
    with pytest.raises(PreviewStale):
        report_undo(report_id=begun.pk, actor=director, preview="0" * 64)
    assert state(begun.match) == "final"


# -- What else was said


def test_what_a_side_had_reported_before_waits_for_its_answer_again(match, director):
    enter_side = report_submit(match_id=match.pk, actor=match.one.user, score=(5, 3), now=NOON)
    report_verify(report_id=enter_side.pk, now=NOON)
    report = report_submit(match_id=match.pk, actor=director, score=(3, 5), now=NOON)
    report_verify(report_id=report.pk, now=NOON)
    report_undo(report_id=report.pk, actor=director, now=NOON + timedelta(minutes=10))
    assert state(match) == "reported"
    match_process_due(match_id=match.pk, now=NOON + timedelta(minutes=31))
    assert Match.objects.get(pk=match.pk).result.grounds == "silence"


def test_an_objection_to_it_goes_with_it(match, director):
    report = enter(match, director, (3, 5))
    report_answer(report_id=report.pk, actor=match.one.user, agrees=False, reason="I won.", now=NOON)
    assert state(match) == "disputed"
    report_undo(report_id=report.pk, actor=director, now=NOON)
    assert state(match) == "open"
    report_redo(report_id=report.pk, actor=director, now=NOON)
    assert state(match) == "disputed"


def test_where_a_ruling_decides_there_is_nothing_to_undo(match, director):
    report = enter(match, director)
    looked = {"match_id": match.pk, "actor": director, "kind": ResultKind.PLAYED, "points": (1, 5)}
    ruling = ruling_make(**looked, reason="The sheet.", preview=ruling_preview(**looked).token)
    with pytest.raises(NothingToUndo, match="does not rest on report"):
        report_undo(report_id=report.pk, actor=director)
    ruling_appeal(ruling_id=ruling.pk, actor=match.one.user, reason="No.")
    with pytest.raises(NothingToUndo):
        report_undo(report_id=report.pk, actor=director)
    assert state(match) == "appealed"


def test_with_the_ruling_undone_it_is_undone_too(match, director):
    report = enter(match, director)
    looked = {"match_id": match.pk, "actor": director, "kind": ResultKind.PLAYED, "points": (1, 5)}
    ruling = ruling_make(**looked, reason="The sheet.", preview=ruling_preview(**looked).token)
    token = ruling_undo_preview(ruling_id=ruling.pk, actor=director).token
    ruling_undo(ruling_id=ruling.pk, actor=director, reason="No.", preview=token)
    report_undo(report_id=report.pk, actor=director)
    assert state(match) == "open"


def test_twice_is_refused_and_so_is_what_was_never_undone(match, director):
    report = enter(match, director)
    with pytest.raises(NothingToUndo, match="has not been undone"):
        report_redo(report_id=report.pk, actor=director)
    report_undo(report_id=report.pk, actor=director)
    with pytest.raises(NothingToUndo, match="has been undone"):
        report_undo(report_id=report.pk, actor=director)
    report_redo(report_id=report.pk, actor=director)
    with pytest.raises(NothingToUndo, match="has not been undone"):
        report_redo(report_id=report.pk, actor=director)
    assert ReportUndo.objects.count() == 2


def test_what_is_with_the_referee_waits(match, director):
    report = report_submit(match_id=match.pk, actor=director, score=(5, 1))
    with pytest.raises(ReportNotJudged):
        report_undo(report_id=report.pk, actor=director)


def test_what_the_referee_refused_decides_nothing(match, director):
    report = enter(match, director, (5, 5))
    with pytest.raises(NothingToUndo):
        report_undo(report_id=report.pk, actor=director)


@pytest.mark.parametrize("judged", [True, False])
def test_nothing_is_brought_back_once_something_else_was_said(match, director, judged):
    report = enter(match, director)
    report_undo(report_id=report.pk, actor=director, now=NOON)
    said = report_submit(match_id=match.pk, actor=match.one.user, score=(1, 5), now=NOON)
    if judged:
        report_verify(report_id=said.pk, now=NOON)
    with pytest.raises(ReportOvertaken):
        report_redo(report_id=report.pk, actor=director, now=NOON)


def test_the_right_score_is_entered_and_undone_in_its_turn(match, director):
    wrong = enter(match, director, (1, 5))
    report_undo(report_id=wrong.pk, actor=director)
    right = enter(match, director, (5, 1))
    with pytest.raises(NothingToUndo):
        report_undo(report_id=wrong.pk, actor=director)
    report_undo(report_id=right.pk, actor=director)
    assert state(match) == "open"


# -- Other kinds of reports and matches


def test_a_transcript_of_an_official(first, director):
    report = report_submit(match_id=first.pk, actor=director, transcript=TRANSCRIPT)
    work_off()
    assert state(first) == "final"
    report_undo(report_id=report.pk, actor=director)
    assert state(first) == "open"
    report_redo(report_id=report.pk, actor=director)
    assert state(first) == "final"


def test_a_match_scored_live_by_an_official_goes_on_from_its_log(match, director):
    for number, winner in enumerate((0, 0, 1), 1):
        game_record(
            match_id=match.pk,
            actor=director,
            number=number,
            winner=winner,
            points=2,
            ending="gammon",
        )
    game_record(match_id=match.pk, actor=director, number=4, winner=0, points=1)
    work_off()
    assert state(match) == "final"
    report_undo(report_id=match.reports.get().pk, actor=director)
    assert state(match) == "open"
    game_take_back(match_id=match.pk, actor=match.two.user, number=4)
    game_record(match_id=match.pk, actor=director, number=4, winner=1, points=3, ending="backgammon")
    work_off()
    assert Match.objects.get(pk=match.pk).result.score == (4, 5)


def test_a_match_whose_only_report_was_undone_has_not_begun(cup, match, director):
    report = enter(match, director)
    report_undo(report_id=report.pk, actor=director)
    work_off()
    assert match_beginnings(Match.objects.filter(pk=match.pk)) == {}
    penalty_give(match_id=match.pk, actor=director, side=0, cause="conduct", points=1, reason="Loud.")
    draw = tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, again=True)
    assert draw.tournament.draw == draw


# -- The API


def test_over_the_api(cup, match, director, keeper):
    api = api_as(keeper, ["read", "report"])
    report = enter(match, keeper)
    here = f"/api/v1/reports/{report.pk}"
    assert api.get(f"{here}/").json()["undone"] is False
    looked = api.post(f"{here}/undo/preview/")
    assert looked.json()["match"]["after"] == {"state": "open", "result": None}
    done = api.post(f"{here}/undo/", {})
    assert (done.status_code, done.json()["undoes"], done.json()["match"]) == (201, None, match.pk)
    assert api.get(f"{here}/").json()["undone"] is True
    reports = api.get(f"/api/v1/matches/{match.pk}/reports/").json()["results"]
    assert [row["undone"] for row in reports] == [True]
    assert_problem(api.post(f"{here}/undo/", {}), 409, "nothing_to_undo")
    again = api.post(f"{here}/redo/", {"preview": api.post(f"{here}/redo/preview/").json()["token"]})
    assert (again.status_code, again.json()["undoes"]) == (201, done.json()["id"])
    assert api.get(f"{here}/").json()["undone"] is False
    facts = [fact["sentence"] for fact in api.get(f"/api/v1/matches/{match.pk}/facts/").json()["results"]]
    assert f"Report {report.pk} is undone." in facts
    assert f"Report {report.pk} counts again." in facts


def test_the_grid_offers_it_to_whoever_may(cup, match, director, keeper):
    report = enter(match, keeper)
    assert rows(cup, keeper)["R1-M1"].undo == rows(cup, director)["R1-M1"].undo == report.pk
    assert rows(cup, match.one.user)["R1-M1"].undo is None
    report_undo(report_id=report.pk, actor=keeper)
    report = enter(match, director)
    assert rows(cup, keeper)["R1-M1"].undo is None
    assert rows(cup, director)["R1-M1"].undo == report.pk
    report_answer(report_id=report.pk, actor=match.two.user, agrees=False, reason="No.", now=NOON)
    assert rows(cup, director)["R1-M1"].undo == report.pk
    assert rows(cup, keeper)["R1-M1"].undo is None


def test_an_export_that_undoes_a_side_s_report_is_refused(match, director):
    report = enter(match, match.one.user)
    ReportUndo.objects.create(report=report, recorded_by=director)
    with pytest.raises(ExportContradicts, match="takes back what it cannot"):
        matches_restore()
