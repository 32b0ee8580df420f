"""Service accounts of a club on the pages: for whoever runs it."""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.accounts.access import forbid_without_role, login_confirmed, login_of_page
from matches.accounts.models import Token
from matches.accounts.permissions import require_permission
from matches.base.forms import DayField, PageForm, RowForm
from matches.base.times import day_begins
from matches.base.translation import code_word
from tournaments.clubs import services
from tournaments.clubs.models import Club, ServiceAccount
from tournaments.clubs.permissions import service_accounts_working
from tournaments.clubs.selectors import (
    club_list,
    service_account_list,
    service_token_list,
    service_use_list,
)

SCOPES = [scope for scope in Token.Scope.values if scope != Token.Scope.ACCOUNT]

# Of the log; the API has the rest.
SHOWN = 100

# What is proposed: half a year.
USUAL = timedelta(days=182)


class ServiceAccountForm(RowForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    role = forms.ChoiceField(
        label=gettext_lazy("May do what a … may"),
        choices=lambda: [(code, code_word(code, "club_role")) for code in ServiceAccount.Role.values],
    )
    last_day = DayField(label=gettext_lazy("Last day"))

    concerns = {"invalid_service_account": "last_day"}

    def expires_at(self) -> datetime:
        """The end of the last day."""
        return day_begins(self.cleaned_data["last_day"] + timedelta(days=1))


class ServiceTokenForm(RowForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Scopes"),
        choices=lambda: [(scope, code_word(scope, "scope")) for scope in SCOPES],
        widget=forms.CheckboxSelectMultiple,
    )
    tournament = forms.IntegerField(
        label=gettext_lazy("Only for the tournament (its number)"),
        min_value=1,
        required=False,
    )


class ServiceAccountEndForm(RowForm):
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


def managed_club(request: HttpRequest, club: int) -> Club:
    """The club, for whoever runs it; nobody else sees what programs it has."""
    found = get_object_or_404(club_list(), pk=club)
    with forbid_without_role():
        require_permission(login_of_page(request), "service_account_manage", found)
    return found


def managed_account(request: HttpRequest, club: int, pk: int) -> ServiceAccount:
    return get_object_or_404(service_account_list(managed_club(request, club)), pk=pk)


@never_cache
@login_confirmed
def service_accounts_page(request: HttpRequest, club: int) -> HttpResponse:
    """The service accounts of a club; make another."""
    found, now = managed_club(request, club), timezone.now()
    initial = {"last_day": localdate(now) + USUAL}
    form = ServiceAccountForm(request.POST if request.method == "POST" else None, initial=initial)

    def make(sent: dict[str, Any]) -> ServiceAccount:
        return services.service_account_make(
            actor=login_of_page(request),
            club_id=found.pk,
            name=sent["name"],
            role=sent["role"],
            expires_at=form.expires_at(),
        )

    if request.method == "POST" and form.submit(make):
        return redirect("pages-tournaments:service-account", found.pk, form.outcome.pk)
    context = {
        "club": found,
        "accounts": service_account_list(found),
        "working": set(service_accounts_working(now).filter(club=found).values_list("pk", flat=True)),
        "form": form,
    }
    return render(request, "clubs/service_accounts.html", context, status=form.page_status)


@never_cache
@login_confirmed
def service_account_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """A service account: its tokens, and what it did. A token that is issued is shown this once."""
    account = managed_account(request, club, pk)
    form = ServiceTokenForm(request.POST if request.method == "POST" else None)

    def issue(sent: dict[str, Any]) -> tuple[Token, str]:
        return services.service_token_issue(actor=login_of_page(request), account_id=account.pk, **sent)

    if request.method == "POST" and form.submit(issue):
        token, secret = form.outcome
        return show_account(request, account, issued={"token": token, "secret": secret})
    return show_account(request, account, form)


def show_account(
    request: HttpRequest,
    account: ServiceAccount,
    sent: PageForm | None = None,
    issued: dict[str, Any] | None = None,
) -> HttpResponse:
    """The page; `sent`: the form that was sent, which shows why nothing was done."""
    working = service_accounts_working(timezone.now()).filter(pk=account.pk).exists()
    context = {
        "club": account.club,
        "account": account,
        "working": working,
        "owns": account.owner_id == login_of_page(request).pk,
        "ended": getattr(account, "end", None),
        "tokens": service_token_list(account),
        "uses": service_use_list(account)[:SHOWN],
        "issue": ServiceTokenForm.among(sent),
        "ending": ServiceAccountEndForm.among(sent),
        **(issued or {}),
    }
    status = HTTPStatus.OK if sent is None else sent.page_status
    return render(request, "clubs/service_account.html", context, status=status)


@never_cache
@login_required
@require_POST
def service_account_end_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """End a service account."""
    account = managed_account(request, club, pk)
    form = ServiceAccountEndForm(request.POST)
    actor = login_of_page(request)
    if form.submit(lambda sent: services.service_account_end(actor=actor, account_id=account.pk, **sent)):
        return redirect("pages-tournaments:service-account", account.club_id, account.pk)
    return show_account(request, account, form)


@never_cache
@login_required
@require_POST
def service_token_revoke_page(request: HttpRequest, club: int, pk: int, token: int) -> HttpResponse:
    """Revoke a token of a service account."""
    account = managed_account(request, club, pk)
    found = get_object_or_404(service_token_list(account), pk=token)
    services.service_token_revoke(actor=login_of_page(request), account_id=account.pk, token=found)
    return redirect("pages-tournaments:service-account", account.club_id, account.pk)
