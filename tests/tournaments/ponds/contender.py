"""One who plays in a pond, in a process of its own."""

from datetime import datetime
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

BIDS = 6


def bid(user_id: int, pond_id: int, now: datetime, database: dict, barrier: Barrier, results: Queue) -> None:
    """Bid other points each time, in round 1 and round 2 in turn, as soon as everybody is ready."""
    from django.db import connections

    from engine import RuleError
    from matches.accounts.models import User
    from tournaments.ponds import services

    connections.databases["default"] |= database
    actor, outcomes = User.objects.get(pk=user_id), []
    for number in range(BIDS):
        barrier.wait(60)
        try:
            services.pond_bid_make(
                actor=actor,
                pond_id=pond_id,
                round=1 + number % 2,
                points=100 * (user_id % 7) + number,
                now=now,
            )
            outcomes.append("done")
        except RuleError as refusal:
            outcomes.append(refusal.code)
        except Exception as error:
            outcomes.append(f"{type(error).__name__}: {error}")
    results.put(outcomes)
    connections.close_all()
