"""What the room declares to the others."""

from matches.hooks import Room

ROOM = Room(name="formats")
