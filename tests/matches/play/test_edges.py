"""Where two rules meet: time that passes unnoticed, verdicts that come late, matches that are superseded."""

from datetime import timedelta

import pytest

from matches.play.errors import (
    CommitteeDecided,
    InvalidCommittee,
    InvalidRuling,
    MatchFinal,
    ObjectionTooLate,
    PenaltyTooLate,
    UnderAppeal,
)
from matches.play.models import MATCH_PROCESS_DUE, Match, Reminder, Report, Ruling, Schedule
from matches.play.rules.results import ResultKind
from matches.play.services import (
    deadlines_sweep,
    match_process_due,
    match_schedule,
    matches_supersede,
    penalty_give,
    report_answer,
    report_verify,
    ruling_appeal,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
    vote_cast,
)
from matches.work.models import Outbox
from matches.work.services import caches_compare
from tests.conftest import NOON
from tests.consent import committee_appoint
from tests.factories import MatchFactory, UserFactory

from .reporting import finalise, record_games, score

pytestmark = pytest.mark.django_db


def at(minute):
    return NOON + timedelta(minutes=minute)


def setting(match, **regulations):
    Match.objects.filter(pk=match.pk).update(regulations=regulations)
    match.refresh_from_db()


def judged(report, minute):
    report_verify(report_id=report.pk, now=at(minute))


def state(match):
    match.refresh_from_db()
    return match.state


def scheduled(match, staff, play_by):
    match_schedule(match_id=match.pk, actor=staff, play_by=at(play_by), now=NOON)


def superseded(match, minute, *, gone=True):
    matches_supersede(superseded={match.pk: gone}, now=at(minute))


def ruled(match, staff, minute=0, *, preview=None, **match_score):
    match_score = match_score or {"kind": ResultKind.PLAYED, "points": (5, 3)}
    return ruling_make(
        match_id=match.pk, actor=staff, reason="The sheet.", preview=preview, now=at(minute), **match_score
    )


def undone(ruling, staff, minute):
    looked = ruling_undo_preview(ruling_id=ruling.pk, actor=staff, now=at(minute))
    return ruling_undo(ruling_id=ruling.pk, actor=staff, reason="No.", preview=looked.token, now=at(minute))


def appealed(match, ruling, staff, minute=1):
    """The appeal of side two, and those who sit on its committee."""
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="No.", now=at(minute))
    members = UserFactory.create_batch(3)
    committee_appoint(appeal_id=appeal.pk, actor=staff, members=members, now=at(minute))
    return appeal, members


def vote(appeal, member, minute=2):
    return vote_cast(
        appeal_id=appeal.pk, actor=member, kind=ResultKind.PLAYED, points=(2, 5), reason="So.", now=at(minute)
    )


# -- The date by which to play


def test_what_was_reported_in_time_is_judged_before_anybody_forfeits(match, staff):
    setting(match, overdue="forfeit_both")
    scheduled(match, staff, play_by=60)
    report = score(match, 0, (5, 3), now=at(59))
    match_process_due(match_id=match.pk, now=at(60))
    assert state(match) == "open"
    judged(report, 61)
    assert state(match) == "reported"


def test_a_forfeit_for_the_date_that_is_taken_back_is_not_given_again(match, staff):
    setting(match, overdue="forfeit_both")
    scheduled(match, staff, play_by=60)
    match_process_due(match_id=match.pk, now=at(60))
    assert state(match) == "final"
    undone(Ruling.objects.get(), staff, 70)
    assert state(match) == "open"
    assert match.play_by is None, "the director says until when"
    assert Schedule.objects.last().reason
    match_process_due(match_id=match.pk, now=at(71))
    assert state(match) == "open"


def test_a_match_that_counts_again_after_its_date_has_as_long_as_a_new_one(match, staff):
    setting(match, overdue="forfeit_both", play_within=2)
    scheduled(match, staff, play_by=60)
    superseded(match, 30)
    superseded(match, 90, gone=False)
    assert (state(match), match.play_by) == ("open", at(90) + timedelta(days=2))
    match_process_due(match_id=match.pk, now=at(91))
    assert state(match) == "open"


def test_a_match_that_counts_again_in_time_keeps_its_date(match, staff):
    setting(match, play_within=2)
    scheduled(match, staff, play_by=60)
    superseded(match, 10)
    superseded(match, 20, gone=False)
    assert (state(match), match.play_by) == ("open", at(60))


def test_who_was_not_reminded_in_time_is_reminded_late_and_once(match, staff):
    setting(match, reminder=10)
    scheduled(match, staff, play_by=60)
    match_process_due(match_id=match.pk, now=at(75))
    assert Reminder.objects.count() == 2
    match.refresh_from_db()
    assert match.wakes_at is None, "nothing else is asked for"
    match_process_due(match_id=match.pk, now=at(80))
    assert Reminder.objects.count() == 2


