"""How the preview of a correction says what becomes of ratings."""

from typing import Any

from rest_framework.serializers import Field

from matches.hooks import EffectPart


def ratings_field() -> Field[Any, Any, Any, Any]:
    from matches.ratings.api.previews import RatingMoved

    return RatingMoved(many=True)


EFFECT_PARTS = {
    "ratings": EffectPart(ratings_field, "ratings/_preview_ratings.html"),
}
