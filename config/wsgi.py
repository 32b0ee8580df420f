"""Pages and API as a WSGI application."""

import gc
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()
# All pages are loaded now, not for the first who asks; and what the program consists of never becomes
# garbage, so the collections in the middle of a request need not look through it.
get_resolver().url_patterns  # noqa: B018
gc.collect()
gc.freeze()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Django's application, spared the charsets that are no encoding of text: it would fail over them."""
    media_type, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
    try:
        "".encode(parameters.get("charset", "utf-8"))
    except (LookupError, ValueError):
        environ["CONTENT_TYPE"] = media_type
    return django_application(environ, start_response)
