"""Entries: who leaves, who re-enters, who takes whose place."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.play.models import Match, Ruling
from matches.play.services import match_award, matches_begun, matches_current
from matches.work import outbox
from tournaments.clubs.errors import AlreadyWithdrawn, UnknownEntry
from tournaments.events.errors import (
    InvalidSubstitution,
    NotWithdrawn,
    TournamentFinished,
    TournamentNotStarted,
    TournamentStarted,
)
from tournaments.events.models import (
    TOURNAMENT_ADVANCE,
    Entry,
    Fixture,
    Reentry,
    Substitution,
    Tournament,
    Withdrawal,
)
from tournaments.events.selectors import (
    WithdrawalEffect,
    live_fixtures,
    tournament_entries,
    tournament_field,
    tournament_fold,
    tournament_list,
    withdrawal_effect,
)
from tournaments.events.words import LOSER_WITHDREW

from .eligibility import check_entrants, check_room_for_entries
from .locks import check_not_called_off, tournament_lock
from .notices import entries_waiting, moved_up_notify


def tournament_entry_numbered(tournament: Tournament, entry_id: int) -> Entry:
    """Raises UnknownEntry."""
    entries = Entry.objects.select_related("player", "tournament")
    entry = entries.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise unknown_entry(tournament, entry_id)
    return entry


def tournament_entries_numbered(tournament: Tournament, entry_ids: Collection[int]) -> list[Entry]:
    """Several of them, in this order, each once: one query. Raises UnknownEntry."""
    found = tournament_entries(tournament, entry_ids)
    for number in entry_ids:
        if number not in found:
            raise unknown_entry(tournament, number)
    return [found[number] for number in dict.fromkeys(entry_ids)]


def unknown_entry(tournament: Tournament, entry_id: int) -> UnknownEntry:
    return UnknownEntry(
        "%(tournament)s has no entry %(entry)s.",
        {"tournament": tournament.name, "entry": entry_id},
        entry=entry_id,
    )


def check_entry_present(entry: Entry) -> None:
    """Raises AlreadyWithdrawn."""
    check_entries_present([entry])


def check_entries_present(entries: Collection[Entry]) -> None:
    """Raises AlreadyWithdrawn for the first of them that has left: one query."""
    left = set(Withdrawal.objects.without_reentry().filter(entry__in=entries).values_list("entry", flat=True))
    for entry in entries:
        if entry.pk in left:
            raise AlreadyWithdrawn(
                "%(player)s has already withdrawn.",
                {"player": entry.player.effective_player.name},
                entry=entry.pk,
            )


@transaction.atomic
def entry_withdraw(
    *, actor: User, tournament_id: int, entry_id: int, reason: str = "", now: datetime | None = None
) -> Withdrawal:
    """Withdraw an entry. What it has played stands; whoever it would have met has a walkover.

    What it has played is what was reported in any way: decided, reported, disputed or under appeal.
    Raises UnknownEntry, AlreadyWithdrawn, TournamentFinished.
    """
    tournament = tournament_lock(tournament_id)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "entry_withdraw", entry)
    check_entry_may_withdraw(tournament, entry)
    waiting = entries_waiting(tournament)
    withdrawal = Withdrawal.objects.create(
        entry=entry, reason=reason, recorded_by=actor, recorded_at=now or timezone.now()
    )
    moved_up_notify(tournament, waiting - {entry.pk}, actor=actor, now=withdrawal.recorded_at)
    if tournament.state != Tournament.State.OPEN:
        walk_over_open_fixtures(entry, actor=actor, reason=reason, now=withdrawal.recorded_at)
        outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return withdrawal


def entry_withdraw_preview(
    *, actor: User, tournament_id: int, entry_id: int, now: datetime | None = None
) -> WithdrawalEffect:
    """What withdrawing an entry would change, and nothing changed. Raises what withdrawing it would raise."""
    tournament = tournament_list().get(pk=tournament_id)
    check_not_called_off(tournament)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "entry_withdraw", entry)
    check_entry_may_withdraw(tournament, entry)
    return withdrawal_effect(tournament, entry, now or timezone.now())


def check_entry_may_withdraw(tournament: Tournament, entry: Entry) -> None:
    """Raises AlreadyWithdrawn; TournamentFinished, whether or not anybody has noted yet that it is over."""
    check_entry_present(entry)
    if tournament.state != Tournament.State.OPEN and tournament_fold(tournament).over:
        raise TournamentFinished(
            "%(tournament)s is over; its results stand.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )


@transaction.atomic
def entry_come_back(
    *, actor: User, tournament_id: int, entry_id: int, now: datetime | None = None
) -> Reentry:
    """Let an entry that has withdrawn play again, from the next pairings on; what it was given up stays so.

    Raises UnknownEntry, NotWithdrawn, AlreadyEntered, TooManyEntries, TournamentStarted, TournamentFinished.
    """
    tournament = tournament_lock(tournament_id)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "entry_withdraw", entry)
    withdrawal = Withdrawal.objects.without_reentry().filter(entry=entry).first()
    if withdrawal is None:
        raise NotWithdrawn(
            "%(player)s has not withdrawn.", {"player": entry.player.effective_player.name}, entry=entry.pk
        )
    check_entrants(tournament, [entry.player])
    check_room_for_entries(tournament, 1)
    if tournament.state != Tournament.State.OPEN:
        check_entry_may_come_back(tournament, entry)
        outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    back = Reentry.objects.create(withdrawal=withdrawal, recorded_by=actor, recorded_at=now or timezone.now())
    return back


def check_entry_may_come_back(tournament: Tournament, entry: Entry) -> None:
    """Raises where an entry that has left a draw cannot play again."""
    if tournament_fold(tournament).over:
        raise TournamentFinished(
            "%(tournament)s is over; its results stand.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    if not tournament.played_as.takes_back:
        raise TournamentStarted(
            "%(tournament)s has been drawn: others have advanced instead of %(player)s.",
            {"tournament": tournament.name, "player": entry.player.effective_player.name},
            entry=entry.pk,
        )


@transaction.atomic
def entry_substitute(
    *, actor: User, tournament_id: int, leaves_id: int, comes_id: int, now: datetime | None = None
) -> Substitution:
    """Give the place of an entry that has not played to an alternate; a worker sets up the matches.

    Raises UnknownEntry, TournamentNotStarted, InvalidSubstitution.
    """
    tournament = tournament_lock(tournament_id)
    leaves, comes = (tournament_entry_numbered(tournament, number) for number in (leaves_id, comes_id))
    require_permission(actor, "tournament_direct", tournament)
    check_entry_substitution(tournament, leaves, comes)
    now = now or timezone.now()
    substitution = Substitution.objects.create(leaves=leaves, comes=comes, recorded_by=actor, recorded_at=now)
    outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return substitution


def check_entry_substitution(tournament: Tournament, leaves: Entry, comes: Entry) -> None:
    """Raises where one entry cannot take the place of the other."""
    field = tournament_field(tournament)
    if field is None:
        raise TournamentNotStarted(
            "%(tournament)s has not been drawn yet: withdraw the one, enter the other.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    if leaves.pk not in field.order:
        raise InvalidSubstitution(
            "%(player)s has no place in the draw.",
            {"player": leaves.player.effective_player.name},
            entry=leaves.pk,
        )
    if comes.pk in field.order or Substitution.objects.filter(leaves=comes).exists():
        raise InvalidSubstitution(
            "%(player)s has a place, or had one. Only an alternate takes somebody's place.",
            {"player": comes.player.effective_player.name},
            entry=comes.pk,
        )
    check_entry_present(comes)
    played = matches_begun(Match.objects.filter(fixture__in=open_fixtures_of_entry(leaves)))
    if played:
        raise InvalidSubstitution(
            "Match %(match)s of %(player)s has begun or is decided; only before the first match can "
            "somebody else come in. Withdraw the entry instead.",
            {"match": played[0], "player": leaves.player.effective_player.name},
            entry=leaves.pk,
            match=played[0],
        )


def open_fixtures_of_entry(entry: Entry) -> QuerySet[Fixture]:
    """The fixtures of an entry that count, with their matches."""
    return live_fixtures(entry.tournament).filter(Q(one=entry) | Q(two=entry)).order_by("match")


def walk_over_open_fixtures(entry: Entry, *, actor: User, reason: str, now: datetime) -> None:
    """Give the opponent of every match that `entry` still had to play a walkover.

    A match that was reported, is disputed or under appeal, is finalised as if nobody had left; so is one
    with a report that nobody has judged yet.
    """
    sides = {fixture.match_id: fixture.one_id for fixture in open_fixtures_of_entry(entry)}
    for case in matches_current(sides, now):
        if not case.is_unreported:
            continue
        match_award(
            case,
            winner=1 if sides[case.match.pk] == entry.pk else 0,
            grounds=Ruling.Grounds.WITHDRAWAL,
            reason=reason or LOSER_WITHDREW,
            actor=actor,
        )
