"""What the room declares to the others."""

from matches.hooks import Room
from matches.permissions import OFFICIALS

ROOM = Room(
    name="dice",
    actions={
        "dice_scrutinise": OFFICIALS,
    },
)
