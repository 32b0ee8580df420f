"""What the room declares to the others."""

from matches.hooks import Room
from matches.rooms.sections_of_statistics import MatchStatistics, PlayerStatistics
from matches.words_of_statistics import WORDS

ROOM = Room(name="statistics", sections=[PlayerStatistics(), MatchStatistics()], words=WORDS)
