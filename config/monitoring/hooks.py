"""What goes to others as soon as their address is set: traces and reports of errors."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from .slow import watch_statements

MISSING = (
    "{variable} is set, and what sends there is not installed ({error}). It is the group `telemetry`: "
    "uv sync --inexact --no-default-groups --group telemetry; or leave the variable away."
)


def start_watching() -> None:
    """Have this process watched as the settings say. Raises ImproperlyConfigured."""
    watch_statements()
    if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        try:
            from .tracing import start_tracing
        except ImportError as error:
            raise ImproperlyConfigured(
                MISSING.format(variable="OTEL_EXPORTER_OTLP_ENDPOINT", error=error)
            ) from error
        start_tracing(settings.OTEL_TRACES_SAMPLER_ARG)
    if settings.SENTRY_DSN:
        try:
            from .reports import start_reporting
        except ImportError as error:
            raise ImproperlyConfigured(MISSING.format(variable="SENTRY_DSN", error=error)) from error
        start_reporting(settings.SENTRY_DSN)
