"""What the room declares to the others."""

from matches.hooks import Room
from matches.permissions import OFFICIALS, Role

ROOM = Room(
    name="ratings",
    actions={
        "pool_open": frozenset({Role.STAFF}),
        "pool_keep": OFFICIALS,
        "results_import": frozenset({Role.STAFF}),
    },
)
