"""The management page as it is shown, and how what is done there ends: at the match, or with a refusal."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from engine import RuleError
from matches.accounts.access import Form, act_and_redirect, form_page_status, login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.times import said_in
from matches.hooks import effect_parts, unsanctioned_club, zone_of_match
from matches.play.errors import PreviewMissing, PreviewStale
from matches.play.models import LENGTH_MAX, Appeal, Match, Result
from matches.play.rules.results import EFFECTS, ResultKind
from matches.play.selectors import Preview, appeal_list, match_to_manage, seat_invitations
from matches.play.services import match_actions_possible

from .forms import ScoreReportForm


class Shown(Protocol):
    """A management page with a refusal on it."""

    def __call__(
        self, request: HttpRequest, match_id: int, *, refusal: RuleError | str, asked: dict[str, Any]
    ) -> HttpResponse: ...


def show_match_forms(
    request: HttpRequest,
    match_id: int,
    *,
    refusal: RuleError | str | None = None,
    preview: Preview | None = None,
    asked: dict[str, Any] | None = None,
) -> HttpResponse:
    """The management page: what the visitor may do, a refusal, or a preview to be confirmed."""
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
        "refusal": refusal,
        "preview": preview,
        "changes": preview and match_changes_shown(preview),
        "asked": asked or initial_ruling_result(match.final_result),
        "kinds": list(ResultKind),
        "length_max": LENGTH_MAX,
        "appeal": appeal,
        "unsanctioned": "" if appeal is None else unsanctioned_club([match.pk]),
        "may_seat": appeal is not None and may_do_action(user, "match_rule", match),
        "invited": [] if appeal is None else [asked.login for asked in seat_invitations(appeal).pending()],
        "may_vote": appeal is not None and any(seat.member_id == user.pk for seat in appeal.seats.all()),
    }
    with said_in(zone_of_match(match)):
        return render(request, "play/manage.html", context, status=form_page_status(refusal))


def match_changes_shown(preview: Preview) -> list[tuple[str, Any]]:
    """What else would change: the template of each part that is not empty, and its rows."""
    found = preview.as_dict()
    return [(part.template, found[name]) for name, part in effect_parts().items() if found.get(name)]


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
    form: Form,
    act: Callable[[Form], object],
    *,
    show: Shown = show_match_forms,
    then: str = "pages-matches:match",
) -> HttpResponse:
    """Do what a form asks about a match and go on; or show again what was asked for, and why not."""
    again = partial(show, request, match_id, asked=request.POST.dict())
    return act_and_redirect(form, act, lambda refusal: again(refusal=refusal), reverse(then, args=[match_id]))


def preview_ruling_or_make_it(
    request: HttpRequest,
    match_id: int,
    act: Callable[[], object],
    look: Callable[[], Preview],
    asked: dict[str, Any],
) -> HttpResponse:
    """Do it where that changes nothing decided; else, or where something has changed since, show it first."""
    try:
        act()
    except (PreviewMissing, PreviewStale) as refusal:
        stale = refusal if isinstance(refusal, PreviewStale) else None
        return show_match_forms(request, match_id, refusal=stale, preview=look(), asked=asked)
    except RuleError as refusal:
        return show_match_forms(request, match_id, refusal=refusal, asked=asked)
    return redirect("pages-matches:match", match_id)
