"""Leagues: what was announced of them, and the seasons that were opened."""

from django.db import models

from matches.edits.models import Edit
from matches.facts.models import Fact
from matches.search.models import Searchable, search_index
from tournaments.clubs.models import Placed
from tournaments.events.models import Announced, Entries, Entry, Tournament

from .rules import PromotionCount


class League(Searchable, Announced, Placed):
    """Divisions of a club that play season after season, each a tournament of its own by these terms."""

    name = models.CharField(max_length=60)
    # How many change between neighbouring divisions after a season.
    up = models.PositiveSmallIntegerField()
    down = models.PositiveSmallIntegerField()
    # No further season opens.
    closed = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-id"], name="league_by_club"),
            search_index("league_search"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def promotion_count(self) -> PromotionCount:
        return PromotionCount(self.up, self.down)


class LeagueEdit(Edit):
    """What was announced of a league is changed."""

    SUBJECT = "league"

    league = models.ForeignKey(League, models.PROTECT, related_name="edits")

    class Meta(Edit.Meta):
        indexes = [models.Index(fields=["league", "serial"], name="edit_by_league")]


class Season(Fact):
    """A season of a league opens; who plays in it stands with its divisions."""

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    # From 1.
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)
    # Numbers of players, as the director named them: who has left since the season before, who is new.
    withdrawn = models.JSONField(default=list)
    newcomers = models.JSONField(default=list)
    # Who shared places of the season before, their tie broken by the director: the better first.
    tie_order = models.JSONField(default=list)

    class Meta(Fact.Meta):
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_once_in_league"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league}"


class Division(Fact):
    """A division of a season, and the tournament that it plays.

    Whom the season opened with are the entries recorded before it. Who comes and goes later is with the
    tournament.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="divisions")
    # 1 is the top.
    number = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="division")

    class Meta(Fact.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="division_once_in_season"),
        ]

    def __str__(self) -> str:
        return f"division {self.number} of {self.season}"

    @property
    def opened_with(self) -> Entries:
        """In the order they were seeded in."""
        return Entry.objects.filter(tournament=self.tournament_id, serial__lt=self.serial).order_by("serial")
