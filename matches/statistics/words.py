"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "strength": {
        "much_stronger": _("Stronger by more than 200"),
        "stronger": _("Stronger by 50 to 200"),
        "even": _("Within 50 points"),
        "weaker": _("Weaker by 50 to 200"),
        "much_weaker": _("Weaker by more than 200"),
        "unknown": _("Without a rating"),
    },
}
