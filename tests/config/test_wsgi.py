"""What answers before Django."""

from wsgiref.util import setup_testing_defaults

import pytest

from config.wsgi import application


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("charset", ["zlib", "nonsense", "utf-8"])
def test_a_charset_that_is_no_text_is_passed_over(charset):
    environ = {
        "PATH_INFO": "/healthz",
        "QUERY_STRING": "a=b",
        "CONTENT_TYPE": f"text/html; charset={charset}",
    }
    setup_testing_defaults(environ)
    statuses = []
    b"".join(application(environ, lambda status, headers: statuses.append(status)))
    assert statuses == ["200 OK"]
