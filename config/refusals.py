"""With which codes each operation refuses, for the OpenAPI document.

What any operation may answer is told from its shape. What it refuses for reasons of its own stands in
refusals.json: the tests, which see every answer, hold it to be whole (tests/contract.py).
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from config.errors import FRAMEWORK_CODES, STATUS
from matches.base.api.locations import MADE
from matches.base.problems import CONTENT_TYPE

FILE = Path(__file__).with_name("refusals.json")

WRITES = ("post", "put", "patch", "delete")

# By status: the name under which the document has it, and what it means.
REFUSED = {
    400: ("BadRequest", "What was sent has the wrong shape; `errors` names each fault."),
    401: ("Unauthorized", "It takes a token, or the one that was sent is not good."),
    403: ("Forbidden", "Whoever asks may not do this."),
    404: ("NotFound", "There is no such thing, or none for whoever asks."),
    406: ("NotAcceptable", "Nothing that `Accept` names can be sent."),
    409: ("Conflict", "It could be done, but not as things stand."),
    410: ("Gone", "It was there, and is kept back now."),
    411: ("LengthRequired", "The body comes without its `Content-Length`."),
    412: ("PreconditionFailed", "It has changed since whoever asks has read it."),
    413: ("TooLarge", "More was sent than is read."),
    415: ("UnsupportedMediaType", "The body is of a type that is not read here."),
    422: ("Unprocessable", "The shape is right, and what it says cannot be done."),
    428: ("PreconditionRequired", "It takes a condition."),
    429: ("TooManyRequests", "The budget of this minute is used up: `Retry-After` says when there is more."),
    503: (
        "Unavailable",
        "The database, or a computer player, does not answer, or has no room left to write; nothing was "
        "changed. `Retry-After` says when to ask.",
    ),
}
OTHER_STATUS = {
    "invalid_request": 400,
    "malformed_request": 400,
    "length_required": 411,
    "request_too_large": 413,
    "database_unavailable": 503,
    "storage_full": 503,
}
HEADERS = {
    "X-Request-ID": ("Under which the request is logged, and stands with the facts it recorded.", "string"),
    "RateLimit-Limit": ("Requests a minute.", "integer"),
    "RateLimit-Remaining": ("How many of them are left.", "integer"),
    "RateLimit-Reset": ("Seconds until there are all again.", "integer"),
    "Retry-After": ("Seconds to wait.", "integer"),
    "WWW-Authenticate": ("Which kind of token it takes.", "string"),
    "Location": ("The address of what was made, or where the answer will be.", "string"),
}
# What is shown once, and never again.
NOWHERE = ("/api/v1/reset-codes/",)
ALWAYS = ("X-Request-ID", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
BESIDE = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}


@cache
def seen_refusals() -> dict[str, list[str]]:
    """The codes of refusals.json, by operation: `POST /api/v1/matches/`."""
    found: dict[str, list[str]] = json.loads(FILE.read_text())
    return found


def status_of_code(code: str) -> int:
    """The HTTP status that a code is answered with."""
    framework = {each: int(status) for status, each in FRAMEWORK_CODES.items()}
    known = {**framework, **OTHER_STATUS, **{each: int(status) for each, status in STATUS.items()}}
    return known.get(code, int(HTTPStatus.UNPROCESSABLE_ENTITY))


def general_codes(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    """What an operation may answer by its shape alone."""
    yield from ("invalid_request", "malformed_request", "not_acceptable", "invalid_token")
    yield from ("too_many_requests", "database_unavailable", "storage_full")
    security = operation.get("security", [{}])
    if {} not in security:
        yield "not_authenticated"
    if any("bearer" in each for each in security):
        yield "missing_scope"
    if "{" in path or any(each.get("name") == "cursor" for each in operation.get("parameters", ())):
        yield "not_found"
    if any(each.get("name") == "If-Match" for each in operation.get("parameters", ())):
        yield "version_stale"
    if method in WRITES:
        yield from ("request_in_flight", "idempotency_key_reused", "invalid_idempotency_key")
        yield from ("request_too_large", "length_required", "unsupported_media_type")


def codes_of_operation(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    own = seen_refusals().get(f"{method.upper()} {path}", [])
    return sorted({*general_codes(method, path, operation), *own})


def document_answers(document: dict[str, Any]) -> None:
    """Say of every operation with which codes it refuses, and which headers come with its answers."""
    components = document["components"]
    components.setdefault("headers", {}).update(
        {name: {"description": said, "schema": {"type": kind}} for name, (said, kind) in HEADERS.items()}
    )
    components.setdefault("responses", {}).update(
        {
            name: {
                "description": said,
                "headers": referred_headers((*ALWAYS, *BESIDE.get(status, ()))),
                "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
            for status, (name, said) in REFUSED.items()
        }
    )
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            document_refusals(operation, codes_of_operation(method, path, operation))
            for status, answer in operation["responses"].items():
                if status.startswith("2"):
                    is_somewhere = int(status) in MADE and path not in NOWHERE
                    made = ("Location",) if is_somewhere else ()
                    answer["headers"] = {**referred_headers((*ALWAYS, *made)), **answer.get("headers", {})}


def document_refusals(operation: dict[str, Any], codes: list[str]) -> None:
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(status_of_code(code), []).append(code)
    for status, known in sorted(by_status.items()):
        operation["responses"][str(status)] = {
            "$ref": f"#/components/responses/{REFUSED[status][0]}",
            "description": ", ".join(f"`{code}`" for code in known),
        }
    operation["x-codes"] = codes


def referred_headers(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
