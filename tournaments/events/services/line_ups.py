"""Line-ups: who of a team plays on which board."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine.words import gettext_lazy as _
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.players.models import Player
from tournaments.events.errors import InvalidLineUp
from tournaments.events.models import Entry, LineUp, Tournament

from .entries import check_entry_present, tournament_entry_numbered
from .locks import tournament_lock


@transaction.atomic
def line_up_set(
    *,
    actor: User,
    tournament_id: int,
    entry_id: int,
    players: Sequence[Player],
    now: datetime | None = None,
) -> LineUp:
    """Set who of a team plays on which board, board 1 first, in the matches that are set up from now on.

    A match that has been set up keeps its players; where one of them is to be replaced, the director rules it
    void, and it is set up anew. Raises UnknownEntry, AlreadyWithdrawn, InvalidLineUp.
    """
    tournament = tournament_lock(tournament_id)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "line_up_set", entry)
    check_entry_present(entry)
    check_line_up(tournament, entry, players)
    line_up = LineUp.objects.create(
        entry=entry,
        players=[player.pk for player in players],
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )
    return line_up


def check_line_up(tournament: Tournament, entry: Entry, players: Sequence[Player]) -> None:
    """Raises InvalidLineUp."""
    boards, roster = tournament.played_as.team_size, entry.player.persons
    twice = next((player for player in players if players.count(player) > 1), None)
    stranger = next((player for player in players if player not in roster), None)
    fault = None
    if not boards:
        fault = _("%(tournament)s is not played by teams; nobody lines up.") % {"tournament": tournament.name}
    elif len(players) != boards:
        fault = _("A match in %(tournament)s has %(boards)s boards; these are %(count)s players.") % {
            "tournament": tournament.name,
            "boards": boards,
            "count": len(players),
        }
    elif twice is not None:
        fault = _("%(player)s is named twice; everybody plays on one board.") % {"player": twice.name}
    elif stranger is not None:
        fault = _("%(player)s is not of %(team)s. Its members: %(members)s.") % {
            "player": stranger.name,
            "team": entry.player.effective_player.name,
            "members": [person.name for person in roster],
        }
    if fault is not None:
        raise InvalidLineUp("%(fault)s", {"fault": fault}, entry=entry.pk, boards=boards)
