"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    # After the name of a player, and before that of another where there is one.
    "ladder_cause": {
        "joined": _("joins the ladder"),
        "left": _("leaves the ladder"),
        "won": _("wins against"),
        "lost": _("loses against"),
        "drew": _("has no winner against"),
        "refused": _("refuses the challenge of"),
        "lapsed": _("has not answered in time"),
        "idle": _("has not played for too long"),
        "compressed": _("moves down with the stairs"),
    },
    "merge_count": {
        "ladders": _("Ladders"),
    },
    "ineligibility": {
        "already_challenged": _("already challenged"),
        "challenge_immune": _("has just defended the place"),
        "challenge_cooldown": _("has just met you"),
    },
    "problem": {
        "still_on_ladder": _("The player is on a ladder"),
        "already_on_ladder": _("That player is already on the ladder"),
        "not_on_ladder": _("That player is not on the ladder"),
        "ladder_full": _("The ladder is full"),
        "challenge_to_oneself": _("Nobody challenges themselves"),
        "challenge_out_of_range": _("That player is out of reach"),
        "already_challenged": _("That player is already challenged"),
        "already_challenging": _("One challenge at a time"),
        "challenge_cooldown": _("Those two have just met"),
        "challenge_immune": _("That player has just defended the place"),
        "challenge_answered": _("The challenge waits for no answer"),
    },
}
