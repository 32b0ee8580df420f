"""The page of the design system: nothing on it is of the database, and nothing leads to what is."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.base.forms import PageForm
from matches.base.tags.icons import ICONS
from matches.base.translation import word_tables
from tournaments.clubs.services.clubs import club_name_taken
from tournaments.events.pages.canvas import whole_parts
from tournaments.events.pages.tournament import brackets_shown

from .samples import NAMES, sample_board, sample_course, sample_curve
from .sheets import colour_tokens, pairings, properties, spaces, type_sizes

STATES = ("tournament_state", "match_state", "report_status")
"""The tables of words whose codes are classes of badges."""


class SampleForm(PageForm):
    """A field of each kind, of which two were filled in wrong."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=20, help_text=gettext_lazy("As it stands on the wall.")
    )
    length = forms.IntegerField(label=gettext_lazy("Length"), min_value=1, max_value=25)
    club = forms.ChoiceField(label=gettext_lazy("Club"), choices=[("1", "Golden Point Club"), ("2", "東京")])
    text = forms.CharField(
        label=gettext_lazy("Text"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    listed = forms.BooleanField(label=gettext_lazy("Found in lists"), required=False)
    days = forms.MultipleChoiceField(
        label=gettext_lazy("Days"),
        required=False,
        choices=[("1", gettext_lazy("Monday")), ("4", gettext_lazy("Thursday"))],
        widget=forms.CheckboxSelectMultiple,
    )


@require_safe
def design_page(request: HttpRequest) -> HttpResponse:
    """Every component in the language and the colours of whoever looks."""
    form = SampleForm({"name": "", "length": "0", "club": "1", "days": ["4"]}, auto_id="sample-%s")
    form.refusal = club_name_taken(NAMES[0])
    curve, entries = sample_curve()
    messages = [
        Message(constants.SUCCESS, _("The event is announced."), extra_tags=request.path),
        Message(constants.ERROR, _("That cannot be undone any more.")),
    ]
    answer = render(
        request,
        "config/design.html",
        {
            "tokens": colour_tokens(),
            "pairs": pairings(),
            "properties": properties(),
            "type_sizes": type_sizes(),
            "spaces": spaces(),
            "states": [(table, list(word_tables()[table])) for table in STATES],
            "form": form,
            "samples": messages,
            "pages": Paginator(range(120), 50).get_page(2),
            "curve": curve,
            "curve_entries": entries,
            "bracket": event_shown("single_elimination", 8, 4),
            "groups": event_shown("round_robin", 4, 3),
            "board": sample_board(),
            "icons": list(ICONS),
            "names": NAMES,
        },
    )
    answer["X-Robots-Tag"] = "noindex"
    return answer


def event_shown(format: str, size: int, played: int) -> Mapping[str, Any]:
    """What the template of brackets and charts takes of a sample event, and its standings."""
    course = sample_course(format, size, played)
    return {**brackets_shown(course, whole_parts(course)), "standings": course.standings}
