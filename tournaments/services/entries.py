"""Entries and withdrawals."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches import live, outbox
from matches.models import Match, Player, Ruling, User
from matches.permissions import require
from matches.selectors import reports_pending
from matches.services import match_award, match_current, matches_lock
from tournaments.errors import (
    AlreadyEntered,
    AlreadyWithdrawn,
    TooManyEntries,
    TournamentFinished,
    TournamentStarted,
    UnknownEntry,
)
from tournaments.models import Entry, Tournament, Withdrawal
from tournaments.models.tournament import ENTRIES_MAX
from tournaments.outbox import TOURNAMENT_ADVANCE
from tournaments.selectors import active_entries, live_fixtures, tournament_fold

from .tournaments import tournament_lock


@transaction.atomic
def entry_add(*, actor: User, tournament_id: int, player: Player, now: datetime | None = None) -> Entry:
    """Enter a player, as long as the draw has not been made.

    Players may enter themselves. Raises TournamentStarted, AlreadyEntered, TooManyEntries.
    """
    tournament = tournament_lock(tournament_id)
    entry = Entry(tournament=tournament, player=player, recorded_by=actor, recorded_at=now or timezone.now())
    require(actor, "entry_add", entry)
    if tournament.state != Tournament.State.OPEN:
        raise TournamentStarted(
            f"{tournament.name} has been drawn; {player.name} comes too late.", tournament=tournament.pk
        )
    entered = active_entries(tournament)
    if entered.filter(player=player).exists():
        raise AlreadyEntered(f"{player.name} is already entered in {tournament.name}.", player=player.pk)
    if entered.count() >= ENTRIES_MAX:
        raise TooManyEntries(f"{tournament.name} has {ENTRIES_MAX} entries, the most it can take.")
    entry.save()
    live.changed(f"tournament-{tournament.pk}")
    return entry


@transaction.atomic
def entry_withdraw(
    *, actor: User, tournament_id: int, entry_id: int, reason: str = "", now: datetime | None = None
) -> Withdrawal:
    """Withdraw an entry. What it has played stands; whoever it would have met has a walkover.

    What it has played is what was told of in any way: decided, reported, disputed or under appeal.
    Raises UnknownEntry, AlreadyWithdrawn, TournamentFinished.
    """
    tournament = tournament_lock(tournament_id)
    entry = (
        Entry.objects.select_related("player", "tournament")
        .filter(tournament=tournament, pk=entry_id)
        .first()
    )
    if entry is None:
        raise UnknownEntry(f"{tournament.name} has no entry {entry_id}.", entry=entry_id)
    require(actor, "entry_withdraw", entry)
    if Withdrawal.objects.filter(entry=entry).exists():
        raise AlreadyWithdrawn(f"{entry.player.name} has already withdrawn.", entry=entry.pk)
    # Whether or not anybody has noted it yet.
    if tournament.state != Tournament.State.OPEN and tournament_fold(tournament).over:
        raise TournamentFinished(f"{tournament.name} is over; its results stand.", tournament=tournament.pk)
    withdrawal = Withdrawal.objects.create(
        entry=entry, reason=reason, recorded_by=actor, recorded_at=now or timezone.now()
    )
    if tournament.state != Tournament.State.OPEN:
        walk_over_open_fixtures(entry, actor=actor, reason=reason, now=withdrawal.recorded_at)
        outbox.add(TOURNAMENT_ADVANCE, tournament.pk)
    live.changed(f"tournament-{tournament.pk}")
    return withdrawal


def walk_over_open_fixtures(entry: Entry, *, actor: User, reason: str, now: datetime) -> None:
    """Give the opponent of every match that `entry` still had to play a walkover.

    A match that was told of, reported, disputed or under appeal, is decided as if nobody had left; so is one
    with a report that nobody has judged yet.
    """
    fixtures = list(live_fixtures(entry.tournament).filter(Q(one=entry) | Q(two=entry)).order_by("match"))
    matches_lock(fixture.match_id for fixture in fixtures)
    for fixture in fixtures:
        match = match_current(fixture.match_id, now)
        if match.state != Match.State.OPEN or reports_pending(match).exists():
            continue
        match_award(
            match_id=match.pk,
            winner=1 if fixture.one_id == entry.pk else 0,
            grounds=Ruling.Grounds.WITHDRAWAL,
            reason=reason or f"{entry.player.name} has withdrawn.",
            actor=actor,
            now=now,
        )
