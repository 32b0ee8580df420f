"""The facts about series, each in a sentence, and the words for what may be changed of one."""

from collections.abc import Mapping

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.accounts.permissions import Caller
from matches.base.times import describe_day
from matches.edits.facts import describe_edit, edited_rows_load
from matches.facts.kinds import FactKind
from tournaments.events.models import Tournament

from .models import Series, SeriesAnnouncement, SeriesEdit
from .selectors import series_shown_to


def describe_series_announcement(fact: SeriesAnnouncement) -> str:
    return _("The event of %(day)s is announced: %(tournament)s.") % {
        "day": describe_day(fact.day),
        "tournament": fact.tournament.name,
    }


def series_edits_visible(viewer: Caller) -> Q:
    """The changes of series that somebody finds, but for the event that is copied: few may find it."""
    shown = Series.objects.filter(series_shown_to(viewer)).values("pk")
    return Q(series__in=shown) & ~Q(changes__has_key="source")


def series_announcements_visible(viewer: Caller) -> Q:
    """What series that somebody finds announced, as far as lists show them that event."""
    shown = Series.objects.filter(series_shown_to(viewer)).values("pk")
    return Q(series__in=shown, tournament__in=Tournament.objects.listed_to(viewer).values("pk"))


FACTS = (
    FactKind(
        SeriesEdit,
        describe_edit,
        about={"series": "series", "club": "series__club"},
        load=edited_rows_load,
        role="official",
        visible=series_edits_visible,
    ),
    FactKind(
        SeriesAnnouncement,
        describe_series_announcement,
        about={"series": "series", "club": "series__club"},
        related=("tournament",),
        role="service",
        visible=series_announcements_visible,
    ),
)

WORDS: Mapping[str, Mapping[str, str | Promise]] = {
    "edited_field": {
        "source": gettext_lazy("Event to copy"),
        "weeks": pgettext_lazy("series", "Every how many weeks"),
        "days_ahead": gettext_lazy("Announced how many days before"),
        "next_day": gettext_lazy("Day of the next event"),
        "last_day": pgettext_lazy("series", "Last day"),
        "stopped": gettext_lazy("Stopped"),
    },
    "edit_said": {
        "stopped:true": gettext_lazy("The series is stopped."),
        "stopped:false": gettext_lazy("The series goes on."),
    },
    "series_waits": {
        "over": gettext_lazy(
            "Its last day is past, so nothing is announced. Choose a later last day, or none."
        ),
        "refused": gettext_lazy(
            "The next event could not be announced. Change the latest one as it says below: it is tried "
            "again by itself."
        ),
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
