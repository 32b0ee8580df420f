"""What a login holds, as a file, and its end."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from engine import RuleError
from matches.accounts.access import act_and_redirect, forbid_without_role, form_page_status, login_of_page
from matches.players.selectors import login_personal_data
from matches.players.services import login_close

from .forms import ConfirmForm


def data_file(held: dict[str, object], name: str) -> HttpResponse:
    """Personal data to be kept: JSON that people can read."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    return JsonResponse(held, headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_GET
@login_required
def own_player_page(request: HttpRequest) -> HttpResponse:
    """One's own page; the account's, where the login has no player."""
    player = getattr(login_of_page(request), "player", None)
    if player is None:
        return redirect("pages-matches:account")
    return redirect("pages-matches:player", player.effective_player.pk)


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

    def again(refusal: RuleError | str | None) -> HttpResponse:
        return render(
            request, "players/account_close.html", {"refusal": refusal}, status=form_page_status(refusal)
        )

    def act(form: ConfirmForm) -> None:
        login_close(actor=login, **form.cleaned_data)
        logout(request)
        messages.success(request, _("The account is closed."))

    if request.method == "GET":
        return again(None)
    return act_and_redirect(ConfirmForm(request.POST), act, again, reverse("login"))
