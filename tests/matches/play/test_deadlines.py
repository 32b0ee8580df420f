"""What time asks for: reminders, silence taken for consent, matches not played by their date."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.play.models import Reminder, Result, Ruling
from matches.play.rules.deadlines import (
    Deadline,
    deadlines_of,
    due_reminders,
    is_match_overdue,
    match_wakes_at,
)
from matches.play.rules.regulations import Regulations
from matches.play.services import (
    deadlines_sweep,
    match_process_due,
    match_schedule,
    report_submit,
    report_verify,
)
from matches.work.models import Outbox
from matches.work.services import work_sweep
from tests.conftest import NOON, api_as, work_off
from tests.factories import MatchFactory, UserFactory


def at(minute):
    return NOON + timedelta(minutes=minute)


REMINDED = Regulations(reminder=10)
FORFEIT = Regulations(reminder=10, overdue="forfeit_both")
SILENT = Regulations(reminder=None)
ANSWER = Deadline("answer", at(30), (1,))
PLAY = Deadline("play", at(30), (0, 1))


@pytest.mark.parametrize(
    ("state", "awaits", "confirms_at", "play_by", "expected"),
    [
        ("open", None, None, None, []),
        ("open", None, None, at(30), [PLAY]),
        ("reported", 1, at(30), at(99), [ANSWER]),
        ("reported", 1, None, at(99), []),
        *[(state, None, None, at(30), []) for state in ("disputed", "appealed", "final", "void")],
    ],
)
def test_what_a_match_waits_for(state, awaits, confirms_at, play_by, expected):
    assert deadlines_of(state, awaits, confirms_at, play_by) == expected


@pytest.mark.parametrize(
    ("waiting", "regulations", "given", "minute", "reminded", "wakes"),
    [
        (ANSWER, REMINDED, [], 19, [], 20),
        (ANSWER, REMINDED, [], 20, [1], 20),
        (ANSWER, REMINDED, [1], 20, [], 30),
        (ANSWER, REMINDED, [], 30, [], 20),
        (ANSWER, SILENT, [], 25, [], 30),
        (PLAY, REMINDED, [], 20, [0, 1], 20),
        (PLAY, REMINDED, [], 40, [0, 1], 20),
        (PLAY, REMINDED, [0], 20, [1], 20),
        (PLAY, REMINDED, [0, 1], 20, [], None),
        (PLAY, FORFEIT, [0, 1], 20, [], 30),
        (PLAY, SILENT, [], 20, [], None),
    ],
)
def test_who_is_reminded_and_when_to_look_again(waiting, regulations, given, minute, reminded, wakes):
    said = {(waiting.about, side, waiting.at) for side in given}
    found = due_reminders([waiting], regulations, said, at(minute))
    assert found == [(waiting.about, side, waiting.at) for side in reminded]
    assert match_wakes_at([waiting], regulations, said) == (None if wakes is None else at(wakes))


@pytest.mark.parametrize(
    ("waiting", "regulations", "minute", "lost"),
    [
        (PLAY, FORFEIT, 29, False),
        (PLAY, FORFEIT, 30, True),
        (PLAY, REMINDED, 99, False),
        (ANSWER, FORFEIT, 99, False),
    ],
)
def test_what_was_not_played_in_time(waiting, regulations, minute, lost):
    assert is_match_overdue([waiting], regulations, at(minute)) is lost


# -- With the workers


@pytest.fixture
def pair(players):
    """Ann against Bob, who get a reminder ten minutes before what they are to do within thirty."""
    ann, bob = players(2)
    return MatchFactory(one=ann, two=bob, regulations={"silence": 30, "reminder": 10})


def pass_time(match, minute):
    """Let beat look at the matches at that minute, and the workers do what follows."""
    deadlines_sweep(now=at(minute))
    for due in Outbox.objects.filter(kind="matches.match_process_due"):
        match_process_due(match_id=due.subject, now=at(minute))
    work_off()
    match.refresh_from_db()


@pytest.mark.django_db
def test_silence_is_first_reminded_of_and_then_taken_for_consent(pair):
    report_submit(match_id=pair.pk, actor=pair.one.user, score=(5, 3), now=NOON)
    report_verify(report_id=pair.reports.get().pk, now=NOON)
    pair.refresh_from_db()
    assert (pair.state, pair.confirms_at, pair.wakes_at) == ("reported", at(30), at(20))
    pass_time(pair, 19)
    assert not Reminder.objects.exists()
    pass_time(pair, 20)
    reminder = Reminder.objects.get()
    assert (reminder.side, reminder.about, reminder.due_at) == (1, "answer", at(30))
    assert pair.wakes_at == at(30)
    pass_time(pair, 25)
    assert Reminder.objects.count() == 1, "once is enough"
    pass_time(pair, 30)
    assert (pair.state, pair.result.grounds, pair.result.finalised_at) == ("final", "silence", at(30))
    assert pair.wakes_at is None
    pass_time(pair, 31)
    assert Result.objects.count() == 1


@pytest.mark.django_db
def test_a_worker_that_comes_late_finalises_as_of_the_deadline(pair):
    report_submit(match_id=pair.pk, actor=pair.one.user, score=(5, 3), now=NOON)
    report_verify(report_id=pair.reports.get().pk, now=NOON)
    pass_time(pair, 500)
    assert (pair.state, pair.result.finalised_at) == ("final", at(30))
    assert not Reminder.objects.exists(), "nobody is reminded of what is past"


@pytest.mark.django_db
def test_a_report_that_nobody_has_judged_holds_the_clock(pair):
    """What Bob sent in time must not be overtaken by the silence it broke."""
    report_submit(match_id=pair.pk, actor=pair.one.user, score=(5, 3), now=NOON)
    report_verify(report_id=pair.reports.get().pk, now=NOON)
    late = report_submit(match_id=pair.pk, actor=pair.two.user, score=(3, 5), now=at(29))
    match_process_due(match_id=pair.pk, now=at(31))
    pair.refresh_from_db()
    assert pair.state == "reported"
    report_verify(report_id=late.pk, now=at(32))
    pair.refresh_from_db()
    assert pair.state == "disputed"


@pytest.mark.django_db
@pytest.mark.parametrize(("what", "state"), [("director", "open"), ("forfeit_both", "final")])
def test_a_match_that_is_not_played_by_its_date(pair, what, state):
    pair.regulations, pair.created_by = {"overdue": what, "reminder": 10}, UserFactory()
    pair.save()
    match_schedule(match_id=pair.pk, actor=pair.created_by, play_by=at(60), now=NOON)
    pass_time(pair, 50)
    assert sorted(Reminder.objects.values_list("side", "about")) == [(0, "play"), (1, "play")]
    pass_time(pair, 60)
    assert pair.state == state
    if state == "final":
        assert (pair.result.kind, pair.result.winner) == ("double_forfeit", None)
        assert pair.result.ruling.grounds == "overdue"
    else:
        assert not Ruling.objects.exists(), "the director decides"
    pass_time(pair, 99)
    assert Reminder.objects.count() == 2


@pytest.mark.django_db
def test_a_later_date_is_reminded_of_anew(pair):
    pair.created_by = UserFactory()
    pair.save()
    for day in (1, 2):
        match_schedule(match_id=pair.pk, actor=pair.created_by, play_by=at(60 * day), now=at(day))
        pass_time(pair, 60 * day - 5)
    assert Reminder.objects.count() == 4


@pytest.mark.django_db
def test_the_sweep_keeps_deadlines_too(pair):
    report_submit(match_id=pair.pk, actor=pair.one.user, score=(5, 3), now=NOON)
    work_off()
    work_sweep(now=timezone.now())
    work_off()
    pair.refresh_from_db()
    assert pair.state == "final"


@pytest.mark.django_db
def test_a_player_asks_what_waits(pair):
    report_submit(match_id=pair.pk, actor=pair.one.user, score=(5, 3), now=NOON)
    report_verify(report_id=pair.reports.get().pk, now=NOON)
    pass_time(pair, 20)
    (waiting,) = api_as(pair.two.user).get("/api/v1/me/reminders/").json()["results"]
    assert (waiting["match"], waiting["about"], waiting["opponent"]["name"]) == (pair.pk, "answer", "Ann")
    assert waiting["due_at"] == "2026-03-07T12:30:00Z"
    assert api_as(pair.one.user).get("/api/v1/me/reminders/").json()["results"] == []
    assert api_as(None).get("/api/v1/me/reminders/").status_code == 401
