"""Matches and their reports."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from itertools import product
from operator import attrgetter

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.accounts.models import User
from matches.facts.versions import with_version
from matches.hooks import with_sections
from matches.play.models import (
    SEAT,
    Answer,
    Appeal,
    Match,
    Penalty,
    Reminder,
    Report,
    ReportUndo,
    Ruling,
    Seat,
    Vote,
)
from matches.play.rules.deciding import states_after_events
from matches.play.rules.lateness import Penalised, start_score
from matches.play.rules.refereeing import ReportTerms
from matches.players.models import Alias, Invitation, Invitations, Member, Player

from .case import Case, case_load, cases_of

MEMBERS = tuple(
    Prefetch(f"{side}__roster", Member.objects.select_related("player__stand_in")) for side in ("one", "two")
)
"""The members of the pairs that play matches."""


def match_list() -> QuerySet[Match]:
    """Every match with its players and result, in one query."""
    return Match.objects.select_related("one", "two", "result__ruling")


def transcripts_in_force() -> QuerySet[Report]:
    """Accepted transcripts that were not taken back, with their match and who played it: three queries."""
    undone = ReportUndo.objects.in_force().filter(report=OuterRef("pk"))
    reports = Report.objects.filter(~Exists(undone), kind=Report.Kind.TRANSCRIPT, verdict__accepted=True)
    rosters = ("match__one__roster__player", "match__two__roster__player")
    return reports.select_related("match__one", "match__two").prefetch_related(*rosters)


def matches_undecided(user: User) -> QuerySet[Match]:
    """What the login has still to play, report or hear of, the oldest match first: one query."""
    own = Player.objects.of_login(user)
    mine = Q(one__in=own) | Q(two__in=own)
    return match_list().filter(mine).exclude(state__in=Match.OVER).order_by("pk")


TASKS_MAX = 30
"""How many matches somebody's first page names at most, of each kind."""


def matches_to_settle(user: User) -> QuerySet[Match]:
    """What the login has to play, report or answer, with reports and members: five queries."""
    found = matches_undecided(user).filter(superseded=False, state__in=Match.ON)
    return found.prefetch_related(Prefetch("reports", listed_reports()), *MEMBERS)[:TASKS_MAX]


def matches_to_rule(directed: QuerySet[Match]) -> QuerySet[Match]:
    """Those of the matches that only a ruling ends, with what was said of them: five queries."""
    found = match_list().filter(pk__in=directed.values("pk"), superseded=False)
    disputed = found.filter(state__in=(Match.State.DISPUTED, Match.State.APPEALED))
    return disputed.order_by("pk").prefetch_related(Prefetch("reports", listed_reports()), *MEMBERS)[
        :TASKS_MAX
    ]


def matches_overdue(directed: QuerySet[Match], now: datetime) -> QuerySet[Match]:
    """Those of the matches that should have been played by now, the longest first: one query."""
    found = match_list().filter(pk__in=directed.values("pk"), superseded=False)
    return found.filter(state=Match.State.OPEN, play_by__lt=now).order_by("play_by", "pk")[:TASKS_MAX]


RECENT = 100
"""How many matches back the opponents of somebody are remembered."""


def recent_opponents(user: User) -> set[int]:
    """Numbers of those whom a login's player met in the latest matches, and its own: two queries."""
    own = list(Player.objects.of_login(user).values_list("pk", flat=True))
    matches = Match.objects.filter(Q(one__in=own) | Q(two__in=own)).order_by("-pk")
    sides = matches.values_list(Coalesce("one__stand_in", "one"), Coalesce("two__stand_in", "two"))
    return {side for both in sides[:RECENT] for side in both}


def match_detail(match_id: int) -> Match:
    """A match with players, result, reports as `listed_reports`, penalties: four queries.

    And those of what other rooms add to a match. Raises Match.DoesNotExist.
    """
    matches = match_list().prefetch_related(Prefetch("reports", listed_reports()), "penalties")
    return with_version(with_sections(matches, on_page=True)).get(pk=match_id)


def match_to_manage(match_id: int) -> Match:
    """A match with players, result, reports, answers and rulings, for whoever acts on it: four queries.

    Raises Match.DoesNotExist.
    """
    rulings = Ruling.objects.select_related("undone_by").order_by("serial")
    return (
        match_list()
        .prefetch_related(Prefetch("reports", listed_reports()), Prefetch("rulings", rulings))
        .get(pk=match_id)
    )


def listed_reports() -> QuerySet[Report]:
    """Reports, the oldest first, with verdict and answers, no transcript: two queries."""
    answers = Answer.objects.order_by("serial")
    return reports_with_verdict().prefetch_related(Prefetch("answers", answers)).order_by("serial")


