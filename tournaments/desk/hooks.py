"""What the room declares to the others."""

from collections.abc import Iterable
from datetime import datetime

from matches.accounts.models import User
from matches.accounts.permissions import OFFICIALS, Role
from matches.hooks import PersonalTask, Room
from tournaments.desk.selectors import desks_waiting

from .words import WORDS


class DeskTasks:
    """What waits at the desks of events, event by event, for who runs them."""

    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        for desk in desks_waiting(user, now):
            yield PersonalTask(
                template="desk/_task_desk.html",
                context={"desk": desk},
                deadline=desk.tournament.starts_at if desk.is_urgent else None,
                is_urgent=desk.is_urgent,
            )


ROOM = Room(
    name="desk",
    actions={"desk_see": OFFICIALS | {Role.SCOREKEEPER}},
    words=WORDS,
    task_sources=[DeskTasks()],
)
