"""What is handed in of a match: a score in three taps or a transcript, and what the other side says to it."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.access import login_of_page
from matches.base.pages import live_page, notify_done
from matches.base.times import said_in
from matches.facts.versions import row_topic, row_version
from matches.hooks import zone_of_match
from matches.play import services
from matches.play.models import Match, Report
from matches.play.selectors import report_detail
from matches.play.services import match_actions_possible

from .acting import loaded_match, submit_match_form
from .forms import ReportAnswerForm, ReportForm, ScoreReportForm, TranscriptForm
from .replay import course_of_report


@login_required
def report_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a final score: who has won and the other's points, or the points of both."""
    match = loaded_match(pk)
    posted = request.method == "POST"
    form: ScoreReportForm | ReportForm = (
        ReportForm(request.POST)
        if "one" in request.POST
        else ScoreReportForm(match, request.POST if posted else None)
    )

    def act(sent: dict[str, Any]) -> None:
        services.report_submit(
            match_id=pk, actor=login_of_page(request), score=form.reported_score(), means=Report.Means.PAGE
        )

    if posted and form.submit(act):
        notify_done(request, _("Reported. It shows here as soon as the referee has looked at it."))
        return redirect("pages-matches:match", pk)
    if isinstance(form, ReportForm):
        return show_reporting(request, match, both=form)
    return show_reporting(request, match, pad=form)


@require_POST
@login_required
def transcript_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in a transcript; the next page shows what the referee says of it."""
    match = loaded_match(pk)
    form = TranscriptForm(request.POST, request.FILES)
    reports: list[Report] = []

    def act(sent: dict[str, Any]) -> None:
        reports.append(
            services.report_submit(
                match_id=pk, actor=login_of_page(request), means=Report.Means.PAGE, **form.report_content()
            )
        )

    if form.submit(act):
        return redirect("pages-matches:reported", reports[0].pk)
    return show_reporting(request, match, transcript=form)


def show_reporting(
    request: HttpRequest,
    match: Match,
    *,
    pad: ScoreReportForm | None = None,
    both: ReportForm | None = None,
    transcript: TranscriptForm | None = None,
) -> HttpResponse:
    """The pad, the points of both, and where a transcript goes; of these, what was sent with its faults."""
    sent = pad or both or transcript
    context = {
        "match": match,
        "can": match_actions_possible(match, login_of_page(request), timezone.now()),
        "pad": pad or ScoreReportForm(match),
        "both": both or ReportForm(),
        "transcript": transcript or TranscriptForm(),
    }
    with said_in(zone_of_match(match)):
        return render(request, "play/report.html", context, status=200 if sent is None else sent.page_status)


@login_required
def reported_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What the referee says of a report; one that is refused is mended and sent again from here."""
    try:
        report = report_detail(pk)
    except Report.DoesNotExist:
        raise Http404 from None
    match = report.match
    context: dict[str, Any] = {"report": report, "match": match}
    is_own = report.recorded_by_id == login_of_page(request).pk
    if report.status == "refused" and report.kind == Report.Kind.TRANSCRIPT:
        context["course"] = course_of_report(report)
        if is_own:
            context["transcript"] = TranscriptForm(initial=sent_transcript(report))
    with said_in(zone_of_match(match)):
        return live_page(
            request,
            "play/reported.html",
            live_part="play/_reported.html",
            topic=row_topic(match),
            version=row_version(match),
            context=context,
        )


def sent_transcript(report: Report) -> dict[str, str]:
    """A transcript as a form starts with it: its text, if it is one, and the names in it."""
    names = report.names or {}
    try:
        text = bytes(report.transcript or b"").decode()
    except UnicodeDecodeError:
        text = ""
    readable = text if text.replace("\0", "") == text else ""
    return {"text": readable, "name_one": names.get("one", ""), "name_two": names.get("two", "")}


@require_POST
@login_required
def answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm a report, or object to it."""
    report = get_object_or_404(Report.objects.only("match"), pk=pk)

    def act(form: ReportAnswerForm) -> None:
        services.report_answer(report_id=pk, actor=login_of_page(request), **form.cleaned_data)
        agreed = form.cleaned_data["agrees"]
        notify_done(request, _("Confirmed.") if agreed else _("Objected. The director hears of it."))

    return submit_match_form(request, report.match_id, ReportAnswerForm(request.POST), act)
