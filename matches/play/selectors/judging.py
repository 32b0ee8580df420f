"""What a report is judged by, before anything is locked."""

from collections import defaultdict
from collections.abc import Collection

from matches.accounts.models import User
from matches.play.models import Match, Report, Verdict
from matches.play.rules.lateness import Penalised, start_score
from matches.play.rules.refereeing import ReportTerms
from matches.work.statements import RowsStatement, Statement, set_related

from .case import matches_read
from .matches import side_names_in_transcript


def reports_to_judge(report_ids: Collection[int]) -> dict[int, Report]:
    """Reports, whether judged or not, each with its author and its match, which has its players: two queries.

    Not joined: where most matches have no report PostgreSQL may walk through all of them for that.
    """
    reports: dict[int, Report] = {}
    for report, verdict, author in _REPORTS(reports=list(report_ids)):
        set_related(report, "verdict", verdict)
        set_related(report, "recorded_by", author)
        reports[report.pk] = report
    matches = {match.pk: match for match in matches_read({report.match_id for report in reports.values()})}
    for report in reports.values():
        set_related(report, "match", matches[report.match_id])
    return reports


_REPORTS = RowsStatement(
    """
    SELECT {report}, {verdict}, {author}
    FROM matches_report AS report
    LEFT JOIN matches_verdict AS verdict ON verdict.report_id = report.id
    LEFT JOIN matches_user AS author ON author.id = report.recorded_by_id
    WHERE report.id = ANY (%(reports)s)
    """,
    report=Report,
    verdict=Verdict,
    author=User,
)


def terms_of_reports(reports: Collection[Report]) -> dict[int, ReportTerms]:
    """What each has to fit, by number, with the names that a transcript may bear: one query.

    Two more for each transcript.
    """
    given: dict[int, list[Penalised]] = defaultdict(list)
    for match_id, *penalty in _PENALTIES(matches=[report.match_id for report in reports]):
        given[match_id].append(Penalised(*penalty))
    return {report.pk: _terms_of(report, report.match, given[report.match_id]) for report in reports}


def _terms_of(report: Report, match: Match, penalties: list[Penalised]) -> ReportTerms:
    names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    if report.transcript is not None:
        one, two = side_names_in_transcript(match.one, match.two)
        names = (one, two)
    start = start_score(match.length, penalties)
    return ReportTerms(match.length, match.variant, names, match.options, start)


_PENALTIES = Statement("""
SELECT match_id, side, cause, points FROM matches_penalty WHERE match_id = ANY (%(matches)s) ORDER BY serial
""")
