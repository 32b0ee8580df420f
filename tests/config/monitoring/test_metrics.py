"""/metrics: who may read it, what is in it, and what it costs."""

import shutil
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import redis
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_fd_to_metric_families

from config.embedded.layout import VarDirectory
from config.monitoring import exposition
from config.monitoring.catalogue import METRICS, MetricKind
from config.monitoring.levels import database_pool, disk
from matches.play.models import REPORT_VERIFY
from matches.ratings.models import RATINGS_UPDATE
from matches.work import outbox, services
from matches.work.models import Heartbeat, Outbox
from matches.work.queues import Queue
from matches.work.tasks import QUEUES, sweep_work
from tests.answers import assert_problem

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counts")]

Samples = dict[str, dict[tuple[str, ...], float]]
PAGE = Path(__file__).parents[3] / "docs" / "operations.md"


def read(client: Client, **headers: str) -> Samples:
    """The value of each series by the values of its labels, in the order of the catalogue."""
    answer = client.get("/metrics", **headers)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=1.0.0")
    assert "no-store" in answer["Cache-Control"]
    found: Samples = {}
    for family in text_fd_to_metric_families(StringIO(answer.content.decode())):
        for sample in family.samples:
            labels = tuple(value for name, value in sample.labels.items())
            found.setdefault(sample.name, {})[labels] = sample.value
    return found


