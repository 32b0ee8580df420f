"""What the facts about a match amount to, row by row."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.play.rules.deciding import (
    Answered,
    Appealed,
    Ruled,
    Stated,
    Undone,
    decide_match,
    report_undone_by,
    states_after_events,
)
from matches.play.rules.refereeing import MatchScore
from matches.play.rules.regulations import Regulations
from matches.play.rules.results import ResultKind
from tests.conftest import NOON

ONE, TWO, OFFICIAL = 0, 1, None
W53, W52, L35 = MatchScore(0, (5, 3)), MatchScore(0, (5, 2)), MatchScore(1, (3, 5))
W73 = MatchScore(0, (7, 3))


def at(minute):
    return NOON + timedelta(minutes=minute)


def says(number, side, match_score=W53, minute=0, *, transcript=False):
    return Stated(number, at(minute), side, match_score, transcript)


def answers(number, side, minute=1, *, agrees):
    return Answered(number, at(minute), side, agrees)


def rules(number, match_score=L35, minute=2, *, kind=ResultKind.PLAYED, undoes=None):
    return Ruled(number, at(minute), kind, match_score, undoes)


def appeals(number, minute=3):
    return Appealed(number, at(minute))


def takes_back(number, report, minute=4, *, undoes=None):
    return Undone(number, report, at(minute), undoes)


def named(value):
    """Short names for the cases: "S1 A1- R1 R2u1" is a report, an objection, a ruling, its undoing."""
    if not isinstance(value, list):
        return None if isinstance(value, Regulations) else str(value)
    return " ".join(map(brief, value)) or "nothing"


def brief(event):
    match event:
        case Stated():
            return f"{'T' if event.transcript else 'S'}{event.report}"
        case Answered():
            return f"A{event.report}{'+' if event.agrees else '-'}"
        case Ruled():
            return f"R{event.ruling}" + (f"u{event.undoes}" if event.undoes else "")
        case Appealed():
            return f"P{event.ruling}"
        case Undone():
            return f"U{event.report}" + (f"u{event.undoes}" if event.undoes else "")


PATIENT = Regulations(objection=10, silence=None)
A, B = says(1, ONE), says(2, TWO)
TOLD = says(1, ONE, transcript=True)


@pytest.mark.parametrize(
    ("events", "state", "grounds", "rests_on"),
    [
        ([], "open", "", None),
        ([A], "reported", "", None),
        ([A, B], "final", "agreement", 2),
        ([says(1, TWO), says(2, ONE, W73)], "final", "agreement", 2),
        ([says(1, ONE, W52), says(2, ONE), says(3, TWO)], "final", "agreement", 3),
        ([A, says(2, TWO, W52)], "disputed", "", None),
        ([A, says(2, TWO, L35)], "disputed", "", None),
        ([A, says(2, TWO, L35), says(3, TWO)], "disputed", "", None),
        ([A, says(2, TWO, L35), says(3, TWO, transcript=True)], "disputed", "", None),
        ([A, says(2, TWO, L35), says(3, OFFICIAL, L35)], "disputed", "", None),
        ([says(1, OFFICIAL)], "final", "official", 1),
        ([says(1, OFFICIAL, transcript=True)], "final", "transcript", 1),
        ([A, says(2, OFFICIAL, L35)], "final", "official", 2),
        ([TOLD], "reported", "", None),
        ([TOLD, B], "final", "agreement", 1),
        ([A, says(2, TWO, transcript=True)], "final", "agreement", 2),
        ([A, says(2, TWO, L35, transcript=True)], "disputed", "", None),
        ([A, answers(1, TWO, agrees=True)], "final", "agreement", 1),
        ([A, answers(1, TWO, agrees=False)], "disputed", "", None),
        ([A, says(2, ONE, W52), answers(1, TWO, agrees=True)], "reported", "", None),
        ([A, says(2, ONE, W52), answers(2, TWO, agrees=True)], "final", "agreement", 2),
        # A side that says the same again waits for one answer, given to either report.
        ([A, says(2, ONE)], "reported", "", None),
        ([A, says(2, ONE), answers(1, TWO, agrees=True)], "final", "agreement", 1),
        ([A, says(2, ONE), answers(2, TWO, agrees=True)], "final", "agreement", 1),
        ([A, says(2, ONE), answers(1, TWO, agrees=False)], "disputed", "", None),
        ([A, says(2, ONE), answers(2, TWO, agrees=False)], "disputed", "", None),
        ([A, says(2, ONE, transcript=True), answers(1, TWO, agrees=True)], "final", "agreement", 2),
        ([A, says(2, ONE, W52), says(3, ONE), answers(1, TWO, agrees=True)], "reported", "", None),
        ([A, answers(1, ONE, agrees=True)], "reported", "", None),
        ([A, B, answers(2, ONE, agrees=False)], "disputed", "", None),
        ([A, B, answers(1, TWO, agrees=False)], "final", "agreement", 2),
        ([A, rules(1)], "final", "ruling", 1),
        ([rules(1), A, B], "final", "ruling", 1),
        ([rules(1), rules(2, W53)], "final", "ruling", 2),
        ([A, rules(1), answers(1, TWO, agrees=True)], "final", "ruling", 1),
        ([rules(1, MatchScore(None, (0, 0)), kind=ResultKind.VOID)], "void", "ruling", 1),
        ([rules(1, MatchScore(None, (0, 0)), kind=ResultKind.DOUBLE_FORFEIT)], "final", "ruling", 1),
        ([rules(1), appeals(1)], "appealed", "", 1),
        ([rules(1), appeals(1), A, B], "appealed", "", 1),
        ([rules(1), appeals(1), rules(2, W53)], "final", "ruling", 2),
        ([rules(1), rules(2, W53), appeals(1)], "final", "ruling", 2),
        ([A, B, rules(1), rules(2, undoes=1)], "final", "agreement", 2),
        ([A, rules(1), rules(2, undoes=1)], "reported", "", None),
        ([A, says(2, TWO, L35), rules(1), rules(2, undoes=1)], "disputed", "", None),
        ([A, B, rules(1), rules(2, undoes=1), rules(3, undoes=2)], "final", "ruling", 1),
        ([rules(1), rules(2, W53), rules(3, undoes=1)], "final", "ruling", 2),
        ([rules(1), appeals(1), rules(2, undoes=1)], "open", "", None),
        ([A, B, rules(1), appeals(1), rules(2, undoes=1)], "final", "agreement", 2),
        # An official's report, taken back, has never been; nor has what was said to it.
        ([says(1, OFFICIAL), takes_back(1, 1)], "open", "", None),
        ([A, says(2, OFFICIAL, L35), takes_back(1, 2)], "reported", "", None),
        (
            [A, says(2, OFFICIAL, L35), takes_back(1, 2), answers(1, TWO, agrees=True)],
            "final",
            "agreement",
            1,
        ),
        ([A, says(2, OFFICIAL), says(3, TWO), takes_back(1, 2)], "final", "agreement", 3),
        ([says(1, OFFICIAL), answers(1, ONE, agrees=False), takes_back(1, 1)], "open", "", None),
        ([A, says(2, OFFICIAL), answers(2, TWO, agrees=False), takes_back(1, 2)], "reported", "", None),
        ([says(1, OFFICIAL), takes_back(1, 1), takes_back(2, 1, undoes=1)], "final", "official", 1),
        (
            [says(1, OFFICIAL), takes_back(1, 1), takes_back(2, 1, undoes=1), takes_back(3, 1)],
            "open",
            "",
            None,
        ),
        ([says(1, OFFICIAL), takes_back(1, 1), says(2, OFFICIAL, L35)], "final", "official", 2),
        ([says(1, OFFICIAL), says(2, OFFICIAL), takes_back(1, 1)], "final", "official", 2),
        ([says(1, OFFICIAL), says(2, OFFICIAL), takes_back(1, 2)], "final", "official", 1),
        ([says(1, OFFICIAL), rules(1), takes_back(1, 1)], "final", "ruling", 1),
        ([says(1, OFFICIAL), rules(1), takes_back(1, 1), rules(2, undoes=1)], "open", "", None),
    ],
    ids=named,
)
def test_what_was_said_decides(events, state, grounds, rests_on):
    decision = decide_match(5, PATIENT, events, at(5))
    assert (decision.state, decision.grounds) == (state, grounds)
    assert (decision.ruling or decision.report) == rests_on
    assert (decision.match_score is not None) == (bool(grounds))


@pytest.mark.parametrize(
    ("events", "regulations", "minute", "state", "grounds", "finalised"),
    [
        ([A], Regulations(silence=30), 29, "reported", "", None),
        ([A], Regulations(silence=30), 30, "final", "silence", 30),
        ([A], Regulations(silence=None), 99_999, "reported", "", None),
        ([TOLD], Regulations(objection=0), 0, "final", "transcript", 0),
        ([TOLD], Regulations(objection=10), 9, "reported", "", None),
        ([TOLD], Regulations(objection=10), 10, "final", "transcript", 10),
        ([TOLD], Regulations(objection=None), 99_999, "reported", "", None),
        # The clock starts anew with the report that takes the place of the first.
        ([A, says(2, ONE, W52, 20)], Regulations(silence=30), 49, "reported", "", None),
        ([A, says(2, ONE, W52, 20)], Regulations(silence=30), 50, "final", "silence", 50),
        # What comes after the time is over changes nothing, however late the worker looked.
        ([A, says(2, TWO, L35, 30)], Regulations(silence=30), 99, "final", "silence", 30),
        ([A, says(2, TWO, L35, 29)], Regulations(silence=30), 99, "disputed", "", None),
        ([A, answers(1, TWO, 29, agrees=True)], Regulations(silence=30), 99, "final", "agreement", 29),
        # A ruling that was undone leaves the report to be confirmed when it would have been.
        (
            [A, rules(1, minute=5), rules(2, minute=6, undoes=1)],
            Regulations(silence=30),
            99,
            "final",
            "silence",
            30,
        ),
    ],
    ids=named,
)
def test_time_finalises_what_nobody_objects_to(events, regulations, minute, state, grounds, finalised):
    decision = decide_match(5, regulations, events, at(minute))
    assert (decision.state, decision.grounds) == (state, grounds)
    assert decision.at == (None if finalised is None else at(finalised))


def test_a_reported_match_says_whose_answer_it_waits_for_and_until_when():
    decision = decide_match(5, Regulations(silence=30), [says(1, TWO, minute=7)], at(8))
    assert (decision.awaits, decision.confirms_at) == (ONE, at(37))
    assert decide_match(5, Regulations(silence=None), [A], at(8)).confirms_at is None


def test_time_finalises_nothing_while_a_report_is_being_judged():
    patience = Regulations(silence=30)
    assert decide_match(5, patience, [A], at(40), judging=at(29)).state == "reported"
    # What came in when the time was over objects to nothing.
    assert decide_match(5, patience, [A], at(40), judging=at(30)).grounds == "silence"
    assert decide_match(5, patience, [A], at(29), judging=at(31)).state == "reported"


@pytest.mark.parametrize(
    ("judging", "state"), [(29, "disputed"), (30, "final"), (None, "final")], ids=["before", "then", "none"]
)
def test_a_report_that_is_judged_sooner_finalises_nothing_over_one_that_came_before_it(judging, state):
    """Reports are judged in any order, and the second side's first one may be the slower."""
    later = [A, says(3, TWO, L35, 35)]
    assert (
        decide_match(5, Regulations(silence=30), later, at(36), judging=judging and at(judging)).state
        == state
    )


