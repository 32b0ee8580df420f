"""Prize pools and the fee, who pays into them, and what changes hands."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from tournaments.events.errors import TournamentStarted
from tournaments.events.models import Entry, Tournament
from tournaments.events.services import (
    check_entry_present,
    tournament_entries_numbered,
    tournament_entry_numbered,
    tournament_lock,
)
from tournaments.formats import Format
from tournaments.money.rules.fees import has_other_amounts, with_entry_fee
from tournaments.money.rules.payouts import PrizePool, parts_of_prize_pool
from tournaments.money.rules.prize_pools import WHOLE, is_side_prize_pool, read_prize_pools

from .errors import (
    CurrencyFixed,
    InvalidPayouts,
    NoPayout,
    NotHandedOver,
    NothingOwed,
    PrizePoolsWithoutReason,
    UnknownPrizePool,
)
from .models import FeePayment, PayoutHandover, PrizePoolList, Stake
from .selectors import (
    PayoutPlace,
    fee_payment_list,
    has_changed_hands,
    payouts_handed_over,
    prize_pool_list,
    tournament_fees,
    tournament_payouts,
)


@transaction.atomic
def prize_pools_set(
    *,
    actor: User,
    tournament_id: int,
    currency: str,
    prize_pools: Sequence[Mapping[str, Any]],
    reason: str = "",
    now: datetime | None = None,
) -> PrizePoolList:
    """Set what is paid in and how it is split, in place of what was set before.

    After the draw that takes a reason. Raises InvalidPayouts, PayoutsExceeded, PrizePoolsWithoutReason,
    CurrencyFixed.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    return prize_pools_write(tournament, currency, prize_pools, actor=actor, reason=reason, now=now)


