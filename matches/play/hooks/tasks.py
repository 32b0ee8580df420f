"""What waits for somebody of matches: for who plays them, and for who directs them."""

from collections.abc import Iterable
from datetime import datetime

from matches.accounts.models import User
from matches.hooks import MatchEvent, PersonalTask, match_stakes
from matches.play.models import Match
from matches.play.permissions import directed_matches
from matches.play.rules.lateness import LateSide
from matches.play.selectors import cases_of, matches_overdue, matches_to_rule, matches_to_settle


class OwnMatchTasks:
    """Reports to answer, and matches to play."""

    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        matches = list(matches_to_settle(user))
        cases = cases_of(matches, now)
        events, tables = where_played([match.pk for match in matches])
        missing = missing_sides(list(tables), now)
        for match in matches:
            stands, side = cases[match.pk].decision, match.side_of(user)
            if side is None:
                continue
            context = {"match": match, "event": events.get(match.pk), "table": tables.get(match.pk)}
            if stands.waiting and stands.awaits == side:
                reports = {report.pk: report for report in match.reports.all()}
                yield PersonalTask(
                    template="play/_task_answer.html",
                    context={**context, "report": reports[stands.waiting[-1]]},
                    deadline=stands.confirms_at,
                )
            elif stands.state == Match.State.OPEN and not cases[match.pk].pending:
                yield PersonalTask(
                    template="play/_task_play.html",
                    context={
                        **context,
                        "opponent": match.players[1 - side],
                        "late": missing.get((match.pk, side)),
                    },
                    deadline=match.play_by,
                    is_urgent=match.pk in tables,
                )


class DirectedMatchTasks:
    """Matches to rule on, and matches that are late, for who directs them."""

    def personal_tasks(self, user: User, now: datetime) -> Iterable[PersonalTask]:
        directed = directed_matches(user)
        disputed, overdue = list(matches_to_rule(directed)), list(matches_overdue(directed, now))
        events, _ = where_played([match.pk for match in (*disputed, *overdue)])
        for match in disputed:
            said = [report for report in match.reports.all() if report.status == "accepted"]
            yield PersonalTask(
                template="play/_task_rule.html",
                context={"match": match, "event": events.get(match.pk), "reports": said},
                is_urgent=True,
            )
        if overdue:
            late = [(match, events.get(match.pk)) for match in overdue]
            yield PersonalTask(template="play/_task_late.html", context={"late": late})


def missing_sides(numbers: list[int], now: datetime) -> dict[tuple[int, int], LateSide]:
    """Who is missed where matches are called to, by match and side: two queries of each that knows."""
    found: dict[tuple[int, int], LateSide] = {}
    for stake in match_stakes() if numbers else ():
        found.update(stake.missing_sides(numbers, now))
    return found


def where_played(numbers: list[int]) -> tuple[dict[int, MatchEvent], dict[int, str]]:
    """The events and the tables of matches, by match: one query of each that knows any."""
    if not numbers:
        return {}, {}
    matches = Match.objects.filter(pk__in=numbers)
    events: dict[int, MatchEvent] = {}
    tables: dict[int, str] = {}
    for stake in match_stakes():
        events.update(stake.match_events(matches))
        tables.update(stake.match_tables(numbers))
    return events, tables
