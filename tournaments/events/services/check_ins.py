"""Check-ins: who is in the hall and ready to play; taken back where that was a mistake."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_permission
from tournaments.events.errors import CheckInByOfficials, NotCheckedIn, TournamentStarted
from tournaments.events.models import CheckIn, CheckInWithdrawal, Entry, Tournament

from .entries import check_entries_present, tournament_entries_numbered, tournament_entry_numbered
from .locks import tournament_lock


@transaction.atomic
def entry_check_in(*, actor: User, tournament_id: int, entry_id: int, now: datetime | None = None) -> CheckIn:
    """Note that an entry is in the hall: before the draw, or of a late entry, for a draw that is made again.

    Again changes nothing. Raises UnknownEntry, CheckInByOfficials, AlreadyWithdrawn, TournamentStarted.
    """
    tournament = tournament_lock(tournament_id)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "entry_check_in", entry)
    check_self_check_in(actor, tournament)
    (there,) = check_ins_write(tournament, [entry], actor=actor, now=now)
    return there


@transaction.atomic
def entries_check_in(
    *, actor: User, tournament_id: int, entry_ids: Sequence[int], now: datetime | None = None
) -> list[CheckIn]:
    """The same of many entries, for who runs the event: all of them or none. A handful of queries.

    Raises UnknownEntry, AlreadyWithdrawn, TournamentStarted.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "entry_check_in", tournament)
    entries = tournament_entries_numbered(tournament, entry_ids)
    return check_ins_write(tournament, entries, actor=actor, now=now)


@transaction.atomic
def entry_check_in_take_back(
    *, actor: User, tournament_id: int, entry_id: int, now: datetime | None = None
) -> CheckInWithdrawal:
    """Note that an entry is not in the hall after all, as long as checking in makes a difference.

    Raises UnknownEntry, CheckInByOfficials, NotCheckedIn, TournamentStarted.
    """
    tournament = tournament_lock(tournament_id)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "entry_check_in", entry)
    check_self_check_in(actor, tournament)
    there = CheckIn.objects.not_taken_back().filter(entry=entry).first()
    if there is None:
        raise NotCheckedIn(
            "%(player)s has not checked in; there is nothing to take back.",
            {"player": entry.player.effective_player.name},
            entry=entry.pk,
        )
    check_before_draw(tournament, [entry])
    taken_back = CheckInWithdrawal.objects.create(
        check_in=there, recorded_by=actor, recorded_at=now or timezone.now()
    )
    return taken_back


def check_ins_write(
    tournament: Tournament, entries: Sequence[Entry], *, actor: User, now: datetime | None
) -> list[CheckIn]:
    """The check-ins of entries of a locked tournament, those that were missing made."""
    there = {each.entry_id: each for each in CheckIn.objects.not_taken_back().filter(entry__in=entries)}
    coming = [entry for entry in entries if entry.pk not in there]
    if coming:
        check_before_draw(tournament, coming)
        check_entries_present(coming)
        now = now or timezone.now()
        made = CheckIn.record_all(
            CheckIn(entry=entry, recorded_by=actor, recorded_at=now) for entry in coming
        )
        there.update((each.entry_id, each) for each in made)
    return [there[entry.pk] for entry in entries]


def check_self_check_in(actor: User, tournament: Tournament) -> None:
    """Raises CheckInByOfficials where players do not check themselves in."""
    if not tournament.self_check_in and not may_do_action(actor, "entry_check_in", tournament):
        raise CheckInByOfficials(
            "In %(tournament)s players are checked in by who runs it. Ask at the desk.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )


def check_before_draw(tournament: Tournament, entries: Collection[Entry]) -> None:
    """Raises TournamentStarted where one of them has been drawn, or the draw looks at no check-ins."""
    draw = tournament.draw
    if draw is None:
        return
    drawn = set(draw.order)
    if not tournament.check_in or any(entry.pk in drawn for entry in entries):
        raise TournamentStarted(
            "%(tournament)s has been drawn; checking in makes no difference any more.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