@st.composite
def courses(draw):
    """Any events in order; rulings numbered as they come, undoing any before them."""
    events, rulings, reports = [], 0, 0
    for minute in range(draw(st.integers(0, 9))):
        what = draw(st.sampled_from("SSAAARRUP"))
        match_score = draw(st.sampled_from([W53, L35]))
        if what == "S":
            reports += 1
            side = draw(st.sampled_from([ONE, TWO, ONE, TWO, OFFICIAL]))
            events.append(says(reports, side, match_score, minute, transcript=draw(st.booleans())))
        elif what == "A" and reports:
            number = draw(st.integers(1, reports))
            events.append(
                answers(number, draw(st.sampled_from([ONE, TWO])), minute, agrees=draw(st.booleans()))
            )
        elif what == "R" or (what == "U" and not rulings):
            rulings += 1
            events.append(rules(rulings, match_score, minute))
        elif what == "U":
            rulings += 1
            events.append(rules(rulings, match_score, minute, undoes=draw(st.integers(1, rulings - 1))))
        elif what == "P" and rulings:
            events.append(appeals(draw(st.integers(1, rulings)), minute))
    return events


@given(courses())
def test_undoing_a_ruling_leaves_the_match_as_it_was(events):
    last = sum(isinstance(event, Ruled) for event in events)
    before = decide_match(5, PATIENT, events, at(20))
    ruled = [*events, rules(last + 1, W52, 10)]
    assert decide_match(5, PATIENT, ruled, at(20)).ruling == last + 1
    undone = [*ruled, rules(last + 2, W52, 11, undoes=last + 1)]
    assert decide_match(5, PATIENT, undone, at(20)) == before
    redone = [*undone, rules(last + 3, W52, 12, undoes=last + 2)]
    assert decide_match(5, PATIENT, redone, at(20)).ruling == last + 1


