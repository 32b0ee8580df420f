"""What the room declares to the others."""

from matches.hooks import Room
from matches.rooms.sections_of_statistics import MatchStatistics, PlayerStatistics

ROOM = Room(name="statistics", sections=[PlayerStatistics(), MatchStatistics()])
