"""Rating pools and what counts in them; and, as a cache, the fold over the final rated matches of each."""

from datetime import UTC, datetime, timedelta
from functools import cached_property

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from matches.accounts.models import User
from matches.base.translation import translate_text
from matches.edits.models import Edit, Presented
from matches.facts.models import Fact
from matches.play.models import LENGTH_MAX, Match, Result
from matches.players.models import Player
from matches.ratings.systems import RATINGS, RatingSystem, rating_system

PROVISIONAL_MAX = 100_000

INACTIVE_MAX = 3650


def system_choices() -> list[tuple[str, str]]:
    return [(system.code, translate_text(system.name)) for system in RATINGS.values()]


class RatingPool(Presented):
    """Players who are rated against each other: by whom, and by which matches.

    `everybody` is of a pool in which every rated match of the service counts. What is finalised at
    `closed_at` or later counts no more. `terms` repeats which facts are
    in force, none being those of FIBS; `folded` are those by which the entries were computed.
    """

    name = models.CharField(max_length=80)
    everybody = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    terms = models.OneToOneField("RatingPoolTerms", models.PROTECT, null=True, blank=True, related_name="+")
    folded = models.ForeignKey("RatingPoolTerms", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="pool_name_once", condition=Q(removed=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def in_force(self) -> "RatingPoolTerms":
        return self.terms or self._usual_terms

    @cached_property
    def _usual_terms(self) -> "RatingPoolTerms":
        return RatingPoolTerms(rating_pool=self)

    @property
    def system(self) -> RatingSystem:
        return self.in_force.as_system

    @property
    def folding(self) -> bool:
        """Whether its entries are yet to be computed by its terms."""
        return self.terms_id != self.folded_id


class RatingPoolEdit(Edit):
    """What a rating pool says of itself is changed, or whether it is closed; not by what it rates."""

    SUBJECT = "rating_pool"

    rating_pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="edits")


class RatingPoolTerms(Fact):
    """By what a rating pool rates from the first of its matches on. The latest holds for all of them.

    parameters: what differs from the system as published. variants: those that count, all where there are
    none. shortest: the least points a match that counts is played to. provisional: a rating is so until its
    player has this much experience. inactive_after: days without a match, nothing for never.
    """

    rating_pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="all_terms")
    rating_system = models.CharField(max_length=32, choices=system_choices, default="fibs")
    parameters = models.JSONField(default=dict, blank=True)
    variants = models.JSONField(default=list, blank=True)
    shortest = models.PositiveSmallIntegerField(default=1)
    provisional = models.PositiveIntegerField(default=0)
    inactive_after = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta(Fact.Meta):
        db_table = "matches_poolterms"
        constraints = [
            models.CheckConstraint(condition=Q(shortest__range=(1, LENGTH_MAX)), name="pool_shortest_match"),
            models.CheckConstraint(
                condition=Q(provisional__lte=PROVISIONAL_MAX), name="pool_provisional_experience"
            ),
            models.CheckConstraint(
                condition=Q(inactive_after=None) | Q(inactive_after__range=(1, INACTIVE_MAX)),
                name="pool_inactive_days",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rating_pool}: {self.rating_system}"

    @property
    def as_system(self) -> RatingSystem:
        return rating_system(self.rating_system, self.parameters)

    def is_provisional(self, experience: int) -> bool:
        """Whether a rating at this experience is provisional."""
        return experience < self.provisional

    def is_inactive(self, last_at: datetime, now: datetime) -> bool:
        """Whether a rating whose last match was then is inactive now."""
        since = self.active_since(now)
        return since is not None and last_at < since

    def active_since(self, now: datetime) -> datetime | None:
        """Whose last match was before that is inactive, on the whole day (UTC); None where nobody ever is."""
        if self.inactive_after is None:
            return None
        day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        return day - timedelta(days=self.inactive_after)


class RatingPoolMatch(Fact):
    """A match counts in a rating pool by itself, not by what it belongs to."""

    rating_pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="single_matches")
    match = models.ForeignKey(Match, models.PROTECT, related_name="single_rating_pools")

    class Meta(Fact.Meta):
        db_table = "matches_poolmatch"
        constraints = [models.UniqueConstraint(fields=["rating_pool", "match"], name="pool_match_once")]

    def __str__(self) -> str:
        return f"match {self.match_id} in {self.rating_pool}"


