"""The kinds of work that tournaments, ponds and ladders put into the outbox."""

# Everything may have changed: a draw, a withdrawal, a look round. The subject is the tournament.
TOURNAMENT_ADVANCE = "tournaments.tournament_advance"
# The match of one fixture was decided, or decided otherwise. The subject is the fixture.
FIXTURE_ADVANCE = "tournaments.fixture_advance"
# The time of a round may be over. The subject is the pond.
POND_ATTEND = "tournaments.pond_attend"
# A match may have moved somebody, or time. The subject is the ladder.
LADDER_ATTEND = "tournaments.ladder_attend"
