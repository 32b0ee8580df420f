"""Money as a page shows it."""

from dataclasses import dataclass
from math import floor

from django import template

from tournaments.money.rules.currencies import money_in_words
from tournaments.money.rules.payouts import HUNDRED, Payment, Prize, PrizePool, format_percentage

register = template.Library()

# {{ cents|money_in_words:currency }}
register.filter(money_in_words)


@dataclass(frozen=True, slots=True)
class Offered:
    """A prize with what it comes to by now, in cents."""

    prize: Prize
    percent: str
    cents: int


@register.filter
def prizes_offered(prize_pool: PrizePool) -> list[Offered]:
    """The prizes of a prize pool, as they are listed."""
    return [
        Offered(
            prize,
            format_percentage(prize.percent),
            floor(max(prize_pool.net_money, 0) * prize.percent / HUNDRED),
        )
        for prize in prize_pool.prizes
    ]


@register.filter
def fees_paid_in(prize_pool: PrizePool) -> int:
    """What its payers pay into a prize pool, in cents."""
    return prize_pool.fee * len(prize_pool.payers)


@register.filter
def prize_part(prize: Prize | Payment, whole: str) -> str:
    """Of which part a prize is; empty where it is of the whole event."""
    return "" if prize.part == whole else prize.part
