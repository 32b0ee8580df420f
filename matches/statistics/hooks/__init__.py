"""What the room declares to the others."""

from matches.hooks import Room
from matches.statistics.words import WORDS

from .sections import MatchStatistics, StatisticsSection

ROOM = Room(name="statistics", sections=[StatisticsSection(), MatchStatistics()], words=WORDS)
