"""What the room declares to the others."""

from matches.accounts.permissions import OFFICIALS, PlaceSource, Role, RoleSource
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.facts.versions import topics_through
from matches.hooks import Room
from matches.players.selectors.personal_data import PersonalData
from tournaments.venues import services
from tournaments.venues.facts import FACTS
from tournaments.venues.models import Attendance, TableCall, TableCallEnd, TableMove, Venue
from tournaments.venues.permissions import venue_places, venue_roles
from tournaments.venues.words import WORDS

from .notices import NOTICES
from .sections import ClubVenues, MatchTable
from .stakes import TableStake

SIDES = ("one", "two", "one__roster__player", "two__roster__player")
CALLED = tuple(f"match__{side}" for side in SIDES)
# Of the login that recorded a fact, which is another's.
OTHERS = ("recorded_by", "request_id")

ROOM = Room(
    name="venues",
    shows={"club": topics_through("venue", Venue, "pk", "club")},
    actions={
        "venue_create": OFFICIALS,
        "venue_edit": OFFICIALS,
        "match_call": OFFICIALS | {Role.SCOREKEEPER},
    },
    roles=[RoleSource(Venue, venue_roles)],
    places=[PlaceSource(Venue, venue_places)],
    match_stakes=[TableStake()],
    facts=FACTS,
    subjects=[
        Subject(
            model=Venue,
            page="pages-tournaments:venue",
            resource="api-tournaments:venue",
            number_help="Of a fact about its tables.",
        )
    ],
    exported=[ExportKind("venue", Venue)],
    personal_data=[
        PersonalData("table_calls", TableCall, player=CALLED, omitted=OTHERS),
        PersonalData(
            "table_moves", TableMove, player=[f"call__{lookup}" for lookup in CALLED], omitted=OTHERS
        ),
        PersonalData(
            "table_call_ends", TableCallEnd, player=[f"call__{lookup}" for lookup in CALLED], omitted=OTHERS
        ),
        PersonalData(
            "attendances", Attendance, player=[f"call__{lookup}" for lookup in CALLED], omitted=OTHERS
        ),
    ],
    sweep=lambda now: services.venues_sweep(now=now),
    compare=lambda repair: services.seatings_compare(repair=repair),
    restore=services.seatings_restore,
    words=WORDS,
    notices=NOTICES,
    sections=[ClubVenues(), MatchTable()],
)
