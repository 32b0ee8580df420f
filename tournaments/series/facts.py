"""The facts about series, each in a sentence, and the words for what may be changed of one."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.base.times import describe_day
from matches.edits.facts import describe_edit
from matches.facts.kinds import FactKind

from .models import SeriesAnnouncement, SeriesEdit


def describe_series_announcement(fact: SeriesAnnouncement) -> str:
    return _("The event of %(day)s is announced: %(tournament)s.") % {
        "day": describe_day(fact.day),
        "tournament": fact.tournament.name,
    }


FACTS = (
    FactKind(SeriesEdit, describe_edit, about={"series": "series", "club": "series__club"}, role="official"),
    FactKind(
        SeriesAnnouncement,
        describe_series_announcement,
        about={"series": "series", "club": "series__club"},
        related=("tournament",),
        role="service",
    ),
)

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "edited_field": {
        "source": gettext_lazy("Event to copy"),
        "weeks": pgettext_lazy("series", "Every how many weeks"),
        "days_ahead": gettext_lazy("Announced how many days before"),
        "next_day": gettext_lazy("Day of the next event"),
        "stopped": gettext_lazy("Stopped"),
    },
    "edit_said": {
        "stopped:true": gettext_lazy("The series is stopped."),
        "stopped:false": gettext_lazy("The series goes on."),
    },
    "series_waits": {
        "stopped": gettext_lazy("It is stopped, and announces nothing until it goes on."),
        "source_removed": gettext_lazy(
            "Its latest event was removed, so nothing is announced. Choose another event to copy, or put "
            "that one back."
        ),
        "source_called_off": gettext_lazy(
            "Its latest event is called off, so nothing is announced. Choose another event to copy, or have "
            "that one go ahead after all."
        ),
        "source_without_start": gettext_lazy(
            "Its latest event has no time any more, so nothing is announced. Give it one, or choose another "
            "event to copy."
        ),
    },
}
