"""What the room declares to the others."""

from matches.hooks import Room

from .services import heartbeats_forget

ROOM = Room(name="work", sweep=lambda now: heartbeats_forget(now=now))
