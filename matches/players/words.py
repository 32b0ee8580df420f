"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_countries import countries

from engine.words import gettext_lazy as text

# A reason that the service itself gives.
LOGIN_CLOSED = text("The login was closed.")

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "country": {code: lazy(countries.name, str)(code) for code in countries.countries},
    "service_reason": {LOGIN_CLOSED: LOGIN_CLOSED},
    "player_kind": {"person": _("person"), "pair": _("pair"), "team": _("team")},
    "claim_state": {
        "open": pgettext_lazy("claim", "open"),
        "objected": pgettext_lazy("claim", "objected"),
        "waiting": pgettext_lazy("claim", "waiting"),
        "agreed": pgettext_lazy("claim", "agreed"),
        "refused": pgettext_lazy("claim", "refused"),
    },
    "profile_part": {
        "aliases": _("Names in transcripts"),
        "bio": _("Lines about the player"),
        "country": _("Country"),
        "federations": _("Federation numbers"),
        "login": _("Login"),
    },
    "entry_consent": {
        "anybody": _("Any director"),
        "clubs": _("My clubs"),
        "own": _("Only me"),
    },
}
