"""What the room declares to the others."""

from matches.hooks import Room

from .services import answers_prune

ROOM = Room(name="idempotency", prune=answers_prune)
