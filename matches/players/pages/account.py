"""What a login holds, as a file, and its end."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from matches.accounts.access import forbid_without_role, login_of_page
from matches.players.selectors import login_personal_data
from matches.players.services import login_close

from .forms import ConfirmForm


def data_file(held: dict[str, object], name: str) -> HttpResponse:
    """Personal data to be kept: JSON that people can read."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return JsonResponse(held, headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_GET
@login_required
def account_data_page(request: HttpRequest) -> HttpResponse:
    """The login's personal data, and its player's, as a file."""
    with forbid_without_role():
        return data_file(login_personal_data(login_of_page(request), timezone.now()), "account")


@sensitive_post_parameters("confirmation")
@require_http_methods(["GET", "POST"])
@login_required
def account_close_page(request: HttpRequest) -> HttpResponse:
    """Close the own login for good; that of a player goes with the player."""
    login = login_of_page(request)
    player = getattr(login, "player", None)
    if player is not None:
        return redirect("pages-matches:profile", player.pk)

    form = ConfirmForm(request.POST if request.method == "POST" else None)
    confirmation = form.fields["confirmation"]
    if login.has_usable_password():
        confirmation.label = _("To confirm, type your password")
        confirmation.widget.attrs["autocomplete"] = "current-password"
    else:
        confirmation.label = _("To confirm, type your username")
        confirmation.widget = forms.TextInput({"autocomplete": "off", "maxlength": 256})

    def close(sent: dict[str, Any]) -> None:
        login_close(actor=login, **sent)
        logout(request)
        messages.success(request, _("The account is closed."))

    if request.method == "POST" and form.submit(close):
        return redirect("login")
    return render(request, "players/account_close.html", {"form": form}, status=form.page_status)
