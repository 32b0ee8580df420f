"""What happens when two things happen at once, on the real database."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction

from matches.play.errors import MatchFinal, PreviewStale
from matches.play.models import Match, Report, Result, Ruling, Verdict
from matches.play.rules.results import ResultKind
from matches.play.services import report_submit, report_verify, ruling_make, ruling_preview
from matches.players.services import players_merge
from matches.ratings.models import RatingEntry, RatingPool
from matches.ratings.services import (
    Elsewhere,
    rating_pool_rate,
    ratings_are_written,
    ratings_compare,
    ratings_rebuild,
    ratings_update,
    results_import,
)
from matches.work import outbox
from matches.work.models import Outbox
from matches.work.turns import Turn, take_turns
from tests.conftest import DATA, NOON, award, director_reports, fixture_at, work_off
from tests.effort import examples
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.events.models import Entry, Fixture
from tournaments.events.services import entry_add, entry_withdraw, tournament_advance, tournament_create

pytestmark = pytest.mark.django_db(transaction=True)

ATTEMPTS = examples(3)

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0040.mat").read_bytes()
NAMES = {"one": "Bot_expert_A", "two": "Bot_expert_B"}


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; what each returned or raised, in order."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        try:
            barrier.wait(10)
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as rating_pool:
        return list(rating_pool.map(run, calls))


@pytest.fixture
def pair(players):
    ann, bob = players(2)
    return MatchFactory(one=ann, two=bob, length=5)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_reports_judged_at_once_make_one_result(pair, attempt):
    reports = [
        report_submit(match_id=pair.pk, actor=pair.one.user, transcript=TRANSCRIPT, names=NAMES),
        report_submit(match_id=pair.pk, actor=pair.two.user, transcript=TRANSCRIPT, names=NAMES),
        report_submit(match_id=pair.pk, actor=pair.one.user, score=(5, 1)),
        report_submit(match_id=pair.pk, actor=pair.two.user, score=(5, 1)),
    ]
    calls = [
        (lambda report=report: report_verify(report_id=report.pk)) for report in reports for _ in range(2)
    ]
    assert at_once(*calls) == [None] * 8
    assert Result.objects.count() == 1
    assert Verdict.objects.count() == Report.objects.count() == 4
    pair.refresh_from_db()
    assert pair.result == Result.objects.get()


def test_a_report_and_a_walkover_at_once_have_one_outcome(pair):
    report = report_submit(match_id=pair.pk, actor=pair.one.user, transcript=TRANSCRIPT, names=NAMES)
    _, walkover = at_once(
        lambda: report_verify(report_id=report.pk),
        lambda: award(pair, 0),
    )
    result = Result.objects.get()
    report.refresh_from_db()
    assert report.verdict.accepted, "it came first, and counts should the walkover be taken back"
    assert isinstance(walkover, MatchFinal) == (result.kind == "played")


def test_workers_that_advance_at_once_create_each_fixture_once(knockout, director):
    tournament = knockout(8)
    for key in ("R1-M1", "R1-M2", "R1-M3", "R1-M4"):
        report = report_submit(match_id=fixture_at(tournament, key).match.pk, actor=director, score=(5, 0))
        report_verify(report_id=report.pk)
    at_once(*[lambda: tournament_advance(tournament_id=tournament.pk)] * 6)
    assert Fixture.objects.count() == Match.objects.count() == 6
    work_off()
    assert Fixture.objects.count() == 6


def test_ratings_updated_at_once_count_every_match_once(pair):
    report = report_submit(match_id=pair.pk, actor=pair.one.user, transcript=TRANSCRIPT, names=NAMES)
    report_verify(report_id=report.pk)
    assert at_once(*[ratings_update] * 5) == [None] * 5
    assert RatingEntry.objects.count() == 2


def test_a_whole_round_finalised_at_once_loses_nothing(knockout, director):
    """Eight results, eight advances and eight rating updates, all at the same time."""
    tournament = knockout(16)
    reports = [
        report_submit(match_id=fixture.match_id, actor=director, score=(5, 2)).pk
        for fixture in Fixture.objects.all()
    ]
    calls = [
        call
        for report in reports
        for call in (
            lambda report=report: report_verify(report_id=report),
            lambda: tournament_advance(tournament_id=tournament.pk),
            ratings_update,
        )
    ]
    assert not [outcome for outcome in at_once(*calls) if isinstance(outcome, Exception)]
    work_off()
    assert Result.objects.count() == 8
    assert Fixture.objects.count() == 12
    assert RatingEntry.objects.count() == 16


def test_two_withdrawals_and_a_result_at_once_do_not_lock_each_other_out(knockout, director):
    tournament = knockout(4)
    entries = list(Entry.objects.order_by("pk"))
    report = report_submit(match_id=fixture_at(tournament, "R1-M1").match.pk, actor=director, score=(5, 0))

    def withdraw(entry):
        return entry_withdraw(actor=director, tournament_id=tournament.pk, entry_id=entry.pk)

    outcomes = at_once(
        lambda: withdraw(entries[0]),
        lambda: withdraw(entries[3]),
        lambda: report_verify(report_id=report.pk),
        lambda: tournament_advance(tournament_id=tournament.pk),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    work_off()
    assert fixture_at(tournament, "R1-M1").match.state == "final"
    assert Result.objects.filter(match__fixture__key="R1-M1").count() == 1


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_a_correction_and_the_final_at_once_do_what_was_looked_at_or_nothing(knockout, director, attempt):
    """Either the final comes first, and the preview no longer fits; or it comes too late to count."""
    cup = knockout(4)
    for key in ("R1-M1", "R1-M2"):
        director_reports(fixture_at(cup, key).match, director, (5, 1))
    final = fixture_at(cup, "R2-M1")
    report = report_submit(match_id=final.match_id, actor=director, score=(5, 0))
    wanted = {
        "match_id": fixture_at(cup, "R1-M1").match_id,
        "actor": director,
        "kind": ResultKind.PLAYED,
        "points": (1, 5),
    }
    token = ruling_preview(**wanted).token
    ruling, verified, *advanced = at_once(
        lambda: ruling_make(**wanted, reason="The sheet.", preview=token),
        lambda: report_verify(report_id=report.pk),
        lambda: tournament_advance(tournament_id=cup.pk),
        ratings_update,
    )
    assert verified is None
    assert not [outcome for outcome in advanced if isinstance(outcome, Exception)]
    work_off()
    final.refresh_from_db()
    if isinstance(ruling, PreviewStale):
        assert final.match.state == "final"
    else:
        assert isinstance(ruling, Ruling)
        assert (final.void, final.match.state) == (True, "void")
        assert fixture_at(cup, "R2-M1").match.state == "open"
    assert compare() == "Everything stored is what the facts say.\n"


def test_two_corrections_at_once_are_made_one_after_the_other(knockout, director):
    """The second has not been looked at as things are after the first, and is not made."""
    cup = knockout(4)
    for key in ("R1-M1", "R1-M2", "R2-M1"):
        director_reports(fixture_at(cup, key).match, director, (5, 1))
    wanted = [
        {
            "match_id": fixture_at(cup, key).match_id,
            "actor": director,
            "kind": ResultKind.PLAYED,
            "points": (1, 5),
        }
        for key in ("R1-M1", "R1-M2")
    ]
    looked = [ruling_preview(**each).token for each in wanted]
    outcomes = at_once(
        *[
            lambda each=each, token=token: ruling_make(**each, reason="The sheet.", preview=token)
            for each, token in zip(wanted, looked, strict=True)
        ]
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["PreviewStale", "Ruling"]
    work_off()
    assert compare() == "Everything stored is what the facts say.\n"


def test_the_same_player_entered_at_once_is_entered_once(club, director, players):
    tournament = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    (ann,) = players(1)
    at_once(*[lambda: entry_add(actor=director, tournament_id=tournament.pk, player=ann)] * 6)
    assert Entry.objects.count() == 1


def test_a_fact_committed_while_a_worker_looks_leaves_the_work_due():
    """The worker saw generation 1; a transaction that had not committed then raises it to 2."""
    outbox.make_due("matches.ratings_update", 0)
    seen = outbox.open_outbox_row("matches.ratings_update", 0)
    written, closing = threading.Event(), threading.Event()

    def write_late():
        with transaction.atomic():
            outbox.make_due("matches.ratings_update", 0)
            written.set()
            # The worker waits for this row; there is no way to see that it does, so give it a moment.
            closing.wait(0.3)

    def work():
        written.wait(10)
        outbox.close_outbox_row(seen)

    assert at_once(write_late, work) == [None, None]
    (due,) = Outbox.objects.all()
    assert (due.generation, due.enqueued_at) == (2, None)


def test_ratings_rebuilt_at_once_and_while_others_update_are_those_of_one_rebuild(players):
    """Rebuilds, updates and changed terms take turns; whoever asks hears that somebody writes."""
    ann, bob, cem = players(3)
    staff = UserFactory(is_staff=True)
    results_import(
        actor=staff,
        source="Before.",
        results=[
            Elsewhere(one.pk, two.pk, 5, (5, 0), NOON + timedelta(hours=hours))
            for hours, (one, two) in enumerate([(ann, bob), (bob, cem), (cem, ann), (ann, cem)])
        ],
    )
    work_off()
    rating_pool = RatingPool.objects.get()

    def entries():
        return list(RatingEntry.objects.order_by("match", "player").values_list("player", "value_after"))

    before = entries()
    elo = [lambda: rating_pool_rate(actor=staff, rating_pool_id=rating_pool.pk, rating_system="elo")]
    done = at_once(*[ratings_rebuild] * 3, *[ratings_update] * 3, *elo)
    assert done[:6] == [None] * 6
    assert not isinstance(done[6], Exception)
    work_off()
    assert list(ratings_compare()) == []
    assert entries() != before
    rating_pool_rate(actor=staff, rating_pool_id=rating_pool.pk)
    work_off()
    assert entries() == before


def test_who_would_rebuild_while_somebody_writes_is_refused(db):
    holding, asked = threading.Event(), threading.Event()
    rating_pool = RatingPool.objects.create(name="Everybody", everybody=True)

    def hold():
        with transaction.atomic():
            take_turns(Turn.RATINGS, rating_pool.pk)
            holding.set()
            asked.wait(10)

    def ask():
        holding.wait(10)
        try:
            return ratings_are_written()
        finally:
            asked.set()

    assert at_once(hold, ask) == [None, True]
    assert ratings_are_written() is False


def test_who_would_update_while_somebody_writes_leaves_the_work_due(players):
    ann, bob = players(2)
    imported(ann, bob)
    holding, asked = threading.Event(), threading.Event()
    rating_pool = RatingPool.objects.create(name="Everybody", everybody=True)

    def hold():
        with transaction.atomic():
            take_turns(Turn.RATINGS, rating_pool.pk)
            holding.set()
            asked.wait(10)

    def update():
        holding.wait(10)
        try:
            ratings_update()
        finally:
            asked.set()

    assert at_once(hold, update) == [None, None]
    assert not RatingEntry.objects.exists()
    work_off()
    assert RatingEntry.objects.count() == 2


def test_the_same_results_sent_at_once_are_taken_over_once(players):
    ann, bob = players(2)
    done = at_once(*[lambda: imported(ann, bob)] * 4)
    assert sorted(type(each).__name__ for each in done) == ["InvalidImport"] * 3 + ["list"]
    assert Match.objects.count() == 1


def test_two_who_are_merged_while_a_result_of_theirs_is_taken_over_are_not_one(db):
    """Either they have met and stay two, or they are one and have no match against themselves."""
    for _ in range(5):
        kept, absorbed = PlayerFactory.create_batch(2, user=None)
        staff = UserFactory(is_staff=True)
        at_once(
            lambda: players_merge(actor=staff, kept=kept, absorbed=absorbed),  # noqa: B023
            lambda: imported(kept, absorbed),  # noqa: B023
        )
        absorbed.refresh_from_db()
        assert (absorbed.stand_in_id is None) == Match.objects.filter(two=absorbed).exists()


def imported(one, two):
    """A result from elsewhere, which the first has won."""
    return results_import(
        actor=UserFactory(is_staff=True),
        source="Before.",
        results=[Elsewhere(one.pk, two.pk, 5, (5, 0), NOON)],
    )
