"""What kinds of brackets are called."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.occasions import names_brackets
from tournaments.templatetags.bracket import PARTS

KINDS: dict[str, str | Promise] = {**PARTS, "group": _("Groups"), "stage": _("Stages"), "round": _("Rounds")}

names_brackets(lambda code: KINDS.get(code, ""))
