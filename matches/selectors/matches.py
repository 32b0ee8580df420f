"""Matches and their reports."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import product
from operator import attrgetter, itemgetter

from django.db.models import F, Min, Prefetch, Q, QuerySet

from matches.deciding import Answered, Appealed, Decision, Event, Ruled, Stated, decide, states
from matches.hooks import with_sections
from matches.lateness import Penalised, standing_penalties, start_score
from matches.models import (
    Answer,
    Appeal,
    Match,
    Penalty,
    Player,
    RatingEntry,
    Reminder,
    Report,
    Ruling,
    Seat,
    User,
    Vote,
)
from matches.refereeing import Outcome, Terms, outcome_of
from matches.regulations import is_rated, regulations
from matches.results import Kind


def match_list() -> QuerySet[Match]:
    """Every match with its players and result, in one query."""
    return Match.objects.select_related("one", "two", "result__ruling")


def matches_undecided(user: User) -> QuerySet[Match]:
    """What the login has still to play, report or hear of, the oldest match first: one query."""
    own = Player.objects.of_login(user)
    mine = Q(one__in=own) | Q(two__in=own)
    return match_list().filter(mine).exclude(state__in=Match.OVER).order_by("pk")


def match_detail(match_id: int) -> Match:
    """A match with players, result, reports as `told_reports`, penalties: four queries.

    And those of what other rooms add to a match. Raises Match.DoesNotExist.
    """
    told = match_list().prefetch_related(Prefetch("reports", told_reports()), "penalties")
    return with_sections(told).get(pk=match_id)


def rating_prefetch() -> "Prefetch[str]":
    """What to load with matches of what they did to the ratings: one query."""
    return Prefetch("rating_entries", RatingEntry.objects.select_related("pool").order_by("pool", "player"))


def match_desk(match_id: int) -> Match:
    """A match with players, result, reports, answers and rulings, for whoever acts on it: four queries.

    Raises Match.DoesNotExist.
    """
    rulings = Ruling.objects.select_related("undone_by").order_by("serial")
    return (
        match_list()
        .prefetch_related(Prefetch("reports", told_reports()), Prefetch("rulings", rulings))
        .get(pk=match_id)
    )


def told_reports() -> QuerySet[Report]:
    """Reports, the oldest first, with verdict and answers, no transcript: two queries."""
    answers = Answer.objects.order_by("serial")
    reports = Report.objects.select_related("verdict", "recorded_by__player").prefetch_related(
        Prefetch("answers", answers)
    )
    return reports.defer("transcript").order_by("serial")


def report_detail(report_id: int) -> Report:
    """A report with its verdict and match, without the transcript itself. Raises Report.DoesNotExist."""
    return (
        Report.objects.select_related("verdict", "recorded_by__player", "match__one", "match__two")
        .defer("transcript")
        .get(pk=report_id)
    )


def match_terms(match: Match) -> Terms:
    """What a report of this match has to fit: three queries, three more for each side that is a pair."""
    sides = (known_as(match.one), known_as(match.two))
    return Terms(match.length, match.variant, sides, match.options, match_start(match))


def known_as(player: Player) -> tuple[str, ...]:
    """The names a side may have in a transcript: of a pair, those of its members, joined, too."""
    names = (player.name, *player.aliases.values_list("name", flat=True))
    if player.stand_in is not None:
        names = (*names, *known_as(player.stand_in))
    if player.kind == Player.Kind.PERSON:
        return names
    return (*names, *map(" / ".join, product(*map(known_as, player.persons))))


def match_start(match: Match) -> tuple[int, int]:
    """The score before the first game, from the penalty points: one query, none if they are prefetched."""
    return start_score(match.length, match_penalties(match))


def match_penalties(match: Match) -> list[Penalised]:
    """The penalties of a match in the order they were given: one query, none if they are prefetched."""
    given = sorted(match.penalties.all(), key=attrgetter("serial"))
    return [Penalised(penalty.side, penalty.cause, penalty.points) for penalty in given]


def penalty_list(match: Match) -> QuerySet[Penalty]:
    """The penalties of a match, the first one first: one query."""
    return match.penalties.select_related("recorded_by").order_by("serial")


def ruling_list(match: Match) -> QuerySet[Ruling]:
    """The rulings on a match, the first one first, with what undid or questions them: one query."""
    return match.rulings.select_related("undone_by", "appealed_by", "recorded_by").order_by("serial")


def appeal_list() -> QuerySet[Appeal]:
    """Every appeal with its ruling, committee and votes: three queries."""
    votes = Vote.objects.select_related("seat__member")
    seats = (
        Seat.objects.select_related("member").prefetch_related(Prefetch("votes", votes)).order_by("serial")
    )
    return Appeal.objects.select_related("ruling").prefetch_related(Prefetch("seats", seats))


def match_events(match: Match) -> list[Event]:
    """Everything that decides a match, in the order it was recorded: four queries."""
    return [event for _, event in numbered_events(match)]


def match_states(match: Match) -> dict[int, str]:
    """What the match became by the facts that changed its state, by their serials: five queries."""
    numbered = numbered_events(match)
    after = states(match.length, regulations(match.regulations), [event for _, event in numbered])
    told = [(serial, state) for (serial, _), state in zip(numbered, after, strict=True)]
    # Where time alone decided, the result is the first fact that says so.
    told += [(serial, Match.State.FINAL.value) for serial in match.results.values_list("serial", flat=True)]
    changed: dict[int, str] = {}
    was = Match.State.OPEN.value
    for serial, state in sorted(told):
        if state != was:
            changed[serial] = was = state
    return changed


def numbered_events(match: Match) -> list[tuple[int, Event]]:
    """The same events, each with the serial of its fact."""
    return events_of([match.pk])[match.pk]


def events_of(matches: Collection[int]) -> dict[int, list[tuple[int, Event]]]:
    """The same of several matches, by number: four queries for all of them."""
    found: dict[int, list[tuple[int, Event]]] = {match: [] for match in matches}
    sound = Report.objects.filter(match__in=matches, verdict__accepted=True).select_related("verdict")
    for report in sound.defer("transcript"):
        found[report.match_id].append((report.serial, stated(report)))
    answers = Answer.objects.filter(report__match__in=matches).annotate(of=F("report__match"))
    for answer in answers:
        said = Answered(answer.report_id, answer.recorded_at, answer.side, answer.agrees)
        found[answer.of].append((answer.serial, said))
    for ruling in Ruling.objects.filter(match__in=matches):
        found[ruling.match_id].append((ruling.serial, ruled(ruling)))
    appeals = Appeal.objects.filter(ruling__match__in=matches).annotate(of=F("ruling__match"))
    for appeal in appeals:
        found[appeal.of].append((appeal.serial, Appealed(appeal.ruling_id, appeal.recorded_at)))
    return {match: sorted(events, key=itemgetter(0)) for match, events in found.items()}


def matches_awaited(matches: Collection[int]) -> set[int]:
    """Those of the matches, by number, that were told of and are yet to be decided, displaced or not.

    Reported, disputed or under appeal, or with a report that nobody has judged; time has no part in it. Six
    queries for all of them, none for none.
    """
    found = Match.objects.in_bulk(set(matches))
    if not found:
        return set()
    pending = set(Report.objects.filter(match__in=found, verdict=None).values_list("match", flat=True))
    stand = {
        match: states(
            found[match].length, regulations(found[match].regulations), [event for _, event in numbered]
        )
        for match, numbered in events_of(found.keys()).items()
    }
    return {
        match
        for match, after in stand.items()
        if is_awaited(after[-1] if after else Match.State.OPEN, pending=match in pending)
    }


def is_awaited(state: str, *, pending: bool) -> bool:
    """Whether a match in such a state was told of and is yet to be decided; `pending` reports tell of it."""
    return pending if state == Match.State.OPEN else state not in Match.OVER


def match_decision(match: Match, now: datetime, events: Sequence[Event] | None = None) -> Decision:
    """Where a match stands by the facts; or by `events`, if other things were facts."""
    return decide(
        match.length,
        regulations(match.regulations),
        match_events(match) if events is None else events,
        now,
        judging=reports_pending(match).aggregate(since=Min("recorded_at"))["since"],
    )


def match_rated(match: Match, decision: Decision) -> bool:
    """Whether such a result moves the ratings, if the match is rated: one query."""
    penalised = bool(standing_penalties(match_penalties(match)))
    return is_rated(regulations(match.regulations), decision.kind, penalised=penalised)


def stated(report: Report) -> Stated:
    """What a sound report says. A transcript's outcome is read off its verdict, not judged again."""
    finding = report.verdict.finding
    if finding is not None:
        outcome = outcome_of(finding, report.verdict.swapped)
    else:
        assert report.points_one is not None
        assert report.points_two is not None
        points = (report.points_one, report.points_two)
        outcome = Outcome(int(points[1] > points[0]), points)
    return Stated(report.pk, report.recorded_at, report.side, outcome, report.kind == Report.Kind.TRANSCRIPT)


