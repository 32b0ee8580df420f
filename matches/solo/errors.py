"""Why something cannot be done in a solo game, beside what the engine refuses."""

from matches.base.errors import Refusal


class SoloMovedOn(Refusal):
    code = "solo_moved_on"
    title = "The game has gone on"


class SoloNotBegun(Refusal):
    code = "solo_not_begun"
    title = "The game has not begun"


class SoloBegun(Refusal):
    code = "solo_begun"
    title = "The game has begun"


class SoloEnded(Refusal):
    code = "solo_ended"
    title = "The game has ended"


class SoloUnfinished(Refusal):
    code = "solo_unfinished"
    title = "There is a game like that to be finished"