def test_a_date_for_a_reported_match_leaves_its_deadline(match, staff):
    setting(match, silence=30)
    judged(score(match, 0, (5, 3), now=NOON), 0)
    scheduled(match, staff, play_by=600)
    match.refresh_from_db()
    assert match.wakes_at is not None
    deadlines_sweep(now=at(31))
    match_process_due(match_id=match.pk, now=at(31))
    assert state(match) == "final"


def test_the_sweep_leaves_alone_what_is_due_already(match):
    setting(match, silence=30)
    judged(score(match, 0, (5, 3), now=NOON), 0)
    deadlines_sweep(now=at(31))
    row = Outbox.objects.get(kind=MATCH_PROCESS_DUE)
    deadlines_sweep(now=at(32))
    assert Outbox.objects.get(kind=MATCH_PROCESS_DUE).generation == row.generation


# -- Verdicts


def test_a_report_that_came_before_silence_was_over_objects_however_late_it_is_judged(match):
    setting(match, silence=30)
    judged(score(match, 0, (5, 3), now=NOON), 0)
    slow = score(match, 1, (3, 5), now=at(29))
    quick = score(match, 1, (2, 5), now=at(35))
    judged(quick, 35)
    judged(slow, 40)
    assert state(match) == "disputed"
    assert [report.verdict.accepted for report in Report.objects.order_by("pk")] == [True, True, True]


def test_what_was_reported_before_a_ruling_counts_when_that_is_taken_back(match, staff):
    """However late it was judged: undoing leads back to where the match would be without the ruling."""
    one, two = score(match, 0, (5, 3), now=NOON), score(match, 1, (3, 5), now=at(1))
    ruling = ruled(match, staff, 2)
    judged(one, 3)
    judged(two, 4)
    assert state(match) == "final"
    undone(ruling, staff, 5)
    assert state(match) == "disputed"


def test_a_report_judged_late_changes_no_result_that_players_agreed_on(match):
    slow = score(match, 1, (3, 5), now=NOON)
    finalise(match, (5, 3), 1)
    judged(slow, 2)
    assert (state(match), match.result.points) == ("final", (5, 3))
    assert slow.verdict.problem["code"] == "match_final"


def test_where_the_winner_reports_the_log_is_a_report_whoever_records_the_last_game(match):
    setting(match, reporters="winner")
    record_games(match, {"winner": 0, "points": 4, "cube": 2})
    record_games(match, {"winner": 0, "points": 1}, side=1, start=2)
    report = Report.objects.get()
    judged(report, 1)
    assert report.verdict.accepted
    report_answer(report_id=report.pk, actor=match.one.user, agrees=True)
    assert state(match) == "final"


@pytest.mark.parametrize(("points", "accepted"), [((5, 3), True), ((5, 2), False)])
def test_where_the_winner_reports_the_loser_may_say_the_same_after(match, points, accepted):
    setting(match, reporters="winner")
    judged(score(match, 0, (5, 3), now=NOON), 0)
    report = score(match, 1, points, now=at(1))
    judged(report, 1)
    assert report.verdict.accepted == accepted
    assert state(match) == ("final" if accepted else "reported")


# -- Superseded matches


def test_what_was_reported_of_a_superseded_match_counts_when_it_is_reinstated(match):
    report = score(match, 0, (5, 3), now=NOON)
    superseded(match, 1)
    judged(report, 2)
    assert report.verdict.accepted
    assert state(match) == "void"
    report_answer(report_id=report.pk, actor=match.two.user, agrees=True, now=at(3))
    assert state(match) == "void"
    with pytest.raises(MatchFinal, match="Since a correction"):
        score(match, 1, (5, 3), now=at(4))
    superseded(match, 5, gone=False)
    assert state(match) == "final"


def test_silence_finalises_a_superseded_match_too_and_is_noticed(match):
    setting(match, silence=30)
    judged(score(match, 0, (5, 3), now=NOON), 0)
    superseded(match, 10)
    deadlines_sweep(now=at(31))
    match_process_due(match_id=match.pk, now=at(31))
    assert state(match) == "void"
    assert match.result is not None
    assert list(caches_compare()) == []


def test_the_committee_decides_an_appeal_about_a_match_that_is_superseded_meanwhile(match, staff):
    appeal, members = appealed(match, ruled(match, staff), staff)
    superseded(match, 2)
    for member in members[:2]:
        vote(appeal, member)
    superseded(match, 3, gone=False)
    assert state(match) == "final"
    assert match.result.winner == 1


# -- Appeals


def test_a_void_ruling_is_appealed_against_in_time_only(match, staff):
    setting(match, correction_window=20)
    ruling = ruled(match, staff, kind=ResultKind.VOID)
    with pytest.raises(ObjectionTooLate):
        ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="No.", now=at(20))
    ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="No.", now=at(19))
    assert state(match) == "appealed"


