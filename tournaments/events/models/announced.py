"""What is announced of play before anybody enters: of a tournament, or of all divisions of a league."""

from django.db import models
from django.utils import timezone

from matches.accounts.models import User
from matches.play.models import variant_choices
from tournaments.events.rules.rounds import RoundTerms, round_terms
from tournaments.formats import FORMATS, Format


def format_choices() -> list[tuple[str, str]]:
    return [(format.code, format.name) for format in FORMATS.values()]


class Announced(models.Model):
    """The terms of play. They are checked when they are announced, and when they are changed."""

    class Entrants(models.TextChoices):
        SINGLES = "singles"
        DOUBLES = "doubles"
        TEAMS = "teams"

    # Who enters: persons, pairs, teams.
    entrants = models.CharField(max_length=8, choices=Entrants.choices, default=Entrants.SINGLES)
    format = models.CharField(max_length=32, choices=format_choices, default="single_elimination")
    # What was chosen of the format: its fields by name.
    format_options = models.JSONField(default=dict, blank=True)
    # Points per round, first round first; the last one applies to every round after it.
    lengths = models.JSONField()
    # What is otherwise in some rounds: see tournaments.events.rules.rounds.
    rounds = models.JSONField(default=list, blank=True)
    variant = models.CharField(max_length=32, choices=variant_choices, default="backgammon")
    # Of every match, where the rules leave a choice: engine.Options by name.
    options = models.JSONField(default=dict, blank=True)
    # How results are reported, disputed, timed: see matches.play.rules.regulations.
    regulations = models.JSONField(default=dict, blank=True)
    rated = models.BooleanField(default=True)
    # How ties are broken where points decide: codes, the first decides first; empty for the format's.
    tiebreaks = models.JSONField(default=list, blank=True)
    # Whether the pairings of every round but the first wait until the director releases them.
    pairings_need_approval = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Meta:
        abstract = True

    @property
    def played_as(self) -> Format:
        """The format with the options chosen."""
        return FORMATS[self.format].from_mapping(self.format_options)

    def terms_of(self, part: str, round: int) -> RoundTerms:
        """What the matches of a round are played by."""
        return round_terms(self.rounds, self.common_terms, part, round)

    @property
    def common_terms(self) -> RoundTerms:
        """What the first round of the main part is played by, where nothing else is set for it."""
        return RoundTerms(tuple(self.lengths), self.variant, self.options, self.regulations)
