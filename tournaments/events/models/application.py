"""Applications: players ask to be entered where that takes a director's approval."""

from django.db import models
from django.db.models import F, Q

from matches.facts.models import Fact
from matches.players.models import Player

from .entry import EntryDetails
from .tournament import Tournament


class EntryApplications(models.QuerySet["EntryApplication"]):
    def open(self) -> "EntryApplications":
        """Those that wait for an answer: neither answered nor lapsed."""
        current = Q(tournament__draw=None) | Q(serial__gt=F("tournament__draw__serial"))
        unanswered = self.filter(current, entry=None, answer=None, player__anonymised=False)
        return unanswered.filter(tournament__removed=False).exclude(tournament__state__in=Tournament.OVER)


class EntryApplication(EntryDetails):
    """A player, a pair or a team asks to be entered; the entry that names it approves it.

    It lapses where nobody can be entered by it any more: a draw has been made since, the event is over or
    called off, the player was anonymised.
    """

    class State(models.TextChoices):
        OPEN = "open"
        APPROVED = "approved"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"
        LAPSED = "lapsed"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="applications")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entry_applications")

    objects = EntryApplications.as_manager()

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["tournament", "serial"], name="application_by_tournament")]

    def __str__(self) -> str:
        return f"application of {self.player} for {self.tournament}"

    @property
    def state(self) -> State:
        """Read with its entry, its answer, the tournament with its draw, the player with who stands in."""
        if hasattr(self, "entry"):
            return self.State.APPROVED
        if hasattr(self, "answer"):
            return self.State(self.answer.state)
        return self.State.LAPSED if self.has_lapsed else self.State.OPEN

    @property
    def refusal_reason(self) -> str:
        """Why it was refused, or withdrawn; of others nothing."""
        return self.answer.reason if hasattr(self, "answer") else ""

    @property
    def has_lapsed(self) -> bool:
        event = self.tournament
        over = event.state in Tournament.OVER or event.removed or self.was_drawn_since
        return over or self.player.anonymised

    @property
    def was_drawn_since(self) -> bool:
        draw = self.tournament.draw
        return draw is not None and self.serial < draw.serial


class EntryApplicationAnswer(Fact):
    """A director refuses an application, or whoever has applied takes it back."""

    ANSWERS = (EntryApplication.State.REFUSED, EntryApplication.State.WITHDRAWN)

    application = models.OneToOneField(EntryApplication, models.PROTECT, related_name="answer")
    # What the application has become by it.
    state = models.CharField(max_length=16, choices=[(state.value, state.label) for state in ANSWERS])
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(state="refused", reason=""), name="entry_refusal_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.application} {self.state}"
