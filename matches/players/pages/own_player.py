"""One's own page; and how a login that is no player yet becomes one, or says which it is."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from matches.accounts.access import login_of_page
from matches.accounts.permissions import Caller
from matches.base.forms import PageForm
from matches.base.pages import notify_done, page_to_go_on
from matches.players.models import Player
from matches.players.selectors import player_hits
from matches.players.services import player_create

from .fields import OFFERED, NewPlayer, PlayerField


class OwnPlayerForm(PageForm):
    """Who somebody is at the table: a player whom a club has recorded, or somebody new."""

    concerns = {"login_has_player": "player", "no_own_login": "player"}

    player = PlayerField(
        label=gettext_lazy("Your name"),
        records_new=True,
        help_text=gettext_lazy("As others at the table know you. Everybody can read it."),
    )

    def __init__(self, data: Any = None, *, viewer: Caller) -> None:
        super().__init__(data)
        player: Any = self.fields["player"]
        player.look_for(viewer)
        self.viewer = viewer

    def clean_player(self) -> "Player | NewPlayer":
        named: Player | NewPlayer = self.cleaned_data["player"]
        if isinstance(named, NewPlayer) or named.user_id is None:
            return named
        # Two people may have one name.
        field: Any = self.fields["player"]
        field.widget.offered = player_hits(named.name, viewer=self.viewer, most=OFFERED)
        told = _("%(player)s has a login already. If it is yours, log in with it; else say that you are new.")
        raise forms.ValidationError(told % {"player": named.name})


@require_http_methods(["GET", "POST"])
@login_required
def own_player_page(request: HttpRequest) -> HttpResponse:
    """One's own page; where the login is no player yet, who it is. `next`: where to go on afterwards."""
    login = login_of_page(request)
    player = getattr(login, "player", None)
    if player is not None:
        return redirect("pages-matches:player", player.effective_player.pk)
    form = OwnPlayerForm(request.POST or None, viewer=login)
    then = page_to_go_on(request)

    def become(sent: dict[str, Any]) -> Player:
        named: Player | NewPlayer = sent["player"]
        if isinstance(named, NewPlayer):
            return player_create(actor=login, user=login, name=named.name)
        return named

    if request.method == "POST" and form.submit(become):
        if form.outcome.user_id is None:
            return redirect(reverse("pages-matches:player", args=[form.outcome.pk]) + "#claim")
        notify_done(request, _("You play as %(player)s.") % {"player": form.outcome.name})
        return redirect(then or reverse("pages-matches:player", args=[form.outcome.pk]))
    return render(request, "players/own_player.html", {"form": form, "then": then}, status=form.page_status)
