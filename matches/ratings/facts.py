"""The facts about rating pools, each in a sentence."""

from django.utils.translation import gettext as _

from matches.base.translation import code_word, translate_text
from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind

from .models import RatingPoolEdit, RatingPoolMatch, RatingPoolTerms


def describe_rating_pool_terms(fact: RatingPoolTerms) -> str:
    return _("%(rating_pool)s rates by %(system)s.") % {
        "rating_pool": code_word(fact.rating_pool.name, "rating_pool"),
        "system": translate_text(fact.as_system.name),
    }


def describe_rating_pool_match(fact: RatingPoolMatch) -> str:
    name = code_word(fact.rating_pool.name, "rating_pool")
    return _("The match counts in the ratings of %(rating_pool)s.") % {"rating_pool": name}


FACTS = (
    FactKind(RatingPoolEdit, describe_edit, about={"ratingpool": "rating_pool"}, role="official"),
    FactKind(RatingPoolTerms, describe_rating_pool_terms, about={"ratingpool": "rating_pool"}),
    FactKind(
        RatingPoolMatch, describe_rating_pool_match, about={"match": "match", "ratingpool": "rating_pool"}
    ),
)
