"""Ponds: announced, entered, started; bids, and rounds that close.

A bid is a secret until its round is over: nothing is announced when one is made, and a refusal tells its
bidder alone.
"""

from datetime import datetime
from typing import Unpack

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import person_behind, require_permission
from matches.base.times import check_time_zone
from matches.facts import versions
from matches.players.models import Invitation, Player
from matches.players.services import check_player_present, invitation_make
from matches.work import outbox
from matches.work.slices import next_slice
from tournaments.clubs.errors import AlreadyEntered, AlreadyWithdrawn, UnknownEntry
from tournaments.clubs.models import Club, PlacedDetails
from tournaments.clubs.services import check_entry_wanted
from tournaments.ponds import rules as ponds
from tournaments.ponds.errors import (
    BidTooLate,
    FallenIn,
    InvalidPond,
    LoginMissing,
    PondCalledOff,
    PondFinished,
    PondFull,
    PondNotStarted,
    PondStarted,
    RoundNotBegun,
    TooFewPlayers,
)
from tournaments.ponds.models import (
    PLAYERS_MAX,
    POND_PROCESS_DUE,
    ROUND_MINUTES,
    Bid,
    Pond,
    PondClosing,
    PondEntry,
    PondStart,
    PondWithdrawal,
)
from tournaments.ponds.selectors import (
    OpenRound,
    PondFold,
    own_pond_bid,
    own_pond_entry,
    pond_bids_given,
    pond_entries,
    pond_fold,
    ponds_due,
)

POND_DIRECTOR = "pond_director"
SWEPT_AT_ONCE = 20


@transaction.atomic
def pond_create(
    *,
    actor: User,
    club: Club,
    name: str,
    start: int = ponds.START,
    bonus: int = ponds.BONUS,
    rain: bool = False,
    round_minutes: int = ROUND_MINUTES,
    least: int = 2,
    most: int = PLAYERS_MAX,
    director: User | None = None,
    now: datetime | None = None,
    **details: Unpack[PlacedDetails],
) -> Pond:
    """Announce a pond; players may enter from now on.

    It starts with `least` players or more and takes in `most`; a round is open for `round_minutes` at most.
    `director` directs it beside those of the club: `actor`, unless another is named and accepts; staff names
    by office. Raises InvalidPond, UnknownTimeZone.
    """
    require_permission(actor, "pond_create", club)
    check_pond_size(least, most)
    check_time_zone(details.get("time_zone", ""))
    asked = None if director in (None, actor) or actor.is_staff else director
    pond = Pond.objects.create(
        club=club,
        name=name,
        start=start,
        bonus=bonus,
        rain=rain,
        round_minutes=round_minutes,
        least=least,
        most=most,
        director=person_behind(actor) if director is None or asked else director,
        created_by=actor,
        **details,
    )
    if asked is not None:
        now = now or timezone.now()
        invitation_make(actor=actor, kind=POND_DIRECTOR, login=asked, terms={"pond": pond.pk}, now=now)
    return pond


def check_pond_size(least: int, most: int) -> None:
    """Raises InvalidPond."""
    if not 2 <= least <= most <= PLAYERS_MAX:
        raise InvalidPond(
            "A pond cannot be for %(least)s to %(most)s players. Choose from 2 to %(players_max)s.",
            {"least": least, "most": most, "players_max": PLAYERS_MAX},
            least=least,
            most=most,
        )


def pond_director_accept(invitation: Invitation) -> Pond:
    """Have a pond directed by who was asked to, and has said yes."""
    pond = pond_lock(invitation.terms["pond"])
    assert invitation.login is not None
    pond.director = invitation.login
    pond.save(update_fields=["director"])
    versions.announce_change(f"pond-{pond.pk}")
    return pond


def pond_lock(pond_id: int, *, removed: bool = False) -> Pond:
    """The pond with its row locked: entries, bids and closings of it come one at a time.

    One that was removed is there for nobody but who takes one that is `removed`.
    """
    ponds = Pond.objects.select_for_update(of=("self",), no_key=True).select_related("club", "director")
    return ponds.get(pk=pond_id, removed__in=(False, removed))


# -- Who takes part


