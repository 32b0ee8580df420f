"""Sessions for money: games for points between two people, outside events and ratings.

`one` is who keeps it, `two` the opponent, if that is a player here; else `guest` is a name. Sides are 0 and
1, as in the engine.

A session is no fact: it is the two people's alone, in no list of facts and in no export but theirs, and it is
deleted once nobody stands by it.
"""

from typing import Any

from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from matches.play.models import variant_choices
from matches.players.models import Player

from .rules.judging import SessionRules

NOTE_MAX = 500
GUEST_MAX = 80


class MoneySession(models.Model):
    """An evening's games for points, as a transcript, game by game, or as the points of both."""

    class OpponentAnswer(models.TextChoices):
        """What the opponent says to it."""

        PENDING = "pending"
        AGREED = "agreed"
        DISOWNED = "disowned"

    class Kind(models.TextChoices):
        """How much is known of it."""

        TRANSCRIPT = "transcript"
        GAMES = "games"
        SCORE = "score"

    one = models.ForeignKey(Player, models.PROTECT, related_name="sessions_as_one")
    two = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="sessions_as_two")
    guest = models.CharField(max_length=GUEST_MAX, blank=True)
    played_on = models.DateField()
    variant = models.CharField(max_length=32, choices=variant_choices, default="backgammon")
    # What was played by, as SessionRules.as_dict() gives it.
    rules = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=NOTE_MAX, blank=True)
    points_one = models.PositiveIntegerField()
    points_two = models.PositiveIntegerField()
    # [{"winner": 0, "points": 2, "cube": 2, "ending": "single"}, ...]: of one entered game by game neither
    # cube nor ending; null where the points alone are known.
    games = models.JSONField(null=True, blank=True)
    # As it was sent, byte for byte; and which of its columns is whose.
    transcript = models.BinaryField(null=True)
    swapped = models.BooleanField(default=False)
    # What the referee remarked in it, with their sentences.
    remarks = models.JSONField(default=list, blank=True)
    answer = models.CharField(max_length=8, choices=OpponentAnswer.choices, default=OpponentAnswer.PENDING)
    # Who has kept it does not stand by it any more; the opponent still does.
    withdrawn = models.BooleanField(default=False)
    # Who has said that everybody may see it: it takes both.
    public_one = models.BooleanField(default=False)
    public_two = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(two__isnull=False, guest="") | models.Q(two=None) & ~models.Q(guest=""),
                name="session_one_opponent",
            ),
            models.CheckConstraint(condition=~models.Q(one=models.F("two")), name="session_two_players"),
            models.CheckConstraint(
                condition=models.Q(withdrawn=False) | models.Q(answer="agreed"),
                name="session_stood_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.side_names}, {self.played_on}"

    @property
    def opponent(self) -> Player | None:
        """Who the opponent is by now, if that is a player here."""
        return None if self.two is None else self.two.effective_player

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called."""
        return self.one.effective_player.name, self.guest if self.opponent is None else self.opponent.name

    @property
    def side_names(self) -> str:
        """Who plays, in words."""
        return " – ".join(self.names)

    @property
    def points(self) -> tuple[int, int]:
        return self.points_one, self.points_two

    @property
    def has_transcript(self) -> bool:
        """Whether there is one; of a row of `session_list` without reading it."""
        listed: bool | None = getattr(self, "holds_transcript", None)
        return self.transcript is not None if listed is None else listed

    @property
    def kind(self) -> str:
        if self.has_transcript:
            return self.Kind.TRANSCRIPT
        return self.Kind.SCORE if self.games is None else self.Kind.GAMES

    @property
    def is_public(self) -> bool:
        """Whether everybody may see it."""
        return (
            self.public_one
            and self.public_two
            and self.answer == self.OpponentAnswer.AGREED
            and not self.withdrawn
        )

    @property
    def played_by(self) -> SessionRules:
        return SessionRules(**self.rules)

    def side_of(self, user: User) -> int | None:
        """The side that this login is, if it is one that stands in it still."""
        if not self.withdrawn and user.pk in self.one.logins:
            return 0
        return 1 if self.two is not None and user.pk in self.two.logins else None

    def running_points(self) -> list[dict[str, Any]]:
        """The games, each with its number and the points of both after it."""
        games = self.games or []
        running = [self.points_one, self.points_two]
        for game in games:
            if game["winner"] is not None:
                running[game["winner"]] -= game["points"]
        found = []
        for number, game in enumerate(games, 1):
            if game["winner"] is not None:
                running[game["winner"]] += game["points"]
            found.append({**game, "number": number, "score": tuple(running)})
        return found
