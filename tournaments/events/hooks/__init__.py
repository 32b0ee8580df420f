"""What the room declares to the others."""

from collections.abc import Callable, Iterator
from functools import partial, reduce
from operator import or_

from django.db.models import Model, Q
from django.utils.translation import gettext_lazy as _

from matches.accounts.permissions import OFFICIALS, PlaceSource, Role, RoleSource
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.redaction import Redaction, redact_text
from matches.facts.versions import topics_through
from matches.hooks import MatchCondition, MenuEntry, PlayerCondition, Room
from matches.pictures.models import Picture, PictureFile
from matches.pictures.selectors import picture_columns
from matches.play.models import Match
from matches.players.models import Alias, Claim, FederationNumber, Member, Player
from matches.players.selectors import anonymised_concerned
from matches.players.selectors.personal_data import PersonalData
from matches.ratings.models import RatingPool
from tournaments.clubs.models import Appointment, Club
from tournaments.events import services
from tournaments.events.facts import FACTS
from tournaments.events.models import (
    CheckIn,
    CheckInWithdrawal,
    Entry,
    EntryApplication,
    EntryApplicationAnswer,
    Fixture,
    Reentry,
    Substitution,
    Tournament,
    Withdrawal,
)
from tournaments.events.permissions import (
    claim_roles,
    entry_places,
    entry_roles,
    fixture_places,
    match_roles,
    tournament_places,
    tournament_roles,
)
from tournaments.events.selectors import players_of_club
from tournaments.events.words import WORDS
from tournaments.venues.models import Venue

from .directory import TOURNAMENTS
from .effects import EFFECT_PARTS
from .notices import NOTICES
from .sections import ClubTournaments, MatchFixture
from .stakes import EntryStake, FixtureStake, TournamentVenueStake
from .tasks import EntryApplicationTasks, EventTasks

ENTERED = ("player", "player__roster__player")
# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")


def entered_in_event(number: int, player: str = "") -> Q:
    """The condition on rows to be of who is entered or has applied, alone or with a pair or a team."""
    ways = ("entries__tournament", "entry_applications__tournament")
    lookups = [*ways, *(f"memberships__group__{way}" for way in ways)]
    return reduce(or_, (Q(**{f"{player}{lookup}": number}) for lookup in lookups))


def shown_with_event(number: int, picture: str) -> Q:
    """The condition on rows to be of a picture that a row of the event's export shows."""
    shown = Q(pk__in=[])
    for model in (Tournament, Club, Venue, RatingPool):
        rows = model._base_manager.filter(EXPORTED_WITH_TOURNAMENT[model](number))
        for column in picture_columns(model):
            shown |= Q(**{f"{picture}pk__in": rows.exclude(**{column: None}).values(column)})
    return shown


# A tournament goes out without the league whose division it is.
EXPORTED_WITH_TOURNAMENT: dict[type[Model], Callable[[int], Q]] = {
    Player: entered_in_event,
    Alias: partial(entered_in_event, player="player__"),
    FederationNumber: partial(entered_in_event, player="player__"),
    Member: lambda number: (
        Q(group__entries__tournament=number) | Q(group__entry_applications__tournament=number)
    ),
    Match: lambda number: Q(fixture__tournament=number),
    # The rating pools that its facts and those of its matches name.
    RatingPool: lambda number: (
        Q(countings__tournament=number) | Q(single_matches__match__fixture__tournament=number)
    ),
    Club: lambda number: Q(tournaments=number),
    Venue: lambda number: Q(tournaments=number) | Q(table_calls__match__fixture__tournament=number),
    Picture: partial(shown_with_event, picture=""),
    PictureFile: partial(shown_with_event, picture="picture__"),
    Tournament: lambda number: Q(pk=number),
    Appointment: lambda number: Q(tournament=number) | Q(tournament=None, club__tournaments=number),
    Fixture: lambda number: Q(tournament=number),
}


def compare_events(repair: bool) -> Iterator[str]:
    yield from services.tournament_countings_compare(repair=repair)
    yield from services.tournament_caches_compare(repair=repair)


def restore_events() -> None:
    services.tournaments_restore()
    services.tournament_countings_restore()


