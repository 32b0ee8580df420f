"""What is at stake for money in events."""

from collections.abc import Iterable

from engine.words import ngettext_lazy
from matches.accounts.models import User
from matches.hooks import EventStake, EventTask
from tournaments.money.models import PrizePoolList
from tournaments.money.rules.fees import is_all_for_the_club
from tournaments.money.services import prize_pools_copy


class PrizeStake(EventStake):
    """Of the prizes, in an event that is over."""

    def outstanding(self, event: int) -> Iterable[EventTask]:
        latest = PrizePoolList.objects.filter(tournament=event).order_by("serial").last()
        prize_pools = () if latest is None else latest.prize_pools
        count = sum(not is_all_for_the_club(each) for each in prize_pools)
        if count:
            sentence = ngettext_lazy(
                "The prizes of %(count)s prize pool are to be handed out.",
                "The prizes of %(count)s prize pools are to be handed out.",
                count,
            )
            yield EventTask("prizes", sentence % {"count": count}, "pay", count)

    def copy_event(self, source: int, copy: int, actor: User) -> None:
        prize_pools_copy(source=source, copy=copy, actor=actor)
