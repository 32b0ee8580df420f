"""What the room declares to the others."""

from matches.hooks import Room
from tournaments.rooms.sections_of_points import ClubPoints, PlayerPoints, TournamentPoints
from tournaments.sentences_of_points import FACTS
from tournaments.words_of_points import WORDS

ROOM = Room(
    name="points",
    facts=FACTS,
    sections=[ClubPoints(), PlayerPoints(), TournamentPoints()],
    words=WORDS,
)
