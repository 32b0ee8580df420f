"""The facts about rating pools, each in a sentence."""

from django.utils.translation import gettext as _

from matches.base.translation import translated
from matches.facts.kinds import FactKind

from .models import PoolMatch, PoolTerms


def describe_pool_terms(fact: PoolTerms) -> str:
    return _("%(pool)s rates by %(system)s.") % {
        "pool": fact.pool.name,
        "system": translated(fact.rates.name),
    }


def describe_pool_match(fact: PoolMatch) -> str:
    return _("The match counts in the ratings of %(pool)s.") % {"pool": fact.pool.name}


FACTS = (
    FactKind(PoolTerms, describe_pool_terms, about={"ratingpool": "pool"}),
    FactKind(PoolMatch, describe_pool_match, about={"match": "match", "ratingpool": "pool"}),
)
