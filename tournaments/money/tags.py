"""Money as a page shows it."""

from dataclasses import dataclass
from math import floor

from django import template

from tournaments.money.rules.payouts import HUNDRED, Line, Pool, Prize, decimal, money

register = template.Library()


@dataclass(frozen=True, slots=True)
class Offered:
    """A prize with what it comes to by now."""

    prize: Prize
    percent: str
    amount: str


@register.filter
def offered(pool: Pool) -> list[Offered]:
    """The prizes of a pool, as they are listed."""
    return [
        Offered(
            prize,
            decimal(prize.percent),
            money(floor(max(pool.net, 0) * prize.percent / HUNDRED), pool.decimals),
        )
        for prize in pool.prizes
    ]


@register.filter
def inside(pool: Pool) -> str:
    """What is in a pool."""
    return money(pool.money, pool.decimals)


@register.filter
def amount(line: Line) -> str:
    """What a line of the payout sheet pays."""
    return money(line.cents, line.decimals)


@register.filter
def part(prize: Prize | Line, whole: str) -> str:
    """Of which part a prize is; empty where it is of the whole event."""
    return "" if prize.part == whole else prize.part
