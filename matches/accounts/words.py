"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    # Who may do something, in a refusal.
    "permission_role": {
        "staff": _("staff"),
        "owner": _("owner"),
        "scorekeeper": _("scorekeeper"),
        "director": _("director"),
        "player": _("player"),
        "registrar": _("registrar"),
        "login": _("anybody with a login"),
    },
    # What a token may be limited to.
    "token_place": {"club": _("club"), "tournament": _("tournament")},
    "scope": {
        "read": _("read: look at what the account may see"),
        "report": _("report: report and confirm matches"),
        "enter": _("enter: enter, check in, challenge"),
        "direct": _("direct: do what officials do"),
        "account": _("account: manage the account itself"),
    },
}