@transaction.atomic
def entry_fee_set(
    *,
    actor: User,
    tournament_id: int,
    cents: int,
    currency: str,
    reason: str = "",
    now: datetime | None = None,
) -> PrizePoolList:
    """Set what an event costs to enter, in the prize pool that everybody pays into; 0 where it is free.

    Where there is none, one is made for it, all of which is the club's. Raises what `prize_pools_set` does,
    and EntryFeeDivided.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    listed = prize_pool_list(tournament)
    if currency != listed.currency and has_other_amounts(listed.prize_pools):
        raise currency_fixed(tournament, listed.currency)
    prize_pools = with_entry_fee(listed.prize_pools, cents, gettext("Entry fee"))
    return prize_pools_write(tournament, currency, prize_pools, actor=actor, reason=reason, now=now)


def prize_pools_write(
    tournament: Tournament,
    currency: str,
    prize_pools: Sequence[Mapping[str, Any]],
    *,
    actor: User,
    reason: str,
    now: datetime | None,
) -> PrizePoolList:
    """Check and write the prize pools of a locked tournament."""
    for prize_pool in read_prize_pools(prize_pools, currency):
        check_prize_pool_parts(prize_pool, tournament.played_as)
    held = prize_pool_list(tournament).currency
    if currency != held and has_changed_hands(tournament):
        raise currency_fixed(tournament, held)
    if tournament.state != Tournament.State.OPEN and not reason.strip():
        raise PrizePoolsWithoutReason(
            "%(tournament)s has been drawn. State in `reason` why the money is split otherwise now.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    listed = PrizePoolList.objects.create(
        tournament=tournament,
        currency=currency,
        prize_pools=[dict(prize_pool) for prize_pool in prize_pools],
        reason=reason.strip(),
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )
    return listed


def currency_fixed(tournament: Tournament, currency: str) -> CurrencyFixed:
    return CurrencyFixed(
        "%(tournament)s has amounts in %(currency)s: prize pools, or money that has changed hands. Keep the "
        "currency, or take those back first.",
        {"tournament": tournament.name, "currency": currency},
        currency=currency,
    )


def prize_pools_copy(*, source: int, copy: int, actor: User) -> None:
    """Give a tournament that was just announced the prize pools of another, if they fit its format."""
    listed = prize_pool_list(Tournament.objects.get(pk=source))
    format = Tournament.objects.get(pk=copy).played_as
    parts = {
        part
        for prize_pool in read_prize_pools(listed.prize_pools, listed.currency)
        for part in parts_of_prize_pool(prize_pool)
    }
    if listed.prize_pools and all(part == WHOLE or format.has_part(part) for part in parts):
        prize_pools_set(
            actor=actor, tournament_id=copy, currency=listed.currency, prize_pools=listed.prize_pools
        )


def check_prize_pool_parts(prize_pool: PrizePool, format: Format) -> None:
    """Raises InvalidPayouts where a prize is for a part that an event of this format never has."""
    for part in parts_of_prize_pool(prize_pool):
        if part != WHOLE and not format.has_part(part):
            raise InvalidPayouts(
                "%(prize_pool)s has a prize for part %(part)r, which %(format)s does not have. Its parts: "
                "%(part_names)s; %(whole)s is the whole event.",
                {
                    "prize_pool": prize_pool.name,
                    "part": part,
                    "format": CodeWord(format.code, "format"),
                    "part_names": [*format.part_names],
                    "whole": WHOLE,
                },
                prize_pool=prize_pool.name,
                part=part,
            )


@transaction.atomic
def stake_add(
    *, actor: User, tournament_id: int, entry_id: int, prize_pool: str, now: datetime | None = None
) -> Stake:
    """Have an entry pay into a side pool, before the draw. Again changes nothing.

    Raises UnknownEntry, UnknownPrizePool, AlreadyWithdrawn, TournamentStarted.
    """
    tournament = tournament_lock(tournament_id)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "tournament_direct", tournament)
    there = Stake.objects.filter(entry=entry, prize_pool=prize_pool).first()
    if there is not None:
        return there
    side = [each["name"] for each in prize_pool_list(tournament).prize_pools if is_side_prize_pool(each)]
    if prize_pool not in side:
        raise UnknownPrizePool(
            "%(tournament)s has no side pool %(prize_pool)r; it has %(side)s.",
            {"tournament": tournament.name, "prize_pool": prize_pool[:40], "side": [*side] or _("none")},
            prize_pools=side,
        )
    if tournament.state != Tournament.State.OPEN:
        raise TournamentStarted(
            "%(tournament)s has been drawn; nobody joins a side pool any more.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    check_entry_present(entry)
    return Stake.objects.create(
        entry=entry, prize_pool=prize_pool, recorded_by=actor, recorded_at=now or timezone.now()
    )


@transaction.atomic
def fee_payments_record(
    *,
    actor: User,
    tournament_id: int,
    entry_ids: Sequence[int],
    paid: bool = True,
    cents: int | None = None,
    now: datetime | None = None,
) -> list[FeePayment]:
    """Record what entries have paid by now, in all: what they owe, or so many `cents`; or that they have not.

    All of them or none; what is so already stays as it is, and what was paid can be taken back at any time.
    Returns what was recorded anew. Raises UnknownEntry, NothingOwed.
    """
    tournament = tournament_lock(tournament_id, called_off=True)
    require_permission(actor, "fee_payment_record", tournament)
    entries = tournament_entries_numbered(tournament, entry_ids)
    fees, is_priced = tournament_fees(tournament), prize_pool_list(tournament).pk is not None
    before = dict(fee_payment_list(tournament).values_list("entry", "cents"))
    amounts = {}
    for entry in entries:
        own = before.get(entry.pk, 0)
        if not paid:
            amounts[entry.pk] = 0
        else:
            check_fee_asked(tournament, entry, is_priced=is_priced)
            check_fee_owed(entry, fees.by_entry[entry.pk].owed or own, cents)
            amounts[entry.pk] = own + fees.by_entry[entry.pk].open if cents is None else cents
    now = now or timezone.now()
    made = FeePayment.record_all(
        FeePayment(
            entry=entry,
            cents=amounts[entry.pk],
            currency=fees.currency,
            recorded_by=actor,
            recorded_at=now,
        )
        for entry in entries
        if amounts[entry.pk] != before.get(entry.pk, 0)
    )
    return made


def check_fee_asked(tournament: Tournament, entry: Entry, *, is_priced: bool) -> None:
    """Raises NothingOwed where nothing was ever said of money: nobody knows the currency."""
    if not is_priced:
        raise NothingOwed(
            "%(tournament)s costs nothing, so %(player)s owes nothing. Set the entry fee first.",
            {"tournament": tournament.name, "player": entry.player.effective_player.name},
            entry=entry.pk,
        )


def check_fee_owed(entry: Entry, owed: int, cents: int | None) -> None:
    """Raises NothingOwed where an entry would pay what it owes, and that is nothing."""
    if cents is None and not owed:
        raise NothingOwed(
            "%(player)s owes nothing now. State the amount, if something was paid all the same.",
            {"player": entry.player.effective_player.name},
            entry=entry.pk,
        )


@transaction.atomic
def payout_hand_over(
    *,
    actor: User,
    tournament_id: int,
    entry_id: int,
    prize_pool: str = "",
    part: str = "",
    handed_over: bool = True,
    now: datetime | None = None,
) -> list[PayoutHandover]:
    """Note that an entry was handed its payouts: all of them, those of a prize pool, or that of a part of it.

    What is noted are the amounts of now; a correction leaves them as they are. Or note that they were not
    handed over after all. What is so already stays as it is. Returns what was noted anew. Raises
    UnknownEntry, InvalidPayouts, NoPayout, NotHandedOver.
    """
    tournament = tournament_lock(tournament_id, called_off=True)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "payout_hand_over", tournament)
    before = {
        place: cents for place, cents in payouts_handed_over(tournament).items() if place[0] == entry.pk
    }
    if handed_over:
        lines = [each.line for each in tournament_payouts(tournament).lines if each.entry == entry]
        amounts = {(entry.pk, line.prize_pool, line.part): line.cents for line in lines}
    else:
        amounts = {place: 0 for place, cents in before.items() if cents}
    amounts = {
        place: cents
        for place, cents in amounts.items()
        if prize_pool in ("", place[1]) and part in ("", place[2])
    }
    check_payout_there(entry, amounts, handed_over=handed_over)
    now = now or timezone.now()
    currency = prize_pool_list(tournament).currency
    made = [
        PayoutHandover.objects.create(
            entry=entry,
            prize_pool=place[1],
            part=place[2],
            cents=cents,
            currency=currency,
            recorded_by=actor,
            recorded_at=now,
        )
        for place, cents in amounts.items()
        if cents != before.get(place, 0)
    ]
    return made


def check_payout_there(entry: Entry, amounts: Mapping[PayoutPlace, int], *, handed_over: bool) -> None:
    """Raises NoPayout, NotHandedOver."""
    if amounts:
        return
    if handed_over:
        raise NoPayout(
            "%(player)s is paid nothing there. The payout sheet shows who is paid what.",
            {"player": entry.player.effective_player.name},
            entry=entry.pk,
        )
    raise NotHandedOver(
        "%(player)s was handed nothing there; there is nothing to take back.",
        {"player": entry.player.effective_player.name},
        entry=entry.pk,
    )
