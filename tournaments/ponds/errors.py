"""Why something cannot be done in a pond."""

from matches.base.errors import Refusal


class InvalidBid(Refusal):
    code = "invalid_bid"
    title = "Nobody can bid that"


class InvalidPond(Refusal):
    code = "invalid_pond"
    title = "A pond cannot be played so"


class PondStarted(Refusal):
    code = "pond_started"
    title = "The pond has started"


class PondNotStarted(Refusal):
    code = "pond_not_started"
    title = "The pond has not started yet"


class PondFinished(Refusal):
    code = "pond_finished"
    title = "The pond is over"


class PondCalledOff(Refusal):
    code = "pond_called_off"
    title = "The pond has been called off"


class PondInUse(Refusal):
    code = "pond_in_use"
    title = "The pond is in use"


class PondFull(Refusal):
    code = "pond_full"
    title = "The pond is full"


class TooFewPlayers(Refusal):
    code = "too_few_players"
    title = "The pond has too few players"


class LoginMissing(Refusal):
    code = "login_missing"
    title = "A player needs a login to bid"


class BidTooLate(Refusal):
    code = "bid_too_late"
    title = "The round is over"


class RoundNotBegun(Refusal):
    code = "round_not_begun"
    title = "The round has not begun"


class FallenIn(Refusal):
    code = "fallen_in"
    title = "A player who has fallen in cannot bid"
