"""The streams of changes, which no view answers, for the OpenAPI document."""

from typing import Any

from django.urls import reverse

from matches.base.api.streams import NDJSON
from matches.base.problems import CONTENT_TYPE
from matches.facts.kinds import subjects_by_topic

PATH = "/events/{subject}/"
PROBLEM = {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
CHANGED = {"kind": {"type": "string"}, "subject": {"type": "integer"}, "version": {"type": "integer"}}


def document_streams(document: dict[str, Any]) -> None:
    """Add the streams, and what an event says."""
    schemas = document["components"]["schemas"]
    carried = carried_schemas(document)
    schemas["ChangedSubject"] = {
        "type": "object",
        "properties": {**CHANGED, **carried},
        "required": [*CHANGED],
    }
    schemas["ChangeEvent"] = {
        "type": "object",
        "description": "What changed, and which version it has now: that of its `ETag`.",
        "properties": {
            **CHANGED,
            **carried,
            "parts": {
                "type": ["array", "null"],
                "items": {"$ref": "#/components/schemas/ChangedSubject"},
                "description": "What within it changed; null where more of it did than those.",
            },
        },
        "required": [*CHANGED, "parts"],
    }
    document["paths"][PATH] = {"get": stream_operation()}


def carried_schemas(document: dict[str, Any]) -> dict[str, Any]:
    """What is there with `with=representation`: whatever the addresses of the subjects answer."""
    answers = [
        document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        for path in sorted(resource_paths())
    ]
    return {
        "etag": {
            "type": ["string", "null"],
            "description": "With `with=representation`: the `ETag` of the representation.",
        },
        "representation": {
            "anyOf": [*answers, {"type": "null"}],
            "description": "With `with=representation`: what a GET of the subject answers without a token; "
            "null where it refuses, and of the parts of an event with more than 20.",
        },
    }


def resource_paths() -> set[str]:
    """The addresses of subjects that everybody may read, as the document has them."""
    named = (subject.resource for subject in subjects_by_topic().values() if subject.resource)
    return {reverse(name, args=[0]).replace("/0/", "/{id}/") for name in named}


def stream_operation() -> dict[str, Any]:
    kinds = "|".join(sorted(subjects_by_topic()))
    event = {"$ref": "#/components/schemas/ChangeEvent"}
    version = {"type": "integer", "description": "The version that was last seen."}
    return {
        "operationId": "events_stream",
        "description": "What changes of a match, an event, a club, a player, as it happens: docs/api.md.",
        "tags": ["events"],
        "security": [{}],
        "parameters": [
            {
                "in": "path",
                "name": "subject",
                "required": True,
                "schema": {"type": "string", "pattern": rf"^({kinds})-\d+$"},
                "example": "tournament-203",
            },
            {"in": "query", "name": "since", "schema": version},
            {
                "in": "query",
                "name": "with",
                "schema": {"type": "string", "enum": ["representation"]},
                "description": "Have events carry what a GET of the subject, and of the parts that changed, "
                "answers without a token.",
            },
            {"in": "header", "name": "Last-Event-ID", "schema": version},
        ],
        "responses": {
            "200": {
                "description": "Goes on until either side ends it.",
                "content": {
                    "text/event-stream": {
                        "schema": {
                            "type": "string",
                            "description": "Events `changed`, with a ChangeEvent; or, where too many "
                            "streams are open, one `refused`, with a Problem (`service_busy`) and "
                            "`retry_after`, in seconds, after which a browser comes back by itself.",
                        }
                    },
                    NDJSON: {
                        "schema": {
                            "type": "string",
                            "description": "On each line a JSON value.",
                            "contentMediaType": NDJSON,
                            "contentSchema": event,
                        }
                    },
                },
            },
            "404": {"description": "`not_found`", "content": PROBLEM},
            "503": {
                "description": "`service_busy`, of who asks for JSON lines: too many streams are open. Come "
                "back after `retry_after` seconds, and ask for what you follow until then.",
                "headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}},
                "content": PROBLEM,
            },
        },
        "x-codes": ["not_found", "service_busy"],
    }
