"""The pages of a replay: one moment for whoever has no script, all of a game for the script that steps."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django import forms
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.base.times import said_in
from matches.facts.api.versions import release
from matches.hooks import zone_of_match
from matches.play.models import Report
from matches.play.selectors import match_list, transcript_report

from .course import Course, ShownGame, course_of_report

# Seconds that the boards of a game are kept: as long as somebody may step to and fro.
KEPT_FOR = 3600


class PlaceForm(forms.Form):
    """Which moment is asked for, of a game or by the referee's objection; and who sits at the bottom."""

    game = forms.IntegerField(min_value=1, max_value=99_999, required=False)
    move = forms.IntegerField(min_value=1, max_value=99_999, required=False)
    fault = forms.IntegerField(min_value=1, max_value=99_999, required=False)
    bottom = forms.ChoiceField(choices=[("one", "one"), ("two", "two")], required=False)


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
    place = asked_place(request)
    bottom = place.get("bottom") or "one"
    course = course_of_report(report, int(bottom == "two"))
    context: dict[str, Any] = {"report": report, "match": report.match, "course": course, "bottom": bottom}
    if course is not None and course.games:
        game, move = place_in(course, place)
        context |= {
            "game": game,
            "board": course.board(game, move),
            "before": neighbour(course, game, move, -1),
            "after": neighbour(course, game, move, 1),
        }
    with said_in(zone_of_match(report.match)):
        return render(request, "play/replay.html", context)


@require_safe
def boards_page(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """All boards of a game, for the script of the replay: drawn once, and kept."""
    report = report_of_page(pk)
    bottom = asked_place(request).get("bottom") or "one"
    names = [player.effective_player.name for player in report.match.players]
    shown = (pk, report.status, game, bottom, *names, report.match.withholds_names, get_language(), release())
    digest = sha256(repr(shown).encode()).hexdigest()
    key, tag = f"replay-{digest}", f'"{digest[:32]}"'
    unchanged = get_conditional_response(request, etag=tag)
    content = None if unchanged else cache.get(key)
    if not unchanged and content is None:
        course = course_of_report(report, int(bottom == "two"))
        if course is None or not 1 <= game <= len(course.games):
            raise Http404
        wanted = course.games[game - 1]
        context = {"report": report, "boards": course.boards(wanted), "game": wanted, "bottom": bottom}
        content = render_to_string("play/_boards.html", context)
        cache.set(key, content, KEPT_FOR)
    response = unchanged or HttpResponse(content)
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def asked_place(request: HttpRequest) -> dict[str, Any]:
    """What the address says of the place; what it says wrongly is passed over."""
    form = PlaceForm(request.GET)
    form.is_valid()
    return form.cleaned_data


def place_in(course: Course, place: Mapping[str, Any]) -> tuple[ShownGame, int]:
    """The game and the moment that are asked for; the nearest that there are."""
    if fault := place.get("fault"):
        found = course.find_fault(int(fault))
        if found is not None:
            return found
    game = course.games[min(int(place.get("game") or 1), len(course.games)) - 1]
    return game, min(int(place.get("move") or 1), game.last)


def neighbour(course: Course, game: ShownGame, move: int, step: int) -> tuple[int, int] | None:
    """The moment before or after: the numbers of its game and of it; None at either end."""
    if 1 <= move + step <= game.last:
        return game.place, move + step
    if not 1 <= game.place + step <= len(course.games):
        return None
    other = course.games[game.place + step - 1]
    return other.place, 1 if step > 0 else other.last
