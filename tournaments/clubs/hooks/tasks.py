"""What waits for who runs clubs: people who want to join, and for staff clubs that are proposed."""

from collections.abc import Iterable
from datetime import datetime

from matches.accounts.models import User
from matches.hooks import PersonalTask
from tournaments.clubs.selectors import applications_to_answer, proposals_waiting


class ApplicationTasks:
    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        for application in applications_to_answer(user):
            yield PersonalTask(template="clubs/_task_application.html", context={"application": application})


class ProposalTasks:
    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        if proposals := list(proposals_waiting(user)):
            yield PersonalTask(template="clubs/_task_proposals.html", context={"proposals": proposals})