def test_no_vote_comes_after_the_decision(match, staff):
    appeal, members = appealed(match, ruled(match, staff), staff)
    for member in members[:2]:
        vote(appeal, member)
    with pytest.raises(CommitteeDecided):
        vote(appeal, members[2])


def test_the_staff_take_back_what_a_committee_decided_and_bring_it_back(match, staff):
    appeal, members = appealed(match, ruled(match, staff), staff)
    for member in members[:2]:
        vote(appeal, member)
    taking = undone(Ruling.objects.get(grounds="committee"), staff, 10)
    assert state(match) == "appealed"
    director = UserFactory()
    Match.objects.filter(pk=match.pk).update(created_by=director)
    for forbidden in (lambda: undone(taking, director, 11), lambda: ruled(match, director, 11)):
        with pytest.raises(UnderAppeal):
            forbidden()
    undone(taking, staff, 12)
    assert state(match) == "final"
    assert match.result.ruling.grounds == "committee"


def test_a_director_does_not_rule_on_an_appeal_while_others_play_in_the_match_s_place(match, staff):
    director = UserFactory()
    Match.objects.filter(pk=match.pk).update(created_by=director)
    appealed(match, ruled(match, director), staff)
    superseded(match, 2)
    with pytest.raises(UnderAppeal):
        ruled(match, director, 3, kind=ResultKind.PLAYED, points=(1, 5))


def test_the_staff_decide_where_a_committee_cannot(match, staff):
    appeal, members = appealed(match, ruled(match, staff), staff)
    ruled(match, staff, 3, kind=ResultKind.PLAYED, points=(1, 5))
    assert state(match) == "final"
    with pytest.raises(CommitteeDecided):
        vote(appeal, members[0], 4)


def test_who_made_the_ruling_or_directs_by_now_does_not_decide_the_appeal(match, staff):
    official = UserFactory(is_staff=True)
    ruling = ruled(match, official)
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="No.", now=at(1))
    members = UserFactory.create_batch(3)
    with pytest.raises(InvalidCommittee, match="made the ruling"):
        committee_appoint(appeal_id=appeal.pk, actor=staff, members=[*members[:2], official])
    committee_appoint(appeal_id=appeal.pk, actor=staff, members=members, now=at(1))
    Match.objects.filter(pk=match.pk).update(created_by=members[0])
    with pytest.raises(InvalidCommittee, match="director"):
        vote(appeal, members[0])


def test_no_committee_sits_on_an_appeal_that_is_decided(match, staff):
    ruling = ruled(match, staff)
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="No.", now=at(1))
    ruled(match, staff, 2, kind=ResultKind.PLAYED, points=(1, 5))
    with pytest.raises(CommitteeDecided):
        committee_appoint(appeal_id=appeal.pk, actor=staff, members=UserFactory.create_batch(3), now=at(3))


def test_under_appeal_no_penalty_points_are_given(match, staff):
    appealed(match, ruled(match, staff), staff)
    with pytest.raises(PenaltyTooLate):
        penalty_give(match_id=match.pk, actor=staff, side=0, cause="lateness", minutes=20, reason="Late.")


# -- Rulings


@pytest.mark.parametrize("kind", [ResultKind.RETIRED, ResultKind.AGREED_SETTLEMENT, ResultKind.UNFINISHED])
@pytest.mark.parametrize(("points", "possible"), [((3, 0), False), ((0, 1), True), ((3, 2), True)])
def test_no_match_ends_below_the_score_it_starts_at(match, staff, kind, points, possible):
    penalty_give(match_id=match.pk, actor=staff, side=0, cause="lateness", minutes=20, reason="Late.")
    ruling = {"kind": kind, "winner": 0, "points": points}
    if possible:
        ruled(match, staff, **ruling)
        return
    with pytest.raises(InvalidRuling, match="starts at 0-1"):
        ruled(match, staff, **ruling)


def test_a_look_at_a_correction_is_the_same_whether_or_not_silence_has_been_noticed(players, staff):
    ann, bob = players(2)
    match = MatchFactory(one=ann, two=bob, length=5, regulations={"silence": 30})
    judged(score(match, 0, (5, 3), now=NOON), 0)
    correction = {"kind": ResultKind.PLAYED, "points": (2, 5)}
    look = ruling_preview(match_id=match.pk, actor=staff, now=at(31), **correction)
    assert look.match["before"]["state"] == "final"
    match_process_due(match_id=match.pk, now=at(32))
    ruled(match, staff, 33, preview=look.token, **correction)
    match.refresh_from_db()
    assert match.result.winner == 1
    assert list(match.results.order_by("serial").values_list("grounds", flat=True)) == ["silence", "ruling"]
