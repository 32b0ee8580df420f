"""What is paid in and who is paid what."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tournaments.events.models import Entry, Tournament
from tournaments.events.selectors import (
    TournamentCourse,
    active_entries,
    last_published_of,
    tournament_course,
)
from tournaments.formats import Place
from tournaments.money.rules.payouts import Payment, PrizePool, RetainedMoney, compute_payouts
from tournaments.money.rules.prize_pools import WHOLE, is_side_prize_pool, read_prize_pools

from .errors import InvalidPayouts
from .models import PrizePoolList, Stake


@dataclass(frozen=True, slots=True)
class PayoutLine:
    entry: Entry
    line: Payment


@dataclass(frozen=True, slots=True)
class PaidOut:
    """What came in, in cents, what everybody is paid, and what is kept; the last two add up to the first."""

    currency: str
    money: int
    lines: list[PayoutLine]
    kept: Sequence[RetainedMoney]
    prize_pools: list[PrizePool]

    @property
    def total_paid(self) -> int:
        return sum(each.line.cents for each in self.lines)


@dataclass(frozen=True, slots=True)
class Money:
    """What there is to win: the prize pools, who paid into them, and once clinched who has won what."""

    currency: str
    prize_pools: list[PrizePool]
    paid: PaidOut | None


def prize_pool_list(tournament: Tournament) -> PrizePoolList:
    """The prize pools that count; none where nobody has set any: one query."""
    latest = PrizePoolList.objects.filter(tournament=tournament).order_by("serial").last()
    return latest or PrizePoolList(tournament=tournament, currency="EUR", prize_pools=[])


def paid_prize_pools(listed: PrizePoolList, field: Sequence[int], came: Mapping[int, int]) -> list[PrizePool]:
    """The prize pools, and who paid into each: `field` into the event's own, into side pools who chose to.

    came: who came for whom, and with the place takes over what was paid into side pools.
    """
    there = set(field)
    chosen: dict[str, list[int]] = {}
    stakes = Stake.objects.filter(entry__tournament=listed.tournament).order_by("serial")
    for paid, prize_pool in stakes.values_list("entry", "prize_pool"):
        entry, payers = last_published_of(paid, came), chosen.setdefault(prize_pool, [])
        if entry in there and entry not in payers:
            payers.append(entry)
    return [
        replace(
            prize_pool, payers=tuple(chosen.get(prize_pool.name, ()) if is_side_prize_pool(given) else field)
        )
        for prize_pool, given in zip(
            read_prize_pools(listed.prize_pools, listed.currency), listed.prize_pools, strict=True
        )
    ]


def tournament_payouts(tournament: Tournament) -> PaidOut:
    """Who is paid what, by the places: the queries of tournament_course and two more.

    Raises InvalidPayouts where a prize is for a part that there is not, or a place that is not clinched.
    """
    return payouts_of_prize_pools(tournament_course(tournament), prize_pool_list(tournament))


def payouts_of_prize_pools(course: TournamentCourse, listed: PrizePoolList) -> PaidOut:
    """The same of a tournament that is loaded: one query, and one more before the draw."""
    prize_pools = paid_prize_pools(listed, prize_pool_field(course), course.replaced_by)
    payouts = compute_payouts(prize_pools, prize_pool_places(course), seed=course.history.seed)
    return PaidOut(
        listed.currency,
        sum(prize_pool.total_money for prize_pool in prize_pools),
        [PayoutLine(course.entries[line.entry], line) for line in payouts.lines],
        payouts.kept,
        prize_pools,
    )


def money_shown_to_viewer(course: TournamentCourse) -> Money | None:
    """What a tournament that is loaded pays, or will pay; None where there are no prize pools: one query.

    One or two more where there are.
    """
    listed = prize_pool_list(course.tournament)
    if not listed.prize_pools:
        return None
    if course.tournament.state == Tournament.State.FINISHED:
        # Of prizes for a part that there is not, it is not known who has won them.
        with suppress(InvalidPayouts):
            payouts = payouts_of_prize_pools(course, listed)
            return Money(listed.currency, payouts.prize_pools, payouts)
    return Money(
        listed.currency, paid_prize_pools(listed, prize_pool_field(course), course.replaced_by), None
    )


def prize_pool_field(course: TournamentCourse) -> tuple[int, ...]:
    """Who pays the fee of the event: who is in the draw, or before it who has entered."""
    return course.history.entries or tuple(active_entries(course.tournament).values_list("pk", flat=True))


def prize_pool_places(course: TournamentCourse) -> dict[str, list[Place]]:
    """The places of the whole event and of each part."""
    found = {part.code: [row.place for row in part.table] for part in course.shown_parts}
    return {WHOLE: [row.place for row in course.standings], **found}
