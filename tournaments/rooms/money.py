"""What the room declares to the others."""

from matches.hooks import Room
from tournaments.sentences_of_money import FACTS

ROOM = Room(
    name="money",
    facts=FACTS,
)
