"""The facts about venues, each in a sentence."""

from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind
from tournaments.venues.models import VenueEdit

FACTS = (
    FactKind(VenueEdit, describe_edit, about={"venue": "venue", "club": "venue__club"}, role="official"),
)
