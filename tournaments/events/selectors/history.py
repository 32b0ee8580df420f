"""What has been drawn and played, as the formats want it: plain data, folded from the facts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from django.db.models import Max, Q

from matches.play.rules.refereeing import capped_match_score
from matches.play.rules.results import EFFECTS, ResultKind
from matches.play.selectors import matches_pending
from tournaments.events.models import (
    Draw,
    Entry,
    Fixture,
    PublishedRound,
    RoundRelease,
    TiebreakOrder,
    Tournament,
)
from tournaments.events.rules.reconciling import (
    FixtureFacts,
    Fold,
    bracket_slots_passed,
    fixtures_that_count,
    meet_results,
    pending_meets,
    plan_fixtures,
)
from tournaments.formats import History, Pairing, PairingResult, RoundPairings
from tournaments.formats.by_hand import ties_to_play_off

from .tournaments import published_round_list

# Two of a family are kept apart in every round, two of the same home in the first.
ALWAYS = 9999
FIRST_ROUND = 1


@dataclass(frozen=True, slots=True)
class TournamentField:
    """Who plays: entries in the order of the draw, with those who replaced others and those who came late."""

    draw: Draw
    order: tuple[int, ...]
    # Who has withdrawn, in the order they did.
    left: tuple[int, ...]
    # Entry, home and family, of those who have either.
    homes: tuple[tuple[int, str, str], ...]
    # Who came for whom.
    came: Mapping[int, int]

    @property
    def withdrawn_entries(self) -> frozenset[int]:
        return frozenset(self.left)

    @property
    def pairs_apart(self) -> dict[frozenset[int], int]:
        """Two entries who must not meet, and up to which round."""
        kept: dict[frozenset[int], int] = {}
        for column, until in ((1, FIRST_ROUND), (2, ALWAYS)):
            groups = defaultdict(list)
            for row in self.homes:
                if row[column]:
                    groups[row[column]].append(row[0])
            for group in groups.values():
                kept.update((frozenset(two), until) for two in combinations(group, 2))
        return kept


def tournament_history(tournament: Tournament) -> tuple[History, list[FixtureFacts]]:
    """What the format needs to know, and the fixtures it is folded from: three queries.

    Empty before the draw. Two more where pairings or play-offs may be published, one where tie-breaks count;
    six where somebody has withdrawn whose match is not decided.
    """
    field = tournament_field(tournament)
    if field is None:
        return History(()), []
    meetings = history_with_pending(tournament_meetings(tournament), field.withdrawn_entries)
    history, _ = history_of_draw(tournament, field, meetings)
    return history, meetings


def tournament_ties(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Entries by number who share places that can be played off now: the queries of tournament_history."""
    history, _ = tournament_history(tournament)
    return ties_to_play_off(tournament.played_as, history) if history.entries else ()


COLUMNS = ("pk", "serial", "alternate", "left", "left_to__comes", "came_for__leaves", "home", "family")
"""Of an entry, what decides whether it is in the field."""

Row = tuple[int, int, bool, int | None, int | None, int | None, str, str]


def tournament_field(tournament: Tournament) -> TournamentField | None:
    """Who is in the draw: two queries; None before the draw."""
    draw = draw_of_tournament(tournament)
    if draw is None:
        return None
    late = Q(serial__gt=draw.serial) if tournament.played_as.late_seats(len(draw.order)) else Q(pk=None)
    entries = Entry.objects.filter(tournament=tournament).with_withdrawn()
    # Of most entries of a large field there is nothing to note.
    notable = late | Q(left__isnull=False) | Q(left_to__isnull=False) | ~Q(home="") | ~Q(family="")
    return field_of_tournament(
        tournament, draw, entries.filter(notable).order_by("serial").values_list(*COLUMNS)
    )


