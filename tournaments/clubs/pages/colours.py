"""The style sheets of a club's colour, which their addresses name: they ask nothing of anybody."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.clubs.rules.shades import club_sheet, wall_sheet

KEPT_FOR = 24 * 3600
"""Seconds: with the next release its shades may be others."""


@require_safe
def colours_page(request: HttpRequest, colour: str, *, wall: bool = False) -> HttpResponse:
    """For pages, or for screens on walls."""
    sheet = wall_sheet if wall else club_sheet
    headers = {"Cache-Control": f"public, max-age={KEPT_FOR}"}
    return HttpResponse(sheet(f"#{colour}"), content_type="text/css; charset=utf-8", headers=headers)
