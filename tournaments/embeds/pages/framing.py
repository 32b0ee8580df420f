"""What stands in a frame of another site: the same for everybody, under a policy of its own.

Nobody is logged in there, and nothing is sent from there: no other site can have its visitors press what they
do not see.
"""

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import tzinfo
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.base.pages import live_page
from matches.base.times import said_in
from matches.facts.pages import kept_live_part
from tournaments.clubs.models import Club

IN_FRAMES: Any = csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"]})
"""Anybody may show it, and it sends nothing."""

SHEETS = (
    *(f"matches/{name}.css" for name in ("base", "forms", "parts", "subjects", "bracket")),
    "tournaments/charts.css",
)
"""What brackets, charts and lists are drawn by."""

LEADS_AWAY = re.compile(r'<a (?=[^>]*href="(?:/|https?:))')

View = Callable[..., HttpResponseBase]


class EmbedForm(forms.Form):
    """What the address of an embed chooses; what it says wrongly is passed over.

    language: that of the site around it, else that of the reader. part: which piece of a large bracket.
    """

    language = forms.ChoiceField(choices=settings.LANGUAGES, required=False)
    part = forms.SlugField(required=False)


@dataclass(frozen=True)
class Embed:
    """What is shown. name and address: of the page that it is of. context: all that it is drawn of.

    club: of which it is, in whose colour and with whose logo it is shown.
    """

    template: str
    name: str
    address: str
    topic: str
    version: int
    context: Callable[[], dict[str, Any]]
    club: Club
    zone: tzinfo | None = None


def embedded(find: Callable[[int, str], Embed]) -> View:
    """A view for frames of what `find` finds by its number and the part that is asked for."""

    @wraps(find)
    def view(request: HttpRequest, pk: int) -> HttpResponseBase:
        request.user = AnonymousUser()
        form = EmbedForm(request.GET)
        form.is_valid()
        part, language = (form.cleaned_data.get(name, "") for name in ("part", "language"))
        with override(language) if language else nullcontext():
            return show_embed(request, find(pk, part), part)

    framed: View = IN_FRAMES(xframe_options_exempt(require_safe(view)))
    return framed


def show_embed(request: HttpRequest, embed: Embed, part: str) -> HttpResponse:
    """The frame; its live part alone where an open frame asks again."""
    with said_in(embed.zone):
        kept = kept_live_part(request, embed.template, embed.topic, embed.version, embed.context, chosen=part)
        html = kept.html
        if html is None:
            html = SafeString(render_to_string(embed.template, embed.context(), request))
        answer = live_page(
            request,
            "embeds/embed.html",
            live_part=embed.template,
            topic=embed.topic,
            version=kept.version,
            context={"embed": embed, "sheets": SHEETS},
            live_html=SafeString(LEADS_AWAY.sub('<a target="_blank" rel="noopener" ', html)),
        )
    answer["X-Robots-Tag"] = "noindex"
    return answer
