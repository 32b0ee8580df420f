"""What binds pairs and teams that are entered: nobody joins who is in the same tournament with another."""

from collections.abc import Sequence

from matches import rosters
from matches.models import Player
from tournaments.models import Entry, Tournament
from tournaments.services.entrants import check_persons
from tournaments.services.tournaments import tournament_lock


class OfTournaments:
    def lock(self, group_id: int) -> None:
        for tournament in running_with(group_id):
            tournament_lock(tournament)

    def binds(self, group: Player, joining: Sequence[Player]) -> bool:
        for tournament in Tournament.objects.filter(pk__in=running_with(group.pk)):
            check_persons(tournament, joining)
        return Entry.objects.filter(player=group).exists()


def running_with(group_id: int) -> list[int]:
    """The tournaments in which a pair or a team is entered that are not over, in the order of locking."""
    entries = Entry.objects.filter(player=group_id).active()
    over = Tournament.State.FINISHED
    return sorted(set(entries.exclude(tournament__state=over).values_list("tournament", flat=True)))


rosters.bound_by(OfTournaments())
