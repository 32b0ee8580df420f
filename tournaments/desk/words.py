"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "entry_state": {
        "in_field": _("In the field"),
        "waiting": pgettext_lazy("entry", "Waiting"),
        "alternate": _("Alternate"),
        "withdrawn": pgettext_lazy("entry", "Withdrawn"),
        "substituted": _("Replaced"),
    },
    # What an event waits for, as a button: the code of the action.
    "outstanding_action": {
        "edit": _("Change the times"),
        "enter": _("Enter players"),
        "check_in": _("To the check-in"),
        "draw": _("To the draw"),
        "report": _("Enter results"),
        "rule": _("Rule"),
        "vote": _("Look at the appeals"),
        "penalise": _("Show the late ones"),
        "release": _("Release the round"),
        "play_off": _("Have them play off"),
        "break_ties": _("Break the tie"),
        "pay_out": _("To the prizes"),
        "collect": _("To the fees"),
    },
    # Which matches of the grid are shown.
    "results_filter": {
        "to_do": _("To do"),
        "all": pgettext_lazy("matches", "All"),
        "late": _("Late"),
        "disputed": _("Disputed"),
        "reported": _("To confirm"),
        "blocked": _("Blocked"),
        "over": pgettext_lazy("results", "In"),
    },
    "paper": {
        "a4": _("A4"),
        "letter": _("US Letter"),
    },
    "slot_state": {
        "scheduled": _("starts later"),
        "due": _("to be called"),
        "judging": _("with the referee"),
        "walkover": _("walkover"),
        "off": _("called off"),
    },
}