@transaction.atomic
def pond_enter(*, actor: User, pond_id: int, player: Player, now: datetime | None = None) -> PondEntry:
    """Enter a person, before the start. Players may enter themselves.

    Raises PondCalledOff, PondStarted, PondFinished, EntryUnwanted, LoginMissing, AlreadyEntered, PondFull.
    """
    pond = pond_lock(pond_id)
    entry = PondEntry(pond=pond, player=player, recorded_by=actor, recorded_at=now or timezone.now())
    require_permission(actor, "pond_enter", entry)
    check_pond_open(pond)
    check_entry_wanted(actor, player, pond.club, entry.recorded_at)
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    check_player_present(player)
    if player.user_id is None:
        raise LoginMissing(
            "%(player)s has no login, so nobody could bid for %(player)s alone. Attach a login first; pairs "
            "and teams have none.",
            {"player": player.name},
            player=player.pk,
        )
    records = Player.objects.records_of(player.pk)
    there = pond_entries(pond).filter(player__in=records).first()
    if there is not None:
        raise AlreadyEntered(
            "%(player)s is already entered in %(pond)s.",
            {"player": player.name, "pond": pond.name},
            player=player.pk,
            entry=there.pk,
        )
    if pond_entries(pond).count() >= pond.most:
        raise PondFull(
            "%(pond)s has %(most)s players, the most it takes.",
            {"pond": pond.name, "most": pond.most},
            most=pond.most,
        )
    entry.save()
    return entry


@transaction.atomic
def pond_leave(*, actor: User, pond_id: int, entry_id: int, now: datetime | None = None) -> PondWithdrawal:
    """Take an entry back, before the start.

    Raises UnknownEntry, PondCalledOff, PondStarted, PondFinished, AlreadyWithdrawn.
    """
    pond = pond_lock(pond_id)
    entry = PondEntry.objects.select_related("player", "pond__club").filter(pond=pond, pk=entry_id).first()
    if entry is None:
        raise UnknownEntry(
            "%(pond)s has no entry %(entry)s.", {"pond": pond.name, "entry": entry_id}, entry=entry_id
        )
    require_permission(actor, "pond_enter", entry)
    check_pond_open(pond)
    if PondWithdrawal.objects.filter(entry=entry).exists():
        raise AlreadyWithdrawn(
            "%(player)s has already withdrawn.",
            {"player": entry.player.effective_player.name},
            entry=entry.pk,
        )
    withdrawal = PondWithdrawal.objects.create(
        entry=entry, recorded_by=actor, recorded_at=now or timezone.now()
    )
    return withdrawal


def check_pond_open(pond: Pond) -> None:
    """Raises PondCalledOff, PondStarted, PondFinished."""
    check_pond_not_called_off(pond)
    match pond_fold(pond).state:
        case Pond.State.RUNNING:
            raise PondStarted(
                "%(pond)s has started: nobody enters or leaves any more. Who stops bidding repeats the last "
                "bid.",
                {"pond": pond.name},
                pond=pond.pk,
            )
        case Pond.State.FINISHED:
            raise PondFinished("%(pond)s is over.", {"pond": pond.name}, pond=pond.pk)


def check_pond_not_called_off(pond: Pond) -> None:
    """Raises PondCalledOff."""
    if pond.called_off:
        raise PondCalledOff(
            "%(pond)s has been called off. Have it go ahead first, if it is to be played after all.",
            {"pond": pond.name},
            pond=pond.pk,
        )


@transaction.atomic
def pond_start(*, actor: User, pond_id: int, now: datetime | None = None) -> PondStart:
    """Start a pond: its first round takes bids from now on.

    Raises PondCalledOff, PondStarted, PondFinished, TooFewPlayers.
    """
    pond = pond_lock(pond_id)
    require_permission(actor, "pond_direct", pond)
    check_pond_open(pond)
    entered = pond_entries(pond).count()
    if entered < pond.least:
        raise TooFewPlayers(
            "%(pond)s has %(entered)s of the %(least)s players that it takes. Wait for more.",
            {"pond": pond.name, "entered": entered, "least": pond.least},
            players=entered,
            least=pond.least,
        )
    start = PondStart.objects.create(pond=pond, recorded_by=actor, recorded_at=now or timezone.now())
    pond_write(pond, pond_fold(pond))
    return start


# -- Bids and closings