ROOM = Room(
    name="events",
    shows={
        "player": topics_through("tournament", Entry, "tournament", "player", "player__roster__player"),
        "club": topics_through("tournament", Tournament, "pk", "club"),
        "venue": topics_through("tournament", Tournament, "pk", "venue"),
    },
    actions={
        "tournament_create": OFFICIALS,
        "tournament_direct": OFFICIALS,
        "result_enter": OFFICIALS | {Role.SCOREKEEPER},
        "entry_add": OFFICIALS | {Role.PLAYER},
        "line_up_set": OFFICIALS | {Role.PLAYER},
        "entry_check_in": OFFICIALS | {Role.PLAYER, Role.SCOREKEEPER},
        "entry_withdraw": OFFICIALS | {Role.PLAYER},
        "entry_application_withdraw": frozenset({Role.PLAYER}),
    },
    roles=[
        RoleSource(Tournament, tournament_roles),
        RoleSource(Entry, entry_roles),
        RoleSource(EntryApplication, entry_roles),
        RoleSource(Claim, claim_roles),
        RoleSource(Match, match_roles, yields=OFFICIALS | {Role.SCOREKEEPER}),
    ],
    places=[
        PlaceSource(Tournament, tournament_places, limits=True),
        PlaceSource(Entry, entry_places),
        PlaceSource(EntryApplication, entry_places),
        PlaceSource(Match, fixture_places),
    ],
    match_stakes=[FixtureStake()],
    player_stakes=[EntryStake()],
    venue_stakes=[TournamentVenueStake()],
    facts=FACTS,
    subjects=[
        Subject(
            model=Tournament,
            through={"match": ("fixture__tournament",)},
            page="pages-tournaments:tournament",
            resource="api-tournaments:tournament",
            number_help="Of a fact that is about no match.",
            exported=EXPORTED_WITH_TOURNAMENT,
        )
    ],
    exported=[
        ExportKind("tournament", Tournament, omitted=("state", "draw", "search_key")),
        # Of a club, but it may name a tournament.
        ExportKind("appointment", Appointment),
        # Which of the fixtures count is worked out when all are there.
        ExportKind("fixture", Fixture, omitted=("void",), filled={"void": lambda: True}, after_facts=True),
    ],
    personal_data=[
        PersonalData("entry_applications", EntryApplication, player=ENTERED, omitted=OTHERS),
        PersonalData(
            "entry_application_answers",
            EntryApplicationAnswer,
            player=[f"application__{lookup}" for lookup in ENTERED],
            omitted=OTHERS,
        ),
        PersonalData("entries", Entry, player=ENTERED, omitted=OTHERS),
        PersonalData("check_ins", CheckIn, player=[f"entry__{lookup}" for lookup in ENTERED], omitted=OTHERS),
        PersonalData(
            "check_in_withdrawals",
            CheckInWithdrawal,
            player=[f"check_in__entry__{lookup}" for lookup in ENTERED],
            omitted=OTHERS,
        ),
        PersonalData(
            "withdrawals", Withdrawal, player=[f"entry__{lookup}" for lookup in ENTERED], omitted=OTHERS
        ),
        PersonalData(
            "comebacks",
            Reentry,
            player=[f"withdrawal__entry__{lookup}" for lookup in ENTERED],
            omitted=OTHERS,
        ),
        PersonalData(
            "substitutions", Substitution, player=("leaves__player", "comes__player"), omitted=OTHERS
        ),
    ],
    redactions=[
        Redaction(
            model=EntryApplication,
            concerned=partial(anonymised_concerned, "player"),
            columns={"home": redact_text, "family": redact_text},
        ),
    ],
    sweep=lambda now: services.tournaments_sweep(),
    compare=compare_events,
    restore=restore_events,
    match_filters={
        "club": MatchCondition(
            lambda number: Q(fixture__tournament__club=number), "Matches of this club's tournaments."
        ),
        "tournament": MatchCondition(
            lambda number: Q(fixture__tournament=number), "Matches of this tournament.", in_lists=True
        ),
    },
    player_filters={"club": PlayerCondition(players_of_club, "Players of this club alone.")},
    counted_through=["fixture__tournament__counted_in__rating_pool"],
    clubs_of_matches=["fixture__tournament__club"],
    words=WORDS,
    directories=[TOURNAMENTS],
    sections=[ClubTournaments(), MatchFixture()],
    effect_parts=EFFECT_PARTS,
    menu=[MenuEntry(_("Tournaments"), "pages-tournaments:tournaments", "event", 10, _("To the tournaments"))],
    notices=NOTICES,
    task_sources=[EntryApplicationTasks(), EventTasks()],
)
