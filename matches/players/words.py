"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
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
    "problem": {
        "login_has_player": _("That login already belongs to a player"),
        "no_own_login": _("A pair or a team has no login of its own"),
        "unknown_country": _("There is no such country code"),
        "federation_number_taken": _("Another player has that federation number"),
        "player_anonymised": _("The player has been anonymised"),
        "not_confirmed": _("What cannot be undone is confirmed first"),
        "profile_claimed": _("The profile has a login already"),
        "claim_open": _("A claim of that login waits for its answer"),
        "claim_answered": _("The claim has been answered"),
        "claim_objected": _("Somebody has objected to the claim"),
        "profile_has_results": _("The profile has results, and is claimed"),
        "invitation_open": _("An invitation waits for its answer"),
        "invitation_answered": _("The invitation has been answered"),
        "invitation_lapsed": _("Whoever made the invitation may not make it any more"),
        "link_over": _("The invitation link opens nothing any more"),
        "group_incomplete": _("A member has not accepted yet"),
        "entry_unwanted": _("The player decides alone who enters them"),
        "nothing_waits": _("Nothing waits that could be stopped"),
        "no_login": _("The player has no login"),
        "merge_into_itself": _("A player cannot be merged into itself"),
        "already_merged": _("That player has been merged into another"),
        "players_met": _("The two are different players"),
        "not_alike": _("The two cannot be one player"),
        "both_have_logins": _("Both players have a login"),
        "merge_undone": _("The merge has been undone"),
    },
}