@transaction.atomic
def pond_bid_make(*, actor: User, pond_id: int, round: int, points: int, now: datetime | None = None) -> Bid:
    """Bid `points` in a round, or another bid instead of the last; the last bidder to come closes the round.

    The same bid again changes nothing. Raises PondCalledOff, PondNotStarted, PondFinished, BidTooLate,
    RoundNotBegun, FallenIn, InvalidBid.
    """
    pond = pond_lock(pond_id)
    require_permission(actor, "pond_bid", pond)
    entry = own_pond_entry(actor, pond)
    assert entry is not None, "that is what makes the role"
    now = now or timezone.now()
    made = own_pond_bid(entry, round)
    if made is not None and made.points == points:
        return made
    fold = pond_refresh(pond, now)
    check_pond_round(fold, round)
    if entry.pk not in fold.swim.points:
        raise FallenIn(
            "%(player)s has fallen in and bids no more.",
            {"player": entry.player.effective_player.name},
            entry=entry.pk,
        )
    ponds.check_bid(fold.swim, entry.pk, points)
    bid = Bid.objects.create(entry=entry, round=round, points=points, recorded_by=actor, recorded_at=now)
    pond_round_close(fold, now)
    return bid


def check_pond_round(fold: PondFold, round: int) -> None:
    """Raises where a round takes no bids."""
    pond = fold.pond
    check_pond_not_called_off(pond)
    if fold.state == Pond.State.OPEN:
        raise PondNotStarted("%(pond)s has not started; bid when it has.", {"pond": pond.name}, pond=pond.pk)
    if fold.open_round is None:
        raise PondFinished("%(pond)s is over.", {"pond": pond.name}, pond=pond.pk)
    if round < fold.open_round.number:
        raise BidTooLate(
            "Round %(round)s of %(pond)s is over; round %(number)s takes bids.",
            {"round": round, "pond": pond.name, "number": fold.open_round.number},
            round=round,
            open=fold.open_round.number,
        )
    if round > fold.open_round.number:
        raise RoundNotBegun(
            "Round %(round)s of %(pond)s has not begun; round %(number)s takes bids.",
            {"round": round, "pond": pond.name, "number": fold.open_round.number},
            round=round,
            open=fold.open_round.number,
        )


@transaction.atomic
def pond_process_due(*, pond_id: int, now: datetime | None = None) -> Pond:
    """Close the round whose time is over, if there is one. Twice is as good as once."""
    due = outbox.open_outbox_row(POND_PROCESS_DUE, pond_id)
    pond = pond_lock(pond_id, removed=True)
    pond_refresh(pond, now or timezone.now())
    outbox.close_outbox_row(due)
    return pond


def pond_refresh(pond: Pond, now: datetime) -> PondFold:
    """Do what is due about a pond, which is locked; where it stands then."""
    return pond_round_close(pond_fold(pond), now)


def pond_round_close(fold: PondFold, now: datetime) -> PondFold:
    """Close the round that takes bids, if everybody has bid or its time is over; where the pond stands then.

    One round at most: the next one has its full time from `now`, however late the first is closed.
    """
    pond = fold.pond
    if fold.open_round is not None and is_pond_due(fold, fold.open_round, now):
        PondClosing.objects.create(pond=pond, round=fold.open_round.number, recorded_at=now)
        fold = pond_fold(pond)
    pond_write(pond, fold)
    return fold


def is_pond_due(fold: PondFold, open: OpenRound, now: datetime) -> bool:
    return now >= open.closes_at or pond_bids_given(fold.pond, open.number).keys() == fold.swim.points.keys()


def pond_write(pond: Pond, fold: PondFold) -> None:
    """Repeat on the pond's row what follows from the facts."""
    if pond.computed_columns != fold.computed_columns:
        for name, value in fold.computed_columns.items():
            setattr(pond, name, value)
        pond.save(update_fields=Pond.COMPUTED)


def ponds_wake(*, now: datetime | None = None) -> None:
    """Have every pond processed whose round has had its time, unless that is due already."""
    outbox.make_missing_due((POND_PROCESS_DUE, pond) for pond in ponds_due(now or timezone.now()))


def ponds_sweep() -> None:
    """Have some ponds that are being played looked at again, in turn; mostly nothing is missing."""
    over = (Pond.State.FINISHED, Pond.State.CALLED_OFF)
    running = Pond.objects.exclude(started=None).exclude(state__in=over)
    outbox.make_missing_due((POND_PROCESS_DUE, pond) for pond in next_slice("ponds", running, SWEPT_AT_ONCE))
