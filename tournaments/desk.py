"""The desk of a tournament: what its directors pair by hand on the pages. Forms call the services."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine import RuleError
from matches.desk.forms import misspelt
from matches.models import User
from matches.permissions import require
from matches.web import for_directors
from tournaments import services
from tournaments.formats.by_hand import Allowed, ties
from tournaments.formats.play_offs import MOST_ENTRIES
from tournaments.models import Tournament
from tournaments.selectors import tournament_entries, tournament_history, tournament_list


class PairForm(forms.Form):
    one = forms.IntegerField(min_value=1)
    two = forms.IntegerField(min_value=1)
    allow = forms.TypedMultipleChoiceField(
        choices=[(each.value, each.value) for each in Allowed], coerce=Allowed, required=False
    )
    reason = forms.CharField(max_length=200, required=False)


class PlayOffForm(forms.Form):
    entries = forms.TypedMultipleChoiceField(coerce=int)
    reason = forms.CharField(max_length=200, required=False)

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
def desk_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Places that can be played off, and two to be paired for the coming round."""
    return desk(request, pk)


@require_POST
@login_required
def pair_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair two entries by hand."""
    form, actor = PairForm(request.POST), cast(User, request.user)

    def act() -> None:
        sent = form.cleaned_data
        services.pairing_post(
            actor=actor,
            tournament_id=pk,
            one=sent["one"],
            two=sent["two"],
            allowed=sent["allow"],
            reason=sent["reason"],
        )

    return submitted(request, pk, form, act)


@require_POST
@login_required
def play_off_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Have entries who share a place play it off."""
    form, actor = PlayOffForm(request.POST, directed(request, pk)), cast(User, request.user)

    def act() -> None:
        services.play_offs_post(
            actor=actor,
            tournament_id=pk,
            entries=form.cleaned_data["entries"],
            reason=form.cleaned_data["reason"],
        )

    return submitted(request, pk, form, act)


def submitted(request: HttpRequest, pk: int, form: forms.Form, act: Callable[[], None]) -> HttpResponse:
    """Do what a form asks and go to the tournament; or show the desk again, and why not."""
    directed(request, pk)
    if not form.is_valid():
        return desk(request, pk, misspelt(form))
    try:
        act()
    except RuleError as refusal:
        return desk(request, pk, refusal)
    return redirect("pages-tournaments:tournament", pk)


def desk(request: HttpRequest, pk: int, refusal: RuleError | str | None = None) -> HttpResponse:
    tournament = directed(request, pk)
    history = tournament_history(tournament)[0]
    entries = tournament_entries(tournament, history.entries)
    shared = ties(tournament.played_as, history) if history.entries else ()
    context = {
        "tournament": tournament,
        "refusal": refusal,
        "asked": request.POST.dict(),
        "ties": [[entries[number] for number in tie] for tie in shared],
        "entries": [entries[number] for number in history.entries],
        "pairs": tournament.played_as.posts,
    }
    status = HTTPStatus.OK if refusal is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/desk.html", context, status=status)


def directed(request: HttpRequest, pk: int) -> Tournament:
    """The tournament, for those who direct it; others are refused with 403."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    with for_directors():
        require(cast(User, request.user), "tournament_direct", tournament)
    return tournament
