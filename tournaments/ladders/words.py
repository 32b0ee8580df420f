"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.words import gettext_lazy as text

# A reason that the service itself gives.
LOSER_LEFT = text("The loser has left the ladder.")

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "service_reason": {LOSER_LEFT: LOSER_LEFT},
    # `name` is the player who moves, `other` the one of the match or challenge that caused it.
    "ladder_cause": {
        "joined": _("%(name)s joins the ladder"),
        "left": _("%(name)s leaves the ladder"),
        "won": _("%(name)s wins against %(other)s"),
        "lost": _("%(name)s loses against %(other)s"),
        "drew": _("The match of %(name)s and %(other)s has no winner"),
        "refused": _("%(name)s refuses the challenge of %(other)s"),
        "lapsed": _("%(name)s has not answered the challenge of %(other)s in time"),
        "idle": _("%(name)s has not played for too long"),
        "compressed": _("%(name)s moves down with the stairs"),
    },
    "edited_field": {
        "kind": _("Kind of ladder"),
        "kind_options": _("Rules of the ladder"),
    },
    "merge_count": {
        "ladders": _("Ladders"),
    },
    # What an option may be, by its name.
    "ladder_choice": {
        "movement:swap": _("They swap places"),
        "movement:leapfrog": _("The winner is inserted above the loser"),
        "movement:plus_minus": _("Both move by fixed numbers of places"),
        "unplayed:challenger": _("The challenger wins"),
        "unplayed:both": _("Both lose it"),
        "unplayed:director": _("The director decides"),
        "refusal:nothing": _("Nothing"),
        "refusal:place": _("As much as a lost match"),
        "refusal:bottom": _("A fall to the bottom"),
        "refusal:removed": _("The place on the ladder"),
        "lapse:nothing": _("Nothing"),
        "lapse:place": _("As much as a lost match"),
        "lapse:bottom": _("A fall to the bottom"),
        "lapse:removed": _("The place on the ladder"),
    },
    "ineligibility": {
        "already_challenged": _("already challenged"),
        "challenge_immune": _("has just defended the place"),
        "challenge_cooldown": _("has just met you"),
    },
}
