"""What an export holds of clubs, tournaments, ponds and ladders beside the facts."""

from django.db.models import Q

from matches.archive import belongs, keep
from matches.models import Alias, FederationNumber, Match, Member, Player, RatingPool
from tournaments.models import Appointment, Club, ClubPool, Fixture, Ladder, League, Pond, Tournament

keep("club", Club)
keep("tournament", Tournament, left=("state", "draw"))
keep("league", League)
keep("club_pool", ClubPool)
keep("appointment", Appointment)
keep("pond", Pond, left=Pond.COMPUTED)
keep("ladder", Ladder, left=Ladder.COMPUTED)
# Which of the fixtures count is worked out when all are there.
keep("fixture", Fixture, left=("void",), filled={"void": lambda: True}, after_facts=True)

# Who is entered, alone or with a pair or a team.
belongs(
    Player,
    lambda number: Q(entries__tournament=number) | Q(memberships__group__entries__tournament=number),
)
belongs(
    Alias,
    lambda number: (
        Q(player__entries__tournament=number) | Q(player__memberships__group__entries__tournament=number)
    ),
)
belongs(
    FederationNumber,
    lambda number: (
        Q(player__entries__tournament=number) | Q(player__memberships__group__entries__tournament=number)
    ),
)
belongs(Member, lambda number: Q(group__entries__tournament=number))
belongs(Match, lambda number: Q(fixture__tournament=number))
# The pools that its facts and those of its matches name.
belongs(
    RatingPool,
    lambda number: Q(countings__tournament=number) | Q(single_matches__match__fixture__tournament=number),
)
belongs(ClubPool, lambda number: Q(pk__in=[]))
belongs(Club, lambda number: Q(tournaments=number))
# A tournament goes out without the league whose division it is.
belongs(League, lambda number: Q(pk__in=[]))
belongs(Tournament, lambda number: Q(pk=number))
belongs(Appointment, lambda number: Q(tournament=number) | Q(tournament=None, club__tournaments=number))
belongs(Fixture, lambda number: Q(tournament=number))
belongs(Pond, lambda number: Q(pk__in=[]))
belongs(Ladder, lambda number: Q(pk__in=[]))
