"""What waits for somebody of events: to enter, to check in, and to let others in."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter

from matches.accounts.models import User
from matches.hooks import PersonalTask
from tournaments.events.selectors import entry_applications_to_answer, personal_events

# Who is entered is asked to check in so long before it begins.
CHECK_IN_BEFORE = timedelta(hours=3)

# Of the events to be entered so many are asked about, the next ones; the others are listed below.
ENTER_MAX = 3


class EventTasks:
    """Events to enter, and those in which to check in."""

    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        events = personal_events(user, now)
        for event in events:
            starts = event.tournament.starts_at
            if event.may_check_in and (starts is None or starts <= now + CHECK_IN_BEFORE):
                yield PersonalTask(
                    template="events/_task_check_in.html",
                    context={"event": event},
                    deadline=starts,
                    is_urgent=starts is not None,
                )
        for event in [each for each in events if each.may_enter and not each.runs][:ENTER_MAX]:
            yield PersonalTask(
                template="events/_task_enter.html", context={"event": event}, deadline=event.enters_until
            )


class EntryApplicationTasks:
    """Applications to be entered, event by event, for who runs it."""

    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        waiting = entry_applications_to_answer(user).order_by("tournament", "serial")
        for event, applications in groupby(waiting, key=attrgetter("tournament")):
            yield PersonalTask(
                template="events/_task_applications.html",
                context={"event": event, "applications": list(applications)},
                deadline=event.starts_at,
            )
