"""Players that are suggested while a name is typed: what combo.js asks."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.base.names import tidy_name
from matches.players.models import Players
from matches.players.selectors import player_hits
from matches.search.pages import SearchGroup, suggestions_answer
from matches.search.selectors import TEXT_MAX

from .fields import OFFERED


@require_safe
def player_suggestions_page(request: HttpRequest) -> HttpResponse:
    """Players by `q`; of those that fit equally well the members of `club` first."""
    return show_suggestions(request)


def show_suggestions(request: HttpRequest, among: Players | None = None) -> HttpResponse:
    """Players by `q`, among some alone if any are given, for a PlayerField that looks among them too."""
    club = request.GET.get("club", "")
    hits = player_hits(
        tidy_name(request.GET.get("q", ""))[:TEXT_MAX],
        viewer=request.user,
        club=int(club) if club.isascii() and club.isdigit() and len(club) < 10 else None,
        among=among,
        most=OFFERED,
    )
    return suggestions_answer([SearchGroup("", [hit.shown for hit in hits])])
