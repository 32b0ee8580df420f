"""Matches and what is recorded about them: reports, verdicts, results.

`one` and `two` are the sides of a match. Where a side is a number it is 0 for one and 1 for two,
as in the engine.
"""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models.functions import Mod
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.functional import cached_property

import engine
from matches.accounts.models import User
from matches.facts.models import Fact
from matches.facts.redaction import redact_details, redact_problem
from matches.players.models import Player

if TYPE_CHECKING:
    from .result import Result

LENGTH_MAX = 99

# What is read of a report at most; what a match can hold, the referee knows.
POINTS_MAX = 1000

GAMES_MAX = 1000

CUBE_MAX = 1024


def variant_choices() -> list[tuple[str, str]]:
    return [(code, code) for code in engine.PLAYED]


class Side(models.IntegerChoices):
    ONE = 0
    TWO = 1


class Match(models.Model):
    """A point match between two players: first to `length` points wins.

    What COMPUTED names repeats what the facts say, so that lists are fast. `superseded` is set while a
    correction has others play in the match's place: it keeps its result, which counts for nothing.
    """

    class State(models.TextChoices):
        OPEN = "open"
        REPORTED = "reported"  # one side has reported; the other's answer, or time, decides it
        DISPUTED = "disputed"  # only a ruling ends it
        APPEALED = "appealed"  # a ruling was appealed against; the committee decides
        FINAL = "final"
        VOID = "void"  # counts for nothing: ruled so, or a correction has given its slot to others

    COMPUTED = ("state", "result", "ruled_void", "confirms_at", "starts_at", "play_by", "wakes_at")

    # Where nothing is reported any more, and where a report may still decide.
    OVER = (State.FINAL, State.VOID)
    ON = (State.OPEN, State.REPORTED)

    one = models.ForeignKey(Player, models.PROTECT, related_name="matches_as_one")
    two = models.ForeignKey(Player, models.PROTECT, related_name="matches_as_two")
    length = models.PositiveSmallIntegerField()
    variant = models.CharField(max_length=32, choices=variant_choices, default="backgammon")
    # What the event decided where the rules leave a choice: engine.Options by name.
    options = models.JSONField(default=dict, blank=True)
    # How results are reported, disputed, timed: what differs from the preset (rules.regulations).
    regulations = models.JSONField(default=dict, blank=True)
    rated = models.BooleanField(default=True)
    # Set up outside any event by somebody who is not of the staff: it counts in no pool of everybody.
    self_arranged = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    superseded = models.BooleanField(default=False, editable=False)
    # A ruling says that the match never happened.
    ruled_void = models.BooleanField(default=False, editable=False)
    # When a report nobody objects to is confirmed; nothing where it waits for somebody.
    confirms_at = models.DateTimeField(null=True, blank=True, editable=False)
    starts_at = models.DateTimeField(null=True, blank=True, editable=False)
    play_by = models.DateTimeField(null=True, blank=True, editable=False)
    # When a deadline of the match asks for something: a reminder, a settlement, a forfeit.
    wakes_at = models.DateTimeField(null=True, blank=True, editable=False)
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    result = models.ForeignKey("Result", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(Exact(Mod("length", models.Value(2)), models.Value(1)))
                & models.Q(length__range=(1, LENGTH_MAX)),
                name="match_length_odd",
            ),
            models.CheckConstraint(condition=~models.Q(one=models.F("two")), name="match_two_players"),
            models.CheckConstraint(
                condition=models.Q(state="void")
                | models.Q(state="final", result__isnull=False)
                | (~models.Q(state="final") & models.Q(result=None)),
                name="match_final_has_result",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "id"], name="match_by_state"),
            models.Index(
                fields=["wakes_at"], condition=models.Q(wakes_at__isnull=False), name="match_waking"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.side_names}, {self.length} points"

    @property
    def computed_columns(self) -> dict[str, object]:
        """What is stored and follows from the facts, by column."""
        return {name: self.serializable_value(name) for name in self.COMPUTED}

    @property
    def players(self) -> tuple[Player, Player]:
        """Who the sides are by now: a player who was merged into another is that one."""
        return self.one.effective_player, self.two.effective_player

    @property
    def side_names(self) -> str:
        """Who plays, in words."""
        return " – ".join(player.name for player in self.players)

    @cached_property
    def withholds_names(self) -> bool:
        """Whether somebody who plays in it was anonymised: what was written of them then is not shown."""
        return any(person.anonymised for side in (self.one, self.two) for person in (side, *side.persons))

    @property
    def is_over(self) -> bool:
        return self.state in self.OVER

    def side_of(self, user: User) -> int | None:
        """The side this login plays on, by itself or as a member of a pair, if it plays."""
        return next((side for side, player in enumerate(self.players) if user.pk in player.logins), None)

    @property
    def final_result(self) -> "Result | None":
        """The result, knowing its match: asking it for the score costs no query."""
        if self.result is not None:
            self.result.match = self
        return self.result


