"""What cannot be carried out is set aside after so many tries, and holds up nobody meanwhile."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO

import psycopg
import pytest
import redis
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.urls import reverse

from config.dispatcher import Dispatcher
from config.monitoring.catalogue import TASKS
from config.monitoring.tally import split_series, tally
from matches.work import outbox, services
from matches.work.models import Outbox
from matches.work.selectors import dead_letters, service_health
from tests.config.stack import PROJECT, until
from tests.databases import database_address

from . import poison

KIND = "tests.of_this_kind"


def fail(subject: int = 1, times: int = outbox.TRIES) -> None:
    for _ in range(times):
        services.work_note_failed(KIND, subject, ValueError(f"no such rung {subject}"))


def letters() -> list[int]:
    return [letter.subject for letter in dead_letters(kind=KIND)]


@pytest.mark.django_db
class TestSettingAside:
    def test_after_so_many_failures_and_not_before(self) -> None:
        outbox.make_due(KIND, 1)
        fail(times=outbox.TRIES - 1)
        assert letters() == []
        fail(times=1)
        (letter,) = dead_letters()
        assert (letter.kind, letter.subject, letter.failures) == (KIND, 1, outbox.TRIES)
        assert letter.error.endswith("ValueError: no such rung 1\n")

    def test_another_failure_of_it_changes_nothing(self) -> None:
        outbox.make_due(KIND, 1)
        fail()
        before = Outbox.objects.values().get()
        fail(times=1)
        assert Outbox.objects.values().get() == before

    def test_it_is_neither_sent_nor_claimed(self) -> None:
        for subject in (1, 2):
            outbox.make_due(KIND, subject)
        fail()
        assert outbox.claim(KIND, 9) == [2]
        assert outbox.claim(KIND, 9, sent=1) == []

    def test_whoever_asks_for_it_anew_has_it_tried_once(self) -> None:
        outbox.make_due(KIND, 1)
        fail()
        outbox.make_due(KIND, 1)
        assert letters() == []
        assert outbox.claim(KIND, 9) == [1]
        fail(times=1)
        assert letters() == [1]

    def test_a_sweep_does_not(self) -> None:
        outbox.make_due(KIND, 1)
        fail()
        outbox.make_missing_due([(KIND, 1), (KIND, 2)])
        assert letters() == [1]
        assert outbox.claim(KIND, 9) == [2]

    def test_of_a_long_error_the_end_is_kept(self) -> None:
        outbox.make_due(KIND, 1)
        services.work_note_failed(KIND, 1, ValueError("x" * 2 * outbox.ERROR_KEPT + "the end"))
        error = Outbox.objects.get().error
        assert len(error) == outbox.ERROR_KEPT
        assert error.endswith("the end\n")

    def test_what_was_done_meanwhile_is_not(self) -> None:
        fail()
        assert not Outbox.objects.exists()

    def test_health_counts_it_apart(self) -> None:
        for subject in (1, 2, 3):
            outbox.make_due(KIND, subject)
        fail(2)
        found = service_health()
        assert (found.waiting, found.set_aside, found.is_ok) == (2, 1, False)


def said(*arguments: str) -> str:
    output = StringIO()
    call_command("dead_letters", *arguments, stdout=output)
    return output.getvalue()


@pytest.mark.django_db
class TestCommand:
    @pytest.fixture(autouse=True)
    def set_aside(self) -> None:
        for subject in (1, 2):
            outbox.make_due(KIND, subject)
            fail(subject)
        outbox.make_due(KIND, 3)

    def test_it_lists_them_with_the_last_line_of_the_error(self) -> None:
        lines = said().splitlines()
        assert [line.split(":")[0] for line in lines[:-1]] == [f"{KIND} 1", f"{KIND} 2"]
        assert lines[1].endswith(": ValueError: no such rung 2")
        assert lines[-1] == "2 set aside."
        assert "Traceback" not in said()
        assert "ValueError: no such rung 1" in said(KIND, "1", "--verbosity", "2")

    def test_one_is_tried_again_from_the_first_time_on(self) -> None:
        assert said(KIND, "2", "--retry") == "Tried again: 1.\n"
        assert letters() == [1]
        row = Outbox.objects.get(subject=2)
        assert (row.failures, row.attempts, row.enqueued_at) == (0, 0, None)

    def test_all_of_a_kind_are_dropped(self) -> None:
        assert said("tests.of_another", "--drop") == "Dropped: 0.\n"
        assert said(KIND, "--drop") == "Dropped: 2.\n"
        assert [row.subject for row in Outbox.objects.all()] == [3]
        assert said() == "Nothing is set aside.\n"

    def test_not_both_at_once(self) -> None:
        with pytest.raises(CommandError):
            said("--drop", "--retry")

    @pytest.mark.parametrize(
        ("action", "text", "left"), [("retry", "1 is tried again.", [2]), ("drop", "1 was dropped.", [2])]
    )
    def test_the_admin_site_does_the_same(
        self, admin_client, action: str, text: str, left: list[int]
    ) -> None:
        page = reverse("admin:matches_outbox_changelist")
        chosen = Outbox.objects.filter(subject__in=[1, 3]).values_list("pk", flat=True)
        answer = admin_client.post(page, {"action": action, "_selected_action": [*chosen]}, follow=True)
        assert text in answer.content.decode()
        assert letters() == left
        assert Outbox.objects.filter(subject=3).exists()
        shown = admin_client.get(page, {"set_aside": "yes"}).context["cl"].queryset
        assert [row.subject for row in shown] == left


@pytest.mark.django_db
def test_where_the_database_is_away_nobody_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    from matches.work import tasks

    def away(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    outbox.make_due(KIND, 1)
    monkeypatch.setattr(services, "work_note_failed", away)
    monkeypatch.setattr(tasks, "leave_no_connections", lambda: None)
    tasks.note_failure(KIND, (1,), ValueError())
    assert Outbox.objects.get().failures == 0


def fault_of_database(code: str) -> OperationalError:
    """As PostgreSQL says it and Django raises it."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")
    except OperationalError as error:
        return error
    raise AssertionError(code)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "failures"),
    # The disk is full, memory is used up, connections are; the server ends; the files are broken. Then what
    # the work brought on itself: a deadlock, a lock that it waited for too long.
    [("53100", 0), ("53200", 0), ("53300", 0), ("57P01", 0), ("58030", 0), ("40P01", 1), ("55P03", 1)],
)
def test_work_is_not_blamed_for_what_befalls_the_database(
    monkeypatch: pytest.MonkeyPatch, code: str, failures: int
) -> None:
    """However long it takes: nothing of that is set aside."""
    from matches.work import tasks

    monkeypatch.setattr(tasks, "leave_no_connections", lambda: None)
    outbox.make_due(KIND, 1)
    tasks.note_failure(KIND, (1,), fault_of_database(code))
    assert Outbox.objects.get().failures == failures


