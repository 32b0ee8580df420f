"""Errors are reported where SENTRY_DSN says to: with their traceback, and with nobody's data."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

import sentry_sdk
from django.conf import settings
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.types import Event, Hint

from config.secret_paths import path_as_logged

from .figures import service_version

# What of a request goes along; cookies, headers, bodies and who called do not.
KEPT = ("method", "url")


def start_reporting(address: str) -> None:
    """Report what nobody caught in this process, and in those that are forked off it."""
    sentry_sdk.init(
        dsn=address,
        release=f"golden-point@{service_version()}",
        environment="production" if settings.PRODUCTION else "local",
        send_default_pii=False,
        max_request_body_size="never",
        # They hold what was typed, and whole transcripts.
        include_local_variables=False,
        # Addresses of receivers of webhooks and of devices would be in them.
        max_breadcrumbs=0,
        # What is logged is logged; only what nobody caught is reported.
        integrations=[LoggingIntegration(level=None, event_level=None)],
        before_send=without_people,
    )


def without_people(event: Event, hint: Hint) -> Event:
    """The report without what could be of somebody."""
    request: dict[str, Any] = event.get("request") or {}
    if request:
        kept = {name: request[name] for name in KEPT if name in request}
        if "url" in kept:
            parts = urlsplit(str(kept["url"]))
            kept["url"] = urlunsplit((parts.scheme, parts.netloc, path_as_logged(parts.path), "", ""))
        event["request"] = kept
    event.pop("user", None)
    if str(event.get("transaction", "")).startswith("/"):
        event["transaction"] = path_as_logged(str(event["transaction"]))
    return event
