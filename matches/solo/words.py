"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "solo_scoring": {
        "pips": _("By pips"),
        "match": _("Match"),
        "money": pgettext_lazy("a way to keep score", "Money"),
    },
    "solo_state": {
        "sealed": _("Not begun"),
        "going": _("In play"),
        "ended": _("Ended"),
        "given_up": _("Given up"),
    },
}
