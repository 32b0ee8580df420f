"""The end of what names a player: asked for, stopped while it waits, done. And former names."""

from datetime import datetime

from django.db import models

from matches.facts.models import Fact
from matches.search.models import Searchable, search_index

from .identity import Player

# Work for the outbox.
PLAYER_ANONYMISE_DUE = "matches.player_anonymise_due"


class AnonymisationRequests(models.QuerySet["AnonymisationRequest"]):
    def pending(self) -> "AnonymisationRequests":
        """Those neither stopped nor carried out."""
        return self.filter(cancellation=None, player__anonymised=False)

    def effective_by(self, now: datetime) -> "AnonymisationRequests":
        return self.pending().filter(effective_at__lte=now)


class AnonymisationRequest(Fact):
    """Somebody asked that a player is anonymised: it is done at `effective_at`, unless it is stopped."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="anonymisation_requests")
    effective_at = models.DateTimeField()

    objects = AnonymisationRequests.as_manager()

    def __str__(self) -> str:
        return f"{self.player} to be anonymised"


class AnonymisationCancellation(Fact):
    """The player stays who it is; without an author, because it could not be done."""

    stops = models.OneToOneField(AnonymisationRequest, models.PROTECT, related_name="cancellation")
    reason = models.CharField(max_length=500)

    def __str__(self) -> str:
        return f"not: {self.stops}"


class Anonymisation(Fact):
    """A player was emptied of all that names the person: who asked for it and when, and nothing else."""

    player = models.OneToOneField(Player, models.PROTECT, related_name="anonymisation")

    def __str__(self) -> str:
        return f"{self.player} anonymised"


class ProfileConsent(Fact):
    """The person agrees that everybody sees these parts of the profile, and no others."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="profile_consents")
    public = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"public profile of {self.player}"


class Rename(Fact):
    """A player with results bears another name from then on; `former` is for whoever runs events."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="renames")
    former = models.CharField(max_length=80)
    name = models.CharField(max_length=80)

    def __str__(self) -> str:
        return f"{self.former} is {self.name}"


class FormerName(Searchable):
    """A former name, to be found by: a cache of renames, of whom was not anonymised since."""

    rename = models.OneToOneField(Rename, models.CASCADE, primary_key=True, related_name="searched")
    name = models.CharField(max_length=80)

    class Meta:
        indexes = [search_index("former_name_search")]

    def __str__(self) -> str:
        return self.name
