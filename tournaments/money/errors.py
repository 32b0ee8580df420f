"""Why prize pools and payouts cannot be."""

from matches.base.errors import Refusal


class UnknownPrizePool(Refusal):
    code = "unknown_prize_pool"
    title = "No such side pool in this tournament"


class PrizePoolsWithoutReason(Refusal):
    code = "prize_pools_without_reason"
    title = "Changing the prize pools after the draw takes a reason"


class PayoutsExceeded(Refusal):
    code = "payouts_exceeded"
    title = "More than all of the money is paid out"


class InvalidPayouts(Refusal):
    code = "invalid_payouts"
    title = "The payouts do not fit"
