"""How the preview of a correction shows what becomes of places on a ladder."""

from typing import Any

from rest_framework.serializers import Field

from matches.hooks import EffectPart


def rungs_field() -> Field[Any, Any, Any, Any]:
    from tournaments.ladders.api.previews import RungMoved

    return RungMoved(many=True, required=False, help_text="Of a ladder, where they would differ.")


EFFECT_PARTS = {
    "rungs": EffectPart(rungs_field, "ladders/_preview_rungs.html"),
}
