"""What all elimination formats share: a plan of matches that feed one another, folded with what was played.

A format of this family only says how the matches hang together (`Elimination.plan`). Who sits where, what can
be played, the places and where a result leads are the same for all of them.
"""

from tournaments.formats.seeding.seats import layout

from .brackets import Bracket, feed_in, knockout
from .format import Elimination
from .plan import Draft, Plan, Source
from .seats import seeds

__all__ = [
    "Bracket",
    "Draft",
    "Elimination",
    "Plan",
    "Source",
    "feed_in",
    "knockout",
    "layout",
    "seeds",
]
