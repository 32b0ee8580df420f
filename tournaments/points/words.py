"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "level": {
        "open": pgettext_lazy("level", "Open division"),
        "intermediate": pgettext_lazy("level", "Intermediate division"),
        "novice": pgettext_lazy("level", "Novice division"),
    },
}
