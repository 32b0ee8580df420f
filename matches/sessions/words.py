"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "merge_count": {"sessions": _("Sessions for money")},
    "session_answer": {
        "pending": pgettext_lazy("session", "Not answered yet"),
        "agreed": pgettext_lazy("session", "Agreed"),
        "disowned": pgettext_lazy("session", "Disowned"),
    },
}
