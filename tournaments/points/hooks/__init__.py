"""What the room declares to the others."""

from matches.hooks import Room
from tournaments.points.facts import FACTS
from tournaments.points.words import WORDS

from .sections import ClubPoints, PlayerPoints, TournamentPoints
from .stakes import EventWeightStake

ROOM = Room(
    name="points",
    event_stakes=[EventWeightStake()],
    facts=FACTS,
    sections=[ClubPoints(), PlayerPoints(), TournamentPoints()],
    words=WORDS,
)
