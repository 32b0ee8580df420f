"""Ratings follow results: whatever happened since the last update is folded in, however late it came."""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q

from matches import live, outbox
from matches.models import RatingEntry, RatingStanding
from matches.ratings import RATINGS, Rating, RatingSystem, fold
from matches.selectors import first_unrated, rated_match, rated_results, ratings_before

BATCH = 2_000
# The advisory lock under which ratings are written: one writer at a time, readers never wait.
LOCK = 0x60D_E10


# The subject of an outbox row that asks for every match to be looked at.
EVERY_MATCH = 0


def ratings_update() -> None:
    """Bring every rating system up to date with the results. Twice is as good as once.

    Looks at the matches that the outbox names, and at all of them only if it says so: what a new result costs
    does not grow with the results there are.
    """
    with transaction.atomic():
        take_turns()
        due = outbox.seen_all(outbox.RATINGS_UPDATE)
        matches = None if EVERY_MATCH in due else due.keys()
        for system in RATINGS.values():
            start = first_unrated(system.code, matches)
            if start is not None:
                refold(system, start)
        for row in due.values():
            outbox.close(row)


def ratings_rebuild() -> None:
    """Throw every rating away and fold all results anew; ends where the updates had led."""
    with transaction.atomic():
        take_turns()
        RatingEntry.objects.all().delete()
        RatingStanding.objects.all().delete()
        outbox.add(outbox.RATINGS_UPDATE, EVERY_MATCH)
    ratings_update()


def take_turns() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def refold(system: RatingSystem, start: tuple[datetime, int]) -> None:
    """Drop the entries from `start` (settlement, match) on and fold the results from there again."""
    settled_at, match = start
    dropped = RatingEntry.objects.filter(
        Q(settled_at__gt=settled_at) | Q(settled_at=settled_at, match__gte=match), system=system.code
    )
    touched = set(dropped.values_list("player", flat=True))
    dropped.delete()
    results = {result.match_id: result for result in rated_results(start)}
    matches = [rated_match(result) for result in results.values()]
    touched |= {player for match in matches for player in (match.winner, match.loser)}
    ratings = ratings_before(system.code, touched)
    entries = [
        RatingEntry(
            system=system.code,
            player_id=step.player,
            match_id=step.match,
            result=results[step.match],
            settled_at=results[step.match].settled_at,
            value_before=step.before.value,
            value_after=step.after.value,
            experience_before=step.before.experience,
            experience_after=step.after.experience,
        )
        for step in fold(system, matches, ratings)
    ]
    RatingEntry.objects.bulk_create(entries, batch_size=BATCH)
    write_standings(system, touched, ratings)
    for match_id in results:
        live.changed(f"match-{match_id}")


def write_standings(system: RatingSystem, players: set[int], ratings: dict[int, Rating]) -> None:
    RatingStanding.objects.filter(system=system.code, player__in=players - ratings.keys()).delete()
    RatingStanding.objects.bulk_create(
        (
            RatingStanding(
                system=system.code, player_id=player, value=rating.value, experience=rating.experience
            )
            for player, rating in ratings.items()
        ),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["system", "player"],
        update_fields=["value", "experience"],
    )
