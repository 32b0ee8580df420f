"""Ponds on the pages: looked at, entered, started, bid in. Forms call the services."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from engine import RuleError
from matches.accounts.access import act_and_redirect
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.pages import live_page, notify_done
from matches.facts.pages import facts_page
from matches.facts.versions import row_topic, row_version, with_version
from matches.players.models import Player
from matches.search.pages import show_directory
from tournaments.clubs.pages.directory import PlacedFinder
from tournaments.clubs.pages.named import player_named
from tournaments.ponds import services
from tournaments.ponds.models import PLAYERS_MAX, Pond
from tournaments.ponds.selectors import (
    PondFold,
    own_pond_bid,
    own_pond_entry,
    pond_fold,
    pond_list,
    pond_rounds,
    pond_standings,
)

from .forms import PondPlayerForm

# The latest; a page of their own has them all.
ROUNDS_SHOWN = 20


class PondActionForm(forms.Form):
    """What a button of the page sends, and what it does."""

    def act(self, pond: Pond, user: User) -> None:
        raise NotImplementedError


class PondEnterForm(PondActionForm):
    """Nothing is asked: who logs in enters as the own player."""

    def act(self, pond: Pond, user: User) -> None:
        player = get_object_or_404(Player, user=user)
        services.pond_enter(actor=user, pond_id=pond.pk, player=player)


class PondLeaveForm(PondActionForm):
    entry = forms.IntegerField()

    def act(self, pond: Pond, user: User) -> None:
        services.pond_leave(actor=user, pond_id=pond.pk, entry_id=self.cleaned_data["entry"])


class StartForm(PondActionForm):
    def act(self, pond: Pond, user: User) -> None:
        services.pond_start(actor=user, pond_id=pond.pk)


class BidForm(PondActionForm):
    round = forms.IntegerField(min_value=1, max_value=PLAYERS_MAX)
    points = forms.IntegerField(label=gettext_lazy("Points to bid"))

    def act(self, pond: Pond, user: User) -> None:
        services.pond_bid_make(actor=user, pond_id=pond.pk, **self.cleaned_data)


FORMS: dict[str, type[PondActionForm]] = {
    "enter": PondEnterForm,
    "leave": PondLeaveForm,
    "start": StartForm,
    "bid": BidForm,
}
"""What is done on a pond's page, by the value of the button pressed."""


@require_http_methods(["GET", "HEAD", "POST"])
def pond_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a pond stands, its rounds that are over, and what the visitor may do: bid, above all."""
    pond = get_object_or_404(with_version(pond_list()), pk=pk)
    if request.method != "POST":
        return show_pond(request, pond)
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.path)
    if request.POST.get("do") == "enter-another":
        return enter_in_pond(request, pond, user)
    form = FORMS.get(request.POST.get("do", ""), BidForm)(request.POST)
    then = reverse("pages-tournaments:pond", args=[pk])
    return act_and_redirect(form, lambda form: form.act(pond, user), partial(show_pond, request, pond), then)


def enter_in_pond(request: HttpRequest, pond: Pond, user: User) -> HttpResponse:
    """Enter a player whom a director has named."""
    if not may_do_action(user, "pond_direct", pond):
        raise PermissionDenied
    form = PondPlayerForm(request.POST, viewer=user, club=pond.club)

    @transaction.atomic
    def enter(sent: dict[str, Any]) -> None:
        player = player_named(sent["player"], actor=user, club=pond.club)
        services.pond_enter(actor=user, pond_id=pond.pk, player=player)
        notify_done(request, _("%(player)s is entered.") % {"player": player.name})

    if form.submit(enter):
        return redirect("pages-tournaments:pond", pond.pk)
    return show_pond(request, pond, player_form=form)


def show_pond(
    request: HttpRequest,
    pond: Pond,
    refusal: RuleError | str | None = None,
    *,
    player_form: PondPlayerForm | None = None,
) -> HttpResponse:
    """The page, with what was refused; a visitor's own bid is on nobody else's."""
    fold = pond_fold(pond)
    rounds = pond_rounds(fold)[::-1]
    response = live_page(
        request,
        "ponds/pond.html",
        live_part="ponds/_pond.html",
        topic=row_topic(pond),
        version=row_version(pond),
        context={
            "pond": pond,
            "standings": pond_standings(fold),
            "winner": fold.entries.get(fold.swim.winner or 0),
            "rounds": rounds[:ROUNDS_SHOWN],
            "more_rounds": len(rounds) > ROUNDS_SHOWN,
            "refusal": refusal,
            "player_form": player_form or PondPlayerForm(viewer=request.user, club=pond.club),
            **own_part_in_pond(request, fold),
        },
    )
    if refusal is not None or player_form is not None:
        response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return response


def own_part_in_pond(request: HttpRequest, fold: PondFold) -> dict[str, Any]:
    """What is about the visitor alone: the own entry and bid, and what may be done."""
    user, pond = request.user, fold.pond
    if not isinstance(user, User):
        return {}
    entry, is_open = own_pond_entry(user, pond), fold.state == Pond.State.OPEN
    directs = may_do_action(user, "pond_direct", pond)
    most = fold.swim.points.get(entry.pk) if entry and fold.open_round else None
    return {
        "entry": entry,
        "bid": own_pond_bid(entry, fold.open_round.number) if entry and fold.open_round else None,
        "most": most,
        "may_become_player": is_open and not hasattr(user, "player"),
        "may_enter": is_open and entry is None and Player.objects.filter(user=user).exists(),
        "may_leave": is_open and entry is not None,
        "directs": directs,
        "may_start": is_open and directs,
        "may_bid": most is not None,
    }


ROUNDS_PER_PAGE = 20


@require_safe
def ponds_page(request: HttpRequest) -> HttpResponse:
    """Ponds, the newest first."""
    return show_directory(request, "ponds/ponds.html", pond_list().order_by("-pk"), form=PlacedFinder)


@require_safe
def pond_rounds_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Every round that is over, the latest first."""
    pond = get_object_or_404(pond_list(), pk=pk)
    rounds = pond_rounds(pond_fold(pond))[::-1]
    page = Paginator(rounds, ROUNDS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "ponds/pond_rounds.html", {"pond": pond, "page": page})


@require_safe
def pond_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "ponds/pond_facts.html", get_object_or_404(pond_list(), pk=pk))
