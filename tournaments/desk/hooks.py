"""What the room declares to the others."""

from matches.accounts.permissions import OFFICIALS, Role
from matches.hooks import Room

from .words import WORDS

ROOM = Room(name="desk", actions={"desk_see": OFFICIALS | {Role.SCOREKEEPER}}, words=WORDS)
