"""The kinds of work that tournaments put into the outbox."""

TOURNAMENT_ADVANCE = "tournaments.tournament_advance"
