"""How the preview of a correction shows what becomes of fixtures and places."""

from typing import Any

from rest_framework.serializers import Field

from matches.hooks import EffectPart


def fixtures_field() -> Field[Any, Any, Any, Any]:
    from tournaments.events.api.previews import FixtureMoved

    return FixtureMoved(many=True, required=False, help_text="For a match of a tournament.")


def places_field() -> Field[Any, Any, Any, Any]:
    from tournaments.events.api.previews import PlaceMoved

    return PlaceMoved(many=True, required=False, help_text="Of a tournament, where they would differ.")


EFFECT_PARTS = {
    "fixtures": EffectPart(fixtures_field, "events/_preview_fixtures.html"),
    "places": EffectPart(places_field, "events/_preview_places.html"),
}
