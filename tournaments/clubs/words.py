"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
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
    "problem": {
        "name_ambiguous": _("The club has several players of that name"),
        "already_entered": _("That player is already entered"),
        "already_withdrawn": _("That entry has already withdrawn"),
        "unknown_entry": _("No such entry"),
        "last_owner": _("A club keeps at least one owner"),
        "already_member": _("That player belongs to the club already"),
        "not_a_member": _("That membership has ended"),
        "invalid_membership": _("The dates of the membership do not fit"),
        "founding_closed": _("Clubs are not founded without staff here"),
        "proposal_open": _("A proposal of a club waits for its answer"),
        "proposal_answered": _("The proposal has been answered"),
        "proposal_lapsed": _("Nobody is there to own the proposed club"),
        "application_open": _("An application waits for its answer"),
        "application_answered": _("The application has been answered"),
        "invalid_service_account": _("The service account cannot be like that"),
        "service_account_stopped": _("The service account has stopped"),
        "invalid_sanction": _("That club cannot be sanctioned so"),
        "not_sanctioned": _("The club is not sanctioned for those ratings"),
    },
    "profile_part": {
        "clubs": _("Clubs"),
    },
}
