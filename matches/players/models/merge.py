"""Two records of one person: the fact that one of them is merged into the other."""

from django.db import models
from django.db.models import F, Q

from matches.accounts.models import User
from matches.facts.models import Fact

from .identity import Player


class Merge(Fact):
    """`absorbed` was `kept` all along: what one did counts as the other's. Or the undoing of such a merge.

    Nothing else is rewritten: matches keep the player they were entered with, and who is merged into whom is
    folded from these rows.
    """

    kept = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    absorbed = models.ForeignKey(Player, models.PROTECT, related_name="merged_into")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    # The login that the absorbed had: it speaks for the kept as long as the merge stands.
    login = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(condition=~Q(kept=F("absorbed")), name="merge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.absorbed} is {self.kept}"
