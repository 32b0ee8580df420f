"""The control desk of a tournament: what its directors pair by hand on the pages. Forms call the services."""

from collections.abc import Callable

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from engine import RuleError
from matches.accounts.access import act_and_redirect, forbid_without_role, form_page_status, login_of_page
from matches.accounts.permissions import require_permission
from tournaments.events import services
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_entries, tournament_history, tournament_list
from tournaments.formats.by_hand import Allowed, ties_to_play_off
from tournaments.formats.play_offs import MOST_ENTRIES


class ControlDeskForm(forms.Form):
    """One of the forms of the control desk; `asks` is what it asks for, and its name in the template."""

    asks: str


class PairForm(ControlDeskForm):
    asks = "pair"

    one = forms.IntegerField(label=gettext_lazy("One"), min_value=1)
    two = forms.IntegerField(label=gettext_lazy("The other"), min_value=1)
    allow = forms.TypedMultipleChoiceField(
        choices=[(each.value, each.value) for each in Allowed], coerce=Allowed, required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


class PlayOffForm(ControlDeskForm):
    asks = "play_off"

    entries = forms.TypedMultipleChoiceField(coerce=int)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(self, data: QueryDict, tournament: Tournament) -> None:
        super().__init__(data)
        numbers = tournament.entries.values_list("pk", flat=True)
        self.fields["entries"].choices = [(number, number) for number in numbers]  # type: ignore[attr-defined]

    def clean_entries(self) -> list[int]:
        entries: list[int] = self.cleaned_data["entries"]
        if not 2 <= len(entries) <= MOST_ENTRIES:
            raise forms.ValidationError(_("Two to %(most)s can play off at a time.") % {"most": MOST_ENTRIES})
        return entries


@require_safe
@login_required
def control_desk_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Places that can be played off, and two to be paired for the coming round."""
    return show_control_desk(request, require_directed_tournament(request, pk))


@require_POST
@login_required
def pair_round_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair two entries by hand."""
    tournament = require_directed_tournament(request, pk)
    actor = login_of_page(request)

    def act(form: ControlDeskForm) -> None:
        sent = form.cleaned_data
        services.pairing_by_hand_post(
            actor=actor,
            tournament_id=pk,
            one=sent["one"],
            two=sent["two"],
            allowed=sent["allow"],
            reason=sent["reason"],
        )

    return submit_director_form(request, tournament, PairForm(request.POST), act)


@require_POST
@login_required
def play_off_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Have entries who share a place play it off."""
    tournament = require_directed_tournament(request, pk)
    actor = login_of_page(request)

    def act(form: ControlDeskForm) -> None:
        services.tournament_play_offs_post(
            actor=actor,
            tournament_id=pk,
            entries=form.cleaned_data["entries"],
            reason=form.cleaned_data["reason"],
        )

    return submit_director_form(request, tournament, PlayOffForm(request.POST, tournament), act)


def submit_director_form(
    request: HttpRequest,
    tournament: Tournament,
    form: ControlDeskForm,
    act: Callable[[ControlDeskForm], object],
) -> HttpResponse:
    """Do what a form asks and go to the tournament; or show the control desk as filled in, and why not."""
    then = reverse("pages-tournaments:tournament", args=[tournament.pk])
    return act_and_redirect(
        form, act, lambda refusal: show_control_desk(request, tournament, refusal, form), then
    )


def show_control_desk(
    request: HttpRequest,
    tournament: Tournament,
    refusal: RuleError | str | None = None,
    sent: ControlDeskForm | None = None,
) -> HttpResponse:
    history = tournament_history(tournament)[0]
    entries = tournament_entries(tournament, history.entries)
    format = tournament.played_as
    shared = ties_to_play_off(format, history) if history.entries else ()
    context = {
        "tournament": tournament,
        "refusal": refusal,
        **({} if sent is None else {sent.asks: sent.cleaned_data}),
        "ties": [[entries[number] for number in tie] for tie in shared],
        "entries": [entries[number] for number in history.entries],
        "pairs": bool(history.entries) and format.publishes_rounds and not format.is_over(history),
    }
    return render(request, "events/control_desk.html", context, status=form_page_status(refusal))


def require_directed_tournament(request: HttpRequest, pk: int) -> Tournament:
    """The tournament, for those who direct it; others are refused with 403."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    with forbid_without_role():
        require_permission(login_of_page(request), "tournament_direct", tournament)
    return tournament
