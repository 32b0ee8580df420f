"""A match with every fact that decides it: loaded once and handed on, so that nobody below asks again."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from json import loads
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet

from matches.play.models import Match, Report, ReportUndo, Ruling
from matches.play.rules.deciding import (
    Answered,
    Appealed,
    Decision,
    Event,
    Ruled,
    Stated,
    Undone,
    decide_match,
    events_in_force,
)
from matches.play.rules.lateness import Penalised, standing_penalties, start_score
from matches.play.rules.refereeing import MatchScore, ReportTerms, match_score_of
from matches.play.rules.regulations import Regulations, is_result_rated, regulations_of
from matches.play.rules.results import ResultKind
from matches.players.models import Player
from matches.work.statements import RowsStatement, Statement, set_related

Numbered = tuple[int, Event]
"""The serial of a fact, and what it says."""

Reminded = tuple[str, int, datetime]
"""About what a side was reminded, which, and of which moment."""


class WrittenResult(NamedTuple):
    """A result on file: its serial and number, when the match was first finalised, and what it rests on."""

    serial: int
    number: int
    finalised_at: datetime
    grounds: str
    report: int | None
    ruling: int | None


@dataclass(frozen=True)
class Case:
    """A match and all the facts that decide it, at `now`.

    The row of the match is the caller's to change; the facts are not: who writes one goes on with the case
    `taking` it. events: what was said and ruled, in order of serial. pending: reports that nobody has judged,
    by number, and when each came in. committees: the rulings on an appeal. results: those written
    so far, the first first.
    """

    match: Match
    now: datetime
    events: tuple[Numbered, ...] = ()
    pending: Mapping[int, datetime] = field(default_factory=dict)
    committees: frozenset[int] = frozenset()
    penalties: tuple[Penalised, ...] = ()
    reminders: frozenset[Reminded] = frozenset()
    results: tuple[WrittenResult, ...] = ()

    @cached_property
    def regulations(self) -> Regulations:
        return regulations_of(self.match.regulations)

    @cached_property
    def decision(self) -> Decision:
        """Where the match stands by the facts; a report that nobody has judged holds time up."""
        return self.decide_with()

    def decide_with(self, *more: Event) -> Decision:
        """Where it would stand if more were said or ruled, last of all."""
        return decide_match(
            self.match.length,
            self.regulations,
            [*(event for _, event in self.events), *more],
            self.now,
            judging=min(self.pending.values(), default=None),
        )

    @cached_property
    def in_force(self) -> list[Event]:
        """What was said and ruled, without what was undone."""
        return events_in_force(event for _, event in self.events)

    def with_event(self, serial: int, event: Event) -> "Case":
        """The case with one more fact, in its place."""
        return replace(self, events=tuple(sorted([*self.events, (serial, event)], key=itemgetter(0))))

    def with_ruling(self, ruling: Ruling) -> "Case":
        """The case once it is ruled on."""
        case = self.with_event(ruling.serial, ruling_event(ruling))
        if ruling.grounds not in Ruling.ON_APPEAL:
            return case
        return replace(case, committees=case.committees | {ruling.pk})

    def with_verdict(self, report: Report) -> "Case":
        """The case once a report of it has its verdict."""
        pending = {number: at for number, at in self.pending.items() if number != report.pk}
        case = replace(self, pending=pending)
        return case.with_event(report.serial, report_event(report)) if report.verdict.accepted else case

    def with_reminders(self, reminders: Iterable[Reminded]) -> "Case":
        """The case once reminders were given."""
        return replace(self, reminders=self.reminders.union(reminders))

    def with_penalty(self, penalty: Penalised) -> "Case":
        """The case once a penalty was given."""
        return replace(self, penalties=(*self.penalties, penalty))

    def with_result(self, written: WrittenResult) -> "Case":
        """The case once a result is on file."""
        return replace(self, results=(*self.results, written))

    def at_time(self, now: datetime) -> "Case":
        """The same facts at another time."""
        return replace(self, now=now)

    def written_result(self, decision: Decision) -> WrittenResult | None:
        """The result that is on file for a decision."""
        rests_on = (decision.grounds, decision.report, decision.ruling)
        return next((each for each in self.results if each[3:] == rests_on), None)

    def moves_ratings(self, decision: Decision) -> bool:
        """Whether such a result moves the ratings, if the match is rated."""
        penalised = bool(standing_penalties(self.penalties))
        return is_result_rated(self.regulations, decision.kind, penalised=penalised)

    @property
    def starting_score(self) -> tuple[int, int]:
        """The score before the first game, from the penalty points."""
        return start_score(self.match.length, self.penalties)

    @property
    def report_terms(self) -> ReportTerms:
        """What a result has to fit; of the names that a transcript has to bear nothing is known."""
        match = self.match
        return ReportTerms(match.length, match.variant, ((), ()), match.options, self.starting_score)

    @property
    def is_unreported(self) -> bool:
        """Whether nothing has been recorded of a match that is yet to be played."""
        return self.match.state == Match.State.OPEN and not self.pending


def matches_read(match_ids: Iterable[int]) -> list[Match]:
    """Several matches with their players, in the order of their numbers: one query."""
    return [_match_of(*row) for row in _READ(matches=list(match_ids))]


def matches_lock(match_ids: Iterable[int]) -> list[Match]:
    """The same, locked in the order of their numbers: nobody waits in a circle.

    Whoever locks more than one does so at once, before anything is added to the outbox. One query.
    """
    return [_match_of(*row) for row in _LOCKED(matches=list(match_ids))]


def cases_lock(match_ids: Iterable[int], now: datetime) -> dict[int, Case]:
    """Matches locked, so that of two who decide one the second sees what the first did: two queries."""
    return cases_of(matches_lock(match_ids), now)


def case_lock(match_id: int, now: datetime) -> Case:
    """One match, likewise. Raises Match.DoesNotExist."""
    for case in cases_lock([match_id], now).values():
        return case
    raise Match.DoesNotExist(f"There is no match {match_id}.")


# No result beside it: of a row that was waited for, PostgreSQL joins what was there before.
_WITH_PLAYERS = """
    SELECT {match}, {one}, {two}, {for_one}, {for_two}
    FROM matches_match AS match
    JOIN matches_player AS one ON one.id = match.one_id
    JOIN matches_player AS two ON two.id = match.two_id
    LEFT JOIN matches_player AS for_one ON for_one.id = one.stand_in_id
    LEFT JOIN matches_player AS for_two ON for_two.id = two.stand_in_id
    WHERE match.id = ANY (%(matches)s)
    ORDER BY match.id
