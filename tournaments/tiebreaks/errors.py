"""Why an order of tie-breaks cannot be."""

from matches.base.errors import Refusal


class UnknownTiebreak(Refusal):
    code = "unknown_tiebreak"
    title = "No such tie-break"


class InvalidTiebreaks(Refusal):
    code = "invalid_tiebreaks"
    title = "The tie-breaks do not fit together"
