"""What money has at stake in events."""

from matches.accounts.models import User
from matches.hooks import EventStake
from tournaments.money.services import prize_pools_copy


class PrizePoolStake(EventStake):
    """Of prize pools, in the events whose money they split."""

    def copy_event(self, source: int, copy: int, actor: User) -> None:
        prize_pools_copy(source=source, copy=copy, actor=actor)
