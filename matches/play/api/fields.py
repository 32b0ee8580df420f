"""Field types shared by the serializers."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.options import CHOICES
from matches.play.models import LENGTH_MAX


class LengthField(serializers.IntegerField):
    """Points a match is played to. Whether a match can be is the service's to say, not the shape's."""


class OptionsField(serializers.DictField):
    """What an event decides where the rules leave a choice; what there is and fits is the engine's to say."""

    child = serializers.JSONField(allow_null=True)


class SideField(serializers.Field[int, Any, str, int]):
    """A side of a match, 0 or 1 inside, "one" or "two" outside."""

    def to_internal_value(self, data: Any) -> int:
        if data not in ("one", "two"):
            raise serializers.ValidationError('A side is "one" or "two".')
        return ("one", "two").index(data)

    def to_representation(self, value: int) -> str:
        return ("one", "two")[value]


class SideFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = SideField

    def map_serializer_field(self, auto_schema: object, direction: str) -> dict[str, Any]:
        nobody = [None] if self.target.allow_null else []
        return {"type": "string", "enum": ["one", "two", *nobody]}


extend_schema_field(
    {
        "type": "object",
        "description": "What the event decides where the rules leave a choice: docs/rules.md, Options.",
        "properties": {
            "illegal_plays": {"type": "string", "enum": CHOICES["illegal_plays"], "default": "fault"},
            "crawford_double": {"type": "string", "enum": CHOICES["crawford_double"], "default": "fault"},
            "match_concession": {"type": "string", "enum": CHOICES["match_concession"], "default": "counts"},
            "crawford": {"type": "boolean", "default": True},
            "holland": {"type": "boolean", "default": False},
            "variant": {"type": "object", "description": "Options of the variant: docs/variants.md."},
        },
    }
)(OptionsField)

extend_schema_field(
    {"type": "integer", "minimum": 1, "maximum": LENGTH_MAX, "description": "An odd number."}
)(LengthField)
