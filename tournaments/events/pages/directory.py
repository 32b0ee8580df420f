"""The directory of events: by name, day, place, club and state."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.base.forms import DayField
from matches.base.translation import word_choices
from matches.search.pages import show_directory
from tournaments.clubs.pages.directory import PlacedFinder
from tournaments.events.selectors import STATES_IN_ORDER, in_order_of_states, tournament_overview


def state_choices() -> list[tuple[str, Any]]:
    return [("", _("all")), *word_choices(STATES_IN_ORDER, "tournament_state")]


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


@require_safe
def tournaments_page(request: HttpRequest) -> HttpResponse:
    """Events that lists show the visitor."""
    rows = tournament_overview().listed_to(request.user).select_related("venue")
    return show_directory(request, "events/tournaments.html", in_order_of_states(rows), form=TournamentFinder)
