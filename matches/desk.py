"""The desk of a match: what its players and officials do about it on the pages. Forms call the services.

Whatever changes a decided match is shown with all its consequences before it can be done.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from engine import RuleError
from matches import services
from matches.errors import PreviewMissing, PreviewStale
from matches.models import Match, Penalty, Report, Ruling, User
from matches.models.match import LENGTH_MAX, Side
from matches.permissions import may
from matches.regulations import DAY
from matches.results import EFFECTS, Kind
from matches.selectors import Preview, game_log, match_desk, match_list

POINTS_MAX = 1000
GAMES_MAX = 1000

TOLD_ENDINGS: dict[str, tuple[str, int | None]] = {
    "single": ("single", None),
    "gammon": ("gammon", None),
    "backgammon": ("backgammon", None),
    "pass": ("pass", None),
    "resign_single": ("resignation", 1),
    "resign_gammon": ("resignation", 2),
    "resign_backgammon": ("resignation", 3),
    "draw": ("draw", None),
}
"""How a game has ended, as a form asks: the ending, and how often the cube was given up."""


class ReportForm(forms.Form):
    one = forms.IntegerField(min_value=0, max_value=POINTS_MAX)
    two = forms.IntegerField(min_value=0, max_value=POINTS_MAX)


class AnswerForm(forms.Form):
    agrees = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )
    reason = forms.CharField(max_length=500, required=False)

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if sent.get("agrees") is False and not sent.get("reason"):
            raise forms.ValidationError(_("An objection says what is wrong."))
        return sent


class RulingForm(forms.Form):
    kind = forms.TypedChoiceField(choices=[(kind.value, kind.value) for kind in Kind], coerce=Kind)
    winner = forms.TypedChoiceField(
        choices=[("", ""), *((str(side.value), side.name) for side in Side)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    one = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    two = forms.IntegerField(min_value=0, max_value=POINTS_MAX, required=False)
    reason = forms.CharField(max_length=500)
    preview = forms.CharField(max_length=64, required=False)

    def outcome(self) -> dict[str, Any]:
        """The ruling as the services take it; a score stands only where the kind has one."""
        sent = self.cleaned_data
        points = (sent["one"] or 0, sent["two"] or 0) if EFFECTS[sent["kind"]].score else (0, 0)
        return {"kind": sent["kind"], "winner": sent["winner"], "points": points}


class GameForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=GAMES_MAX)
    winner = forms.TypedChoiceField(choices=[(str(side.value), side.name) for side in Side], coerce=int)
    cube = forms.IntegerField(min_value=1, max_value=POINTS_MAX)
    ending = forms.ChoiceField(choices=[(code, code) for code in TOLD_ENDINGS])

    def game(self) -> dict[str, Any]:
        """The game as the services take it."""
        sent = self.cleaned_data
        ending, wins = TOLD_ENDINGS[sent["ending"]]
        return {
            **sent,
            "winner": None if ending == "draw" else sent["winner"],
            "ending": ending,
            "points": None if wins is None else wins * sent["cube"],
        }


class TakeBackForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=GAMES_MAX)


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=500)
    preview = forms.CharField(max_length=64, required=False)


class ScheduleForm(forms.Form):
    starts_at = forms.DateTimeField(required=False)
    play_by = forms.DateTimeField(required=False)


class PenaltyForm(forms.Form):
    side = forms.TypedChoiceField(choices=[(str(side.value), side.name) for side in Side], coerce=int)
    cause = forms.ChoiceField(choices=Penalty.Cause.choices)
    minutes = forms.IntegerField(min_value=0, max_value=DAY, required=False)
    points = forms.IntegerField(min_value=0, max_value=LENGTH_MAX, required=False)
    reason = forms.CharField(max_length=500)


def desk(
    request: HttpRequest,
    match_id: int,
    *,
    refusal: RuleError | str | None = None,
    preview: Preview | None = None,
    asked: dict[str, Any] | None = None,
) -> HttpResponse:
    """The desk: what the visitor may do, a refusal, or a preview to be confirmed."""
    match = match_desk(match_id)
    user = cast(User, request.user)
    sides = [side for side, player in enumerate(match.players) if player.user_id == user.pk]
    undecided = match.state in (Match.State.OPEN, Match.State.REPORTED)
    decided = (Match.State.FINAL, Match.State.VOID)
    reports = list(match.reports.all())
    waiting = next(
        (report for report in reversed(reports) if report.side is not None and report.status == "accepted"),
        None,
    )
    context = {
        "match": match,
        "refusal": refusal,
        "preview": preview and preview.as_dict(),
        "asked": asked or {},
        "kinds": list(Kind),
        "length_max": LENGTH_MAX,
        "may_report": may(user, "match_report", match) and undecided,
        "may_rule": may(user, "match_rule", match),
        "may_schedule": may(user, "match_schedule", match) and match.state not in decided,
        "may_penalise": may(user, "penalty_give", match) and match.state == Match.State.OPEN,
        "side": sides[0] if len(sides) == 1 else None,
        "answers": waiting if match.state == Match.State.REPORTED else None,
        "objects_to": match.result.report_id if match.result is not None else None,
        "appeals_against": match.result.ruling_id if match.result is not None else None,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal is not None else HTTPStatus.OK
    return render(request, "matches/desk.html", context, status=status)


def done(
    request: HttpRequest, match_id: int, act: Callable[[], object], asked: dict[str, Any] | None = None
) -> HttpResponse:
    """Do it and go to the match; or say on the desk why not, with what was asked for."""
    try:
        act()
    except PreviewStale as stale:
        return desk(request, match_id, refusal=stale, asked=asked)
    except RuleError as refusal:
        return desk(request, match_id, refusal=refusal, asked=asked)
    return redirect("pages-matches:match", match_id)


def misspelt(form: forms.Form) -> str:
    """What is wrong with a form, in a sentence for each fault."""
    return " ".join(
        f"{name}: {fault}" if name != NON_FIELD_ERRORS else str(fault)
        for name, faults in form.errors.items()
        for fault in faults
    )


@require_GET
@login_required
def desk_page(request: HttpRequest, pk: int) -> HttpResponse:
    get_object_or_404(Match, pk=pk)
    return desk(request, pk)


@require_POST
@login_required
def report_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a final score."""
    match, form = get_object_or_404(Match, pk=pk), ReportForm(request.POST)
    if not form.is_valid():
        return desk(request, match.pk, refusal=misspelt(form), asked=request.POST.dict())
    score = (form.cleaned_data["one"], form.cleaned_data["two"])
    return done(
        request,
        match.pk,
        lambda: services.report_submit(
            match_id=match.pk, actor=cast(User, request.user), score=score, means=Report.Means.PAGE
        ),
        request.POST.dict(),
    )


