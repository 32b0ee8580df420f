"""Scores of many matches that an official reports at once, in as many queries as of two."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from engine import RuleError
from matches.accounts.models import User
from matches.play.models import Report
from matches.play.selectors import Case, cases_lock, reports_with_verdict

from .judging import Judged, judge_report, verdicts_tell, verdicts_write
from .refreshing import Changed, matches_tell, matches_write
from .reports import check_match_open_to_reports, is_same_report, may_be_said_again, new_report

Points = tuple[int, int]


@transaction.atomic
def reports_enter(
    *,
    actor: User,
    role: Report.Role,
    scores: Sequence[tuple[int, Points]],
    means: Report.Means,
    now: datetime | None = None,
) -> list[Report | RuleError]:
    """Take scores that an official reports of matches (by number), and judge them: what becomes of each.

    That is its report, or why none was taken: MatchFinal, MatchNotDue, MatchDisputed, UnderAppeal. What is
    said of a match a second time is looked at when the first is judged. Whoever calls has found that the
    login may report all of them in this role.
    """
    now = now or timezone.now()
    # All are locked before anything is written, in the order of their numbers.
    settled = matches_write([*cases_lock({match for match, _ in scores}, now).values()])
    entering = Entering(actor, role, means, now, {case.match.pk: case for case in settled.cases})
    entering.otherwise += settled.otherwise
    found: dict[int, Report | RuleError] = {}
    for places in in_turns(match for match, _ in scores):
        found.update(zip(places, entering.take([scores[place] for place in places]), strict=True))
    matches_tell(entering.otherwise)
    verdicts_tell([each._replace(case=entering.cases[each.report.match_id]) for each in entering.judged])
    return [found[place] for place in range(len(scores))]


def in_turns(matches: Iterable[int]) -> list[list[int]]:
    """The places of matches in a list: the first of each match, then the second of each, and so on."""
    turns: dict[int, list[int]] = defaultdict(list)
    times: Counter[int] = Counter()
    for place, match in enumerate(matches):
        turns[times[match]].append(place)
        times[match] += 1
    return list(turns.values())


@dataclass
class Entering:
    """Scores on their way: who reports them, the matches, locked, by number, and what came of them so far."""

    actor: User
    role: Report.Role
    means: Report.Means
    now: datetime
    cases: dict[int, Case]
    otherwise: list[Changed] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)

    def take(self, scores: Sequence[tuple[int, Points]]) -> list[Report | RuleError]:
        """Take one score of each of some matches: six queries at most."""
        cases = [self.cases[match] for match, _ in scores]
        before = self.latest_reports(cases)
        prefetch_related_objects([case.match for case in cases if case.match.is_over], "result")
        found = [
            self.report_of(case, points, before.get(case.match.pk))
            for case, (_, points) in zip(cases, scores, strict=True)
        ]
        reports = [each for each in found if isinstance(each, Report)]
        waiting = [each for each in reports if each.pk in self.cases[each.match_id].pending]
        self.judge([*Report.record_all(each for each in reports if each.pk is None), *waiting])
        return found

    def report_of(self, case: Case, points: Points, before: Report | None) -> Report | RuleError:
        """The report of a score: the one that says it already, or a new one; or why none is taken."""
        content = {
            "points_one": points[0],
            "points_two": points[1],
            "games": None,
            "transcript": None,
            "names": None,
        }
        if before is not None and is_same_report(before, self.actor, self.role, content):
            return before
        try:
            check_match_open_to_reports(case, self.role)
        except RuleError as refusal:
            return refusal
        return new_report(case.match, self.actor, self.role, self.now, means=self.means, **content)

    def latest_reports(self, cases: Iterable[Case]) -> dict[int, Report]:
        """What an official has said last of matches, where it may be said again, by match: one query."""
        matches = [case.match.pk for case in cases if may_be_said_again(case)]
        if not matches:
            return {}
        said = reports_with_verdict().filter(match__in=matches, side=None)
        return {each.match_id: each for each in said.order_by("match", "-serial").distinct("match")}

    def judge(self, reports: Sequence[Report]) -> None:
        """Have the referee judge reports, each of another match, and write what their matches come to."""
        cases = [self.cases[report.match_id] for report in reports]
        judged = verdicts_write(
            [
                Judged(report, case, judge_report(report, case.report_terms))
                for report, case in zip(reports, cases, strict=True)
            ]
        )
        written = matches_write([each.case for each in judged], actor=self.actor)
        self.cases.update((case.match.pk, case) for case in written.cases)
        self.otherwise += written.otherwise
        self.judged += judged
