"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.templatetags.bracket import PARTS

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "tournament_state": {
        "open": _("Open for entries"),
        "running": _("Running"),
        "finished": _("Finished"),
    },
    "entrants": {
        "singles": _("Singles"),
        "doubles": pgettext_lazy("entrants", "Doubles"),
        "teams": _("Teams"),
    },
    "side": {
        "singles": _("Player"),
        "doubles": _("Pair"),
        "teams": _("Team"),
    },
    "seeding": {
        "rating": _("Seeded by rating"),
        "manual": _("Seeded by the director"),
        "ranking": _("Seeded by ranking"),
        "random": _("Drawn by lot"),
    },
    "fixture_change": {
        "displaced": _("no longer counts:"),
        "revived": _("counts again:"),
        "paired": _("newly set up:"),
        "re_paired": _("others meet:"),
    },
    "merge_count": {
        "tournaments": _("Tournaments"),
    },
    # Kinds of parts of a draw, without stage and number.
    "bracket": {**PARTS, "group": _("Groups"), "stage": _("Stages"), "round": _("Rounds")},
}
