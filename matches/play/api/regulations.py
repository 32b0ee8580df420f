"""/regulations/: the presets, and what every setting may be."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.accounts.api.scopes import PUBLIC
from matches.base.api.fields import TextField
from matches.base.bounds import Bounds, Choice, Either, Quantity
from matches.play.rules.regulations import BOUNDS, PRESETS, regulations_of


class RegulationsField(serializers.DictField):
    """A preset and what differs from it; what there is and fits is the service's to say."""

    child = serializers.JSONField(allow_null=True)


class RegulationsFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = RegulationsField

    def map_serializer_field(self, auto_schema: object, direction: str) -> dict[str, str]:
        name = "RegulationsRequest" if direction == "request" else "Regulations"
        return {"$ref": f"#/components/schemas/{name}"}


class RegulationsInForceField(serializers.Field[Mapping[str, Any], Any, dict[str, Any], Any]):
    """Every setting with its value: the preset's where nothing else was chosen."""

    def to_representation(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return asdict(regulations_of(value))


class SettingOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    unit = serializers.CharField(allow_blank=True, help_text="Of quantities.")
    allowed = serializers.CharField(help_text="What it may be, in words.")


class RegulationsPresetOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = TextField(help_text="As it stands behind the word regulations.")
    description = TextField()


class RegulationsOutput(serializers.Serializer[Any]):
    presets = serializers.ListField(child=RegulationsInForceField())
    described = RegulationsPresetOutput(many=True, help_text="The same presets in words.")
    settings = SettingOutput(many=True)


class RegulationsView(APIView):
    """Regulations: how an event handles results."""

    scopes = {"GET": PUBLIC}

    @extend_schema(responses=RegulationsOutput)
    def get(self, request: Request) -> Response:
        """The presets with all their values, and what each setting may be."""
        settings = [
            {"name": name, "unit": bounds.unit, "allowed": bounds.allowed_values}
            for name, bounds in BOUNDS.items()
        ]
        answer = {
            "presets": [asdict(preset.regulations) for preset in PRESETS.values()],
            "described": RegulationsPresetOutput(list(PRESETS.values()), many=True).data,
            "settings": settings,
        }
        return Response(answer)


def schema_of_choice(values: tuple[str | int | bool, ...]) -> dict[str, Any]:
    """Values of one type, which is named: generated clients leave out an enum that has none."""
    match values[0]:
        case bool():
            return {"type": "boolean"}
        case int():
            return {"type": "integer", "enum": list(values)}
        case _:
            return {"type": "string", "enum": list(values)}


def schema_of_regulation(bounds: Bounds) -> dict[str, Any]:
    """What a setting may be, as a JSON schema."""
    match bounds:
        case Choice():
            return schema_of_choice(bounds.values)
        case Quantity():
            number = "integer" if bounds.whole else "number"
            kinds = [number, "null"] if bounds.none else number
            return {"type": kinds, "minimum": bounds.low, "maximum": bounds.high}
        case Either():
            return {"anyOf": [schema_of_regulation(bounds.words), schema_of_regulation(bounds.quantity)]}
        case _:
            return {}


PROPERTIES = {"preset": {"type": "string", "enum": list(PRESETS)}} | {
    name: {
        **schema_of_regulation(bounds),
        "description": f"{bounds.allowed_values[0].upper()}{bounds.allowed_values[1:]}.",
    }
    for name, bounds in BOUNDS.items()
}
CHOSEN = {
    "type": "object",
    "description": "A preset, `club` if none is named, and what differs from it: docs/regulations.md.",
    "properties": PROPERTIES,
}
COMPONENTS: dict[str, Any] = {
    "Regulations": CHOSEN,
    "RegulationsRequest": {**CHOSEN, "additionalProperties": False},
    "RegulationsInForce": {
        "type": "object",
        "description": "Every setting with its value.",
        "properties": PROPERTIES,
        "required": list(PROPERTIES),
    },
}
extend_schema_field({"$ref": "#/components/schemas/RegulationsInForce"})(RegulationsInForceField)
