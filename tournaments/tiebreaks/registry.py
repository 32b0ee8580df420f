"""Every tie-break a director may choose, by its code."""

from engine.words import gettext_lazy as _

from .base import Tiebreak
from .head_to_head import DirectEncounter
from .lots import Lots
from .opponents import OPPONENTS
from .play_off import CODE as PLAY_OFF
from .play_off import PlayOff
from .ratings import RATINGS
from .record import RECORDS

TIEBREAKS: dict[str, Tiebreak] = {
    tiebreak.code: tiebreak
    for tiebreak in (
        *RECORDS,
        DirectEncounter(
            "head_to_head",
            _("Head-to-head"),
            "DE",
            description=_("The matches of the tied against each other."),
        ),
        *OPPONENTS,
        *RATINGS,
        PlayOff(
            PLAY_OFF, _("Play-off"), "PO", description=_("Matches between the tied after the last round.")
        ),
        Lots("lots", _("Lots"), "Lot", description=_("Drawn by lot from the printed seed.")),
    )
}