def field_of_tournament(tournament: Tournament, draw: Draw, rows: Iterable[Row]) -> TournamentField:
    """The field of a draw; `rows` in the order of entering."""
    rows = list(rows)
    comes = {pk: next for pk, _, _, _, next, *_ in rows if next is not None}
    order = [last_published_of(entry, comes) for entry in draw.order]
    drawn = {*draw.order, *order}
    if tournament.played_as.late_seats(len(order)):
        order += [
            last_published_of(pk, comes)
            for pk, serial, alternate, _, _, for_whom, *_ in rows
            if serial > draw.serial and not alternate and for_whom is None and pk not in drawn
        ]
    there = set(order)
    return TournamentField(
        draw,
        tuple(order),
        tuple(pk for _, pk in sorted((row[3], row[0]) for row in rows if row[3] and row[0] in there)),
        tuple((pk, home, family) for pk, *_, home, family in rows if pk in there and (home or family)),
        comes,
    )


def draw_of_tournament(tournament: Tournament) -> Draw | None:
    """The draw that counts: the latest."""
    return Draw.objects.filter(tournament=tournament).order_by("serial").last()


def last_published_of(entry: int, comes: Mapping[int, int]) -> int:
    """Who sits in the place of an entry now: who replaced it may have been replaced."""
    while entry in comes:
        entry = comes[entry]
    return entry


def tournament_fold(tournament: Tournament) -> Fold:
    """What the facts amount to: the queries of tournament_history."""
    history, meetings = tournament_history(tournament)
    return fold_tournament(tournament, history, meetings)


def fold_tournament(tournament: Tournament, history: History, meetings: Sequence[FixtureFacts]) -> Fold:
    format = tournament.played_as
    pairings = format.pairings(history)
    if tournament.called_off:
        # What was played stands, the rest is not to be played.
        pairings = tuple(pairing for pairing in pairings if pairing.meet_key in history.results)
    return Fold(
        bool(history.entries),
        plan_fixtures(pairings, meetings),
        bracket_slots_passed(format.draw_parts(history), history.results) if format.is_traced else {},
        format.is_over(history),
    )


def history_of_draw(
    tournament: Tournament, field: TournamentField, meetings: Iterable[FixtureFacts]
) -> tuple[History, list[PublishedRound]]:
    """The history of a draw and of all its fixtures; marks of theirs have no part in it, only facts.

    Beside it all that was published since the draw, withdrawn or not.
    """
    held, format, draw = fixtures_that_count(meetings), tournament.played_as, field.draw
    found = History(
        field.order,
        meet_results(held),
        field.withdrawn_entries,
        pending_meets(held),
        seed=draw.seed,
        apart=field.pairs_apart,
        left=field.left,
    )
    if format.ranks:
        found = replace(
            found,
            tiebreaks=tournament_tiebreaks(tournament),
            ratings={int(entry): rating for entry, rating in draw.ratings.items()},
        )
    if not (format.publishes_rounds or format.plays_off):
        return found, []
    published_rounds = list(published_round_list(tournament, draw))
    found = replace(
        found,
        paired_rounds=tuple(
            pairings_of_round(published_round, field.came)
            for published_round in published_rounds
            if not published_round.is_withdrawn
        ),
        held=is_round_held(tournament, draw, published_rounds),
    )
    return found, published_rounds


def history_with_due_rounds(tournament: Tournament, history: History) -> tuple[History, list[RoundPairings]]:
    """The history with every round published that is due by the format, and those rounds."""
    format, due_rounds = tournament.played_as, []
    if tournament.called_off:
        return history, []
    while round_pairings := format.due_round_pairings(history):
        due_rounds.append(round_pairings)
        history = replace(
            history,
            paired_rounds=(*history.paired_rounds, round_pairings),
            held=tournament.pairings_need_approval,
        )
    return history, due_rounds


