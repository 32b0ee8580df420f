"""Entries: who enters, who leaves, who re-enters, who takes whose place."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_permission
from matches.base.errors import MomentWord
from matches.facts import live
from matches.play.models import Match, Ruling
from matches.play.services import match_award, matches_begun, matches_current
from matches.players.models import Player
from matches.work import outbox
from tournaments.clubs.errors import AlreadyWithdrawn, UnknownEntry
from tournaments.clubs.services import check_entry_wanted
from tournaments.events.errors import (
    EntriesNotOpen,
    InvalidSubstitution,
    NotWithdrawn,
    TooManyEntries,
    TournamentFinished,
    TournamentNotStarted,
    TournamentStarted,
)
from tournaments.events.models import (
    ENTRIES_MAX,
    TOURNAMENT_ADVANCE,
    CheckIn,
    Entry,
    Fixture,
    Reentry,
    Substitution,
    Tournament,
    Withdrawal,
)
from tournaments.events.selectors import live_fixtures, tournament_field, tournament_fold, tournament_history
from tournaments.events.words import LOSER_WITHDREW

from .eligibility import check_entrant
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
) -> Entry:
    """Enter a player: before the draw; later as an alternate, or where late entries join the next pairings.

    Players may enter themselves, and the pair or team they belong to. Entries of one home, or one family, are
    kept apart as docs/formats.md explains. Beyond the capacity an entry waits. Raises EntriesNotOpen,
    TournamentCalledOff, TournamentStarted, TournamentFinished, EntryUnwanted,
    WrongEntrants, TooFewMembers, GroupIncomplete, AlreadyEntered, TooManyEntries.
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
    check_entry_wanted(actor, player, tournament.club, entry.recorded_at)
    check_entry_time(tournament, player.name, 0 if alternate else 1)
    check_entrant(tournament, player)
    check_room_for_entry(tournament)
    entry.save()
    if tournament.state != Tournament.State.OPEN:
        outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    live.announce_change(f"tournament-{tournament.pk}")
    return entry


def check_entries_open(tournament: Tournament, actor: User, now: datetime) -> None:
    """Raises EntriesNotOpen where players may not enter themselves now; officials may."""
    opens, closes = tournament.entries_open_at, tournament.entries_close_at
    if (opens is None or opens <= now) and (closes is None or now < closes):
        return
    if not may_do_action(actor, "tournament_direct", tournament):
        early = opens is not None and now < opens
        moment = opens if early else closes
        assert moment is not None
        raise EntriesNotOpen(
            "Players enter %(tournament)s themselves from %(time)s. A director enters players at any time."
            if early
            else "Players entered %(tournament)s themselves until %(time)s. A director enters players at any "
            "time.",
            {"tournament": tournament.name, "time": MomentWord(moment)},
            opens_at=opens and opens.isoformat(),
            closes_at=closes and closes.isoformat(),
        )


def check_room_for_entry(tournament: Tournament) -> None:
    """Raises TooManyEntries."""
    if Entry.objects.filter(tournament=tournament).not_withdrawn().count() >= ENTRIES_MAX:
        raise TooManyEntries(
            "%(tournament)s has %(most)s entries, the most it can take.",
            {"tournament": tournament.name, "most": ENTRIES_MAX},
        )


def check_entry_time(tournament: Tournament, who: str, coming: int) -> None:
    """Raises where somebody comes too late; `coming` is how many want to play, alternates left out."""
    if tournament.state == Tournament.State.OPEN:
        return
    format, (history, _) = tournament.played_as, tournament_history(tournament)
    if format.is_over(history):
        raise TournamentFinished(
            "%(tournament)s is over; its results stand.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    if coming > format.late_seats(len(history.entries)):
        raise TournamentStarted(
            "%(tournament)s has been drawn: too late for %(who)s. Enter an alternate, who may take "
            "somebody's place, or draw again if nobody has played.",
            {"tournament": tournament.name, "who": who},
            tournament=tournament.pk,
        )


@transaction.atomic
def entry_check_in(*, actor: User, tournament_id: int, entry_id: int, now: datetime | None = None) -> CheckIn:
    """Note that an entry is in the hall: before the draw, or of a late entry, for a draw that is made again.

    Again changes nothing.

    Raises UnknownEntry, AlreadyWithdrawn, TournamentStarted.
    """
    tournament = tournament_lock(tournament_id)
    entry = tournament_entry_numbered(tournament, entry_id)
    require_permission(actor, "entry_check_in", entry)
    there = CheckIn.objects.filter(entry=entry).first()
    if there is not None:
        return there
    drawn = tournament.draw is not None and (entry.pk in tournament.draw.order or not tournament.check_in)
    if drawn:
        raise TournamentStarted(
            "%(tournament)s has been drawn; checking in makes no difference any more.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    check_entry_present(entry)
    there = CheckIn.objects.create(entry=entry, recorded_by=actor, recorded_at=now or timezone.now())
    live.announce_change(f"tournament-{tournament.pk}")
    return there


def tournament_entry_numbered(tournament: Tournament, entry_id: int) -> Entry:
    """Raises UnknownEntry."""
    entries = Entry.objects.select_related("player", "tournament")
    entry = entries.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise UnknownEntry(
            "%(tournament)s has no entry %(entry)s.",
            {"tournament": tournament.name, "entry": entry_id},
            entry=entry_id,
        )
    return entry


def check_entry_present(entry: Entry) -> None:
    """Raises AlreadyWithdrawn."""
    if Withdrawal.objects.without_reentry().filter(entry=entry).exists():
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
    check_entry_present(entry)
    # Whether or not anybody has noted it yet.
    if tournament.state != Tournament.State.OPEN and tournament_fold(tournament).over:
        raise TournamentFinished(
            "%(tournament)s is over; its results stand.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    withdrawal = Withdrawal.objects.create(
        entry=entry, reason=reason, recorded_by=actor, recorded_at=now or timezone.now()
    )
    if tournament.state != Tournament.State.OPEN:
        walk_over_open_fixtures(entry, actor=actor, reason=reason, now=withdrawal.recorded_at)
        outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    live.announce_change(f"tournament-{tournament.pk}")
    return withdrawal


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
    check_entrant(tournament, entry.player)
    check_room_for_entry(tournament)
    if tournament.state != Tournament.State.OPEN:
        check_entry_may_come_back(tournament, entry)
        outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    back = Reentry.objects.create(withdrawal=withdrawal, recorded_by=actor, recorded_at=now or timezone.now())
    live.announce_change(f"tournament-{tournament.pk}")
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
    live.announce_change(f"tournament-{tournament.pk}")
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
