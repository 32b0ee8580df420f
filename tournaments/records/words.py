"""Words for codes, by table."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "record_list": {
        "titles": _("Most titles"),
        "won": _("Most matches won"),
        "share": _("Best share of matches won"),
        "streak": _("Longest winning streaks"),
        "events": _("Most events played"),
    },
}
