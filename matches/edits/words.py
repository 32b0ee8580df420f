"""Words of the room for columns that may be changed; the rooms they are of add theirs."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "edited_field": {
        "name": _("Name"),
        "text": _("Text"),
        "picture": _("Picture"),
        "picture_alt": _("Description of the picture"),
        "logo": _("Logo"),
        "place": pgettext_lazy("location", "Place"),
        "time_zone": _("Time zone"),
        "colour": _("Colour"),
        "closed_at": _("Closed from"),
    },
    # What a column says at a value, where that is better said in a sentence.
    "edit_said": {
        "called_off:true": _("Called off."),
        "called_off:false": _("Goes ahead after all."),
        "closed:true": _("Closed."),
        "closed:false": _("Opened again."),
        "closed_at:none": _("Opened again."),
        "picture:none": _("The picture was removed."),
        "logo:none": _("The logo was removed."),
        "removed:true": _("Removed."),
        "removed:false": _("Put back."),
    },
}
