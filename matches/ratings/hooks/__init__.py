"""What the room declares to the others."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _

from matches import outbox
from matches.archive import ExportKind
from matches.deciding import Decision
from matches.facts import Subject
from matches.hooks import Effect, MatchStake, MenuEntry, PlayerStake, Room, Work
from matches.models import Match, Merge, RatingEntry, RatingPool, RatingStanding
from matches.permissions import OFFICIALS, Role
from matches.privacy import PersonalData
from matches.rooms.effects_of_ratings import EFFECT_PARTS
from matches.rooms.sections_of_ratings import MatchRatings, PlayerRatings
from matches.selectors import Case, ratings_shown
from matches.sentences_of_ratings import FACTS
from matches.services import ratings_rebuild, terms_restore
from matches.services.caches import pools_compare
from matches.services.ratings import ratings_sweep


class RatingStake(MatchStake):
    """Of ratings, in the matches that are rated."""

    def effect_beside(self, case: Case, would: Decision, superseded: Mapping[int, bool]) -> Effect:
        return Effect(parts={"ratings": ratings_shown(case, would, superseded)})

    def stands_otherwise(self, match: Match, *, over: bool) -> Iterable[Work]:
        return [(outbox.RATINGS_UPDATE, match.pk)] if over and match.rated else ()


class RatedPlayerStake(PlayerStake):
    """Of ratings, in players: those of two who were merged are one's."""

    def merged(self, merge: Merge) -> None:
        outbox.add(outbox.RATINGS_UPDATE, outbox.EVERY_MATCH)


ROOM = Room(
    name="ratings",
    actions={
        "pool_open": frozenset({Role.STAFF}),
        "pool_keep": OFFICIALS,
        "results_import": frozenset({Role.STAFF}),
    },
    facts=FACTS,
    subjects=[Subject(model=RatingPool)],
    match_stakes=[RatingStake()],
    player_stakes=[RatedPlayerStake()],
    # The terms in force are the latest of the facts.
    exported=[
        ExportKind("rating_pool", RatingPool, omitted=("terms", "folded")),
    ],
    personal_data=[
        PersonalData("ratings", RatingStanding, player=("player",)),
        PersonalData("rating_history", RatingEntry, player=("player",)),
    ],
    sweep=lambda now: ratings_sweep(),
    compare=lambda repair: pools_compare(repair=repair),
    restore=terms_restore,
    # Which matches count is for other rooms to say.
    recompute=ratings_rebuild,
    sections=[PlayerRatings(), MatchRatings()],
    counted_through=["single_pools__pool"],
    effect_parts=EFFECT_PARTS,
    menu=[MenuEntry(_("Players"), "pages-matches:players")],
)
