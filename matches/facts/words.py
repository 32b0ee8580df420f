"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    # As what the author of a fact recorded it.
    "by": {
        "player": _("player"),
        "scorekeeper": _("scorekeeper"),
        "director": _("director"),
        "official": _("official"),
        "committee": _("committee"),
        "service": _("the service itself"),
    },
}
