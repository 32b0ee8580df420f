"""Who may enter what: persons, pairs or teams, and nobody twice."""

from collections.abc import Iterable, Sequence

from engine.words import Text
from engine.words import gettext_lazy as _
from matches import hooks
from matches.players.models import Member, Player
from matches.players.services import check_group_complete, check_player_present
from tournaments.clubs.errors import AlreadyEntered
from tournaments.events.models import Entry, Tournament
from tournaments.events.selectors import check_tournament_kind


def check_entrant(tournament: Tournament, player: Player) -> None:
    """Raises WrongEntrants, TooFewMembers, AlreadyEntered, AlreadyMerged, PlayerAnonymised, GroupIncomplete.

    The player is locked, so that its members stay and nobody merges it meanwhile.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    check_player_present(player)
    check_group_complete(player)
    check_tournament_kind(tournament, tournament.name, player)
    check_entering_persons(tournament, [player, *player.persons])


def check_entering_persons(tournament: Tournament, players: Sequence[Player]) -> None:
    """Raises AlreadyEntered, naming who is entered already, alone or with a pair or a team."""
    entered = entrants_already_entered(tournament, players)
    for player in players:
        if there := entered.get(player.pk):
            raise AlreadyEntered(
                "%(fault)s", {"fault": already_entered_text(player, there)}, player=player.pk, entry=there.pk
            )


def already_entered_text(player: Player, there: Entry) -> Text:
    group, words = there.player.effective_player, {"player": player.name, "tournament": there.tournament.name}
    if group == player.effective_player:
        return _("%(player)s is already entered in %(tournament)s.") % words
    return _("%(player)s is already entered in %(tournament)s, with %(group)s.") % {
        **words,
        "group": group.name,
    }


def entrants_already_entered(tournament: Tournament, players: Iterable[Player]) -> dict[int, Entry]:
    """By player the entry in which each of these plays already, alone or with a pair or a team.

    Those beside it count as well: of a division the others of its season. Four queries, one more if anybody
    is in a group.
    """
    beside = (number for stake in hooks.event_stakes() for number in stake.sibling_events(tournament.pk))
    events = {tournament.pk, *beside}
    entered = (
        Entry.objects.filter(tournament__in=events).not_withdrawn().select_related("player", "tournament")
    )
    standing = {player.effective_player.pk: player.pk for player in players if player.pk is not None}
    # Every record of each of them, and under which number each was asked for.
    asked = dict(standing)
    for record, stand_in in Player.objects.filter(stand_in__in=standing).values_list("pk", "stand_in"):
        asked[record] = standing[stand_in or record]
    alone = {asked[entry.player_id]: entry for entry in entered.filter(player__in=asked)}
    groups = {entry.player_id: entry for entry in entered.filter(player__roster__player__in=asked)}
    members = Member.objects.filter(group__in=groups, player__in=asked)
    return {asked[member.player_id]: groups[member.group_id] for member in members} | alone