"""
_TABLES: dict[str, type[Model]] = {
    "match": Match,
    "one": Player,
    "two": Player,
    "for_one": Player,
    "for_two": Player,
}
_READ = RowsStatement(_WITH_PLAYERS, **_TABLES)
_LOCKED = RowsStatement(f"{_WITH_PLAYERS} FOR NO KEY UPDATE OF match", **_TABLES)


def _match_of(
    match: Match, one: Player, two: Player, for_one: Player | None, for_two: Player | None
) -> Match:
    set_related(match, "one", one)
    set_related(match, "two", two)
    set_related(one, "stand_in", for_one)
    set_related(two, "stand_in", for_two)
    return match


def case_load(match: Match, now: datetime) -> Case:
    """A match that is loaded and not locked, to be looked at: one query."""
    return cases_of([match], now)[match.pk]


def cases_of(matches: Collection[Match] | QuerySet[Match], now: datetime) -> dict[int, Case]:
    """Several of them, by number: one query for the facts of all."""
    loaded = list(matches)
    facts = _facts_of_matches([match.pk for match in loaded])
    return {match.pk: _case_of(match, now, facts.get(match.pk, ())) for match in loaded}


def report_event(report: Report) -> Stated:
    """What a valid report says. A transcript's outcome is read off its verdict, not judged again."""
    verdict, is_transcript = report.verdict, report.kind == Report.Kind.TRANSCRIPT
    points = (report.points_one, report.points_two)
    match_score = _match_score_of(points, verdict.details, swapped=verdict.swapped)
    return Stated(report.pk, report.recorded_at, report.side, match_score, is_transcript)


def ruling_event(ruling: Ruling) -> Ruled:
    match_score = MatchScore(ruling.winner, (ruling.points_one, ruling.points_two))
    return Ruled(ruling.pk, ruling.recorded_at, ResultKind(ruling.kind), match_score, ruling.undoes_id)


def undo_event(undo: ReportUndo) -> Undone:
    return Undone(undo.pk, undo.report_id, undo.recorded_at, undo.undoes_id)


def _match_score_of(
    points: tuple[int | None, int | None], details: Mapping[str, Any] | None, *, swapped: bool
) -> MatchScore:
    if details is not None:
        return match_score_of(details, swapped)
    one, two = points
    assert one is not None
    assert two is not None
    return MatchScore(int(two > one), (one, two))


# -- The facts of matches, in one query
#
# Each kind has what else it needs in `said`; `number` is that of the report, ruling, undo or result meant. Of
# what the referee found only what match_score_of reads is loaded: the whole may be a hundred kilobytes.

