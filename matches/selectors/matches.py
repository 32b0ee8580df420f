"""Matches and their reports."""

from datetime import datetime

from django.db.models import Prefetch, QuerySet

from matches.models import Match, Player, RatingEntry, Report
from matches.refereeing import Outcome, Statement, Terms, outcome_of


def match_list() -> QuerySet[Match]:
    """Every match with its players and result, in one query."""
    return Match.objects.select_related("one", "two", "result")


def match_detail(match_id: int) -> Match:
    """A match with players, result, reports (oldest first, with verdicts) and rating steps: three queries.

    Raises Match.DoesNotExist.
    """
    reports = Report.objects.select_related("verdict", "recorded_by").defer("transcript").order_by("pk")
    return (
        match_list()
        .prefetch_related(
            Prefetch("reports", reports),
            Prefetch("rating_entries", RatingEntry.objects.order_by("system", "player")),
        )
        .get(pk=match_id)
    )


def report_detail(report_id: int) -> Report:
    """A report with its verdict and match, without the transcript itself. Raises Report.DoesNotExist."""
    return (
        Report.objects.select_related("verdict", "recorded_by", "match__one", "match__two")
        .defer("transcript")
        .get(pk=report_id)
    )


def match_terms(match: Match) -> Terms:
    """What a report of this match has to fit: two queries."""

    def names(player: Player) -> tuple[str, ...]:
        return (player.name, *player.aliases.values_list("name", flat=True))

    return Terms(match.length, match.variant, (names(match.one), names(match.two)), match.options)


def match_statements(match: Match) -> list[Statement]:
    """The sound reports of a match in the order they came."""
    sound = Report.objects.filter(match=match, verdict__accepted=True).select_related("verdict")
    return [statement(report) for report in sound.defer("transcript").order_by("pk")]


def statement(report: Report) -> Statement:
    """What a sound report says. A transcript's outcome is read off its verdict, not judged again."""
    finding = report.verdict.finding
    if finding is None:
        assert report.points_one is not None
        assert report.points_two is not None
        points = (report.points_one, report.points_two)
        return Statement(report.pk, report.side, Outcome(int(points[1] > points[0]), points))
    outcome = outcome_of(finding, report.verdict.swapped)
    return Statement(report.pk, report.side, outcome, transcript=True)


def reports_without_verdict(*, before: datetime) -> QuerySet[Report, int]:
    """Numbers of the reports taken before `before` that nobody has judged."""
    return Report.objects.filter(verdict=None, recorded_at__lt=before).values_list("pk", flat=True)
