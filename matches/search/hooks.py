"""What the room declares to the others."""

from matches.hooks import Room
from matches.search.services import search_keys_compare

ROOM = Room(name="search", compare=search_keys_compare)
