"""What pages that change what is announced have in common: the picture with its words, and why."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.base.forms import PageForm
from matches.base.pages import notify_done

from .models import ALT_MAX, Edit

REASON_MAX = 500


PICTURE_FAULTS = ("picture_too_large", "too_many_pixels", "unreadable_picture", "picture_gone")
"""Refusals that concern the file of a picture."""


def picture_field(label: Any, **options: Any) -> forms.FileField:
    """A field for the file of a picture."""
    widget = forms.FileInput({"accept": "image/jpeg,image/png,image/webp,image/gif"})
    said = {"help_text": gettext_lazy("A JPEG, a PNG, a WebP, a GIF."), **options}
    return forms.FileField(label=label, required=False, widget=widget, **said)


class PictureForm(PageForm):
    """A picture, or none any more, and what it shows."""

    concerns = {**dict.fromkeys(PICTURE_FAULTS, "picture"), "no_picture": "picture_alt"}

    picture = picture_field(gettext_lazy("Picture"))
    picture_alt = forms.CharField(
        label=gettext_lazy("What it shows"),
        max_length=ALT_MAX,
        required=False,
        help_text=gettext_lazy("For people who do not see it."),
    )

    @property
    def changes(self) -> dict[str, Any]:
        """What is changed of the row, as its service takes it."""
        sent = self.cleaned_data
        if "remove" in self.data:
            return {"picture": None}
        picture = {} if sent["picture"] is None else {"picture": sent["picture"].read()}
        return {**picture, "picture_alt": sent["picture_alt"]}


class EndingForm(PageForm):
    """Why something far-reaching is done; kept with it."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX, required=False)


class EndingReasonForm(EndingForm):
    """The same, where everybody is told why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_MAX)


def notify_edited(
    request: HttpRequest, row: Model, message: str, page: str, act: Callable[[datetime], object]
) -> None:
    """Change a row, and say so on the next page; `page` is where that change is taken back."""
    now = timezone.now()
    act(now)
    edits: Any = row
    edit: Edit | None = edits.edits.filter(recorded_at=now).order_by("-serial").first()
    if edit is None:
        notify_done(request, _("Nothing was changed."))
    else:
        notify_done(request, message, undo=reverse(page, args=[row.pk, edit.pk]))
