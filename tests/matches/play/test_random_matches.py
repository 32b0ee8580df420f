"""One match and everything that may be done to it, in any order: the facts alone say where it stands.

What is refused writes nothing, what was taken is never lost, and time passes between the steps.
"""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from engine import RuleError
from matches.facts.kinds import fact_kinds
from matches.play import services
from matches.play.models import Appeal, Match, Report, ReportUndo, Ruling
from matches.play.rules.results import EFFECTS, ResultKind
from matches.play.selectors import case_load, game_log, match_states
from matches.play.services import matches_restore
from tests.conftest import NOON, work_off
from tests.effort import examples
from tests.endings import ending
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.matches.conftest import refreshed_as_loaded
from tests.test_compare import compare

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _checked(monkeypatch):
    refreshed_as_loaded(monkeypatch)


LENGTH = 3
ONE, TWO, DIRECTOR = range(3)
TRANSCRIPT = b"""3 point match

 Game 1
 One : 0                              Two : 0
  1)                                  31: 8/5 6/5
  2) 61: 13/7 8/7                     Doubles => 2
  3)  Drops                             Wins 1 point

 Game 2
 One : 0                              Two : 1
  1) 31: 8/5 6/5                      61: 13/7 8/7
  2)  Doubles => 2                     Takes
  3) 42: 8/4 6/4                      Resigns
      Wins 2 points
"""

REGULATIONS = st.fixed_dictionaries(
    {},
    optional={
        "objection": st.sampled_from([0, 10]),
        "silence": st.sampled_from([None, 10, 30]),
        "reporters": st.sampled_from(["both", "winner"]),
        "correction_window": st.sampled_from(["next_match", "open", "closed", 20]),
        "appeals": st.booleans(),
        "overdue": st.sampled_from(["director", "forfeit_both"]),
        "reminder": st.sampled_from([None, 5]),
        "penalised_rated": st.booleans(),
        "retired_rated": st.booleans(),
    },
)
numbers = st.integers(0, 99)
steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["report"] * 5
            + ["answer"] * 4
            + ["record_game"] * 3
            + ["work"] * 5
            + ["rule", "undo", "undo_report", "redo_report"] * 2
            + [
                "appeal",
                "seat",
                "vote",
                "vote",
                "take_back",
                "penalise",
                "schedule",
                "process_due",
                "supersede",
            ]
        ),
        numbers,
        numbers,
        st.integers(0, 12),
    ),
    min_size=10,
    max_size=40,
)


