"""What is added to the OpenAPI document."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from config.examples import document_examples
from config.refusals import document_answers
from config.stream_schema import document_streams
from matches.base.api.queries import KnownParameters, read_query
from matches.base.api.streams import NDJSON
from matches.base.problems import CONTENT_TYPE
from matches.idempotency.api import IDEMPOTENCY_KEY, REPLAYED
from matches.idempotency.rules.requests import KEY_PATTERN
from matches.play.api import regulations


@lru_cache(maxsize=8)
def openapi_document(version: str | None, language: str | None) -> dict[str, Any]:
    generator: Any = SchemaGenerator
    found: dict[str, Any] = generator(api_version=version).get_schema(request=None, public=True)
    return found


class CachedSchemaGenerator(SchemaGenerator):
    """Hands out the document that was worked out before."""

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        return openapi_document(self.api_version, get_language())


class SchemaQuery(serializers.Serializer[Any]):
    format = serializers.ChoiceField(choices=["json", "yaml"], required=False)
    lang = serializers.ChoiceField(choices=settings.LANGUAGES, required=False)


class FormatOfQuery(DefaultContentNegotiation):
    """The type that `format` names; else one that the caller accepts."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        asked = request.query_params.get("format")
        found: tuple[BaseRenderer, str] = super().select_renderer(
            request, renderers, asked if asked in ("json", "yaml") else None
        )
        return found


class SchemaView(SpectacularAPIView):
    generator_class = CachedSchemaGenerator
    permission_classes = (KnownParameters,)
    content_negotiation_class = FormatOfQuery
    query_shape = SchemaQuery

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        read_query(self)
        found: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return found

    def handle_exception(self, exc: Exception) -> Response:
        """Refusals are JSON here too, whatever the document comes as."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = CONTENT_TYPE
        return super().handle_exception(exc)


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "matches.accounts.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from POST /api/v1/tokens/. What stands beside it is the scope that the "
            "token must hold: read, report, enter, direct or account (docs/api.md).",
        }


def complete_openapi_document(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Add to the document what holds for every operation: problem objects, a summary."""
    result["components"]["schemas"]["Problem"] = {
        "type": "object",
        "description": "RFC 9457 problem details. `code` is stable; docs/errors.md lists the codes.",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": {"type": "string", "examples": ["urn:golden-point:problem:match_final"]},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
            "code": {"type": "string", "examples": ["match_final"]},
            "errors": {"type": "array", "items": {"type": "object"}},
        },
        "additionalProperties": True,
    }
    result["components"]["schemas"].update(regulations.COMPONENTS)
    describe_lines(result)
    give_enums_their_type(result)
    let_any_value_be_null(result["components"]["schemas"])
    allow_empty_parameters(result)
    close_request_schemas(result)
    leave_out_patch_defaults(result)
    document_idempotency_key(result)
    document_answers(result)
    document_versions(result)
    document_examples(result)
    document_streams(result)
    for operations in result["paths"].values():
        for operation in operations.values():
            operation.setdefault(
                "summary", operation.get("description", "").partition(".")[0].partition(":")[0]
            )
    return result


def describe_lines(document: dict[str, Any]) -> None:
    """NDJSON is a text: what a list of rows would be stands on its lines."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for answer in operation["responses"].values():
                if NDJSON in answer.get("content", {}):
                    row = answer["content"][NDJSON]["schema"]["items"]
                    answer["content"][NDJSON]["schema"] = {
                        "type": "string",
                        "description": "On each line a JSON value.",
                        "contentMediaType": NDJSON,
                        "contentSchema": row,
                    }


def give_enums_their_type(document: dict[str, Any]) -> None:
    """Of "" and of null, which stand beside the words of other enums."""
    known = {"BlankEnum": {"type": "string", "enum": [""]}, "NullEnum": {"type": "null"}}
    schemas = document["components"]["schemas"]
    schemas.update({name: schema for name, schema in known.items() if name in schemas})


def let_any_value_be_null(part: Any) -> None:
    """Whatever JSON there is, null is among it: `anything, or null` would fit null twice."""
    if isinstance(part, dict):
        if part.get("oneOf") == [{}, {"type": "null"}]:
            del part["oneOf"]
        for each in part.values():
            let_any_value_be_null(each)


def allow_empty_parameters(document: dict[str, Any]) -> None:
    """In a query an empty value is none, as in a form."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query" and not parameter.get("required"):
                    parameter["allowEmptyValue"] = True


def document_versions(document: dict[str, Any]) -> None:
    """Say of what answers with a version that it has a tag, and how it is answered under a condition."""
    document["components"].setdefault("headers", {})["ETag"] = {
        "description": "Names the version of what is answered, in this language.",
        "schema": {"type": "string"},
    }
    for operations in document["paths"].values():
        for operation in operations.values():
            names = {parameter.get("name") for parameter in operation.get("parameters", ())}
            if names.isdisjoint(("If-None-Match", "If-Match")):
                continue
            responses = operation["responses"]
            for status in ("200", "201"):
                if status in responses:
                    tag = {"$ref": "#/components/headers/ETag"}
                    responses[status].setdefault("headers", {})["ETag"] = tag
            if "If-None-Match" in names:
                responses["304"] = {"description": "It is what the caller has."}


def document_idempotency_key(document: dict[str, Any]) -> None:
    """Say of every write that it takes an `Idempotency-Key`, and how it is answered then."""
    document["components"].setdefault("parameters", {})["IdempotencyKey"] = {
        "name": IDEMPOTENCY_KEY,
        "in": "header",
        "description": "Makes it safe to send this again: within a day the same key with the same request is "
        f"answered as the first time, with `{REPLAYED}: true`, and nothing is done twice. A UUID will do.",
        "schema": {"type": "string", "pattern": KEY_PATTERN},
    }
    document["components"].setdefault("headers", {})["IdempotentReplayed"] = {
        "description": "Sent where this was carried out before, and is answered as it was then.",
        "schema": {"type": "string", "enum": ["true"]},
    }
    for operations in document["paths"].values():
        for method, operation in operations.items():
            if method not in ("post", "put", "patch", "delete"):
                continue
            operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
            for status, response in operation["responses"].items():
                if status.startswith("2"):
                    replayed = {"$ref": "#/components/headers/IdempotentReplayed"}
                    response.setdefault("headers", {})[REPLAYED] = replayed


def leave_out_patch_defaults(document: dict[str, Any]) -> None:
    """What a PATCH leaves out stays as it is: a client that filled in defaults would change it."""
    for name, schema in document["components"]["schemas"].items():
        if name.startswith("Patched"):
            for member in schema["properties"].values():
                member.pop("default", None)


def close_request_schemas(document: dict[str, Any]) -> None:
    """Say of every object that a request holds, nested ones too, that there is nothing else in it.

    Answers stay open: a new field is a compatible change.
    """
    components = document["components"]["schemas"]
    waiting: list[Any] = [
        operation["requestBody"]["content"]
        for operations in document["paths"].values()
        for operation in operations.values()
        if "requestBody" in operation
    ]
    followed = set()
    while waiting:
        match waiting.pop():
            case {"$ref": str(reference)}:
                if reference not in followed:
                    followed.add(reference)
                    waiting.append(components[reference.rpartition("/")[2]])
            case dict() as schema:
                if schema.get("type") == "object" and "properties" in schema:
                    schema.setdefault("additionalProperties", False)
                waiting += schema.values()
            case list() as several:
                waiting += several
