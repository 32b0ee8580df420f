"""What is paid in and who is paid what."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject

from matches.accounts.models import User
from tournaments.clubs.models import Club
from tournaments.events.models import Entry, Tournament
from tournaments.events.selectors import (
    TournamentCourse,
    active_entries,
    entries_in_field,
    last_published_of,
    tournament_course,
)
from tournaments.formats import Place
from tournaments.money.rules.currencies import currency_of_zone
from tournaments.money.rules.fees import Fees, collected_by_login, entry_fee, entry_fees, is_all_for_the_club
from tournaments.money.rules.payouts import Payment, PrizePool, RetainedMoney, compute_payouts
from tournaments.money.rules.prize_pools import WHOLE, is_side_prize_pool, read_prize_pools

from .errors import InvalidPayouts
from .models import FeePayment, PayoutHandover, PrizePoolList, Stake

PayoutPlace = tuple[int, str, str]
"""What is handed over by itself: entry, prize pool, part."""


@dataclass(frozen=True, slots=True)
class PayoutLine:
    """What an entry is paid for a place, and how much of it was handed over by now, in cents."""

    entry: Entry
    line: Payment
    handed_over: int = 0

    @property
    def difference(self) -> int:
        """What is still to be handed over; less than nothing: to be returned."""
        return self.line.cents - self.handed_over


@dataclass(frozen=True, slots=True)
class UnearnedPayout:
    """What was handed over, in cents, for a place that brings the entry nothing any more."""

    entry: Entry
    prize_pool: str
    part: str
    handed_over: int


@dataclass(frozen=True, slots=True)
class PaidOut:
    """What came in, in cents, what everybody is paid, and what is kept; the last two add up to the first.

    unearned: what was handed over before a correction, to who is paid nothing there.
    """

    currency: str
    money: int
    lines: list[PayoutLine]
    kept: Sequence[RetainedMoney]
    prize_pools: list[PrizePool]
    unearned: list[UnearnedPayout]

    @property
    def total_paid(self) -> int:
        return sum(each.line.cents for each in self.lines)

    @property
    def handed_over(self) -> int:
        earned = sum(each.handed_over for each in self.lines)
        return earned + sum(each.handed_over for each in self.unearned)

    @property
    def to_hand_over(self) -> int:
        return sum(max(each.difference, 0) for each in self.lines)

    @property
    def to_return(self) -> int:
        too_much = sum(max(-each.difference, 0) for each in self.lines)
        return too_much + sum(each.handed_over for each in self.unearned)


@dataclass(frozen=True, slots=True)
class TournamentFees:
    """What an event costs to enter, what every entry owes and has paid, and who has collected it; in cents.

    fee: of who plays, without side pools. by_entry: of every entry, by number. collected: by login.
    """

    currency: str
    fee: int
    by_entry: Mapping[int, Fees]
    collected: Sequence[tuple[User | None, int]]

    @property
    def owed(self) -> int:
        return sum(fees.owed for fees in self.by_entry.values())

    @property
    def paid(self) -> int:
        return sum(fees.paid for fees in self.by_entry.values())

    @property
    def open(self) -> int:
        return sum(fees.open for fees in self.by_entry.values())

    @property
    def to_return(self) -> int:
        return sum(fees.to_return for fees in self.by_entry.values())


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


def club_currency(number: int) -> str:
    """In which currency a club said its amounts last, or probably will: one query."""
    latest = PrizePoolList.objects.filter(tournament__club=OuterRef("pk")).order_by("-serial")
    said = Subquery(latest.values("currency")[:1])
    zone, currency = Club.objects.values_list("time_zone", said).get(pk=number)
    return currency or currency_of_zone(zone)


def paid_prize_pools(listed: PrizePoolList, field: Sequence[int], came: Mapping[int, int]) -> list[PrizePool]:
    """The prize pools, and who paid into each: `field` into the event's own, into side pools who chose to.

    came: who came for whom, and with the place takes over what was paid into side pools.
    """
    there = set(field)
    chosen: dict[str, list[int]] = {}
    stakes = Stake.objects.filter(entry__tournament=listed.tournament_id).order_by("serial")
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
    """The same of a tournament that is loaded: two queries, and one more before the draw."""
    prize_pools = paid_prize_pools(listed, prize_pool_field(course), course.replaced_by)
    payouts = compute_payouts(prize_pools, prize_pool_places(course), seed=course.history.seed)
    handed_over = payouts_handed_over(course.tournament)
    due = {(line.entry, line.prize_pool, line.part) for line in payouts.lines}
    return PaidOut(
        listed.currency,
        sum(prize_pool.total_money for prize_pool in prize_pools),
        [
            PayoutLine(
                course.entries[line.entry],
                line,
                handed_over.get((line.entry, line.prize_pool, line.part), 0),
            )
            for line in payouts.lines
        ],
        payouts.kept,
        prize_pools,
        [
            UnearnedPayout(course.entries[entry], prize_pool, part, cents)
            for (entry, prize_pool, part), cents in handed_over.items()
            if cents and (entry, prize_pool, part) not in due
        ],
    )


def payouts_handed_over(tournament: Tournament) -> dict[PayoutPlace, int]:
    """What was handed over by now, in cents; nothing where that was taken back: one query."""
    handovers = PayoutHandover.objects.filter(entry__tournament=tournament).order_by("serial")
    rows = handovers.values_list("entry", "prize_pool", "part", "cents")
    return {(entry, prize_pool, part): cents for entry, prize_pool, part, cents in rows}


def money_shown_to_viewer(course: TournamentCourse) -> Money | None:
    """What a tournament that is loaded pays, or will pay; None where nothing is paid out: one query.

    One or two more where there are.
    """
    listed = prize_pool_list(course.tournament)
    if all(map(is_all_for_the_club, listed.prize_pools)):
        return None
    if course.tournament.state == Tournament.State.FINISHED:
        # Of prizes for a part that there is not, it is not known who has won them.
        with suppress(InvalidPayouts):
            payouts = payouts_of_prize_pools(course, listed)
            return Money(listed.currency, payouts.prize_pools, payouts)
    return Money(
        listed.currency, paid_prize_pools(listed, prize_pool_field(course), course.replaced_by), None
    )


def tournament_fees(
    tournament: Tournament, seats: tuple[Sequence[int], Mapping[int, int]] | None = None
) -> TournamentFees:
    """What every entry owes and has paid: the queries of entries_in_field, and five more.

    Whoever takes a place owes what goes with it, and what was paid for it counts as theirs. `seats`: what
    entries_in_field gives, where it is known.
    """
    in_field, came = entries_in_field(tournament) if seats is None else seats
    listed = prize_pool_list(tournament)
    notes = list(fee_payment_list(tournament).values_list("entry", "cents", "recorded_by"))
    paid: dict[int, int] = defaultdict(int)
    for entry, cents in {entry: cents for entry, cents, _ in notes}.items():
        paid[last_published_of(entry, came)] += cents
    collected = collected_by_login(notes)
    logins = User.objects.in_bulk([login for login in collected if login is not None])
    return TournamentFees(
        listed.currency,
        entry_fee(listed.prize_pools),
        entry_fees(
            paid_prize_pools(listed, in_field, came),
            paid,
            tournament.entries.order_by("pk").values_list("pk", flat=True),
        ),
        [(None if login is None else logins[login], cents) for login, cents in collected.items()],
    )


def fee_payment_list(tournament: Tournament) -> QuerySet[FeePayment]:
    """Every note of what an entry has paid, in order; the latest of an entry counts."""
    return FeePayment.objects.filter(entry__tournament=tournament).order_by("serial")


def has_changed_hands(tournament: Tournament) -> bool:
    """Whether fees have been paid or payouts handed over that were not taken back: two queries."""
    paid = dict(fee_payment_list(tournament).values_list("entry", "cents"))
    return any(paid.values()) or any(payouts_handed_over(tournament).values())


def with_prize_pools(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Tournaments, each knowing its latest prize pools as `prize_pools_now`, in the query of its row."""
    latest = PrizePoolList.objects.filter(tournament=OuterRef("pk")).order_by("-serial")
    now = JSONObject(currency="currency", prize_pools="prize_pools")
    return tournaments.annotate(prize_pools_now=Subquery(latest.values_list(now)[:1]))


def prize_pool_field(course: TournamentCourse) -> tuple[int, ...]:
    """Who pays the fee of the event: who is in the draw, or before it who has entered."""
    return course.history.entries or tuple(active_entries(course.tournament).values_list("pk", flat=True))


def prize_pool_places(course: TournamentCourse) -> dict[str, list[Place]]:
    """The places of the whole event and of each part."""
    found = {part.code: [row.place for row in part.table] for part in course.shown_parts}
    return {WHOLE: [row.place for row in course.standings], **found}
