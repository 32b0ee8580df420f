"""The facts about master points, each in a sentence."""

from django.utils.translation import gettext as _

from matches.base.translation import code_word
from matches.facts.kinds import FactKind

from .models import EventWeight


def describe_event_weight(fact: EventWeight) -> str:
    values = {"weight": f"{fact.weight:g}", "level": code_word(fact.level, "level")}
    return _("The event weighs %(weight)s in master points: %(level)s.") % values


FACTS = (FactKind(EventWeight, describe_event_weight, about={"tournament": "tournament"}),)
