"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "table_use": {
        "open": pgettext_lazy("table", "open to every event"),
        "reserved": pgettext_lazy("table", "reserved"),
        "out_of_use": pgettext_lazy("table", "out of use"),
    },
    "assignment": {
        "by_hand": pgettext_lazy("assignment", "by hand"),
        "proposed": pgettext_lazy("assignment", "as proposed"),
        "automatic": pgettext_lazy("assignment", "by the service"),
    },
    "edited_field": {
        "closes_at": _("Closes"),
        "tables": pgettext_lazy("of a venue", "Tables"),
    },
}
