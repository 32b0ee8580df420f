"""What kinds of brackets are called, and by what of tournaments lists of matches are narrowed down."""

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.occasions import names_brackets, narrows
from matches.selectors.ratings import counted_through
from tournaments.templatetags.bracket import PARTS

KINDS: dict[str, str | Promise] = {**PARTS, "group": _("Groups"), "stage": _("Stages"), "round": _("Rounds")}

names_brackets(lambda code: KINDS.get(code, ""))
narrows("club", lambda number: Q(fixture__tournament__club=number))
narrows("tournament", lambda number: Q(fixture__tournament=number))
counted_through("fixture__tournament__counted_in__pool")
