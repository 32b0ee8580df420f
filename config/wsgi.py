"""Pages and API as a WSGI application."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Django's application, spared the charsets that are no encoding of text: it would fail over them."""
    media_type, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
    try:
        "".encode(parameters.get("charset", "utf-8"))
    except (LookupError, ValueError):
        environ["CONTENT_TYPE"] = media_type
    return django_application(environ, start_response)
