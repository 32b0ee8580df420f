"""What is stored beside the facts of tournaments, compared with them and made again from them."""

from collections.abc import Iterator

from django.db import transaction

from matches import outbox
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.outbox import TOURNAMENT_ADVANCE
from tournaments.selectors import live_fixtures, tournament_history

from .tournaments import tournament_lock


def tournament_caches_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between what is stored of tournaments and what the facts say, in words.

    With `repair` the state is put right, and fixtures that are missing are made due.
    """
    for tournament_id in list(Tournament.objects.order_by("pk").values_list("pk", flat=True)):
        yield from tournament_compare(tournament_id, repair)


@transaction.atomic
def tournament_compare(tournament_id: int, repair: bool) -> list[str]:
    tournament = tournament_lock(tournament_id)
    history, format = tournament_history(tournament), FORMATS[tournament.format]
    if not history.entries:
        state = Tournament.State.OPEN
    elif format.is_over(history):
        state = Tournament.State.FINISHED
    else:
        state = Tournament.State.RUNNING
    found = []
    if tournament.state != state:
        found.append(f"tournament {tournament_id}: stored as {tournament.state}; the facts say {state}")
    missing = {pairing.key for pairing in format.due(history)} - set(
        live_fixtures(tournament).values_list("key", flat=True)
    )
    found += [f"tournament {tournament_id}: no fixture {key}" for key in sorted(missing)]
    if found and repair:
        # Whether it is over is for the advance to note, with the time.
        tournament.state = Tournament.State.OPEN if not history.entries else Tournament.State.RUNNING
        tournament.save(update_fields=["state"])
        outbox.add(TOURNAMENT_ADVANCE, tournament_id)
    return found
