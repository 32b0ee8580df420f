"""The service asked by itself, as somebody without a login asks it: for what all of them are shown."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from asgiref.typing import HTTPScope
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection, transaction
from django.http.cookie import parse_cookie
from django.utils.translation import get_language_from_request


@contextmanager
def one_moment() -> Iterator[None]:
    """Whatever is read within is of one snapshot of the database; its connection is given back."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    finally:
        connection.close()


def reader_language(scope: HTTPScope) -> str:
    """The language that an ordinary answer to the request would be in."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request = WSGIRequest(
        visitor_environment("/", "localhost", scope["scheme"], parse_cookie(headers.get(b"cookie", "")))
    )
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    return get_language_from_request(request)


def visitor_environment(path: str, host: str, scheme: str, cookies: Mapping[str, str]) -> dict[str, Any]:
    """The environment of a request that comes from no socket."""
    name, _, port = host.partition(":")
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "SCRIPT_NAME": "",
        "QUERY_STRING": "",
        "SERVER_NAME": name or "localhost",
        "SERVER_PORT": port or "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": host,
        "HTTP_X_FORWARDED_PROTO": scheme,
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items() if value),
        "wsgi.url_scheme": scheme,
        "wsgi.input": BytesIO(),
    }
