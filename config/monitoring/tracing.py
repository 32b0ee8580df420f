"""Traces by OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT says to whom they go.

Requests, tasks, messages, statements to the database and to Redis, each within what it is part of. Nobody is
in them: no values of statements, no addresses of callers, no query strings, no paths with secrets.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.backends.signals import connection_created
from django.http import HttpRequest
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.redis import RedisInstrumentor
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import (
    Decision,
    ParentBased,
    Sampler,
    SamplingResult,
    TraceIdRatioBased,
)
from opentelemetry.trace import Link, SpanKind, TraceState
from opentelemetry.util.types import Attributes

from config.secret_paths import path_as_logged

from .figures import service_version

# What a trace begins with. A worker that asks Redis for messages, or a process that shows that it lives,
# would make one every second.
BEGINNINGS = frozenset({SpanKind.SERVER, SpanKind.PRODUCER, SpanKind.CONSUMER})
# What the instrumentation of Django notes of a request, by old and new conventions, and nobody is to read.
WITHHELD = (
    *("http.url", "http.target", "url.full", "url.query", "http.user_agent", "user_agent.original"),
    *("net.peer.ip", "net.peer.name", "client.address", "http.client_ip"),
)


class Beginnings(Sampler):
    """Of what begins a trace a share; of the rest none, unless it is part of one."""

    def __init__(self, share: float) -> None:
        self._share = TraceIdRatioBased(share)

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        if kind not in BEGINNINGS:
            return SamplingResult(Decision.DROP)
        return self._share.should_sample(parent_context, trace_id, name, kind, attributes, links, trace_state)

    def get_description(self) -> str:
        return f"Beginnings({self._share.get_description()})"


def withhold(span: trace.Span, request: HttpRequest) -> None:
    """Leave the path alone of the address, and nothing of who called."""
    if span.is_recording():
        noted = getattr(span, "attributes", None) or {}
        span.set_attributes({name: "" for name in WITHHELD if name in noted})
        span.set_attribute("url.path", path_as_logged(request.path))


def trace_statement(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    """A wrapper of Django's: it sees the statements too that bind their values in a cursor of their own."""
    text = str(sql).strip()
    name = text.partition(" ")[0].partition("\n")[0].upper()
    with trace.get_tracer("golden").start_as_current_span(
        name, kind=SpanKind.CLIENT, attributes={"db.system.name": "postgresql", "db.query.text": text}
    ):
        return execute(sql, params, many, context)


def trace_connection(connection: Any, **_: Any) -> None:
    if trace_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(trace_statement)


def start_tracing(share: float) -> TracerProvider:
    """Trace this process, and those that are forked off it, from now on.

    share: of the traces, 0 to 1. Where they go, and with which headers, the exporter reads of its own
    variables: https://opentelemetry.io/docs/specs/otel/protocol/exporter/
    """
    resource = Resource.create({SERVICE_VERSION: service_version()})
    if str(resource.attributes[SERVICE_NAME]).startswith("unknown_service"):
        resource = resource.merge(Resource({SERVICE_NAME: "golden-point"}))
    provider = TracerProvider(sampler=ParentBased(Beginnings(share)), resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(request_hook=withhold, excluded_urls="healthz,readyz,metrics")
    celery: Any = CeleryInstrumentor
    celery().instrument()
    RedisInstrumentor().instrument()
    connection_created.connect(trace_connection, dispatch_uid="config.monitoring.tracing")
    return provider
