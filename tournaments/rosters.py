"""What binds pairs and teams that are entered: nobody joins who is in the same tournament with another."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from matches import rosters
from matches.models import Player
from tournaments.models import Entry, Season, Tournament
from tournaments.services.entrants import check_persons
from tournaments.services.locks import tournament_lock


class OfTournaments:
    def lock(self, group_id: int) -> None:
        for tournament in running_with(group_id):
            tournament_lock(tournament)

    def binds(self, group: Player, joining: Sequence[Player]) -> bool:
        for tournament in Tournament.objects.filter(pk__in=running_with(group.pk)):
            check_persons(tournament, joining)
        return Entry.objects.filter(player=group).exists()


def running_with(group_id: int) -> list[int]:
    """The tournaments in which a pair or a team is entered that are not over, in the order of locking.

    A division of the last season of a league counts as one of them: its players play the next season.
    """
    later = Season.objects.filter(
        league=OuterRef("tournament__division__season__league"),
        number__gt=OuterRef("tournament__division__season__number"),
    )
    goes_on = Q(tournament__division__isnull=False) & ~Exists(later)
    entries = Entry.objects.filter(player=group_id).active()
    binding = entries.filter(goes_on | ~Q(tournament__state=Tournament.State.FINISHED))
    return sorted(set(binding.values_list("tournament", flat=True)))


rosters.bound_by(OfTournaments())
