"""What master points have at stake in events."""

from matches.accounts.models import User
from matches.hooks import EventStake
from tournaments.points.services import master_points_copy


class EventWeightStake(EventStake):
    """Of weights, in the events that give master points by them."""

    def copy_event(self, source: int, copy: int, actor: User) -> None:
        master_points_copy(source=source, copy=copy, actor=actor)
