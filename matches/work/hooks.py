"""What the room declares to the others."""

from matches.hooks import Room

from .services import heartbeats_prune

ROOM = Room(name="work", prune=lambda now: heartbeats_prune(now=now))
