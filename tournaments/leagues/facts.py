"""The facts about leagues, each in a sentence."""

from django.utils.translation import gettext as _

from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind

from .models import Division, LeagueEdit, Season


def describe_season(fact: Season) -> str:
    if fact.name:
        return _("Season %(number)s opens: %(name)s.") % {"number": fact.number, "name": fact.name}
    return _("Season %(number)s opens.") % {"number": fact.number}


def describe_division(fact: Division) -> str:
    values = {"number": fact.number, "tournament": fact.tournament.name}
    return _("Division %(number)s plays %(tournament)s.") % values


FACTS = (
    FactKind(LeagueEdit, describe_edit, about={"league": "league"}, role="official"),
    FactKind(
        Season, describe_season, about={"league": "league"}, unread=("withdrawn", "newcomers", "tie_order")
    ),
    FactKind(Division, describe_division, about={"league": "season__league"}, related=("tournament",)),
)
