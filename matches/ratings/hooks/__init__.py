"""What the room declares to the others."""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from matches.accounts.permissions import OFFICIALS, Role
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.versions import topics_through
from matches.hooks import Effect, MatchStake, MenuEntry, PlayerPrecedence, PlayerStake, Room, Work
from matches.play.models import Match
from matches.play.rules.deciding import Decision
from matches.play.selectors import Case
from matches.players.models import Merge
from matches.players.selectors.personal_data import PersonalData
from matches.ratings.facts import FACTS
from matches.ratings.models import (
    EVERY_MATCH,
    RATINGS_UPDATE,
    RatingEntry,
    RatingPool,
    RatingStanding,
    RatingVariantRecord,
)
from matches.ratings.selectors import busiest_players, matches_of_players, ratings_shown
from matches.ratings.services import (
    rating_pools_compare,
    rating_terms_restore,
    ratings_rebuild,
    ratings_sweep,
)
from matches.ratings.words import WORDS
from matches.work import outbox

from .effects import EFFECT_PARTS
from .sections import MatchRatings, PlayerRatings


class RatingStake(MatchStake):
    """Of ratings, in the matches that are rated."""

    def effect_beside(self, case: Case, would: Decision, superseded: Mapping[int, bool]) -> Effect:
        return Effect(parts=ratings_shown(case, would, superseded))

    def stands_otherwise(self, match: Match, *, over: bool) -> Iterable[Work]:
        return [(RATINGS_UPDATE, match.pk)] if over and match.rated else ()


class RatedPlayerStake(PlayerStake):
    """Of ratings, in players: those of two who were merged are one's."""

    def players_merged(self, merge: Merge) -> None:
        outbox.make_due(RATINGS_UPDATE, EVERY_MATCH)


class BusiestFirst(PlayerPrecedence):
    """Who has played most, by the leading rating pool."""

    def busiest_players(self, most: int) -> QuerySet[RatingStanding, int]:
        return busiest_players(most)

    def matches_played(self, players: Collection[int]) -> Mapping[int, int]:
        return matches_of_players(players)


ROOM = Room(
    name="ratings",
    shows={"player": topics_through("rating_pool", RatingStanding, "rating_pool", "player")},
    actions={
        "rating_pool_open": frozenset({Role.STAFF}),
        "rating_pool_manage": OFFICIALS,
        "results_import": frozenset({Role.STAFF}),
    },
    facts=FACTS,
    subjects=[Subject(model=RatingPool, resource="api-matches:rating-pool", names_version=True)],
    match_stakes=[RatingStake()],
    player_stakes=[RatedPlayerStake()],
    player_precedences=[BusiestFirst()],
    # The terms in force are the latest of the facts.
    exported=[
        ExportKind("rating_pool", RatingPool, omitted=("terms", "folded")),
    ],
    personal_data=[
        PersonalData("ratings", RatingStanding, player=("player",)),
        PersonalData("rating_history", RatingEntry, player=("player",)),
        PersonalData("records_by_variant", RatingVariantRecord, player=("player",)),
    ],
    sweep=lambda now: ratings_sweep(),
    compare=lambda repair: rating_pools_compare(repair=repair),
    restore=rating_terms_restore,
    # Which matches count is for other rooms to say.
    recompute=ratings_rebuild,
    sections=[PlayerRatings(), MatchRatings()],
    words=WORDS,
    counted_through=["single_rating_pools__rating_pool"],
    effect_parts=EFFECT_PARTS,
    menu=[MenuEntry(_("Players"), "pages-matches:players", "player", 50)],
)