@given(courses(), st.data())
def test_undoing_a_report_leaves_the_match_as_if_it_had_not_been_made(events, data):
    reports = [event.report for event in events if isinstance(event, Stated) and event.side is OFFICIAL]
    if not reports:
        return
    report = data.draw(st.sampled_from(reports))
    without = [event for event in events if getattr(event, "report", None) != report]
    undone = [*events, takes_back(1, report, 10)]
    assert decide_match(5, PATIENT, undone, at(20)) == decide_match(5, PATIENT, without, at(20))
    assert report_undone_by(undone, report) == undone[-1]
    redone = [*undone, takes_back(2, report, 11, undoes=1)]
    assert decide_match(5, PATIENT, redone, at(20)) == decide_match(5, PATIENT, events, at(20))
    assert report_undone_by(redone, report) is report_undone_by(events, report) is None
    again = [*redone, takes_back(3, report, 12)]
    assert decide_match(5, PATIENT, again, at(20)) == decide_match(5, PATIENT, without, at(20))
    assert states_after_events(5, PATIENT, again)[: len(events)] == states_after_events(5, PATIENT, events)


def test_undoing_a_report_is_seen_where_it_was_undone():
    events = [says(1, OFFICIAL), takes_back(1, 1, 5), takes_back(2, 1, 6, undoes=1), takes_back(3, 1, 7)]
    assert states_after_events(5, PATIENT, events) == ["final", "open", "final", "open"]
    silent = [A, says(2, OFFICIAL, L35, 10), takes_back(1, 2, 40)]
    assert states_after_events(5, Regulations(silence=30), silent) == ["reported", "final", "final"]


@given(courses(), st.integers(0, 12))
def test_a_decided_match_rests_on_one_report_or_ruling(events, minute):
    decision = decide_match(5, PATIENT, events, at(minute))
    decided = decision.state in ("final", "void")
    assert decided == (decision.match_score is not None) == (decision.at is not None)
    assert decided == (
        (decision.report is None) != (decision.ruling is None) and decision.state != "appealed"
    )
    assert (decision.awaits is not None) == bool(decision.waiting) == (decision.state == "reported")


@pytest.mark.parametrize(("undone_at", "state"), [(29, "reported"), (30, "final"), (45, "final")])
def test_what_silence_had_finalised_by_then_is_final_when_a_ruling_is_undone(undone_at, state):
    events = [A, rules(1, minute=20), rules(2, minute=undone_at, undoes=1)]
    assert states_after_events(5, Regulations(silence=30), events) == ["reported", "final", state]
