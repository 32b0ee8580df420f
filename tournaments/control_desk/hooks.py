"""What the room declares to the others."""

from matches.hooks import Room

from .words import WORDS

ROOM = Room(name="control_desk", words=WORDS)
