"""Money as a page shows it."""

from dataclasses import dataclass
from math import floor

from django import template

from tournaments.money.rules.currencies import money_in_words
from tournaments.money.rules.payouts import (
    HUNDRED,
    Payment,
    Prize,
    PrizePool,
    format_money,
    format_percentage,
)

register = template.Library()

# {{ cents|money_in_words:currency }}
register.filter(money_in_words)


@dataclass(frozen=True, slots=True)
class Offered:
    """A prize with what it comes to by now."""

    prize: Prize
    percent: str
    amount: str


@register.filter
def prizes_offered(prize_pool: PrizePool) -> list[Offered]:
    """The prizes of a prize pool, as they are listed."""
    return [
        Offered(
            prize,
            format_percentage(prize.percent),
            format_money(floor(max(prize_pool.net_money, 0) * prize.percent / HUNDRED), prize_pool.decimals),
        )
        for prize in prize_pool.prizes
    ]


@register.filter
def pool_total(prize_pool: PrizePool) -> str:
    """What is in a prize pool."""
    return format_money(prize_pool.total_money, prize_pool.decimals)


@register.filter
def fees_paid_in(prize_pool: PrizePool) -> int:
    """What its payers pay into a prize pool, in cents."""
    return prize_pool.fee * len(prize_pool.payers)


@register.filter
def amount_paid(line: Payment) -> str:
    """What a line of the payouts pays."""
    return format_money(line.cents, line.decimals)


@register.filter
def prize_part(prize: Prize | Payment, whole: str) -> str:
    """Of which part a prize is; empty where it is of the whole event."""
    return "" if prize.part == whole else prize.part
