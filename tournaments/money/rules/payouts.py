"""Who is paid what: fees and added money, split by place and bracket, to the cent.

A cent is the smallest amount of a currency; of the yen, which has no smaller one, the yen itself. Money is
whole cents and percentages are exact, so nothing is lost: what is paid and what is kept add up to
what came in. A cent that does not divide goes where the largest part of one was cut off.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import floor

from engine.words import gettext_lazy as _
from tournaments.money.errors import InvalidPayouts, PayoutsExceeded
from tournaments.tiebreaks.lots import draw_lot
from tournaments.tiebreaks.results import Place

ZERO = Fraction(0)
HUNDRED = Fraction(100)


@dataclass(frozen=True, slots=True)
class Prize:
    """A percentage of a prize pool for one place of a part: the winner of the consolation, say."""

    part: str
    place: int
    percent: Fraction


@dataclass(frozen=True, slots=True)
class PrizePool:
    """Money that is paid out by one list of prizes: of the event itself, or a side pool.

    fee: cents, from each of `payers`. added: cents from elsewhere, all of it for prizes. keeps: the
    percentage of the fees that the club keeps. costs: cents taken off before anything is split. closed:
    whether only who paid into it can win it; then places are counted among these. decimals: how many the
    currency is written with.
    """

    name: str
    fee: int
    payers: tuple[int, ...]
    prizes: tuple[Prize, ...]
    added: int = 0
    keeps: Fraction = ZERO
    costs: int = 0
    closed: bool = False
    decimals: int = 2

    @property
    def total_money(self) -> int:
        """What came in."""
        return self.fee * len(self.payers) + self.added

    @property
    def share_of_club(self) -> int:
        """What the club keeps of the fees, broken cents left to the players."""
        return floor(self.fee * len(self.payers) * self.keeps / HUNDRED)

    @property
    def net_money(self) -> int:
        """What is split into prizes."""
        return self.total_money - self.share_of_club - self.costs

    def check_prizes(self) -> None:
        """Raises PayoutsExceeded, InvalidPayouts."""
        total = sum((prize.percent for prize in self.prizes), ZERO)
        if total > HUNDRED:
            over = format_percentage(total - HUNDRED)
            raise PayoutsExceeded(
                "The prizes of %(prize_pool)s are %(total)s %% of it. Take %(over)s %% away.",
                {"prize_pool": self.name, "total": format_percentage(total), "over": over},
                prize_pool=self.name,
                percent=format_percentage(total),
            )
        slots = [(prize.part, prize.place) for prize in self.prizes]
        faults = {
            _("an amount is less than nothing"): min(self.fee, self.added, self.costs) < 0,
            _("the club keeps less than nothing or more than all"): not 0 <= self.keeps <= HUNDRED,
            _("a prize is not more than 0 %"): any(prize.percent <= 0 for prize in self.prizes),
            _("places count from 1"): any(prize.place < 1 for prize in self.prizes),
            _("a place has two prizes"): len({*slots}) < len(slots),
            _("an entry pays twice"): len({*self.payers}) < len(self.payers),
            _("the costs are more than there is"): self.net_money < 0,
        }
        for fault, is_so in faults.items():
            if is_so:
                raise InvalidPayouts(
                    "In %(prize_pool)s %(fault)s.",
                    {"prize_pool": self.name, "fault": fault},
                    prize_pool=self.name,
                )


@dataclass(frozen=True, slots=True)
class Payment:
    """What one entry is paid of a prize pool for a place, and why.

    first, last: the places it shares with the others who are equal. percent: what these places bring
    together. sharers: by how many that is shared. of: cents that are split. exact: cents before rounding.
    decimals: how many the currency is written with.
    """

    prize_pool: str
    part: str
    entry: int
    first: int
    last: int
    percent: Fraction
    sharers: int
    of: int
    exact: Fraction
    cents: int
    decimals: int = 2

    @property
    def explanation(self) -> str:
        """The reckoning in one line: "places 3 to 4: 12 % of 100.00, shared by 2: 6.00"."""
        places = f"place {self.first}" if self.first == self.last else f"places {self.first} to {self.last}"
        shared = f", shared by {self.sharers}" if self.sharers > 1 else ""
        rounded = (
            ", rounded up" if self.cents > self.exact else ", rounded down" if self.cents < self.exact else ""
        )
        of, paid = format_money(self.of, self.decimals), format_money(self.cents, self.decimals)
        return f"{places}: {format_percentage(self.percent)} % of {of}{shared}: {paid}{rounded}"


@dataclass(frozen=True, slots=True)
class RetainedMoney:
    """Money of a prize pool that no entry is paid, and why: club, costs, not_offered, not_won or rounding."""

    prize_pool: str
    reason: str
    cents: int


@dataclass(frozen=True, slots=True)
class Payouts:
    """The payouts: what everybody is paid and what is kept. Together it is what came in."""

    lines: tuple[Payment, ...]
    kept: tuple[RetainedMoney, ...]

    @property
    def totals_by_entry(self) -> dict[int, int]:
        """Cents by entry, over all prize pools."""
        totals: dict[int, int] = {}
        for line in self.lines:
            totals[line.entry] = totals.get(line.entry, 0) + line.cents
        return totals


def compute_payouts(
    prize_pools: Sequence[PrizePool], places: Mapping[str, Sequence[Place]], seed: str = ""
) -> Payouts:
    """What the places of each part bring. Who shares places shares the sum of their prizes.

    A place that nobody took is not paid. Cents that do not divide go to whoever loses the largest part of
    one, of equals to the better place, then by lot: the SHA-256 of "<seed>:payouts:<entry>", smallest first.

    Raises PayoutsExceeded; InvalidPayouts, also where a prize is for a part that is not there or for a place
    that is not clinched.
    """
    lines: list[Payment] = []
    kept: list[RetainedMoney] = []
    for prize_pool in prize_pools:
        prize_pool.check_prizes()
        won = round_prize_payments(
            [
                line
                for part in parts_of_prize_pool(prize_pool)
                for line in _payments_won(prize_pool, part, places)
            ],
            seed,
        )
        lines += won
        kept += [each for each in _retained_money(prize_pool, won) if each.cents]
    return Payouts(tuple(lines), tuple(kept))


def parts_of_prize_pool(prize_pool: PrizePool) -> list[str]:
    """The parts a prize pool has prizes for, in the order they are named."""
    return [*dict.fromkeys(prize.part for prize in prize_pool.prizes)]


def _payments_won(prize_pool: PrizePool, part: str, places: Mapping[str, Sequence[Place]]) -> list[Payment]:
    """The lines of one part, not rounded yet."""
    if part not in places:
        raise InvalidPayouts(
            "%(prize_pool)s has prizes for %(part)s, which this event does not have.",
            {"prize_pool": prize_pool.name, "part": part},
            prize_pool=prize_pool.name,
            part=part,
        )
    percents = {prize.place: prize.percent for prize in prize_pool.prizes if prize.part == part}
    lines: list[Payment] = []
    standing = 0
    eligible = [place for place in places[part] if not prize_pool.closed or place.entry in prize_pool.payers]
    for _place, group in groupby(eligible, key=lambda place: (place.first, place.last)):
        equals = [*group]
        first, last = standing + 1, standing + len(equals)
        standing = last
        percent = sum((percents.get(place, ZERO) for place in range(first, last + 1)), ZERO)
        if not percent:
            continue
        if not all(place.clinched for place in equals):
            raise InvalidPayouts(
                "Place %(place)s of %(part)s is not clinched yet. Pay when it is.",
                {"place": first, "part": part},
                prize_pool=prize_pool.name,
                part=part,
            )
        exact = prize_pool.net_money * percent / HUNDRED / len(equals)
        lines += [
            Payment(
                *(
                    prize_pool.name,
                    part,
                    place.entry,
                    first,
                    last,
                    percent,
                    len(equals),
                    prize_pool.net_money,
                ),
                *(exact, floor(exact), prize_pool.decimals),
            )
            for place in equals
        ]
    return lines


def round_prize_payments(lines: list[Payment], seed: str) -> list[Payment]:
    """The lines of one prize pool in whole cents that add up to the whole cents of their sum."""
    missing = floor(sum((line.exact for line in lines), ZERO)) - sum(line.cents for line in lines)
    turn = sorted(
        range(len(lines)),
        key=lambda at: (
            lines[at].cents - lines[at].exact,
            lines[at].first,
            draw_lot(f"{seed}:payouts", lines[at].entry),
            at,
        ),
    )
    for at in turn[:missing]:
        lines[at] = replace(lines[at], cents=lines[at].cents + 1)
    return lines


def _retained_money(prize_pool: PrizePool, lines: Sequence[Payment]) -> list[RetainedMoney]:
    offered = sum((prize.percent for prize in prize_pool.prizes), ZERO)
    won = sum((line.percent / line.sharers for line in lines), ZERO)
    paid = sum(line.cents for line in lines)
    not_won = floor(prize_pool.net_money * (offered - won) / HUNDRED)
    not_offered = floor(prize_pool.net_money * (HUNDRED - offered) / HUNDRED)
    return [
        RetainedMoney(prize_pool.name, "club", prize_pool.share_of_club),
        RetainedMoney(prize_pool.name, "costs", prize_pool.costs),
        RetainedMoney(prize_pool.name, "not_offered", not_offered),
        RetainedMoney(prize_pool.name, "not_won", not_won),
        RetainedMoney(prize_pool.name, "rounding", prize_pool.net_money - paid - not_won - not_offered),
    ]


def format_money(cents: int, decimals: int = 2) -> str:
    """1234567 as 12345.67; of a currency without decimals as 1234567."""
    whole, rest = divmod(cents, 10**decimals)
    return f"{whole}.{rest:0{decimals}}" if decimals else str(whole)


def format_percentage(value: Fraction) -> str:
    """A percentage as it is written: 12.5; of one that never ends four decimals."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")
