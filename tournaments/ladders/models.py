"""Ladders: who joins and leaves, who challenges whom, what is answered; and the rungs that follow from it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Mod
from django.db.models.lookups import Exact
from django.utils import timezone

from matches.accounts.models import User
from matches.base.translation import translate_text
from matches.edits.models import Edit
from matches.facts.models import Fact
from matches.play.models import LENGTH_MAX, Match, variant_choices
from matches.players.models import Player
from matches.search.models import Searchable, search_index
from matches.work.statements import RowsStatement, related_once
from tournaments.clubs.models import Placed

from . import rules as ladders


def ladder_choices() -> list[tuple[str, str]]:
    return [(kind.code, translate_text(kind.name)) for kind in ladders.LADDERS.values()]


def challenge_reply_choices() -> list[tuple[str, str]]:
    return [(reply.value, reply.value) for reply in ladders.Reply]


class Ladder(Searchable, Placed):
    """A ladder of a club. `wakes_at` caches what the facts give: when time changes something next."""

    COMPUTED: ClassVar = ("wakes_at",)

    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=16, choices=ladder_choices)
    # What differs from the defaults of the kind, see tournaments.ladders.rules.
    kind_options = models.JSONField(default=dict, blank=True)
    # Of its matches.
    length = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=32, choices=variant_choices, default="backgammon")
    options = models.JSONField(default=dict, blank=True)
    regulations = models.JSONField(default=dict, blank=True)
    rated = models.BooleanField(default=True)
    # Nobody can be challenged.
    closed = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    wakes_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(Exact(Mod("length", models.Value(2)), models.Value(1)))
                & Q(length__range=(1, LENGTH_MAX)),
                name="ladder_length_odd",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-id"], name="ladder_by_club"),
            search_index("ladder_search"),
            models.Index(fields=["wakes_at"], name="ladder_waking"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> ladders.LadderKind:
        """How it is climbed, as the fold takes it."""
        return ladders.LADDERS[self.kind].from_mapping(self.kind_options)

    @property
    def computed_columns(self) -> Mapping[str, Any]:
        return {name: getattr(self, name) for name in self.COMPUTED}


class LadderEdit(Edit):
    """What was announced of a ladder is changed; the fold goes by those that closed or reopened it."""

    SUBJECT = "ladder"

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="edits")

    class Meta(Edit.Meta):
        indexes = [models.Index(fields=["ladder", "serial"], name="edit_by_ladder")]


class LadderJoin(Fact):
    """A player joins a ladder, at the bottom."""

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="joins")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ladder_joins")

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["ladder", "id"], name="ladder_join_by_ladder")]

    def __str__(self) -> str:
        return f"{self.player} on {self.ladder}"


class LadderLeave(Fact):
    """A player leaves a ladder, or is taken off it."""

    join = models.OneToOneField(LadderJoin, models.PROTECT, related_name="leave")
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"{self.join.player} off {self.join.ladder}"


class Challenge(Fact):
    """A member of a ladder challenges another."""

    ladder = models.ForeignKey(Ladder, models.PROTECT, related_name="challenges")
    challenger = models.ForeignKey(Player, models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey(Player, models.PROTECT, related_name="challenges_received")

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(condition=~Q(challenger=F("challenged")), name="challenge_of_another"),
        ]
        indexes = [models.Index(fields=["ladder", "id"], name="challenge_by_ladder")]

    def __str__(self) -> str:
        return f"{self.challenger} challenges {self.challenged} on {self.ladder}"


class ChallengeAnswer(Fact):
    """What became of a challenge: accepted, and which match is played; or it was not."""

    challenge = models.OneToOneField(Challenge, models.PROTECT, related_name="answer")
    reply = models.CharField(max_length=16, choices=challenge_reply_choices)
    # Side one is the challenger's.
    match = models.OneToOneField(Match, models.PROTECT, null=True, related_name="challenge_answer")

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(reply="accepted", match__isnull=False) | (~Q(reply="accepted") & Q(match=None)),
                name="challenge_accepted_has_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenge}: {self.reply}"


def answer_of_challenge(match: Match) -> ChallengeAnswer | None:
    """The answer by which a match was set up: asked once, whoever asks of the same row."""
    found: ChallengeAnswer | None = related_once(match, "challenge_answer", _ANSWERS, match=match.pk)
    return found


_ANSWERS = RowsStatement(
    "SELECT {answer} FROM tournaments_challengeanswer AS answer WHERE answer.match_id = %(match)s",
    answer=ChallengeAnswer,
)


class Rung(models.Model):
    """Where a member stands: a cache of the fold, made again from the facts."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="rungs")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rungs")
    place = models.PositiveSmallIntegerField()
    # The step, on stairs alone.
    level = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="rung_once_per_player"),
            models.UniqueConstraint(fields=["ladder", "place"], name="rung_one_per_place"),
        ]
        ordering = ["ladder", "place"]

    def __str__(self) -> str:
        return f"{self.place}. {self.player}"


# A match may have moved somebody, or time. The subject is the ladder.
LADDER_PROCESS_DUE = "tournaments.ladder_process_due"
