"""Pages of statistics: a player's own, and two players' against each other."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import engine
from matches.base.translation import translate_text
from matches.hooks import match_filters, sections_shown
from matches.play.models import LENGTH_MAX
from matches.players.errors import PlayerMerged, SamePlayer
from matches.players.models import Player
from matches.ratings.errors import InvalidPeriod
from matches.statistics.selectors import Narrowing, head_to_head, player_statistics

PER_PAGE = 50
OPPONENTS_SHOWN = 30


class Days(forms.DateInput):
    input_type = "date"


class NarrowingForm(forms.Form):
    """Which matches are counted: what the API takes as parameters."""

    variant = forms.ChoiceField(required=False, label=_("Variant"))
    length = forms.IntegerField(required=False, min_value=1, max_value=LENGTH_MAX, label=_("Length"))
    since = forms.DateField(required=False, widget=Days(), label=_("From"))
    until = forms.DateField(required=False, widget=Days(), label=_("To"))
    rated = forms.BooleanField(required=False, label=_("Rated matches only"))

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        variants = [
            ("", _("All")),
            *((code, translate_text(known.name)) for code, known in engine.PLAYED.items()),
        ]
        self.fields["variant"].choices = variants  # type: ignore[attr-defined]
        for name in match_filters():
            # Linked to, not asked for.
            self.fields[name] = forms.IntegerField(required=False, widget=forms.HiddenInput())

    def add_prefix(self, field_name: str) -> str:
        """The parameters are called as those of the API."""
        return {"since": "from", "until": "to"}.get(field_name, field_name)

    @property
    def requested_narrowing(self) -> Narrowing:
        """What is asked for; everything where it makes no sense, which the form then says."""
        if not self.is_valid():
            return Narrowing()
        sent = self.cleaned_data
        found = Narrowing(
            variant=sent["variant"] or None,
            length=sent["length"],
            since=sent["since"],
            until=sent["until"],
            rated=sent["rated"],
            events={name: sent[name] for name in match_filters() if sent[name] is not None},
        )
        try:
            found.check_period()
        except InvalidPeriod:
            self.add_error("until", _("The period ends before it begins."))
            return Narrowing()
        return found

    @property
    def link_query(self) -> str:
        """What is asked for, as a link to another page of the list has it."""
        return urlencode([(name, value) for name, value in self.data.items() if value and name != "page"])


@require_safe
def statistics_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What a player's matches amount to."""
    player = get_object_or_404(Player, pk=pk)
    form = NarrowingForm(request.GET)
    try:
        statistics = player_statistics(player, form.requested_narrowing)
    except PlayerMerged as merged:
        return redirect_to_statistics("player-statistics", pk=merged.data["kept"])
    by_opponent = statistics.found.by_opponent
    opponents = [(statistics.opponents[number], record) for number, record in by_opponent.items()]
    context = {
        "player": player,
        "form": form,
        "statistics": statistics,
        "most": opponents[:OPPONENTS_SHOWN],
        "opponents": len(opponents),
        "sections": sections_shown(player, request, ("statistics",)),
    }
    return render(request, "statistics/statistics.html", context)


@require_safe
def head_to_head_page(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Two players' matches against each other, the latest first."""
    player, opponent = get_object_or_404(Player, pk=pk), get_object_or_404(Player, pk=other)
    form = NarrowingForm(request.GET)
    try:
        statistics = head_to_head(player, opponent, form.requested_narrowing)
    except PlayerMerged as merged:
        kept = {merged.data["player"]: merged.data["kept"]}
        return redirect_to_statistics("player-against", pk=kept.get(pk, pk), other=kept.get(other, other))
    except SamePlayer:
        return redirect_to_statistics("player-statistics", pk=player.pk)
    page = Paginator(statistics.meetings[::-1], PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "other": opponent,
        "form": form,
        "statistics": statistics,
        "page": page,
        "rows": [(meeting, statistics.events.get(meeting.played.match)) for meeting in page],
    }
    return render(request, "statistics/against.html", context)


def redirect_to_statistics(name: str, **numbers: int) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse(f"pages-matches:{name}", kwargs=numbers))
