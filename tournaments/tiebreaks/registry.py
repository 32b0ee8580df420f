"""Every tie-break a director may choose, by its code."""

from .base import Tiebreak
from .head_to_head import HeadToHead
from .lots import Lots
from .opponents import Buchholz, SonnebornBerger
from .record import POINTS, WINS

TIEBREAKS: dict[str, Tiebreak] = {
    tiebreak.code: tiebreak
    for tiebreak in (
        POINTS,
        WINS,
        HeadToHead("head_to_head", "Head-to-head", help="The matches of the tied against each other."),
        Buchholz("buchholz", "Buchholz", help="The scores of all opponents, added up."),
        SonnebornBerger(
            "sonneborn_berger",
            "Sonneborn-Berger",
            help="The scores of all opponents, each times the points scored against it.",
        ),
        Lots("lots", "Lots", help="Drawn by lot from the printed seed."),
    )
}
