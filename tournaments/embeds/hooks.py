"""What the room declares to the others."""

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.base.tags import public_address
from matches.facts.versions import row_version
from matches.hooks import PageContext, Room, Section
from tournaments.embeds.rules import HEIGHT, WIDTH
from tournaments.events.models import Tournament
from tournaments.ladders.models import Ladder


class TournamentElsewhere(Section):
    """What somebody copies to show an event on another site."""

    subject = Tournament
    templates = {"links": "embeds/_elsewhere.html"}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext:
        pages = ((_("Bracket"), "bracket"), (_("Standings"), "standings"))
        return {
            "file": reverse("pages-tournaments:tournament-file", args=[row.pk]),
            "document": reverse("api-tournaments:tournament-document", args=[row.pk]),
            "snippets": [
                (label, f"embed-{name}", snippet(f"tournament-{name}-embed", row.pk)) for label, name in pages
            ],
        }


class TournamentCard(Section):
    """The picture that is shown where somebody shares the link of an event.

    Before the draw the club's own, where it has one: from then on what has been drawn and played.
    """

    subject = Tournament
    templates = {"preview": "embeds/_card.html"}

    def context(self, row: Tournament, request: HttpRequest, page: PageContext) -> PageContext | None:
        if row.draw_id is None and row.picture is not None:
            return None
        asked = urlencode({"language": get_language(), "version": row_version(row)})
        path = reverse("api-tournaments:tournament-card", args=[row.pk])
        return {
            "address": public_address(f"{path}?{asked}"),
            "width": WIDTH,
            "height": HEIGHT,
            "name": row.name,
        }


class LadderElsewhere(Section):
    """What somebody copies to show a ladder on another site."""

    subject = Ladder
    templates = {"links": "embeds/_elsewhere.html"}

    def context(self, row: Ladder, request: HttpRequest, page: PageContext) -> PageContext:
        return {"snippets": [(_("Ladder"), "embed-ladder", snippet("ladder-embed", row.pk))]}


def snippet(name: str, number: int) -> str:
    """HTML for the page of another site: a place for the frame, and the script that puts it there."""
    address, script = (
        public_address(reverse(f"pages-tournaments:{page}", args=args))
        for page, args in ((name, [number]), ("embed-script", []))
    )
    # Not marked as safe: it is shown as the text that it is.
    return f'<div data-golden-point="{escape(address)}"></div><script async src="{escape(script)}"></script>'


ROOM = Room(name="embeds", sections=[TournamentElsewhere(), TournamentCard(), LadderElsewhere()])
