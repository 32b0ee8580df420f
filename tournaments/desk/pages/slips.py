"""Where the code on a score slip leads: the report of its match, for whoever holds the paper."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine import RuleError
from matches.accounts.errors import TooManyAttempts
from matches.accounts.models import User
from matches.accounts.services.doors import door_enter
from matches.base.errors import Refusal
from matches.base.pages import notify_done
from matches.base.times import said_in
from matches.play.models import Match, Report
from matches.play.pages.forms import ScoreReportForm
from matches.play.selectors import Case, case_load, reports_of_match
from tournaments.desk.errors import SlipUnknown, SlipUsed
from tournaments.desk.selectors import slip_path
from tournaments.desk.services import HeldSlip, check_slip, slip_read, slip_report

DOOR = "/slips/"
"""Under what wrong codes are counted: no login has such a name."""

STATUSES: dict[type[RuleError], HTTPStatus] = {
    SlipUnknown: HTTPStatus.NOT_FOUND,
    TooManyAttempts: HTTPStatus.TOO_MANY_REQUESTS,
    SlipUsed: HTTPStatus.OK,
}
"""Of the page that says why a slip opens nothing; of other refusals 410."""


@require_http_methods(["GET", "HEAD", "POST"])
def held_slip_page(request: HttpRequest, code: str = "") -> HttpResponse:
    """The score pad of a slip's match, or why it reports nothing. What is sent has the code in its body."""
    code = code or request.POST.get("slip", "")
    try:
        slip = slip_read(code)
    except SlipUnknown as refusal:
        return show_refused(request, refusal_of_guess(request, refusal))
    if request.method != "POST":
        return show_slip(request, slip)
    form = ScoreReportForm(slip.match, request.POST)
    user = request.user if isinstance(request.user, User) else None
    if form.submit(lambda _sent: slip_report(code=code, score=form.reported_score(), actor=user)):
        notify_done(request, _("Reported. The desk has it."))
        return redirect(slip_path(slip.code))
    return show_slip(request, slip, form)


def refusal_of_guess(request: HttpRequest, refusal: SlipUnknown) -> Refusal:
    """What somebody is told whose code is wrong, which counts against their address."""
    try:
        door_enter(request, DOOR, code=True)
    except TooManyAttempts as too_many:
        return too_many
    return refusal


def show_slip(request: HttpRequest, slip: HeldSlip, form: ScoreReportForm | None = None) -> HttpResponse:
    """form: as it was sent, with why nothing was done."""
    match = slip.match
    with said_in(slip.tournament.zone):
        context: dict[str, Any] = {"slip": slip, "match": match, "pad": form or ScoreReportForm(match)}
        case = case_load(match, timezone.now())
        try:
            check_slip(slip, case)
        except Refusal as refusal:
            found = {"reported": reported_in(case), "confirms_at": case.decision.confirms_at}
            return show_refused(request, refusal, {**context, **found})
        return answered(render(request, "desk/slip.html", context, status=context["pad"].page_status))


def reported_in(case: Case) -> Report | None:
    """What was reported last, where that is still to be confirmed."""
    if case.decision.state not in Match.ON:
        return None
    reports = [*reports_of_match(case.match)]
    return next((each for each in reversed(reports) if each.status != "refused" and not each.is_undone), None)


def show_refused(
    request: HttpRequest, refusal: Refusal, context: dict[str, Any] | None = None
) -> HttpResponse:
    status = STATUSES.get(type(refusal), HTTPStatus.GONE)
    answer = render(request, "desk/slip.html", {**(context or {}), "refusal": refusal}, status=status)
    if isinstance(refusal, TooManyAttempts):
        answer["Retry-After"] = str(refusal.wait)
    return answered(answer)


def answered(answer: HttpResponse) -> HttpResponse:
    """Kept by nobody, found by no search, and its address told to no other site.

    To this one it is told: by nothing else browsers let what is sent through the check of its origin.
    """
    add_never_cache_headers(answer)
    answer["Referrer-Policy"] = "same-origin"
    answer["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return answer
