"""Tournaments: announced, then drawn."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches import live, outbox
from matches.errors import checked_length
from matches.models import User
from matches.models.match import LENGTH_MAX
from matches.permissions import require
from matches.refereeing import checked_options
from matches.regulations import checked_regulations
from tournaments.draws import Seeding, draw_order
from tournaments.errors import InvalidSeeding, TooFewEntries, TournamentStarted
from tournaments.models import Club, Draw, Tournament
from tournaments.outbox import TOURNAMENT_ADVANCE
from tournaments.selectors import active_entries, entry_ratings


@transaction.atomic
def tournament_create(
    *,
    actor: User,
    club: Club,
    name: str,
    lengths: Sequence[int],
    format: str = "single_elimination",
    variant: str = "backgammon",
    options: Mapping[str, Any] | None = None,
    regulations: Mapping[str, Any] | None = None,
    rated: bool = True,
) -> Tournament:
    """Announce a tournament; entries may come from now on.

    Raises InvalidLength, InvalidOption, InvalidRegulation.
    """
    require(actor, "tournament_create", club)
    lengths = [checked_length(length, LENGTH_MAX) for length in lengths]
    options = checked_options(options or {}, variant, lengths)
    return Tournament.objects.create(
        club=club,
        name=name,
        format=format,
        lengths=lengths,
        variant=variant,
        options=options,
        regulations=checked_regulations(regulations or {}, lengths, options),
        rated=rated,
        created_by=actor,
    )


def tournament_lock(tournament_id: int) -> Tournament:
    """The tournament with its row locked: entries, draw and fixtures of it change one at a time."""
    return (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club")
        .get(pk=tournament_id)
    )


@transaction.atomic
def tournament_draw(
    *,
    actor: User,
    tournament_id: int,
    seeding: Seeding,
    seeded: Sequence[int] = (),
    seed: str = "",
    now: datetime | None = None,
) -> Draw:
    """Make the draw and start play; a worker makes the first fixtures.

    `seeded` names entries for manual seeding, best first; the rest are drawn behind them. `seed` is
    what the lots are made from, invented here unless given. Raises TournamentStarted,
    TooFewEntries, InvalidSeeding.
    """
    tournament = tournament_lock(tournament_id)
    require(actor, "tournament_direct", tournament)
    if tournament.state != Tournament.State.OPEN:
        raise TournamentStarted(
            f"{tournament.name} has been drawn. Its draw stands.", tournament=tournament.pk
        )
    entries = list(active_entries(tournament))
    if len(entries) < 2:
        raise TooFewEntries(
            f"{tournament.name} has {len(entries)} entries; a draw needs two at least.", entries=len(entries)
        )
    numbers = [entry.pk for entry in entries]
    check_seeding(seeding, numbers, seeded)
    seed = seed or secrets.token_hex(8)
    ratings = entry_ratings(entries) if seeding is Seeding.RATING else {}
    draw = Draw.objects.create(
        tournament=tournament,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
        seeding=seeding,
        seed=seed,
        order=draw_order(seeding, numbers, seed, ratings, seeded),
        ratings=ratings,
    )
    tournament.state = Tournament.State.RUNNING
    tournament.save(update_fields=["state"])
    outbox.add(TOURNAMENT_ADVANCE, tournament.pk)
    live.changed(f"tournament-{tournament.pk}")
    return draw


def check_seeding(seeding: Seeding, entries: Sequence[int], seeded: Sequence[int]) -> None:
    """Raises InvalidSeeding where the seeds named do not fit the entries or the way of seeding."""
    if seeded and seeding is not Seeding.MANUAL:
        raise InvalidSeeding(f"Seeds are named for manual seeding only, not for {seeding}.", seeding=seeding)
    entered = set(entries)
    strangers = [entry for entry in seeded if entry not in entered]
    if strangers:
        raise InvalidSeeding(f"No entries of this tournament: {strangers}.", entries=strangers)
    repeated = sorted(entry for entry, times in Counter(seeded).items() if times > 1)
    if repeated:
        raise InvalidSeeding(f"Named more than once: {repeated}. Name each seed once.", entries=repeated)
