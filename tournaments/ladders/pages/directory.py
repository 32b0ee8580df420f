"""The directory of ladders."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.search.pages import show_directory
from tournaments.clubs.pages.directory import PlacedFinder
from tournaments.ladders.selectors import ladder_list


@require_safe
def ladders_page(request: HttpRequest) -> HttpResponse:
    """Ladders, the newest first."""
    return show_directory(request, "ladders/ladders.html", ladder_list().order_by("-pk"), form=PlacedFinder)
