"""What waits for somebody of ladders: challenges to answer."""

from collections.abc import Iterable
from datetime import datetime

from matches.accounts.models import User
from matches.hooks import PersonalTask
from tournaments.ladders.selectors import challenge_states, challenges_to_answer


class ChallengeTasks:
    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        for waiting in challenge_states(challenges_to_answer(user)):
            yield PersonalTask(
                template="ladders/_task_challenge.html",
                context={"challenge": waiting.challenge},
                deadline=waiting.answer_by,
            )
