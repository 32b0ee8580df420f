"""What all elimination formats share: a plan of matches that feed one another, folded with what was played.

A format of this family only says how the matches hang together (`Elimination.plan`). Who sits where, what can
be played, the places and where a result leads are the same for all of them.
"""

from tournaments.formats.seeding.seats import bracket_layout

from .brackets import BracketDraft, feed_in, knockout_rounds
from .format import Elimination
from .plan import BracketPlan, Draft, Source
from .seats import seeds_in_bracket_order

__all__ = [
    "BracketDraft",
    "BracketPlan",
    "Draft",
    "Elimination",
    "Source",
    "bracket_layout",
    "feed_in",
    "knockout_rounds",
    "seeds_in_bracket_order",
]
