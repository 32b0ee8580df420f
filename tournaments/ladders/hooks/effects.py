"""How the preview of a correction says what becomes of places on a ladder."""

from typing import Any

from rest_framework.serializers import Field

from matches.hooks import EffectPart


def rungs_field() -> Field[Any, Any, Any, Any]:
    from tournaments.api.previews_of_ladders import RungMoved

    return RungMoved(many=True, required=False, help_text="Of a ladder, where they would differ.")


EFFECT_PARTS = {
    "rungs": EffectPart(rungs_field, "tournaments/_preview_rungs.html"),
}