@pytest.mark.django_db
def test_nor_for_a_connection_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from matches.work import tasks

    monkeypatch.setattr(tasks, "leave_no_connections", lambda: None)
    outbox.make_due(KIND, 1)
    tasks.note_failure(KIND, (1,), OperationalError("the server closed the connection"))
    assert Outbox.objects.get().failures == 0


@pytest.fixture
def worker(broker: redis.Redis) -> Iterator[subprocess.Popen[bytes]]:
    """A real worker with processes that can be killed, which knows the poison."""
    environment = os.environ | {"DATABASE_URL": database_address(connection.settings_dict["NAME"])}
    arguments = ("--queues", "judge", "--pool", "prefork", "--concurrency", "2", "--hostname", "poisoned@%h")
    celery = (sys.executable, "-m", "celery", "-A", "config")
    silent = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    process = subprocess.Popen(
        [
            *celery,
            "worker",
            "--include",
            "tests.matches.work.poison",
            *arguments,
            *silent,
            "--loglevel",
            "ERROR",
        ],
        cwd=PROJECT,
        env=environment,
        start_new_session=True,
    )
    yield process
    # Asked to stop it would wait for what hangs.
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(30)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [poison.ALONE, poison.TOGETHER])
def test_poison_is_set_aside_whatever_workers_suffer_of_it(
    kind: str, worker: subprocess.Popen[bytes], database: psycopg.Connection
) -> None:
    """An error, the death of the process, a loop without end: the others are done, and these are noted."""
    raises, dies, hangs = 11, 12, 13
    work = Dispatcher()
    for subject in (10, raises, dies, hangs, 20, 30, 40):
        outbox.make_due(kind, subject)

    def settled() -> bool:
        work.dispatch_batch(database)
        # They wait longer after each failure; a test does not.
        Outbox.objects.filter(attempts__gt=2).update(attempts=2)
        failed = dict(Outbox.objects.values_list("subject", "failures"))
        return set(failed) == {raises, dies, hangs} and min(failed.values()) >= 2

    until("the others are done and the poison has failed twice", settled, 90)
    errors = dict(Outbox.objects.values_list("subject", "error"))
    assert "RuntimeError: poison 11" in errors[raises]
    assert "WorkerLostError" in errors[dies]
    assert "TimeLimitExceeded" in errors[hangs]
    assert worker.poll() is None

    def counted() -> bool:
        sums = dict(split_series(TASKS, tally.sums()[0][TASKS.name]))
        return sums.get((kind, "lost"), 0) >= 4 and sums.get((kind, "failed"), 0) >= 2

    until("what failed and who died of it are counted", counted)
