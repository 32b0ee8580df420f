"""A process of the service that is watched: asked for a page, fails at one, does a task; `python -m`."""

import io
import logging
from wsgiref.util import setup_testing_defaults

import django

SECRET = "s3cret"


def main() -> None:
    django.setup()

    # After the apps are loaded.
    import sentry_sdk
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from opentelemetry import trace

    from config.wsgi import application
    from matches.work.statements import Statement
    from matches.work.tasks import sweep_work

    logging.disable()

    def ask(path: str, query: str = "", method: str = "GET", body: bytes = b"") -> None:
        """As the web process does when it is asked."""
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "REMOTE_ADDR": "192.0.2.77",
            "HTTP_USER_AGENT": f"browser of {SECRET}",
            "HTTP_AUTHORIZATION": f"Bearer {SECRET}",
            "HTTP_COOKIE": f"sessionid={SECRET}",
            "wsgi.input": io.BytesIO(body),
        }
        setup_testing_defaults(environ)
        answer = application(environ, lambda status, headers: None)
        b"".join(answer)
        answer.close()  # type: ignore[attr-defined]

    ask("/healthz")
    ask("/players/1/", f"name={SECRET}")
    ask(f"/notices/unsubscribe/{SECRET}/")
    with trace.get_tracer("tests").start_as_current_span("outside", kind=trace.SpanKind.SERVER):
        list(get_user_model().objects.filter(username=SECRET))
        Statement("SELECT %(who)s::text")(who=SECRET)
    # By itself it begins no trace.
    list(get_user_model().objects.filter(username="alone"))
    sweep_work.apply()
    settings.ROOT_URLCONF = "tests.config.monitoring.faulty"
    ask("/api/faulty/", f"{SECRET}=1", "POST", f"typed={SECRET}".encode())
    sentry_sdk.flush(10)
    flush = getattr(trace.get_tracer_provider(), "force_flush", None)
    if flush is not None:
        flush()


if __name__ == "__main__":
    main()
