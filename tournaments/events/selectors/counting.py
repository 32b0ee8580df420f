"""Rating pools of clubs and tournaments."""

from collections.abc import Iterable

from django.utils import timezone

from matches.base.times import service_day
from matches.players.models import Player
from tournaments.clubs.models import Membership
from tournaments.events.models import Counting, Entry, Tournament


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
    members = Membership.objects.in_force_on(service_day(timezone.now())).filter(club=number)
    members = members.exclude(Player.objects.keeps_private("clubs", "player"))
    entered = Entry.objects.filter(tournament__club=number).values("player")
    # Found by their numbers: of alternatives PostgreSQL would ask every player there is.
    found = Player.objects.filter(pk__in=members.values("player").union(entered))
    return {number for pair in found.values_list("pk", "stand_in") for number in pair if number is not None}
