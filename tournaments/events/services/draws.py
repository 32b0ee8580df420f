"""Draws: made, made anew until somebody has played, and how ties are broken."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.play.models import Match
from matches.play.services import matches_begun
from matches.work import outbox
from tournaments.events.errors import CheckInMissing, InvalidSeeding, TooFewEntries, TournamentStarted
from tournaments.events.models import TOURNAMENT_ADVANCE, Draw, Entry, TiebreakOrder, Tournament
from tournaments.events.selectors import (
    ShownPart,
    active_entries,
    entries_checked_in,
    entry_ratings,
    sealed_seed,
    tournament_course,
)
from tournaments.formats.seeding.order import Seeding, draw_order
from tournaments.formats.seeding.separation import separate_club_mates

from .locks import tournament_lock
from .tournaments import checked_announced_tiebreaks


@transaction.atomic
def tournament_draw(
    *,
    actor: User,
    tournament_id: int,
    seeding: Seeding,
    seeded: Sequence[int] = (),
    ranks: Mapping[int, int] | None = None,
    protected: int | None = None,
    separate: bool = False,
    seed: str = "",
    again: bool = False,
    now: datetime | None = None,
) -> Draw:
    """Make the draw and start play; a worker makes the first fixtures.

    `seeded` names entries for manual seeding, best first; the rest are drawn behind them. `ranks` are the
    places of entries in a ranking, for seeding by it. `protected`: how many of the best keep their places,
    while the others are drawn. `separate`: in a bracket, entries of one home or family are moved apart, as
    far as those who keep their places allow; in groups, as far as the numbers do. `seed` is what the lots are
    made from, the sealed one unless given. `again`: instead of the draw that was made, if nobody has played
    yet.

    Raises TournamentStarted, TooFewEntries, CheckInMissing, InvalidSeeding, FormatMisfit.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    check_tournament_not_begun(tournament, again)
    entries = list(active_entries(tournament))
    check_entries_for_draw(tournament, entries)
    numbers = [entry.pk for entry in entries]
    ranks = dict(ranks or {})
    check_draw_seeding(seeding, numbers, seeded, ranks, protected)
    kept = draw_seeds_kept(tournament, seeding, seeded, protected) if separate else 0
    seed = seed or sealed_seed(tournament)
    ratings = (
        entry_ratings(entries) if seeding is Seeding.RATING or tournament.played_as.has_tiebreaks else {}
    )
    order = draw_order(seeding, numbers, seed, ratings, seeded, ranks=ranks, protected=protected)
    clubs = clubs_of_entries(entries) if separate else {}
    if separate and not tournament.played_as.deals_groups:
        order = separate_club_mates(order, clubs, seeds=kept)
    order = tournament.played_as.group_order(order, seed, clubs)
    draw = Draw.objects.create(
        tournament=tournament,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
        seeding=seeding,
        seed=seed,
        order=order,
        ratings=ratings,
        ranks=ranks,
        seeded=list(seeded),
        protected=protected,
        separated=separate,
    )
    tournament.state, tournament.draw = Tournament.State.RUNNING, draw
    tournament.save(update_fields=["state", "draw"])
    outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return draw


@dataclass(frozen=True, slots=True)
class DrawPreview:
    """A draw as it will be: the entries in its order, and who meets whom in each part."""

    entries: Sequence[Entry]
    parts: Sequence[ShownPart]


def tournament_draw_preview(*, actor: User, tournament_id: int, **terms: Any) -> DrawPreview:
    """What `tournament_draw` would make of these terms; nothing changes. Raises what that raises."""
    with transaction.atomic():
        draw = tournament_draw(actor=actor, tournament_id=tournament_id, **terms)
        course = tournament_course(Tournament.objects.select_related("club", "draw").get(pk=tournament_id))
        preview = DrawPreview([course.entries[number] for number in draw.order], course.shown_parts)
        transaction.set_rollback(True)
    return preview