def scoreboard(
    request: HttpRequest,
    match_id: int,
    *,
    refusal: RuleError | str | None = None,
    asked: dict[str, Any] | None = None,
) -> HttpResponse:
    """Where the games of a match are told, one after the other."""
    match = get_object_or_404(match_list(), pk=match_id)
    log = game_log(match)
    may_tell = may(request.user, "match_report", match) and match.state in (
        Match.State.OPEN,
        Match.State.REPORTED,
    )
    context = {
        "match": match,
        "log": log,
        "may_tell": may_tell,
        "endings": [code for code in TOLD_ENDINGS if log.can_end(*TOLD_ENDINGS[code])],
        "refusal": refusal,
        "asked": asked or {},
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal is not None else HTTPStatus.OK
    return render(request, "matches/scoreboard.html", context, status=status)


@require_GET
@login_required
def games_page(request: HttpRequest, pk: int) -> HttpResponse:
    return scoreboard(request, pk)


@require_POST
@login_required
def game_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell a game of the live score."""
    match, form = get_object_or_404(Match, pk=pk), GameForm(request.POST)
    asked = request.POST.dict()
    if not form.is_valid():
        return scoreboard(request, match.pk, refusal=misspelt(form), asked=asked)
    try:
        services.game_record(match_id=match.pk, actor=cast(User, request.user), **form.game())
    except RuleError as refusal:
        return scoreboard(request, match.pk, refusal=refusal, asked=asked)
    return redirect("pages-matches:games", match.pk)


@require_POST
@login_required
def take_back_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last game back."""
    match, form = get_object_or_404(Match, pk=pk), TakeBackForm(request.POST)
    if not form.is_valid():
        return scoreboard(request, match.pk, refusal=misspelt(form))
    try:
        services.game_take_back(match_id=match.pk, actor=cast(User, request.user), **form.cleaned_data)
    except RuleError as refusal:
        return scoreboard(request, match.pk, refusal=refusal)
    return redirect("pages-matches:games", match.pk)


@require_POST
@login_required
def answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm a report, or object to it."""
    report, form = get_object_or_404(Report.objects.only("match"), pk=pk), AnswerForm(request.POST)
    if not form.is_valid():
        return desk(request, report.match_id, refusal=misspelt(form))
    return done(
        request,
        report.match_id,
        lambda: services.report_answer(report_id=pk, actor=cast(User, request.user), **form.cleaned_data),
    )


@require_POST
@login_required
def rule_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Rule on a match; on a decided one first show what that changes."""
    match, form, asked = get_object_or_404(Match, pk=pk), RulingForm(request.POST), request.POST.dict()
    if not form.is_valid():
        return desk(request, match.pk, refusal=misspelt(form), asked=asked)
    actor, outcome, preview = cast(User, request.user), form.outcome(), form.cleaned_data["preview"]

    def rule() -> None:
        services.ruling_make(
            match_id=match.pk,
            actor=actor,
            reason=form.cleaned_data["reason"],
            preview=preview or None,
            **outcome,
        )

    return previewed(
        request,
        match.pk,
        rule,
        lambda: services.ruling_preview(match_id=match.pk, actor=actor, **outcome),
        asked,
    )


@require_POST
@login_required
def undo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a ruling back, after a look at what that changes."""
    ruling, form = get_object_or_404(Ruling, pk=pk), ReasonForm(request.POST)
    asked = {**request.POST.dict(), "undoes": ruling.pk}
    if not form.is_valid():
        return desk(request, ruling.match_id, refusal=misspelt(form), asked=asked)
    actor, sent = cast(User, request.user), form.cleaned_data
    return previewed(
        request,
        ruling.match_id,
        lambda: services.ruling_undo(
            ruling_id=pk, actor=actor, reason=sent["reason"], preview=sent["preview"] or None
        ),
        lambda: services.undo_preview(ruling_id=pk, actor=actor),
        asked,
    )


@require_POST
@login_required
def schedule_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Say when a match is played."""
    match, form = get_object_or_404(Match, pk=pk), ScheduleForm(request.POST)
    if not form.is_valid():
        return desk(request, match.pk, refusal=misspelt(form), asked=request.POST.dict())
    return done(
        request,
        match.pk,
        lambda: services.match_schedule(
            match_id=match.pk, actor=cast(User, request.user), **form.cleaned_data
        ),
        request.POST.dict(),
    )


@require_POST
@login_required
def penalty_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Give penalty points, or take them back."""
    match, form = get_object_or_404(Match, pk=pk), PenaltyForm(request.POST)
    if not form.is_valid():
        return desk(request, match.pk, refusal=misspelt(form), asked=request.POST.dict())
    return done(
        request,
        match.pk,
        lambda: services.penalty_give(match_id=match.pk, actor=cast(User, request.user), **form.cleaned_data),
        request.POST.dict(),
    )


def previewed(
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
        return desk(request, match_id, refusal=stale, preview=look(), asked=asked)
    except RuleError as refusal:
        return desk(request, match_id, refusal=refusal, asked=asked)
    return redirect("pages-matches:match", match_id)


@require_POST
@login_required
def appeal_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal against a ruling."""
    ruling, form = get_object_or_404(Ruling, pk=pk), ReasonForm(request.POST)
    if not form.is_valid():
        return desk(request, ruling.match_id, refusal=misspelt(form))
    return done(
        request,
        ruling.match_id,
        lambda: services.ruling_appeal(
            ruling_id=pk, actor=cast(User, request.user), reason=form.cleaned_data["reason"]
        ),
    )
