"""Clubs that somebody wants to found where staff agrees to each."""

from django.db import models

from matches.facts.models import Fact

from .club import Club


class ClubProposal(Fact):
    """A login asks staff for a club, which would be its own."""

    class State(models.TextChoices):
        OPEN = "open"
        AGREED = "agreed"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"

    name = models.CharField(max_length=80)
    # For staff.
    note = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"proposal of {self.name}"

    @property
    def state(self) -> "ClubProposal.State":
        """Open until it is answered; withdrawn by its login, or by the service once that is closed."""
        answer: ClubProposalAnswer | None = getattr(self, "answer", None)
        if answer is None:
            return self.State.OPEN
        if answer.agrees:
            return self.State.AGREED
        own = answer.recorded_by_id in (None, self.recorded_by_id)
        return self.State.WITHDRAWN if own else self.State.REFUSED


class ClubProposalAnswer(Fact):
    """Staff agrees, which founds the club; or does not; or the proposal is withdrawn."""

    proposal = models.OneToOneField(ClubProposal, models.PROTECT, related_name="answer")
    agrees = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)
    # What was founded.
    club = models.OneToOneField(Club, models.PROTECT, null=True, related_name="founding")

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(agrees=True, club__isnull=False) | models.Q(agrees=False, club=None),
                name="proposal_answer_founds_club",
            ),
        ]

    def __str__(self) -> str:
        return f"answer to {self.proposal}"
