"""Prize pools as a director writes them: plain JSON, read into what payouts are made of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tournaments.money.errors import InvalidPayouts

from .currencies import currency_decimals
from .payouts import Prize, PrizePool

WHOLE = "all"
"""The part of a prize for a place in the whole event."""

CENTS_MAX = 10**12
POOLS_MAX, PRIZES_MAX = 20, 200
PERCENT = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")
AMOUNTS = ("fee", "added", "costs")
KNOWN = ("name", *AMOUNTS, "keeps", "side", "closed", "prizes")


def read_prize_pools(given: Sequence[Mapping[str, Any]], currency: str = "EUR") -> list[PrizePool]:
    """The prize pools, nobody having paid yet. Raises InvalidPayouts, PayoutsExceeded."""
    decimals = currency_decimals(currency)
    prize_pools = [
        replace(read_prize_pool(number, prize_pool), decimals=decimals)
        for number, prize_pool in enumerate(given, 1)
    ]
    names = [prize_pool.name for prize_pool in prize_pools]
    if len(set(names)) < len(names):
        raise InvalidPayouts("Two prize pools have the same name.")
    for prize_pool in prize_pools:
        # Whether the costs can be paid is known when the fees are in.
        replace(prize_pool, costs=0).check_prizes()
    return prize_pools


def read_prize_pool(number: int, given: Mapping[str, Any]) -> PrizePool:
    name = given.get("name")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 40 or not name.isprintable():
        raise InvalidPayouts(
            "Prize pool %(number)s needs a name of 1 to 40 characters that can be seen.", {"number": number}
        )
    for key in given:
        if key not in KNOWN:
            raise InvalidPayouts(
                "%(name)s says %(key)r; a prize pool has %(known)s.",
                {"name": name, "key": str(key)[:40], "known": [*KNOWN]},
                prize_pool=name,
            )
    prizes = given.get("prizes", [])
    if not isinstance(prizes, list) or len(prizes) > PRIZES_MAX:
        raise InvalidPayouts(
            "The prizes of %(name)s are a list of at most %(prizes_max)s.",
            {"name": name, "prizes_max": PRIZES_MAX},
            prize_pool=name,
        )
    return PrizePool(
        name,
        fee=read_prize_cents(name, "fee", given.get("fee", 0)),
        payers=(),
        prizes=tuple(read_prize(name, prize) for prize in prizes),
        added=read_prize_cents(name, "added", given.get("added", 0)),
        keeps=read_prize_percent(name, given.get("keeps", 0)),
        costs=read_prize_cents(name, "costs", given.get("costs", 0)),
        closed=read_prize_flag(name, "closed", given.get("closed", is_side_prize_pool(given))),
    )


def is_side_prize_pool(given: Mapping[str, Any]) -> bool:
    """Whether only those pay into a prize pool who choose to."""
    return read_prize_flag(str(given.get("name")), "side", given.get("side", False))


def read_prize(prize_pool: str, given: Any) -> Prize:
    if not isinstance(given, dict) or not given.keys() <= {"part", "place", "percent"}:
        raise InvalidPayouts(
            "A prize of %(prize_pool)s has a part, a place and a percent.",
            {"prize_pool": prize_pool},
            prize_pool=prize_pool,
        )
    part, place = given.get("part", WHOLE), given.get("place")
    if not isinstance(part, str) or not 0 < len(part) <= 32 or not part.isprintable():
        raise InvalidPayouts(
            "A prize of %(prize_pool)s is for no part %(part)r.",
            {"prize_pool": prize_pool, "part": str(part)[:40]},
            prize_pool=prize_pool,
        )
    if not isinstance(place, int) or isinstance(place, bool) or not 1 <= place <= 4096:
        raise InvalidPayouts(
            "A prize of %(prize_pool)s is for no place %(place)r.",
            {"prize_pool": prize_pool, "place": str(place)[:40]},
            prize_pool=prize_pool,
        )
    return Prize(part, place, read_prize_percent(prize_pool, given.get("percent")))


def read_prize_cents(prize_pool: str, name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= CENTS_MAX:
        raise InvalidPayouts(
            "%(name)s of %(prize_pool)s is a whole number of cents, not %(value)r.",
            {"name": name, "prize_pool": prize_pool, "value": str(value)[:40]},
            prize_pool=prize_pool,
        )
    return value


def read_prize_percent(prize_pool: str, value: Any) -> Fraction:
    """12, 12.5 or "12.5", exactly as it is written."""
    written = str(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else ""
    if not PERCENT.fullmatch(written):
        raise InvalidPayouts(
            "A percentage of %(prize_pool)s cannot be %(value)r.",
            {"prize_pool": prize_pool, "value": str(value)[:40]},
            prize_pool=prize_pool,
        )
    return Fraction(written)


def read_prize_flag(prize_pool: str, name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InvalidPayouts(
            "%(name)s of %(prize_pool)s is true or false, not %(value)r.",
            {"name": name, "prize_pool": prize_pool, "value": str(value)[:40]},
            prize_pool=prize_pool,
        )
    return value
