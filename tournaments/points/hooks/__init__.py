"""What the room declares to the others."""

from matches.hooks import Room
from tournaments.points.facts import FACTS
from tournaments.points.words import WORDS

from .sections import ClubPoints, PlayerPoints, TournamentPoints

ROOM = Room(
    name="points",
    facts=FACTS,
    sections=[ClubPoints(), PlayerPoints(), TournamentPoints()],
    words=WORDS,
)
