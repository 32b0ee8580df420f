"""What is at stake for money in events."""

from collections.abc import Iterable

from engine.words import ngettext_lazy
from matches.accounts.models import User
from matches.hooks import EventStake, EventTask
from tournaments.money.models import PrizePoolList
from tournaments.money.services import prize_pools_copy


class PrizeStake(EventStake):
    """Of the prizes, in an event that is over."""

    def outstanding(self, event: int) -> Iterable[EventTask]:
        latest = PrizePoolList.objects.filter(tournament=event).order_by("serial").last()
        count = 0 if latest is None else len(latest.prize_pools)
        if count:
            sentence = ngettext_lazy(
                "The prizes of %(count)s prize pool are to be handed out.",
                "The prizes of %(count)s prize pools are to be handed out.",
                count,
            )
            yield EventTask("prizes", sentence % {"count": count}, "pay", count)

    def copy_event(self, source: int, copy: int, actor: User) -> None:
        prize_pools_copy(source=source, copy=copy, actor=actor)
