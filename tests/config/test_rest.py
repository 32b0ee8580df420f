"""The API as programs use it: what is sent again is done once."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from config.rest import Api, Refused, Unanswered

BUSY = (503, {"code": "busy", "detail": "Later."})
IN_FLIGHT = (409, {"code": "request_in_flight", "detail": "Later."})
AWAY = (502, "<h1>Bad Gateway</h1>")
DONE = (201, {"token": "t"})


class Service(ThreadingHTTPServer):
    """Answers each request with the next of `answers`; hangs up where it is None."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[tuple[int, dict[str, str] | str] | None] = []
        self.keys: list[str | None] = []


class Handler(BaseHTTPRequestHandler):
    server: Service

    def answer(self) -> None:
        self.server.keys.append(self.headers["Idempotency-Key"])
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        said = self.server.answers.pop(0) if self.server.answers else DONE
        if said is None:
            self.close_connection = True
            return
        status, body = said
        written = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    do_GET = do_POST = answer

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as service:
        thread = threading.Thread(target=service.serve_forever)
        thread.start()
        yield service
        service.shutdown()
        thread.join()


@pytest.fixture
def api(service) -> Iterator[Api]:
    found = Api(f"http://127.0.0.1:{service.server_port}", "director", "secret")
    service.keys.clear()
    yield found
    found.close()


@pytest.mark.parametrize(
    "first", [None, BUSY, IN_FLIGHT, AWAY], ids=["no answer", "busy", "in flight", "away"]
)
def test_what_is_sent_again_has_the_same_key(api, service, first):
    service.answers += [first, DONE]
    api.post("clubs/", name="Club")
    sent, again = service.keys
    assert sent
    assert again == sent


def test_what_is_sent_anew_has_another(api, service):
    api.post("clubs/", name="Club")
    api.post("clubs/", name="Club")
    assert len(set(service.keys)) == 2


@pytest.mark.parametrize("first", [None, BUSY, IN_FLIGHT, AWAY])
def test_who_gives_up_does_not_know_whether_it_was_done(api, service, first):
    api.patience = -1
    service.answers.append(first)
    with pytest.raises(Unanswered):
        api.post("clubs/", name="Club")


def test_reading_has_none(api, service):
    api.post("clubs/", name="Club")
    api.get("clubs/")
    assert service.keys[1] is None


def test_another_conflict_is_a_refusal(api, service):
    service.answers.append((409, {"code": "draw_exists", "detail": "It is drawn."}))
    with pytest.raises(Refused, match="draw_exists"):
        api.post("tournaments/1/draw/")
    assert len(service.keys) == 1


@pytest.mark.parametrize("status", [404, 409, 500])
def test_an_answer_that_is_not_the_services_own_is_a_refusal(api, service, status):
    service.answers.append((status, "<h1>Not here</h1>"))
    with pytest.raises(Refused, match=f"POST clubs/: http_{status}: <h1>Not here"):
        api.post("clubs/", name="Club")
    assert len(service.keys) == 1
