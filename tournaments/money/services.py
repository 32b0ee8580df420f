"""Prize pools, and who pays into them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from tournaments.events.errors import TournamentStarted
from tournaments.events.models import Tournament
from tournaments.events.services import check_entry_present, tournament_entry_numbered, tournament_lock
from tournaments.formats import Format
from tournaments.money.rules.payouts import PrizePool, parts_of_prize_pool
from tournaments.money.rules.prize_pools import WHOLE, is_side_prize_pool, read_prize_pools

from .errors import InvalidPayouts, PrizePoolsWithoutReason, UnknownPrizePool
from .models import PrizePoolList, Stake
from .selectors import prize_pool_list


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

    After the draw that takes a reason. Raises InvalidPayouts, PayoutsExceeded, PoolsWithoutReason.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    for prize_pool in read_prize_pools(prize_pools, currency):
        check_prize_pool_parts(prize_pool, tournament.played_as)
    if tournament.state != Tournament.State.OPEN and not reason.strip():
        raise PrizePoolsWithoutReason(
            "%(tournament)s has been drawn. State in `reason` why the money is split otherwise now.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    return PrizePoolList.objects.create(
        tournament=tournament,
        currency=currency,
        prize_pools=[dict(prize_pool) for prize_pool in prize_pools],
        reason=reason.strip(),
        recorded_by=actor,
        recorded_at=now or timezone.now(),
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
