"""Who may enter what: persons, pairs or teams, and nobody twice."""

from collections.abc import Sequence

from django.db.models import Q

from matches.models import Player
from tournaments.errors import AlreadyEntered, TooFewMembers, WrongEntrants
from tournaments.models import Division, Entry, Tournament

KINDS = {
    Tournament.Entrants.SINGLES: Player.Kind.PERSON,
    Tournament.Entrants.DOUBLES: Player.Kind.PAIR,
    Tournament.Entrants.TEAMS: Player.Kind.TEAM,
}
"""What enters a tournament, by what it is for."""


def check_entrant(tournament: Tournament, player: Player) -> None:
    """Raises WrongEntrants, TooFewMembers, AlreadyEntered; the player is locked, so that its members stay."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    kind = KINDS[Tournament.Entrants(tournament.entrants)]
    if player.kind != kind:
        raise WrongEntrants(
            f"{tournament.name} is played as {tournament.entrants}: a {kind} enters. {player.name} is a "
            f"{player.kind}.",
            player=player.pk,
            entrants=tournament.entrants,
        )
    boards = tournament.played_as.team_size
    if boards and len(player.persons) < boards:
        raise TooFewMembers(
            f"{player.name} has {len(player.persons)} members, and a match in {tournament.name} {boards} "
            "boards. Add members first.",
            player=player.pk,
            boards=boards,
        )
    check_persons(tournament, [player, *player.persons])


def check_persons(tournament: Tournament, players: Sequence[Player]) -> None:
    """Raises AlreadyEntered, naming who is entered already, alone or with a pair or a team.

    Of a division the others of its season count as well.
    """
    beside = Division.objects.filter(season__divisions__tournament=tournament).values_list("tournament")
    events = {tournament.pk, *(number for (number,) in beside)}
    entered = Entry.objects.filter(tournament__in=events).active().select_related("player", "tournament")
    for player in players:
        there = entered.filter(Q(player=player) | Q(player__roster__player=player)).first()
        if there is not None:
            through = "" if there.player == player else f", with {there.player.name}"
            raise AlreadyEntered(
                f"{player.name} is already entered in {there.tournament.name}{through}.",
                player=player.pk,
                entry=there.pk,
            )
