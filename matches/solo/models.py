"""Solo games as rows: what was agreed and done, and what each player has made of theirs."""

from secrets import token_hex, token_urlsafe

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from engine.solo import SCORINGS, SoloGame, SoloTerms
from matches.accounts.models import User

VISITOR_KEY = 22
"""Characters of a key that nobody guesses: 128 bits."""


def new_key() -> str:
    """A key that nobody guesses."""
    return token_urlsafe(16)


def new_seed() -> str:
    """A seed of fair dice, secret until the last roll."""
    return token_hex(32)


class KeptSoloGame(models.Model):
    """A solo game, match or session as it is kept: its terms and what was done, from which it is made again.

    key: who has it may play. login: whose it is; None of a visitor, whom `visitor` tells by a cookie.
    counts: begun by that login, for its standing and the list of bests. terms: what SoloTerms takes besides.
    seed: secret until the end. contribution: the player's, with which the game begins.
    done: what SoloGame.as_dict() has of it. place: how often something was asked and done; last_act: the last
    of it, so that the same may be sent again. games_counted: how many games are in the standing.
    score: what the player has, by the scoring; the computer's beside it.
    """

    class State(models.TextChoices):
        SEALED = "sealed"  # the seal is shown, nothing has been thrown
        GOING = "going"
        ENDED = "ended"
        GIVEN_UP = "given_up"

    key = models.CharField(max_length=VISITOR_KEY, unique=True, default=new_key, editable=False)
    login = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="solo_games")
    visitor = models.CharField(max_length=VISITOR_KEY, blank=True)
    counts = models.BooleanField(default=False)
    variant = models.CharField(max_length=40)
    scoring = models.CharField(max_length=8, choices=[(each, each) for each in SCORINGS])
    length = models.PositiveSmallIntegerField(default=0)
    bot = models.CharField(max_length=40)
    terms = models.JSONField(default=dict)
    seed = models.CharField(max_length=64, default=new_seed, editable=False)
    contribution = models.CharField(max_length=200, blank=True)
    done = models.JSONField(default=list)
    place = models.PositiveIntegerField(default=0)
    last_act = models.JSONField(null=True, blank=True)
    games_counted = models.PositiveIntegerField(default=0)
    score = models.IntegerField(default=0)
    computer_score = models.IntegerField(default=0)
    passes_by_itself = models.BooleanField(default=True)
    rolls_by_itself = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.SEALED)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["login", "-changed_at"], name="solo_of_login"),
            models.Index(
                fields=["visitor", "-changed_at"], condition=~models.Q(visitor=""), name="solo_of_visitor"
            ),
            models.Index(fields=["state", "changed_at"], name="solo_age"),
        ]

    def __str__(self) -> str:
        return f"{self.variant}, {self.scoring}, {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played."""
        return self.state in (self.State.SEALED, self.State.GOING)

    @property
    def seed_shown(self) -> str:
        """The seed, once the last roll has been thrown; else ""."""
        return "" if self.is_open else self.seed

    @property
    def solo_terms(self) -> SoloTerms:
        """What is played, for the engine."""
        return SoloTerms(
            variant=self.variant,
            scoring=self.scoring,
            length=self.length,
            seed=self.seed,
            contribution=self.contribution,
            **self.terms,
        )

    def as_engine(self) -> SoloGame:
        """The game as it stands: everything that was done is done again."""
        return SoloGame.from_dict({"terms": self.solo_terms.as_dict(), "done": self.done})


class SoloStanding(models.Model):
    """What a player has made of games of one kind: how many, how many won, in a row, and the last of them.

    recent: the scores of the last games, the latest last: points by pips or for money, 1 for a match won and
    0 for one lost. mean: of those, None before there are enough of them.
    """

    login = models.ForeignKey(User, models.CASCADE, null=True, related_name="solo_standings")
    visitor = models.CharField(max_length=VISITOR_KEY, blank=True)
    variant = models.CharField(max_length=40)
    scoring = models.CharField(max_length=8, choices=[(each, each) for each in SCORINGS])
    length = models.PositiveSmallIntegerField(default=0)
    bot = models.CharField(max_length=40)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    longest_streak = models.PositiveIntegerField(default=0)
    recent = ArrayField(models.IntegerField(), default=list)
    mean = models.FloatField(null=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["login", "variant", "scoring", "length", "bot"],
                condition=models.Q(login__isnull=False),
                name="solo_standing_of_login",
            ),
            models.UniqueConstraint(
                fields=["visitor", "variant", "scoring", "length", "bot"],
                condition=models.Q(login=None),
                name="solo_standing_of_visitor",
            ),
        ]
        indexes = [
            models.Index(
                fields=["variant", "scoring", "length", "bot", "-mean"],
                condition=models.Q(mean__isnull=False, login__isnull=False),
                name="solo_bests",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.won} of {self.played} ({self.variant}, {self.scoring})"


class SoloListing(models.Model):
    """A login that wants to stand in the lists of bests; whoever has none does not."""

    login = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="solo_listing")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.login)
