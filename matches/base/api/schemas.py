"""How the OpenAPI document describes an operation."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.serializers import CharField, ListField, TimeField

from .fields import NOT_BLANK

TIME_OF_DAY = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$"


def condition_header(name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=description)


class OperationSchema(AutoSchema):
    """With the parameters that a view declares as its `query_shape`."""

    def get_override_parameters(self) -> list[Any]:
        shape = getattr(self.view, "query_shape", None)
        declared: list[Any] = [shape] if shape is not None and self.method == "GET" else []
        return declared + self._conditions()

    def _conditions(self) -> list[OpenApiParameter]:
        """The condition that a versioned view takes with a method (matches.facts.api.versions)."""
        if not hasattr(self.view, "version_kind"):
            return []
        if self.method == "GET":
            return [
                condition_header("If-None-Match", "The `ETag` of what the caller has: 304 if it is that.")
            ]
        if self.method in ("PUT", "PATCH", "DELETE"):
            return [
                condition_header("If-Match", "The `ETag` of what the change is of: 412 if it is not that.")
            ]
        return []

    def _get_paginator(self) -> Any:
        """Only what is read comes in pages."""
        return super()._get_paginator() if self.method == "GET" else None  # type: ignore[no-untyped-call]

    def _map_serializer_field(self, field: Any, direction: str, *args: Any, **kwargs: Any) -> Any:
        schema = super()._map_serializer_field(field, direction, *args, **kwargs)  # type: ignore[no-untyped-call]
        if direction == "request" and isinstance(field, CharField) and is_trimmed(field):
            return {**schema, "pattern": schema.get("pattern", NOT_BLANK)}
        if isinstance(field, ListField) and not field.allow_empty:
            return {**schema, "minItems": field.min_length or 1}
        if isinstance(field, TimeField):
            # Of the wall: RFC 3339, which `format` means, has a zone with every time.
            return {**{name: schema[name] for name in schema if name != "format"}, "pattern": TIME_OF_DAY}
        return schema

    def is_deprecated(self) -> bool:
        return self.method in getattr(self.view, "deprecated", {})

    def get_auth(self) -> list[dict[str, list[str]]]:
        """The scopes that the view names (matches.accounts.api.scopes), each of which will do."""
        needed = vars(type(self.view))["scopes"][self.method]
        found: list[dict[str, list[str]]] = [{}] if needed.public and needed.scopes else []
        return found + [{"bearer": [scope]} for scope in needed.scopes]


def is_trimmed(field: CharField) -> bool:
    """Whether a text of blanks alone is none, and refused."""
    return field.trim_whitespace and not field.allow_blank
