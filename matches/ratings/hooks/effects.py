"""How the preview of a correction says what becomes of ratings."""

from typing import Any

from rest_framework.serializers import Field

from matches.hooks import EffectPart
from matches.ratings.selectors import FOLDED_TO_LOOK


def ratings_field() -> Field[Any, Any, Any, Any]:
    from matches.ratings.api.previews import RatingMoved

    return RatingMoved(many=True)


def unseen_field() -> Field[Any, Any, Any, Any]:
    from matches.ratings.api.previews import RatedIn

    return RatedIn(
        many=True,
        help_text=f"Pools in which more than {FOLDED_TO_LOOK:,} matches have been rated since: whose ratings "
        "would be others there is not looked at.",
    )


EFFECT_PARTS = {
    "ratings": EffectPart(ratings_field, "ratings/_preview_ratings.html"),
    "ratings_unseen": EffectPart(unseen_field, "ratings/_preview_unseen.html"),
}
