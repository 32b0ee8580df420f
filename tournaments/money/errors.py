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


class EntryFeeDivided(Refusal):
    code = "entry_fee_divided"
    title = "The entry fee is made up of several"


class CurrencyFixed(Refusal):
    code = "currency_fixed"
    title = "There are amounts in another currency"


class NothingOwed(Refusal):
    code = "nothing_owed"
    title = "That entry owes nothing"


class NoPayout(Refusal):
    code = "no_payout"
    title = "That entry has no such payout"


class NotHandedOver(Refusal):
    code = "not_handed_over"
    title = "That payout has not been handed over"


class InvalidPayouts(Refusal):
    code = "invalid_payouts"
    title = "The payouts do not fit"
