"""What the room declares to the others."""

from matches.hooks import Room
from matches.permissions import OFFICIALS
from matches.words_of_facts import WORDS

ROOM = Room(
    name="facts",
    actions={
        "fact_identify": OFFICIALS,
    },
    words=WORDS,
)
