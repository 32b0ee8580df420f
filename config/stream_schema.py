"""The streams of changes, which no view answers, for the OpenAPI document."""

from typing import Any

from matches.base.api.streams import NDJSON
from matches.base.problems import CONTENT_TYPE
from matches.facts.kinds import subjects_by_topic

PATH = "/events/{subject}/"
PROBLEM = {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
CHANGED = {"kind": {"type": "string"}, "subject": {"type": "integer"}, "version": {"type": "integer"}}


def document_streams(document: dict[str, Any]) -> None:
    """Add the streams, and what an event says."""
    schemas = document["components"]["schemas"]
    schemas["ChangedSubject"] = {"type": "object", "properties": CHANGED, "required": [*CHANGED]}
    schemas["ChangeEvent"] = {
        "type": "object",
        "description": "What changed, and which version it has now: that of its `ETag`.",
        "properties": {
            **CHANGED,
            "parts": {
                "type": ["array", "null"],
                "items": {"$ref": "#/components/schemas/ChangedSubject"},
                "description": "What within it changed; null where more of it did than those.",
            },
        },
        "required": [*CHANGED, "parts"],
    }
    document["paths"][PATH] = {"get": stream_operation()}


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
