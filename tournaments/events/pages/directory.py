"""The directory of events: by name, day, place, club and state."""

from typing import Any

from django import forms
from django.db.models import Case, F, IntegerField, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.base.forms import DayField
from matches.base.translation import code_word
from matches.search.pages import show_directory
from tournaments.clubs.pages.directory import PlacedFinder
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_overview

# As they are listed: what is played now, what one may enter, then what is over.
STATES = (
    Tournament.State.RUNNING,
    Tournament.State.OPEN,
    Tournament.State.FINISHED,
    Tournament.State.CALLED_OFF,
)


def state_choices() -> list[tuple[str, Any]]:
    return [("", _("all")), *((state, code_word(state, "tournament_state")) for state in STATES)]


class TournamentFinder(PlacedFinder):
    """Days are those of the event's own zone. An event that is announced for no day is on none."""

    first = DayField(label=_("From"), required=False)
    last = DayField(label=_("To"), required=False)
    state = forms.ChoiceField(label=_("State"), choices=state_choices, required=False)

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        said = self.cleaned_data
        found: Any = super().narrowed(rows)
        if said.get("state"):
            found = found.filter(state=said["state"])
        if said.get("first") or said.get("last"):
            found = found.on_days(first=said.get("first"), last=said.get("last"))
        return found  # type: ignore[no-any-return]

    def at_place(self, rows: QuerySet[Any], place: str) -> QuerySet[Any]:
        found: Any = rows
        return found.at_place(place)  # type: ignore[no-any-return]


def in_order_of_states(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Those running first, then those to come by their day, then those that are over, the latest first."""
    place = Case(
        *(When(state=state, then=Value(at)) for at, state in enumerate(STATES)), output_field=IntegerField()
    )
    coming = Case(When(state=Tournament.State.OPEN, then=F("starts_at")))
    return rows.order_by(place, coming.asc(nulls_last=True), F("starts_at").desc(nulls_last=True), "-pk")


@require_safe
def tournaments_page(request: HttpRequest) -> HttpResponse:
    """Events that lists show the visitor."""
    rows = tournament_overview().listed_to(request.user).select_related("venue")
    return show_directory(request, "events/tournaments.html", in_order_of_states(rows), form=TournamentFinder)
