"""What is stored beside the facts of tournaments, compared with them and made again from them."""

from collections.abc import Iterator

from django.db import transaction

from matches.work import outbox
from tournaments.events.models import TOURNAMENT_ADVANCE, Tournament
from tournaments.events.selectors import draw_of_tournament, tournament_fold

from .locks import tournament_lock


def tournament_caches_compare(*, repair: bool = False) -> Iterator[str]:
    """Every difference between what is stored of tournaments and what follows from the facts, in words.

    With `repair` the state is put right, and fixtures that are missing are made due.
    """
    for tournament_id in list(Tournament.objects.order_by("pk").values_list("pk", flat=True)):
        yield from tournament_compare(tournament_id, repair)


@transaction.atomic
def tournament_compare(tournament_id: int, repair: bool) -> list[str]:
    tournament = tournament_lock(tournament_id, called_off=True, removed=True)
    fold = tournament_fold(tournament)
    state = tournament.state_when(drawn=fold.drawn, over=fold.over)
    found = []
    if tournament.state != state:
        found.append(f"tournament {tournament_id}: stored as {tournament.state}; the facts say {state}")
    draw = draw_of_tournament(tournament)
    if tournament.draw != draw:
        found.append(f"tournament {tournament_id}: its draw is not the latest")
    todo = fold.plan
    found += [f"tournament {tournament_id}: no fixture {pairing.key}" for pairing in todo.created]
    found += [
        f"tournament {tournament_id}: fixture {meeting.fixture} ({meeting.key}) is marked as one that "
        f"{'counts' if meeting.void is False else 'does not count'}; the facts say that it "
        f"{'counts' if meeting in todo.reinstated else 'does not'}"
        for meeting in (*todo.superseded, *todo.reinstated)
    ]
    passed = dict(tournament.passages.values_list("key", "entry"))
    if passed != fold.passages:
        found.append(
            f"tournament {tournament_id}: the slots passed without a match are not those of the facts"
        )
    if found and repair:
        # Whether it has ended is for the advance to note, with the time; one that was over stays so.
        if state != Tournament.State.FINISHED:
            tournament.state = state
        tournament.draw = draw
        tournament.save(update_fields=["state", "draw"])
        outbox.make_due(TOURNAMENT_ADVANCE, tournament_id)
    return found
