"""The REST API as a club's own program uses it."""

import json
import time
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import httpx

ROOT = "/api/v1/"
PATIENCE_SECONDS = 60.0
FOR_LATER = (
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
)
"""What the service says of itself, and a proxy of a service that is away."""
Sent = Mapping[str, Any] | None


class Refused(RuntimeError):
    """The service said no."""


class Unanswered(Refused):
    """It said nothing for too long, or only that it is busy: nobody knows whether it was done."""


class Api:
    """The REST API, with a token. Requests that got no answer are sent again, and are done once."""

    patience = PATIENCE_SECONDS
    """For how long a request is sent again until it is answered."""

    def __init__(self, url: str, username: str, password: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=10, trust_env=False)
        token = self.post("tokens/", login=username, password=password, name="Club night")["token"]
        self.client.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, **query: Any) -> Any:
        return self._send_request("GET", path, query=query)

    def post(self, path: str, **body: Any) -> Any:
        return self._send_request("POST", path, body=body)

    def patch(self, path: str, **body: Any) -> Any:
        return self._send_request("PATCH", path, body=body)

    def close(self) -> None:
        self.client.close()

    def rows_of(self, path: str, **query: Any) -> Iterator[Any]:
        """The rows of a list, page after page."""
        page = self.get(path, **query)
        while True:
            yield from page["results"]
            if page["next"] is None:
                return
            page = self._send_request("GET", page["next"])

    def ask_once(self, method: str, address: str, query: Sent, body: Sent) -> Any:
        """An answer of status, headers and content. Raises httpx.TransportError."""
        return self.client.request(method, address, params=query, json=body)

    def read(self, answer: Any) -> Any:
        """What an answer of `ask_once` says."""
        return answer.json()

    def _send_request(self, method: str, path: str, query: Sent = None, body: Sent = None) -> Any:
        deadline = time.monotonic() + self.patience
        self.client.headers.pop("Idempotency-Key", None)
        if method != "GET":
            self.client.headers["Idempotency-Key"] = str(uuid4())
        while True:
            try:
                answer = self.ask_once(method, urljoin(ROOT, path), query, body)
                if not is_for_later(answer):
                    break
                wait = float(answer.headers.get("Retry-After", 1))
            except httpx.TransportError as error:
                wait = 1.0
                if time.monotonic() > deadline:
                    raise Unanswered(f"No answer from {self.client.base_url}: {error}") from None
            if time.monotonic() > deadline:
                raise Unanswered(f"The service has been too busy for {self.patience:.0f} s.")
            time.sleep(wait)
        if answer.status_code < 300:
            return self.read(answer)
        raise Refused(f"{method} {path}: {said_by(answer)}")


def said_by(answer: Any) -> str:
    """Why not, with its code: the service's own words, or those of whatever stands before it."""
    try:
        problem = json.loads(answer.content)
        return f"{problem['code']}: {problem['detail']}"
    except (ValueError, TypeError, KeyError):
        return f"http_{answer.status_code}: {answer.content[:200].decode(errors='replace')}"


def is_for_later(answer: Any) -> bool:
    """Whether to ask again: the service is busy, or away, or still at work on what was sent before."""
    if answer.status_code == HTTPStatus.CONFLICT:
        return said_by(answer).startswith("request_in_flight: ")
    return answer.status_code in FOR_LATER
