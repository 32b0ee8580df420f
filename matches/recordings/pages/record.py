"""Where a match is recorded, and what its device asks there: the same as the API, for who is logged in."""

import json
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST, require_safe
from rest_framework.utils.encoders import JSONEncoder

import engine
from engine import RuleError
from engine.words import printable_text
from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.pages import is_done, notify_done
from matches.base.problems import problem_of, sentence_with_advice
from matches.base.translation import translate_text
from matches.play.models import Match, Report
from matches.play.selectors import match_clock, match_list
from matches.recordings import services
from matches.recordings.errors import ActImpossible, RecordingMissing
from matches.recordings.models import ACTIONS
from matches.recordings.rules.sent import read_acts
from matches.recordings.rules.standing import standing_of
from matches.recordings.selectors import (
    RecordingState,
    recording_of,
    recording_state,
    standing_in_words,
    state_shown,
)

from .board import bare_board, board_geometry
from .words import recorder_words

PAGE = "pages-matches:record"


@require_safe
@login_required
@ensure_csrf_cookie
def record_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The board on which a match is recorded; before that, how to begin."""
    match = get_object_or_404(match_list(), pk=pk)
    may_record = may_do_action(request.user, "match_report", match)
    context: dict[str, Any] = {
        "match": match,
        "may_record": may_record and match.state in Match.ON,
        "is_known": match.variant in engine.VARIANTS,
        "clock": match_clock(match),
    }
    try:
        state = recording_state(recording_of(pk))
    except RecordingMissing:
        return render(request, "recordings/begin.html", context)
    variant = engine.VARIANTS[match.variant]
    names = (match.players[0].name, match.players[1].name)
    bottom = int(request.GET.get("bottom") == "two")
    context |= {
        "state": state,
        "bottom": bottom,
        "board": bare_board(variant, standing_in_words(standing_of(state.course), names, bottom)),
        "device": {
            "match": pk,
            "login": login_of_page(request).pk,
            "names": names,
            "bottom": bottom,
            "anew": variant.with_options(match.options.get("variant", {})).may_open_with((1, 1)),
            "cube": state.course.match.rules.cube,
            "may": context["may_record"],
            "board": board_geometry(variant),
            "words": recorder_words(),
            "state": json.loads(json.dumps(state_shown(state, now=timezone.now()), cls=JSONEncoder)),
        },
    }
    response = render(request, "recordings/record.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_POST
@login_required
def record_begin_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin to record a match."""
    get_object_or_404(Match, pk=pk)
    timed = request.POST.get("timed") == "yes"
    is_done(request, lambda: services.recording_begin(match_id=pk, actor=login_of_page(request), timed=timed))
    return redirect(PAGE, pk)


@require_POST
@login_required
def record_report_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Report the match as it was recorded."""
    get_object_or_404(Match, pk=pk)
    if is_done(
        request,
        lambda: services.recording_report(match_id=pk, actor=login_of_page(request), means=Report.Means.PAGE),
    ):
        notify_done(request, _("Reported. It shows here as soon as the referee has looked at it."))
        return redirect("pages-matches:match", pk)
    return redirect(PAGE, pk)


@require_GET
@login_required
def record_state_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the match stands, for its device."""
    get_object_or_404(Match, pk=pk)
    after = request.GET.get("after", "")
    known = int(after) if after.isascii() and after.isdecimal() and len(after) < 8 else 0
    return answer_device(lambda: recording_state(recording_of(pk)), known)


@require_POST
@login_required
def record_acts_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Write acts that a device sends."""
    get_object_or_404(Match, pk=pk)
    try:
        sent = read_acts(request.body, ACTIONS, services.MOST_SENT)
    except ValueError:
        return JsonResponse({"code": "invalid_request"}, status=HTTPStatus.BAD_REQUEST)
    acts = [
        services.NewAct(act.key, act.action, act.numbers, timedelta(milliseconds=act.ago))
        for act in sent.acts
    ]
    return answer_device(
        lambda: services.acts_record(
            match_id=pk, actor=login_of_page(request), after=sent.after, acts=acts, device=sent.device
        ),
        sent.after,
    )


def answer_device(act: Callable[[], RecordingState], after: int) -> HttpResponse:
    """Where the match stands with the acts behind a place; or why something is refused, to be said."""
    try:
        shown = state_shown(act(), after=after, now=timezone.now())
    except RuleError as refusal:
        # The device knows which of its acts is meant: it says what is wrong with it.
        sentence = refusal.fault if isinstance(refusal, ActImpossible) else sentence_with_advice(refusal)
        said = printable_text(translate_text(sentence))
        answer = JsonResponse({**problem_of(refusal), "detail": said}, status=HTTPStatus.CONFLICT)
    else:
        answer = JsonResponse(shown, encoder=JSONEncoder)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@require_GET
@cache_control(no_cache=True)
def record_worker(request: HttpRequest) -> HttpResponse:
    """What keeps the recording page of a device for when it has no connection."""
    return render(request, "recordings/record-worker.js", content_type="text/javascript")