class RatingEntry(models.Model):
    """What one match did to one player's rating in a pool; `player` is the side that played, by its merges.

    `expected` was the player's chance before the match; `carried` is what the rating system carries on.
    `matches_after`, `won_after` and `peak_after` count from the player's first match in the pool, this one
    included, so that nobody has to go through them; the peak is the highest that was not provisional. The
    database checks no reference and keeps no more indexes than are read: these rows are written by the
    million, and anew.
    """

    pk = models.CompositePrimaryKey("match", "rating_pool", "player")
    rating_pool = models.ForeignKey(
        RatingPool, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="entries"
    )
    player = models.ForeignKey(
        Player, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="rating_entries"
    )
    opponent = models.ForeignKey(
        Player, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+"
    )
    match = models.ForeignKey(
        Match, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="rating_entries"
    )
    result = models.ForeignKey(
        Result, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+"
    )
    won = models.BooleanField()
    # The settlement's time: entries in order of (settled_at, match) are the player's curve.
    finalised_at = models.DateTimeField()
    expected = models.FloatField()
    value_before = models.FloatField()
    value_after = models.FloatField()
    experience_before = models.PositiveIntegerField()
    experience_after = models.PositiveIntegerField()
    carried = ArrayField(models.FloatField(), default=list)
    matches_after = models.PositiveIntegerField(default=0, db_default=0)
    won_after = models.PositiveIntegerField(default=0, db_default=0)
    peak_after = models.FloatField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["rating_pool", "finalised_at", "match"], name="rating_in_order"),
            models.Index(fields=["rating_pool", "player", "finalised_at", "match"], name="rating_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.value_before:.2f} -> {self.value_after:.2f}"

    @property
    def value_change(self) -> float:
        return self.value_after - self.value_before


class RatingStanding(models.Model):
    """A player's rating in a pool after the last match; `peak` is the highest that was not provisional."""

    rating_pool = models.ForeignKey(
        RatingPool, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="standings"
    )
    player = models.ForeignKey(
        Player, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="ratings"
    )
    value = models.FloatField()
    experience = models.PositiveIntegerField()
    carried = ArrayField(models.FloatField(), default=list)
    matches = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    peak = models.FloatField(null=True)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "rating_pool"], name="rating_one_standing"),
            models.CheckConstraint(condition=Q(won__lte=F("matches")), name="rating_won_of_matches"),
        ]
        indexes = [
            models.Index(
                fields=["rating_pool", "-value", "player"],
                include=["last_at", "experience"],
                name="rating_leaders",
            ),
            models.Index(fields=["rating_pool", "-matches", "player"], name="rating_busiest"),
            models.Index(fields=["rating_pool", "-last_at"], name="rating_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.value:.2f}"

    @property
    def as_rating(self) -> tuple[float, ...]:
        """As the pool's rating system takes it."""
        return (self.value, self.experience, *self.carried)


class RatingVariantRecord(models.Model):
    """What a player has done in a rating pool at one variant."""

    pk = models.CompositePrimaryKey("rating_pool", "variant", "player")
    rating_pool = models.ForeignKey(
        RatingPool, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="variant_records"
    )
    variant = models.CharField(max_length=32)
    player = models.ForeignKey(
        Player, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="variant_records"
    )
    matches = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    gained = models.FloatField(default=0.0, db_default=0.0)

    class Meta:
        indexes = [
            models.Index(
                fields=["rating_pool", "variant", "-matches", "player"], name="rating_busiest_variant"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.won} of {self.matches} at {self.variant}"


class RatingDue(models.Model):
    """A match, or EVERY_MATCH, that a rating pool is to be looked at for when it is brought up to date."""

    pk = models.CompositePrimaryKey("rating_pool", "match")
    rating_pool = models.ForeignKey(RatingPool, models.CASCADE, db_index=False, related_name="matches_due")
    match = models.BigIntegerField()

    def __str__(self) -> str:
        return f"match {self.match} in {self.rating_pool_id}"


# What has changed in a match, in every rating pool in which it counts; and one rating pool brought up to
# date, which may take an hour.
RATINGS_UPDATE, RATING_POOL_UPDATE = "matches.ratings_update", "matches.rating_pool_update"

# In place of a match: every one is to be looked at.
EVERY_MATCH = 0