def pairings_of_round(published_round: PublishedRound, came: Mapping[int, int]) -> RoundPairings:
    """Published pairings as they count: whoever took a place since has what was paired for it."""
    pairings = (Pairing(**pairing) for pairing in published_round.pairings)
    return RoundPairings(
        published_round.round,
        tuple(
            replace(each, one=last_published_of(each.one, came), two=last_published_of(each.two, came))
            for each in pairings
        ),
        tuple(last_published_of(entry, came) for entry in published_round.byes),
        published_round.by_hand,
        published_round.part,
        frozenset(last_published_of(entry, came) for entry in published_round.left),
    )


def is_round_held(tournament: Tournament, draw: Draw, published_rounds: Sequence[PublishedRound]) -> bool:
    """Whether the next round waits for the director: one was withdrawn, or every one needs approval.

    The draw releases the first. `published_rounds`: those withdrawn, too.
    """
    released = RoundRelease.objects.filter(tournament=tournament).aggregate(last=Max("serial"))["last"] or 0
    since = [each.withdrawal.serial for each in published_rounds if each.is_withdrawn]
    if tournament.pairings_need_approval:
        since += [each.serial for each in published_rounds if not (each.by_hand or each.is_withdrawn)]
    return max(since, default=0) > max(released, draw.serial)


def tournament_tiebreaks(tournament: Tournament) -> tuple[str, ...]:
    """How ties are broken: as announced, or as decided last; empty for the format's own order."""
    order = TiebreakOrder.objects.filter(tournament=tournament).order_by("serial").last()
    return tuple(tournament.tiebreaks if order is None else order.tiebreaks)


def history_with_pending(meetings: Sequence[FixtureFacts], withdrawn: Set[int]) -> list[FixtureFacts]:
    """The meetings, noted where the match of somebody who has withdrawn is pending: as matches_pending."""
    found = matches_pending(
        {
            meeting.match
            for meeting in meetings
            if meeting.result is None and not withdrawn.isdisjoint((meeting.one, meeting.two))
        }
    )
    return [replace(meeting, pending=meeting.match in found) for meeting in meetings]


def tournament_meetings(tournament: Tournament) -> list[FixtureFacts]:
    """Every fixture there has been, in the order of their creation: one query."""
    rows = tournament.fixtures.order_by("pk").values_list(
        "pk",
        "match",
        "key",
        "one",
        "two",
        "match__length",
        "match__result__kind",
        "match__result__winner",
        "match__result__points_one",
        "match__result__points_two",
        "match__ruled_void",
        "void",
        "match__superseded",
        "created_at",
    )
    return [fixture_facts(*row) for row in rows]


def fixture_facts(
    fixture: int,
    match: int,
    key: str,
    one: int,
    two: int,
    length: int,
    kind: str | None,
    side: int | None,
    points_one: int | None,
    points_two: int | None,
    ruled_void: bool,
    void: bool,
    superseded: bool,
    created_at: datetime,
) -> FixtureFacts:
    result = None
    if kind is not None:
        assert points_one is not None
        assert points_two is not None
        winner = None if side is None else (one, two)[side]
        played = EFFECTS[ResultKind(kind)].score
        result = PairingResult(one, two, winner, capped_match_score((points_one, points_two), length), played)
    return FixtureFacts(
        fixture,
        match,
        key,
        one,
        two,
        result,
        ruled_void=ruled_void,
        void=void if void == superseded else None,
        created_at=created_at,
    )


def meeting_of_fixture(fixture: Fixture) -> FixtureFacts:
    """The same of a fixture that is loaded with its match and result."""
    match, result = fixture.match, fixture.match.result
    return fixture_facts(
        fixture.pk,
        match.pk,
        fixture.key,
        fixture.one_id,
        fixture.two_id,
        match.length,
        None if result is None else result.kind,
        None if result is None else result.winner,
        None if result is None else result.points_one,
        None if result is None else result.points_two,
        match.ruled_void,
        fixture.void,
        match.superseded,
        fixture.created_at,
    )
