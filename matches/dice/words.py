"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "check": {
        "rolls": _("The 21 rolls"),
        "faces": _("The six faces"),
        "doubles": _("Doubles"),
        "pips": _("Pips a roll"),
        "repeats": _("Same as the roll before"),
        "own_repeats": _("Same as the own roll before"),
        "openings": _("Opening rolls"),
        "opener": _("Who opened"),
    },
}
