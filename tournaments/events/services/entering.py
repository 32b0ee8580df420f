"""Entering: by officials and players, who apply where players need a director's approval."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_permission
from matches.notifications.services import notice_post, notices_post
from matches.players.models import Player
from matches.work import outbox
from tournaments.clubs.errors import ApplicationOpen
from tournaments.events.models import TOURNAMENT_ADVANCE, Entry, EntryApplication, Tournament
from tournaments.events.selectors import open_applications

from .eligibility import check_entries_open, check_new_entries
from .locks import tournament_lock


@transaction.atomic
def entry_add(
    *,
    actor: User,
    tournament_id: int,
    player: Player,
    home: str = "",
    family: str = "",
    alternate: bool = False,
    now: datetime | None = None,
) -> Entry | EntryApplication:
    """Enter a player: before the draw; later as an alternate, or where late entries join the next pairings.

    Players may enter themselves, and the pair or team they belong to; where that needs approval they apply,
    and a director enters them by approving it. Entries of one home, or one family, are kept apart as
    docs/formats.md explains. Beyond the capacity an entry waits. Raises EntriesNotOpen,
    TournamentCalledOff, TournamentStarted, TournamentFinished, EntryUnwanted, WrongEntrants, TooFewMembers,
    GroupIncomplete, AlreadyEntered, TooManyEntries, ApplicationOpen.
    """
    tournament = tournament_lock(tournament_id)
    entry = Entry(
        tournament=tournament,
        player=player,
        home=home,
        family=family,
        alternate=alternate,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )
    require_permission(actor, "entry_add", entry)
    check_entries_open(tournament, actor, entry.recorded_at)
    if tournament.entries_need_approval and not may_do_action(actor, "tournament_direct", tournament):
        return entry_apply(entry, actor=actor)
    return entry_write(entry, asked_by=actor)


@transaction.atomic
def entries_add(
    *,
    actor: User,
    tournament_id: int,
    players: Sequence[Player],
    alternate: bool = False,
    now: datetime | None = None,
) -> list[Entry]:
    """Enter several, in their order, for who runs the event: all or none. As many queries as of one.

    Raises NotAllowed and what `entry_add` does.
    """
    tournament, now = tournament_lock(tournament_id), now or timezone.now()
    require_permission(actor, "tournament_direct", tournament)
    entries = [
        Entry(tournament=tournament, player=player, alternate=alternate, recorded_by=actor, recorded_at=now)
        for player in players
    ]
    check_new_entries(tournament, entries, asked_by=actor)
    return entries_write(tournament, entries)


def entry_write(entry: Entry, *, asked_by: User) -> Entry:
    """Make an entry of a locked tournament, if it can be made now."""
    check_new_entries(entry.tournament, [entry], asked_by=asked_by)
    (made,) = entries_write(entry.tournament, [entry])
    return made


def entries_write(tournament: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """Make entries of a locked tournament. They approve what the players have applied for."""
    if any(entry.application_id is None for entry in entries):
        applied = open_applications(tournament)
        for entry in entries:
            if entry.application_id is None:
                entry.application = applied.get(entry.player.pk)
    made = Entry.record_all(entries)
    accepted = [(tournament.pk, entry.pk) for entry in made if entry.application_id is not None]
    for entry in made[:1]:
        notices_post("entry_accepted", accepted, actor=entry.recorded_by, now=entry.recorded_at)
    if made and tournament.state != Tournament.State.OPEN:
        outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return made


def entry_apply(entry: Entry, *, actor: User) -> EntryApplication:
    """Write down that an entry is asked for, of a locked tournament, where it could be made now.

    Raises what `entry_add` does, and ApplicationOpen.
    """
    check_new_entries(entry.tournament, [entry], asked_by=actor)
    check_no_application_open(entry.tournament, entry.player)
    application = EntryApplication.objects.create(
        tournament=entry.tournament,
        player=entry.player,
        home=entry.home,
        family=entry.family,
        alternate=entry.alternate,
        recorded_by=actor,
        recorded_at=entry.recorded_at,
    )
    notice_post("entry_to_decide", entry.tournament_id, application.pk, actor=actor, now=entry.recorded_at)
    return application


def check_no_application_open(tournament: Tournament, player: Player) -> None:
    """Raises ApplicationOpen."""
    waiting = open_applications(tournament).get(player.pk)
    if waiting is not None:
        raise ApplicationOpen(
            "%(player)s has asked to be entered in %(tournament)s already (application %(application)s); who "
            "runs the event answers it.",
            {"player": player.name, "tournament": tournament.name, "application": waiting.pk},
            application=waiting.pk,
        )
