"""Play goes on by itself: whenever a match was decided, the matches now possible are set up.

Two ways lead to the same fixtures. The whole fold asks the format which pairings stand, and makes the
fixtures fit: it is the truth, and right after anything. Following a result looks only at where its winner
goes on; it does so where nothing else can have changed, and leaves the work to the fold where it is not sure.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches import hooks
from matches.accounts.models import User
from matches.facts import versions
from matches.facts.models import notify_saved
from matches.notifications.services import notices_post
from matches.play.services import match_planned, matches_supersede, matches_write_planned
from matches.players.models import Player
from matches.work import outbox
from matches.work.slices import next_slice
from matches.work.statements import Statement
from tournaments.events.models import (
    FIXTURE_ADVANCE,
    TOURNAMENT_ADVANCE,
    Entry,
    Fixture,
    Passage,
    PublishedRound,
    Tournament,
)
from tournaments.events.rules.reconciling import FixturePlan
from tournaments.events.selectors import (
    entry_line_ups,
    fixture_followed,
    fold_tournament,
    history_with_due_rounds,
    live_fixtures,
    tournament_entries,
    tournament_history,
)
from tournaments.formats import Pairing, RoundPairings
from tournaments.formats.teams import team_match_of_slot
from tournaments.venues.models import VENUE_PROCESS_DUE
from tournaments.venues.rules.calling import Assignment

from .locks import tournament_lock

SWEPT_AT_ONCE = 20


def tournament_advance(*, tournament_id: int, now: datetime | None = None) -> list[Fixture]:
    """Fold everything, make the fixtures fit, note whether the tournament is over. Returns the new fixtures.

    Run it as often as you like: the format names each pairing with a key, and of the fixtures of a key one
    counts at most. The row lock makes concurrent runs take turns.
    """
    with transaction.atomic():
        due = outbox.open_outbox_row(TOURNAMENT_ADVANCE, tournament_id)
        tournament = tournament_lock(tournament_id, called_off=True, removed=True)
        was_over = tournament.state == Tournament.State.FINISHED
        made = reconcile_fixtures(tournament, now or timezone.now())
        tournament_follow_end(tournament, was_over=was_over)
        outbox.close_outbox_row(due)
        if made:
            tables_look_again(tournament)
    return made


def fixture_advance(*, fixture_id: int, now: datetime | None = None) -> list[Fixture]:
    """Do what follows from the match of a fixture being decided, or decided otherwise.

    Returns the new fixtures. Costs the same in a field of any size where the match was decided for the first
    time and nobody on the way has withdrawn; else it does what `tournament_advance` does.
    """
    return fixtures_advance(fixture_ids=[fixture_id], now=now)


def fixtures_advance(*, fixture_ids: Collection[int], now: datetime | None = None) -> list[Fixture]:
    """The same of several: at the end of a round many are decided at once. One tournament after the other."""
    due_of: dict[int, dict[int, Sequence[int] | None]] = defaultdict(dict)
    for tournament, fixture, *seen in _FIXTURES_DUE(fixtures=list(fixture_ids), kind=FIXTURE_ADVANCE):
        due_of[tournament][fixture] = None if seen == [None, None] else seen
    return [
        made
        for tournament, due in due_of.items()
        for made in fixtures_of_tournament_advance(tournament, due, now or timezone.now())
    ]


# With the rows of the outbox, as they are before anything is locked.
_FIXTURES_DUE = Statement("""
SELECT fixture.tournament_id, fixture.id, due.id, due.generation
FROM tournaments_fixture AS fixture
LEFT JOIN matches_outbox AS due ON due.kind = %(kind)s AND due.subject = fixture.id
WHERE fixture.id = ANY (%(fixtures)s)
ORDER BY fixture.tournament_id, fixture.id
""")


@transaction.atomic
def fixtures_of_tournament_advance(
    tournament_id: int, due: Mapping[int, Sequence[int] | None], now: datetime
) -> list[Fixture]:
    """Follow fixtures, each with the row of the outbox that it closes."""
    tournament = tournament_lock(tournament_id, called_off=True, removed=True)
    made: list[Fixture] = []
    was_over = tournament.state == Tournament.State.FINISHED
    for fixture in due:
        followed = None if tournament.called_off else fixture_followed(tournament, fixture)
        if followed is None:
            made += reconcile_fixtures(tournament, now)
            break
        made += fixtures_create(tournament, followed.due, now, followed.entries)
        # Where nothing follows all may have been played since: a task that was sent twice comes late.
        if followed.due or followed.over:
            tournament_note_end(tournament, followed.over, now)
    versions.announce_change(f"tournament-{tournament.pk}")
    tournament_follow_end(tournament, was_over=was_over)
    outbox.close_outbox_rows(row for row in due.values() if row is not None)
    if made:
        tables_look_again(tournament)
    return made


def reconcile_fixtures(tournament: Tournament, now: datetime) -> list[Fixture]:
    """Publish the pairings that are due, and make the fixtures of a locked tournament those that stand."""
    history, meetings = tournament_history(tournament)
    if not history.entries:
        return []
    history, due_rounds = history_with_due_rounds(tournament, history)
    for round_pairings in due_rounds:
        round_publish(tournament, round_pairings, now=now)
    fold = fold_tournament(tournament, history, meetings)
    made = tournament_carry_out(tournament, fold.plan, now)
    fixture_passages_write(tournament, fold.passages)
    tournament_note_end(tournament, fold.over, now)
    versions.announce_change(f"tournament-{tournament.pk}")
    return made


def tables_look_again(tournament: Tournament) -> None:
    """Other matches than before wait for tables, or for others: tell who looks at them, and who calls."""
    if tournament.venue_id is None:
        return
    versions.announce_change(f"venue-{tournament.venue_id}")
    if tournament.tables_assigned == Assignment.AUTOMATIC:
        outbox.make_due(VENUE_PROCESS_DUE, tournament.venue_id)


def round_publish(
    tournament: Tournament,
    round_pairings: RoundPairings,
    *,
    now: datetime,
    actor: User | None = None,
    reason: str = "",
) -> PublishedRound:
    return PublishedRound.objects.create(
        tournament=tournament,
        part=round_pairings.part,
        round=round_pairings.round,
        pairings=[asdict(pairing) for pairing in round_pairings.pairings],
        byes=list(round_pairings.byes),
        left=sorted(round_pairings.left),
        by_hand=round_pairings.by_hand,
        reason=reason,
        recorded_by=actor,
        recorded_at=now,
    )


def tournament_carry_out(tournament: Tournament, todo: FixturePlan, now: datetime) -> list[Fixture]:
    # Slots are left before they are taken: one fixture that counts per key is all the database allows.
    for moved, void in ((todo.superseded, True), (todo.reinstated, False)):
        Fixture.objects.filter(pk__in=[meeting.fixture for meeting in moved]).update(void=void)
    made = fixtures_create(tournament, todo.created, now)
    superseded = {meeting.match: True for meeting in todo.superseded}
    superseded.update((meeting.match, False) for meeting in todo.reinstated)
    if superseded:
        matches_supersede(superseded=superseded, now=now)
    return made


def fixture_passages_write(tournament: Tournament, passed: Mapping[str, int | None]) -> None:
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


def tournament_note_end(tournament: Tournament, over: bool, now: datetime) -> None:
    """A tournament that was over runs again where a correction has made it so."""
    state = tournament.state_when(drawn=True, over=over)
    if tournament.state != state:
        tournament.state = state
        tournament.finished_at = now if state == Tournament.State.FINISHED else None
        tournament.save(update_fields=["state", "finished_at"])


def tournament_follow_end(tournament: Tournament, *, was_over: bool) -> None:
    """Make due what follows from a tournament being over, or having been until now."""
    if was_over or tournament.state == Tournament.State.FINISHED:
        stakes = hooks.event_stakes()
        outbox.make_all_due(work for stake in stakes for work in stake.work_after_end(tournament.pk))


def fixtures_create(
    tournament: Tournament,
    pairings: Iterable[Pairing],
    now: datetime,
    entries: Mapping[int, Entry] | None = None,
) -> list[Fixture]:
    """`entries`: those who are paired, if they are loaded."""
    pairings = list(pairings)
    if not pairings:
        return []
    if entries is None:
        entries = tournament_entries(tournament, [entry for p in pairings for entry in (p.one, p.two)])
    line_ups = entry_line_ups(tournament, entries.values())
    seated = players_seated_at_tables(tournament, entries)
    made = [
        fixture_planned(
            tournament,
            pairing,
            entries,
            [player_of_seat(pairing, line_ups[entry], seated) for entry in (pairing.one, pairing.two)],
            now,
        )
        for pairing in pairings
    ]
    matches_write_planned([fixture.match for fixture in made])
    Fixture.objects.bulk_create(made)
    notify_saved(made)
    notices_post("pairing_posted", [(fixture.match_id, "") for fixture in made], now=now)
    return made


def players_seated_at_tables(tournament: Tournament, entries: Iterable[int]) -> dict[str, set[int]]:
    """Who of these teams sits on a board already, by match of teams: one query if teams play."""
    seated: dict[str, set[int]] = defaultdict(set)
    if boards := tournament.played_as.team_size:
        there = live_fixtures(tournament).filter(one__in=entries, board__range=(1, boards))
        for key, *both in there.values_list("key", "match__one", "match__two"):
            seated[team_match_of_slot(key)].update(both)
    return seated


def player_of_seat(pairing: Pairing, line_up: Sequence[Player], seated: Mapping[str, set[int]]) -> Player:
    """Who plays for an entry, of those lined up, board 1 first; on a board beyond them the first does.

    A board that is set up anew may find whom it wants on another one, as the line-up has changed since: then
    it is the first who sits on none.
    """
    if not 1 <= pairing.board <= len(line_up):
        return line_up[0]
    elsewhere = seated.get(team_match_of_slot(pairing.key), set())
    wanted = line_up[pairing.board - 1]
    return next(player for player in (wanted, *line_up) if player.pk not in elsewhere)


def fixture_planned(
    tournament: Tournament,
    pairing: Pairing,
    entries: Mapping[int, Entry],
    players: Sequence[Player],
    now: datetime,
) -> Fixture:
    """A fixture and its match, not written yet. `players`: who plays for the one, and who for the other."""
    one, two = entries[pairing.one], entries[pairing.two]
    terms = tournament.terms_of(pairing.part, pairing.round)
    match = match_planned(
        one=players[0],
        two=players[1],
        length=terms.length_of(pairing.round),
        variant=terms.variant,
        options=terms.options,
        regulations=terms.regulations,
        rated=tournament.rated,
        play_by=None if terms.play_by is None or terms.play_by <= now else terms.play_by,
        now=now,
    )
    return Fixture(
        tournament=tournament,
        key=pairing.key,
        part=pairing.part,
        round=pairing.round,
        step=pairing.step or pairing.round,
        board=pairing.board,
        one=one,
        two=two,
        match=match,
        created_at=now,
    )


def tournaments_sweep() -> None:
    """Have some running tournaments looked at again, in turn; where nothing is missing, nothing happens."""
    running = Tournament.objects.filter(state=Tournament.State.RUNNING)
    outbox.make_missing_due(
        (TOURNAMENT_ADVANCE, number) for number in next_slice("tournaments", running, SWEPT_AT_ONCE)
    )
