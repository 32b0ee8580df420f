"""What the room declares to the others."""

from matches.facts import Subject
from matches.hooks import Room
from matches.models import RatingPool
from matches.permissions import OFFICIALS, Role
from matches.sentences_of_ratings import FACTS

ROOM = Room(
    name="ratings",
    actions={
        "pool_open": frozenset({Role.STAFF}),
        "pool_keep": OFFICIALS,
        "results_import": frozenset({Role.STAFF}),
    },
    facts=FACTS,
    subjects=[Subject(model=RatingPool)],
)