def ruled(ruling: Ruling) -> Ruled:
    outcome = Outcome(ruling.winner, (ruling.points_one, ruling.points_two))
    return Ruled(ruling.pk, ruling.recorded_at, Kind(ruling.kind), outcome, ruling.undoes_id)


def reports_pending(match: Match) -> QuerySet[Report]:
    """The reports of a match that nobody has judged."""
    return Report.objects.filter(match=match, verdict=None)


def reminders_given(match: Match) -> set[tuple[str, int, datetime]]:
    """What the sides have been reminded of: about what, which side, of which moment."""
    return set(match.reminders.values_list("about", "side", "due_at"))


def reminders_of(user: User) -> QuerySet[Reminder]:
    """What the login was reminded of, with match and players: one query."""
    own = Player.objects.of_login(user)
    mine = Q(side=0, match__one__in=own) | Q(side=1, match__two__in=own)
    return Reminder.objects.filter(mine).select_related("match__one", "match__two").order_by("-serial")


def matches_waking(now: datetime) -> QuerySet[Match, int]:
    """Numbers of the matches that a deadline asks to be attended to."""
    return Match.objects.filter(wakes_at__lte=now).order_by("wakes_at").values_list("pk", flat=True)


def reports_without_verdict(*, before: datetime) -> QuerySet[Report, int]:
    """Numbers of the reports taken before `before` that nobody has judged."""
    return Report.objects.filter(verdict=None, recorded_at__lt=before).values_list("pk", flat=True)
