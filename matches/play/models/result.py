"""Results: what the facts about a match amount to, written down when it was finalised."""

from typing import Any

from django.db import models

from matches.facts.models import Fact
from matches.play.rules.refereeing import capped_match_score, scores_after_games
from matches.play.rules.results import EFFECTS, KINDS, ResultKind, Winner
from matches.players.models import Player

from .dispute import Ruling
from .match import Match, Report, Side


class Result(Fact):
    """How a match ended, by what. One per report or ruling that finalised it; `Match.result` is what stands.

    `finalised_at` orders ratings: a match that is corrected keeps the place it had.
    """

    Kind = ResultKind

    class Basis(models.TextChoices):
        TRANSCRIPT = "transcript"  # a legal, complete one, and nobody objected in time
        AGREEMENT = "agreement"  # both sides reported the same, or one confirmed what the other reported
        SILENCE = "silence"  # the other side said nothing until the deadline
        OFFICIAL = "official"  # a director or scorekeeper entered it
        RULING = "ruling"  # see the ruling's own grounds and reason

    match = models.ForeignKey(Match, models.PROTECT, related_name="results")
    kind = models.CharField(max_length=32, choices=KINDS)
    grounds = models.CharField(max_length=16, choices=Basis.choices)
    winner = models.PositiveSmallIntegerField(choices=Side.choices, null=True)
    # Raw points, not capped at the length; both 0 where there is no score.
    points_one = models.PositiveSmallIntegerField()
    points_two = models.PositiveSmallIntegerField()
    # Games in order with `winner` as a side of the match; empty where only the score is known.
    games = models.JSONField(default=list)
    report = models.ForeignKey(Report, models.PROTECT, null=True, related_name="+")
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, related_name="+")
    # Whether it moves the ratings of a rated match: by its kind and the regulations it was finalised under.
    rated = models.BooleanField()
    finalised_at = models.DateTimeField()

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["finalised_at", "match"], name="result_in_order")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(report=None) ^ models.Q(ruling=None), name="result_has_one_source"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    kind__in=[kind for kind, effect in EFFECTS.items() if effect.winner is not Winner.ALWAYS]
                )
                | models.Q(winner__isnull=False),
                name="result_has_winner",
            ),
            models.UniqueConstraint(
                fields=["match", "grounds", "report", "ruling"],
                nulls_distinct=False,
                name="result_once_per_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score[0]}-{self.score[1]}"

    @property
    def points(self) -> tuple[int, int]:
        return self.points_one, self.points_two

    @property
    def score(self) -> tuple[int, int]:
        """The score as it is shown: the winner's points capped at the length of the match."""
        return capped_match_score(self.points, self.match.length)

    @property
    def scored_games(self) -> list[dict[str, Any]]:
        """The games, each with `score`, the score of the match after it as it is shown."""
        scores = scores_after_games(self.games, self.points, self.match.length)
        return [{**game, "score": score} for game, score in zip(self.games, scores, strict=True)]

    @property
    def winning_player(self) -> Player | None:
        return None if self.winner is None else self.match.players[self.winner]

    @property
    def losing_player(self) -> Player | None:
        return None if self.winner is None else self.match.players[1 - self.winner]

    def as_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "grounds": self.grounds,
            "winner": None if self.winner is None else Side(self.winner).name.lower(),
            "score": {"one": self.score[0], "two": self.score[1]},
            "points": {"one": self.points_one, "two": self.points_two},
        }