_FACTS = Statement("""
SELECT report.match_id, report.serial, 'report' AS what, report.recorded_at AS at, report.id AS number,
    jsonb_build_object(
        'side', report.side,
        'points', jsonb_build_array(report.points_one, report.points_two),
        'is_transcript', report.kind = 'transcript',
        'is_judged', verdict.id IS NOT NULL,
        'swapped', verdict.swapped,
        'details', CASE WHEN verdict.details IS NOT NULL THEN jsonb_build_object(
            'games', verdict.details -> 'games',
            'score', verdict.details -> 'score',
            'winner', verdict.details -> 'winner'
        ) END
    ) AS said
FROM matches_report AS report LEFT JOIN matches_verdict AS verdict ON verdict.report_id = report.id
WHERE report.match_id = ANY (%(matches)s) AND verdict.accepted IS NOT FALSE
UNION ALL
SELECT report.match_id, answer.serial, 'answer', answer.recorded_at, report.id,
    jsonb_build_object('side', answer.side, 'agrees', answer.agrees)
FROM matches_answer AS answer JOIN matches_report AS report ON report.id = answer.report_id
WHERE report.match_id = ANY (%(matches)s)
UNION ALL
SELECT report.match_id, undo.serial, 'undo', undo.recorded_at, undo.id,
    jsonb_build_object('report', report.id, 'undoes', undo.undoes_id)
FROM matches_reportundo AS undo JOIN matches_report AS report ON report.id = undo.report_id
WHERE report.match_id = ANY (%(matches)s)
UNION ALL
SELECT match_id, serial, 'ruling', recorded_at, id,
    jsonb_build_object(
        'kind', kind,
        'winner', winner,
        'points', jsonb_build_array(points_one, points_two),
        'undoes', undoes_id,
        'by_committee', grounds IN ('committee', 'staff')
    )
FROM matches_ruling WHERE match_id = ANY (%(matches)s)
UNION ALL
SELECT ruling.match_id, appeal.serial, 'appeal', appeal.recorded_at, ruling.id, '{}'
FROM matches_appeal AS appeal JOIN matches_ruling AS ruling ON ruling.id = appeal.ruling_id
WHERE ruling.match_id = ANY (%(matches)s)
UNION ALL
SELECT match_id, serial, 'penalty', recorded_at, id,
    jsonb_build_object('side', side, 'cause', cause, 'points', points)
FROM matches_penalty WHERE match_id = ANY (%(matches)s)
UNION ALL
SELECT match_id, serial, 'reminder', due_at, id, jsonb_build_object('about', about, 'side', side)
FROM matches_reminder WHERE match_id = ANY (%(matches)s)
UNION ALL
SELECT match_id, serial, 'result', finalised_at, id,
    jsonb_build_object('grounds', grounds, 'report', report_id, 'ruling', ruling_id)
FROM matches_result WHERE match_id = ANY (%(matches)s)
ORDER BY serial
""")


class _Fact(NamedTuple):
    serial: int
    what: str
    at: datetime
    number: int
    said: Mapping[str, Any]


def _facts_of_matches(matches: Collection[int]) -> dict[int, list[_Fact]]:
    found: dict[int, list[_Fact]] = {}
    if not matches:
        return found
    for match, serial, what, at, number, said in _FACTS(matches=list(matches)):
        found.setdefault(match, []).append(_Fact(serial, what, at, number, loads(said)))
    return found


def _case_of(of: Match, now: datetime, facts: Iterable[_Fact]) -> Case:
    events: list[Numbered] = []
    pending: dict[int, datetime] = {}
    committees: set[int] = set()
    penalties: list[Penalised] = []
    reminders: set[Reminded] = set()
    results: list[WrittenResult] = []
    for serial, what, at, number, said in facts:
        match what:
            case "report" if not said["is_judged"]:
                pending[number] = at
            case "report":
                match_score = _match_score_of(tuple(said["points"]), said["details"], swapped=said["swapped"])
                events.append((serial, Stated(number, at, said["side"], match_score, said["is_transcript"])))
            case "answer":
                events.append((serial, Answered(number, at, said["side"], said["agrees"])))
            case "undo":
                events.append((serial, Undone(number, said["report"], at, said["undoes"])))
            case "ruling":
                match_score = MatchScore(said["winner"], tuple(said["points"]))
                events.append(
                    (serial, Ruled(number, at, ResultKind(said["kind"]), match_score, said["undoes"]))
                )
                if said["by_committee"]:
                    committees.add(number)
            case "appeal":
                events.append((serial, Appealed(number, at)))
            case "penalty":
                penalties.append(Penalised(said["side"], said["cause"], said["points"]))
            case "reminder":
                reminders.add((said["about"], said["side"], at))
            case "result":
                rests_on = (said["grounds"], said["report"], said["ruling"])
                results.append(WrittenResult(serial, number, at, *rests_on))
    return Case(
        of,
        now,
        tuple(events),
        pending,
        frozenset(committees),
        tuple(penalties),
        frozenset(reminders),
        tuple(results),
    )
