"""Which matches were played at which tournament, in what kind of bracket: for the statistics of players."""

from collections.abc import Mapping
from functools import cache

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.models import Match
from matches.occasions import Occasion, narrows, occasions
from matches.selectors.ratings import counted_through
from tournaments.models import Fixture
from tournaments.templatetags.bracket import NUMBERED_PART, PARTS

KINDS: dict[str, str | Promise] = {**PARTS, "group": _("Groups"), "stage": _("Stages"), "round": _("Rounds")}


def bracket_of(part: str) -> str:
    """The kind of a part, without stage and number: of "stage-2-losers" "losers", of "group-3" "group"."""
    found = NUMBERED_PART.fullmatch(part)
    if found is None:
        return part
    return bracket_of(found["rest"]) if found["rest"] else found["kind"]


def occasions_of(matches: QuerySet[Match]) -> Mapping[int, Occasion]:
    """One query."""
    kind = cache(bracket_of)
    page = cache(lambda number: reverse("pages-tournaments:tournament", args=[number]))
    rows = Fixture.objects.filter(match__in=matches, void=False).order_by()
    return {
        match: Occasion(number, name, page(number), kind(part))
        for match, part, number, name in rows.values_list("match", "part", "tournament", "tournament__name")
    }


occasions(occasions_of, lambda code: KINDS.get(code, ""))
narrows("club", lambda number: Q(fixture__tournament__club=number))
narrows("tournament", lambda number: Q(fixture__tournament=number))
counted_through("fixture__tournament__counted_in__pool")
