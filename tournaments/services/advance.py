"""Play goes on by itself: whenever something was decided, the matches now possible are set up.

Two ways lead to the same fixtures. The whole fold asks the format which pairings stand, and makes the
fixtures fit: it is the truth, and right after anything. Following a result looks only at where its winner
goes on; it does so where nothing else can have changed, and leaves the work to the fold where it is not sure.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches import live, outbox
from matches.services import match_create, matches_displace
from tournaments.formats import Pairing
from tournaments.models import Fixture, Passage, Tournament
from tournaments.outbox import FIXTURE_ADVANCE, TOURNAMENT_ADVANCE
from tournaments.reconciling import Plan
from tournaments.selectors import fixture_followed, tournament_entries, tournament_fold

from .tournaments import tournament_lock


def tournament_advance(*, tournament_id: int, now: datetime | None = None) -> list[Fixture]:
    """Fold everything, make the fixtures fit, note whether the tournament is over. Returns the new fixtures.

    Run it as often as you like: the format names each pairing with a key, and of the fixtures of a key one
    counts at most. The row lock makes concurrent runs take turns.
    """
    with transaction.atomic():
        due = outbox.seen(TOURNAMENT_ADVANCE, tournament_id)
        made = reconcile(tournament_lock(tournament_id), now or timezone.now())
        outbox.close(due)
    return made


def fixture_advance(*, fixture_id: int, now: datetime | None = None) -> list[Fixture]:
    """Do what follows from the match of a fixture being decided, or decided otherwise.

    Returns the new fixtures. Costs the same in a field of any size where the match was decided for the first
    time and nobody on the way has withdrawn; else it does what `tournament_advance` does.
    """
    now = now or timezone.now()
    with transaction.atomic():
        due = outbox.seen(FIXTURE_ADVANCE, fixture_id)
        tournament = tournament_lock(Fixture.objects.values_list("tournament", flat=True).get(pk=fixture_id))
        followed = fixture_followed(tournament, fixture_id)
        if followed is None:
            made = reconcile(tournament, now)
        else:
            made = fixtures_create(tournament, followed.due, now)
            note_end(tournament, followed.over, now)
            live.changed(f"tournament-{tournament.pk}")
        outbox.close(due)
    return made


def reconcile(tournament: Tournament, now: datetime) -> list[Fixture]:
    """Make the fixtures of a locked tournament those that stand by the facts."""
    fold = tournament_fold(tournament)
    if not fold.drawn:
        return []
    made = carry_out(tournament, fold.plan, now)
    passages_write(tournament, fold.passages)
    note_end(tournament, fold.over, now)
    live.changed(f"tournament-{tournament.pk}")
    return made


def carry_out(tournament: Tournament, todo: Plan, now: datetime) -> list[Fixture]:
    # Slots are left before they are taken: one fixture that counts per key is all the database allows.
    for moved, void in ((todo.displaced, True), (todo.revived, False)):
        Fixture.objects.filter(pk__in=[meeting.fixture for meeting in moved]).update(void=void)
    made = fixtures_create(tournament, todo.created, now)
    displaced = {meeting.match: True for meeting in todo.displaced}
    displaced.update((meeting.match, False) for meeting in todo.revived)
    if displaced:
        matches_displace(displaced=displaced, now=now)
    return made


def passages_write(tournament: Tournament, passed: Mapping[str, int | None]) -> None:
    stored = {passage.key: passage for passage in tournament.passages.all()}
    wrong = [
        passage.pk for key, passage in stored.items() if key not in passed or passed[key] != passage.entry_id
    ]
    missing = [key for key in passed if key not in stored or stored[key].pk in wrong]
    if wrong:
        Passage.objects.filter(pk__in=wrong).delete()
    Passage.objects.bulk_create(
        Passage(tournament=tournament, key=key, entry_id=passed[key]) for key in missing
    )


def note_end(tournament: Tournament, over: bool, now: datetime) -> None:
    """A tournament that was over runs again where a correction has made it so."""
    state = Tournament.State.FINISHED if over else Tournament.State.RUNNING
    if tournament.state != state:
        tournament.state = state
        tournament.finished_at = now if over else None
        tournament.save(update_fields=["state", "finished_at"])


def fixtures_create(tournament: Tournament, pairings: Iterable[Pairing], now: datetime) -> list[Fixture]:
    pairings = list(pairings)
    if not pairings:
        return []
    entries = tournament_entries(tournament, [entry for p in pairings for entry in (p.one, p.two)])
    return [
        Fixture.objects.create(
            tournament=tournament,
            key=pairing.key,
            round=pairing.round,
            one=entries[pairing.one],
            two=entries[pairing.two],
            match=match_create(
                one=entries[pairing.one].player,
                two=entries[pairing.two].player,
                length=tournament.length_of(pairing.round),
                variant=tournament.variant,
                options=tournament.options,
                regulations=tournament.regulations,
                rated=tournament.rated,
                now=now,
            ),
            created_at=now,
        )
        for pairing in pairings
    ]


def tournaments_sweep() -> None:
    """Have every running tournament looked at again; where nothing is missing, nothing happens."""
    for tournament in Tournament.objects.filter(state=Tournament.State.RUNNING).order_by("pk"):
        outbox.add(TOURNAMENT_ADVANCE, tournament.pk)