class TestWho:
    @pytest.mark.parametrize(
        ("address", "more", "settings_"),
        [
            ("192.0.2.7", {}, {}),
            ("", {}, {}),
            ("127.0.0.1", {}, {"PRODUCTION": True}),
            ("127.0.0.1", {}, {"BEHIND_PROXY": True}),
            ("127.0.0.1", {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, {}),
        ],
    )
    def test_without_a_token_nobody_but_this_machine(
        self, client, settings, address: str, more: dict[str, str], settings_: dict[str, bool]
    ) -> None:
        for name, value in settings_.items():
            setattr(settings, name, value)
        assert client.get("/metrics", REMOTE_ADDR=address, **more).status_code == 404

    @pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
    def test_on_a_laptop_this_machine_does(self, client, address: str) -> None:
        assert client.get("/metrics", REMOTE_ADDR=address).status_code == 200

    @pytest.mark.parametrize(
        "sent", ["", "Bearer", "Bearer secre", "Bearer sécret", "Basic secret", "secret", "Bearer secret x"]
    )
    def test_with_one_whoever_sends_it_and_nobody_else(self, client, settings, sent: str) -> None:
        settings.METRICS_TOKEN = "secret"
        answer = client.get("/metrics", REMOTE_ADDR="127.0.0.1", HTTP_AUTHORIZATION=sent)
        assert_problem(answer, 401, "not_authenticated", "METRICS_TOKEN")
        assert answer["WWW-Authenticate"] == "Bearer"

    def test_whoever_sends_it_from_anywhere(self, client, settings) -> None:
        settings.METRICS_TOKEN, settings.PRODUCTION = "secret", True
        assert read(client, REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer secret")

    def test_it_is_only_read(self, client) -> None:
        assert client.post("/metrics").status_code == 405


def test_every_metric_is_there_and_described(client) -> None:
    found = client.get("/metrics").content.decode()
    for metric in METRICS.values():
        assert f"# TYPE {metric.name} {metric.kind}\n" in found
        assert f"# HELP {metric.name} {metric.help}\n" in found


def test_work_by_kind_and_queue(client) -> None:
    for subject in (1, 2, 3, 4):
        outbox.make_due(REPORT_VERIFY, subject)
    for _ in range(outbox.TRIES):
        services.work_note_failed(REPORT_VERIFY, 4, ValueError())
    outbox.claim(REPORT_VERIFY, 1)
    ago = timezone.now() - timedelta(minutes=5)
    # What was set aside is no work that waits.
    Outbox.objects.filter(subject__in=[2, 4]).update(created_at=ago)
    found, verify = read(client), (REPORT_VERIFY, "judge")
    assert found["golden_work_waiting"][verify] == 3
    assert found["golden_work_in_hand"][verify] == 1
    assert found["golden_work_set_aside"][verify] == 1
    assert 299 < found["golden_work_oldest_seconds"][verify] < 400
    # Of what nothing is due there is a series too, so that a rule has something to compare with.
    assert found["golden_work_waiting"].keys() == {(kind, str(queue)) for kind, queue in QUEUES.items()}
    assert found["golden_work_oldest_seconds"][RATINGS_UPDATE, "rate"] == 0


def test_what_a_newer_version_has_made_due_counts_to_the_last_queue(client) -> None:
    outbox.make_due("matches.of_tomorrow", 1)
    assert read(client)["golden_work_waiting"]["matches.of_tomorrow", "bulk"] == 1


def test_signs_of_life_and_who_takes_from_which_queue(client) -> None:
    now = timezone.now()
    for name, ago, queues in (
        ("dispatcher", 3, ""),
        ("judge@a", 5, "judge"),
        ("judge@b", 600, "advance judge"),
        ("rate@c", 7200, "rate"),
    ):
        Heartbeat.objects.create(name=name, at=now - timedelta(seconds=ago), queues=queues)
    found = read(client)
    seconds = {name: round(value, -1) for (name,), value in found["golden_heartbeat_seconds"].items()}
    assert seconds == {"dispatcher": 0, "judge@a": 10, "judge@b": 600} or seconds["judge@a"] == 0
    assert "rate@c" not in seconds
    workers = {queue: value for (queue,), value in found["golden_queue_workers"].items()}
    assert workers == dict.fromkeys(Queue, 0) | {"judge": 1}


def test_messages_in_each_queue(client, broker: redis.Redis) -> None:
    broker.lpush("notify", "a", "b", "c")
    try:
        found = read(client)["golden_queue_messages"]
    finally:
        broker.delete("notify")
    assert found == {(queue.value,): 3 if queue == "notify" else 0 for queue in Queue}


def test_the_database_and_versions(client) -> None:
    found = read(client)
    (used,), (most,) = (found[f"golden_database_connections{end}"].values() for end in ("", "_max"))
    assert 1 <= used <= most
    assert found["golden_database_bytes"][()] > 1_000_000
    ((versions, one),) = found["golden_info"].items()
    assert one == 1
    assert all(versions)
    assert found["golden_up"] == {("database",): 1, ("broker",): 1, ("counts",): 1}


def test_two_statements_however_much_there_is(client) -> None:
    client.get("/metrics")
    for many in (0, 300):
        outbox.make_all_due((REPORT_VERIFY, subject) for subject in range(many))
        for number in range(many // 10):
            Heartbeat.objects.create(name=f"judge@{number}", at=timezone.now(), queues="judge")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get("/metrics")
        assert len(asked) == 2


class TestRequests:
    def test_by_method_route_and_class_of_the_status(self, client) -> None:
        client.get("/healthz")
        client.get("/healthz")
        client.post("/healthz")
        for number in (1, 2, 3):
            client.get(f"/players/{number}/")
            client.get(f"/api/v1/players/{number}/")
            client.get(f"/nothing-{number}/")
        client.generic("BREW", "/healthz")
        found = read(client)
        assert found["golden_requests_total"] == {
            ("GET", "healthz", "2xx"): 2,
            ("POST", "healthz", "4xx"): 1,
            ("other", "healthz", "4xx"): 1,
            ("GET", "pages-matches:player", "4xx"): 3,
            ("GET", "api-matches:player", "4xx"): 3,
            ("GET", "none", "4xx"): 3,
        }
        assert found["golden_request_seconds_count"]["GET", "pages-matches:player"] == 3
        # This look is counted with the next.
        assert read(client)["golden_requests_total"]["GET", "metrics", "2xx"] == 1

    def test_what_fails_is_counted(self, settings) -> None:
        settings.ROOT_URLCONF = "tests.config.monitoring.faulty"
        client = Client(raise_request_exception=False)
        assert client.get("/api/faulty/").status_code == 500
        settings.ROOT_URLCONF = "config.urls"
        assert read(client)["golden_requests_total"]["GET", "faulty", "5xx"] == 1

    def test_no_route_is_named_by_what_somebody_sent(self, client) -> None:
        """So many series and no more: a name of an address, or one of two words."""
        for path in ("/static/x.css", "/<script>/", "/players/9/?a=b", "/admin/matches/player/7/change/"):
            client.get(path)
        routes = {route for _, route, _ in read(client)["golden_requests_total"]}
        assert routes == {"static", "none", "pages-matches:player", "admin:matches_player_change"}


def test_tasks_by_kind_and_how_they_ended(client) -> None:
    sweep_work.apply()

    def fail() -> None:
        raise ValueError("no such rung")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep_work, "run", fail)
        patch.setattr(sweep_work, "__trace__", None)
        patch.setattr("matches.work.tasks.leave_no_connections", lambda: None)
        sweep_work.apply()
    found = read(client)
    assert found["golden_tasks_total"] == {("matches.sweep", "done"): 1, ("matches.sweep", "failed"): 1}
    assert found["golden_task_seconds_count"]["matches.sweep",] == 2


class TestAway:
    def test_without_the_broker_the_rest_is_there(self, client, monkeypatch) -> None:
        monkeypatch.setattr("matches.work.selectors.current_app", Elsewhere())
        found = read(client)
        assert found["golden_up"] == {("database",): 1, ("broker",): 0, ("counts",): 1}
        assert "golden_queue_messages" not in found
        assert found["golden_queue_workers"]

    def test_without_the_counts_the_rest_is_there(self, client, settings) -> None:
        exposition.tally.leave_no_connection()
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        try:
            found = read(client)
        finally:
            exposition.tally.leave_no_connection()
        assert found["golden_up"] == {("database",): 1, ("broker",): 1, ("counts",): 0}
        assert "golden_requests_total" not in found

    def test_without_the_database_the_rest_is_there(self, client) -> None:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SAVEPOINT before")
            with pytest.raises(Exception, match="division by zero"):
                cursor.connection.execute("SELECT 1 / 0")
            # Of a failed transaction the server answers nothing more.
            found = read(client)
            cursor.connection.execute("ROLLBACK TO before")
        assert found["golden_up"] == {("database",): 0, ("broker",): 1, ("counts",): 1}
        assert "golden_work_waiting" not in found


class Elsewhere:
    """A Celery application whose broker nobody answers at."""

    class conf:
        task_default_queue = "bulk"

    class loader:
        @staticmethod
        def import_default_modules() -> None: ...

    def connection_for_read(self, **options: object) -> object:
        from kombu import Connection

        return Connection("redis://127.0.0.1:1/0", **options)


class TestLevels:
    def test_of_a_pool_once_there_is_one(self, monkeypatch) -> None:
        monkeypatch.delitem(connection._connection_pools, "default", raising=False)
        assert database_pool() == {}
        from psycopg_pool import ConnectionPool

        with ConnectionPool(open=False, min_size=0, max_size=3) as pool:
            monkeypatch.setitem(connection._connection_pools, "default", pool)
            assert database_pool() == {
                "golden_database_pool_max": 3,
                "golden_database_pool_size": 0,
                "golden_database_pool_in_use": 0,
                "golden_database_pool_waiting": 0,
            }

    def test_of_the_disk_though_the_directory_is_not_made_yet(self, monkeypatch, tmp_path) -> None:
        monkeypatch.setenv("GOLDEN_VAR", str(tmp_path / "not" / "yet"))
        assert not VarDirectory.from_environment().root.exists()
        assert disk()["golden_disk_bytes"] == shutil.disk_usage(tmp_path).total


class TestCatalogue:
    @pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
    def test_names_are_as_prometheus_wants_them(self, metric) -> None:
        """Source: https://prometheus.io/docs/practices/naming/"""
        assert metric.name.startswith("golden_")
        assert metric.name.endswith("_total") == (metric.kind is MetricKind.COUNTER)
        assert bool(metric.buckets) == (metric.kind is MetricKind.HISTOGRAM)
        assert list(metric.buckets) == sorted(set(metric.buckets))

    def test_each_is_on_the_page(self) -> None:
        lines = PAGE.read_text().splitlines()
        listed = [line.split("`")[1] for line in lines if line.startswith("| `golden_")]
        assert sorted(listed) == sorted(METRICS)


def test_the_look_is_reached_over_plain_http_inside_a_network() -> None:
    assert r"^metrics$" in django_settings.SECURE_REDIRECT_EXEMPT