def check_tournament_not_begun(tournament: Tournament, again: bool) -> None:
    """Raises TournamentStarted where a draw stands: unless it is to be made again, and nobody has played."""
    if tournament.state == Tournament.State.OPEN:
        return
    if not again:
        raise TournamentStarted(
            "%(tournament)s has been drawn. Its draw stays; ask for it to be made again if you mean it.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    played = matches_begun(Match.objects.filter(fixture__tournament=tournament))
    if played:
        raise TournamentStarted(
            "Match %(match)s of %(tournament)s has begun or is decided. Its draw stays.",
            {"match": played[0], "tournament": tournament.name},
            tournament=tournament.pk,
            match=played[0],
        )


def check_entries_for_draw(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Raises where these entries cannot be drawn."""
    if len(entries) < 2:
        raise TooFewEntries(
            "%(tournament)s has %(count)s entries; a draw needs two at least.",
            {"tournament": tournament.name, "count": len(entries)},
            entries=len(entries),
        )
    if tournament.check_in:
        there = entries_checked_in([tournament])
        missing = [entry for entry in entries if entry.pk not in there]
        if missing:
            names = [entry.player.effective_player.name for entry in missing[:10]]
            raise CheckInMissing(
                "%(missing)s of %(count)s have not checked in: %(names)s. Check them in, or withdraw them.",
                {
                    "missing": len(missing),
                    "count": len(entries),
                    "names": [*names, "..."] if len(missing) > 10 else names,
                },
                entries=[entry.pk for entry in missing],
            )
    tournament.played_as.check_field(len(entries))


def check_draw_seeding(
    seeding: Seeding,
    entries: Sequence[int],
    seeded: Sequence[int],
    ranks: Mapping[int, int],
    protected: int | None,
) -> None:
    """Raises InvalidSeeding where what is named does not fit the entries or the way of seeding."""
    if seeded and seeding is not Seeding.MANUAL:
        raise InvalidSeeding(
            "Seeds are named for manual seeding only, not for %(seeding)s.",
            {"seeding": CodeWord(seeding, "seeding")},
            seeding=seeding,
        )
    if ranks and seeding is not Seeding.RANKING:
        raise InvalidSeeding(
            "Ranks are for seeding by ranking only, not for %(seeding)s.",
            {"seeding": CodeWord(seeding, "seeding")},
            seeding=seeding,
        )
    entered = set(entries)
    strangers = [entry for entry in (*seeded, *ranks) if entry not in entered]
    if strangers:
        raise InvalidSeeding(
            "No entries of this tournament: %(strangers)s.", {"strangers": str(strangers)}, entries=strangers
        )
    repeated = sorted(entry for entry, times in Counter(seeded).items() if times > 1)
    if repeated:
        raise InvalidSeeding(
            "Named more than once: %(repeated)s. Name each seed once.",
            {"repeated": str(repeated)},
            entries=repeated,
        )
    if protected is not None and protected > len(entries):
        raise InvalidSeeding(
            "%(protected)s seeds cannot be protected among %(count)s entries.",
            {"protected": protected, "count": len(entries)},
            protected=protected,
        )


def draw_seeds_kept(
    tournament: Tournament, seeding: Seeding, seeded: Sequence[int], protected: int | None
) -> int:
    """How many keep their places in a bracket while others are moved apart. Raises InvalidSeeding.

    In groups everybody moves within a pot, so there is nobody to keep.
    """
    if tournament.played_as.deals_groups:
        return 0
    if not tournament.played_as.is_traced:
        raise InvalidSeeding(
            "Only in a bracket or in groups can entries of one home be moved apart, not in %(format)s.",
            {"format": CodeWord(tournament.format, "format")},
        )
    if protected is None and seeding in (Seeding.RATING, Seeding.RANKING):
        raise InvalidSeeding(
            "Give how many seeds are protected: who keeps a place by rating or ranking cannot be moved apart "
            "from somebody of the same home."
        )
    return len(seeded) if protected is None else protected


def clubs_of_entries(entries: Sequence[Entry]) -> dict[int, str]:
    """Where those are at home who are to be moved apart; a family where the first of it is at home."""
    families: dict[str, str] = {}
    for entry in entries:
        if entry.family and entry.home:
            families.setdefault(entry.family, entry.home)
    return {
        entry.pk: families.get(entry.family, f"family {entry.family}") if entry.family else entry.home
        for entry in entries
        if entry.family or entry.home
    }


@transaction.atomic
def tournament_tiebreaks_set(
    *,
    actor: User,
    tournament_id: int,
    tiebreaks: Sequence[str],
    reason: str,
    now: datetime | None = None,
) -> TiebreakOrder:
    """Break ties in another order from now on; the standings of what was played change with it.

    Raises InvalidTiebreaks.
    """
    tournament = tournament_lock(tournament_id)
    require_permission(actor, "tournament_direct", tournament)
    order = TiebreakOrder.objects.create(
        tournament=tournament,
        tiebreaks=checked_announced_tiebreaks(tiebreaks, tournament.played_as),
        reason=reason,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )
    if tournament.state != Tournament.State.OPEN:
        outbox.make_due(TOURNAMENT_ADVANCE, tournament.pk)
    return order
