"""The management page as it is shown, and how what is done there ends: at the match, or with a refusal."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Protocol, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.forms import PageForm
from matches.base.times import said_in
from matches.hooks import effect_parts, unsanctioned_club, zone_of_match
from matches.play.errors import PreviewMissing, PreviewStale
from matches.play.models import Appeal, Match, Result
from matches.play.rules.results import EFFECTS, ResultKind
from matches.play.selectors import Preview, appeal_list, match_to_manage, seat_invitations
from matches.play.services import match_actions_possible

from .forms import (
    AppealForm,
    CommitteeForm,
    ConductForm,
    LatenessForm,
    ReasonForm,
    ReportAnswerForm,
    RulingForm,
    RulingResultForm,
    ScheduleForm,
    ScoreReportForm,
)

F = TypeVar("F", bound=PageForm)


class Shown(Protocol):
    """A page about a match, with the form that was sent, which shows why nothing was done."""

    def __call__(self, request: HttpRequest, match_id: int, *, sent: PageForm) -> HttpResponse: ...


def show_match_forms(
    request: HttpRequest,
    match_id: int,
    *,
    sent: PageForm | None = None,
    preview: Preview | None = None,
    undoes: int | None = None,
) -> HttpResponse:
    """The management page: what the visitor may do, or a preview to be confirmed.

    sent: the form that was sent, which shows why nothing was done. undoes: the ruling that the preview would
    take back.
    """
    match = match_to_manage(match_id)
    user = login_of_page(request)
    can = match_actions_possible(match, user, timezone.now())
    reports = [report for report in match.reports.all() if report.status == "accepted"]
    appeal = open_appeal(match)
    context = {
        "match": match,
        "can": can,
        "answers": next((report for report in reports if report.pk == can.answer), None),
        "pad": ScoreReportForm(match),
        "reports": reports,
        "sent": sent,
        "preview": preview,
        "changes": preview and match_changes_shown(preview),
        "undoes": undoes,
        **match_forms(match, sent),
        "appeal": appeal,
        "unsanctioned": "" if appeal is None else unsanctioned_club([match.pk]),
        "may_seat": appeal is not None and may_do_action(user, "match_rule", match),
        "invited": [] if appeal is None else [asked.login for asked in seat_invitations(appeal).pending()],
        "may_vote": appeal is not None and any(seat.member_id == user.pk for seat in appeal.seats.all()),
    }
    status = HTTPStatus.OK if sent is None else sent.page_status
    with said_in(zone_of_match(match)):
        return render(request, "play/manage.html", context, status=status)


def match_forms(match: Match, sent: PageForm | None) -> dict[str, Any]:
    """The forms of the management page, that which was sent as it was."""
    result = initial_ruling_result(match.final_result)
    times = {name: getattr(match, name) for name in ("starts_at", "play_by")}
    return {
        "objection": ReportAnswerForm.among(sent),
        "appealing": AppealForm.among(sent),
        "committee": CommitteeForm.among(sent),
        "vote": RulingResultForm.among(sent, match=match, initial=result),
        "ruling": RulingForm.among(sent, match=match, initial=result),
        "rulings": [(each, ReasonForm.among(sent, row=each.pk)) for each in match.rulings.all()],
        "schedule": ScheduleForm.among(sent, initial=times),
        "lateness": LatenessForm.among(sent, match=match),
        "conduct": ConductForm.among(sent, match=match),
    }


def loaded_match(number: int) -> Match:
    """A match with what the management page needs. Raises Http404."""
    try:
        return match_to_manage(number)
    except Match.DoesNotExist:
        raise Http404 from None


def match_changes_shown(preview: Preview) -> list[tuple[str, Any, int]]:
    """What else would change: the template of each part that is not empty, its rows, and how many more."""
    found = preview.as_dict()
    return [
        (part.template, rows, found["counts"][name] - len(rows))
        for name, part in effect_parts().items()
        if (rows := found.get(name))
    ]


def initial_ruling_result(result: Result | None) -> dict[str, Any]:
    """What a form that corrects a result starts with: the result. A full score says who has won."""
    if result is None:
        return {}
    effect = EFFECTS[ResultKind(result.kind)]
    winner = "" if result.winner is None or effect.complete else str(result.winner)
    points = result.score if effect.score else ("", "")
    return {"kind": result.kind, "winner": winner, "one": points[0], "two": points[1]}


def open_appeal(match: Match) -> Appeal | None:
    """The appeal that a committee has not decided, with its seats."""
    if match.state != Match.State.APPEALED:
        return None
    return appeal_list().filter(ruling__match=match).order_by("-serial").first()


def submit_match_form(
    request: HttpRequest,
    match_id: int,
    form: F,
    act: Callable[[F], object],
    *,
    show: Shown = show_match_forms,
    then: str = "pages-matches:match",
) -> HttpResponse:
    """Do what a form asks about a match and go on; or show it again as it was sent, and why not."""
    if form.submit(lambda _sent: act(form)):
        return redirect(then, match_id)
    return show(request, match_id, sent=form)


def preview_ruling_or_make_it(
    request: HttpRequest,
    match_id: int,
    form: PageForm,
    act: Callable[[], object],
    look: Callable[[], Preview],
    undoes: int | None = None,
) -> HttpResponse:
    """Do it where that changes nothing decided; else, or where something has changed since, show it first."""
    try:
        act()
    except (PreviewMissing, PreviewStale) as refusal:
        if isinstance(refusal, PreviewStale):
            form.add_refusal(refusal)
        return show_match_forms(request, match_id, sent=form, preview=look(), undoes=undoes)
    except RuleError as refusal:
        form.add_refusal(refusal)
        return show_match_forms(request, match_id, sent=form)
    return redirect("pages-matches:match", match_id)
