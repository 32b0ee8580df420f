"""What the room declares to the others."""

from collections.abc import Collection, Iterable
from operator import attrgetter

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.accounts.permissions import OFFICIALS, PlaceSource, Role, RoleSource
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.versions import topics_through
from matches.hooks import MenuEntry, Room
from matches.play.models import Match
from matches.players.selectors.personal_data import PersonalData
from matches.search.directories import RowDirectory
from tournaments.ladders import services
from tournaments.ladders.facts import FACTS
from tournaments.ladders.models import Challenge, ChallengeAnswer, Ladder, LadderJoin, LadderLeave, Rung
from tournaments.ladders.permissions import (
    challenge_answer_places,
    challenge_answer_roles,
    challenge_places,
    challenge_roles,
    ladder_join_places,
    ladder_join_roles,
    ladder_match_places,
    ladder_match_roles,
    ladder_places,
    ladder_roles,
)
from tournaments.ladders.rules import LADDERS
from tournaments.ladders.selectors import ladder_list
from tournaments.ladders.words import WORDS

from .effects import EFFECT_PARTS
from .notices import NOTICES
from .sections import ClubLadders, MatchLadder
from .stakes import ChallengeStake, LadderStake
from .tasks import ChallengeTasks

# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")


def ladders_ordered_by(players: Collection[int] | None) -> Iterable[str]:
    """The topics of the ladders on which ratings of these players make the order."""
    kinds = [code for code, kind in LADDERS.items() if kind.by_rating]
    rungs = Rung.objects.filter(ladder__kind__in=kinds)
    if players is not None:
        rungs = rungs.filter(Q(player__in=players) | Q(player__stand_in__in=players))
    return [f"ladder-{ladder}" for ladder in rungs.order_by().values_list("ladder", flat=True).distinct()]


ROOM = Room(
    name="ladders",
    shows={
        "player": topics_through("ladder", LadderJoin, "ladder", "player"),
        "club": topics_through("ladder", Ladder, "pk", "club"),
    },
    shows_ratings=ladders_ordered_by,
    actions={
        "ladder_create": OFFICIALS,
        "ladder_direct": OFFICIALS,
        "ladder_join": OFFICIALS | {Role.PLAYER},
        "challenge_make": OFFICIALS | {Role.PLAYER},
        "challenge_answer": OFFICIALS | {Role.PLAYER},
    },
    roles=[
        RoleSource(Ladder, ladder_roles),
        RoleSource(LadderJoin, ladder_join_roles),
        RoleSource(Challenge, challenge_roles),
        RoleSource(ChallengeAnswer, challenge_answer_roles),
        RoleSource(Match, ladder_match_roles, yields=OFFICIALS),
    ],
    places=[
        PlaceSource(Ladder, ladder_places),
        PlaceSource(LadderJoin, ladder_join_places),
        PlaceSource(Challenge, challenge_places),
        PlaceSource(ChallengeAnswer, challenge_answer_places),
        PlaceSource(Match, ladder_match_places),
    ],
    menu=[MenuEntry(_("Ladders"), "pages-tournaments:ladders", "ladder", 30)],
    directories=[
        RowDirectory(
            kind="ladder",
            title=_("Ladders"),
            page="pages-tournaments:ladder",
            rows=lambda viewer: ladder_list(),
            detail=attrgetter("club.name"),
        )
    ],
    match_stakes=[ChallengeStake()],
    player_stakes=[LadderStake()],
    facts=FACTS,
    subjects=[
        Subject(
            model=Ladder,
            through={"match": ("challenge_answer__challenge__ladder",)},
            page="pages-tournaments:ladder",
            resource="api-tournaments:ladder",
            number_help="",
        )
    ],
    exported=[
        ExportKind("ladder", Ladder, omitted=(*Ladder.COMPUTED, "search_key")),
    ],
    personal_data=[
        PersonalData("ladder_joins", LadderJoin, player=("player",), omitted=OTHERS),
        PersonalData("ladder_leaves", LadderLeave, player=("join__player",), omitted=OTHERS),
        PersonalData("challenges", Challenge, player=("challenger", "challenged"), omitted=OTHERS),
        PersonalData(
            "challenge_answers",
            ChallengeAnswer,
            player=("challenge__challenger", "challenge__challenged"),
            omitted=OTHERS,
        ),
        PersonalData("rungs", Rung, player=("player",)),
    ],
    wake=lambda now: services.ladders_wake(now=now),
    sweep=lambda now: services.ladders_sweep(),
    compare=lambda repair: services.ladders_compare(repair=repair),
    # Some go by the ratings.
    recompute=services.ladders_restore,
    words=WORDS,
    sections=[ClubLadders(), MatchLadder()],
    clubs_of_matches=["challenge_answer__challenge__ladder__club"],
    effect_parts=EFFECT_PARTS,
    notices=NOTICES,
    task_sources=[ChallengeTasks()],
)
