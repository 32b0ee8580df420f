"""The pages of the replay of a report."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from matches.base.times import said_in
from matches.hooks import zone_of_match
from matches.play.models import Report
from matches.play.selectors import match_list, transcript_report

from .course import Course, course_of_report
from .showing import show_boards, show_replay


def report_of_page(pk: int) -> Report:
    """A report with the transcript that it is. Raises Http404."""
    try:
        return transcript_report(pk)
    except Report.DoesNotExist:
        raise Http404 from None


@require_safe
def match_replay_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Leads to the replay of the transcript that a match was decided by, or of the last one that there is."""
    match = get_object_or_404(match_list(), pk=pk)
    reports = match.reports.filter(kind=Report.Kind.TRANSCRIPT)
    decisive = None if match.final_result is None else match.final_result.report_id
    best = (
        reports.filter(pk=decisive or 0).first()
        or reports.filter(verdict__accepted=True).order_by("pk").last()
        or reports.order_by("pk").last()
    )
    if best is None:
        raise Http404
    return redirect("pages-matches:replay", best.pk)


@require_safe
def replay_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A moment of a transcript on the board, and the list of all turns of its game."""
    report = report_of_page(pk)

    def course_seen_from(bottom: int) -> Course | None:
        return course_of_report(report, bottom)

    with said_in(zone_of_match(report.match)):
        context = {"report": report, "match": report.match}
        return show_replay(request, "play/report_replay.html", course_seen_from, context)


@require_safe
def boards_page(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """All boards of a game, for the script of the replay."""
    report = report_of_page(pk)
    names = [player.effective_player.name for player in report.match.players]

    def course_seen_from(bottom: int) -> Course | None:
        return course_of_report(report, bottom)

    return show_boards(
        request, game, course_seen_from, ("report", pk, report.status, *names, report.match.withholds_names)
    )
