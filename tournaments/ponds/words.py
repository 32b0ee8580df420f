"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "edited_field": {
        "start": _("Points at the start"),
        "bonus": _("Bonus"),
        "rain": _("In the rain"),
        "round_minutes": _("Minutes for a round"),
        "least": _("Takes at least"),
        "most": _("Takes at most"),
    },
    "merge_count": {
        "ponds": _("Ponds"),
    },
}
