"""Who leaves while a match is being decided: what was reported of it stands and is decided as usual."""

from datetime import timedelta

import pytest

from matches.play.models import Match, Ruling
from matches.play.rules.results import ResultKind
from matches.play.services import (
    game_record,
    report_answer,
    report_submit,
    report_verify,
    ruling_appeal,
    ruling_make,
    ruling_undo_preview,
    vote_cast,
)
from matches.ratings.models import RatingEntry
from matches.work.models import Outbox
from tests.conftest import NOON, director_reports, fixture_at, work_off
from tests.consent import committee_appoint
from tests.factories import UserFactory
from tests.test_compare import compare
from tournaments.events.models import Entry
from tournaments.events.selectors import tournament_course
from tournaments.events.services import entry_withdraw, tournament_advance

from .test_corrections import correct, standing, undo

pytestmark = pytest.mark.django_db

NOTHING_AMISS = "Everything stored is what the facts say.\n"


@pytest.fixture
def cup(knockout):
    """Four: Ann meets Dai, Cem meets Bob; whoever says nothing has not agreed."""
    cup = knockout(4)
    cup.regulations = {"silence": None}
    cup.save()
    Match.objects.update(regulations=cup.regulations)
    return cup


@pytest.fixture
def semi(cup):
    return fixture_at(cup, "R1-M1").match


def says(match, side, score=(5, 2), *, minute=0):
    """A player reports; the referee has not looked at it yet."""
    return report_submit(
        match_id=match.pk,
        actor=match.players[side].user,
        score=score,
        now=NOON + timedelta(minutes=minute),
    )


def leaves(cup, player, *, minute=1):
    entry = Entry.objects.get(tournament=cup, player=player)
    entry_withdraw(
        actor=player.user, tournament_id=cup.pk, entry_id=entry.pk, now=NOON + timedelta(minutes=minute)
    )


def leaves_a_dispute(cup, match):
    """The sides do not agree, and side two leaves."""
    says(match, 0, (5, 2))
    says(match, 1, (2, 5))
    work_off()
    leaves(cup, match.two)
    work_off()


def state(match):
    match.refresh_from_db()
    return match.state


def assert_decided_as_played(cup, match, score=(5, 2)):
    """Rated, with its score; there was no other match in the slot and no walkover."""
    assert (state(match), match.result.kind, match.result.points) == ("final", "played", score)
    assert RatingEntry.objects.filter(match=match).count() == 2
    assert not Ruling.objects.filter(grounds="withdrawal").exists()
    assert fixture_at(cup, match.fixture.key).match == match
    assert compare() == NOTHING_AMISS


@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize("gone", [0, 1])
def test_a_match_that_was_reported_is_decided_by_the_other_side(cup, semi, judged, gone):
    """Nobody escapes a defeat by leaving, judged or not yet judged."""
    report = says(semi, 1)
    if judged:
        work_off()
    leaves(cup, semi.players[gone])
    tournament_advance(tournament_id=cup.pk)
    assert state(semi) == ("reported" if judged else "open")
    work_off()
    assert state(semi) == "reported"
    (slot, *_) = tournament_course(cup).rounds[0].slots
    assert (slot.is_over, slot.fixture.match) == (False, semi)
    now = NOON + timedelta(minutes=2)
    report_answer(report_id=report.pk, actor=semi.one.user, agrees=True, now=now)
    work_off()
    assert_decided_as_played(cup, semi)


def test_a_match_that_silence_has_finalised_stands_as_it_was_played(cup, semi):
    """Whether or not anybody has noticed: its time was over before she left."""
    Match.objects.update(regulations={"silence": 30})
    says(semi, 1)
    report_verify(report_id=semi.reports.get().pk, now=NOON)
    leaves(cup, semi.two, minute=99)
    assert semi.result_id is None
    semi.refresh_from_db()
    assert semi.result.grounds == "silence"
    work_off()
    assert_decided_as_played(cup, semi)