class Course:
    """A match between two, and what is done to it."""

    def __init__(self, regulations):
        self.director = UserFactory(is_staff=True)
        one, two = (PlayerFactory(name=name, user=UserFactory()) for name in ("One", "Two"))
        self.match = MatchFactory(
            one=one,
            two=two,
            length=LENGTH,
            regulations=regulations,
            created_at=NOON,
            created_by=self.director,
        )
        self.people = (one.user, two.user, self.director, UserFactory())
        self.now = NOON
        self.taken = set()

    def fresh(self):
        return Match.objects.select_related("one", "two", "result").get(pk=self.match.pk)

    def who(self, number, *likely):
        """Mostly one of those whose step it is, now and then anybody."""
        candidates = likely if number % 5 else range(4)
        return self.people[candidates[number // 5 % len(candidates)]]

    def some(self, rows, number):
        return rows[number % len(rows)] if (rows := list(rows)) else None

    def report(self, one, two):
        score = [(LENGTH, 1), (LENGTH, 1), (1, LENGTH), (LENGTH - 1, 0)][two % 4]
        game = {"winner": two % 2, "points": 2, "cube": 2, "ending": "single"}
        content = [
            {"score": score},
            {"score": score},
            {"games": [game, {**game, "points": 1, "cube": 1}]},
            {"transcript": TRANSCRIPT},
        ][two // 4 % 4]
        report = services.report_submit(
            match_id=self.match.pk, actor=self.who(one, ONE, TWO, TWO, ONE, DIRECTOR), now=self.now, **content
        )
        self.taken.add(report.pk)

    def answer(self, one, two):
        """Mostly what the other side says to the latest report."""
        if report := self.some(Report.objects.order_by("-pk"), two // 2 if two % 3 == 0 else 0):
            other = ONE if report.side == TWO else TWO
            services.report_answer(
                report_id=report.pk,
                actor=self.who(one, other),
                agrees=two % 2 == 0,
                reason="So.",
                now=self.now,
            )

    def record_game(self, one, two):
        log = game_log(self.fresh())
        services.game_record(
            match_id=self.match.pk,
            actor=self.who(one, ONE, TWO),
            number=max(1, log.next_game - (two % 5 == 0)),
            winner=two % 2,
            points=1 + two // 2 % 2,
            now=self.now,
        )

    def take_back(self, one, two):
        services.game_take_back(
            match_id=self.match.pk,
            actor=self.who(one, ONE, TWO),
            number=game_log(self.fresh()).next_game - 1,
            now=self.now,
        )

    def penalise(self, one, two):
        services.penalty_give(
            match_id=self.match.pk,
            actor=self.who(one, DIRECTOR),
            side=two % 2,
            cause="lateness",
            minutes=two // 2,
            reason="Late.",
            now=self.now,
        )

    def schedule(self, one, two):
        services.match_schedule(
            match_id=self.match.pk,
            actor=self.who(one, DIRECTOR),
            starts_at=None if two % 2 else self.now + timedelta(minutes=two // 10),
            play_by=None if two % 3 else self.now + timedelta(minutes=10 + two // 3),
            now=self.now,
        )

    def rule(self, one, two):
        ruling = {
            "match_id": self.match.pk,
            "actor": self.who(one, DIRECTOR),
            **ending(two, LENGTH),
            "now": self.now,
        }
        token = services.ruling_preview(**ruling).token if two % 7 else None
        services.ruling_make(**ruling, reason="The sheet.", preview=token)

    def undo(self, one, two):
        if ruling := self.some(Ruling.objects.order_by("-pk"), two):
            undoing = {"ruling_id": ruling.pk, "actor": self.who(one, DIRECTOR), "now": self.now}
            token = services.ruling_undo_preview(**undoing).token
            services.ruling_undo(**undoing, reason="Not so.", preview=token)

    def undo_report(self, one, two):
        """Mostly the director, of the latest report or any."""
        if report := self.some(Report.objects.order_by("-pk"), two // 2 if two % 3 == 0 else 0):
            undoing = {"report_id": report.pk, "actor": self.who(one, DIRECTOR), "now": self.now}
            token = services.report_undo_preview(**undoing).token if two % 2 else None
            services.report_undo(**undoing, preview=token)

    def redo_report(self, one, two):
        if undo := self.some(ReportUndo.objects.order_by("-pk"), two % 2):
            redoing = {"report_id": undo.report_id, "actor": self.who(one, DIRECTOR), "now": self.now}
            token = services.report_redo_preview(**redoing).token if two % 3 else None
            services.report_redo(**redoing, preview=token)

    def appeal(self, one, two):
        if ruling := self.some(Ruling.objects.order_by("-pk"), two % 2):
            services.ruling_appeal(
                ruling_id=ruling.pk, actor=self.who(one, ONE, TWO), reason="No.", now=self.now
            )

    def seat(self, one, two):
        if appeal := Appeal.objects.last():
            members = UserFactory.create_batch(3)
            services.committee_appoint(
                appeal_id=appeal.pk, actor=self.who(one, DIRECTOR), members=members, now=self.now
            )

    def vote(self, one, two):
        if appeal := Appeal.objects.last():
            seat = self.some(appeal.seats.order_by("pk"), one)
            services.vote_cast(
                appeal_id=appeal.pk,
                actor=self.who(two, ONE) if seat is None else seat.member,
                reason="As I see it.",
                now=self.now,
                **ending(two % 3, LENGTH),
            )

    def process_due(self, one, two):
        services.match_process_due(match_id=self.match.pk, now=self.now)

    def work(self, one, two):
        """Workers judge a report, or all: in any order, as many as they are."""
        pending = list(Report.objects.filter(verdict=None).order_by("pk"))
        if one % 3 == 0:
            pending = [report for report in [self.some(pending, two)] if report is not None]
        for report in pending if one % 2 else reversed(pending):
            services.report_verify(report_id=report.pk, now=self.now)

    def supersede(self, one, two):
        """A correction has others play in the match's place, or the same two again."""
        services.matches_supersede(superseded={self.match.pk: not self.fresh().superseded}, now=self.now)

    def take(self, name, one, two, minutes):
        """Whether the step was taken; one that is refused leaves no fact behind."""
        self.now += timedelta(minutes=minutes)
        before = counted()
        try:
            with transaction.atomic():
                getattr(self, name)(one, two)
        except RuleError as refusal:
            note(f"{name} {one} {two} at {self.now:%H:%M}: {refusal.code}")
            assert counted() == before
            return
        note(f"{name} {one} {two} at {self.now:%H:%M}: {self.fresh().state}")
        assert all(number >= before[kind] for kind, number in counted().items())

    def check(self):
        match = self.fresh()
        decision = case_load(match, self.last_fact()).decision
        assert match.state == ("void" if match.superseded else decision.state)
        assert (match.result is None) == (decision.state != "final")
        if match.result is not None:
            result = match.result
            match_score = (decision.match_score.winner, decision.match_score.points)
            assert (result.winner, result.points) == match_score
            assert EFFECTS[ResultKind(result.kind)].complete == (max(result.points) >= LENGTH)
        states = [*match_states(match).values()]
        assert states[-1:] in ([], [decision.state])
        assert set(Report.objects.values_list("pk", flat=True)) == self.taken | live_reports()
        held = match.computed_columns
        Match.objects.update(state="open", result=None, ruled_void=False, confirms_at=NOON, wakes_at=None)
        matches_restore()
        assert self.fresh().computed_columns == held

    def last_fact(self):
        facts = (
            kind.model.objects.order_by("recorded_at").last()
            for kind in fact_kinds().values()
            if "match" in kind.about
        )
        return max((fact.recorded_at for fact in facts if fact is not None), default=NOON)


def live_reports():
    return set(Report.objects.filter(means=Report.Means.LIVE).values_list("pk", flat=True))


def counted():
    return {name: kind.model.objects.count() for name, kind in fact_kinds().items()}


@pytest.mark.long
@pytest.mark.timeout(600)
@settings(
    max_examples=examples(2), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(regulations=REGULATIONS, taken=steps)
def test_a_match_is_what_its_facts_say(db, regulations, taken):
    with transaction.atomic():
        course = Course(regulations)
        for step in taken:
            course.take(*step)
            course.check()
        work_off()
        services.match_process_due(match_id=course.match.pk)
        work_off()
        assert not Report.objects.filter(verdict=None).exists()
        assert compare() == "Everything stored is what the facts say.\n"
        transaction.set_rollback(True)
