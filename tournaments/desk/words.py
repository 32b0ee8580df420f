"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "entry_state": {
        "in_field": _("In the field"),
        "waiting": pgettext_lazy("entry", "Waiting"),
        "alternate": _("Alternate"),
        "withdrawn": pgettext_lazy("entry", "Withdrawn"),
        "substituted": _("Replaced"),
    },
}
