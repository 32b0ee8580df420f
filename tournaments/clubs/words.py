"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.words import gettext_lazy as text

# A reason that the service itself gives.
FIRST_CLUB = text("The first club here.")

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "service_reason": {FIRST_CLUB: FIRST_CLUB},
    "membership_kind": {
        "member": pgettext_lazy("membership", "member"),
        "honorary": pgettext_lazy("membership", "honorary member"),
        "guest": pgettext_lazy("membership", "guest"),
    },
    "club_role": {"owner": _("owner"), "director": _("director"), "scorekeeper": _("scorekeeper")},
    "proposal_state": {
        "open": pgettext_lazy("proposal", "waiting"),
        "agreed": pgettext_lazy("proposal", "agreed to"),
        "refused": pgettext_lazy("proposal", "refused"),
        "withdrawn": pgettext_lazy("proposal", "withdrawn"),
    },
    "merge_count": {
        "memberships": _("Memberships"),
    },
    "profile_part": {
        "clubs": _("Clubs"),
    },
}