def test_a_report_that_is_refused_keeps_nobody_waiting(cup, semi, director):
    """Rubbish, and off home: Ann goes on, as she would have if nothing had been said."""
    says(semi, 1, (4, 4))
    leaves(cup, semi.two)
    tournament_advance(tournament_id=cup.pk)
    director_reports(fixture_at(cup, "R1-M2").match, director, (2, 5))
    (slot, *_) = tournament_course(cup).rounds[0].slots
    assert (slot.is_walkover, slot.winner.player) == (True, semi.one)
    assert fixture_at(cup, "R2-M1").match.one == semi.one
    assert compare() == NOTHING_AMISS


def test_a_report_that_is_refused_where_nobody_left_is_no_work_for_the_tournament(cup, semi):
    report = says(semi, 1, (4, 4))
    work_off()
    report_verify(report_id=report.pk)
    assert not Outbox.objects.exclude(kind="matches.notice_spread").exists()


def test_a_disputed_match_waits_for_its_ruling(cup, semi, director):
    """Dai has won, as it turns out; but she has left, and Bob has the cup."""
    leaves_a_dispute(cup, semi)
    assert state(semi) == "disputed"
    director_reports(fixture_at(cup, "R1-M2").match, director, (2, 5))
    assert standing(cup)["state"] == "running"
    ruling_make(match_id=semi.pk, actor=director, kind=ResultKind.PLAYED, points=(2, 5), reason="The sheet.")
    work_off()
    assert_decided_as_played(cup, semi, (2, 5))
    assert standing(cup)["state"] == "finished"
    assert [row.entry.player.name for row in tournament_course(cup).standings][:2] == ["Bob", "Dai"]


@pytest.mark.parametrize("gone", [0, 1])
def test_a_match_under_appeal_waits_for_its_committee(cup, semi, director, gone):
    ruling = ruling_make(
        match_id=semi.pk, actor=director, kind=ResultKind.PLAYED, points=(5, 2), reason="The sheet.", now=NOON
    )
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=semi.two.user, reason="Not so.", now=NOON)
    leaves(cup, semi.players[gone])
    work_off()
    assert state(semi) == "appealed"
    members = [UserFactory() for _ in range(3)]
    committee_appoint(appeal_id=appeal.pk, actor=director, members=members, now=NOON)
    for member in members[:2]:
        vote_cast(
            appeal_id=appeal.pk,
            actor=member,
            kind=ResultKind.PLAYED,
            points=(5, 2),
            reason="So it is.",
            now=NOON,
        )
    work_off()
    assert_decided_as_played(cup, semi)


def test_a_match_that_is_only_being_played_is_lost_by_leaving(cup, semi):
    game_record(match_id=semi.pk, actor=semi.one.user, number=1, winner=1, points=1, cube=1, now=NOON)
    leaves(cup, semi.two)
    assert (state(semi), semi.result.kind, semi.result.winner) == ("final", "walkover", 0)


def test_a_disputed_final_comes_back_as_disputed(cup, semi, director):
    """Bob has left the final; a correction that is undone takes it away and brings it back."""
    director_reports(semi, director, (5, 0))
    director_reports(fixture_at(cup, "R1-M2").match, director, (0, 5), minute=1)
    final = fixture_at(cup, "R2-M1").match
    says(final, 0, (5, 2), minute=2)
    says(final, 1, (2, 5), minute=2)
    work_off()
    leaves(cup, final.two, minute=3)
    work_off()
    before = standing(cup)
    ruling = correct(semi, director, points=(0, 5))
    assert standing(cup)["state"] == "finished", "Dai has the cup without a final"
    assert compare() == NOTHING_AMISS
    undo(ruling, director)
    assert standing(cup) == before
    assert state(final) == "disputed"
    assert compare() == NOTHING_AMISS


def test_a_ruling_that_is_undone_leaves_the_match_disputed(cup, semi, director):
    """What the preview says of a match that is pending once more is what happens."""
    leaves_a_dispute(cup, semi)
    ruling = ruling_make(
        match_id=semi.pk, actor=director, kind=ResultKind.PLAYED, points=(2, 5), reason="The sheet."
    )
    director_reports(fixture_at(cup, "R1-M2").match, director, (0, 5))
    undone = ruling_undo_preview(ruling_id=ruling.pk, actor=director).as_dict()
    assert undone["fixtures"] == []
    undo(ruling, director)
    assert (state(semi), semi.fixture.void) == ("disputed", False)
    assert not Match.objects.filter(superseded=True).exists()
    assert compare() == NOTHING_AMISS
