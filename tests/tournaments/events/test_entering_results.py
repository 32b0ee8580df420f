"""Results entered by a list: what becomes of each is what becomes of it entered by itself."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine import RuleError
from matches.accounts.models import User
from matches.notifications.models import Notice
from matches.play.models import REPORT_VERIFY, Match, Report, Result, Verdict
from matches.play.rules.results import ResultKind
from matches.play.services import (
    match_process_due,
    match_schedule,
    penalty_give,
    report_submit,
    report_verify,
    ruling_make,
)
from matches.players.services import players_merge
from matches.work.models import Outbox
from tests.answers import assert_problem
from tests.conftest import api_as, field_entered, fixture_at, players_named, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.matches.play.test_states import STATES, Table
from tests.tournaments.events.test_random_events import Event
from tournaments.events.models import Tournament
from tournaments.events.selectors import event_slots
from tournaments.events.services import (
    ScoreEntered,
    entry_withdraw,
    slot_result_enter,
    tournament_advance,
    tournament_create,
    tournament_draw,
    tournament_results_enter,
)
from tournaments.events.services.results import SlotsByName
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db

MEANS = Report.Means.API


def written():
    """What was recorded and is due, without the numbers of rows."""
    reports = Report.objects.order_by("match", "serial").select_related("verdict")
    return {
        "reports": [
            (each.match_id, each.side, each.role, each.means, each.points_one, each.points_two, each.games)
            for each in reports
        ],
        "verdicts": [
            (
                each.report.match_id,
                each.report.points_one,
                each.report.points_two,
                each.accepted,
                each.problem,
            )
            for each in Verdict.objects.order_by("report__match", "serial").select_related("report")
        ],
        "results": list(
            Result.objects.order_by("match", "serial").values_list(
                "match", "kind", "grounds", "winner", "points_one", "points_two", "rated", "finalised_at"
            )
        ),
        "matches": list(
            Match.objects.order_by("pk").values_list(
                "pk", "state", "result__points_one", "confirms_at", "wakes_at", "ruled_void"
            )
        ),
        "notices": sorted(Notice.objects.values_list("kind", "subject", "actor")),
        "due": sorted(
            (kind, 0 if kind == "matches.notice_spread" else subject)
            # A report that was judged beside others is found judged by the worker whom it waits for.
            for kind, subject in Outbox.objects.exclude(kind=REPORT_VERIFY).values_list("kind", "subject")
        ),
    }


def became(report, refusal):
    """What a caller is answered, without the numbers of rows."""
    if refusal is not None:
        return refusal.code, str(refusal)
    problem = report.verdict.problem
    return report.status, None if problem is None else (problem["code"], problem["detail"])


def one_by_one(actor, cup, scores, now):
    found = []
    named = SlotsByName(event_slots(Tournament.objects.get(pk=cup.pk), now))
    for entered in scores:
        try:
            slot = named.slot_of(entered)
            report = slot_result_enter(
                actor=actor, tournament=cup, slot=slot, score=entered.score, means=MEANS, now=now
            )
        except RuleError as refusal:
            found.append(became(None, refusal))
        else:
            found.append(became(Report.objects.select_related("verdict").get(pk=report.pk), None))
    return found


def listed(actor, cup, scores, now):
    entered = tournament_results_enter(
        actor=actor, tournament_id=cup.pk, results=scores, means=MEANS, now=now
    )
    assert [each.entered for each in entered] == scores
    return [became(each.report, each.refusal) for each in entered]


def assert_alike(actor, cup, scores, now):
    """The list leads to what the same leads to one by one; what became of each."""
    ways = []
    for way in (one_by_one, listed):
        with transaction.atomic():
            found = way(actor, cup, scores, now)
            # What silence has confirmed by now is written down with a list, and else when it is noticed.
            for match in Match.objects.filter(wakes_at__lte=now):
                match_process_due(match_id=match.pk, now=now)
            ways.append((found, written()))
            transaction.set_rollback(True)
    (singly, facts_singly), (together, facts_together) = ways
    assert together == singly
    assert facts_together == facts_singly
    return together


def score(number, one, two, **named):
    return ScoreEntered((one, two), number, **named)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", ["director", "scorekeeper"])
def test_in_every_state_a_match_takes_what_it_takes_singly(knockout, director, state, who):
    table = Table(knockout, director)
    STATES[state](table)
    # Refused by the referee, taken, the same again, another one: each after what was said before it.
    scores = [score(1, 3, 3), score(1, 5, 3), score(1, 5, 3), score(1, 5, 2), score(1, 3, 5)]
    found = assert_alike(table.people[who], table.cup, scores, timezone.now())
    if state == "open":
        assert [code for code, _ in found] == [
            "refused",
            "accepted",
            "accepted",
            "match_final",
            "match_final",
        ]


def test_everything_that_may_become_of_one(knockout, director):
    cup = knockout(16, field=None)
    now = timezone.now() + timedelta(hours=1)
    silent, waiting, late, judged, gone, ruled, pending, _open = (
        fixture_at(cup, f"R1-M{number}").match for number in range(1, 9)
    )
    said = report_submit(
        match_id=silent.pk, actor=silent.one.user, score=(5, 1), now=now - timedelta(hours=2)
    )
    report_verify(report_id=said.pk, now=now - timedelta(hours=2))
    said = report_submit(match_id=waiting.pk, actor=waiting.one.user, score=(5, 1), now=now)
    report_verify(report_id=said.pk, now=now)
    match_schedule(match_id=late.pk, actor=director, starts_at=now + timedelta(days=1))
    match_schedule(match_id=judged.pk, actor=director, starts_at=now - timedelta(minutes=31))
    penalty_give(match_id=judged.pk, actor=director, side=0, cause="lateness", minutes=20, reason="Late.")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=fixture_at(cup, "R1-M5").one_id)
    assert gone.pk
    ruling_make(
        match_id=ruled.pk, actor=director, kind=ResultKind.UNFINISHED, winner=0, points=(2, 1), reason="Dark."
    )
    for actor in (director, pending.one.user):
        report_submit(match_id=pending.pk, actor=actor, score=(5, 4), now=now)
    found = assert_alike(
        director,
        cup,
        [
            score(8, 5, 0),
            score(99, 5, 0),
            score(1, 5, 1),
            score(2, 1, 5),
            score(3, 5, 0),
            score(4, 5, 0),
            score(4, 4, 5),
            score(9, 5, 0),
            score(6, 5, 0),
            score(7, 5, 4),
            score(1, 5, 0, board=2),
            ScoreEntered((5, 0), key="R1-M5"),
            ScoreEntered((5, 0), key="R7-M1"),
            score(8, 5, 0),
        ],
        now,
    )
    assert [code for code, _ in found] == [
        "accepted",
        "unknown_match",
        "match_final",
        "accepted",
        "match_not_due",
        "refused",
        "accepted",
        "match_not_set_up",
        "match_final",
        "accepted",
        "unknown_match",
        "match_final",
        "unknown_match",
        "accepted",
    ]


def test_who_plays_too_reports_as_an_official(knockout, director, club):
    cup = knockout(4)
    ann = fixture_at(cup, "R1-M1").match.one.user
    staff = User.objects.get(pk=ann.pk)
    staff.is_staff = True
    staff.save()
    found = assert_alike(staff, cup, [score(1, 5, 0), score(2, 0, 5)], timezone.now())
    assert [code for code, _ in found] == ["accepted", "accepted"]


def test_pairs_and_boards_of_teams(club, director):
    for format, options, entrants in (
        ("single_elimination", {}, "doubles"),
        ("teams", {"event": {"format": "single_elimination"}, "boards": 2}, None),
    ):
        event = Event(club, director, 4, format, options, entrants)
        work_off()
        named = [{}, {"board": 1}, {"board": 2}]
        scores = [score(1, 5, 0, **names) for names in named] + [score(2, 0, 5, **names) for names in named]
        assert_alike(director, event.cup, scores, timezone.now())


def test_what_fails_leaves_nothing(knockout, director, monkeypatch):
    cup = knockout(4)

    def fails(*_args, **_named):
        raise RuntimeError

    monkeypatch.setattr("matches.play.services.entering.verdicts_write", fails)
    with pytest.raises(RuntimeError):
        listed(director, cup, [score(1, 5, 0), score(2, 5, 0)], timezone.now())
    assert not Report.objects.exists()


def test_the_api_answers_in_the_order_sent(knockout, director):
    cup = knockout(4)
    answer = api_as(director).post(
        f"/api/v1/tournaments/{cup.pk}/results/",
        {
            "results": [
                {"number": 2, "score": {"one": 5, "two": 3}},
                {"key": "R1-M1", "score": {"one": 5, "two": 5}},
                {"number": 7, "score": {"one": 5, "two": 3}},
            ]
        },
        format="json",
    )
    assert answer.status_code == 200
    taken, refused, unknown = answer.json()["results"]
    assert (taken["number"], taken["taken"], taken["problem"]) == (2, True, None)
    assert (refused["number"], refused["taken"], refused["problem"]["code"]) == (1, False, "score_impossible")
    assert refused["report"] is not None
    assert (unknown["number"], unknown["report"], unknown["problem"]["code"]) == (None, None, "unknown_match")


def test_without_a_draw_there_is_nothing_to_enter(club, director):
    cup = tournament_create(actor=director, club=club, name="Open", lengths=(5,))
    answer = api_as(director).post(
        f"/api/v1/tournaments/{cup.pk}/results/",
        {"results": [{"number": 1, "score": {"one": 5, "two": 3}}]},
        format="json",
    )
    assert_problem(answer, 409, "tournament_not_started")


@pytest.mark.long
@pytest.mark.timeout(400)
def test_a_thousand_take_as_many_queries_as_ten(club, director):
    cup = tournament_create(actor=director, club=club, name="Open", lengths=(5,))
    field_entered(cup, director, players_named(1_010))
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="x")
    tournament_advance(tournament_id=cup.pk)
    # Every match twice: some refused by the referee and then taken, some taken and said again, some final.
    firsts = event_slots(Tournament.objects.get(pk=cup.pk), timezone.now()).slots
    numbers = [slot.number for slot in firsts if slot.match is not None]
    merged = Match.objects.get(fixture__key="R1-M20").one
    players_merge(actor=UserFactory(is_staff=True), kept=PlayerFactory(), absorbed=merged, reason="One.")
    counts = []
    for some in (numbers[:5], numbers[5:]):
        scores = [
            score(number, 5, 5 if turn == place % 3 else 3 - turn * (place % 2))
            for turn in range(2)
            for place, number in enumerate(some)
        ]
        with CaptureQueriesContext(connection) as queries:
            entered = tournament_results_enter(
                actor=director, tournament_id=cup.pk, results=scores, means=MEANS
            )
        assert len(entered) == len(some) * 2
        assert {each.slot.match for each in entered if each.is_taken} == {each.slot.match for each in entered}
        assert any(each.refusal for each in entered)
        counts.append(len(queries))
    assert len(numbers) == 505 - 7
    assert counts[0] == counts[1]
    assert counts[1] <= 45
