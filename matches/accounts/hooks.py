"""What the room declares to the others."""

from matches.hooks import Room
from matches.words_of_accounts import WORDS

ROOM = Room(name="accounts", words=WORDS)
