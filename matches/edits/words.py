"""Words of the room for columns that may be changed; the rooms they are of add theirs."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "edited_field": {
        "name": _("Name"),
    },
    # What a column says at a value, where that is better said in a sentence.
    "edit_said": {},
}
