"""The style sheet of a club's colour, which its address names: it asks nothing of anybody."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.clubs.rules.shades import club_sheet

KEPT_FOR = 24 * 3600
"""Seconds: with the next release its shades may be others."""


@require_safe
def colours_page(request: HttpRequest, colour: str) -> HttpResponse:
    headers = {"Cache-Control": f"public, max-age={KEPT_FOR}"}
    return HttpResponse(club_sheet(f"#{colour}"), content_type="text/css; charset=utf-8", headers=headers)
