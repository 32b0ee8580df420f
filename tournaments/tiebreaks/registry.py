"""Every tie-break a director may choose, by its code."""

from .base import Tiebreak
from .head_to_head import HeadToHead
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
        HeadToHead("head_to_head", "Head-to-head", "DE", help="The matches of the tied against each other."),
        *OPPONENTS,
        *RATINGS,
        PlayOff(PLAY_OFF, "Play-off", "PO", help="Matches between the tied after the last round."),
        Lots("lots", "Lots", "Lot", help="Drawn by lot from the printed seed."),
    )
}
