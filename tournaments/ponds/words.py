"""Words of the room for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "merge_count": {
        "ponds": _("Ponds"),
    },
    "problem": {
        "pond_started": _("The pond has started"),
        "pond_not_started": _("The pond has not started yet"),
        "pond_finished": _("The pond is over"),
        "pond_full": _("The pond is full"),
        "too_few_players": _("The pond has too few players"),
        "login_missing": _("A player needs a login to bid"),
        "bid_too_late": _("The round is over"),
        "round_not_begun": _("The round has not begun"),
        "fallen_in": _("A player who has fallen in cannot bid"),
        "invalid_bid": _("Nobody can bid that"),
    },
}
