"""What waits for somebody of players: invitations and claims to answer."""

from collections.abc import Iterable
from datetime import datetime

from matches.accounts.models import User
from matches.hooks import PersonalTask, invitation_kinds
from matches.players.selectors import claims_to_answer, invitations_to_answer


class InvitationTasks:
    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        kinds = invitation_kinds()
        for invitation in invitations_to_answer(user):
            sentence = kinds[invitation.kind].sentence(invitation)
            yield PersonalTask(
                template="players/_task_invitation.html",
                context={"invitation": invitation, "sentence": sentence},
            )


class ClaimTasks:
    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        for claim in claims_to_answer(user):
            yield PersonalTask(template="players/_task_claim.html", context={"claim": claim})
