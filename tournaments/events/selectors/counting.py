"""Rating pools of clubs and tournaments."""

from collections.abc import Iterable

from django.db.models import QuerySet
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


def players_of_club(number: int) -> QuerySet[Player]:
    """Whoever belongs to the club today and does not keep that private, or has entered a tournament of it."""
    members = Membership.objects.in_force_on(service_day(timezone.now())).filter(club=number)
    members = members.exclude(Player.objects.keeps_private("clubs", "player"))
    entered = Entry.objects.filter(tournament__club=number).values("player")
    # Found by their numbers: of alternatives PostgreSQL would ask every player there is.
    standing = members.values("player").union(entered)
    absorbed = Player.objects.filter(pk__in=standing, stand_in__isnull=False).values("stand_in")
    return Player.objects.filter(pk__in=standing.union(absorbed))
