"""The screen on the wall of a club: what is on tonight, whichever events it is."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.base.pages import live_page
from matches.base.times import said_in
from matches.facts.versions import release, row_topic, row_version, with_version
from tournaments.clubs.selectors import club_list
from tournaments.screens.selectors import club_screen, club_screen_version


@require_safe
def club_screen_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The screen of a club's evening; an open one asks every ten seconds, and is told if nothing is new."""
    club = get_object_or_404(with_version(club_list()), pk=pk)
    now = timezone.now()
    shown = (
        club_screen_version(club, now),
        row_version(club),
        get_language(),
        request.headers.get("HX-Request"),
    )
    tag = quote_etag(sha256(repr((*shown, release())).encode()).hexdigest())
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    screen = club_screen(club, now)
    with said_in(screen.zone):
        answer: HttpResponse = live_page(
            request,
            "screens/screen.html",
            live_part="screens/_screen.html",
            topic=row_topic(club),
            version=row_version(club),
            context={"screen": screen, "club": club},
        )
    answer["ETag"] = tag
    answer["X-Robots-Tag"] = "noindex"
    return answer
