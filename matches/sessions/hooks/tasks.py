"""What waits for somebody of sessions: to say whether one is so."""

from collections.abc import Iterable
from datetime import datetime

from matches.accounts.models import User
from matches.hooks import PersonalTask
from matches.sessions.selectors import sessions_to_answer

MOST = 20


class SessionTasks:
    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        for session in sessions_to_answer(user)[:MOST]:
            yield PersonalTask(template="sessions/_task_session.html", context={"session": session})
