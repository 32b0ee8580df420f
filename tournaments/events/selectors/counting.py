"""Rating pools of clubs and tournaments."""

from collections.abc import Iterable

from django.utils import timezone

from matches.base.times import service_day
from matches.work.statements import Statement
from tournaments.events.models import Counting, Tournament


def rating_pools_counted(tournaments: Iterable[Tournament] | None = None) -> set[tuple[int, int]]:
    """Tournament and rating pool of every counting in force, by number; of some tournaments if named."""
    countings = Counting.objects.order_by("tournament", "rating_pool", "-serial").distinct(
        "tournament", "rating_pool"
    )
    if tournaments is not None:
        countings = countings.filter(tournament__in=tournaments)
    return {(each.tournament_id, each.rating_pool_id) for each in countings if each.counts}


def players_of_club(number: int) -> set[int]:
    """Whoever belongs to the club today and does not keep that private, or has entered a tournament of it.

    By number, and who stands in for them beside: one query.
    """
    found = _PLAYERS_OF_CLUB(club=number, day=service_day(timezone.now()))
    return {number for pair in found for number in pair if number is not None}


# Players are found by their numbers: of alternatives PostgreSQL would ask every player there is. Who is
# private is asked of each member, as `Players.keeps_private` does.
_PLAYERS_OF_CLUB = Statement("""
SELECT player.id, player.stand_in_id
FROM matches_player AS player
WHERE player.id IN (
    SELECT membership.player_id
    FROM tournaments_membership AS membership
    LEFT JOIN tournaments_membershipend AS ended ON ended.membership_id = membership.id
    WHERE membership.club_id = %(club)s AND membership.starts_on <= %(day)s
        AND coalesce(ended.ends_on, 'infinity') >= %(day)s
        AND NOT EXISTS (
            SELECT FROM matches_player AS member
            LEFT JOIN matches_player AS stand_in ON stand_in.id = member.stand_in_id
            WHERE member.id = membership.player_id
                AND (member.private @> '"clubs"' OR stand_in.private @> '"clubs"')
        )
    UNION
    SELECT entry.player_id
    FROM tournaments_entry AS entry
    JOIN tournaments_tournament AS tournament ON tournament.id = entry.tournament_id
    WHERE tournament.club_id = %(club)s
)
""")
