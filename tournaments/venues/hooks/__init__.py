"""What the room declares to the others."""

from matches.accounts.permissions import OFFICIALS, PlaceSource, RoleSource
from matches.facts.archive import ExportKind
from matches.facts.kinds import Subject
from matches.hooks import Room
from tournaments.venues.facts import FACTS
from tournaments.venues.models import Venue
from tournaments.venues.permissions import venue_places, venue_roles
from tournaments.venues.words import WORDS

ROOM = Room(
    name="venues",
    actions={
        "venue_create": OFFICIALS,
        "venue_edit": OFFICIALS,
    },
    roles=[RoleSource(Venue, venue_roles)],
    places=[PlaceSource(Venue, venue_places)],
    facts=FACTS,
    subjects=[Subject(model=Venue, number_help="Of a fact about its tables.")],
    exported=[ExportKind("venue", Venue)],
    words=WORDS,
)
