"""An event as one file, to keep when it is over or to send: nothing in it is loaded from elsewhere."""

import re
from base64 import b64encode
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from matches.base.times import said_in
from matches.pictures.selectors import picture_content
from tournaments.clubs.models import Club
from tournaments.clubs.rules.shades import club_sheet
from tournaments.embeds.pages.framing import SHEETS
from tournaments.embeds.pages.loaded import static_text
from tournaments.events.pages.canvas import whole_parts
from tournaments.events.pages.tournament import brackets_shown
from tournaments.events.selectors import tournament_course, tournament_list

ON_PAPER = "matches/print.css"
LEADS_HERE = re.compile(r'(<a [^>]*href=")/')


@require_safe
def tournament_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The event as everybody sees it, brackets whole; its links lead to the pages of the service."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    with said_in(tournament.zone):
        course = tournament_course(tournament)
        context = {
            **brackets_shown(course, whole_parts(course)),
            "champion": course.champion,
            "standings": course.standings,
            "entries": list(course.entries.values()),
            "sheets": style_sheets(*SHEETS),
            "colours": club_colours(tournament.club),
            "logo": logo_data(tournament.club),
            "on_paper": style_sheets(ON_PAPER),
            "now": timezone.now(),
        }
        html = render_to_string("embeds/file.html", context, request)
    answer = HttpResponse(LEADS_HERE.sub(rf"\1{settings.PUBLIC_URL}/", html))
    name = content_disposition_header(True, f"{tournament.name}.html")
    answer["Content-Disposition"] = name or "attachment"
    answer["X-Robots-Tag"] = "noindex"
    return answer


def club_colours(club: Club) -> SafeString:
    """The style sheet of a club's colour; "" of one that has none."""
    return mark_safe(club_sheet(club.colour) if club.colour else "")


def logo_data(club: Club) -> str:
    """The logo of a club as an address that is the logo itself: one query; "" of one that has none."""
    content = None if club.logo_id is None else picture_content(club.logo_id, small=True)
    return "" if content is None else f"data:image/webp;base64,{b64encode(content).decode()}"


@cache
def style_sheets(*names: str) -> SafeString:
    """The text of style sheets; without comments, which are for whoever changes them."""
    text = "\n".join(map(static_text, names))
    return mark_safe(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
