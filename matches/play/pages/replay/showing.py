"""How pages show a course: one moment for whoever has no script, all of a game for the script that steps."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from django import forms
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from matches.facts.versions import release

from .course import Course, ShownGame

# Seconds that the boards of a game are kept: as long as somebody may step to and fro.
KEPT_FOR = 3600

CourseSeen = Callable[[int], Course | None]
"""The course with this side at the bottom; None where there is nothing to replay."""


class PlaceForm(forms.Form):
    """Which moment is asked for, of a game or by the referee's objection; and who sits at the bottom."""

    game = forms.IntegerField(min_value=1, max_value=99_999, required=False)
    move = forms.IntegerField(min_value=1, max_value=99_999, required=False)
    fault = forms.IntegerField(min_value=1, max_value=99_999, required=False)
    bottom = forms.ChoiceField(choices=[("one", "one"), ("two", "two")], required=False)


def show_replay(
    request: HttpRequest, template: str, course_seen_from: CourseSeen, context: Mapping[str, Any]
) -> HttpResponse:
    """The page of a replay; `template` extends play/replay.html and says whose it is."""
    place = asked_place(request)
    bottom = place.get("bottom") or "one"
    course = course_seen_from(int(bottom == "two"))
    shown: dict[str, Any] = {**context, "course": course, "bottom": bottom}
    if course is not None and course.games:
        game, move = place_in(course, place)
        shown |= {
            "game": game,
            "board": course.board(game, move),
            "before": neighbour(course, game, move, -1),
            "after": neighbour(course, game, move, 1),
        }
    return render(request, template, shown)


def show_boards(
    request: HttpRequest, game: int, course_seen_from: CourseSeen, shown: tuple[Any, ...]
) -> HttpResponse:
    """All boards of a game, drawn once and kept; `shown` is all that they are made of.

    Raises Http404 where there is no such game.
    """
    bottom = asked_place(request).get("bottom") or "one"
    digest = sha256(repr((shown, game, bottom, get_language(), release())).encode()).hexdigest()
    key, tag = f"replay-{digest}", f'"{digest[:32]}"'
    unchanged = get_conditional_response(request, etag=tag)
    content = None if unchanged else cache.get(key)
    if not unchanged and content is None:
        course = course_seen_from(int(bottom == "two"))
        if course is None or not 1 <= game <= len(course.games):
            raise Http404
        wanted = course.games[game - 1]
        context = {"boards": course.boards(wanted), "game": wanted, "bottom": bottom}
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
