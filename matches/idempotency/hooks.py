"""What the room declares to the others."""

from matches.hooks import Room

from .services import answers_sweep

ROOM = Room(name="idempotency", sweep=answers_sweep)