class Report(Fact):
    """What somebody says about a match: a score, the games one by one, or a transcript of it."""

    class Kind(models.TextChoices):
        SCORE = "score"
        GAMES = "games"
        TRANSCRIPT = "transcript"

    class Role(models.TextChoices):
        PLAYER = "player"
        SCOREKEEPER = "scorekeeper"
        DIRECTOR = "director"

    class Means(models.TextChoices):
        API = "api"
        PAGE = "page"
        ADMIN = "admin"
        LIVE = "live"  # made from the live log when it had reached the length
        SLIP = "slip"  # by the code on its score slip, from whoever held it

    match = models.ForeignKey(Match, models.PROTECT, related_name="reports")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    role = models.CharField(max_length=16, choices=Role.choices)
    means = models.CharField(max_length=16, choices=Means.choices, default=Means.API)
    # The reporter's side; none for an official.
    side = models.PositiveSmallIntegerField(choices=Side.choices, null=True)
    points_one = models.PositiveSmallIntegerField(null=True)
    points_two = models.PositiveSmallIntegerField(null=True)
    # As reported, [{"winner": 0 or 1, "points": 2, "cube": 2, "ending": "single"}, ...]; what follows
    # from the rest may be missing.
    games = models.JSONField(null=True)
    # As it was sent, byte for byte: an encoding is the reader's to find out.
    transcript = models.BinaryField(null=True)
    # Names as the transcript writes them, {"one": ..., "two": ...}, where the reporter said who is who.
    names = models.JSONField(null=True)

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    kind="score",
                    points_one__isnull=False,
                    points_two__isnull=False,
                    games=None,
                    transcript=None,
                )
                | models.Q(
                    kind="games", points_one=None, points_two=None, games__isnull=False, transcript=None
                )
                | models.Q(
                    kind="transcript", points_one=None, points_two=None, games=None, transcript__isnull=False
                ),
                name="report_has_one_content",
            ),
            models.CheckConstraint(
                condition=models.Q(role="player", side__isnull=False)
                | models.Q(role__in=["scorekeeper", "director"], side=None),
                name="report_side_of_player",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk} of match {self.match_id}"

    @property
    def is_undone(self) -> bool:
        """Whether an official has taken it back, of a report read reports_with_verdict; a new one is not."""
        return bool(getattr(self, "undone", False))

    @property
    def status(self) -> str:
        """pending, accepted or refused."""
        try:
            return "accepted" if self.verdict.accepted else "refused"
        except Verdict.DoesNotExist:
            return "pending"


class Verdict(Fact):
    """What the referee found in a report. One per report."""

    report = models.OneToOneField(Report, models.PROTECT, related_name="verdict")
    accepted = models.BooleanField()
    # Why it was refused: {"code": ..., "detail": ..., and what the code carries}.
    problem = models.JSONField(null=True)
    # The engine's whole answer on a transcript, as `python -m engine verify --json` prints it, or on games,
    # with the sentences of its violations and notes.
    details = models.JSONField(null=True)
    # Whether the transcript's first column is side two.
    swapped = models.BooleanField(default=False)

    class Meta(Fact.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(accepted=True) ^ models.Q(problem__isnull=False),
                name="verdict_refusal_has_problem",
            ),
        ]

    @property
    def redacted_problem(self) -> dict[str, Any] | None:
        """The problem as it is shown: without names once a player of the match was anonymised."""
        return redact_problem(self.problem) if self.report.match.withholds_names else self.problem

    @property
    def redacted_details(self) -> dict[str, Any] | None:
        """The details, likewise."""
        return redact_details(self.details) if self.report.match.withholds_names else self.details

    def __str__(self) -> str:
        return f"{'accepted' if self.accepted else 'refused'}: report {self.report_id}"


REPORT_VERIFY = "matches.report_verify"

MATCH_PROCESS_DUE = "matches.match_process_due"
