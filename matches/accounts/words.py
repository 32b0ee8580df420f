"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "scope": {
        "read": _("read: look at what the account may see"),
        "report": _("report: report and confirm matches"),
        "enter": _("enter: enter, check in, challenge"),
        "direct": _("direct: do what officials do"),
        "account": _("account: manage the account itself"),
    },
    "problem": {
        "not_allowed": _("You may not do this"),
        "unknown_login": _("No such login"),
        "username_taken": _("That username is taken"),
        "username_mixed": _("That cannot be a username"),
        "weak_password": _("The password is too weak"),
        "wrong_password": _("Wrong username or password"),
        "wrong_reset_code": _("No such code, or no longer"),
        "missing_scope": _("The token's scopes do not cover this"),
        "outside_token": _("The token is limited to something else"),
        "invalid_token_limit": _("The token cannot be limited like that"),
        "registration_closed": _("Registration is not open"),
        "too_many_requests": _("Too many attempts to log in"),
    },
}
