"""Round pairings: made by hand, withdrawn, released."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.play.models import Match
from matches.play.services import matches_begun
from matches.work import outbox
from tournaments.events.errors import (
    NothingToRelease,
    RoundBegun,
    RoundNotLast,
    TournamentNotStarted,
    UnknownPublishedRound,
)
from tournaments.events.models import (
    TOURNAMENT_ADVANCE,
    PublishedRound,
    RoundRelease,
    RoundWithdrawal,
    Tournament,
)
from tournaments.events.selectors import published_round_list, tournament_history
from tournaments.formats import History, RoundPairings
from tournaments.formats.by_hand import Allowed, paired_by_hand, play_off_by_hand

from .advance import round_publish
from .locks import tournament_lock


@transaction.atomic
def pairing_by_hand_post(
    *,
    actor: User,
    tournament_id: int,
    one: int,
    two: int,
    allowed: Iterable[Allowed] = (),
    reason: str = "",
    now: datetime | None = None,
) -> PublishedRound:
    """Pair two entries by hand for the coming round, which is then paired around them.

    Raises TournamentNotStarted, and what tournaments.formats.by_hand refuses.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    round_pairings = paired_by_hand(
        tournament.played_as, drawn_tournament_history(tournament), one, two, frozenset(allowed)
    )
    return director_pairings_post(tournament, round_pairings, actor, reason, now)


@transaction.atomic
def tournament_play_offs_post(
    *,
    actor: User,
    tournament_id: int,
    entries: Sequence[int],
    reason: str = "",
    now: datetime | None = None,
) -> PublishedRound:
    """Have entries who share a place play it off, every two of them; the tournament runs until they have.

    Raises TournamentNotStarted, and what tournaments.formats.by_hand refuses.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    round_pairings = play_off_by_hand(tournament.played_as, drawn_tournament_history(tournament), entries)
    return director_pairings_post(tournament, round_pairings, actor, reason, now)


def drawn_tournament_history(tournament: Tournament) -> History:
    """Raises TournamentNotStarted."""
    history, _ = tournament_history(tournament)
    if not history.entries:
        raise TournamentNotStarted(
            "%(tournament)s has not been drawn yet.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    return history


def director_pairings_post(
    tournament: Tournament, round_pairings: RoundPairings, actor: User, reason: str, now: datetime | None
) -> PublishedRound:
    """Publish what a director has paired; a worker sets up the matches."""
    published_round = round_publish(
        tournament, round_pairings, now=now or timezone.now(), actor=actor, reason=reason
    )
    outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return published_round


@transaction.atomic
def round_withdraw(
    *,
    actor: User,
    tournament_id: int,
    published_round_id: int,
    reason: str,
    played_too: bool = False,
    now: datetime | None = None,
) -> RoundWithdrawal:
    """Withdraw round pairings: their matches count no more, and the next round waits for its release.

    Matches of theirs that have begun are only withdrawn with `played_too`: they are kept and count for
    nothing, unless the same two are paired in the same slot again. Raises UnknownPublishedRound,
    RoundNotLast, RoundBegun.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    paired_rounds = published_round_list(tournament, tournament.draw).filter(withdrawal=None)
    published_round = paired_rounds.filter(pk=published_round_id).first()
    if published_round is None:
        raise UnknownPublishedRound(
            "%(tournament)s has no round pairings %(number)s that could be withdrawn.",
            {"tournament": tournament.name, "number": published_round_id},
            published_round=published_round_id,
        )
    later = paired_rounds.filter(
        part=published_round.part, round__gt=published_round.round, serial__gt=published_round.serial
    ).first()
    if later is not None:
        raise RoundNotLast(
            "Round %(round)s has been paired since. Withdraw its pairings first: %(number)s.",
            {"round": later.round, "number": later.pk},
            published_round=later.pk,
        )
    check_round_unplayed(tournament, published_round, played_too)
    now = now or timezone.now()
    withdrawal = RoundWithdrawal.objects.create(
        published_round=published_round, reason=reason, recorded_by=actor, recorded_at=now
    )
    outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return withdrawal


def check_round_unplayed(tournament: Tournament, published_round: PublishedRound, played_too: bool) -> None:
    keys = [pairing["key"] for pairing in published_round.pairings]
    matches = Match.objects.filter(fixture__tournament=tournament, fixture__key__in=keys, fixture__void=False)
    played = matches_begun(matches)
    if played and not played_too:
        raise RoundBegun(
            "%(count)s matches of round %(round)s have begun or are decided. They would count for nothing; "
            "withdraw them too, with `played_too`, if that is meant.",
            {"count": len(played), "round": published_round.round},
            matches=played,
        )


@transaction.atomic
def round_release(*, actor: User, tournament_id: int, now: datetime | None = None) -> RoundRelease:
    """Release the pairings that wait for the director; a worker publishes them. Raises NothingToRelease."""
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    history, _ = tournament_history(tournament)
    if not history.held:
        raise NothingToRelease(
            "No pairings of %(tournament)s wait to be released: they are published as soon as they can be.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    release = RoundRelease.objects.create(
        tournament=tournament, recorded_by=actor, recorded_at=now or timezone.now()
    )
    outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return release
