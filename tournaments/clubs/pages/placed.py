"""What the pages have in common on which a club's events and venues are announced and changed."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.base.forms import PageForm
from matches.base.times import time_zones
from tournaments.clubs.models import Placed, PlacedDetails


class PlacedForm(PageForm):
    """What is said of it, at any time."""

    concerns = {"unknown_time_zone": "time_zone"}

    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("What players should know. Markdown: # heading, *emphasis*, - lists."),
    )
    place = forms.CharField(label=pgettext_lazy("location", "Place"), max_length=200, required=False)
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Whom to ask. Everybody can read it."),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        choices=lambda: [("", _("the club's")), *((name, name) for name in time_zones())],
    )

    details = tuple(PlacedDetails.__annotations__)

    @property
    def details_shown(self) -> list[forms.BoundField]:
        return [self[name] for name in self.details]

    @property
    def details_faulty(self) -> bool:
        return any(field.errors for field in self.details_shown)


def placed_values(row: Placed) -> dict[str, Any]:
    """What a form shows of a row before it is changed."""
    return {name: getattr(row, name) for name in (*PlacedForm.details, "name")}
