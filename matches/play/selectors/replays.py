"""A transcript replayed, with its columns put to the sides of the match."""

from dataclasses import dataclass

import engine
from matches.play.models import Report
from matches.play.rules.refereeing import record_as_judged

from .matches import match_terms_without_names, reports_with_verdict

MOST_MOMENTS = 1000
"""Of a game that goes on for longer, what comes later is left out: nobody plays so long."""


@dataclass(frozen=True)
class ReplayedTranscript:
    """A transcript moment by moment; whether its first column is side two; its players as it calls them."""

    moments: engine.MatchMoments
    swapped: bool
    players: tuple[str, str]

    def side(self, column: int) -> int:
        """The side of the match that a column of the transcript is."""
        return column ^ int(self.swapped)


def transcript_report(pk: int) -> Report:
    """A report with its transcript, verdict and match: one query. Raises Report.DoesNotExist."""
    reports = reports_with_verdict().defer(None).select_related("match__one", "match__two")
    return reports.get(pk=pk, kind=Report.Kind.TRANSCRIPT)


def report_replay(report: Report) -> ReplayedTranscript | None:
    """The transcript of a report as the referee replays it: one query. None of one that cannot be read."""
    try:
        record = engine.read(bytes(report.transcript or b""))
    except engine.Unreadable:
        return None
    record, options = record_as_judged(record, match_terms_without_names(report.match))
    swapped = report.status == "accepted" and report.verdict.swapped
    return ReplayedTranscript(engine.match_moments(record, options), swapped, record.players)