def reports_with_verdict() -> QuerySet[Report]:
    """Reports with verdict and author, each knowing whether it is undone; without their transcripts."""
    undone = Exists(ReportUndo.objects.in_force().filter(report=OuterRef("pk")))
    reports = Report.objects.select_related("verdict", "recorded_by__player").annotate(undone=undone)
    return reports.defer("transcript")


def reports_of_match(match: Match) -> QuerySet[Report]:
    """The reports of a match as report_detail has them: one query."""
    return reports_with_verdict().select_related("match__one", "match__two").filter(match=match)


def report_detail(report_id: int) -> Report:
    """A report with its verdict and match, without the transcript itself. Raises Report.DoesNotExist."""
    return reports_with_verdict().select_related("match__one", "match__two").get(pk=report_id)


def match_terms_without_names(match: Match) -> ReportTerms:
    """What a report that names nobody has to fit: one query, none if the penalties are prefetched."""
    return ReportTerms(match.length, match.variant, ((), ()), match.options, match_start(match))


def side_names_in_transcript(*sides: Player) -> list[tuple[str, ...]]:
    """The names each side may have in a transcript: of a pair, those of its members, joined, too.

    One query for all of them, one more where pairs play whose members are not loaded.
    """
    groups = [side for side in sides if side.kind != Player.Kind.PERSON]
    prefetch_related_objects(groups, Prefetch("roster", Member.objects.select_related("player__stand_in")))
    persons = [person for side in sides for person in side.persons]
    records = {each.pk for player in (*sides, *persons) for each in (player, player.effective_player)}
    aliases = defaultdict(list)
    for player, name in Alias.objects.filter(player__in=records).order_by("pk").values_list("player", "name"):
        aliases[player].append(name)

    def of_record(player: Player) -> tuple[str, ...]:
        names = (player.name, *aliases[player.pk])
        return names if player.effective_player is player else (*names, *of_record(player.effective_player))

    def of_side(side: Player) -> tuple[str, ...]:
        if side.kind == Player.Kind.PERSON:
            return of_record(side)
        return (*of_record(side), *map(" / ".join, product(*map(of_record, side.persons))))

    return [of_side(side) for side in sides]


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


def seat_invitations(appeal: Appeal) -> Invitations:
    """Who was asked to sit on the committee of an appeal: one query."""
    asked = Invitation.objects.filter(kind=SEAT, terms__appeal=appeal.pk)
    return asked.select_related("login").order_by("serial")


def match_states(match: Match) -> dict[int, str]:
    """What the match became by the facts that changed its state, by their serials: two queries."""
    case = case_load(match, match.created_at)
    after = states_after_events(match.length, case.regulations, [event for _, event in case.events])
    states = [(serial, state) for (serial, _), state in zip(case.events, after, strict=True)]
    # Where time alone decided, the result is the first fact that says so.
    states += [(each.serial, Match.State.FINAL.value) for each in case.results]
    changed: dict[int, str] = {}
    was = Match.State.OPEN.value
    for serial, state in sorted(states):
        if state != was:
            changed[serial] = was = state
    return changed


def matches_pending(matches: Collection[int]) -> set[int]:
    """Those of the matches, by number, that were reported and are yet to be decided, superseded or not.

    Reported, disputed or under appeal, or with a report that nobody has judged; time has no part in it. Two
    queries for all of them, none for none.
    """
    if not matches:
        return set()
    cases = cases_of(Match.objects.filter(pk__in=set(matches)), timezone.now())
    return {
        match
        for match, case in cases.items()
        if is_report_pending(match_state_as_recorded(case), pending=bool(case.pending))
    }


def match_state_as_recorded(case: Case) -> str:
    """What a match became by the last that was recorded of it, without what time has confirmed since."""
    after = states_after_events(case.match.length, case.regulations, [event for _, event in case.events])
    return after[-1] if after else Match.State.OPEN


def is_report_pending(state: str, *, pending: bool) -> bool:
    """Whether a match in such a state is reported, yet to be decided; an open one has `pending` reports."""
    return pending if state == Match.State.OPEN else state not in Match.OVER


def reminders_of(user: User) -> QuerySet[Reminder]:
    """What the login was reminded of, with match and players: one query."""
    own = Player.objects.of_login(user)
    mine = Q(side=0, match__one__in=own) | Q(side=1, match__two__in=own)
    return Reminder.objects.filter(mine).select_related("match__one", "match__two").order_by("-serial")


def matches_waking(now: datetime) -> QuerySet[Match, int]:
    """Numbers of the matches that have something due by a deadline."""
    return Match.objects.filter(wakes_at__lte=now).order_by("wakes_at").values_list("pk", flat=True)


def reports_without_verdict(*, before: datetime) -> QuerySet[Report, int]:
    """Numbers of the reports taken before `before` that nobody has judged."""
    return Report.objects.filter(verdict=None, recorded_at__lt=before).values_list("pk", flat=True)
