"""The form for the logo of a club, on the page where the club is edited."""

from typing import Any

from django.utils.translation import gettext_lazy

from matches.base.forms import PageForm
from matches.edits.pages import PICTURE_FAULTS, picture_field


class LogoForm(PageForm):
    """A logo, or none any more."""

    concerns = dict.fromkeys(PICTURE_FAULTS, "logo")

    logo = picture_field(
        gettext_lazy("Logo of the club"),
        help_text=gettext_lazy(
            "A JPEG, a PNG, a WebP, a GIF. It stands beside the club’s name, whole and on white."
        ),
    )

    @property
    def changes(self) -> dict[str, Any]:
        """What is changed of the club, as its service takes it."""
        sent = self.cleaned_data["logo"]
        if "remove" in self.data:
            return {"logo": None}
        return {} if sent is None else {"logo": sent.read()}
