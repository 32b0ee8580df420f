"""What is sent to others when their address is set, to a receiver on this machine: and what never is."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import brotli
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.sampling import Decision
from opentelemetry.trace import SpanKind

from config.monitoring import hooks
from config.monitoring.tracing import Beginnings
from tests.config.monitoring.watched import SECRET
from tests.config.stack import PROJECT
from tests.databases import database_address
from tests.receivers import Received, Receiver, receiver

pytestmark = pytest.mark.django_db(transaction=True)


def watch(**variables: str) -> None:
    """Run the watched process with these variables, over the tests' database."""
    environment = os.environ | {
        "DATABASE_URL": database_address(connection.settings_dict["NAME"]),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **variables,
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.config.monitoring.watched"],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def box() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


def plain(got: Received) -> bytes:
    unpack = {"gzip": gzip.decompress, "br": brotli.decompress}.get(got.headers.get("content-encoding", ""))
    return got.body if unpack is None else unpack(got.body)


def spans(box: Receiver) -> list[dict[str, Any]]:
    found = []
    for got in box.received:
        assert got.path == "/v1/traces"
        for resource in ExportTraceServiceRequest.FromString(plain(got)).resource_spans:
            about = {each.key: each.value.string_value for each in resource.resource.attributes}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    noted = {each.key: each.value.string_value for each in span.attributes}
                    found.append({"span": span, "noted": noted, "about": about})
    return found


@pytest.mark.long
def test_traces_of_requests_tasks_and_statements_go_to_the_collector(box: Receiver) -> None:
    box.empty()
    watch(OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{box.port}")
    found = spans(box)
    by_id = {each["span"].span_id: each for each in found}
    names = [each["span"].name for each in found]
    assert {each["about"]["service.name"] for each in found} == {"golden-point"}
    assert any("players/" in name for name in names)
    assert any("matches.sweep" in name for name in names)
    assert not any("healthz" in name for name in names)
    # A statement stands within what asked for it; what begins by itself is none's, and is not there.
    statements = [each for each in found if "db.query.text" in each["noted"]]
    assert statements
    assert all(each["span"].parent_span_id in by_id for each in statements)
    outside = next(each["span"].span_id for each in found if each["span"].name == "outside")
    within = [each["noted"]["db.query.text"] for each in statements if each["span"].parent_span_id == outside]
    assert [text for text in within if "matches_user" in text]
    assert "SELECT %(who)s::text" in within
    sent = b"".join(plain(got) for got in box.received)
    assert SECRET.encode() not in sent
    assert b"192.0.2.77" not in sent
    assert b"/notices/unsubscribe/..." in sent


@pytest.mark.long
def test_errors_that_nobody_caught_are_reported(box: Receiver) -> None:
    box.empty()
    watch(SENTRY_DSN=f"http://key@127.0.0.1:{box.port}/7")
    events = []
    for got in box.received:
        assert got.path == "/api/7/envelope/"
        lines = plain(got).split(b"\n")
        events += [json.loads(line) for line in lines if line.startswith(b"{") and b'"exception"' in line]
        assert SECRET.encode() not in plain(got)
        assert b"192.0.2.77" not in plain(got)
    (event,) = events
    (fault,) = event["exception"]["values"]
    assert fault["type"] == "ZeroDivisionError"
    assert fault["stacktrace"]["frames"][-1]["function"] == "fail"
    assert not any("vars" in frame for frame in fault["stacktrace"]["frames"])
    assert event["request"] == {"method": "POST", "url": "http://127.0.0.1/api/faulty/"}
    assert event["release"].startswith("golden-point@")
    assert "user" not in event
    assert event["breadcrumbs"]["values"] == []


@pytest.mark.long
def test_without_an_address_nothing_is_loaded_for_it() -> None:
    loaded = (
        "[name for name in ('config.monitoring.tracing', 'config.monitoring.reports') if name in sys.modules]"
    )
    words = [sys.executable, "-c", f"import django, sys; django.setup(); print({loaded})"]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    environment |= {"OTEL_EXPORTER_OTLP_ENDPOINT": "", "SENTRY_DSN": ""}
    done = subprocess.run(words, cwd=PROJECT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    ("variable", "module"), [("OTEL_EXPORTER_OTLP_ENDPOINT", "tracing"), ("SENTRY_DSN", "reports")]
)
def test_what_is_not_installed_is_said(
    settings, monkeypatch: pytest.MonkeyPatch, variable: str, module: str
) -> None:
    setattr(settings, variable, "http://key@127.0.0.1:9/1")
    # An import of what is None is refused: https://docs.python.org/3/reference/import.html#the-module-cache
    monkeypatch.setitem(sys.modules, f"config.monitoring.{module}", None)
    with pytest.raises(ImproperlyConfigured, match=f"{variable} is set.*group `telemetry`"):
        hooks.start_watching()


@pytest.mark.parametrize("kind", SpanKind)
def test_traces_begin_with_requests_and_messages_alone(kind: SpanKind) -> None:
    begun = Beginnings(1.0).should_sample(None, 1, "any", kind).decision is Decision.RECORD_AND_SAMPLE
    assert begun == (kind in (SpanKind.SERVER, SpanKind.PRODUCER, SpanKind.CONSUMER))
    assert Beginnings(0.0).should_sample(None, 1, "any", kind).decision is Decision.DROP
